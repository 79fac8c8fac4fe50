/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The history: bounded, and taken back act by act. */
#include "config.h"

#include <math.h>

#include "store-fixture.h"
#include "store/om-store-access.h"
#include "store/om-store-changes.h"
#include "store/om-store-events.h"
#include "store/om-store-memories.h"

/* One act on one memory as the engine does it: the event with the state before, then the new
 * state. */
static void
act (OmStore     *store,
     gint64       row,
     OmEventCause cause,
     gint64       group,
     gint64       at,
     double       salience)
{
  OmEvent event = {
    .row = row, .at = at, .cause = cause, .group = group, .salience_after = salience
  };
  g_autoptr (OmMemory) m = om_store_memory_get (store, row, NULL);
  g_autoptr (GError) error = NULL;
  OmRecallState after;

  om_store_activity_get (store, row, &event.before, NULL);
  event.archived_before = m->archived_at;
  event.flags_before = m->flags;
  event.flags_changed = cause == OM_EVENT_REOPENED ? OM_FLAG_RESOLVED : 0;
  om_store_event_append (store, &event, &error);
  g_assert_no_error (error);
  g_assert_cmpint (event.id, >, 0);
  after = event.before;
  after.salience = salience;
  after.salience_at = at;
  after.last_seen_at = at;
  after.coactivations++;
  g_assert_true (om_store_activity_set (store, row, &after, NULL));
  if (cause == OM_EVENT_REOPENED)
    g_assert_true (om_store_memory_set_flags (store, row, 0, OM_FLAG_RESOLVED, NULL));
}

static void
test_list (Fixture      *fixture,
           gconstpointer data)
{
  gint64 row = add_memory (fixture->store, "x");
  gint64 other = add_memory (fixture->store, "y");
  OmEvent event = { .row = row,
                    .at = NOW,
                    .cause = OM_EVENT_SPREAD,
                    .related = other,
                    .group = 7,
                    .salience_after = .75,
                    .archived_before = 8,
                    .flags_before = OM_FLAG_HIDDEN };
  g_autoptr (GArray) events = NULL;
  g_autoptr (GArray) curve = NULL;
  g_autoptr (GArray) group = NULL;
  g_autoptr (GError) error = NULL;
  const OmEvent *back;

  event.before = (OmRecallState){ .salience = .5,
                                  .salience_at = 1,
                                  .last_seen_at = 2,
                                  .last_active_at = 3,
                                  .coactivations = 4,
                                  .activation_count = 5 };
  g_assert_true (om_store_event_append (fixture->store, &event, NULL));
  act (fixture->store, row, OM_EVENT_RECALLED, 0, NOW + 1, .9);
  events = om_store_events_list (fixture->store, row, &curve, NULL);
  g_assert_cmpuint (events->len, ==, 2);
  g_assert_cmpuint (curve->len, ==, 0);
  back = &g_array_index (events, OmEvent, 0);
  g_assert_cmpint (back->id, ==, event.id);
  g_assert_cmpint (back->row, ==, row);
  g_assert_cmpint (back->at, ==, NOW);
  g_assert_cmpint (back->cause, ==, OM_EVENT_SPREAD);
  g_assert_cmpint (back->related, ==, other);
  g_assert_cmpint (back->group, ==, 7);
  g_assert_cmpfloat (back->salience_after, ==, .75);
  g_assert_cmpfloat (back->before.salience, ==, .5);
  g_assert_cmpint (back->before.salience_at, ==, 1);
  g_assert_cmpint (back->before.last_seen_at, ==, 2);
  g_assert_cmpint (back->before.last_active_at, ==, 3);
  g_assert_cmpuint (back->before.coactivations, ==, 4);
  g_assert_cmpuint (back->before.activation_count, ==, 5);
  g_assert_cmpint (back->archived_before, ==, 8);
  g_assert_cmpuint (back->flags_before, ==, OM_FLAG_HIDDEN);
  g_assert_false (back->undone);
  group = om_store_events_of_group (fixture->store, 7, NULL);
  g_assert_cmpuint (group->len, ==, 1);

  event.salience_after = NAN;
  g_assert_false (om_store_event_append (fixture->store, &event, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
  g_clear_error (&error);
  event.salience_after = .5;
  event.row = 99;
  g_assert_false (om_store_event_append (fixture->store, &event, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
}

static char *
dup_program (Fixture       *fixture,
             const OmEvent *event)
{
  g_autoptr (GError) error = NULL;
  char *name = om_store_event_dup_program (fixture->store, event->id, &error);

  g_assert_no_error (error);
  return name;
}

/* A call of "Example" as the log of what programs asked writes it. */
static void
note_call (Fixture *fixture)
{
  g_autoptr (GPtrArray) calls = g_ptr_array_new_with_free_func ((GDestroyNotify) om_access_free);
  OmAccess *entry = om_access_new ();
  g_autoptr (GError) error = NULL;

  entry->at = NOW;
  entry->program = g_strdup ("exe:/usr/bin/example");
  entry->name = g_strdup ("Example");
  entry->what = g_strdup ("Recall");
  g_ptr_array_add (calls, entry);
  om_store_access_add (fixture->store, calls, 10, &error);
  g_assert_no_error (error);
}

/* How a recall came about is kept; which program it was is known as long as the log of programs knows it. */
static void
test_ways (Fixture      *fixture,
           gconstpointer data)
{
  OmEvent event = { .row = add_memory (fixture->store, "x"),
                    .at = NOW,
                    .cause = OM_EVENT_RECALLED,
                    .way = OM_RECALL_WAY_PROGRAM,
                    .before = { .salience = .5, .activation_count = 1 } };
  g_autoptr (GArray) events = NULL;
  g_autofree char *name = NULL;
  gboolean found;

  g_assert_true (om_store_event_append (fixture->store, &event, NULL));
  g_assert_true (om_store_event_set_program (fixture->store, event.id, "exe:/usr/bin/example", NULL));
  events = om_store_events_list (fixture->store, event.row, NULL, NULL);
  g_assert_cmpint (g_array_index (events, OmEvent, 0).way, ==, OM_RECALL_WAY_PROGRAM);

  /* What was asked is written down a moment later. */
  g_assert_null (dup_program (fixture, &event));
  note_call (fixture);
  name = dup_program (fixture, &event);
  g_assert_cmpstr (name, ==, "Example");

  /* What is taken out of the log does not come back when the program asks again. */
  g_assert_true (om_store_access_clear (fixture->store, NULL));
  g_assert_null (dup_program (fixture, &event));
  note_call (fixture);
  g_assert_null (dup_program (fixture, &event));

  g_assert_true (om_store_event_set_program (fixture->store, event.id, "exe:/usr/bin/example", NULL));
  g_assert_true (om_store_program_forget (fixture->store, "exe:/usr/bin/example", &found, NULL));
  g_assert_true (found);
  note_call (fixture);
  g_assert_null (dup_program (fixture, &event));
}

/* However much happens: 48 events, 48 points, in order, from the first to the last, and the highest
 * and lowest of all times still to be seen. */
static void
test_bounded (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);
  gint64 row = add_memory (fixture->store, "x");
  double highest = 0;
  double lowest = 1;

  g_assert_true (om_store_begin (fixture->store, NULL));
  for (guint i = 0; i < 1000; i++)
    {
      double salience = i == 100 ? .99 : i == 130 ? .01 : g_rand_double_range (random, .2, .8);

      highest = MAX (highest, salience);
      lowest = MIN (lowest, salience);
      act (fixture->store, row, OM_EVENT_RECALLED, 0, NOW + i * 1000, salience);
      if (i % 37 == 0 || i == 999 || i == 47 || i == 48 || i == 95 || i == 96 || i == 97)
        {
          g_autoptr (GArray) curve = NULL;
          g_autoptr (GArray) events = om_store_events_list (fixture->store, row, &curve, NULL);
          gint64 before = 0;
          double seen_highest = 0;
          double seen_lowest = 1;

          g_assert_cmpuint (events->len, ==, MIN (i + 1, OM_STORE_EVENTS_MAX));
          g_assert_cmpuint (curve->len, <=, OM_STORE_CURVE_MAX);
          g_assert_cmpuint (curve->len, >=, MIN (i + 1 - events->len, OM_STORE_CURVE_MAX / 2));
          for (guint k = 0; k < curve->len; k++)
            {
              const OmCurvePoint *point = &g_array_index (curve, OmCurvePoint, k);

              g_assert_cmpint (point->at, >, before);
              before = point->at;
              seen_highest = MAX (seen_highest, point->salience);
              seen_lowest = MIN (seen_lowest, point->salience);
            }
          if (curve->len > 0)
            g_assert_cmpint (g_array_index (curve, OmCurvePoint, 0).at, ==, NOW);
          for (guint k = 0; k < events->len; k++)
            {
              const OmEvent *event = &g_array_index (events, OmEvent, k);

              g_assert_cmpint (event->at, >, before);
              before = event->at;
              seen_highest = MAX (seen_highest, event->salience_after);
              seen_lowest = MIN (seen_lowest, event->salience_after);
            }
          g_assert_cmpint (before, ==, NOW + i * 1000);
          g_assert_cmpfloat (seen_highest, ==, highest);
          g_assert_cmpfloat (seen_lowest, ==, lowest);
        }
    }
  g_assert_true (om_store_commit (fixture->store, NULL));
}

static void
assert_salience (OmStore *store,
                 gint64   row,
                 double   salience,
                 guint    coactivations)
{
  OmRecallState activity;

  g_assert_true (om_store_activity_get (store, row, &activity, NULL));
  g_assert_cmpfloat (activity.salience, ==, salience);
  g_assert_cmpuint (activity.coactivations, ==, coactivations);
}

static void
test_undo (Fixture      *fixture,
           gconstpointer data)
{
  OmStore *store = fixture->store;
  gint64 a = add_memory (store, "a");
  gint64 b = add_memory (store, "b");
  gint64 c = add_memory (store, "c");
  g_autoptr (GArray) events = NULL;
  guint n;

  /* One act on three memories, one of them twice; then another on the third. */
  act (store, a, OM_EVENT_RECALLED, 1, NOW + 1, .6);
  act (store, b, OM_EVENT_SPREAD, 1, NOW + 1, .5);
  act (store, b, OM_EVENT_SPREAD, 1, NOW + 1, .7);
  act (store, c, OM_EVENT_SPREAD, 1, NOW + 1, .5);
  act (store, c, OM_EVENT_RECALLED, 2, NOW + 2, .9);

  g_assert_true (om_store_events_undo (store, 1, NOW + 3, &n, NULL));
  g_assert_cmpuint (n, ==, 2);
  assert_salience (store, a, .4, 0);
  assert_salience (store, b, .4, 0);
  assert_salience (store, c, .9, 2);
  events = om_store_events_list (store, b, NULL, NULL);
  g_assert_cmpuint (events->len, ==, 3);
  g_assert_true (g_array_index (events, OmEvent, 0).undone);
  g_assert_cmpint (g_array_index (events, OmEvent, 2).cause, ==, OM_EVENT_UNDONE);
  g_assert_cmpfloat (g_array_index (events, OmEvent, 2).before.salience, ==, .7);
  g_assert_cmpfloat (g_array_index (events, OmEvent, 2).salience_after, ==, .4);

  /* Twice is once. The later act first, and the earlier one can follow. */
  g_assert_true (om_store_events_undo (store, 1, NOW + 4, &n, NULL));
  g_assert_cmpuint (n, ==, 0);
  g_assert_true (om_store_events_undo (store, 2, NOW + 5, &n, NULL));
  g_assert_cmpuint (n, ==, 1);
  assert_salience (store, c, .5, 1);
  g_assert_true (om_store_events_undo (store, 1, NOW + 6, &n, NULL));
  g_assert_cmpuint (n, ==, 1);
  assert_salience (store, c, .4, 0);
}

static void
test_undo_flags (Fixture      *fixture,
                 gconstpointer data)
{
  OmStore *store = fixture->store;
  gint64 row = add_memory (store, "a");
  g_autoptr (OmMemory) values = om_memory_new ();
  g_autoptr (OmMemory) m = NULL;
  g_autoptr (OmStoreChanges) changes = NULL;
  gint64 revision;
  guint n;

  values->row = row;
  values->archived_at = NOW - 5;
  g_assert_true (om_store_memory_update (store, values, OM_STORE_ARCHIVED, NULL));
  g_assert_true (om_store_memory_set_flags (store, row, OM_FLAG_RESOLVED, 0, NULL));
  act (store, row, OM_EVENT_REOPENED, 3, NOW, .5);
  values->archived_at = 0;
  g_assert_true (om_store_memory_update (store, values, OM_STORE_ARCHIVED, NULL));
  /* A flag that the act did not touch was set since: it stays. */
  g_assert_true (om_store_memory_set_flags (store, row, OM_FLAG_PRIVATE, 0, NULL));
  revision = om_store_get_revision (store, NULL);
  g_assert_true (om_store_events_undo (store, 3, NOW + 1, &n, NULL));
  changes = om_store_changes_since (store, revision, NULL);
  g_assert_cmpuint (changes->changed->len, ==, 1);
  g_assert_cmpuint (n, ==, 1);
  m = om_store_memory_get (store, row, NULL);
  g_assert_cmpuint (m->flags, ==, OM_FLAG_RESOLVED | OM_FLAG_PRIVATE);
  g_assert_cmpint (m->archived_at, ==, NOW - 5);
}

void
add_event_tests (void)
{
  test_store ("events/list", test_list);
  test_store ("events/ways", test_ways);
  test_store ("events/bounded", test_bounded);
  test_store ("events/undo", test_undo);
  test_store ("events/undo-flags", test_undo_flags);
}
