/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a recall's score and how they are put together. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-scoring.h"

#include <math.h>
#include <string.h>

#include "dynamics/om-activity.h"
#include "dynamics/om-vector.h"
#include "memory/om-moment.h"

#define HOURS_PER_DAY 24.0

static const double fusion_same[OM_N_SECTORS] = OM_FUSION_WEIGHTS_SAME;
static const double fusion_other[OM_N_SECTORS] = OM_FUSION_WEIGHTS_OTHER;

/**
 * om_score_weights_reference:
 *
 * Returns: the source's weights (constants.json "scoring_weights"; keyword: reference.md 4.5), for
 *   whole queries over golden/
 */
OmScoreWeights
om_score_weights_reference (void)
{
  return (OmScoreWeights){
    .similarity = 0.35,
    .overlap = 0.20,
    .waypoint = 0.15,
    .recency = 0.10,
    .tag = 0.20,
    .keyword = 0.15,
  };
}

/**
 * om_score_weights_default:
 *
 * Returns: the program's weights: words lead, the model's parts break ties and bring in what
 *   shares no word (performance.md 1). Chosen by `./dev bench recall --half tune`.
 */
OmScoreWeights
om_score_weights_default (void)
{
  return (OmScoreWeights){
    .similarity = 0.35,
    .overlap = 0.20,
    .waypoint = 0.05,
    .recency = 0.02,
    .tag = 0.10,
    .keyword = 4.0,
  };
}

/**
 * om_fusion_of_cosines:
 * @cosines: cosine by sector, %NAN where one of the two sides has no vector
 * @query_sector: the query's sector
 *
 * Returns: their weighted mean, the query's own sector weighing more; 0 if there is none
 */
double
om_fusion_of_cosines (const double cosines[OM_N_SECTORS],
                      OmSector     query_sector)
{
  double sum = 0.0;
  double weights = 0.0;

  for (int sector = 0; sector < OM_N_SECTORS; sector++)
    {
      double weight = sector == (int) query_sector ? fusion_same[sector] : fusion_other[sector];

      if (isnan (cosines[sector]))
        continue;
      sum += weight * cosines[sector];
      weights += weight;
    }

  return weights > 0.0 ? sum / weights : 0.0;
}

/**
 * om_fusion:
 * @memory_vectors: (nullable) elements: the memory's vectors by sector
 * @query_vectors: (nullable) elements: the query's vectors by sector
 * @dimension: numbers in each
 * @query_sector: the query's sector
 *
 * Returns: how alike they are over the sectors that both have, -1..1; 0 if none is shared (golden
 *   fusion)
 */
double
om_fusion (const float *const memory_vectors[OM_N_SECTORS],
           const float *const query_vectors[OM_N_SECTORS],
           gsize              dimension,
           OmSector           query_sector)
{
  double cosines[OM_N_SECTORS];

  for (int sector = 0; sector < OM_N_SECTORS; sector++)
    {
      if (memory_vectors[sector] != NULL && query_vectors[sector] != NULL)
        cosines[sector] =
            om_vector_cosine (memory_vectors[sector], query_vectors[sector], dimension);
      else
        cosines[sector] = NAN;
    }

  return om_fusion_of_cosines (cosines, query_sector);
}

/**
 * om_boosted_similarity:
 * @similarity: any number; a negative one is not clamped
 *
 * Returns: 1 - e^(-3 s) (golden boosted_sim)
 */
double
om_boosted_similarity (double similarity)
{
  return 1.0 - exp (-OM_SIMILARITY_TAU * similarity);
}

/**
 * om_recency_hourly:
 * @last_seen_at: ms UTC
 * @now: ms UTC
 *
 * Returns: e^(-.05 hours), 1 for what has not come yet (golden recency, hourly: the `reference`
 *   one)
 */
double
om_recency_hourly (gint64 last_seen_at,
                   gint64 now)
{
  return exp (-OM_RECENCY_LAMBDA_PER_HOUR * HOURS_PER_DAY * om_age_days (last_seen_at, now));
}

/**
 * om_recency_weekly:
 * @last_seen_at: ms UTC
 * @now: ms UTC
 *
 * Returns: e^(-days/7) (1 - days/60), negative past 60 days (golden recency, weekly: defined by the
 *   source, used by none of the two parameter sets)
 */
double
om_recency_weekly (gint64 last_seen_at,
                   gint64 now)
{
  double days = om_age_days (last_seen_at, now);

  return exp (-days / OM_RECENCY_WEEK_DAYS) * (1.0 - days / OM_RECENCY_MAX_DAYS);
}

/**
 * om_recency_slow:
 * @last_seen_at: ms UTC
 * @now: ms UTC
 *
 * Returns: e^(-days/30), the `default` recency: a journal is not read by the hour (engine.md 7.4)
 */
double
om_recency_slow (gint64 last_seen_at,
                 gint64 now)
{
  return exp (-om_age_days (last_seen_at, now) / OM_RECENCY_SLOW_DAYS);
}

/**
 * om_tag_match:
 * @tags: (nullable): NULL-terminated tags of a memory
 * @query_tokens: (element-type utf8): the query's canonical tokens
 *
 * A tag that is a token counts 2; else 1 for every token that holds it or that it holds. Tags are
 * lower-cased, not stemmed (golden tag_match).
 *
 * Returns: the sum over twice the number of tags, 0..1
 */
double
om_tag_match (const char *const *tags,
              const GPtrArray   *query_tokens)
{
  guint n_tags = 0;
  guint sum = 0;

  if (tags == NULL || query_tokens->len == 0)
    return 0.0;

  for (; tags[n_tags] != NULL; n_tags++)
    {
      g_autofree char *tag = g_utf8_strdown (tags[n_tags], -1);
      guint partial = 0;
      gboolean equal = FALSE;

      for (guint i = 0; i < query_tokens->len && !equal; i++)
        {
          const char *token = g_ptr_array_index (query_tokens, i);

          equal = g_str_equal (tag, token);
          partial += strstr (tag, token) != NULL || strstr (token, tag) != NULL;
        }
      sum += equal ? 2 : partial;
    }

  return n_tags == 0 ? 0.0 : MIN (1.0, sum / (2.0 * n_tags));
}

/**
 * om_sigmoid:
 *
 * Returns: 1 / (1 + e^-x), 0..1
 */
double
om_sigmoid (double x)
{
  return 1.0 / (1.0 + exp (-x));
}

/**
 * om_hybrid_logit:
 * @terms: the parts of a memory's score
 * @weights: their shares
 *
 * Returns: the weighted sum that the score is the sigmoid of
 */
double
om_hybrid_logit (const OmScoreTerms   *terms,
                 const OmScoreWeights *weights)
{
  return weights->similarity * om_boosted_similarity (terms->similarity) +
         weights->overlap * terms->token_overlap +
         weights->waypoint * terms->waypoint +
         weights->recency * terms->recency +
         weights->tag * terms->tag_match +
         terms->keyword_part;
}

/**
 * om_hybrid_score:
 * @terms: the parts of a memory's score
 * @weights: their shares
 *
 * Returns: the hybrid score of engine.md 7.4, 0..1 (golden hybrid_score)
 */
double
om_hybrid_score (const OmScoreTerms   *terms,
                 const OmScoreWeights *weights)
{
  return om_sigmoid (om_hybrid_logit (terms, weights));
}

/**
 * om_personal_from_memory:
 * @memory: a memory
 * @now: an instant, ms UTC
 * @constants: the numbers in force
 *
 * Returns: what the personal factor takes from a memory; what depends on the query (emotion,
 *   context, exact phrase) is left at none
 */
OmPersonalInputs
om_personal_from_memory (const OmMemory         *memory,
                         gint64                  now,
                         const OmModelConstants *constants)
{
  return (OmPersonalInputs){
    .age_days = om_age_days (memory->happened.ms, now),
    .arousal = memory->arousal,
    .importance = memory->importance,
    .activation_count = memory->activation_count,
    .resolved = (memory->flags & OM_FLAG_RESOLVED) != 0,
    .rests = om_memory_rests (memory, now, constants),
  };
}

/**
 * om_personal_sum:
 *
 * Returns: the sum inside the personal factor of engine.md 7.5 as it is written there, before it is
 *   bounded: -.10 .. +.60
 */
double
om_personal_sum (const OmPersonalInputs *inputs)
{
  double arousal = isnan (inputs->arousal) ? OM_AROUSAL_DEFAULT : CLAMP (inputs->arousal, 0.0, 1.0);
  double importance = CLAMP (inputs->importance, OM_IMPORTANCE_MIN, OM_IMPORTANCE_MAX);
  double days = OM_PERSONAL_RECENCY_DAYS * (1.0 + OM_PERSONAL_RECENCY_AROUSAL * arousal);
  double activation =
      log1p (MAX (0.0, inputs->activation_count)) / log1p (OM_PERSONAL_ACTIVATION_FULL);
  double sum = OM_PERSONAL_RECENCY * exp (-MAX (0.0, inputs->age_days) / days) +
               OM_PERSONAL_IMPORTANCE * importance / OM_IMPORTANCE_MAX +
               OM_PERSONAL_ACTIVATION * MIN (1.0, activation) +
               OM_PERSONAL_EMOTION * CLAMP (inputs->emotion_match, 0.0, 1.0);

  if (inputs->context_match)
    sum += OM_PERSONAL_CONTEXT;
  if (inputs->resolved)
    sum -= OM_PERSONAL_RESOLVED;
  if (inputs->rests)
    sum -= OM_PERSONAL_RESTING;

  return sum;
}

/**
 * om_personal_factor:
 *
 * The factor on a relevance whose range is 0..1. The sum of engine.md 7.5 is scaled, not cut, so
 * that its greatest value moves the best result by the allowed tenth: cutting would make all lively
 * memories equal.
 *
 * Returns: .9..1.1, in fact 1 - .1/6 to 1 + .1; 1 for an exact phrase
 */
double
om_personal_factor (const OmPersonalInputs *inputs)
{
  const double greatest = OM_PERSONAL_RECENCY + OM_PERSONAL_IMPORTANCE + OM_PERSONAL_ACTIVATION +
                          OM_PERSONAL_EMOTION + OM_PERSONAL_CONTEXT;
  double shift;

  if (inputs->exact_phrase)
    return 1.0;

  shift = OM_PERSONAL_BOUND * om_personal_sum (inputs) / greatest;
  return 1.0 + CLAMP (shift, -OM_PERSONAL_BOUND, OM_PERSONAL_BOUND);
}

/**
 * om_personal_apply:
 * @score: a result's score
 * @lowest_score: the lowest of all results, from which its range is counted
 * @factor: from om_personal_factor()
 *
 * Returns: the score moved by the person's part: by at most .10 of the range of the scores
 */
double
om_personal_apply (double score,
                   double lowest_score,
                   double factor)
{
  return lowest_score + (score - lowest_score) * factor;
}

/**
 * om_emotion_match:
 * @query_valence: -1..1, %NAN if the query states no mood
 * @query_arousal: 0..1, %NAN if the query states no mood
 * @memory_valence: -1..1, %NAN if unknown
 * @memory_arousal: 0..1, %NAN if unknown
 *
 * Returns: how near the two moods lie, 1 the same, 0 the farthest; 0 if one of them is unknown
 */
double
om_emotion_match (double query_valence,
                  double query_arousal,
                  double memory_valence,
                  double memory_arousal)
{
  /* Valence spans 2, arousal 1: halved, both span 1 and the square's diagonal is the farthest. */
  double distance = hypot ((query_valence - memory_valence) / 2.0, query_arousal - memory_arousal);

  return isnan (distance) ? 0.0 : CLAMP (1.0 - distance / G_SQRT2, 0.0, 1.0);
}
