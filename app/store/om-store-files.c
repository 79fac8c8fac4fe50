/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The folder of files beside a store: written aside, hashed on the way, named at last. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-files.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory/om-attachment.h"
#include "memory/om-error.h"
#include "store/om-store-error.h"
#include "store/om-store-private.h"

#define PIECE_BYTES (256 * 1024)

/* Its beginning tells what a file is. */
#define BEGINNING_BYTES 4096

/* What a process that was killed left half written goes after so long. */
#define LEFTOVER_SECONDS (24 * 60 * 60)

#define PART ".part"

/** om_store_files_dup_folder: (transfer full): where the files of a store lie, be there any or not */
char *
om_store_files_dup_folder (const char *store_path)
{
  return g_strconcat (store_path, "-files", NULL);
}

/** om_store_files_dup_path: (transfer full): the file that holds what has this hash */
char *
om_store_files_dup_path (const char *store_path,
                         const char *hash)
{
  g_autofree char *folder = om_store_files_dup_folder (store_path);

  return g_build_filename (folder, hash, NULL);
}

static gboolean
fail (const char *path,
      int         number,
      GError    **error)
{
  if (number == ENOSPC || number == EDQUOT)
    om_store_set_error (error, SQLITE_FULL, number, path, NULL);
  else if (number == EACCES || number == EPERM || number == EROFS)
    om_store_set_error (error, SQLITE_READONLY, number, path, NULL);
  else
    g_set_error (error, OM_ERROR, OM_ERROR_FAILED, _("%s cannot be written: %s. See whether its folder is still there."), path,
                 g_strerror (number));
  return FALSE;
}

static gboolean
make_folder (const char *folder,
             GError    **error)
{
  g_autofree char *parent = NULL;

  if (g_file_test (folder, G_FILE_TEST_IS_DIR))
    return TRUE;
  if (g_mkdir (folder, 0700) != 0 && errno != EEXIST)
    return fail (folder, errno, error);
  parent = g_path_get_dirname (folder);
  om_store_sync_folder (parent);
  return TRUE;
}

/** om_store_file_free: @self: (transfer full) (nullable): what was not kept goes */
void
om_store_file_free (OmStoreFile *self)
{
  if (self == NULL)
    return;

  if (self->part != NULL)
    g_unlink (self->part);
  g_free (self->name);
  g_free (self->type);
  g_free (self->hash);
  g_free (self->part);
  g_free (self);
}

/* Staging --------------------------------------------------------------------------------------- */

static gboolean
write_all (int           fd,
           const guint8 *bytes,
           gsize         size,
           const char   *path,
           GError      **error)
{
  while (size > 0)
    {
      gssize n = write (fd, bytes, size);

      if (n < 0 && errno == EINTR)
        continue;
      if (n < 0)
        return fail (path, errno, error);
      bytes += n;
      size -= (gsize) n;
    }
  return TRUE;
}

static char *
guess_type (const char   *name,
            const guint8 *beginning,
            gsize         size)
{
  g_autofree char *type = g_content_type_guess (name, beginning, size, NULL);
  char *mime = g_content_type_get_mime_type (type);

  return mime != NULL ? mime : g_strdup ("application/octet-stream");
}

static gboolean
take_in (OmStoreFile  *self,
         int           fd,
         GInputStream *input,
         GCancellable *cancellable,
         GError      **error)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  g_autofree guint8 *piece = g_malloc (PIECE_BYTES);
  gsize n;

  do
    {
      if (!g_input_stream_read_all (input, piece, PIECE_BYTES, &n, cancellable, error))
        return FALSE;
      if (self->size == 0 && self->type == NULL)
        self->type = guess_type (self->name, piece, MIN (n, BEGINNING_BYTES));
      g_checksum_update (sum, piece, (gssize) n);
      self->size += (gint64) n;
      if (!write_all (fd, piece, n, self->part, error))
        return FALSE;
    }
  while (n == PIECE_BYTES);
  self->hash = g_strdup (g_checksum_get_string (sum));
  return fsync (fd) == 0 || fail (self->part, errno, error);
}

/**
 * om_store_file_stage:
 * @store_path: the store beside which it will lie
 * @name: what it is called; folders in it are left out
 * @type: (nullable): its media type, found out by name and beginning if %NULL
 * @input: what it holds, read to its end
 * @error: return location; %OM_ERROR_NO_SPACE if the disk is full
 *
 * Returns: (transfer full) (nullable): the file, on the disk, to be kept or freed
 */
OmStoreFile *
om_store_file_stage (const char   *store_path,
                     const char   *name,
                     const char   *type,
                     GInputStream *input,
                     GCancellable *cancellable,
                     GError      **error)
{
  g_autofree char *folder = om_store_files_dup_folder (store_path);
  g_autofree char *part = g_strdup_printf ("%s" G_DIR_SEPARATOR_S "%08x%08x" PART, folder, g_random_int (), g_random_int ());
  g_autoptr (OmStoreFile) self = g_new0 (OmStoreFile, 1);
  gboolean written;
  int fd;

  self->name = om_attachment_clean_name (name);
  self->type = type != NULL && *type != '\0' ? g_utf8_make_valid (type, -1) : NULL;
  if (!make_folder (folder, error))
    return NULL;
  fd = open (part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (fd < 0)
    {
      fail (part, errno, error);
      return NULL;
    }
  self->part = g_steal_pointer (&part);
  written = take_in (self, fd, input, cancellable, error);
  if (close (fd) != 0 && written)
    written = fail (self->part, errno, error);
  return written ? g_steal_pointer (&self) : NULL;
}

/**
 * om_store_file_stage_path:
 * @path: a file, which is only read
 * @error: return location; %OM_ERROR_NOT_FOUND if it cannot be read, %OM_ERROR_INVALID for a folder or a device
 *
 * As om_store_file_stage().
 */
OmStoreFile *
om_store_file_stage_path (const char   *store_path,
                          const char   *name,
                          const char   *type,
                          const char   *path,
                          GCancellable *cancellable,
                          GError      **error)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GInputStream) input = NULL;
  g_autoptr (GError) local = NULL;
  GStatBuf status;

  if (g_stat (path, &status) != 0)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_NOT_FOUND, _("There is no file “%s”."), path);
      return NULL;
    }
  /* A pipe would be waited for without end. */
  if (!S_ISREG (status.st_mode))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("“%s” is no file. Choose a picture or another file."), path);
      return NULL;
    }
  input = G_INPUT_STREAM (g_file_read (file, cancellable, &local));
  if (input == NULL)
    {
      if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_propagate_error (error, g_steal_pointer (&local));
      else
        g_set_error (error, OM_ERROR, OM_ERROR_NOT_FOUND, _("“%s” cannot be read: %s"), path, local->message);
      return NULL;
    }
  return om_store_file_stage (store_path, name, type, input, cancellable, error);
}

/**
 * om_store_file_keep:
 * @error: return location
 *
 * Gives it its name, in the place of a file that was called so: that one should hold the same. Within the
 * transaction that writes the row, so that nobody can take the file for one that nobody needs;
 * om_store_files_sync() must follow before that is committed. May be called again.
 */
gboolean
om_store_file_keep (OmStoreFile *self,
                    const char  *store_path,
                    GError     **error)
{
  g_autofree char *path = om_store_files_dup_path (store_path, self->hash);

  if (self->part == NULL)
    return g_file_test (path, G_FILE_TEST_IS_REGULAR) || fail (path, ENOENT, error);
  if (g_rename (self->part, path) != 0)
    return fail (path, errno, error);
  g_clear_pointer (&self->part, g_free);
  return TRUE;
}

/** om_store_files_sync: puts the names of what was kept on the disk */
void
om_store_files_sync (const char *store_path)
{
  g_autofree char *folder = om_store_files_dup_folder (store_path);

  om_store_sync_folder (folder);
}

/* The folder ------------------------------------------------------------------------------------ */

/**
 * om_store_files_list:
 * @folder: a folder of files, which need not be there
 *
 * Returns: (transfer full) (element-type utf8 gint64): the size of each by its hash; other files are not
 *   ours and not in it
 */
GHashTable *
om_store_files_list (const char *folder)
{
  GHashTable *files = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      GStatBuf status;
      gint64 size;

      if (!om_attachment_is_hash (name) || g_lstat (path, &status) != 0 || !S_ISREG (status.st_mode))
        continue;
      size = (gint64) status.st_size;
      g_hash_table_insert (files, g_strdup (name), g_memdup2 (&size, sizeof size));
    }
  return files;
}

static gboolean
is_leftover (const char *name,
             const char *path)
{
  GStatBuf status;

  return g_str_has_suffix (name, PART) && g_lstat (path, &status) == 0 &&
         g_get_real_time () / G_USEC_PER_SEC - (gint64) status.st_mtime > LEFTOVER_SECONDS;
}

/**
 * om_store_files_sweep:
 * @folder: a folder of files, which need not be there
 * @needed: (element-type utf8): hashes that rows speak of
 *
 * Removes the files that nobody needs, and what was left half written. While the store is locked for
 * writing, so that no row comes to speak of one meanwhile.
 *
 * Returns: how many went
 */
guint
om_store_files_sweep (const char *folder,
                      GHashTable *needed)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (om_attachment_is_hash (name) ? !g_hash_table_contains (needed, name) : is_leftover (name, path))
        n += g_unlink (path) == 0;
    }
  return n;
}

static gboolean
copy_durably (const char   *from,
              const char   *to,
              GCancellable *cancellable,
              GError      **error)
{
  g_autofree char *part = g_strdup_printf ("%s.%08x" PART, to, g_random_int ());
  g_autoptr (GFile) source = g_file_new_for_path (from);
  g_autoptr (GFile) target = g_file_new_for_path (part);
  gboolean copied = g_file_copy (source, target, G_FILE_COPY_NONE, cancellable, NULL, NULL, error);
  int fd = copied ? open (part, O_RDONLY | O_CLOEXEC) : -1;

  if (copied)
    copied = (fd >= 0 && fchmod (fd, 0600) == 0 && fsync (fd) == 0 && g_rename (part, to) == 0) || fail (to, errno, error);
  if (fd >= 0)
    close (fd);
  if (!copied)
    g_unlink (part);
  return copied;
}

/**
 * om_store_files_share:
 * @hashes: (nullable) (element-type utf8): which files, %NULL for all
 * @error: return location
 *
 * Gives the files of one folder a second name in another: they take no more room where the disk can do
 * that, and are copied where it cannot. What is there already stays, what is missing here is passed over.
 */
gboolean
om_store_files_share (const char   *from_folder,
                      const char   *to_folder,
                      GHashTable   *hashes,
                      GCancellable *cancellable,
                      GError      **error)
{
  g_autoptr (GHashTable) files = om_store_files_list (from_folder);
  GHashTableIter iter;
  gpointer hash;

  if (g_hash_table_size (files) == 0)
    return TRUE;
  g_hash_table_iter_init (&iter, files);
  while (g_hash_table_iter_next (&iter, &hash, NULL))
    {
      g_autofree char *from = g_build_filename (from_folder, hash, NULL);
      g_autofree char *to = g_build_filename (to_folder, hash, NULL);

      if (hashes != NULL && !g_hash_table_contains (hashes, hash))
        continue;
      if (g_cancellable_set_error_if_cancelled (cancellable, error) || !make_folder (to_folder, error))
        return FALSE;
      if (link (from, to) == 0 || errno == EEXIST || errno == ENOENT)
        continue;
      if (!copy_durably (from, to, cancellable, error))
        return FALSE;
    }
  om_store_sync_folder (to_folder);
  return TRUE;
}
