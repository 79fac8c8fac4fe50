/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the vector index, held against a plain table of vectors. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "index/om-scan-kernel.h"
#include "index/om-vector-index.h"
#include "test-index.h"
#include "tests/support/om-test-golden.h"

#define DIM 20
#define MAX_DOC 400
#define N_ARENAS (OM_N_SECTORS + 1)

typedef struct
{
  gboolean held[MAX_DOC][N_ARENAS];
  float    vectors[MAX_DOC][N_ARENAS][DIM];
} Table;

/* The arena that holds a document's mean, -1 if it has none. */
static int
mean_arena (const Table *table,
             guint32      doc)
{
  int only = -1;

  if (table->held[doc][OM_SECTOR_MEAN])
    return OM_SECTOR_MEAN;
  for (int sector = 0; sector < OM_N_SECTORS; sector++)
    if (table->held[doc][sector])
      {
        if (only >= 0)
          return -1;
        only = sector;
      }
  return only;
}

static void
compare_matches (const Table  *table,
                 GArray       *matches,
                 int           sector,
                 const float  *query,
                 const OmDocSet *allowed,
                 double        tolerance)
{
  guint wanted = 0;
  double last = 2;
  guint32 last_doc = 0;

  for (guint32 doc = 0; doc < MAX_DOC; doc++)
    {
      int row = sector < 0 ? mean_arena (table, doc) : sector;

      wanted += row >= 0 && table->held[doc][row] && om_doc_set_allows (allowed, doc);
    }
  g_assert_cmpuint (matches->len, ==, wanted);
  for (guint i = 0; i < matches->len; i++)
    {
      const OmVectorMatch *match = &g_array_index (matches, OmVectorMatch, i);
      int row = sector < 0 ? mean_arena (table, match->doc) : sector;

      g_assert_true (row >= 0 && table->held[match->doc][row]);
      g_assert_true (om_doc_set_allows (allowed, match->doc));
      om_assert_near (match->similarity, test_cosine (query, table->vectors[match->doc][row], DIM),
                      tolerance);
      g_assert_true (match->similarity < last ||
                     (match->similarity == last && match->doc > last_doc));
      last = match->similarity;
      last_doc = match->doc;
    }
}

static void
compare_table (const Table   *table,
               OmVectorIndex *index,
               GRand         *random,
               double         tolerance)
{
  g_autoptr (OmDocSet) allowed = om_doc_set_new ();
  float query[DIM];

  test_random_vector (random, query, DIM);
  for (int i = 0; i < MAX_DOC / 3; i++)
    om_doc_set_add (allowed, g_rand_int_range (random, 0, MAX_DOC));

  for (int sector = -1; sector < N_ARENAS; sector++)
    for (int masked = 0; masked < 2; masked++)
      {
        const OmDocSet *mask = masked ? allowed : NULL;
        g_autoptr (GArray) matches = sector < 0
          ? om_vector_index_search_mean (index, query, 10 * MAX_DOC, mask, NULL, NULL)
          : om_vector_index_search (index, sector, query, 10 * MAX_DOC, mask, NULL, NULL);

        compare_matches (table, matches, sector, query, mask, tolerance);
      }
  for (int sector = 0; sector < N_ARENAS; sector++)
    {
      gsize count = 0;

      for (guint32 doc = 0; doc < MAX_DOC; doc++)
        {
          gboolean has = table->held[doc][sector] ||
                         (sector == OM_SECTOR_MEAN && mean_arena (table, doc) >= 0);

          g_assert_cmpint (om_vector_index_has (index, doc, sector), ==, has);
          count += table->held[doc][sector];
        }
      g_assert_cmpuint (om_vector_index_count (index, sector), ==, count);
    }
}

static void
change_at_random (Table         *table,
                  OmVectorIndex *index,
                  GRand         *random)
{
  guint32 doc = g_rand_int_range (random, 0, MAX_DOC);
  int sector = g_rand_int_range (random, 0, N_ARENAS);
  int what = g_rand_int_range (random, 0, 10);

  if (what < 6)
    {
      float *vector = table->vectors[doc][sector];

      test_random_vector (random, vector, DIM);
      table->held[doc][sector] = TRUE;
      if (what < 4)
        {
          g_assert_true (om_vector_index_put (index, doc, sector, vector));
        }
      else
        {
          guint8 row[DIM];
          float scale;

          g_assert_true (om_scan_quantise (vector, DIM, row, &scale));
          om_vector_index_put_quantised (index, doc, sector, row, scale);
        }
    }
  else if (what < 8)
    {
      memset (table->held[doc], 0, sizeof (table->held[doc]));
      om_vector_index_remove (index, doc);
    }
  else
    {
      table->held[doc][sector] = FALSE;
      om_vector_index_remove_sector (index, doc, sector);
    }
}

static void
test_changes (gconstpointer data)
{
  OmVectorFormat format = GPOINTER_TO_INT (data);
  g_autofree Table *table = g_new0 (Table, 1);
  g_autoptr (OmVectorIndex) index = om_vector_index_new (DIM, format);
  g_autoptr (GRand) random = g_rand_new_with_seed (7);

  g_assert_cmpuint (om_vector_index_get_dimension (index), ==, DIM);
  g_assert_cmpint (om_vector_index_get_format (index), ==, format);
  compare_table (table, index, random, 0);
  for (int i = 0; i < 6000; i++)
    {
      change_at_random (table, index, random);
      if (i % 300 == 0)
        compare_table (table, index, random, .03);
    }
  /* Down to nothing: through every compaction. */
  for (guint32 doc = 0; doc < MAX_DOC; doc++)
    {
      memset (table->held[doc], 0, sizeof (table->held[doc]));
      om_vector_index_remove (index, doc);
      if (doc % 50 == 0)
        compare_table (table, index, random, .03);
    }
  compare_table (table, index, random, 0);
}

static void
test_exact (void)
{
  g_autoptr (OmVectorIndex) index = om_vector_index_new (DIM, OM_VECTOR_FORMAT_F32);
  g_autoptr (GRand) random = g_rand_new_with_seed (8);
  g_autofree Table *table = g_new0 (Table, 1);

  for (guint32 doc = 0; doc < 300; doc++)
    {
      test_random_vector (random, table->vectors[doc][0], DIM);
      table->held[doc][0] = TRUE;
      om_vector_index_put (index, doc, 0, table->vectors[doc][0]);
    }
  compare_table (table, index, random, 1e-6);
}

static void
test_read_back (gconstpointer data)
{
  OmVectorFormat format = GPOINTER_TO_INT (data);
  g_autoptr (OmVectorIndex) index = om_vector_index_new (DIM, format);
  g_autoptr (GRand) random = g_rand_new_with_seed (9);
  float vector[DIM], unit[DIM], back[DIM];
  guint8 row[DIM], own[DIM];
  float scale, own_scale;

  test_random_vector (random, vector, DIM);
  om_scan_normalise (vector, DIM, unit);
  om_scan_quantise (vector, DIM, own, &own_scale);
  om_vector_index_put (index, 3, OM_SECTOR_EMOTIONAL, vector);

  g_assert_false (om_vector_index_get (index, 3, OM_SECTOR_SEMANTIC, back));
  g_assert_false (om_vector_index_get (index, 4, OM_SECTOR_EMOTIONAL, back));
  g_assert_false (om_vector_index_get_quantised (index, 1000000, OM_SECTOR_EMOTIONAL, row, &scale));
  g_assert_true (om_vector_index_get (index, 3, OM_SECTOR_MEAN, back));
  g_assert_true (om_vector_index_get (index, 3, OM_SECTOR_EMOTIONAL, back));
  for (int i = 0; i < DIM; i++)
    om_assert_near (back[i], unit[i], format == OM_VECTOR_FORMAT_F32 ? 1e-7 : own_scale * .5001);
  g_assert_true (om_vector_index_get_quantised (index, 3, OM_SECTOR_EMOTIONAL, row, &scale));
  g_assert_cmpmem (row, DIM, own, DIM);
  om_assert_near (scale, own_scale, 1e-8);
}

static void
test_useless_vectors (gconstpointer data)
{
  g_autoptr (OmVectorIndex) index = om_vector_index_new (4, GPOINTER_TO_INT (data));
  const float good[4] = { 1, 2, 0, 0 };
  const float zeros[4] = { 0 };
  const float bad[4] = { NAN, 0, 0, 1 };
  const guint32 docs[] = { 1, 2 };
  float similarities[2];
  g_autoptr (GArray) none = NULL;

  g_assert_true (om_vector_index_put (index, 1, OM_SECTOR_SEMANTIC, good));
  g_assert_true (om_vector_index_put (index, 2, OM_SECTOR_SEMANTIC, good));
  g_assert_false (om_vector_index_put (index, 2, OM_SECTOR_SEMANTIC, zeros));
  g_assert_false (om_vector_index_has (index, 2, OM_SECTOR_SEMANTIC));
  g_assert_false (om_vector_index_put (index, 3, OM_SECTOR_SEMANTIC, bad));
  g_assert_cmpuint (om_vector_index_count (index, OM_SECTOR_SEMANTIC), ==, 1);

  none = om_vector_index_search (index, OM_SECTOR_SEMANTIC, zeros, 5, NULL, NULL, NULL);
  g_assert_cmpuint (none->len, ==, 0);
  om_vector_index_similarities (index, OM_SECTOR_SEMANTIC, good, docs, 2, similarities);
  om_assert_near (similarities[0], 1, .02);
  g_assert_true (isnan (similarities[1]));
  om_vector_index_similarities (index, OM_SECTOR_SEMANTIC, bad, docs, 2, similarities);
  g_assert_true (isnan (similarities[0]));
}

/* A memory's only sector is its mean, until it has another or a mean of its own. */
static void
test_sole (void)
{
  g_autoptr (OmVectorIndex) index = om_vector_index_new (2, OM_VECTOR_FORMAT_F32);
  const float east[2] = { 1, 0 };
  const float north[2] = { 0, 1 };
  const float between[2] = { 1, 1 };
  const guint32 docs[] = { 1 };
  float similarity;

  om_vector_index_put (index, 1, OM_SECTOR_EPISODIC, east);
  om_vector_index_similarities (index, OM_SECTOR_MEAN, east, docs, 1, &similarity);
  om_assert_near (similarity, 1, 1e-6);

  om_vector_index_put (index, 1, OM_SECTOR_EMOTIONAL, north);
  om_vector_index_similarities (index, OM_SECTOR_MEAN, east, docs, 1, &similarity);
  g_assert_true (isnan (similarity));

  om_vector_index_put (index, 1, OM_SECTOR_MEAN, between);
  om_vector_index_similarities (index, OM_SECTOR_MEAN, east, docs, 1, &similarity);
  om_assert_near (similarity, M_SQRT1_2, 1e-6);

  om_vector_index_remove_sector (index, 1, OM_SECTOR_EPISODIC);
  om_vector_index_similarities (index, OM_SECTOR_MEAN, east, docs, 1, &similarity);
  om_assert_near (similarity, M_SQRT1_2, 1e-6);
  om_vector_index_remove_sector (index, 1, OM_SECTOR_MEAN);
  om_vector_index_similarities (index, OM_SECTOR_MEAN, east, docs, 1, &similarity);
  om_assert_near (similarity, 0, 1e-6);
}

void
test_vector_index_add (void)
{
  g_test_add_data_func ("/vector-index/changes/u8", GINT_TO_POINTER (OM_VECTOR_FORMAT_U8),
                        test_changes);
  g_test_add_data_func ("/vector-index/changes/f32", GINT_TO_POINTER (OM_VECTOR_FORMAT_F32),
                        test_changes);
  g_test_add_func ("/vector-index/exact", test_exact);
  g_test_add_data_func ("/vector-index/read-back/u8", GINT_TO_POINTER (OM_VECTOR_FORMAT_U8),
                        test_read_back);
  g_test_add_data_func ("/vector-index/read-back/f32", GINT_TO_POINTER (OM_VECTOR_FORMAT_F32),
                        test_read_back);
  g_test_add_data_func ("/vector-index/useless/u8", GINT_TO_POINTER (OM_VECTOR_FORMAT_U8),
                        test_useless_vectors);
  g_test_add_data_func ("/vector-index/useless/f32", GINT_TO_POINTER (OM_VECTOR_FORMAT_F32),
                        test_useless_vectors);
  g_test_add_func ("/vector-index/sole", test_sole);
}
