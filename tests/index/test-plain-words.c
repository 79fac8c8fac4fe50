/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The word index and its ranking in the plainest way. */
#include "config.h"

#include "test-plain-words.h"

#include <math.h>
#include <string.h>

#include "text/om-terms.h"

typedef struct
{
  GHashTable *tfs; /* (owned): term -> count */
  guint       length;
} PlainDoc;

static void
plain_doc_free (PlainDoc *doc)
{
  g_hash_table_unref (doc->tfs);
  g_free (doc);
}

static gboolean
count_cb (const OmTerm *term,
          gpointer      data)
{
  PlainDoc *doc = data;
  g_autofree char *string = g_strndup (term->term, term->term_len);
  guint tf = GPOINTER_TO_UINT (g_hash_table_lookup (doc->tfs, string));

  g_hash_table_insert (doc->tfs, g_steal_pointer (&string), GUINT_TO_POINTER (MIN (tf + 1, 255)));
  if (term->kind != OM_TERM_BIGRAM && !term->is_stopword)
    doc->length++;
  return TRUE;
}

PlainWords *
plain_words_new (void)
{
  PlainWords *self = g_new0 (PlainWords, 1);

  self->docs = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) plain_doc_free);
  return self;
}

void
plain_words_free (PlainWords *self)
{
  g_hash_table_unref (self->docs);
  g_free (self);
}

void
plain_words_add (PlainWords        *self,
                 guint32            doc,
                 const char        *language,
                 const char        *title,
                 const char        *content,
                 const char *const *tags)
{
  PlainDoc *plain = g_new0 (PlainDoc, 1);
  OmLanguage code = om_language_from_code (language);

  plain->tfs = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  if (title != NULL)
    om_terms_foreach (title, -1, code, OM_TERMS_DEFAULT, count_cb, plain);
  if (content != NULL)
    om_terms_foreach (content, -1, code, OM_TERMS_DEFAULT, count_cb, plain);
  for (gsize i = 0; tags != NULL && tags[i] != NULL; i++)
    om_terms_foreach (tags[i], -1, code, OM_TERMS_DEFAULT, count_cb, plain);
  g_hash_table_insert (self->docs, GUINT_TO_POINTER (doc), plain);
}

void
plain_words_remove (PlainWords *self,
                    guint32     doc)
{
  g_hash_table_remove (self->docs, GUINT_TO_POINTER (doc));
}

guint
plain_words_tf (const PlainWords *self,
                guint32           doc,
                const char       *term)
{
  const PlainDoc *plain = g_hash_table_lookup (self->docs, GUINT_TO_POINTER (doc));

  return plain != NULL ? GPOINTER_TO_UINT (g_hash_table_lookup (plain->tfs, term)) : 0;
}

guint
plain_words_df (const PlainWords *self,
                const char       *term)
{
  GHashTableIter iter;
  gpointer plain;
  guint df = 0;

  g_hash_table_iter_init (&iter, self->docs);
  while (g_hash_table_iter_next (&iter, NULL, &plain))
    df += g_hash_table_contains (((PlainDoc *) plain)->tfs, term);
  return df;
}

static double
mean_length (const PlainWords *self)
{
  GHashTableIter iter;
  gpointer plain;
  double sum = 0;

  g_hash_table_iter_init (&iter, self->docs);
  while (g_hash_table_iter_next (&iter, NULL, &plain))
    sum += ((PlainDoc *) plain)->length;
  return sum / g_hash_table_size (self->docs);
}

static double
word_score (const PlainWords   *self,
            guint32             doc,
            const char *const  *variants,
            const OmWordParams *params)
{
  const PlainDoc *plain = g_hash_table_lookup (self->docs, GUINT_TO_POINTER (doc));
  double n = g_hash_table_size (self->docs);
  double best = 0;

  for (gsize i = 0; plain != NULL && variants[i] != NULL; i++)
    {
      double tf = plain_words_tf (self, doc, variants[i]);
      double df = plain_words_df (self, variants[i]);
      double idf = log (1 + (n - df + .5) / (df + .5));
      double norm = params->k1 * (1 - params->b + params->b * plain->length / mean_length (self));

      if (tf > 0)
        best = MAX (best, idf * (params->k1 + 1) * tf / (tf + norm));
    }
  return best;
}

static int
compare_matches (gconstpointer a,
                 gconstpointer b)
{
  const PlainMatch *match_a = a;
  const PlainMatch *match_b = b;

  if (match_a->score != match_b->score)
    return match_a->score > match_b->score ? -1 : 1;
  return match_a->doc < match_b->doc ? -1 : match_a->doc > match_b->doc;
}

/* Score and name bit of one document by itself. */
static double
bm25 (const PlainWords   *self,
      guint32             doc,
      const char *const  *words,
      const gboolean     *names,
      guint               languages,
      const OmWordParams *params,
      gboolean           *has_name)
{
  double score = 0;

  *has_name = FALSE;
  for (gsize i = 0; words[i] != NULL; i++)
    {
      g_auto (GStrv) variants = om_terms_variants (words[i], strlen (words[i]), languages);
      double word = word_score (self, doc, (const char *const *) variants, params);

      score += word;
      *has_name = *has_name || (word > 0 && names[i]);
    }
  return score;
}

/* Every document there is, best first; those with nothing left out. */
GArray *
plain_words_rank (const PlainWords   *self,
                  const char *const  *words,
                  const gboolean     *names,
                  guint               languages,
                  const OmStateTable *states,
                  const OmDocSet     *allowed,
                  const OmWordParams *params)
{
  guint32 n = om_state_table_get_max_doc (states) + 1;
  g_autofree double *scores = g_new0 (double, n);
  g_autofree gboolean *named = g_new0 (gboolean, n);
  GArray *matches = g_array_new (FALSE, FALSE, sizeof (PlainMatch));
  double top = 0;

  for (guint32 doc = 1; doc < n; doc++)
    if (om_doc_set_allows (allowed, doc))
      {
        scores[doc] = bm25 (self, doc, words, names, languages, params, &named[doc]);
        top = MAX (top, scores[doc]);
      }

  for (guint32 doc = 1; doc < n; doc++)
    {
      const OmDocState *state = om_state_table_get (states, doc);
      PlainMatch match = { doc, scores[doc], scores[doc] };
      double day = 0, before = 0, after = 0;
      gint64 before_ms = G_MININT64, after_ms = G_MAXINT64;

      if (state == NULL || !om_doc_set_allows (allowed, doc))
        continue;
      for (guint32 other = 1; other < n && state->precision != OM_PRECISION_UNKNOWN; other++)
        {
          const OmDocState *there = om_state_table_get (states, other);

          if (there == NULL || there->journal_day != state->journal_day ||
              there->precision == OM_PRECISION_UNKNOWN || !om_doc_set_allows (allowed, other))
            continue;
          day = MAX (day, scores[other]);
          /* The instants of these tests all differ. */
          if (there->happened_ms < state->happened_ms && there->happened_ms > before_ms)
            {
              before_ms = there->happened_ms;
              before = scores[other];
            }
          if (there->happened_ms > state->happened_ms && there->happened_ms < after_ms)
            {
              after_ms = there->happened_ms;
              after = scores[other];
            }
        }
      if (named[doc])
        match.score += params->name_lift * top;
      match.score += params->day_lift * day;
      match.score += MIN (params->neighbour_lift * (before + after), params->neighbour_lift * top);
      if (match.score > 0)
        g_array_append_val (matches, match);
    }
  g_array_sort (matches, compare_matches);
  return matches;
}
