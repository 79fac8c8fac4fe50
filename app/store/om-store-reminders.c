/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reminders in the store. What lies in the bin is not due, and is again once it is restored. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-reminders.h"

#include "store/om-store-private.h"
#include "store/om-store-statement.h"

#define COLUMNS "r.memory, r.due_at, r.interval_ms, r.told_at, r.act"
#define IN_USE " FROM reminders r JOIN memories m ON m.row = r.memory WHERE m.trashed_at = 0 AND r.due_at <> 0"

static void
read_reminder (OmStatement     *s,
               OmStoreReminder *reminder)
{
  *reminder = (OmStoreReminder){ sqlite3_column_int64 (s->stmt, 0), sqlite3_column_int64 (s->stmt, 1),
                                 sqlite3_column_int64 (s->stmt, 2), sqlite3_column_int64 (s->stmt, 3),
                                 sqlite3_column_int64 (s->stmt, 4) };
}

static GArray *
collect (OmStatement *s,
         GError     **error)
{
  g_autoptr (GArray) reminders = g_array_new (FALSE, FALSE, sizeof (OmStoreReminder));
  OmStep step;

  while ((step = om_statement_step (s, error)) == OM_STEP_ROW)
    {
      OmStoreReminder reminder;

      read_reminder (s, &reminder);
      g_array_append_val (reminders, reminder);
    }
  return step == OM_STEP_DONE ? g_steal_pointer (&reminders) : NULL;
}

/**
 * om_store_reminder_get:
 * @row: a memory
 * @reminder: (out): its reminder; all empty but the row if there never was one
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_reminder_get (OmStore         *self,
                       gint64           row,
                       OmStoreReminder *reminder,
                       GError         **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  *reminder = (OmStoreReminder){ .row = row };
  if (!om_statement_open (&s, self, "SELECT " COLUMNS " FROM reminders r WHERE r.memory = ?", error))
    return FALSE;
  om_statement_add_int (&s, row);
  step = om_statement_step (&s, error);
  if (step == OM_STEP_ROW)
    read_reminder (&s, reminder);
  return step != OM_STEP_ERROR;
}

static gboolean
write_reminder (OmStore               *self,
                const OmStoreReminder *reminder,
                GError               **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "INSERT INTO reminders (memory, due_at, interval_ms, told_at, act) VALUES (?, ?, ?, ?, ?)"
                          " ON CONFLICT DO UPDATE SET due_at = excluded.due_at, interval_ms = excluded.interval_ms,"
                          " told_at = excluded.told_at, act = excluded.act",
                          error))
    return FALSE;
  om_statement_add_int (&s, reminder->row);
  om_statement_add_int (&s, reminder->due_at);
  om_statement_add_int (&s, reminder->interval_ms);
  om_statement_add_int (&s, reminder->told_at);
  om_statement_add_int (&s, reminder->act);
  return om_statement_run (&s, error);
}

/* What it was before, and of older acts no more than so many. */
static gboolean
note_former (OmStore               *self,
             gint64                 act,
             const OmStoreReminder *former,
             GError               **error)
{
  g_auto (OmStatement) s = { 0 };
  g_auto (OmStatement) older = { 0 };

  if (!om_statement_open (&s, self,
                          "INSERT OR IGNORE INTO reminder_acts (act, memory, due_at, interval_ms, told_at, former_act)"
                          " VALUES (?, ?, ?, ?, ?, ?)",
                          error))
    return FALSE;
  om_statement_add_int (&s, act);
  om_statement_add_int (&s, former->row);
  om_statement_add_int (&s, former->due_at);
  om_statement_add_int (&s, former->interval_ms);
  om_statement_add_int (&s, former->told_at);
  om_statement_add_int (&s, former->act);
  if (!om_statement_run (&s, error) ||
      !om_statement_open (&older, self,
                          "DELETE FROM reminder_acts WHERE act <= (SELECT act FROM reminder_acts ORDER BY act DESC"
                          " LIMIT 1 OFFSET ?)",
                          error))
    return FALSE;
  om_statement_add_int (&older, OM_STORE_REMINDER_ACTS_MAX);
  return om_statement_run (&older, error);
}

/**
 * om_store_reminder_put:
 * @reminder: as it is from now on; its act is the number of the act that changes it, 0 if that cannot be taken
 *   back
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_reminder_put (OmStore               *self,
                       const OmStoreReminder *reminder,
                       GError               **error)
{
  OmStoreReminder former;
  gboolean ok;

  if (!om_store_change_begin (self, error))
    return FALSE;
  ok = om_store_reminder_get (self, reminder->row, &former, error) &&
       (reminder->act == 0 || note_former (self, reminder->act, &former, error)) &&
       write_reminder (self, reminder, error) && om_store_next_revision (self, error) >= 0;
  return om_store_change_end (self, ok, error);
}

/**
 * om_store_reminders_list:
 * @until: ms UTC
 *
 * Returns: (transfer full) (nullable) (element-type OmStoreReminder): those due until then, the first first
 */
GArray *
om_store_reminders_list (OmStore *self,
                         gint64   until,
                         GError **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self, "SELECT " COLUMNS IN_USE " AND r.due_at <= ? ORDER BY r.due_at, r.memory", error))
    return NULL;
  om_statement_add_int (&s, until);
  return collect (&s, error);
}

/**
 * om_store_reminders_next:
 * @due_at: (out): when the first is due of which nobody has told, ms UTC; %G_MAXINT64 if there is none
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_reminders_next (OmStore *self,
                         gint64  *due_at,
                         GError **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  *due_at = G_MAXINT64;
  if (!om_statement_open (&s, self, "SELECT r.due_at" IN_USE " AND r.told_at = 0 ORDER BY r.due_at LIMIT 1", error))
    return FALSE;
  step = om_statement_step (&s, error);
  if (step == OM_STEP_ROW)
    *due_at = sqlite3_column_int64 (s.stmt, 0);
  return step != OM_STEP_ERROR;
}

static gboolean
mark_told (OmStore *self,
           gint64   row,
           gint64   now,
           GError **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self, "UPDATE reminders SET told_at = ? WHERE memory = ?", error))
    return FALSE;
  om_statement_add_int (&s, now);
  om_statement_add_int (&s, row);
  return om_statement_run (&s, error);
}

/**
 * om_store_reminders_tell:
 * @now: ms UTC
 *
 * Takes upon itself to tell of all that are due and of which nobody has told: in one transaction, so that of
 * several processes one alone gets each.
 *
 * Returns: (transfer full) (nullable) (element-type OmStoreReminder): those, the first first
 */
GArray *
om_store_reminders_tell (OmStore *self,
                         gint64   now,
                         GError **error)
{
  g_autoptr (GArray) reminders = NULL;
  gboolean ok;

  if (!om_store_change_begin (self, error))
    return NULL;
  reminders = om_store_reminders_list (self, now, error);
  ok = reminders != NULL;
  for (guint i = ok ? reminders->len : 0; i > 0 && ok; i--)
    {
      OmStoreReminder *reminder = &g_array_index (reminders, OmStoreReminder, i - 1);

      if (reminder->told_at != 0)
        {
          g_array_remove_index (reminders, i - 1);
          continue;
        }
      reminder->told_at = now;
      ok = mark_told (self, reminder->row, now, error);
    }
  ok = ok && (reminders->len == 0 || om_store_next_revision (self, error) >= 0);
  return om_store_change_end (self, ok, error) ? g_steal_pointer (&reminders) : NULL;
}

/** Former: what a reminder was before an act. */
static GArray *
find_former (OmStore *self,
             gint64   act,
             GError **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "SELECT a.memory, a.due_at, a.interval_ms, a.told_at, a.former_act"
                          "  FROM reminder_acts a JOIN reminders r ON r.memory = a.memory AND r.act = a.act"
                          " WHERE a.act = ? ORDER BY a.memory",
                          error))
    return NULL;
  om_statement_add_int (&s, act);
  return collect (&s, error);
}

/**
 * om_store_reminders_undo:
 * @act: its number
 * @n_restored: (out): reminders that are as they were before it
 *
 * In the transaction that takes the act back. A reminder that was changed since is left alone.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_reminders_undo (OmStore *self,
                         gint64   act,
                         guint   *n_restored,
                         GError **error)
{
  g_autoptr (GArray) former = find_former (self, act, error);

  *n_restored = 0;
  for (guint i = 0; former != NULL && i < former->len; i++)
    {
      if (!write_reminder (self, &g_array_index (former, OmStoreReminder, i), error))
        return FALSE;
      *n_restored += 1;
    }
  return former != NULL && (former->len == 0 || om_store_next_revision (self, error) >= 0);
}
