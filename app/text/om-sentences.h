/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text cut into sentences, with what is only quoted in it known. Pure. */
#pragma once

#include <glib.h>

#include "text/om-language.h"

G_BEGIN_DECLS

/**
 * OmSentence:
 * @start: first code point
 * @end: code point after the last; white space at either end is left out
 * @offset: first byte
 * @length: bytes
 * @quoted: begins inside quotation marks, or is of a quoted block ("> ...") or a line "name: ..."
 */
typedef struct
{
  guint    start;
  guint    end;
  gsize    offset;
  gsize    length;
  gboolean quoted;
} OmSentence;

GArray    *om_sentences_split     (const char       *text);
char      *om_sentence_dup        (const char       *text,
                                   const OmSentence *sentence);
OmLanguage om_sentence_language   (const char       *sentence);
gboolean   om_sentence_asks       (const char       *sentence);
gboolean   om_sentence_next_quote (const char       *text,
                                   const char       *from,
                                   const char      **start,
                                   const char      **end);

G_END_DECLS
