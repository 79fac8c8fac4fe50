/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmLexicon: what is known of one language, from data/lexicon/LANG.json: patterns of the sectors,
 * stop words, mood words. Immutable once read; may be used from any thread. */
#pragma once

#include <gio/gio.h>

#include "memory/om-enums.h"
#include "text/om-language.h"

G_BEGIN_DECLS

typedef struct _OmLexicon OmLexicon;

/**
 * OmMoodWord:
 * @valence: -1..1
 * @arousal: 0..1
 */
typedef struct
{
  double valence;
  double arousal;
} OmMoodWord;

const OmLexicon   *om_lexicon_get                  (OmLanguage        language);
OmLexicon         *om_lexicon_parse                (GBytes           *json,
                                                    GError          **error);
void               om_lexicon_free                 (OmLexicon        *self);
const char        *om_lexicon_get_name             (const OmLexicon  *self);
OmLanguage         om_lexicon_get_language         (const OmLexicon  *self);
guint              om_lexicon_get_n_patterns       (const OmLexicon  *self,
                                                    OmSector          sector);
const GRegex      *om_lexicon_get_pattern          (const OmLexicon  *self,
                                                    OmSector          sector,
                                                    guint             index);
guint              om_lexicon_get_n_stopwords      (const OmLexicon  *self);
gboolean           om_lexicon_is_stopword          (const OmLexicon  *self,
                                                    const char       *folded,
                                                    gsize             len);
guint              om_lexicon_get_n_mood_words     (const OmLexicon  *self);
const OmMoodWord  *om_lexicon_get_mood_word        (const OmLexicon  *self,
                                                    const char       *word);
gboolean           om_lexicon_is_negation          (const OmLexicon  *self,
                                                    const char       *word);
double             om_lexicon_get_intensity        (const OmLexicon  *self,
                                                    const char       *word);
guint              om_lexicon_get_longest_mood_key (const OmLexicon  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmLexicon, om_lexicon_free)

G_END_DECLS
