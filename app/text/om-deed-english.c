/* SPDX-License-Identifier: GPL-3.0-or-later */
/* English: the subject stands right before the verb, but for adverbs and auxiliaries; a verb after "and" or
 * a comma has the subject of the clause before; a sentence that begins with a past form has left out "I". */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-deed-judge.h"

#include <string.h>

/* How far before an -ing form "spent" may stand. */
#define STARTER_WORDS 6
#define MAX_DEPTH 3

static const OmPhraseWord *
word_at (const OmDeedSentence *self,
         guint                 i)
{
  return &g_array_index (self->words, OmPhraseWord, i);
}

static gboolean
is_capital (const OmDeedSentence *self,
            guint                 i)
{
  return g_unichar_isupper (g_utf8_get_char (self->text + word_at (self, i)->start));
}

static gboolean
is_adverb (const OmDeedSentence *self,
           guint                 i)
{
  return om_deed_in_list (self, OM_DEED_LIST_ADVERBS, i) > 0 ||
         (strlen (word_at (self, i)->folded) > 4 && g_str_has_suffix (word_at (self, i)->folded, "ly") &&
          !is_capital (self, i));
}

/* Where the words begin that may deny the verb or make a wish of it: a wish does not reach over "but". */
static guint
reach_of (const OmDeedSentence *self,
          guint                 verb)
{
  for (guint i = verb; i > 0; i--)
    if (strcmp (word_at (self, i - 1)->folded, "but") == 0)
      return i;
  return 0;
}

/* A past form begins the sentence, maybe after a time: its subject was left out. */
static gboolean
begins_with_act (const OmDeedSentence *self,
                 guint                 verb,
                 guint                 clause)
{
  guint i = 0, n_breaks = 0;
  const char *word;

  while (i < clause && (om_deed_in_list (self, OM_DEED_LIST_OPENERS, i) > 0 || is_adverb (self, i)) &&
         om_deed_in_list (self, OM_DEED_LIST_ACTS, i) == 0)
    i++;
  if (i >= clause)
    return TRUE;
  word = word_at (self, i)->folded;
  if (om_deed_in_list (self, OM_DEED_LIST_ACTS, i) > 0 ||
      (strlen (word) > 4 && g_str_has_suffix (word, "ed")) ||
      (om_deed_words_forms (self->lexicon, word) & OM_DEED_PAST_FORM))
    return TRUE;

  /* "After the last tram, painted": one comma, and nothing that could be its subject before. */
  if (om_deed_in_list (self, OM_DEED_LIST_OPENERS, 0) == 0)
    return FALSE;
  for (i = 1; i <= verb; i++)
    n_breaks += self->breaks[i];
  return n_breaks == 1 && self->breaks[clause];
}

/* Whether the clause before @clause, a verb after "and" or a comma, is about the writer. */
static gboolean
goes_on_with_first (const OmDeedSentence *self,
                    guint                 verb,
                    guint                 clause)
{
  for (guint i = clause; i > 0; i--)
    {
      guint at = i - 1;

      if (om_deed_in_list (self, OM_DEED_LIST_FIRST, at) > 0)
        return TRUE;
      if (om_deed_in_list (self, OM_DEED_LIST_OTHERS, at) > 0 ||
          (at > 0 && om_deed_in_list (self, OM_DEED_LIST_SUBORDINATE, at) > 0))
        return FALSE;
      if (at > 0 && is_capital (self, at) &&
          (self->breaks[at] || om_deed_in_list (self, OM_DEED_LIST_JOINING, at - 1) > 0))
        return FALSE;
    }

  return begins_with_act (self, verb, clause);
}

/* "was painted by", "Painted by Hilde". */
static gboolean
is_passive (const OmDeedSentence *self,
            guint                 verb)
{
  return verb + 2 < self->words->len && strcmp (word_at (self, verb + 1)->folded, "by") == 0 &&
         is_capital (self, verb + 2);
}

static OmDeedRefusal
judge_form (const OmDeedSentence *self,
            guint                 verb,
            OmDeedForms           forms,
            gboolean              being,
            gboolean              having,
            gboolean              did)
{
  if (forms & OM_DEED_ING)
    {
      if (!being)
        return OM_DEED_OTHER;
      return om_deed_list_between (self, OM_DEED_LIST_LATER, 0, self->words->len, 1) ? OM_DEED_WISH : OM_DEED_TAKEN;
    }
  if (being || is_passive (self, verb))
    return OM_DEED_OTHER;
  if (forms & OM_DEED_PAST_FORM)
    return OM_DEED_TAKEN;
  if ((forms & OM_DEED_PARTICIPLE) && having)
    return OM_DEED_TAKEN;
  if ((forms & OM_DEED_BASE) && did)
    return OM_DEED_TAKEN;
  return forms & OM_DEED_BASE ? OM_DEED_GENERAL : OM_DEED_OTHER;
}

/* "Number five: painted the pan." */
static gboolean
starts_anew (const OmDeedSentence *self,
             guint                 clause)
{
  const char *end = self->text + word_at (self, clause)->start;

  for (const char *p = self->text + word_at (self, clause - 1)->end; p < end; p = g_utf8_next_char (p))
    if (*p == ':' || *p == ';')
      return TRUE;
  return FALSE;
}

static OmDeedRefusal judge (const OmDeedSentence *self,
                            guint                 verb,
                            OmDeedForms           forms,
                            guint                 depth);

/* "spent the morning painting": the verb before decides. */
static OmDeedRefusal
judge_started (const OmDeedSentence *self,
               guint                 verb,
               guint                 depth)
{
  for (guint i = verb; i > 0 && verb - i < STARTER_WORDS && !self->breaks[i]; i--)
    {
      if (om_deed_in_list (self, OM_DEED_LIST_OTHERS, i - 1) > 0 ||
          om_deed_in_list (self, OM_DEED_LIST_SUBORDINATE, i - 1) > 0)
        break;
      if (om_deed_in_list (self, OM_DEED_LIST_STARTERS, i - 1) > 0)
        return judge (self, i - 1, OM_DEED_PAST_FORM | OM_DEED_PARTICIPLE, depth + 1);
    }

  return OM_DEED_OTHER;
}

static OmDeedRefusal
judge (const OmDeedSentence *self,
       guint                 verb,
       OmDeedForms           forms,
       guint                 depth)
{
  gboolean being = FALSE, having = FALSE, did = FALSE, habitual = FALSE, coordinated;
  guint clause = verb, at;

  if (depth > MAX_DEPTH)
    return OM_DEED_OTHER;

  /* Back over what may stand between subject and verb. */
  while (clause > 0 && !self->breaks[clause])
    {
      const char *word = word_at (self, clause - 1)->folded;

      if (om_deed_in_list (self, OM_DEED_LIST_NEGATING, clause - 1) > 0)
        return OM_DEED_NEGATION;
      if (om_deed_in_list (self, OM_DEED_LIST_MODAL, clause - 1) > 0)
        return OM_DEED_WISH;
      if (om_deed_in_list (self, OM_DEED_LIST_HABITUAL, clause - 1) > 0)
        habitual = TRUE;
      else if (om_deed_in_list (self, OM_DEED_LIST_FIRST, clause - 1) > 0)
        break;
      else if (om_deed_in_list (self, OM_DEED_LIST_AUXILIARIES, clause - 1) > 0)
        {
          being = being || om_deed_in_list (self, OM_DEED_LIST_BEING, clause - 1) > 0 || strcmp (word, "been") == 0;
          having = having || word[0] == 'h' || strcmp (word, "'ve") == 0;
          did = did || strcmp (word, "did") == 0;
        }
      else if (!is_adverb (self, clause - 1))
        break;
      clause--;
    }
  if (habitual)
    return OM_DEED_GENERAL;

  coordinated = clause > 0 && self->breaks[clause];
  if (clause == 0 || (coordinated && starts_anew (self, clause)))
    {
      if (forms & OM_DEED_PAST_FORM && (forms & OM_DEED_BASE) && self->listed)
        return OM_DEED_WISH;
      return judge_form (self, verb, forms & OM_DEED_ING ? forms : forms & ~OM_DEED_BASE, being, having, FALSE);
    }
  at = clause - 1;
  if (!coordinated && om_deed_in_list (self, OM_DEED_LIST_FIRST, at) > 0)
    {
      const char *word = word_at (self, at)->folded;

      being = being || om_deed_in_list (self, OM_DEED_LIST_BEING, at) > 0;
      having = having || g_str_has_suffix (word, "'ve") || g_str_has_suffix (word, "'d");
      return judge_form (self, verb, forms, being, having, did);
    }
  if (!coordinated && strcmp (word_at (self, at)->folded, "to") == 0)
    return at > 0 && om_deed_in_list (self, OM_DEED_LIST_MANAGING, at - 1) > 0 && (forms & OM_DEED_BASE)
             ? judge (self, at - 1, OM_DEED_PAST_FORM | OM_DEED_PARTICIPLE, depth + 1)
             : OM_DEED_WISH;
  if (forms == OM_DEED_ING && !being)
    return judge_started (self, verb, depth);
  if (!coordinated && om_deed_in_list (self, OM_DEED_LIST_JOINING, at) > 0)
    coordinated = TRUE;
  if (coordinated)
    return (forms & OM_DEED_PAST_FORM) && !being && !is_passive (self, verb) &&
               goes_on_with_first (self, verb, clause)
             ? OM_DEED_TAKEN
             : OM_DEED_OTHER;

  /* "This morning painted the gate." */
  for (guint i = 0; i < clause; i++)
    if (om_deed_in_list (self, OM_DEED_LIST_OPENERS, i) == 0 && !is_adverb (self, i))
      return OM_DEED_OTHER;
  return judge_form (self, verb, forms & OM_DEED_ING ? forms : forms & ~OM_DEED_BASE, being, having, FALSE);
}

/**
 * om_deed_judge_english:
 * @verb: number of the word that is the verb of an activity
 * @forms: what it may be
 *
 * Returns: %OM_DEED_TAKEN if the writer did it
 */
OmDeedRefusal
om_deed_judge_english (const OmDeedSentence *self,
                       guint                 verb,
                       OmDeedForms           forms)
{
  guint from = reach_of (self, verb);

  if (om_deed_list_between (self, OM_DEED_LIST_PAST, 0, self->words->len, 1))
    return OM_DEED_PAST;
  if (om_deed_list_between (self, OM_DEED_LIST_REPORTED, 0, verb, 1))
    return OM_DEED_REPORTED;
  if (om_deed_list_between (self, OM_DEED_LIST_WISH, from, verb, 1))
    return OM_DEED_WISH;
  if (verb + 1 < self->words->len && !self->breaks[verb + 1] && om_deed_in_list (self, OM_DEED_LIST_NOTHING, verb + 1) > 0)
    return OM_DEED_NEGATION;
  return judge (self, verb, forms, 0);
}
