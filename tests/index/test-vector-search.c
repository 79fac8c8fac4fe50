/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searching many rows: recall of the small form, two threads, many queries, cancelling. */
#include "config.h"

#include <string.h>

#include "index/om-vector-index.h"
#include "test-index.h"
#include "tests/support/om-test-golden.h"

#define DIM 256

static const OmVectorMatch *
match_at (GArray *matches,
          guint   i)
{
  return &g_array_index (matches, OmVectorMatch, i);
}

static gboolean
holds (GArray  *matches,
       guint    n,
       guint32  doc)
{
  for (guint i = 0; i < n; i++)
    if (match_at (matches, i)->doc == doc)
      return TRUE;
  return FALSE;
}

/* The best 50 of the small form, put in order by the exact vectors, hold the ten that are
 * nearest. */
static void
test_recall (void)
{
  enum { N = 6000, QUERIES = 40, K = 10, RERANK = 50 };
  g_autoptr (OmVectorIndex) exact = om_vector_index_new (DIM, OM_VECTOR_FORMAT_F32);
  g_autoptr (OmVectorIndex) small = om_vector_index_new (DIM, OM_VECTOR_FORMAT_U8);
  g_autoptr (GRand) random = g_rand_new_with_seed (10);
  float vector[DIM];
  guint found = 0, found_small = 0;

  for (guint32 doc = 1; doc <= N; doc++)
    {
      test_random_vector (random, vector, DIM);
      om_vector_index_put (exact, doc, OM_SECTOR_SEMANTIC, vector);
      om_vector_index_put (small, doc, OM_SECTOR_SEMANTIC, vector);
    }
  for (int q = 0; q < QUERIES; q++)
    {
      g_autoptr (GArray) wanted = NULL;
      g_autoptr (GArray) scanned = NULL;

      test_random_vector (random, vector, DIM);
      wanted = om_vector_index_search (exact, OM_SECTOR_SEMANTIC, vector, K, NULL, NULL, NULL);
      scanned = om_vector_index_search (small, OM_SECTOR_SEMANTIC, vector, RERANK, NULL, NULL,
                                        NULL);
      g_assert_cmpuint (scanned->len, ==, RERANK);
      for (guint i = 0; i < K; i++)
        {
          guint32 doc = match_at (wanted, i)->doc;

          /* Whatever is among the 50 keeps its exact place once put in order. */
          found += holds (scanned, RERANK, doc);
          found_small += holds (scanned, K, doc);
        }
    }
  g_test_message ("recall@10 of the small form %.3f, after putting 50 in order %.3f",
                  (double) found_small / (QUERIES * K), (double) found / (QUERIES * K));
  g_assert_cmpuint (found, >=, QUERIES * K * 995 / 1000);
  g_assert_cmpuint (found_small, >=, QUERIES * K * 95 / 100);
}

static OmVectorIndex *
make_big (gsize          dimension,
          OmVectorFormat format,
          guint32        n)
{
  OmVectorIndex *index = om_vector_index_new (dimension, format);
  g_autoptr (GRand) random = g_rand_new_with_seed (11);
  g_autofree float *vector = g_new (float, dimension);

  for (guint32 doc = 1; doc <= n; doc++)
    {
      /* Few different vectors, so that there are many ties to break. */
      for (gsize i = 0; i < dimension; i++)
        vector[i] = (float) g_rand_int_range (random, -1, 2);
      vector[0] = 1;
      om_vector_index_put (index, doc, doc % 3, vector);
      if (doc % 4 == 0)
        {
          om_vector_index_put (index, doc, (doc + 1) % 3, vector);
          om_vector_index_put (index, doc, OM_SECTOR_MEAN, vector);
        }
    }
  return index;
}

/* Past 20,000 rows two threads share the work; the answer is that of scoring each document
 * alone. */
static void
test_threads (gconstpointer data)
{
  enum { N = 45000, K = 300 };
  OmVectorFormat format = GPOINTER_TO_INT (data);
  g_autoptr (OmVectorIndex) index = make_big (6, format, N);
  g_autofree guint32 *docs = g_new (guint32, N);
  g_autofree float *similarities = g_new (float, N);
  const float query[6] = { 1, .5f, -.25f, 0, 1, 0 };

  for (guint32 i = 0; i < N; i++)
    docs[i] = i + 1;
  om_vector_index_similarities (index, OM_SECTOR_MEAN, query, docs, N, similarities);
  for (int round = 0; round < 20; round++)
    {
      g_autoptr (GArray) matches = om_vector_index_search_mean (index, query, K, NULL, NULL, NULL);
      guint better = 0;

      g_assert_cmpuint (matches->len, ==, K);
      for (guint i = 0; i < K; i++)
        {
          const OmVectorMatch *match = match_at (matches, i);

          g_assert_true (match->similarity == similarities[match->doc - 1]);
          if (i > 0)
            g_assert_true (match[-1].similarity > match->similarity ||
                           (match[-1].similarity == match->similarity &&
                            match[-1].doc < match->doc));
        }
      for (guint32 i = 0; i < N; i++)
        {
          const OmVectorMatch *last = match_at (matches, K - 1);

          better += similarities[i] > last->similarity ||
                    (similarities[i] == last->similarity && docs[i] <= last->doc);
        }
      g_assert_cmpuint (better, ==, K);
    }
}

static void
test_many (void)
{
  enum { N = 9000, QUERIES = 12, K = 7, D = 40 };
  g_autoptr (OmVectorIndex) index = make_big (D, OM_VECTOR_FORMAT_U8, N);
  g_autoptr (GRand) random = g_rand_new_with_seed (12);
  g_autoptr (OmDocSet) allowed = om_doc_set_new ();
  float queries[QUERIES][D];
  guint32 before[QUERIES];

  for (int q = 0; q < QUERIES; q++)
    {
      test_random_vector (random, queries[q], D);
      before[q] = g_rand_int_range (random, 1, N);
    }
  memset (queries[3], 0, sizeof (queries[3]));
  before[5] = 1;
  for (guint32 doc = 1; doc <= N; doc += 2)
    om_doc_set_add (allowed, doc);

  for (int bounded = 0; bounded < 2; bounded++)
    {
      g_autoptr (GPtrArray) answers = om_vector_index_search_mean_many (
        index, queries[0], QUERIES, K, allowed, bounded ? before : NULL, NULL, NULL);

      g_assert_cmpuint (answers->len, ==, QUERIES);
      for (int q = 0; q < QUERIES; q++)
        {
          g_autoptr (OmDocSet) mask = om_doc_set_copy (allowed);
          g_autoptr (GArray) wanted = NULL;
          GArray *matches = g_ptr_array_index (answers, q);

          if (bounded)
            for (guint32 doc = before[q]; doc <= N; doc++)
              om_doc_set_remove (mask, doc);
          wanted = om_vector_index_search_mean (index, queries[q], K, mask, NULL, NULL);
          g_assert_cmpmem (matches->data, matches->len * sizeof (OmVectorMatch),
                           wanted->data, wanted->len * sizeof (OmVectorMatch));
          g_assert_cmpuint (matches->len, ==, q == 3 || (bounded && q == 5) ? 0 : K);
        }
    }
}

static void
test_cancel (void)
{
  g_autoptr (OmVectorIndex) index = make_big (4, OM_VECTOR_FORMAT_U8, 30000);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const float query[4] = { 1, 0, 0, 0 };
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) whole = om_vector_index_search_mean (index, query, 5, NULL, cancellable,
                                                          &error);

  g_assert_no_error (error);
  g_assert_cmpuint (whole->len, ==, 5);
  g_cancellable_cancel (cancellable);
  g_assert_null (om_vector_index_search (index, 0, query, 5, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (om_vector_index_search_mean (index, query, 5, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  g_assert_null (om_vector_index_search_mean_many (index, query, 1, 5, NULL, NULL, cancellable,
                                                   &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

static void
test_few (void)
{
  g_autoptr (OmVectorIndex) index = om_vector_index_new (4, OM_VECTOR_FORMAT_U8);
  g_autoptr (OmDocSet) none = om_doc_set_new ();
  const float query[4] = { 1, 0, 0, 0 };
  g_autoptr (GArray) empty = om_vector_index_search_mean (index, query, 5, NULL, NULL, NULL);
  g_autoptr (GArray) all = NULL;
  g_autoptr (GArray) nothing = NULL;
  g_autoptr (GArray) masked = NULL;

  g_assert_cmpuint (empty->len, ==, 0);
  om_vector_index_put (index, 9, OM_SECTOR_SEMANTIC, query);
  all = om_vector_index_search (index, OM_SECTOR_SEMANTIC, query, G_MAXUINT, NULL, NULL, NULL);
  g_assert_cmpuint (all->len, ==, 1);
  nothing = om_vector_index_search (index, OM_SECTOR_SEMANTIC, query, 0, NULL, NULL, NULL);
  g_assert_cmpuint (nothing->len, ==, 0);
  masked = om_vector_index_search (index, OM_SECTOR_SEMANTIC, query, 5, none, NULL, NULL);
  g_assert_cmpuint (masked->len, ==, 0);
}

void
test_vector_search_add (void)
{
  g_test_add_func ("/vector-search/recall", test_recall);
  g_test_add_data_func ("/vector-search/threads/u8", GINT_TO_POINTER (OM_VECTOR_FORMAT_U8),
                        test_threads);
  g_test_add_data_func ("/vector-search/threads/f32", GINT_TO_POINTER (OM_VECTOR_FORMAT_F32),
                        test_threads);
  g_test_add_func ("/vector-search/many", test_many);
  g_test_add_func ("/vector-search/cancel", test_cancel);
  g_test_add_func ("/vector-search/few", test_few);
}
