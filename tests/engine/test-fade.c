/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The daily pass: what it reports and shrinks, and what it must never touch (case S12). */
#include "config.h"

#include "test-engine.h"

#include "engine/om-fade.h"
#include "engine/om-reflect.h"
#include "store/om-store-waypoints.h"

static OmFadeReport *
fade (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  OmFadeReport *report = om_engine_fade (fixture->engine, FALSE, NULL, &error);

  g_assert_no_error (error);
  g_assert_false (report->skipped);
  return report;
}

static OmMemory *
get (Fixture    *fixture,
     const char *id)
{
  g_autoptr (GError) error = NULL;
  OmMemory *memory = om_engine_get (fixture->engine, id, NULL, &error);

  g_assert_no_error (error);
  return memory;
}

/* What went to rest is told once. */
static void
test_report (Fixture      *fixture,
             gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock.");
  g_autoptr (OmFadeReport) first = fade (fixture);
  g_autoptr (OmFadeReport) second = NULL;
  g_autoptr (OmFadeReport) third = NULL;

  g_assert_cmpuint (first->checked, ==, 1);
  g_assert_cmpuint (first->resting, ==, 0);
  fixture->now += 200 * OM_MS_PER_DAY;
  second = fade (fixture);
  g_assert_cmpuint (second->resting, ==, 1);
  g_assert_cmpuint (g_strv_length (second->newly_resting), ==, 1);
  g_assert_cmpstr (second->newly_resting[0], ==, id);
  third = fade (fixture);
  g_assert_cmpuint (third->resting, ==, 1);
  g_assert_cmpuint (g_strv_length (third->newly_resting), ==, 0);
}

static gpointer
put_weak_link (const OmWriteContext *context,
               gpointer              data,
               GCancellable         *cancellable,
               GError              **error)
{
  OmWaypoint waypoint = { 2, 1, 0.04, OM_WAYPOINT_ASSOCIATION, context->now, context->now };

  return om_store_waypoint_put (context->store, &waypoint, error) ? OM_ENGINE_DONE : NULL;
}

static void
assert_same_report (const OmFadeReport *report,
                    const OmFadeReport *other)
{
  g_autofree char *resting = g_strjoinv (" ", report->newly_resting);
  g_autofree char *other_resting = g_strjoinv (" ", other->newly_resting);

  g_assert_cmpstr (resting, ==, other_resting);
  g_assert_cmpint (report->since, ==, other->since);
  g_assert_cmpuint (report->checked, ==, other->checked);
  g_assert_cmpuint (report->resting, ==, other->resting);
  g_assert_cmpfloat (report->lowest_score, ==, other->lowest_score);
  g_assert_cmpmem (report->by_tier, sizeof report->by_tier, other->by_tier, sizeof other->by_tier);
  g_assert_cmpuint (report->n_compressed, ==, other->n_compressed);
  g_assert_cmpuint (report->n_fingerprints, ==, other->n_fingerprints);
  g_assert_cmpuint (report->n_restored, ==, other->n_restored);
  g_assert_cmpuint (report->n_pruned, ==, other->n_pruned);
}

/* It says what a pass will do and does none of it, also where nothing can be written. */
static void
test_dry_run (Fixture      *fixture,
              gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock.");
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (OmFadeReport) dry = NULL;
  g_autoptr (OmFadeReport) by_reader = NULL;
  g_autoptr (OmFadeReport) pass = NULL;
  g_autoptr (GError) error = NULL;
  OmEngine *reader;

  g_free (fixture_remember (fixture, "Lent the ladder to Mr Brandt."));
  om_fade_report_free (fade (fixture));
  fixture_write (fixture, put_weak_link, NULL);
  fixture->now += 60 * OM_MS_PER_DAY;
  g_free (fixture_remember (fixture, "Bought eleven blue tiles for the hall."));
  fixture->now += 12 * OM_MS_PER_DAY;

  before = fixture_dump (fixture);
  dry = om_engine_fade (fixture->engine, TRUE, NULL, &error);
  g_assert_no_error (error);
  reader = engine_open (fixture, OM_OPEN_READ_ONLY);
  by_reader = om_engine_fade (reader, TRUE, NULL, &error);
  g_assert_no_error (error);
  g_assert_null (om_engine_fade (reader, FALSE, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_READ_ONLY);
  engine_close (reader);
  after = fixture_dump (fixture);
  g_assert_cmpstr (after, ==, before);

  g_assert_true (dry->dry_run && by_reader->dry_run);
  g_assert_cmpuint (g_strv_length (dry->newly_resting), ==, 2);
  g_assert_true (g_strv_contains ((const char *const *) dry->newly_resting, id));
  g_assert_cmpuint (dry->n_fingerprints, ==, 2);
  g_assert_cmpuint (dry->n_pruned, ==, 1);
  g_assert_cmpint (dry->since, ==, TEST_NOW);
  assert_same_report (by_reader, dry);
  pass = fade (fixture);
  g_assert_false (pass->dry_run);
  assert_same_report (pass, dry);
}

/* A clock that ran ahead and was set right again: no report and no lease lies in the way. */
static void
test_clock_set_back (Fixture      *fixture,
                     gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock.");
  g_autoptr (OmFadeReport) ahead = NULL;
  g_autoptr (OmFadeReport) back = NULL;
  g_autoptr (OmFadeReport) later = NULL;

  om_fade_report_free (fade (fixture));
  fixture->now += 7300 * OM_MS_PER_DAY;
  ahead = fade (fixture);
  g_assert_cmpuint (g_strv_length (ahead->newly_resting), ==, 1);

  fixture->now = TEST_NOW + OM_MS_PER_DAY;
  back = fade (fixture);
  g_assert_cmpuint (back->resting, ==, 0);
  g_assert_cmpuint (g_strv_length (back->newly_resting), ==, 0);
  fixture->now = TEST_NOW + 100 * OM_MS_PER_DAY;
  later = fade (fixture);
  g_assert_cmpuint (g_strv_length (later->newly_resting), ==, 1);
  g_assert_cmpstr (later->newly_resting[0], ==, id);
}

static void
test_stages (Fixture      *fixture,
             gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock of the long canal.");
  g_autofree char *kept_id = fixture_remember (fixture, "The day she was born, in the house by the river.");
  g_autoptr (OmMemory) kept = get (fixture, kept_id);
  g_autoptr (OmMemory) faded = NULL;
  g_autoptr (OmMemory) recalled = NULL;
  g_autoptr (OmFadeReport) report = NULL;
  g_autoptr (OmFadeReport) again = NULL;
  g_autoptr (OmSearch) search = om_search_new ("heron", 5);
  g_autoptr (OmAnswer) answer = NULL;

  kept->flags |= OM_FLAG_KEPT;
  g_assert_true (om_engine_edit (fixture->engine, kept_id, OM_CHANGE_FLAGS, kept, 0, NULL, NULL));
  fixture->now += 400 * OM_MS_PER_DAY;
  report = fade (fixture);
  g_assert_cmpuint (report->n_fingerprints, ==, 1);
  faded = get (fixture, id);
  g_assert_cmpint (faded->stage, ==, OM_VECTOR_STAGE_FINGERPRINT);
  g_assert_cmpstr (faded->content, ==, "The heron stood at the second lock of the long canal.");
  g_clear_pointer (&kept, om_memory_unref);
  kept = get (fixture, kept_id);
  g_assert_cmpint (kept->stage, ==, OM_VECTOR_STAGE_FULL);
  again = fade (fixture);
  g_assert_cmpuint (again->n_fingerprints + again->n_compressed, ==, 0);

  /* A faded memory is found, and recalling it makes its vector whole. */
  answer = om_engine_recall (fixture->engine, search, NULL, NULL);
  g_assert_cmpuint (answer->hits->len, ==, 1);
  recalled = get (fixture, id);
  g_assert_cmpint (recalled->stage, ==, OM_VECTOR_STAGE_FULL);
}

/* What is vivid again gets its whole vector back, unless it only seems so to a clock that was set back. */
static void
test_vivid_again (Fixture      *fixture,
                  gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock of the long canal.");
  g_autoptr (OmMemory) kept = om_memory_new ();
  g_autoptr (OmMemory) memory = NULL;
  g_autoptr (OmFadeReport) shrunk = NULL;
  g_autoptr (OmFadeReport) early = NULL;
  g_autoptr (OmFadeReport) restored = NULL;
  g_autoptr (OmFadeReport) again = NULL;

  fixture->now += 400 * OM_MS_PER_DAY;
  shrunk = fade (fixture);
  g_assert_cmpuint (shrunk->n_fingerprints, ==, 1);
  fixture->now = TEST_NOW - 20000 * OM_MS_PER_DAY;
  early = fade (fixture);
  g_assert_cmpuint (early->n_restored, ==, 0);

  fixture->now = TEST_NOW + 400 * OM_MS_PER_DAY;
  kept->flags = OM_FLAG_KEPT;
  g_assert_true (om_engine_edit (fixture->engine, id, OM_CHANGE_FLAGS, kept, 0, NULL, NULL));
  restored = fade (fixture);
  g_assert_cmpuint (restored->n_restored, ==, 1);
  memory = get (fixture, id);
  g_assert_cmpint (memory->stage, ==, OM_VECTOR_STAGE_FULL);
  again = fade (fixture);
  g_assert_cmpuint (again->n_restored, ==, 0);
}

/* Running it never, once or often gives the same values to the bit. */
static void
test_same_however_often (void)
{
  double values[2][20];
  const int n_passes[2] = { 0, 40 };

  for (int run = 0; run < 2; run++)
    {
      Fixture fixture = { 0 };
      g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);

      fixture_set_up (&fixture, NULL);
      for (guint i = 0; i < 20; i++)
        {
          g_autofree char *text = g_strdup_printf ("Entry %u tells of mills, ferries and the winter at lock %u.", i, i * 7);

          g_ptr_array_add (ids, fixture_remember_at (&fixture, TEST_NOW + i * OM_MS_PER_DAY, text));
        }
      for (int pass = 0; pass < n_passes[run]; pass++)
        {
          fixture.now = TEST_NOW + (20 + pass * 10) * OM_MS_PER_DAY;
          om_fade_report_free (fade (&fixture));
        }
      fixture.now = TEST_NOW + 500 * OM_MS_PER_DAY;
      for (guint i = 0; i < 20; i++)
        {
          g_autoptr (OmMemory) memory = get (&fixture, g_ptr_array_index (ids, i));
          int percent;

          om_engine_get_vividness (fixture.engine, memory, &percent);
          values[run][i] = om_engine_present_salience (fixture.engine, memory) * 1000 + percent;
        }
      fixture_tear_down (&fixture, NULL);
    }
  for (guint i = 0; i < 20; i++)
    g_assert_cmpfloat (values[0][i], ==, values[1][i]);
}

static void
reflect (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmReflectReport) report = om_engine_reflect (fixture->engine, TRUE, NULL, &error);

  g_assert_no_error (error);
}

/* How many of what is listed the person wrote. What reflection made of it comes on top. */
static guint
count_written (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) items = om_engine_list (fixture->engine, NULL, OM_SORT_NEWEST, NULL, &error);
  guint n = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < items->len; i++)
    {
      gint64 row = g_array_index (items, OmListItem, i).row;
      g_autoptr (GPtrArray) memories = om_engine_get_rows (fixture->engine, &row, 1, NULL, &error);

      g_assert_no_error (error);
      n += ((OmMemory *) g_ptr_array_index (memories, 0))->type != OM_MEMORY_TYPE_REFLECTION;
    }
  return n;
}

/* Case S12: twenty years of fading and reflecting lose no entry and no letter. */
static void
test_twenty_years (Fixture      *fixture,
                   gconstpointer data)
{
  static const int days[] = { 1, 60, 730, 7300 };
  /* One of each sector. */
  static const char *const beginnings[] = { "Yesterday we went to the lock, number", "How to install a lock gate, step",
                                            "I feel so happy and full of joy, page", "I realized the lesson of it, insight",
                                            "The definition of a lock is a fact, chapter" };
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  guint n_of_sector[OM_N_SECTORS] = { 0 };

  for (guint i = 0; i < 500; i++)
    {
      char *text = g_strdup_printf ("%s %u of the old notebook, with the word needle%u in it.",
                                    beginnings[i % G_N_ELEMENTS (beginnings)], i, i);
      g_autoptr (OmMemory) memory = NULL;

      g_ptr_array_add (texts, text);
      g_ptr_array_add (ids, fixture_remember_at (fixture, TEST_NOW - (500 - i) * OM_MS_PER_DAY / 20, text));
      memory = get (fixture, g_ptr_array_index (ids, i));
      n_of_sector[memory->sector]++;
    }
  for (guint i = 0; i < OM_N_SECTORS; i++)
    g_assert_cmpuint (n_of_sector[i], >, 0);
  for (gsize d = 0; d < G_N_ELEMENTS (days); d++)
    {
      fixture->now = TEST_NOW + days[d] * OM_MS_PER_DAY;
      om_fade_report_free (fade (fixture));
      reflect (fixture);
      g_assert_cmpuint (count_written (fixture), ==, 500);
      for (guint i = 0; i < 500; i++)
        {
          g_autoptr (OmMemory) memory = get (fixture, g_ptr_array_index (ids, i));
          double salience = om_engine_present_salience (fixture->engine, memory);

          g_assert_cmpstr (memory->content, ==, g_ptr_array_index (texts, i));
          g_assert_cmpuint (memory->version, ==, 1);
          g_assert_cmpint (memory->trashed_at, ==, 0);
          g_assert_true (salience >= 0.08 && salience <= 1);
          if (i % 25 == 0)
            {
              g_autofree char *word = g_strdup_printf ("needle%u", i);

              g_assert_cmpuint (fixture_count_hits (fixture, word, g_ptr_array_index (texts, i)), ==, 1);
            }
        }
    }
}

void
test_fade_add (void)
{
  g_test_add ("/fade/report", Fixture, NULL, fixture_set_up, test_report, fixture_tear_down);
  g_test_add ("/fade/dry-run", Fixture, NULL, fixture_set_up, test_dry_run, fixture_tear_down);
  g_test_add ("/fade/clock-set-back", Fixture, NULL, fixture_set_up, test_clock_set_back, fixture_tear_down);
  g_test_add ("/fade/stages", Fixture, NULL, fixture_set_up, test_stages, fixture_tear_down);
  g_test_add ("/fade/vivid-again", Fixture, NULL, fixture_set_up, test_vivid_again, fixture_tear_down);
  g_test_add_func ("/fade/same-however-often", test_same_however_often);
  g_test_add ("/fade/twenty-years", Fixture, NULL, fixture_set_up, test_twenty_years, fixture_tear_down);
}
