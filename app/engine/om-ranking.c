/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scores and orders candidates: first by what is in memory, then, for those that may be answered,
 * with their texts. One function serves both parameter sets. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-ranking.h"

#include <math.h>

#include "dynamics/om-salience.h"
#include "dynamics/om-scoring.h"
#include "dynamics/om-sectors.h"
#include "text/om-keywords.h"
#include "text/om-similarity.h"
#include "text/om-tokens.h"

static double
similarity_of (OmCandidate *candidate,
               OmSector     memory_sector,
               OmSector     query_sector)
{
  double fused = om_fusion_of_cosines (candidate->cosines, query_sector);
  double resonant = om_sector_resonance (memory_sector, query_sector, fused);

  candidate->sector_penalty = om_sector_penalty (query_sector, memory_sector);
  return MAX (resonant, candidate->direct) * candidate->sector_penalty;
}

/**
 * om_ranking_prescore:
 * @mirror: read-locked
 *
 * Scores without the texts: overlap is the share of the query's words that the entry holds.
 */
void
om_ranking_prescore (OmCandidates         *candidates,
                     OmMirror             *mirror,
                     const OmRankingQuery *query,
                     const OmRecallParams *params,
                     gint64                now)
{
  const OmStateTable *states = om_mirror_get_states (mirror);

  for (guint i = 0; i < candidates->list->len; i++)
    {
      OmCandidate *candidate = &g_array_index (candidates->list, OmCandidate, i);
      const OmDocState *state = om_state_table_get (states, candidate->doc);
      OmScoreTerms *terms = &candidate->terms;

      if (state == NULL)
        continue;
      terms->similarity = similarity_of (candidate, (OmSector) state->sector, candidates->sector);
      terms->token_overlap = query->n_words > 0 ? (double) __builtin_popcountll (candidate->words) / query->n_words : 0;
      terms->waypoint = candidate->waypoint;
      terms->recency = params->reference ? om_recency_hourly (state->last_seen_at, now)
                                         : om_recency_slow (state->last_seen_at, now);
      terms->keyword_part = params->weights.keyword * candidate->relevance;
      candidate->score = om_hybrid_logit (terms, &params->weights);
    }
}

static void
complete_terms (OmCandidate          *candidate,
                const OmMemory       *memory,
                const OmRankingQuery *query,
                const OmRecallParams *params)
{
  OmScoreTerms *terms = &candidate->terms;

  terms->tag_match = om_tag_match ((const char *const *) memory->tags, query->tokens);
  if (params->reference)
    {
      g_autoptr (GPtrArray) tokens = om_tokens_canonical (memory->content);
      g_autoptr (GHashTable) keywords = om_keywords_extract (memory->content);

      terms->token_overlap = om_token_overlap (query->tokens, tokens);
      terms->keyword_part = params->weights.keyword * om_keywords_overlap (query->keywords, keywords);
    }
  candidate->score = om_hybrid_logit (terms, &params->weights);
}

static double
personal_factor (const OmCandidate    *candidate,
                 const OmMemory       *memory,
                 const OmRankingQuery *query,
                 const OmRecallParams *params,
                 gint64                now)
{
  OmPersonalInputs inputs = om_personal_from_memory (memory, now, &params->constants);

  if (query->has_mood && om_memory_has_mood (memory))
    inputs.emotion_match = om_emotion_match (query->valence, query->arousal, memory->valence, memory->arousal);
  inputs.exact_phrase = candidate->exact;
  return om_personal_factor (&inputs);
}

/**
 * om_ranking_score:
 * @candidates: those that may be answered
 * @memories: (element-type guint32 OmMemory): their records by document; a candidate without one
 *   keeps the score it has
 *
 * Scores with the texts and applies the personal factor. Leaves the score of engine.md 7.4 in
 * @score, 0..1.
 */
void
om_ranking_score (OmCandidates         *candidates,
                  GHashTable           *memories,
                  const OmRankingQuery *query,
                  const OmRecallParams *params,
                  gint64                now)
{
  double lowest = G_MAXDOUBLE;

  for (guint i = 0; i < candidates->list->len; i++)
    {
      OmCandidate *candidate = &g_array_index (candidates->list, OmCandidate, i);
      const OmMemory *memory = g_hash_table_lookup (memories, GUINT_TO_POINTER (candidate->doc));

      if (memory != NULL)
        complete_terms (candidate, memory, query, params);
      lowest = MIN (lowest, candidate->score);
    }

  for (guint i = 0; i < candidates->list->len; i++)
    {
      OmCandidate *candidate = &g_array_index (candidates->list, OmCandidate, i);
      const OmMemory *memory = g_hash_table_lookup (memories, GUINT_TO_POINTER (candidate->doc));

      if (params->personal && memory != NULL)
        {
          candidate->personal = personal_factor (candidate, memory, query, params, now);
          candidate->score = om_personal_apply (candidate->score, lowest, candidate->personal);
        }
      candidate->score = om_sigmoid (candidate->score);
    }
}

static int
compare_scores (gconstpointer a,
                gconstpointer b,
                gpointer      data)
{
  const OmCandidate *x = a;
  const OmCandidate *y = b;

  if (GPOINTER_TO_INT (data) && x->exact != y->exact)
    return x->exact ? -1 : 1;
  if (x->score != y->score)
    return x->score > y->score ? -1 : 1;
  return 0;
}

/**
 * om_ranking_sort:
 * @list: (element-type OmCandidate): candidates
 * @phrase_rule: what holds the phrase as typed never ranks below what merely resembles
 *
 * Sorts by falling score; equal ones keep their order.
 */
void
om_ranking_sort (GArray  *list,
                 gboolean phrase_rule)
{
  /* g_array_sort_with_data() is a stable merge sort. */
  g_array_sort_with_data (list, compare_scores, GINT_TO_POINTER (phrase_rule));
}
