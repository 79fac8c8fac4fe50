/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Entries as people read them. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-plain-entry.h"

#include <stdlib.h>

#include "store/om-store-waypoints.h"

/** om_plain_entry_date: (transfer full) (nullable): RFC 3339 with the offset of the place, or a day; %NULL if unknown */
char *
om_plain_entry_date (const OmMemory *memory)
{
  return memory->happened.precision == OM_PRECISION_UNKNOWN ? NULL : om_moment_format (&memory->happened);
}

/** om_plain_entry_count: */
void
om_plain_entry_count (OmExportReport *report,
                      const OmMemory *memory)
{
  report->entries++;
  report->binned += memory->trashed_at != 0;
  report->private_memories += (memory->flags & OM_FLAG_PRIVATE) != 0;
}

static int
compare_rows (const void *a,
              const void *b)
{
  gint64 x = *(const gint64 *) a;
  gint64 y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/**
 * om_plain_entry_links:
 *
 * Returns: (transfer full) (nullable) (element-type gint64): rows of the job to which the person linked it,
 *   ascending
 */
GArray *
om_plain_entry_links (OmExportJob *job,
                      gint64       row,
                      GError     **error)
{
  g_autoptr (GArray) links = om_store_waypoints_from_rows (job->store, &row, 1, error);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));

  if (links == NULL)
    return NULL;
  for (guint i = 0; i < links->len; i++)
    {
      const OmWaypoint *link = &g_array_index (links, OmWaypoint, i);

      if (link->kind == OM_WAYPOINT_HAND && bsearch (&link->target, job->rows, job->n_rows, sizeof (gint64), compare_rows) != NULL)
        g_array_append_val (rows, link->target);
    }
  g_array_sort (rows, compare_rows);
  return g_steal_pointer (&rows);
}
