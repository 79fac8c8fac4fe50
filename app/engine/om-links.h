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

/* For archives, whose memories bring their associations along. */
gboolean om_links_are_drawn    (OmStore              *store,
                                gint64                row,
                                GHashTable          **noted,
                                gboolean             *drawn,
                                GError              **error);
gboolean om_links_adopt        (const OmWriteContext *context,
                                gint64                first,
                                gint64                last,
                                const GArray         *undrawn,
                                GError              **error);

G_END_DECLS
