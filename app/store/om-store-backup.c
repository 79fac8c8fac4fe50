/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A verified copy: made under a temporary name, read back, put on the disk, then renamed. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-backup.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <unistd.h>

#include "store/om-store-error.h"
#include "store/om-store-private.h"

/* A megabyte a step: often enough for a bar and for Cancel. */
#define STEP_PAGES 256

static gboolean
fail_by_errno (const char *path,
               int         number,
               GError    **error)
{
  if (number == ENOSPC || number == EDQUOT)
    om_store_set_error (error, SQLITE_FULL, number, path, NULL);
  else if (number == EACCES || number == EPERM || number == EROFS)
    om_store_set_error (error, SQLITE_READONLY, number, path, NULL);
  else
    g_set_error (error, OM_ERROR, OM_ERROR_FAILED,
                 _("The copy %s cannot be made: %s. Choose another place."), path,
                 g_strerror (number));
  return FALSE;
}

/* Puts a file, or a folder's list of files, on the disk. */
static gboolean
sync_path (const char *path,
           int         flags,
           GError    **error)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC | flags);
  int rc;

  if (fd < 0)
    return fail_by_errno (path, errno, error);
  rc = fsync (fd);
  close (fd);
  /* Some file systems cannot sync a folder; the file is safe all the same. */
  return rc == 0 || (flags & O_DIRECTORY) != 0 || fail_by_errno (path, errno, error);
}

static gboolean
copy_pages (OmStore      *self,
            sqlite3      *target,
            const char   *path,
            OmBackupFunc  progress,
            gpointer      data,
            GCancellable *cancellable,
            GError      **error)
{
  sqlite3_backup *backup = sqlite3_backup_init (target, "main", self->db, "main");
  int rc = backup == NULL ? sqlite3_errcode (target) : SQLITE_OK;
  int end;

  while (rc == SQLITE_OK && !g_cancellable_is_cancelled (cancellable))
    {
      rc = sqlite3_backup_step (backup, STEP_PAGES);
      if (progress != NULL)
        progress ((guint) (sqlite3_backup_pagecount (backup) - sqlite3_backup_remaining (backup)),
                  (guint) sqlite3_backup_pagecount (backup), data);
    }
  end = backup != NULL ? sqlite3_backup_finish (backup) : SQLITE_OK;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (rc == SQLITE_DONE && end == SQLITE_OK)
    return TRUE;
  om_store_set_error (error, rc == SQLITE_DONE ? end : rc, sqlite3_system_errno (target), path,
                      sqlite3_errmsg (target));
  return FALSE;
}

static gboolean
copy_to (OmStore      *self,
         const char   *path,
         OmBackupFunc  progress,
         gpointer      data,
         GCancellable *cancellable,
         GError      **error)
{
  sqlite3 *target = NULL;
  gboolean ok;
  int rc = sqlite3_open_v2 (path, &target,
                            SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
                            NULL);

  /* The file has a temporary name and is synced as a whole: no journal of its own. */
  if (rc == SQLITE_OK)
    rc = sqlite3_exec (target, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;", NULL, NULL,
                       NULL);
  if (rc != SQLITE_OK)
    {
      om_store_set_error (error, rc, sqlite3_system_errno (target), path, NULL);
      ok = FALSE;
    }
  else
    {
      ok = copy_pages (self, target, path, progress, data, cancellable, error);
    }
  sqlite3_close (target);
  return ok;
}

/**
 * om_store_backup_verify:
 * @path: a copy
 * @error: return location; %OM_ERROR_NOT_A_STORE if it is not whole
 *
 * Reads the copy from beginning to end, as it lies there, and makes nothing beside it.
 *
 * Returns: %TRUE if it is whole
 */
gboolean
om_store_backup_verify (const char   *path,
                        GCancellable *cancellable,
                        GError      **error)
{
  g_autoptr (OmStore) copy = om_store_connect (path, OM_STORE_READER, TRUE, 0, cancellable, error);
  sqlite3_stmt *stmt = NULL;
  gboolean whole = FALSE;
  int rc;

  if (copy == NULL)
    return FALSE;
  rc = sqlite3_prepare_v2 (copy->db, "PRAGMA integrity_check (1)", -1, &stmt, NULL);
  if (rc == SQLITE_OK && (rc = sqlite3_step (stmt)) == SQLITE_ROW)
    whole = g_strcmp0 ((const char *) sqlite3_column_text (stmt, 0), "ok") == 0;
  sqlite3_finalize (stmt);
  if (rc != SQLITE_ROW)
    return om_store_fail (copy, rc, error);
  if (!whole)
    om_store_set_error (error, SQLITE_CORRUPT, 0, path, NULL);
  return whole;
}

/**
 * om_store_backup:
 * @self: a store, not inside a transaction
 * @path: the copy's name, which must be free
 * @progress: (nullable): called between steps
 * @data: for @progress
 * @cancellable: (nullable): gives it up and removes what there is of it
 * @error: return location
 *
 * Copies the store as it is at this moment; others may go on writing. The copy has mode 0600.
 *
 * Returns: %TRUE if the copy is whole, on the disk and has its name
 */
gboolean
om_store_backup (OmStore      *self,
                 const char   *path,
                 OmBackupFunc  progress,
                 gpointer      data,
                 GCancellable *cancellable,
                 GError      **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *temporary = g_strdup_printf ("%s.%08x.part", path, g_random_int ());
  gint64 revision;
  gboolean ok;
  int fd;

  g_return_val_if_fail (!om_store_in_transaction (self), FALSE);

  if (g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   _("%s is there already. Choose another name for the copy."), path);
      return FALSE;
    }
  if (g_mkdir_with_parents (folder, 0700) != 0)
    return fail_by_errno (path, errno, error);
  fd = open (temporary, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0)
    return fail_by_errno (path, errno, error);
  close (fd);

  /* A reading transaction, so that the copy need not begin again whenever somebody writes. A store
   * that is being migrated from an old schema, too, has `user_version`. */
  ok = om_store_exec (self, "BEGIN", error);
  if (ok)
    {
      ok = om_store_get_int64 (self, "PRAGMA user_version", &revision, error) &&
           copy_to (self, temporary, progress, data, cancellable, error);
      sqlite3_exec (self->db, "ROLLBACK", NULL, NULL, NULL);
    }
  ok = ok && om_store_backup_verify (temporary, cancellable, error) && sync_path (temporary, 0, error);
  if (ok && g_rename (temporary, path) != 0)
    ok = fail_by_errno (path, errno, error);
  if (!ok)
    {
      g_unlink (temporary);
      return FALSE;
    }
  return sync_path (folder, O_DIRECTORY, error);
}
