/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Statements: prepared once a connection, bound in order, reset when they go out of scope. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-statement.h"

#include <math.h>

#include "store/om-store-private.h"

typedef struct
{
  sqlite3_stmt *stmt; /* (owned) */
  gboolean      in_use;
} CachedStatement;

static void
cached_statement_free (CachedStatement *cached)
{
  sqlite3_finalize (cached->stmt);
  g_free (cached);
}

/**
 * om_statements_new:
 *
 * Every statement of this folder is a literal, so their number is small and their address is their
 * name.
 *
 * Returns: (transfer full): an empty cache
 */
GHashTable *
om_statements_new (void)
{
  return g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) cached_statement_free);
}

/**
 * om_statements_free:
 * @statements: (transfer full) (nullable): a cache
 */
void
om_statements_free (GHashTable *statements)
{
  g_clear_pointer (&statements, g_hash_table_unref);
}

/**
 * om_statement_open:
 * @self: an empty statement
 * @store: a store
 * @sql: one statement, a literal
 * @error: return location
 *
 * Takes the statement from the cache or prepares it. One that is running already (a callback that
 * asks the same again) is prepared a second time.
 *
 * Returns: %FALSE on error
 */
gboolean
om_statement_open (OmStatement *self,
                   OmStore     *store,
                   const char  *sql,
                   GError     **error)
{
  CachedStatement *cached = g_hash_table_lookup (store->statements, sql);
  int rc;

  g_assert (self->stmt == NULL);
  self->store = store;
  self->next = 0;
  if (cached != NULL && !cached->in_use)
    {
      cached->in_use = TRUE;
      self->stmt = cached->stmt;
      self->cached = cached;
      return TRUE;
    }

  rc = sqlite3_prepare_v3 (store->db, sql, -1, cached == NULL ? SQLITE_PREPARE_PERSISTENT : 0,
                           &self->stmt, NULL);
  if (rc != SQLITE_OK)
    return om_store_fail (store, rc, error);
  if (cached == NULL)
    {
      cached = g_new0 (CachedStatement, 1);
      cached->stmt = self->stmt;
      cached->in_use = TRUE;
      g_hash_table_insert (store->statements, (gpointer) sql, cached);
      self->cached = cached;
    }
  return TRUE;
}

/**
 * om_statement_close:
 * @self: a statement, may be empty
 *
 * Gives it back; what it was bound to is let go.
 */
void
om_statement_close (OmStatement *self)
{
  CachedStatement *cached = self->cached;

  if (self->stmt == NULL)
    return;

  if (cached != NULL)
    {
      sqlite3_reset (self->stmt);
      sqlite3_clear_bindings (self->stmt);
      cached->in_use = FALSE;
    }
  else
    {
      sqlite3_finalize (self->stmt);
    }
  self->stmt = NULL;
  self->cached = NULL;
}

/**
 * om_statement_rewind:
 *
 * Makes it ready to be bound and run again.
 */
void
om_statement_rewind (OmStatement *self)
{
  sqlite3_reset (self->stmt);
  self->next = 0;
}

/* Binding fails only for a parameter that is not there, which is a fault of ours, or for want of
 * memory, at which stepping fails too. */

/** om_statement_add_int: binds the next parameter. */
void
om_statement_add_int (OmStatement *self,
                      gint64       value)
{
  sqlite3_bind_int64 (self->stmt, ++self->next, value);
}

/** om_statement_add_id: the same, but a value below 1 is NULL. */
void
om_statement_add_id (OmStatement *self,
                     gint64       value)
{
  if (value > 0)
    sqlite3_bind_int64 (self->stmt, ++self->next, value);
  else
    sqlite3_bind_null (self->stmt, ++self->next);
}

/** om_statement_add_real: binds the next parameter; NAN is NULL. */
void
om_statement_add_real (OmStatement *self,
                       double       value)
{
  if (isnan (value))
    sqlite3_bind_null (self->stmt, ++self->next);
  else
    sqlite3_bind_double (self->stmt, ++self->next, value);
}

/**
 * om_statement_add_text:
 * @value: (nullable): must live until the statement is closed or bound anew
 */
void
om_statement_add_text (OmStatement *self,
                       const char  *value)
{
  sqlite3_bind_text (self->stmt, ++self->next, value, -1, SQLITE_STATIC);
}

/** om_statement_add_blob: bytes that must live until the statement is closed or bound anew. */
void
om_statement_add_blob (OmStatement  *self,
                       gconstpointer value,
                       gsize         size)
{
  sqlite3_bind_blob64 (self->stmt, ++self->next, value, size, SQLITE_STATIC);
}

/**
 * om_statement_add_rows:
 *
 * Binds a list of row numbers as a JSON array, for `json_each (?)`: any number of rows in one
 * statement.
 */
void
om_statement_add_rows (OmStatement  *self,
                       const gint64 *rows,
                       gsize         n_rows)
{
  GString *json = g_string_sized_new (n_rows * 8 + 2);
  gsize length;

  g_string_append_c (json, '[');
  for (gsize i = 0; i < n_rows; i++)
    g_string_append_printf (json, i == 0 ? "%" G_GINT64_FORMAT : ",%" G_GINT64_FORMAT, rows[i]);
  g_string_append_c (json, ']');
  length = json->len;
  sqlite3_bind_text64 (self->stmt, ++self->next, g_string_free (json, FALSE), length, g_free,
                       SQLITE_UTF8);
}

/**
 * om_statement_step:
 *
 * Returns: whether there is a row, the end, or an error
 */
OmStep
om_statement_step (OmStatement *self,
                   GError     **error)
{
  int rc = sqlite3_step (self->stmt);

  if (rc == SQLITE_ROW)
    return OM_STEP_ROW;
  if (rc == SQLITE_DONE)
    return OM_STEP_DONE;
  om_store_fail (self->store, rc, error);
  return OM_STEP_ERROR;
}

/**
 * om_statement_run:
 *
 * Steps to the end; for statements that give no rows.
 *
 * Returns: %FALSE on error
 */
gboolean
om_statement_run (OmStatement *self,
                  GError     **error)
{
  OmStep step;

  do
    step = om_statement_step (self, error);
  while (step == OM_STEP_ROW);
  return step == OM_STEP_DONE;
}

/**
 * om_statement_collect:
 * @rows: (element-type gint64): gets the first column of every row appended
 *
 * Returns: %FALSE on error
 */
gboolean
om_statement_collect (OmStatement *self,
                      GArray      *rows,
                      GError     **error)
{
  OmStep step;

  while ((step = om_statement_step (self, error)) == OM_STEP_ROW)
    {
      gint64 row = sqlite3_column_int64 (self->stmt, 0);
      g_array_append_val (rows, row);
    }
  return step == OM_STEP_DONE;
}

/**
 * om_statement_get_text:
 *
 * Returns: (nullable) (transfer none): a text of the present row, until the next step
 */
const char *
om_statement_get_text (OmStatement *self,
                       int          column)
{
  return (const char *) sqlite3_column_text (self->stmt, column);
}
