/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs that ask for memories, and the log of what they asked. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-access.h"

#include "store/om-store-bounds.h"
#include "store/om-store-private.h"
#include "store/om-store-statement.h"

/* Programs nobody decided about are remembered up to so many, so that none fills the list with names. */
#define UNDECIDED_KEPT 100

static char *
dup_text (OmStatement *s,
          int          column)
{
  const char *text = om_statement_get_text (s, column);

  return g_strdup (text != NULL ? text : "");
}

/**
 * om_store_programs_list:
 * @error: return location
 *
 * Returns: (transfer full) (element-type OmProgram) (nullable): those seen last first
 */
GPtrArray *
om_store_programs_list (OmStore *self,
                        GError **error)
{
  g_autoptr (GPtrArray) programs = g_ptr_array_new_with_free_func ((GDestroyNotify) om_program_free);
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          "SELECT key, name, kind, leave, decided_at, seen_at FROM programs"
                          " ORDER BY seen_at DESC, key",
                          error))
    return NULL;
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      OmProgram *program = g_new0 (OmProgram, 1);

      program->key = dup_text (&s, 0);
      program->name = dup_text (&s, 1);
      program->kind = (OmProgramKind) om_store_get_enum (s.stmt, 2, OM_N_PROGRAM_KINDS, OM_PROGRAM_HOST);
      program->leave = (OmLeave) om_store_get_enum (s.stmt, 3, OM_N_LEAVES, OM_LEAVE_DENIED);
      program->decided_at = sqlite3_column_int64 (s.stmt, 4);
      program->seen_at = sqlite3_column_int64 (s.stmt, 5);
      g_ptr_array_add (programs, program);
    }
  return step == OM_STEP_DONE ? g_steal_pointer (&programs) : NULL;
}

/**
 * om_store_program_decide:
 * @program: what it is and what it may do
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_program_decide (OmStore         *self,
                         const OmProgram *program,
                         GError         **error)
{
  g_auto (OmStatement) s = { 0 };
  gboolean ok;

  if (!om_store_change_begin (self, error))
    return FALSE;
  ok = om_store_next_revision (self, error) >= 0 &&
       om_statement_open (&s, self,
                          "INSERT INTO programs (key, name, kind, leave, decided_at, seen_at)"
                          " VALUES (?, ?, ?, ?, ?, ?)"
                          " ON CONFLICT DO UPDATE SET leave = excluded.leave, decided_at = excluded.decided_at",
                          error);
  if (ok)
    {
      om_statement_add_text (&s, program->key);
      om_statement_add_text (&s, program->name);
      om_statement_add_int (&s, program->kind);
      om_statement_add_int (&s, program->leave);
      om_statement_add_int (&s, program->decided_at);
      om_statement_add_int (&s, program->seen_at);
      ok = om_statement_run (&s, error);
    }
  return om_store_change_end (self, ok, error);
}

/* What it recalled stays in the histories; that it was this program does not. */
static gboolean
forget_recalls (OmStore    *self,
                const char *key,
                GError    **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self, "UPDATE events SET program = NULL WHERE program = ?", error))
    return FALSE;
  om_statement_add_text (&s, key);
  return om_statement_run (&s, error);
}

/**
 * om_store_program_forget:
 * @key: a program
 * @found: (out): whether there was one
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_program_forget (OmStore    *self,
                         const char *key,
                         gboolean   *found,
                         GError    **error)
{
  g_auto (OmStatement) s = { 0 };
  gboolean ok;

  if (!om_store_change_begin (self, error))
    return FALSE;
  ok = om_store_next_revision (self, error) >= 0 && forget_recalls (self, key, error) &&
       om_statement_open (&s, self, "DELETE FROM programs WHERE key = ?", error);
  if (ok)
    {
      om_statement_add_text (&s, key);
      ok = om_statement_run (&s, error);
      *found = ok && sqlite3_changes (self->db) > 0;
    }
  return om_store_change_end (self, ok, error);
}

static gboolean
note_program (OmStore        *self,
              const OmAccess *entry,
              GError        **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "INSERT INTO programs (key, name, kind, seen_at) VALUES (?, ?, ?, ?)"
                          " ON CONFLICT DO UPDATE SET seen_at = excluded.seen_at",
                          error))
    return FALSE;
  om_statement_add_text (&s, entry->program);
  om_statement_add_text (&s, entry->name);
  om_statement_add_int (&s, entry->kind);
  om_statement_add_int (&s, entry->at);
  return om_statement_run (&s, error);
}

static gboolean
add_entry (OmStore        *self,
           const OmAccess *entry,
           GError        **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "INSERT INTO access_log (at, program, name, what, outcome, calls, given)"
                          " VALUES (?, ?, ?, ?, ?, ?, ?)",
                          error))
    return FALSE;
  om_statement_add_int (&s, entry->at);
  om_statement_add_text (&s, entry->program);
  om_statement_add_text (&s, entry->name);
  om_statement_add_text (&s, entry->what);
  om_statement_add_int (&s, entry->outcome);
  om_statement_add_int (&s, entry->calls);
  om_statement_add_int (&s, entry->given);
  return om_statement_run (&s, error);
}

static gboolean
run_with_number (OmStore    *self,
                 const char *sql,
                 gint64      number,
                 GError    **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self, sql, error))
    return FALSE;
  om_statement_add_int (&s, number);
  return om_statement_run (&s, error);
}

/**
 * om_store_access_add:
 * @entries: (element-type OmAccess): what was asked
 * @keep: how many rows the log holds at most
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_access_add (OmStore   *self,
                     GPtrArray *entries,
                     guint      keep,
                     GError   **error)
{
  gboolean ok = TRUE;

  if (!om_store_change_begin (self, error))
    return FALSE;
  for (guint i = 0; ok && i < entries->len; i++)
    {
      const OmAccess *entry = g_ptr_array_index (entries, i);

      ok = add_entry (self, entry, error) && (*entry->program == '\0' || note_program (self, entry, error));
    }
  ok = ok &&
       run_with_number (self, "DELETE FROM access_log WHERE id <= (SELECT max (id) FROM access_log) - ?", keep, error) &&
       run_with_number (self,
                        "DELETE FROM programs WHERE leave = 0 AND key NOT IN"
                        " (SELECT key FROM programs WHERE leave = 0 ORDER BY seen_at DESC LIMIT ?)",
                        UNDECIDED_KEPT, error);
  /* Nothing is kept of those that went. */
  ok = ok && (sqlite3_changes (self->db) == 0 ||
              om_store_exec (self,
                             "UPDATE events SET program = NULL WHERE program IS NOT NULL"
                             " AND program NOT IN (SELECT key FROM programs)",
                             error));
  return om_store_change_end (self, ok, error);
}

/**
 * om_store_access_list:
 * @limit: the most rows wanted
 *
 * Returns: (transfer full) (element-type OmAccess) (nullable): newest first
 */
GPtrArray *
om_store_access_list (OmStore *self,
                      guint    limit,
                      GError **error)
{
  g_autoptr (GPtrArray) entries = g_ptr_array_new_with_free_func ((GDestroyNotify) om_access_free);
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          "SELECT at, program, name, what, outcome, calls, given FROM access_log"
                          " ORDER BY id DESC LIMIT ?",
                          error))
    return NULL;
  om_statement_add_int (&s, limit);
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      OmAccess *entry = om_access_new ();

      entry->at = sqlite3_column_int64 (s.stmt, 0);
      entry->program = dup_text (&s, 1);
      entry->name = dup_text (&s, 2);
      entry->what = dup_text (&s, 3);
      entry->outcome = (OmAccessOutcome) om_store_get_enum (s.stmt, 4, OM_N_ACCESS_OUTCOMES, OM_ACCESS_FAILED);
      entry->calls = (guint) sqlite3_column_int64 (s.stmt, 5);
      entry->given = (guint) sqlite3_column_int64 (s.stmt, 6);
      g_ptr_array_add (entries, entry);
    }
  return step == OM_STEP_DONE ? g_steal_pointer (&entries) : NULL;
}

/**
 * om_store_access_clear:
 *
 * Empties the log, and takes out of the histories of memories which program recalled them; what was decided
 * stays.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_access_clear (OmStore *self,
                       GError **error)
{
  gboolean ok;

  if (!om_store_change_begin (self, error))
    return FALSE;
  ok = om_store_exec (self,
                      "DELETE FROM access_log; UPDATE events SET program = NULL WHERE program IS NOT NULL", error);
  return om_store_change_end (self, ok, error);
}
