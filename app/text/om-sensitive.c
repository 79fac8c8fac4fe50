/* SPDX-License-Identifier: GPL-3.0-or-later */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-sensitive.h"

#include "text/om-script.h"
#include "text/om-statement-words.h"

static guint
find_in (OmLanguage  language,
         const char *sentence)
{
  const OmStatementWords *words = om_statement_words_get (language);
  guint found = 0;

  if (words == NULL || words->any_sensitive == NULL || !g_regex_match (words->any_sensitive, sentence, 0, NULL))
    return 0;
  for (guint i = 0; i < OM_N_SENSITIVE; i++)
    if (words->sensitive[i] != NULL && g_regex_match (words->sensitive[i], sentence, 0, NULL))
      found |= 1u << i;
  return found;
}

/**
 * om_sensitive_find:
 * @sentence: UTF-8, of any language or of two
 *
 * Returns: bit per #OmSensitive that the sentence touches
 */
guint
om_sensitive_find (const char *sentence)
{
  guint found = find_in (OM_LANGUAGE_EN, sentence);

  return om_script_has_han (sentence) ? found | find_in (OM_LANGUAGE_ZH, sentence) : found;
}
