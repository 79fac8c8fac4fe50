/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmBenchJournal: a made-up journal for the benchmarks: varied text of about 600 bytes an entry, its
 * words drawn as rare and common as in real texts, some 15 % of it Chinese, ten years long. The same
 * seed gives the same journal everywhere. */
#pragma once

#include "engine/om-draft.h"

G_BEGIN_DECLS

/* Raise it when the same seed gives another journal: stores made before are made anew. */
#define OM_BENCH_JOURNAL_VERSION 1

/* The journal runs from here to there: 2015 to 2024, UTC. */
#define OM_BENCH_FIRST_MS G_GINT64_CONSTANT (1420070400000)
#define OM_BENCH_LAST_MS  G_GINT64_CONSTANT (1735689600000)

typedef struct _OmBenchJournal OmBenchJournal;

OmBenchJournal *om_bench_journal_new         (guint32         seed);
OmDraft        *om_bench_journal_next        (OmBenchJournal *self,
                                              double          progress);
guint           om_bench_journal_count_words (OmBenchJournal *self);
const char     *om_bench_journal_get_word    (OmBenchJournal *self,
                                              guint           rank);
guint           om_bench_journal_count_cjk   (OmBenchJournal *self);
const char     *om_bench_journal_get_cjk     (OmBenchJournal *self,
                                              guint           rank);
const char     *om_bench_journal_get_name    (OmBenchJournal *self,
                                              guint           i);
const char     *om_bench_journal_get_tag     (OmBenchJournal *self,
                                              guint           i);
void            om_bench_journal_free        (OmBenchJournal *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmBenchJournal, om_bench_journal_free)

G_END_DECLS
