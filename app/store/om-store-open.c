/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening a store. Nothing is touched before it is known to be ours and of a schema we know; what
 * was made on the way is taken away again if the opening fails. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-open.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <stdlib.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "store/om-store-error.h"
#include "store/om-store-header.h"
#include "store/om-store-held.h"
#include "store/om-store-migrations.h"
#include "store/om-store-private.h"
#include "store/om-store-words.h"

/* Backups that may take the store's place while it is being opened. */
#define MAX_REOPENINGS 3

/* What an opening has made and must take away if it fails. */
typedef struct
{
  const char *path;
  char       *first_folder; /* (owned) (nullable): the topmost folder that was missing */
  char       *folder;       /* (owned): the folder of the file */
  gboolean    made_file;
  gboolean    was_empty; /* there was a file of no bytes */
  guint       mode;      /* of that file */
  int         lock_fd; /* of the folder, -1 if not locked */
} Opening;

static void
opening_clear (Opening *self)
{
  if (self->lock_fd >= 0)
    close (self->lock_fd);
  g_free (self->first_folder);
  g_free (self->folder);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Opening, opening_clear)

static gboolean
fail_by_errno (const Opening *opening,
               int            number,
               GError       **error)
{
  if (number == ENOSPC || number == EDQUOT)
    om_store_set_error (error, SQLITE_FULL, number, opening->path, NULL);
  else if (number == EACCES || number == EPERM || number == EROFS)
    om_store_set_error (error, SQLITE_READONLY, number, opening->path, NULL);
  else
    g_set_error (error, OM_ERROR, OM_ERROR_FAILED, _("%s cannot be made: %s. Choose another folder."),
                 opening->path, g_strerror (number));
  return FALSE;
}

static gboolean
make_folder (Opening *opening,
             GError **error)
{
  g_autofree char *missing = g_strdup (opening->folder);

  if (g_file_test (opening->folder, G_FILE_TEST_IS_DIR))
    return TRUE;
  while (!g_file_test (missing, G_FILE_TEST_EXISTS))
    {
      g_free (opening->first_folder);
      opening->first_folder = missing;
      missing = g_path_get_dirname (opening->first_folder);
    }
  return g_mkdir_with_parents (opening->folder, 0700) == 0 || fail_by_errno (opening, errno, error);
}

static void
take_back (Opening *opening)
{
  if (opening->made_file || opening->was_empty)
    {
      static const char *const endings[] = { "", "-wal", "-shm", "-journal" };

      for (gsize i = 0; i < G_N_ELEMENTS (endings); i++)
        {
          g_autofree char *path = g_strconcat (opening->path, endings[i], NULL);

          if (!opening->was_empty || i > 0)
            g_unlink (path);
          else if (truncate (path, 0) != 0)
            g_debug ("%s could not be emptied again: %s", path, g_strerror (errno));
          else if (chmod (path, opening->mode) != 0)
            g_debug ("%s could not get its mode back: %s", path, g_strerror (errno));
        }
    }
  if (opening->first_folder != NULL)
    {
      g_autofree char *folder = g_strdup (opening->folder);
      gboolean is_first = FALSE;

      while (!is_first && g_rmdir (folder) == 0)
        {
          g_autofree char *made = g_steal_pointer (&folder);

          is_first = g_str_equal (made, opening->first_folder);
          folder = g_path_get_dirname (made);
        }
    }
}

/* Two processes that find no store at the same moment make it one after the other. */
static void
lock_folder (Opening *opening)
{
  opening->lock_fd = open (opening->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opening->lock_fd < 0)
    return;
  while (flock (opening->lock_fd, LOCK_EX) != 0 && errno == EINTR)
    ;
}

static gboolean
make_file (Opening *opening,
           GError **error)
{
  int fd = open (opening->path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

  if (fd < 0)
    return fail_by_errno (opening, errno, error);
  close (fd);
  opening->made_file = TRUE;
  return TRUE;
}

/* Whoever may read an empty file need not read what will be written into it. */
static gboolean
take_empty_file (Opening *opening,
                 GError **error)
{
  struct stat status;

  if (access (opening->path, R_OK | W_OK) != 0 || stat (opening->path, &status) != 0)
    return fail_by_errno (opening, errno, error);
  opening->mode = status.st_mode & 07777;
  if (chmod (opening->path, 0600) != 0)
    return fail_by_errno (opening, errno, error);
  opening->was_empty = TRUE;
  return TRUE;
}

static gboolean
refuse_foreign (const char          *path,
                const OmStoreHeader *header,
                int                  latest,
                GError             **error)
{
  if (header->is_sqlite && header->is_truncated)
    om_store_set_error (error, SQLITE_CORRUPT, 0, path, NULL);
  else if (!header->is_sqlite || header->application_id != OM_STORE_APPLICATION_ID ||
           header->schema_version < 1)
    om_store_set_error (error, SQLITE_NOTADB, 0, path, NULL);
  else if (header->schema_version > latest)
    g_set_error (error, OM_ERROR, OM_ERROR_NEWER_STORE,
                 _("%s was written by a newer version of this program (format %d,"
                 " this one knows %d). Nothing was changed in it. Update the"
                 " program to open it."),
                 path, header->schema_version, latest);
  else
    return TRUE;
  return FALSE;
}

/* Finds out whether there is a store to open or one to make. With @header->is_empty it is made; the
 * folder is then locked. */
static gboolean
prepare (Opening              *opening,
         const OmStoreOptions *options,
         int                   latest,
         OmStoreHeader        *header,
         GError              **error)
{
  gboolean may_make = options->mode == OM_STORE_WRITER &&
                      (options->flags & OM_STORE_MUST_EXIST) == 0;

  if (!om_store_header_read (opening->path, header, error))
    return FALSE;
  if (!header->exists && !may_make)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_NOT_FOUND,
                   _("There is no store at %s. Check the name, or start a new one."), opening->path);
      return FALSE;
    }
  if (may_make && (!header->exists || header->is_empty))
    {
      if (!make_folder (opening, error))
        return FALSE;
      lock_folder (opening);
      if (!om_store_header_read (opening->path, header, error) ||
          (!header->exists && !make_file (opening, error)))
        return FALSE;
      if (!header->exists || header->is_empty)
        {
          header->is_empty = TRUE;
          if (header->exists && !header->is_sqlite)
            return take_empty_file (opening, error);
          return access (opening->path, R_OK | W_OK) == 0 || fail_by_errno (opening, errno, error);
        }
    }
  if (!refuse_foreign (opening->path, header, latest, error))
    return FALSE;
  if (options->mode == OM_STORE_WRITER &&
      (access (opening->path, W_OK) != 0 || access (opening->folder, W_OK) != 0))
    return fail_by_errno (opening, errno, error);
  return TRUE;
}

static gboolean
use_log (OmStore *store,
         GError **error)
{
  g_autofree char *mode = NULL;
  sqlite3_stmt *stmt = NULL;
  int rc = sqlite3_prepare_v2 (store->db, "PRAGMA journal_mode = WAL", -1, &stmt, NULL);

  if (rc == SQLITE_OK && (rc = sqlite3_step (stmt)) == SQLITE_ROW)
    mode = g_strdup ((const char *) sqlite3_column_text (stmt, 0));
  sqlite3_finalize (stmt);
  if (mode == NULL)
    return om_store_fail (store, rc, error);
  if (!g_str_equal (mode, "wal"))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_FAILED,
                   _("The disk that holds %s cannot keep a log beside it, as network"
                   " disks often cannot. Choose a folder on this machine's own disk."),
                   store->path);
      return FALSE;
    }
  return TRUE;
}

static gboolean
check_readable (OmStore *store,
                int      latest,
                GError **error)
{
  gint64 version;
  gint64 size;

  if (!om_store_get_int64 (store, "PRAGMA user_version", &version, error) ||
      !om_store_get_int64 (store, "SELECT length (value) FROM meta WHERE key = 'id'", &size, error))
    return FALSE;
  if (size != 16)
    {
      om_store_set_error (error, SQLITE_CORRUPT, 0, store->path, NULL);
      return FALSE;
    }
  if (version < latest)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_READ_ONLY,
                   _("%s has an older format and must be opened once for writing to"
                   " be brought up to date."),
                   store->path);
      return FALSE;
    }
  return TRUE;
}

/* Nobody has it open, so that it can be looked at as it lies there: damage is told before SQLite
 * makes its log beside it. */
static gboolean
check_lying (const char    *path,
             GCancellable  *cancellable,
             GError       **error)
{
  g_autoptr (GError) local = NULL;
  g_autoptr (OmStore) store = NULL;
  OmStoreHeader header;

  store = om_store_connect (path, OM_STORE_READER, TRUE, 0, cancellable, &local);
  if (store != NULL && check_readable (store, 0, &local))
    return TRUE;
  /* Somebody may have begun to write in the meantime; then what was read says nothing. */
  if (om_store_header_read (path, &header, NULL) && header.has_log)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&local));
  return FALSE;
}

static OmStore *
open_writer (const char           *path,
             const OmStoreOptions *options,
             GPtrArray            *migrations,
             gboolean              has_log,
             GCancellable         *cancellable,
             GError              **error)
{
  OmStore *store =
      om_store_connect (path, OM_STORE_WRITER, FALSE, options->busy_ms, cancellable, error);

  if (store == NULL)
    return NULL;
  if (use_log (store, error) && om_migrations_run (store, migrations, cancellable, error) &&
      check_readable (store, om_migrations_get_latest (migrations), error) &&
      om_store_words_refresh (store, error))
    return store;
  /* A log that was there stays as it is; one that was made for this opening goes. */
  if (has_log)
    om_store_abandon (store);
  else
    om_store_close (store);
  return NULL;
}

/* On a disk nobody can write to SQLite cannot make the file through which readers agree; without a
 * log there is nothing to agree about, and the file can be read as it stands. */
static OmStore *
open_reader (const char           *path,
             const OmStoreOptions *options,
             int                   latest,
             gboolean              has_log,
             GCancellable         *cancellable,
             GError              **error)
{
  g_autoptr (GError) local = NULL;
  OmStore *store =
      om_store_connect (path, OM_STORE_READER, FALSE, options->busy_ms, cancellable, &local);

  if (store != NULL && check_readable (store, latest, &local))
    return store;
  g_clear_pointer (&store, om_store_abandon);

  if (!has_log && (g_error_matches (local, OM_ERROR, OM_ERROR_FAILED) ||
                   g_error_matches (local, OM_ERROR, OM_ERROR_READ_ONLY)))
    {
      store = om_store_connect (path, OM_STORE_READER, TRUE, options->busy_ms, cancellable, NULL);
      if (store != NULL && check_readable (store, latest, NULL))
        return store;
      g_clear_pointer (&store, om_store_abandon);
    }
  g_propagate_error (error, g_steal_pointer (&local));
  return NULL;
}

/* A link on the way to @path that leads nowhere, as to a disk that is not there. */
static char *
dup_dead_link (const char  *path,
               char       **target)
{
  g_autofree char *part = g_strdup (path);

  while (!g_file_test (part, G_FILE_TEST_EXISTS))
    {
      char *folder;

      *target = g_file_read_link (part, NULL);
      if (*target != NULL)
        return g_steal_pointer (&part);
      folder = g_path_get_dirname (part);
      g_free (part);
      part = folder;
    }
  return NULL;
}

/**
 * om_store_dup_real_path:
 * @path: a store, which need not be there
 * @error: return location, for a link that leads nowhere
 *
 * The file itself and not a link to it: its log, its snapshot, its files, its backups and its folder are looked for
 * beside the name, and must be the same whichever way it was named.
 *
 * Returns: (transfer full) (nullable): the whole path, without links
 */
char *
om_store_dup_real_path (const char  *path,
                        GError     **error)
{
  g_autofree char *absolute = g_canonicalize_filename (path, NULL);
  char *real = realpath (path, NULL);
  g_autofree char *link = NULL;
  g_autofree char *target = NULL;
  g_autofree char *folder = NULL;
  g_autofree char *real_folder = NULL;
  g_autofree char *name = NULL;

  if (real != NULL)
    return real;
  if (errno == ENOENT && (link = dup_dead_link (absolute, &target)) != NULL)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_FAILED,
                   _("%s is a link to %s, where nothing is. Bring back what it leads to, or choose"
                   " another file."),
                   link, target);
      return NULL;
    }

  folder = g_path_get_dirname (path);
  real_folder = realpath (folder, NULL);
  if (real_folder == NULL)
    return g_steal_pointer (&absolute);
  name = g_path_get_basename (path);
  return g_build_filename (real_folder, name, NULL);
}

/* As it is named now; @moved (out): what was opened lies there no longer. */
static OmStore *
open_named (const char           *absolute,
            const OmStoreOptions *options,
            GPtrArray            *migrations,
            gboolean             *moved,
            GCancellable         *cancellable,
            GError              **error)
{
  g_auto (Opening) opening = { .path = absolute, .lock_fd = -1 };
  /* What is open in this process already is a store; looking at its file would drop its locks. */
  OmStoreHeader header = { .exists = TRUE, .is_sqlite = TRUE, .has_log = TRUE };
  OmStore *store = NULL;
  gboolean was_held;

  opening.folder = g_path_get_dirname (absolute);
  was_held = om_store_held_begin (absolute);
  if (was_held || (prepare (&opening, options, om_migrations_get_latest (migrations), &header, error) &&
                   (header.is_empty || header.has_log || check_lying (absolute, cancellable, error))))
    {
      if (options->mode == OM_STORE_WRITER)
        store = open_writer (absolute, options, migrations, header.has_log, cancellable, error);
      else
        store = open_reader (absolute, options, om_migrations_get_latest (migrations),
                             header.has_log, cancellable, error);
    }
  *moved = store != NULL && om_store_has_moved (store);
  if (store == NULL)
    take_back (&opening);
  else
    om_store_set_cancellable (store, NULL);
  om_store_held_end (was_held);
  return store;
}

/**
 * om_store_open_full:
 * @path: the file
 * @options: how
 * @cancellable: (nullable): polled while opening, kept by nobody afterwards
 * @error: return location
 *
 * Returns: (transfer full) (nullable): a store whose schema is up to date; on error nothing at the
 *   path has changed
 */
OmStore *
om_store_open_full (const char           *path,
                    const OmStoreOptions *options,
                    GCancellable         *cancellable,
                    GError              **error)
{
  g_autofree char *absolute = om_store_dup_real_path (path, error);
  g_autoptr (GPtrArray) migrations = NULL;
  OmStore *store;
  gboolean moved;

  if (absolute == NULL)
    return NULL;
  if (options->migrations != NULL)
    migrations = g_ptr_array_ref (options->migrations);
  else if ((migrations = om_migrations_load (error)) == NULL)
    return NULL;

  store = open_named (absolute, options, migrations, &moved, cancellable, error);
  /* While it was waited for, a backup took its place: that is the journal now. */
  for (guint i = 0; store != NULL && moved && i < MAX_REOPENINGS; i++)
    {
      om_store_abandon (store);
      store = open_named (absolute, options, migrations, &moved, cancellable, error);
    }
  return store;
}

/**
 * om_store_open:
 * @path: the file; a WRITER makes it, and its folder, if it is missing
 * @mode: reader or writer
 * @flags: how
 * @cancellable: (nullable): polled while opening
 * @error: return location: %OM_ERROR_NOT_FOUND, NOT_A_STORE (a folder, another program's file,
 *   damaged), NEWER_STORE, LOCKED, READ_ONLY, NO_SPACE, FAILED
 *
 * Returns: (transfer full) (nullable): a store; on error nothing at the path has changed
 */
OmStore *
om_store_open (const char   *path,
               OmStoreMode   mode,
               OmStoreFlags  flags,
               GCancellable *cancellable,
               GError      **error)
{
  OmStoreOptions options = { .mode = mode, .flags = flags, .busy_ms = OM_STORE_BUSY_MS };

  return om_store_open_full (path, &options, cancellable, error);
}
