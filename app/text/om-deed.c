/* SPDX-License-Identifier: GPL-3.0-or-later */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-deed.h"

#include <string.h>

#include "text/om-deed-judge.h"
#include "text/om-sensitive.h"
#include "text/om-sentences.h"
#include "text/om-statement-words.h"

/* A longer sentence is a list or a machine's, not what a person did. */
#define MAX_BYTES 1200

static const char *const refusal_nicks[OM_N_DEED_REFUSALS] = {
  [OM_DEED_TAKEN] = "taken",
  [OM_DEED_QUESTION] = "question",
  [OM_DEED_QUOTE] = "quote",
  [OM_DEED_SENSITIVE] = "sensitive",
  [OM_DEED_PAST] = "past",
  [OM_DEED_REPORTED] = "reported",
  [OM_DEED_WISH] = "wish",
  [OM_DEED_NEGATION] = "negation",
  [OM_DEED_GENERAL] = "general",
  [OM_DEED_OTHER] = "other",
};

/** om_deed_refusal_to_nick: a word for programs, "taken" if it was not refused. */
const char *
om_deed_refusal_to_nick (OmDeedRefusal refusal)
{
  g_return_val_if_fail ((guint) refusal < OM_N_DEED_REFUSALS, NULL);
  return refusal_nicks[refusal];
}

/* Number of the phrase of @list at @word in words; 0 if there is none, or one that means nothing. */
guint
om_deed_in_list (const OmDeedSentence *self,
                 OmDeedList            list,
                 guint                 word)
{
  const OmPhrases *phrases = self->lexicon->lists[list];
  guint value = 0, n;

  if (phrases == NULL)
    return 0;
  n = om_phrases_at (phrases, self->words, word, &value);
  return value > 0 ? n : 0;
}

/* Whether a phrase of @list with so many words lies between two words; what means nothing is passed over. */
gboolean
om_deed_list_between (const OmDeedSentence *self,
                      OmDeedList            list,
                      guint                 first,
                      guint                 end,
                      guint                 least_words)
{
  const OmPhrases *phrases = self->lexicon->lists[list];

  for (guint i = first; phrases != NULL && i < end;)
    {
      guint value = 0, n = om_phrases_at (phrases, self->words, i, &value);

      if (value > 0 && n >= least_words)
        return TRUE;
      i += MAX (n, 1);
    }

  return FALSE;
}

/* Whether a clause begins behind @from: any sign but those inside numbers. */
static gboolean
is_break (const char *from,
          const char *to)
{
  if (to == from + 1 && strchr (".,:", *from) != NULL && g_ascii_isdigit (from[-1]) && g_ascii_isdigit (*to))
    return FALSE;
  for (const char *p = from; p < to; p = g_utf8_next_char (p))
    if (g_unichar_ispunct (g_utf8_get_char (p)))
      return TRUE;
  return FALSE;
}

static gboolean *
find_breaks (const char   *text,
             const GArray *words)
{
  gboolean *breaks = g_new0 (gboolean, words->len + 1);

  for (guint i = 0; i < words->len; i++)
    {
      const OmPhraseWord *word = &g_array_index (words, OmPhraseWord, i);
      gsize before = i > 0 ? g_array_index (words, OmPhraseWord, i - 1).end : 0;

      breaks[i] = i == 0 || is_break (text + before, text + word->start);
    }
  return breaks;
}

static gboolean
is_in_quote (const char *text,
             gsize       offset)
{
  const char *start, *end;

  for (const char *p = text; om_sentence_next_quote (text, p, &start, &end); p = end)
    if (offset >= (gsize) (start - text) && offset < (gsize) (end - text))
      return TRUE;
  return FALSE;
}

/* "3. Read it to the end": a point of a list is a plan. */
static gboolean
is_listed (const char *text,
           gsize       offset)
{
  const char *p = text + offset;

  while (p > text && (p[-1] == ' ' || p[-1] == '\t'))
    p--;
  if (p > text && (p[-1] == '.' || p[-1] == ')'))
    {
      const char *digits = --p;

      while (p > text && g_ascii_isdigit (p[-1]))
        p--;
      return p < digits && (p == text || p[-1] == '\n');
    }
  return p > text && (p[-1] == '-' || p[-1] == '*') && (p - 1 == text || p[-2] == '\n');
}

typedef struct
{
  const char *text;
  guint       allowed;
  gboolean    after_others;
  GArray     *deeds;
} Finder;

static OmDeedRefusal
refusal_of (const Finder         *self,
            const OmDeedSentence *sentence,
            const OmSentence     *place,
            const OmDeedMatch    *match,
            guint                 first)
{
  const OmPhraseWord *word = &g_array_index (sentence->words, OmPhraseWord, first);

  if (om_sentence_asks (sentence->text))
    return OM_DEED_QUESTION;
  if (place->quoted || is_in_quote (sentence->text, word->start))
    return OM_DEED_QUOTE;
  if ((om_sensitive_find (sentence->text) & ~self->allowed) != 0)
    return OM_DEED_SENSITIVE;
  return sentence->lexicon->language == OM_LANGUAGE_ZH
           ? om_deed_judge_chinese (sentence, first, first + match->n_words)
           : om_deed_judge_english (sentence, first, match->forms);
}

static void
read_words (Finder             *self,
            OmDeedSentence     *sentence,
            const OmSentence   *place,
            guint               number)
{
  const GArray *words = sentence->words;

  for (guint i = 0; i < words->len;)
    {
      OmDeedMatch match;
      OmDeed deed = { 0 };

      if (!om_deed_words_match (sentence->lexicon, words, sentence->breaks, i, &match))
        {
          i++;
          continue;
        }
      deed.key = g_array_index (sentence->lexicon->activities, OmDeedActivity, match.activity).key;
      deed.language = sentence->lexicon->language;
      deed.refusal = refusal_of (self, sentence, place, &match, i);
      deed.offset = place->offset + g_array_index (words, OmPhraseWord, i).start;
      deed.length = place->offset + g_array_index (words, OmPhraseWord, i + match.n_words - 1).end - deed.offset;
      deed.start = place->start + (guint) g_utf8_strlen (sentence->text, (gssize) (deed.offset - place->offset));
      deed.end = deed.start + (guint) g_utf8_strlen (self->text + deed.offset, (gssize) deed.length);
      deed.sentence = number;
      g_array_append_val (self->deeds, deed);
      i += deed.refusal == OM_DEED_TAKEN ? match.n_words : 1;
    }
}

/* "Called 外婆." is read in both languages. */
static void
read_sentence (Finder           *self,
               const OmSentence *place,
               guint             number)
{
  static const OmLanguage languages[] = { OM_LANGUAGE_EN, OM_LANGUAGE_ZH };
  g_autofree char *text = NULL;
  g_autoptr (GArray) words = NULL;
  g_autofree gboolean *breaks = NULL;
  gboolean about_others = FALSE;
  guint n_of[G_N_ELEMENTS (languages)] = { 0 };

  if (place->length > MAX_BYTES)
    return;
  text = om_sentence_dup (self->text, place);
  words = om_phrase_words (text);
  breaks = find_breaks (text, words);
  for (guint i = 0; i < words->len; i++)
    n_of[g_array_index (words, OmPhraseWord, i).han]++;
  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    {
      OmDeedSentence sentence = { om_deed_words_get (languages[i]), text, words, breaks,
                                  is_listed (self->text, place->offset), self->after_others };

      if (n_of[i] == 0)
        continue;
      read_words (self, &sentence, place, number);
      if (om_sentence_language (text) == OM_LANGUAGE_ZH && languages[i] == OM_LANGUAGE_ZH)
        about_others = om_deed_about_others (&sentence);
    }
  self->after_others = about_others;
}

/**
 * om_deeds_find:
 * @text: an entry, UTF-8
 * @allowed: bit per #OmSensitive that the person has opted in to
 *
 * Finds the activities that @text names, those that were refused too: the caller takes the others. An activity
 * may come several times.
 *
 * Returns: (transfer full) (element-type OmDeed): sentence by sentence
 */
GArray *
om_deeds_find (const char *text,
               guint       allowed)
{
  g_autoptr (GArray) sentences = om_sentences_split (text);
  Finder finder = { text, allowed, FALSE, g_array_new (FALSE, FALSE, sizeof (OmDeed)) };

  for (guint i = 0; i < sentences->len; i++)
    {
      const OmSentence *sentence = &g_array_index (sentences, OmSentence, i);

      /* A new paragraph begins with its writer. */
      if (sentence->offset > 0 && text[sentence->offset - 1] == '\n')
        finder.after_others = FALSE;
      read_sentence (&finder, sentence, i);
    }

  return finder.deeds;
}

/* Whether nothing but what means nothing of its own lies between two words. */
static gboolean
is_empty (const GArray *words,
          guint         first,
          guint         end,
          GHashTable   *stop_words)
{
  for (guint i = first; i < end; i++)
    if (!g_hash_table_contains (stop_words, g_array_index (words, OmPhraseWord, i).folded))
      return FALSE;
  return TRUE;
}

/* Whether they are the words of @text. */
static gboolean
is_same (const GArray *words,
         const char   *text)
{
  g_autoptr (GArray) other = om_phrase_words (text);

  if (words->len != other->len)
    return FALSE;
  for (guint i = 0; i < words->len; i++)
    if (strcmp (g_array_index (words, OmPhraseWord, i).folded, g_array_index (other, OmPhraseWord, i).folded) != 0)
      return FALSE;
  return TRUE;
}

/**
 * om_deed_of_object:
 * @object: what a statement says to be done, as written: "paint", "painting", "画画"
 * @language: of the statement
 *
 * What is said to be done and what is done is the same only if the statement says no more than that: "paint at
 * night" is another thing.
 *
 * Returns: (transfer none) (nullable): the key of the activity that it is; %NULL if it is none, or more
 */
const char *
om_deed_of_object (const char *object,
                   OmLanguage  language)
{
  const OmDeedWords *lexicon = om_deed_words_get (language);
  const OmStatementWords *statements = om_statement_words_get (language);
  g_autoptr (GArray) words = om_phrase_words (object);
  g_autofree gboolean *breaks = find_breaks (object, words);

  if (lexicon == NULL || statements == NULL)
    return NULL;
  for (guint i = 0; i < lexicon->activities->len; i++)
    {
      const OmDeedActivity *activity = &g_array_index (lexicon->activities, OmDeedActivity, i);

      if (is_same (words, activity->say))
        return activity->key;
    }
  for (guint i = 0; i < words->len; i++)
    {
      OmDeedMatch match;

      if (om_deed_words_match (lexicon, words, breaks, i, &match) &&
          is_empty (words, i + match.n_words, words->len, statements->stop_words))
        return g_array_index (lexicon->activities, OmDeedActivity, match.activity).key;
      if (!is_empty (words, i, i + 1, statements->stop_words))
        break;
    }
  return NULL;
}

static const OmDeedActivity *
find_activity (const OmDeedWords *lexicon,
               const char        *key)
{
  guint number = lexicon != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (lexicon->by_key, key)) : 0;

  return number > 0 ? &g_array_index (lexicon->activities, OmDeedActivity, number - 1) : NULL;
}

/**
 * om_deed_name:
 * @key: of an activity
 *
 * Returns: (transfer none) (nullable): what it is called behind "You often" in @language; %NULL if that
 *   language does not know it
 */
const char *
om_deed_name (const char *key,
              OmLanguage  language)
{
  const OmDeedActivity *activity = find_activity (om_deed_words_get (language), key);

  return activity != NULL ? activity->say : NULL;
}

static char *
month_of (const OmDeedWords *lexicon,
          gint32             day)
{
  g_autoptr (GDateTime) epoch = g_date_time_new_utc (1970, 1, 1, 0, 0, 0);
  g_autoptr (GDateTime) date = g_date_time_add_days (epoch, day);

  return g_strdup (date != NULL ? lexicon->months[g_date_time_get_month (date) - 1] : "");
}

/**
 * om_deed_sentence:
 * @key: of an activity
 * @n_days: days on which it was done
 * @of_days: entry-days of the period
 * @first_day: first day, in days since 1970
 * @last_day: last day
 *
 * Returns: (transfer full) (nullable): "You often paint (8 of 19 days, May–Oct)"; %NULL if @language does not
 *   know the activity
 */
char *
om_deed_sentence (const char *key,
                  OmLanguage  language,
                  guint       n_days,
                  guint       of_days,
                  gint32      first_day,
                  gint32      last_day)
{
  const OmDeedWords *lexicon = om_deed_words_get (language);
  const OmDeedActivity *activity = find_activity (lexicon, key);
  g_autofree char *from = NULL;
  g_autofree char *to = NULL;
  g_autofree char *n = g_strdup_printf ("%u", n_days);
  g_autofree char *of = g_strdup_printf ("%u", of_days);
  g_autoptr (GString) period = NULL;
  g_autoptr (GString) sentence = NULL;

  if (activity == NULL)
    return NULL;
  from = month_of (lexicon, first_day);
  to = month_of (lexicon, last_day);
  period = g_string_new (strcmp (from, to) == 0 ? from : lexicon->period);
  g_string_replace (period, "{from}", from, 1);
  g_string_replace (period, "{to}", to, 1);
  sentence = g_string_new (lexicon->sentence);
  g_string_replace (sentence, "{say}", activity->say, 1);
  g_string_replace (sentence, "{n}", n, 1);
  g_string_replace (sentence, "{of}", of, 1);
  g_string_replace (sentence, "{period}", period->str, 1);
  return g_strdup (sentence->str);
}
