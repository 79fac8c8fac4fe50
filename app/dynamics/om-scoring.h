/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a recall's order is made of: the hybrid score and the personal factor (engine.md 7). */
#pragma once

#include <glib.h>

#include "dynamics/om-constants.h"
#include "memory/om-memory.h"

G_BEGIN_DECLS

/**
 * OmScoreWeights:
 * @similarity: share of the boosted similarity
 * @overlap: share of the token overlap
 * @waypoint: share of the weight of the path that led there
 * @recency: share of the recency
 * @tag: share of the tag match
 * @keyword: what full keyword relevance (0..1) adds: the keyword part is this x relevance
 */
typedef struct
{
  double similarity;
  double overlap;
  double waypoint;
  double recency;
  double tag;
  double keyword;
} OmScoreWeights;

/**
 * OmScoreTerms:
 * @similarity: fused or direct similarity, after resonance and sector penalty
 * @token_overlap: 0..1
 * @waypoint: weight of the path that led there, 0 for a direct hit
 * @recency: 0..1
 * @tag_match: 0..1
 * @keyword_part: as added: @keyword of the weights x relevance
 */
typedef struct
{
  double similarity;
  double token_overlap;
  double waypoint;
  double recency;
  double tag_match;
  double keyword_part;
} OmScoreTerms;

/**
 * OmPersonalInputs:
 * @age_days: since the memory was lived; negative is 0
 * @arousal: 0..1, %NAN if unknown
 * @importance: 1..10
 * @activation_count: deliberate uses
 * @emotion_match: 0..1, 0 if the query states no mood (om_emotion_match())
 * @context_match: whether the query's context is the memory's
 * @resolved: let rest by the person
 * @rests: at rest
 * @exact_phrase: the phrase stands in it as typed: nothing personal moves it
 */
typedef struct
{
  double   age_days;
  double   arousal;
  double   importance;
  double   activation_count;
  double   emotion_match;
  gboolean context_match;
  gboolean resolved;
  gboolean rests;
  gboolean exact_phrase;
} OmPersonalInputs;

/* The two sets of weights. */
OmScoreWeights   om_score_weights_reference (void);
OmScoreWeights   om_score_weights_default   (void);

/* Similarity. */
double           om_fusion                  (const float *const      memory_vectors[OM_N_SECTORS],
                                             const float *const      query_vectors[OM_N_SECTORS],
                                             gsize                   dimension,
                                             OmSector                query_sector);
double           om_fusion_of_cosines       (const double            cosines[OM_N_SECTORS],
                                             OmSector                query_sector);
double           om_boosted_similarity      (double                  similarity);

/* Parts. */
double           om_recency_hourly          (gint64                  last_seen_at,
                                             gint64                  now);
double           om_recency_weekly          (gint64                  last_seen_at,
                                             gint64                  now);
double           om_recency_slow            (gint64                  last_seen_at,
                                             gint64                  now);
double           om_tag_match               (const char *const      *tags,
                                             const GPtrArray        *query_tokens);

/* The score. */
double           om_sigmoid                 (double                  x);
double           om_hybrid_logit            (const OmScoreTerms     *terms,
                                             const OmScoreWeights   *weights);
double           om_hybrid_score            (const OmScoreTerms     *terms,
                                             const OmScoreWeights   *weights);

/* The person: om_personal_factor() is bounded so that factor x relevance moves by at most .10 of
 * the range 0..1; om_personal_apply() does it for scores whose range is another. */
OmPersonalInputs om_personal_from_memory    (const OmMemory         *memory,
                                             gint64                  now,
                                             const OmModelConstants *constants);
double           om_personal_sum            (const OmPersonalInputs *inputs);
double           om_personal_factor         (const OmPersonalInputs *inputs);
double           om_personal_apply          (double                  score,
                                             double                  lowest_score,
                                             double                  factor);
double           om_emotion_match           (double                  query_valence,
                                             double                  query_arousal,
                                             double                  memory_valence,
                                             double                  memory_arousal);

G_END_DECLS
