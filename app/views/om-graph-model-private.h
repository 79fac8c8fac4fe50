/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the rooms of the graph's model share. */
#pragma once

#include "engine/om-map-mover.h"
#include "views/om-graph-model.h"
#include "views/om-graph-titles.h"

G_BEGIN_DECLS

struct _OmGraphModel
{
  GObject parent_instance;

  OmSession     *session;     /* (owned) */
  OmGraphTitles *titles;      /* (owned) */
  char         **centers;     /* (owned) (nullable): around these; NULL: the whole */
  guint          depth;
  gboolean       active;
  gboolean       animated;
  gboolean       wants_map;   /* once it is active */

  OmMap         *map;         /* (owned) (nullable) */
  GArray        *nodes;       /* (owned) (element-type OmGraphNode): by node of the map */
  GArray        *edges;       /* (owned) (element-type OmGraphEdge): by edge of the map */
  OmMapMover    *mover;       /* (owned) (nullable): while it is not at rest */
  OmGraphPoint  *places;      /* (owned) (nullable): room for what the mover hands over */
  guint          look_id;
  guint          update_id;
  GCancellable  *cancellable; /* (owned) (nullable): of the map being asked for */

  OmGraphFilter  filter;
  GHashTable    *found;       /* (owned) (nullable): rows that are looked for */
  GHashTable    *path;        /* (owned) (nullable): row -> its place on the way, from 1 on */
  gint64         selected;    /* row, 0 for none */
  gboolean       wants_past;
  OmMapPast     *past;        /* (owned) (nullable) */
  GCancellable  *past_cancellable; /* (owned) (nullable) */
  guint          instant;     /* of @past */
};

/* om-graph-model-look.c */
void om_graph_model_style (OmGraphModel *self);

G_END_DECLS
