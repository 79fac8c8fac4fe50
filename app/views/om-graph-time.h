/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmGraphTime: as of when a map is shown: a slider through its past, and a button that plays it. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-graph-model.h"

G_BEGIN_DECLS

#define OM_TYPE_GRAPH_TIME (om_graph_time_get_type ())
G_DECLARE_FINAL_TYPE (OmGraphTime, om_graph_time, OM, GRAPH_TIME, GtkWidget)

void om_graph_time_set_model (OmGraphTime  *self,
                              OmGraphModel *model);
void om_graph_time_set_shown (OmGraphTime  *self,
                              gboolean      shown);

G_END_DECLS
