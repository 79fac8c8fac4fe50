/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Acts of the person: each can be taken back wholly, with all that hung on it. */
#include "config.h"

#include <string.h>

#include "engine/om-act.h"
#include "test-engine.h"

static gint64
act (Fixture    *fixture,
     OmAct       what,
     const char *id)
{
  const char *ids[] = { id, NULL };
  g_autoptr (GError) error = NULL;
  gint64 group = -1;

  g_assert_true (om_engine_act (fixture->engine, what, ids, &group, NULL, &error));
  g_assert_no_error (error);
  return group;
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
assert_equal (const OmMemory *a,
              const OmMemory *b)
{
  g_assert_cmpfloat (a->salience, ==, b->salience);
  g_assert_cmpint (a->salience_at, ==, b->salience_at);
  g_assert_cmpint (a->last_seen_at, ==, b->last_seen_at);
  g_assert_cmpint (a->last_active_at, ==, b->last_active_at);
  g_assert_cmpuint (a->coactivations, ==, b->coactivations);
  g_assert_cmpuint (a->activation_count, ==, b->activation_count);
  g_assert_cmpuint (a->flags, ==, b->flags);
  g_assert_cmpint (a->archived_at, ==, b->archived_at);
  g_assert_cmpstr (a->content, ==, b->content);
}

/* What an act has to be done upon, to do anything. */
static guint
flags_before (OmAct what)
{
  switch (what)
    {
    case OM_ACT_UNPIN:
    case OM_ACT_REST:
      return OM_FLAG_PINNED | OM_FLAG_KEPT;
    case OM_ACT_LET_FADE:
      return OM_FLAG_KEPT;
    case OM_ACT_REOPEN:
      return OM_FLAG_RESOLVED;
    case OM_ACT_UNHIDE:
      return OM_FLAG_HIDDEN;
    case OM_ACT_UNMAKE_PRIVATE:
      return OM_FLAG_PRIVATE;
    default:
      return 0;
    }
}

static void
test_undone (Fixture      *fixture,
             gconstpointer data)
{
  for (int what = 0; what < OM_N_ACTS; what++)
    {
      g_autofree char *text = g_strdup_printf ("The heron number %d stood at the second lock.", what);
      g_autofree char *id = fixture_remember (fixture, text);
      OmMemory *values = om_memory_new ();
      g_autoptr (OmMemory) before = NULL;
      g_autoptr (OmMemory) during = NULL;
      g_autoptr (OmMemory) after = NULL;
      gint64 group;

      values->flags = flags_before (what);
      om_memory_unref (fixture_edit (fixture, id, OM_CHANGE_FLAGS, values));
      fixture->now += 20 * OM_MS_PER_DAY;
      if (what == OM_ACT_WAKE)
        act (fixture, OM_ACT_REST, id);
      fixture->now += 20 * OM_MS_PER_DAY;
      before = fixture_get (fixture, id);
      group = act (fixture, what, id);
      g_assert_cmpint (group, >, 0);
      during = fixture_get (fixture, id);
      fixture->now += OM_MS_PER_DAY;
      g_assert_true (during->flags != before->flags || during->archived_at != before->archived_at ||
                     during->coactivations != before->coactivations);
      /* A recall reaches neighbours as well. */
      if (what == OM_ACT_REMEMBER || what == OM_ACT_READ)
        g_assert_cmpuint (undo (fixture, group), >=, 1);
      else
        g_assert_cmpuint (undo (fixture, group), ==, 1);
      after = fixture_get (fixture, id);
      assert_equal (before, after);
      /* Once is enough. */
      g_assert_cmpuint (undo (fixture, group), ==, 0);
    }
}

/* Waking is use, and use lowers nothing: not the count of the uses before, not the vividness. What is awake
 * is left as it is. */
static void
test_waking_lowers_nothing (Fixture      *fixture,
                            gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock.");
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (OmMemory) used = NULL;
  g_autoptr (OmMemory) awake = NULL;
  const char *ids[] = { id, NULL };
  int vivid;
  int woken;

  for (int i = 0; i < 5; i++)
    {
      fixture->now += 2 * OM_MS_PER_DAY;
      act (fixture, OM_ACT_REMEMBER, id);
    }
  used = fixture_get (fixture, id);
  g_assert_cmpuint (used->activation_count, ==, 6);
  om_engine_get_vividness (fixture->engine, used, &vivid);

  before = fixture_dump (fixture);
  g_assert_cmpint (act (fixture, OM_ACT_WAKE, id), ==, 0);
  g_assert_true (om_engine_act (fixture->engine, OM_ACT_WAKE, ids, NULL, NULL, NULL));
  after = fixture_dump (fixture);
  g_assert_cmpstr (before, ==, after);

  act (fixture, OM_ACT_REST, id);
  fixture->now += OM_MS_PER_DAY;
  g_assert_cmpint (act (fixture, OM_ACT_WAKE, id), >, 0);
  awake = fixture_get (fixture, id);
  g_assert_cmpint (awake->archived_at, ==, 0);
  g_assert_cmpuint (awake->activation_count, ==, 6);
  g_assert_cmpint (awake->last_active_at, ==, fixture->now);
  om_engine_get_vividness (fixture->engine, awake, &woken);
  g_assert_cmpint (woken, >=, vivid);
}

static void
test_nothing (Fixture      *fixture,
              gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock.");
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  const char *ids[] = { "3f2a91c0-0000-4000-8000-000000000000", NULL };
  g_autoptr (GError) error = NULL;
  gint64 group = -1;

  act (fixture, OM_ACT_PIN, id);
  before = fixture_dump (fixture);
  g_assert_cmpint (act (fixture, OM_ACT_PIN, id), ==, 0);
  g_assert_cmpint (act (fixture, OM_ACT_KEEP, id), ==, 0);
  g_assert_cmpint (act (fixture, OM_ACT_REOPEN, id), ==, 0);
  g_assert_false (om_engine_act (fixture->engine, OM_ACT_PIN, ids, &group, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
  after = fixture_dump (fixture);
  g_assert_cmpstr (after, ==, before);
}

static guint
count_waypoints (Fixture    *fixture,
                 const char *id)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) waypoints = om_engine_get_waypoints (fixture->engine, id, NULL, &error);

  g_assert_no_error (error);
  return waypoints->len;
}

/* Its links go while it is private, and come again. */
static void
test_private (Fixture      *fixture,
              gconstpointer data)
{
  g_autofree char *first = fixture_remember (fixture, "The heron stood at the second lock of the canal.");
  g_autofree char *second = fixture_remember (fixture, "The heron flew along the canal to the third lock.");
  gint64 group;

  g_assert_cmpuint (count_waypoints (fixture, second), ==, 1);
  group = act (fixture, OM_ACT_MAKE_PRIVATE, second);
  g_assert_cmpuint (count_waypoints (fixture, second), ==, 0);
  g_assert_cmpuint (undo (fixture, group), ==, 1);
  g_assert_cmpuint (count_waypoints (fixture, second), ==, 1);
}

/* What happened since stands. */
static void
test_since (Fixture      *fixture,
            gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock.");
  gint64 group = act (fixture, OM_ACT_RESOLVE, id);
  g_autoptr (OmMemory) memory = NULL;

  om_answer_unref (fixture_recall (fixture, "heron"));
  g_assert_cmpuint (undo (fixture, group), ==, 0);
  memory = fixture_get (fixture, id);
  g_assert_cmpuint (memory->flags & OM_FLAG_RESOLVED, !=, 0);
}

/* Twenty pins are enough, also for what comes back pinned. */
static void
test_pins (Fixture      *fixture,
           gconstpointer data)
{
  g_autofree char *rested = fixture_remember (fixture, "The heron stood at the second lock.");
  g_autoptr (GError) error = NULL;
  g_autoptr (GError) undo_error = NULL;
  g_autoptr (OmMemory) memory = NULL;
  gint64 group;

  act (fixture, OM_ACT_PIN, rested);
  group = act (fixture, OM_ACT_REST, rested);
  for (int i = 0; i < OM_MAX_PINNED; i++)
    {
      g_autofree char *text = g_strdup_printf ("Pin number %d.", i);
      g_autofree char *id = fixture_remember (fixture, text);

      act (fixture, OM_ACT_PIN, id);
    }
  {
    g_autofree char *more = fixture_remember (fixture, "One more.");
    const char *ids[] = { more, NULL };

    g_assert_false (om_engine_act (fixture->engine, OM_ACT_PIN, ids, NULL, NULL, &error));
    g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
    g_assert_nonnull (strstr (error->message, "20"));
  }
  g_assert_false (om_engine_undo (fixture->engine, group, NULL, NULL, &undo_error));
  g_assert_error (undo_error, OM_ERROR, OM_ERROR_INVALID);
  memory = fixture_get (fixture, rested);
  g_assert_cmpint (memory->archived_at, !=, 0);
}

#define ADD(path, test) g_test_add (path, Fixture, NULL, fixture_set_up, test, fixture_tear_down)

void
test_act_add (void)
{
  ADD ("/act/undone", test_undone);
  ADD ("/act/nothing", test_nothing);
  ADD ("/act/waking-lowers-nothing", test_waking_lowers_nothing);
  ADD ("/act/private", test_private);
  ADD ("/act/since", test_since);
  ADD ("/act/pins", test_pins);
}
