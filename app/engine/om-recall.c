/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One search, start to end: what to look for, candidates, ranking. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-recall-private.h"

#include <glib/gi18n.h>

#include "engine/om-exact.h"
#include "engine/om-filter-mask.h"
#include "store/om-store-memories.h"
#include "text/om-keywords.h"
#include "text/om-mood.h"
#include "text/om-tokens.h"

static void
recall_run_clear (OmRecallRun *self)
{
  om_query_free (self->query);
  g_clear_pointer (&self->allowed, om_doc_set_free);
  om_candidates_free (self->candidates);
  g_clear_pointer (&self->ranking.tokens, g_ptr_array_unref);
  g_clear_pointer (&self->ranking.keywords, g_hash_table_unref);
  g_free (self->needle);
  g_clear_pointer (&self->memories, g_hash_table_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OmRecallRun, recall_run_clear)

/* Reading --------------------------------------------------------------------------------------- */

/* Reads the records of the best @n candidates. */
static gboolean
read_memories (OmRecallRun *self,
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
gather_newest (OmRecallRun *self)
{
  const OmStateTable *states = om_mirror_get_states (self->context->mirror);
  g_autoptr (GArray) docs = g_array_new (FALSE, FALSE, sizeof (guint32));
  OmHitReason reason = OM_HIT_FILTER;

  self->candidates = om_candidates_new ();
  if (om_filter_equal (self->query->filter, NULL) && self->query->phrases[0] == NULL)
    return;
  for (guint32 doc = 0; om_doc_set_next (self->allowed, &doc); doc++)
    {
      if (om_state_table_get (states, doc) != NULL)
        g_array_append_val (docs, doc);
    }
  g_array_sort_with_data (docs, compare_newest, (gpointer) states);
  if (self->query->phrases[0] != NULL)
    reason = OM_HIT_EXACT;
  else if (self->query->filter->tags != NULL)
    reason = OM_HIT_TAG;
  for (guint i = 0; i < docs->len && i < self->search->k; i++)
    om_candidates_add (self->candidates, g_array_index (docs, guint32, i), reason);
}

static gboolean
gather (OmRecallRun  *self,
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
  if (context->params->use_words && !om_recall_add_phrase_rows (self, cancellable, error))
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
prepare (OmRecallRun *self)
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
answer_locked (OmRecallRun  *self,
               OmAnswer     *answer,
               GCancellable *cancellable,
               GError      **error)
{
  const OmRecallParams *params = self->context->params;
  guint n_read;

  self->allowed = om_filter_mask_new (self->context->mirror, self->query->filter, self->search->include_private, FALSE,
                                      params->reference ? NULL : &params->constants, self->context->now);
  if (!om_recall_demand_phrases (self, error) || !gather (self, cancellable, error))
    return FALSE;

  if (!params->reference && *self->query->text != '\0')
    om_ranking_sort (self->candidates->list, FALSE);
  n_read = params->reference ? self->candidates->list->len
                             : MIN (self->candidates->list->len, MAX (OM_RECALL_MIN_READ, 2 * self->search->k));
  if (!read_memories (self, n_read, error))
    return FALSE;
  if (!params->reference)
    {
      /* The rest is out of the running: it was not read. */
      g_array_set_size (self->candidates->list, n_read);
      om_recall_find_exact (self);
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
  return om_recall_make_hits (self, n_read, answer, error);
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
  g_auto (OmRecallRun) self = { .context = context, .search = search };
  g_autoptr (OmAnswer) answer = om_answer_new ();
  gboolean answered;

  if (!g_utf8_validate (search->query, -1, NULL))
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_INVALID, _("The query is not UTF-8 text."));
      return NULL;
    }
  self.query = om_query_parse (search->query, search->filter);
  answer->binned = self.query->filter->binned;
  prepare (&self);

  om_store_set_cancellable (context->store, cancellable);
  if (!om_mirror_is_loaded (context->mirror) || (self.query->filter->binned && *self.query->text != '\0'))
    {
      answered = om_recall_answer_by_text (&self, answer, error);
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
