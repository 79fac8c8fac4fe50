/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every number of the models, with its source: golden/constants.json (HSG of OpenMemory), the notes
 * of the golden files, and design/engine.md (sections by number). What preferences may tune stands
 * in #OmModelConstants; what is fixed stands as a macro. */
#pragma once

#include <glib.h>

#include "memory/om-enums.h"

G_BEGIN_DECLS

/* Sectors, in the model's order (constants.json "sectors"): lambda a day. */
#define OM_SECTOR_LAMBDAS { 0.015, 0.005, 0.008, 0.020, 0.001 }

/* How much a sector speaks to another (constants.json "resonance_matrix"): memory, then query. */
#define OM_SECTOR_RESONANCES         \
  {                                  \
    { 1.0, 0.7, 0.3, 0.6, 0.6 },     \
    { 0.7, 1.0, 0.4, 0.7, 0.8 },     \
    { 0.3, 0.4, 1.0, 0.5, 0.2 },     \
    { 0.6, 0.7, 0.5, 1.0, 0.8 },     \
    { 0.6, 0.8, 0.2, 0.8, 1.0 },     \
  }

/* Factor on the similarity if the sectors differ (constants.json
 * "sector_penalty_by_query_then_memory"): query, then memory. */
#define OM_SECTOR_PENALTIES          \
  {                                  \
    { 1.0, 0.6, 0.6, 0.7, 0.8 },     \
    { 0.6, 1.0, 0.8, 0.4, 0.7 },     \
    { 0.6, 0.8, 1.0, 0.3, 0.6 },     \
    { 0.7, 0.4, 0.3, 1.0, 0.6 },     \
    { 0.8, 0.7, 0.6, 0.6, 1.0 },     \
  }
#define OM_SECTOR_PENALTY_UNKNOWN 0.3

/* Weight of a cosine in the fusion (fusion.json, notes): of the query's sector, of the others. */
#define OM_FUSION_WEIGHTS_SAME { 1.4, 1.2, 1.3, 1.5, 1.1 }
#define OM_FUSION_WEIGHTS_OTHER { 0.7, 0.8, 0.7, 0.6, 0.5 }

/* Salience of a new memory (engine.md 3) and of a document's root (2). */
#define OM_SALIENCE_INITIAL 0.4
#define OM_SALIENCE_PER_EXTRA_SECTOR 0.1
#define OM_SALIENCE_ROOT 1.0

/* Tiers (pick_tier.json; engine.md 5.1). */
#define OM_TIER_RECENT_DAYS 6
#define OM_TIER_HOT_COACTIVATIONS 5
#define OM_TIER_HOT_SALIENCE 0.7
#define OM_TIER_WARM_SALIENCE 0.4

/* calc_decay.json: what a memory fades towards; engine.md 5.3: the floor of present salience. */
#define OM_SALIENCE_FLOOR 0.08
/* apply_decay.json, notes: the exponent's divisor is the salience and this. */
#define OM_FADE_OFFSET 0.1

/* Events (reinforcement.json, propagation.json; engine.md 5, table). */
#define OM_REINFORCE_TRACE 0.18
#define OM_REINFORCE_STRONG 0.5
#define OM_REINFORCE_GENTLE 0.15
#define OM_REINFORCE_DUPLICATE 0.15
#define OM_REINFORCE_REFLECTION 1.1
#define OM_PROPAGATE_SHARE 0.18
#define OM_CONTEXT_SHARE 0.2
#define OM_CONTEXT_LAMBDA 0.02

/* Vector stages (apply_decay.json, notes; engine.md 5): fade factor below which they begin, and the
 * vividness from which they are kept back. */
#define OM_STAGE_COMPRESSED_BELOW 0.7
#define OM_STAGE_FINGERPRINT_BELOW 0.3
#define OM_STAGE_FULL_VIVIDNESS 50
#define OM_STAGE_COMPRESSED_VIVIDNESS 20

/* Waypoints (engine.md 4; constants.json "reinforcement"; expand_waypoints.json, notes). */
#define OM_LINK_LAMBDA 0.02
#define OM_LINK_WALKED_BOOST 0.05
#define OM_LINK_PRUNE_BELOW 0.05
#define OM_LINK_WEAK_BELOW 0.2
#define OM_SPREADING_HOP 0.8
#define OM_SPREADING_STOP 0.1
/* engine.md 7.2: the walk begins if the candidates' mean similarity is below this. */
#define OM_SPREADING_BELOW_SIMILARITY 0.55

/* Activity (ombre_score.json, notes; engine.md 6). */
#define OM_ACTIVITY_COUNT_EXPONENT 0.3
#define OM_ACTIVITY_RESOLVED_FACTOR 0.05
#define OM_ACTIVITY_URGENT_AROUSAL 0.7
#define OM_ACTIVITY_URGENT_FACTOR 1.5
#define OM_ACTIVITY_KEPT_SCORE 999.0
#define OM_ACTIVITY_UNDATED_DAYS 30.0
#define OM_ACTIVITY_NEVER_RESTS_IMPORTANCE 8
#define OM_AROUSAL_DEFAULT 0.3
#define OM_IMPORTANCE_MIN 1
#define OM_IMPORTANCE_MAX 10
#define OM_VIVIDNESS_SCALE 3.0
#define OM_VIVIDNESS_VIVID_FROM 60
#define OM_VIVIDNESS_CLEAR_FROM 30
#define OM_PACE_NATURAL_LAMBDA 0.05
#define OM_PACE_GENTLE_LAMBDA 0.02
#define OM_PACE_SLOW_LAMBDA 0.01
#define OM_FADE_INTERVAL_HOURS 24

/* Surfacing (engine.md 6 and 10, last paragraph). */
#define OM_PAINFUL_VALENCE -0.3
#define OM_PAINFUL_AROUSAL 0.7
#define OM_ON_MIND_CARDS 3
#define OM_SURFACING_RANKS 20
#define OM_SURFACING_TEMPERATURE 0.7
#define OM_FADING_CARDS 3
#define OM_FADING_SOON_DAYS 14
#define OM_FADING_SOON_ENTRIES 10
#define OM_DRIFTING_IMPORTANCE 8
#define OM_DRIFTING_UNSEEN_DAYS 180
/* Ours: how long a reflection is new, and how many of them have a card. */
#define OM_REFLECTION_NEW_DAYS 7
#define OM_REFLECTION_CARDS 3

/* Scoring (constants.json "scoring_weights", "hybrid_params"; recency.json, notes; engine.md 7). */
#define OM_SIMILARITY_TAU 3.0
#define OM_RECENCY_LAMBDA_PER_HOUR 0.05
#define OM_RECENCY_WEEK_DAYS 7.0
#define OM_RECENCY_MAX_DAYS 60.0
#define OM_RECENCY_SLOW_DAYS 30.0

/* The personal factor (engine.md 7.5). */
#define OM_PERSONAL_RECENCY 0.15
#define OM_PERSONAL_RECENCY_DAYS 30.0
#define OM_PERSONAL_RECENCY_AROUSAL 0.5
#define OM_PERSONAL_IMPORTANCE 0.15
#define OM_PERSONAL_ACTIVATION 0.10
#define OM_PERSONAL_ACTIVATION_FULL 100
#define OM_PERSONAL_EMOTION 0.10
#define OM_PERSONAL_CONTEXT 0.10
#define OM_PERSONAL_RESOLVED 0.05
#define OM_PERSONAL_RESTING 0.05
/* The most that all of it together moves a result, as a share of the relevance range. */
#define OM_PERSONAL_BOUND 0.10

/** OmPace: how fast activity fades, a preference (engine.md 6). */
typedef enum
{
  OM_PACE_UNKNOWN = -1,
  OM_PACE_NATURAL,
  OM_PACE_GENTLE,
  OM_PACE_SLOW,
  OM_PACE_OFF,
  OM_N_PACES,
} OmPace;

/** OmRecallStrength: how strongly recalling brings back, a preference (engine.md 5). */
typedef enum
{
  OM_RECALL_STRENGTH_UNKNOWN = -1,
  OM_RECALL_STRENGTH_GENTLE,
  OM_RECALL_STRENGTH_STRONG,
  OM_N_RECALL_STRENGTHS,
} OmRecallStrength;

/**
 * OmModelConstants:
 * @sector_lambda: fading of salience by sector, a day
 * @tier_lambda: fading by tier, a day (constants.json "decay_lambdas_per_day")
 * @tier_recent_days: how long after it was seen a memory is recent
 * @tier_hot_coactivations: a recent one is hot if it was recalled more often
 * @tier_hot_salience: or if its salience is above this
 * @tier_warm_salience: one that is not recent is warm if its salience is above this, else cold
 * @floor: what present salience never falls below, unless it began lower
 * @recall_trace: what a recall makes good of what is missing to 1, before the boost
 * @recall_boost: what a recall adds after the trace
 * @propagate_share: how much of a recalled memory's salience comes to a neighbour over an edge of weight 1
 * @context_share: how far a neighbour is then drawn towards the recalled memory
 * @context_lambda: how much less so for each day it was not seen
 * @pace_lambda: fading of activity, a day; 0 switches it off
 * @emotion_base: factor of a memory without arousal (ombre_score.json "emotion_base")
 * @arousal_boost: what full arousal adds to it (ombre_score.json "arousal_boost")
 * @count_exponent: of the number of deliberate uses in the score
 * @resolved_factor: factor of the score of what is resolved
 * @urgent_factor: factor of the score of what is stirring and not resolved
 * @rest_threshold: score below which a memory rests
 *
 * The numbers that preferences and the table of constants may change. They apply to the whole time
 * since the last event: changing them redraws past and future, stores nothing, and can be undone.
 */
typedef struct
{
  double sector_lambda[OM_N_SECTORS];
  double tier_lambda[OM_N_TIERS];
  double tier_recent_days;
  double tier_hot_coactivations;
  double tier_hot_salience;
  double tier_warm_salience;
  double floor;
  double recall_trace;
  double recall_boost;
  double propagate_share;
  double context_share;
  double context_lambda;
  double pace_lambda;
  double emotion_base;
  double arousal_boost;
  double count_exponent;
  double resolved_factor;
  double urgent_factor;
  double rest_threshold;
} OmModelConstants;

OmModelConstants om_model_constants_default     (void);
double           om_pace_to_lambda              (OmPace            pace);
const char      *om_pace_to_nick                (OmPace            pace);
OmPace           om_pace_from_nick              (const char       *nick);
double           om_recall_strength_to_boost    (OmRecallStrength  strength);
const char      *om_recall_strength_to_nick     (OmRecallStrength  strength);
OmRecallStrength om_recall_strength_from_nick   (const char       *nick);

/* Days from @then to @now; never negative, whatever the clock did. */
double           om_age_days                    (gint64            then,
                                                 gint64            now);

G_END_DECLS
