/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors that shrink: what has faded is found by meaning at every stage, a recall makes it whole from the
 * whole text, and what is shrunk is never compared with what is whole (engine.md section 5). */
#include "config.h"

#include <string.h>

#include "engine/om-fade.h"
#include "store/om-store-memories.h"
#include "store/om-store-vectors.h"
#include "support/om-test-golden.h"
#include "test-engine.h"

#define HERON "The heron stood at the second lock of the long canal, and nobody but me saw how it caught the carp."

/* Nearly the same, in other words: found by meaning. */
#define QUERY "a heron at the lock of the canal catches a carp"

static gpointer
read_vectors (OmEngine     *engine,
              OmStore      *store,
              gpointer      id,
              GCancellable *cancellable,
              GError      **error)
{
  OmEmbedder *embedder = om_engine_get_embedder (engine);
  gint64 number = om_store_embedder_id (store, om_embedder_get_name (embedder), om_embedder_get_dimension (embedder), error);

  return om_store_vectors_get (store, number, om_store_memory_find_row (store, id, error), error);
}

static GArray *
get_vectors (Fixture    *fixture,
             const char *id)
{
  g_autoptr (GError) error = NULL;
  GArray *vectors = om_engine_read (fixture->engine, read_vectors, (gpointer) id, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (vectors->len, >, 0);
  return vectors;
}

static OmVectorStage
get_stage (Fixture    *fixture,
           const char *id)
{
  g_autoptr (OmMemory) memory = fixture_get (fixture, id);

  g_assert_cmpstr (memory->content, ==, HERON);
  return memory->stage;
}

/* The similarity with which it is found by meaning. */
static double
find_by_meaning (Fixture    *fixture,
                 const char *id)
{
  g_autoptr (OmAnswer) answer = fixture_search (fixture, QUERY);

  for (guint i = 0; i < answer->hits->len; i++)
    {
      const OmHit *hit = g_ptr_array_index (answer->hits, i);

      if (!g_str_equal (hit->memory->id, id))
        continue;
      g_assert_true ((hit->reasons & OM_HIT_MEANING) != 0);
      return hit->parts.similarity;
    }
  g_error ("not found by meaning at stage %d", get_stage (fixture, id));
}

static void
write_others (Fixture *fixture)
{
  for (guint i = 0; i < 20; i++)
    {
      g_autofree char *text = g_strdup_printf ("Entry %u: tax letters, garlic and a bicycle chain, %x.", i, i * 7919);

      g_free (fixture_remember (fixture, text));
    }
}

/* Day by day until the vector has shrunk to @stage. */
static void
fade_to (Fixture      *fixture,
         const char   *id,
         OmVectorStage stage)
{
  for (int days = 0; get_stage (fixture, id) != stage; days++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (OmFadeReport) report = NULL;

      g_assert_cmpint (days, <, 1000);
      fixture->now += OM_MS_PER_DAY;
      report = om_engine_fade (fixture->engine, FALSE, NULL, &error);
      g_assert_no_error (error);
    }
}

static void
test_found_at_every_stage (Fixture      *fixture,
                           gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, HERON);
  g_autoptr (GArray) whole = NULL;
  double similarity;

  write_others (fixture);
  whole = get_vectors (fixture, id);
  similarity = find_by_meaning (fixture, id);
  for (OmVectorStage stage = OM_VECTOR_STAGE_COMPRESSED; stage <= OM_VECTOR_STAGE_FINGERPRINT; stage++)
    {
      g_autoptr (GArray) shrunk = NULL;

      fade_to (fixture, id, stage);
      shrunk = get_vectors (fixture, id);
      for (guint i = 0; i < shrunk->len; i++)
        {
          g_assert_cmpint (g_array_index (shrunk, OmStoreVector, i).stage, ==, stage);
          g_assert_cmpuint (g_array_index (shrunk, OmStoreVector, i).dim, <, g_array_index (whole, OmStoreVector, i).dim);
        }
      om_assert_near (find_by_meaning (fixture, id), similarity, 0.02);
      /* The next start reads it from the file. */
      fixture_reopen (fixture);
      om_assert_near (find_by_meaning (fixture, id), similarity, 0.02);
    }
}

/* From the whole text, to the bit what it was; also when it had only been pooled. */
static void
test_recalled (Fixture      *fixture,
               gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, HERON);
  g_autoptr (GArray) whole = NULL;
  double similarity;

  write_others (fixture);
  whole = get_vectors (fixture, id);
  similarity = find_by_meaning (fixture, id);
  for (OmVectorStage stage = OM_VECTOR_STAGE_COMPRESSED; stage <= OM_VECTOR_STAGE_FINGERPRINT; stage++)
    {
      g_autoptr (GArray) again = NULL;
      g_autoptr (OmAnswer) answer = NULL;

      fade_to (fixture, id, stage);
      answer = fixture_recall (fixture, QUERY);
      g_assert_cmpint (get_stage (fixture, id), ==, OM_VECTOR_STAGE_FULL);
      again = get_vectors (fixture, id);
      g_assert_cmpuint (again->len, ==, whole->len);
      for (guint i = 0; i < whole->len; i++)
        {
          const OmStoreVector *was = &g_array_index (whole, OmStoreVector, i);
          const OmStoreVector *is = &g_array_index (again, OmStoreVector, i);

          g_assert_cmpint (is->sector, ==, was->sector);
          g_assert_cmpint (is->stage, ==, OM_VECTOR_STAGE_FULL);
          g_assert_cmpmem (is->v, is->dim * sizeof (float), was->v, was->dim * sizeof (float));
        }
      om_assert_near (find_by_meaning (fixture, id), similarity, 1e-9);
    }
}

/* A shrunk vector as long as a whole one, and pointing elsewhere. */
static gpointer
put_wrong_vector (const OmWriteContext *context,
                  gpointer              id,
                  GCancellable         *cancellable,
                  GError              **error)
{
  OmEmbedder *embedder = context->analyser.embedder;
  guint dimension = om_embedder_get_dimension (embedder);
  gint64 number = om_store_embedder_id (context->store, om_embedder_get_name (embedder), dimension, error);
  gint64 row = om_store_memory_find_row (context->store, id, error);
  g_autoptr (GArray) vectors = om_store_vectors_get (context->store, number, row, error);
  g_autofree float *wrong = g_new0 (float, dimension);

  wrong[dimension - 1] = 1;
  for (guint i = 0; i < vectors->len; i++)
    {
      if (!om_store_vector_put (context->store, number, row, g_array_index (vectors, OmStoreVector, i).sector,
                                OM_VECTOR_STAGE_COMPRESSED, wrong, dimension, NULL, 0, error))
        return NULL;
    }
  return OM_ENGINE_DONE;
}

static void
test_never_compared (Fixture      *fixture,
                     gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, HERON);
  double similarity;

  write_others (fixture);
  fade_to (fixture, id, OM_VECTOR_STAGE_FINGERPRINT);
  similarity = find_by_meaning (fixture, id);
  fixture_write (fixture, put_wrong_vector, id);
  g_assert_cmpfloat (find_by_meaning (fixture, id), ==, similarity);
  fixture_reopen (fixture);
  g_assert_cmpfloat (find_by_meaning (fixture, id), ==, similarity);
}

#define ADD(name, function) g_test_add (name, Fixture, NULL, fixture_set_up, function, fixture_tear_down)

void
test_stages_add (void)
{
  ADD ("/stages/found-at-every-stage", test_found_at_every_stage);
  ADD ("/stages/recalled", test_recalled);
  ADD ("/stages/never-compared", test_never_compared);
}
