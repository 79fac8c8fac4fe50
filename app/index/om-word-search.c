/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ranking by words: BM25, then the lifts. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "index/om-word-search.h"

#include <math.h>

#include "index/om-top.h"
#include "index/om-word-scores.h"

/* performance.md, section 1: measured on 1,535 questions over 5,882 dated memories. Below a
 * thousand documents there is nothing to save by leaving common words out. */
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
  const OmStateTable *states;     /* (nullable) */
  const OmDocSet     *allowed;    /* (nullable) */
  OmWordScores       *scores;
  OmDocSet           *found;      /* (owned): documents with a cell that is not zero */
  guint64             name_words;
  double              top_score;  /* best BM25 of all */
  gboolean            has_parts;  /* parts of words were looked for */
  OmTop               best;
  GArray             *day_docs;   /* (owned) (element-type DayDoc) */
} Ranking;

/* A day in the order of time: where it begins, and what was found on it. */
typedef struct
{
  gint32   day;
  guint    run;
  gsize    place;
  guint    n;     /* documents on it */
  double   best;  /* best BM25 of the day */
  gboolean found; /* a word or a part of one was found on it */
} Day;

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

/* A set of bits fits the first cache; the cells of all documents do not. */
static inline const OmScoreCell *
find_cell (const Ranking *ranking,
           guint32        doc)
{
  if (G_LIKELY (!om_doc_set_has (ranking->found, doc)))
    return NULL;
  return &ranking->scores->cells[om_word_index_find_entry (ranking->index, doc) - 1];
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
  const GArray *docs = ranking->day_docs;
  double before = place > 0 ? cell_score (g_array_index (docs, DayDoc, place - 1).cell) : 0;
  double after = 0;

  if (place + 1 < docs->len)
    after = cell_score (g_array_index (docs, DayDoc, place + 1).cell);
  return MIN (before + after, ranking->top_score);
}

/* The dated documents of a day that may be found, in the order of time. */
static void
collect_day (Ranking   *ranking,
             const Day *day)
{
  gsize place = day->place;
  guint run = day->run;
  guint n = 0;
  gsize n_entries;
  const OmTimeEntry *entries = om_state_table_get_run (ranking->states, run, &n_entries);
  DayDoc *docs;

  g_array_set_size (ranking->day_docs, day->n);
  docs = (DayDoc *) (gpointer) ranking->day_docs->data;
  for (guint i = 0; i < day->n; i++, place++)
    {
      if (place == n_entries)
        {
          entries = om_state_table_get_run (ranking->states, ++run, &n_entries);
          place = 0;
        }
      if (!entries[place].undated && om_doc_set_allows (ranking->allowed, entries[place].doc))
        docs[n++] = (DayDoc) { entries[place].doc, find_cell (ranking, entries[place].doc) };
    }
  g_array_set_size (ranking->day_docs, n);
}

/* The most that a memory can gain by its day. */
static double
most_lift (const Ranking *ranking,
           const Day     *day)
{
  return (ranking->params->day_lift * day->best +
          ranking->params->neighbour_lift * MIN (2 * day->best, ranking->top_score)) * (1 + 1e-9);
}

/* The most that a memory of the day can have by itself. */
static double
most_own (const Ranking *ranking,
          const Day     *day)
{
  double most = day->best;

  if (ranking->name_words != 0)
    most += ranking->params->name_lift * ranking->top_score;
  return ranking->has_parts ? INFINITY : most;
}

/* Every memory of the day gains by the best of the day, and by the two beside it. What cannot come
 * among the best any more is passed over. */
static void
rank_day (Ranking   *ranking,
          const Day *day)
{
  double lift_at_most = most_lift (ranking, day);

  if (!day->found || lift_at_most + most_own (ranking, day) < ranking->best.floor)
    return;

  collect_day (ranking, day);
  for (guint i = 0; i < ranking->day_docs->len; i++)
    {
      const DayDoc *day_doc = &g_array_index (ranking->day_docs, DayDoc, i);
      double beside, score;
      guint flags = 0;

      if (day_doc->cell == NULL && lift_at_most < ranking->best.floor)
        continue;
      beside = ranking->params->neighbour_lift > 0 ? neighbour_score (ranking, i) : 0;
      score = day_doc->cell != NULL ? own_score (ranking, day_doc->cell, &flags) : 0;
      score += ranking->params->day_lift * day->best + ranking->params->neighbour_lift * beside;
      if (ranking->params->day_lift > 0 && day->best > cell_score (day_doc->cell))
        flags |= OM_WORD_MATCH_DAY;
      if (beside > 0)
        flags |= OM_WORD_MATCH_NEIGHBOUR;
      if (score > 0)
        om_top_push (&ranking->best, score, day_doc->doc, flags);
    }
}

/* Walks through all days; returns how many documents with words were met. */
static guint
rank_days (Ranking *ranking)
{
  guint n_runs = om_state_table_count_runs (ranking->states);
  Day day = { .day = G_MININT32 };
  guint met = 0;

  for (guint run = 0; run < n_runs; run++)
    {
      gsize n_entries;
      const OmTimeEntry *entries = om_state_table_get_run (ranking->states, run, &n_entries);

      for (gsize i = 0; i < n_entries; i++)
        {
          const OmScoreCell *cell = find_cell (ranking, entries[i].doc);

          if (entries[i].journal_day != day.day)
            {
              rank_day (ranking, &day);
              day = (Day) { .day = entries[i].journal_day, .run = run, .place = i };
            }
          day.n++;
          if (cell == NULL)
            continue;
          met++;
          if (entries[i].undated)
            {
              rank_alone (ranking, entries[i].doc, cell);
            }
          else
            {
              day.best = MAX (day.best, cell->score);
              day.found = TRUE;
            }
        }
    }
  rank_day (ranking, &day);
  return met;
}

/* Without days, or for documents whose state is not known: each by itself. */
static void
rank_rest (Ranking *ranking)
{
  const GArray *touched = ranking->scores->touched;

  for (guint i = 0; i < touched->len; i++)
    {
      guint32 entry = g_array_index (touched, guint32, i);
      guint32 doc = om_word_index_entry (ranking->index, entry)->doc;

      if (ranking->states == NULL || om_state_table_get (ranking->states, doc) == NULL)
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
      ranking->has_parts = ranking->has_parts || word->parts->len > 0;
    }
}

/* The best BM25, and which documents were found. */
static void
look_through (Ranking *ranking)
{
  const GArray *touched = ranking->scores->touched;

  for (guint i = 0; i < touched->len; i++)
    {
      guint32 entry = g_array_index (touched, guint32, i);

      ranking->top_score = MAX (ranking->top_score, ranking->scores->cells[entry].score);
      om_doc_set_add (ranking->found, om_word_index_entry (ranking->index, entry)->doc);
    }
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
 * - name: what holds a word of the query that is capitalised and not its first gains .1 of the top
 *   score;
 * - day: every memory gains .2 of the best score of its journal day, so that those without a word
 *   of the query are found too;
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
  g_autoptr (GArray) day_docs = g_array_new (FALSE, FALSE, sizeof (DayDoc));
  g_autoptr (OmDocSet) found = om_doc_set_new ();
  Ranking ranking = {
    .index = self,
    .params = params != NULL ? params : &default_params,
    .allowed = allowed,
    .scores = scores,
    .found = found,
    .day_docs = day_docs,
  };
  gsize n_days = 0;
  GArray *matches;

  if (!om_word_scores_fill (scores, self, query, allowed, ranking.params, cancellable))
    {
      g_cancellable_set_error_if_cancelled (cancellable, error);
      return NULL;
    }

  if (ranking.params->day_lift > 0 || ranking.params->neighbour_lift > 0)
    ranking.states = states;
  if (ranking.states != NULL)
    n_days = om_state_table_count (states);
  om_top_init (&ranking.best, MIN (limit, scores->touched->len + n_days));
  read_query (&ranking, query);
  look_through (&ranking);
  if (scores->touched->len > 0)
    {
      guint met = ranking.states != NULL ? rank_days (&ranking) : 0;

      if (met < scores->touched->len)
        rank_rest (&ranking);
    }
  matches = top_to_matches (&ranking);
  om_top_clear (&ranking.best);
  om_word_index_let_go (self);
  return matches;
}
