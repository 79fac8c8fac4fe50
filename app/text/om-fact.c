/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pattern stands at the beginning of a clause and names its groups: `value`, and where they are not fixed
 * `subject`, `kin` ("my brother"), `pet` ("I have a cat called ...") and `predicate`. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-fact.h"

#include <string.h>

#include "text/om-lexicon-private.h"
#include "text/om-phrases.h"
#include "text/om-sentences.h"
#include "text/om-word-file.h"

#define FACTS_FORMAT "openmemory-facts/1"
#define MAX_BYTES 600
#define MAX_VALUE_CHARACTERS 80

/* @subject, @predicate: empty where a group says it */
typedef struct
{
  char   *subject;
  char   *predicate;
  GRegex *regex;
} Pattern;

typedef struct
{
  OmLanguage language;
  GArray    *patterns;
  OmPhrases *refuse;
} Words;

static void
clear_pattern (gpointer data)
{
  Pattern *pattern = data;

  g_clear_pointer (&pattern->subject, g_free);
  g_clear_pointer (&pattern->predicate, g_free);
  g_clear_pointer (&pattern->regex, g_regex_unref);
}

static void
free_words (Words *self)
{
  g_array_unref (self->patterns);
  om_phrases_free (self->refuse);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Words, free_words)

static gboolean
add_refusal (const char *word,
             gpointer    data,
             GError    **error)
{
  if (!om_phrases_add (((Words *) data)->refuse, word, 1) && om_phrases_size (((Words *) data)->refuse) == 0)
    return om_lexicon_refuse (error, "“%s” has no word", word);
  return TRUE;
}

typedef struct
{
  Words      *words;
  const char *subject;
  const char *predicate;
} Adder;

static gboolean
add_pattern (const char *source,
             gpointer    data,
             GError    **error)
{
  Adder *adder = data;
  g_autoptr (GError) inner = NULL;
  Pattern pattern = { NULL, NULL, NULL };

  if (strstr (source, "(?<value>") == NULL)
    return om_lexicon_refuse (error, "a pattern of “%s” names no value", adder->predicate);
  pattern.regex = g_regex_new (source, G_REGEX_CASELESS | G_REGEX_OPTIMIZE | G_REGEX_DUPNAMES, 0, &inner);
  if (pattern.regex == NULL)
    return om_lexicon_refuse (error, "a pattern of “%s” is none (%s)", adder->predicate, inner->message);
  pattern.subject = g_strdup (adder->subject);
  pattern.predicate = g_strdup (adder->predicate);
  g_array_append_val (adder->words->patterns, pattern);
  return TRUE;
}

static gpointer
parse (GBytes  *json,
       GError **error)
{
  g_autoptr (Words) self = g_new0 (Words, 1);
  g_autoptr (JsonParser) parser = NULL;
  JsonObject *root = NULL;
  JsonArray *patterns;

  self->patterns = g_array_new (FALSE, FALSE, sizeof (Pattern));
  g_array_set_clear_func (self->patterns, clear_pattern);
  self->refuse = om_phrases_new ();
  parser = om_word_file_open (json, FACTS_FORMAT, &self->language, &root, error);
  if (parser == NULL || !om_word_file_foreach (root, "refuse", add_refusal, self, error))
    return NULL;
  patterns = om_lexicon_array (root, "patterns", error);
  for (guint i = 0; patterns != NULL && i < json_array_get_length (patterns); i++)
    {
      JsonNode *node = json_array_get_element (patterns, i);
      JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
      Adder adder = { self, NULL, NULL };

      if (object == NULL)
        {
          om_lexicon_refuse (error, "a pattern is not an object");
          return NULL;
        }
      adder.subject = json_object_get_string_member_with_default (object, "subject", "");
      adder.predicate = json_object_get_string_member_with_default (object, "predicate", "");
      if (!om_word_file_foreach (object, "any", add_pattern, &adder, error))
        return NULL;
    }
  return patterns != NULL ? g_steal_pointer (&self) : NULL;
}

/** om_facts_check: %FALSE with %OM_ERROR_INVALID if @json is no right file of facts. */
gboolean
om_facts_check (GBytes  *json,
                GError **error)
{
  g_autoptr (Words) words = parse (json, error);

  return words != NULL;
}

static const Words *
get (OmLanguage language)
{
  static OmWordFileSlot slots[OM_N_LANGUAGES];

  return om_word_file_get (slots, "facts", language, parse);
}

static char *
dup_group (GMatchInfo *match,
           const char *name)
{
  char *group = g_match_info_fetch_named (match, name);

  if (group != NULL && *g_strstrip (group) == '\0')
    g_clear_pointer (&group, g_free);
  return group;
}

/* "my sister", whatever the case; "my cat" of "I have a cat called ...". */
static char *
subject_of (const Words *words,
            GMatchInfo  *match,
            const char  *fixed)
{
  g_autofree char *subject = NULL;
  g_autofree char *kin = NULL;
  g_autofree char *pet = NULL;

  if (*fixed != '\0')
    return g_strdup (fixed);
  subject = dup_group (match, "subject");
  if (subject != NULL)
    return g_steal_pointer (&subject);
  kin = dup_group (match, "kin");
  if (kin != NULL)
    return g_utf8_strdown (kin, -1);
  pet = dup_group (match, "pet");
  return pet != NULL ? g_strconcat (words->language == OM_LANGUAGE_ZH ? "我的" : "my ", pet, NULL) : NULL;
}

/* One sister and two sisters are told of the same. */
static char *
predicate_of (GMatchInfo *match,
              const char *fixed)
{
  g_autofree char *group = NULL;
  char *predicate;

  if (*fixed != '\0')
    return g_strdup (fixed);
  group = dup_group (match, "predicate");
  if (group == NULL)
    return NULL;
  predicate = g_utf8_strdown (group, -1);
  if (g_str_has_suffix (predicate, "ers") || g_str_has_suffix (predicate, "sons"))
    predicate[strlen (predicate) - 1] = '\0';
  return predicate;
}

static gboolean
is_refused (const Words *words,
            const char  *sentence)
{
  g_autoptr (GArray) split = om_phrase_words (sentence);
  g_autoptr (GArray) hits = om_phrases_find (words->refuse, split);

  return hits->len > 0;
}

static void
clear_fact (gpointer data)
{
  OmFact *fact = data;

  g_clear_pointer (&fact->subject, g_free);
  g_clear_pointer (&fact->predicate, g_free);
  g_clear_pointer (&fact->value, g_free);
}

static gboolean
is_known (const GArray *facts,
          guint         from,
          const OmFact *fact)
{
  for (guint i = from; i < facts->len; i++)
    {
      const OmFact *other = &g_array_index (facts, OmFact, i);

      if (strcmp (other->subject, fact->subject) == 0 && strcmp (other->predicate, fact->predicate) == 0)
        return TRUE;
    }
  return FALSE;
}

static void
read_sentence (const char       *text,
               const OmSentence *place,
               GArray           *facts)
{
  g_autofree char *sentence = om_sentence_dup (text, place);
  const Words *words = get (om_sentence_language (sentence));
  guint from = facts->len;

  /* The plain apostrophe has the patterns. */
  if (strstr (sentence, "’") != NULL)
    {
      g_autoptr (GString) plain = g_string_new (sentence);

      g_string_replace (plain, "’", "'", 0);
      g_free (sentence);
      sentence = g_strdup (plain->str);
    }
  if (words == NULL || place->quoted || place->length > MAX_BYTES || om_sentence_asks (sentence) ||
      is_refused (words, sentence))
    return;

  for (guint i = 0; i < words->patterns->len; i++)
    {
      const Pattern *pattern = &g_array_index (words->patterns, Pattern, i);
      g_autoptr (GMatchInfo) match = NULL;

      g_regex_match (pattern->regex, sentence, 0, &match);
      for (; g_match_info_matches (match); g_match_info_next (match, NULL))
        {
          OmFact fact = { subject_of (words, match, pattern->subject), predicate_of (match, pattern->predicate),
                          dup_group (match, "value"), place->start, place->end };

          if (fact.subject == NULL || fact.predicate == NULL || fact.value == NULL ||
              g_utf8_strlen (fact.value, -1) > MAX_VALUE_CHARACTERS || is_known (facts, from, &fact))
            clear_fact (&fact);
          else
            g_array_append_val (facts, fact);
        }
    }
}

/**
 * om_facts_find:
 * @text: an entry, UTF-8
 *
 * Finds what is stated plainly, in the present, and not in a quotation, a question, a wish or a denial. A
 * sentence says one thing of a subject and predicate at most.
 *
 * Returns: (transfer full) (element-type OmFact): in the order of the sentences
 */
GArray *
om_facts_find (const char *text)
{
  g_autoptr (GArray) sentences = om_sentences_split (text);
  GArray *facts = g_array_new (FALSE, FALSE, sizeof (OmFact));

  g_array_set_clear_func (facts, clear_fact);
  for (guint i = 0; i < sentences->len; i++)
    read_sentence (text, &g_array_index (sentences, OmSentence, i), facts);
  return facts;
}
