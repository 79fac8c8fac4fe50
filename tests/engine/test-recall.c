/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recalling strengthens by the table of engine.md section 5; looking changes nothing. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "engine/om-act.h"
#include "engine/om-doctor.h"
#include "engine/om-reinforcement.h"
#include "store/om-store-bin.h"
#include "store/om-store-memories.h"
#include "store/om-store-waypoints.h"
#include "test-engine.h"

#define HOUR (OM_MS_PER_DAY / 24)

static double
present (Fixture    *fixture,
         const char *id)
{
  g_autoptr (OmMemory) memory = fixture_get (fixture, id);

  return om_engine_present_salience (fixture->engine, memory);
}

static void
set_zone (Fixture    *fixture,
          const char *name)
{
  g_clear_pointer (&fixture->engine->zone, g_time_zone_unref);
  fixture->engine->zone = g_time_zone_new_identifier (name);
  g_assert_nonnull (fixture->engine->zone);
}

/* Links as a test wants them ------------------------------------------------------------------- */

typedef struct
{
  const char    *source;
  const char    *target;
  double         weight;
  OmWaypointKind kind;
} Link;

static gpointer
put_link (const OmWriteContext *context,
          gpointer              data,
          GCancellable         *cancellable,
          GError              **error)
{
  const Link *link = data;
  OmWaypoint waypoint = {
    .source = om_store_memory_find_row (context->store, link->source, error),
    .target = om_store_memory_find_row (context->store, link->target, error),
    .weight = link->weight,
    .kind = link->kind,
    .created_at = context->now,
    .walked_at = context->now,
  };

  return om_store_waypoint_put (context->store, &waypoint, error) ? OM_ENGINE_DONE : NULL;
}

static void
add_link (Fixture    *fixture,
          const char *source,
          const char *target,
          double      weight)
{
  Link link = { source, target, weight, OM_WAYPOINT_HAND };

  fixture_write (fixture, put_link, &link);
}

static gpointer
drop_associations (const OmWriteContext *context,
                   gpointer              data,
                   GCancellable         *cancellable,
                   GError              **error)
{
  for (gint64 row = 1; row <= 20; row++)
    {
      if (!om_store_waypoints_clear (context->store, row, OM_WAYPOINT_ASSOCIATION, error))
        return NULL;
    }
  return OM_ENGINE_DONE;
}

/* The link between two memories, whichever way it leads. */
static OmWaypoint
get_link (Fixture    *fixture,
          const char *one,
          const char *other)
{
  g_autoptr (OmMemory) memory = fixture_get (fixture, other);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) waypoints = om_engine_get_waypoints (fixture->engine, one, NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < waypoints->len; i++)
    {
      const OmWaypoint *waypoint = &g_array_index (waypoints, OmWaypoint, i);

      if (waypoint->source == memory->row || waypoint->target == memory->row)
        return *waypoint;
    }
  g_error ("no link between %s and %s", one, other);
}

static gboolean
is_hit (const OmAnswer *answer,
        const char     *id)
{
  for (guint i = 0; i < answer->hits->len; i++)
    {
      if (g_str_equal (((OmHit *) g_ptr_array_index (answer->hits, i))->memory->id, id))
        return TRUE;
    }
  return FALSE;
}

/* One memory ------------------------------------------------------------------------------------ */

static void
test_strengthens (Fixture      *fixture,
                  gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock.");
  g_autoptr (OmMemory) before = NULL;
  g_autoptr (OmMemory) after = NULL;
  g_autoptr (OmMemory) again = NULL;
  g_autoptr (OmAnswer) answer = NULL;
  double s;

  fixture->now += 60 * OM_MS_PER_DAY;
  before = fixture_get (fixture, id);
  s = om_engine_present_salience (fixture->engine, before);
  g_assert_cmpfloat (s, <, before->salience);
  answer = fixture_recall (fixture, "heron");
  g_assert_cmpuint (answer->hits->len, ==, 1);
  /* The answer shows it as it was. */
  g_assert_cmpfloat (((OmHit *) g_ptr_array_index (answer->hits, 0))->salience, ==, s);
  g_assert_cmpuint (((OmHit *) g_ptr_array_index (answer->hits, 0))->memory->coactivations, ==, 0);

  after = fixture_get (fixture, id);
  g_assert_cmpfloat_with_epsilon (after->salience, s + 0.18 * (1 - s) + 0.5, 1e-12);
  g_assert_cmpfloat (after->salience, <, 1);
  g_assert_cmpint (after->salience_at, ==, fixture->now);
  g_assert_cmpint (after->last_seen_at, ==, fixture->now);
  g_assert_cmpint (after->last_active_at, ==, fixture->now);
  g_assert_cmpuint (after->coactivations, ==, 1);
  g_assert_cmpuint (after->activation_count, ==, 2);
  g_assert_cmpint (after->changed_at, ==, before->changed_at);
  g_assert_cmpuint (after->version, ==, before->version);

  g_clear_pointer (&answer, om_answer_unref);
  answer = fixture_recall (fixture, "heron");
  again = fixture_get (fixture, id);
  g_assert_cmpfloat (again->salience, ==, 1);
  g_assert_cmpuint (again->coactivations, ==, 2);
}

/* The journal day begins at 04:00 of the machine's zone. */
static void
test_once_a_journal_day (Fixture      *fixture,
                         gconstpointer data)
{
  /* 2025-06-15 12:00 in Tokyo. */
  const gint64 noon = G_GINT64_CONSTANT (1749956400000);
  static const struct
  {
    double hours; /* after that noon */
    guint  count;
  } steps[] = {
    { 0.1, 1 }, { 11, 1 }, { 15.99, 1 }, { 16, 2 }, { 20, 2 }, { 39.99, 2 }, { 40, 3 }, { 24 * 30, 4 },
    /* A clock set back is no other day. */
    { 17, 4 },
  };
  g_autofree char *id = NULL;

  set_zone (fixture, "Asia/Tokyo");
  id = fixture_remember_at (fixture, noon, "Tea with Kenji at the station.");
  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    {
      g_autoptr (OmAnswer) answer = NULL;
      g_autoptr (OmMemory) before = fixture_get (fixture, id);
      g_autoptr (OmMemory) after = NULL;

      fixture->now = noon + (gint64) (steps[i].hours * HOUR);
      answer = fixture_recall (fixture, "Kenji");
      g_assert_cmpuint (answer->hits->len, ==, 1);
      after = fixture_get (fixture, id);
      g_assert_cmpuint (after->coactivations, ==, i + 1);
      if (after->activation_count != steps[i].count)
        g_error ("%g hours later: %u activations, not %u", steps[i].hours, after->activation_count, steps[i].count);
      g_assert_cmpint (after->last_active_at, ==,
                       after->activation_count > before->activation_count ? fixture->now : before->last_active_at);
    }
}

static gpointer
put_to_rest (const OmWriteContext *context,
             gpointer              id,
             GCancellable         *cancellable,
             GError              **error)
{
  g_autoptr (OmMemory) memory = om_store_memory_get_by_id (context->store, id, error);

  memory->archived_at = context->now;
  return om_store_memory_update (context->store, memory, OM_STORE_ARCHIVED, error) ? OM_ENGINE_DONE : NULL;
}

static void
test_wakes (Fixture      *fixture,
            gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "Lent the ladder to Mr Brandt.");
  g_autoptr (OmMemory) resting = NULL;
  g_autoptr (OmMemory) awake = NULL;

  fixture_write (fixture, put_to_rest, id);
  resting = fixture_get (fixture, id);
  g_assert_cmpint (resting->archived_at, ==, fixture->now);
  g_assert_cmpint (om_engine_get_vividness (fixture->engine, resting, NULL), ==, OM_VIVIDNESS_RESTING);
  om_answer_unref (fixture_recall (fixture, "ladder"));
  awake = fixture_get (fixture, id);
  g_assert_cmpint (awake->archived_at, ==, 0);
  g_assert_cmpint (om_engine_get_vividness (fixture->engine, awake, NULL), !=, OM_VIVIDNESS_RESTING);
}

static void
test_kept (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (OmDraft) draft = om_draft_new ("The will lies in the blue drawer.");
  g_autoptr (GError) error = NULL;
  g_autoptr (OmRemembered) kept = NULL;
  g_autofree char *plain = fixture_remember (fixture, "The weather was nothing special.");
  g_autoptr (OmMemory) before = NULL;
  int percent;

  draft->flags = OM_FLAG_KEPT;
  kept = om_engine_remember (fixture->engine, draft, NULL, &error);
  om_engine_settle (fixture->engine);
  g_assert_no_error (error);
  fixture->now += 4000 * OM_MS_PER_DAY;
  before = fixture_get (fixture, kept->id);
  g_assert_cmpfloat (present (fixture, kept->id), ==, before->salience);
  g_assert_cmpfloat (present (fixture, plain), <, 0.1);
  om_engine_get_vividness (fixture->engine, before, &percent);
  g_assert_cmpint (percent, ==, 100);
}

/* What is linked with it ----------------------------------------------------------------------- */

static void
test_spreads (Fixture      *fixture,
              gconstpointer data)
{
  g_autofree char *near_id = fixture_remember (fixture, "Bought bread, milk and a bag of onions.");
  g_autofree char *high_id = fixture_remember (fixture, "My sister's telephone number is in the red book.");
  g_autofree char *binned_id = fixture_remember (fixture, "Paid the electricity bill at the counter.");
  g_autofree char *id = fixture_remember (fixture, "Quarrel about the hedge with the neighbours.");
  g_autoptr (OmAnswer) answer = NULL;
  g_autoptr (OmMemory) recalled = NULL;
  g_autoptr (OmMemory) near = NULL;
  g_autoptr (OmMemory) high = NULL;
  g_autoptr (OmMemory) high_before = NULL;
  g_autoptr (OmMemory) binned = NULL;
  g_autoptr (OmMemory) binned_before = NULL;
  g_autoptr (OmMemory) near_before = NULL;
  g_autoptr (GArray) events = NULL;
  const OmEvent *event;
  double n, w;
  OmMemory *values = om_memory_new ();

  /* Too weak for the path to be an answer, strong enough to spread. */
  fixture_write (fixture, drop_associations, NULL);
  add_link (fixture, id, near_id, 0.21);
  add_link (fixture, high_id, id, 0.21);
  add_link (fixture, id, binned_id, 0.21);
  values->flags = OM_FLAG_KEPT;
  om_memory_unref (fixture_edit (fixture, high_id, OM_CHANGE_FLAGS, values));
  om_answer_unref (fixture_recall (fixture, "red book"));
  om_answer_unref (fixture_recall (fixture, "red book"));
  fixture_bin (fixture, binned_id);

  fixture->now += 30 * OM_MS_PER_DAY;
  n = present (fixture, near_id);
  near_before = fixture_get (fixture, near_id);
  high_before = fixture_get (fixture, high_id);
  binned_before = fixture_get (fixture, binned_id);
  g_assert_cmpfloat (high_before->salience, ==, 1);
  w = 0.21 * exp (-0.02 * 30);
  answer = fixture_recall (fixture, "hedge");
  g_assert_cmpuint (answer->hits->len, ==, 1);

  recalled = fixture_get (fixture, id);
  near = fixture_get (fixture, near_id);
  n += 0.18 * w * recalled->salience;
  n += 0.2 * (recalled->salience - n) * exp (-0.02 * 30);
  g_assert_cmpfloat_with_epsilon (near->salience, n, 1e-9);
  g_assert_cmpint (near->salience_at, ==, fixture->now);
  /* It was not seen itself. */
  g_assert_cmpint (near->last_seen_at, ==, near_before->last_seen_at);
  g_assert_cmpint (near->last_active_at, ==, near_before->last_active_at);
  g_assert_cmpuint (near->coactivations, ==, 0);
  g_assert_cmpuint (near->activation_count, ==, 1);

  /* What stands higher is not drawn down, what lies in the bin is left alone. */
  high = fixture_get (fixture, high_id);
  binned = fixture_get (fixture, binned_id);
  g_assert_cmpfloat (high->salience, ==, 1);
  g_assert_cmpint (high->salience_at, ==, high_before->salience_at);
  g_assert_cmpfloat (binned->salience, ==, binned_before->salience);
  g_assert_cmpint (binned->salience_at, ==, binned_before->salience_at);

  events = fixture_events (fixture, near_id);
  event = &g_array_index (events, OmEvent, events->len - 1);
  g_assert_cmpint (event->cause, ==, OM_EVENT_SPREAD);
  g_assert_cmpint (event->related, ==, recalled->row);
  g_assert_cmpfloat (event->before.salience, ==, near_before->salience);
  g_assert_cmpfloat (event->salience_after, ==, near->salience);
}

/* What the background job takes away carries nothing before it does. */
static void
test_weak_links (Fixture      *fixture,
                 gconstpointer data)
{
  g_autofree char *weak_id = fixture_remember (fixture, "Bought bread, milk and a bag of onions.");
  g_autofree char *hand_id = fixture_remember (fixture, "Paid the electricity bill at the counter.");
  g_autofree char *id = fixture_remember (fixture, "Quarrel about the hedge with the neighbours.");
  Link weak = { id, weak_id, 0.04, OM_WAYPOINT_ASSOCIATION };
  g_autoptr (OmAnswer) answer = NULL;
  g_autoptr (GArray) weak_events = NULL;
  g_autoptr (GArray) hand_events = NULL;

  fixture_write (fixture, drop_associations, NULL);
  fixture_write (fixture, put_link, &weak);
  add_link (fixture, id, hand_id, 0.04);
  fixture->now += 30 * OM_MS_PER_DAY;
  answer = fixture_recall (fixture, "hedge");
  g_assert_cmpuint (answer->hits->len, ==, 1);

  weak_events = fixture_events (fixture, weak_id);
  g_assert_cmpuint (weak_events->len, ==, 1);
  hand_events = fixture_events (fixture, hand_id);
  g_assert_cmpuint (hand_events->len, ==, 2);
}

/* Two that are recalled together get no more from one another, whatever the weight between them. */
static void
test_recalled_do_not_spread (Fixture      *fixture,
                             gconstpointer data)
{
  g_autofree char *one = fixture_remember (fixture, "The walnut tree lost its largest branch.");
  g_autofree char *two = fixture_remember (fixture, "Grandfather planted the walnut in 1961, before the house was built.");
  g_autoptr (OmAnswer) answer = NULL;
  const char *const ids[] = { one, two };
  gint64 group = 0;

  add_link (fixture, one, two, 1);
  fixture->now += 20 * OM_MS_PER_DAY;
  answer = fixture_recall (fixture, "walnut");
  g_assert_cmpuint (answer->hits->len, ==, 2);
  for (gsize i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr (GArray) events = fixture_events (fixture, ids[i]);
      const OmEvent *event = &g_array_index (events, OmEvent, events->len - 1);

      g_assert_cmpuint (events->len, ==, 2);
      g_assert_cmpint (g_array_index (events, OmEvent, 0).cause, ==, OM_EVENT_CREATED);
      g_assert_cmpint (event->cause, ==, OM_EVENT_RECALLED);
      g_assert_cmpint (event->group, >, 0);
      g_assert_true (group == 0 || group == event->group);
      group = event->group;
    }
}

static void
test_path (Fixture      *fixture,
           gconstpointer data)
{
  g_autofree char *end = fixture_remember (fixture, "Aunt Vera lives above the bakery.");
  g_autofree char *strong = fixture_remember (fixture, "Seven pumpkins in the cellar.");
  g_autofree char *start = fixture_remember (fixture, "Drove to Ghent in the rain.");
  g_autoptr (OmAnswer) answer = NULL;
  OmWaypoint walked, capped;

  fixture_write (fixture, drop_associations, NULL);
  add_link (fixture, end, start, 0.6);
  add_link (fixture, start, strong, 0.98);
  fixture->now += OM_MS_PER_DAY;
  answer = fixture_recall (fixture, "Ghent");
  g_assert_true (is_hit (answer, start));
  g_assert_true (is_hit (answer, end));
  g_assert_true (is_hit (answer, strong));
  for (guint i = 0; i < answer->hits->len; i++)
    {
      const OmHit *hit = g_ptr_array_index (answer->hits, i);

      if (g_str_equal (hit->memory->id, start))
        continue;
      g_assert_cmpuint (g_strv_length (hit->path), ==, 2);
      g_assert_cmpstr (hit->path[0], ==, start);
      g_assert_cmpstr (hit->path[1], ==, hit->memory->id);
    }
  walked = get_link (fixture, start, end);
  capped = get_link (fixture, start, strong);
  g_assert_cmpfloat_with_epsilon (walked.weight, 0.65, 1e-12);
  g_assert_cmpint (walked.walked_at, ==, fixture->now);
  g_assert_cmpfloat (capped.weight, ==, 1);
  /* Each edge once, however many paths lead over it. */
  om_answer_unref (fixture_recall (fixture, "Ghent"));
  walked = get_link (fixture, start, end);
  g_assert_cmpfloat_with_epsilon (walked.weight, 0.70, 1e-12);
}

static guint
undo_recall (Fixture *fixture,
             gint64   group)
{
  g_autoptr (GError) error = NULL;
  guint n_restored;

  g_assert_true (om_engine_undo (fixture->engine, group, &n_restored, NULL, &error));
  g_assert_no_error (error);
  return n_restored;
}

/* The links that were walked are what they were, too; those that were walked again since are left alone. */
static void
test_path_undone (Fixture      *fixture,
                  gconstpointer data)
{
  g_autofree char *end = fixture_remember (fixture, "Aunt Vera lives above the bakery.");
  g_autofree char *strong = fixture_remember (fixture, "Seven pumpkins in the cellar.");
  g_autofree char *start = fixture_remember (fixture, "Drove to Ghent in the rain.");
  g_autoptr (OmAnswer) first = NULL;
  g_autoptr (OmAnswer) second = NULL;
  OmWaypoint before, capped_before, link;

  fixture_write (fixture, drop_associations, NULL);
  add_link (fixture, end, start, 0.6);
  add_link (fixture, start, strong, 0.98);
  before = get_link (fixture, start, end);
  capped_before = get_link (fixture, start, strong);

  fixture->now += OM_MS_PER_DAY;
  first = fixture_recall (fixture, "Ghent");
  link = get_link (fixture, start, end);
  g_assert_cmpfloat (link.weight, >, before.weight);
  fixture->now += OM_MS_PER_DAY;
  g_assert_cmpuint (undo_recall (fixture, first->group), ==, 3);
  link = get_link (fixture, start, end);
  g_assert_cmpmem (&link, sizeof link, &before, sizeof before);
  link = get_link (fixture, start, strong);
  g_assert_cmpmem (&link, sizeof link, &capped_before, sizeof capped_before);
  /* Not twice. */
  g_assert_cmpuint (undo_recall (fixture, first->group), ==, 0);

  /* Two recalls, of which the first is asked to be taken back, and then the second. */
  g_clear_pointer (&first, om_answer_unref);
  first = fixture_recall (fixture, "Ghent");
  fixture->now += OM_MS_PER_DAY;
  second = fixture_recall (fixture, "Ghent");
  undo_recall (fixture, first->group);
  link = get_link (fixture, start, end);
  g_assert_cmpfloat_with_epsilon (link.weight, 0.7, 1e-12);
  undo_recall (fixture, second->group);
  link = get_link (fixture, start, end);
  g_assert_cmpfloat_with_epsilon (link.weight, 0.65, 1e-12);
  g_assert_cmpint (link.walked_at, ==, fixture->now - OM_MS_PER_DAY);
}

/* However many recalls there are, what is kept for taking them back stays small; the newest can be. */
static void
test_many_paths (Fixture      *fixture,
                 gconstpointer data)
{
  g_autofree char *end = fixture_remember (fixture, "Aunt Vera lives above the bakery.");
  g_autofree char *start = fixture_remember (fixture, "Drove to Ghent in the rain.");
  g_autofree char *dump = NULL;
  gint64 group = 0;
  OmWaypoint link;

  fixture_write (fixture, drop_associations, NULL);
  add_link (fixture, end, start, 0.6);
  for (int i = 0; i < 100; i++)
    {
      g_autoptr (OmAnswer) answer = NULL;

      fixture->now += OM_MS_PER_DAY;
      answer = fixture_recall (fixture, "Ghent");
      group = answer->group;
    }
  dump = fixture_dump (fixture);
  g_assert_nonnull (strstr (dump, "walks"));
  g_assert_cmpuint (strcspn (strstr (dump, "walks"), "|"), <, 10);
  g_assert_cmpuint (undo_recall (fixture, group), ==, 2);
  link = get_link (fixture, start, end);
  g_assert_cmpint (link.walked_at, ==, fixture->now - OM_MS_PER_DAY);
}

/* A search walks the same path and leaves the edge as it is; so does a weak path nobody was shown. */
static void
test_only_walked_edges (Fixture      *fixture,
                        gconstpointer data)
{
  g_autofree char *far_id = fixture_remember (fixture, "Aunt Vera lives above the bakery.");
  g_autofree char *start = fixture_remember (fixture, "Drove to Ghent in the rain.");
  OmWaypoint link;

  fixture_write (fixture, drop_associations, NULL);
  add_link (fixture, start, far_id, 0.21);
  fixture->now += OM_MS_PER_DAY;
  om_answer_unref (fixture_recall (fixture, "Ghent"));
  link = get_link (fixture, start, far_id);
  g_assert_cmpfloat (link.weight, ==, 0.21);
  g_assert_cmpint (link.walked_at, ==, fixture->now - OM_MS_PER_DAY);
}

/* History --------------------------------------------------------------------------------------- */

static gpointer
undo (const OmWriteContext *context,
      gpointer              group,
      GCancellable         *cancellable,
      GError              **error)
{
  return om_store_events_undo (context->store, *(gint64 *) group, context->now, NULL, error) ? OM_ENGINE_DONE : NULL;
}

static void
assert_same_activity (const OmMemory *a,
                      const OmMemory *b)
{
  g_assert_cmpfloat (a->salience, ==, b->salience);
  g_assert_cmpint (a->salience_at, ==, b->salience_at);
  g_assert_cmpint (a->last_seen_at, ==, b->last_seen_at);
  g_assert_cmpint (a->last_active_at, ==, b->last_active_at);
  g_assert_cmpuint (a->coactivations, ==, b->coactivations);
  g_assert_cmpuint (a->activation_count, ==, b->activation_count);
  g_assert_cmpint (a->archived_at, ==, b->archived_at);
  g_assert_cmpuint (a->flags, ==, b->flags);
}

static void
test_history (Fixture      *fixture,
              gconstpointer data)
{
  g_autofree char *neighbour = fixture_remember (fixture, "Bought bread, milk and a bag of onions.");
  g_autofree char *id = fixture_remember (fixture, "Quarrel about the hedge with the neighbours.");
  g_autoptr (OmMemory) before = NULL;
  g_autoptr (OmMemory) neighbour_before = NULL;
  g_autoptr (OmMemory) after = NULL;
  g_autoptr (OmMemory) neighbour_after = NULL;
  g_autoptr (OmMemory) recalled = NULL;
  g_autoptr (GArray) events = NULL;
  g_autoptr (GArray) neighbour_events = NULL;
  const OmEvent *event;
  gint64 group;

  fixture_write (fixture, drop_associations, NULL);
  add_link (fixture, id, neighbour, 0.21);
  fixture->now += 5 * OM_MS_PER_DAY;
  fixture_write (fixture, put_to_rest, id);
  fixture->now += 25 * OM_MS_PER_DAY;
  before = fixture_get (fixture, id);
  neighbour_before = fixture_get (fixture, neighbour);
  om_answer_unref (fixture_recall (fixture, "hedge"));
  recalled = fixture_get (fixture, id);

  events = fixture_events (fixture, id);
  neighbour_events = fixture_events (fixture, neighbour);
  g_assert_cmpuint (events->len, ==, 2);
  event = &g_array_index (events, OmEvent, 1);
  g_assert_cmpint (event->cause, ==, OM_EVENT_RECALLED);
  g_assert_cmpint (event->at, ==, fixture->now);
  g_assert_cmpfloat (event->before.salience, ==, before->salience);
  g_assert_cmpint (event->before.salience_at, ==, before->salience_at);
  g_assert_cmpint (event->before.last_seen_at, ==, before->last_seen_at);
  g_assert_cmpint (event->before.last_active_at, ==, before->last_active_at);
  g_assert_cmpuint (event->before.coactivations, ==, 0);
  g_assert_cmpuint (event->before.activation_count, ==, 1);
  g_assert_cmpint (event->archived_before, ==, before->archived_at);
  g_assert_cmpint (event->archived_before, !=, 0);
  g_assert_cmpfloat (event->salience_after, ==, recalled->salience);
  group = event->group;
  event = &g_array_index (neighbour_events, OmEvent, neighbour_events->len - 1);
  g_assert_cmpint (event->cause, ==, OM_EVENT_SPREAD);
  g_assert_cmpint (event->group, ==, group);

  fixture->now += HOUR;
  fixture_write (fixture, undo, &group);
  after = fixture_get (fixture, id);
  neighbour_after = fixture_get (fixture, neighbour);
  assert_same_activity (after, before);
  assert_same_activity (neighbour_after, neighbour_before);
}

/* Meanwhile ------------------------------------------------------------------------------------- */

static gpointer
reinforce (const OmWriteContext *context,
           gpointer              answer,
           GCancellable         *cancellable,
           GError              **error)
{
  OmRecallSource from = { OM_RECALL_WAY_WINDOW, NULL };

  return om_reinforce_answer (context, answer, &from, error) ? OM_ENGINE_DONE : NULL;
}

/* Between the answer and its strengthening one hit went to the bin, one is gone for good, and so is a
 * step of a path. */
static void
test_gone_meanwhile (Fixture      *fixture,
                     gconstpointer data)
{
  g_autofree char *stays = fixture_remember (fixture, "The sluice was painted green.");
  g_autofree char *binned = fixture_remember (fixture, "The sluice was stuck again.");
  g_autofree char *wiped = fixture_remember (fixture, "The sluice keeper retired.");
  g_autofree char *reached = fixture_remember (fixture, "Seven pumpkins in the cellar.");
  g_autofree char *only = fixture_remember (fixture, "Bought a kite for Milan.");
  g_autoptr (OmAnswer) answer = NULL;
  g_autoptr (OmMemory) binned_before = NULL;
  g_autoptr (OmMemory) stays_after = NULL;
  g_autoptr (OmMemory) binned_after = NULL;
  g_autoptr (OmMemory) reached_after = NULL;
  g_autoptr (OmAnswer) gone = NULL;
  g_autoptr (GError) error = NULL;
  const char *const ids[] = { wiped, NULL };
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  fixture_write (fixture, drop_associations, NULL);
  add_link (fixture, wiped, reached, 0.9);
  answer = fixture_search (fixture, "sluice");
  g_assert_cmpuint (answer->hits->len, ==, 4);
  g_assert_true (is_hit (answer, reached));
  binned_before = fixture_get (fixture, binned);

  fixture_bin (fixture, binned);
  fixture_bin (fixture, wiped);
  om_engine_empty_bin (fixture->engine, ids, NULL, &error);
  g_assert_no_error (error);
  fixture_write (fixture, reinforce, answer);

  stays_after = fixture_get (fixture, stays);
  binned_after = fixture_get (fixture, binned);
  reached_after = fixture_get (fixture, reached);
  g_assert_cmpuint (stays_after->coactivations, ==, 1);
  g_assert_cmpuint (reached_after->coactivations, ==, 1);
  g_assert_cmpuint (binned_after->coactivations, ==, 0);
  g_assert_cmpfloat (binned_after->salience, ==, binned_before->salience);

  /* Nothing is left of an answer. */
  gone = fixture_search (fixture, "kite");
  g_assert_cmpuint (gone->hits->len, ==, 1);
  fixture_bin (fixture, only);
  before = fixture_dump (fixture);
  fixture_write (fixture, reinforce, gone);
  after = fixture_dump (fixture);
  g_assert_cmpstr (after, ==, before);
}

static gboolean
recall_memory (Fixture    *fixture,
               const char *id,
               GError    **error)
{
  const char *ids[] = { id, NULL };

  return om_engine_act (fixture->engine, OM_ACT_REMEMBER, ids, NULL, NULL, error);
}

static void
test_opened_memory (Fixture      *fixture,
                    gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron stood at the second lock.");
  g_autofree char *neighbour = fixture_remember (fixture, "Seven pumpkins in the cellar.");
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (OmMemory) memory = NULL;
  g_autoptr (OmMemory) raised = NULL;
  g_autoptr (GError) error = NULL;

  fixture_write (fixture, drop_associations, NULL);
  add_link (fixture, id, neighbour, 1);
  fixture->now += 30 * OM_MS_PER_DAY;
  g_assert_true (recall_memory (fixture, id, &error));
  g_assert_no_error (error);
  memory = fixture_get (fixture, id);
  raised = fixture_get (fixture, neighbour);
  g_assert_cmpuint (memory->coactivations, ==, 1);
  g_assert_cmpint (raised->salience_at, ==, fixture->now);

  g_assert_false (recall_memory (fixture, "00000000-0000-4000-8000-000000000000", &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
  g_clear_error (&error);

  /* Looking into the bin is not remembering. */
  fixture_bin (fixture, id);
  before = fixture_dump (fixture);
  fixture->now += OM_MS_PER_DAY;
  g_assert_true (recall_memory (fixture, id, &error));
  after = fixture_dump (fixture);
  g_assert_cmpstr (after, ==, before);
}

/* Looking --------------------------------------------------------------------------------------- */

static void
look_at_everything (Fixture *fixture)
{
  static const char *const queries[] = {
    "heron", "walnut tree", "", "\"second lock\"", "tag:home", "is:binned", "is:binned ladder", "sector:episodic", "C++", "zzyzx",
  };
  g_autoptr (GError) error = NULL;
  g_autoptr (OmDoctorReport) report = NULL;
  g_autoptr (GPtrArray) tags = NULL;
  OmStats stats;

  for (gsize i = 0; i < G_N_ELEMENTS (queries); i++)
    om_answer_unref (fixture_search (fixture, queries[i]));
  for (int sort = OM_SORT_NEWEST; sort <= OM_SORT_MOST_RECALLED; sort++)
    {
      g_autoptr (GArray) items = om_engine_list (fixture->engine, NULL, sort, NULL, &error);

      g_assert_no_error (error);
      for (guint i = 0; i < items->len; i++)
        {
          gint64 row = g_array_index (items, OmListItem, i).row;
          g_autoptr (GPtrArray) memories = om_engine_get_rows (fixture->engine, &row, 1, NULL, &error);
          const OmMemory *memory = g_ptr_array_index (memories, 0);
          g_autofree char *id = om_engine_find_id (fixture->engine, memory->id, NULL, &error);

          g_ptr_array_unref (om_engine_get_versions (fixture->engine, id, NULL, &error));
          g_ptr_array_unref (om_engine_get_related (fixture->engine, id, NULL, &error));
          g_array_unref (om_engine_get_waypoints (fixture->engine, id, NULL, &error));
          om_engine_get_vividness (fixture->engine, memory, NULL);
          om_engine_present_salience (fixture->engine, memory);
          g_assert_no_error (error);
        }
    }
  g_assert_true (om_engine_get_stats (fixture->engine, &stats, NULL, &error));
  tags = om_engine_get_tags (fixture->engine, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (tags->len, ==, 2);
  g_assert_cmpstr (((OmTagUse *) g_ptr_array_index (tags, 0))->name, ==, "garden");
  g_assert_cmpstr (((OmTagUse *) g_ptr_array_index (tags, 1))->name, ==, "Home");
  g_assert_cmpuint (((OmTagUse *) g_ptr_array_index (tags, 1))->count, ==, 1);
  report = om_engine_doctor (fixture->engine, FALSE, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (report->sound);
}

static void
fill (Fixture *fixture)
{
  g_autofree char *binned = NULL;
  g_autoptr (OmDraft) draft = om_draft_new ("How to prune: cut above the third bud, then seal the wound.");
  g_autoptr (GError) error = NULL;
  g_autoptr (OmRemembered) remembered = NULL;

  g_free (fixture_remember (fixture, "The heron stood at the second lock of the canal."));
  fixture->now += 3 * OM_MS_PER_DAY;
  g_free (fixture_remember (fixture, "I felt sad and afraid when the walnut tree fell."));
  fixture->now += OM_MS_PER_DAY;
  draft->tags = g_strsplit ("Home,garden", ",", -1);
  remembered = om_engine_remember (fixture->engine, draft, NULL, &error);
  om_engine_settle (fixture->engine);
  g_assert_no_error (error);
  binned = fixture_remember (fixture, "Lent the ladder to Mr Brandt.");
  fixture_bin (fixture, binned);
  fixture->now += 9 * OM_MS_PER_DAY;
  om_answer_unref (fixture_recall (fixture, "heron"));
  fixture->now += 40 * OM_MS_PER_DAY;
}

static void
test_looking_changes_nothing (Fixture      *fixture,
                              gconstpointer data)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  fill (fixture);
  before = fixture_dump (fixture);
  for (guint i = 0; i < 3; i++)
    {
      look_at_everything (fixture);
      fixture->now += OM_MS_PER_DAY;
    }
  after = fixture_dump (fixture);
  g_assert_cmpstr (after, ==, before);
}

static void
test_nothing_found (Fixture      *fixture,
                    gconstpointer data)
{
  static const char *const queries[] = { "zzyzx", "", "   ", "tag:nowhere", "\"no such phrase\"", "%" };
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  fill (fixture);
  before = fixture_dump (fixture);
  for (gsize i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      g_autoptr (OmAnswer) answer = fixture_recall (fixture, queries[i]);

      g_assert_cmpuint (answer->hits->len, ==, 0);
    }
  after = fixture_dump (fixture);
  g_assert_cmpstr (after, ==, before);
}

/* What fades does not depend on how often anything ran: one journal is opened, looked through, searched
 * and checked again and again, the other is left alone for the same time. */
static void
test_fading_needs_no_witness (Fixture      *fixture,
                              gconstpointer data)
{
  Fixture other = { 0 };
  g_autoptr (GArray) items = NULL;
  g_autoptr (GArray) other_items = NULL;
  g_autoptr (GError) error = NULL;
  static const guint days[] = { 0, 1, 5, 6, 7, 30, 365, 7300 };
  gint64 start;

  fixture_set_up (&other, NULL);
  fill (fixture);
  fill (&other);
  start = fixture->now;
  items = om_engine_list (fixture->engine, NULL, OM_SORT_RECORDED, NULL, &error);
  g_assert_no_error (error);
  other_items = om_engine_list (other.engine, NULL, OM_SORT_RECORDED, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (items->len, ==, 3);
  g_assert_cmpuint (other_items->len, ==, 3);

  for (gsize d = 0; d < G_N_ELEMENTS (days); d++)
    {
      fixture->now = start + days[d] * OM_MS_PER_DAY;
      look_at_everything (fixture);
      fixture_reopen (fixture);
      look_at_everything (fixture);
    }
  for (gsize d = 0; d < G_N_ELEMENTS (days); d++)
    {
      fixture->now = other.now = start + days[d] * OM_MS_PER_DAY;
      for (guint i = 0; i < items->len; i++)
        {
          g_autoptr (GPtrArray) a = om_engine_get_rows (fixture->engine, &g_array_index (items, OmListItem, i).row, 1, NULL, &error);
          g_autoptr (GPtrArray) b = om_engine_get_rows (other.engine, &g_array_index (other_items, OmListItem, i).row, 1, NULL, &error);
          const OmMemory *x = g_ptr_array_index (a, 0);
          const OmMemory *y = g_ptr_array_index (b, 0);
          double x_salience = om_engine_present_salience (fixture->engine, x);
          double y_salience = om_engine_present_salience (other.engine, y);
          int x_percent, y_percent;

          g_assert_cmpstr (x->content, ==, y->content);
          assert_same_activity (x, y);
          g_assert_cmpmem (&x_salience, sizeof x_salience, &y_salience, sizeof y_salience);
          g_assert_cmpint (om_engine_get_vividness (fixture->engine, x, &x_percent), ==,
                           om_engine_get_vividness (other.engine, y, &y_percent));
          g_assert_cmpint (x_percent, ==, y_percent);
          g_assert_true (x_salience >= 0.08 && x_salience <= 1);
        }
    }
  fixture_tear_down (&other, NULL);
}

static void
test_read_only (Fixture      *fixture,
                gconstpointer data)
{
  OmEngine *reader;
  g_autoptr (OmSearch) search = om_search_new ("heron", 20);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmAnswer) answer = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  fill (fixture);
  before = fixture_dump (fixture);
  reader = engine_open (fixture, OM_OPEN_READ_ONLY);
  answer = om_engine_search (reader, search, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (answer->hits->len, >=, 1);
  g_assert_null (om_engine_recall (reader, search, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_READ_ONLY);
  engine_close (reader);
  after = fixture_dump (fixture);
  g_assert_cmpstr (after, ==, before);
}

#define add(name, function) g_test_add ("/recall/" name, Fixture, NULL, fixture_set_up, function, fixture_tear_down)

void
test_recall_add (void)
{
  add ("strengthens", test_strengthens);
  add ("once-a-journal-day", test_once_a_journal_day);
  add ("wakes", test_wakes);
  add ("kept", test_kept);
  add ("spreads", test_spreads);
  add ("weak-links", test_weak_links);
  add ("recalled-do-not-spread", test_recalled_do_not_spread);
  add ("path", test_path);
  add ("path-undone", test_path_undone);
  add ("many-paths", test_many_paths);
  add ("only-walked-edges", test_only_walked_edges);
  add ("history", test_history);
  add ("gone-meanwhile", test_gone_meanwhile);
  add ("opened-memory", test_opened_memory);
  add ("looking-changes-nothing", test_looking_changes_nothing);
  add ("nothing-found", test_nothing_found);
  add ("fading-needs-no-witness", test_fading_needs_no_witness);
  add ("read-only", test_read_only);
}
