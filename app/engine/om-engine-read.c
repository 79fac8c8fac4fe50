/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verbs of OmEngine that read: get, list, search, recall, counts. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-activity.h"
#include "dynamics/om-salience.h"
#include "engine/om-engine-private.h"
#include "engine/om-hiding-private.h"
#include "engine/om-listing.h"
#include "engine/om-recall-traits.h"
#include "engine/om-recall.h"
#include "engine/om-reinforcement.h"
#include "engine/om-statistics.h"
#include "store/om-store-memories.h"

#define MAX_RESULTS 1000

/* Get ------------------------------------------------------------------------------------------- */

static gpointer
get (OmEngine     *self,
     OmStore      *store,
     gpointer      id,
     GCancellable *cancellable,
     GError      **error)
{
  return om_store_memory_get_by_id (store, id, error);
}

/**
 * om_engine_get:
 * @id: a memory, in the bin or not
 *
 * Returns: (transfer full) (nullable): the memory; %OM_ERROR_NOT_FOUND if there is none
 */
OmMemory *
om_engine_get (OmEngine     *self,
               const char   *id,
               GCancellable *cancellable,
               GError      **error)
{
  g_return_val_if_fail (OM_IS_ENGINE (self), NULL);

  return om_engine_read (self, get, (gpointer) id, cancellable, error);
}

/** om_engine_get_async: the same without blocking. */
void
om_engine_get_async (OmEngine            *self,
                     const char          *id,
                     GCancellable        *cancellable,
                     GAsyncReadyCallback  callback,
                     gpointer             data)
{
  om_engine_read_async (self, get, g_strdup (id), g_free, (GDestroyNotify) om_memory_unref, om_engine_get_async,
                        cancellable, callback, data);
}

/** om_engine_get_finish: (transfer full) (nullable) */
OmMemory *
om_engine_get_finish (OmEngine     *self,
                      GAsyncResult *result,
                      GError      **error)
{
  return om_engine_finish (self, result, om_engine_get_async, error);
}

typedef struct
{
  gint64 *rows; /* (owned) */
  gsize   n_rows;
} RowsArgs;

static void
rows_args_free (gpointer data)
{
  RowsArgs *args = data;

  g_free (args->rows);
  g_free (args);
}

static gpointer
get_rows (OmEngine     *self,
          OmStore      *store,
          gpointer      data,
          GCancellable *cancellable,
          GError      **error)
{
  RowsArgs *args = data;

  return om_store_memories_get (store, args->rows, args->n_rows, error);
}

/**
 * om_engine_get_rows:
 * @rows: (array length=n_rows): rows of a list
 *
 * Returns: (transfer full) (element-type OmMemory) (nullable): those that are there, in the order asked for
 */
GPtrArray *
om_engine_get_rows (OmEngine     *self,
                    const gint64 *rows,
                    gsize         n_rows,
                    GCancellable *cancellable,
                    GError      **error)
{
  RowsArgs args = { (gint64 *) rows, n_rows };

  return om_engine_read (self, get_rows, &args, cancellable, error);
}

/** om_engine_get_rows_async: the same without blocking. */
void
om_engine_get_rows_async (OmEngine            *self,
                          const gint64        *rows,
                          gsize                n_rows,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             data)
{
  RowsArgs *args = g_new0 (RowsArgs, 1);

  args->rows = g_memdup2 (rows, n_rows * sizeof *rows);
  args->n_rows = n_rows;
  om_engine_read_async (self, get_rows, args, rows_args_free, (GDestroyNotify) g_ptr_array_unref, om_engine_get_rows_async,
                        cancellable, callback, data);
}

/** om_engine_get_rows_finish: (transfer full) (nullable) */
GPtrArray *
om_engine_get_rows_finish (OmEngine     *self,
                           GAsyncResult *result,
                           GError      **error)
{
  return om_engine_finish (self, result, om_engine_get_rows_async, error);
}

static gpointer
dup_ids (OmEngine     *self,
         OmStore      *store,
         gpointer      data,
         GCancellable *cancellable,
         GError      **error)
{
  RowsArgs *args = data;
  g_auto (GStrv) ids = g_new0 (char *, args->n_rows + 1);

  for (gsize i = 0; i < args->n_rows; i++)
    {
      ids[i] = om_store_memory_dup_id (store, args->rows[i], error);
      if (ids[i] == NULL)
        return NULL;
    }
  return g_steal_pointer (&ids);
}

/**
 * om_engine_dup_ids_async:
 * @rows: (array length=n_rows): rows of a list
 *
 * Asks for the ids of rows, without their texts.
 */
void
om_engine_dup_ids_async (OmEngine            *self,
                         const gint64        *rows,
                         gsize                n_rows,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             data)
{
  RowsArgs *args = g_new0 (RowsArgs, 1);

  args->rows = g_memdup2 (rows, n_rows * sizeof *rows);
  args->n_rows = n_rows;
  om_engine_read_async (self, dup_ids, args, rows_args_free, (GDestroyNotify) g_strfreev, om_engine_dup_ids_async, cancellable,
                        callback, data);
}

/** om_engine_dup_ids_finish: (transfer full) (nullable) */
char **
om_engine_dup_ids_finish (OmEngine     *self,
                          GAsyncResult *result,
                          GError      **error)
{
  return om_engine_finish (self, result, om_engine_dup_ids_async, error);
}

/* List ------------------------------------------------------------------------------------------ */

typedef struct
{
  OmFilter *filter; /* (owned) */
  OmSort    sort;
  gboolean  at_once; /* rather the beginning of the list than to wait */
} ListArgs;

static void
list_args_free (gpointer data)
{
  ListArgs *args = data;

  om_filter_free (args->filter);
  g_free (args);
}

/* Before the table is in memory the plain list comes from the store, page by page. */
static GArray *
list_from_store (OmStore *store,
                 GError **error)
{
  g_autoptr (GArray) items = g_array_new (FALSE, FALSE, sizeof (OmListItem));
  g_autoptr (GArray) page = om_store_list (store, NULL, 500, error);

  if (page == NULL)
    return NULL;
  for (guint i = 0; i < page->len; i++)
    {
      const OmStoreListRow *row = &g_array_index (page, OmStoreListRow, i);
      OmListItem item = { row->row, row->happened };

      g_array_append_val (items, item);
    }
  return g_steal_pointer (&items);
}

static gpointer
list (OmEngine     *self,
      OmStore      *store,
      gpointer      data,
      GCancellable *cancellable,
      GError      **error)
{
  ListArgs *args = data;
  OmMirror *mirror = om_engine_get_mirror (self);
  g_autoptr (OmDocSet) hidden = NULL;

  if (args->at_once && !om_mirror_has_states (mirror) && om_filter_equal (args->filter, NULL) &&
      args->sort == OM_SORT_NEWEST)
    return list_from_store (store, error);
  if ((!args->at_once || !om_mirror_has_states (mirror)) && !om_mirror_is_loaded (mirror) &&
      !om_mirror_load_states (mirror, store, error))
    return NULL;
  if (args->filter != NULL && args->filter->by_itself && !om_hidden_docs (mirror, store, &hidden, error))
    return NULL;
  return om_listing_new (mirror, args->filter, hidden, args->sort, &om_engine_get_params (self)->constants,
                         om_engine_now (self));
}

/**
 * om_engine_list:
 * @filter: (nullable): which memories, %NULL for all but the bin
 * @sort: in which order
 *
 * Returns: (transfer full) (element-type OmListItem) (nullable): the rows
 */
GArray *
om_engine_list (OmEngine       *self,
                const OmFilter *filter,
                OmSort          sort,
                GCancellable   *cancellable,
                GError        **error)
{
  ListArgs args = { (OmFilter *) filter, sort };

  return om_engine_read (self, list, &args, cancellable, error);
}

/**
 * om_engine_list_async:
 *
 * The same without blocking. While the engine is being loaded the plain list may be its newest 500
 * rows; "loaded" tells when to ask again.
 */
void
om_engine_list_async (OmEngine            *self,
                      const OmFilter      *filter,
                      OmSort               sort,
                      GCancellable        *cancellable,
                      GAsyncReadyCallback  callback,
                      gpointer             data)
{
  ListArgs *args = g_new0 (ListArgs, 1);

  args->filter = om_filter_copy (filter);
  args->sort = sort;
  args->at_once = TRUE;
  om_engine_read_async (self, list, args, list_args_free, (GDestroyNotify) g_array_unref, om_engine_list_async, cancellable,
                        callback, data);
}

/** om_engine_list_finish: (transfer full) (element-type OmListItem) (nullable) */
GArray *
om_engine_list_finish (OmEngine     *self,
                       GAsyncResult *result,
                       GError      **error)
{
  return om_engine_finish (self, result, om_engine_list_async, error);
}

/* Search and recall ----------------------------------------------------------------------------- */

/**
 * om_search_new:
 * @query: what was typed
 * @k: the most results wanted
 *
 * Returns: (transfer full): a search without a filter, private memories left out
 */
OmSearch *
om_search_new (const char *query,
               guint       k)
{
  OmSearch *self = g_new0 (OmSearch, 1);

  self->query = g_strdup (query);
  self->k = CLAMP (k, 1, MAX_RESULTS);
  return self;
}

/** om_search_copy: (transfer full): a copy */
OmSearch *
om_search_copy (const OmSearch *self)
{
  OmSearch *copy = om_search_new (self->query, self->k);

  copy->filter = self->filter != NULL ? om_filter_copy (self->filter) : NULL;
  copy->include_private = self->include_private;
  copy->include_traits = self->include_traits;
  copy->quick = self->quick;
  copy->way = self->way;
  copy->program = g_strdup (self->program);
  return copy;
}

/** om_search_free: */
void
om_search_free (OmSearch *self)
{
  if (self == NULL)
    return;

  g_free (self->query);
  om_filter_free (self->filter);
  g_free (self->program);
  g_free (self);
}

static OmAnswer *
answer (OmEngine       *self,
        OmStore        *store,
        const OmSearch *search,
        GCancellable   *cancellable,
        GError        **error)
{
  OmRecallContext context = {
    .mirror = om_engine_get_mirror (self),
    .store = store,
    .embedder = om_engine_get_embedder (self),
    .params = om_engine_get_params (self),
    .now = om_engine_now (self),
  };

  OmAnswer *found = om_recall_answer (&context, search, cancellable, error);

  if (found != NULL && search->include_traits && !om_recall_add_traits (&context, search, found, error))
    g_clear_pointer (&found, om_answer_unref);
  return found;
}

static gpointer
search (OmEngine     *self,
        OmStore      *store,
        gpointer      data,
        GCancellable *cancellable,
        GError      **error)
{
  const OmSearch *asked = data;
  gint64 now = om_engine_now (self);
  OmMirror *mirror = om_engine_get_mirror (self);
  /* Before it is loaded the mirror does not follow the store. */
  OmAnswer *found = om_mirror_is_loaded (mirror) ? om_answer_cache_lookup (self->cache, asked, om_mirror_get_revision (mirror), now)
                                                 : NULL;

  if (found == NULL)
    {
      found = answer (self, store, asked, cancellable, error);
      if (found != NULL)
        om_answer_cache_store (self->cache, asked, found, now);
    }
  return found;
}

/** Recalled: what is to be strengthened. */
typedef struct
{
  OmAnswer      *answer;
  OmRecallSource from;
} Recalled;

static gpointer
reinforce (const OmWriteContext *context,
           gpointer              data,
           GCancellable         *cancellable,
           GError              **error)
{
  const Recalled *recalled = data;
  gboolean reinforced;

  /* What recall changes may be lost with the power; what a person writes may not. */
  if (!om_store_set_sync (context->store, OM_STORE_SYNC_NORMAL, error))
    return NULL;
  reinforced = om_reinforce_answer (context, recalled->answer, &recalled->from, error);
  return om_store_set_sync (context->store, OM_STORE_SYNC_FULL, reinforced ? error : NULL) && reinforced ? OM_ENGINE_DONE : NULL;
}

static gpointer
recall (OmEngine     *self,
        OmStore      *store,
        gpointer      data,
        GCancellable *cancellable,
        GError      **error)
{
  const OmSearch *asked = data;
  g_autoptr (OmAnswer) found = answer (self, store, asked, cancellable, error);
  Recalled recalled = { found, { asked->way, asked->program } };

  if (found == NULL)
    return NULL;
  if (found->hits->len > 0 && om_engine_write (self, reinforce, &recalled, cancellable, error) == NULL)
    return NULL;
  return g_steal_pointer (&found);
}

/**
 * om_engine_search:
 * @search: what is asked
 *
 * Changes nothing at all: looking is not recalling.
 *
 * Returns: (transfer full) (nullable): the answer
 */
OmAnswer *
om_engine_search (OmEngine       *self,
                  const OmSearch *asked,
                  GCancellable   *cancellable,
                  GError        **error)
{
  g_return_val_if_fail (OM_IS_ENGINE (self), NULL);

  return om_engine_read (self, search, (gpointer) asked, cancellable, error);
}

/** om_engine_search_async: the same without blocking. */
void
om_engine_search_async (OmEngine            *self,
                        const OmSearch      *asked,
                        GCancellable        *cancellable,
                        GAsyncReadyCallback  callback,
                        gpointer             data)
{
  om_engine_read_async (self, search, om_search_copy (asked), (GDestroyNotify) om_search_free,
                        (GDestroyNotify) om_answer_unref, om_engine_search_async, cancellable, callback, data);
}

/** om_engine_search_finish: (transfer full) (nullable) */
OmAnswer *
om_engine_search_finish (OmEngine     *self,
                         GAsyncResult *result,
                         GError      **error)
{
  return om_engine_finish (self, result, om_engine_search_async, error);
}

/**
 * om_engine_recall:
 * @search: what is asked
 *
 * Searches, and strengthens what was found, the links walked and the neighbours.
 *
 * Returns: (transfer full) (nullable): the answer, as it was before that
 */
OmAnswer *
om_engine_recall (OmEngine       *self,
                  const OmSearch *asked,
                  GCancellable   *cancellable,
                  GError        **error)
{
  g_return_val_if_fail (OM_IS_ENGINE (self), NULL);

  return om_engine_read (self, recall, (gpointer) asked, cancellable, error);
}

/** om_engine_recall_async: the same without blocking. */
void
om_engine_recall_async (OmEngine            *self,
                        const OmSearch      *asked,
                        GCancellable        *cancellable,
                        GAsyncReadyCallback  callback,
                        gpointer             data)
{
  om_engine_read_async (self, recall, om_search_copy (asked), (GDestroyNotify) om_search_free,
                        (GDestroyNotify) om_answer_unref, om_engine_recall_async, cancellable, callback, data);
}

/** om_engine_recall_finish: (transfer full) (nullable) */
OmAnswer *
om_engine_recall_finish (OmEngine     *self,
                         GAsyncResult *result,
                         GError      **error)
{
  return om_engine_finish (self, result, om_engine_recall_async, error);
}

/* Ids ------------------------------------------------------------------------------------------- */

static gpointer
find_prefix (OmEngine     *self,
             OmStore      *store,
             gpointer      prefix,
             GCancellable *cancellable,
             GError      **error)
{
  return om_store_memory_find_prefix (store, prefix, error);
}

/**
 * om_engine_find_id:
 * @prefix: the beginning of an id, at least 4 characters
 * @error: return location; %OM_ERROR_NOT_FOUND, %OM_ERROR_INVALID if several begin so
 *
 * Returns: (transfer full) (nullable): the id
 */
char *
om_engine_find_id (OmEngine     *self,
                   const char   *prefix,
                   GCancellable *cancellable,
                   GError      **error)
{
  return om_engine_read (self, find_prefix, (gpointer) prefix, cancellable, error);
}

/* Counts ---------------------------------------------------------------------------------------- */

static gpointer
get_stats (OmEngine     *self,
           OmStore      *store,
           gpointer      stats,
           GCancellable *cancellable,
           GError      **error)
{
  OmMirror *mirror = om_engine_get_mirror (self);

  if (!om_mirror_is_loaded (mirror) && !om_mirror_load_states (mirror, store, error))
    return NULL;
  return om_statistics_collect (mirror, store, &om_engine_get_params (self)->constants, om_engine_now (self), stats, error)
           ? OM_ENGINE_DONE
           : NULL;
}

/**
 * om_engine_get_stats:
 * @stats: (out caller-allocates): the counts
 */
gboolean
om_engine_get_stats (OmEngine     *self,
                     OmStats      *stats,
                     GCancellable *cancellable,
                     GError      **error)
{
  return om_engine_read (self, get_stats, stats, cancellable, error) != NULL;
}

/**
 * om_engine_present_salience:
 *
 * Returns: the memory's salience now, 0..1
 */
double
om_engine_present_salience (OmEngine       *self,
                            const OmMemory *memory)
{
  OmSalienceState state = om_salience_state_from_memory (memory);

  return om_salience_present (&state, om_engine_now (self), &om_engine_get_params (self)->constants);
}

/**
 * om_engine_get_vividness:
 * @percent: (out) (optional): 0..100
 *
 * Returns: the word for it
 */
OmVividness
om_engine_get_vividness (OmEngine       *self,
                         const OmMemory *memory,
                         int            *percent)
{
  int value;
  OmVividness vividness = om_memory_vividness (memory, om_engine_now (self), &om_engine_get_params (self)->constants, &value);

  if (percent != NULL)
    *percent = value;
  return vividness;
}
