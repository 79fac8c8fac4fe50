/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recall strengthens the memory, the links walked and the neighbours; all in one transaction, with one
 * number by which it can be undone as a whole. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-reinforcement.h"

#include "dynamics/om-salience.h"
#include "dynamics/om-spreading.h"
#include "engine/om-document.h"
#include "memory/om-error.h"
#include "store/om-store-memories.h"
#include "store/om-store-walks.h"
#include "store/om-store-waypoints.h"

static gboolean
recall_one (const OmWriteContext *context,
            OmMemory             *memory,
            const OmRecallSource *from,
            gboolean              used,
            gint64                group,
            GError              **error)
{
  OmSalienceState salience = om_salience_state_from_memory (memory);
  OmMoment last_active = om_moment_at (memory->last_active_at, context->zone);
  OmRecallState before;
  OmRecallState after;

  om_write_recall_state (memory, &before);
  after = before;
  after.salience = om_reinforce_recall (om_salience_present (&salience, context->now, context->constants), context->constants);
  after.salience_at = after.last_seen_at = context->now;
  after.coactivations++;
  /* Deliberate use counts once a journal day. */
  if (used && om_moment_journal_day (&last_active) < om_write_today (context))
    {
      after.activation_count++;
      after.last_active_at = context->now;
    }
  if (!om_write_recall (context, memory, from, group, &before, &after, error))
    return FALSE;
  memory->salience = after.salience;
  if (!om_document_restore_vectors (context, memory, error))
    return FALSE;
  if (memory->archived_at == 0)
    return TRUE;
  memory->archived_at = 0;
  return om_store_memory_update (context->store, memory, OM_STORE_ARCHIVED, error);
}

static gboolean
spread_to (const OmWriteContext *context,
           const OmMemory       *source,
           gint64                row,
           double                weight,
           gint64                group,
           GError              **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (OmMemory) neighbour = om_store_memory_get (context->store, row, &local);
  OmSalienceState salience;
  OmRecallState before;
  OmRecallState after;
  double present;

  /* A link into the void, in a file that the doctor has not seen yet, is no reason not to recall. */
  if (neighbour == NULL && g_error_matches (local, OM_ERROR, OM_ERROR_NOT_FOUND))
    return TRUE;
  if (neighbour == NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (neighbour->trashed_at != 0)
    return TRUE;
  salience = om_salience_state_from_memory (neighbour);
  present = om_salience_present (&salience, context->now, context->constants);
  om_write_recall_state (neighbour, &before);
  after = before;
  after.salience = om_reinforce_neighbour (source->salience, weight, present,
                                           om_age_days (neighbour->last_seen_at, context->now), context->constants);
  after.salience_at = context->now;
  if (after.salience <= present)
    return TRUE;
  return om_write_event (context, neighbour, OM_EVENT_SPREAD, source->row, group, &before, &after, error);
}

/* Neighbours that are recalled themselves need no spreading; those in the bin get none. A link that the
 * background job takes away counts for nothing already: what fades must not depend on when it runs. */
static gboolean
spread (const OmWriteContext *context,
        const OmMemory       *source,
        GHashTable           *recalled,
        gint64                group,
        GError              **error)
{
  g_autoptr (GArray) waypoints = om_store_waypoints_of (context->store, source->row, error);

  if (waypoints == NULL)
    return FALSE;
  for (guint i = 0; i < waypoints->len; i++)
    {
      const OmWaypoint *waypoint = &g_array_index (waypoints, OmWaypoint, i);
      gint64 other = waypoint->source == source->row ? waypoint->target : waypoint->source;

      if (om_link_is_pruned (waypoint) || g_hash_table_contains (recalled, &other))
        continue;
      if (!spread_to (context, source, other,
                      om_link_present_weight (waypoint->weight, waypoint->walked_at, context->now), group, error))
        return FALSE;
    }
  return TRUE;
}

/** Walked: the links of one recall, each once, before and after it. */
typedef struct
{
  GHashTable *edges;  /* (owned): names */
  GArray     *before; /* (owned) (element-type OmWaypoint) */
  GArray     *after;  /* (owned) (element-type OmWaypoint) */
} Walked;

static void
walked_init (Walked *self)
{
  self->edges = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->before = g_array_new (FALSE, FALSE, sizeof (OmWaypoint));
  self->after = g_array_new (FALSE, FALSE, sizeof (OmWaypoint));
}

static void
walked_clear (Walked *self)
{
  g_hash_table_unref (self->edges);
  g_array_unref (self->before);
  g_array_unref (self->after);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Walked, walked_clear)

/* The link between two memories on a path, whichever way it was drawn. */
static gboolean
walk_edge (const OmWriteContext *context,
           gint64                from,
           gint64                to,
           Walked               *walked,
           GError              **error)
{
  g_autoptr (GArray) waypoints = om_store_waypoints_of (context->store, from, error);

  if (waypoints == NULL)
    return FALSE;
  for (guint i = 0; i < waypoints->len; i++)
    {
      OmWaypoint waypoint = g_array_index (waypoints, OmWaypoint, i);

      if (om_link_is_pruned (&waypoint) || (waypoint.source == from ? waypoint.target : waypoint.source) != to)
        continue;
      g_array_append_val (walked->before, waypoint);
      waypoint.weight = om_link_walked (waypoint.weight);
      waypoint.walked_at = context->now;
      g_array_append_val (walked->after, waypoint);
      if (!om_store_waypoint_put (context->store, &waypoint, error))
        return FALSE;
    }
  return TRUE;
}

/* Sets @row, to 0 for a memory that has gone since it was found, for good or to the bin. */
static gboolean
find_left (const OmWriteContext *context,
           const char           *id,
           gint64               *row,
           GError              **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (OmMemory) memory = om_store_memory_get_by_id (context->store, id, &local);

  *row = memory != NULL && memory->trashed_at == 0 ? memory->row : 0;
  if (memory != NULL || g_error_matches (local, OM_ERROR, OM_ERROR_NOT_FOUND))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static gboolean
walk_path (const OmWriteContext *context,
           char                **path,
           Walked               *walked,
           GError              **error)
{
  for (guint i = 0; path[i] != NULL && path[i + 1] != NULL; i++)
    {
      g_autofree char *edge = NULL;
      gint64 from;
      gint64 to;

      if (!find_left (context, path[i], &from, error) || !find_left (context, path[i + 1], &to, error))
        return FALSE;
      if (from == 0 || to == 0)
        continue;
      edge = g_strdup_printf ("%" G_GINT64_FORMAT "-%" G_GINT64_FORMAT, MIN (from, to), MAX (from, to));
      if (g_hash_table_add (walked->edges, g_steal_pointer (&edge)) && !walk_edge (context, from, to, walked, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
reinforce (const OmWriteContext *context,
           GPtrArray            *memories,
           const OmRecallSource *from,
           gboolean              used,
           const OmAnswer       *answer,
           gint64               *made,
           GError              **error)
{
  g_autoptr (GHashTable) recalled = g_hash_table_new (g_int64_hash, g_int64_equal);
  g_auto (Walked) walked = { 0 };
  gint64 group = om_store_next_revision (context->store, error);

  walked_init (&walked);
  if (group < 0)
    return FALSE;
  for (guint i = 0; i < memories->len; i++)
    g_hash_table_add (recalled, &((OmMemory *) g_ptr_array_index (memories, i))->row);
  for (guint i = 0; i < memories->len; i++)
    {
      OmMemory *memory = g_ptr_array_index (memories, i);

      if (!recall_one (context, memory, from, used, group, error) || !spread (context, memory, recalled, group, error))
        return FALSE;
    }
  for (guint i = 0; answer != NULL && i < answer->hits->len; i++)
    {
      const OmHit *hit = g_ptr_array_index (answer->hits, i);

      if (!walk_path (context, hit->path, &walked, error))
        return FALSE;
    }
  *made = group;
  return om_store_walks_note (context->store, group, walked.before, walked.after, error);
}

/* What lies in the bin by now is left alone. */
static void
leave_out_binned (GPtrArray *memories)
{
  for (guint i = memories->len; i > 0; i--)
    {
      if (((OmMemory *) g_ptr_array_index (memories, i - 1))->trashed_at != 0)
        g_ptr_array_remove_index (memories, i - 1);
    }
}

static gboolean
reinforce_in_transaction (const OmWriteContext *context,
                          GPtrArray            *memories,
                          const OmRecallSource *from,
                          const OmAnswer       *answer,
                          gint64               *group,
                          GError              **error)
{
  gint64 made = 0;

  leave_out_binned (memories);
  if (memories->len == 0)
    {
      om_store_rollback (context->store);
      return TRUE;
    }
  if (!reinforce (context, memories, from, TRUE, answer, &made, error))
    {
      om_store_rollback (context->store);
      return FALSE;
    }
  if (!om_store_commit (context->store, error))
    return FALSE;
  *group = made;
  return TRUE;
}

/**
 * om_reinforce_answer:
 * @answer: what was recalled deliberately; gets the number by which it can be taken back
 * @from: where the recall came from
 * @error: return location
 *
 * What has gone to the bin meanwhile is left alone.
 */
gboolean
om_reinforce_answer (const OmWriteContext *context,
                     OmAnswer             *answer,
                     const OmRecallSource *from,
                     GError              **error)
{
  g_autoptr (GPtrArray) memories = NULL;
  g_autofree gint64 *rows = g_new (gint64, answer->hits->len + 1);

  if (answer->hits->len == 0)
    return TRUE;
  for (guint i = 0; i < answer->hits->len; i++)
    rows[i] = ((OmHit *) g_ptr_array_index (answer->hits, i))->memory->row;

  if (!om_store_begin (context->store, error))
    return FALSE;
  memories = om_store_memories_get (context->store, rows, answer->hits->len, error);
  if (memories == NULL)
    {
      om_store_rollback (context->store);
      return FALSE;
    }
  return reinforce_in_transaction (context, memories, from, answer, &answer->group, error);
}

/**
 * om_reinforce_memory:
 * @id: a memory that was opened and read, or of which the person said "I remember this"
 * @way: which of the two
 * @group: (out): number by which it can be taken back; left alone if nothing was done
 * @error: return location
 *
 * One that lies in the bin is left alone.
 */
gboolean
om_reinforce_memory (const OmWriteContext *context,
                     const char           *id,
                     OmRecallWay           way,
                     gint64               *group,
                     GError              **error)
{
  g_autoptr (GPtrArray) memories = g_ptr_array_new_with_free_func ((GDestroyNotify) om_memory_unref);
  OmRecallSource from = { way, NULL };
  OmMemory *memory;

  if (!om_store_begin (context->store, error))
    return FALSE;
  memory = om_store_memory_get_by_id (context->store, id, error);
  if (memory == NULL)
    {
      om_store_rollback (context->store);
      return FALSE;
    }
  g_ptr_array_add (memories, memory);
  return reinforce_in_transaction (context, memories, &from, NULL, group, error);
}

/**
 * om_reinforce_reminded:
 * @memory: one that the person was reminded of, not in the bin
 * @used: it was remembered: the answer counts as use, and not as a look alone
 * @group: (out): number by which it can be taken back
 * @error: return location
 *
 * In the transaction that is open.
 */
gboolean
om_reinforce_reminded (const OmWriteContext *context,
                       OmMemory             *memory,
                       gboolean              used,
                       gint64               *group,
                       GError              **error)
{
  g_autoptr (GPtrArray) memories = g_ptr_array_new ();
  OmRecallSource from = { OM_RECALL_WAY_REMINDER, NULL };

  g_ptr_array_add (memories, memory);
  return reinforce (context, memories, &from, used, NULL, group, error);
}
