/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Follows the store: what was changed since, whoever did it. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-mirror-private.h"

#include "store/om-store-changes.h"
#include "store/om-store-memories.h"
#include "store/om-store-states.h"
#include "store/om-store-tags.h"
#include "store/om-store-waypoints.h"

static const gint64 *
rows_of (GArray *array)
{
  return (const gint64 *) (gpointer) array->data;
}

static gboolean
catch_up_links (OmMirror *self,
                OmStore  *store,
                GArray   *sources,
                GError  **error)
{
  g_autoptr (GArray) waypoints = NULL;

  if (sources->len == 0)
    return TRUE;

  waypoints = om_store_waypoints_from_rows (store, rows_of (sources), sources->len, error);
  if (waypoints == NULL)
    return FALSE;
  for (guint i = 0; i < sources->len; i++)
    om_waypoint_graph_clear_from (self->graph, (guint32) g_array_index (sources, gint64, i), OM_WAYPOINT_UNKNOWN);
  for (guint i = 0; i < waypoints->len; i++)
    om_mirror_take_waypoint (&g_array_index (waypoints, OmWaypoint, i), self->graph);
  return TRUE;
}

static gboolean
catch_up_words (OmMirror             *self,
                OmStore              *store,
                const OmStoreChanges *changes,
                GError              **error)
{
  g_autoptr (GArray) rows = om_mirror_words_to_read (self->words, self->live, changes);
  OmMirrorWords target = { self->words, self->states, self->live, NULL };

  self->n_since_snapshot += changes->words->len + changes->wiped->len;
  self->n_words_read += rows->len;
  if (rows->len == 0)
    return TRUE;
  if (!om_store_texts_for_rows (store, rows_of (rows), rows->len, om_mirror_take_text, &target, error))
    return FALSE;
  om_word_index_let_go (self->words);
  return TRUE;
}

static gboolean
catch_up_records (OmMirror             *self,
                  OmStore              *store,
                  const OmStoreChanges *changes,
                  GError              **error)
{
  GArray *changed = changes->changed;
  OmMirrorStates state_target = { self->states, self->live, self->open, self->linkable };
  g_autoptr (GArray) tags = g_array_new (FALSE, FALSE, sizeof (guint32));
  OmMirrorTags tag_target = { self->states, 0, tags };
  g_autoptr (GArray) live = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint32 none = 0;

  if (changed->len == 0)
    return catch_up_words (self, store, changes, error);
  if (!om_store_states_for_rows (store, rows_of (changed), changed->len, om_mirror_take_state, &state_target, error))
    return FALSE;
  for (guint i = 0; i < changed->len; i++)
    {
      guint32 doc = (guint32) g_array_index (changed, gint64, i);
      const OmDocState *state = om_state_table_get (self->states, doc);

      if (state != NULL)
        {
          OmDocState copy = *state;

          om_state_table_set (self->states, doc, &copy, &none, 0);
        }
      om_vector_index_remove (self->vectors, doc);
      if (om_doc_set_has (self->live, doc))
        g_array_append_val (live, g_array_index (changed, gint64, i));
    }
  if (!om_store_tags_for_rows (store, rows_of (changed), changed->len, om_mirror_take_tag, &tag_target, error))
    return FALSE;
  om_mirror_flush_tags (&tag_target);

  if (!catch_up_words (self, store, changes, error))
    return FALSE;
  if (live->len == 0)
    return TRUE;
  if (self->embedder_id == 0)
    {
      self->embedder_id = om_store_embedder_id (store, om_embedder_get_name (self->embedder),
                                                om_embedder_get_dimension (self->embedder), error);
      if (self->embedder_id <= 0)
        return self->embedder_id == 0;
    }
  if (self->format == OM_VECTOR_FORMAT_F32)
    return om_mirror_take_full_vectors (self->vectors, store, self->embedder_id, rows_of (live), live->len, error);
  return om_store_slots_for_rows (store, self->embedder_id, rows_of (live), live->len, om_mirror_take_slot, self->vectors, error);
}

static gboolean
catch_up (OmMirror *self,
          OmStore  *store,
          gboolean *changed,
          GError  **error)
{
  g_autoptr (OmStoreChanges) changes = om_store_changes_since (store, self->revision, error);
  OmMirrorStates state_target = { self->states, self->live, self->open, self->linkable };

  if (changes == NULL)
    return FALSE;

  for (guint i = 0; i < changes->wiped->len; i++)
    {
      guint32 doc = (guint32) g_array_index (changes->wiped, gint64, i);

      om_doc_set_remove (self->live, doc);
      om_doc_set_remove (self->open, doc);
      om_doc_set_remove (self->linkable, doc);
      om_word_index_remove (self->words, doc);
      om_vector_index_remove (self->vectors, doc);
      om_waypoint_graph_remove_doc (self->graph, doc);
      om_state_table_remove (self->states, doc);
    }
  if (!catch_up_records (self, store, changes, error) ||
      (changes->active->len > 0 && !om_store_states_for_rows (store, rows_of (changes->active), changes->active->len,
                                                              om_mirror_take_state, &state_target, error)) ||
      !catch_up_links (self, store, changes->links, error))
    return FALSE;

  self->revision = changes->revision;
  if (changed != NULL)
    *changed = TRUE;
  return TRUE;
}

/**
 * om_mirror_catch_up:
 * @store: a connection of the caller's
 * @changed: (out) (optional): whether there was anything new
 * @error: return location
 *
 * Does nothing before the picture is loaded.
 *
 * Returns: %TRUE if the picture is that of the store
 */
gboolean
om_mirror_catch_up (OmMirror *self,
                    OmStore  *store,
                    gboolean *changed,
                    GError  **error)
{
  gint64 revision;
  gboolean done = TRUE;

  if (changed != NULL)
    *changed = FALSE;
  if (!om_mirror_is_loaded (self))
    return TRUE;
  revision = om_store_get_revision (store, error);
  if (revision < 0)
    return FALSE;
  if (revision <= om_mirror_get_revision (self))
    return TRUE;

  /* One snapshot, taken before the lock, so that it is not held while the file is waited for. */
  if (!om_store_begin_reading (store, error))
    return FALSE;
  g_rw_lock_writer_lock (&self->lock);
  if (revision > self->revision)
    done = catch_up (self, store, changed, error);
  g_rw_lock_writer_unlock (&self->lock);
  om_store_rollback (store);
  return done;
}
