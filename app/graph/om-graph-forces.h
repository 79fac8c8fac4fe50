/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One step of a layout: every node pushes every other away, links pull, and all is drawn to the middle. */
#pragma once

#include "graph/om-graph.h"

G_BEGIN_DECLS

/* How long a link is when nothing pulls on it; the measure of all places. */
#define OM_GRAPH_LINK_LENGTH 40.f

typedef struct _OmGraphForces OmGraphForces;

OmGraphForces *om_graph_forces_new  (gsize              n_nodes,
                                     const OmGraphLink *links,
                                     gsize              n_links,
                                     const float       *masses,
                                     float              length);
void           om_graph_forces_free (OmGraphForces     *self);
void           om_graph_forces_step (OmGraphForces     *self,
                                     OmGraphPoint      *places,
                                     const guint8      *held,
                                     float              heat,
                                     float              theta);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmGraphForces, om_graph_forces_free)

G_END_DECLS
