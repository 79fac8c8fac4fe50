/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What of the candidates is worth showing, and why each is there. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-salience.h"
#include "dynamics/om-spreading.h"
#include "engine/om-recall-private.h"
#include "store/om-store-memories.h"
#include "text/om-marks.h"

/* A path worth following: weaker ones lead to anything. */
#define PATH_MIN_WEIGHT 0.2

/* Short texts resemble one another by how the built-in vectors are made, words or no words. */
static double
least_similarity (const OmRecallRun *self)
{
  return self->is_question ? self->context->params->min_similarity : self->context->params->min_similarity_short;
}

static gboolean
is_worth_showing (const OmRecallRun *self,
                  const OmCandidate *candidate)
{
  if ((candidate->reasons & (OM_HIT_EXACT | OM_HIT_WORDS | OM_HIT_PART | OM_HIT_TITLE | OM_HIT_TAG |
                             OM_HIT_FILTER)) != 0 ||
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
dup_path (OmRecallRun       *self,
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
make_hit (OmRecallRun       *self,
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
is_covered_by_section (OmRecallRun    *self,
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

/**
 * om_recall_make_hits:
 * @n_read: how many of the candidates were read, the best first
 * @answer: gets the results
 * @error: return location
 *
 * What is not worth showing is left out, and so is a document of which a section is a result.
 */
gboolean
om_recall_make_hits (OmRecallRun *self,
                     guint        n_read,
                     OmAnswer    *answer,
                     GError     **error)
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
