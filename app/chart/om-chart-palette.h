/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmChartPalette: the colours of a chart as the style has them now. */
#pragma once

#include <gtk/gtk.h>

#include "chart/om-chart-plot.h"

G_BEGIN_DECLS

/**
 * OmChartPalette:
 * @text: of labels and, fainter, of hairlines
 * @ground: behind everything
 * @accent: around the point at the cursor
 * @series: (owned): one a series
 * @strong: lines thicker, nothing faint: high contrast
 */
typedef struct
{
  GdkRGBA  text;
  GdkRGBA  ground;
  GdkRGBA  accent;
  GdkRGBA *series;
  gboolean strong;
} OmChartPalette;

OmChartPalette *om_chart_palette_new  (GtkWidget         *widget,
                                       const OmChartPlot *plot);
OmChartPalette *om_chart_palette_new_plain (const OmChartPlot *plot);
void            om_chart_palette_free (OmChartPalette    *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmChartPalette, om_chart_palette_free)

G_END_DECLS
