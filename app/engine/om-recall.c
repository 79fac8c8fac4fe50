/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One search, start to end: candidates, ranking, and the reasons for each result. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-recall.h"

#include <string.h>

#include "dynamics/om-salience.h"
#include "dynamics/om-spreading.h"
#include "engine/om-candidates.h"
#include "engine/om-exact.h"
#include "engine/om-filter-mask.h"
#include "engine/om-query.h"
#include "engine/om-ranking.h"
#include "store/om-store-memories.h"
#include "store/om-store-text.h"
#include "text/om-keywords.h"
#include "text/om-marks.h"
#include "text/om-mood.h"
#include "text/om-tokens.h"

/* Phrases are looked up for what could be one; a long question is none. */
#define PHRASE_MAX_CHARS 80
#define MAX_PHRASE_ROWS 200
/* Texts read at once to look for signs. */
#define ROWS_AT_ONCE 256
/* How many of the best are read with their texts, besides twice those wanted. */
#define MIN_READ 40

/* A path worth following: weaker ones lead to anything. */
#define PATH_MIN_WEIGHT 0.2

/**
 * Search:
 * One search while it runs.
 */
typedef struct
{
  const OmRecallContext *context;
  const OmSearch        *search;
  OmQuery               *query;      /* (owned) */
  OmDocSet              *allowed;    /* (owned) */
  OmCandidates          *candidates; /* (owned) (nullable) */
  OmRankingQuery         ranking;
  char                  *needle;     /* (owned) (nullable): the whole query as one phrase */
  GHashTable            *memories;   /* (owned): document -> OmMemory */
  gboolean               is_question; /* more than a word or two */
} Search;

static void
search_clear (Search *self)
{
  om_query_free (self->query);
  g_clear_pointer (&self->allowed, om_doc_set_free);
  om_candidates_free (self->candidates);
  g_clear_pointer (&self->ranking.tokens, g_ptr_array_unref);
  g_clear_pointer (&self->ranking.keywords, g_hash_table_unref);
  g_free (self->needle);
  g_clear_pointer (&self->memories, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Search, search_clear)

/* Phrases --------------------------------------------------------------------------------------- */

static gboolean
holds_loosely (const OmMemory *memory,
               const char     *phrase)
{
  if (om_exact_holds_loosely (memory->content, phrase) ||
      (memory->title != NULL && om_exact_holds_loosely (memory->title, phrase)))
    return TRUE;
  for (char **tag = memory->tags; tag != NULL && *tag != NULL; tag++)
    {
      g_autofree char *written = g_strconcat ("#", *tag, NULL);

      if (om_exact_holds_loosely (written, phrase))
        return TRUE;
    }
  return FALSE;
}

/* The index of words does not know signs: of the rows that hold the words, those with the signs, too. */
static GArray *
keep_with_signs (Search       *self,
                 const char   *phrase,
                 const GArray *rows,
                 GError      **error)
{
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < rows->len; i += ROWS_AT_ONCE)
    {
      g_autoptr (GPtrArray) memories =
        om_store_memories_get (self->context->store, &g_array_index (rows, gint64, i),
                               MIN (ROWS_AT_ONCE, rows->len - i), error);

      if (memories == NULL)
        return NULL;
      for (guint j = 0; j < memories->len; j++)
        {
          const OmMemory *memory = g_ptr_array_index (memories, j);

          if (holds_loosely (memory, phrase))
            g_array_append_val (kept, memory->row);
        }
    }
  return g_steal_pointer (&kept);
}

static GArray *
find_phrase (Search       *self,
             const char   *phrase,
             guint         limit,
             GError      **error)
{
  OmTextFlags flags = self->query->filter->binned ? OM_TEXT_BINNED : 0;
  g_autoptr (GArray) rows = NULL;

  if (!om_exact_has_word (phrase))
    return om_store_text_find_substring (self->context->store, phrase, flags, limit, error);

  rows = om_store_text_find_phrase (self->context->store, phrase, flags, limit, error);
  if (rows == NULL || !om_exact_has_signs (phrase))
    return g_steal_pointer (&rows);
  return keep_with_signs (self, phrase, rows, error);
}

/* What stands in quotes must be in every result: nothing else is allowed from here on. */
static gboolean
demand_phrases (Search  *self,
                GError **error)
{
  for (guint i = 0; self->query->phrases[i] != NULL; i++)
    {
      g_autoptr (GArray) rows = find_phrase (self, self->query->phrases[i], G_MAXINT, error);
      g_autoptr (OmDocSet) with_phrase = om_doc_set_new ();

      if (rows == NULL)
        return FALSE;
      for (guint j = 0; j < rows->len; j++)
        om_doc_set_add (with_phrase, (guint32) g_array_index (rows, gint64, j));
      om_doc_set_and (self->allowed, with_phrase);
    }
  return TRUE;
}

static void
add_rows (Search       *self,
          const GArray *rows,
          guint         reason)
{
  for (guint i = 0; i < rows->len; i++)
    {
      guint32 doc = (guint32) g_array_index (rows, gint64, i);

      if (om_doc_set_has (self->allowed, doc))
        om_candidates_add (self->candidates, doc, reason);
    }
}

/* The whole query as one phrase; signs that the index of words does not keep by reading the texts. */
static gboolean
add_phrase_rows (Search  *self,
                 GError **error)
{
  const char *text = self->query->text;
  g_autoptr (GArray) rows = NULL;

  if (self->needle == NULL || g_utf8_strlen (text, -1) > PHRASE_MAX_CHARS)
    return TRUE;
  if (self->ranking.n_words != 1 && om_exact_has_word (text))
    {
      rows = om_store_text_find_phrase (self->context->store, text, 0, MAX_PHRASE_ROWS, error);
      if (rows == NULL)
        return FALSE;
      add_rows (self, rows, OM_HIT_WORDS);
      if (rows->len > 0)
        return TRUE;
      g_clear_pointer (&rows, g_array_unref);
    }
  if (!om_exact_has_word (text) || om_exact_has_signs (text))
    {
      rows = om_store_text_find_substring (self->context->store, text, 0, MAX_PHRASE_ROWS, error);
      if (rows == NULL)
        return FALSE;
      add_rows (self, rows, OM_HIT_PART);
    }
  return TRUE;
}

/* Reading --------------------------------------------------------------------------------------- */

/* Reads the records of the best @n candidates. */
static gboolean
read_memories (Search  *self,
               guint    n,
               GError **error)
{
  g_autofree gint64 *rows = g_new (gint64, n + 1);
  g_autoptr (GPtrArray) memories = NULL;

  for (guint i = 0; i < n; i++)
    rows[i] = g_array_index (self->candidates->list, OmCandidate, i).doc;
  memories = om_store_memories_get (self->context->store, rows, n, error);
  if (memories == NULL)
    return FALSE;
  for (guint i = 0; i < memories->len; i++)
    {
      OmMemory *memory = g_ptr_array_index (memories, i);

      g_hash_table_insert (self->memories, GUINT_TO_POINTER ((guint32) memory->row), om_memory_ref (memory));
    }
  return TRUE;
}

static void
find_exact (Search *self)
{
  guint64 all_words = self->ranking.n_words >= 64 ? G_MAXUINT64 : (G_GUINT64_CONSTANT (1) << self->ranking.n_words) - 1;

  if (self->needle == NULL)
    return;
  for (guint i = 0; i < self->candidates->list->len; i++)
    {
      OmCandidate *candidate = &g_array_index (self->candidates->list, OmCandidate, i);
      const OmMemory *memory = g_hash_table_lookup (self->memories, GUINT_TO_POINTER (candidate->doc));

      /* Only who holds every word can hold the phrase; signs and parts are not among the words. */
      if (memory == NULL || ((candidate->words & all_words) != all_words && (candidate->reasons & OM_HIT_PART) == 0))
        continue;
      if (om_exact_contains (memory->content, self->needle))
        {
          candidate->exact = TRUE;
          candidate->reasons |= OM_HIT_EXACT;
        }
      if (memory->title != NULL && om_exact_contains (memory->title, self->needle))
        {
          candidate->exact = TRUE;
          candidate->reasons |= OM_HIT_TITLE;
        }
    }
}

/* Results --------------------------------------------------------------------------------------- */

/* Short texts resemble one another by how the built-in vectors are made, words or no words. */
static double
least_similarity (const Search *self)
{
  return self->is_question ? self->context->params->min_similarity
                                                     : self->context->params->min_similarity_short;
}

static gboolean
is_worth_showing (const Search      *self,
                  const OmCandidate *candidate)
{
  if ((candidate->reasons & (OM_HIT_EXACT | OM_HIT_WORDS | OM_HIT_PART | OM_HIT_TITLE | OM_HIT_TAG)) != 0 ||
      candidate->terms.tag_match >= 0.5 || candidate->direct >= least_similarity (self))
    return TRUE;
  if ((candidate->reasons & OM_HIT_DAY) != 0 && self->is_question)
    return TRUE;
  return (candidate->reasons & OM_HIT_LINK) != 0 && candidate->waypoint >= PATH_MIN_WEIGHT;
}

static char **
cut_words (const char *text,
           GArray     *marks)
{
  g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; marks != NULL && i + 1 < marks->len; i += 2)
    {
      guint start = g_array_index (marks, guint, i);
      g_autofree char *word = g_strndup (text + start, g_array_index (marks, guint, i + 1) - start);

      if (!g_ptr_array_find_with_equal_func (words, word, g_str_equal, NULL))
        g_ptr_array_add (words, g_steal_pointer (&word));
    }
  g_ptr_array_add (words, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&words), FALSE);
}

static char **
dup_path (Search            *self,
          const OmCandidate *candidate,
          const OmMemory    *memory,
          GError           **error)
{
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);

  if (candidate->reached != OM_NOT_REACHED)
    {
      g_autoptr (GArray) docs = om_spread_dup_path (self->candidates->reached, candidate->reached);

      for (guint i = 0; i + 1 < docs->len; i++)
        {
          char *id = om_store_memory_dup_id (self->context->store, g_array_index (docs, guint32, i), error);

          if (id == NULL)
            return NULL;
          g_ptr_array_add (ids, id);
        }
    }
  g_ptr_array_add (ids, g_strdup (memory->id));
  g_ptr_array_add (ids, NULL);
  return (char **) g_ptr_array_free (g_steal_pointer (&ids), FALSE);
}

static OmHit *
make_hit (Search            *self,
          const OmCandidate *candidate,
          OmMemory          *memory,
          GError           **error)
{
  const OmRecallContext *context = self->context;
  g_autoptr (OmHit) hit = om_hit_new (memory);
  OmSalienceState salience = om_salience_state_from_memory (memory);
  OmLanguage language = om_language_from_code (memory->language);
  g_auto (GStrv) terms = NULL;
  g_autoptr (GPtrArray) phrases = g_ptr_array_new ();

  hit->score = candidate->score;
  hit->salience = context->params->reference
                    ? om_salience_decay (memory->sector, memory->salience,
                                         MAX (0, context->now - memory->last_seen_at) / (double) OM_MS_PER_DAY, 0, 0)
                    : om_salience_present (&salience, context->now, &context->params->constants);
  hit->reasons = candidate->reasons;
  if (candidate->direct >= least_similarity (self))
    hit->reasons |= OM_HIT_MEANING;
  if (candidate->terms.tag_match >= 0.5)
    hit->reasons |= OM_HIT_TAG;
  hit->parts = (OmScoreParts){
    .similarity = candidate->terms.similarity,
    .token_overlap = candidate->terms.token_overlap,
    .waypoint = candidate->terms.waypoint,
    .recency = candidate->terms.recency,
    .tag_match = candidate->terms.tag_match,
    .keyword = candidate->terms.keyword_part,
    .sector_penalty = candidate->sector_penalty,
    .relevance = candidate->relevance,
    .personal = candidate->personal,
  };

  if (self->candidates->query != NULL)
    terms = om_word_query_dup_terms (self->candidates->query, candidate->words);
  for (guint i = 0; self->query->phrases[i] != NULL; i++)
    g_ptr_array_add (phrases, self->query->phrases[i]);
  if ((candidate->reasons & (OM_HIT_EXACT | OM_HIT_PART | OM_HIT_TITLE)) != 0 && self->needle != NULL)
    g_ptr_array_add (phrases, self->needle);
  for (guint i = 0; self->candidates->query != NULL && i < self->candidates->query->words->len; i++)
    {
      const OmQueryWord *word = g_ptr_array_index (self->candidates->query->words, i);

      if (word->is_part)
        g_ptr_array_add (phrases, word->surface);
    }
  g_ptr_array_add (phrases, NULL);
  hit->marks = om_marks_find (memory->content, (const char *const *) terms, language, (const char *const *) phrases->pdata);
  hit->title_marks = om_marks_find (memory->title != NULL ? memory->title : "", (const char *const *) terms, language,
                                    (const char *const *) phrases->pdata);
  hit->words = cut_words (memory->content, hit->marks);
  hit->path = dup_path (self, candidate, memory, error);
  if (hit->path == NULL)
    return NULL;
  return g_steal_pointer (&hit);
}

/* A document stands for its sections; where a section is a result itself, its document is none. */
static gboolean
is_covered_by_section (Search         *self,
                       const OmMemory *memory,
                       guint           n)
{
  if (memory->type != OM_MEMORY_TYPE_DOCUMENT)
    return FALSE;
  for (guint i = 0; i < n; i++)
    {
      const OmCandidate *other = &g_array_index (self->candidates->list, OmCandidate, i);
      const OmMemory *section = g_hash_table_lookup (self->memories, GUINT_TO_POINTER (other->doc));

      if (section != NULL && section->parent_row == memory->row)
        return TRUE;
    }
  return FALSE;
}

static gboolean
make_hits (Search   *self,
           guint     n_read,
           OmAnswer *answer,
           GError  **error)
{
  GArray *list = self->candidates->list;

  for (guint i = 0; i < list->len && answer->hits->len < self->search->k; i++)
    {
      const OmCandidate *candidate = &g_array_index (list, OmCandidate, i);
      OmMemory *memory = g_hash_table_lookup (self->memories, GUINT_TO_POINTER (candidate->doc));
      OmHit *hit;

      if (memory == NULL)
        continue;
      if (!self->context->params->reference &&
          (!is_worth_showing (self, candidate) || is_covered_by_section (self, memory, n_read)))
        continue;
      hit = make_hit (self, candidate, memory, error);
      if (hit == NULL)
        return FALSE;
      g_ptr_array_add (answer->hits, hit);
    }
  return TRUE;
}

/* Operators without a word: the newest that pass. */
static int
compare_newest (gconstpointer a,
                gconstpointer b,
                gpointer      data)
{
  const OmStateTable *states = data;
  const OmDocState *x = om_state_table_get (states, *(const guint32 *) a);
  const OmDocState *y = om_state_table_get (states, *(const guint32 *) b);

  return (x->happened_ms < y->happened_ms) - (x->happened_ms > y->happened_ms);
}

static void
gather_newest (Search *self)
{
  const OmStateTable *states = om_mirror_get_states (self->context->mirror);
  g_autoptr (GArray) docs = g_array_new (FALSE, FALSE, sizeof (guint32));

  self->candidates = om_candidates_new ();
  if (om_filter_equal (self->query->filter, NULL) && self->query->phrases[0] == NULL)
    return;
  for (guint32 doc = 0; om_doc_set_next (self->allowed, &doc); doc++)
    {
      if (om_state_table_get (states, doc) != NULL)
        g_array_append_val (docs, doc);
    }
  g_array_sort_with_data (docs, compare_newest, (gpointer) states);
  for (guint i = 0; i < docs->len && i < self->search->k; i++)
    om_candidates_add (self->candidates, g_array_index (docs, guint32, i),
                       self->query->phrases[0] != NULL ? OM_HIT_EXACT : OM_HIT_TAG);
}

static gboolean
gather (Search       *self,
        GCancellable *cancellable,
        GError      **error)
{
  const OmRecallContext *context = self->context;

  if (*self->query->text == '\0')
    {
      gather_newest (self);
      return TRUE;
    }
  self->candidates = om_candidates_gather (context->mirror, context->store, context->embedder, context->params,
                                           self->query->text, self->search->k, self->allowed,
                                           self->search->include_private, context->now, cancellable, error);
  if (self->candidates == NULL)
    return FALSE;
  self->ranking.n_words = self->candidates->query != NULL ? self->candidates->query->words->len : 0;
  self->is_question = om_candidates_is_question (self->candidates);
  if (context->params->use_words && !add_phrase_rows (self, error))
    return FALSE;
  om_ranking_prescore (self->candidates, context->mirror, &self->ranking, context->params, context->now);
  return TRUE;
}

/* The model asks with the set of the query's tokens: saying a word twice does not make it count twice. */
static GPtrArray *
distinct_tokens (const char *text)
{
  GPtrArray *tokens = om_tokens_canonical (text);

  for (guint i = tokens->len; i > 1; i--)
    {
      guint first;

      if (g_ptr_array_find_with_equal_func (tokens, g_ptr_array_index (tokens, i - 1), g_str_equal, &first) && first < i - 1)
        g_ptr_array_remove_index (tokens, i - 1);
    }
  return tokens;
}

static void
prepare (Search *self)
{
  const char *text = self->query->text;

  self->ranking.text = text;
  self->ranking.tokens = distinct_tokens (text);
  if (self->context->params->reference)
    self->ranking.keywords = om_keywords_extract (text);
  self->ranking.has_mood = om_mood_estimate (text, &self->ranking.valence, &self->ranking.arousal);
  self->needle = self->context->params->reference ? NULL : om_exact_needle (text);
  self->memories = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) om_memory_unref);
}

/* The words that were searched instead of mistyped ones, as far as they found anything: one that stands
 * only where the asker may not look is not given away. */
static char **
dup_corrections (const OmCandidates *candidates)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  guint64 found = 0;

  for (guint i = 0; i < candidates->list->len; i++)
    found |= g_array_index (candidates->list, OmCandidate, i).words;
  for (guint i = 0; i < candidates->query->words->len; i++)
    {
      const OmQueryWord *word = g_ptr_array_index (candidates->query->words, i);

      if (word->corrected != NULL && (found & G_GUINT64_CONSTANT (1) << i) != 0)
        g_strv_builder_add_many (builder, word->typed, word->corrected, NULL);
    }
  return g_strv_builder_end (builder);
}

static gboolean
answer_locked (Search       *self,
               OmAnswer     *answer,
               GCancellable *cancellable,
               GError      **error)
{
  const OmRecallParams *params = self->context->params;
  guint n_read;

  self->allowed = om_filter_mask_new (self->context->mirror, self->query->filter, self->search->include_private, FALSE,
                                      params->reference ? NULL : &params->constants, self->context->now);
  if (!demand_phrases (self, error) || !gather (self, cancellable, error))
    return FALSE;

  if (!params->reference && *self->query->text != '\0')
    om_ranking_sort (self->candidates->list, FALSE);
  n_read = params->reference ? self->candidates->list->len
                             : MIN (self->candidates->list->len, MAX (MIN_READ, 2 * self->search->k));
  if (!read_memories (self, n_read, error))
    return FALSE;
  if (!params->reference)
    {
      /* The rest is out of the running: it was not read. */
      g_array_set_size (self->candidates->list, n_read);
      find_exact (self);
    }
  if (*self->query->text != '\0')
    {
      om_ranking_score (self->candidates, self->memories, &self->ranking, params, self->context->now);
      om_ranking_sort (self->candidates->list, !params->reference);
    }

  answer->sector = self->candidates->sector;
  answer->revision = om_mirror_get_revision_locked (self->context->mirror);
  if (self->candidates->query != NULL)
    {
      g_strfreev (answer->corrections);
      answer->corrections = dup_corrections (self->candidates);
    }
  return make_hits (self, n_read, answer, error);
}

/* Results of the full text that pass, a piece at a time: the filter is asked before the cut. */
static gboolean
take_text_hits (Search       *self,
                const GArray *hits,
                guint         from,
                guint         to,
                GError      **error)
{
  g_autofree gint64 *rows = g_new (gint64, to - from + 1);
  g_autoptr (GPtrArray) memories = NULL;
  gsize n = 0;

  for (guint i = from; i < to; i++)
    {
      const OmTextHit *hit = &g_array_index (hits, OmTextHit, i);

      if (self->allowed == NULL || om_doc_set_has (self->allowed, (guint32) hit->row))
        rows[n++] = hit->row;
    }
  memories = om_store_memories_get (self->context->store, rows, n, error);
  if (memories == NULL)
    return FALSE;
  for (guint i = 0; i < memories->len; i++)
    {
      OmMemory *memory = g_ptr_array_index (memories, i);

      if (!om_filter_passes (self->query->filter, memory, self->search->include_private, &self->context->params->constants,
                             self->context->now))
        continue;
      om_candidates_add (self->candidates, (guint32) memory->row, OM_HIT_WORDS);
      g_hash_table_insert (self->memories, GUINT_TO_POINTER ((guint32) memory->row), om_memory_ref (memory));
    }
  return TRUE;
}

/* Where there is a table in memory it says which rows may be answered; phrases say so in any case. */
static gboolean
prepare_allowed (Search  *self,
                 GError **error)
{
  if (om_mirror_is_loaded (self->context->mirror))
    {
      om_mirror_lock (self->context->mirror);
      self->allowed = om_filter_mask_new (self->context->mirror, self->query->filter, self->search->include_private, FALSE,
                                          &self->context->params->constants, self->context->now);
      om_mirror_unlock (self->context->mirror);
    }
  else if (self->query->phrases[0] != NULL)
    {
      g_autoptr (GArray) rows = find_phrase (self, self->query->phrases[0], G_MAXINT, error);

      if (rows == NULL)
        return FALSE;
      self->allowed = om_doc_set_new ();
      for (guint i = 0; i < rows->len; i++)
        om_doc_set_add (self->allowed, (guint32) g_array_index (rows, gint64, i));
    }
  return demand_phrases (self, error);
}

/* While the indexes are being loaded, and in the bin, which they leave out: by full text alone. */
static gboolean
answer_by_text (Search   *self,
                OmAnswer *answer,
                GError  **error)
{
  OmTextFlags flags = self->query->filter->binned ? OM_TEXT_BINNED : 0;
  guint wanted = MAX (MIN_READ, 2 * self->search->k);
  g_autoptr (GArray) found = NULL;

  /* Before anything is read: what is written meanwhile makes the answer an old one. */
  answer->revision = om_store_get_revision (self->context->store, error);
  if (answer->revision < 0 || !prepare_allowed (self, error))
    return FALSE;
  found = om_store_text_find_ranked (self->context->store, self->query->text, flags, G_MAXINT, error);
  if (found == NULL)
    return FALSE;

  self->candidates = om_candidates_new ();
  for (guint i = 0; i < found->len && self->candidates->list->len < wanted; i += wanted)
    {
      if (!take_text_hits (self, found, i, MIN (found->len, i + wanted), error))
        return FALSE;
    }
  for (guint i = 0; i < found->len; i++)
    {
      const OmTextHit *hit = &g_array_index (found, OmTextHit, i);
      OmCandidate *candidate = om_candidates_find (self->candidates, (guint32) hit->row);

      if (candidate == NULL)
        continue;
      candidate->relevance = hit->score / MAX (g_array_index (found, OmTextHit, 0).score, 1e-9);
      candidate->score = om_sigmoid (candidate->relevance);
    }
  answer->incomplete = !om_mirror_is_loaded (self->context->mirror);
  return make_hits (self, self->candidates->list->len, answer, error);
}

/**
 * om_recall_answer:
 * @context: what to search in
 * @search: what was asked
 * @error: return location
 *
 * Blocks for some milliseconds. Takes the mirror's read lock itself.
 *
 * Returns: (transfer full): the answer, at most k results, best first
 */
OmAnswer *
om_recall_answer (const OmRecallContext *context,
                  const OmSearch        *search,
                  GCancellable          *cancellable,
                  GError               **error)
{
  g_auto (Search) self = { .context = context, .search = search };
  g_autoptr (OmAnswer) answer = om_answer_new ();
  gboolean answered;

  if (!g_utf8_validate (search->query, -1, NULL))
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_INVALID, "The query is not UTF-8 text.");
      return NULL;
    }
  self.query = om_query_parse (search->query, search->filter);
  prepare (&self);

  om_store_set_cancellable (context->store, cancellable);
  if (!om_mirror_is_loaded (context->mirror) || (self.query->filter->binned && *self.query->text != '\0'))
    {
      answered = answer_by_text (&self, answer, error);
    }
  else
    {
      om_mirror_lock (context->mirror);
      answered = answer_locked (&self, answer, cancellable, error);
      om_mirror_unlock (context->mirror);
    }
  om_store_set_cancellable (context->store, NULL);

  return answered ? g_steal_pointer (&answer) : NULL;
}
