/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scores and orders candidates (engine.md 7.3 to 7.7). */
#pragma once

#include "engine/om-candidates.h"

G_BEGIN_DECLS

/**
 * OmRankingQuery:
 * What the ranking needs to know of the query.
 * @text: without operators
 * @tokens: (element-type utf8): its canonical tokens
 * @keywords: (nullable): its keyword set, for the reference parameters
 * @n_words: words it has in the index's sense
 * @has_mood: whether it states a mood
 * @valence: -1..1
 * @arousal: 0..1
 */
typedef struct
{
  const char *text;
  GPtrArray  *tokens;
  GHashTable *keywords;
  guint       n_words;
  gboolean    has_mood;
  double      valence;
  double      arousal;
} OmRankingQuery;

void om_ranking_prescore (OmCandidates         *candidates,
                          OmMirror             *mirror,
                          const OmRankingQuery *query,
                          const OmRecallParams *params,
                          gint64                now);
void om_ranking_score    (OmCandidates         *candidates,
                          GHashTable           *memories,
                          const OmRankingQuery *query,
                          const OmRecallParams *params,
                          gint64                now);
void om_ranking_sort     (GArray               *list,
                          gboolean              phrase_rule);

G_END_DECLS
