/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmWordIndex: which words stand in which memory, in memory (performance.md, 1 and 2.4).
 *
 * Terms come from text/om-terms.h: stems of the entry's language, characters and bigrams of scripts
 * without spaces. Beside them the words as they stand (folded) are kept, to correct what is
 * mistyped and to find parts of words.
 *
 * Thread: plain. Many threads may search at once, one may change it while none searches. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _OmWordIndex OmWordIndex;

/** OmWordStats: sizes of the index. */
typedef struct
{
  guint32 n_docs;
  guint32 n_terms;
  guint32 n_surfaces;
  guint32 n_dead;      /* entries removed but not yet cleared away */
  double  mean_length; /* terms an entry */
  gsize   bytes;       /* in memory, without what is mapped from a snapshot */
  gsize   mapped;      /* of a snapshot */
} OmWordStats;

OmWordIndex *om_word_index_new       (void);
void         om_word_index_free      (OmWordIndex        *self);

/* Changing. add replaces what was known of the document. */
void         om_word_index_add       (OmWordIndex        *self,
                                      guint32             doc,
                                      const char         *language,
                                      const char         *title,
                                      const char         *content,
                                      const char *const  *tags);
gboolean     om_word_index_remove    (OmWordIndex        *self,
                                      guint32             doc);
void         om_word_index_compact   (OmWordIndex        *self);
void         om_word_index_let_go    (const OmWordIndex  *self);

/* Reading */
gboolean     om_word_index_has       (const OmWordIndex  *self,
                                      guint32             doc);
guint32      om_word_index_count     (const OmWordIndex  *self);
void         om_word_index_get_stats (const OmWordIndex  *self,
                                      OmWordStats        *stats);
guint32      om_word_index_count_term (const OmWordIndex *self,
                                      const char         *term);
guint        om_word_index_get_tf    (const OmWordIndex  *self,
                                      const char         *term,
                                      guint32             doc);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmWordIndex, om_word_index_free)

G_END_DECLS
