/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmLexicon: what is known of one language, from data/lexicon/LANG.json: patterns of the sectors,
 * stop words, mood words. Immutable once read; may be used from any thread. */
#pragma once

#include <gio/gio.h>

#include "memory/om-enums.h"
#include "text/om-language.h"

G_BEGIN_DECLS

typedef struct _OmLexicon OmLexicon;

/** OmMoodKind: what a word does to the mood of a text. */
typedef enum
{
  OM_MOOD_NONE,
  OM_MOOD_WORD,        /* has a mood of its own */
  OM_MOOD_NEGATION,    /* turns the mood of what follows */
  OM_MOOD_INTENSIFIER, /* strengthens or weakens it */
} OmMoodKind;

/**
 * OmMoodEntry:
 * @kinds: bit per #OmMoodKind (1 << kind)
 * @valence: -1..1, of a mood word
 * @arousal: 0..1, of a mood word
 * @factor: of an intensifier, over 0 and at most 4; 1 for any other
 */
typedef struct
{
  guint  kinds;
  double valence;
  double arousal;
  double factor;
} OmMoodEntry;

const OmLexicon   *om_lexicon_get              (OmLanguage        language);
OmLexicon         *om_lexicon_parse            (GBytes           *json,
                                                GError          **error);
void               om_lexicon_free             (OmLexicon        *self);
OmLanguage         om_lexicon_get_language     (const OmLexicon  *self);
const char        *om_lexicon_get_name         (const OmLexicon  *self);
guint              om_lexicon_get_n_patterns   (const OmLexicon  *self,
                                                OmSector          sector);
const GRegex      *om_lexicon_get_pattern      (const OmLexicon  *self,
                                                OmSector          sector,
                                                guint             index);
const char *const *om_lexicon_get_stopwords    (const OmLexicon  *self);
guint              om_lexicon_get_n_mood_words (const OmLexicon  *self);
const OmMoodEntry *om_lexicon_get_mood         (const OmLexicon  *self,
                                                const char       *word,
                                                gsize             len);
guint              om_lexicon_get_longest_mood (const OmLexicon  *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmLexicon, om_lexicon_free)

G_END_DECLS
