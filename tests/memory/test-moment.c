/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instants, calendar days, journal days, and the edges of the clock. */
#include "config.h"

#include "memory/om-error.h"
#include "memory/om-moment.h"

void test_moment_add (void);

static void
check (const char *text,
       const char *zone_name,
       const char *expected)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_identifier (zone_name);
  g_autoptr (GError) error = NULL;
  g_autofree char *written = NULL;
  OmMoment moment;

  g_assert_nonnull (zone);
  om_moment_parse (text, zone, &moment, &error);
  g_assert_no_error (error);
  written = om_moment_format (&moment);
  g_assert_cmpstr (written, ==, expected);
}

static void
test_parse (void)
{
  check ("2024-01-15T22:30:00Z", "Asia/Tokyo", "2024-01-15T22:30:00Z");
  check ("2024-01-15T22:30:00.250+05:30", "UTC", "2024-01-15T22:30:00.250+05:30");
  check ("2024-01-15 22:30", "Europe/Oslo", "2024-01-15T22:30:00+01:00");
  check ("2024-07-15 22:30:59", "America/New_York", "2024-07-15T22:30:59-04:00");
  check ("2024-01-15", "Pacific/Kiritimati", "2024-01-15");
  check ("0001-01-01 00:00", "UTC", "0001-01-01T00:00:00Z");
  check ("9999-12-31 23:59", "UTC", "9999-12-31T23:59:00Z");
  check ("1969-12-31T23:59:59.999Z", "UTC", "1969-12-31T23:59:59.999Z");
  check ("2024-02-29", "UTC", "2024-02-29");
}

static void
test_refuse (void)
{
  static const char *const wrong[] = {
    "", "today", "2023-02-29", "2023-02-30 10:00", "2024-13-01", "2024-00-10", "2024-01-00", "0000-01-01",
    "2024-1-1", "2024-01-01 24:00", "2024-01-01 23:60", "2024-01-01 10", "2024-01-01T10:00:60Z",
    "2024-01-01T10:00:00+99:00", "2024-01-01 10:00 and more", "10000-01-01", "20240101"
  };
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();

  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (GError) error = NULL;
      OmMoment moment;

      g_assert_false (om_moment_parse (wrong[i], utc, &moment, &error));
      g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
    }
}

/* samples/README.md rule 5: in a gap move on by the gap, a time that came twice is the first. */
static void
test_clock_changes (void)
{
  check ("2024-03-10 02:30", "America/New_York", "2024-03-10T03:30:00-04:00");
  check ("2024-03-10 01:59", "America/New_York", "2024-03-10T01:59:00-05:00");
  check ("2024-03-10 03:00", "America/New_York", "2024-03-10T03:00:00-04:00");
  check ("2024-11-03 01:30", "America/New_York", "2024-11-03T01:30:00-04:00");
  check ("2024-11-03 02:00", "America/New_York", "2024-11-03T02:00:00-05:00");
  check ("2024-11-03 00:59", "America/New_York", "2024-11-03T00:59:00-04:00");
  check ("2024-03-31 02:15", "Europe/Berlin", "2024-03-31T03:15:00+02:00");
  check ("2024-10-27 02:15", "Europe/Berlin", "2024-10-27T02:15:00+02:00");
  check ("2024-10-06 02:10", "Australia/Lord_Howe", "2024-10-06T02:40:00+11:00");
  check ("2024-04-07 01:45", "Australia/Lord_Howe", "2024-04-07T01:45:00+11:00");
  /* Samoa left out the whole of 30 December 2011. */
  check ("2011-12-30 10:00", "Pacific/Apia", "2011-12-31T10:00:00+14:00");
}

static void
test_days (void)
{
  g_autoptr (GTimeZone) auckland = g_time_zone_new_identifier ("Pacific/Auckland");
  OmMoment moment;
  OmMoment day = om_moment_on_day (2024, 1, 5);
  int y, m, d;

  /* Half past three at night belongs to the journal day before, to the calendar day after. */
  g_assert_true (om_moment_from_local (auckland, 2024, 1, 6, 3, 30, 0, &moment));
  g_assert_cmpint (om_moment_civil_day (&moment), ==, om_date_to_day_number (2024, 1, 6));
  g_assert_cmpint (om_moment_journal_day (&moment), ==, om_date_to_day_number (2024, 1, 5));
  g_assert_true (om_moment_from_local (auckland, 2024, 1, 6, 4, 0, 0, &moment));
  g_assert_cmpint (om_moment_journal_day (&moment), ==, om_date_to_day_number (2024, 1, 6));

  g_assert_cmpint (om_moment_journal_day (&day), ==, om_date_to_day_number (2024, 1, 5));
  om_moment_civil_date (&day, &y, &m, &d);
  g_assert_cmpint (y * 10000 + m * 100 + d, ==, 20240105);
}

/* The first and the last hours of the years 1 to 9999, wherever they were lived. */
static void
test_edges (void)
{
  static const char *const texts[] = {
    "0001-01-01T00:00:00+14:00",     "0001-01-01T00:00:00-12:00", "9999-12-31T23:59:59.999-14:00",
    "9999-12-31T23:59:59.999+14:00", "1969-12-31T23:59:59.001Z",  "2024-02-29T12:34:56.789+05:45",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
      g_autoptr (GDateTime) there = NULL;
      g_autofree char *text = NULL;
      g_autofree char *shown = NULL;
      OmMoment moment;

      g_assert_true (om_moment_parse (texts[i], utc, &moment, NULL));
      text = om_moment_format (&moment);
      g_assert_cmpstr (text, ==, texts[i]);
      there = om_moment_to_local (&moment);
      g_assert_nonnull (there);
      shown = g_strdup_printf ("%04d-%02d-%02dT%02d:%02d:%02d", g_date_time_get_year (there),
                               g_date_time_get_month (there), g_date_time_get_day_of_month (there),
                               g_date_time_get_hour (there), g_date_time_get_minute (there),
                               g_date_time_get_second (there));
      g_assert_true (g_str_has_prefix (texts[i], shown));
      g_assert_cmpint (g_date_time_get_microsecond (there), ==, (moment.ms % 1000 + 1000) % 1000 * 1000);
      g_assert_cmpint (g_date_time_get_utc_offset (there), ==, moment.offset_s * G_TIME_SPAN_SECOND);
    }
}

static void
test_day_numbers (void)
{
  g_assert_cmpint (om_date_to_day_number (1970, 1, 1), ==, 0);
  for (int number = om_date_to_day_number (1, 1, 1); number <= om_date_to_day_number (9999, 12, 31); number++)
    {
      int y, m, d;

      om_date_from_day_number (number, &y, &m, &d);
      if (!om_date_is_valid (y, m, d) || om_date_to_day_number (y, m, d) != number)
        g_error ("day %d is not read back", number);
    }
}

void
test_moment_add (void)
{
  g_test_add_func ("/moment/parse", test_parse);
  g_test_add_func ("/moment/refuse", test_refuse);
  g_test_add_func ("/moment/clock-changes", test_clock_changes);
  g_test_add_func ("/moment/days", test_days);
  g_test_add_func ("/moment/edges", test_edges);
  g_test_add_func ("/moment/day-numbers", test_day_numbers);
}
