/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Links between memories. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-waypoints.h"

#include "store/om-store-bounds.h"
#include "store/om-store-private.h"
#include "store/om-store-statement.h"

#define SELECT_WAYPOINT                                                                            \
  "SELECT w.source, w.target, w.kind, w.weight, w.created_at, w.walked_at FROM "

/* Whoever holds the links of this memory must read them again. */
static gboolean
stamp_links (OmStore *self,
             gint64   source,
             GError **error)
{
  g_auto (OmStatement) s = { 0 };
  gint64 revision = om_store_next_revision (self, error);

  if (revision < 0 || !om_statement_open (&s, self,
                                          "UPDATE state SET links_revision = ? WHERE row = ?"
                                          " AND links_revision <> ?1",
                                          error))
    return FALSE;
  om_statement_add_int (&s, revision);
  om_statement_add_int (&s, source);
  return om_statement_run (&s, error);
}

static gboolean
put (OmStore          *self,
     const OmWaypoint *w,
     GError          **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "INSERT INTO waypoints (source, target, kind, weight,"
                          " created_at, walked_at) VALUES (?, ?, ?, ?, ?, ?)"
                          " ON CONFLICT DO UPDATE SET weight = excluded.weight, walked_at"
                          " = excluded.walked_at",
                          error))
    return FALSE;
  om_statement_add_int (&s, w->source);
  om_statement_add_int (&s, w->target);
  om_statement_add_int (&s, w->kind);
  om_statement_add_real (&s, w->weight);
  om_statement_add_int (&s, w->created_at);
  om_statement_add_int (&s, w->walked_at);
  return om_statement_run (&s, error) && stamp_links (self, w->source, error);
}

/**
 * om_store_waypoint_put:
 * @waypoint: a link between two different memories, weight 0..1
 *
 * Makes it, or gives the one of that kind that is there the new weight and time of walking.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_waypoint_put (OmStore          *self,
                       const OmWaypoint *waypoint,
                       GError          **error)
{
  gboolean ok;

  if (waypoint->source == waypoint->target || !(waypoint->weight >= 0 && waypoint->weight <= 1) ||
      waypoint->kind < 0 || waypoint->kind >= OM_N_WAYPOINT_KINDS)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   "A link leads from one memory to another, with a weight from 0"
                   " to 1.");
      return FALSE;
    }
  if (!om_store_change_begin (self, error))
    return FALSE;
  ok = om_store_check_row (self, waypoint->source, error) &&
       om_store_check_row (self, waypoint->target, error) && put (self, waypoint, error);
  return om_store_change_end (self, ok, error);
}

/**
 * om_store_waypoint_remove:
 * @source: where it starts
 * @target: where it leads
 * @kind: its kind
 * @removed: (out) (optional): whether there was one
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_waypoint_remove (OmStore       *self,
                          gint64         source,
                          gint64         target,
                          OmWaypointKind kind,
                          gboolean      *removed,
                          GError       **error)
{
  g_auto (OmStatement) s = { 0 };
  gboolean any = FALSE;
  gboolean ok;

  if (!om_store_change_begin (self, error))
    return FALSE;
  ok = om_statement_open (&s, self,
                          "DELETE FROM waypoints WHERE source = ? AND target = ?"
                          " AND kind = ?",
                          error);
  if (ok)
    {
      om_statement_add_int (&s, source);
      om_statement_add_int (&s, target);
      om_statement_add_int (&s, kind);
      ok = om_statement_run (&s, error);
      any = ok && sqlite3_changes (self->db) > 0;
    }
  if (any)
    ok = stamp_links (self, source, error);
  if (removed != NULL)
    *removed = any;
  return om_store_change_end (self, ok, error);
}

/**
 * om_store_waypoints_clear:
 * @source: where they start
 * @kind: their kind
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_waypoints_clear (OmStore       *self,
                          gint64         source,
                          OmWaypointKind kind,
                          GError       **error)
{
  g_auto (OmStatement) s = { 0 };
  gboolean ok;

  if (!om_store_change_begin (self, error))
    return FALSE;
  ok = om_statement_open (&s, self, "DELETE FROM waypoints WHERE source = ? AND kind = ?", error);
  if (ok)
    {
      om_statement_add_int (&s, source);
      om_statement_add_int (&s, kind);
      ok = om_statement_run (&s, error);
    }
  if (ok && sqlite3_changes (self->db) > 0)
    ok = stamp_links (self, source, error);
  return om_store_change_end (self, ok, error);
}

static gboolean
prune (OmStore *self,
       double   weight,
       guint   *n_removed,
       GError **error)
{
  g_autoptr (GArray) sources = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_auto (OmStatement) find = { 0 };
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&find, self,
                          "SELECT DISTINCT source FROM waypoints WHERE kind = 0"
                          " AND weight < ?",
                          error))
    return FALSE;
  om_statement_add_real (&find, weight);
  if (!om_statement_collect (&find, sources, error) ||
      !om_statement_open (&s, self, "DELETE FROM waypoints WHERE kind = 0 AND weight < ?", error))
    return FALSE;
  om_statement_add_real (&s, weight);
  if (!om_statement_run (&s, error))
    return FALSE;
  *n_removed = (guint) sqlite3_changes (self->db);
  for (guint i = 0; i < sources->len; i++)
    {
      if (!stamp_links (self, g_array_index (sources, gint64, i), error))
        return FALSE;
    }
  return TRUE;
}

/**
 * om_store_waypoints_prune:
 * @weight: a stored weight
 * @n_removed: (out) (optional): how many went
 *
 * Removes associations that are weaker; links of other kinds stay whatever their weight.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_waypoints_prune (OmStore *self,
                          double   weight,
                          guint   *n_removed,
                          GError **error)
{
  guint n = 0;
  gboolean ok;

  if (!om_store_change_begin (self, error))
    return FALSE;
  ok = om_store_change_end (self, prune (self, weight, &n, error), error);
  if (n_removed != NULL)
    *n_removed = ok ? n : 0;
  return ok;
}

static void
read_waypoint (sqlite3_stmt *stmt,
               OmWaypoint   *w)
{
  w->source = sqlite3_column_int64 (stmt, 0);
  w->target = sqlite3_column_int64 (stmt, 1);
  w->kind = (OmWaypointKind) om_store_get_enum (stmt, 2, OM_N_WAYPOINT_KINDS, OM_WAYPOINT_ASSOCIATION);
  w->weight = om_store_get_share (stmt, 3);
  w->created_at = om_store_get_ms (stmt, 4);
  w->walked_at = om_store_get_ms (stmt, 5);
}

static gboolean
collect (OmStatement *s,
         GArray      *waypoints,
         GError     **error)
{
  OmStep step;

  while ((step = om_statement_step (s, error)) == OM_STEP_ROW)
    {
      OmWaypoint w;

      read_waypoint (s->stmt, &w);
      g_array_append_val (waypoints, w);
    }
  return step == OM_STEP_DONE;
}

/**
 * om_store_waypoints_of:
 * @row: a memory
 *
 * Returns: (transfer full) (nullable) (element-type OmWaypoint): the links that start there, then
 *   those that lead there
 */
GArray *
om_store_waypoints_of (OmStore *self,
                       gint64   row,
                       GError **error)
{
  static const char *const statements[] = {
    SELECT_WAYPOINT "waypoints w WHERE w.source = ? ORDER BY w.target, w.kind",
    SELECT_WAYPOINT "waypoints w WHERE w.target = ? ORDER BY w.source, w.kind",
  };
  g_autoptr (GArray) waypoints = g_array_new (FALSE, FALSE, sizeof (OmWaypoint));

  for (gsize i = 0; i < G_N_ELEMENTS (statements); i++)
    {
      g_auto (OmStatement) s = { 0 };

      if (!om_statement_open (&s, self, statements[i], error))
        return NULL;
      om_statement_add_int (&s, row);
      if (!collect (&s, waypoints, error))
        return NULL;
    }
  return g_steal_pointer (&waypoints);
}

/**
 * om_store_waypoints_from_rows:
 * @sources: (array length=n_sources): memories
 *
 * Returns: (transfer full) (nullable) (element-type OmWaypoint): the links that start at one of
 *   them
 */
GArray *
om_store_waypoints_from_rows (OmStore      *self,
                              const gint64 *sources,
                              gsize         n_sources,
                              GError      **error)
{
  g_autoptr (GArray) waypoints = g_array_new (FALSE, FALSE, sizeof (OmWaypoint));
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          SELECT_WAYPOINT
                          "json_each (?) j CROSS JOIN waypoints w ON w.source = j.value",
                          error))
    return NULL;
  om_statement_add_rows (&s, sources, n_sources);
  return collect (&s, waypoints, error) ? g_steal_pointer (&waypoints) : NULL;
}

/**
 * om_store_waypoints_load:
 * @func: called for each, ascending by source, until it says %FALSE
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_waypoints_load (OmStore            *self,
                         OmStoreWaypointFunc func,
                         gpointer            data,
                         GError            **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          SELECT_WAYPOINT "waypoints w ORDER BY w.source, w.target, w.kind", error))
    return FALSE;
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      OmWaypoint w;

      read_waypoint (s.stmt, &w);
      if (!func (&w, data))
        return TRUE;
    }
  return step == OM_STEP_DONE;
}
