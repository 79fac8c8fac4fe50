/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart on the screen: by keys, for a screen reader, as a table, saved, and gone when it is closed. */
#include "config.h"

#include <adwaita.h>
#include <string.h>

#include "chart/om-chart-brush.h"
#include "chart/om-chart-layout.h"
#include "chart/om-chart-paint.h"
#include "chart/om-chart-view.h"
#include "test-views.h"

static OmChartPlot *
create_plot (void)
{
  OmChartPlot *plot = om_chart_plot_new ("Salience");
  g_autoptr (GTimeZone) zone = g_time_zone_new_utc ();
  g_autoptr (OmChartSeries) one = om_chart_series_new ("One", OM_CHART_LINE, "sector_episodic_color");
  g_autoptr (OmChartSeries) other = om_chart_series_new ("<b>&", OM_CHART_LINE, "sector_semantic_color");
  const gint64 day = 86400000;

  om_chart_axis_set_times (&plot->x, "", 0, 100 * day, zone);
  om_chart_axis_set_numbers (&plot->y, "Salience", 0, 1, 2);
  for (int i = 0; i <= 100; i += 10)
    {
      om_chart_series_add (one, (double) (i * day), 1 - i / 200.0, i > 60 ? OM_CHART_POINT_FORECAST : 0, NULL);
      if (i == 50)
        om_chart_series_add (one, (double) (i * day), .95, OM_CHART_POINT_MARK, "Recalled");
      om_chart_series_add (other, (double) (i * day), .5 - i / 300.0, 0, NULL);
    }
  om_chart_plot_add_series (plot, one);
  om_chart_plot_add_series (plot, other);
  om_chart_plot_add_line (plot, OM_CHART_ACROSS, .3, "Fading");
  om_chart_plot_set_labels (plot, "Recall", "Forecast");
  return plot;
}

typedef struct
{
  GtkWindow   *window;
  OmChartView *view;
  OmChart     *chart;
} Shown;

static void
show (Shown *shown)
{
  g_autoptr (OmChartPlot) plot = create_plot ();

  shown->window = GTK_WINDOW (gtk_window_new ());
  shown->view = om_chart_view_new ();
  shown->chart = om_chart_view_get_chart (shown->view);
  om_chart_view_set_plot (shown->view, plot);
  gtk_window_set_child (shown->window, GTK_WIDGET (shown->view));
  gtk_window_set_default_size (shown->window, 600, 400);
  gtk_window_present (shown->window);
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (shown->chart)) && gtk_widget_get_width (GTK_WIDGET (shown->chart)) > 0);
}

static void
close_it (Shown *shown)
{
  GtkWidget *chart = GTK_WIDGET (shown->chart);
  GtkWidget *view = GTK_WIDGET (shown->view);

  g_object_add_weak_pointer (G_OBJECT (chart), (gpointer *) &chart);
  g_object_add_weak_pointer (G_OBJECT (view), (gpointer *) &view);
  test_close (GTK_WIDGET (shown->window));
  g_assert_null (chart);
  g_assert_null (view);
}

static void
assert_said (Shown      *shown,
             const char *words)
{
  g_autofree char *problem = gtk_test_accessible_check_property (GTK_ACCESSIBLE (shown->chart),
                                                                 GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, words);

  g_assert_cmpstr (problem, ==, NULL);
}

static void
activated_cb (OmChartView *view,
              int          series,
              int          point,
              int         *got)
{
  got[0] = series;
  got[1] = point;
}

/* However many rows the legend takes on a narrow page, the curves have their space. */
static void
test_space (void)
{
  Shown shown;
  g_autoptr (PangoLayout) text = NULL;
  int heights[2];
  int widths[2] = { 200, 700 };

  show (&shown);
  text = om_chart_paint_create_text (gtk_widget_get_pango_context (GTK_WIDGET (shown.chart)));
  for (int i = 0; i < 2; i++)
    {
      g_autoptr (OmChartLayout) layout = NULL;

      gtk_widget_measure (GTK_WIDGET (shown.chart), GTK_ORIENTATION_VERTICAL, widths[i], &heights[i], NULL, NULL, NULL);
      layout = om_chart_layout_new (om_chart_get_plot (shown.chart), widths[i], heights[i], FALSE, om_chart_paint_measure, text);
      g_assert_cmpfloat (layout->plot.height, >=, 5 * layout->line_height);
    }
  g_assert_cmpint (heights[0], >, heights[1]);
  close_it (&shown);
}

static void
test_keys (void)
{
  Shown shown;
  GtkWidget *chart;
  int got[2] = { -1, -1 };

  show (&shown);
  chart = GTK_WIDGET (shown.chart);
  g_signal_connect (shown.view, "activated", G_CALLBACK (activated_cb), got);
  g_assert_true (gtk_widget_grab_focus (chart));
  assert_said (&shown, "");
  test_press (chart, GDK_KEY_Home, 0);
  assert_said (&shown, "One: 1 Jan 1970, Salience 1.00");
  test_press (chart, GDK_KEY_Right, 0);
  assert_said (&shown, "One: 11 Jan 1970, Salience 0.95");
  test_press (chart, GDK_KEY_Right, GDK_CONTROL_MASK);
  assert_said (&shown, "One: Recalled, 20 Feb 1970, Salience 0.95");
  test_press (chart, GDK_KEY_End, 0);
  assert_said (&shown, "One: 11 Apr 1970, Salience 0.50, Forecast");
  test_press (chart, GDK_KEY_Down, 0);
  test_press (chart, GDK_KEY_Left, 0);
  assert_said (&shown, "<b>&: 1 Apr 1970, Salience 0.20");
  test_press (chart, GDK_KEY_Return, 0);
  g_assert_cmpint (got[0], ==, 1);
  g_assert_cmpint (got[1], ==, 9);
  test_press (chart, GDK_KEY_Escape, 0);
  assert_said (&shown, "");
  close_it (&shown);
}

static void
test_names (void)
{
  Shown shown;
  g_autofree char *problem = NULL;

  show (&shown);
  problem = gtk_test_accessible_check_property (GTK_ACCESSIBLE (shown.chart), GTK_ACCESSIBLE_PROPERTY_LABEL, "Salience");
  g_assert_cmpstr (problem, ==, NULL);
  problem = gtk_test_accessible_check_property (GTK_ACCESSIBLE (shown.chart), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                                "One: 0.70; <b>&: 0.17");
  g_assert_cmpstr (problem, ==, NULL);
  test_assert_names (GTK_WIDGET (shown.view));
  close_it (&shown);
}

static void
test_table (void)
{
  Shown shown;
  GtkWidget *table;

  show (&shown);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (test_find (GTK_WIDGET (shown.view), GTK_TYPE_TOGGLE_BUTTON, 0)), TRUE);
  wait_until (test_find_label (GTK_WIDGET (shown.view), "<b>&") != NULL || test_find_label (GTK_WIDGET (shown.view), "One"));
  table = test_find_mapped (GTK_WIDGET (shown.view), GTK_TYPE_COLUMN_VIEW);
  g_assert_nonnull (table);
  g_assert_cmpuint (g_list_model_get_n_items (gtk_column_view_get_columns (GTK_COLUMN_VIEW (table))), ==, 4);
  wait_until (test_find_label (table, "Recalled") != NULL);
  g_assert_nonnull (test_find_label (table, "11 Jan 1970"));
  test_assert_names (GTK_WIDGET (shown.view));
  close_it (&shown);
}

static void
saved_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      done)
{
  g_autoptr (GError) error = NULL;

  om_chart_view_save_finish (OM_CHART_VIEW (source), result, &error);
  g_assert_no_error (error);
  *(gboolean *) done = TRUE;
}

static void
said_cb (OmChartView *view,
         const char  *text,
         char       **said)
{
  g_free (*said);
  *said = g_strdup (text);
}

static void
test_save (Fixture      *fixture,
           gconstpointer data)
{
  static const char *const beginnings[] = { "\x89PNG", "<?xml", "series,x,y,forecast,note\nOne,1970-01-01T00:00:00+00:00,1,no,\n" };
  g_autofree char *said = NULL;
  Shown shown;

  show (&shown);
  for (int i = 0; i < OM_CHART_N_FORMATS; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/chart.%s", fixture->folder, om_chart_export_extension ((OmChartFormat) i));
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autofree char *content = NULL;
      gsize length;
      gboolean done = FALSE;

      om_chart_view_save_async (shown.view, (OmChartFormat) i, file, saved_cb, &done);
      wait_until (done);
      g_assert_true (g_file_get_contents (path, &content, &length, NULL));
      g_assert_cmpuint (length, >, 200);
      g_assert_cmpmem (content, strlen (beginnings[i]), beginnings[i], strlen (beginnings[i]));
    }
  g_signal_connect (shown.view, "said", G_CALLBACK (said_cb), &said);
  gtk_widget_activate_action (GTK_WIDGET (shown.view), "chart.copy", NULL);
  g_assert_cmpstr (said, ==, "The picture is in the clipboard");
  g_assert_true (gdk_content_formats_contain_gtype (gdk_clipboard_get_formats (gtk_widget_get_clipboard (GTK_WIDGET (shown.view))),
                                                    GDK_TYPE_TEXTURE));
  close_it (&shown);
}

/* What is drawn takes other colours when the style turns dark, without a new plot. */
static void
test_theme (void)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  Shown shown;
  g_autoptr (GdkTexture) light = NULL;
  g_autoptr (GdkTexture) dark = NULL;
  guchar first[4];
  guchar second[4];
  g_autofree guchar *pixels = NULL;
  gsize stride;

  show (&shown);
  light = om_chart_export_texture (om_chart_get_plot (shown.chart), 100, 100, GTK_WIDGET (shown.chart));
  adw_style_manager_set_color_scheme (style, ADW_COLOR_SCHEME_FORCE_DARK);
  wait_until (adw_style_manager_get_dark (style));
  dark = om_chart_export_texture (om_chart_get_plot (shown.chart), 100, 100, GTK_WIDGET (shown.chart));
  stride = (gsize) gdk_texture_get_width (light) * 4;
  pixels = g_malloc (stride * (gsize) gdk_texture_get_height (light));
  gdk_texture_download (light, pixels, stride);
  memcpy (first, pixels, sizeof first);
  gdk_texture_download (dark, pixels, stride);
  memcpy (second, pixels, sizeof second);
  g_assert_cmpint (first[0], >, 200);
  g_assert_cmpint (second[0], <, 80);
  adw_style_manager_set_color_scheme (style, ADW_COLOR_SCHEME_DEFAULT);
  close_it (&shown);
}

static void
count_cb (OmChartBrush *brush,
          guint        *n)
{
  (*n)++;
}

/* A stretch of time by the keys: told in days, never beyond the ends, and back to all of it. */
static void
test_brush (void)
{
  GtkWindow *window = GTK_WINDOW (gtk_window_new ());
  OmChartBrush *brush = g_object_new (OM_TYPE_CHART_BRUSH, NULL);
  GtkWidget *widget = GTK_WIDGET (brush);
  g_autoptr (GTimeZone) zone = g_time_zone_new_utc ();
  const gint64 day = 86400000;
  const gint64 times[] = { 100 * day, 0, 50 * day };
  g_autofree char *problem = NULL;
  guint n = 0;
  gint64 from;
  gint64 to;

  gtk_window_set_child (window, widget);
  gtk_window_present (window);
  g_signal_connect (brush, "changed", G_CALLBACK (count_cb), &n);
  om_chart_brush_set_times (brush, times, G_N_ELEMENTS (times), zone);
  om_chart_brush_get_range (brush, &from, &to);
  g_assert_cmpint (from, ==, 0);
  g_assert_cmpint (to, ==, 100 * day);
  problem = gtk_test_accessible_check_property (GTK_ACCESSIBLE (brush), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                                "1 Jan 1970 to 11 Apr 1970");
  g_assert_cmpstr (problem, ==, NULL);

  test_press (widget, GDK_KEY_Right, 0);
  g_assert_cmpuint (n, ==, 0);
  for (int i = 0; i < 25; i++)
    test_press (widget, GDK_KEY_Left, GDK_SHIFT_MASK);
  om_chart_brush_get_range (brush, &from, &to);
  g_assert_cmpint (from, ==, 0);
  g_assert_cmpint (ABS (to - 50 * day), <, day / 10);
  test_press (widget, GDK_KEY_End, 0);
  om_chart_brush_get_range (brush, &from, &to);
  g_assert_cmpint (ABS (from - 50 * day), <, day / 10);
  g_assert_cmpint (to, ==, 100 * day);
  test_press (widget, GDK_KEY_Right, 0);
  g_assert_cmpuint (n, ==, 26);
  for (int i = 0; i < 100; i++)
    test_press (widget, GDK_KEY_Right, GDK_CONTROL_MASK);
  om_chart_brush_get_range (brush, &from, &to);
  g_assert_cmpint (from, <, to);
  test_press (widget, GDK_KEY_Escape, 0);
  om_chart_brush_get_range (brush, &from, &to);
  g_assert_cmpint (from, ==, 0);
  g_assert_cmpint (to, ==, 100 * day);
  test_close (GTK_WIDGET (window));
}

void
test_chart_view_add (void)
{
  g_test_add_func ("/views/chart/space", test_space);
  g_test_add_func ("/views/chart/keys", test_keys);
  g_test_add_func ("/views/chart/names", test_names);
  g_test_add_func ("/views/chart/table", test_table);
  g_test_add ("/views/chart/save", Fixture, NULL, fixture_set_up, test_save, fixture_tear_down);
  g_test_add_func ("/views/chart/theme", test_theme);
  g_test_add_func ("/views/chart/brush", test_brush);
}
