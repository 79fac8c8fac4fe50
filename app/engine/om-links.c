/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Associations follow the text: a job walks the memories past its watermark, in the order they came,
 * and links each to the nearest one that is older. It gives the same links however often, and in
 * however many pieces, it runs. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-links.h"

#include "store/om-store-memories.h"
#include "store/om-store-meta.h"
#include "store/om-store-waypoints.h"

/* Many are scored against each block of vectors while it is in the cache. */
#define BATCH 32

#define WATERMARK "links-drawn-to"

/* What links are drawn between: not private ones, not sections (their document holds them), not
 * derived texts. */
static gboolean
takes_part (const OmDocState *state)
{
  return state != NULL && !state->trashed && (state->flags & OM_FLAG_PRIVATE) == 0 &&
         state->type != OM_MEMORY_TYPE_SECTION && state->origin != OM_ORIGIN_DERIVED;
}

static OmDocSet *
linkable (OmMirror *mirror)
{
  const OmStateTable *states = om_mirror_get_states (mirror);
  OmDocSet *docs = om_doc_set_new ();

  for (guint32 doc = om_state_table_next (states, 0); doc != 0; doc = om_state_table_next (states, doc))
    {
      if (takes_part (om_state_table_get (states, doc)))
        om_doc_set_add (docs, doc);
    }
  return docs;
}

/* Finds the nearest older memory of each of @docs. Takes the read lock. */
static gboolean
find_nearest (OmMirror       *mirror,
              const GArray   *docs,
              const OmDocSet *allowed,
              GArray         *links,
              gint64          now,
              GCancellable   *cancellable,
              GError        **error)
{
  const OmVectorIndex *vectors;
  g_autofree float *queries = NULL;
  g_autofree guint32 *before = g_new (guint32, docs->len + 1);
  g_autoptr (GPtrArray) nearest = NULL;
  guint n = 0;

  om_mirror_lock (mirror);
  vectors = om_mirror_get_vectors (mirror);
  queries = g_new0 (float, (gsize) om_vector_index_get_dimension (vectors) * (docs->len + 1));
  for (guint i = 0; i < docs->len; i++)
    {
      guint32 doc = g_array_index (docs, guint32, i);

      if (om_vector_index_get (vectors, doc, OM_SECTOR_MEAN, queries + (gsize) n * om_vector_index_get_dimension (vectors)))
        before[n++] = doc;
    }
  if (n > 0)
    nearest = om_vector_index_search_mean_many (vectors, queries, n, 1, allowed, before, cancellable, error);
  om_mirror_unlock (mirror);

  for (guint i = 0; nearest != NULL && i < nearest->len; i++)
    {
      const GArray *matches = g_ptr_array_index (nearest, i);

      if (matches->len > 0 && g_array_index (matches, OmVectorMatch, 0).similarity > 0)
        {
          OmWaypoint waypoint = {
            .source = before[i],
            .target = g_array_index (matches, OmVectorMatch, 0).doc,
            .weight = MIN (1.0, g_array_index (matches, OmVectorMatch, 0).similarity),
            .kind = OM_WAYPOINT_ASSOCIATION,
            .created_at = now,
            .walked_at = now,
          };

          g_array_append_val (links, waypoint);
        }
    }
  return n == 0 || nearest != NULL;
}

static gboolean
put_links (OmStore *store,
           GArray  *links,
           gint64   watermark,
           GError **error)
{
  g_autofree char *value = g_strdup_printf ("%" G_GINT64_FORMAT, watermark);

  if (!om_store_begin (store, error))
    return FALSE;
  for (guint i = 0; i < links->len; i++)
    {
      if (!om_store_waypoint_put (store, &g_array_index (links, OmWaypoint, i), error))
        {
          om_store_rollback (store);
          return FALSE;
        }
    }
  if (!om_store_meta_set (store, WATERMARK, value, error))
    {
      om_store_rollback (store);
      return FALSE;
    }
  return om_store_commit (store, error);
}

/**
 * om_links_draw_pending:
 * @context: a loaded mirror that shows the store as it is
 * @more: (out) (optional): whether some are left for another call
 * @error: return location
 *
 * Links memories that came since it last ran, at most %OM_LINKS_AT_ONCE. What is cancelled goes on at
 * the next call.
 *
 * Returns: %FALSE on failure
 */
gboolean
om_links_draw_pending (const OmWriteContext *context,
                       gboolean             *more,
                       GCancellable         *cancellable,
                       GError              **error)
{
  g_autofree char *text = om_store_meta_get (context->store, WATERMARK, NULL);
  guint32 watermark = text != NULL ? (guint32) g_ascii_strtoull (text, NULL, 10) : 0;
  g_autoptr (OmDocSet) allowed = NULL;
  guint32 stop;
  guint32 last;

  om_mirror_lock (context->mirror);
  last = om_state_table_get_max_doc (om_mirror_get_states (context->mirror));
  if (last > watermark)
    allowed = linkable (context->mirror);
  om_mirror_unlock (context->mirror);

  stop = MIN (last, watermark + OM_LINKS_AT_ONCE);
  if (more != NULL)
    *more = last > stop;
  while (watermark < stop)
    {
      g_autoptr (GArray) docs = g_array_new (FALSE, FALSE, sizeof (guint32));
      g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (OmWaypoint));
      guint32 doc;

      for (doc = watermark + 1; doc <= stop && docs->len < BATCH; doc++)
        {
          if (om_doc_set_has (allowed, doc))
            g_array_append_val (docs, doc);
        }
      watermark = doc - 1;
      if (!find_nearest (context->mirror, docs, allowed, links, context->now, cancellable, error) ||
          !put_links (context->store, links, watermark, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * om_links_redraw:
 * @row: a memory whose text changed
 *
 * Draws the association of one memory anew. What is past the watermark is left to the job.
 */
gboolean
om_links_redraw (const OmWriteContext *context,
                 gint64                row,
                 GError              **error)
{
  g_autoptr (GArray) docs = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (OmWaypoint));
  g_autoptr (OmDocSet) allowed = NULL;
  guint32 doc = (guint32) row;

  om_mirror_lock (context->mirror);
  allowed = linkable (context->mirror);
  om_mirror_unlock (context->mirror);
  if (om_doc_set_has (allowed, doc))
    g_array_append_val (docs, doc);
  if (!find_nearest (context->mirror, docs, allowed, links, context->now, NULL, error) ||
      !om_store_begin (context->store, error))
    return FALSE;
  if (!om_store_waypoints_clear (context->store, row, OM_WAYPOINT_ASSOCIATION, error) ||
      (links->len > 0 && !om_store_waypoint_put (context->store, &g_array_index (links, OmWaypoint, 0), error)))
    {
      om_store_rollback (context->store);
      return FALSE;
    }
  return om_store_commit (context->store, error);
}
