/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A pattern is a verb and what follows it: `play ~piano/organ` is a form of "play" and, a few words on,
 * "piano" or "organ". Without `~` a word follows at once; `$` is the end of a clause, `!x` not at once x,
 * `-x` not x among the next three words; `_` stands for a blank. English verbs come in all their forms, of which the file gives the
 * irregular ones. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-deed-words.h"

#include <string.h>

#include "text/om-lexicon-private.h"
#include "text/om-word-file.h"

#define ACTIVITIES_FORMAT "openmemory-activities/1"

/* How many words may stand between a verb and its object; a Chinese character is a word. */
#define GAP_WORDS 5
#define GAP_CHARACTERS 8
#define NEAR_WORDS 3

#define ALL_FORMS (OM_DEED_BASE | OM_DEED_THIRD | OM_DEED_PAST_FORM | OM_DEED_PARTICIPLE | OM_DEED_ING)

static const char *const list_names[OM_N_DEED_LISTS] = {
  [OM_DEED_LIST_FIRST] = "first",
  [OM_DEED_LIST_OTHERS] = "others",
  [OM_DEED_LIST_NEGATING] = "negating",
  [OM_DEED_LIST_WISH] = "wish",
  [OM_DEED_LIST_REPORTED] = "reported",
  [OM_DEED_LIST_PAST] = "past",
  [OM_DEED_LIST_HABITUAL] = "habitual",
  [OM_DEED_LIST_ADVERBS] = "adverbs",
  [OM_DEED_LIST_AUXILIARIES] = "auxiliaries",
  [OM_DEED_LIST_BEING] = "being",
  [OM_DEED_LIST_MODAL] = "modal",
  [OM_DEED_LIST_NOTHING] = "nothing",
  [OM_DEED_LIST_LATER] = "later",
  [OM_DEED_LIST_SUBORDINATE] = "subordinate",
  [OM_DEED_LIST_JOINING] = "joining",
  [OM_DEED_LIST_OPENERS] = "openers",
  [OM_DEED_LIST_ACTS] = "acts",
  [OM_DEED_LIST_STARTERS] = "starters",
  [OM_DEED_LIST_MANAGING] = "managing",
  [OM_DEED_LIST_BESIDE] = "beside",
  [OM_DEED_LIST_LIKING] = "liking",
  [OM_DEED_LIST_AFTER] = "after",
  [OM_DEED_LIST_AFTER_FINE] = "after-fine",
};

typedef enum
{
  STEP_NEXT,
  STEP_GAP,
  STEP_END,
  STEP_NOT,
  STEP_NOT_NEAR,
} StepKind;

/* @any: (element-type GStrv): folded words of each alternative */
typedef struct
{
  StepKind   kind;
  GPtrArray *any;
} Step;

/* One alternative of a first step has its own pattern. */
typedef struct
{
  guint  activity;
  GStrv  head; /* its words; the first is matched in any of its forms */
  GArray *steps;
} OmDeedPattern;

/* Under a first word: which pattern, and what form of its verb that is. */
typedef struct
{
  guint       pattern;
  OmDeedForms forms;
} Start;

static void
clear_step (gpointer data)
{
  g_clear_pointer (&((Step *) data)->any, g_ptr_array_unref);
}

static void
free_pattern (gpointer data)
{
  OmDeedPattern *pattern = data;

  g_strfreev (pattern->head);
  g_array_unref (pattern->steps);
  g_free (pattern);
}

static void
clear_activity (gpointer data)
{
  OmDeedActivity *activity = data;

  g_clear_pointer (&activity->key, g_free);
  g_clear_pointer (&activity->say, g_free);
}

/** om_deed_words_free: frees @self. */
void
om_deed_words_free (OmDeedWords *self)
{
  for (guint i = 0; i < OM_N_DEED_LISTS; i++)
    g_clear_pointer (&self->lists[i], om_phrases_free);
  g_array_unref (self->activities);
  g_ptr_array_unref (self->patterns);
  g_hash_table_unref (self->starts);
  g_hash_table_unref (self->by_key);
  g_free (self->sentence);
  g_free (self->period);
  g_strfreev (self->months);
  g_free (self);
}

static GStrv
split_words (const char *text)
{
  g_autofree char *spaced = g_strdelimit (g_strdup (text), "_", ' ');
  g_autoptr (GArray) words = om_phrase_words (spaced);
  GStrv out = g_new0 (char *, words->len + 1);

  for (guint i = 0; i < words->len; i++)
    out[i] = g_strdup (g_array_index (words, OmPhraseWord, i).folded);
  return out;
}

static void
add_start (OmDeedWords *self,
           const char  *word,
           guint        pattern,
           OmDeedForms  forms)
{
  GArray *starts = g_hash_table_lookup (self->starts, word);

  if (starts == NULL)
    {
      starts = g_array_new (FALSE, FALSE, sizeof (Start));
      g_hash_table_insert (self->starts, g_strdup (word), starts);
    }
  for (guint i = 0; i < starts->len; i++)
    {
      Start *start = &g_array_index (starts, Start, i);

      if (start->pattern == pattern)
        {
          start->forms |= forms;
          return;
        }
    }
  g_array_append_vals (starts, &(Start) { pattern, forms }, 1);
}

static gboolean
is_vowel (char c)
{
  return c != '\0' && strchr ("aeiou", c) != NULL;
}

/* The forms of a regular verb; doubled consonants are among the irregular ones. */
static void
add_regular (OmDeedWords *self,
             const char  *verb,
             guint        pattern)
{
  gsize n = strlen (verb);
  char last = verb[n - 1], before = n > 1 ? verb[n - 2] : '\0';
  g_autofree char *stem = g_strndup (verb, n - 1);
  g_autofree char *third = NULL;
  g_autofree char *past = NULL;
  g_autofree char *ing = NULL;

  if (last == 'y' && !is_vowel (before))
    {
      third = g_strconcat (stem, "ies", NULL);
      past = g_strconcat (stem, "ied", NULL);
      ing = g_strconcat (verb, "ing", NULL);
    }
  else if (last == 'e')
    {
      third = g_strconcat (verb, "s", NULL);
      past = g_strconcat (verb, "d", NULL);
      ing = before == 'e' ? g_strconcat (verb, "ing", NULL) : g_strconcat (stem, "ing", NULL);
    }
  else
    {
      gboolean hisses = last == 's' || last == 'x' || last == 'z' || (last == 'h' && (before == 's' || before == 'c'));

      third = g_strconcat (verb, hisses ? "es" : "s", NULL);
      past = g_strconcat (verb, "ed", NULL);
      ing = g_strconcat (verb, "ing", NULL);
    }
  add_start (self, verb, pattern, OM_DEED_BASE);
  add_start (self, third, pattern, OM_DEED_THIRD);
  add_start (self, past, pattern, OM_DEED_PAST_FORM | OM_DEED_PARTICIPLE);
  add_start (self, ing, pattern, OM_DEED_ING);
}

static void
add_forms (OmDeedWords *self,
           GHashTable  *irregular,
           const char  *verb,
           guint        pattern)
{
  char **forms = g_hash_table_lookup (irregular, verb);
  g_autofree char *third = NULL;
  gboolean hisses;

  if (self->language == OM_LANGUAGE_ZH)
    {
      add_start (self, verb, pattern, ALL_FORMS);
      return;
    }
  if (forms == NULL)
    {
      add_regular (self, verb, pattern);
      return;
    }

  hisses = g_str_has_suffix (verb, "ch") || g_str_has_suffix (verb, "sh") || g_str_has_suffix (verb, "x") ||
           g_str_has_suffix (verb, "o");
  third = g_strconcat (verb, hisses ? "es" : "s", NULL);
  add_start (self, verb, pattern, OM_DEED_BASE);
  add_start (self, third, pattern, OM_DEED_THIRD);
  add_start (self, forms[1], pattern, OM_DEED_PAST_FORM);
  add_start (self, forms[2], pattern, OM_DEED_PARTICIPLE);
  add_start (self, forms[3], pattern, OM_DEED_ING);
}

static void
add_pattern (OmDeedWords *self,
             GHashTable  *irregular,
             guint        activity,
             const char  *source)
{
  g_auto (GStrv) parts = g_strsplit (source, " ", -1);
  g_auto (GStrv) heads = g_strsplit (parts[0], "/", -1);

  for (guint h = 0; heads[h] != NULL; h++)
    {
      OmDeedPattern *pattern = g_new0 (OmDeedPattern, 1);

      pattern->activity = activity;
      pattern->head = split_words (heads[h]);
      pattern->steps = g_array_new (FALSE, FALSE, sizeof (Step));
      g_array_set_clear_func (pattern->steps, clear_step);
      for (guint i = 1; parts[i] != NULL; i++)
        {
          Step step = { STEP_NEXT, g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev) };
          const char *words = parts[i];
          g_auto (GStrv) any = NULL;

          if (strchr ("~$!-", *words) != NULL)
            {
              step.kind = *words == '~' ? STEP_GAP : *words == '$' ? STEP_END : *words == '!' ? STEP_NOT : STEP_NOT_NEAR;
              words++;
            }
          any = g_strsplit (words, "/", -1);
          for (guint j = 0; any[j] != NULL; j++)
            g_ptr_array_add (step.any, split_words (any[j]));
          g_array_append_val (pattern->steps, step);
        }
      g_ptr_array_add (self->patterns, pattern);
      add_forms (self, irregular, pattern->head[0], self->patterns->len - 1);
    }
}

static gboolean
read_forms (GHashTable *irregular,
            JsonObject *root,
            GError    **error)
{
  JsonArray *all = om_lexicon_array (root, "forms", error);

  for (guint i = 0; all != NULL && i < json_array_get_length (all); i++)
    {
      JsonNode *node = json_array_get_element (all, i);
      JsonArray *forms = JSON_NODE_HOLDS_ARRAY (node) ? json_node_get_array (node) : NULL;
      GStrv words;

      if (forms == NULL || json_array_get_length (forms) != 4)
        return om_lexicon_refuse (error, "a verb of “forms” has not four forms");
      words = g_new0 (char *, 5);
      for (guint j = 0; j < 4; j++)
        {
          const char *form = om_lexicon_string (json_array_get_element (forms, j));

          words[j] = g_strdup (form != NULL ? form : "");
        }
      g_hash_table_insert (irregular, words[0], words);
    }

  return all != NULL;
}

typedef struct
{
  OmPhrases *list;
  guint      value;
} ListAdder;

static gboolean
add_to_list (const char *word,
             gpointer    data,
             GError    **error)
{
  ListAdder *adder = data;

  if (!om_phrases_add (adder->list, word, adder->value))
    return om_lexicon_refuse (error, "“%s” stands in a list twice", word);
  return TRUE;
}

/* What a list NAME-fine holds is found before what is part of it, and is nothing. */
static gboolean
read_lists (OmDeedWords *self,
            JsonObject  *root,
            GError     **error)
{
  JsonObject *lists = om_lexicon_object (root, "lists", error);

  for (guint i = 0; lists != NULL && i < OM_N_DEED_LISTS; i++)
    {
      g_autofree char *fine = g_strconcat (list_names[i], "-fine", NULL);
      ListAdder adder = { NULL, 1 };

      if (!json_object_has_member (lists, list_names[i]))
        continue;
      adder.list = self->lists[i] = om_phrases_new ();
      if (!om_word_file_foreach (lists, list_names[i], add_to_list, &adder, error))
        return FALSE;
      adder.value = 0;
      if (i != OM_DEED_LIST_AFTER && json_object_has_member (lists, fine) &&
          !om_word_file_foreach (lists, fine, add_to_list, &adder, error))
        return FALSE;
    }
  if (lists != NULL && (self->lists[OM_DEED_LIST_FIRST] == NULL || self->lists[OM_DEED_LIST_NEGATING] == NULL))
    return om_lexicon_refuse (error, "a list that every sentence needs is missing");

  return lists != NULL;
}

static gboolean
read_activity (OmDeedWords *self,
               GHashTable  *irregular,
               JsonNode    *node,
               GError     **error)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *key = object != NULL ? om_lexicon_string (json_object_get_member (object, "key")) : NULL;
  const char *say = object != NULL ? om_lexicon_string (json_object_get_member (object, "say")) : NULL;
  JsonArray *any = key != NULL && say != NULL ? om_lexicon_array (object, "any", error) : NULL;
  OmDeedActivity activity;

  if (key == NULL || say == NULL)
    return om_lexicon_refuse (error, "an activity has no “key” or no “say”");
  if (any == NULL)
    return FALSE;
  if (g_hash_table_contains (self->by_key, key))
    return om_lexicon_refuse (error, "the activity “%s” stands in it twice", key);
  activity.key = g_strdup (key);
  activity.say = g_strdup (say);
  g_array_append_val (self->activities, activity);
  g_hash_table_insert (self->by_key, g_strdup (key), GUINT_TO_POINTER (self->activities->len));
  for (guint i = 0; i < json_array_get_length (any); i++)
    {
      const char *pattern = om_lexicon_string (json_array_get_element (any, i));

      if (pattern == NULL || strchr ("~$!-", *pattern) != NULL)
        return om_lexicon_refuse (error, "a pattern of “%s” begins with no verb", key);
      add_pattern (self, irregular, self->activities->len - 1, pattern);
    }

  return TRUE;
}

static gboolean
read_texts (OmDeedWords *self,
            JsonObject  *root,
            GError     **error)
{
  JsonArray *months = om_lexicon_array (root, "months", error);

  if (months == NULL)
    return FALSE;
  self->sentence = g_strdup (om_lexicon_string (json_object_get_member (root, "sentence")));
  self->period = g_strdup (om_lexicon_string (json_object_get_member (root, "period")));
  if (self->sentence == NULL || self->period == NULL || json_array_get_length (months) != 12)
    return om_lexicon_refuse (error, "“sentence”, “period” or a month is missing");
  self->months = g_new0 (char *, 13);
  for (guint i = 0; i < 12; i++)
    {
      const char *month = om_lexicon_string (json_array_get_element (months, i));

      self->months[i] = g_strdup (month != NULL ? month : "");
    }
  return TRUE;
}

/**
 * om_deed_words_parse:
 * @json: a file of the form `openmemory-activities/1`
 *
 * Returns: (transfer full): the words, or %NULL with %OM_ERROR_INVALID if the file is not right
 */
OmDeedWords *
om_deed_words_parse (GBytes  *json,
                     GError **error)
{
  g_autoptr (OmDeedWords) self = g_new0 (OmDeedWords, 1);
  g_autoptr (GHashTable) irregular = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, (GDestroyNotify) g_strfreev);
  g_autoptr (JsonParser) parser = NULL;
  JsonObject *root = NULL;
  JsonArray *activities;

  self->activities = g_array_new (FALSE, FALSE, sizeof (OmDeedActivity));
  g_array_set_clear_func (self->activities, clear_activity);
  self->patterns = g_ptr_array_new_with_free_func (free_pattern);
  self->starts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_array_unref);
  self->by_key = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  parser = om_word_file_open (json, ACTIVITIES_FORMAT, &self->language, &root, error);
  if (parser == NULL || !read_texts (self, root, error) || !read_forms (irregular, root, error) ||
      !read_lists (self, root, error))
    return NULL;
  activities = om_lexicon_array (root, "activities", error);
  if (activities == NULL)
    return NULL;
  for (guint i = 0; i < json_array_get_length (activities); i++)
    if (!read_activity (self, irregular, json_array_get_element (activities, i), error))
      return NULL;
  return g_steal_pointer (&self);
}

/**
 * om_deed_words_get:
 *
 * Returns: (transfer none) (nullable): the activities of @language, read once; %NULL if there are none
 */
const OmDeedWords *
om_deed_words_get (OmLanguage language)
{
  static OmWordFileSlot slots[OM_N_LANGUAGES];

  return om_word_file_get (slots, "activities", language, (OmWordFileParse) om_deed_words_parse);
}

/* How many words @alternative takes at @at; 0 if it is not there, or goes over the end of the clause. */
static guint
words_at (GStrv           alternative,
          const GArray   *words,
          const gboolean *breaks,
          guint           at)
{
  guint n = 0;

  for (; alternative[n] != NULL; n++)
    if (at + n >= words->len || breaks[at + n] ||
        strcmp (alternative[n], g_array_index (words, OmPhraseWord, at + n).folded) != 0)
      return 0;
  return n;
}

static guint
any_at (const Step     *step,
        const GArray   *words,
        const gboolean *breaks,
        guint           at)
{
  guint longest = 0;

  for (guint i = 0; i < step->any->len; i++)
    longest = MAX (longest, words_at (g_ptr_array_index (step->any, i), words, breaks, at));
  return longest;
}

/* The word after the match of @step at @at; 0 if it does not match. */
static guint
take_step (const OmDeedWords *self,
           const Step        *step,
           const GArray      *words,
           const gboolean    *breaks,
           guint              at)
{
  guint reach, n;

  switch (step->kind)
    {
    case STEP_END:
      return at >= words->len || breaks[at] ? at : 0;
    case STEP_NOT:
      return any_at (step, words, breaks, at) > 0 ? 0 : at;
    case STEP_NOT_NEAR:
      for (guint i = at; i < at + NEAR_WORDS && i < words->len && !breaks[i]; i++)
        if (any_at (step, words, breaks, i) > 0)
          return 0;
      return at;
    case STEP_NEXT:
      n = any_at (step, words, breaks, at);
      return n > 0 ? at + n : 0;
    case STEP_GAP:
      reach = self->language == OM_LANGUAGE_ZH ? GAP_CHARACTERS : GAP_WORDS;
      for (guint i = at; i <= at + reach && i < words->len && !breaks[i]; i++)
        {
          n = any_at (step, words, breaks, i);
          if (n > 0)
            return i + n;
        }
      return 0;
    default:
      g_assert_not_reached ();
    }
}

/**
 * om_deed_words_match:
 * @words: (element-type OmPhraseWord): of a sentence
 * @breaks: for each word whether a clause begins with it
 * @first: where to look
 * @match: (out): the longest match that begins there
 *
 * Returns: %FALSE if no activity begins there
 */
gboolean
om_deed_words_match (const OmDeedWords *self,
                     const GArray      *words,
                     const gboolean    *breaks,
                     guint              first,
                     OmDeedMatch       *match)
{
  GArray *starts = g_hash_table_lookup (self->starts, g_array_index (words, OmPhraseWord, first).folded);

  match->n_words = 0;
  for (guint i = 0; starts != NULL && i < starts->len; i++)
    {
      const Start *start = &g_array_index (starts, Start, i);
      const OmDeedPattern *pattern = g_ptr_array_index (self->patterns, start->pattern);
      guint at = first + 1, rest = words_at (pattern->head + 1, words, breaks, at);

      if (pattern->head[1] != NULL && rest == 0)
        continue;
      at += rest;
      for (guint j = 0; at > 0 && j < pattern->steps->len; j++)
        at = take_step (self, &g_array_index (pattern->steps, Step, j), words, breaks, at);
      if (at > first + match->n_words)
        *match = (OmDeedMatch) { pattern->activity, start->forms, at - first };
    }

  return match->n_words > 0;
}

/**
 * om_deed_words_forms:
 *
 * Returns: what @word may be as a verb of any activity; 0 if it is none
 */
OmDeedForms
om_deed_words_forms (const OmDeedWords *self,
                     const char        *word)
{
  GArray *starts = g_hash_table_lookup (self->starts, word);
  OmDeedForms forms = 0;

  for (guint i = 0; starts != NULL && i < starts->len; i++)
    forms |= g_array_index (starts, Start, i).forms;
  return forms;
}
