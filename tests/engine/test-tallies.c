/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal in numbers: what the store adds up is what one counts by hand. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "engine/om-tallies.h"
#include "test-engine.h"
#include "text/om-word-count.h"

#define DAY OM_MS_PER_DAY

static const char *const texts[] = {
  "I feel so happy and calm today.", "今天下雨了，我很难过。", "How to bake rye bread: weigh, knead, wait.", "👍",
  "I was angry at the office; it was terrible.", "Paris is the capital of France.",
};

static GArray *
get_tallies (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  GArray *tallies = om_engine_get_tallies (fixture->engine, NULL, &error);

  g_assert_no_error (error);
  return tallies;
}

static gint32
month_of (const OmMoment *moment)
{
  int year, month, day;

  if (moment->precision == OM_PRECISION_UNKNOWN)
    return OM_TALLY_UNDATED;
  om_moment_civil_date (moment, &year, &month, &day);
  return year * 12 + month - 1;
}

/* Adds up by hand what the engine says it holds. */
static void
assert_by_hand (Fixture *fixture)
{
  g_autoptr (GArray) items = om_engine_list (fixture->engine, NULL, OM_SORT_NEWEST, NULL, NULL);
  g_autoptr (GArray) tallies = get_tallies (fixture);
  guint n = 0;

  for (guint i = 0; i < tallies->len; i++)
    {
      const OmTally *tally = &g_array_index (tallies, OmTally, i);
      OmTally expected = { .month = tally->month };

      if (i > 0)
        g_assert_cmpint (tally->month, >, tally[-1].month);
      for (guint j = 0; j < items->len; j++)
        {
          gint64 row = g_array_index (items, OmListItem, j).row;
          g_autoptr (GPtrArray) memories = om_engine_get_rows (fixture->engine, &row, 1, NULL, NULL);
          const OmMemory *memory = g_ptr_array_index (memories, 0);

          if (month_of (&memory->happened) != tally->month)
            continue;
          n++;
          expected.entries[memory->sector]++;
          expected.words += om_word_count (memory->content, strlen (memory->content));
          if (!isnan (memory->valence))
            {
              expected.n_moods++;
              expected.valence += memory->valence;
              expected.arousal += memory->arousal;
            }
        }
      for (int j = 0; j < OM_N_SECTORS; j++)
        g_assert_cmpuint (tally->entries[j], ==, expected.entries[j]);
      g_assert_cmpuint (tally->words, ==, expected.words);
      g_assert_cmpuint (tally->n_moods, ==, expected.n_moods);
      g_assert_cmpfloat_with_epsilon (tally->valence, expected.valence, 1e-9);
      g_assert_cmpfloat_with_epsilon (tally->arousal, expected.arousal, 1e-9);
    }
  g_assert_cmpuint (n, ==, items->len);
}

static void
test_by_hand (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  g_autofree char *changed = NULL;
  g_autofree char *binned = NULL;
  OmMemory *values = om_memory_new ();

  for (int i = 0; i < 60; i++)
    {
      g_autofree char *text = g_strdup_printf ("%s %d", texts[g_rand_int_range (random, 0, G_N_ELEMENTS (texts))], i);
      g_autoptr (OmDraft) draft = om_draft_new (text);

      draft->dedup = OM_DEDUP_OFF;
      draft->has_happened = TRUE;
      draft->happened = i % 9 == 0 ? om_moment_unknown (TEST_NOW)
                                   : (OmMoment){ TEST_NOW - g_rand_int_range (random, 0, 900) * DAY,
                                                 g_rand_int_range (random, -11, 12) * 3600, OM_PRECISION_INSTANT };
      om_remembered_free (om_engine_remember (fixture->engine, draft, NULL, NULL));
    }
  assert_by_hand (fixture);

  changed = fixture_remember (fixture, "Three words here.");
  binned = fixture_remember (fixture, "Not for long.");
  values->content = g_strdup ("Now there are a few more words, and 好.");
  om_memory_unref (fixture_edit (fixture, changed, OM_CHANGE_CONTENT, values));
  fixture_bin (fixture, binned);
  assert_by_hand (fixture);
  fixture_restore (fixture, binned);
  assert_by_hand (fixture);
  fixture_reopen (fixture);
  assert_by_hand (fixture);
}

static void
test_recalls (Fixture      *fixture,
              gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock.");
  OmTally sum;

  for (int i = 1; i <= 3; i++)
    {
      g_autoptr (GArray) tallies = NULL;

      fixture->now += 40 * DAY;
      om_answer_unref (fixture_recall (fixture, "heron lock"));
      tallies = get_tallies (fixture);
      om_tallies_sum (tallies, &sum);
      g_assert_cmpuint (sum.recalls, ==, i);
      g_assert_cmpuint (g_array_index (tallies, OmTally, tallies->len - 1).recalls, ==, 1);
    }
  g_assert_cmpuint (om_tally_count_entries (&sum), ==, 1);
}

static void
test_nothing (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (GArray) tallies = get_tallies (fixture);

  g_assert_cmpuint (tallies->len, ==, 0);
}

void
test_tallies_add (void)
{
  g_test_add ("/engine/tallies/by-hand", Fixture, NULL, fixture_set_up, test_by_hand, fixture_tear_down);
  g_test_add ("/engine/tallies/recalls", Fixture, NULL, fixture_set_up, test_recalls, fixture_tear_down);
  g_test_add ("/engine/tallies/nothing", Fixture, NULL, fixture_set_up, test_nothing, fixture_tear_down);
}
