/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which memories are hidden as a whole. Days and tags are known in memory; names are looked up in the full
 * text and then in the texts themselves, for the index sees stems and a name is to stand there as it is. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-hiding-private.h"

#include "engine/om-exact.h"
#include "store/om-store-memories.h"
#include "store/om-store-tags.h"
#include "store/om-store-text.h"
#include "store/om-store-waypoints.h"

/* Texts read at once. */
#define ROWS_AT_ONCE 256

static gboolean
has_tag (const OmStateTable *states,
         guint32             doc,
         guint32             wanted)
{
  guint n_tags;
  const guint32 *tags = om_state_table_get_tags (states, doc, &n_tags);

  for (guint i = 0; i < n_tags; i++)
    {
      if (tags[i] == wanted)
        return TRUE;
    }
  return FALSE;
}

static void
add_tag (OmDocSet           *docs,
         const OmStateTable *states,
         const char         *tag)
{
  g_autofree char *key = om_store_tag_key (tag);
  guint32 wanted = key != NULL ? om_state_table_lookup_tag (states, key) : 0;

  for (guint32 doc = wanted != 0 ? om_state_table_next (states, 0) : 0; doc != 0; doc = om_state_table_next (states, doc))
    {
      if (!om_state_table_get (states, doc)->trashed && has_tag (states, doc, wanted))
        om_doc_set_add (docs, doc);
    }
}

static void
add_period (OmDocSet           *docs,
            const OmStateTable *states,
            const OmHiding     *hiding)
{
  for (guint32 doc = om_state_table_next (states, 0); doc != 0; doc = om_state_table_next (states, doc))
    {
      const OmDocState *state = om_state_table_get (states, doc);

      if (!state->trashed && state->precision != OM_PRECISION_UNKNOWN && state->civil_day >= hiding->first_day &&
          state->civil_day <= hiding->last_day)
        om_doc_set_add (docs, doc);
    }
}

static gboolean
names (const OmMemory *memory,
       const char     *needle)
{
  if (om_exact_contains (memory->content, needle) || (memory->title != NULL && om_exact_contains (memory->title, needle)))
    return TRUE;
  for (char **tag = memory->tags; tag != NULL && *tag != NULL; tag++)
    {
      if (om_exact_contains (*tag, needle))
        return TRUE;
    }
  return FALSE;
}

static gboolean
add_name (OmDocSet   *docs,
          OmStore    *store,
          const char *name,
          GError    **error)
{
  g_autofree char *needle = om_exact_needle (name);
  g_autoptr (GArray) rows = om_store_text_find_phrase (store, name, 0, G_MAXINT, error);

  if (rows == NULL)
    return FALSE;
  for (guint i = 0; i < rows->len; i += ROWS_AT_ONCE)
    {
      g_autoptr (GPtrArray) memories =
        om_store_memories_get (store, &g_array_index (rows, gint64, i), MIN (ROWS_AT_ONCE, rows->len - i), error);

      if (memories == NULL)
        return FALSE;
      for (guint j = 0; j < memories->len; j++)
        {
          const OmMemory *memory = g_ptr_array_index (memories, j);

          if (names (memory, needle))
            om_doc_set_add (docs, (guint32) memory->row);
        }
    }
  return TRUE;
}

/* Where a section is hidden, its document is; and a thought would tell of what it came from. */
static gboolean
add_what_follows (OmDocSet *docs,
                  OmMirror *mirror,
                  OmStore  *store,
                  GError  **error)
{
  g_autoptr (GArray) reflections = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GArray) waypoints = NULL;
  const OmStateTable *states;

  om_mirror_lock (mirror);
  states = om_mirror_get_states (mirror);
  for (guint32 doc = om_state_table_next (states, 0); doc != 0; doc = om_state_table_next (states, doc))
    {
      const OmDocState *state = om_state_table_get (states, doc);
      gint64 row = doc;

      if (state->parent != 0 && om_doc_set_has (docs, doc))
        om_doc_set_add (docs, state->parent);
      if (state->type == OM_MEMORY_TYPE_REFLECTION)
        g_array_append_val (reflections, row);
    }
  om_mirror_unlock (mirror);
  if (reflections->len == 0)
    return TRUE;
  waypoints = om_store_waypoints_from_rows (store, (const gint64 *) reflections->data, reflections->len, error);
  if (waypoints == NULL)
    return FALSE;
  for (guint i = 0; i < waypoints->len; i++)
    {
      const OmWaypoint *waypoint = &g_array_index (waypoints, OmWaypoint, i);

      if (waypoint->kind == OM_WAYPOINT_REFLECTION && om_doc_set_has (docs, (guint32) waypoint->target))
        om_doc_set_add (docs, (guint32) waypoint->source);
    }
  return TRUE;
}

/**
 * om_hidings_find:
 * @hidings: (element-type OmHiding): what is hidden
 * @mirror: knows the states; not locked
 * @store: a connection of the caller's
 * @error: return location
 *
 * Returns: (transfer full) (nullable): the memories that one of them hides, and the thoughts that came from
 *   such memories
 */
OmDocSet *
om_hidings_find (const GPtrArray *hidings,
                 OmMirror        *mirror,
                 OmStore         *store,
                 GError         **error)
{
  g_autoptr (OmDocSet) docs = om_doc_set_new ();

  for (guint i = 0; i < hidings->len; i++)
    {
      const OmHiding *hiding = g_ptr_array_index (hidings, i);

      if (hiding->kind == OM_HIDING_NAME)
        {
          if (!add_name (docs, store, hiding->name, error))
            return NULL;
          continue;
        }
      om_mirror_lock (mirror);
      if (hiding->kind == OM_HIDING_TAG)
        add_tag (docs, om_mirror_get_states (mirror), hiding->name);
      else
        add_period (docs, om_mirror_get_states (mirror), hiding);
      om_mirror_unlock (mirror);
    }
  return add_what_follows (docs, mirror, store, error) ? g_steal_pointer (&docs) : NULL;
}

/**
 * om_hidden_docs:
 * @mirror: knows the states; not locked
 * @store: a connection of the caller's
 * @docs: (out) (transfer full) (nullable): what is hidden as a whole, %NULL if nothing is
 * @error: return location
 *
 * Costs next to nothing for who hides nothing.
 */
gboolean
om_hidden_docs (OmMirror  *mirror,
                OmStore   *store,
                OmDocSet **docs,
                GError   **error)
{
  g_autoptr (GPtrArray) hidings = om_hidings_read (store, NULL, error);

  *docs = NULL;
  if (hidings == NULL)
    return FALSE;
  if (hidings->len > 0)
    *docs = om_hidings_find (hidings, mirror, store, error);
  return hidings->len == 0 || *docs != NULL;
}
