/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Acts as writing jobs, each one transaction. For engine/ alone. */
#pragma once

#include "engine/om-act.h"
#include "engine/om-write.h"

G_BEGIN_DECLS

gboolean om_act      (const OmWriteContext *context,
                      OmAct                 act,
                      const char *const    *ids,
                      gint64               *group,
                      GError              **error);
gboolean om_act_undo (const OmWriteContext *context,
                      gint64                group,
                      guint                *n_restored,
                      GError              **error);
gboolean om_act_take_group (gint64      *made,
                      gint64               *group);

G_END_DECLS
