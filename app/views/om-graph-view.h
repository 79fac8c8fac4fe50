/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmGraphView: the picture of a map, to look at, move about and walk in. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-graph-model.h"

G_BEGIN_DECLS

#define OM_TYPE_GRAPH_VIEW (om_graph_view_get_type ())
G_DECLARE_FINAL_TYPE (OmGraphView, om_graph_view, OM, GRAPH_VIEW, GtkWidget)

void        om_graph_view_set_model   (OmGraphView  *self,
                                       OmGraphModel *model);
void        om_graph_view_zoom        (OmGraphView  *self,
                                       double        by);
void        om_graph_view_fit         (OmGraphView  *self);
void        om_graph_view_show_node   (OmGraphView  *self,
                                       guint32       node);
gboolean    om_graph_view_get_place   (OmGraphView  *self,
                                       guint32       node,
                                       GdkRectangle *place);
double      om_graph_view_get_scale   (OmGraphView  *self);
GBytes     *om_graph_view_export      (OmGraphView  *self,
                                       gboolean      as_svg,
                                       GError      **error);
GdkTexture *om_graph_view_get_picture (OmGraphView  *self);

G_END_DECLS
