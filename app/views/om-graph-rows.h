/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmGraphRows: a GListModel of what is on a map: the neighbours of the chosen memory, the strongest first, or all
 * memories, those that come to mind most easily first. */
#pragma once

#include "views/om-graph-model.h"

G_BEGIN_DECLS

#define OM_TYPE_GRAPH_ROW (om_graph_row_get_type ())
G_DECLARE_FINAL_TYPE (OmGraphRow, om_graph_row, OM, GRAPH_ROW, GObject)

#define OM_TYPE_GRAPH_ROWS (om_graph_rows_get_type ())
G_DECLARE_FINAL_TYPE (OmGraphRows, om_graph_rows, OM, GRAPH_ROWS, GObject)

OmGraphRows *om_graph_rows_new            (OmGraphModel *model);
void         om_graph_rows_update         (OmGraphRows  *self,
                                           gboolean      anew);
guint32      om_graph_row_get_node        (OmGraphRow   *self);
guint32      om_graph_row_get_edge        (OmGraphRow   *self);

G_END_DECLS
