/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The drawing of a map, the same on the screen, in a picture and in SVG. */
#pragma once

#include <gtk/gtk.h>

#include "graph/om-graph-scene.h"
#include "memory/om-enums.h"

G_BEGIN_DECLS

/**
 * OmGraphPalette:
 * @text: of labels and, fainter, of links
 * @ground: behind everything
 * @accent: of what is chosen, looked for or on the way
 * @sectors: of nodes
 * @strong: nothing faint, lines thicker: high contrast
 */
typedef struct
{
  GdkRGBA  text;
  GdkRGBA  ground;
  GdkRGBA  accent;
  GdkRGBA  sectors[OM_N_SECTORS];
  gboolean strong;
} OmGraphPalette;

/** OmGraphTextFunc: (transfer none) (nullable): the label of a node, %NULL if there is none to show. */
typedef PangoLayout *(*OmGraphTextFunc) (guint32  node,
                                         gpointer data);

/**
 * OmGraphPaint:
 * One drawing.
 * @cr: onto which
 * @scene: what is seen
 * @nodes: by node
 * @palette: the colours
 * @text_of: the labels
 * @data: for @text_of
 * @numbers: a layout for the counts of marks of many
 * @width: of the drawing
 * @height: of the drawing
 */
typedef struct
{
  cairo_t              *cr;
  const OmGraphScene   *scene;
  const OmGraphNode    *nodes;
  const OmGraphPalette *palette;
  OmGraphTextFunc       text_of;
  gpointer              data;
  PangoLayout          *numbers;
  double                width;
  double                height;
} OmGraphPaint;

void om_graph_palette_init   (OmGraphPalette       *self,
                              GtkWidget            *widget);
void om_graph_palette_get_link (const OmGraphPalette *self,
                              double                weight,
                              GdkRGBA              *color);
void om_graph_paint          (const OmGraphPaint   *self);
void om_graph_paint_ring     (cairo_t              *cr,
                              const OmGraphPalette *palette,
                              const OmGraphMark    *mark,
                              gboolean              strong);
void om_graph_paint_dashes   (cairo_t              *cr,
                              OmWaypointKind        kind,
                              double                width);

G_END_DECLS
