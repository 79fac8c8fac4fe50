/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Salience over time: history, forecast, rest, undo. */
#include "config.h"

#include <math.h>

#include "engine/om-act.h"
#include "engine/om-history-words.h"
#include "engine/om-reminders.h"
#include "store/om-store-memories.h"
#include "test-engine.h"

static OmHistory *
history (Fixture    *fixture,
         const char *id)
{
  g_autoptr (GError) error = NULL;
  OmHistory *found = om_engine_get_history (fixture->engine, id, NULL, &error);

  g_assert_no_error (error);
  return found;
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

static gint64
recall (Fixture    *fixture,
        const char *query)
{
  g_autoptr (OmSearch) search = om_search_new (query, 5);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmAnswer) answer = om_engine_recall (fixture->engine, search, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (answer->hits->len, >=, 1);
  return answer->group;
}

/* The curve goes through every event, falls between them and ends at the present value. */
static void
test_curve (Fixture      *fixture,
            gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock.");
  g_autoptr (OmMemory) memory = NULL;
  g_autoptr (OmHistory) past = NULL;
  const OmHistoryEvent *second;
  double last = 2;

  fixture->now += 30 * OM_MS_PER_DAY;
  recall (fixture, "heron");
  fixture->now += 30 * OM_MS_PER_DAY;
  memory = get (fixture, id);
  past = history (fixture, id);

  g_assert_cmpuint (past->events->len, ==, 2);
  second = g_ptr_array_index (past->events, 1);
  g_assert_cmpint (((OmHistoryEvent *) g_ptr_array_index (past->events, 0))->cause, ==, OM_EVENT_CREATED);
  g_assert_cmpint (second->cause, ==, OM_EVENT_RECALLED);
  g_assert_cmpfloat (second->after, >, second->before);

  g_assert_true (isnan (om_engine_salience_at (fixture->engine, past, memory, TEST_NOW - 1)));
  for (int day = 0; day < 30; day++)
    {
      double value = om_engine_salience_at (fixture->engine, past, memory, TEST_NOW + day * OM_MS_PER_DAY);

      g_assert_cmpfloat (value, <=, last);
      last = value;
    }
  g_assert_cmpfloat_with_epsilon (om_engine_salience_at (fixture->engine, past, memory, second->at - 1), second->before, 1e-6);
  g_assert_cmpfloat_with_epsilon (om_engine_salience_at (fixture->engine, past, memory, second->at), second->after, 1e-12);
  g_assert_cmpfloat_with_epsilon (om_engine_salience_at (fixture->engine, past, memory, fixture->now),
                                  om_engine_present_salience (fixture->engine, memory), 1e-12);
}

static void
set_flags (Fixture    *fixture,
           const char *id,
           guint       flags)
{
  OmMemory *values = om_memory_new ();

  values->flags = flags;
  om_memory_unref (fixture_edit (fixture, id, OM_CHANGE_FLAGS, values));
}

/* One of the things that can happen to a memory. */
static void
act (Fixture    *fixture,
     const char *id,
     guint       number)
{
  const char *ids[] = { id, NULL };
  OmMemory *values;

  switch (number)
    {
    case 1:
      recall (fixture, "heron");
      break;
    case 2:
      values = om_memory_new ();
      values->content = g_strdup ("The heron stood at the second lock again.");
      om_memory_unref (fixture_edit (fixture, id, OM_CHANGE_CONTENT, values));
      break;
    case 3:
      set_flags (fixture, id, OM_FLAG_KEPT);
      break;
    case 4:
      set_flags (fixture, id, 0);
      break;
    case 5:
      g_assert_true (om_engine_act (fixture->engine, OM_ACT_REST, ids, NULL, NULL, NULL));
      break;
    case 6:
      g_assert_true (om_engine_act (fixture->engine, OM_ACT_WAKE, ids, NULL, NULL, NULL));
      break;
    case 7:
      set_flags (fixture, id, OM_FLAG_RESOLVED);
      break;
    default:
      g_assert_true (om_engine_undo (fixture->engine, recall (fixture, "heron"), NULL, NULL, NULL));
      break;
    }
}

/* The past is told as it was when it was the present, whatever happened since. */
static void
test_past_as_it_was (Fixture      *fixture,
                     gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock.");
  g_autoptr (GArray) was = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (OmMemory) memory = NULL;
  g_autoptr (OmHistory) past = NULL;
  const guint n_days = 90;

  for (guint day = 0; day < n_days; day++)
    {
      g_autoptr (OmMemory) present = NULL;
      double values[2];
      int percent;

      fixture->now = TEST_NOW + day * OM_MS_PER_DAY;
      if (day > 0 && day % 10 == 0)
        act (fixture, id, day / 10);
      present = get (fixture, id);
      om_engine_get_vividness (fixture->engine, present, &percent);
      values[0] = om_engine_present_salience (fixture->engine, present);
      values[1] = percent;
      g_array_append_vals (was, values, 2);
    }

  memory = get (fixture, id);
  past = history (fixture, id);
  g_assert_cmpuint (past->events->len, ==, 10);
  for (guint day = 0; day < n_days; day++)
    {
      gint64 at = TEST_NOW + day * OM_MS_PER_DAY;

      g_assert_cmpfloat (om_engine_salience_at (fixture->engine, past, memory, at), ==, g_array_index (was, double, 2 * day));
      g_assert_cmpint (om_engine_vividness_at (fixture->engine, past, memory, at), ==, g_array_index (was, double, 2 * day + 1));
    }
  g_assert_cmpint (om_engine_vividness_at (fixture->engine, past, memory, TEST_NOW - 1), ==, -1);
  /* The recall that was taken back in the same moment is not to be seen in the curve. */
  for (guint i = 1; i < past->events->len; i++)
    {
      const OmHistoryEvent *event = g_ptr_array_index (past->events, i);

      g_assert_cmpint (event->archived_at, ==, event->at == TEST_NOW + 50 * OM_MS_PER_DAY ? event->at : 0);
      if (event->undone || event->cause == OM_EVENT_UNDONE)
        continue;
      g_assert_cmpfloat_with_epsilon (om_engine_salience_at (fixture->engine, past, memory, event->at - 1), event->before, 1e-6);
      g_assert_cmpfloat (om_engine_salience_at (fixture->engine, past, memory, event->at), ==, event->after);
    }
}

/* At the millisecond the forecast names the line is crossed, not before. */
static void
assert_forecast (Fixture    *fixture,
                 const char *id)
{
  g_autoptr (OmMemory) memory = get (fixture, id);
  g_autoptr (OmHistory) past = history (fixture, id);
  gint64 now = fixture->now;
  int percent;

  g_assert_cmpint (past->forecast.resting_at, >, now);
  g_assert_cmpint (past->forecast.resting_at, <, G_MAXINT64);
  fixture->now = past->forecast.resting_at - 1;
  g_assert_cmpint (om_engine_get_vividness (fixture->engine, memory, NULL), !=, OM_VIVIDNESS_RESTING);
  fixture->now = past->forecast.resting_at;
  g_assert_cmpint (om_engine_get_vividness (fixture->engine, memory, NULL), ==, OM_VIVIDNESS_RESTING);

  g_assert_cmpint (past->forecast.fading_at, >, now);
  fixture->now = past->forecast.fading_at - 1;
  om_engine_get_vividness (fixture->engine, memory, &percent);
  g_assert_cmpint (percent, ==, 30);
  fixture->now = past->forecast.fading_at;
  om_engine_get_vividness (fixture->engine, memory, &percent);
  g_assert_cmpint (percent, ==, 29);
  fixture->now = now;
}

static gpointer
limit_fact (const OmWriteContext *context,
            gpointer              id,
            GCancellable         *cancellable,
            GError              **error)
{
  g_autoptr (OmMemory) memory = om_store_memory_get_by_id (context->store, id, error);

  memory->type = OM_MEMORY_TYPE_FACT;
  memory->valid_until = context->now + 400 * OM_MS_PER_DAY;
  return om_store_memory_update (context->store, memory, OM_STORE_TYPE | OM_STORE_FACT, error) ? OM_ENGINE_DONE : NULL;
}

static void
test_forecast (Fixture      *fixture,
               gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock.");
  g_autofree char *fact_id = fixture_remember (fixture, "The lease of the boathouse runs on.");
  g_autoptr (OmHistory) plain = history (fixture, id);
  g_autoptr (OmHistory) fact = NULL;
  g_autoptr (OmHistory) resting = NULL;
  g_autoptr (OmHistory) back = NULL;

  g_assert_cmpint (plain->forecast.resting_at, >, plain->forecast.fading_at);
  assert_forecast (fixture, id);
  fixture->now += 11 * OM_MS_PER_DAY;
  assert_forecast (fixture, id);

  /* A fact does not rest before it ends, whatever its score. */
  fixture_write (fixture, limit_fact, fact_id);
  assert_forecast (fixture, fact_id);
  fact = history (fixture, fact_id);
  g_assert_cmpint (fact->forecast.resting_at, ==, fixture->now + 400 * OM_MS_PER_DAY);

  /* The clock was set back: days count from the last use, not from now. */
  fixture->now -= 300 * OM_MS_PER_DAY;
  assert_forecast (fixture, id);
  back = history (fixture, id);
  g_assert_cmpint (back->forecast.resting_at, ==, plain->forecast.resting_at);

  fixture->now += 600 * OM_MS_PER_DAY;
  resting = history (fixture, id);
  g_assert_cmpint (resting->forecast.resting_at, ==, 0);
  g_assert_cmpint (resting->forecast.fading_at, ==, 0);
}

static void
assert_words (Fixture    *fixture,
              const char *id,
              const char *words)
{
  g_autoptr (OmHistory) past = history (fixture, id);
  const OmHistoryEvent *newest = g_ptr_array_index (past->events, past->events->len - 1);
  g_autofree char *told = om_history_event_words (newest, NULL);

  g_assert_cmpint (newest->cause, ==, OM_EVENT_RECALLED);
  g_assert_cmpstr (told, ==, words);
}

/* The history says how a recall came about, and nothing of what was asked. */
static void
test_ways (Fixture      *fixture,
           gconstpointer data)
{
  static const struct
  {
    OmRecallWay way;
    const char *words;
  } ways[] = {
    { OM_RECALL_WAY_UNKNOWN, "recalled" },
    { OM_RECALL_WAY_WINDOW, "recalled by a search in the window" },
    { OM_RECALL_WAY_COMMAND, "recalled by a search on the command line" },
    { OM_RECALL_WAY_PROGRAM, "recalled by another program, over D-Bus" },
  };
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock.");
  const char *ids[] = { id, NULL };
  OmHistoryEvent event = { .cause = OM_EVENT_RECALLED, .way = OM_RECALL_WAY_PROGRAM, .program = (char *) "Example" };
  g_autofree char *named = om_history_event_words (&event, NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autoptr (OmSearch) search = om_search_new ("heron", 5);
      g_autoptr (OmAnswer) answer = NULL;

      search->way = ways[i].way;
      search->program = g_strdup ("exe:/nowhere");
      answer = om_engine_recall (fixture->engine, search, NULL, NULL);
      assert_words (fixture, id, ways[i].words);
    }
  g_assert_cmpstr (named, ==, "recalled by Example, over D-Bus");
  g_assert_true (om_engine_act (fixture->engine, OM_ACT_REMEMBER, ids, NULL, NULL, NULL));
  assert_words (fixture, id, "recalled with “I Remember This”");
  g_assert_true (om_engine_act (fixture->engine, OM_ACT_READ, ids, NULL, NULL, NULL));
  assert_words (fixture, id, "recalled by reading it");
  g_assert_true (om_engine_set_reminder (fixture->engine, id, fixture->now + 1, NULL, NULL, NULL));
  fixture->now += 2;
  g_assert_true (om_engine_answer_reminder (fixture->engine, id, OM_REMINDER_VIVID, NULL, NULL, NULL, NULL));
  assert_words (fixture, id, "recalled at a reminder");
}

static void
test_kept_never_fades (Fixture      *fixture,
                       gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The day she was born.");
  g_autoptr (OmMemory) memory = get (fixture, id);
  g_autoptr (OmHistory) past = NULL;

  memory->flags |= OM_FLAG_KEPT;
  g_assert_true (om_engine_edit (fixture->engine, id, OM_CHANGE_FLAGS, memory, 0, NULL, NULL));
  past = history (fixture, id);
  g_assert_cmpint (past->forecast.fading_at, ==, G_MAXINT64);
  g_assert_cmpint (past->forecast.resting_at, ==, G_MAXINT64);
}

static void
test_rest_and_wake (Fixture      *fixture,
                    gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock.");
  const char *ids[] = { id, NULL };
  g_autoptr (OmMemory) resting = NULL;
  g_autoptr (OmMemory) awake = NULL;
  g_autoptr (OmHistory) past = NULL;

  g_assert_true (om_engine_act (fixture->engine, OM_ACT_REST, ids, NULL, NULL, NULL));
  resting = get (fixture, id);
  g_assert_cmpint (om_engine_get_vividness (fixture->engine, resting, NULL), ==, OM_VIVIDNESS_RESTING);
  g_assert_cmpuint (fixture_count_hits (fixture, "heron", NULL), ==, 1);

  fixture->now += 300 * OM_MS_PER_DAY;
  g_assert_true (om_engine_act (fixture->engine, OM_ACT_WAKE, ids, NULL, NULL, NULL));
  awake = get (fixture, id);
  g_assert_cmpint (om_engine_get_vividness (fixture->engine, awake, NULL), !=, OM_VIVIDNESS_RESTING);
  g_assert_cmpint (awake->last_active_at, ==, fixture->now);
  past = history (fixture, id);
  g_assert_cmpint (((OmHistoryEvent *) g_ptr_array_index (past->events, past->events->len - 1))->cause, ==, OM_EVENT_WOKEN);
}

static void
test_undo (Fixture      *fixture,
           gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock.");
  g_autoptr (OmMemory) before = NULL;
  g_autoptr (OmMemory) after = NULL;
  g_autoptr (OmMemory) undone = NULL;
  g_autoptr (OmHistory) past = NULL;
  g_autoptr (OmAnswer) looked = NULL;
  guint n_restored = 0;
  gint64 group;

  fixture->now += 30 * OM_MS_PER_DAY;
  before = get (fixture, id);
  group = recall (fixture, "heron");
  after = get (fixture, id);
  g_assert_cmpfloat (after->salience, >, before->salience);
  past = history (fixture, id);
  g_assert_cmpint (group, >, 0);
  g_assert_cmpint (((OmHistoryEvent *) g_ptr_array_index (past->events, 1))->group, ==, group);
  g_assert_true (om_engine_undo (fixture->engine, group, &n_restored, NULL, NULL));
  undone = get (fixture, id);
  g_assert_cmpfloat (undone->salience, ==, before->salience);
  g_assert_cmpint (undone->salience_at, ==, before->salience_at);
  g_assert_cmpuint (undone->coactivations, ==, before->coactivations);
  g_assert_cmpint (undone->last_active_at, ==, before->last_active_at);

  g_assert_cmpuint (n_restored, ==, 1);
  /* It is taken back once, and what is no recall not at all. */
  g_assert_true (om_engine_undo (fixture->engine, group, &n_restored, NULL, NULL));
  g_assert_cmpuint (n_restored, ==, 0);
  g_assert_true (om_engine_undo (fixture->engine, 4711, &n_restored, NULL, NULL));
  g_assert_cmpuint (n_restored, ==, 0);

  /* What changes nothing has no number, also when the same is asked after a recall. */
  looked = fixture_search (fixture, "heron");
  g_assert_cmpint (looked->group, ==, 0);
}

void
test_history_add (void)
{
  g_test_add ("/history/curve", Fixture, NULL, fixture_set_up, test_curve, fixture_tear_down);
  g_test_add ("/history/past-as-it-was", Fixture, NULL, fixture_set_up, test_past_as_it_was, fixture_tear_down);
  g_test_add ("/history/forecast", Fixture, NULL, fixture_set_up, test_forecast, fixture_tear_down);
  g_test_add ("/history/ways", Fixture, NULL, fixture_set_up, test_ways, fixture_tear_down);
  g_test_add ("/history/kept", Fixture, NULL, fixture_set_up, test_kept_never_fades, fixture_tear_down);
  g_test_add ("/history/rest-and-wake", Fixture, NULL, fixture_set_up, test_rest_and_wake, fixture_tear_down);
  g_test_add ("/history/undo", Fixture, NULL, fixture_set_up, test_undo, fixture_tear_down);
}
