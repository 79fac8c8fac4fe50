/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A drawing out of the window: as a picture, as SVG, for the clipboard. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * OmChartDrawFunc:
 * @width: of the drawing
 * @height: of the drawing
 * @scale: pixels a unit
 *
 * Draws it.
 */
typedef void (*OmChartDrawFunc) (cairo_t *cr,
                                 int      width,
                                 int      height,
                                 double   scale,
                                 gpointer data);

GBytes     *om_chart_surface_write   (gboolean        as_svg,
                                      int             width,
                                      int             height,
                                      OmChartDrawFunc draw,
                                      gpointer        data,
                                      GError        **error);
GdkTexture *om_chart_surface_texture (int             width,
                                      int             height,
                                      OmChartDrawFunc draw,
                                      gpointer        data);

G_END_DECLS
