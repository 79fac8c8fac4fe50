/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmPhrases: a set of words and phrases that are found in a text word by word: an edge of a phrase is always
 * an edge of a word. A Chinese character is a word of its own, and there the longest phrase wins. Filled
 * first, then only read, by any number of threads. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * OmPhraseWord:
 * @start: first byte in the text
 * @end: byte after the last
 * @folded: (owned): lower case, apostrophes plain
 * @han: one Chinese character
 */
typedef struct
{
  gsize    start;
  gsize    end;
  char    *folded;
  gboolean han;
} OmPhraseWord;

/**
 * OmPhraseHit:
 * @value: what was given to om_phrases_add()
 * @first: number of its first word in the text
 * @n_words: how many words it has
 */
typedef struct
{
  guint value;
  guint first;
  guint n_words;
} OmPhraseHit;

typedef struct _OmPhrases OmPhrases;

GArray    *om_phrase_words   (const char       *text);
guint      om_phrase_count_words (const char    *text);
OmPhrases *om_phrases_new    (void);
void       om_phrases_free   (OmPhrases        *self);
gboolean   om_phrases_add    (OmPhrases        *self,
                              const char       *phrase,
                              guint             value);
guint      om_phrases_size   (const OmPhrases  *self);
guint      om_phrases_at     (const OmPhrases  *self,
                              const GArray     *words,
                              guint             first,
                              guint            *value);
GArray    *om_phrases_find   (const OmPhrases  *self,
                              const GArray     *words);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmPhrases, om_phrases_free)

G_END_DECLS
