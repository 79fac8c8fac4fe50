/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmGraphList: all that the picture of a map shows, as a list. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-graph-model.h"

G_BEGIN_DECLS

#define OM_TYPE_GRAPH_LIST (om_graph_list_get_type ())
G_DECLARE_FINAL_TYPE (OmGraphList, om_graph_list, OM, GRAPH_LIST, GtkWidget)

void om_graph_list_set_model (OmGraphList  *self,
                              OmGraphModel *model);

G_END_DECLS
