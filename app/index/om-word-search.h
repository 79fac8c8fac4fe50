/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ranking by words: BM25 with the lifts for names, days and neighbours (performance.md, 1). */
#pragma once

#include "index/om-doc-set.h"
#include "index/om-state-table.h"
#include "index/om-word-query.h"

G_BEGIN_DECLS

/**
 * OmWordParams:
 * @k1: how soon repeating a word stops to count
 * @b: how much a long text is held against it
 * @name_lift: share of the top score gained by what matches and holds a name of the query
 * @day_lift: share of the best score of its journal day that every memory of the day gains
 * @neighbour_lift: share of the scores of the memories just before and after it on its day that a
 *   memory gains, at most that share of the top score
 * @part_lift: share of the score that a part of a word would have as a word, at most that share of
 *   the top score
 * @seed_share: rare words first: words bring in documents until their document counts reach this
 *   share of the store; commoner ones then only add to what was found
 * @seed_min: the least of that budget, for small stores
 * @seed_max: the most of that budget
 *
 * A lift of 0 is off.
 */
typedef struct
{
  double  k1;
  double  b;
  double  name_lift;
  double  day_lift;
  double  neighbour_lift;
  double  part_lift;
  double  seed_share;
  guint32 seed_min;
  guint32 seed_max;
} OmWordParams;

/** OmWordMatchFlags: how a document was found; bits. */
typedef enum
{
  OM_WORD_MATCH_DIRECT = 1 << 0,    /* it holds a word of the query */
  OM_WORD_MATCH_DAY = 1 << 1,       /* lifted by the best of its day */
  OM_WORD_MATCH_NEIGHBOUR = 1 << 2, /* lifted by the one before or after it on its day */
  OM_WORD_MATCH_PART = 1 << 3,      /* it holds a word of which a word of the query is a part */
  OM_WORD_MATCH_NAME = 1 << 4,      /* lifted for a name */
} OmWordMatchFlags;

/**
 * OmWordMatch:
 * @doc: a document
 * @flags: #OmWordMatchFlags
 * @bm25: BM25 of its own words, 0 if it holds none of them
 * @relevance: with the lifts, scaled so that the best match has 1
 * @words: bit per word of the query that it holds
 */
typedef struct
{
  guint32 doc;
  guint   flags;
  double  bm25;
  double  relevance;
  guint64 words;
} OmWordMatch;

/* Best first, equal ones by document; at most @limit. @params: NULL for the defaults. @states: NULL
 * switches the lifts of day and neighbour off. NULL and G_IO_ERROR_CANCELLED when cancelled, else
 * an array of OmWordMatch. */
const OmWordParams *om_word_params_get_default (void);
GArray             *om_word_index_search       (const OmWordIndex  *self,
                                                const OmWordQuery  *query,
                                                const OmStateTable *states,
                                                const OmDocSet     *allowed,
                                                const OmWordParams *params,
                                                guint               limit,
                                                GCancellable       *cancellable,
                                                GError            **error);

G_END_DECLS
