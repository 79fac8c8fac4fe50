/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two parameter sets of a search. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-recall-params.h"

/**
 * om_recall_params_default:
 *
 * Returns: what the app uses; chosen by `./dev bench recall` on half of its questions
 */
OmRecallParams
om_recall_params_default (void)
{
  return (OmRecallParams){
    .weights = om_score_weights_default (),
    .words = *om_word_params_get_default (),
    .constants = om_model_constants_default (),
    .word_candidates = 200,
    .vectors_per_result = 3,
    .use_words = TRUE,
    .use_vectors = TRUE,
    .personal = TRUE,
    .min_similarity = 0.3,
    .min_similarity_short = 0.6,
  };
}

/**
 * om_recall_params_reference:
 *
 * Returns: what golden/hsg_query_*.json expect
 */
OmRecallParams
om_recall_params_reference (void)
{
  OmRecallParams params = om_recall_params_default ();

  params.weights = om_score_weights_reference ();
  params.use_words = FALSE;
  params.reference = TRUE;
  params.personal = FALSE;
  params.min_similarity = params.min_similarity_short = -2;
  return params;
}
