/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reminders: set, due, told once, answered, taken back. */
#include "config.h"

#include <string.h>

#include "dynamics/om-reminder-interval.h"
#include "engine/om-reminder-watch.h"
#include "test-engine.h"

#define DAY OM_MS_PER_DAY

static gint64
set_reminder (Fixture    *fixture,
              const char *id,
              gint64      due_at)
{
  g_autoptr (GError) error = NULL;
  gint64 group = -1;

  g_assert_true (om_engine_set_reminder (fixture->engine, id, due_at, &group, NULL, &error));
  g_assert_no_error (error);
  return group;
}

static OmReminder *
get_reminder (Fixture    *fixture,
              const char *id)
{
  g_autoptr (GError) error = NULL;
  OmReminder *reminder = om_engine_get_reminder (fixture->engine, id, NULL, &error);

  g_assert_no_error (error);
  return reminder;
}

static void
assert_due_at (Fixture    *fixture,
               const char *id,
               gint64      due_at)
{
  g_autoptr (OmReminder) reminder = get_reminder (fixture, id);

  g_assert_cmpint (reminder->due_at, ==, due_at);
}

static guint
count (Fixture *fixture,
       gboolean due)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) reminders = om_engine_list_reminders (fixture->engine, due, NULL, &error);

  g_assert_no_error (error);
  return reminders->len;
}

static guint
undo (Fixture *fixture,
      gint64   group)
{
  g_autoptr (GError) error = NULL;
  guint n_restored = 99;

  g_assert_true (om_engine_undo (fixture->engine, group, &n_restored, NULL, &error));
  g_assert_no_error (error);
  return n_restored;
}

static void
test_set (Fixture      *fixture,
          gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock.");
  g_autoptr (GError) error = NULL;
  gint64 first;
  gint64 second;
  gint64 off;

  assert_due_at (fixture, id, 0);
  first = set_reminder (fixture, id, fixture->now + 3 * DAY);
  g_assert_cmpint (first, >, 0);
  second = set_reminder (fixture, id, fixture->now + 9 * DAY);
  g_assert_cmpuint (count (fixture, FALSE), ==, 1);
  g_assert_cmpuint (count (fixture, TRUE), ==, 0);
  /* The same again changes nothing. */
  g_assert_cmpint (set_reminder (fixture, id, fixture->now + 9 * DAY), ==, 0);
  off = set_reminder (fixture, id, 0);
  g_assert_cmpuint (count (fixture, FALSE), ==, 0);

  /* One after the other, and each once; what was changed since is left alone. */
  g_assert_cmpuint (undo (fixture, second), ==, 0);
  g_assert_cmpuint (undo (fixture, off), ==, 1);
  assert_due_at (fixture, id, fixture->now + 9 * DAY);
  g_assert_cmpuint (undo (fixture, off), ==, 0);
  g_assert_cmpuint (undo (fixture, second), ==, 1);
  assert_due_at (fixture, id, fixture->now + 3 * DAY);
  g_assert_cmpuint (undo (fixture, first), ==, 1);
  assert_due_at (fixture, id, 0);

  g_assert_false (om_engine_set_reminder (fixture->engine, id, fixture->now, NULL, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_false (om_engine_set_reminder (fixture->engine, "no-such-memory", fixture->now + DAY, NULL, NULL, &error));
  g_assert_nonnull (error);
  g_clear_error (&error);
  fixture_bin (fixture, id);
  g_assert_false (om_engine_set_reminder (fixture->engine, id, fixture->now + DAY, NULL, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
}

/* An answer is a recall with the next interval, and is taken back with both. */
static void
test_answer (Fixture      *fixture,
             gconstpointer data)
{
  static const double factors[OM_N_REMINDER_ANSWERS] = { 2.2, 1.3, 0 };

  for (int answer = 0; answer < OM_N_REMINDER_ANSWERS; answer++)
    {
      g_autofree char *text = g_strdup_printf ("The heron number %d stood at the second lock.", answer);
      g_autofree char *id = fixture_remember (fixture, text);
      g_autoptr (GTimeZone) zone = g_time_zone_new_local ();
      double days = factors[answer] > 0 ? 10 * factors[answer] : 3;
      gint64 was_due = fixture->now + 10 * DAY;
      g_autoptr (GError) error = NULL;
      g_autoptr (OmMemory) before = NULL;
      g_autoptr (OmMemory) after = NULL;
      g_autoptr (OmMemory) undone = NULL;
      gint64 group;
      gint64 due_at;

      set_reminder (fixture, id, was_due);
      g_assert_false (om_engine_answer_reminder (fixture->engine, id, answer, NULL, NULL, NULL, &error));
      g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
      g_clear_error (&error);
      fixture->now += 12 * DAY;
      before = fixture_get (fixture, id);
      g_assert_true (om_engine_answer_reminder (fixture->engine, id, answer, &group, &due_at, NULL, &error));
      g_assert_no_error (error);
      g_assert_cmpint (due_at, ==, om_reminder_due (fixture->now, days, zone));
      assert_due_at (fixture, id, due_at);
      after = fixture_get (fixture, id);
      g_assert_cmpfloat (after->salience, >, before->salience);
      g_assert_cmpuint (after->coactivations, ==, before->coactivations + 1);
      g_assert_cmpint (after->last_seen_at, ==, fixture->now);
      g_assert_cmpuint (after->activation_count, ==, before->activation_count + (answer != OM_REMINDER_GONE ? 1 : 0));
      g_assert_cmpint (after->last_active_at, ==, answer != OM_REMINDER_GONE ? fixture->now : before->last_active_at);

      /* Twice is once. */
      g_assert_false (om_engine_answer_reminder (fixture->engine, id, answer, NULL, NULL, NULL, &error));
      g_clear_error (&error);

      g_assert_cmpuint (undo (fixture, group), >=, 1);
      undone = fixture_get (fixture, id);
      g_assert_cmpfloat (undone->salience, ==, before->salience);
      g_assert_cmpuint (undone->activation_count, ==, before->activation_count);
      assert_due_at (fixture, id, was_due);
      set_reminder (fixture, id, 0);
    }
}

static GPtrArray *
tell (OmEngine *engine,
      gint64   *next)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *told = om_engine_tell_reminders (engine, next, NULL, &error);

  g_assert_no_error (error);
  return told;
}

/* Of two processes one tells. What lies in the bin waits until it is restored, and goes when it is wiped. */
static void
test_told_once (Fixture      *fixture,
                gconstpointer data)
{
  g_autofree char *heron = fixture_remember (fixture, "The heron stood at the second lock.");
  g_autofree char *shed = fixture_remember (fixture, "The shed roof blew off.");
  OmEngine *second = engine_open (fixture, OM_OPEN_DEFAULT);
  g_autoptr (GPtrArray) early = NULL;
  g_autoptr (GPtrArray) here = NULL;
  g_autoptr (GPtrArray) there = NULL;
  g_autoptr (GPtrArray) restored = NULL;
  const char *ids[] = { shed, NULL };
  gint64 next;

  set_reminder (fixture, heron, fixture->now + 3 * DAY);
  set_reminder (fixture, shed, fixture->now + 4 * DAY);
  early = tell (fixture->engine, &next);
  g_assert_cmpuint (early->len, ==, 0);
  g_assert_cmpint (next, ==, fixture->now + 3 * DAY);

  fixture_bin (fixture, shed);
  fixture->now += 5 * DAY;
  here = tell (second, &next);
  g_assert_cmpuint (here->len, ==, 1);
  g_assert_cmpstr (((OmReminder *) g_ptr_array_index (here, 0))->memory->id, ==, heron);
  g_assert_cmpint (next, ==, G_MAXINT64);
  there = tell (fixture->engine, &next);
  g_assert_cmpuint (there->len, ==, 0);
  g_assert_cmpuint (count (fixture, TRUE), ==, 1);

  fixture_restore (fixture, shed);
  restored = tell (fixture->engine, &next);
  g_assert_cmpuint (restored->len, ==, 1);
  fixture_bin (fixture, shed);
  g_assert_true (om_engine_empty_bin (fixture->engine, ids, NULL, NULL));
  g_assert_cmpuint (count (fixture, FALSE), ==, 1);
  engine_close (second);
}

/* Telling writes nothing while nothing is due. */
static void
test_telling_is_quiet (Fixture      *fixture,
                       gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock.");
  g_autoptr (GPtrArray) told = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  gint64 next;

  set_reminder (fixture, id, fixture->now + 3 * DAY);
  before = fixture_dump (fixture);
  told = tell (fixture->engine, &next);
  after = fixture_dump (fixture);
  g_assert_cmpstr (before, ==, after);
}

/* The watch ------------------------------------------------------------------------------------- */

static void
due_cb (OmReminderWatch *watch,
        GPtrArray       *due,
        GPtrArray       *told)
{
  for (guint i = 0; i < due->len; i++)
    g_ptr_array_add (told, g_strdup (((OmReminder *) g_ptr_array_index (due, i))->memory->id));
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      opened)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (om_engine_open_finish (OM_ENGINE (source), result, &error));
  g_assert_no_error (error);
  *(gboolean *) opened = TRUE;
}

/* It sleeps until the next is due, an hour at most, and catches up with what fell due while nobody was awake;
 * it works on an engine that is open and not loaded. */
static void
test_watch (Fixture      *fixture,
            gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock.");
  g_autoptr (GPtrArray) told = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (OmEngine) light = om_engine_new ();
  g_autoptr (OmReminderWatch) watch = NULL;
  g_autoptr (OmReminderWatch) other = NULL;
  g_autoptr (GError) error = NULL;
  gboolean opened = FALSE;

  om_engine_set_clock (light, fixture->engine->clock, fixture->engine->clock_data);
  om_engine_open_async (light, fixture->path, OM_OPEN_MUST_EXIST, NULL, opened_cb, &opened);
  while (!opened)
    g_main_context_iteration (NULL, TRUE);
  watch = om_reminder_watch_new (light);
  other = om_reminder_watch_new (fixture->engine);
  g_signal_connect (watch, "due", G_CALLBACK (due_cb), told);
  g_signal_connect (other, "due", G_CALLBACK (due_cb), told);
  om_reminder_watch_look (watch);
  om_reminder_watch_look (other);

  /* Nobody has to say that a reminder was set. */
  set_reminder (fixture, id, fixture->now + 90 * 1000);
  while (om_reminder_watch_get_wait (watch) == 0 || om_reminder_watch_get_wait (other) == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (om_reminder_watch_get_wait (watch), ==, 91);
  set_reminder (fixture, id, fixture->now + 40 * DAY);
  while (om_reminder_watch_get_wait (watch) != 3600 || om_reminder_watch_get_wait (other) != 3600)
    g_main_context_iteration (NULL, TRUE);

  /* The machine has slept. */
  fixture->now += 41 * DAY;
  om_reminder_watch_look (watch);
  om_reminder_watch_look (other);
  while (om_reminder_watch_get_wait (watch) != 0 || om_reminder_watch_get_wait (other) != 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (told->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (told, 0), ==, id);

  /* It answers without being loaded. */
  g_assert_true (om_engine_answer_reminder (light, id, OM_REMINDER_VIVID, NULL, NULL, NULL, &error));
  g_assert_no_error (error);
  while (om_reminder_watch_get_wait (watch) != 3600)
    g_main_context_iteration (NULL, TRUE);
  om_reminder_watch_stop (watch);
  om_reminder_watch_stop (other);
  om_engine_close (light);
}

static void
test_parse (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_utc ();
  static const struct
  {
    const char *text;
    int         year, month, day;
  } days[] = {
    { "3d", 2025, 6, 18 },       { "+3d", 2025, 6, 18 },        { "1 day", 2025, 6, 16 },   { "2w", 2025, 6, 29 },
    { "6m", 2025, 12, 15 },      { "2 Years", 2027, 6, 15 },    { "tomorrow", 2025, 6, 16 }, { "2027-05-31", 2027, 5, 31 },
    { " 2024-01-01 ", 2024, 1, 1 },
  };
  static const char *const none[] = { "", "d", "3", "0d", "3x", "soon", "-3d", "99999y", "3d 4d", "\xff" };
  OmMoment moment;

  for (gsize i = 0; i < G_N_ELEMENTS (days); i++)
    {
      gint64 at = om_engine_parse_reminder (fixture->engine, days[i].text, zone, NULL);

      om_moment_from_local (zone, days[i].year, days[i].month, days[i].day, OM_REMINDER_HOUR, 0, 0, &moment);
      g_assert_cmpint (at, ==, moment.ms);
    }
  om_moment_from_local (zone, 2027, 5, 31, 18, 30, 0, &moment);
  g_assert_cmpint (om_engine_parse_reminder (fixture->engine, "2027-05-31 18:30", zone, NULL), ==, moment.ms);
  for (gsize i = 0; i < G_N_ELEMENTS (none); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_cmpint (om_engine_parse_reminder (fixture->engine, none[i], zone, &error), ==, 0);
      g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
    }
}

void
test_reminders_add (void)
{
  g_test_add ("/engine/reminders/set", Fixture, NULL, fixture_set_up, test_set, fixture_tear_down);
  g_test_add ("/engine/reminders/answer", Fixture, NULL, fixture_set_up, test_answer, fixture_tear_down);
  g_test_add ("/engine/reminders/told-once", Fixture, NULL, fixture_set_up, test_told_once, fixture_tear_down);
  g_test_add ("/engine/reminders/quiet", Fixture, NULL, fixture_set_up, test_telling_is_quiet, fixture_tear_down);
  g_test_add ("/engine/reminders/watch", Fixture, NULL, fixture_set_up, test_watch, fixture_tear_down);
  g_test_add ("/engine/reminders/parse", Fixture, NULL, fixture_set_up, test_parse, fixture_tear_down);
}
