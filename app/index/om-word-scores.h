/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The accumulators of one search by words. Private to the index. */
#pragma once

#include "index/om-doc-set.h"
#include "index/om-word-private.h"
#include "index/om-word-query.h"
#include "index/om-word-search.h"

G_BEGIN_DECLS

/**
 * OmScoreCell:
 * @words: bit per word of the query that was found in the entry; 0 in a cell not touched
 * @score: BM25 so far; 0 if only parts of words were found
 * @best: what the word being scored adds in its best form; after the words, the best part
 */
typedef struct
{
  guint64 words;
  float   score;
  float   best;
} OmScoreCell;

/**
 * OmWordScores:
 * @cells: (owned): by entry; all zeros between searches
 * @n_cells: room
 * @touched: (owned) (element-type guint32): entries whose cell is not zero
 * @part_words: bit per word that is searched as a part alone
 *
 * Kept for the next search, a few of them for the process.
 */
typedef struct
{
  OmScoreCell *cells;
  gsize        n_cells;
  GArray      *touched;
  guint64      part_words;
} OmWordScores;

OmWordScores *om_word_scores_take    (gsize               n_entries);
void          om_word_scores_release (OmWordScores       *self);
gboolean      om_word_scores_fill    (OmWordScores       *self,
                                      const OmWordIndex  *index,
                                      const OmWordQuery  *query,
                                      const OmDocSet     *allowed,
                                      const OmWordParams *params,
                                      GCancellable       *cancellable);

/** om_word_scores_part: what an entry scores by parts of words, 0 if none was found in it */
static inline double
om_word_scores_part (const OmWordScores *self,
                     const OmScoreCell  *cell)
{
  if (cell->score > 0 && (cell->words & self->part_words) == 0)
    return 0;
  return cell->best;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmWordScores, om_word_scores_release)

G_END_DECLS
