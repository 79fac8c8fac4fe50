/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two parameter sets of a search: what the app uses, and what the golden whole queries expect. */
#pragma once

#include "dynamics/om-constants.h"
#include "dynamics/om-scoring.h"
#include "index/om-word-search.h"

G_BEGIN_DECLS

/**
 * OmRecallParams:
 * @weights: shares of the parts of the score
 * @words: BM25 and its lifts
 * @constants: numbers of the models
 * @word_candidates: the most candidates by words
 * @vectors_per_result: candidates by vector in each sector, for each result wanted
 * @use_words: candidates by words, phrases and parts of words
 * @use_vectors: candidates by vectors
 * @reference: keyword part from keyword sets, recency by the hour, links one way and as stored, no
 *   personal factor, no floor, no phrase rule (reference.md, "The reference parameters")
 * @personal: the personal factor
 * @min_similarity: a result without word, phrase or path is left out below this similarity
 * @min_similarity_short: the same for queries of one or two words
 */
typedef struct
{
  OmScoreWeights   weights;
  OmWordParams     words;
  OmModelConstants constants;
  guint            word_candidates;
  guint            vectors_per_result;
  gboolean         use_words;
  gboolean         use_vectors;
  gboolean         reference;
  gboolean         personal;
  double           min_similarity;
  double           min_similarity_short;
} OmRecallParams;

OmRecallParams om_recall_params_default   (void);
OmRecallParams om_recall_params_reference (void);

G_END_DECLS
