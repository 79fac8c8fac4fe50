/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What fades must not depend on how often a job ran, when, or who ran it: random journals lived through
 * under many schedules come out the same to the bit (engine.md, "Two promises"; case S12). */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "engine/om-fade.h"
#include "engine/om-reflect.h"
#include "test-life.h"

/** Schedule: what the jobs do before step @i; the clock stands where the step is. */
typedef void (*Schedule) (Life *life,
                          guint i);

static void
pass (Life     *life,
      OmEngine *engine)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmFadeReport) report = om_engine_fade (engine, FALSE, NULL, &error);

  g_assert_no_error (error);
  g_assert_false (report->skipped);
}

static gpointer
cancel_later (gpointer data)
{
  g_usleep ((gulong) GPOINTER_TO_INT (g_object_get_data (data, "pause")));
  g_cancellable_cancel (data);
  return NULL;
}

/* A pass that is given up after some microseconds, wherever it is by then. */
static void
give_up_pass (OmEngine *engine,
              int       pause)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (OmFadeReport) report = NULL;
  GThread *thread;

  g_object_set_data (G_OBJECT (cancellable), "pause", GINT_TO_POINTER (pause));
  thread = g_thread_new ("cancel", cancel_later, cancellable);
  report = om_engine_fade (engine, FALSE, cancellable, &error);
  g_thread_join (thread);
  if (error != NULL)
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* Another process, with this clock, does the job while this one does it as well. One of the two may find
 * the other at it and leave it to it. */
static void
beside_a_process (Life       *life,
                  const char *job)
{
  g_autofree char *now = g_strdup_printf ("%" G_GINT64_FORMAT, life->fixture.now);
  Child child;

  child_start (&child, job, life->fixture.path, now);
  for (int i = 0; i < 20; i++)
    {
      g_autoptr (GError) error = NULL;

      if (g_str_equal (job, "fade"))
        om_fade_report_free (om_engine_fade (life->fixture.engine, FALSE, NULL, &error));
      else
        om_reflect_report_free (om_engine_reflect (life->fixture.engine, FALSE, NULL, &error));
      g_assert_no_error (error);
      g_usleep (5000);
    }
  g_assert_cmpint (child_join (&child), ==, 0);
}

/* How many journals: as many as are asked for. */
static guint
get_n_seeds (void)
{
  const char *asked = g_getenv ("OPENMEMORY_SCHEDULE_SEEDS");

  return asked != NULL ? (guint) atoi (asked) : 2;
}

/* Fading ----------------------------------------------------------------------------------------- */

static void
reflect (Life     *life,
         OmEngine *engine)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmReflectReport) report = om_engine_reflect (engine, FALSE, NULL, &error);

  g_assert_no_error (error);
  g_assert_true (!report->skipped || report->too_few);
}

static void
never (Life *life,
       guint i)
{
}

/* The only pass comes years after the end, and then the clock is right again. */
static void
once_in_future (Life *life,
                guint i)
{
  if (i != G_MAXUINT)
    return;
  life->fixture.now += 7300 * DAY;
  pass (life, life->fixture.engine);
  life->fixture.now -= 7300 * DAY;
}

static void
often (Life *life,
       guint i)
{
  pass (life, life->fixture.engine);
}

/* A thousand of them in one life. */
static void
a_thousand (Life *life,
            guint i)
{
  for (guint n = i == G_MAXUINT ? 10 : 9; n > 0; n--)
    pass (life, life->fixture.engine);
}

/* Really two processes, at the same time. */
static void
by_processes (Life *life,
              guint i)
{
  if (i % 15 == 7 || i == G_MAXUINT)
    beside_a_process (life, "fade");
}

/* Every month for twenty years after the end; then the clock is right again. */
static void
for_twenty_years (Life *life,
                  guint i)
{
  if (i != G_MAXUINT)
    return;
  for (guint month = 0; month < 240; month++)
    {
      life->fixture.now += 7300 * DAY / 240;
      pass (life, life->fixture.engine);
    }
  life->fixture.now -= 7300 * DAY / 240 * 240;
}

/* Whenever it pleases, by whomever, with whatever clock, and given up in the middle. */
static void
at_random (Life *life,
           guint i)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (i * 2654435761u + 17);
  gint64 now = life->fixture.now;

  life_open_second (life);
  for (int n = g_rand_int_range (rand, 0, 4); n > 0; n--)
    {
      OmEngine *engine = g_rand_boolean (rand) ? life->second : life->fixture.engine;

      life->fixture.now = now + (gint64) (g_rand_double_range (rand, -3000, 9000) * DAY);
      if (g_rand_boolean (rand))
        pass (life, engine);
      else
        give_up_pass (engine, g_rand_int_range (rand, 0, 3000));
    }
  life->fixture.now = now;
}

/* Two processes take turns, and now and then one comes right after the other. */
static void
by_two (Life *life,
        guint i)
{
  life_open_second (life);
  pass (life, i % 2 == 0 ? life->second : life->fixture.engine);
  if (i % 7 == 0)
    pass (life, life->second);
}

/* The clock runs ahead or behind while the job is at work. */
static void
with_wrong_clock (Life *life,
                  guint i)
{
  static const int ahead[] = { 7300, -400, 60, 0, 3650, -20000 };
  gint64 now = life->fixture.now;

  life->fixture.now += ahead[i % G_N_ELEMENTS (ahead)] * DAY;
  pass (life, life->fixture.engine);
  life->fixture.now = now;
}

/* The program is closed and opened again, and tidies up at each start. */
static void
at_each_start (Life *life,
               guint i)
{
  if (i % 10 != 3)
    return;
  fixture_reopen (&life->fixture);
  pass (life, life->fixture.engine);
}

static char *
live_through (GArray   *steps,
              Schedule  schedule)
{
  Life life;
  char *told;

  life_begin (&life);
  for (guint i = 0; i < steps->len; i++)
    {
      const Step *step = &g_array_index (steps, Step, i);

      life.fixture.now = step->at;
      schedule (&life, i);
      life.fixture.now = step->at;
      life_act (&life, step);
      /* Reflection adds to salience when it comes, so that it comes at the same time in all of them. */
      if (i % 25 == 24)
        reflect (&life, life.fixture.engine);
    }
  schedule (&life, G_MAXUINT);
  told = life_tell (&life);
  life_end (&life);
  return told;
}

static void
assert_same_lines (const char *name,
                   guint32     seed,
                   const char *told,
                   const char *expected)
{
  g_auto (GStrv) lines = g_strsplit (told, "\n", -1);
  g_auto (GStrv) expected_lines = g_strsplit (expected, "\n", -1);

  for (guint i = 0; lines[i] != NULL || expected_lines[i] != NULL; i++)
    {
      if (g_strcmp0 (lines[i], expected_lines[i]) != 0)
        g_error ("seed %u, %s: “%s”, not “%s”", seed, name, lines[i] != NULL ? lines[i] : "",
                 expected_lines[i] != NULL ? expected_lines[i] : "");
      if (lines[i] == NULL || expected_lines[i] == NULL)
        break;
    }
}

static void
test_fading (void)
{
  static const struct
  {
    const char *name;
    Schedule    schedule;
  } schedules[] = {
    { "once, in the future", once_in_future }, { "before each step", often },
    { "by two engines", by_two },              { "with a wrong clock", with_wrong_clock },
    { "at each start", at_each_start },        { "a thousand times", a_thousand },
    { "by two processes", by_processes },      { "for twenty years", for_twenty_years },
    { "at random", at_random },
  };

  for (guint32 seed = 1; seed <= get_n_seeds (); seed++)
    {
      g_autoptr (GArray) steps = life_write (seed, 110, G_MAXUINT, TRUE);
      g_autofree char *expected = live_through (steps, never);

      for (gsize i = 0; i < G_N_ELEMENTS (schedules); i++)
        {
          g_autofree char *told = live_through (steps, schedules[i].schedule);

          assert_same_lines (schedules[i].name, seed, told, expected);
        }
      g_test_message ("seed %u: %u lines of what was left are the same under %u schedules", seed,
                      (guint) (strlen (expected) / 80), (guint) G_N_ELEMENTS (schedules) + 1);
    }
}

/* Reflection ------------------------------------------------------------------------------------- */

static void
reflect_often (Life *life,
               guint i)
{
  reflect (life, life->fixture.engine);
}

static void
reflect_seldom (Life *life,
                guint i)
{
  if (i % 17 == 16)
    reflect (life, life->fixture.engine);
}

static void
reflect_by_two (Life *life,
                guint i)
{
  life_open_second (life);
  reflect (life, i % 2 == 0 ? life->second : life->fixture.engine);
}

static void
reflect_by_processes (Life *life,
                      guint i)
{
  if (i % 15 == 7)
    beside_a_process (life, "reflect");
}

static void
reflect_with_wrong_clock (Life *life,
                          guint i)
{
  static const int ahead[] = { 7300, -400, 60, 0, 3650, 1 };
  gint64 now = life->fixture.now;

  if (i % 5 != 0)
    return;
  life->fixture.now += ahead[i / 5 % G_N_ELEMENTS (ahead)] * DAY;
  reflect (life, life->fixture.engine);
  life->fixture.now = now;
}

static void
reflect_at_each_start (Life *life,
                       guint i)
{
  if (i % 10 != 3)
    return;
  fixture_reopen (&life->fixture);
  reflect (life, life->fixture.engine);
}

static char *
reflect_through (GArray   *steps,
                 Schedule  schedule)
{
  Life life;
  GString *told = g_string_new (NULL);

  life_begin (&life);
  for (guint i = 0; i < steps->len; i++)
    {
      const Step *step = &g_array_index (steps, Step, i);

      life.fixture.now = step->at;
      schedule (&life, i);
      life_act (&life, step);
    }
  life.fixture.now += 2 * DAY;
  reflect (&life, life.fixture.engine);
  life_tell_reflections (&life, told);
  life_end (&life);
  return g_string_free (told, FALSE);
}

static void
test_reflecting (void)
{
  static const struct
  {
    const char *name;
    Schedule    schedule;
  } schedules[] = {
    { "before each step", reflect_often },         { "now and then", reflect_seldom },
    { "by two engines", reflect_by_two },          { "with a wrong clock", reflect_with_wrong_clock },
    { "at each start", reflect_at_each_start },    { "by two processes", reflect_by_processes },
  };

  for (guint32 seed = 12; seed < 12 + get_n_seeds (); seed++)
    {
      g_autoptr (GArray) steps = life_write (seed, 80, 1u << RECALL | 1u << RECALL_ONE | 1u << LINK, FALSE);
      g_autofree char *expected = reflect_through (steps, never);
      g_auto (GStrv) lines = g_strsplit (expected, "\n", -1);

      g_assert_cmpuint (g_strv_length (lines), >, 3);
      for (gsize i = 0; i < G_N_ELEMENTS (schedules); i++)
        {
          g_autofree char *told = reflect_through (steps, schedules[i].schedule);

          assert_same_lines (schedules[i].name, seed, told, expected);
        }
      g_test_message ("seed %u: %u reflections are the same under %u schedules", seed, g_strv_length (lines) - 1,
                      (guint) G_N_ELEMENTS (schedules) + 1);
    }
}

void
test_schedule_add (void)
{
  g_test_add_func ("/schedule/fading", test_fading);
  g_test_add_func ("/schedule/reflecting", test_reflecting);
}
