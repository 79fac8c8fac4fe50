/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The SQLite file of another program. A file somebody sends may be made to do harm: it is opened
 * read-only and immutable, its schema is not trusted, and only plain tables are read. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-foreign-store.h"

#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <stdio.h>
#include <string.h>

#include "memory/om-error.h"

#define MAGIC "SQLite format 3"

/* Steps of SQLite's machine between two looks whether the work was cancelled. */
#define STEPS_PER_LOOK 10000

struct _OmForeignStore
{
  sqlite3      *db;          /* (owned) */
  char         *name;        /* (owned): for messages */
  char         *folder;      /* (owned) (nullable): of a copy, which goes with it */
  GCancellable *cancellable; /* (owned) (nullable) */
};

/**
 * om_foreign_store_is_sqlite:
 * @path: a file
 *
 * Returns: whether it begins as SQLite's files do
 */
gboolean
om_foreign_store_is_sqlite (const char *path)
{
  char head[sizeof MAGIC] = { 0 };
  FILE *file;
  gsize n;

  if (!g_file_test (path, G_FILE_TEST_IS_REGULAR))
    return FALSE;
  file = g_fopen (path, "rbe");
  if (file == NULL)
    return FALSE;
  n = fread (head, 1, sizeof head, file);
  fclose (file);
  return n == sizeof head && memcmp (head, MAGIC, sizeof head) == 0;
}

static int
is_cancelled (gpointer data)
{
  return g_cancellable_is_cancelled (data);
}

static gboolean
fail (OmForeignStore *self,
      int             rc,
      GError        **error)
{
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  switch (rc & 0xFF)
    {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   _("“%s” is damaged as a data base, or cut off. Nothing was taken from it; look for "
                   "a whole copy, made while the other program was closed."),
                   self->name);
      break;
    case SQLITE_AUTH:
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   _("“%s” holds more than plain tables where its memories should be. Nothing was "
                   "taken from it."),
                   self->name);
      break;
    case SQLITE_TOOBIG:
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   _("“%s” holds a field of more than %d MiB, which no memory has. Nothing was taken "
                   "from it."),
                   self->name, OM_FOREIGN_MAX_FIELD / 1024 / 1024);
      break;
    default:
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   _("“%s” cannot be read as a data base: %s. Nothing was taken from it."), self->name,
                   self->db != NULL ? sqlite3_errmsg (self->db) : sqlite3_errstr (rc));
      break;
    }
  return FALSE;
}

/* Reading columns of tables and nothing else. Functions are those of an index or a generated
 * column, which a plain table of this kind has not. */
static int
authorise (gpointer    data,
           int         action,
           const char *a,
           const char *b,
           const char *database,
           const char *trigger)
{
  switch (action)
    {
    case SQLITE_SELECT:
    case SQLITE_READ:
      return trigger == NULL ? SQLITE_OK : SQLITE_DENY;
    default:
      return SQLITE_DENY;
    }
}

/* Another program's log belongs to the file: both are read from a copy, for reading a log needs
 * files beside it. */
static gboolean
copy_with_log (OmForeignStore *self,
               const char     *path,
               const char     *log,
               char          **copy,
               GError        **error)
{
  static const char *const endings[] = { "", "-wal" };

  self->folder = g_dir_make_tmp ("openmemory-import-XXXXXX", error);
  if (self->folder == NULL)
    return FALSE;
  *copy = g_build_filename (self->folder, "memories.db", NULL);
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *to = g_strconcat (*copy, endings[i], NULL);
      g_autoptr (GFile) source = g_file_new_for_path (i == 0 ? path : log);
      g_autoptr (GFile) target = g_file_new_for_path (to);

      if (!g_file_copy (source, target, G_FILE_COPY_TARGET_DEFAULT_PERMS, self->cancellable, NULL,
                        NULL, error))
        return FALSE;
    }
  return TRUE;
}

static gboolean
has_log (const char *log)
{
  GStatBuf status;

  return g_stat (log, &status) == 0 && S_ISREG (status.st_mode) && status.st_size > 0;
}

static int
configure (sqlite3 *db)
{
  static const struct
  {
    int op;
    int value;
  } switches[] = {
    { SQLITE_DBCONFIG_DEFENSIVE, 1 },      { SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0 },
    { SQLITE_DBCONFIG_ENABLE_TRIGGER, 0 }, { SQLITE_DBCONFIG_ENABLE_VIEW, 0 },
    { SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0 }, { SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0 },
  };
  int rc = SQLITE_OK;

  for (guint i = 0; i < G_N_ELEMENTS (switches) && rc == SQLITE_OK; i++)
    rc = sqlite3_db_config (db, switches[i].op, switches[i].value, NULL);
  sqlite3_limit (db, SQLITE_LIMIT_LENGTH, OM_FOREIGN_MAX_FIELD);
  sqlite3_limit (db, SQLITE_LIMIT_SQL_LENGTH, 100000);
  sqlite3_limit (db, SQLITE_LIMIT_COLUMN, 200);
  sqlite3_limit (db, SQLITE_LIMIT_EXPR_DEPTH, 20);
  sqlite3_limit (db, SQLITE_LIMIT_ATTACHED, 0);
  sqlite3_limit (db, SQLITE_LIMIT_TRIGGER_DEPTH, 0);
  if (rc == SQLITE_OK)
    rc = sqlite3_exec (db, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;"
                       "PRAGMA cache_size = -4096; PRAGMA query_only = ON;", NULL, NULL, NULL);
  return rc;
}

/**
 * om_foreign_store_open:
 * @path: a file
 * @cancellable: (nullable): kept; polled while reading
 * @error: return location, %OM_ERROR_INVALID for what is no data base or is damaged
 *
 * Neither the file nor its folder is changed, whoever else has it open.
 *
 * Returns: (transfer full) (nullable): the file, opened for reading
 */
OmForeignStore *
om_foreign_store_open (const char   *path,
                       GCancellable *cancellable,
                       GError      **error)
{
  g_autoptr (OmForeignStore) self = g_new0 (OmForeignStore, 1);
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  g_autofree char *log = g_strconcat (absolute, "-wal", NULL);
  g_autofree char *copy = NULL;
  g_autofree char *base = g_path_get_basename (absolute);
  g_autofree char *uri = NULL;
  g_autofree char *name = NULL;
  int rc;

  self->name = g_filename_display_name (base);
  self->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  if (has_log (log) && !copy_with_log (self, absolute, log, &copy, error))
    return NULL;
  uri = g_filename_to_uri (copy != NULL ? copy : absolute, NULL, error);
  if (uri == NULL)
    return NULL;
  name = g_strconcat (uri, copy != NULL ? "" : "?immutable=1", NULL);

  rc = sqlite3_open_v2 (name, &self->db,
                        SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE |
                          (copy != NULL ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY),
                        NULL);
  if (rc == SQLITE_OK)
    {
      sqlite3_progress_handler (self->db, STEPS_PER_LOOK, is_cancelled, cancellable);
      rc = configure (self->db);
    }
  if (rc == SQLITE_OK)
    rc = sqlite3_exec (self->db, "SELECT count (*) FROM sqlite_schema", NULL, NULL, NULL);
  if (rc != SQLITE_OK)
    {
      fail (self, rc, error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

/**
 * om_foreign_store_free:
 * @self: (transfer full) (nullable): a file
 */
void
om_foreign_store_free (OmForeignStore *self)
{
  if (self == NULL)
    return;

  sqlite3_close (self->db);
  if (self->folder != NULL)
    {
      static const char *const names[] = { "memories.db", "memories.db-wal", "memories.db-shm" };

      for (guint i = 0; i < G_N_ELEMENTS (names); i++)
        {
          g_autofree char *path = g_build_filename (self->folder, names[i], NULL);

          g_unlink (path);
        }
      g_rmdir (self->folder);
      g_free (self->folder);
    }
  g_clear_object (&self->cancellable);
  g_free (self->name);
  g_free (self);
}

/**
 * om_foreign_store_has_column:
 * @table: a name
 * @column: a name
 *
 * Returns: whether there is a plain table of that name with that column; a view and a virtual table
 *   are none
 */
gboolean
om_foreign_store_has_column (OmForeignStore *self,
                             const char     *table,
                             const char     *column)
{
  sqlite3_stmt *stmt = NULL;
  gboolean has = FALSE;

  /* hidden: 2 and 3 are generated columns, which would run what the schema says. */
  if (sqlite3_prepare_v2 (self->db,
                          "SELECT 1 FROM pragma_table_list AS t, pragma_table_xinfo (?1) AS c"
                          " WHERE t.schema = 'main' AND t.name = ?1 AND t.type = 'table'"
                          "   AND c.name = ?2 AND c.hidden = 0",
                          -1, &stmt, NULL) == SQLITE_OK)
    {
      sqlite3_bind_text (stmt, 1, table, -1, SQLITE_STATIC);
      sqlite3_bind_text (stmt, 2, column, -1, SQLITE_STATIC);
      has = sqlite3_step (stmt) == SQLITE_ROW;
    }
  sqlite3_finalize (stmt);
  return has;
}

static sqlite3_stmt *
prepare (OmForeignStore    *self,
         const char        *table,
         const char *const *columns,
         const char        *where,
         const char        *value,
         GError           **error)
{
  g_autoptr (GString) sql = g_string_new ("SELECT ");
  sqlite3_stmt *stmt = NULL;
  int rc;

  for (guint i = 0; columns[i] != NULL; i++)
    g_string_append_printf (sql, "%s%s", i > 0 ? ", " : "",
                            om_foreign_store_has_column (self, table, columns[i]) ? columns[i]
                                                                                  : "NULL");
  g_string_append_printf (sql, " FROM main.%s", table);
  if (where != NULL)
    g_string_append_printf (sql, " WHERE %s = ?", where);

  sqlite3_set_authorizer (self->db, authorise, NULL);
  rc = sqlite3_prepare_v2 (self->db, sql->str, -1, &stmt, NULL);
  sqlite3_set_authorizer (self->db, NULL, NULL);
  if (rc == SQLITE_OK && where != NULL)
    rc = sqlite3_bind_text (stmt, 1, value, -1, SQLITE_TRANSIENT);
  if (rc != SQLITE_OK)
    {
      fail (self, rc, error);
      g_clear_pointer (&stmt, sqlite3_finalize);
    }
  return stmt;
}

/**
 * om_foreign_store_read:
 * @table: a plain table, its name a literal of ours
 * @columns: names of columns, literals of ours; what the table has not is read as null
 * @where: (nullable): a column that must be equal to @value
 * @value: (nullable): a text
 * @func: (scope call): called for each row
 * @error: return location, %OM_ERROR_INVALID for damage, or what @func says
 *
 * Returns: %FALSE on error, or if @func stopped
 */
gboolean
om_foreign_store_read (OmForeignStore    *self,
                       const char        *table,
                       const char *const *columns,
                       const char        *where,
                       const char        *value,
                       OmForeignRowFunc   func,
                       gpointer           data,
                       GError           **error)
{
  guint n = g_strv_length ((char **) columns);
  g_autofree OmForeignValue *values = g_new0 (OmForeignValue, n);
  sqlite3_stmt *stmt = prepare (self, table, columns, where, value, error);
  gboolean going = TRUE;
  int rc = SQLITE_DONE;

  if (stmt == NULL)
    return FALSE;
  while (going && (rc = sqlite3_step (stmt)) == SQLITE_ROW)
    {
      for (guint i = 0; i < n; i++)
        {
          values[i].text = (const char *) sqlite3_column_text (stmt, (int) i);
          values[i].length = (gsize) sqlite3_column_bytes (stmt, (int) i);
        }
      going = func (values, data, error);
    }
  if (going && rc != SQLITE_DONE)
    going = fail (self, rc, error);
  sqlite3_finalize (stmt);
  return going;
}
