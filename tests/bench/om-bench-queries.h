/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions to the made-up journal, mixed as people ask. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef enum
{
  OM_BENCH_QUERY_RARE,     /* one rare word */
  OM_BENCH_QUERY_COMMON,   /* one common word */
  OM_BENCH_QUERY_TWO,      /* two or three words */
  OM_BENCH_QUERY_FOUR,     /* four or five words */
  OM_BENCH_QUERY_SEVEN,    /* six or seven words, the common ones among them */
  OM_BENCH_QUERY_QUESTION, /* a whole question with a name */
  OM_BENCH_QUERY_CHINESE,  /* two or three Chinese words */
  OM_BENCH_QUERY_TYPO,     /* a word with a letter wrong, and another */
  OM_BENCH_QUERY_PHRASE,   /* words in a row out of an entry; every second in quotes */
  OM_BENCH_QUERY_TAG,      /* words within a tag */
  OM_BENCH_N_QUERY_KINDS
} OmBenchQueryKind;

/** OmBenchQuery: a question and what kind it is. */
typedef struct
{
  char            *text; /* (owned) */
  OmBenchQueryKind kind;
} OmBenchQuery;

GArray     *om_bench_queries_new      (guint32          seed,
                                       guint            n);
const char *om_bench_query_kind_name  (OmBenchQueryKind kind);

G_END_DECLS
