/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The word index and its ranking in the plainest way: a table of counts a document, and every
 * formula of performance.md, section 1, written out over all documents. What the real index is held
 * against. */
#pragma once

#include "index/om-state-table.h"
#include "index/om-word-search.h"

G_BEGIN_DECLS

typedef struct
{
  GHashTable *docs; /* (owned): document -> PlainDoc */
} PlainWords;

/** PlainMatch: what the plain ranking gives a document. */
typedef struct
{
  guint32 doc;
  double  bm25;
  double  score;
} PlainMatch;

PlainWords *plain_words_new    (void);
void        plain_words_free   (PlainWords         *self);
void        plain_words_add    (PlainWords         *self,
                                guint32             doc,
                                const char         *language,
                                const char         *title,
                                const char         *content,
                                const char *const  *tags);
void        plain_words_remove (PlainWords         *self,
                                guint32             doc);
guint       plain_words_tf     (const PlainWords   *self,
                                guint32             doc,
                                const char         *term);
guint       plain_words_df     (const PlainWords   *self,
                                const char         *term);
GArray     *plain_words_rank   (const PlainWords   *self,
                                const char *const  *words,
                                const gboolean     *names,
                                guint               languages,
                                const OmStateTable *states,
                                const OmDocSet     *allowed,
                                const OmWordParams *params);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PlainWords, plain_words_free)

G_END_DECLS
