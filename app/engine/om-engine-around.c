/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verbs of OmEngine that look around a memory, for the window: former texts, links, tags, the
 * reason of its sector. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <string.h>

#include "dynamics/om-spreading.h"
#include "engine/om-engine-private.h"
#include "store/om-store-memories.h"
#include "store/om-store-tags.h"
#include "store/om-store-versions.h"
#include "store/om-store-waypoints.h"
#include "text/om-classify.h"

/* Former texts ---------------------------------------------------------------------------------- */

/* A former text as a record of its own: content, title, version, when it was written. */
static OmMemory *
version_record (const char      *id,
                const OmVersion *version)
{
  OmMemory *memory = om_memory_new ();

  memory->id = g_strdup (id);
  memory->content = g_strdup (version->content);
  memory->title = g_strdup (version->title);
  memory->version = version->version;
  memory->changed_at = version->changed_at;
  memory->flags = version->conflict ? OM_FLAG_CONFLICT : 0;
  return memory;
}

static gpointer
get_versions (OmEngine     *self,
              OmStore      *store,
              gpointer      id,
              GCancellable *cancellable,
              GError      **error)
{
  gint64 row = om_store_memory_find_row (store, id, error);
  g_autoptr (GPtrArray) versions = row > 0 ? om_store_versions_list (store, row, error) : NULL;
  GPtrArray *records;

  if (versions == NULL)
    return NULL;
  records = g_ptr_array_new_with_free_func ((GDestroyNotify) om_memory_unref);
  for (guint i = 0; i < versions->len; i++)
    g_ptr_array_add (records, version_record (id, g_ptr_array_index (versions, i)));
  return records;
}

/**
 * om_engine_get_versions:
 * @id: a memory
 *
 * Returns: (transfer full) (element-type OmMemory) (nullable): its former texts, newest first, each a
 *   record with content, title, version and changed_at; %OM_FLAG_CONFLICT on one that was replaced
 *   unseen
 */
GPtrArray *
om_engine_get_versions (OmEngine     *self,
                        const char   *id,
                        GCancellable *cancellable,
                        GError      **error)
{
  return om_engine_read (self, get_versions, (gpointer) id, cancellable, error);
}

/** om_engine_get_versions_async: the same without blocking. */
void
om_engine_get_versions_async (OmEngine            *self,
                              const char          *id,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             data)
{
  om_engine_read_async (self, get_versions, g_strdup (id), g_free, (GDestroyNotify) g_ptr_array_unref,
                        om_engine_get_versions_async, cancellable, callback, data);
}

/** om_engine_get_versions_finish: (transfer full) (nullable) */
GPtrArray *
om_engine_get_versions_finish (OmEngine     *self,
                               GAsyncResult *result,
                               GError      **error)
{
  return om_engine_finish (self, result, om_engine_get_versions_async, error);
}

/* Links ----------------------------------------------------------------------------------------- */

static gpointer
get_waypoints (OmEngine     *self,
               OmStore      *store,
               gpointer      id,
               GCancellable *cancellable,
               GError      **error)
{
  gint64 row = om_store_memory_find_row (store, id, error);

  return row > 0 ? om_store_waypoints_of (store, row, error) : NULL;
}

/**
 * om_engine_get_waypoints:
 * @id: a memory
 *
 * Returns: (transfer full) (element-type OmWaypoint) (nullable): links from it, then links to it
 */
GArray *
om_engine_get_waypoints (OmEngine     *self,
                         const char   *id,
                         GCancellable *cancellable,
                         GError      **error)
{
  return om_engine_read (self, get_waypoints, (gpointer) id, cancellable, error);
}

/**
 * om_related_free:
 * @self: (transfer full) (nullable): a memory at the other end
 */
void
om_related_free (OmRelated *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->memory, om_memory_unref);
  g_free (self);
}

static int
compare_related (gconstpointer a,
                 gconstpointer b)
{
  const OmRelated *x = *(const OmRelated *const *) a;
  const OmRelated *y = *(const OmRelated *const *) b;

  if (x->present_weight != y->present_weight)
    return x->present_weight > y->present_weight ? -1 : 1;
  return (x->memory->row > y->memory->row) - (x->memory->row < y->memory->row);
}

static gpointer
get_related (OmEngine     *self,
             OmStore      *store,
             gpointer      id,
             GCancellable *cancellable,
             GError      **error)
{
  gint64 row = om_store_memory_find_row (store, id, error);
  g_autoptr (GArray) waypoints = row > 0 ? om_store_waypoints_of (store, row, error) : NULL;
  g_autoptr (GPtrArray) related = g_ptr_array_new_with_free_func ((GDestroyNotify) om_related_free);

  if (waypoints == NULL)
    return NULL;
  for (guint i = 0; i < waypoints->len; i++)
    {
      const OmWaypoint *waypoint = &g_array_index (waypoints, OmWaypoint, i);
      gboolean outgoing = waypoint->source == row;
      OmMemory *memory = om_store_memory_get (store, outgoing ? waypoint->target : waypoint->source, error);
      OmRelated *end;

      if (memory == NULL)
        return NULL;
      if (memory->trashed_at != 0)
        {
          om_memory_unref (memory);
          continue;
        }
      end = g_new0 (OmRelated, 1);
      end->memory = memory;
      end->waypoint = *waypoint;
      end->outgoing = outgoing;
      end->present_weight = om_link_present_weight (waypoint->weight, waypoint->walked_at, om_engine_now (self));
      g_ptr_array_add (related, end);
    }
  g_ptr_array_sort (related, compare_related);
  return g_steal_pointer (&related);
}

/**
 * om_engine_get_related:
 * @id: a memory
 *
 * Returns: (transfer full) (element-type OmRelated) (nullable): what it is linked with, strongest first,
 *   without what lies in the bin
 */
GPtrArray *
om_engine_get_related (OmEngine     *self,
                       const char   *id,
                       GCancellable *cancellable,
                       GError      **error)
{
  return om_engine_read (self, get_related, (gpointer) id, cancellable, error);
}

/** om_engine_get_related_async: the same without blocking. */
void
om_engine_get_related_async (OmEngine            *self,
                             const char          *id,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             data)
{
  om_engine_read_async (self, get_related, g_strdup (id), g_free, (GDestroyNotify) g_ptr_array_unref,
                        om_engine_get_related_async, cancellable, callback, data);
}

/** om_engine_get_related_finish: (transfer full) (nullable) */
GPtrArray *
om_engine_get_related_finish (OmEngine     *self,
                              GAsyncResult *result,
                              GError      **error)
{
  return om_engine_finish (self, result, om_engine_get_related_async, error);
}

/* Tags ------------------------------------------------------------------------------------------ */

/**
 * om_tag_use_free:
 * @self: (transfer full) (nullable): a tag
 */
void
om_tag_use_free (OmTagUse *self)
{
  if (self == NULL)
    return;

  g_free (self->name);
  g_free (self);
}

/* A tag of the state table and how many memories outside the bin carry it. */
typedef struct
{
  const char *key; /* the table's, valid under the lock */
  guint       count;
} TagCount;

/* Most used first, then by key. */
static int
compare_counts (gconstpointer a,
                gconstpointer b)
{
  const TagCount *left = a;
  const TagCount *right = b;

  if (left->count != right->count)
    return left->count > right->count ? -1 : 1;
  return strcmp (left->key, right->key);
}

/* (transfer full) (element-type TagCount): called under the lock. */
static GArray *
count_tags (OmMirror *mirror)
{
  const OmStateTable *states = om_mirror_get_states (mirror);
  guint n_tags = om_state_table_count_tags (states);
  GArray *counts = g_array_sized_new (FALSE, TRUE, sizeof (TagCount), n_tags);

  /* Ids of tags begin with 1. */
  g_array_set_size (counts, n_tags);
  for (guint i = 0; i < n_tags; i++)
    g_array_index (counts, TagCount, i).key = om_state_table_get_tag_key (states, i + 1);
  for (guint32 doc = 0; om_doc_set_next (om_mirror_get_live (mirror), &doc); doc++)
    {
      guint n;
      const guint32 *tags = om_state_table_get_tags (states, doc, &n);

      for (guint i = 0; i < n; i++)
        g_array_index (counts, TagCount, tags[i] - 1).count++;
    }
  g_array_sort (counts, compare_counts);
  return counts;
}

static gpointer
get_tags (OmEngine     *self,
          OmStore      *store,
          gpointer      args,
          GCancellable *cancellable,
          GError      **error)
{
  OmMirror *mirror = om_engine_get_mirror (self);
  g_autoptr (GHashTable) names = NULL;
  g_autoptr (GArray) counts = NULL;
  GPtrArray *uses;

  if (!om_mirror_is_loaded (mirror) && !om_mirror_load_states (mirror, store, error))
    return NULL;
  names = om_store_tag_names (store, error);
  if (names == NULL)
    return NULL;

  uses = g_ptr_array_new_with_free_func ((GDestroyNotify) om_tag_use_free);
  om_mirror_lock (mirror);
  counts = count_tags (mirror);
  for (guint i = 0; i < counts->len; i++)
    {
      const TagCount *count = &g_array_index (counts, TagCount, i);
      const char *name = g_hash_table_lookup (names, count->key);
      OmTagUse *use;

      if (count->count == 0 || name == NULL)
        continue;
      use = g_new0 (OmTagUse, 1);
      use->name = g_strdup (name);
      use->count = count->count;
      g_ptr_array_add (uses, use);
    }
  om_mirror_unlock (mirror);
  return uses;
}

/**
 * om_engine_get_tags:
 *
 * Returns: (transfer full) (element-type OmTagUse) (nullable): all tags in use, most used first
 */
GPtrArray *
om_engine_get_tags (OmEngine     *self,
                    GCancellable *cancellable,
                    GError      **error)
{
  return om_engine_read (self, get_tags, NULL, cancellable, error);
}

/** om_engine_get_tags_async: the same without blocking. */
void
om_engine_get_tags_async (OmEngine            *self,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             data)
{
  om_engine_read_async (self, get_tags, NULL, NULL, (GDestroyNotify) g_ptr_array_unref, om_engine_get_tags_async, cancellable,
                        callback, data);
}

/** om_engine_get_tags_finish: (transfer full) (nullable) */
GPtrArray *
om_engine_get_tags_finish (OmEngine     *self,
                           GAsyncResult *result,
                           GError      **error)
{
  return om_engine_finish (self, result, om_engine_get_tags_async, error);
}

/* Why this sector ------------------------------------------------------------------------------- */

typedef struct
{
  char    *id; /* (owned) */
  OmSector sector;
} ExplainArgs;

static void
explain_args_free (gpointer data)
{
  ExplainArgs *args = data;

  g_free (args->id);
  g_free (args);
}

static gpointer
explain_sector (OmEngine     *self,
                OmStore      *store,
                gpointer      data,
                GCancellable *cancellable,
                GError      **error)
{
  ExplainArgs *args = data;
  g_autoptr (OmMemory) memory = om_store_memory_get_by_id (store, args->id, error);
  g_autofree char *text = NULL;

  if (memory == NULL)
    return NULL;
  text = om_analysis_join (memory->title, memory->content);
  return om_classify_explain (text, args->sector);
}

/**
 * om_engine_explain_sector_async:
 * @id: a memory
 * @sector: a sector, its own or another
 *
 * Asks which words of the memory speak for the sector.
 */
void
om_engine_explain_sector_async (OmEngine            *self,
                                const char          *id,
                                OmSector             sector,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             data)
{
  ExplainArgs *args = g_new0 (ExplainArgs, 1);

  args->id = g_strdup (id);
  args->sector = sector;
  om_engine_read_async (self, explain_sector, args, explain_args_free, (GDestroyNotify) g_strfreev,
                        om_engine_explain_sector_async, cancellable, callback, data);
}

/** om_engine_explain_sector_finish: (transfer full) (nullable): the words, as they stand in it */
char **
om_engine_explain_sector_finish (OmEngine     *self,
                                 GAsyncResult *result,
                                 GError      **error)
{
  return om_engine_finish (self, result, om_engine_explain_sector_async, error);
}
