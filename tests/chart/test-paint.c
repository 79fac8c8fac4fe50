/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one drawing, on an image and as SVG; the table; rows of the list. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "chart/om-chart-export.h"
#include "chart/om-chart-paint.h"
#include "chart/om-chart-rows.h"
#include "test-chart.h"

#define WIDTH 400
#define HEIGHT 240

/* One for all, as a widget has one. */
static PangoContext *
get_context (void)
{
  static PangoContext *context;

  if (context == NULL)
    context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  return context;
}

static cairo_surface_t *
paint (const OmChartPlot *plot,
       double             scale,
       OmChartCursor      cursor,
       OmChartBox        *where)
{
  g_autoptr (PangoLayout) text = om_chart_paint_create_text (get_context ());
  g_autoptr (OmChartPalette) palette = om_chart_palette_new_plain (plot);
  g_autoptr (OmChartLayout) layout = om_chart_layout_new (plot, WIDTH, HEIGHT, FALSE, om_chart_paint_measure, text);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, (int) (WIDTH * scale), (int) (HEIGHT * scale));
  cairo_t *cr = cairo_create (surface);
  OmChartPaint self = { cr, text, scale, plot, layout, palette };

  cairo_scale (cr, scale, scale);
  om_chart_paint (&self);
  om_chart_paint_cursor (&self, cursor);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  *where = layout->plot;
  return surface;
}

static guint
alpha_at (cairo_surface_t *surface,
          int              x,
          int              y)
{
  const guint8 *row = cairo_image_surface_get_data (surface) + (gsize) y * (gsize) cairo_image_surface_get_stride (surface);

  return ((const guint32 *) (gconstpointer) row)[x] >> 24;
}

/* A hairline is one device pixel high: nothing of it in the rows above and below, at every scale. */
static void
test_hairline (void)
{
  static const double scales[] = { 1, 1.25, 1.5, 2, 3 };
  g_autoptr (OmChartPlot) plot = om_chart_plot_new ("Empty");

  om_chart_axis_set_numbers (&plot->y, "", 0, 1, 1);
  om_chart_axis_set_numbers (&plot->x, "", 0, 1, 1);
  for (gsize i = 0; i < G_N_ELEMENTS (scales); i++)
    {
      OmChartBox where;
      cairo_surface_t *surface = paint (plot, scales[i], OM_CHART_CURSOR_NONE, &where);
      /* Between two upright hairlines, at the axis: the only thing that is drawn there. */
      int x = (int) ((where.x + where.width * .47) * scales[i]);
      int y = (int) ((where.y + where.height) * scales[i]);

      g_assert_cmpuint (alpha_at (surface, x, y), >, 0);
      g_assert_cmpuint (alpha_at (surface, x, y - 1), ==, 0);
      g_assert_cmpuint (alpha_at (surface, x, y + 1), ==, 0);
      cairo_surface_destroy (surface);
    }
}

static guint
count_painted (cairo_surface_t *surface)
{
  guint n = 0;

  for (int y = 0; y < cairo_image_surface_get_height (surface); y++)
    {
      for (int x = 0; x < cairo_image_surface_get_width (surface); x++)
        n += alpha_at (surface, x, y) > 0;
    }
  return n;
}

/* Each cursor shows something; nowhere shows nothing. */
static void
test_cursor (void)
{
  g_autoptr (OmChartPlot) plot = test_plot_new ();
  OmChartBox where;
  cairo_surface_t *bare = paint (plot, 1, OM_CHART_CURSOR_NONE, &where);
  cairo_surface_t *with = paint (plot, 1, (OmChartCursor){ 0, 2 }, &where);
  cairo_surface_t *nowhere = paint (plot, 1, (OmChartCursor){ 1, 0 }, &where);

  g_assert_cmpuint (count_painted (with), >, count_painted (bare));
  g_assert_cmpuint (count_painted (nowhere), ==, count_painted (bare));
  cairo_surface_destroy (bare);
  cairo_surface_destroy (with);
  cairo_surface_destroy (nowhere);
}

/* The forecast is dashed: between its ends there are holes, in what was there are none. */
static void
test_dashes (void)
{
  g_autoptr (OmChartPlot) plot = om_chart_plot_new ("Test");
  g_autoptr (OmChartSeries) series = om_chart_series_new ("Flat", OM_CHART_LINE, "x");
  OmChartBox where;
  cairo_surface_t *surface;
  guint holes[2] = { 0, 0 };

  om_chart_axis_set_numbers (&plot->y, "", 0, 1, 1);
  om_chart_axis_set_numbers (&plot->x, "", 0, 1, 1);
  om_chart_series_add (series, 0, .53, OM_CHART_POINT_PLAIN, NULL);
  om_chart_series_add (series, .5, .53, OM_CHART_POINT_PLAIN, NULL);
  om_chart_series_add (series, 1, .53, OM_CHART_POINT_FORECAST, NULL);
  om_chart_plot_add_series (plot, series);
  surface = paint (plot, 1, OM_CHART_CURSOR_NONE, &where);
  for (int half = 0; half < 2; half++)
    {
      for (int x = 3; x < where.width / 2 - 3; x++)
        holes[half] += alpha_at (surface, (int) (where.x + half * where.width / 2) + x,
                                 (int) (where.y + .47 * where.height)) < 128;
    }
  g_assert_cmpuint (holes[0], ==, 0);
  g_assert_cmpuint (holes[1], >, 20);
  cairo_surface_destroy (surface);
}

/* Where text runs from right to left the sign of a number stands before it all the same. */
static void
test_sign (void)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  g_autoptr (PangoLayout) text = NULL;
  PangoRectangle sign;
  PangoRectangle digit;
  double width;
  double height;
  const char *shown;

  pango_context_set_base_dir (context, PANGO_DIRECTION_RTL);
  text = om_chart_paint_create_text (context);
  om_chart_paint_measure ("-1.0", &width, &height, text);
  shown = pango_layout_get_text (text);
  pango_layout_index_to_pos (text, (int) (strchr (shown, '-') - shown), &sign);
  pango_layout_index_to_pos (text, (int) (strchr (shown, '1') - shown), &digit);
  g_assert_cmpint (sign.x, <, digit.x);
  g_clear_object (&context);
}

static void
test_svg (void)
{
  g_autoptr (OmChartPlot) plot = test_plot_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) svg = om_chart_export (plot, OM_CHART_SVG, 640, 360, NULL, get_context (), &error);
  g_autoptr (GBytes) png = om_chart_export (plot, OM_CHART_PNG, 640, 360, NULL, get_context (), &error);
  g_autofree char *text = NULL;

  g_assert_no_error (error);
  text = g_strndup (g_bytes_get_data (svg, NULL), g_bytes_get_size (svg));
  g_assert_nonnull (strstr (text, "<svg"));
  g_assert_nonnull (strstr (text, "</svg>"));
  /* It is a drawing, not a picture in a drawing. */
  g_assert_null (strstr (text, "<image"));
  g_assert_nonnull (strstr (text, "stroke-dasharray"));
  g_assert_cmpmem (g_bytes_get_data (png, NULL), 8, "\x89PNG\r\n\x1a\n", 8);
}

static void
test_csv (void)
{
  g_autoptr (OmChartPlot) plot = om_chart_plot_new ("Test");
  g_autoptr (OmChartSeries) series = om_chart_series_new ("A, \"B\"", OM_CHART_LINE, "x");
  g_autoptr (GBytes) csv = NULL;
  g_autofree char *text = NULL;

  om_chart_series_add (series, .5, .25, OM_CHART_POINT_MARK, "=1+1");
  om_chart_series_add (series, 1, .125, OM_CHART_POINT_FORECAST, NULL);
  om_chart_plot_add_series (plot, series);
  csv = om_chart_export (plot, OM_CHART_CSV, 0, 0, NULL, NULL, NULL);
  text = g_strndup (g_bytes_get_data (csv, NULL), g_bytes_get_size (csv));
  g_assert_cmpstr (text, ==, "series,x,y,forecast,note\n"
                             "\"A, \"\"B\"\"\",0.5,0.25,no,\"'=1+1\"\n"
                             "\"A, \"\"B\"\"\",1,0.125,yes,\n");
}

static void
test_rows (void)
{
  g_autoptr (OmChartPlot) plot = test_plot_new ();
  g_autoptr (OmChartRows) rows = om_chart_rows_new (plot);
  g_autoptr (OmChartRow) mark = g_list_model_get_item (G_LIST_MODEL (rows), 2);
  g_autoptr (OmChartRow) last = g_list_model_get_item (G_LIST_MODEL (rows), 6);
  g_autofree char *note = om_chart_row_dup_text (mark, OM_CHART_COLUMN_NOTE);
  g_autofree char *name = om_chart_row_dup_text (last, OM_CHART_COLUMN_SERIES);
  g_autofree char *height = om_chart_row_dup_text (last, OM_CHART_COLUMN_Y);

  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (rows)), ==, 7);
  g_assert_null (g_list_model_get_item (G_LIST_MODEL (rows), 7));
  g_assert_cmpstr (note, ==, "Recalled");
  g_assert_cmpstr (name, ==, "Later");
  g_assert_cmpstr (height, ==, "0.20");
}

void
test_paint_add (void)
{
  g_test_add_func ("/chart/hairline", test_hairline);
  g_test_add_func ("/chart/cursor", test_cursor);
  g_test_add_func ("/chart/dashes", test_dashes);
  g_test_add_func ("/chart/sign", test_sign);
  g_test_add_func ("/chart/svg", test_svg);
  g_test_add_func ("/chart/csv", test_csv);
  g_test_add_func ("/chart/rows", test_rows);
}
