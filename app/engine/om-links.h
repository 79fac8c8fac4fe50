/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws the waypoint from a new memory to the nearest older one (engine.md section 4). */
#pragma once

#include "engine/om-write.h"

G_BEGIN_DECLS

/* How many memories one job links before others get their turn. */
#define OM_LINKS_AT_ONCE 512

gboolean om_links_draw_pending (const OmWriteContext *context,
                                gboolean             *more,
                                guint                *n_drawn,
                                GCancellable         *cancellable,
                                GError              **error);
gboolean om_links_note         (const OmWriteContext *context,
                                gint64                row,
                                GError              **error);
gboolean om_links_forget       (const OmWriteContext *context,
                                gint64                row,
                                gboolean              both_ways,
                                GError              **error);

G_END_DECLS
