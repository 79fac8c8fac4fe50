/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What recalling does to what was recalled (engine.md section 5, "Events"). */
#pragma once

#include "engine/om-hit.h"
#include "engine/om-write.h"

G_BEGIN_DECLS

gboolean om_reinforce_answer (const OmWriteContext *context,
                              OmAnswer             *answer,
                              const OmRecallSource *from,
                              GError              **error);
gboolean om_reinforce_memory (const OmWriteContext *context,
                              const char           *id,
                              OmRecallWay           way,
                              gint64               *group,
                              GError              **error);
gboolean om_reinforce_reminded (const OmWriteContext *context,
                                OmMemory             *memory,
                                gboolean              used,
                                gint64               *group,
                                GError              **error);

G_END_DECLS
