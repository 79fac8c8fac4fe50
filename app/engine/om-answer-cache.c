/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Answers of the last minute (engine.md, end of section 7). Thread: any. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-answer-cache.h"

#define MAX_AGE_MS 60000
#define N_ENTRIES 16

typedef struct
{
  OmSearch *search; /* (owned) (nullable) */
  OmAnswer *answer; /* (owned) */
  gint64    at;
} Entry;

struct _OmAnswerCache
{
  GMutex mutex;
  Entry  entries[N_ENTRIES]; /* (mutex) */
  guint  next;               /* (mutex): the oldest, replaced next */
};

static void
entry_clear (Entry *entry)
{
  g_clear_pointer (&entry->search, om_search_free);
  g_clear_pointer (&entry->answer, om_answer_unref);
}

static gboolean
is_same (const OmSearch *a,
         const OmSearch *b)
{
  return a->k == b->k && a->include_private == b->include_private && a->include_traits == b->include_traits && a->quick == b->quick &&
         g_str_equal (a->query, b->query) &&
         om_filter_equal (a->filter, b->filter);
}

/**
 * om_answer_cache_new:
 *
 * Returns: (transfer full): an empty cache
 */
OmAnswerCache *
om_answer_cache_new (void)
{
  OmAnswerCache *self = g_new0 (OmAnswerCache, 1);

  g_mutex_init (&self->mutex);
  return self;
}

/**
 * om_answer_cache_lookup:
 * @revision: what the store is at
 * @now: ms UTC
 *
 * Returns: (transfer full) (nullable): the answer to the same question, if nothing has been written since
 */
OmAnswer *
om_answer_cache_lookup (OmAnswerCache  *self,
                        const OmSearch *search,
                        gint64          revision,
                        gint64          now)
{
  OmAnswer *found = NULL;

  g_mutex_lock (&self->mutex);
  for (guint i = 0; i < N_ENTRIES && found == NULL; i++)
    {
      const Entry *entry = &self->entries[i];

      if (entry->search != NULL && entry->answer->revision == revision && now >= entry->at &&
          now - entry->at < MAX_AGE_MS && is_same (entry->search, search))
        found = om_answer_ref (entry->answer);
    }
  g_mutex_unlock (&self->mutex);
  return found;
}

/**
 * om_answer_cache_store:
 * @answer: a complete answer
 * @now: ms UTC
 */
void
om_answer_cache_store (OmAnswerCache  *self,
                       const OmSearch *search,
                       OmAnswer       *answer,
                       gint64          now)
{
  Entry *entry;

  if (answer->incomplete)
    return;

  g_mutex_lock (&self->mutex);
  entry = &self->entries[self->next];
  self->next = (self->next + 1) % N_ENTRIES;
  entry_clear (entry);
  entry->search = om_search_copy (search);
  entry->answer = om_answer_ref (answer);
  entry->at = now;
  g_mutex_unlock (&self->mutex);
}

/** om_answer_cache_clear: forgets all; another store has other answers at the same revision. */
void
om_answer_cache_clear (OmAnswerCache *self)
{
  g_mutex_lock (&self->mutex);
  for (guint i = 0; i < N_ENTRIES; i++)
    entry_clear (&self->entries[i]);
  g_mutex_unlock (&self->mutex);
}

/**
 * om_answer_cache_free:
 * @self: (transfer full) (nullable): a cache
 */
void
om_answer_cache_free (OmAnswerCache *self)
{
  if (self == NULL)
    return;

  for (guint i = 0; i < N_ENTRIES; i++)
    entry_clear (&self->entries[i]);
  g_mutex_clear (&self->mutex);
  g_free (self);
}
