/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same drawing as on the screen, on an image or an SVG surface, with its title; and the points as text. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "chart/om-chart-export.h"

#include <math.h>
#include <string.h>

#include "chart/om-chart-paint.h"
#include "chart/om-chart-surface.h"

#define MARGIN_PX 16

static const char *const extensions[OM_CHART_N_FORMATS] = { "png", "svg", "csv" };

/** om_chart_export_extension: Returns: (transfer none): how such a file's name ends, without the dot */
const char *
om_chart_export_extension (OmChartFormat format)
{
  g_return_val_if_fail (format >= 0 && format < OM_CHART_N_FORMATS, "");

  return extensions[format];
}

static void
draw (cairo_t           *cr,
      const OmChartPlot *plot,
      int                width,
      int                height,
      double             scale,
      GtkWidget         *widget,
      PangoContext      *context)
{
  g_autoptr (PangoLayout) text = om_chart_paint_create_text (context);
  g_autoptr (OmChartPalette) palette = widget != NULL ? om_chart_palette_new (widget, plot)
                                                      : om_chart_palette_new_plain (plot);
  g_autoptr (OmChartLayout) layout = NULL;
  gboolean mirrored = widget != NULL && gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL;
  double title_width;
  double title_height;
  OmChartPaint paint;

  om_chart_paint_measure (plot->title, &title_width, &title_height, text);
  layout = om_chart_layout_new (plot, width - 2 * MARGIN_PX, height - 2 * MARGIN_PX - title_height * 1.5, mirrored,
                                om_chart_paint_measure, text);
  gdk_cairo_set_source_rgba (cr, &palette->ground);
  cairo_paint (cr);
  gdk_cairo_set_source_rgba (cr, &palette->text);
  om_chart_paint_measure (plot->title, &title_width, &title_height, text);
  title_width = MIN (title_width, width - 2 * MARGIN_PX);
  pango_layout_set_width (text, (int) (title_width + 1) * PANGO_SCALE);
  cairo_move_to (cr, mirrored ? width - MARGIN_PX - title_width : MARGIN_PX, MARGIN_PX);
  pango_cairo_show_layout (cr, text);
  cairo_translate (cr, MARGIN_PX, MARGIN_PX + round (title_height * 1.5));
  paint = (OmChartPaint){ cr, text, scale, plot, layout, palette };
  om_chart_paint (&paint);
}

/** Drawing: a chart to be drawn. */
typedef struct
{
  const OmChartPlot *plot;
  GtkWidget         *widget; /* (nullable) */
  PangoContext      *context;
} Drawing;

static void
draw_cb (cairo_t *cr,
         int      width,
         int      height,
         double   scale,
         gpointer data)
{
  const Drawing *drawing = data;

  draw (cr, drawing->plot, width, height, scale, drawing->widget, drawing->context);
}

/* One row a point; a value with a comma, a quote or a line end is quoted, and one that a spreadsheet would
 * take for a formula begins with an apostrophe. */
static void
append_field (GString    *csv,
              const char *text)
{
  gboolean is_formula = *text != '\0' && strchr ("=+-@\t\r", *text) != NULL;
  gboolean quoted = is_formula || strpbrk (text, ",\"\n\r") != NULL;

  if (quoted)
    g_string_append_c (csv, '"');
  if (is_formula)
    g_string_append_c (csv, '\'');
  for (const char *p = text; *p != '\0'; p++)
    {
      if (*p == '"')
        g_string_append_c (csv, '"');
      g_string_append_c (csv, *p);
    }
  if (quoted)
    g_string_append_c (csv, '"');
}

static GBytes *
write_table (const OmChartPlot *plot)
{
  GString *csv = g_string_new ("series,x,y,forecast,note\n");

  for (guint i = 0; i < plot->series->len; i++)
    {
      const OmChartSeries *series = om_chart_plot_get_series (plot, i);

      for (guint j = 0; j < om_chart_series_count (series); j++)
        {
          const OmChartPoint *point = om_chart_series_get (series, j);
          g_autofree char *x = om_chart_axis_dup_exact (&plot->x, point->x);
          g_autofree char *y = om_chart_axis_dup_exact (&plot->y, point->y);
          g_autofree char *note = om_chart_plot_dup_note (plot, i, j);

          append_field (csv, om_chart_series_get_name (series));
          g_string_append_printf (csv, ",%s,%s,%s,", x, y, point->flags & OM_CHART_POINT_FORECAST ? "yes" : "no");
          append_field (csv, note != NULL ? note : "");
          g_string_append_c (csv, '\n');
        }
    }
  return g_string_free_to_bytes (csv);
}

/**
 * om_chart_export:
 * @width: of the picture, px; a PNG has twice as many
 * @height: of the picture, px
 * @widget: (nullable): whose colours; black on white without one
 * @context: whose font
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the file's content; a table has one row a point, times as RFC 3339
 */
GBytes *
om_chart_export (const OmChartPlot *plot,
                 OmChartFormat      format,
                 int                width,
                 int                height,
                 GtkWidget         *widget,
                 PangoContext      *context,
                 GError           **error)
{
  Drawing drawing = { plot, widget, context };

  if (format == OM_CHART_CSV)
    return write_table (plot);
  return om_chart_surface_write (format == OM_CHART_SVG, width, height, draw_cb, &drawing, error);
}

/** om_chart_export_texture: Returns: (transfer full): the picture, for the clipboard */
GdkTexture *
om_chart_export_texture (const OmChartPlot *plot,
                         int                width,
                         int                height,
                         GtkWidget         *widget)
{
  Drawing drawing = { plot, widget, gtk_widget_get_pango_context (widget) };

  return om_chart_surface_texture (width, height, draw_cb, &drawing);
}
