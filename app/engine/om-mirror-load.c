/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the whole picture, of one moment: first what lists need, then words, vectors and links. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-mirror-private.h"

#include "store/om-store-changes.h"
#include "store/om-store-states.h"
#include "store/om-store-tags.h"
#include "store/om-store-waypoints.h"

static gboolean
load_vectors (OmMirror           *self,
              OmVectorIndex      *vectors,
              const OmStateTable *states,
              OmStore            *store,
              gint64              embedder_id,
              GError            **error)
{
  if (embedder_id == 0)
    return TRUE;

  if (self->format == OM_VECTOR_FORMAT_F32)
    {
      for (guint32 doc = om_state_table_next (states, 0); doc != 0; doc = om_state_table_next (states, doc))
        {
          gint64 row = doc;

          if (!om_mirror_take_full_vectors (vectors, store, embedder_id, &row, 1, error))
            return FALSE;
        }
      return TRUE;
    }

  for (int sector = 0; sector <= OM_SECTOR_MEAN; sector++)
    {
      if (!om_store_slots_load (store, embedder_id, sector, om_mirror_take_slot, vectors, error))
        return FALSE;
    }
  return TRUE;
}

/* Takes the words from the snapshot, brought up to the present, or from all texts. */
static OmWordIndex *
load_words (OmMirror           *self,
            OmStore            *store,
            const char         *snapshot,
            const OmStateTable *states,
            const OmDocSet     *live,
            guint              *n_since,
            guint              *n_read,
            GCancellable       *cancellable,
            GError            **error)
{
  gint64 revision = 0;
  g_autoptr (OmWordIndex) words = om_mirror_open_snapshot (store, snapshot, self->revision, &revision);
  OmMirrorWords target = { NULL, states, live, cancellable };

  if (words != NULL)
    {
      g_autoptr (OmStoreChanges) changes = om_store_words_since (store, revision, error);
      g_autoptr (GArray) rows = NULL;

      if (changes == NULL)
        return NULL;
      rows = om_mirror_words_to_read (words, live, changes);
      target.words = words;
      if (rows->len > 0 &&
          !om_store_texts_for_rows (store, (const gint64 *) (gpointer) rows->data, rows->len, om_mirror_take_text, &target,
                                    error))
        return NULL;
      *n_since = changes->words->len + changes->wiped->len;
      *n_read = rows->len;
    }
  else
    {
      words = om_word_index_new ();
      target.words = words;
      if (!om_store_texts_foreach (store, 0, om_mirror_take_text, &target, error))
        return NULL;
      *n_since = *n_read = om_word_index_count (words);
    }

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&words);
}

/* Lists need no more than this: they are answered while the rest is still being read. */
static gboolean
load_states (OmMirror *self,
             OmStore  *store,
             GError  **error)
{
  g_autoptr (OmStateTable) states = om_state_table_new ();
  g_autoptr (OmDocSet) live = om_doc_set_new ();
  g_autoptr (OmDocSet) open = om_doc_set_new ();
  g_autoptr (OmDocSet) linkable = om_doc_set_new ();
  OmMirrorStates state_target = { states, live, open, linkable };
  g_autoptr (GArray) tags = g_array_new (FALSE, FALSE, sizeof (guint32));
  OmMirrorTags tag_target = { states, 0, tags };
  gint64 revision = om_store_get_revision (store, error);
  gint64 embedder_id;

  if (revision < 0)
    return FALSE;
  /* Whoever came first has read them. */
  if (om_mirror_has_states (self) && revision == om_mirror_get_revision (self))
    return TRUE;
  embedder_id = om_store_embedder_id (store, om_embedder_get_name (self->embedder),
                                      om_embedder_get_dimension (self->embedder), error);
  if (embedder_id < 0 || !om_store_states_load (store, om_mirror_take_state, &state_target, error) ||
      !om_store_tags_load (store, om_mirror_take_tag, &tag_target, error))
    return FALSE;
  om_mirror_flush_tags (&tag_target);

  g_rw_lock_writer_lock (&self->lock);
  /* While it is loaded only catching up may change it. */
  if (!om_mirror_is_loaded (self))
    {
      om_state_table_free (self->states);
      om_doc_set_free (self->live);
      om_doc_set_free (self->open);
      om_doc_set_free (self->linkable);
      self->states = g_steal_pointer (&states);
      self->live = g_steal_pointer (&live);
      self->open = g_steal_pointer (&open);
      self->linkable = g_steal_pointer (&linkable);
      self->revision = revision;
      self->embedder_id = embedder_id;
    }
  g_rw_lock_writer_unlock (&self->lock);
  g_atomic_int_set (&self->has_states, TRUE);
  return TRUE;
}

/**
 * om_mirror_load_states:
 * @store: a connection of the caller's
 *
 * Reads the table of memories alone: for who lists or counts but does not search. Until the whole
 * picture is loaded a call reads it anew if anything was written since.
 */
gboolean
om_mirror_load_states (OmMirror *self,
                       OmStore  *store,
                       GError  **error)
{
  gboolean loaded;

  if (!om_store_begin (store, error))
    return FALSE;
  g_mutex_lock (&self->loading);
  loaded = om_mirror_is_loaded (self) || load_states (self, store, error);
  g_mutex_unlock (&self->loading);
  om_store_rollback (store);
  return loaded;
}

/* What does not need the states is read beside them, on a connection that shows the same moment. */
typedef struct
{
  OmMirror        *self;
  OmStore         *store;
  OmVectorIndex   *vectors;
  OmWaypointGraph *graph;
  GError          *error; /* (owned) (nullable) */
} Beside;

static gboolean
load_vectors_and_links (OmMirror        *self,
                        OmStore         *store,
                        OmVectorIndex   *vectors,
                        OmWaypointGraph *graph,
                        GError         **error)
{
  gint64 embedder_id = om_store_embedder_id (store, om_embedder_get_name (self->embedder),
                                             om_embedder_get_dimension (self->embedder), error);

  return embedder_id >= 0 && load_vectors (self, vectors, self->states, store, embedder_id, error) &&
         om_store_waypoints_load (store, om_mirror_take_waypoint, graph, error);
}

static gpointer
load_beside (gpointer data)
{
  Beside *beside = data;

  return GINT_TO_POINTER (load_vectors_and_links (beside->self, beside->store, beside->vectors, beside->graph, &beside->error));
}

static gboolean
load (OmMirror     *self,
      OmStore      *store,
      OmStore      *helper,
      const char   *snapshot,
      GCancellable *cancellable,
      GError      **error)
{
  g_autoptr (OmVectorIndex) vectors = om_vector_index_new (om_embedder_get_dimension (self->embedder), self->format);
  g_autoptr (OmWaypointGraph) graph = om_waypoint_graph_new ();
  g_autoptr (OmWordIndex) words = NULL;
  Beside beside = { self, helper, vectors, graph, NULL };
  GThread *thread = helper != NULL ? g_thread_new ("openmemory-load", load_beside, &beside) : NULL;
  guint n_since = 0;
  guint n_read = 0;
  gboolean loaded = load_states (self, store, error);

  /* Nobody else changes the parts while `loading` is held and `loaded` not set. */
  if (loaded)
    words = load_words (self, store, snapshot, self->states, self->live, &n_since, &n_read, cancellable, error);
  if (thread != NULL)
    {
      gboolean loaded_beside = GPOINTER_TO_INT (g_thread_join (thread));

      if (words != NULL && !loaded_beside)
        g_propagate_error (error, g_steal_pointer (&beside.error));
      g_clear_error (&beside.error);
      loaded = loaded_beside;
    }
  else
    {
      loaded = words != NULL && load_vectors_and_links (self, store, vectors, graph, error);
    }
  if (words == NULL || !loaded)
    return FALSE;

  g_rw_lock_writer_lock (&self->lock);
  om_vector_index_free (self->vectors);
  om_waypoint_graph_free (self->graph);
  om_word_index_free (self->words);
  self->vectors = g_steal_pointer (&vectors);
  self->graph = g_steal_pointer (&graph);
  self->words = g_steal_pointer (&words);
  self->n_since_snapshot = n_since;
  self->n_words_read += n_read;
  g_rw_lock_writer_unlock (&self->lock);
  return TRUE;
}

/* Shows the helper the same moment: both are at one revision. Else it stays out of it. */
static OmStore *
begin_alike (OmMirror     *self,
             OmStore      *store,
             OmStore      *helper,
             GCancellable *cancellable)
{
  /* Vectors as they were made are found by the states. */
  if (helper == NULL || self->format != OM_VECTOR_FORMAT_U8 || !om_store_begin (helper, NULL))
    return NULL;
  if (om_store_get_revision (helper, NULL) != om_store_get_revision (store, NULL))
    {
      om_store_rollback (helper);
      return NULL;
    }
  om_store_set_cancellable (helper, cancellable);
  return helper;
}

/**
 * om_mirror_load:
 * @store: a connection of the caller's
 * @helper: (nullable): another, to read on two threads
 * @snapshot: (nullable): side file of the word index; wrong or missing is no error
 * @error: return location
 *
 * Reads everything, of one moment. Blocks: 100,000 memories take some tenths of a second, some
 * seconds without the side file.
 *
 * Returns: %TRUE if the picture is whole
 */
gboolean
om_mirror_load (OmMirror     *self,
                OmStore      *store,
                OmStore      *helper,
                const char   *snapshot,
                GCancellable *cancellable,
                GError      **error)
{
  gboolean loaded;

  if (!om_store_begin (store, error))
    return FALSE;
  helper = begin_alike (self, store, helper, cancellable);
  om_store_set_cancellable (store, cancellable);
  g_mutex_lock (&self->loading);
  loaded = om_mirror_is_loaded (self) || load (self, store, helper, snapshot, cancellable, error);
  if (loaded)
    g_atomic_int_set (&self->loaded, TRUE);
  g_mutex_unlock (&self->loading);
  if (helper != NULL)
    {
      om_store_set_cancellable (helper, NULL);
      om_store_rollback (helper);
    }
  om_store_set_cancellable (store, NULL);
  om_store_rollback (store);
  if (!loaded)
    return FALSE;

  return om_mirror_catch_up (self, store, NULL, error);
}
