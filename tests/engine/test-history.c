/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Salience over time: history, forecast, rest, undo. */
#include "config.h"

#include <math.h>

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

/* On the day the forecast names the line is crossed, the day before it is not. */
static void
test_forecast (Fixture      *fixture,
               gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock.");
  g_autoptr (OmMemory) memory = get (fixture, id);
  g_autoptr (OmHistory) past = history (fixture, id);

  g_assert_cmpint (past->forecast.fading_at, >, fixture->now);
  g_assert_cmpint (past->forecast.resting_at, >, past->forecast.fading_at);
  g_assert_cmpint (past->forecast.resting_at, <, G_MAXINT64);

  fixture->now = past->forecast.fading_at - OM_MS_PER_DAY;
  g_assert_cmpint (om_engine_get_vividness (fixture->engine, memory, NULL), !=, OM_VIVIDNESS_FADING);
  fixture->now = past->forecast.fading_at + OM_MS_PER_DAY;
  g_assert_cmpint (om_engine_get_vividness (fixture->engine, memory, NULL), ==, OM_VIVIDNESS_FADING);
  fixture->now = past->forecast.resting_at - OM_MS_PER_DAY;
  g_assert_cmpint (om_engine_get_vividness (fixture->engine, memory, NULL), ==, OM_VIVIDNESS_FADING);
  fixture->now = past->forecast.resting_at + OM_MS_PER_DAY;
  g_assert_cmpint (om_engine_get_vividness (fixture->engine, memory, NULL), ==, OM_VIVIDNESS_RESTING);
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

  g_assert_true (om_engine_rest (fixture->engine, ids, TRUE, NULL, NULL));
  resting = get (fixture, id);
  g_assert_cmpint (om_engine_get_vividness (fixture->engine, resting, NULL), ==, OM_VIVIDNESS_RESTING);
  g_assert_cmpuint (fixture_count_hits (fixture, "heron", NULL), ==, 1);

  fixture->now += 300 * OM_MS_PER_DAY;
  g_assert_true (om_engine_rest (fixture->engine, ids, FALSE, NULL, NULL));
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
  gint64 group;

  fixture->now += 30 * OM_MS_PER_DAY;
  before = get (fixture, id);
  group = recall (fixture, "heron");
  after = get (fixture, id);
  g_assert_cmpfloat (after->salience, >, before->salience);
  past = history (fixture, id);
  g_assert_cmpint (group, >, 0);
  g_assert_cmpint (((OmHistoryEvent *) g_ptr_array_index (past->events, 1))->group, ==, group);
  g_assert_true (om_engine_undo (fixture->engine, group, NULL, NULL));
  undone = get (fixture, id);
  g_assert_cmpfloat (undone->salience, ==, before->salience);
  g_assert_cmpint (undone->salience_at, ==, before->salience_at);
  g_assert_cmpuint (undone->coactivations, ==, before->coactivations);
  g_assert_cmpint (undone->last_active_at, ==, before->last_active_at);

  /* What changes nothing has no number, also when the same is asked after a recall. */
  looked = fixture_search (fixture, "heron");
  g_assert_cmpint (looked->group, ==, 0);
}

void
test_history_add (void)
{
  g_test_add ("/history/curve", Fixture, NULL, fixture_set_up, test_curve, fixture_tear_down);
  g_test_add ("/history/forecast", Fixture, NULL, fixture_set_up, test_forecast, fixture_tear_down);
  g_test_add ("/history/kept", Fixture, NULL, fixture_set_up, test_kept_never_fades, fixture_tear_down);
  g_test_add ("/history/rest-and-wake", Fixture, NULL, fixture_set_up, test_rest_and_wake, fixture_tear_down);
  g_test_add ("/history/undo", Fixture, NULL, fixture_set_up, test_undo, fixture_tear_down);
}
