/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The history of salience. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-events.h"

#include <string.h>

#include "store/om-store-bounds.h"
#include "store/om-store-private.h"
#include "store/om-store-statement.h"
#include "store/om-store-walks.h"

#define SELECT_EVENT                                                                          \
  "SELECT id, memory, at, cause, related, group_id, undone, salience_before, salience_after," \
  " salience_at, last_seen_at, last_active_at, coactivations, activation_count, archived_at," \
  " flags, flags_changed, way FROM events "

static void
read_event (sqlite3_stmt *stmt,
            OmEvent      *event)
{
  event->id = sqlite3_column_int64 (stmt, 0);
  event->row = sqlite3_column_int64 (stmt, 1);
  event->at = om_store_get_ms (stmt, 2);
  event->cause = (OmEventCause) om_store_get_enum (stmt, 3, OM_N_EVENT_CAUSES, OM_EVENT_EDITED);
  event->related = sqlite3_column_int64 (stmt, 4);
  event->group = sqlite3_column_int64 (stmt, 5);
  event->undone = sqlite3_column_int (stmt, 6) != 0;
  event->before.salience = om_store_get_share (stmt, 7);
  event->salience_after = om_store_get_share (stmt, 8);
  event->before.salience_at = om_store_get_ms (stmt, 9);
  event->before.last_seen_at = om_store_get_ms (stmt, 10);
  event->before.last_active_at = om_store_get_ms (stmt, 11);
  event->before.coactivations = om_store_get_count (stmt, 12, 0);
  event->before.activation_count = om_store_get_count (stmt, 13, 1);
  event->archived_before = om_store_get_ms (stmt, 14);
  event->flags_before = (guint) sqlite3_column_int64 (stmt, 15);
  event->flags_changed = (guint) sqlite3_column_int64 (stmt, 16);
  event->way = (OmRecallWay) om_store_get_enum (stmt, 17, OM_N_RECALL_WAYS, OM_RECALL_WAY_UNKNOWN);
}

static GArray *
collect (OmStatement *s,
         GError     **error)
{
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (OmEvent));
  OmStep step;

  while ((step = om_statement_step (s, error)) == OM_STEP_ROW)
    {
      OmEvent event;

      read_event (s->stmt, &event);
      g_array_append_val (events, event);
    }
  return step == OM_STEP_DONE ? g_steal_pointer (&events) : NULL;
}

static gboolean
insert (OmStore *self,
        OmEvent *event,
        GError **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "INSERT INTO events (memory, at, cause, related, group_id,"
                          " salience_before, salience_after, salience_at,"
                          " last_seen_at, last_active_at, coactivations, activation_count,"
                          " archived_at, flags, flags_changed, way)"
                          " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                          error))
    return FALSE;
  om_statement_add_int (&s, event->row);
  om_statement_add_int (&s, event->at);
  om_statement_add_int (&s, event->cause);
  om_statement_add_id (&s, event->related);
  om_statement_add_int (&s, event->group);
  om_statement_add_real (&s, event->before.salience);
  om_statement_add_real (&s, event->salience_after);
  om_statement_add_int (&s, event->before.salience_at);
  om_statement_add_int (&s, event->before.last_seen_at);
  om_statement_add_int (&s, event->before.last_active_at);
  om_statement_add_int (&s, event->before.coactivations);
  om_statement_add_int (&s, event->before.activation_count);
  om_statement_add_int (&s, event->archived_before);
  om_statement_add_int (&s, event->flags_before);
  om_statement_add_int (&s, event->flags_changed);
  om_statement_add_int (&s, event->way);
  if (!om_statement_run (&s, error))
    return FALSE;
  event->id = sqlite3_last_insert_rowid (self->db);
  return TRUE;
}

static void
read_points (sqlite3_stmt *stmt,
             int           column,
             GArray       *points)
{
  const guint8 *bytes = sqlite3_column_blob (stmt, column);
  gsize n = (gsize) sqlite3_column_bytes (stmt, column) / 16;

  g_array_set_size (points, 0);
  for (gsize i = 0; i < n; i++)
    {
      OmCurvePoint point;
      guint64 bits[2];

      memcpy (bits, bytes + i * 16, sizeof bits);
      point.at = (gint64) GUINT64_FROM_LE (bits[0]);
      bits[1] = GUINT64_FROM_LE (bits[1]);
      memcpy (&point.salience, &bits[1], sizeof point.salience);
      point.at = om_store_bound_ms (point.at);
      point.salience = om_store_bound_share (point.salience);
      g_array_append_val (points, point);
    }
}

static gboolean
read_curve (OmStore *self,
            gint64   row,
            GArray **curve,
            GError **error)
{
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (OmCurvePoint));
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self, "SELECT points FROM event_curves WHERE memory = ?", error))
    return FALSE;
  om_statement_add_int (&s, row);
  step = om_statement_step (&s, error);
  if (step == OM_STEP_ERROR)
    return FALSE;
  if (step == OM_STEP_ROW)
    read_points (s.stmt, 0, points);
  *curve = g_steal_pointer (&points);
  return TRUE;
}

/** om_store_curve_write: for the files of this folder: replaces what is left of older events. */
gboolean
om_store_curve_write (OmStore      *self,
                      gint64        row,
                      const GArray *curve,
                      GError      **error)
{
  g_autofree guint64 *words = g_new (guint64, curve->len * 2 + 1);
  g_auto (OmStatement) s = { 0 };

  for (guint i = 0; i < curve->len; i++)
    {
      const OmCurvePoint *point = &g_array_index (curve, OmCurvePoint, i);
      guint64 bits;

      memcpy (&bits, &point->salience, sizeof bits);
      words[2 * i] = GUINT64_TO_LE ((guint64) point->at);
      words[2 * i + 1] = GUINT64_TO_LE (bits);
    }
  if (!om_statement_open (&s, self,
                          "INSERT INTO event_curves (memory, points)"
                          " VALUES (?, ?) ON CONFLICT DO UPDATE"
                          " SET points = excluded.points",
                          error))
    return FALSE;
  om_statement_add_int (&s, row);
  om_statement_add_blob (&s, words, curve->len * 16);
  return om_statement_run (&s, error);
}

/* Makes room: neighbours of the older half become one point each, in the middle of both. The first
 * point stays, for it is the beginning of the memory, and so do the highest and the lowest. */
static void
merge_points (GArray *curve)
{
  guint half = curve->len / 2;
  guint highest = 0;
  guint lowest = 0;
  guint n = 1;
  guint i;

  for (i = 1; i < curve->len; i++)
    {
      double salience = g_array_index (curve, OmCurvePoint, i).salience;

      if (salience > g_array_index (curve, OmCurvePoint, highest).salience)
        highest = i;
      if (salience < g_array_index (curve, OmCurvePoint, lowest).salience)
        lowest = i;
    }
  for (i = 1; i < curve->len; n++)
    {
      OmCurvePoint point = g_array_index (curve, OmCurvePoint, i);

      if (i + 1 < half && i != highest && i != lowest && i + 1 != highest && i + 1 != lowest)
        {
          const OmCurvePoint *next = &g_array_index (curve, OmCurvePoint, i + 1);

          point.at += (next->at - point.at) / 2;
          point.salience = (point.salience + next->salience) / 2;
          i++;
        }
      i++;
      g_array_index (curve, OmCurvePoint, n) = point;
    }
  g_array_set_size (curve, n);
}

/* Events beyond the newest 48 become points of the curve. */
static gboolean
bound (OmStore *self,
       gint64   row,
       GError **error)
{
  g_autoptr (GArray) curve = NULL;
  g_auto (OmStatement) find = { 0 };
  g_auto (OmStatement) s = { 0 };
  gint64 last_id = 0;
  OmStep step;

  if (!om_statement_open (&find, self,
                          "SELECT id, at, salience_after FROM (SELECT id, at,"
                          " salience_after FROM events WHERE memory = ?"
                          " ORDER BY id DESC LIMIT -1 OFFSET 48) ORDER BY id",
                          error))
    return FALSE;
  om_statement_add_int (&find, row);
  while ((step = om_statement_step (&find, error)) == OM_STEP_ROW)
    {
      OmCurvePoint point = { om_store_get_ms (find.stmt, 1), om_store_get_share (find.stmt, 2) };

      if (curve == NULL && !read_curve (self, row, &curve, error))
        return FALSE;
      last_id = sqlite3_column_int64 (find.stmt, 0);
      if (curve->len >= OM_STORE_CURVE_MAX)
        merge_points (curve);
      g_array_append_val (curve, point);
    }
  if (step == OM_STEP_ERROR)
    return FALSE;
  if (curve == NULL)
    return TRUE;

  if (!om_store_curve_write (self, row, curve, error) ||
      !om_statement_open (&s, self, "DELETE FROM events WHERE memory = ? AND id <= ?", error))
    return FALSE;
  om_statement_add_int (&s, row);
  om_statement_add_int (&s, last_id);
  return om_statement_run (&s, error);
}

/**
 * om_store_event_append:
 * @event: (inout): what happened; its id is filled
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_event_append (OmStore *self,
                       OmEvent *event,
                       GError **error)
{
  gboolean ok;

  if (event->cause < 0 || event->cause >= OM_N_EVENT_CAUSES ||
      !(event->salience_after >= 0 && event->salience_after <= 1) ||
      !(event->before.salience >= 0 && event->before.salience <= 1))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   "An event needs a cause, and a salience from 0 to 1 before and"
                   " after.");
      return FALSE;
    }
  if (!om_store_change_begin (self, error))
    return FALSE;
  ok = om_store_check_row (self, event->row, error) &&
       (event->related <= 0 || om_store_check_row (self, event->related, error)) &&
       om_store_next_revision (self, error) >= 0 && insert (self, event, error) &&
       bound (self, event->row, error);
  return om_store_change_end (self, ok, error);
}

/**
 * om_store_event_set_program:
 * @id: a recall
 * @key: the program that asked for it, a key of programs
 *
 * Its name is told as long as the log of what programs asked knows it.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_event_set_program (OmStore    *self,
                            gint64      id,
                            const char *key,
                            GError    **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self, "UPDATE events SET program = ? WHERE id = ?", error))
    return FALSE;
  om_statement_add_text (&s, key);
  om_statement_add_int (&s, id);
  return om_statement_run (&s, error);
}

/**
 * om_store_event_dup_program:
 * @id: an event
 *
 * Returns: (transfer full) (nullable): the name of the program that did it; %NULL if it was none, if it is no
 *   longer known, and on error
 */
char *
om_store_event_dup_program (OmStore *self,
                            gint64   id,
                            GError **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "SELECT name FROM programs WHERE key = (SELECT program FROM events WHERE id = ?)"
                          " AND name <> ''",
                          error))
    return NULL;
  om_statement_add_int (&s, id);
  return om_statement_step (&s, error) == OM_STEP_ROW ? g_strdup (om_statement_get_text (&s, 0)) : NULL;
}

/**
 * om_store_events_list:
 * @row: a memory
 * @curve: (out) (optional) (transfer full) (element-type OmCurvePoint): what is left of older
 *   events
 *
 * Returns: (transfer full) (nullable) (element-type OmEvent): its newest events, in the order in
 *   which they were written
 */
GArray *
om_store_events_list (OmStore *self,
                      gint64   row,
                      GArray **curve,
                      GError **error)
{
  g_autoptr (GArray) events = NULL;
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self, SELECT_EVENT "WHERE memory = ? ORDER BY id", error))
    return NULL;
  om_statement_add_int (&s, row);
  events = collect (&s, error);
  if (events == NULL || (curve != NULL && !read_curve (self, row, curve, error)))
    return NULL;
  return g_steal_pointer (&events);
}

/** Curves: goes along the curves by row, beside the events. */
typedef struct
{
  OmStatement s;
  GArray     *points; /* (owned): of @row */
  gint64      row;    /* G_MAXINT64 once there are no more */
} Curves;

static gboolean
next_curve (Curves  *curves,
            GError **error)
{
  OmStep step = om_statement_step (&curves->s, error);

  curves->row = step == OM_STEP_ROW ? sqlite3_column_int64 (curves->s.stmt, 0) : G_MAXINT64;
  if (step == OM_STEP_ROW)
    read_points (curves->s.stmt, 1, curves->points);
  return step != OM_STEP_ERROR;
}

/* Hands over what was collected of one memory. */
static gboolean
hand_over (Curves      *curves,
           GArray      *events,
           OmEventsFunc func,
           gpointer     data,
           gboolean    *go_on,
           GError     **error)
{
  gint64 row;

  if (events->len == 0)
    return TRUE;
  row = g_array_index (events, OmEvent, 0).row;
  while (curves->row < row)
    {
      if (!next_curve (curves, error))
        return FALSE;
    }
  *go_on = func (row, events, curves->row == row ? curves->points : NULL, data);
  g_array_set_size (events, 0);
  return TRUE;
}

static gboolean
scan (OmStatement *s,
      Curves      *curves,
      OmEventsFunc func,
      gpointer     data,
      GError     **error)
{
  g_autoptr (GArray) events = g_array_new (FALSE, FALSE, sizeof (OmEvent));
  gboolean go_on = TRUE;
  OmStep step = OM_STEP_DONE;

  while (go_on && (step = om_statement_step (s, error)) == OM_STEP_ROW)
    {
      OmEvent event;

      read_event (s->stmt, &event);
      if (events->len > 0 && g_array_index (events, OmEvent, 0).row != event.row &&
          !hand_over (curves, events, func, data, &go_on, error))
        return FALSE;
      g_array_append_val (events, event);
    }
  if (step == OM_STEP_ERROR)
    return FALSE;
  return !go_on || hand_over (curves, events, func, data, &go_on, error);
}

/**
 * om_store_events_scan:
 * @func: (scope call): what to do with the events of one memory
 *
 * Reads the history of every memory, a memory at a time, by row.
 *
 * Returns: %FALSE on error; stopping is none
 */
gboolean
om_store_events_scan (OmStore     *self,
                      OmEventsFunc func,
                      gpointer     data,
                      GError     **error)
{
  g_auto (OmStatement) s = { 0 };
  Curves curves = { .row = G_MININT64 };
  gboolean ok;

  if (!om_statement_open (&s, self, SELECT_EVENT "ORDER BY memory, id", error))
    return FALSE;
  curves.points = g_array_new (FALSE, FALSE, sizeof (OmCurvePoint));
  ok = om_statement_open (&curves.s, self, "SELECT memory, points FROM event_curves ORDER BY memory", error) &&
       scan (&s, &curves, func, data, error);
  om_statement_close (&curves.s);
  g_array_unref (curves.points);
  return ok;
}

/**
 * om_store_events_first:
 * @at: (out): when the earliest event of any memory happened, ms UTC; of those that were taken in as if lived
 *   when they were lived, and without times that cannot be; %G_MAXINT64 if there is none
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_events_first (OmStore *self,
                       gint64  *at,
                       GError **error)
{
  g_auto (OmStatement) s = { 0 };
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (OmCurvePoint));
  g_auto (OmStatement) curves = { 0 };
  OmStep step;

  *at = G_MAXINT64;
  /* What was taken in as if lived was there before. A time that cannot be would make everything begin there. */
  if (!om_statement_open (&s, self,
                          "SELECT min(at, iif(cause IN (?, ?), salience_at, at)) AS first FROM events"
                          " WHERE first BETWEEN ? AND ? ORDER BY first LIMIT 1",
                          error))
    return FALSE;
  om_statement_add_int (&s, OM_EVENT_CREATED);
  om_statement_add_int (&s, OM_EVENT_IMPORTED);
  om_statement_add_int (&s, OM_STORE_MS_MIN - OM_STORE_MS_MARGIN);
  om_statement_add_int (&s, OM_STORE_MS_MAX + OM_STORE_MS_MARGIN);
  step = om_statement_step (&s, error);
  if (step == OM_STEP_ROW)
    *at = sqlite3_column_int64 (s.stmt, 0);
  if (step == OM_STEP_ERROR || !om_statement_open (&curves, self,
                          "SELECT c.points, min(m.recorded_at, m.happened_ms) FROM event_curves c"
                          " JOIN memories m ON m.row = c.memory",
                          error))
    return FALSE;
  while ((step = om_statement_step (&curves, error)) == OM_STEP_ROW)
    {
      gint64 least = sqlite3_column_int64 (curves.stmt, 1);

      read_points (curves.stmt, 0, points);
      /* What is older than its memory is damaged. */
      for (guint i = 0; i < points->len; i++)
        {
          if (g_array_index (points, OmCurvePoint, i).at >= least)
            *at = MIN (*at, g_array_index (points, OmCurvePoint, i).at);
        }
    }
  return step != OM_STEP_ERROR;
}

/**
 * om_store_events_of_group:
 * @group: a number, not 0
 *
 * Returns: (transfer full) (nullable) (element-type OmEvent): the events of one act, in order
 */
GArray *
om_store_events_of_group (OmStore *self,
                          gint64   group,
                          GError **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self, SELECT_EVENT "WHERE group_id = ? AND group_id <> 0 ORDER BY id",
                          error))
    return NULL;
  om_statement_add_int (&s, group);
  return collect (&s, error);
}

/* Whether nothing has happened to the memory since this event but what was taken back. */
static gboolean
is_latest (OmStore       *self,
           const OmEvent *event,
           gboolean      *latest,
           GError       **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          "SELECT 1 FROM events WHERE memory = ? AND id > ?"
                          " AND group_id <> ? AND undone = 0 AND cause <> ? LIMIT 1",
                          error))
    return FALSE;
  om_statement_add_int (&s, event->row);
  om_statement_add_int (&s, event->id);
  om_statement_add_int (&s, event->group);
  om_statement_add_int (&s, OM_EVENT_UNDONE);
  step = om_statement_step (&s, error);
  *latest = step == OM_STEP_DONE;
  return step != OM_STEP_ERROR;
}

static gboolean
mark_undone (OmStore *self,
             gint64   group,
             gint64   row,
             GError **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "UPDATE events SET undone = 1 WHERE group_id = ? AND memory = ?", error))
    return FALSE;
  om_statement_add_int (&s, group);
  om_statement_add_int (&s, row);
  return om_statement_run (&s, error);
}

static gboolean
restore_record (OmStore       *self,
                const OmEvent *first,
                guint          flags_changed,
                GError       **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "UPDATE memories SET archived_at = ?, flags = (flags & ~?2) | (?"
                          " & ?2) WHERE row = ?",
                          error))
    return FALSE;
  om_statement_add_int (&s, first->archived_before);
  om_statement_add_int (&s, flags_changed);
  om_statement_add_int (&s, first->flags_before);
  om_statement_add_int (&s, first->row);
  return om_statement_run (&s, error) && om_store_stamp (self, first->row, error);
}

/* The event of undoing holds the state it found, so that it could be seen what was taken back. */
static gboolean
append_undone (OmStore       *self,
               const OmEvent *first,
               gint64         now,
               GError       **error)
{
  OmEvent event = {
    .row = first->row,
    .at = now,
    .cause = OM_EVENT_UNDONE,
    .salience_after = first->before.salience,
  };
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_store_activity_get (self, first->row, &event.before, error) ||
      !om_statement_open (&s, self, "SELECT archived_at, flags FROM memories WHERE row = ?", error))
    return FALSE;
  om_statement_add_int (&s, first->row);
  step = om_statement_step (&s, error);
  if (step != OM_STEP_ROW)
    return FALSE;
  event.archived_before = sqlite3_column_int64 (s.stmt, 0);
  event.flags_before = (guint) sqlite3_column_int64 (s.stmt, 1);
  return om_store_event_append (self, &event, error);
}

static gboolean
undo (OmStore *self,
      gint64   group,
      gint64   now,
      guint   *n_restored,
      GError **error)
{
  g_autoptr (GArray) events = om_store_events_of_group (self, group, error);
  g_autoptr (GHashTable) done = g_hash_table_new (g_int64_hash, g_int64_equal);

  if (events == NULL)
    return FALSE;
  for (guint i = 0; i < events->len; i++)
    {
      OmEvent *first = &g_array_index (events, OmEvent, i);
      guint flags_changed = 0;
      gboolean latest;

      if (first->undone || !g_hash_table_add (done, &first->row))
        continue;
      if (!is_latest (self, first, &latest, error))
        return FALSE;
      if (!latest)
        continue;
      for (guint j = i; j < events->len; j++)
        {
          const OmEvent *other = &g_array_index (events, OmEvent, j);
          flags_changed |= other->row == first->row ? other->flags_changed : 0;
        }
      if (!append_undone (self, first, now, error) ||
          !mark_undone (self, group, first->row, error) ||
          !om_store_activity_set (self, first->row, &first->before, error) ||
          !restore_record (self, first, flags_changed, error))
        return FALSE;
      *n_restored += 1;
    }
  return TRUE;
}

/**
 * om_store_events_undo:
 * @group: an act
 * @now: ms UTC
 * @n_restored: (out) (optional): memories that were restored
 *
 * Gives each memory of the act the activity of before its first event, archived_at, and the flags
 * the act changed, and the links that it walked what they were. A memory on which something happened
 * since is left alone, and so is one of which the act lies so far back that only points are left of
 * it; likewise a link that was walked since.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_events_undo (OmStore *self,
                      gint64   group,
                      gint64   now,
                      guint   *n_restored,
                      GError **error)
{
  guint n = 0;
  guint n_links;
  gboolean ok;

  if (!om_store_change_begin (self, error))
    return FALSE;
  ok = om_store_change_end (self, undo (self, group, now, &n, error) && om_store_walks_undo (self, group, &n_links, error),
                            error);
  if (n_restored != NULL)
    *n_restored = ok ? n : 0;
  return ok;
}
