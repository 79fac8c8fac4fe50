/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws a chart with cairo: the one drawing of it, for the screen, for pictures and for SVG. */
#pragma once

#include "chart/om-chart-palette.h"
#include "chart/om-chart-walk.h"

G_BEGIN_DECLS

/**
 * OmChartPaint:
 * @cr: where to
 * @text: a layout for the texts; its font counts
 * @scale: device pixels a pixel: hairlines are one device pixel, at a whole one
 */
typedef struct
{
  cairo_t              *cr;
  PangoLayout          *text;
  double                scale;
  const OmChartPlot    *plot;
  const OmChartLayout  *layout;
  const OmChartPalette *palette;
} OmChartPaint;

void om_chart_paint         (const OmChartPaint *self);
void om_chart_paint_cursor  (const OmChartPaint *self,
                             OmChartCursor       cursor);
void om_chart_paint_measure (const char         *text,
                             double             *width,
                             double             *height,
                             gpointer            layout);

PangoLayout *om_chart_paint_create_text (PangoContext *context);

G_END_DECLS
