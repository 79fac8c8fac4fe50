/* SPDX-License-Identifier: GPL-3.0-or-later */
/* BM25 over the postings of a query, rare words first. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "index/om-word-scores.h"

#include <math.h>
#include <string.h>

/* How many sets of accumulators wait for the next search: two searches seldom meet. */
#define MAX_SPARE 2

static GMutex spare_lock;
static OmWordScores *spare[MAX_SPARE]; /* (mutex spare_lock) (nullable) */

/* One word and how common it is. */
typedef struct
{
  const OmQueryWord *word;
  guint              number;
  guint32            df;
} RankedWord;

/* What scoring one word needs. */
typedef struct
{
  OmWordScores      *scores;
  const OmWordIndex *index;
  const OmDocSet    *allowed; /* (nullable) */
  float              gain;    /* k1 + 1 */
  float              base;    /* k1 (1 - b) */
  float              slope;   /* k1 b / mean length */
  guint64            bit;     /* of the word */
  gboolean           seeds;   /* brings in documents that were not found yet */
} Scoring;

static void
scores_free (OmWordScores *self)
{
  g_free (self->cells);
  g_array_unref (self->touched);
  g_free (self);
}

/**
 * om_word_scores_take:
 * @n_entries: cells needed
 *
 * Returns: (transfer full): cells, all zero
 */
OmWordScores *
om_word_scores_take (gsize n_entries)
{
  OmWordScores *self = NULL;

  g_mutex_lock (&spare_lock);
  for (guint i = 0; i < MAX_SPARE && self == NULL; i++)
    self = g_steal_pointer (&spare[i]);
  g_mutex_unlock (&spare_lock);

  if (self == NULL)
    {
      self = g_new0 (OmWordScores, 1);
      self->touched = g_array_new (FALSE, FALSE, sizeof (guint32));
    }
  if (self->n_cells < n_entries)
    {
      g_free (self->cells);
      self->n_cells = n_entries + n_entries / 8;
      self->cells = g_new0 (OmScoreCell, self->n_cells);
    }
  self->part_words = 0;
  return self;
}

/**
 * om_word_scores_release:
 * @self: (transfer full): cells of a search that is over
 */
void
om_word_scores_release (OmWordScores *self)
{
  for (guint i = 0; i < self->touched->len; i++)
    memset (&self->cells[g_array_index (self->touched, guint32, i)], 0, sizeof (OmScoreCell));
  g_array_set_size (self->touched, 0);

  g_mutex_lock (&spare_lock);
  for (guint i = 0; i < MAX_SPARE && self != NULL; i++)
    if (spare[i] == NULL)
      spare[i] = g_steal_pointer (&self);
  g_mutex_unlock (&spare_lock);
  g_clear_pointer (&self, scores_free);
}

static double
term_idf (const OmWordIndex *index,
          guint32            term)
{
  double n = index->n_live;
  double df = om_word_index_live_df (index, term);

  return log (1 + (n - df + .5) / (df + .5));
}

static int
compare_ranked (gconstpointer a,
                gconstpointer b)
{
  const RankedWord *word_a = a;
  const RankedWord *word_b = b;

  if (word_a->df != word_b->df)
    return word_a->df < word_b->df ? -1 : 1;
  return word_a->number < word_b->number ? -1 : word_a->number > word_b->number;
}

/* The words by how many documents they stand in, rare ones first. */
static GArray *
rank_words (const OmWordIndex *index,
            const OmWordQuery *query)
{
  GArray *ranked = g_array_new (FALSE, FALSE, sizeof (RankedWord));

  for (guint i = 0; i < query->words->len; i++)
    {
      RankedWord word = { g_ptr_array_index (query->words, i), i, 0 };

      for (guint k = 0; k < word.word->terms->len; k++)
        word.df += om_word_index_live_df (index, g_array_index (word.word->terms, guint32, k));
      if (word.df > 0)
        g_array_append_val (ranked, word);
    }
  g_array_sort (ranked, compare_ranked);
  return ranked;
}

static inline float
score_posting (const Scoring *scoring,
               float          weight,
               guint          length,
               guint          tf)
{
  return weight * (float) tf / ((float) tf + (scoring->base + scoring->slope * (float) length));
}

static inline void
touch (OmWordScores *scores,
       guint32       entry)
{
  g_array_append_val (scores->touched, entry);
}

/* Adds one form of a word: of several forms in one entry only the best counts. */
static void
score_term (const Scoring *scoring,
            guint32        term)
{
  const OmWordIndex *index = scoring->index;
  const OmEntry *entries = om_word_index_entry (index, 0);
  OmScoreCell *cells = scoring->scores->cells;
  float weight = term_idf (index, term) * scoring->gain;
  OmPostingsIter iter;
  guint32 entry;
  guint tf;

  om_word_index_iter_init (index, term, &iter);
  while (om_postings_iter_next (&iter, &entry, &tf))
    {
      OmScoreCell *cell = &cells[entry];
      float score;

      if (cell->words == 0)
        {
          if (!scoring->seeds || !entries[entry].live ||
              !om_doc_set_allows (scoring->allowed, entries[entry].doc))
            continue;
          touch (scoring->scores, entry);
        }
      score = score_posting (scoring, weight, entries[entry].length, tf);
      if ((cell->words & scoring->bit) == 0)
        {
          cell->words |= scoring->bit;
          cell->score += score;
          cell->best = score;
        }
      else if (score > cell->best)
        {
          cell->score += score - cell->best;
          cell->best = score;
        }
    }
}

/* Adds one longer word of which a word of the query is a part. Parts are alternatives: the best of
 * all counts. A word that is known as such lifts by its parts only what no word found. */
static void
score_part (const Scoring *scoring,
            guint32        term,
            gboolean       is_part)
{
  const OmWordIndex *index = scoring->index;
  const OmEntry *entries = om_word_index_entry (index, 0);
  float weight = term_idf (index, term) * scoring->gain;
  OmPostingsIter iter;
  guint32 entry;
  guint tf;

  om_word_index_iter_init (index, term, &iter);
  while (om_postings_iter_next (&iter, &entry, &tf))
    {
      OmScoreCell *cell = &scoring->scores->cells[entry];
      gboolean direct = cell->score > 0;
      gboolean first = direct ? (cell->words & scoring->scores->part_words) == 0 : cell->words == 0;
      float score;

      if (direct && !is_part)
        continue;
      if (cell->words == 0)
        {
          if (!entries[entry].live || !om_doc_set_allows (scoring->allowed, entries[entry].doc))
            continue;
          touch (scoring->scores, entry);
        }
      score = score_posting (scoring, weight, entries[entry].length, tf);
      cell->words |= scoring->bit;
      if (first || score > cell->best)
        cell->best = score;
    }
}

static void
note_part_words (OmWordScores      *scores,
                 const OmWordQuery *query)
{
  for (guint i = 0; i < query->words->len; i++)
    {
      const OmQueryWord *word = g_ptr_array_index (query->words, i);

      if (word->is_part)
        scores->part_words |= G_GUINT64_CONSTANT (1) << i;
    }
}

/**
 * om_word_scores_fill:
 * @self: cells, all zero
 * @index: the index
 * @query: what is searched there
 * @allowed: (nullable): which documents may be found
 * @params: k1, b and the budget of rare words
 * @cancellable: (nullable): looked at once a word
 *
 * Scores the documents that hold words of the query by BM25 (Robertson and Zaragoza 2009): the sum
 * over the words of ln (1 + (N - df + .5) / (df + .5)) x (k1 + 1) tf /
 * (tf + k1 (1 - b + b len / mean)). Words are taken by rising document count; once the counts reach
 * the budget the rest only add to what was found. Then the parts of words.
 *
 * Returns: %FALSE if it was cancelled
 */
gboolean
om_word_scores_fill (OmWordScores       *self,
                     const OmWordIndex  *index,
                     const OmWordQuery  *query,
                     const OmDocSet     *allowed,
                     const OmWordParams *params,
                     GCancellable       *cancellable)
{
  g_autoptr (GArray) ranked = rank_words (index, query);
  double mean = index->n_live > 0 ? (double) index->total_length / index->n_live : 0;
  guint64 budget = CLAMP (params->seed_share * index->n_live, params->seed_min, params->seed_max);
  guint64 seeded = 0;
  Scoring scoring = {
    .scores = self,
    .index = index,
    .allowed = allowed,
    .gain = (float) (params->k1 + 1),
    .base = (float) (params->k1 * (1 - params->b)),
    .slope = mean > 0 ? (float) (params->k1 * params->b / mean) : 0,
  };

  note_part_words (self, query);
  for (guint i = 0; i < ranked->len; i++)
    {
      const RankedWord *word = &g_array_index (ranked, RankedWord, i);

      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      scoring.bit = G_GUINT64_CONSTANT (1) << word->number;
      scoring.seeds = seeded < budget;
      seeded += word->df;
      for (guint k = 0; k < word->word->terms->len; k++)
        score_term (&scoring, g_array_index (word->word->terms, guint32, k));
    }

  for (guint i = 0; i < query->words->len && params->part_lift > 0; i++)
    {
      const OmQueryWord *word = g_ptr_array_index (query->words, i);

      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
      scoring.bit = G_GUINT64_CONSTANT (1) << i;
      for (guint k = 0; k < word->parts->len; k++)
        score_part (&scoring, g_array_index (word->parts, guint32, k), word->is_part);
    }
  return TRUE;
}
