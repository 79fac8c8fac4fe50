/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each word votes once for its context, however often it is used. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-context-words.h"

#include "text/om-lexicon-private.h"
#include "text/om-word-file.h"

#define CONTEXTS_FORMAT "openmemory-contexts/1"

/* What the winner needs (design/traits.md 5.6). */
#define LEAST_VOTES 2
#define LEAST_RATIO 1.5

/** om_context_words_free: frees @self. */
void
om_context_words_free (OmContextWords *self)
{
  om_phrases_free (self->phrases);
  g_free (self);
}

typedef struct
{
  OmContextWords *words;
  OmContext       context;
} Adder;

static gboolean
add_word (const char *word,
          gpointer    data,
          GError    **error)
{
  Adder *adder = data;

  if (!om_phrases_add (adder->words->phrases, word, (guint) adder->context))
    return om_lexicon_refuse (error, "“%s” stands in it twice", word);
  adder->words->n_words[adder->context]++;
  return TRUE;
}

/**
 * om_context_words_parse:
 * @json: a file of the form `openmemory-contexts/1`
 *
 * Returns: (transfer full): the words, or %NULL with %OM_ERROR_INVALID if the file is not right
 */
OmContextWords *
om_context_words_parse (GBytes  *json,
                        GError **error)
{
  g_autoptr (OmContextWords) self = g_new0 (OmContextWords, 1);
  g_autoptr (JsonParser) parser = NULL;
  JsonObject *root = NULL, *contexts;

  self->phrases = om_phrases_new ();
  parser = om_word_file_open (json, CONTEXTS_FORMAT, &self->language, &root, error);
  contexts = parser != NULL ? om_lexicon_object (root, "contexts", error) : NULL;
  if (contexts == NULL)
    return NULL;
  for (guint i = 0; i < OM_CONTEXT_GENERAL; i++)
    {
      Adder adder = { self, (OmContext) i };

      if (!om_word_file_foreach (contexts, om_context_to_nick ((OmContext) i), add_word, &adder, error))
        return NULL;
    }
  return g_steal_pointer (&self);
}

/**
 * om_context_words_get:
 *
 * Returns: (transfer none) (nullable): the words of @language, read once; %NULL if there are none
 */
const OmContextWords *
om_context_words_get (OmLanguage language)
{
  static OmWordFileSlot slots[OM_N_LANGUAGES];

  return om_word_file_get (slots, "contexts", language, (OmWordFileParse) om_context_words_parse);
}

/**
 * om_context_words_vote:
 * @text: an entry, UTF-8
 * @votes: (inout): the votes of @self are added
 */
void
om_context_words_vote (const OmContextWords *self,
                       const char           *text,
                       guint                 votes[OM_N_CONTEXTS])
{
  g_autoptr (GArray) words = om_phrase_words (text);
  g_autoptr (GArray) hits = om_phrases_find (self->phrases, words);
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < hits->len; i++)
    {
      const OmPhraseHit *hit = &g_array_index (hits, OmPhraseHit, i);
      const OmPhraseWord *first = &g_array_index (words, OmPhraseWord, hit->first);
      const OmPhraseWord *last = &g_array_index (words, OmPhraseWord, hit->first + hit->n_words - 1);
      g_autofree char *phrase = g_utf8_casefold (text + first->start, (gssize) (last->end - first->start));

      if (g_hash_table_add (seen, g_steal_pointer (&phrase)))
        votes[hit->value]++;
    }
}

/**
 * om_context_of_votes:
 *
 * Returns: the context with at least two votes and 1.5 times those of the second, else
 *   %OM_CONTEXT_GENERAL
 */
OmContext
om_context_of_votes (const guint votes[OM_N_CONTEXTS])
{
  guint best = 0, second = 0;
  OmContext winner = OM_CONTEXT_GENERAL;

  for (guint i = 0; i < OM_CONTEXT_GENERAL; i++)
    if (votes[i] > best)
      {
        second = best;
        best = votes[i];
        winner = (OmContext) i;
      }
    else if (votes[i] > second)
      second = votes[i];

  return best >= LEAST_VOTES && best >= LEAST_RATIO * second ? winner : OM_CONTEXT_GENERAL;
}

/**
 * om_context_of_text:
 * @text: an entry; title and tags may be put before it, each on a line
 * @votes: (out) (optional): what each context got
 *
 * Asks the words of all languages, for an entry may be written in two. What the person has said of an entry
 * goes before this.
 *
 * Returns: the context, %OM_CONTEXT_GENERAL if none wins
 */
OmContext
om_context_of_text (const char *text,
                    guint       votes[OM_N_CONTEXTS])
{
  guint counted[OM_N_CONTEXTS] = { 0 };

  for (guint i = 0; i < OM_N_LANGUAGES; i++)
    {
      const OmContextWords *words = om_context_words_get ((OmLanguage) i);

      if (words != NULL)
        om_context_words_vote (words, text, counted);
    }
  for (guint i = 0; votes != NULL && i < OM_N_CONTEXTS; i++)
    votes[i] = counted[i];
  return om_context_of_votes (counted);
}
