/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts what the store holds, and how vivid it is now. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-statistics.h"

#include <string.h>

#include "dynamics/om-activity.h"
#include "dynamics/om-salience.h"
#include "store/om-store-meta.h"

static void
count_present (OmMirror               *mirror,
               const OmModelConstants *constants,
               gint64                  now,
               OmStats                *stats)
{
  const OmStateTable *states;

  om_mirror_lock (mirror);
  states = om_mirror_get_states (mirror);
  for (guint32 doc = om_state_table_next (states, 0); doc != 0; doc = om_state_table_next (states, doc))
    {
      const OmDocState *state = om_state_table_get (states, doc);
      OmMemory memory;
      OmSalienceState salience;

      if (state->trashed || state->type == OM_MEMORY_TYPE_SECTION)
        continue;
      om_doc_state_to_memory (state, &memory);
      salience = om_salience_state_from_memory (&memory);
      stats->by_tier[om_tier_present (&salience, now, constants)]++;
      stats->by_vividness[om_memory_vividness (&memory, now, constants, NULL)]++;
    }
  om_mirror_unlock (mirror);
}

/**
 * om_statistics_collect:
 * @mirror: with the table of memories
 * @store: a connection of the caller's
 * @now: ms UTC
 * @stats: (out caller-allocates): the counts
 */
gboolean
om_statistics_collect (OmMirror               *mirror,
                       OmStore                *store,
                       const OmModelConstants *constants,
                       gint64                  now,
                       OmStats                *stats,
                       GError                **error)
{
  OmStoreStats counts;

  memset (stats, 0, sizeof *stats);
  if (!om_store_get_stats (store, &counts, error))
    return FALSE;

  stats->memories = counts.memories;
  stats->binned = counts.binned;
  stats->sections = counts.sections;
  stats->waypoints = counts.waypoints;
  stats->tags = counts.tags;
  stats->versions = counts.versions;
  memcpy (stats->by_sector, counts.by_sector, sizeof stats->by_sector);
  memcpy (stats->by_type, counts.by_type, sizeof stats->by_type);
  memcpy (stats->by_stage, counts.by_stage, sizeof stats->by_stage);
  stats->first_happened = counts.first_happened;
  stats->last_happened = counts.last_happened;
  stats->revision = counts.revision;
  stats->bytes = counts.bytes;
  count_present (mirror, constants, now, stats);
  return TRUE;
}
