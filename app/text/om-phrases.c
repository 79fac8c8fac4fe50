/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A phrase is looked up as its folded words, joined; a table of first words says how long it may be. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-phrases.h"

#include <string.h>

#include "text/om-script.h"

struct _OmPhrases
{
  GHashTable *phrases; /* (element-type utf8 guint): folded words with blanks between */
  GHashTable *firsts;  /* (element-type utf8 guint): a first word, and the most words after it and it */
};

static gboolean
is_apostrophe (gunichar c)
{
  return c == '\'' || c == 0x2019;
}

/* Apostrophes and hyphens between letters belong to the word. */
static const char *
word_end (const char *p)
{
  while (*p != '\0')
    {
      gunichar c = g_utf8_get_char (p);
      const char *next = g_utf8_next_char (p);
      gunichar after = g_utf8_get_char (next);

      if (om_script_is_han (c))
        break;
      if (!om_script_is_word (c) &&
          !((is_apostrophe (c) || c == '-') && om_script_is_word (after) && !om_script_is_han (after)))
        break;
      p = next;
    }
  return p;
}

static char *
fold_word (const char *start,
           const char *end)
{
  char *folded = g_utf8_strdown (start, end - start);
  char *quote;

  /* The plain apostrophe is the shorter one, so it is put in place. */
  while ((quote = strstr (folded, "’")) != NULL)
    {
      *quote = '\'';
      memmove (quote + 1, quote + strlen ("’"), strlen (quote + strlen ("’")) + 1);
    }
  return folded;
}

static void
clear_word (gpointer data)
{
  g_clear_pointer (&((OmPhraseWord *) data)->folded, g_free);
}

/**
 * om_phrase_words:
 * @text: UTF-8
 *
 * Returns: (transfer full) (element-type OmPhraseWord): the words of @text in order
 */
GArray *
om_phrase_words (const char *text)
{
  GArray *words = g_array_new (FALSE, FALSE, sizeof (OmPhraseWord));

  g_array_set_clear_func (words, clear_word);
  for (const char *p = text; *p != '\0';)
    {
      gunichar c = g_utf8_get_char (p);
      OmPhraseWord word = { 0 };
      const char *end;

      if (!om_script_is_word (c))
        {
          p = g_utf8_next_char (p);
          continue;
        }
      word.han = om_script_is_han (c);
      end = word.han ? g_utf8_next_char (p) : word_end (p);
      if (end == p)
        end = g_utf8_next_char (p);
      word.start = p - text;
      word.end = end - text;
      word.folded = fold_word (p, end);
      g_array_append_val (words, word);
      p = end;
    }

  return words;
}

/**
 * om_phrase_count_words:
 * @text: UTF-8
 *
 * Returns: how long @text is for a reader: words, and two for three Chinese characters
 */
guint
om_phrase_count_words (const char *text)
{
  guint words = 0, characters = 0;
  const char *p = text;

  while (*p != '\0')
    {
      gunichar c = g_utf8_get_char (p);
      const char *end = om_script_is_word (c) && !om_script_is_han (c) ? word_end (p) : p;

      words += end > p;
      characters += om_script_is_han (c);
      p = end > p ? end : g_utf8_next_char (p);
    }
  return words + (characters * 2 + 1) / 3;
}

/** om_phrases_new: an empty set. */
OmPhrases *
om_phrases_new (void)
{
  OmPhrases *self = g_new0 (OmPhrases, 1);

  self->phrases = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->firsts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  return self;
}

/** om_phrases_free: frees @self. */
void
om_phrases_free (OmPhrases *self)
{
  g_hash_table_unref (self->phrases);
  g_hash_table_unref (self->firsts);
  g_free (self);
}

static void
join_words (GString      *out,
            const GArray *words,
            guint         first,
            guint         n)
{
  g_string_truncate (out, 0);
  for (guint i = first; i < first + n; i++)
    {
      if (i > first)
        g_string_append_c (out, ' ');
      g_string_append (out, g_array_index (words, OmPhraseWord, i).folded);
    }
}

/**
 * om_phrases_add:
 * @phrase: a word or several
 * @value: what finding it gives; the first value of a phrase stays
 *
 * Returns: %FALSE if the phrase has no words or is there already
 */
gboolean
om_phrases_add (OmPhrases  *self,
                const char *phrase,
                guint       value)
{
  g_autoptr (GArray) words = om_phrase_words (phrase);
  g_autoptr (GString) joined = g_string_new (NULL);
  const char *first;
  guint longest;

  if (words->len == 0)
    return FALSE;
  join_words (joined, words, 0, words->len);
  if (g_hash_table_contains (self->phrases, joined->str))
    return FALSE;

  g_hash_table_insert (self->phrases, g_strdup (joined->str), GUINT_TO_POINTER (value));
  first = g_array_index (words, OmPhraseWord, 0).folded;
  longest = GPOINTER_TO_UINT (g_hash_table_lookup (self->firsts, first));
  if (words->len > longest)
    g_hash_table_insert (self->firsts, g_strdup (first), GUINT_TO_POINTER (words->len));
  return TRUE;
}

/** om_phrases_size: how many phrases were added. */
guint
om_phrases_size (const OmPhrases *self)
{
  return g_hash_table_size (self->phrases);
}

static guint
longest_at (const OmPhrases *self,
            const GArray    *words,
            guint            first,
            guint           *value,
            GString         *joined)
{
  const char *word = g_array_index (words, OmPhraseWord, first).folded;
  guint n = MIN (GPOINTER_TO_UINT (g_hash_table_lookup (self->firsts, word)), words->len - first);

  for (; n > 0; n--)
    {
      gpointer found;

      join_words (joined, words, first, n);
      if (!g_hash_table_lookup_extended (self->phrases, joined->str, NULL, &found))
        continue;
      if (value != NULL)
        *value = GPOINTER_TO_UINT (found);
      break;
    }

  return n;
}

/**
 * om_phrases_at:
 * @words: (element-type OmPhraseWord): of om_phrase_words()
 * @first: number of a word of it
 * @value: (out) (optional): of the phrase
 *
 * Returns: how many words the longest phrase has that begins there; 0 if none does
 */
guint
om_phrases_at (const OmPhrases *self,
               const GArray    *words,
               guint            first,
               guint           *value)
{
  g_autoptr (GString) joined = NULL;

  g_return_val_if_fail (first < words->len, 0);

  if (!g_hash_table_contains (self->firsts, g_array_index (words, OmPhraseWord, first).folded))
    return 0;
  joined = g_string_new (NULL);
  return longest_at (self, words, first, value, joined);
}

/**
 * om_phrases_find:
 * @words: (element-type OmPhraseWord): of om_phrase_words()
 *
 * Finds from left to right; at each word the longest phrase that begins there wins, and the search goes on
 * behind it.
 *
 * Returns: (transfer full) (element-type OmPhraseHit): in order, not overlapping
 */
GArray *
om_phrases_find (const OmPhrases *self,
                 const GArray    *words)
{
  GArray *hits = g_array_new (FALSE, FALSE, sizeof (OmPhraseHit));
  g_autoptr (GString) joined = g_string_new (NULL);

  for (guint i = 0; i < words->len;)
    {
      OmPhraseHit hit = { 0, i, 0 };

      hit.n_words = longest_at (self, words, i, &hit.value, joined);
      if (hit.n_words > 0)
        g_array_append_val (hits, hit);
      i += MAX (hit.n_words, 1);
    }

  return hits;
}
