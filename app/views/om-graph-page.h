/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmGraphPage: waypoints as a map, with a list of the same beside it. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-graph-model.h"

G_BEGIN_DECLS

#define OM_TYPE_GRAPH_PAGE (om_graph_page_get_type ())
G_DECLARE_FINAL_TYPE (OmGraphPage, om_graph_page, OM, GRAPH_PAGE, GtkWidget)

void om_graph_page_set_session (OmGraphPage *self,
                                OmSession   *session);
void om_graph_page_show_around (OmGraphPage *self,
                                const char  *id);
void om_graph_page_take_focus  (OmGraphPage *self);

/* For its tests. */
OmGraphModel *om_graph_page_get_model (OmGraphPage *self);

G_END_DECLS
