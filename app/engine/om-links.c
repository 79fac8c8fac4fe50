/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Associations follow the text: a job walks the memories past its watermark, in the order they came,
 * and links each to the nearest one that is older. It gives the same links however often, and in
 * however many pieces, it runs. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-links.h"

#include "dynamics/om-spreading.h"
#include "store/om-store-memories.h"
#include "store/om-store-meta.h"
#include "store/om-store-waypoints.h"

/* Many are scored against each block of vectors while it is in the cache. */
#define BATCH 32

#define WATERMARK "links-drawn-to"

/* Rows, parted by blanks, of which the association is missing though they lie before the watermark. */
#define NOTED "links-to-draw"

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

/* What is noted --------------------------------------------------------------------------------- */

/**
 * om_links_note:
 * @row: a memory that may be without its association: its text has changed, or it takes part again
 *
 * Joins the open transaction. om_links_draw_pending() draws it, now or at the next start.
 */
gboolean
om_links_note (const OmWriteContext *context,
               gint64                row,
               GError              **error)
{
  g_autofree char *noted = om_store_meta_get (context->store, NOTED, NULL);
  g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT, row);
  g_auto (GStrv) rows = noted != NULL ? g_strsplit (noted, " ", -1) : NULL;
  g_autofree char *more = noted != NULL ? g_strjoin (" ", noted, number, NULL) : g_strdup (number);

  /* A program that never loads the index may edit one memory again and again. */
  if (rows != NULL && g_strv_contains ((const char *const *) rows, number))
    return TRUE;
  return om_store_meta_set (context->store, NOTED, more, error);
}

/**
 * om_links_forget:
 * @row: a memory
 * @both_ways: also the associations of others with it, which get another
 *
 * Takes associations away that no longer hold. Joins the open transaction.
 */
gboolean
om_links_forget (const OmWriteContext *context,
                 gint64                row,
                 gboolean              both_ways,
                 GError              **error)
{
  g_autoptr (GArray) waypoints = om_store_waypoints_of (context->store, row, error);

  if (waypoints == NULL)
    return FALSE;
  for (guint i = 0; i < waypoints->len; i++)
    {
      const OmWaypoint *waypoint = &g_array_index (waypoints, OmWaypoint, i);

      if (waypoint->kind != OM_WAYPOINT_ASSOCIATION || (waypoint->source != row && !both_ways))
        continue;
      if (!om_store_waypoint_remove (context->store, waypoint->source, waypoint->target, OM_WAYPOINT_ASSOCIATION, NULL, error) ||
          (waypoint->source != row && !om_links_note (context, waypoint->source, error)))
        return FALSE;
    }
  return TRUE;
}

static gboolean
has_association (OmStore  *store,
                 gint64    row,
                 gboolean *has,
                 GError  **error)
{
  g_autoptr (GArray) waypoints = om_store_waypoints_from_rows (store, &row, 1, error);

  /* One that is going to be pruned is none: what is drawn must not depend on when that happens. */
  *has = FALSE;
  for (guint i = 0; waypoints != NULL && i < waypoints->len; i++)
    *has |= g_array_index (waypoints, OmWaypoint, i).kind == OM_WAYPOINT_ASSOCIATION &&
            !om_link_is_pruned (&g_array_index (waypoints, OmWaypoint, i));
  return waypoints != NULL;
}

/* At most BATCH of the noted rows that take part and have no association. @left: what of the note stays. */
static gboolean
take_noted (const OmWriteContext *context,
            const char           *noted,
            const OmDocSet       *allowed,
            guint32               watermark,
            GArray               *docs,
            GString              *left,
            GError              **error)
{
  g_auto (GStrv) rows = g_strsplit (noted, " ", -1);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; rows[i] != NULL; i++)
    {
      guint32 doc = (guint32) g_ascii_strtoull (rows[i], NULL, 10);
      gboolean has;

      /* What does not take part is noted anew when it does; what lies beyond the watermark comes by itself. */
      if (doc > watermark || !om_doc_set_has (allowed, doc) || !g_hash_table_add (seen, GUINT_TO_POINTER (doc)))
        continue;
      if (!has_association (context->store, doc, &has, error))
        return FALSE;
      if (!has && docs->len < BATCH)
        g_array_append_val (docs, doc);
      else if (!has)
        g_string_append_printf (left, "%s%u", left->len > 0 ? " " : "", doc);
    }
  return TRUE;
}

/* Draws what is noted. With the store to itself: nobody notes anything meanwhile. */
static gboolean
draw_noted_in_transaction (const OmWriteContext *context,
                           guint32               watermark,
                           gboolean             *more,
                           guint                *n_drawn,
                           GError              **error)
{
  g_autofree char *noted = om_store_meta_get (context->store, NOTED, NULL);
  g_autoptr (OmDocSet) allowed = NULL;
  g_autoptr (GArray) docs = g_array_new (FALSE, FALSE, sizeof (guint32));
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (OmWaypoint));
  g_autoptr (GString) left = g_string_new (NULL);

  *more = FALSE;
  /* If somebody has written since the mirror was brought up to date, the next call sees it. */
  if (noted == NULL || om_store_get_revision (context->store, NULL) != om_mirror_get_revision (context->mirror))
    return TRUE;

  om_mirror_lock (context->mirror);
  allowed = om_doc_set_copy (om_mirror_get_linkable (context->mirror));
  om_mirror_unlock (context->mirror);
  if (!take_noted (context, noted, allowed, watermark, docs, left, error) ||
      !find_nearest (context->mirror, docs, allowed, links, context->now, NULL, error))
    return FALSE;
  for (guint i = 0; i < links->len; i++)
    {
      if (!om_store_waypoint_put (context->store, &g_array_index (links, OmWaypoint, i), error))
        return FALSE;
    }
  *more = left->len > 0;
  *n_drawn += links->len;
  return om_store_meta_set (context->store, NOTED, *more ? left->str : NULL, error);
}

static gboolean
draw_noted (const OmWriteContext *context,
            guint32               watermark,
            guint                *n_drawn,
            GError              **error)
{
  g_autofree char *noted = om_store_meta_get (context->store, NOTED, NULL);
  gboolean more = noted != NULL;

  while (more)
    {
      if (!om_store_begin (context->store, error))
        return FALSE;
      if (!draw_noted_in_transaction (context, watermark, &more, n_drawn, error))
        {
          om_store_rollback (context->store);
          return FALSE;
        }
      if (!om_store_commit (context->store, error))
        return FALSE;
      /* The mirror is one step behind now, by links alone, and the next piece asks for it as it is. */
      if (more && !om_mirror_catch_up (context->mirror, context->store, NULL, error))
        return FALSE;
    }
  return TRUE;
}

/* What comes with its links ---------------------------------------------------------------------- */

static gint64
read_watermark (OmStore *store)
{
  g_autofree char *text = om_store_meta_get (store, WATERMARK, NULL);

  return text != NULL ? g_ascii_strtoll (text, NULL, 10) : 0;
}

/**
 * om_links_are_drawn:
 * @row: a memory
 * @noted: (inout) (transfer full): begins as %NULL and is kept for the next row
 * @drawn: (out): %FALSE if its association is still to be drawn
 *
 * Returns: %FALSE on error
 */
gboolean
om_links_are_drawn (OmStore     *store,
                    gint64       row,
                    GHashTable **noted,
                    gboolean    *drawn,
                    GError     **error)
{
  if (*noted == NULL)
    {
      g_autoptr (GError) local = NULL;
      g_autofree char *text = om_store_meta_get (store, NOTED, &local);
      g_auto (GStrv) rows = g_strsplit (text != NULL ? text : "", " ", -1);

      if (local != NULL)
        {
          g_propagate_error (error, g_steal_pointer (&local));
          return FALSE;
        }
      *noted = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
      for (guint i = 0; rows[i] != NULL; i++)
        {
          gint64 number = g_ascii_strtoll (rows[i], NULL, 10);

          g_hash_table_add (*noted, g_memdup2 (&number, sizeof number));
        }
    }
  *drawn = row <= read_watermark (store) && !g_hash_table_contains (*noted, &row);
  return TRUE;
}

/**
 * om_links_adopt:
 * @first: first row of memories that have come with their associations
 * @last: their last row, which is the last of all
 * @undrawn: (element-type gint64): those among them that came without
 *
 * What came before them and has not been linked yet is noted. Joins the open transaction.
 *
 * Returns: %FALSE on error
 */
gboolean
om_links_adopt (const OmWriteContext *context,
                gint64                first,
                gint64                last,
                const GArray         *undrawn,
                GError              **error)
{
  g_autofree char *noted = om_store_meta_get (context->store, NOTED, NULL);
  g_autofree char *watermark = g_strdup_printf ("%" G_GINT64_FORMAT, last);
  g_autoptr (GString) rows = g_string_new (noted);

  for (gint64 row = read_watermark (context->store) + 1; row < first; row++)
    g_string_append_printf (rows, "%s%" G_GINT64_FORMAT, rows->len > 0 ? " " : "", row);
  for (guint i = 0; i < undrawn->len; i++)
    g_string_append_printf (rows, "%s%" G_GINT64_FORMAT, rows->len > 0 ? " " : "", g_array_index (undrawn, gint64, i));
  return om_store_meta_set (context->store, NOTED, rows->len > 0 ? rows->str : NULL, error) &&
         om_store_meta_set (context->store, WATERMARK, watermark, error);
}

/* What is new ----------------------------------------------------------------------------------- */

static gboolean
draw_pending (const OmWriteContext *context,
              gboolean             *more,
              guint                *n_drawn,
              GCancellable         *cancellable,
              GError              **error)
{
  g_autofree char *text = om_store_meta_get (context->store, WATERMARK, NULL);
  guint32 watermark = text != NULL ? (guint32) g_ascii_strtoull (text, NULL, 10) : 0;
  g_autoptr (OmDocSet) allowed = NULL;
  guint32 stop;
  guint32 last;

  if (!draw_noted (context, watermark, n_drawn, error))
    return FALSE;

  om_mirror_lock (context->mirror);
  last = om_state_table_get_max_doc (om_mirror_get_states (context->mirror));
  if (last > watermark)
    allowed = om_doc_set_copy (om_mirror_get_linkable (context->mirror));
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
      *n_drawn += links->len;
    }
  return TRUE;
}

/**
 * om_links_draw_pending:
 * @context: a loaded mirror that shows the store as it is
 * @more: (out) (optional): whether some are left for another call
 * @n_drawn: (inout) (optional): has the number of new links added to it
 * @error: return location
 *
 * Links memories that came since it last ran, at most %OM_LINKS_AT_ONCE, and those that were noted.
 * What is cancelled goes on at the next call.
 *
 * Returns: %FALSE on failure
 */
gboolean
om_links_draw_pending (const OmWriteContext *context,
                       gboolean             *more,
                       guint                *n_drawn,
                       GCancellable         *cancellable,
                       GError              **error)
{
  guint unasked = 0;
  gboolean drawn;

  /* No commit of these waits for the disk: what is lost with the power is drawn again, for what says
   * that it is drawn is lost with it. */
  if (!om_store_set_sync (context->store, OM_STORE_SYNC_NORMAL, error))
    return FALSE;
  drawn = draw_pending (context, more, n_drawn != NULL ? n_drawn : &unasked, cancellable, error);
  return om_store_set_sync (context->store, OM_STORE_SYNC_FULL, drawn ? error : NULL) && drawn;
}
