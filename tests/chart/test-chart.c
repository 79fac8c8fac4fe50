/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts without a display. */
#include "config.h"

#include "test-chart.h"

/** test_measure: each letter is seven pixels wide and fourteen high. */
void
test_measure (const char *text,
              double     *width,
              double     *height,
              gpointer    data)
{
  *width = 7.0 * (double) g_utf8_strlen (text, -1);
  *height = 14;
}

/** test_plot_new: a curve with a jump and a forecast, one that begins later, and an empty one. */
OmChartPlot *
test_plot_new (void)
{
  OmChartPlot *plot = om_chart_plot_new ("Test");
  g_autoptr (OmChartSeries) first = om_chart_series_new ("First", OM_CHART_LINE, "accent_color");
  g_autoptr (OmChartSeries) none = om_chart_series_new ("None", OM_CHART_LINE, "accent_color");
  g_autoptr (OmChartSeries) later = om_chart_series_new ("Later", OM_CHART_LINE, "accent_color");

  om_chart_axis_set_numbers (&plot->x, "Place", 0, 100, 0);
  om_chart_axis_set_numbers (&plot->y, "Height", 0, 1, 2);
  om_chart_series_add (first, 0, .8, OM_CHART_POINT_PLAIN, NULL);
  om_chart_series_add (first, 40, .4, OM_CHART_POINT_PLAIN, NULL);
  om_chart_series_add (first, 40, 1, OM_CHART_POINT_MARK, "Recalled");
  om_chart_series_add (first, 60, .6, OM_CHART_POINT_PLAIN, NULL);
  om_chart_series_add (first, 100, .2, OM_CHART_POINT_FORECAST, NULL);
  om_chart_series_add (later, 50, .1, OM_CHART_POINT_PLAIN, NULL);
  om_chart_series_add (later, 60, .2, OM_CHART_POINT_PLAIN, NULL);
  om_chart_plot_add_series (plot, first);
  om_chart_plot_add_series (plot, none);
  om_chart_plot_add_series (plot, later);
  om_chart_plot_add_line (plot, OM_CHART_ACROSS, .3, "Fading");
  om_chart_plot_set_labels (plot, "Recall", "Forecast");
  return plot;
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_ticks_add ();
  test_walk_add ();
  test_paint_add ();
  return g_test_run ();
}
