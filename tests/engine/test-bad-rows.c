/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers in the file that no program of ours wrote: nothing crashes, nothing shows what is no number, and
 * the doctor tells of them. And clocks that stand in 1970 or 2100. */
#include "config.h"

#include <math.h>
#include <sqlite3.h>
#include <string.h>

#include "engine/om-curves.h"
#include "engine/om-doctor.h"
#include "engine/om-fade.h"
#include "engine/om-reflect.h"
#include "engine/om-reinforcement.h"
#include "test-engine.h"

#define N_MEMORIES 30

static GPtrArray *
write_journal (Fixture *fixture)
{
  GPtrArray *ids = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < N_MEMORIES; i++)
    {
      g_autofree char *text = g_strdup_printf ("Walked along the canal and saw heron number %u by the %x lock.", i, i * 7919);

      g_ptr_array_add (ids, fixture_remember_at (fixture, TEST_NOW + i * OM_MS_PER_DAY, text));
    }
  om_answer_unref (fixture_recall (fixture, "heron"));
  return ids;
}

static void
damage (Fixture    *fixture,
        const char *sql)
{
  sqlite3 *db;
  char *message = NULL;

  om_engine_close (fixture->engine);
  g_assert_cmpint (sqlite3_open (fixture->path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "PRAGMA ignore_check_constraints = ON", NULL, NULL, NULL), ==, SQLITE_OK);
  if (sqlite3_exec (db, sql, NULL, NULL, &message) != SQLITE_OK)
    g_error ("%s: %s", sql, message);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
  fixture_reopen (fixture);
}

static gpointer
recall_one (const OmWriteContext *context,
            gpointer              id,
            GCancellable         *cancellable,
            GError              **error)
{
  gint64 group;

  return om_reinforce_memory (context, id, OM_RECALL_WAY_SAID, &group, error) ? OM_ENGINE_DONE : NULL;
}

#define assert_share(value) g_assert_true ((value) >= 0 && (value) <= 1)

/* All that a page could show of a memory. */
static void
look_at (Fixture    *fixture,
         const char *id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmMemory) memory = fixture_get (fixture, id);
  g_autoptr (OmHistory) history = om_engine_get_history (fixture->engine, id, NULL, &error);
  g_autoptr (GPtrArray) related = NULL;
  int percent;
  int y, m, d;

  g_assert_no_error (error);
  assert_share (om_engine_present_salience (fixture->engine, memory));
  assert_share (memory->salience);
  g_assert_true (isnan (memory->valence) || (memory->valence >= -1 && memory->valence <= 1));
  g_assert_true (isnan (memory->arousal) || (memory->arousal >= 0 && memory->arousal <= 1));
  g_assert_true (memory->importance >= 1 && memory->importance <= 10);
  g_assert_nonnull (om_memory_type_to_nick (memory->type));
  g_assert_nonnull (om_sector_to_nick (memory->sector));
  om_engine_get_vividness (fixture->engine, memory, &percent);
  g_assert_true (percent >= 0 && percent <= 100);
  om_date_from_day_number (om_moment_civil_day (&memory->happened), &y, &m, &d);
  g_assert_true (om_date_is_valid (y, m, d));
  for (guint i = 0; i < history->events->len; i++)
    {
      const OmHistoryEvent *event = g_ptr_array_index (history->events, i);

      assert_share (event->before);
      assert_share (event->after);
      assert_share (event->stored);
    }
  for (guint i = 0; i < history->points->len; i++)
    assert_share (g_array_index (history->points, OmSaliencePoint, i).salience);
  for (int days = -40000; days <= 40000; days += 10000)
    {
      int vividness = om_engine_vividness_at (fixture->engine, history, memory, fixture->now + days * OM_MS_PER_DAY);

      double salience = om_engine_salience_at (fixture->engine, history, memory, fixture->now + days * OM_MS_PER_DAY);

      /* Before it was there it has none. */
      if (!isnan (salience))
        assert_share (salience);
      g_assert_true (vividness >= -1 && vividness <= 100);
    }
  related = om_engine_get_related (fixture->engine, id, NULL, &error);
  if (error != NULL)
    g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
  for (guint i = 0; related != NULL && i < related->len; i++)
    {
      const OmRelated *end = g_ptr_array_index (related, i);

      assert_share (end->present_weight);
      assert_share (end->waypoint.weight);
    }
}

static void
look_for (Fixture    *fixture,
          const char *query)
{
  g_autoptr (OmAnswer) answer = fixture_search (fixture, query);

  for (guint i = 0; i < answer->hits->len; i++)
    {
      const OmHit *hit = g_ptr_array_index (answer->hits, i);

      assert_share (hit->score);
      assert_share (hit->salience);
      g_assert_true (isfinite (hit->parts.similarity) && isfinite (hit->parts.personal) && isfinite (hit->parts.recency));
    }
}

static void
look_along (Fixture      *fixture,
            OmCurvesQuery query)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmCurves) curves = NULL;

  /* Since ever is written as 0, of which nothing can be later than a clock before 1970. */
  if (fixture->now < 0)
    return;
  query.to = fixture->now;
  query.n_points = 60;
  curves = om_engine_get_curves (fixture->engine, &query, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (curves->from, <=, curves->to);
  for (guint i = 0; i < curves->curves->len; i++)
    {
      const OmCurve *curve = g_ptr_array_index (curves->curves, i);

      for (guint j = 0; j < curve->samples->len; j++)
        {
          const OmCurveSample *sample = &g_array_index (curve->samples, OmCurveSample, j);

          assert_share (sample->value);
          g_assert_cmpint (sample->at, >=, j > 0 ? (sample - 1)->at : curves->from);
          g_assert_cmpint (sample->at, <=, curves->to);
        }
    }
}

/* Charts, since ever, forwards in time. */
static void
look_at_curves (Fixture   *fixture,
                GPtrArray *ids)
{
  char *keys[] = { g_ptr_array_index (ids, 0), g_ptr_array_index (ids, 1), g_ptr_array_index (ids, 7), NULL };

  look_along (fixture, (OmCurvesQuery){ .of = OM_CURVES_OF_SECTORS });
  look_along (fixture, (OmCurvesQuery){ .of = OM_CURVES_OF_TIERS });
  look_along (fixture, (OmCurvesQuery){ .of = OM_CURVES_OF_MEMORIES, .keys = keys });
}

/* Everything that is read and done; what is damaged may be refused, by name. */
static void
live_on (Fixture   *fixture,
         GPtrArray *ids)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmFadeReport) dry = om_engine_fade (fixture->engine, TRUE, NULL, &error);
  g_autoptr (OmFadeReport) fade = NULL;
  g_autoptr (OmReflectReport) reflect = NULL;
  OmStats stats;

  g_assert_no_error (error);
  g_assert_true (isfinite (dry->lowest_score));
  g_assert_true (om_engine_get_stats (fixture->engine, &stats, NULL, &error));
  g_assert_no_error (error);
  for (guint i = 0; i < ids->len; i++)
    look_at (fixture, g_ptr_array_index (ids, i));
  look_for (fixture, "heron");
  look_for (fixture, "a lock at the canal");
  look_at_curves (fixture, ids);
  fade = om_engine_fade (fixture->engine, FALSE, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (isfinite (fade->lowest_score));
  reflect = om_engine_reflect (fixture->engine, FALSE, NULL, &error);
  g_assert_no_error (error);
  om_answer_unref (fixture_recall (fixture, "heron number 7"));
  for (guint i = 0; i < ids->len; i += 5)
    fixture_write (fixture, recall_one, g_ptr_array_index (ids, i));
  for (guint i = 0; i < ids->len; i++)
    look_at (fixture, g_ptr_array_index (ids, i));
}

static void
assert_told (Fixture  *fixture,
             gboolean  sound)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmDoctorReport) report = om_engine_doctor (fixture->engine, FALSE, NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < report->findings->len; i++)
    g_test_message ("doctor: %s", (const char *) g_ptr_array_index (report->findings, i));
  g_assert_true (report->sound == sound);
  g_assert_true (sound == (report->findings->len == 0));
}

/* One damage each: of one memory, and of all. */
static const struct
{
  const char *name;
  const char *sql;
} damages[] = {
  { "salience", "UPDATE state SET salience = CASE row % 6 WHEN 0 THEN 9e999 WHEN 1 THEN -9e999 WHEN 2 THEN 1e308"
                " WHEN 3 THEN -0.5 WHEN 4 THEN 1.0000001 ELSE 5e-324 END" },
  { "times", "UPDATE state SET salience_at = 9223372036854775807 - row * (row % 2), last_seen_at = -9223372036854775807 + row,"
             " last_active_at = CASE row % 3 WHEN 0 THEN 9223372036854775807 WHEN 1 THEN -9223372036854775807 - 1 ELSE -1 END" },
  { "counts", "UPDATE state SET coactivations = CASE row % 2 WHEN 0 THEN -5 ELSE 9223372036854775807 END,"
              " activation_count = CASE row % 3 WHEN 0 THEN 0 WHEN 1 THEN -1 ELSE 9223372036854775807 END" },
  { "record", "UPDATE memories SET importance = CASE row % 3 WHEN 0 THEN 0 WHEN 1 THEN -900 ELSE 900 END, valence = -9e999,"
              " arousal = 9e999, sector = row % 2 * 77, type = 99, stage = 12, context = 44, origin = 9, sector_confidence = 9e999,"
              " extra_sectors = 4095, flags = 0 WHERE row < 20" },
  { "dates", "UPDATE memories SET happened_ms = CASE row % 2 WHEN 0 THEN 9223372036854775807 ELSE -9223372036854775807 - 1 END,"
             " happened_offset = 2000000000, happened_precision = 7, civil_day = 2000000000, journal_day = -2000000000,"
             " recorded_at = 9223372036854775807, changed_at = -9223372036854775807, valid_until = 9223372036854775807" },
  { "weights", "UPDATE waypoints SET weight = CASE source % 3 WHEN 0 THEN 9e999 WHEN 1 THEN -7 ELSE 1e300 END,"
               " walked_at = CASE source % 2 WHEN 0 THEN 9223372036854775807 ELSE -9223372036854775807 END" },
  { "history", "UPDATE events SET salience_before = 9e999, salience_after = -9e999, salience_at = 9223372036854775807,"
               " last_seen_at = -9223372036854775807, coactivations = -1, activation_count = 0, at = 9223372036854775807,"
               " cause = 10 WHERE id % 2 = 0" },
  { "event", "UPDATE events SET at = -9223372036854775807 WHERE id = 3" },
  { "no-state", "DELETE FROM state WHERE row % 7 = 0" },
};

static void
test_damage (Fixture      *fixture,
             gconstpointer data)
{
  const char *sql = damages[GPOINTER_TO_INT (data)].sql;
  g_autoptr (GPtrArray) ids = write_journal (fixture);
  g_autoptr (GPtrArray) left = g_ptr_array_new ();
  g_autoptr (OmDoctorReport) report = NULL;
  g_autoptr (GError) error = NULL;

  assert_told (fixture, TRUE);
  damage (fixture, sql);
  assert_told (fixture, FALSE);
  /* A memory without its state is none until the doctor has made it one. */
  for (guint i = 0; i < ids->len; i++)
    {
      g_autoptr (OmMemory) memory = om_engine_get (fixture->engine, g_ptr_array_index (ids, i), NULL, NULL);

      if (memory != NULL)
        g_ptr_array_add (left, g_ptr_array_index (ids, i));
    }
  g_assert_cmpuint (left->len, >=, 20);
  live_on (fixture, left);

  report = om_engine_doctor (fixture->engine, TRUE, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (report->sound);
  assert_told (fixture, TRUE);
  live_on (fixture, ids);
}

/* One event of no time there is does not make the chart begin in the year 1. */
static void
test_event_first (Fixture      *fixture,
                  gconstpointer data)
{
  g_autoptr (GPtrArray) ids = write_journal (fixture);
  g_autoptr (OmCurves) curves = NULL;
  g_autoptr (GError) error = NULL;
  guint n_samples = 0;

  damage (fixture, "UPDATE events SET at = -9223372036854775807 WHERE id = 3");
  curves = om_engine_get_curves (fixture->engine,
                                 &(OmCurvesQuery){ .of = OM_CURVES_OF_SECTORS, .to = fixture->now, .n_points = 60 }, NULL,
                                 &error);
  g_assert_no_error (error);
  g_assert_cmpint (curves->from, ==, TEST_NOW);
  for (guint i = 0; i < curves->curves->len; i++)
    n_samples += ((OmCurve *) g_ptr_array_index (curves->curves, i))->samples->len;
  g_assert_cmpuint (n_samples, >=, 60);
}

/* NaN can stand in bytes alone: of the curve, of vectors, of search rows. */
static void
test_bytes (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (GPtrArray) ids = write_journal (fixture);

  damage (fixture, "INSERT INTO event_curves (memory, points) SELECT row, x'00000000000000800000000000f87fff000000000000F07F"
                   "000000000000F07FFFFFFFFFFFFFFF7F000000000000F0FF' FROM memories;"
                   "UPDATE vectors SET v = CAST (replace (hex (zeroblob (length (v) / 4)), '00', 'zzzz') AS BLOB) WHERE memory % 2 = 0;"
                   "UPDATE vector_block_data SET data = CAST (x'0100000000000000' || x'0000c07f' || substr (data, 13) AS BLOB)");
  live_on (fixture, ids);
}

/* A way that leads in circles, and from anywhere to anywhere. */
static void
test_cycles (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (GPtrArray) ids = write_journal (fixture);

  damage (fixture, "INSERT OR REPLACE INTO waypoints (source, target, kind, weight, created_at, walked_at)"
                   " SELECT a.row, b.row, k.value, 1, 0, 0 FROM memories a, memories b, json_each ('[0, 1, 2, 3, 4]') k"
                   " WHERE a.row <> b.row AND (b.row = a.row % 7 + 1 OR a.row + b.row < 20)");
  assert_told (fixture, TRUE);
  live_on (fixture, ids);
}

static void
test_clocks (Fixture      *fixture,
             gconstpointer data)
{
  static const gint64 clocks[] = { 0, G_GINT64_CONSTANT (4102444800000), 1, -1, G_GINT64_CONSTANT (-62135596800000),
                                   G_GINT64_CONSTANT (253402300799000) };
  g_autoptr (GPtrArray) ids = write_journal (fixture);
  gint64 now = fixture->now;

  for (gsize i = 0; i < G_N_ELEMENTS (clocks); i++)
    {
      g_autofree char *text = g_strdup_printf ("Written by clock number %" G_GSIZE_FORMAT " at the canal.", i);

      fixture->now = clocks[i];
      g_ptr_array_add (ids, fixture_remember (fixture, text));
      live_on (fixture, ids);
      fixture->now = now;
      live_on (fixture, ids);
    }
  assert_told (fixture, TRUE);
}

void
test_bad_rows_add (void)
{
  for (gsize i = 0; i < G_N_ELEMENTS (damages); i++)
    {
      g_autofree char *name = g_strconcat ("/bad-rows/", damages[i].name, NULL);

      g_test_add (name, Fixture, GINT_TO_POINTER ((int) i), fixture_set_up, test_damage, fixture_tear_down);
    }
  g_test_add ("/bad-rows/event-first", Fixture, NULL, fixture_set_up, test_event_first, fixture_tear_down);
  g_test_add ("/bad-rows/bytes", Fixture, NULL, fixture_set_up, test_bytes, fixture_tear_down);
  g_test_add ("/bad-rows/cycles", Fixture, NULL, fixture_set_up, test_cycles, fixture_tear_down);
  g_test_add ("/bad-rows/clocks", Fixture, NULL, fixture_set_up, test_clocks, fixture_tear_down);
}
