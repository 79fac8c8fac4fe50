/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ticks of numbers and of time, and the axis they are on. */
#include "config.h"

#include <math.h>

#include "chart/om-chart-axis.h"
#include "test-chart.h"

static char *
join (GArray *ticks)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < ticks->len; i++)
    g_string_append_printf (all, "%s%s", i > 0 ? " " : "", g_array_index (ticks, OmChartTick, i).label);
  return g_string_free (all, FALSE);
}

static const struct
{
  double      min;
  double      max;
  guint       most;
  const char *labels;
} number_cases[] = {
  { 0, 1, 6, "0.0 0.2 0.4 0.6 0.8 1.0" },
  { 0, 1, 11, "0.0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0" },
  { 0, 100, 5, "0 50 100" },
  { 0, 100, 6, "0 20 40 60 80 100" },
  { -1, 1, 5, "-1.0 -0.5 0.0 0.5 1.0" },
  { .031, .092, 5, "0.04 0.06 0.08" },
  { -3, 1234, 4, "0 500 1000" },
  { 0, 1e-7, 3, "0.00000000 0.00000005 0.00000010" },
  { 5, 5, 4, "" },
  { 6, 5, 4, "" },
  { NAN, 1, 4, "" },
  { 0, INFINITY, 4, "" },
  { -1.7e308, 1.7e308, 4, "" },
  { 1e300, 1e300 * (1 + 1e-15), 4, "" },
};

static void
test_numbers (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (number_cases); i++)
    {
      g_autoptr (GArray) ticks = om_chart_ticks_of_numbers (number_cases[i].min, number_cases[i].max, number_cases[i].most);
      g_autofree char *labels = join (ticks);

      g_assert_cmpstr (labels, ==, number_cases[i].labels);
      for (guint j = 0; j < ticks->len; j++)
        {
          double at = g_array_index (ticks, OmChartTick, j).at;

          g_assert_cmpfloat (at, >=, number_cases[i].min - 1e-9);
          g_assert_cmpfloat (at, <=, number_cases[i].max + 1e-9);
        }
    }
}

/* Whatever is asked for, there are never more than asked for, and the ends are not passed. */
static void
test_numbers_any (void)
{
  for (guint i = 0; i < 5000; i++)
    {
      double min = g_test_rand_double_range (-1, 1) * pow (10, g_test_rand_int_range (-9, 12));
      double max = min + g_test_rand_double_range (1e-3, 1) * pow (10, g_test_rand_int_range (-6, 12));
      guint most = (guint) g_test_rand_int_range (2, 20);
      g_autoptr (GArray) ticks = om_chart_ticks_of_numbers (min, max, most);

      g_assert_cmpuint (ticks->len, <=, most + 1);
    }
}

static gint64
ms_of (const char *iso)
{
  g_autoptr (GDateTime) at = g_date_time_new_from_iso8601 (iso, NULL);

  g_assert_nonnull (at);
  return g_date_time_to_unix (at) * 1000;
}

static const struct
{
  const char *zone;
  const char *from;
  const char *to;
  guint       most;
  const char *labels;
} time_cases[] = {
  { "Etc/UTC", "2025-03-01T00:00:00Z", "2025-03-01T18:00:00Z", 6, "1 Mar 03:00 06:00 09:00 12:00 15:00 18:00" },
  { "Etc/UTC", "2025-03-01T12:00:00Z", "2025-03-05T12:00:00Z", 6, "2 Mar 3 Mar 4 Mar 5 Mar" },
  /* Weeks begin on Monday where the locale says nothing. */
  { "Etc/UTC", "2025-03-01T12:00:00Z", "2025-03-30T12:00:00Z", 6, "3 Mar 10 Mar 17 Mar 24 Mar" },
  { "Etc/UTC", "2025-03-10T00:00:00Z", "2025-08-10T00:00:00Z", 6, "Apr 2025 May Jun Jul Aug" },
  { "Etc/UTC", "2024-10-10T00:00:00Z", "2025-03-10T00:00:00Z", 6, "Nov Dec 2025 Feb Mar" },
  { "Etc/UTC", "2015-06-01T00:00:00Z", "2025-06-01T00:00:00Z", 6, "2016 2018 2020 2022 2024" },
  { "Etc/UTC", "1900-06-01T00:00:00Z", "2025-06-01T00:00:00Z", 4, "1950 2000" },
  /* The days of the place: midnight in Auckland is noon in Greenwich. */
  { "Pacific/Auckland", "2025-06-30T11:00:00Z", "2025-07-02T13:00:00Z", 3, "1 Jul 2 Jul 3 Jul" },
  /* Summer time begins at two: the clock on the wall still says round hours. */
  { "Europe/Berlin", "2025-03-29T23:00:00Z", "2025-03-30T16:00:00Z", 6, "30 Mar 03:00 06:00 09:00 12:00 15:00 18:00" },
  { "Etc/UTC", "2025-06-01T00:00:00Z", "2025-06-01T00:00:00Z", 4, "" },
};

static void
test_times (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (time_cases); i++)
    {
      g_autoptr (GTimeZone) zone = g_time_zone_new_identifier (time_cases[i].zone);
      g_autoptr (GArray) ticks = om_chart_ticks_of_times (ms_of (time_cases[i].from), ms_of (time_cases[i].to),
                                                          time_cases[i].most, zone);
      g_autofree char *labels = join (ticks);

      g_assert_cmpstr (labels, ==, time_cases[i].labels);
    }
}

/* From the first to the last day that can be written, and beyond. */
static void
test_times_extreme (void)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_utc ();
  g_autoptr (GArray) all = om_chart_ticks_of_times (ms_of ("0001-01-01T00:00:00Z"), ms_of ("9999-12-31T00:00:00Z"), 12, zone);
  g_autoptr (GArray) beyond = om_chart_ticks_of_times (G_MININT64 / 4, G_MAXINT64 / 4, 12, zone);
  g_autofree char *labels = join (all);

  g_assert_cmpstr (labels, ==, "1 1000 2000 3000 4000 5000 6000 7000 8000 9000");
  g_assert_cmpuint (beyond->len, ==, 0);
}

static void
test_axis (void)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_identifier ("Europe/Berlin");
  OmChartAxis axis = { 0 };
  g_autofree char *number = NULL;
  g_autofree char *day = NULL;
  g_autofree char *hour = NULL;
  g_autofree char *exact = NULL;

  om_chart_axis_set_numbers (&axis, "Height", 2, 4, 2);
  g_assert_cmpfloat (om_chart_axis_share (&axis, 3), ==, .5);
  g_assert_cmpfloat (om_chart_axis_value (&axis, .25), ==, 2.5);
  number = om_chart_axis_dup_words (&axis, 2.345678);
  g_assert_cmpstr (number, ==, "2.35");
  om_chart_axis_set_numbers (&axis, "Height", 2, 2, 2);
  g_assert_cmpfloat (om_chart_axis_share (&axis, 2), ==, .5);

  om_chart_axis_set_times (&axis, "", ms_of ("2025-01-01T00:00:00Z"), ms_of ("2026-01-01T00:00:00Z"), zone);
  day = om_chart_axis_dup_words (&axis, (double) ms_of ("2025-05-31T22:30:00Z"));
  exact = om_chart_axis_dup_exact (&axis, (double) ms_of ("2025-05-31T22:30:00Z"));
  g_assert_cmpstr (day, ==, "1 Jun 2025");
  g_assert_cmpstr (exact, ==, "2025-06-01T00:30:00+02:00");
  om_chart_axis_set_times (&axis, "", ms_of ("2025-05-31T00:00:00Z"), ms_of ("2025-06-02T00:00:00Z"), zone);
  hour = om_chart_axis_dup_words (&axis, (double) ms_of ("2025-05-31T22:30:00Z"));
  g_assert_cmpstr (hour, ==, "1 Jun 2025, 00:30");
  om_chart_axis_clear (&axis);
}

void
test_ticks_add (void)
{
  g_test_add_func ("/chart/ticks/numbers", test_numbers);
  g_test_add_func ("/chart/ticks/numbers-any", test_numbers_any);
  g_test_add_func ("/chart/ticks/times", test_times);
  g_test_add_func ("/chart/ticks/times-extreme", test_times_extreme);
  g_test_add_func ("/chart/axis", test_axis);
}
