/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loads the picture of the store and keeps it up to date. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-mirror.h"

#include <glib/gstdio.h>
#include <string.h>

#include "index/om-uuid.h"
#include "index/om-word-snapshot.h"
#include "store/om-store-changes.h"
#include "store/om-store-memories.h"
#include "store/om-store-meta.h"
#include "store/om-store-states.h"
#include "store/om-store-tags.h"
#include "store/om-store-vectors.h"
#include "store/om-store-waypoints.h"
#include "text/om-sections.h"

/* A snapshot is worth its writing once this many entries differ from it. */
#define SNAPSHOT_MIN_CHANGES 256

/* Where the store notes by which key the snapshot was signed that belongs to it. A store that was put
 * back from a backup has another, and does not take the words of what it was before. */
#define SNAPSHOT_KEY "words-key"

struct _OmMirror
{
  GRWLock          lock;
  GMutex           loading;        /* held by who loads */
  OmEmbedder      *embedder;       /* (owned) */
  OmVectorFormat   format;
  OmStateTable    *states;         /* (owned) (lock) */
  OmWordIndex     *words;          /* (owned) (lock) */
  OmVectorIndex   *vectors;        /* (owned) (lock) */
  OmWaypointGraph *graph;          /* (owned) (lock) */
  OmDocSet        *live;           /* (owned) (lock): neither in the bin nor wiped */
  OmDocSet        *open;           /* (owned) (lock): of those, the ones that are not private */
  OmDocSet        *linkable;       /* (owned) (lock): of those, the ones links are drawn between */
  gint64           embedder_id;    /* (lock) */
  gint64           revision;       /* (lock) */
  guint            n_since_snapshot; /* (lock) */
  gboolean         has_states;     /* (atomic) */
  gboolean         loaded;         /* (atomic) */
};

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

/* States ---------------------------------------------------------------------------------------- */

static void
to_doc_state (const OmMemoryState *from,
              OmDocState          *to)
{
  memset (to, 0, sizeof *to);
  to->present = 1;
  to->happened_ms = from->happened.ms;
  to->offset_s = from->happened.offset_s;
  to->precision = from->happened.precision;
  to->journal_day = from->journal_day;
  to->civil_day = from->civil_day;
  to->salience = from->activity.salience;
  to->salience_at = from->activity.salience_at;
  to->last_seen_at = from->activity.last_seen_at;
  to->last_active_at = from->activity.last_active_at;
  to->coactivations = from->activity.coactivations;
  to->activation_count = from->activity.activation_count;
  to->archived_at = from->archived_at;
  to->valid_until = from->valid_until;
  to->valence = from->valence;
  to->arousal = from->arousal;
  to->parent = (guint32) from->parent_row;
  to->section_index = (guint16) MIN (from->section_index, G_MAXUINT16);
  to->section_count = (guint16) MIN (from->section_count, G_MAXUINT16);
  to->flags = (guint16) from->flags;
  to->trashed = from->trashed_at != 0;
  to->sector = (guint) from->sector;
  to->extra_sectors = from->extra_sectors;
  to->type = (guint) from->type;
  to->context = (guint) (from->context + 1);
  to->importance = from->importance;
  to->origin = (guint) from->origin;
  to->stage = (guint) from->stage;
  to->superseded = from->superseded != 0;
  if (from->language != NULL)
    memcpy (to->language, from->language, MIN (strlen (from->language), sizeof to->language));
}

/**
 * om_doc_state_to_memory:
 * @state: what the table knows
 * @memory: (out caller-allocates): a record on the stack, without strings, never to be unreffed
 */
void
om_doc_state_to_memory (const OmDocState *state,
                        OmMemory         *memory)
{
  memset (memory, 0, sizeof *memory);
  memory->type = (OmMemoryType) state->type;
  memory->happened = (OmMoment){ state->happened_ms, state->offset_s, (OmPrecision) state->precision };
  memory->sector = (OmSector) state->sector;
  memory->extra_sectors = state->extra_sectors;
  memory->importance = (int) state->importance;
  memory->valence = state->valence;
  memory->arousal = state->arousal;
  memory->context = om_doc_state_context (state);
  memory->flags = state->flags;
  memory->origin = (OmOrigin) state->origin;
  memory->salience = state->salience;
  memory->salience_at = state->salience_at;
  memory->last_seen_at = state->last_seen_at;
  memory->coactivations = state->coactivations;
  memory->last_active_at = state->last_active_at;
  memory->activation_count = state->activation_count;
  memory->archived_at = state->archived_at;
  memory->stage = (OmVectorStage) state->stage;
  memory->valid_until = state->valid_until;
  /* By which one is not known here, and not asked. */
  memory->superseded_by = state->superseded ? (char *) "" : NULL;
  memory->parent_row = state->parent;
  memory->section_index = state->section_index;
  memory->section_count = state->section_count;
}

typedef struct
{
  OmStateTable *states;
  OmDocSet     *live;
  OmDocSet     *open;
  OmDocSet     *linkable;
} StateTarget;

/* Sections are left to their document, and what was derived has nothing of its own to link. */
static gboolean
is_linkable (const OmDocState *state)
{
  return state->type != OM_MEMORY_TYPE_SECTION && state->origin != OM_ORIGIN_DERIVED;
}

static gboolean
take_state (const OmMemoryState *state,
            gpointer             data)
{
  StateTarget *target = data;
  OmDocState doc_state;
  guint32 doc = (guint32) state->row;

  to_doc_state (state, &doc_state);
  om_state_table_set (target->states, doc, &doc_state, NULL, 0);
  om_doc_set_remove (target->live, doc);
  om_doc_set_remove (target->open, doc);
  om_doc_set_remove (target->linkable, doc);
  if (!doc_state.trashed)
    {
      om_doc_set_add (target->live, doc);
      if ((doc_state.flags & OM_FLAG_PRIVATE) == 0)
        {
          om_doc_set_add (target->open, doc);
          if (is_linkable (&doc_state))
            om_doc_set_add (target->linkable, doc);
        }
    }
  return TRUE;
}

/* Tags come row by row; those of one row are gathered before they are set. */
typedef struct
{
  OmStateTable *states;
  guint32       doc;
  GArray       *tags;
} TagTarget;

static void
flush_tags (TagTarget *target)
{
  const OmDocState *state = target->doc != 0 ? om_state_table_get (target->states, target->doc) : NULL;

  if (state != NULL)
    {
      OmDocState copy = *state;
      guint32 none = 0;

      om_state_table_set (target->states, target->doc, &copy,
                          target->tags->len > 0 ? (const guint32 *) (gpointer) target->tags->data : &none,
                          target->tags->len);
    }
  g_array_set_size (target->tags, 0);
}

static gboolean
take_tag (gint64      row,
          const char *key,
          gpointer    data)
{
  TagTarget *target = data;
  guint32 tag = om_state_table_intern_tag (target->states, key);

  if (target->doc != (guint32) row)
    {
      flush_tags (target);
      target->doc = (guint32) row;
    }
  g_array_append_val (target->tags, tag);
  return TRUE;
}

/* Vectors --------------------------------------------------------------------------------------- */

static gboolean
take_slot (gint64        row,
           OmSector      sector,
           float         scale,
           const guint8 *bytes,
           gpointer      data)
{
  om_vector_index_put_quantised (data, (guint32) row, sector, bytes, scale);
  return TRUE;
}

static gboolean
load_full_vectors (OmVectorIndex *vectors,
                   OmStore       *store,
                   gint64         embedder_id,
                   const gint64  *rows,
                   gsize          n_rows,
                   GError       **error)
{
  for (gsize i = 0; i < n_rows; i++)
    {
      g_autoptr (GArray) found = om_store_vectors_get (store, embedder_id, rows[i], error);

      if (found == NULL)
        return FALSE;
      for (guint j = 0; j < found->len; j++)
        {
          OmStoreVector *vector = &g_array_index (found, OmStoreVector, j);

          if (vector->stage == OM_VECTOR_STAGE_FULL && vector->dim == om_vector_index_get_dimension (vectors))
            om_vector_index_put (vectors, (guint32) vector->row, vector->sector, vector->v);
        }
    }
  return TRUE;
}

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

          if (!load_full_vectors (vectors, store, embedder_id, &row, 1, error))
            return FALSE;
        }
      return TRUE;
    }

  for (int sector = 0; sector <= OM_SECTOR_MEAN; sector++)
    {
      if (!om_store_slots_load (store, embedder_id, sector, take_slot, vectors, error))
        return FALSE;
    }
  return TRUE;
}

/* Words ----------------------------------------------------------------------------------------- */

typedef struct
{
  OmWordIndex        *words;
  const OmStateTable *states;
  const OmDocSet     *live;
  GCancellable       *cancellable;
} WordTarget;

static void
index_words (OmWordIndex        *words,
             const OmStateTable *states,
             guint32             doc,
             const char         *title,
             const char         *content,
             const char         *tags)
{
  const OmDocState *state = om_state_table_get (states, doc);
  char language[3] = { 0 };
  /* A document's words are those of its sections; itself it is found by how it begins. */
  g_autofree char *summary = state != NULL && state->type == OM_MEMORY_TYPE_DOCUMENT && state->section_count > 0
                               ? om_sections_summary (content) : NULL;
  g_auto (GStrv) tag_list = *tags != '\0' ? g_strsplit (tags, "\n", -1) : NULL;

  if (state != NULL)
    memcpy (language, state->language, sizeof state->language);
  om_word_index_add (words, doc, language[0] != '\0' ? language : NULL, *title != '\0' ? title : NULL,
                     summary != NULL ? summary : content, (const char *const *) tag_list);
}

static gboolean
take_text (gint64      row,
           const char *title,
           const char *content,
           const char *tags,
           gpointer    data)
{
  WordTarget *target = data;
  guint32 doc = (guint32) row;

  if (om_doc_set_has (target->live, doc))
    index_words (target->words, target->states, doc, title, content, tags);
  return !g_cancellable_is_cancelled (target->cancellable);
}

static gboolean
take_waypoint (const OmWaypoint *waypoint,
               gpointer          data)
{
  om_waypoint_graph_put (data, (guint32) waypoint->source, (guint32) waypoint->target, (float) waypoint->weight,
                         waypoint->kind, waypoint->walked_at);
  return TRUE;
}

/* The snapshot that belongs to the store as it is; %NULL if there is none. */
static OmWordIndex *
open_snapshot (OmStore    *store,
               const char *snapshot,
               gint64      store_revision,
               gint64     *revision)
{
  g_autofree char *key = snapshot != NULL ? om_store_meta_get (store, SNAPSHOT_KEY, NULL) : NULL;
  g_autoptr (OmWordIndex) words = NULL;
  guint8 bytes[OM_UUID_BYTES];

  if (key == NULL || !om_uuid_parse (key, bytes))
    return NULL;
  words = om_word_snapshot_open (snapshot, bytes, revision);
  return words != NULL && *revision <= store_revision ? g_steal_pointer (&words) : NULL;
}

/* Takes the words from the snapshot, brought up to the present, or from all texts. */
static OmWordIndex *
load_words (OmMirror           *self,
            OmStore            *store,
            const char         *snapshot,
            const OmStateTable *states,
            const OmDocSet     *live,
            guint              *n_since,
            GCancellable       *cancellable,
            GError            **error)
{
  gint64 revision = 0;
  g_autoptr (OmWordIndex) words = open_snapshot (store, snapshot, self->revision, &revision);
  WordTarget target = { NULL, states, live, cancellable };

  if (words != NULL)
    {
      g_autoptr (OmStoreChanges) changes = om_store_changes_since (store, revision, error);

      if (changes == NULL)
        return NULL;
      for (guint i = 0; i < changes->wiped->len; i++)
        om_word_index_remove (words, (guint32) g_array_index (changes->wiped, gint64, i));
      for (guint i = 0; i < changes->changed->len; i++)
        om_word_index_remove (words, (guint32) g_array_index (changes->changed, gint64, i));
      target.words = words;
      if (changes->changed->len > 0 &&
          !om_store_texts_for_rows (store, (const gint64 *) (gpointer) changes->changed->data, changes->changed->len,
                                    take_text, &target, error))
        return NULL;
      *n_since = changes->changed->len + changes->wiped->len;
    }
  else
    {
      words = om_word_index_new ();
      target.words = words;
      if (!om_store_texts_foreach (store, 0, take_text, &target, error))
        return NULL;
      *n_since = om_word_index_count (words);
    }

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return g_steal_pointer (&words);
}

/* Loading --------------------------------------------------------------------------------------- */

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
  StateTarget state_target = { states, live, open, linkable };
  g_autoptr (GArray) tags = g_array_new (FALSE, FALSE, sizeof (guint32));
  TagTarget tag_target = { states, 0, tags };
  gint64 revision = om_store_get_revision (store, error);
  gint64 embedder_id;

  if (revision < 0)
    return FALSE;
  embedder_id = om_store_embedder_id (store, om_embedder_get_name (self->embedder),
                                      om_embedder_get_dimension (self->embedder), error);
  if (embedder_id < 0 || !om_store_states_load (store, take_state, &state_target, error) ||
      !om_store_tags_load (store, take_tag, &tag_target, error))
    return FALSE;
  flush_tags (&tag_target);

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
 * Reads the table of memories alone: for who lists or counts but does not search. Each call reads it
 * anew until the whole picture is loaded.
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
         om_store_waypoints_load (store, take_waypoint, graph, error);
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
  gboolean loaded = load_states (self, store, error);

  /* Nobody else changes the parts while `loading` is held and `loaded` not set. */
  if (loaded)
    words = load_words (self, store, snapshot, self->states, self->live, &n_since, cancellable, error);
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

/* Catching up ----------------------------------------------------------------------------------- */

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
    take_waypoint (&g_array_index (waypoints, OmWaypoint, i), self->graph);
  return TRUE;
}

static gboolean
catch_up_records (OmMirror *self,
                  OmStore  *store,
                  GArray   *changed,
                  GError  **error)
{
  StateTarget state_target = { self->states, self->live, self->open, self->linkable };
  g_autoptr (GArray) tags = g_array_new (FALSE, FALSE, sizeof (guint32));
  TagTarget tag_target = { self->states, 0, tags };
  WordTarget word_target = { self->words, self->states, self->live, NULL };
  g_autoptr (GArray) live = g_array_new (FALSE, FALSE, sizeof (gint64));
  guint32 none = 0;

  if (changed->len == 0)
    return TRUE;
  if (!om_store_states_for_rows (store, rows_of (changed), changed->len, take_state, &state_target, error))
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
      om_word_index_remove (self->words, doc);
      om_vector_index_remove (self->vectors, doc);
      if (om_doc_set_has (self->live, doc))
        g_array_append_val (live, g_array_index (changed, gint64, i));
    }
  if (!om_store_tags_for_rows (store, rows_of (changed), changed->len, take_tag, &tag_target, error))
    return FALSE;
  flush_tags (&tag_target);

  if (live->len == 0)
    return TRUE;
  if (!om_store_texts_for_rows (store, rows_of (live), live->len, take_text, &word_target, error))
    return FALSE;
  if (self->embedder_id == 0)
    {
      self->embedder_id = om_store_embedder_id (store, om_embedder_get_name (self->embedder),
                                                om_embedder_get_dimension (self->embedder), error);
      if (self->embedder_id <= 0)
        return self->embedder_id == 0;
    }
  if (self->format == OM_VECTOR_FORMAT_F32)
    return load_full_vectors (self->vectors, store, self->embedder_id, rows_of (live), live->len, error);
  return om_store_slots_for_rows (store, self->embedder_id, rows_of (live), live->len, take_slot, self->vectors, error);
}

static gboolean
catch_up (OmMirror *self,
          OmStore  *store,
          gboolean *changed,
          GError  **error)
{
  g_autoptr (OmStoreChanges) changes = om_store_changes_since (store, self->revision, error);
  StateTarget state_target = { self->states, self->live, self->open, self->linkable };

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
  if (!catch_up_records (self, store, changes->changed, error) ||
      (changes->active->len > 0 && !om_store_states_for_rows (store, rows_of (changes->active), changes->active->len,
                                                              take_state, &state_target, error)) ||
      !catch_up_links (self, store, changes->links, error))
    return FALSE;

  if (changes->changed->len > 0)
    om_word_index_let_go (self->words);
  self->n_since_snapshot += changes->changed->len + changes->wiped->len;
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

/* Snapshot -------------------------------------------------------------------------------------- */

/** om_mirror_dup_snapshot_path: (transfer full): the side file of the word index of a store */
char *
om_mirror_dup_snapshot_path (const char *store_path)
{
  return g_strconcat (store_path, ".words", NULL);
}

/* What a process left that was killed while it wrote one. */
static void
remove_leftovers (const char *snapshot)
{
  g_autofree char *folder = g_path_get_dirname (snapshot);
  g_autofree char *base = g_path_get_basename (snapshot);
  g_autofree char *prefix = g_strconcat (base, ".", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (g_str_has_prefix (name, prefix))
        g_unlink (path);
    }
}

/**
 * om_mirror_save_snapshot:
 * @store: a connection of the caller's
 * @snapshot: the side file of the word index
 * @error: return location, set if it could not be written
 *
 * Writes it if enough has changed since; the search goes on meanwhile. It counts only once the store
 * knows its key: om_mirror_keep_key().
 *
 * Returns: (transfer full) (nullable): the key it was signed with; %NULL if nothing was written
 */
char *
om_mirror_save_snapshot (OmMirror   *self,
                         OmStore    *store,
                         const char *snapshot,
                         GError    **error)
{
  g_autofree char *key = g_uuid_string_random ();
  guint8 bytes[OM_UUID_BYTES];
  gboolean saved = FALSE;

  /* What others have wiped meanwhile must not be written down once more. */
  if (!om_mirror_is_loaded (self) || !om_uuid_parse (key, bytes) || !om_mirror_catch_up (self, store, NULL, error))
    return NULL;

  g_rw_lock_reader_lock (&self->lock);
  if (self->n_since_snapshot >= SNAPSHOT_MIN_CHANGES)
    {
      remove_leftovers (snapshot);
      saved = om_word_snapshot_save (self->words, snapshot, bytes, self->revision, error);
      if (saved)
        self->n_since_snapshot = 0;
    }
  g_rw_lock_reader_unlock (&self->lock);
  return saved ? g_steal_pointer (&key) : NULL;
}

/**
 * om_mirror_keep_key:
 * @store: the writer's connection
 * @key: from om_mirror_save_snapshot()
 */
gboolean
om_mirror_keep_key (OmStore    *store,
                    const char *key,
                    GError    **error)
{
  return om_store_meta_set (store, SNAPSHOT_KEY, key, error);
}

/**
 * om_mirror_use_snapshot:
 * @snapshot: the side file that was just written
 * @key: from om_mirror_save_snapshot()
 *
 * Lets the words stay in the file, as after the next start, instead of in memory. Does nothing if
 * something was written meanwhile.
 */
void
om_mirror_use_snapshot (OmMirror   *self,
                        const char *snapshot,
                        const char *key)
{
  guint8 bytes[OM_UUID_BYTES];
  gint64 revision;
  g_autoptr (OmWordIndex) words = NULL;

  if (om_uuid_parse (key, bytes))
    words = om_word_snapshot_open (snapshot, bytes, &revision);
  if (words == NULL)
    return;

  g_rw_lock_writer_lock (&self->lock);
  if (revision == self->revision)
    {
      OmWordIndex *former = self->words;

      self->words = g_steal_pointer (&words);
      words = former;
    }
  g_rw_lock_writer_unlock (&self->lock);
}

/**
 * om_mirror_drop_snapshot:
 * @snapshot: the side file of the word index
 *
 * Takes it away: it holds words that were wiped. It is made anew when the store is closed.
 */
void
om_mirror_drop_snapshot (OmMirror   *self,
                         const char *snapshot)
{
  g_unlink (snapshot);
  remove_leftovers (snapshot);
  g_rw_lock_writer_lock (&self->lock);
  self->n_since_snapshot = MAX (self->n_since_snapshot, SNAPSHOT_MIN_CHANGES);
  g_rw_lock_writer_unlock (&self->lock);
}

/* Reading --------------------------------------------------------------------------------------- */

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
