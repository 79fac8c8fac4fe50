/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmStemmer: the Snowball stemmers and a cache of stems. One a thread; never shared. */
#pragma once

#include <glib.h>

#include "text/om-language.h"

G_BEGIN_DECLS

typedef struct _OmStemmer OmStemmer;

/**
 * OmStem:
 * @term: the stem, valid until the next call
 * @len: bytes
 * @stopword_of: bit per language in which the unstemmed word is a stop word
 */
typedef struct
{
  const char *term;
  gsize       len;
  guint       stopword_of;
} OmStem;

OmStemmer *om_stemmer_of_thread (void);
OmStem     om_stemmer_stem      (OmStemmer  *self,
                                 OmLanguage  language,
                                 const char *surface,
                                 gsize       len,
                                 guint32     hash);

G_END_DECLS
