/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Damage is found, told, and mended where it can be. */
#include "config.h"

#include <string.h>

#include "store-fixture.h"
#include "store/om-store-health.h"
#include "store/om-store-memories.h"
#include "store/om-store-private.h"
#include "store/om-store-text.h"
#include "store/om-store-vectors.h"
#include "store/om-store-waypoints.h"

#define DIM 8

static void
put_vectors (OmStore *store)
{
  gint64 embedder = om_store_embedder_id (store, "test", DIM, NULL);
  float v[DIM] = { 1 };
  guint8 bytes[DIM] = { 1 };

  for (gint64 row = 1; row <= 20; row++)
    g_assert_true (om_store_vector_put (store, embedder, row, OM_SECTOR_MEAN, OM_VECTOR_STAGE_FULL,
                                        v, DIM, bytes, 1, NULL));
}

static void
fill (OmStore *store)
{
  for (gint64 row = 1; row <= 20; row++)
    {
      OmWaypoint w = { row, row - 1, .5, OM_WAYPOINT_ASSOCIATION, 0, 0 };

      g_assert_cmpint (add_tagged (store, "A heron on the lock.", "Heron", "bird"), ==, row);
      if (row > 1)
        g_assert_true (om_store_waypoint_put (store, &w, NULL));
    }
  put_vectors (store);
}

static OmStoreHealth *
check (OmStore *store)
{
  g_autoptr (GError) error = NULL;
  OmStoreHealth *health = om_store_health_check (store, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < health->problems->len; i++)
    g_test_message ("%s", (char *) g_ptr_array_index (health->problems, i));
  g_assert_cmpint (health->ok, ==, health->problems->len == 0);
  return health;
}

static void
test_well (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (OmStore) reader = NULL;
  g_autoptr (OmStoreHealth) health = NULL;
  g_autoptr (OmStoreHealth) read = NULL;

  fill (fixture->store);
  health = check (fixture->store);
  g_assert_true (health->ok);
  reader = fixture_open (fixture, OM_STORE_READER);
  read = check (reader);
  g_assert_true (read->ok);
}

static void
test_repair (Fixture      *fixture,
             gconstpointer data)
{
  static const struct
  {
    const char *damage;
    gboolean    text;
    gboolean    derived;
  } cases[] = {
    { "UPDATE texts SET content = 'Changed behind its back.' WHERE row = 3", TRUE, FALSE },
    { "INSERT INTO memory_text (memory_text) VALUES ('delete-all')", TRUE, FALSE },
    { "DELETE FROM state WHERE row = 4", FALSE, TRUE },
    { "DELETE FROM vector_blocks", FALSE, TRUE },
    { "UPDATE vectors SET slot = 9 WHERE memory = 2; UPDATE"
      " vector_blocks SET used = 5",
      FALSE, TRUE },
    { "UPDATE vector_block_data SET data = zeroblob (length (data))", FALSE, TRUE },
    { "INSERT INTO waypoints VALUES (5, 99, 0, .5, 0, 0); INSERT INTO"
      " memory_tags VALUES (98, 1);",
      FALSE, TRUE },
    { "INSERT INTO state SELECT 97, revision, 0, salience,"
      " salience_at, last_seen_at, 0, last_active_at, 1"
      " FROM state WHERE row = 1",
      FALSE, TRUE },
    { "INSERT INTO vectors SELECT 96, embedder, sector, stage, NULL,"
      " NULL, v FROM vectors WHERE memory = 1",
      FALSE, TRUE },
  };

  fill (fixture->store);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (OmStoreHealth) sick = NULL;
      g_autoptr (OmStoreHealth) well = NULL;
      g_autoptr (GArray) hits = NULL;
      gint64 revision;

      g_test_message ("%s", cases[i].damage);
      put_vectors (fixture->store);
      g_assert_true (om_store_exec (fixture->store, "PRAGMA foreign_keys = OFF", NULL));
      g_assert_true (om_store_exec (fixture->store, cases[i].damage, NULL));
      g_assert_true (om_store_exec (fixture->store, "PRAGMA foreign_keys = ON", NULL));
      sick = check (fixture->store);
      g_assert_false (sick->ok);
      g_assert_cmpint (sick->text_damaged, ==, cases[i].text);
      g_assert_cmpint (sick->derived_damaged, ==, cases[i].derived);
      g_assert_false (sick->file_damaged);

      revision = om_store_get_revision (fixture->store, NULL);
      g_assert_true (om_store_repair (fixture->store, &error));
      g_assert_no_error (error);
      well = check (fixture->store);
      g_assert_true (well->ok);
      g_assert_cmpint (om_store_get_revision (fixture->store, NULL), ==, revision + 1);
      hits = om_store_text_find_phrase (fixture->store, "heron on the lock", OM_TEXT_CONTENT, 100,
                                        NULL);
      g_assert_cmpuint (hits->len, ==, 19);
      fixture_reopen (fixture);
    }
}

/* A page of the file overwritten: found and told, and no repair is promised. */
static void
test_damaged_file (Fixture      *fixture,
                   gconstpointer data)
{
  g_autoptr (OmStoreHealth) health = NULL;
  g_autoptr (GBytes) whole = NULL;
  g_autofree guint8 *bytes = NULL;
  gsize size;
  gint64 page;

  fill (fixture->store);
  g_assert_true (om_store_get_int64 (fixture->store,
                                     "SELECT rootpage FROM sqlite_schema WHERE name = 'texts'",
                                     &page, NULL));
  g_clear_pointer (&fixture->store, om_store_close);
  whole = read_file (fixture->path);
  size = g_bytes_get_size (whole);
  bytes = g_memdup2 (g_bytes_get_data (whole, NULL), size);
  memset (bytes + (page - 1) * 4096, 0x5a, 2000);
  g_assert_true (g_file_set_contents (fixture->path, (char *) bytes, (gssize) size, NULL));
  fixture->store = fixture_open (fixture, OM_STORE_WRITER);
  health = check (fixture->store);
  g_assert_false (health->ok);
  g_assert_true (health->file_damaged);
}

static void
test_lost_text (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (OmStoreHealth) health = NULL;

  fill (fixture->store);
  g_assert_true (om_store_exec (fixture->store, "DELETE FROM texts WHERE row = 6", NULL));
  health = check (fixture->store);
  g_assert_true (health->file_damaged);
}

void
add_health_tests (void)
{
  test_store ("health/well", test_well);
  test_store ("health/repair", test_repair);
  test_store ("health/damaged-file", test_damaged_file);
  test_store ("health/lost-text", test_lost_text);
}
