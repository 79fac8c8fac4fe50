/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The crosshair of a chart, and the box that tells the values there. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <math.h>

#include "chart/om-chart-paint.h"
#include "chart/om-chart-shape.h"

#define PAD_PX 8
#define AWAY_PX 12
#define RING_PX 7
/* A box is not wider than this share of the chart. */
#define MOST_SHARE .7

/** Line: one line of the box. */
typedef struct
{
  char *text;
  int   series; /* whose symbol stands before it, -1 for none */
} Line;

static void
line_clear (gpointer data)
{
  g_free (((Line *) data)->text);
}

static void
add_line (GArray *lines,
          int     series,
          char   *text)
{
  Line line = { text, series };

  g_array_append_val (lines, line);
}

static GArray *
list_lines (const OmChartPlot  *plot,
            OmChartCursor       cursor,
            const OmChartPoint *point)
{
  GArray *lines = g_array_new (FALSE, FALSE, sizeof (Line));
  const OmChartSeries *own = om_chart_plot_get_series (plot, (guint) cursor.series);
  g_autofree char *x = om_chart_axis_dup_words (&plot->x, point->x);
  g_autofree char *note = om_chart_plot_dup_note (plot, (guint) cursor.series, (guint) cursor.point);

  g_array_set_clear_func (lines, line_clear);
  if (note != NULL && *note != '\0')
    add_line (lines, -1, g_steal_pointer (&note));
  add_line (lines, -1, *plot->x.title != '\0' ? g_strdup_printf ("%s %s", plot->x.title, x) : g_steal_pointer (&x));
  for (guint i = 0; i < plot->series->len; i++)
    {
      const OmChartSeries *series = om_chart_plot_get_series (plot, i);
      gboolean is_own = series == own;
      double value = is_own ? point->y : om_chart_series_value_at (series, point->x);
      g_autofree char *words = NULL;

      if (isnan (value) || (!is_own && om_chart_series_get_kind (series) == OM_CHART_SCATTER))
        continue;
      words = om_chart_axis_dup_words (&plot->y, value);
      if (om_chart_series_get_kind (series) == OM_CHART_SCATTER)
        {
          add_line (lines, -1, g_strdup_printf ("%s %s", plot->y.title, words));
          add_line (lines, (int) i, g_strdup (om_chart_series_get_name (series)));
        }
      else
        add_line (lines, (int) i, g_strdup_printf ("%s  %s", words, om_chart_series_get_name (series)));
    }
  return lines;
}

static void
paint_hairs (const OmChartPaint *self,
             double              x,
             double              y,
             gboolean            both)
{
  const OmChartBox *plot = &self->layout->plot;
  double at = (floor (x * self->scale) + .5) / self->scale;

  cairo_move_to (self->cr, at, plot->y);
  cairo_line_to (self->cr, at, plot->y + plot->height);
  if (both)
    {
      at = (floor (y * self->scale) + .5) / self->scale;
      cairo_move_to (self->cr, plot->x, at);
      cairo_line_to (self->cr, plot->x + plot->width, at);
    }
  cairo_set_source_rgba (self->cr, self->palette->text.red, self->palette->text.green, self->palette->text.blue, .6);
  cairo_set_line_width (self->cr, 1 / self->scale);
  cairo_stroke (self->cr);
  gdk_cairo_set_source_rgba (self->cr, &self->palette->text);
  cairo_set_line_width (self->cr, 2);
  cairo_arc (self->cr, x, y, RING_PX, 0, 2 * G_PI);
  cairo_stroke (self->cr);
}

static void
paint_box (const OmChartPaint *self,
           GArray             *lines,
           double              x,
           double              y)
{
  const OmChartLayout *layout = self->layout;
  double most = layout->width * MOST_SHARE - 2 * PAD_PX;
  double width = 0;
  double height = lines->len * layout->line_height + 2 * PAD_PX;
  double left;
  double top;

  for (guint i = 0; i < lines->len; i++)
    {
      const Line *line = &g_array_index (lines, Line, i);
      double w;
      double h;

      om_chart_paint_measure (line->text, &w, &h, self->text);
      width = MAX (width, MIN (w, most) + (line->series >= 0 ? 16 : 0));
    }
  width += 2 * PAD_PX;
  left = x + AWAY_PX + width <= layout->width ? x + AWAY_PX : x - AWAY_PX - width;
  left = round (CLAMP (left, 0, MAX (0, layout->width - width)));
  top = round (CLAMP (y - AWAY_PX - height, 0, MAX (0, layout->height - height)));

  cairo_rectangle (self->cr, left + .5, top + .5, width - 1, height - 1);
  gdk_cairo_set_source_rgba (self->cr, &self->palette->ground);
  cairo_fill_preserve (self->cr);
  gdk_cairo_set_source_rgba (self->cr, &self->palette->text);
  cairo_set_line_width (self->cr, 1);
  cairo_stroke (self->cr);
  for (guint i = 0; i < lines->len; i++)
    {
      const Line *line = &g_array_index (lines, Line, i);
      double at = top + PAD_PX + i * layout->line_height;
      double from = left + PAD_PX;
      double w;
      double h;

      if (line->series >= 0)
        {
          gdk_cairo_set_source_rgba (self->cr, &self->palette->series[line->series]);
          om_chart_shape_trace (self->cr, (guint) line->series,
                                layout->mirrored ? left + width - PAD_PX - 5 : from + 5, at + layout->line_height / 2, 4.5);
          cairo_fill (self->cr);
        }
      om_chart_paint_measure (line->text, &w, &h, self->text);
      w = MIN (w, most);
      pango_layout_set_width (self->text, (int) (ceil (w + 1) * PANGO_SCALE));
      gdk_cairo_set_source_rgba (self->cr, &self->palette->text);
      if (layout->mirrored)
        from = left + width - PAD_PX - w - (line->series >= 0 ? 16 : 0);
      else if (line->series >= 0)
        from += 16;
      cairo_move_to (self->cr, round (from), round (at));
      pango_cairo_show_layout (self->cr, self->text);
    }
}

/**
 * om_chart_paint_cursor:
 * @cursor: a point; nothing is drawn for nowhere
 *
 * Draws the crosshair at a point and tells the values of all lines there.
 */
void
om_chart_paint_cursor (const OmChartPaint *self,
                       OmChartCursor       cursor)
{
  const OmChartPoint *point = om_chart_walk_point (self->plot, cursor);
  g_autoptr (GArray) lines = NULL;
  double x;
  double y;

  if (point == NULL)
    return;
  x = om_chart_layout_x (self->layout, self->plot, point->x);
  y = om_chart_layout_y (self->layout, self->plot, point->y);
  lines = list_lines (self->plot, cursor, point);
  cairo_save (self->cr);
  paint_hairs (self, x, y,
               om_chart_series_get_kind (om_chart_plot_get_series (self->plot, (guint) cursor.series)) == OM_CHART_SCATTER);
  paint_box (self, lines, x, y);
  cairo_restore (self->cr);
}
