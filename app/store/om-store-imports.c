/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was imported when, and the keys by which a second import knows what it has seen. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-imports.h"

#include "store/om-store-private.h"
#include "store/om-store-statement.h"

/**
 * om_import_key_clear:
 * @key: an answer
 *
 * Frees what it holds.
 */
void
om_import_key_clear (OmImportKey *key)
{
  g_clear_pointer (&key->id, g_free);
}

/**
 * om_store_import_key_find:
 * @source: name of the format
 * @source_key: the entry's id there
 * @text_hash: of the text as the source gave it
 * @key: (out): what is known of it
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_import_key_find (OmStore     *self,
                          const char  *source,
                          const char  *source_key,
                          guint64      text_hash,
                          OmImportKey *key,
                          GError     **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  *key = (OmImportKey){ .known = OM_IMPORT_KEY_NEW };
  /* The entry with this very text first, else the newest one that is still there. */
  if (!om_statement_open (&s, self,
                          "SELECT k.text_hash = ?1, k.row, k.uuid, m.row IS NULL OR"
                          " m.trashed_at <> 0"
                          "  FROM import_keys k LEFT JOIN memories m ON m.row = k.row"
                          " WHERE k.source = ?2 AND k.source_key = ?3"
                          " ORDER BY 1 DESC, k.row IS NULL, k.row DESC LIMIT 1",
                          error))
    return FALSE;
  om_statement_add_int (&s, (gint64) text_hash);
  om_statement_add_text (&s, source);
  om_statement_add_text (&s, source_key);
  step = om_statement_step (&s, error);
  if (step == OM_STEP_ROW)
    {
      gboolean same = sqlite3_column_int (s.stmt, 0) != 0;

      key->row = sqlite3_column_int64 (s.stmt, 1);
      key->id = g_strdup (om_statement_get_text (&s, 2));
      key->deleted = sqlite3_column_int (s.stmt, 3) != 0;
      key->known = !same          ? OM_IMPORT_KEY_CHANGED
                   : key->deleted ? OM_IMPORT_KEY_DELETED
                                  : OM_IMPORT_KEY_KNOWN;
    }
  return step != OM_STEP_ERROR;
}

/* Looks first instead of leaving it to one statement: a statement that might be undone in the middle, as
 * ON CONFLICT and UPDATE are here, makes FTS5 write its cache to the disk, entry by entry. */
static gboolean
write_key (OmStore    *self,
           const char *source,
           const char *source_key,
           guint64     text_hash,
           gint64      row,
           const char *id,
           GError    **error)
{
  g_auto (OmImportKey) key = { 0 };
  g_auto (OmStatement) s = { 0 };

  if (!om_store_import_key_find (self, source, source_key, text_hash, &key, error) ||
      !om_statement_open (&s, self,
                          key.known == OM_IMPORT_KEY_KNOWN || key.known == OM_IMPORT_KEY_DELETED
                            ? "UPDATE import_keys SET row = ?, uuid = ?"
                              " WHERE source = ? AND source_key = ? AND text_hash = ?"
                            : "INSERT INTO import_keys (row, uuid, source, source_key, text_hash)"
                              " VALUES (?, ?, ?, ?, ?)",
                          error))
    return FALSE;
  om_statement_add_int (&s, row);
  om_statement_add_text (&s, id);
  om_statement_add_text (&s, source);
  om_statement_add_text (&s, source_key);
  om_statement_add_int (&s, (gint64) text_hash);
  return om_statement_run (&s, error);
}

/**
 * om_store_import_key_add:
 * @source: name of the format
 * @source_key: the entry's id there
 * @text_hash: of the text as the source gave it
 * @row: the memory it became
 * @id: its UUID
 *
 * One that is there already now leads to this memory.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_import_key_add (OmStore    *self,
                         const char *source,
                         const char *source_key,
                         guint64     text_hash,
                         gint64      row,
                         const char *id,
                         GError    **error)
{
  gboolean ok;

  if (!om_store_check_text (source, "name of the source", error) ||
      !om_store_check_text (source_key, "key of the source", error) ||
      !om_store_change_begin (self, error))
    return FALSE;
  ok = om_store_check_row (self, row, error) &&
       write_key (self, source, source_key, text_hash, row, id, error);
  return om_store_change_end (self, ok, error);
}

/**
 * om_store_import_add:
 * @at: ms UTC
 * @format: name of the format
 * @file_name: where it came from
 * @report: what came of it, JSON
 *
 * Returns: the number of the import, -1 on error
 */
gint64
om_store_import_add (OmStore    *self,
                     gint64      at,
                     const char *format,
                     const char *file_name,
                     const char *report,
                     GError    **error)
{
  g_auto (OmStatement) s = { 0 };
  gint64 id = -1;
  gboolean ok;

  if (!om_store_change_begin (self, error))
    return -1;
  ok = om_statement_open (&s, self,
                          "INSERT INTO imports (at, format, file_name, report)"
                          " VALUES (?, ?, ?, ?)",
                          error);
  if (ok)
    {
      om_statement_add_int (&s, at);
      om_statement_add_text (&s, format);
      om_statement_add_text (&s, file_name);
      om_statement_add_text (&s, report);
      ok = om_statement_run (&s, error);
      id = sqlite3_last_insert_rowid (self->db);
    }
  return om_store_change_end (self, ok, error) ? id : -1;
}

/**
 * om_store_imports_list:
 * @id: number of an import, or 0 for the newest hundred
 *
 * Returns: (transfer full) (element-type OmPastImport) (nullable): imports, the newest first
 */
GPtrArray *
om_store_imports_list (OmStore  *self,
                       gint64    id,
                       GError  **error)
{
  g_autoptr (GPtrArray) imports =
      g_ptr_array_new_with_free_func ((GDestroyNotify) om_past_import_free);
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          "SELECT id, at, format, file_name, report FROM imports"
                          " WHERE ?1 IN (0, id) ORDER BY id DESC LIMIT 100",
                          error))
    return NULL;
  om_statement_add_int (&s, id);
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      OmPastImport *import = g_new0 (OmPastImport, 1);

      import->id = sqlite3_column_int64 (s.stmt, 0);
      import->at = sqlite3_column_int64 (s.stmt, 1);
      import->format = g_strdup (om_statement_get_text (&s, 2));
      import->file_name = g_strdup (om_statement_get_text (&s, 3));
      import->report = g_strdup (om_statement_get_text (&s, 4));
      g_ptr_array_add (imports, import);
    }
  return step == OM_STEP_DONE ? g_steal_pointer (&imports) : NULL;
}
