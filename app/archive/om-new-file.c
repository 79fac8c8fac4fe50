/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A temporary name beside the final one, the disk, then the name. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-new-file.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory/om-error.h"

/**
 * om_new_file_fail:
 * @path: what cannot be written
 * @number: why, of errno
 *
 * Returns: %FALSE, with @error set
 */
gboolean
om_new_file_fail (const char *path,
                  int         number,
                  GError    **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *shown = g_filename_display_name (folder);

  switch (number)
    {
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
      g_set_error (error, OM_ERROR, OM_ERROR_NO_SPACE,
                   _("There is not enough room in “%s”. Make room or choose another place; nothing was left there."), shown);
      break;
    case EACCES:
    case EPERM:
    case EROFS:
      g_set_error (error, OM_ERROR, OM_ERROR_READ_ONLY, _("Nothing can be written into “%s”. Choose another place."), shown);
      break;
    case ENOENT:
    case ENOTDIR:
      g_set_error (error, OM_ERROR, OM_ERROR_NOT_FOUND, _("There is no folder “%s”. Choose another place."), shown);
      break;
    case EEXIST:
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("“%s” is there already. Choose another name."), path);
      break;
    default:
      g_set_error (error, OM_ERROR, OM_ERROR_FAILED, _("It could not be written into “%s”: %s. Choose another place."), shown,
                   g_strerror (number));
      break;
    }
  return FALSE;
}

/**
 * om_new_file_temporary:
 * @path: the final name
 *
 * Returns: (transfer full): a hidden name beside it that nothing has
 */
char *
om_new_file_temporary (const char *path)
{
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *name = NULL;

  /* A long name leaves room for what is added. */
  if (strlen (base) > 200)
    base[200] = '\0';
  name = g_strdup_printf (".%s.%08x.part", base, g_random_int ());
  return g_build_filename (folder, name, NULL);
}

/**
 * om_new_file_open:
 * @path: a file that is not there yet
 *
 * Returns: a descriptor for writing, mode 0600; -1 on error
 */
int
om_new_file_open (const char *path,
                  GError    **error)
{
  int fd = g_open (path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

  if (fd < 0)
    om_new_file_fail (path, errno, error);
  return fd;
}

static gboolean
sync_one (const char *path,
          int         flags,
          GError    **error)
{
  int fd = g_open (path, O_RDONLY | O_CLOEXEC | flags, 0);
  int rc;

  if (fd < 0)
    return om_new_file_fail (path, errno, error);
  rc = fsync (fd);
  close (fd);
  /* Some file systems cannot sync a folder; the files are safe all the same. */
  return rc == 0 || (flags & O_DIRECTORY) != 0 || om_new_file_fail (path, errno, error);
}

/**
 * om_new_file_sync:
 * @path: a file, or a folder with all in it
 *
 * Returns: %TRUE once it is on the disk
 */
gboolean
om_new_file_sync (const char *path,
                  GError    **error)
{
  int fd;
  int rc;

  if (!g_file_test (path, G_FILE_TEST_IS_DIR))
    return sync_one (path, 0, error);
  fd = g_open (path, O_RDONLY | O_CLOEXEC | O_DIRECTORY, 0);
  if (fd < 0)
    return om_new_file_fail (path, errno, error);
  /* Once for its file system, instead of once for each of thousands of files. */
  rc = syncfs (fd);
  close (fd);
  return rc == 0 || om_new_file_fail (path, errno, error);
}

/**
 * om_new_file_place:
 * @temporary: what is whole and on the disk
 * @path: its final name
 * @replace: a file of that name may go; a folder never does
 *
 * Returns: %TRUE if it has its name for good
 */
gboolean
om_new_file_place (const char *temporary,
                   const char *path,
                   gboolean    replace,
                   GError    **error)
{
  g_autofree char *folder = g_path_get_dirname (path);
  int number = 0;

  if (replace || g_file_test (temporary, G_FILE_TEST_IS_DIR))
    {
      /* A folder takes the place of an empty one at most. */
      if (g_rename (temporary, path) != 0)
        number = errno == ENOTEMPTY ? EEXIST : errno;
    }
  else if (link (temporary, path) == 0)
    {
      g_unlink (temporary);
    }
  else if (errno == EEXIST)
    {
      number = EEXIST;
    }
  else
    {
      /* No hard links here: nearly as good. */
      if (g_file_test (path, G_FILE_TEST_EXISTS))
        number = EEXIST;
      else if (g_rename (temporary, path) != 0)
        number = errno;
    }
  if (number != 0)
    return om_new_file_fail (path, number, error);
  return sync_one (folder, O_DIRECTORY, error);
}

/** om_new_file_remove: takes away what was begun, a file or a folder of ours. */
void
om_new_file_remove (const char *path)
{
  struct stat status;
  g_autoptr (GDir) dir = NULL;
  const char *name;

  if (g_lstat (path, &status) != 0)
    return;
  if (!S_ISDIR (status.st_mode))
    {
      g_unlink (path);
      return;
    }
  dir = g_dir_open (path, 0, NULL);
  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      om_new_file_remove (child);
    }
  g_rmdir (path);
}
