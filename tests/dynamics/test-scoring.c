/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the score over the golden files, and the bounds of the personal factor. */
#include "config.h"

#include "dynamics/om-scoring.h"

#include <math.h>
#include <string.h>

#include "dynamics/test-dynamics.h"
#include "memory/om-moment.h"
#include "support/om-test-golden.h"

#define DAY OM_MS_PER_DAY
#define NOW G_GINT64_CONSTANT (1750000000000)

static gboolean
check_recency (JsonObject *in,
               JsonNode   *out,
               guint       number)
{
  JsonObject *right = json_node_get_object (out);
  gint64 now = json_object_get_int_member (in, "now_ms");
  gint64 seen = json_object_get_int_member (in, "last_seen_ms");

  /* Rule 3: what has not come yet is of age 0. */
  if (seen > now)
    return FALSE;

  om_assert_near (om_recency_hourly (seen, now), om_test_number (right, "hourly", NAN), 1e-12);
  om_assert_near (om_recency_weekly (seen, now), om_test_number (right, "weekly", NAN), 1e-12);
  return TRUE;
}

static gboolean
check_boosted (JsonObject *in,
               JsonNode   *out,
               guint       number)
{
  JsonObject *right = json_node_get_object (out);
  double x = om_test_number (in, "x", NAN);
  double boosted = om_test_number (right, "boosted", NAN);
  double sigmoid = om_test_number (right, "sigmoid", NAN);

  om_assert_near (om_boosted_similarity (x), boosted, 1e-12 * MAX (1.0, fabs (boosted)));
  om_assert_near (om_sigmoid (x), sigmoid, 1e-12);
  return TRUE;
}

static gboolean
check_hybrid (JsonObject *in,
              JsonNode   *out,
              guint       number)
{
  OmScoreWeights weights = om_score_weights_reference ();
  OmScoreTerms terms = {
    .similarity = om_test_number (in, "sim", NAN),
    .token_overlap = om_test_number (in, "token_overlap", NAN),
    .waypoint = om_test_number (in, "waypoint", NAN),
    .recency = om_test_number (in, "recency", NAN),
    .tag_match = om_test_number (in, "tag_match", NAN),
    .keyword_part = om_test_number (in, "keyword", NAN),
  };

  om_assert_near (om_hybrid_score (&terms, &weights), json_node_get_double (out), 1e-12);
  return TRUE;
}

/* A tag as the source reads it out of the column: a list within the list as Python writes it. */
static char *
tag_text (JsonNode *node)
{
  GString *text;

  if (JSON_NODE_HOLDS_VALUE (node) && json_node_get_value_type (node) == G_TYPE_STRING)
    return g_strdup (json_node_get_string (node));
  if (!JSON_NODE_HOLDS_ARRAY (node))
    return json_to_string (node, FALSE);

  text = g_string_new ("[");
  for (guint i = 0; i < json_array_get_length (json_node_get_array (node)); i++)
    g_string_append_printf (text, "%s'%s'", i > 0 ? ", " : "",
                            json_array_get_string_element (json_node_get_array (node), i));
  return g_string_free (g_string_append_c (text, ']'), FALSE);
}

static char **
parse_tags (const char *json)
{
  g_autoptr (JsonNode) root = json != NULL ? json_from_string (json, NULL) : NULL;
  GPtrArray *tags;

  if (root == NULL || !JSON_NODE_HOLDS_ARRAY (root))
    return NULL;

  tags = g_ptr_array_new ();
  for (guint i = 0; i < json_array_get_length (json_node_get_array (root)); i++)
    g_ptr_array_add (tags, tag_text (json_array_get_element (json_node_get_array (root), i)));
  g_ptr_array_add (tags, NULL);
  return (char **) g_ptr_array_free (tags, FALSE);
}

static gboolean
check_tags (JsonObject *in,
            JsonNode   *out,
            guint       number)
{
  g_auto (GStrv) tags =
      parse_tags (json_object_get_string_member_with_default (in, "tags_json", NULL));
  JsonArray *array = json_object_get_array_member (in, "query_tokens");
  g_autoptr (GPtrArray) tokens = g_ptr_array_new ();

  for (guint i = 0; i < json_array_get_length (array); i++)
    g_ptr_array_add (tokens, (char *) json_array_get_string_element (array, i));

  om_assert_near (om_tag_match ((const char *const *) tags, tokens), json_node_get_double (out),
                  1e-12);
  return TRUE;
}

static void
read_vectors (JsonObject *by_sector,
              float      *vectors[OM_N_SECTORS],
              gsize      *dimension)
{
  for (int sector = 0; sector < OM_N_SECTORS; sector++)
    {
      const char *nick = om_sector_to_nick (sector);

      vectors[sector] =
          json_object_has_member (by_sector, nick)
              ? om_test_floats (json_object_get_array_member (by_sector, nick), dimension)
              : NULL;
    }
}

static gboolean
check_fusion (JsonObject *in,
              JsonNode   *out,
              guint       number)
{
  float *memory[OM_N_SECTORS], *query[OM_N_SECTORS];
  OmSector sector = om_sector_from_nick (json_object_get_string_member (in, "query_sector"));
  gsize dimension = 0;

  /* The mean, which no sector's nick names, is left aside, as in the source. */
  read_vectors (json_object_get_object_member (in, "memory_vectors"), memory, &dimension);
  read_vectors (json_object_get_object_member (in, "query_vectors"), query, &dimension);
  om_assert_near (
      om_fusion ((const float *const *) memory, (const float *const *) query, dimension, sector),
      json_node_get_double (out), 2e-6);

  for (int s = 0; s < OM_N_SECTORS; s++)
    {
      g_free (memory[s]);
      g_free (query[s]);
    }
  return TRUE;
}

static void
test_recency (void)
{
  om_test_golden_run ("recency", check_recency);

  om_assert_near (om_recency_slow (NOW - 30 * DAY, NOW), exp (-1.0), 1e-15);
  om_assert_near (om_recency_slow (NOW, NOW), 1.0, 0.0);
  om_assert_near (om_recency_slow (NOW + DAY, NOW), 1.0, 0.0);
  om_assert_near (om_recency_hourly (NOW + DAY, NOW), 1.0, 0.0);
  om_assert_near (om_recency_weekly (NOW + DAY, NOW), 1.0, 0.0);
}

static void
test_boosted (void)
{
  om_test_golden_run ("boosted_sim", check_boosted);
  om_assert_near (om_sigmoid (-1000.0), 0.0, 0.0);
  om_assert_near (om_sigmoid (1000.0), 1.0, 0.0);
}

static void
test_hybrid (void)
{
  OmScoreWeights weights = om_score_weights_reference ();
  OmScoreTerms terms = { .similarity = 0.5, .keyword_part = weights.keyword * 1.0 };

  om_test_golden_run ("hybrid_score", check_hybrid);
  om_assert_near (om_hybrid_score (&terms, &weights),
                  om_sigmoid (om_hybrid_logit (&terms, &weights)), 0.0);
  om_assert_near (om_hybrid_logit (&terms, &weights), 0.35 * (1 - exp (-1.5)) + 0.15, 1e-12);
}

static void
test_tags (void)
{
  g_autoptr (GPtrArray) tokens = g_ptr_array_new ();
  const char *const none[] = { NULL };
  const char *const tags[] = { "GARTEN", "Übung", NULL };

  om_test_golden_run ("tag_match", check_tags);

  g_ptr_array_add (tokens, (char *) "garten");
  om_assert_near (om_tag_match (NULL, tokens), 0.0, 0.0);
  om_assert_near (om_tag_match (none, tokens), 0.0, 0.0);
  om_assert_near (om_tag_match (tags, tokens), 0.5, 0.0);
  g_ptr_array_add (tokens, (char *) "übung");
  om_assert_near (om_tag_match (tags, tokens), 1.0, 0.0);
}

static void
test_fusion (void)
{
  double cosines[OM_N_SECTORS] = { NAN, 0.5, NAN, -1.0, NAN };

  om_test_golden_run ("fusion", check_fusion);
  om_assert_near (om_fusion_of_cosines (cosines, OM_SECTOR_SEMANTIC), (1.2 * 0.5 - 0.6) / 1.8,
                  1e-15);
  om_assert_near (om_fusion_of_cosines (cosines, OM_SECTOR_UNKNOWN), (0.8 * 0.5 - 0.6) / 1.4,
                  1e-15);
  cosines[1] = cosines[3] = NAN;
  om_assert_near (om_fusion_of_cosines (cosines, OM_SECTOR_SEMANTIC), 0.0, 0.0);
}

/* The default's shares are for the benchmark to choose; what must hold is said in engine.md 7. */
static void
test_default_weights (void)
{
  OmScoreWeights weights = om_score_weights_default ();
  OmScoreTerms words = { .similarity = 0.0, .keyword_part = weights.keyword };
  OmScoreTerms all_else = {
    .similarity = 1.0, .token_overlap = 1.0, .waypoint = 1.0, .recency = 1.0, .tag_match = 1.0
  };

  g_assert_cmpfloat (om_hybrid_logit (&words, &weights), >, om_hybrid_logit (&all_else, &weights));
  g_assert_cmpfloat (weights.recency, <=, OM_PERSONAL_BOUND * weights.keyword);
}

static void
test_personal_sum (void)
{
  OmPersonalInputs inputs = { .age_days = 0.0,
                              .arousal = 0.4,
                              .importance = 10,
                              .activation_count = 100,
                              .emotion_match = 1.0,
                              .context_match = TRUE };

  om_assert_near (om_personal_sum (&inputs), 0.60, 1e-12);
  om_assert_near (om_personal_factor (&inputs), 1.10, 1e-12);

  inputs.age_days = 36.0;
  om_assert_near (om_personal_sum (&inputs), 0.45 + 0.15 * exp (-1.0), 1e-12);
  /* Unknown arousal is .3: a time constant of 34.5 days. */
  inputs.arousal = NAN;
  inputs.age_days = 34.5;
  om_assert_near (om_personal_sum (&inputs), 0.45 + 0.15 * exp (-1.0), 1e-12);

  inputs = (OmPersonalInputs){
    .age_days = 1e9, .importance = 1, .activation_count = 1, .resolved = TRUE, .rests = TRUE
  };
  om_assert_near (om_personal_sum (&inputs), 0.015 + 0.10 * log (2) / log (101) - 0.10, 1e-12);
  inputs.exact_phrase = TRUE;
  om_assert_near (om_personal_factor (&inputs), 1.0, 0.0);
}

static OmPersonalInputs
random_inputs (GRand *random)
{
  return (OmPersonalInputs){
    .age_days = g_rand_double_range (random, -10.0, 9000.0),
    .arousal = g_rand_boolean (random) ? NAN : g_rand_double_range (random, -0.5, 1.5),
    .importance = g_rand_double_range (random, -5.0, 20.0),
    .activation_count = g_rand_double_range (random, 0.0, 5000.0),
    .emotion_match = g_rand_double_range (random, -0.5, 1.5),
    .context_match = g_rand_boolean (random),
    .resolved = g_rand_boolean (random),
    .rests = g_rand_boolean (random),
  };
}

static void
test_personal_bounds (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (9);

  for (guint i = 0; i < 5000; i++)
    {
      OmPersonalInputs inputs = random_inputs (random);
      OmPersonalInputs more = inputs;
      double factor = om_personal_factor (&inputs);
      double lowest = g_rand_double_range (random, 0.5, 0.6);
      double highest = lowest + g_rand_double_range (random, 0.0, 0.4);
      double score = lowest + g_rand_double (random) * (highest - lowest);
      double moved = om_personal_apply (score, lowest, factor);

      g_assert_cmpfloat (factor, >=, 0.9);
      g_assert_cmpfloat (factor, <=, 1.1);
      /* At most a tenth of the range, and never below the lowest. */
      g_assert_cmpfloat (fabs (moved - score), <=, 0.1 * (highest - lowest) + 1e-15);
      g_assert_cmpfloat (moved, >=, lowest);

      /* Each part counts for what it is, in its own direction. */
      more.resolved = TRUE;
      g_assert_cmpfloat (om_personal_factor (&more), <=, factor);
      more = inputs;
      more.activation_count += 10.0;
      g_assert_cmpfloat (om_personal_factor (&more), >=, factor);
      more = inputs;
      more.age_days += 10.0;
      g_assert_cmpfloat (om_personal_factor (&more), <=, factor);
    }
}

static void
test_personal_of_memory (void)
{
  g_autoptr (OmMemory) memory = om_memory_new ();
  OmModelConstants constants = om_model_constants_default ();
  OmPersonalInputs inputs;

  memory->happened.ms = NOW - 3 * DAY;
  memory->importance = 7;
  memory->activation_count = 4;
  memory->arousal = 0.6;
  memory->last_active_at = NOW - 400 * DAY;
  memory->flags = OM_FLAG_RESOLVED;
  inputs = om_personal_from_memory (memory, NOW, &constants);
  om_assert_near (inputs.age_days, 3.0, 0.0);
  om_assert_near (inputs.importance, 7.0, 0.0);
  om_assert_near (inputs.activation_count, 4.0, 0.0);
  om_assert_near (inputs.arousal, 0.6, 0.0);
  g_assert_true (inputs.resolved);
  g_assert_true (inputs.rests);
  g_assert_false (inputs.exact_phrase);
  g_assert_false (inputs.context_match);
  om_assert_near (inputs.emotion_match, 0.0, 0.0);
}

static void
test_emotion_match (void)
{
  om_assert_near (om_emotion_match (0.5, 0.5, 0.5, 0.5), 1.0, 0.0);
  om_assert_near (om_emotion_match (-1.0, 0.0, 1.0, 1.0), 0.0, 1e-15);
  om_assert_near (om_emotion_match (-1.0, 0.5, 1.0, 0.5), 1.0 - 1.0 / sqrt (2.0), 1e-15);
  om_assert_near (om_emotion_match (NAN, NAN, 0.5, 0.5), 0.0, 0.0);
  om_assert_near (om_emotion_match (0.5, 0.5, NAN, 0.5), 0.0, 0.0);
}

void
test_scoring_add (void)
{
  g_test_add_func ("/dynamics/scoring/recency", test_recency);
  g_test_add_func ("/dynamics/scoring/boosted", test_boosted);
  g_test_add_func ("/dynamics/scoring/hybrid", test_hybrid);
  g_test_add_func ("/dynamics/scoring/tags", test_tags);
  g_test_add_func ("/dynamics/scoring/fusion", test_fusion);
  g_test_add_func ("/dynamics/scoring/default-weights", test_default_weights);
  g_test_add_func ("/dynamics/scoring/personal-sum", test_personal_sum);
  g_test_add_func ("/dynamics/scoring/personal-bounds", test_personal_bounds);
  g_test_add_func ("/dynamics/scoring/personal-of-memory", test_personal_of_memory);
  g_test_add_func ("/dynamics/scoring/emotion-match", test_emotion_match);
}
