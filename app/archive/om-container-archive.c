/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads headers and members in the order of the archive. Nobody's word is taken: not the name of a
 * member, not its size, not that the archive is whole. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-container-archive.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <glib/gi18n.h>
#include <locale.h>
#include <string.h>

#include "memory/om-error.h"

#define BLOCK_BYTES (64 * 1024)

/* What file systems allow; a longer name was made to break something. */
#define MAX_NAME_BYTES 255
#define MAX_PATH_BYTES 4096

/* A tar ends with blocks of zeros. */
#define TAR_BLOCK 512

struct _OmContainerArchive
{
  GFile          *file; /* (owned) */
  char           *name; /* (owned): of the archive, for messages */
  gboolean        tar;
  gint64          size;
  GInputStream   *stream;  /* (owned) (nullable) */
  struct archive *archive; /* (owned) (nullable) */
  guint           next;    /* index of the header read next */
  GString        *entry_name; /* (owned): of the last header */
  gint64          left;    /* bytes of the current member that may still come */
  GCancellable   *cancellable; /* (not owned) (nullable): of the call that runs */
  GError         *io_error;    /* (owned) (nullable): what the stream said */
  gboolean        broken;      /* it could not be read on */
  guint8          block[BLOCK_BYTES];
};

/* libarchive makes names UTF-8 by way of the locale, which may be one without letters. */
static locale_t
enter_utf8 (void)
{
  static gsize ready = 0;
  static locale_t utf8 = (locale_t) 0;
  locale_t messages;

  if (g_once_init_enter (&ready))
    {
      /* What is said stays in the person's language. */
      messages = newlocale (LC_MESSAGES_MASK, setlocale (LC_MESSAGES, NULL), (locale_t) 0);
      utf8 = newlocale (LC_CTYPE_MASK, "C.UTF-8", messages);
      if (utf8 == (locale_t) 0)
        utf8 = newlocale (LC_CTYPE_MASK, "en_US.UTF-8", messages);
      g_once_init_leave (&ready, 1);
    }
  return uselocale (utf8);
}

/**
 * om_container_archive_new:
 * @name: the file's name, for messages
 * @tar: whether it is a tar; a zip otherwise
 * @size: bytes of the file
 *
 * Returns: (transfer full): an archive of which nothing has been read yet
 */
OmContainerArchive *
om_container_archive_new (GFile      *file,
                          const char *name,
                          gboolean    tar,
                          gint64      size)
{
  OmContainerArchive *self = g_new0 (OmContainerArchive, 1);

  self->file = g_object_ref (file);
  self->name = g_strdup (name);
  self->tar = tar;
  self->size = size;
  self->entry_name = g_string_new (NULL);
  return self;
}

static void
close_archive (OmContainerArchive *self)
{
  g_clear_pointer (&self->archive, archive_read_free);
  g_clear_object (&self->stream);
  self->next = 0;
  self->left = 0;
}

/** om_container_archive_free: */
void
om_container_archive_free (OmContainerArchive *self)
{
  if (self == NULL)
    return;

  close_archive (self);
  g_object_unref (self->file);
  g_free (self->name);
  g_string_free (self->entry_name, TRUE);
  g_clear_error (&self->io_error);
  g_free (self);
}

/* What the archive reads from */

static la_ssize_t
read_cb (struct archive  *archive,
         void            *data,
         const void     **buffer)
{
  OmContainerArchive *self = data;
  gssize n;

  g_clear_error (&self->io_error);
  n = g_input_stream_read (self->stream, self->block, BLOCK_BYTES, self->cancellable,
                           &self->io_error);
  *buffer = self->block;
  if (n < 0)
    archive_set_error (archive, EIO, "%s", self->io_error->message);
  return n;
}

/* Never behind the end, or a file that was cut off would seem whole. */
static la_int64_t
skip_cb (struct archive *archive,
         void           *data,
         la_int64_t      request)
{
  OmContainerArchive *self = data;
  goffset at = g_seekable_tell (G_SEEKABLE (self->stream));
  gint64 n = MIN (request, self->size - at);

  if (n <= 0 || !g_seekable_seek (G_SEEKABLE (self->stream), n, G_SEEK_CUR, self->cancellable,
                                  NULL))
    return 0;
  return n;
}

static la_int64_t
seek_cb (struct archive *archive,
         void           *data,
         la_int64_t      offset,
         int             whence)
{
  OmContainerArchive *self = data;
  gint64 base = whence == SEEK_SET ? 0
                : whence == SEEK_CUR ? g_seekable_tell (G_SEEKABLE (self->stream)) : self->size;

  if (offset > self->size - base || offset < -base ||
      !g_seekable_seek (G_SEEKABLE (self->stream), base + offset, G_SEEK_SET, self->cancellable,
                        NULL))
    {
      archive_set_error (archive, EIO, _("it points behind its own end"));
      return ARCHIVE_FATAL;
    }
  return base + offset;
}

static gboolean
refuse_damaged (OmContainerArchive  *self,
                GError             **error)
{
  const char *why = archive_error_string (self->archive);

  self->broken = TRUE;
  if (self->io_error != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&self->io_error));
      return FALSE;
    }
  g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
               _("“%s” is incomplete or damaged (%s). Nothing was taken from it; look for a whole "
                 "copy, or download it once more."),
               self->name, why != NULL ? why : _("it ends too early"));
  return FALSE;
}

static gboolean
open_archive (OmContainerArchive  *self,
              GError             **error)
{
  close_archive (self);
  g_clear_error (&self->io_error);
  self->stream = G_INPUT_STREAM (g_file_read (self->file, self->cancellable, error));
  if (self->stream == NULL)
    return FALSE;

  self->archive = archive_read_new ();
  /* No packing around the archive, and of a zip only what its list of contents names. */
  archive_read_support_filter_none (self->archive);
  if (self->tar)
    archive_read_support_format_tar (self->archive);
  else
    archive_read_support_format_zip_seekable (self->archive);
  archive_read_set_read_callback (self->archive, read_cb);
  archive_read_set_skip_callback (self->archive, skip_cb);
  archive_read_set_seek_callback (self->archive, seek_cb);
  archive_read_set_callback_data (self->archive, self);
  if (archive_read_open1 (self->archive) != ARCHIVE_OK)
    return refuse_damaged (self, error);
  return TRUE;
}

/* Names */

static void
take_name (OmContainerArchive   *self,
           struct archive_entry *entry)
{
  const char *name = archive_entry_pathname_utf8 (entry);
  g_autofree char *converted = NULL;

  if (name == NULL)
    name = archive_entry_pathname (entry);
  if (name == NULL)
    name = "";
  /* Zips made on Windows name their members in the letters of DOS. */
  if (!g_utf8_validate (name, -1, NULL))
    name = converted = g_convert (name, -1, "UTF-8", "CP437", NULL, NULL, NULL);
  g_string_assign (self->entry_name, name != NULL ? name : "");
}

static const char *
unsafe_name (const char *name)
{
  const char *part = name;

  if (*name == '\0')
    return _("it is empty");
  if (*name == '/')
    return _("it is absolute");
  if (g_ascii_isalpha (name[0]) && name[1] == ':')
    return _("it begins with a drive");
  if (strchr (name, '\\') != NULL)
    return _("it has a backslash");
  if (strlen (name) > MAX_PATH_BYTES)
    return _("it is too long");
  for (const char *p = name; *p != '\0'; p++)
    {
      if (g_ascii_iscntrl (*p))
        return _("it has control characters");
    }
  for (;;)
    {
      gsize n = strcspn (part, "/");

      if (n == 2 && part[0] == '.' && part[1] == '.')
        return _("it leads out of the archive");
      if (n > MAX_NAME_BYTES)
        return _("it is too long");
      if (part[n] == '\0')
        return NULL;
      part += n + 1;
    }
}

static const char *
unsafe_entry (OmContainerArchive   *self,
              struct archive_entry *entry)
{
  mode_t type = archive_entry_filetype (entry);
  const char *unsafe = unsafe_name (self->entry_name->str);

  if (unsafe != NULL)
    return unsafe;
  if (archive_entry_hardlink (entry) != NULL || archive_entry_symlink (entry) != NULL ||
      type == AE_IFLNK)
    return _("it is a link");
  if (type != AE_IFREG && type != AE_IFDIR)
    return _("it is no file");
  return NULL;
}

/* Ways of packing that no exporter uses are ways of attack that nobody watches. */
static gboolean
is_packed_plainly (OmContainerArchive *self)
{
  const char *format = archive_format_name (self->archive);

  return self->tar || format == NULL || strstr (format, "(uncompressed)") != NULL ||
         strstr (format, "(deflation)") != NULL;
}

static gboolean
has_end_mark (OmContainerArchive *self)
{
  char end[TAR_BLOCK];
  gsize n;

  if (!g_seekable_seek (G_SEEKABLE (self->stream), -TAR_BLOCK, G_SEEK_END, self->cancellable,
                        NULL) ||
      !g_input_stream_read_all (self->stream, end, sizeof end, &n, self->cancellable, NULL) ||
      n != sizeof end)
    return FALSE;
  for (gsize i = 0; i < sizeof end; i++)
    {
      if (end[i] != 0)
        return FALSE;
    }
  return TRUE;
}

static gboolean
next_header (OmContainerArchive  *self,
             OmArchiveHeader     *header,
             gboolean            *at_end,
             GError             **error)
{
  struct archive_entry *entry;
  int status;

  *at_end = FALSE;
  if (self->archive == NULL && !open_archive (self, error))
    return FALSE;

  status = archive_read_next_header (self->archive, &entry);
  if (status == ARCHIVE_EOF && self->tar && !has_end_mark (self))
    {
      archive_set_error (self->archive, EIO, _("its end mark is missing"));
      return refuse_damaged (self, error);
    }
  if (status == ARCHIVE_EOF)
    {
      *at_end = TRUE;
      return TRUE;
    }
  /* A warning is about the name or the owner: the name is looked at below. */
  if (status != ARCHIVE_OK && status != ARCHIVE_WARN)
    return refuse_damaged (self, error);

  self->next++;
  take_name (self, entry);
  if (archive_entry_is_encrypted (entry))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   _("“%s” is encrypted with a password. Unpack it with the program that made it and "
                     "import the result; nothing was taken from it."),
                   self->name);
      return FALSE;
    }
  self->left = archive_entry_size_is_set (entry) ? MAX (archive_entry_size (entry), 0) : 0;
  *header = (OmArchiveHeader){
    .name = self->entry_name->str,
    .unsafe = unsafe_entry (self, entry),
    .folder = archive_entry_filetype (entry) == AE_IFDIR,
    .size = self->left,
    .modified_ms = archive_entry_mtime_is_set (entry)
                   ? CLAMP (archive_entry_mtime (entry), 0, G_MAXINT64 / 1000) * 1000 : 0,
  };
  if (!header->folder && header->unsafe == NULL && !is_packed_plainly (self))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   _("“%s” packs “%s” in a way this program does not read (%s). Unpack it and import "
                     "the folder."),
                   self->name, header->name, archive_format_name (self->archive));
      return FALSE;
    }
  return TRUE;
}

/**
 * om_container_archive_next:
 * @header: (out): of the next member, good until the next call
 * @at_end: (out): there is none
 * @error: return location, %OM_ERROR_INVALID for what is damaged or encrypted
 *
 * Returns: %FALSE if the archive cannot be read on
 */
gboolean
om_container_archive_next (OmContainerArchive  *self,
                           OmArchiveHeader     *header,
                           gboolean            *at_end,
                           GCancellable        *cancellable,
                           GError             **error)
{
  locale_t before = enter_utf8 ();
  gboolean ok;

  self->cancellable = cancellable;
  ok = next_header (self, header, at_end, error);
  uselocale (before);
  return ok;
}

/**
 * om_container_archive_select:
 * @index: a header, counted from 0
 *
 * Goes on to the member; one that lies behind needs the way from the beginning once more.
 *
 * Returns: %FALSE if the archive cannot be read on
 */
gboolean
om_container_archive_select (OmContainerArchive  *self,
                             guint                index,
                             GCancellable        *cancellable,
                             GError             **error)
{
  OmArchiveHeader header;
  gboolean at_end;

  if (self->next > index)
    close_archive (self);
  while (self->next <= index)
    {
      if (g_cancellable_set_error_if_cancelled (cancellable, error) ||
          !om_container_archive_next (self, &header, &at_end, cancellable, error))
        return FALSE;
      if (at_end)
        return refuse_damaged (self, error);
    }
  return TRUE;
}

/**
 * om_container_archive_get_selected:
 *
 * Returns: the header read last, counted from 0; %G_MAXUINT for none
 */
guint
om_container_archive_get_selected (OmContainerArchive *self)
{
  return self->next - 1;
}

/** om_container_archive_is_broken: whether it could not be read on. */
gboolean
om_container_archive_is_broken (OmContainerArchive *self)
{
  return self->broken;
}

/**
 * om_container_archive_read:
 * @buffer: where bytes of the selected member go
 *
 * More than the header stated is an archive that lies, and an error. At the end of the member its
 * checksum has been compared.
 *
 * Returns: bytes read, 0 at the end of the member, -1 with @error
 */
gssize
om_container_archive_read (OmContainerArchive  *self,
                           guint8              *buffer,
                           gsize                length,
                           GCancellable        *cancellable,
                           GError             **error)
{
  locale_t before = enter_utf8 ();
  la_ssize_t n;

  self->cancellable = cancellable;
  n = archive_read_data (self->archive, buffer, length);
  if (n > 0 && n <= self->left)
    self->left -= n;
  else if (n != 0 || self->left > 0)
    {
      if (n >= 0)
        archive_set_error (self->archive, EIO, _("“%s” has another size than stated"),
                           self->entry_name->str);
      refuse_damaged (self, error);
      n = -1;
    }
  uselocale (before);
  return n;
}
