/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmGraphModel: the map that the Graph page shows: which memories, where they lie, which of them are shown, lit or
 * chosen, and as of when. */
#pragma once

#include "engine/om-map-past.h"
#include "graph/om-graph-scene.h"
#include "views/om-session.h"

G_BEGIN_DECLS

/**
 * OmGraphFilter:
 * @sectors: bit per sector that is left out
 * @kinds: bit per kind of link that is left out
 * @tiers: bit per tier that is left out
 * @min_weight: weaker links are left out
 * @from: lived earlier is left out, ms UTC
 * @to: lived later is left out, ms UTC
 * @resting: what rests is shown, too
 */
typedef struct
{
  guint    sectors;
  guint    kinds;
  guint    tiers;
  double   min_weight;
  gint64   from;
  gint64   to;
  gboolean resting;
} OmGraphFilter;

#define OM_GRAPH_FILTER_NONE ((OmGraphFilter){ 0, 0, 0, 0, G_MININT64, G_MAXINT64, FALSE })

#define OM_TYPE_GRAPH_MODEL (om_graph_model_get_type ())
G_DECLARE_FINAL_TYPE (OmGraphModel, om_graph_model, OM, GRAPH_MODEL, GObject)

OmGraphModel        *om_graph_model_new           (OmSession           *session);
OmSession           *om_graph_model_get_session   (OmGraphModel        *self);
void                 om_graph_model_set_active    (OmGraphModel        *self,
                                                   gboolean             active,
                                                   gboolean             animated);
void                 om_graph_model_update        (OmGraphModel        *self);
void                 om_graph_model_set_centers   (OmGraphModel        *self,
                                                   const char *const   *ids);
const char *const   *om_graph_model_get_centers   (OmGraphModel        *self);
void                 om_graph_model_set_depth     (OmGraphModel        *self,
                                                   guint                depth);
void                 om_graph_model_arrange_anew  (OmGraphModel        *self);

/* What there is. */
OmMap               *om_graph_model_get_map       (OmGraphModel        *self);
const OmGraphNode   *om_graph_model_get_nodes     (OmGraphModel        *self,
                                                   gsize               *n_nodes);
const OmGraphEdge   *om_graph_model_get_edges     (OmGraphModel        *self,
                                                   gsize               *n_edges);
guint                om_graph_model_count_shown   (OmGraphModel        *self);
gboolean             om_graph_model_is_at_rest    (OmGraphModel        *self);
const char          *om_graph_model_get_title     (OmGraphModel        *self,
                                                   guint32              node);
const char          *om_graph_model_get_id        (OmGraphModel        *self,
                                                   guint32              node);
void                 om_graph_model_place         (OmGraphModel        *self,
                                                   guint32              node,
                                                   OmGraphPoint         place,
                                                   gboolean             keep);

/* What of it is shown. */
void                 om_graph_model_set_filter    (OmGraphModel        *self,
                                                   const OmGraphFilter *filter);
const OmGraphFilter *om_graph_model_get_filter    (OmGraphModel        *self);
void                 om_graph_model_set_found     (OmGraphModel        *self,
                                                   GArray              *rows);
guint                om_graph_model_count_found   (OmGraphModel        *self);
void                 om_graph_model_set_path      (OmGraphModel        *self,
                                                   GArray              *rows);
gboolean             om_graph_model_has_path      (OmGraphModel        *self);
void                 om_graph_model_set_past      (OmGraphModel        *self,
                                                   gboolean             wanted);
const OmMapPast     *om_graph_model_get_past      (OmGraphModel        *self);
void                 om_graph_model_set_instant   (OmGraphModel        *self,
                                                   guint                instant);
guint                om_graph_model_get_instant   (OmGraphModel        *self);

/* The one that is chosen; OM_MAP_NONE for none. */
void                 om_graph_model_select        (OmGraphModel        *self,
                                                   guint32              node);
guint32              om_graph_model_get_selected  (OmGraphModel        *self);

G_END_DECLS
