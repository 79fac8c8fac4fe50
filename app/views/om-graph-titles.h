/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmGraphTitles: titles and ids of memories on the map, read when they are first wanted. */
#pragma once

#include "engine/om-engine.h"

G_BEGIN_DECLS

#define OM_TYPE_GRAPH_TITLES (om_graph_titles_get_type ())
G_DECLARE_FINAL_TYPE (OmGraphTitles, om_graph_titles, OM, GRAPH_TITLES, GObject)

OmGraphTitles *om_graph_titles_new     (OmEngine      *engine);
const char    *om_graph_titles_get     (OmGraphTitles *self,
                                        gint64         row);
const char    *om_graph_titles_get_id  (OmGraphTitles *self,
                                        gint64         row);
void           om_graph_titles_refresh (OmGraphTitles *self);

G_END_DECLS
