/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Waypoints that stand in the text. A link that is written draws a waypoint by hand to the memory of that name, one
 * that is taken out of the text takes it away again; what stays in the text is left alone, so that a waypoint the
 * person removed elsewhere does not come back with the next comma. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-text-links.h"

#include "store/om-store-memories.h"
#include "store/om-store-text.h"
#include "store/om-store-waypoints.h"
#include "text/om-wiki-links.h"

/* Of many memories with the name in them, so many of the newest are looked at. */
#define MOST_TITLES 100
#define MOST_TEXTS 300

static gboolean
is_called (const OmMemory *memory,
           const char     *key)
{
  g_autofree char *title = om_memory_dup_title (memory);
  g_autofree char *own = om_wiki_link_key (title);

  return g_str_equal (own, key);
}

/* The newest memory of that name among those the full text finds; 0 if there is none, -1 on error. */
static gint64
find_among (const OmWriteContext *context,
            const OmMemory       *source,
            const char           *name,
            const char           *key,
            OmTextFlags           where,
            guint                 most,
            GError              **error)
{
  g_autoptr (GArray) rows = om_store_text_find_phrase (context->store, name, where, most, error);

  for (guint i = 0; rows != NULL && i < rows->len; i++)
    {
      gint64 row = g_array_index (rows, gint64, i);
      g_autoptr (OmMemory) memory = om_store_memory_get (context->store, row, error);

      if (memory == NULL)
        return -1;
      if (row != source->row && memory->type != OM_MEMORY_TYPE_SECTION && is_called (memory, key))
        return row;
    }
  return rows != NULL ? 0 : -1;
}

static gint64
find_target (const OmWriteContext *context,
             const OmMemory       *source,
             const char           *name,
             GError              **error)
{
  g_autofree char *key = om_wiki_link_key (name);
  gint64 row = find_among (context, source, name, key, OM_TEXT_TITLE, MOST_TITLES, error);

  return row == 0 ? find_among (context, source, name, key, OM_TEXT_CONTENT, MOST_TEXTS, error) : row;
}

static gboolean
draw (const OmWriteContext *context,
      const OmMemory       *memory,
      const char           *name,
      GError              **error)
{
  OmWaypoint waypoint = { memory->row, find_target (context, memory, name, error), 1.0, OM_WAYPOINT_HAND, context->now, context->now };

  /* Of nobody yet: a link to what may still be written. */
  return waypoint.target == 0 || (waypoint.target > 0 && om_store_waypoint_put (context->store, &waypoint, error));
}

/* What the link led to may be called otherwise by now; then it is left alone. */
static gboolean
erase (const OmWriteContext *context,
       const OmMemory       *memory,
       const char           *name,
       GError              **error)
{
  g_autoptr (GArray) waypoints = om_store_waypoints_of (context->store, memory->row, error);
  g_autofree char *key = om_wiki_link_key (name);

  for (guint i = 0; waypoints != NULL && i < waypoints->len; i++)
    {
      const OmWaypoint *waypoint = &g_array_index (waypoints, OmWaypoint, i);
      g_autoptr (OmMemory) target = NULL;

      if (waypoint->source != memory->row || waypoint->kind != OM_WAYPOINT_HAND)
        continue;
      target = om_store_memory_get (context->store, waypoint->target, error);
      if (target == NULL)
        return FALSE;
      if (is_called (target, key) &&
          !om_store_waypoint_remove (context->store, memory->row, waypoint->target, OM_WAYPOINT_HAND, NULL, error))
        return FALSE;
    }
  return waypoints != NULL;
}

static gboolean
holds (GPtrArray  *names,
       const char *name)
{
  g_autofree char *key = om_wiki_link_key (name);

  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *other = om_wiki_link_key (g_ptr_array_index (names, i));

      if (g_str_equal (key, other))
        return TRUE;
    }
  return FALSE;
}

/**
 * om_text_links_follow:
 * @memory: as it is stored now
 * @former: (nullable): its text before
 * @error: return location
 *
 * In the transaction of the caller.
 */
gboolean
om_text_links_follow (const OmWriteContext *context,
                      const OmMemory       *memory,
                      const char           *former,
                      GError              **error)
{
  g_autoptr (GPtrArray) before = om_wiki_links_find (former != NULL ? former : "");
  g_autoptr (GPtrArray) now = om_wiki_links_find (memory->content);

  for (guint i = 0; i < before->len; i++)
    {
      const char *name = g_ptr_array_index (before, i);

      if (!holds (now, name) && !erase (context, memory, name, error))
        return FALSE;
    }
  for (guint i = 0; i < now->len; i++)
    {
      const char *name = g_ptr_array_index (now, i);

      if (!holds (before, name) && !draw (context, memory, name, error))
        return FALSE;
    }
  return TRUE;
}
