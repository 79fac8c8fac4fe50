/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal in numbers: named, told, charted, at 360 pixels, and gone when it is closed. */
#include "config.h"

#include <adwaita.h>
#include <math.h>

#include "chart/om-chart-view.h"
#include "engine/om-tallies.h"
#include "test-views.h"
#include "views/om-statistics-plots.h"
#include "views/om-statistics-window.h"

static void
test_window (Fixture      *fixture,
             gconstpointer data)
{
  OmWindow *window;
  GtkWidget *statistics;

  fixture_open (fixture);
  g_free (fixture_remember (fixture, "I feel happy: 今天."));
  g_free (fixture_remember (fixture, "The heron stood at the lock."));
  window = fixture_show_window (fixture);
  statistics = GTK_WIDGET (om_statistics_window_new (fixture->session, GTK_WINDOW (window)));
  gtk_window_present (GTK_WINDOW (statistics));
  wait_until (gtk_widget_get_mapped (statistics) && test_find_mapped (statistics, OM_TYPE_CHART_VIEW) != NULL);
  /* Two entries, eleven words, one day, no recall, and nothing without a date. */
  g_assert_nonnull (test_find_label (statistics, "2"));
  g_assert_nonnull (test_find_label (statistics, "11"));
  g_assert_nonnull (test_find_label (statistics, "1"));
  test_assert_names (statistics);
  test_assert_all_reached (GTK_WINDOW (statistics));
  test_close (statistics);

  /* Closed before it has counted. */
  statistics = GTK_WIDGET (om_statistics_window_new (fixture->session, GTK_WINDOW (window)));
  gtk_window_present (GTK_WINDOW (statistics));
  test_close (statistics);
  test_close (GTK_WIDGET (window));
}

static OmTally *
add_month (GArray *tallies,
           int     month,
           guint   n)
{
  OmTally tally = { .month = month, .words = n * 10, .recalls = n };

  tally.entries[OM_SECTOR_EMOTIONAL] = n;
  g_array_append_val (tallies, tally);
  return &g_array_index (tallies, OmTally, tallies->len - 1);
}

/* Months without anything are there; those before the first and after the last are not; what has no date is in none. */
static void
test_plots (void)
{
  g_autoptr (GArray) tallies = g_array_new (FALSE, FALSE, sizeof (OmTally));
  g_autoptr (GTimeZone) zone = g_time_zone_new_utc ();
  OmChartPlot *plot;
  OmChartSeries *series;

  g_assert_null (om_statistics_plot_words (tallies, zone));
  add_month (tallies, OM_TALLY_UNDATED, 5);
  g_assert_null (om_statistics_plot_words (tallies, zone));
  add_month (tallies, 2024 * 12 + 10, 3)->valence = 1.5;
  g_array_index (tallies, OmTally, 1).n_moods = 3;
  add_month (tallies, 2025 * 12 + 1, 2);

  plot = om_statistics_plot_words (tallies, zone);
  series = g_ptr_array_index (plot->series, 0);
  g_assert_cmpuint (om_chart_series_count (series), ==, 4);
  g_assert_cmpfloat (om_chart_series_get (series, 0)->y, ==, 30);
  g_assert_cmpfloat (om_chart_series_get (series, 1)->y, ==, 0);
  g_assert_cmpfloat (om_chart_series_get (series, 3)->y, ==, 20);
  om_chart_plot_unref (plot);

  plot = om_statistics_plot_moods (tallies, zone);
  series = g_ptr_array_index (plot->series, 0);
  g_assert_cmpuint (om_chart_series_count (series), ==, 1);
  g_assert_cmpfloat (om_chart_series_get (series, 0)->y, ==, .5);
  om_chart_plot_unref (plot);

  plot = om_statistics_plot_sectors (tallies, zone);
  g_assert_cmpuint (plot->series->len, ==, OM_N_SECTORS);
  g_assert_cmpfloat (plot->y.max, ==, 3);
  om_chart_plot_unref (plot);

  /* A journal of centuries is shown by years, and no entry is lost. */
  add_month (tallies, 2525 * 12 + 3, 4);
  plot = om_statistics_plot_recalls (tallies, zone);
  series = g_ptr_array_index (plot->series, 0);
  g_assert_cmpuint (om_chart_series_count (series), ==, 502);
  g_assert_cmpfloat (om_chart_series_get (series, 0)->y, ==, 3);
  g_assert_cmpfloat (om_chart_series_get (series, 1)->y, ==, 2);
  g_assert_cmpfloat (om_chart_series_get (series, 501)->y, ==, 4);
  om_chart_plot_unref (plot);
}

void
test_statistics_add (void)
{
  g_test_add_func ("/views/statistics/plots", test_plots);
  g_test_add ("/views/statistics/window", Fixture, NULL, fixture_set_up, test_window, fixture_tear_down);
}
