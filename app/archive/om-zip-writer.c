/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A ZIP file written by libarchive. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-zip-writer.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "archive/om-new-file.h"
#include "memory/om-error.h"

struct _OmZipWriter
{
  char           *path;     /* (owned) */
  int             fd;
  struct archive *archive;  /* (owned) */
  GChecksum      *checksum; /* (owned) (nullable): of the open member */
  guint64         size;     /* of the open member */
  int             number;   /* of errno, why nothing can be written any more, or 0 */
};

static gboolean
fail (OmZipWriter *self,
      GError     **error)
{
  int number = self->number > 0 ? self->number : archive_errno (self->archive);

  return om_new_file_fail (self->path, number > 0 ? number : EIO, error);
}

/* libarchive keeps the memory of its compression for ever once a write has failed, or when a file is given up
 * in the middle of a member. It is therefore never told: what comes after a failure goes nowhere, and
 * whoever asks how it went is told here. */
static la_ssize_t
write_cb (struct archive *archive,
          void           *data,
          const void     *bytes,
          size_t          size)
{
  OmZipWriter *self = data;
  size_t done = 0;

  while (self->number == 0 && done < size)
    {
      gssize written = write (self->fd, (const char *) bytes + done, size - done);

      if (written >= 0)
        done += (size_t) written;
      else if (errno != EINTR)
        self->number = errno;
    }
  return (la_ssize_t) size;
}

/**
 * om_zip_writer_new:
 * @path: a file that is not there yet
 * @error: return location
 *
 * Returns: (transfer full) (nullable): an empty ZIP file, mode 0600
 */
OmZipWriter *
om_zip_writer_new (const char *path,
                   GError    **error)
{
  g_autoptr (OmZipWriter) self = g_new0 (OmZipWriter, 1);

  self->path = g_strdup (path);
  self->fd = om_new_file_open (path, error);
  if (self->fd < 0)
    return NULL;
  self->archive = archive_write_new ();
  if (archive_write_set_format_zip (self->archive) != ARCHIVE_OK ||
      archive_write_zip_set_compression_deflate (self->archive) != ARCHIVE_OK ||
      archive_write_set_bytes_in_last_block (self->archive, 1) != ARCHIVE_OK ||
      archive_write_open (self->archive, self, NULL, write_cb, NULL) != ARCHIVE_OK)
    {
      fail (self, error);
      return NULL;
    }
  return g_steal_pointer (&self);
}

/**
 * om_zip_writer_begin:
 * @name: of the member, ASCII
 *
 * Returns: %FALSE on error
 */
gboolean
om_zip_writer_begin (OmZipWriter *self,
                     const char  *name,
                     GError     **error)
{
  struct archive_entry *entry = archive_entry_new ();
  int rc;

  g_return_val_if_fail (self->checksum == NULL, FALSE);

  /* Neither a time nor a size: the first would make every export another, the second is known after. */
  archive_entry_set_pathname (entry, name);
  archive_entry_set_filetype (entry, AE_IFREG);
  archive_entry_set_perm (entry, 0644);
  rc = archive_write_header (self->archive, entry);
  archive_entry_free (entry);
  if (rc != ARCHIVE_OK || self->number > 0)
    return fail (self, error);
  self->checksum = g_checksum_new (G_CHECKSUM_SHA256);
  self->size = 0;
  return TRUE;
}

/** om_zip_writer_write: goes on with the open member. */
gboolean
om_zip_writer_write (OmZipWriter *self,
                     const void  *data,
                     gsize        size,
                     GError     **error)
{
  const char *bytes = data;

  g_checksum_update (self->checksum, data, (gssize) size);
  self->size += size;
  while (size > 0)
    {
      gssize written = archive_write_data (self->archive, bytes, size);

      if (written <= 0 || self->number > 0)
        return fail (self, error);
      bytes += written;
      size -= (gsize) written;
    }
  return TRUE;
}

/**
 * om_zip_writer_end:
 * @sha256: (out) (transfer full): of what was written, hexadecimal
 * @size: (out): bytes of it
 *
 * Returns: %FALSE on error
 */
gboolean
om_zip_writer_end (OmZipWriter *self,
                   char       **sha256,
                   guint64     *size,
                   GError     **error)
{
  if (archive_write_finish_entry (self->archive) != ARCHIVE_OK || self->number > 0)
    return fail (self, error);
  *sha256 = g_strdup (g_checksum_get_string (self->checksum));
  *size = self->size;
  g_clear_pointer (&self->checksum, g_checksum_free);
  return TRUE;
}

/**
 * om_zip_writer_finish:
 *
 * Returns: %TRUE once the file is whole and on the disk
 */
gboolean
om_zip_writer_finish (OmZipWriter *self,
                      GError     **error)
{
  if (archive_write_close (self->archive) != ARCHIVE_OK || self->number > 0)
    return fail (self, error);
  if (fsync (self->fd) != 0)
    return om_new_file_fail (self->path, errno, error);
  return TRUE;
}

/** om_zip_writer_free: @self: (transfer full) (nullable): what was not finished is no ZIP file */
void
om_zip_writer_free (OmZipWriter *self)
{
  if (self == NULL)
    return;

  if (self->archive != NULL)
    {
      if (self->number == 0)
        self->number = ECANCELED;
      archive_write_free (self->archive);
    }
  if (self->fd >= 0)
    close (self->fd);
  g_clear_pointer (&self->checksum, g_checksum_free);
  g_free (self->path);
  g_free (self);
}
