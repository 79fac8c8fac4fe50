/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A search answered by the full text of the store, without the indexes in memory. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-scoring.h"
#include "engine/om-filter-mask.h"
#include "engine/om-recall-private.h"
#include "store/om-store-memories.h"
#include "store/om-store-text.h"

/* Results of the full text that pass, a piece at a time: the filter is asked before the cut. */
static gboolean
take_text_hits (OmRecallRun  *self,
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
prepare_allowed (OmRecallRun *self,
                 GError     **error)
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
      g_autoptr (GArray) rows = om_recall_find_phrase (self, self->query->phrases[0], G_MAXINT, error);

      if (rows == NULL)
        return FALSE;
      self->allowed = om_doc_set_new ();
      for (guint i = 0; i < rows->len; i++)
        om_doc_set_add (self->allowed, (guint32) g_array_index (rows, gint64, i));
    }
  return om_recall_demand_phrases (self, error);
}

/**
 * om_recall_answer_by_text:
 * @answer: gets the results
 * @error: return location
 *
 * While the indexes are being loaded, and in the bin, which they leave out.
 */
gboolean
om_recall_answer_by_text (OmRecallRun *self,
                          OmAnswer    *answer,
                          GError     **error)
{
  OmTextFlags flags = self->query->filter->binned ? OM_TEXT_BINNED : 0;
  guint wanted = MAX (OM_RECALL_MIN_READ, 2 * self->search->k);
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
  return om_recall_make_hits (self, self->candidates->list->len, answer, error);
}
