/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A smaller graph in which what is linked closely is one node. */
#pragma once

#include "graph/om-graph.h"

G_BEGIN_DECLS

/**
 * OmGraphCoarse:
 * @n_nodes: of the smaller graph
 * @parents: (owned): by node of the greater graph, the one it is part of
 * @masses: (owned): by node of the smaller graph, what its parts weigh
 * @links: (owned) (element-type OmGraphLink): between its nodes, none twice
 */
typedef struct
{
  gsize    n_nodes;
  guint32 *parents;
  float   *masses;
  GArray  *links;
} OmGraphCoarse;

OmGraphCoarse *om_graph_coarse_new  (gsize              n_nodes,
                                     const OmGraphLink *links,
                                     gsize              n_links,
                                     const float       *masses);
void           om_graph_coarse_free (OmGraphCoarse     *self);

/* (transfer full) (element-type OmGraphLink): each pair once with its heaviest weight, none from a node to
 * itself, in the order of the nodes. */
GArray        *om_graph_links_tidy  (const OmGraphLink *links,
                                     gsize              n_links);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmGraphCoarse, om_graph_coarse_free)

G_END_DECLS
