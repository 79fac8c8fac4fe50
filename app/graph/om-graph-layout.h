/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmGraphLayout: finds a place for every node, a step at a time, until it is at rest.
 *
 * The same nodes and links come to the same places, in whatever order they are given. Where most nodes have a
 * place already the others come beside their neighbours, and those that had one stay.
 *
 * Thread: plain; one at a time. */
#pragma once

#include "graph/om-graph.h"

G_BEGIN_DECLS

typedef struct _OmGraphLayout OmGraphLayout;

OmGraphLayout *om_graph_layout_new        (const gint64        *keys,
                                           gsize                n_nodes,
                                           const OmGraphLink   *links,
                                           gsize                n_links,
                                           const OmGraphPoint  *places);
void           om_graph_layout_free       (OmGraphLayout       *self);
gboolean       om_graph_layout_step       (OmGraphLayout       *self);
gboolean       om_graph_layout_is_at_rest (const OmGraphLayout *self);
double         om_graph_layout_get_heat   (const OmGraphLayout *self);
void           om_graph_layout_get_places (const OmGraphLayout *self,
                                           OmGraphPoint        *places);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmGraphLayout, om_graph_layout_free)

G_END_DECLS
