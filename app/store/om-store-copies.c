/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks at backups, and puts one in the place of the store. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-copies.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/om-store-attachments.h"
#include "store/om-store-backup.h"
#include "store/om-store-error.h"
#include "store/om-store-private.h"

/* So long a command that only looks may take to let go. */
#define WAIT_ALONE_MS 5000

/* A connection through which the store is this process's alone. */
typedef sqlite3 OmAlone;

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmAlone, sqlite3_close)

static gboolean
read_facts (OmStore     *store,
            OmStoreCopy *copy,
            GError     **error)
{
  gint64 entries;
  gint64 binned;

  if (!om_store_get_int64 (store, "SELECT count(*) FROM memories WHERE trashed_at = 0 AND type <> 3", &entries, error) ||
      !om_store_get_int64 (store, "SELECT count(*) FROM memories WHERE trashed_at <> 0 AND type <> 3", &binned, error) ||
      !om_store_get_int64 (store, "SELECT value FROM meta WHERE key = 'revision'", &copy->revision, error) ||
      !om_store_get_int64 (store, "SELECT coalesce (max (recorded_at), 0) FROM memories WHERE trashed_at = 0",
                           &copy->last_recorded, error))
    return FALSE;
  copy->entries = (guint) entries;
  copy->binned = (guint) binned;
  return TRUE;
}

/**
 * om_store_copy_look:
 * @path: a backup; it is only read, and nothing is made beside it
 * @whole: read all of it, and find out whether it is whole
 * @copy: (out): what it holds
 * @error: return location; %OM_ERROR_NOT_A_STORE if it is damaged or no store
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_copy_look (const char   *path,
                    gboolean      whole,
                    OmStoreCopy  *copy,
                    GCancellable *cancellable,
                    GError      **error)
{
  g_autoptr (OmStore) store = NULL;
  gint64 application;
  GStatBuf status;

  *copy = (OmStoreCopy){ 0 };
  if (g_stat (path, &status) != 0)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_NOT_FOUND, _("There is no backup %s."), path);
      return FALSE;
    }
  copy->bytes = (guint64) status.st_size;
  if (whole && !om_store_backup_verify (path, cancellable, error))
    return FALSE;
  store = om_store_connect (path, OM_STORE_READER, TRUE, 0, cancellable, error);
  if (store == NULL || !om_store_get_int64 (store, "PRAGMA application_id", &application, error))
    return FALSE;
  if (application != OM_STORE_APPLICATION_ID)
    {
      om_store_set_error (error, SQLITE_NOTADB, 0, path, NULL);
      return FALSE;
    }
  return read_facts (store, copy, error);
}

/**
 * om_store_copy_list_files:
 * @path: a backup; it is only read, and nothing is made beside it
 * @error: return location
 *
 * Returns: (transfer full) (nullable) (element-type utf8 gint64): the files that its memories have, by hash
 */
GHashTable *
om_store_copy_list_files (const char   *path,
                          GCancellable *cancellable,
                          GError      **error)
{
  g_autoptr (OmStore) store = om_store_connect (path, OM_STORE_READER, TRUE, 0, cancellable, error);

  return store != NULL ? om_store_attachments_needed (store, error) : NULL;
}

static gboolean
fail (const char *path,
      GError    **error)
{
  g_set_error (error, OM_ERROR, errno == ENOSPC ? OM_ERROR_NO_SPACE : OM_ERROR_FAILED, _("%s cannot be written: %s. Nothing was changed."),
               path, g_strerror (errno));
  return FALSE;
}

/**
 * om_store_sync_folder:
 * @folder: in which a file was made, renamed or taken away
 *
 * What was done there outlasts a power cut. Some file systems cannot; the files are safe all the same.
 */
void
om_store_sync_folder (const char *folder)
{
  int fd = open (folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  if (fd >= 0)
    {
      (void) !fsync (fd);
      close (fd);
    }
}

/* What belongs to the store lies aside under a second name before anything of it goes. */
static gboolean
keep_aside (const char *store_path,
            const char *aside,
            GError    **error)
{
  static const char *const endings[] = { "-wal", "" };

  for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      g_autofree char *from = g_strconcat (store_path, endings[i], NULL);
      g_autofree char *to = g_strconcat (aside, endings[i], NULL);
      GStatBuf status;

      /* Of a store in order the log is empty. */
      if (g_stat (from, &status) != 0 || (i == 0 && status.st_size == 0))
        continue;
      if (link (from, to) != 0)
        {
          g_autoptr (GFile) source = g_file_new_for_path (from);
          g_autoptr (GFile) target = g_file_new_for_path (to);

          /* No hard links here. */
          if (!g_file_copy (source, target, G_FILE_COPY_NONE, NULL, NULL, NULL, error))
            return FALSE;
        }
    }
  return TRUE;
}

/* Until @alone is closed nobody else reads or writes the store: whoever has it open would go on in what lies aside, and
 * with the log of what lies in its place. A store in order then has all of its log in its file; one that is damaged or
 * may not be written cannot be locked, and goes aside as it is. */
static gboolean
take_alone (const char *store_path,
            OmAlone   **alone,
            GError    **error)
{
  int rc = sqlite3_open_v2 (store_path, alone, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL);

  sqlite3_busy_timeout (*alone, WAIT_ALONE_MS);
  /* The mode comes before all reading: then the log, too, is this one's. */
  if (rc == SQLITE_OK)
    rc = sqlite3_exec (*alone, "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT; PRAGMA wal_checkpoint (TRUNCATE)", NULL,
                       NULL, NULL);
  if (rc != SQLITE_BUSY && rc != SQLITE_LOCKED && rc != SQLITE_PROTOCOL)
    return TRUE;
  g_set_error (error, OM_ERROR, OM_ERROR_LOCKED,
               _("Another program has %s open: a window, the service in the background, or a command. Quit it (Ctrl+Q in the "
                 "window), then restore again. Nothing was changed."),
               store_path);
  return FALSE;
}

/**
 * om_store_copy_restore:
 * @path: a backup
 * @store_path: the store itself, not a link to it, which is not open in this process; it need not be there
 * @aside_name: what the present store is called from now on, beside itself
 * @aside: (out) (transfer full) (nullable): its whole path
 * @error: return location; %OM_ERROR_LOCKED if another program has the store open
 *
 * The backup is read from beginning to end, copied beside the store, read again, and only then takes its
 * place in one step; whatever happens, under the store's name lies the one or the other, and the present
 * one is kept.
 *
 * Returns: %FALSE if the store is as it was
 */
gboolean
om_store_copy_restore (const char   *path,
                       const char   *store_path,
                       const char   *aside_name,
                       char        **aside,
                       GCancellable *cancellable,
                       GError      **error)
{
  g_autofree char *folder = g_path_get_dirname (store_path);
  g_autofree char *temporary = g_strdup_printf ("%s.%08x.restoring", store_path, g_random_int ());
  g_autofree char *kept = g_build_filename (folder, aside_name, NULL);
  g_autofree char *wal = g_strconcat (store_path, "-wal", NULL);
  g_autofree char *shm = g_strconcat (store_path, "-shm", NULL);
  g_autofree char *words = g_strconcat (store_path, ".words", NULL);
  g_autoptr (OmStore) copy = NULL;
  g_autoptr (OmAlone) alone = NULL;
  gboolean there = g_file_test (store_path, G_FILE_TEST_EXISTS);
  OmStoreCopy facts;

  *aside = NULL;
  if (!om_store_copy_look (path, TRUE, &facts, cancellable, error))
    return FALSE;
  copy = om_store_connect (path, OM_STORE_READER, TRUE, 0, cancellable, error);
  if (copy == NULL || !om_store_backup (copy, temporary, NULL, NULL, cancellable, error))
    return FALSE;
  if (there)
    {
      if (!take_alone (store_path, &alone, error))
        {
          g_unlink (temporary);
          return FALSE;
        }
      for (guint i = 2; g_file_test (kept, G_FILE_TEST_EXISTS); i++)
        {
          g_free (kept);
          kept = g_strdup_printf ("%s" G_DIR_SEPARATOR_S "%s-%u", folder, aside_name, i);
        }
      if (!keep_aside (store_path, kept, error))
        {
          g_unlink (temporary);
          return FALSE;
        }
    }
  om_store_sync_folder (folder);
  /* The log belongs to what lies aside by now; of the words another file is made. */
  g_unlink (wal);
  g_unlink (shm);
  g_unlink (words);
  if (g_rename (temporary, store_path) != 0)
    {
      fail (store_path, error);
      g_unlink (temporary);
      return FALSE;
    }
  om_store_sync_folder (folder);
  if (there)
    *aside = g_steal_pointer (&kept);
  return TRUE;
}
