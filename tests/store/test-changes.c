/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Catching up by revisions gives the same as reading everything again. */
#include "config.h"

#include <string.h>

#include "store-fixture.h"
#include "store/om-store-bin.h"
#include "store/om-store-changes.h"
#include "store/om-store-events.h"
#include "store/om-store-memories.h"
#include "store/om-store-private.h"
#include "store/om-store-tags.h"
#include "store/om-store-vectors.h"
#include "store/om-store-waypoints.h"

#define DIM 8

/* What a process holds in memory: for each row a line of text, for each source its links. */
typedef struct
{
  GHashTable *records; /* (owned) (element-type gint64 utf8) */
  GHashTable *tags;    /* (owned) (element-type gint64 utf8) */
  GHashTable *vectors; /* (owned) (element-type gint64 utf8) */
  GHashTable *links;   /* (owned) (element-type gint64 utf8) */
  gint64      revision;
} Mirror;

static GHashTable *
make_table (void)
{
  return g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, g_free);
}

static void
mirror_init (Mirror *mirror)
{
  *mirror = (Mirror){ make_table (), make_table (), make_table (), make_table (), 0 };
}

static void
mirror_clear (Mirror *mirror)
{
  g_clear_pointer (&mirror->records, g_hash_table_unref);
  g_clear_pointer (&mirror->tags, g_hash_table_unref);
  g_clear_pointer (&mirror->vectors, g_hash_table_unref);
  g_clear_pointer (&mirror->links, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Mirror, mirror_clear)

static void
append (GHashTable *table,
        gint64      row,
        const char *text)
{
  const char *before = g_hash_table_lookup (table, &row);

  g_hash_table_replace (table, g_memdup2 (&row, sizeof row),
                        g_strconcat (before != NULL ? before : "", text, NULL));
}

static gboolean
take_state_cb (const OmMemoryState *s,
               gpointer             data)
{
  Mirror *mirror = data;
  g_autofree char *line =
      g_strdup_printf ("%" G_GINT64_FORMAT " f%u t%" G_GINT64_FORMAT " s%.17g c%u i%u d%d", s->happened.ms,
                       s->flags, s->trashed_at, s->activity.salience, s->activity.coactivations,
                       s->importance, s->journal_day);

  g_hash_table_remove (mirror->records, &s->row);
  append (mirror->records, s->row, line);
  return TRUE;
}

static gboolean
take_tag_cb (gint64      row,
             const char *key,
             gpointer    data)
{
  append (((Mirror *) data)->tags, row, key);
  append (((Mirror *) data)->tags, row, ",");
  return TRUE;
}

static gboolean
take_slot_cb (gint64        row,
              OmSector      sector,
              float         scale,
              const guint8 *bytes,
              gpointer      data)
{
  g_autofree char *text = g_strdup_printf ("%d %g %d,", sector, scale, bytes[0]);

  append (((Mirror *) data)->vectors, row, text);
  return TRUE;
}

static gboolean
take_link_cb (const OmWaypoint *w,
              gpointer          data)
{
  g_autofree char *text = g_strdup_printf (">%d %d %g,", (int) w->target, w->kind, w->weight);

  append (((Mirror *) data)->links, w->source, text);
  return TRUE;
}

static void
load_all (OmStore *store,
          gint64   embedder,
          Mirror  *mirror)
{
  g_assert_true (om_store_begin (store, NULL));
  mirror->revision = om_store_get_revision (store, NULL);
  g_assert_true (om_store_states_load (store, take_state_cb, mirror, NULL));
  g_assert_true (om_store_tags_load (store, take_tag_cb, mirror, NULL));
  for (int sector = 0; sector <= OM_SECTOR_MEAN; sector++)
    g_assert_true (
        om_store_slots_load (store, embedder, (OmSector) sector, take_slot_cb, mirror, NULL));
  g_assert_true (om_store_waypoints_load (store, take_link_cb, mirror, NULL));
  om_store_rollback (store);
}

static void
forget (GHashTable *table,
        GArray     *rows)
{
  for (guint i = 0; i < rows->len; i++)
    g_hash_table_remove (table, &g_array_index (rows, gint64, i));
}

static void
catch_up (OmStore *store,
          gint64   embedder,
          Mirror  *mirror)
{
  g_autoptr (OmStoreChanges) changes = NULL;
  g_autoptr (GArray) links = NULL;
  const gint64 *changed;

  g_assert_true (om_store_begin (store, NULL));
  changes = om_store_changes_since (store, mirror->revision, NULL);
  changed = (const gint64 *) (gpointer) changes->changed->data;
  forget (mirror->records, changes->wiped);
  forget (mirror->tags, changes->wiped);
  forget (mirror->vectors, changes->wiped);
  forget (mirror->links, changes->wiped);
  forget (mirror->tags, changes->changed);
  forget (mirror->vectors, changes->changed);
  forget (mirror->links, changes->links);
  g_assert_true (om_store_states_for_rows (store, changed, changes->changed->len, take_state_cb,
                                           mirror, NULL));
  g_assert_true (om_store_states_for_rows (store, (const gint64 *) (gpointer) changes->active->data,
                                           changes->active->len, take_state_cb, mirror, NULL));
  g_assert_true (
      om_store_tags_for_rows (store, changed, changes->changed->len, take_tag_cb, mirror, NULL));
  g_assert_true (om_store_slots_for_rows (store, embedder, changed, changes->changed->len,
                                          take_slot_cb, mirror, NULL));
  links = om_store_waypoints_from_rows (store, (const gint64 *) (gpointer) changes->links->data,
                                        changes->links->len, NULL);
  for (guint i = 0; i < links->len; i++)
    take_link_cb (&g_array_index (links, OmWaypoint, i), mirror);
  mirror->revision = changes->revision;
  om_store_rollback (store);
}

static void
assert_same_table (GHashTable *a,
                   GHashTable *b)
{
  GHashTableIter iter;
  gpointer key;
  gpointer value;

  g_assert_cmpuint (g_hash_table_size (a), ==, g_hash_table_size (b));
  g_hash_table_iter_init (&iter, a);
  while (g_hash_table_iter_next (&iter, &key, &value))
    g_assert_cmpstr (g_hash_table_lookup (b, key), ==, value);
}

static void
remove_one_link (OmStore *store,
                 gint64   row)
{
  g_autoptr (GArray) links = om_store_waypoints_of (store, row, NULL);

  if (links->len > 0)
    {
      const OmWaypoint *w = &g_array_index (links, OmWaypoint, links->len - 1);
      gboolean removed;

      g_assert_true (
          om_store_waypoint_remove (store, w->source, w->target, w->kind, &removed, NULL));
      g_assert_true (removed);
    }
}

static void
wipe_first (OmStore *store)
{
  g_autoptr (GArray) bin = om_store_bin_list (store, G_MAXINT64, NULL);

  if (bin->len > 0)
    g_assert_true (om_store_bin_wipe (store, &g_array_index (bin, gint64, 0), 1, NULL, NULL));
}

/* One random act, which may be refused: the row may be gone. */
static void
act (OmStore *store,
     GRand   *random,
     gint64   embedder,
     gint64   n_rows)
{
  gint64 row = g_rand_int_range (random, 1, (int) n_rows + 1);
  gint64 other = g_rand_int_range (random, 1, (int) n_rows + 1);
  g_autofree char *text = g_strdup_printf ("text %u", g_rand_int_range (random, 0, 1000));
  g_autoptr (OmMemory) values = om_memory_new ();
  OmRecallState activity = { .salience = g_rand_double (random), .activation_count = 1 };
  OmEvent event = { .row = row,
                    .cause = OM_EVENT_RECALLED,
                    .group = 1 + row % 3,
                    .salience_after = .5,
                    .before = { .salience = .25, .activation_count = 1 },
                    .flags_before = OM_FLAG_HIDDEN,
                    .flags_changed = OM_FLAG_HIDDEN };
  OmWaypoint w = {
    row, other, g_rand_double (random), (OmWaypointKind) g_rand_int_range (random, 0, 3), 0, 0
  };
  float v[DIM] = { 0 };
  guint8 bytes[DIM];
  OmEditOutcome outcome;

  values->row = row;
  memset (bytes, g_rand_int_range (random, 0, 256), sizeof bytes);
  switch (g_rand_int_range (random, 0, 17))
    {
    case 0:
      om_store_memory_edit (store, row, (guint) g_rand_int_range (random, 0, 3), text, NULL, NOW,
                            &outcome, NULL);
      break;
    case 1:
      g_strfreev (values->tags);
      values->tags = g_strsplit (row % 2 ? "red,green" : "Blue", ",", -1);
      om_store_memory_update (store, values, OM_STORE_TAGS, NULL);
      break;
    case 2:
      values->importance = g_rand_int_range (random, 1, 11);
      om_store_memory_update (store, values, OM_STORE_IMPORTANCE, NULL);
      break;
    case 3:
      om_store_memory_set_flags (store, row, 1u << g_rand_int_range (random, 0, 9), 0, NULL);
      break;
    case 4:
    case 5:
      om_store_activity_set (store, row, &activity, NULL);
      break;
    case 6:
    case 7:
      om_store_waypoint_put (store, &w, NULL);
      break;
    case 8:
      remove_one_link (store, row);
      break;
    case 9:
      om_store_waypoints_prune (store, .05, NULL, NULL);
      break;
    case 10:
      om_store_vector_put (store, embedder, row, (OmSector) g_rand_int_range (random, 0, 6),
                           OM_VECTOR_STAGE_FULL, v, DIM, bytes, .5f, NULL);
      break;
    case 11:
      om_store_vectors_remove (store, 0, row, NULL);
      break;
    case 12:
      om_store_bin_put (store, &row, 1, NOW, NULL);
      break;
    case 13:
      if (g_rand_boolean (random))
        om_store_bin_restore (store, &row, 1, NULL);
      else
        wipe_first (store);
      break;
    case 14:
      if (om_store_event_append (store, &event, NULL))
        om_store_activity_set (store, row, &activity, NULL);
      break;
    case 15:
      om_store_tag_rename (store, row % 2 ? "red" : "rot", row % 3 ? "Rot" : "RED", NULL);
      break;
    default:
      om_store_events_undo (store, event.group, NOW, NULL, NULL);
      break;
    }
}

static void
test_catch_up (Fixture      *fixture,
               gconstpointer data)
{
  for (guint seed = 1; seed <= 4; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_autoptr (OmStore) reader = NULL;
      g_auto (Mirror) mirror = { 0 };
      gint64 embedder = om_store_embedder_id (fixture->store, "test", DIM, NULL);
      gint64 n_rows = 0;

      reader = fixture_open (fixture, OM_STORE_READER);
      mirror_init (&mirror);
      load_all (reader, embedder, &mirror);
      for (guint round = 0; round < 60; round++)
        {
          g_auto (Mirror) fresh = { 0 };
          gboolean give_up = g_rand_int_range (random, 0, 6) == 0;

          g_assert_true (om_store_begin (fixture->store, NULL));
          for (int k = g_rand_int_range (random, 0, 4); k > 0; k--)
            n_rows = MAX (n_rows, add_tagged (fixture->store, "new", NULL, "red"));
          for (int k = g_rand_int_range (random, 0, 12); k > 0 && n_rows > 0; k--)
            act (fixture->store, random, embedder, n_rows);
          if (give_up)
            om_store_rollback (fixture->store);
          else
            g_assert_true (om_store_commit (fixture->store, NULL));

          /* Not after every one, so that changes pile up. */
          if (g_rand_boolean (random))
            continue;
          catch_up (reader, embedder, &mirror);
          mirror_init (&fresh);
          load_all (reader, embedder, &fresh);
          g_assert_cmpint (mirror.revision, ==, fresh.revision);
          assert_same_table (mirror.records, fresh.records);
          assert_same_table (mirror.tags, fresh.tags);
          assert_same_table (mirror.links, fresh.links);
          assert_same_table (mirror.vectors, fresh.vectors);
        }
    }
}

static void
test_kinds (Fixture      *fixture,
            gconstpointer data)
{
  OmStore *store = fixture->store;
  gint64 a = add_memory (store, "a");
  gint64 b = add_memory (store, "b");
  gint64 before = om_store_get_revision (store, NULL);
  OmRecallState activity = { .salience = .5, .activation_count = 1 };
  g_autoptr (OmStoreChanges) nothing = om_store_changes_since (store, before, NULL);
  g_autoptr (OmStoreChanges) all = om_store_changes_since (store, 0, NULL);
  g_autoptr (OmStoreChanges) active = NULL;
  g_autoptr (OmStoreChanges) both = NULL;

  g_assert_cmpuint (nothing->changed->len + nothing->active->len + nothing->wiped->len +
                        nothing->links->len,
                    ==, 0);
  g_assert_cmpint (nothing->revision, ==, before);
  g_assert_cmpuint (all->changed->len, ==, 2);
  g_assert_true (om_store_activity_set (store, a, &activity, NULL));
  active = om_store_changes_since (store, before, NULL);
  g_assert_cmpuint (active->changed->len, ==, 0);
  g_assert_cmpuint (active->active->len, ==, 1);
  g_assert_false (active->tags);
  g_assert_true (om_store_memory_set_flags (store, a, OM_FLAG_PINNED, 0, NULL));
  add_tagged (store, "c", NULL, "new");
  both = om_store_changes_since (store, before, NULL);
  g_assert_cmpuint (both->changed->len, ==, 2);
  g_assert_cmpint (g_array_index (both->changed, gint64, 0), ==, a);
  g_assert_cmpuint (both->active->len, ==, 0);
  g_assert_true (both->tags);
  g_assert_cmpint (b, ==, 2);
}

/* Steps of SQLite's machine, by all statements since the last call. */
static int
count_steps (OmStore *store)
{
  int steps = 0;

  for (sqlite3_stmt *stmt = sqlite3_next_stmt (store->db, NULL); stmt != NULL;
       stmt = sqlite3_next_stmt (store->db, stmt))
    steps += sqlite3_stmt_status (stmt, SQLITE_STMTSTATUS_VM_STEP, TRUE);
  return steps;
}

/* Adds linked memories, recalls one, and counts what it takes to hear of the recall. */
static int
count_steps_after (OmStore *store,
                   guint    n_memories)
{
  OmRecallState activity = { .salience = .5, .activation_count = 1 };
  g_autoptr (OmStoreChanges) changes = NULL;
  gint64 before;

  for (guint i = 0; i < n_memories; i++)
    {
      gint64 row = add_memory (store, "one of many");
      OmWaypoint waypoint = { row, row - 1, .5, OM_WAYPOINT_ASSOCIATION, NOW, NOW };

      g_assert_true (row == 1 || om_store_waypoint_put (store, &waypoint, NULL));
    }
  before = om_store_get_revision (store, NULL);
  g_assert_true (om_store_activity_set (store, 7, &activity, NULL));
  count_steps (store);
  changes = om_store_changes_since (store, before, NULL);
  g_assert_cmpuint (changes->active->len, ==, 1);
  g_assert_cmpuint (changes->changed->len + changes->links->len, ==, 0);
  return count_steps (store);
}

/* It is asked after every write: what it takes must not grow with the store. */
static void
test_by_index (Fixture      *fixture,
               gconstpointer data)
{
  int few = count_steps_after (fixture->store, 10);
  int many = count_steps_after (fixture->store, 90);

  g_assert_cmpint (few, >, 0);
  g_assert_cmpint (many, ==, few);
}

void
add_change_tests (void)
{
  test_store ("changes/catch-up", test_catch_up);
  test_store ("changes/kinds", test_kinds);
  test_store ("changes/by-index", test_by_index);
}
