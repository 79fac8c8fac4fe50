/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the ground up: bands, hairlines, curves, marks, words. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "chart/om-chart-paint.h"

#include <math.h>

#include "chart/om-chart-shape.h"

#define TEXT_SCALE .87

#define GRID_ALPHA .14
#define AXIS_ALPHA .45
#define LINE_ALPHA .75
#define BAND_ALPHA .07
#define LABEL_ALPHA .8

#define CURVE_PX 2.0
#define STRONG_CURVE_PX 3.0
#define MARK_PX 4.5
#define SHAPE_PX 4.0
#define DOT_PX 3.5

/* From one shape on a line to the next. */
#define SHAPE_EVERY_PX 110

/* Scattered points that fall into one cell are drawn once: a cloud costs what its area costs. Where there are
 * very many their shapes would run into one another anyway, and the cells themselves are drawn. */
#define CELL_PX 2.5
#define CROWD 3000
#define CROWD_CELL_PX 4

static const double forecast_dashes[] = { 6, 4 };
static const double line_dashes[] = { 2, 3 };

static void
set_color (const OmChartPaint *self,
           const GdkRGBA      *color,
           double              alpha)
{
  cairo_set_source_rgba (self->cr, color->red, color->green, color->blue,
                         color->alpha * (self->palette->strong ? MAX (alpha, sqrt (alpha)) : alpha));
}

/* Texts ------------------------------------------------------------------------------------------ */

/**
 * om_chart_paint_create_text:
 *
 * Returns: (transfer full): a layout for the texts of a chart, a little smaller than text is
 */
PangoLayout *
om_chart_paint_create_text (PangoContext *context)
{
  PangoLayout *text = pango_layout_new (context);
  g_autoptr (PangoAttrList) attributes = pango_attr_list_new ();

  pango_attr_list_insert (attributes, pango_attr_scale_new (TEXT_SCALE));
  pango_layout_set_attributes (text, attributes);
  pango_layout_set_ellipsize (text, PANGO_ELLIPSIZE_END);
  pango_layout_set_single_paragraph_mode (text, TRUE);
  return text;
}

static gboolean
has_letters (const char *text)
{
  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    if (g_unichar_isalpha (g_utf8_get_char (p)))
      return TRUE;
  return FALSE;
}

/** om_chart_paint_measure: an #OmChartMeasure; @layout: a layout of om_chart_paint_create_text() */
void
om_chart_paint_measure (const char *text,
                        double     *width,
                        double     *height,
                        gpointer    layout)
{
  g_autofree char *number = NULL;
  int w;
  int h;

  /* A number by itself is written from left to right everywhere: its sign stands before it. */
  if (!has_letters (text))
    number = g_strconcat ("\u200E", text, NULL);
  pango_layout_set_width (layout, -1);
  pango_layout_set_text (layout, number != NULL ? number : text, -1);
  pango_layout_get_pixel_size (layout, &w, &h);
  *width = w;
  *height = h;
}

/* @align: 0 from @x on, .5 in the middle of it, 1 up to it. */
static void
show_text (const OmChartPaint *self,
           const char         *text,
           double              x,
           double              y,
           double              align,
           double              most)
{
  double width;
  double height;

  om_chart_paint_measure (text, &width, &height, self->text);
  if (width > most)
    {
      pango_layout_set_width (self->text, (int) (MAX (0, most) * PANGO_SCALE));
      width = most;
    }
  cairo_move_to (self->cr, round (x - align * width), round (y));
  pango_cairo_show_layout (self->cr, self->text);
}

/* Hairlines -------------------------------------------------------------------------------------- */

/* The middle of the device pixel that a place falls into. */
static double
snap (const OmChartPaint *self,
      double              at)
{
  return (floor (at * self->scale) + .5) / self->scale;
}

static void
trace_across (const OmChartPaint *self,
              double              y)
{
  const OmChartBox *plot = &self->layout->plot;

  cairo_move_to (self->cr, plot->x, snap (self, y));
  cairo_line_to (self->cr, plot->x + plot->width, snap (self, y));
}

static void
trace_upright (const OmChartPaint *self,
               double              x)
{
  const OmChartBox *plot = &self->layout->plot;

  cairo_move_to (self->cr, snap (self, x), plot->y);
  cairo_line_to (self->cr, snap (self, x), plot->y + plot->height);
}

static void
stroke_hairs (const OmChartPaint *self,
              double              alpha)
{
  set_color (self, &self->palette->text, alpha);
  cairo_set_line_width (self->cr, 1 / self->scale);
  cairo_set_line_cap (self->cr, CAIRO_LINE_CAP_BUTT);
  cairo_stroke (self->cr);
}

static void
paint_grid (const OmChartPaint *self)
{
  const OmChartLayout *layout = self->layout;
  const OmChartBox *plot = &layout->plot;

  for (guint i = 0; i < layout->y_ticks->len; i++)
    trace_across (self, om_chart_layout_y (layout, self->plot, g_array_index (layout->y_ticks, OmChartTick, i).at));
  for (guint i = 0; i < layout->x_ticks->len; i++)
    trace_upright (self, om_chart_layout_x (layout, self->plot, g_array_index (layout->x_ticks, OmChartTick, i).at));
  stroke_hairs (self, GRID_ALPHA);
  trace_across (self, plot->y + plot->height);
  stroke_hairs (self, AXIS_ALPHA);
}

static void
paint_tick_labels (const OmChartPaint *self)
{
  const OmChartLayout *layout = self->layout;
  const OmChartBox *plot = &layout->plot;
  double edge = layout->mirrored ? plot->x + plot->width + OM_CHART_GAP_PX : plot->x - OM_CHART_GAP_PX;
  double below = plot->y + plot->height + OM_CHART_GAP_PX / 2.0;

  set_color (self, &self->palette->text, LABEL_ALPHA);
  for (guint i = 0; i < layout->y_ticks->len; i++)
    {
      const OmChartTick *tick = &g_array_index (layout->y_ticks, OmChartTick, i);

      show_text (self, tick->label, edge, om_chart_layout_y (layout, self->plot, tick->at) - layout->line_height / 2,
                 layout->mirrored ? 0 : 1, layout->width);
    }
  for (guint i = 0; i < layout->x_ticks->len; i++)
    {
      const OmChartTick *tick = &g_array_index (layout->x_ticks, OmChartTick, i);
      double x = om_chart_layout_x (layout, self->plot, tick->at);
      double width;
      double height;

      om_chart_paint_measure (tick->label, &width, &height, self->text);
      show_text (self, tick->label, CLAMP (x, width / 2, MAX (width / 2, layout->width - width / 2)), below, .5,
                 layout->width);
    }
  if (*self->plot->x.title != '\0')
    show_text (self, self->plot->x.title, layout->mirrored ? plot->x : plot->x + plot->width,
               below + layout->line_height, layout->mirrored ? 0 : 1, plot->width);
}

/* Bands and lines with a meaning ----------------------------------------------------------------- */

static void
paint_band (const OmChartPaint *self,
            const OmChartBand  *band)
{
  const OmChartBox *plot = &self->layout->plot;
  gboolean across = band->direction == OM_CHART_ACROSS;
  double from = across ? om_chart_layout_y (self->layout, self->plot, band->to)
                       : om_chart_layout_x (self->layout, self->plot, band->from);
  double to = across ? om_chart_layout_y (self->layout, self->plot, band->from)
                     : om_chart_layout_x (self->layout, self->plot, band->to);

  if (band->from == band->to)
    {
      across ? trace_across (self, from) : trace_upright (self, from);
      cairo_set_dash (self->cr, line_dashes, G_N_ELEMENTS (line_dashes), 0);
      stroke_hairs (self, LINE_ALPHA);
      cairo_set_dash (self->cr, NULL, 0, 0);
      return;
    }
  if (across)
    cairo_rectangle (self->cr, plot->x, from, plot->width, to - from);
  else
    cairo_rectangle (self->cr, from, plot->y, to - from, plot->height);
  set_color (self, &self->palette->text, BAND_ALPHA);
  cairo_fill (self->cr);
}

/* Above a line that lies, beside one that stands; each lower than the one before, so that two that stand
 * close are both read. */
static void
paint_band_label (const OmChartPaint *self,
                  const OmChartBand  *band,
                  guint              *row)
{
  const OmChartLayout *layout = self->layout;
  const OmChartBox *plot = &layout->plot;
  double width;
  double height;
  double x;
  double y;
  double align;

  om_chart_paint_measure (band->label, &width, &height, self->text);
  if (band->direction == OM_CHART_ACROSS)
    {
      /* Where time begins: at the other end is the present, and what is to come. */
      x = plot->x + 4;
      align = 0;
      y = om_chart_layout_y (layout, self->plot, band->to);
      y = band->from != band->to ? y + 1 : y - height < plot->y ? y + 1 : y - height;
    }
  else
    {
      gboolean right;

      x = om_chart_layout_x (layout, self->plot, band->from);
      if (x < plot->x || x > plot->x + plot->width)
        return;
      right = x + width + 4 <= plot->x + plot->width;
      align = right ? 0 : 1;
      x += right ? 4 : -4;
      y = plot->y + 2 + *row * height;
      (*row)++;
    }
  /* Its own ground, so that a curve does not run through the word. */
  set_color (self, &self->palette->ground, .8);
  cairo_rectangle (self->cr, x - align * width - 2, y, width + 4, height);
  cairo_fill (self->cr);
  set_color (self, &self->palette->text, LABEL_ALPHA);
  show_text (self, band->label, x, y, align, plot->width);
}

/* Series ----------------------------------------------------------------------------------------- */

static void
set_series_color (const OmChartPaint *self,
                  guint               i)
{
  set_color (self, &self->palette->series[i], 1);
}

static double
curve_px (const OmChartPaint *self)
{
  return self->palette->strong ? STRONG_CURVE_PX : CURVE_PX;
}

/* The part of a line that was, or the part that is yet to come. */
static void
trace_line (const OmChartPaint  *self,
            const OmChartSeries *series,
            gboolean             forecast)
{
  gboolean down = FALSE;
  double last_x = 0;
  double last_y = 0;

  for (guint i = 0; i < om_chart_series_count (series); i++)
    {
      const OmChartPoint *point = om_chart_series_get (series, i);
      gboolean is_forecast = (point->flags & OM_CHART_POINT_FORECAST) != 0;
      double x = om_chart_layout_x (self->layout, self->plot, point->x);
      double y = om_chart_layout_y (self->layout, self->plot, point->y);

      if (i == 0 || (point->flags & OM_CHART_POINT_GAP) || is_forecast != forecast)
        down = FALSE;
      else
        {
          if (!down)
            cairo_move_to (self->cr, last_x, last_y);
          cairo_line_to (self->cr, x, y);
          down = TRUE;
        }
      last_x = x;
      last_y = y;
    }
}

static void
paint_line (const OmChartPaint *self,
            guint               i)
{
  const OmChartSeries *series = om_chart_plot_get_series (self->plot, i);
  guint n = om_chart_series_count (series);

  set_series_color (self, i);
  cairo_set_line_width (self->cr, curve_px (self));
  cairo_set_line_join (self->cr, CAIRO_LINE_JOIN_ROUND);
  trace_line (self, series, FALSE);
  cairo_stroke (self->cr);
  cairo_set_dash (self->cr, forecast_dashes, G_N_ELEMENTS (forecast_dashes), 0);
  trace_line (self, series, TRUE);
  cairo_stroke (self->cr);
  cairo_set_dash (self->cr, NULL, 0, 0);
  if (n == 1)
    {
      const OmChartPoint *point = om_chart_series_get (series, 0);

      om_chart_shape_trace (self->cr, i, om_chart_layout_x (self->layout, self->plot, point->x),
                            om_chart_layout_y (self->layout, self->plot, point->y), SHAPE_PX);
      cairo_fill (self->cr);
    }
}

/* A hollow shape now and then tells whose line it is; those of several lines stand at different places. */
static void
paint_shapes (const OmChartPaint *self,
              guint               i)
{
  const OmChartSeries *series = om_chart_plot_get_series (self->plot, i);
  const OmChartBox *plot = &self->layout->plot;
  double x = plot->x + SHAPE_EVERY_PX * (i + .5) / self->plot->series->len;

  for (; x < plot->x + plot->width; x += SHAPE_EVERY_PX)
    {
      double value = om_chart_axis_value (&self->plot->x, (x - plot->x) / plot->width);
      double y = om_chart_series_value_at (series, value);

      if (isnan (y))
        continue;
      om_chart_shape_trace (self->cr, i, x, om_chart_layout_y (self->layout, self->plot, y), SHAPE_PX);
      set_color (self, &self->palette->ground, 1);
      cairo_fill_preserve (self->cr);
      set_series_color (self, i);
      cairo_set_line_width (self->cr, 1.5);
      cairo_stroke (self->cr);
    }
}

static void
paint_marks (const OmChartPaint *self,
             guint               i)
{
  const OmChartSeries *series = om_chart_plot_get_series (self->plot, i);

  for (guint j = 0; j < om_chart_series_count (series); j++)
    {
      const OmChartPoint *point = om_chart_series_get (series, j);

      if (!(point->flags & OM_CHART_POINT_MARK))
        continue;
      om_chart_shape_trace (self->cr, i, om_chart_layout_x (self->layout, self->plot, point->x),
                            om_chart_layout_y (self->layout, self->plot, point->y), MARK_PX);
      set_color (self, &self->palette->ground, 1);
      cairo_set_line_width (self->cr, 3);
      cairo_stroke_preserve (self->cr);
      set_series_color (self, i);
      cairo_fill (self->cr);
    }
}

/* The first point of each cell that has one, in pixels. */
static GArray *
thin_out (const OmChartPaint  *self,
          const OmChartSeries *series,
          double               size)
{
  const OmChartBox *plot = &self->layout->plot;
  guint columns = (guint) (plot->width / size) + 1;
  guint rows = (guint) (plot->height / size) + 1;
  g_autofree guint8 *taken = g_malloc0 ((gsize) columns * rows);
  GArray *places = g_array_new (FALSE, FALSE, sizeof (OmChartBox));

  for (guint j = 0; j < om_chart_series_count (series); j++)
    {
      const OmChartPoint *point = om_chart_series_get (series, j);
      double x = om_chart_layout_x (self->layout, self->plot, point->x);
      double y = om_chart_layout_y (self->layout, self->plot, point->y);
      double column = floor ((x - plot->x) / size);
      double row = floor ((y - plot->y) / size);
      OmChartBox place = { x, y, 0, 0 };
      guint8 *cell;

      if (column < 0 || row < 0 || column >= columns || row >= rows)
        continue;
      cell = &taken[(gsize) row * columns + (gsize) column];
      if (*cell == 0)
        g_array_append_val (places, place);
      *cell = 1;
    }
  return places;
}

static void
paint_scatter (const OmChartPaint *self,
               guint               i)
{
  const OmChartSeries *series = om_chart_plot_get_series (self->plot, i);
  const OmChartBox *plot = &self->layout->plot;
  g_autoptr (GArray) places = thin_out (self, series, CELL_PX);
  gboolean crowd = places->len > CROWD;

  if (crowd)
    {
      g_array_unref (places);
      places = thin_out (self, series, CROWD_CELL_PX);
    }
  set_color (self, &self->palette->series[i], .75);
  for (guint j = 0; j < places->len; j++)
    {
      const OmChartBox *place = &g_array_index (places, OmChartBox, j);

      if (crowd)
        cairo_rectangle (self->cr, floor (plot->x + floor ((place->x - plot->x) / CROWD_CELL_PX) * CROWD_CELL_PX),
                         floor (plot->y + floor ((place->y - plot->y) / CROWD_CELL_PX) * CROWD_CELL_PX),
                         CROWD_CELL_PX - 1, CROWD_CELL_PX - 1);
      else
        om_chart_shape_trace (self->cr, i, place->x, place->y, DOT_PX);
    }
  cairo_fill (self->cr);
}

static void
paint_series (const OmChartPaint *self)
{
  const OmChartBox *plot = &self->layout->plot;
  gboolean several = self->plot->series->len > 1;

  cairo_save (self->cr);
  /* A little more than the plot: a mark at its edge is whole. */
  cairo_rectangle (self->cr, plot->x - MARK_PX, plot->y - MARK_PX, plot->width + 2 * MARK_PX, plot->height + 2 * MARK_PX);
  cairo_clip (self->cr);
  for (guint i = 0; i < self->plot->series->len; i++)
    {
      if (om_chart_series_get_kind (om_chart_plot_get_series (self->plot, i)) == OM_CHART_SCATTER)
        {
          paint_scatter (self, i);
          continue;
        }
      paint_line (self, i);
      if (several)
        paint_shapes (self, i);
    }
  for (guint i = 0; i < self->plot->series->len; i++)
    paint_marks (self, i);
  cairo_restore (self->cr);
}

/* Legend ----------------------------------------------------------------------------------------- */

static void
paint_symbol (const OmChartPaint       *self,
              const OmChartLegendEntry *entry,
              double                    x,
              double                    y)
{
  gboolean scatter = entry->kind == OM_CHART_LEGEND_SERIES &&
                     om_chart_series_get_kind (om_chart_plot_get_series (self->plot, entry->series)) == OM_CHART_SCATTER;
  double middle = x + OM_CHART_SYMBOL_PX / 2.0 - 3;

  if (entry->kind == OM_CHART_LEGEND_SERIES)
    set_series_color (self, entry->series);
  else
    set_color (self, &self->palette->text, 1);
  if (entry->kind == OM_CHART_LEGEND_FORECAST)
    cairo_set_dash (self->cr, forecast_dashes, G_N_ELEMENTS (forecast_dashes), 0);
  if (entry->kind != OM_CHART_LEGEND_MARK && !scatter)
    {
      cairo_set_line_width (self->cr, curve_px (self));
      cairo_move_to (self->cr, x, y);
      cairo_line_to (self->cr, x + OM_CHART_SYMBOL_PX - 6, y);
      cairo_stroke (self->cr);
    }
  cairo_set_dash (self->cr, NULL, 0, 0);
  if (entry->kind == OM_CHART_LEGEND_FORECAST)
    return;

  om_chart_shape_trace (self->cr, entry->series, middle, y, SHAPE_PX);
  if (entry->kind == OM_CHART_LEGEND_SERIES && !scatter)
    {
      set_color (self, &self->palette->ground, 1);
      cairo_fill_preserve (self->cr);
      set_series_color (self, entry->series);
      cairo_set_line_width (self->cr, 1.5);
      cairo_stroke (self->cr);
    }
  else
    cairo_fill (self->cr);
}

static void
paint_legend (const OmChartPaint *self)
{
  const OmChartLayout *layout = self->layout;

  for (guint i = 0; i < layout->legend->len; i++)
    {
      const OmChartLegendEntry *entry = &g_array_index (layout->legend, OmChartLegendEntry, i);
      double symbol = entry->kind == OM_CHART_LEGEND_TITLE ? 0 : OM_CHART_SYMBOL_PX;
      const OmChartBox *box = &entry->box;

      if (symbol > 0)
        paint_symbol (self, entry, layout->mirrored ? box->x + box->width - symbol + 6 : box->x,
                      box->y + layout->line_height / 2);
      set_color (self, &self->palette->text, LABEL_ALPHA);
      show_text (self, om_chart_layout_legend_text (self->plot, entry), layout->mirrored ? box->x : box->x + symbol, box->y,
                 0, box->width - symbol);
    }
}

/**
 * om_chart_paint:
 *
 * Draws the chart without its ground.
 */
void
om_chart_paint (const OmChartPaint *self)
{
  guint row = 0;

  cairo_save (self->cr);
  for (guint i = 0; i < self->plot->bands->len; i++)
    {
      const OmChartBand *band = &g_array_index (self->plot->bands, OmChartBand, i);
      const OmChartBox *plot = &self->layout->plot;

      cairo_save (self->cr);
      cairo_rectangle (self->cr, plot->x, plot->y - 1, plot->width, plot->height + 2);
      cairo_clip (self->cr);
      paint_band (self, band);
      cairo_restore (self->cr);
    }
  paint_grid (self);
  paint_series (self);
  for (guint i = 0; i < self->plot->bands->len; i++)
    paint_band_label (self, &g_array_index (self->plot->bands, OmChartBand, i), &row);
  paint_tick_labels (self);
  paint_legend (self);
  cairo_restore (self->cr);
}
