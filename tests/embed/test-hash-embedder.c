/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The built-in embedder: the golden vectors, and what the program needs of it. */
#include "config.h"

#include "embed/om-hash-embedder.h"

#include <math.h>
#include <string.h>

#include "dynamics/om-vector.h"
#include "support/om-test-golden.h"

#define ALL_SECTORS ((1u << OM_N_SECTORS) - 1)
#define DIMENSION OM_HASH_EMBEDDER_DIMENSION
#define UNTOUCHED 7.0f
#define N_THREADS 4
#define N_ROUNDS 40

void test_hash_embedder_add (void);

static const char *const texts[] = {
  "Walked along the canal with Mara and talked about the lighthouse.",
  "我喜欢在早上喝咖啡",
  "How to bleed the radiators: first turn the boiler off, then open each valve.",
  "Grüße aus Łódź, straße und İstanbul",
  "a1 b2 c3",
};

static gboolean
check_vector (JsonObject *in,
              JsonNode   *out,
              guint       number)
{
  guint dimension = (guint) json_object_get_int_member (in, "dim");
  g_autoptr (OmEmbedder) embedder = om_hash_embedder_new_reference (dimension);
  OmSector sector = om_sector_from_nick (json_object_get_string_member (in, "sector"));
  g_autofree float *vector = g_new0 (float, dimension);
  gsize n;
  g_autofree float *right = om_test_floats (json_node_get_array (out), &n);

  g_assert_cmpuint (n, ==, dimension);
  g_assert_true (
      om_embedder_embed (embedder, json_object_get_string_member (in, "text"), sector, vector));
  for (gsize i = 0; i < n; i++)
    om_assert_near (vector[i], right[i], 2e-6);
  return TRUE;
}

static void
test_golden (void)
{
  om_test_golden_run ("embed_synthetic", check_vector);
}

static void
test_name (void)
{
  g_autoptr (OmEmbedder) usual = om_hash_embedder_new (DIMENSION);
  g_autoptr (OmEmbedder) large = om_hash_embedder_new (1536);
  g_autoptr (OmEmbedder) reference = om_hash_embedder_new_reference (1536);

  /* What makes other vectors has another name. */
  g_assert_cmpstr (om_embedder_get_name (usual), ==, "builtin-256");
  g_assert_cmpuint (om_embedder_get_dimension (usual), ==, 256);
  g_assert_cmpstr (om_embedder_get_name (large), ==, "builtin-1536");
  g_assert_cmpstr (om_embedder_get_name (reference), ==, "reference-1536");
  g_assert_cmpuint (om_embedder_get_dimension (reference), ==, 1536);
}

static void
test_no_tokens (void)
{
  const char *const empty[] = { "", "   ", "🎉 👍🏽", "!?", "a", "\n\n" };
  g_autoptr (OmEmbedder) embedder = om_hash_embedder_new (DIMENSION);
  g_autoptr (OmEmbedder) reference = om_hash_embedder_new_reference (DIMENSION);

  for (guint i = 0; i < G_N_ELEMENTS (empty); i++)
    {
      float vector[DIMENSION];
      float *out[OM_N_SECTORS] = { vector };

      for (guint n = 0; n < DIMENSION; n++)
        vector[n] = UNTOUCHED;
      g_assert_false (om_embedder_embed (embedder, empty[i], OM_SECTOR_EPISODIC, vector));
      g_assert_false (om_embedder_embed_sectors (embedder, empty[i], 1u, out));
      for (guint n = 0; n < DIMENSION; n++)
        g_assert_cmpfloat (vector[n], ==, UNTOUCHED);

      g_assert_true (om_embedder_embed (reference, empty[i], OM_SECTOR_EPISODIC, vector));
      for (guint n = 0; n < DIMENSION; n++)
        om_assert_near (vector[n], 1.0 / 16.0, 1e-7);
    }
}

/* All sectors at once are the same numbers, to the bit, as one by one. */
static void
test_sectors_at_once (void)
{
  g_autoptr (OmEmbedder) embedder = om_hash_embedder_new (DIMENSION);

  for (guint t = 0; t < G_N_ELEMENTS (texts); t++)
    {
      float vectors[OM_N_SECTORS][DIMENSION];
      float *out[OM_N_SECTORS];

      for (int s = 0; s < OM_N_SECTORS; s++)
        out[s] = vectors[s];
      g_assert_true (om_embedder_embed_sectors (embedder, texts[t], ALL_SECTORS, out));

      for (int s = 0; s < OM_N_SECTORS; s++)
        {
          float alone[DIMENSION];

          g_assert_true (om_embedder_embed (embedder, texts[t], s, alone));
          g_assert_cmpmem (vectors[s], sizeof vectors[s], alone, sizeof alone);
          om_assert_near (om_vector_cosine (alone, alone, DIMENSION), 1.0, 1e-12);
        }
      /* A sector's features are its own. */
      g_assert_cmpfloat (om_vector_cosine (vectors[0], vectors[1], DIMENSION), <, 0.9);
    }
}

/* Only the places asked for are written. */
static void
test_some_sectors (void)
{
  g_autoptr (OmEmbedder) embedder = om_hash_embedder_new (DIMENSION);
  float vectors[OM_N_SECTORS][DIMENSION];
  float *out[OM_N_SECTORS];

  for (int s = 0; s < OM_N_SECTORS; s++)
    {
      out[s] = vectors[s];
      vectors[s][0] = vectors[s][DIMENSION - 1] = UNTOUCHED;
    }
  out[OM_SECTOR_EPISODIC] = NULL;

  g_assert_true (om_embedder_embed_sectors (
      embedder, texts[0], 1u << OM_SECTOR_SEMANTIC | 1u << OM_SECTOR_REFLECTIVE, out));
  for (int s = OM_SECTOR_SEMANTIC; s < OM_N_SECTORS; s++)
    {
      gboolean wanted = s == OM_SECTOR_SEMANTIC || s == OM_SECTOR_REFLECTIVE;

      g_assert_cmpint (vectors[s][0] != UNTOUCHED, ==, wanted);
      g_assert_cmpint (vectors[s][DIMENSION - 1] != UNTOUCHED, ==, wanted);
    }
}

/* Any dimension gives finite numbers of length 1, from one on. */
static void
test_any_dimension (void)
{
  const guint dimensions[] = { 1, 2, 3, 63, 64, 257, 1536 };

  for (guint d = 0; d < G_N_ELEMENTS (dimensions); d++)
    {
      g_autoptr (OmEmbedder) embedder = om_hash_embedder_new (dimensions[d]);
      g_autofree float *vector = g_new0 (float, dimensions[d]);

      for (guint t = 0; t < G_N_ELEMENTS (texts); t++)
        {
          double square = 0.0;

          g_assert_true (om_embedder_embed (embedder, texts[t], OM_SECTOR_EMOTIONAL, vector));
          for (guint i = 0; i < dimensions[d]; i++)
            square += (double) vector[i] * vector[i];
          om_assert_near (square, 1.0, 1e-5);
        }
    }
}

static double
likeness (OmEmbedder *embedder,
          const char *a,
          const char *b)
{
  float first[DIMENSION];
  float second[DIMENSION];

  g_assert_true (om_embedder_embed (embedder, a, OM_SECTOR_SEMANTIC, first));
  g_assert_true (om_embedder_embed (embedder, b, OM_SECTOR_SEMANTIC, second));
  return om_vector_cosine (first, second, DIMENSION);
}

/* What it is for: a text that shares words, in any form, lies nearer than one that shares none. */
static void
test_likeness (void)
{
  g_autoptr (OmEmbedder) embedder = om_hash_embedder_new (DIMENSION);
  const char *walk = "We walked along the canal and watched the herons";

  g_assert_cmpfloat (likeness (embedder, walk, "walking by the canals, a heron"), >,
                     likeness (embedder, walk, "The tax office wants another form") + 0.1);
  /* Synonyms of the model's groups. */
  g_assert_cmpfloat (likeness (embedder, "user preferences", "customer likes"), >,
                     likeness (embedder, "user preferences", "boiler valves"));
}

/* A text far longer than the positions that are looked at. */
static void
test_long_text (void)
{
  g_autoptr (OmEmbedder) embedder = om_hash_embedder_new (DIMENSION);
  g_autoptr (GString) text = g_string_new (NULL);
  float vector[DIMENSION];

  for (guint i = 0; i < 20000; i++)
    g_string_append_printf (text, "word%u ", i % 3000);
  g_assert_true (om_embedder_embed (embedder, text->str, OM_SECTOR_SEMANTIC, vector));
  for (guint i = 0; i < DIMENSION; i++)
    g_assert_true (isfinite (vector[i]));
}

static gpointer
embed_in_thread (gpointer data)
{
  OmEmbedder *embedder = data;
  float *vectors = g_new0 (float, G_N_ELEMENTS (texts) * DIMENSION);

  for (guint round = 0; round < N_ROUNDS; round++)
    {
      for (guint t = 0; t < G_N_ELEMENTS (texts); t++)
        g_assert_true (
            om_embedder_embed (embedder, texts[t], OM_SECTOR_SEMANTIC, vectors + t * DIMENSION));
    }

  return vectors;
}

static void
test_threads (void)
{
  g_autoptr (OmEmbedder) embedder = om_hash_embedder_new (DIMENSION);
  GThread *threads[N_THREADS];
  g_autofree float *right = embed_in_thread (embedder);
  gsize size = G_N_ELEMENTS (texts) * DIMENSION * sizeof (float);

  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("embed", embed_in_thread, embedder);
  for (guint i = 0; i < N_THREADS; i++)
    {
      g_autofree float *vectors = g_thread_join (threads[i]);

      g_assert_cmpmem (vectors, size, right, size);
    }
}

void
test_hash_embedder_add (void)
{
  g_test_add_func ("/embed/hash/golden", test_golden);
  g_test_add_func ("/embed/hash/name", test_name);
  g_test_add_func ("/embed/hash/no-tokens", test_no_tokens);
  g_test_add_func ("/embed/hash/sectors-at-once", test_sectors_at_once);
  g_test_add_func ("/embed/hash/some-sectors", test_some_sectors);
  g_test_add_func ("/embed/hash/any-dimension", test_any_dimension);
  g_test_add_func ("/embed/hash/likeness", test_likeness);
  g_test_add_func ("/embed/hash/long-text", test_long_text);
  g_test_add_func ("/embed/hash/threads", test_threads);
}
