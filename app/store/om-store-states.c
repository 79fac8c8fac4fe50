/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The narrow part of every memory. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-states.h"

#include "store/om-store-bounds.h"
#include "store/om-store-private.h"
#include "store/om-store-statement.h"

/* As few columns as can be: at start-up each costs a hundred thousand readings. */
#define SELECT_STATE                                                                            \
  "SELECT m.row, m.happened_ms, m.happened_offset, m.happened_precision, m.civil_day,"          \
  " m.journal_day, m.archived_at, m.trashed_at, m.valid_until, m.parent_row, m.valence,"        \
  " m.arousal, m.flags, m.section_index, m.section_count, m.type, m.sector, m.context,"         \
  " m.origin, m.stage, m.extra_sectors, m.importance, m.superseded_by IS NOT NULL, m.language," \
  " s.salience, s.salience_at, s.last_seen_at, s.last_active_at, s.coactivations,"              \
  " s.activation_count "

/* Languages are few and stay the same from row to row. */
static const char *
intern_language (const char *language,
                 const char *before)
{
  return language == NULL                    ? NULL
         : g_strcmp0 (language, before) == 0 ? before
                                             : g_intern_string (language);
}

/* Columns are read in the order of the statement. */
static void
read_state (sqlite3_stmt  *stmt,
            OmMemoryState *state)
{
  int c = 0;

  state->row = sqlite3_column_int64 (stmt, c++);
  state->happened.ms = om_store_get_ms (stmt, c++);
  state->happened.offset_s = (gint32) om_store_get_int (stmt, c++, -OM_STORE_OFFSET_MAX, OM_STORE_OFFSET_MAX);
  state->happened.precision = (OmPrecision) om_store_get_enum (stmt, c++, OM_N_PRECISIONS, OM_PRECISION_UNKNOWN);
  state->civil_day = om_store_get_day (stmt, c++);
  state->journal_day = om_store_get_day (stmt, c++);
  state->archived_at = om_store_get_ms (stmt, c++);
  state->trashed_at = om_store_get_ms (stmt, c++);
  state->valid_until = om_store_get_ms (stmt, c++);
  state->parent_row = sqlite3_column_int64 (stmt, c++);
  state->valence = (float) om_store_get_real (stmt, c++, -1, 1);
  state->arousal = (float) om_store_get_real (stmt, c++, 0, 1);
  state->flags = (guint) sqlite3_column_int64 (stmt, c++);
  state->section_index = om_store_get_count (stmt, c++, 0);
  state->section_count = om_store_get_count (stmt, c++, 0);
  state->type = (gint8) om_store_get_enum (stmt, c++, OM_N_MEMORY_TYPES, OM_MEMORY_TYPE_EPISODE);
  state->sector = (gint8) om_store_get_enum (stmt, c++, OM_N_SECTORS, OM_SECTOR_SEMANTIC);
  state->context = sqlite3_column_type (stmt, c) == SQLITE_NULL
                       ? OM_CONTEXT_UNKNOWN
                       : (gint8) om_store_get_enum (stmt, c, OM_N_CONTEXTS, OM_CONTEXT_UNKNOWN);
  c++;
  state->origin = (gint8) om_store_get_enum (stmt, c++, OM_N_ORIGINS, OM_ORIGIN_USER);
  state->stage = (gint8) om_store_get_enum (stmt, c++, OM_N_VECTOR_STAGES, OM_VECTOR_STAGE_FULL);
  state->extra_sectors = (guint8) (sqlite3_column_int (stmt, c++) & ((1 << OM_N_SECTORS) - 1));
  state->importance = (guint8) om_store_get_int (stmt, c++, 1, 10);
  state->superseded = (guint8) sqlite3_column_int (stmt, c++);
  state->language =
      intern_language ((const char *) sqlite3_column_text (stmt, c++), state->language);
  state->activity.salience = om_store_get_share (stmt, c++);
  state->activity.salience_at = om_store_get_ms (stmt, c++);
  state->activity.last_seen_at = om_store_get_ms (stmt, c++);
  state->activity.last_active_at = om_store_get_ms (stmt, c++);
  state->activity.coactivations = om_store_get_count (stmt, c++, 0);
  state->activity.activation_count = om_store_get_count (stmt, c++, 1);
}

static gboolean
call_with_states (OmStatement      *s,
                  OmMemoryStateFunc func,
                  gpointer          data,
                  GError          **error)
{
  OmMemoryState state = { 0 };
  OmStep step;

  while ((step = om_statement_step (s, error)) == OM_STEP_ROW)
    {
      read_state (s->stmt, &state);
      if (!func (&state, data))
        return TRUE;
    }
  return step == OM_STEP_DONE;
}

/**
 * om_store_states_load:
 * @func: called for each memory, ascending by row, until it says %FALSE
 *
 * One pass over two narrow tables, no text.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_states_load (OmStore          *self,
                      OmMemoryStateFunc func,
                      gpointer          data,
                      GError          **error)
{
  g_auto (OmStatement) s = { 0 };

  return om_statement_open (&s, self,
                            SELECT_STATE "FROM memories m CROSS JOIN state s ON s.row = m.row"
                                         " ORDER BY m.row",
                            error) &&
         call_with_states (&s, func, data, error);
}

/**
 * om_store_states_for_rows:
 * @rows: (array length=n_rows): rows
 * @func: called for each that is there, in the order asked for, until it says %FALSE
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_states_for_rows (OmStore          *self,
                          const gint64     *rows,
                          gsize             n_rows,
                          OmMemoryStateFunc func,
                          gpointer          data,
                          GError          **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          SELECT_STATE
                          "FROM json_each (?) j CROSS JOIN memories m ON m.row = j.value"
                          " CROSS JOIN state s ON s.row = m.row",
                          error))
    return FALSE;
  om_statement_add_rows (&s, rows, n_rows);
  return call_with_states (&s, func, data, error);
}

/**
 * om_store_activity_get:
 * @row: a memory
 * @activity: (out): what recall moves
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_activity_get (OmStore       *self,
                       gint64         row,
                       OmRecallState *activity,
                       GError       **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          "SELECT salience, salience_at, last_seen_at, last_active_at,"
                          " coactivations, activation_count FROM state WHERE row = ?",
                          error))
    return FALSE;
  om_statement_add_int (&s, row);
  step = om_statement_step (&s, error);
  if (step == OM_STEP_DONE)
    om_store_check_row (self, row, error);
  if (step != OM_STEP_ROW)
    return FALSE;
  activity->salience = om_store_get_share (s.stmt, 0);
  activity->salience_at = om_store_get_ms (s.stmt, 1);
  activity->last_seen_at = om_store_get_ms (s.stmt, 2);
  activity->last_active_at = om_store_get_ms (s.stmt, 3);
  activity->coactivations = om_store_get_count (s.stmt, 4, 0);
  activity->activation_count = om_store_get_count (s.stmt, 5, 1);
  return TRUE;
}

static gboolean
write_activity (OmStore             *self,
                gint64               row,
                const OmRecallState *activity,
                GError             **error)
{
  g_auto (OmStatement) s = { 0 };
  gint64 revision = om_store_next_revision (self, error);

  if (revision < 0 ||
      !om_statement_open (&s, self,
                          "UPDATE state SET revision = ?, salience = ?, salience_at = ?,"
                          " last_seen_at = ?, last_active_at = ?,"
                          " coactivations = ?, activation_count = ? WHERE row = ?",
                          error))
    return FALSE;
  om_statement_add_int (&s, revision);
  om_statement_add_real (&s, activity->salience);
  om_statement_add_int (&s, activity->salience_at);
  om_statement_add_int (&s, activity->last_seen_at);
  om_statement_add_int (&s, activity->last_active_at);
  om_statement_add_int (&s, activity->coactivations);
  om_statement_add_int (&s, activity->activation_count);
  om_statement_add_int (&s, row);
  return om_statement_run (&s, error);
}

/**
 * om_store_activity_set:
 * @row: a memory
 * @activity: what recall moves; salience from 0 to 1, at least one activation
 *
 * Changes the narrow table alone. The event that says why is appended by om_store_event_append().
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_activity_set (OmStore             *self,
                       gint64               row,
                       const OmRecallState *activity,
                       GError             **error)
{
  gboolean ok;

  if (!(activity->salience >= 0 && activity->salience <= 1) || activity->activation_count < 1)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   "The salience of a memory must be from 0 to 1, with at least one"
                   " activation.");
      return FALSE;
    }
  if (!om_store_change_begin (self, error))
    return FALSE;
  ok = om_store_check_row (self, row, error) && write_activity (self, row, activity, error);
  return om_store_change_end (self, ok, error);
}
