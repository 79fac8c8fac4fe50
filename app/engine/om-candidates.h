/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Who comes into question as an answer: by words, by vectors, over waypoints (engine.md 7.1, 7.2). */
#pragma once

#include "engine/om-hit.h"
#include "engine/om-mirror.h"
#include "engine/om-recall-params.h"

G_BEGIN_DECLS

#define OM_NOT_REACHED G_MAXUINT

/**
 * OmCandidate:
 * @doc: the memory
 * @cosines: to the query, by sector; NAN where the memory has no vector
 * @direct: best similarity with which a vector search found it, 0 if none did
 * @relevance: BM25 with lifts, 0..1 of the best
 * @words: bit per word of the query that it holds
 * @reasons: #OmHitReason
 * @waypoint: weight of the path that led to it, 0 for a direct one
 * @reached: its place in the walk, %OM_NOT_REACHED for a direct one
 * @terms: what the score is made of, filled by the ranking
 * @sector_penalty: factor on the similarity, filled by the ranking
 * @personal: the personal factor, filled by the ranking
 * @score: filled by the ranking
 * @exact: the phrase or title stands in it as typed; such a result never ranks below one that
 *   merely resembles
 */
typedef struct
{
  guint32      doc;
  double       cosines[OM_N_SECTORS];
  double       direct;
  double       relevance;
  guint64      words;
  guint        reasons;
  double       waypoint;
  guint        reached;
  OmScoreTerms terms;
  double       sector_penalty;
  double       personal;
  double       score;
  gboolean     exact;
} OmCandidate;

/**
 * OmCandidates:
 * @list: (element-type OmCandidate) (owned): in the order in which they were found
 * @query: (owned) (nullable): the query's words
 * @reached: (element-type OmReached) (owned): the walk over the waypoints
 * @sector: the query's sector
 */
typedef struct
{
  /*< private >*/
  GHashTable *places;

  /*< public >*/
  GArray      *list;
  OmWordQuery *query;
  GArray      *reached;
  OmSector     sector;
} OmCandidates;

OmCandidates *om_candidates_new        (void);
OmCandidates *om_candidates_gather     (OmMirror             *mirror,
                                        OmStore              *store,
                                        OmEmbedder           *embedder,
                                        const OmRecallParams *params,
                                        const char           *text,
                                        guint                 k,
                                        const OmDocSet       *allowed,
                                        gboolean              include_private,
                                        gint64                now,
                                        GCancellable         *cancellable,
                                        GError              **error);
gboolean      om_candidates_is_question (const OmCandidates   *self);
OmCandidate  *om_candidates_find       (OmCandidates         *self,
                                        guint32               doc);
OmCandidate  *om_candidates_add        (OmCandidates         *self,
                                        guint32               doc,
                                        guint                 reason);
void          om_candidates_free       (OmCandidates         *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmCandidates, om_candidates_free)

G_END_DECLS
