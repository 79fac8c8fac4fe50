/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The map of waypoints: what is on it and what is not, around a memory and as a whole, as it was, and where each
 * lies. */
#include "config.h"

#include <string.h>

#include "engine/om-act.h"
#include "engine/om-hiding.h"
#include "engine/om-map-mover.h"
#include "engine/om-map-past.h"
#include "engine/om-path.h"
#include "store/om-store-private.h"
#include "test-engine.h"

static OmMap *
get_map (Fixture           *fixture,
         const char *const *centers,
         guint              depth,
         guint              limit)
{
  OmMapQuery query = { centers, depth, limit };
  g_autoptr (GError) error = NULL;
  OmMap *map = om_engine_get_map (fixture->engine, &query, NULL, &error);

  g_assert_no_error (error);
  g_assert_nonnull (map);
  return map;
}

static guint32
find (Fixture     *fixture,
      const OmMap *map,
      const char  *id)
{
  g_autoptr (OmMemory) memory = fixture_get (fixture, id);

  return om_map_find (map, memory->row);
}

static void
link_by_hand (Fixture    *fixture,
              const char *from,
              const char *to)
{
  g_autoptr (GError) error = NULL;

  om_engine_link (fixture->engine, from, to, NULL, &error);
  g_assert_no_error (error);
}

static char *
remember_apart (Fixture *fixture,
                guint    n)
{
  static const char *const texts[] = { "quux", "zygote", "frobnicate", "kludge", "wibble", "snark", "jabberwock", "plover" };

  return fixture_remember (fixture, texts[n]);
}

static gpointer
drop_associations (const OmWriteContext *context,
                   gpointer              data,
                   GCancellable         *cancellable,
                   GError              **error)
{
  return om_store_exec (context->store, "DELETE FROM waypoints WHERE kind = 0", error) ? OM_ENGINE_DONE : NULL;
}

static guint
count_edges (const OmMap   *map,
             OmWaypointKind kind)
{
  guint n = 0;

  for (guint32 i = 0; i < map->edges->len; i++)
    n += om_map_get_edge (map, i)->kind == kind;
  return n;
}

static void
assert_whole (const OmMap *map)
{
  for (guint32 i = 0; i < map->nodes->len; i++)
    {
      g_assert_cmpfloat (om_map_get_node (map, i)->salience, >=, 0);
      g_assert_cmpfloat (om_map_get_node (map, i)->salience, <=, 1);
      if (i > 0)
        g_assert_cmpint (om_map_get_node (map, i - 1)->row, <, om_map_get_node (map, i)->row);
    }
  for (guint32 i = 0; i < map->edges->len; i++)
    {
      const OmMapEdge *edge = om_map_get_edge (map, i);

      g_assert_cmpuint (edge->source, <, map->nodes->len);
      g_assert_cmpuint (edge->target, <, map->nodes->len);
      g_assert_cmpuint (edge->source, !=, edge->target);
    }
}

static void
do_act (Fixture    *fixture,
        OmAct       act,
        const char *id)
{
  g_autoptr (GError) error = NULL;

  om_engine_act (fixture->engine, act, (const char *const[]){ id, NULL }, NULL, NULL, &error);
  g_assert_no_error (error);
}

/* What does not come up by itself is not on the map, unless it is asked for by name. */
static void
test_who_is_on_it (Fixture      *fixture,
                   gconstpointer data)
{
  char *ids[7];
  g_autoptr (OmMap) all = NULL;
  g_autoptr (OmMap) fewer = NULL;
  g_autoptr (OmMap) around = NULL;
  g_autoptr (OmHiding) hiding = om_hiding_new_tag ("Secret", NULL);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    ids[i] = remember_apart (fixture, i);
  for (guint i = 1; i < G_N_ELEMENTS (ids); i++)
    link_by_hand (fixture, ids[0], ids[i]);
  all = get_map (fixture, NULL, 0, 0);
  assert_whole (all);
  g_assert_true (all->whole);
  g_assert_cmpuint (all->nodes->len, ==, 7);
  g_assert_cmpuint (count_edges (all, OM_WAYPOINT_HAND), ==, 6);
  g_assert_cmpuint (om_map_get_node (all, find (fixture, all, ids[0]))->degree, >=, 6);

  do_act (fixture, OM_ACT_MAKE_PRIVATE, ids[1]);
  do_act (fixture, OM_ACT_HIDE, ids[2]);
  fixture_bin (fixture, ids[3]);
  om_engine_tag (fixture->engine, (const char *const[]){ ids[4], NULL }, (const char *const[]){ "Secret", NULL }, NULL, NULL,
                 &error);
  g_assert_no_error (error);
  om_engine_change_hiding (fixture->engine, hiding, TRUE, NULL, NULL, &error);
  g_assert_no_error (error);
  do_act (fixture, OM_ACT_REST, ids[5]);
  fewer = get_map (fixture, NULL, 0, 0);
  assert_whole (fewer);
  g_assert_cmpuint (fewer->nodes->len, ==, 3);
  for (guint i = 1; i <= 4; i++)
    g_assert_cmpuint (find (fixture, fewer, ids[i]), ==, OM_MAP_NONE);
  g_assert_true (om_map_get_node (fewer, find (fixture, fewer, ids[5]))->rests);
  g_assert_false (om_map_get_node (fewer, find (fixture, fewer, ids[6]))->rests);

  around = get_map (fixture, (const char *const[]){ ids[1], NULL }, 1, 100);
  g_assert_cmpuint (around->nodes->len, ==, 2);
  g_assert_false (around->whole);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    g_free (ids[i]);
}

static void
test_around (Fixture      *fixture,
             gconstpointer data)
{
  char *ids[6];
  g_autoptr (OmMap) map = NULL;
  g_autoptr (GError) error = NULL;

  /* A chain: 0 1 2 3 4, and 5 at 1. */
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    ids[i] = remember_apart (fixture, i);
  fixture_write (fixture, drop_associations, NULL);
  for (guint i = 1; i < 5; i++)
    link_by_hand (fixture, ids[i - 1], ids[i]);
  link_by_hand (fixture, ids[5], ids[1]);

  map = get_map (fixture, (const char *const[]){ ids[0], NULL }, 2, 100);
  assert_whole (map);
  g_assert_cmpuint (map->n_left_out, ==, 0);
  g_assert_cmpuint (map->nodes->len, ==, 4);
  g_assert_cmpuint (om_map_get_node (map, find (fixture, map, ids[0]))->steps, ==, 0);
  g_assert_cmpuint (om_map_get_node (map, find (fixture, map, ids[1]))->steps, ==, 1);
  g_assert_cmpuint (om_map_get_node (map, find (fixture, map, ids[5]))->steps, ==, 2);
  g_assert_cmpuint (find (fixture, map, ids[3]), ==, OM_MAP_NONE);
  g_clear_pointer (&map, om_map_unref);

  /* Of too many those stay that are linked most strongly; all of equal strength here: the older. */
  map = get_map (fixture, (const char *const[]){ ids[1], NULL }, 3, 3);
  g_assert_cmpuint (map->nodes->len, ==, 3);
  g_assert_cmpuint (map->n_left_out, ==, 1);
  g_clear_pointer (&map, om_map_unref);

  map = get_map (fixture, (const char *const[]){ ids[0], ids[4], NULL }, 1, 100);
  g_assert_cmpuint (map->nodes->len, ==, 4);

  {
    OmMapQuery query = { (const char *const[]){ "00000000-0000-4000-8000-000000000000", NULL }, 1, 10 };

    g_assert_null (om_engine_get_map (fixture->engine, &query, NULL, &error));
    g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
  }
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    g_free (ids[i]);
}

/* A section stands under its document, with its links. */
static void
test_sections (Fixture      *fixture,
               gconstpointer data)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *document = NULL;
  g_autofree char *other = NULL;
  g_autoptr (OmMap) map = NULL;

  for (guint i = 0; text->len < 34000; i++)
    g_string_append_printf (text, "Paragraph %u tells of the canal and the heron that stood there.\n\n", i);
  document = fixture_remember (fixture, text->str);
  other = fixture_remember (fixture, "The heron stood by the canal, as in the paragraph.");
  map = get_map (fixture, NULL, 0, 0);
  assert_whole (map);
  g_assert_cmpuint (map->nodes->len, ==, 2);
  g_assert_cmpuint (count_edges (map, OM_WAYPOINT_STRUCTURE), ==, 0);
  g_assert_cmpuint (map->edges->len, ==, 1);
  g_assert_cmpuint (om_map_get_edge (map, 0)->source, ==, find (fixture, map, other));
  g_assert_cmpuint (om_map_get_edge (map, 0)->target, ==, find (fixture, map, document));
}

/* At each instant of the past a memory is as its history says, and not there before it was written. */
static void
test_past (Fixture      *fixture,
           gconstpointer data)
{
  char *ids[3];
  gint64 written[3];
  g_autoptr (OmMap) map = NULL;
  g_autoptr (OmMapPast) past = NULL;
  g_autoptr (OmAnswer) answer = NULL;
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      written[i] = fixture->now;
      ids[i] = remember_apart (fixture, i);
      fixture->now += 40 * OM_MS_PER_DAY;
    }
  answer = fixture_recall (fixture, "quux");
  fixture->now += 60 * OM_MS_PER_DAY;
  map = get_map (fixture, NULL, 0, 0);
  past = om_engine_get_map_past (fixture->engine, map, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (past->instants[0], ==, written[0]);
  g_assert_cmpint (past->instants[past->n_instants - 1], ==, map->at);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      guint32 node = find (fixture, map, ids[i]);
      g_autoptr (OmMemory) memory = fixture_get (fixture, ids[i]);
      g_autoptr (OmHistory) history = om_engine_get_history (fixture->engine, ids[i], NULL, &error);

      for (guint j = 0; j < past->n_instants; j++)
        {
          float salience;
          OmTier tier;
          gboolean rests;
          gboolean there = om_map_past_get (past, j, node, &salience, &tier, &rests);

          g_assert_true (there == (past->instants[j] >= written[i]));
          if (there)
            g_assert_cmpfloat_with_epsilon (salience, om_engine_salience_at (fixture->engine, history, memory, past->instants[j]),
                                            .001);
        }
      {
        float salience;
        OmTier tier;
        gboolean rests;

        g_assert_true (om_map_past_get (past, past->n_instants - 1, node, &salience, &tier, &rests));
        g_assert_cmpfloat_with_epsilon (salience, om_map_get_node (map, node)->salience, .001);
        g_assert_cmpint (tier, ==, om_map_get_node (map, node)->tier);
        g_assert_true (rests == om_map_get_node (map, node)->rests);
      }
    }
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    g_free (ids[i]);
}

/* Waits for a mover to come to rest; it is on another thread. */
static void
move_to_rest (OmMapMover *mover,
              OmMap      *map)
{
  g_autofree OmGraphPoint *places = g_new0 (OmGraphPoint, map->nodes->len + 1);
  gboolean at_rest = FALSE;

  while (!at_rest)
    {
      if (!om_map_mover_take (mover, places, &at_rest))
        g_thread_yield ();
    }
  for (guint32 i = 0; i < map->nodes->len; i++)
    {
      OmMapNode *node = om_map_get_node (map, i);

      g_assert_true (om_graph_is_placed (places[i]));
      node->moved = memcmp (&node->place, &places[i], sizeof places[i]) != 0;
      node->place = places[i];
    }
}

/* Places are kept, are no change of the journal, and what had one keeps it when something new comes. */
static void
test_places (Fixture      *fixture,
             gconstpointer data)
{
  char *ids[5];
  g_autofree char *extra = NULL;
  g_autoptr (OmMap) first = NULL;
  g_autoptr (OmMap) second = NULL;
  g_autoptr (OmMapMover) mover = NULL;
  g_autoptr (GError) error = NULL;
  gint64 revision;
  OmStats stats;

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    ids[i] = remember_apart (fixture, i);
  for (guint i = 1; i < G_N_ELEMENTS (ids); i++)
    link_by_hand (fixture, ids[0], ids[i]);
  first = get_map (fixture, NULL, 0, 0);
  g_assert_false (om_graph_is_placed (om_map_get_node (first, 0)->place));
  mover = om_map_mover_new (first, FALSE);
  om_map_mover_set_pace (mover, 3);
  move_to_rest (mover, first);
  g_assert_true (om_engine_get_stats (fixture->engine, &stats, NULL, &error));
  revision = stats.revision;
  om_engine_keep_places (fixture->engine, first, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (om_engine_get_stats (fixture->engine, &stats, NULL, &error));
  g_assert_cmpint (stats.revision, ==, revision);

  extra = remember_apart (fixture, 6);
  link_by_hand (fixture, ids[2], extra);
  fixture_reopen (fixture);
  second = get_map (fixture, NULL, 0, 0);
  g_clear_pointer (&mover, om_map_mover_free);
  mover = om_map_mover_new (second, FALSE);
  move_to_rest (mover, second);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      const OmMapNode *before = om_map_get_node (first, find (fixture, first, ids[i]));
      const OmMapNode *after = om_map_get_node (second, find (fixture, second, ids[i]));

      g_assert_cmpmem (&before->place, sizeof before->place, &after->place, sizeof after->place);
      g_assert_false (after->moved);
    }
  g_assert_true (om_map_get_node (second, find (fixture, second, extra))->moved);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    g_free (ids[i]);
}

static void
result_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static GAsyncResult *
wait_for (GAsyncResult **result)
{
  while (*result == NULL)
    g_main_context_iteration (NULL, TRUE);
  return *result;
}

/* Asked for and no longer wanted; and let go in the middle of its work. */
static void
test_cancel (Fixture      *fixture,
             gconstpointer data)
{
  g_autofree char *one = remember_apart (fixture, 0);
  g_autofree char *two = remember_apart (fixture, 1);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GAsyncResult) path_result = NULL;
  g_autoptr (OmPath) path = NULL;
  g_autoptr (OmMap) map = NULL;
  g_autoptr (GError) error = NULL;
  OmMapQuery query = { NULL, 0, 0 };

  om_engine_get_map_async (fixture->engine, &query, cancellable, result_cb, &result);
  g_cancellable_cancel (cancellable);
  g_assert_null (om_engine_get_map_finish (fixture->engine, wait_for (&result), &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);

  link_by_hand (fixture, one, two);
  om_engine_find_path_async (fixture->engine, two, one, OM_PATH_MAX_STEPS, NULL, FALSE, NULL, result_cb, &path_result);
  path = om_engine_find_path_finish (fixture->engine, wait_for (&path_result), &error);
  g_assert_no_error (error);
  g_assert_cmpuint (g_strv_length (path->ids), ==, 2);
  g_assert_cmpuint (path->rows->len, ==, 2);

  map = get_map (fixture, NULL, 0, 0);
  for (int i = 0; i < 20; i++)
    {
      OmMapMover *mover = om_map_mover_new (map, TRUE);

      om_map_mover_set_pace (mover, i % 2 == 0 ? 1 : 0);
      om_map_mover_free (mover);
    }
}

void
test_map_add (void)
{
  g_test_add ("/engine/map/who-is-on-it", Fixture, NULL, fixture_set_up, test_who_is_on_it, fixture_tear_down);
  g_test_add ("/engine/map/around", Fixture, NULL, fixture_set_up, test_around, fixture_tear_down);
  g_test_add ("/engine/map/sections", Fixture, NULL, fixture_set_up, test_sections, fixture_tear_down);
  g_test_add ("/engine/map/past", Fixture, NULL, fixture_set_up, test_past, fixture_tear_down);
  g_test_add ("/engine/map/places", Fixture, NULL, fixture_set_up, test_places, fixture_tear_down);
  g_test_add ("/engine/map/cancel", Fixture, NULL, fixture_set_up, test_cancel, fixture_tear_down);
}
