/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors and the packed blocks of search rows. */
#include "config.h"

#include <string.h>

#include "store-fixture.h"
#include "store/om-store-bin.h"
#include "store/om-store-health.h"
#include "store/om-store-memories.h"
#include "store/om-store-private.h"
#include "store/om-store-vectors.h"

#define DIM 16

/* Numbers and bytes that say whose they are. */
static void
make_vector (gint64  row,
             int     sector,
             guint   turn,
             float   v[DIM],
             guint8  bytes[DIM],
             float  *scale)
{
  for (guint i = 0; i < DIM; i++)
    {
      v[i] = (float) row + sector * .125f + turn * 1000 + i;
      bytes[i] = (guint8) (row * 31 + sector * 7 + turn * 3 + i);
    }
  *scale = (float) row / 1024 + sector;
}

static void
put (OmStore *store,
     gint64   embedder,
     gint64   row,
     int      sector,
     guint    turn)
{
  g_autoptr (GError) error = NULL;
  float v[DIM];
  guint8 bytes[DIM];
  float scale;

  make_vector (row, sector, turn, v, bytes, &scale);
  om_store_vector_put (store, embedder, row, (OmSector) sector, OM_VECTOR_STAGE_FULL, v, DIM, bytes,
                       scale, &error);
  g_assert_no_error (error);
}

typedef struct
{
  GHashTable *seen; /* row * 8 + sector -> turn expected + 1 */
  guint       n;
} SlotCheck;

static gint64
key_of (gint64 row,
        int    sector)
{
  return row * 8 + sector;
}

static gboolean
check_slot_cb (gint64        row,
               OmSector      sector,
               float         scale,
               const guint8 *bytes,
               gpointer      data)
{
  SlotCheck *check = data;
  guint turn =
      GPOINTER_TO_UINT (g_hash_table_lookup (check->seen, GSIZE_TO_POINTER (key_of (row, sector))));
  float v[DIM];
  guint8 expected[DIM];
  float expected_scale;

  g_assert_cmpuint (turn, >, 0);
  make_vector (row, sector, turn - 1, v, expected, &expected_scale);
  g_assert_cmpfloat (scale, ==, expected_scale);
  g_assert_cmpmem (bytes, DIM, expected, DIM);
  check->n++;
  return TRUE;
}

static void
expect (SlotCheck *check,
        gint64     row,
        int        sector,
        guint      turn)
{
  g_hash_table_insert (check->seen, GSIZE_TO_POINTER (key_of (row, sector)),
                       GUINT_TO_POINTER (turn + 1));
}

static void
assert_slots (OmStore   *store,
              gint64     embedder,
              SlotCheck *check)
{
  check->n = 0;
  for (int sector = 0; sector <= OM_SECTOR_MEAN; sector++)
    g_assert_true (
        om_store_slots_load (store, embedder, (OmSector) sector, check_slot_cb, check, NULL));
  g_assert_cmpuint (check->n, ==, g_hash_table_size (check->seen));
}

/* More than a block, replaced, removed and filled again: what is loaded is what was put last. */
static void
test_blocks (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  g_autoptr (OmStoreHealth) health = NULL;
  gint64 embedder = om_store_embedder_id (fixture->store, "test", DIM, NULL);
  SlotCheck check = { seen, 0 };
  gint64 n_blocks;

  g_assert_cmpint (embedder, >, 0);
  g_assert_true (om_store_begin (fixture->store, NULL));
  for (gint64 row = 1; row <= 2100; row++)
    {
      g_assert_cmpint (add_memory (fixture->store, "x"), ==, row);
      put (fixture->store, embedder, row, OM_SECTOR_MEAN, 0);
      expect (&check, row, OM_SECTOR_MEAN, 0);
      if (row % 3 == 0)
        {
          put (fixture->store, embedder, row, OM_SECTOR_EPISODIC, 0);
          expect (&check, row, OM_SECTOR_EPISODIC, 0);
        }
    }
  g_assert_true (om_store_commit (fixture->store, NULL));
  assert_slots (fixture->store, embedder, &check);

  /* Every change in a transaction of its own now and then. */
  for (guint turn = 1; turn <= 300; turn++)
    {
      gint64 row = g_rand_int_range (random, 1, 2101);

      if (turn % 2 == 0)
        {
          g_assert_true (om_store_vectors_remove (fixture->store, embedder, row, NULL));
          g_hash_table_remove (seen, GSIZE_TO_POINTER (key_of (row, OM_SECTOR_MEAN)));
          g_hash_table_remove (seen, GSIZE_TO_POINTER (key_of (row, OM_SECTOR_EPISODIC)));
        }
      else
        {
          put (fixture->store, embedder, row, OM_SECTOR_MEAN, turn);
          expect (&check, row, OM_SECTOR_MEAN, turn);
        }
    }
  assert_slots (fixture->store, embedder, &check);
  fixture_reopen (fixture);
  assert_slots (fixture->store, embedder, &check);

  /* Freed slots are used again before a new block is begun. */
  g_assert_true (
      om_store_get_int64 (fixture->store, "SELECT count (*) FROM vector_blocks", &n_blocks, NULL));
  g_assert_cmpint (n_blocks, ==, 4);
  g_assert_true (om_store_begin (fixture->store, NULL));
  for (gint64 row = 1; row <= 2100; row++)
    {
      put (fixture->store, embedder, row, OM_SECTOR_MEAN, 5);
      expect (&check, row, OM_SECTOR_MEAN, 5);
    }
  g_assert_true (om_store_commit (fixture->store, NULL));
  assert_slots (fixture->store, embedder, &check);
  g_assert_true (om_store_get_int64 (fixture->store,
                                     "SELECT count (*) FROM vector_blocks WHERE sector = 5",
                                     &n_blocks, NULL));
  g_assert_cmpint (n_blocks, ==, 3);
  health = om_store_health_check (fixture->store, NULL);
  g_assert_true (health->ok);
}

static void
test_round_trip (Fixture      *fixture,
                 gconstpointer data)
{
  gint64 embedder = om_store_embedder_id (fixture->store, "test", DIM, NULL);
  gint64 a = add_memory (fixture->store, "a");
  gint64 b = add_memory (fixture->store, "b");
  gint64 rows[] = { b, 99, a };
  float pooled[4] = { .5f, -.5f, 0, 1 };
  float v[DIM];
  guint8 bytes[DIM];
  float scale;
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  SlotCheck check = { seen, 0 };
  g_autoptr (GArray) of_a = NULL;
  g_autoptr (GArray) means = NULL;
  g_autoptr (GArray) after = NULL;
  g_autoptr (GError) error = NULL;
  const OmStoreVector *vector;

  put (fixture->store, embedder, a, OM_SECTOR_SEMANTIC, 0);
  put (fixture->store, embedder, a, OM_SECTOR_MEAN, 0);
  put (fixture->store, embedder, b, OM_SECTOR_MEAN, 0);
  of_a = om_store_vectors_get (fixture->store, embedder, a, NULL);
  g_assert_cmpuint (of_a->len, ==, 2);
  vector = &g_array_index (of_a, OmStoreVector, 0);
  make_vector (a, OM_SECTOR_SEMANTIC, 0, v, bytes, &scale);
  g_assert_cmpint (vector->sector, ==, OM_SECTOR_SEMANTIC);
  g_assert_cmpmem (vector->v, vector->dim * sizeof (float), v, sizeof v);

  /* The stage changes, the search row stays. */
  g_assert_true (om_store_vector_put (fixture->store, embedder, a, OM_SECTOR_MEAN,
                                      OM_VECTOR_STAGE_COMPRESSED, pooled, 4, NULL, 0, NULL));
  means = om_store_vectors_get_rows (fixture->store, embedder, OM_SECTOR_MEAN, rows, 3, NULL);
  g_assert_cmpuint (means->len, ==, 2);
  g_assert_cmpint (g_array_index (means, OmStoreVector, 0).row, ==, b);
  vector = &g_array_index (means, OmStoreVector, 1);
  g_assert_cmpint (vector->row, ==, a);
  g_assert_cmpint (vector->stage, ==, OM_VECTOR_STAGE_COMPRESSED);
  g_assert_cmpmem (vector->v, vector->dim * sizeof (float), pooled, sizeof pooled);
  expect (&check, a, OM_SECTOR_SEMANTIC, 0);
  expect (&check, a, OM_SECTOR_MEAN, 0);
  expect (&check, b, OM_SECTOR_MEAN, 0);
  assert_slots (fixture->store, embedder, &check);
  check.n = 0;
  g_assert_true (
      om_store_slots_for_rows (fixture->store, embedder, rows, 3, check_slot_cb, &check, NULL));
  g_assert_cmpuint (check.n, ==, 3);

  /* Only some sectors stay. */
  g_assert_true (
      om_store_vectors_keep_only (fixture->store, embedder, a, 1 << OM_SECTOR_MEAN, NULL));
  after = om_store_vectors_get (fixture->store, embedder, a, NULL);
  g_assert_cmpuint (after->len, ==, 1);
  g_hash_table_remove (seen, GSIZE_TO_POINTER (key_of (a, OM_SECTOR_SEMANTIC)));
  assert_slots (fixture->store, embedder, &check);

  /* What does not fit. */
  g_assert_false (om_store_vector_put (fixture->store, embedder, a, OM_SECTOR_MEAN,
                                       OM_VECTOR_STAGE_FULL, pooled, 4, NULL, 0, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_false (om_store_vector_put (fixture->store, embedder, 99, OM_SECTOR_MEAN,
                                       OM_VECTOR_STAGE_FULL, v, DIM, NULL, 0, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_false (om_store_vector_put (fixture->store, 99, a, OM_SECTOR_MEAN, OM_VECTOR_STAGE_FULL,
                                       v, DIM, NULL, 0, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
}

/* Vectors of two embedders never meet; the old one goes once the new one has taken its place. */
static void
test_embedders (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (OmStore) reader = fixture_open (fixture, OM_STORE_READER);
  gint64 first = om_store_embedder_id (fixture->store, "test", DIM, NULL);
  gint64 second = om_store_embedder_id (fixture->store, "other", DIM, NULL);
  gint64 larger = om_store_embedder_id (fixture->store, "test", DIM * 2, NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  SlotCheck check = { seen, 0 };
  g_autoptr (GArray) missing = NULL;
  g_autoptr (GArray) page = NULL;
  g_autoptr (GArray) none = NULL;
  gint64 n;

  g_assert_cmpint (first, !=, second);
  g_assert_cmpint (first, !=, larger);
  g_assert_cmpint (om_store_embedder_id (fixture->store, "test", DIM, NULL), ==, first);
  g_assert_cmpint (om_store_embedder_id (reader, "test", DIM, NULL), ==, first);
  g_assert_cmpint (om_store_embedder_id (reader, "unknown", DIM, NULL), ==, 0);

  for (gint64 row = 1; row <= 5; row++)
    {
      add_memory (fixture->store, "x");
      put (fixture->store, first, row, OM_SECTOR_MEAN, 0);
    }
  put (fixture->store, second, 2, OM_SECTOR_MEAN, 9);
  expect (&check, 2, OM_SECTOR_MEAN, 9);
  assert_slots (fixture->store, second, &check);
  missing = om_store_vectors_find_missing (fixture->store, second, 0, 100, NULL);
  g_assert_cmpuint (missing->len, ==, 4);
  page = om_store_vectors_find_missing (fixture->store, second, 1, 2, NULL);
  g_assert_cmpuint (page->len, ==, 2);
  g_assert_cmpint (g_array_index (page, gint64, 0), ==, 3);

  g_assert_true (om_store_embedder_remove (fixture->store, first, NULL));
  assert_slots (fixture->store, second, &check);
  none = om_store_vectors_get (fixture->store, first, 1, NULL);
  g_assert_cmpuint (none->len, ==, 0);
  g_assert_true (
      om_store_get_int64 (fixture->store, "SELECT count (*) FROM vector_block_data", &n, NULL));
  g_assert_cmpint (n, ==, 1);
}

/* A transaction that is given up leaves the blocks as they were, written in place or not. */
static void
test_rollback (Fixture      *fixture,
               gconstpointer data)
{
  gint64 embedder = om_store_embedder_id (fixture->store, "test", DIM, NULL);
  gint64 row = add_memory (fixture->store, "x");
  gint64 other = add_memory (fixture->store, "y");
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  SlotCheck check = { seen, 0 };

  put (fixture->store, embedder, row, OM_SECTOR_MEAN, 1);
  expect (&check, row, OM_SECTOR_MEAN, 1);
  g_assert_true (om_store_begin (fixture->store, NULL));
  put (fixture->store, embedder, row, OM_SECTOR_MEAN, 2);
  put (fixture->store, embedder, other, OM_SECTOR_MEAN, 2);
  om_store_rollback (fixture->store);
  assert_slots (fixture->store, embedder, &check);
  put (fixture->store, embedder, other, OM_SECTOR_MEAN, 3);
  expect (&check, other, OM_SECTOR_MEAN, 3);
  assert_slots (fixture->store, embedder, &check);
}

void
add_vector_tests (void)
{
  test_store ("vectors/blocks", test_blocks);
  test_store ("vectors/round-trip", test_round_trip);
  test_store ("vectors/embedders", test_embedders);
  test_store ("vectors/rollback", test_rollback);
}
