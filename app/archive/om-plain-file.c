/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Text onto the disk, and found there again. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-plain-file.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <unistd.h>

#include "archive/om-new-file.h"
#include "memory/om-error.h"

#define BLOCK_BYTES (256 * 1024)

/**
 * om_plain_file_new:
 * @path: a file that is not there yet
 *
 * Returns: (transfer full) (nullable): an empty file, mode 0600
 */
OmPlainFile *
om_plain_file_new (const char *path,
                   GError    **error)
{
  int fd = om_new_file_open (path, error);
  OmPlainFile *self;

  if (fd < 0)
    return NULL;
  self = g_new0 (OmPlainFile, 1);
  self->path = g_strdup (path);
  self->fd = fd;
  self->text = g_string_new (NULL);
  self->checksum = g_checksum_new (G_CHECKSUM_SHA256);
  return self;
}

static gboolean
flush (OmPlainFile *self,
       GError     **error)
{
  const char *bytes = self->text->str;
  gsize left = self->text->len;

  g_checksum_update (self->checksum, (const guchar *) bytes, (gssize) left);
  self->size += left;
  while (left > 0)
    {
      gssize n = write (self->fd, bytes, left);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return om_new_file_fail (self->path, n < 0 ? errno : ENOSPC, error);
      bytes += n;
      left -= (gsize) n;
    }
  g_string_truncate (self->text, 0);
  return TRUE;
}

/** om_plain_file_put: what was appended may go to the disk. */
gboolean
om_plain_file_put (OmPlainFile *self,
                   GError     **error)
{
  return self->text->len < BLOCK_BYTES || flush (self, error);
}

/**
 * om_plain_file_finish:
 * @sync: %FALSE if the folder is synced as a whole later
 *
 * Returns: (transfer full) (nullable): what was written
 */
OmPlainSum *
om_plain_file_finish (OmPlainFile *self,
                      gboolean     sync,
                      GError     **error)
{
  OmPlainSum *sum;

  if (!flush (self, error))
    return NULL;
  if (sync && fsync (self->fd) != 0)
    {
      om_new_file_fail (self->path, errno, error);
      return NULL;
    }
  sum = g_new0 (OmPlainSum, 1);
  sum->path = g_strdup (self->path);
  sum->sha256 = g_strdup (g_checksum_get_string (self->checksum));
  sum->size = self->size;
  return sum;
}

/** om_plain_file_free: @self: (transfer full) (nullable) */
void
om_plain_file_free (OmPlainFile *self)
{
  if (self == NULL)
    return;

  close (self->fd);
  g_checksum_free (self->checksum);
  g_string_free (self->text, TRUE);
  g_free (self->path);
  g_free (self);
}

/**
 * om_plain_sum_read_back:
 *
 * Returns: (transfer full) (nullable): the file's bytes, which are those that were written
 */
GBytes *
om_plain_sum_read_back (const OmPlainSum *self,
                        GError          **error)
{
  g_autoptr (GMappedFile) file = g_mapped_file_new (self->path, FALSE, error);
  g_autoptr (GBytes) bytes = file != NULL ? g_mapped_file_get_bytes (file) : NULL;
  g_autofree char *sum = NULL;

  if (bytes == NULL)
    return NULL;
  sum = g_compute_checksum_for_bytes (G_CHECKSUM_SHA256, bytes);
  if (g_bytes_get_size (bytes) == self->size && g_str_equal (sum, self->sha256))
    return g_steal_pointer (&bytes);
  g_set_error_literal (error, OM_ERROR, OM_ERROR_FAILED, _("Other bytes stand in it."));
  return NULL;
}

/** om_plain_sum_free: @self: (transfer full) (nullable) */
void
om_plain_sum_free (OmPlainSum *self)
{
  if (self == NULL)
    return;

  g_free (self->path);
  g_free (self->sha256);
  g_free (self);
}
