/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The calendar counts what the list shows, day by day. */
#include "config.h"

#include "engine/om-days.h"
#include "test-engine.h"

#define N_MEMORIES 300
#define HOUR G_GINT64_CONSTANT (3600000)

static GArray *
count_days (Fixture        *fixture,
            const OmFilter *filter)
{
  g_autoptr (GError) error = NULL;
  GArray *days = om_engine_count_days (fixture->engine, filter, NULL, &error);

  g_assert_no_error (error);
  return days;
}

static char *
remember (Fixture    *fixture,
          const char *text,
          OmMoment    happened,
          const char *tag)
{
  g_autoptr (OmDraft) draft = om_draft_new (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmRemembered) remembered = NULL;

  draft->has_happened = TRUE;
  draft->happened = happened;
  draft->dedup = OM_DEDUP_OFF;
  if (tag != NULL)
    draft->tags = g_strsplit (tag, " ", -1);
  remembered = om_engine_remember (fixture->engine, draft, NULL, &error);
  g_assert_no_error (error);
  return g_strdup (remembered->id);
}

/* A journal of many places and days: instants near midnight, days alone, and some without a date. */
static void
write_journal (Fixture *fixture)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (8);

  for (guint i = 0; i < N_MEMORIES; i++)
    {
      g_autofree char *text = g_strdup_printf ("Entry %u of many.", i);
      OmMoment happened = { TEST_NOW - (gint64) g_rand_int_range (random, 0, 24 * 60) * HOUR,
                            g_rand_int_range (random, -11, 13) * 3600, OM_PRECISION_INSTANT };

      if (i % 7 == 0)
        happened = om_moment_on_day (2020 + (int) (i % 3), 2, 1 + (int) (i % 28));
      else if (i % 11 == 0)
        happened = om_moment_unknown (TEST_NOW - i * HOUR);
      g_free (remember (fixture, text, happened, i % 3 == 0 ? "canal" : NULL));
    }
}

/* The list, counted by hand. */
static void
assert_like_list (Fixture        *fixture,
                  const OmFilter *filter)
{
  g_autoptr (GArray) days = count_days (fixture, filter);
  g_autoptr (GArray) items = om_engine_list (fixture->engine, filter, OM_SORT_OLDEST, NULL, NULL);
  g_autoptr (GHashTable) expected = g_hash_table_new (NULL, NULL);
  guint n_dated = 0;
  guint n_counted = 0;

  for (guint i = 0; i < items->len; i++)
    {
      const OmMoment *happened = &g_array_index (items, OmListItem, i).happened;
      gpointer day = GINT_TO_POINTER (om_moment_civil_day (happened));

      if (happened->precision == OM_PRECISION_UNKNOWN)
        continue;
      n_dated++;
      g_hash_table_insert (expected, day, GINT_TO_POINTER (GPOINTER_TO_INT (g_hash_table_lookup (expected, day)) + 1));
    }
  g_assert_cmpuint (days->len, ==, g_hash_table_size (expected));
  for (guint i = 0; i < days->len; i++)
    {
      const OmDayCount *day = &g_array_index (days, OmDayCount, i);

      g_assert_cmpint (day->count, ==, GPOINTER_TO_INT (g_hash_table_lookup (expected, GINT_TO_POINTER (day->day))));
      g_assert_cmpuint (om_days_count_between (days, day->day, day->day), ==, day->count);
      if (i > 0)
        g_assert_cmpint (day->day, >, day[-1].day);
      n_counted += day->count;
    }
  g_assert_cmpuint (n_counted, ==, n_dated);
  g_assert_cmpuint (om_days_count_between (days, G_MININT32, G_MAXINT32), ==, n_dated);
}

static void
test_like_list (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (OmFilter) tagged = om_filter_new ();
  g_autoptr (OmFilter) period = om_filter_new ();

  write_journal (fixture);
  tagged->tags = g_strsplit ("canal", " ", -1);
  period->first_day = (gint32) (TEST_NOW / OM_MS_PER_DAY) - 20;
  period->last_day = (gint32) (TEST_NOW / OM_MS_PER_DAY) - 10;
  assert_like_list (fixture, NULL);
  assert_like_list (fixture, tagged);
  assert_like_list (fixture, period);
  fixture_reopen (fixture);
  assert_like_list (fixture, NULL);
}

/* Half past eleven at night in Auckland is that day, wherever it is looked at; what goes to the bin is on none. */
static void
test_own_place (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_offset (13 * 3600);
  g_autofree char *id = NULL;
  g_autoptr (GArray) days = NULL;
  g_autoptr (GArray) left = NULL;
  OmMoment late;

  g_assert_true (om_moment_from_local (zone, 2024, 12, 31, 23, 30, 0, &late));
  id = remember (fixture, "The last hour of the year.", late, NULL);
  days = count_days (fixture, NULL);
  g_assert_cmpuint (days->len, ==, 1);
  g_assert_cmpint (g_array_index (days, OmDayCount, 0).day, ==, om_date_to_day_number (2024, 12, 31));
  fixture_bin (fixture, id);
  left = count_days (fixture, NULL);
  g_assert_cmpuint (left->len, ==, 0);
}

void
test_days_add (void)
{
  g_test_add ("/engine/days/like-list", Fixture, NULL, fixture_set_up, test_like_list, fixture_tear_down);
  g_test_add ("/engine/days/own-place", Fixture, NULL, fixture_set_up, test_own_place, fixture_tear_down);
}
