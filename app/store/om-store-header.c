/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the first page of a store: from the write-ahead log if its newest committed form is there,
 * else from the file. Layout: sqlite.org/fileformat2.html, sections 1.3, 1.6 and 4. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-header.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "memory/om-error.h"

#define MAGIC "SQLite format 3" /* with its NUL 16 bytes */
#define HEADER_BYTES 112        /* the file's header and that of the first page's tree */
#define LOG_HEADER_BYTES 32
#define FRAME_HEADER_BYTES 24
#define LOG_MAGIC 0x377f0682 /* the lowest bit: checksums over big-endian words */

static guint32
read_be32 (const guint8 *p)
{
  return (guint32) p[0] << 24 | (guint32) p[1] << 16 | (guint32) p[2] << 8 | p[3];
}

static guint32
read_le32 (const guint8 *p)
{
  return (guint32) p[3] << 24 | (guint32) p[2] << 16 | (guint32) p[1] << 8 | p[0];
}

/* Reads @size bytes at @offset; %FALSE if there are fewer. */
static gboolean
read_at (int     fd,
         guint8 *buffer,
         gsize   size,
         gint64  offset)
{
  gsize done = 0;

  while (done < size)
    {
      ssize_t n = pread (fd, buffer + done, size - done, offset + (gint64) done);

      if (n < 0 && errno == EINTR)
        continue;
      if (n <= 0)
        return FALSE;
      done += (gsize) n;
    }
  return TRUE;
}

/* The log's running checksum. */
static void
add_checksum (guint32       sum[2],
              const guint8 *data,
              gsize         size,
              gboolean      big_endian)
{
  for (gsize i = 0; i + 8 <= size; i += 8)
    {
      sum[0] += (big_endian ? read_be32 (data + i) : read_le32 (data + i)) + sum[1];
      sum[1] += (big_endian ? read_be32 (data + i + 4) : read_le32 (data + i + 4)) + sum[0];
    }
}

/* Replaces @page by the newest committed first page of the log, if there is one. */
static void
read_log (int    fd,
          guint8 page[HEADER_BYTES])
{
  guint8 head[LOG_HEADER_BYTES];
  guint8 frame_head[FRAME_HEADER_BYTES];
  guint8 pending[HEADER_BYTES];
  gboolean has_pending = FALSE;
  guint32 sum[2] = { 0, 0 };
  gboolean big_endian;
  guint32 page_size;
  g_autofree guint8 *frame = NULL;

  if (!read_at (fd, head, sizeof head, 0) || (read_be32 (head) & ~1u) != LOG_MAGIC)
    return;
  big_endian = read_be32 (head) & 1;
  page_size = read_be32 (head + 8);
  add_checksum (sum, head, 24, big_endian);
  if (page_size < 512 || page_size > 65536 || (page_size & (page_size - 1)) != 0 ||
      sum[0] != read_be32 (head + 24) || sum[1] != read_be32 (head + 28))
    return;

  frame = g_malloc (page_size);
  for (gint64 offset = LOG_HEADER_BYTES;
       read_at (fd, frame_head, sizeof frame_head, offset) &&
       read_at (fd, frame, page_size, offset + FRAME_HEADER_BYTES);
       offset += FRAME_HEADER_BYTES + page_size)
    {
      if (memcmp (frame_head + 8, head + 16, 8) != 0)
        return;
      add_checksum (sum, frame_head, 8, big_endian);
      add_checksum (sum, frame, page_size, big_endian);
      if (sum[0] != read_be32 (frame_head + 16) || sum[1] != read_be32 (frame_head + 20))
        return;
      if (read_be32 (frame_head) == 1)
        {
          memcpy (pending, frame, HEADER_BYTES);
          has_pending = TRUE;
        }
      /* A frame with the size of the file in it ends a transaction. */
      if (read_be32 (frame_head + 4) != 0 && has_pending)
        {
          memcpy (page, pending, HEADER_BYTES);
          has_pending = FALSE;
        }
    }
}

/* A file cut off by a full disk or a broken copy: its own count of pages says so. The count is only
 * right if both counters agree, and a log may hold the rest. */
static gboolean
is_truncated (const guint8 *page,
              gint64        size)
{
  guint32 page_size = (guint32) page[16] << 8 | page[17];

  if (page_size == 1)
    page_size = 65536;
  return read_be32 (page + 24) == read_be32 (page + 92) &&
         size < (gint64) page_size * read_be32 (page + 28);
}

/**
 * om_store_header_read:
 * @path: a path
 * @header: (out): what lies there
 * @error: return location
 *
 * Reads only; a path where nothing is no error.
 *
 * Returns: %FALSE with %OM_ERROR_NOT_A_STORE for a folder or a device, with another code if it
 *   cannot be read
 */
gboolean
om_store_header_read (const char    *path,
                      OmStoreHeader *header,
                      GError       **error)
{
  g_autofree char *log_path = g_strconcat (path, "-wal", NULL);
  guint8 page[HEADER_BYTES] = { 0 };
  struct stat status;
  int fd;
  int log_fd;

  *header = (OmStoreHeader){ 0 };
  if (stat (path, &status) != 0)
    {
      if (errno == ENOENT)
        return TRUE;
      g_set_error (error, OM_ERROR, OM_ERROR_FAILED,
                   _("%s cannot be looked at: %s. Check the name and the folders it"
                   " goes through."),
                   path, g_strerror (errno));
      return FALSE;
    }
  header->exists = TRUE;
  if (!S_ISREG (status.st_mode))
    {
      if (S_ISDIR (status.st_mode))
        g_set_error (error, OM_ERROR, OM_ERROR_NOT_A_STORE,
                     _("%s is a folder. Name the file inside it, for example"
                     " %s/memories.db."),
                     path, path);
      else
        g_set_error (error, OM_ERROR, OM_ERROR_NOT_A_STORE, _("%s is not a file. Choose another one."),
                     path);
      return FALSE;
    }

  fd = open (path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (fd < 0)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_FAILED,
                   _("%s cannot be read: %s. Allow reading it, or choose another file."), path,
                   g_strerror (errno));
      return FALSE;
    }
  read_at (fd, page, MIN ((gsize) status.st_size, sizeof page), 0);
  close (fd);

  log_fd = open (log_path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
  if (log_fd >= 0)
    {
      struct stat log_status;

      header->has_log = fstat (log_fd, &log_status) == 0 && log_status.st_size > 0;
      read_log (log_fd, page);
      close (log_fd);
    }

  header->is_sqlite = memcmp (page, MAGIC, sizeof MAGIC) == 0;
  if (header->is_sqlite)
    {
      header->schema_version = (gint32) read_be32 (page + 60);
      header->application_id = read_be32 (page + 68);
      header->is_truncated = !header->has_log && is_truncated (page, status.st_size);
      /* Byte 100 begins the tree of the list of tables: kind, then at 3 the number of its cells. */
      header->is_empty = header->schema_version == 0 && header->application_id == 0 &&
                         page[100] == 0x0d && page[103] == 0 && page[104] == 0;
    }
  else
    {
      header->is_empty = status.st_size == 0 && !header->has_log;
    }
  return TRUE;
}
