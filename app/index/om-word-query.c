/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A query in words, read against an index. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "index/om-word-query.h"

#include <string.h>

#include "index/om-word-private.h"
#include "text/om-terms.h"

/* While the words of a query stand in fewer documents than this, longer words that contain them are
 * looked for as well. */
#define PARTS_ROOM 200

/* A shorter part is in every second word. */
#define PARTS_MIN_LETTERS 3

/* A word that is known and shorter than this is looked for at the beginning of others alone: `red`
 * ends half of all past tenses, and `rain` is in every train. Articles that are written together
 * with the word, as in Arabic and Hebrew, stand before it, so that this is not for them. */
#define INNER_MIN_LETTERS 5

/* The most terms one part stands for. */
#define PARTS_MAX 64

/* A query being cut into words. */
typedef struct
{
  const OmWordIndex *index;
  OmWordQuery       *query;
  const char        *text;
  gboolean           stop_words; /* take stop words in */
} Reading;

static void
query_word_free (OmQueryWord *word)
{
  g_free (word->typed);
  g_free (word->surface);
  g_free (word->corrected);
  g_array_unref (word->terms);
  g_array_unref (word->parts);
  g_free (word);
}

static OmQueryWord *
query_word_new (const char   *text,
                const OmTerm *term)
{
  OmQueryWord *word = g_new0 (OmQueryWord, 1);

  word->typed = g_strndup (text + term->start, term->end - term->start);
  word->surface = g_strndup (term->surface, term->surface_len);
  word->start = term->start;
  word->end = term->end;
  word->is_name = term->position > 0 && g_unichar_isupper (g_utf8_get_char (word->typed));
  word->is_stop = term->is_stopword;
  word->terms = g_array_new (FALSE, FALSE, sizeof (guint32));
  word->parts = g_array_new (FALSE, FALSE, sizeof (guint32));
  return word;
}

static void
add_known (const OmWordIndex *index,
           GArray            *terms,
           const char        *term,
           gsize              len)
{
  guint32 number = om_vocabulary_lookup (&index->terms, term, len);

  if (number != OM_NO_STRING && om_word_index_live_df (index, number) > 0)
    g_array_append_val (terms, number);
}

/* The word's stems in all languages there are entries in. */
static void
add_variants (const OmWordIndex *index,
              GArray            *terms,
              const char        *surface,
              guint              languages)
{
  g_auto (GStrv) variants = om_terms_variants (surface, strlen (surface), languages);

  for (gsize i = 0; variants[i] != NULL; i++)
    add_known (index, terms, variants[i], strlen (variants[i]));
}

static void
correct (const OmWordIndex *index,
         OmQueryWord       *word,
         guint              languages)
{
  guint32 surface = om_word_index_correct (index, word->surface, strlen (word->surface));

  if (surface == OM_NO_STRING)
    return;

  word->corrected = g_strdup (om_vocabulary_get (&index->surfaces, surface));
  add_variants (index, word->terms, word->corrected, languages);
}

/* Two words of one stem are one word; of what they do not share each keeps its own. */
static OmQueryWord *
take_terms (OmWordQuery       *query,
            const OmWordIndex *index,
            OmQueryWord       *word)
{
  OmQueryWord *earlier = NULL;

  for (guint i = 0; i < word->terms->len;)
    {
      guint32 term = g_array_index (word->terms, guint32, i);
      gpointer known = g_hash_table_lookup (query->term_words,
                                            om_vocabulary_get (&index->terms, term));

      if (known != NULL)
        {
          earlier = g_ptr_array_index (query->words, GPOINTER_TO_UINT (known) - 1);
          g_array_remove_index (word->terms, i);
        }
      else
        {
          i++;
        }
    }
  if (word->terms->len > 0 || earlier == NULL)
    return NULL;
  return earlier;
}

static gboolean
is_there (const OmWordQuery *query,
          const char        *surface)
{
  for (guint i = 0; i < query->words->len; i++)
    {
      const OmQueryWord *word = g_ptr_array_index (query->words, i);

      if (g_str_equal (word->surface, surface))
        return TRUE;
    }
  return FALSE;
}

static void
note_terms (OmWordQuery       *query,
            const OmWordIndex *index,
            const GArray      *terms,
            guint              word)
{
  for (guint i = 0; i < terms->len; i++)
    {
      const char *term = om_vocabulary_get (&index->terms, g_array_index (terms, guint32, i));

      if (!g_hash_table_contains (query->term_words, term))
        g_hash_table_insert (query->term_words, g_strdup (term), GUINT_TO_POINTER (word + 1));
    }
}

static gboolean
read_cb (const OmTerm *term,
         gpointer      data)
{
  Reading *reading = data;
  OmWordQuery *query = reading->query;
  OmQueryWord *word;
  OmQueryWord *earlier;

  if (term->is_stopword && !reading->stop_words)
    return TRUE;
  if (query->words->len == OM_WORD_QUERY_MAX)
    return FALSE;

  word = query_word_new (reading->text, term);
  if (term->kind == OM_TERM_WORD)
    {
      add_variants (reading->index, word->terms, word->surface, query->languages);
      if (word->terms->len == 0)
        correct (reading->index, word, query->languages);
      word->is_part = word->terms->len == 0;
    }
  else
    {
      add_known (reading->index, word->terms, term->term, term->term_len);
    }

  earlier = take_terms (query, reading->index, word);
  if (earlier != NULL)
    {
      earlier->is_name = earlier->is_name || word->is_name;
      query_word_free (word);
    }
  else if (word->terms->len == 0 && is_there (query, word->surface))
    {
      query_word_free (word);
    }
  else
    {
      note_terms (query, reading->index, word->terms, query->words->len);
      g_ptr_array_add (query->words, word);
    }
  return TRUE;
}

/* The language to take stop words from: the one named, else the one it reads like, else the one
 * most entries are in. */
static OmLanguage
query_language (const OmWordIndex *index,
                const char        *text,
                const char        *language)
{
  OmLanguage code = language != NULL ? om_language_from_code (language) : OM_LANGUAGE_UNKNOWN;

  if (code == OM_LANGUAGE_UNKNOWN)
    code = om_language_detect (text);
  if (code == OM_LANGUAGE_UNKNOWN)
    for (int i = 1; i < OM_N_LANGUAGES; i++)
      if (index->by_language[i] > index->by_language[code])
        code = (OmLanguage) i;
  return code;
}

static guint64
count_found (const OmWordQuery *query,
             const OmWordIndex *index)
{
  guint64 found = 0;

  for (guint i = 0; i < query->words->len; i++)
    {
      const OmQueryWord *word = g_ptr_array_index (query->words, i);

      for (guint k = 0; k < word->terms->len; k++)
        found += om_word_index_live_df (index, g_array_index (word->terms, guint32, k));
    }
  return found;
}

static gboolean
can_be_part (const OmQueryWord *word)
{
  gunichar first = g_utf8_get_char (word->surface);

  return !word->is_stop && g_unichar_get_script (first) != G_UNICODE_SCRIPT_HAN &&
         g_utf8_strlen (word->surface, -1) >= PARTS_MIN_LETTERS;
}

static gboolean
is_at_start (const OmQueryWord *word,
             const char        *part)
{
  if (word->is_part || g_utf8_strlen (part, -1) >= INNER_MIN_LETTERS)
    return FALSE;
  switch (g_unichar_get_script (g_utf8_get_char (part)))
    {
    case G_UNICODE_SCRIPT_LATIN:
    case G_UNICODE_SCRIPT_GREEK:
    case G_UNICODE_SCRIPT_CYRILLIC:
      return TRUE;
    default:
      return FALSE;
    }
}

/* Terms that are words of the query themselves are no parts. */
static void
find_parts (OmWordQuery       *query,
            const OmWordIndex *index,
            OmQueryWord       *word,
            guint              number)
{
  const char *part = word->corrected != NULL ? word->corrected : word->surface;
  g_autoptr (GArray) found =
    om_word_index_find_parts (index, part, strlen (part), is_at_start (word, part), PARTS_MAX);

  for (guint i = 0; i < found->len; i++)
    {
      guint32 term = g_array_index (found, guint32, i);

      if (!g_hash_table_contains (query->term_words, om_vocabulary_get (&index->terms, term)))
        g_array_append_val (word->parts, term);
    }
  note_terms (query, index, word->parts, number);
}

static void
find_all_parts (OmWordQuery       *query,
                const OmWordIndex *index)
{
  gboolean room = count_found (query, index) < PARTS_ROOM;

  for (guint i = 0; i < query->words->len; i++)
    {
      OmQueryWord *word = g_ptr_array_index (query->words, i);

      if ((word->is_part || room) && can_be_part (word))
        find_parts (query, index, word, i);
    }
}

/**
 * om_word_query_new:
 * @index: where it will be searched
 * @text: what was typed, without operators
 * @language: (nullable): two letters; the language of @text if it is known, for its stop words
 *
 * Reads a query. Each word is looked up under its stems in all languages that have entries; one
 * that is not known is replaced by the known one it is probably meant to be, or taken as part of
 * words.
 *
 * Returns: (transfer full): the query
 */
OmWordQuery *
om_word_query_new (const OmWordIndex *index,
                   const char        *text,
                   const char        *language)
{
  OmWordQuery *self = g_new0 (OmWordQuery, 1);
  OmLanguage code = query_language (index, text, language);
  Reading reading = { index, self, text, FALSE };

  self->words = g_ptr_array_new_with_free_func ((GDestroyNotify) query_word_free);
  self->term_words = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->languages = om_word_index_get_languages (index);
  om_terms_foreach (text, -1, code, OM_TERMS_NO_CHARS, read_cb, &reading);
  if (self->words->len == 0)
    {
      reading.stop_words = TRUE;
      om_terms_foreach (text, -1, code, OM_TERMS_NO_CHARS, read_cb, &reading);
    }
  find_all_parts (self, index);
  return self;
}

/**
 * om_word_query_free:
 * @self: (transfer full): a query
 */
void
om_word_query_free (OmWordQuery *self)
{
  g_ptr_array_unref (self->words);
  g_hash_table_unref (self->term_words);
  g_free (self);
}

/**
 * om_word_query_find_term:
 * @term: a term as om_terms_foreach() gives it
 *
 * Returns: the word of the query that finds it, as a word or as a part of one; -1 if none does
 */
int
om_word_query_find_term (const OmWordQuery *self,
                         const char        *term)
{
  return GPOINTER_TO_INT (g_hash_table_lookup (self->term_words, term)) - 1;
}

/**
 * om_word_query_dup_corrections:
 *
 * Returns: (transfer full): NULL-terminated pairs: a word as typed, the word searched instead
 */
char **
om_word_query_dup_corrections (const OmWordQuery *self)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < self->words->len; i++)
    {
      const OmQueryWord *word = g_ptr_array_index (self->words, i);

      if (word->corrected != NULL)
        g_strv_builder_add_many (builder, word->typed, word->corrected, NULL);
    }
  return g_strv_builder_end (builder);
}

static int
compare_strings (gconstpointer a,
                 gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/**
 * om_word_query_dup_terms:
 * @words: bit per word of the query
 *
 * Returns: (transfer full): NULL-terminated: the terms that those words find, in alphabetical order
 */
char **
om_word_query_dup_terms (const OmWordQuery *self,
                         guint64            words)
{
  GPtrArray *terms = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer term, word;

  g_hash_table_iter_init (&iter, self->term_words);
  while (g_hash_table_iter_next (&iter, &term, &word))
    if ((words >> (GPOINTER_TO_UINT (word) - 1) & 1) != 0)
      g_ptr_array_add (terms, g_strdup (term));
  g_ptr_array_sort (terms, compare_strings);
  g_ptr_array_add (terms, NULL);
  return (char **) g_ptr_array_free (terms, FALSE);
}
