/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The words of the search index (design/performance.md, sections 1 and 3): one tokenizer for the
 * full text of the store and the postings in memory, so that both find the same.
 *
 * A word is a run of letters, digits and marks; apostrophes, hyphens and underscores part words.
 * Its *surface* is the word folded by om_fold_search(), its *term* the stem of the surface, so
 * that `cafe`, `CAFÉ` and `cafe` + U+0301 are one term. A run of a script that is written without
 * blanks (Chinese, kana, Hangul, Thai, Lao, Khmer, Burmese) gives each single character and each
 * overlapping pair; the pair has the position of its first character, so a phrase of characters
 * finds any substring.
 *
 * Pure; the stemmers and a small cache of stems are kept by thread. */
#pragma once

#include <glib.h>

#include "text/om-language.h"

G_BEGIN_DECLS

/* No term is longer; a longer word is cut at a code point and not stemmed, its offsets stay whole. */
#define OM_TERMS_MAX_BYTES 64

/** OmTermKind: what a term was made from. */
typedef enum
{
  OM_TERM_WORD,
  OM_TERM_CHAR,   /* one character of a script without blanks */
  OM_TERM_BIGRAM, /* two neighbouring characters of such a script */
} OmTermKind;

/** OmTermFlags: what om_terms_foreach() reports. */
typedef enum
{
  OM_TERMS_DEFAULT = 0,             /* words and stems, characters and pairs; stop words too */
  OM_TERMS_SKIP_STOPWORDS = 1 << 0, /* stop words are not reported, but keep their position */
  OM_TERMS_NO_STEMS = 1 << 1,       /* term = surface */
  OM_TERMS_NO_BIGRAMS = 1 << 2,     /* phrase queries: characters alone */
  OM_TERMS_NO_CHARS = 1 << 3,       /* ranked queries: pairs; lone characters */
} OmTermFlags;

/**
 * OmTerm:
 * @term: not NUL-terminated, valid during the callback only
 * @term_len: bytes, 1..%OM_TERMS_MAX_BYTES
 * @surface: the folded, unstemmed word; of a character or pair the same as @term
 * @surface_len: bytes, 1..%OM_TERMS_MAX_BYTES
 * @start: byte of the text where the word begins
 * @end: byte after its last (marks included)
 * @position: 0-based number of the word or character; a pair has that of its first character
 * @kind: what it was made from
 * @is_stopword: a stop word of the language; not told by om_terms_find()
 */
typedef struct
{
  const char *term;
  gsize       term_len;
  const char *surface;
  gsize       surface_len;
  gsize       start;
  gsize       end;
  guint       position;
  OmTermKind  kind;
  gboolean    is_stopword;
} OmTerm;

/**
 * OmTermFunc:
 * @term: the term
 * @data: what was given to om_terms_foreach()
 *
 * Returns: %FALSE to stop
 */
typedef gboolean (*OmTermFunc) (const OmTerm *term,
                                gpointer      data);

void     om_terms_foreach     (const char  *text,
                               gssize       len,
                               OmLanguage   language,
                               OmTermFlags  flags,
                               OmTermFunc   func,
                               gpointer     data);
void     om_terms_find        (const char  *text,
                               gssize       len,
                               OmLanguage   language,
                               const char *const *wanted,
                               OmTermFunc   func,
                               gpointer     data);
gboolean om_terms_is_stopword (const char  *folded,
                               gsize        len,
                               OmLanguage   language);
gsize    om_terms_stem        (const char  *surface,
                               gsize        len,
                               OmLanguage   language,
                               char         term[OM_TERMS_MAX_BYTES]);
char   **om_terms_variants    (const char  *surface,
                               gsize        len,
                               guint        languages);
guint32  om_terms_fingerprint (void);

G_END_DECLS
