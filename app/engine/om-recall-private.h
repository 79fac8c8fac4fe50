/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of one search share while it runs. For om-recall*.c alone. */
#pragma once

#include "engine/om-candidates.h"
#include "engine/om-query.h"
#include "engine/om-ranking.h"
#include "engine/om-recall.h"

G_BEGIN_DECLS

/* How many of the best are read with their texts, besides twice those wanted. */
#define OM_RECALL_MIN_READ 40

/**
 * OmRecallRun:
 * One search while it runs.
 */
typedef struct
{
  const OmRecallContext *context;
  const OmSearch        *search;
  OmQuery               *query;      /* (owned) */
  OmDocSet              *allowed;    /* (owned) */
  OmCandidates          *candidates; /* (owned) (nullable) */
  OmRankingQuery         ranking;
  char                  *needle;     /* (owned) (nullable): the whole query as one phrase */
  GHashTable            *memories;   /* (owned): document -> OmMemory */
  gboolean               is_question; /* more than a word or two */
} OmRecallRun;

/* Phrases: the rows that hold one; only what holds those in quotes; the query as one phrase. */
GArray  *om_recall_find_phrase     (OmRecallRun  *self,
                                    const char   *phrase,
                                    guint         limit,
                                    GError      **error);
gboolean om_recall_demand_phrases  (OmRecallRun  *self,
                                    GError      **error);
gboolean om_recall_add_phrase_rows (OmRecallRun  *self,
                                    GCancellable *cancellable,
                                    GError      **error);
void     om_recall_find_exact      (OmRecallRun  *self);

/* Results with their reasons, from the candidates that were read. */
gboolean om_recall_make_hits       (OmRecallRun  *self,
                                    guint         n_read,
                                    OmAnswer     *answer,
                                    GError      **error);

/* By full text alone. */
gboolean om_recall_answer_by_text  (OmRecallRun  *self,
                                    OmAnswer     *answer,
                                    GError      **error);

G_END_DECLS
