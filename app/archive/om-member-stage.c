/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The archive is gone through once; a file's name is its number, never one of the archive's. The folder is locked for
 * as long as it is in use: one that is not locked is of a process that was killed, and goes with the next import. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-member-stage.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <sys/file.h>
#include <unistd.h>

#include "archive/om-member-stream.h"

#define PREFIX "import-"

/* A folder that is younger may be about to be locked. */
#define LEFTOVER_SECONDS (60 * 60)

struct _OmMemberStage
{
  char       *folder; /* (owned) */
  int         lock;   /* (owned): of the folder, -1 for none */
  GHashTable *paths;  /* (owned) (element-type guint utf8) */
};

/**
 * om_member_stage_free:
 * @self: (transfer full) (nullable): a stage; its files go with it
 */
void
om_member_stage_free (OmMemberStage *self)
{
  GHashTableIter iter;
  gpointer path;

  if (self == NULL)
    return;

  g_hash_table_iter_init (&iter, self->paths);
  while (g_hash_table_iter_next (&iter, NULL, &path))
    g_unlink (path);
  if (self->folder != NULL)
    g_rmdir (self->folder);
  if (self->lock >= 0)
    close (self->lock);
  g_hash_table_unref (self->paths);
  g_free (self->folder);
  g_free (self);
}

/* Takes the lock of a folder, -1 if another has it. */
static int
lock_folder (const char *path)
{
  int fd = open (path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);

  if (fd >= 0 && flock (fd, LOCK_EX | LOCK_NB) != 0)
    {
      close (fd);
      fd = -1;
    }
  return fd;
}

static void
remove_leftover (const char *path)
{
  int lock = lock_folder (path);
  g_autoptr (GDir) dir = lock >= 0 ? g_dir_open (path, 0, NULL) : NULL;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      g_unlink (file);
    }
  if (lock >= 0)
    {
      g_rmdir (path);
      close (lock);
    }
}

/* What imports left that were killed. */
static void
remove_leftovers (const char *parent)
{
  g_autoptr (GDir) dir = g_dir_open (parent, 0, NULL);
  gint64 now = g_get_real_time () / G_USEC_PER_SEC;
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (parent, name, NULL);
      GStatBuf status;

      if (g_str_has_prefix (name, PREFIX) && g_lstat (path, &status) == 0 && S_ISDIR (status.st_mode) &&
          now - status.st_mtime > LEFTOVER_SECONDS)
        remove_leftover (path);
    }
}

static gboolean
lay_out (OmMemberStage       *self,
         OmContainerArchive  *archive,
         guint                index,
         GCancellable        *cancellable,
         GError             **error)
{
  g_autofree char *name = g_strdup_printf ("%u", index);
  char *path = g_build_filename (self->folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GInputStream) input = NULL;
  g_autoptr (GFileOutputStream) output = NULL;

  g_hash_table_insert (self->paths, GUINT_TO_POINTER (index), path);
  if (!om_container_archive_select (archive, index, cancellable, error))
    return FALSE;
  input = om_member_stream_new (archive, index);
  output = g_file_create (file, G_FILE_CREATE_PRIVATE, cancellable, error);
  return output != NULL &&
         g_output_stream_splice (G_OUTPUT_STREAM (output), input,
                                 G_OUTPUT_STREAM_SPLICE_CLOSE_TARGET, cancellable, error) >= 0;
}

/**
 * om_member_stage_new:
 * @archive: read from its beginning
 * @indexes: (element-type guint): which members, in the order of the archive
 * @error: return location: what the archive or the disk says
 *
 * Returns: (transfer full): their files
 */
OmMemberStage *
om_member_stage_new (OmContainerArchive  *archive,
                     GArray              *indexes,
                     GCancellable        *cancellable,
                     GError             **error)
{
  g_autoptr (OmMemberStage) self = g_new0 (OmMemberStage, 1);
  g_autofree char *parent = g_build_filename (g_get_user_cache_dir (), "openmemory", NULL);
  g_autofree char *pattern = g_build_filename (parent, PREFIX "XXXXXX", NULL);

  self->lock = -1;
  remove_leftovers (parent);
  self->paths = g_hash_table_new_full (NULL, NULL, NULL, g_free);
  if (g_mkdir_with_parents (parent, 0700) != 0 || g_mkdtemp_full (pattern, 0700) == NULL)
    {
      int code = errno;

      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (code),
                   _("No room could be made in “%s” for the files of the archive: %s."), parent,
                   g_strerror (code));
      return NULL;
    }
  self->folder = g_steal_pointer (&pattern);
  self->lock = lock_folder (self->folder);
  for (guint i = 0; i < indexes->len; i++)
    {
      if (!lay_out (self, archive, g_array_index (indexes, guint, i), cancellable, error))
        return NULL;
    }
  return g_steal_pointer (&self);
}

/**
 * om_member_stage_get_path:
 *
 * Returns: (transfer none) (nullable): the file of a member
 */
const char *
om_member_stage_get_path (OmMemberStage *self,
                          guint          index)
{
  return g_hash_table_lookup (self->paths, GUINT_TO_POINTER (index));
}
