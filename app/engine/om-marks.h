/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a person marks on a memory: its flags, and rest by hand. Each act is one transaction, and its
 * events carry a number by which om_store_events_undo() takes it back. */
#pragma once

#include "engine/om-engine.h"
#include "engine/om-write.h"

G_BEGIN_DECLS

gboolean om_marks_write (const OmWriteContext *context,
                         OmMemory             *memory,
                         OmChange              fields,
                         guint                 former,
                         OmEventCause          cause,
                         gint64                group,
                         GError              **error);
gboolean om_marks_rest  (const OmWriteContext *context,
                         const char *const    *ids,
                         gboolean              rest,
                         gint64               *group,
                         GError              **error);

G_END_DECLS
