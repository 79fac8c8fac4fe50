/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ranking by words: BM25, then the lifts. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "index/om-word-search.h"

#include <string.h>

#include "index/om-top.h"
#include "index/om-word-scores.h"

/* performance.md, section 1: measured on 1,535 questions over 5,882 dated memories. Below a thousand
 * documents there is nothing to save by leaving common words out. */
static const OmWordParams default_params = {
  .k1 = .9,
  .b = .4,
  .name_lift = .1,
  .day_lift = .2,
  .neighbour_lift = .2,
  .part_lift = .2,
  .seed_share = .1,
  .seed_min = 1000,
  .seed_max = 20000,
};

/* A document of the day being looked at. */
typedef struct
{
  guint32            doc;
  const OmScoreCell *cell; /* (nullable): none, if no word was found in it */
} DayDoc;

/* A search on its way. */
typedef struct
{
  const OmWordIndex  *index;
  const OmWordParams *params;
  const OmDocSet     *allowed; /* (nullable) */
  OmWordScores       *scores;
  guint64             name_words;
  double              top_score; /* best BM25 of all */
  OmTop               best;
  GArray             *day;       /* (owned) (element-type DayDoc) */
  gboolean            day_found; /* whether a word was found on the day */
} Ranking;

/**
 * om_word_params_get_default:
 *
 * Returns: (transfer none): the parameters of the app
 */
const OmWordParams *
om_word_params_get_default (void)
{
  return &default_params;
}

static const OmScoreCell *
find_cell (const Ranking *ranking,
           guint32        doc)
{
  guint32 found = om_word_index_find_entry (ranking->index, doc);
  const OmScoreCell *cell;

  if (found == 0)
    return NULL;
  cell = &ranking->scores->cells[found - 1];
  return cell->words != 0 ? cell : NULL;
}

static double
cell_score (const OmScoreCell *cell)
{
  return cell != NULL ? cell->score : 0;
}

/* What a document has by itself: its words, a name among them, parts of words. */
static double
own_score (const Ranking     *ranking,
           const OmScoreCell *cell,
           guint             *flags)
{
  double score = cell->score;
  double part = om_word_scores_part (ranking->scores, cell);

  if (cell->score > 0)
    *flags |= OM_WORD_MATCH_DIRECT;
  if ((cell->words & ranking->name_words) != 0 && cell->score > 0 && ranking->params->name_lift > 0)
    {
      score += ranking->params->name_lift * ranking->top_score;
      *flags |= OM_WORD_MATCH_NAME;
    }
  if (part > 0)
    {
      if (ranking->top_score > 0)
        part = MIN (part, ranking->top_score);
      score += ranking->params->part_lift * part;
      *flags |= OM_WORD_MATCH_PART;
    }
  return score;
}

static void
rank_alone (Ranking           *ranking,
            guint32            doc,
            const OmScoreCell *cell)
{
  guint flags = 0;
  double score = own_score (ranking, cell, &flags);

  om_top_push (&ranking->best, score, doc, flags);
}

static double
neighbour_score (const Ranking *ranking,
                 guint          place)
{
  double before = place > 0 ? cell_score (g_array_index (ranking->day, DayDoc, place - 1).cell) : 0;
  double after = 0;

  if (place + 1 < ranking->day->len)
    after = cell_score (g_array_index (ranking->day, DayDoc, place + 1).cell);
  return MIN (before + after, ranking->top_score);
}

static double
best_of_day (const Ranking *ranking)
{
  double best = 0;

  for (guint i = 0; i < ranking->day->len; i++)
    best = MAX (best, cell_score (g_array_index (ranking->day, DayDoc, i).cell));
  return best;
}

/* Every memory of the day gains by the best of the day, and by the two beside it. */
static void
rank_day (Ranking *ranking)
{
  double best = ranking->day_found ? best_of_day (ranking) : 0;

  for (guint i = 0; i < ranking->day->len && ranking->day_found; i++)
    {
      const DayDoc *day_doc = &g_array_index (ranking->day, DayDoc, i);
      double beside = ranking->params->neighbour_lift > 0 ? neighbour_score (ranking, i) : 0;
      double lift = ranking->params->day_lift * best + ranking->params->neighbour_lift * beside;
      guint flags = 0;
      double score = day_doc->cell != NULL ? own_score (ranking, day_doc->cell, &flags) : 0;

      if (ranking->params->day_lift > 0 && best > cell_score (day_doc->cell))
        flags |= OM_WORD_MATCH_DAY;
      if (beside > 0)
        flags |= OM_WORD_MATCH_NEIGHBOUR;
      if (score + lift > 0)
        om_top_push (&ranking->best, score + lift, day_doc->doc, flags);
    }
  g_array_set_size (ranking->day, 0);
  ranking->day_found = FALSE;
}

/* Walks through all days; returns how many documents with words were met. */
static guint
rank_days (Ranking            *ranking,
           const OmStateTable *states)
{
  guint n_runs = om_state_table_count_runs (states);
  gint32 day = G_MININT32;
  guint met = 0;

  for (guint run = 0; run < n_runs; run++)
    {
      gsize n_entries;
      const OmTimeEntry *entries = om_state_table_get_run (states, run, &n_entries);

      for (gsize i = 0; i < n_entries; i++)
        {
          DayDoc day_doc = { entries[i].doc, find_cell (ranking, entries[i].doc) };

          met += day_doc.cell != NULL;
          if (entries[i].undated)
            {
              if (day_doc.cell != NULL)
                rank_alone (ranking, day_doc.doc, day_doc.cell);
              continue;
            }
          if (entries[i].journal_day != day)
            {
              rank_day (ranking);
              day = entries[i].journal_day;
            }
          if (om_doc_set_allows (ranking->allowed, day_doc.doc))
            {
              g_array_append_val (ranking->day, day_doc);
              ranking->day_found = ranking->day_found || day_doc.cell != NULL;
            }
        }
    }
  rank_day (ranking);
  return met;
}

/* Without days, or for documents whose state is not known: each by itself. */
static void
rank_rest (Ranking            *ranking,
           const OmStateTable *states)
{
  const GArray *touched = ranking->scores->touched;

  for (guint i = 0; i < touched->len; i++)
    {
      guint32 entry = g_array_index (touched, guint32, i);
      guint32 doc = om_word_index_entry (ranking->index, entry)->doc;

      if (states == NULL || om_state_table_get (states, doc) == NULL)
        rank_alone (ranking, doc, &ranking->scores->cells[entry]);
    }
}

static void
read_query (Ranking           *ranking,
            const OmWordQuery *query)
{
  for (guint i = 0; i < query->words->len; i++)
    {
      const OmQueryWord *word = g_ptr_array_index (query->words, i);

      if (word->is_name && word->terms->len > 0)
        ranking->name_words |= G_GUINT64_CONSTANT (1) << i;
    }
}

static void
find_top_score (Ranking *ranking)
{
  const GArray *touched = ranking->scores->touched;

  for (guint i = 0; i < touched->len; i++)
    ranking->top_score = MAX (ranking->top_score,
                              ranking->scores->cells[g_array_index (touched, guint32, i)].score);
}

static GArray *
top_to_matches (Ranking *ranking)
{
  GArray *matches = g_array_sized_new (FALSE, FALSE, sizeof (OmWordMatch), ranking->best.n);

  om_top_sort (&ranking->best);
  for (guint i = 0; i < ranking->best.n; i++)
    {
      const OmTopEntry *entry = &ranking->best.entries[i];
      const OmScoreCell *cell = find_cell (ranking, entry->doc);
      OmWordMatch match = {
        .doc = entry->doc,
        .flags = entry->note,
        .bm25 = cell_score (cell),
        .relevance = entry->score / ranking->best.entries[0].score,
        .words = cell != NULL ? cell->words : 0,
      };

      g_array_append_val (matches, match);
    }
  return matches;
}

/**
 * om_word_index_search:
 * @query: a query read against the index as it is now
 * @states: (nullable): days and order of the documents; without it there are no lifts by day
 * @allowed: (nullable): which documents may be found; others lift nobody either
 * @params: (nullable): %NULL for the defaults
 * @limit: the most results wanted
 * @cancellable: (nullable): looked at once a word
 *
 * Ranks documents by BM25 and the lifts of performance.md, section 1, all of them taken from BM25
 * alone and added up:
 *
 * - name: what holds a word of the query that is capitalised and not its first gains .1 of the top score;
 * - day: every memory gains .2 of the best score of its journal day, so that those without a word of
 *   the query are found too;
 * - neighbour: a memory gains .2 of the scores of the memories just before and just after it on its
 *   day, at most .2 of the top score;
 * - part: .2 of what parts of words score, at most .2 of the top score.
 *
 * A memory of unknown date has no day.
 *
 * Returns: (transfer full) (element-type OmWordMatch): best first; %NULL with %G_IO_ERROR_CANCELLED
 *   when cancelled
 */
GArray *
om_word_index_search (const OmWordIndex  *self,
                      const OmWordQuery  *query,
                      const OmStateTable *states,
                      const OmDocSet     *allowed,
                      const OmWordParams *params,
                      guint               limit,
                      GCancellable       *cancellable,
                      GError            **error)
{
  g_autoptr (OmWordScores) scores = om_word_scores_take (self->entries->len);
  g_autoptr (GArray) day = g_array_new (FALSE, FALSE, sizeof (DayDoc));
  Ranking ranking = { self, params != NULL ? params : &default_params, allowed, scores, .day = day };
  gboolean by_day = states != NULL &&
                    (ranking.params->day_lift > 0 || ranking.params->neighbour_lift > 0);
  GArray *matches;

  if (!om_word_scores_fill (scores, self, query, allowed, ranking.params, cancellable))
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }

  om_top_init (&ranking.best, MIN (limit, scores->touched->len + (by_day ? om_state_table_count (states) : 0)));
  read_query (&ranking, query);
  find_top_score (&ranking);
  if (scores->touched->len > 0)
    {
      guint met = by_day ? rank_days (&ranking, states) : 0;

      if (met < scores->touched->len)
        rank_rest (&ranking, by_day ? states : NULL);
    }
  matches = top_to_matches (&ranking);
  om_top_clear (&ranking.best);
  return matches;
}
