/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A query in words, read against an index: what is known, what is corrected, what is part of a
 * word. */
#pragma once

#include "index/om-word-index.h"

G_BEGIN_DECLS

/* Words of a query past this many are left out: a bit each. */
#define OM_WORD_QUERY_MAX 64

/**
 * OmQueryWord:
 * @typed: (owned): the word as it stands in the query
 * @surface: (owned): the same folded
 * @corrected: (owned) (nullable): the known word searched instead, folded; a word of the store at
 *   distance 1 (one letter more, less, other, or two neighbours swapped)
 * @start: byte offset into the query
 * @end: byte offset past its end
 * @is_name: capitalised and not the first word of the query
 * @is_part: unknown and not to be corrected: searched as a part of longer words only
 * @is_stop: a stop word
 * @terms: (owned) (element-type guint32): the forms in which the index knows it; its score is that
 *   of the best
 * @parts: (owned) (element-type guint32): terms of longer words that contain it; looked for if the
 *   words as such find little
 *
 * One word of a query, or a character or pair of characters of a script without spaces. Stop words
 * are among the words only if the query holds nothing else.
 */
typedef struct
{
  char    *typed;
  char    *surface;
  char    *corrected;
  guint    start;
  guint    end;
  gboolean is_name;
  gboolean is_part;
  gboolean is_stop;
  GArray  *terms;
  GArray  *parts;
} OmQueryWord;

/**
 * OmWordQuery:
 * @words: (owned) (element-type OmQueryWord): the words, in their order; bit i of a match is word i
 * @languages: bit per #OmLanguage in which words were looked up
 *
 * Holds ids of the index: search with it before the index changes. The strings and
 * om_word_query_find_term() stay good.
 */
typedef struct
{
  GPtrArray  *words;
  guint       languages;
  /*< private >*/
  GHashTable *term_words;
} OmWordQuery;

OmWordQuery *om_word_query_new        (const OmWordIndex *index,
                                       const char        *text,
                                       const char        *language);
void         om_word_query_free       (OmWordQuery       *self);
int          om_word_query_find_term  (const OmWordQuery *self,
                                       const char        *term);
char       **om_word_query_dup_corrections (const OmWordQuery *self);
/* The terms of those words (bits as in a match), as text/om-marks.h wants them to mark a text. */
char       **om_word_query_dup_terms  (const OmWordQuery *self,
                                       guint64            words);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmWordQuery, om_word_query_free)

G_END_DECLS
