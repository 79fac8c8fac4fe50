/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which language a text is written in: decides stems and stop words, lexicon and mood words. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * OmLanguage:
 * @OM_LANGUAGE_UNKNOWN: none of these, or not asked: words are neither stemmed nor stopped
 *
 * The languages the program treats apart. The first five have a lexicon (sectors, mood), all but
 * Chinese, Japanese and Korean a stemmer. Order and numbers are not stored; the codes are.
 */
typedef enum
{
  OM_LANGUAGE_UNKNOWN = 0,
  OM_LANGUAGE_EN,
  OM_LANGUAGE_ZH,
  OM_LANGUAGE_DE,
  OM_LANGUAGE_ES,
  OM_LANGUAGE_FR,
  OM_LANGUAGE_IT,
  OM_LANGUAGE_PT,
  OM_LANGUAGE_NL,
  OM_LANGUAGE_SV,
  OM_LANGUAGE_RU,
  OM_LANGUAGE_JA,
  OM_LANGUAGE_KO,
  OM_N_LANGUAGES,
} OmLanguage;

const char *om_language_to_code     (OmLanguage  language);
OmLanguage  om_language_from_code   (const char *code);
OmLanguage  om_language_detect      (const char *text);
gboolean    om_language_has_chinese (const char *text);
guint       om_language_stopword_of (const char *word,
                                     gsize       len);

G_END_DECLS
