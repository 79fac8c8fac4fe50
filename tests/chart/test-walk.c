/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Series, geometry, and going through a chart. */
#include "config.h"

#include <math.h>

#include "chart/om-chart-walk.h"
#include "test-chart.h"

static void
test_series (void)
{
  g_autoptr (OmChartPlot) plot = test_plot_new ();
  const OmChartSeries *series = om_chart_plot_get_series (plot, 0);
  g_autoptr (OmChartSeries) bad = om_chart_series_new ("Bad", OM_CHART_LINE, "x");

  g_assert_cmpfloat_with_epsilon (om_chart_series_value_at (series, 20), .6, 1e-12);
  /* At a jump the value after it. */
  g_assert_cmpfloat (om_chart_series_value_at (series, 40), ==, 1);
  g_assert_cmpfloat (om_chart_series_value_at (series, 100), ==, .2);
  g_assert_true (isnan (om_chart_series_value_at (series, -1)));
  g_assert_true (isnan (om_chart_series_value_at (series, 101)));
  g_assert_true (isnan (om_chart_series_value_at (om_chart_plot_get_series (plot, 1), 0)));
  /* What is no number is nowhere. */
  om_chart_series_add (bad, NAN, 1, 0, NULL);
  om_chart_series_add (bad, 1, INFINITY, 0, NULL);
  g_assert_cmpuint (om_chart_series_count (bad), ==, 0);
  om_chart_series_add (bad, 1, 1, 0, NULL);
  om_chart_series_add (bad, 2, 1, OM_CHART_POINT_GAP, NULL);
  g_assert_true (isnan (om_chart_series_value_at (bad, 1.5)));
}

static void
assert_at (const OmChartPlot *plot,
           OmChartStep        step,
           OmChartCursor     *cursor,
           int                series,
           int                point)
{
  OmChartCursor before = *cursor;
  gboolean moved = om_chart_walk (plot, step, cursor);

  g_assert_cmpint (cursor->series, ==, series);
  g_assert_cmpint (cursor->point, ==, point);
  g_assert_true (moved == (before.series != series || before.point != point));
}

static void
test_walk (void)
{
  g_autoptr (OmChartPlot) plot = test_plot_new ();
  g_autoptr (OmChartPlot) empty = om_chart_plot_new ("Empty");
  OmChartCursor cursor = OM_CHART_CURSOR_NONE;

  assert_at (plot, OM_CHART_STEP_NEXT, &cursor, 0, 4);
  assert_at (plot, OM_CHART_STEP_NEXT, &cursor, 0, 4);
  assert_at (plot, OM_CHART_STEP_PREVIOUS, &cursor, 0, 3);
  assert_at (plot, OM_CHART_STEP_PREVIOUS_MARK, &cursor, 0, 2);
  assert_at (plot, OM_CHART_STEP_PREVIOUS_MARK, &cursor, 0, 2);
  assert_at (plot, OM_CHART_STEP_FIRST, &cursor, 0, 0);
  assert_at (plot, OM_CHART_STEP_NEXT_MARK, &cursor, 0, 2);
  assert_at (plot, OM_CHART_STEP_FAR_NEXT, &cursor, 0, 3);
  /* The empty series is stepped over, and the place across stays. */
  assert_at (plot, OM_CHART_STEP_NEXT_SERIES, &cursor, 2, 1);
  assert_at (plot, OM_CHART_STEP_NEXT_SERIES, &cursor, 2, 1);
  assert_at (plot, OM_CHART_STEP_PREVIOUS_SERIES, &cursor, 0, 3);
  assert_at (plot, OM_CHART_STEP_LAST, &cursor, 0, 4);

  cursor = OM_CHART_CURSOR_NONE;
  g_assert_false (om_chart_walk (empty, OM_CHART_STEP_NEXT, &cursor));
  cursor = (OmChartCursor){ 7, 7 };
  g_assert_null (om_chart_walk_point (plot, cursor));
  assert_at (plot, OM_CHART_STEP_FIRST, &cursor, 0, 0);
}

static void
test_words (void)
{
  g_autoptr (OmChartPlot) plot = test_plot_new ();
  g_autoptr (OmChartPlot) empty = om_chart_plot_new ("Empty");
  g_autofree char *mark = om_chart_walk_dup_words (plot, (OmChartCursor){ 0, 2 });
  g_autofree char *forecast = om_chart_walk_dup_words (plot, (OmChartCursor){ 0, 4 });
  g_autofree char *summary = om_chart_walk_dup_summary (plot);
  g_autofree char *nothing = om_chart_walk_dup_summary (empty);

  g_assert_cmpstr (mark, ==, "First: Recalled, Place 40, Height 1.00");
  g_assert_cmpstr (forecast, ==, "First: Place 100, Height 0.20, Forecast");
  /* The present, not what is yet to come. */
  g_assert_cmpstr (summary, ==, "First: 0.60; Later: 0.20");
  g_assert_cmpstr (nothing, ==, "Nothing to see yet");
  g_assert_null (om_chart_walk_dup_words (plot, OM_CHART_CURSOR_NONE));
}

static void
test_nearest (void)
{
  g_autoptr (OmChartPlot) plot = test_plot_new ();
  g_autoptr (OmChartLayout) layout = om_chart_layout_new (plot, 600, 300, FALSE, test_measure, NULL);
  OmChartCursor cursor;

  for (int i = 0; i < 3; i++)
    {
      for (int j = 0; j < (int) om_chart_series_count (om_chart_plot_get_series (plot, (guint) i)); j++)
        {
          const OmChartPoint *point = om_chart_walk_point (plot, (OmChartCursor){ i, j });

          cursor = om_chart_walk_nearest (plot, layout, om_chart_layout_x (layout, plot, point->x),
                                          om_chart_layout_y (layout, plot, point->y));
          g_assert_cmpint (cursor.series, ==, i);
          g_assert_cmpint (cursor.point, ==, j);
        }
    }
}

static void
assert_inside (const OmChartLayout *layout)
{
  g_assert_cmpfloat (layout->plot.x, >=, 0);
  g_assert_cmpfloat (layout->plot.y, >=, 0);
  g_assert_cmpfloat (layout->plot.x + layout->plot.width, <=, layout->width);
  g_assert_cmpfloat (layout->plot.y + layout->plot.height, <=, layout->height);
  for (guint i = 0; i < layout->legend->len; i++)
    {
      const OmChartLegendEntry *entry = &g_array_index (layout->legend, OmChartLegendEntry, i);

      g_assert_cmpfloat (entry->box.x, >=, 0);
      g_assert_cmpfloat (entry->box.x + entry->box.width, <=, layout->width);
      g_assert_cmpfloat (entry->box.y + entry->box.height, <=, layout->plot.y);
      for (guint j = 0; j < i; j++)
        {
          const OmChartBox *other = &g_array_index (layout->legend, OmChartLegendEntry, j).box;

          g_assert_true (other->y != entry->box.y || other->x + other->width <= entry->box.x ||
                         entry->box.x + entry->box.width <= other->x);
        }
    }
}

/* Everything is inside, nothing lies on anything, at any width and from either side. */
static void
test_layout (void)
{
  g_autoptr (OmChartPlot) plot = test_plot_new ();

  for (double width = 180; width < 1600; width += 47)
    {
      g_autoptr (OmChartLayout) layout = om_chart_layout_new (plot, width, 300, FALSE, test_measure, NULL);
      g_autoptr (OmChartLayout) mirrored = om_chart_layout_new (plot, width, 300, TRUE, test_measure, NULL);
      double room = layout->plot.width / MAX (1, layout->x_ticks->len);

      assert_inside (layout);
      assert_inside (mirrored);
      g_assert_cmpfloat (room, >=, 21);
      /* Labels change sides, time does not. */
      g_assert_cmpfloat (mirrored->plot.x, <, layout->plot.x);
      g_assert_cmpfloat (om_chart_layout_x (mirrored, plot, 0), <, om_chart_layout_x (mirrored, plot, 100));
      g_assert_cmpfloat (om_chart_layout_y (layout, plot, 1), ==, layout->plot.y);
      g_assert_cmpfloat (om_chart_layout_y (layout, plot, 0), ==, layout->plot.y + layout->plot.height);
    }
}

static gboolean
legend_says (const OmChartPlot *plot,
             const char        *name)
{
  g_autoptr (OmChartLayout) layout = om_chart_layout_new (plot, 800, 300, FALSE, test_measure, NULL);

  for (guint i = 0; i < layout->legend->len; i++)
    {
      const OmChartLegendEntry *entry = &g_array_index (layout->legend, OmChartLegendEntry, i);

      if (entry->kind == OM_CHART_LEGEND_SERIES && g_str_equal (om_chart_layout_legend_text (plot, entry), name))
        return TRUE;
    }
  return FALSE;
}

/* A chart of one series says what it shows, unless the scale does. */
static void
test_single (void)
{
  g_autoptr (OmChartPlot) named = om_chart_plot_new ("One");
  g_autoptr (OmChartPlot) plain = om_chart_plot_new ("One");
  g_autoptr (OmChartSeries) heron = om_chart_series_new ("The heron", OM_CHART_LINE, "accent_color");
  g_autoptr (OmChartSeries) salience = om_chart_series_new ("Salience", OM_CHART_LINE, "accent_color");

  for (double x = 0; x <= 100; x += 50)
    {
      om_chart_series_add (heron, x, .5, OM_CHART_POINT_PLAIN, NULL);
      om_chart_series_add (salience, x, .5, OM_CHART_POINT_PLAIN, NULL);
    }
  om_chart_axis_set_numbers (&named->x, "Place", 0, 100, 0);
  om_chart_axis_set_numbers (&named->y, "Salience", 0, 1, 2);
  om_chart_plot_add_series (named, heron);
  om_chart_axis_set_numbers (&plain->x, "Place", 0, 100, 0);
  om_chart_axis_set_numbers (&plain->y, "Salience", 0, 1, 2);
  om_chart_plot_add_series (plain, salience);
  g_assert_true (legend_says (named, "The heron"));
  g_assert_false (legend_says (plain, "Salience"));
}

void
test_walk_add (void)
{
  g_test_add_func ("/chart/single", test_single);
  g_test_add_func ("/chart/series", test_series);
  g_test_add_func ("/chart/walk", test_walk);
  g_test_add_func ("/chart/words", test_words);
  g_test_add_func ("/chart/nearest", test_nearest);
  g_test_add_func ("/chart/layout", test_layout);
}
