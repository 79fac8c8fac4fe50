/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chinese: the subject stands somewhere before the activity in its clause; a clause without one has that of
 * the clause before, and in the end the writer's. Who stands behind 跟, 和 or 陪 keeps company only. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-deed-judge.h"

#include <string.h>

typedef enum
{
  SUBJECT_NONE,
  SUBJECT_FIRST,
  SUBJECT_OTHER,
} Subject;

/* How far before a person 跟 may stand. */
#define FARTHEST_BESIDE 3

static const OmPhraseWord *
word_at (const OmDeedSentence *self,
         guint                 i)
{
  return &g_array_index (self->words, OmPhraseWord, i);
}

/* Whether what begins at @at only keeps company: 跟妈妈, 给老朋友. */
static gboolean
is_beside (const OmDeedSentence *self,
           guint                 at,
           guint                 clause)
{
  for (guint i = at; i > clause && at - i < FARTHEST_BESIDE; i--)
    if (om_deed_in_list (self, OM_DEED_LIST_BESIDE, i - 1) > 0)
      return TRUE;
  return FALSE;
}

static gboolean
is_owner (const OmDeedSentence *self,
          guint                 after)
{
  return after < self->words->len && !self->breaks[after] && strcmp (word_at (self, after)->folded, "的") == 0;
}

/* The last subject named in the words from @clause to @end. */
static Subject
subject_between (const OmDeedSentence *self,
                 guint                 clause,
                 guint                 end)
{
  Subject subject = SUBJECT_NONE;

  for (guint i = clause; i < end;)
    {
      guint first = om_deed_in_list (self, OM_DEED_LIST_FIRST, i);
      guint other = om_deed_in_list (self, OM_DEED_LIST_OTHERS, i);
      const OmPhraseWord *word = word_at (self, i);
      guint n = MAX (first, other);

      /* A name in Latin letters. */
      if (n == 0 && !word->han && g_unichar_isupper (g_utf8_get_char (self->text + word->start)))
        other = n = 1;
      if (n > 0 && !is_owner (self, i + n))
        {
          if (first >= other && first > 0)
            subject = SUBJECT_FIRST;
          else if (!is_beside (self, i, clause))
            subject = SUBJECT_OTHER;
        }
      i += MAX (n, 1);
    }

  return subject;
}

static guint
clause_start (const OmDeedSentence *self,
              guint                 word)
{
  while (word > 0 && !self->breaks[word])
    word--;
  return word;
}

static gboolean
is_spoken_of (const OmDeedSentence *self,
              guint                 end)
{
  if (end >= self->words->len || self->breaks[end] || om_deed_in_list (self, OM_DEED_LIST_AFTER_FINE, end) > 0)
    return FALSE;
  return om_deed_in_list (self, OM_DEED_LIST_AFTER, end) > 0;
}

/**
 * om_deed_judge_chinese:
 * @first: number of the first word of an activity
 * @end: number of the word behind it
 *
 * Returns: %OM_DEED_TAKEN if the writer did it
 */
OmDeedRefusal
om_deed_judge_chinese (const OmDeedSentence *self,
                       guint                 first,
                       guint                 end)
{
  guint clause = clause_start (self, first);
  guint before = clause > 0 ? clause_start (self, clause - 1) : 0;
  Subject subject;

  if (om_deed_list_between (self, OM_DEED_LIST_PAST, 0, self->words->len, 1))
    return OM_DEED_PAST;
  if (om_deed_list_between (self, OM_DEED_LIST_REPORTED, before, first, 1))
    return OM_DEED_REPORTED;
  /* A single character may be part of anything; over the end of a clause only whole words reach. */
  if (om_deed_list_between (self, OM_DEED_LIST_WISH, clause, first, 1) ||
      om_deed_list_between (self, OM_DEED_LIST_WISH, 0, clause, 2))
    return OM_DEED_WISH;
  if (om_deed_list_between (self, OM_DEED_LIST_NEGATING, clause, first, 1))
    return OM_DEED_NEGATION;
  if (om_deed_list_between (self, OM_DEED_LIST_LIKING, clause, first, 1) ||
      om_deed_list_between (self, OM_DEED_LIST_HABITUAL, clause, first, 1) || is_spoken_of (self, end))
    return OM_DEED_GENERAL;

  subject = subject_between (self, clause, first);
  while (subject == SUBJECT_NONE && clause > 0)
    {
      guint clause_end = clause;

      clause = clause_start (self, clause - 1);
      subject = subject_between (self, clause, clause_end);
    }
  if (subject == SUBJECT_NONE && self->after_others)
    subject = SUBJECT_OTHER;
  return subject == SUBJECT_OTHER ? OM_DEED_OTHER : OM_DEED_TAKEN;
}

/**
 * om_deed_about_others:
 *
 * Returns: whether the last subject that a Chinese sentence names is not the writer
 */
gboolean
om_deed_about_others (const OmDeedSentence *self)
{
  return subject_between (self, 0, self->words->len) == SUBJECT_OTHER;
}
