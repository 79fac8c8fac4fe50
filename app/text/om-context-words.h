/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In which part of life an entry belongs, by the words it uses (design/traits.md 5.6). The words are data
 * (data/lexicon/contexts-LANG.json). Pure, from any thread. */
#pragma once

#include <gio/gio.h>

#include "memory/om-enums.h"
#include "text/om-language.h"
#include "text/om-phrases.h"

G_BEGIN_DECLS

/**
 * OmContextWords:
 * @phrases: (owned): their values are #OmContext
 * @n_words: how many words each context has
 *
 * The words of one language. Immutable once read.
 */
typedef struct
{
  OmLanguage language;
  OmPhrases *phrases;
  guint      n_words[OM_N_CONTEXTS];
} OmContextWords;

const OmContextWords *om_context_words_get   (OmLanguage             language);
OmContextWords       *om_context_words_parse (GBytes                *json,
                                              GError               **error);
void                  om_context_words_free  (OmContextWords        *self);
void                  om_context_words_vote  (const OmContextWords  *self,
                                              const char            *text,
                                              guint                  votes[OM_N_CONTEXTS]);
OmContext             om_context_of_votes    (const guint            votes[OM_N_CONTEXTS]);
OmContext             om_context_of_text     (const char            *text,
                                              guint                  votes[OM_N_CONTEXTS]);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmContextWords, om_context_words_free)

G_END_DECLS
