/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows that say which files belong to which memory, and which files nobody needs any more. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-attachments.h"

#include <glib/gi18n.h>

#include "store/om-store-private.h"
#include "store/om-store-statement.h"

/* So many missing files are named one by one. */
#define MAX_FINDINGS 20

static OmAttachment *
read_one (const OmStatement *s)
{
  OmAttachment *attachment = g_new0 (OmAttachment, 1);

  attachment->position = (guint) sqlite3_column_int64 (s->stmt, 0);
  attachment->name = g_strdup (om_statement_get_text ((OmStatement *) s, 1));
  attachment->type = g_strdup (om_statement_get_text ((OmStatement *) s, 2));
  attachment->hash = g_strdup (om_statement_get_text ((OmStatement *) s, 3));
  attachment->size = sqlite3_column_int64 (s->stmt, 4);
  attachment->removed_at = sqlite3_column_int64 (s->stmt, 5);
  return attachment;
}

/**
 * om_store_attachments_list:
 * @row: a memory
 * @with_removed: also those that were taken off it
 *
 * Returns: (transfer full) (nullable) (element-type OmAttachment): its files, in order
 */
GPtrArray *
om_store_attachments_list (OmStore *self,
                           gint64   row,
                           gboolean with_removed,
                           GError **error)
{
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func ((GDestroyNotify) om_attachment_free);
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          "SELECT m.position, m.name, a.type, a.hash, a.size, m.removed_at"
                          " FROM memory_attachments m JOIN attachments a ON a.id = m.attachment"
                          " WHERE m.memory = ? AND (m.removed_at = 0 OR ?) ORDER BY m.position",
                          error))
    return NULL;
  om_statement_add_int (&s, row);
  om_statement_add_int (&s, with_removed);
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    g_ptr_array_add (list, read_one (&s));
  return step == OM_STEP_DONE ? g_steal_pointer (&list) : NULL;
}

static gboolean
insert_file (OmStore           *self,
             const OmStoreFile *file,
             GError           **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self, "INSERT INTO attachments (hash, type, size) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING",
                          error))
    return FALSE;
  om_statement_add_text (&s, file->hash);
  om_statement_add_text (&s, file->type);
  om_statement_add_int (&s, file->size);
  return om_statement_run (&s, error);
}

static gboolean
insert_row (OmStore           *self,
            gint64             row,
            const OmStoreFile *file,
            GError           **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "INSERT INTO memory_attachments (memory, position, attachment, name)"
                          " SELECT ?1, (SELECT coalesce (max (position) + 1, 0) FROM memory_attachments WHERE memory = ?1),"
                          " id, ?2 FROM attachments WHERE hash = ?3",
                          error))
    return FALSE;
  om_statement_add_int (&s, row);
  om_statement_add_text (&s, file->name);
  om_statement_add_text (&s, file->hash);
  return om_statement_run (&s, error);
}

/**
 * om_store_attachment_add:
 * @row: a memory
 * @file: a staged file; kept in the same step
 *
 * After the last one of a transaction om_store_files_sync() must follow.
 */
gboolean
om_store_attachment_add (OmStore     *self,
                         gint64       row,
                         OmStoreFile *file,
                         GError     **error)
{
  gboolean ok;

  if (!om_store_check_text (file->name, "name of a file", error) || !om_store_check_text (file->type, "type of a file", error) ||
      !om_store_change_begin (self, error))
    return FALSE;
  ok = om_store_check_row (self, row, error) && om_store_file_keep (file, om_store_get_path (self), error) &&
       insert_file (self, file, error) && insert_row (self, row, file, error) && om_store_stamp (self, row, error);
  return om_store_change_end (self, ok, error);
}

/**
 * om_store_attachment_mark:
 * @position: one of its files
 * @removed_at: when it was taken off, ms UTC; 0 to put it back
 *
 * Returns: %FALSE on error; %OM_ERROR_NOT_FOUND if there is none, or it is gone for good
 */
gboolean
om_store_attachment_mark (OmStore *self,
                          gint64   row,
                          guint    position,
                          gint64   removed_at,
                          GError **error)
{
  g_auto (OmStatement) s = { 0 };
  gboolean ok;

  if (!om_store_change_begin (self, error))
    return FALSE;
  ok = om_statement_open (&s, self,
                          "UPDATE memory_attachments SET removed_at = ?"
                          " WHERE memory = ? AND position = ? AND name <> ''",
                          error);
  if (ok)
    {
      om_statement_add_int (&s, removed_at);
      om_statement_add_int (&s, row);
      om_statement_add_int (&s, position);
      ok = om_statement_run (&s, error);
    }
  if (ok && sqlite3_changes (self->db) == 0)
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_NOT_FOUND, _("The file is not with this memory any more."));
      ok = FALSE;
    }
  ok = ok && om_store_stamp (self, row, error);
  return om_store_change_end (self, ok, error);
}

/** om_store_attachments_count: @n: (out): how many files memories have */
gboolean
om_store_attachments_count (OmStore      *self,
                            const gint64 *rows,
                            gsize         n_rows,
                            guint        *n,
                            GError      **error)
{
  g_auto (OmStatement) s = { 0 };

  *n = 0;
  if (!om_statement_open (&s, self,
                          "SELECT count (*) FROM memory_attachments WHERE removed_at = 0"
                          " AND memory IN (SELECT value FROM json_each (?))",
                          error))
    return FALSE;
  om_statement_add_rows (&s, rows, n_rows);
  if (om_statement_step (&s, error) != OM_STEP_ROW)
    return FALSE;
  *n = (guint) sqlite3_column_int64 (s.stmt, 0);
  return TRUE;
}

/**
 * om_store_attachments_needed:
 *
 * Returns: (transfer full) (nullable) (element-type utf8 gint64): size by hash of every file that belongs to
 *   a memory or can still be put back
 */
GHashTable *
om_store_attachments_needed (OmStore *self,
                             GError **error)
{
  g_autoptr (GHashTable) needed = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          "SELECT a.hash, a.size FROM attachments a WHERE EXISTS"
                          " (SELECT 1 FROM memory_attachments m WHERE m.attachment = a.id AND m.name <> '')",
                          error))
    return NULL;
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      gint64 size = sqlite3_column_int64 (s.stmt, 1);

      g_hash_table_insert (needed, g_strdup (om_statement_get_text (&s, 0)), g_memdup2 (&size, sizeof size));
    }
  return step == OM_STEP_DONE ? g_steal_pointer (&needed) : NULL;
}

/**
 * om_store_attachments_forget:
 * @before: ms UTC
 * @n_forgotten: (out): how many
 *
 * What was taken off before then can no longer be put back: its name goes, and with om_store_attachments_sweep()
 * its file.
 */
gboolean
om_store_attachments_forget (OmStore *self,
                             gint64   before,
                             guint   *n_forgotten,
                             GError **error)
{
  g_auto (OmStatement) s = { 0 };
  gboolean ok;

  *n_forgotten = 0;
  if (!om_store_change_begin (self, error))
    return FALSE;
  ok = om_statement_open (&s, self,
                          "UPDATE memory_attachments SET name = ''"
                          " WHERE removed_at <> 0 AND removed_at < ? AND name <> ''",
                          error);
  if (ok)
    {
      om_statement_add_int (&s, before);
      ok = om_statement_run (&s, error);
    }
  if (ok)
    *n_forgotten = (guint) sqlite3_changes (self->db);
  return om_store_change_end (self, ok, error);
}

/**
 * om_store_attachments_sweep:
 * @n_removed: (out) (optional): files that went
 *
 * Removes the files that belong to no memory, once the transaction that freed them is on the disk: not inside
 * one.
 */
gboolean
om_store_attachments_sweep (OmStore *self,
                            guint   *n_removed,
                            GError **error)
{
  g_autofree char *folder = om_store_files_dup_folder (om_store_get_path (self));
  g_autoptr (GHashTable) needed = NULL;
  guint n = 0;

  g_return_val_if_fail (!om_store_in_transaction (self), FALSE);

  /* Nobody else writes meanwhile, so no file comes to be needed. */
  if (!om_store_begin (self, error))
    return FALSE;
  needed = om_store_attachments_needed (self, error);
  if (needed != NULL)
    n = om_store_files_sweep (folder, needed);
  om_store_rollback (self);
  if (n_removed != NULL)
    *n_removed = n;
  return needed != NULL;
}

/* The memory that misses a file can be found by its name. */
static gboolean
name_missing (OmStore    *self,
              const char *hash,
              GPtrArray  *findings,
              GError    **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          "SELECT m.name, r.uuid FROM memory_attachments m JOIN attachments a ON a.id = m.attachment"
                          " JOIN memories r ON r.row = m.memory WHERE a.hash = ? AND m.name <> '' ORDER BY m.memory LIMIT 1",
                          error))
    return FALSE;
  om_statement_add_text (&s, hash);
  step = om_statement_step (&s, error);
  if (step == OM_STEP_ROW)
    g_ptr_array_add (findings, g_strdup_printf ("The file “%s” of the memory %s is missing or not whole. Look for it in a backup.",
                                                om_statement_get_text (&s, 0), om_statement_get_text (&s, 1)));
  return step != OM_STEP_ERROR;
}

/**
 * om_store_attachments_check:
 * @findings: (element-type utf8): one sentence each is added
 * @n_missing: (out): files that rows speak of and that are not there
 *
 * Looks whether every file is there and as long as it should be, and whether others lie there.
 */
gboolean
om_store_attachments_check (OmStore   *self,
                            GPtrArray *findings,
                            guint     *n_missing,
                            GError   **error)
{
  g_autofree char *folder = om_store_files_dup_folder (om_store_get_path (self));
  g_autoptr (GHashTable) needed = om_store_attachments_needed (self, error);
  g_autoptr (GHashTable) files = om_store_files_list (folder);
  GHashTableIter iter;
  gpointer hash;
  gpointer size;
  guint n_orphans = 0;

  *n_missing = 0;
  if (needed == NULL)
    return FALSE;
  g_hash_table_iter_init (&iter, needed);
  while (g_hash_table_iter_next (&iter, &hash, &size))
    {
      const gint64 *there = g_hash_table_lookup (files, hash);

      if (there != NULL && *there == *(const gint64 *) size)
        continue;
      if (++*n_missing <= MAX_FINDINGS && !name_missing (self, hash, findings, error))
        return FALSE;
    }
  if (*n_missing > MAX_FINDINGS)
    g_ptr_array_add (findings, g_strdup_printf ("%u more files are missing or not whole.", *n_missing - MAX_FINDINGS));
  g_hash_table_iter_init (&iter, files);
  while (g_hash_table_iter_next (&iter, &hash, NULL))
    n_orphans += !g_hash_table_contains (needed, hash);
  if (n_orphans > 0)
    g_ptr_array_add (findings, g_strdup_printf ("%u files in “%s” belong to no memory.", n_orphans, folder));
  return TRUE;
}
