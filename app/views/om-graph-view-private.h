/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the picture share; nobody else includes it. */
#pragma once

#include "views/om-graph-paint.h"
#include "views/om-graph-view.h"

G_BEGIN_DECLS

struct _OmGraphView
{
  GtkWidget parent_instance;

  OmGraphModel   *model;      /* (owned) (nullable) */
  OmGraphScene   *scene;      /* (owned): what is seen */
  OmGraphWindow   window;
  gboolean        fitted;     /* the person has not moved about yet: all stays in view */

  /* What is drawn, kept until something about it changes. */
  gboolean        looked;     /* the scene is as it is now */
  OmGraphPalette  palette;
  gboolean        has_palette;
  GHashTable     *labels;     /* (owned): row -> (owned) PangoLayout */
  PangoLayout    *numbers;    /* (owned) (nullable) */
  GskRenderNode  *node;       /* (owned) (nullable) */

  /* The pointer. */
  guint32         hovered;    /* node, OM_GRAPH_NONE for none */
  double          pointer_x;
  double          pointer_y;
  guint32         dragged;    /* node */
  OmGraphPoint    drag_place; /* of what is dragged, at its beginning */
  OmGraphWindow   drag_window;
  double          pinch_scale; /* of the window when it began */
};

void om_graph_view_add_input (OmGraphView   *self);
void om_graph_view_look      (OmGraphView   *self);
void om_graph_view_forget    (OmGraphView   *self);
void om_graph_view_open      (OmGraphView   *self,
                              guint32        node);
void om_graph_view_ask_menu  (OmGraphView   *self,
                              guint32        node);
char *om_graph_view_dup_words (OmGraphView  *self,
                              guint32        node);

G_END_DECLS
