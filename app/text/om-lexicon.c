/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lexicons that are shipped, and what is asked of one. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-lexicon-private.h"

#define LEXICON_PATH "/org/openmemory/Desktop/data/lexicon/"

static void
pattern_free (gpointer data)
{
  OmLexiconPattern *pattern = data;

  g_clear_pointer (&pattern->regex, g_regex_unref);
  g_free (pattern->source);
  g_free (pattern);
}

/**
 * om_lexicon_new:
 *
 * Returns: (transfer full): an empty lexicon for the reader to fill
 */
OmLexicon *
om_lexicon_new (void)
{
  OmLexicon *self = g_new0 (OmLexicon, 1);

  for (int sector = 0; sector < OM_N_SECTORS; sector++)
    self->patterns[sector] = g_ptr_array_new_with_free_func (pattern_free);
  self->stopwords = g_ptr_array_new_with_free_func (g_free);
  self->moods = om_word_map_new ();
  self->entries = g_array_new (FALSE, FALSE, sizeof (OmMoodEntry));
  return self;
}

static GRegex *
compile (const char *source,
         GError    **error)
{
  g_autoptr (GError) inner = NULL;
  g_autoptr (GRegex) regex = g_regex_new (source, G_REGEX_CASELESS | G_REGEX_OPTIMIZE, 0, &inner);

  if (regex == NULL)
    {
      om_lexicon_refuse (error, "the pattern “%s” is faulty (%s)", source, inner->message);
      return NULL;
    }
  if (g_regex_match (regex, "", 0, NULL))
    {
      om_lexicon_refuse (error, "the pattern “%s” matches the empty text", source);
      return NULL;
    }
  return g_steal_pointer (&regex);
}

/**
 * om_lexicon_parse:
 * @json: a file of the form `openmemory-lexicon/1`
 *
 * Reads a lexicon and checks all of it.
 *
 * Returns: (transfer full): the lexicon, or %NULL with %OM_ERROR_INVALID if the file is not right
 */
OmLexicon *
om_lexicon_parse (GBytes  *json,
                  GError **error)
{
  g_autoptr (OmLexicon) self = om_lexicon_read (json, error);

  if (self == NULL)
    return NULL;

  for (int sector = 0; sector < OM_N_SECTORS; sector++)
    {
      for (guint i = 0; i < self->patterns[sector]->len; i++)
        {
          OmLexiconPattern *pattern = g_ptr_array_index (self->patterns[sector], i);

          pattern->regex = compile (pattern->source, error);
          if (pattern->regex == NULL)
            return NULL;
          pattern->ready = 1;
        }
    }

  return g_steal_pointer (&self);
}

/**
 * om_lexicon_free:
 * @self: (nullable): a lexicon of om_lexicon_parse(), not one of om_lexicon_get()
 */
void
om_lexicon_free (OmLexicon *self)
{
  if (self == NULL)
    return;
  for (int sector = 0; sector < OM_N_SECTORS; sector++)
    g_clear_pointer (&self->patterns[sector], g_ptr_array_unref);
  g_clear_pointer (&self->stopwords, g_ptr_array_unref);
  g_clear_pointer (&self->moods, om_word_map_free);
  g_clear_pointer (&self->entries, g_array_unref);
  g_free (self->name);
  g_free (self);
}

/**
 * om_lexicon_get:
 *
 * Returns: (transfer none) (nullable): the lexicon of @language, read once; %NULL if there is none
 */
const OmLexicon *
om_lexicon_get (OmLanguage language)
{
  static gsize ready[OM_N_LANGUAGES] = { 0 };
  static OmLexicon *lexicons[OM_N_LANGUAGES] = { NULL };

  g_return_val_if_fail ((guint) language < OM_N_LANGUAGES, NULL);

  if (g_once_init_enter (&ready[language]))
    {
      const char *code = om_language_to_code (language);
      g_autofree char *path = code != NULL ? g_strconcat (LEXICON_PATH, code, ".json", NULL) : NULL;
      g_autoptr (GBytes) json = path != NULL ? g_resources_lookup_data (path, 0, NULL) : NULL;
      g_autoptr (GError) error = NULL;

      if (json != NULL)
        {
          lexicons[language] = om_lexicon_read (json, &error);
          if (lexicons[language] == NULL)
            g_error ("%s: %s", path, error->message);
        }
      g_once_init_leave (&ready[language], 1);
    }

  return lexicons[language];
}

/** om_lexicon_get_language: the language it is of. */
OmLanguage
om_lexicon_get_language (const OmLexicon *self)
{
  return self->language;
}

/** om_lexicon_get_name: the language's name in itself. */
const char *
om_lexicon_get_name (const OmLexicon *self)
{
  return self->name;
}

/** om_lexicon_get_n_patterns: how many patterns @sector has. */
guint
om_lexicon_get_n_patterns (const OmLexicon *self,
                           OmSector         sector)
{
  return self->patterns[sector]->len;
}

/**
 * om_lexicon_get_pattern:
 *
 * Returns: (transfer none): a pattern of @sector; every occurrence in a text counts once
 */
const GRegex *
om_lexicon_get_pattern (const OmLexicon *self,
                        OmSector         sector,
                        guint            index)
{
  OmLexiconPattern *pattern = g_ptr_array_index (self->patterns[sector], index);

  if (g_once_init_enter (&pattern->ready))
    {
      g_autoptr (GError) error = NULL;

      /* Only of a lexicon that is shipped, which the tests parse in full. */
      pattern->regex = compile (pattern->source, &error);
      if (pattern->regex == NULL)
        g_error ("%s", error->message);
      g_once_init_leave (&pattern->ready, 1);
    }

  return pattern->regex;
}

/**
 * om_lexicon_get_stopwords:
 *
 * Returns: (transfer none): NULL-terminated, as written
 */
const char *const *
om_lexicon_get_stopwords (const OmLexicon *self)
{
  return (const char *const *) self->stopwords->pdata;
}

/** om_lexicon_get_n_mood_words: how many words have a mood of their own. */
guint
om_lexicon_get_n_mood_words (const OmLexicon *self)
{
  return self->n_mood_words;
}

/**
 * om_lexicon_get_mood:
 * @word: in lower case, NFC, with a plain apostrophe; need not be terminated
 * @len: bytes
 *
 * Returns: (transfer none) (nullable): what the word does to a mood
 */
const OmMoodEntry *
om_lexicon_get_mood (const OmLexicon *self,
                     const char      *word,
                     gsize            len)
{
  guint32 place = om_word_map_lookup (self->moods, word, len);

  return place > 0 ? &g_array_index (self->entries, OmMoodEntry, place - 1) : NULL;
}

/** om_lexicon_get_longest_mood: code points of the longest word that says anything about mood. */
guint
om_lexicon_get_longest_mood (const OmLexicon *self)
{
  return self->longest_mood;
}
