/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How rows of the store become parts of the picture, at start-up and when they have changed. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-mirror-private.h"

#include <string.h>

#include "text/om-sections.h"

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

/* Sections are left to their document, and what was derived has nothing of its own to link. */
static gboolean
is_linkable (const OmDocState *state)
{
  return state->type != OM_MEMORY_TYPE_SECTION && state->origin != OM_ORIGIN_DERIVED;
}

gboolean
om_mirror_take_state (const OmMemoryState *state,
                      gpointer             data)
{
  OmMirrorStates *target = data;
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

void
om_mirror_flush_tags (OmMirrorTags *target)
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

gboolean
om_mirror_take_tag (gint64      row,
                    const char *key,
                    gpointer    data)
{
  OmMirrorTags *target = data;
  guint32 tag = om_state_table_intern_tag (target->states, key);

  if (target->doc != (guint32) row)
    {
      om_mirror_flush_tags (target);
      target->doc = (guint32) row;
    }
  g_array_append_val (target->tags, tag);
  return TRUE;
}

gboolean
om_mirror_take_slot (gint64        row,
                     OmSector      sector,
                     float         scale,
                     const guint8 *bytes,
                     gpointer      data)
{
  om_vector_index_put_quantised (data, (guint32) row, sector, bytes, scale);
  return TRUE;
}

gboolean
om_mirror_take_full_vectors (OmVectorIndex *vectors,
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

gboolean
om_mirror_take_text (gint64      row,
                     const char *title,
                     const char *content,
                     const char *tags,
                     gpointer    data)
{
  OmMirrorWords *target = data;
  guint32 doc = (guint32) row;

  if (om_doc_set_has (target->live, doc))
    index_words (target->words, target->states, doc, title, content, tags);
  return !g_cancellable_is_cancelled (target->cancellable);
}

/**
 * om_mirror_words_to_read:
 * @words: an index that is older than @changes
 * @live: what belongs into it now
 * @changes: since
 *
 * Takes out what is gone or has other words. What only rests or fades, or is otherwise marked, stays as it
 * is.
 *
 * Returns: (transfer full) (element-type gint64): rows of which the text has to be read, ascending
 */
GArray *
om_mirror_words_to_read (OmWordIndex          *words,
                         const OmDocSet       *live,
                         const OmStoreChanges *changes)
{
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (gint64));

  for (guint i = 0; i < changes->wiped->len; i++)
    om_word_index_remove (words, (guint32) g_array_index (changes->wiped, gint64, i));
  for (guint i = 0; i < changes->words->len; i++)
    om_word_index_remove (words, (guint32) g_array_index (changes->words, gint64, i));
  for (guint i = 0; i < changes->changed->len; i++)
    {
      gint64 row = g_array_index (changes->changed, gint64, i);

      if (!om_doc_set_has (live, (guint32) row))
        om_word_index_remove (words, (guint32) row);
      else if (!om_word_index_has (words, (guint32) row))
        g_array_append_val (rows, row);
    }
  return rows;
}

gboolean
om_mirror_take_waypoint (const OmWaypoint *waypoint,
                         gpointer          data)
{
  om_waypoint_graph_put (data, (guint32) waypoint->source, (guint32) waypoint->target, (float) waypoint->weight,
                         waypoint->kind, waypoint->walked_at);
  return TRUE;
}
