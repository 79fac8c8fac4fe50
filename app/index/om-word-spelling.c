/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words that are not known: what was meant, and which words they are part of. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <string.h>

#include "index/om-word-private.h"
#include "text/om-terms.h"

/* Shorter words have too many neighbours to guess. */
#define CORRECT_MIN_LETTERS 4

/* A surface has at most as many letters as bytes. */
#define MAX_LETTERS OM_TERMS_MAX_BYTES

/* The best word so far. */
typedef struct
{
  const OmWordIndex *index;
  guint32            surface; /* OM_NO_STRING while there is none */
  guint32            df;
} Correction;

/* In how many documents a word stands, in any form of its stem. */
static guint32
surface_df (const OmWordIndex *index,
            guint32            surface)
{
  guint32 best = 0;

  for (const OmSurface *info = om_word_index_surface (index, surface); info != NULL;
       info = om_word_index_next_term (index, info))
    {
      guint32 df = om_word_index_live_df (index, info->term);

      best = MAX (best, df);
    }
  return best;
}

static void
try_word (Correction     *correction,
          const gunichar *letters,
          gsize           n)
{
  const OmVocabulary *surfaces = &correction->index->surfaces;
  char word[MAX_LETTERS + 8];
  gsize len = 0;
  guint32 surface, df;

  for (gsize i = 0; i < n; i++)
    {
      if (len > OM_TERMS_MAX_BYTES)
        return;
      len += g_unichar_to_utf8 (letters[i], word + len);
    }
  surface = om_vocabulary_lookup (surfaces, word, len);
  if (surface == OM_NO_STRING || surface == correction->surface)
    return;

  df = surface_df (correction->index, surface);
  if (df == 0 || df < correction->df)
    return;
  /* Of equal ones the first by spelling, which does not depend on what was there before. */
  if (df == correction->df && strcmp (om_vocabulary_get (surfaces, surface),
                                      om_vocabulary_get (surfaces, correction->surface)) > 0)
    return;
  correction->surface = surface;
  correction->df = df;
}

static gboolean
read_letters (const char *word,
              gsize       len,
              gunichar   *letters,
              gsize      *n)
{
  *n = 0;
  for (const char *p = word; p < word + len; p = g_utf8_next_char (p))
    {
      if (*n == MAX_LETTERS || g_unichar_isdigit (g_utf8_get_char (p)))
        return FALSE;
      letters[(*n)++] = g_utf8_get_char (p);
    }
  return *n >= CORRECT_MIN_LETTERS;
}

/* A letter of another script is never what a slip of the finger gives. */
static GArray *
usable_letters (const OmWordIndex *index,
                const gunichar    *letters,
                gsize              n)
{
  GArray *usable = g_array_new (FALSE, FALSE, sizeof (gunichar));

  for (guint i = 0; i < index->letters->len; i++)
    {
      gunichar c = g_array_index (index->letters, gunichar, i);
      gboolean same_script = FALSE;

      for (gsize k = 0; k < n && !same_script; k++)
        same_script = g_unichar_get_script (letters[k]) == g_unichar_get_script (c);
      if (same_script)
        g_array_append_val (usable, c);
    }
  return usable;
}

static void
try_without (Correction     *correction,
             const gunichar *letters,
             gsize           n)
{
  gunichar word[MAX_LETTERS];

  for (gsize i = 0; i < n; i++)
    {
      memcpy (word, letters, i * sizeof (gunichar));
      memcpy (word + i, letters + i + 1, (n - i - 1) * sizeof (gunichar));
      try_word (correction, word, n - 1);
    }
}

static void
try_swapped (Correction     *correction,
             const gunichar *letters,
             gsize           n)
{
  gunichar word[MAX_LETTERS];

  memcpy (word, letters, n * sizeof (gunichar));
  for (gsize i = 0; i + 1 < n; i++)
    {
      word[i] = letters[i + 1];
      word[i + 1] = letters[i];
      try_word (correction, word, n);
      word[i] = letters[i];
      word[i + 1] = letters[i + 1];
    }
}

static void
try_other (Correction     *correction,
           const gunichar *letters,
           gsize           n,
           const GArray   *usable)
{
  gunichar word[MAX_LETTERS];

  memcpy (word, letters, n * sizeof (gunichar));
  for (gsize i = 0; i < n; i++)
    {
      for (guint k = 0; k < usable->len; k++)
        {
          word[i] = g_array_index (usable, gunichar, k);
          if (word[i] != letters[i])
            try_word (correction, word, n);
        }
      word[i] = letters[i];
    }
}

static void
try_with (Correction     *correction,
          const gunichar *letters,
          gsize           n,
          const GArray   *usable)
{
  gunichar word[MAX_LETTERS + 1];

  for (gsize i = 0; i <= n; i++)
    {
      memcpy (word, letters, i * sizeof (gunichar));
      memcpy (word + i + 1, letters + i, (n - i) * sizeof (gunichar));
      for (guint k = 0; k < usable->len; k++)
        {
          word[i] = g_array_index (usable, gunichar, k);
          try_word (correction, word, n + 1);
        }
    }
}

/**
 * om_word_index_correct:
 * @word: (array length=len): a word that is not known, folded
 *
 * What was probably meant: of the known words at Damerau-Levenshtein distance 1 (one letter less,
 * more or other, or two neighbours swapped) the one that stands in the most documents. All words at
 * that distance are made and looked up, some hundreds of them: this takes as long as the word and
 * the alphabet are, not as the vocabulary is.
 *
 * Returns: the number of a surface, %OM_NO_STRING if there is none, if the word has fewer than four
 *   letters, or if it has digits
 */
guint32
om_word_index_correct (const OmWordIndex *self,
                       const char        *word,
                       gsize              len)
{
  Correction correction = { self, OM_NO_STRING, 0 };
  gunichar letters[MAX_LETTERS];
  g_autoptr (GArray) usable = NULL;
  gsize n;

  if (!read_letters (word, len, letters, &n))
    return OM_NO_STRING;

  usable = usable_letters (self, letters, n);
  try_without (&correction, letters, n);
  try_swapped (&correction, letters, n);
  try_other (&correction, letters, n, usable);
  try_with (&correction, letters, n, usable);
  return correction.surface;
}

/* A term and in how many documents it stands. */
typedef struct
{
  guint32 term;
  guint32 df;
} FoundTerm;

/* Equal ones by spelling, not by number: what is found must not depend on what was there before. */
static int
compare_found (gconstpointer a,
               gconstpointer b,
               gpointer      data)
{
  const OmVocabulary *terms = data;
  const FoundTerm *found_a = a;
  const FoundTerm *found_b = b;

  if (found_a->df != found_b->df)
    return found_a->df > found_b->df ? -1 : 1;
  return strcmp (om_vocabulary_get (terms, found_a->term),
                 om_vocabulary_get (terms, found_b->term));
}

/**
 * om_word_index_find_parts:
 * @part: (array length=len): letters
 * @at_start: only words that begin with @part
 * @limit: the most terms wanted
 *
 * Returns: (transfer full) (element-type guint32): terms of words that contain @part and more,
 *   those in the most documents first
 */
GArray *
om_word_index_find_parts (const OmWordIndex *self,
                          const char        *part,
                          gsize              len,
                          gboolean           at_start,
                          guint              limit)
{
  g_autoptr (GArray) found = g_array_new (FALSE, FALSE, sizeof (FoundTerm));
  GArray *terms = g_array_new (FALSE, FALSE, sizeof (guint32));
  guint32 surface = 0;

  while ((surface = om_vocabulary_find_part (&self->surfaces, part, len, surface)) != OM_NO_STRING)
    {
      const char *whole = om_vocabulary_get (&self->surfaces, surface);

      if (strlen (whole) > len && (!at_start || strncmp (whole, part, len) == 0))
        for (const OmSurface *info = om_word_index_surface (self, surface); info != NULL;
             info = om_word_index_next_term (self, info))
          {
            FoundTerm term = { info->term, om_word_index_live_df (self, info->term) };

            if (term.df > 0)
              g_array_append_val (found, term);
          }
      surface++;
    }

  g_array_sort_with_data (found, compare_found, (gpointer) &self->terms);
  for (guint i = 0; i < found->len && terms->len < limit; i++)
    {
      const FoundTerm *term = &g_array_index (found, FoundTerm, i);

      if (i == 0 || term->term != term[-1].term)
        g_array_append_val (terms, term->term);
    }
  return terms;
}
