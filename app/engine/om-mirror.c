/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the picture and the lock they are used under. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-mirror-private.h"

/**
 * om_mirror_new:
 * @embedder: whose vectors are looked at
 * @format: how they are kept
 *
 * Returns: (transfer full): an empty picture
 */
OmMirror *
om_mirror_new (OmEmbedder    *embedder,
               OmVectorFormat format)
{
  OmMirror *self = g_new0 (OmMirror, 1);

  g_rw_lock_init (&self->lock);
  g_mutex_init (&self->loading);
  self->embedder = g_object_ref (embedder);
  self->format = format;
  self->states = om_state_table_new ();
  self->words = om_word_index_new ();
  self->vectors = om_vector_index_new (om_embedder_get_dimension (embedder), format);
  self->graph = om_waypoint_graph_new ();
  self->live = om_doc_set_new ();
  self->open = om_doc_set_new ();
  self->linkable = om_doc_set_new ();
  self->revision = -1;
  return self;
}

/**
 * om_mirror_free:
 * @self: (transfer full) (nullable): a mirror
 */
void
om_mirror_free (OmMirror *self)
{
  if (self == NULL)
    return;

  om_state_table_free (self->states);
  om_word_index_free (self->words);
  om_vector_index_free (self->vectors);
  om_waypoint_graph_free (self->graph);
  om_doc_set_free (self->live);
  om_doc_set_free (self->open);
  om_doc_set_free (self->linkable);
  g_object_unref (self->embedder);
  g_rw_lock_clear (&self->lock);
  g_mutex_clear (&self->loading);
  g_free (self);
}

/** om_mirror_has_states: whether lists can be answered. */
gboolean
om_mirror_has_states (OmMirror *self)
{
  return g_atomic_int_get (&self->has_states);
}

/** om_mirror_is_loaded: whether searches can be answered in full. */
gboolean
om_mirror_is_loaded (OmMirror *self)
{
  return g_atomic_int_get (&self->loaded);
}

/** om_mirror_get_revision: the revision of the store that the picture shows; -1 before it is loaded. */
gint64
om_mirror_get_revision (OmMirror *self)
{
  gint64 revision;

  g_rw_lock_reader_lock (&self->lock);
  revision = self->revision;
  g_rw_lock_reader_unlock (&self->lock);
  return revision;
}

/** om_mirror_lock: takes the read lock. */
void
om_mirror_lock (OmMirror *self)
{
  g_rw_lock_reader_lock (&self->lock);
}

/** om_mirror_unlock: gives the read lock back. */
void
om_mirror_unlock (OmMirror *self)
{
  g_rw_lock_reader_unlock (&self->lock);
}

const OmStateTable *
om_mirror_get_states (OmMirror *self)
{
  return self->states;
}

const OmWordIndex *
om_mirror_get_words (OmMirror *self)
{
  return self->words;
}

const OmVectorIndex *
om_mirror_get_vectors (OmMirror *self)
{
  return self->vectors;
}

const OmWaypointGraph *
om_mirror_get_graph (OmMirror *self)
{
  return self->graph;
}

/** om_mirror_get_revision_locked: the same as om_mirror_get_revision() for who holds the read lock. */
gint64
om_mirror_get_revision_locked (OmMirror *self)
{
  return self->revision;
}

/** om_mirror_get_embedder_id: the store's number of the embedder, 0 if it has no vector of it. */
gint64
om_mirror_get_embedder_id (OmMirror *self)
{
  return self->embedder_id;
}

/** om_mirror_get_live: all but the bin. */
const OmDocSet *
om_mirror_get_live (OmMirror *self)
{
  return self->live;
}

/** om_mirror_get_open: all but the bin and what is private. */
const OmDocSet *
om_mirror_get_open (OmMirror *self)
{
  return self->open;
}

/** om_mirror_get_linkable: of those, the ones links are drawn between: no sections, nothing derived. */
const OmDocSet *
om_mirror_get_linkable (OmMirror *self)
{
  return self->linkable;
}
