/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmGraphFilterBox: what of a map is shown, and what its shapes and lines mean. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-graph-model.h"

G_BEGIN_DECLS

#define OM_TYPE_GRAPH_FILTER_BOX (om_graph_filter_box_get_type ())
G_DECLARE_FINAL_TYPE (OmGraphFilterBox, om_graph_filter_box, OM, GRAPH_FILTER_BOX, GtkWidget)

void     om_graph_filter_box_set_model (OmGraphFilterBox *self,
                                        OmGraphModel     *model);
void     om_graph_filter_box_clear     (OmGraphFilterBox *self);
gboolean om_graph_filter_box_is_set    (OmGraphFilterBox *self);

G_END_DECLS
