/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes to text: byte order marks, UTF-16, line ends, and a refusal that names the place. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-source-text.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-text-decode.h"
#include "archive/om-text-edges.h"
#include "memory/om-error.h"

#define READ_CHUNK (256 * 1024)

/* What is looked at of a file that a program has encrypted. */
#define ENCRYPTED_HEAD 16

/**
 * om_source_text_free:
 * @self: (transfer full) (nullable): a text
 */
void
om_source_text_free (OmSourceText *self)
{
  if (self == NULL)
    return;

  g_free (self->text);
  g_free (self);
}

/**
 * om_source_text_decode:
 * @bytes: the file's bytes
 * @guess_encoding: read what is not UTF-8 as Windows-1252 instead of refusing it
 * @name: the file's name, for messages
 * @error: return location, %OM_ERROR_ENCODING with the offset of the first bad byte counted from 0,
 *   %OM_ERROR_INVALID for an encrypted file, %OM_ERROR_UNRECOGNISED for what is no text
 *
 * UTF-8 with or without a byte order mark, UTF-16 with one (samples/README.md rule 4).
 *
 * Returns: (transfer full): the text
 */
OmSourceText *
om_source_text_decode (const guint8 *bytes,
                       gsize         n_bytes,
                       gboolean      guess_encoding,
                       const char   *name,
                       GError      **error)
{
  g_autoptr (OmSourceText) self = g_new0 (OmSourceText, 1);
  OmTextEncoding encoding;
  GString *text = NULL;
  gsize mark;
  gsize bad = 0;

  if (!om_bytes_sniff (bytes, n_bytes, name, &encoding, &mark, error))
    return NULL;

  if (encoding != OM_TEXT_UTF8)
    {
      if (n_bytes % 2 != 0 && !guess_encoding)
        {
          om_text_set_cut_error (error, name, n_bytes - 1);
          return NULL;
        }
      text = om_decode_utf16 (bytes + mark, n_bytes - mark, encoding == OM_TEXT_UTF16_BE,
                              &self->n_replaced);
    }
  else
    {
      text = om_decode_utf8 (bytes + mark, n_bytes - mark, &self->n_replaced, &bad);
      if (text == NULL &&
          (om_bytes_look_like_no_text (bytes, n_bytes) || !guess_encoding))
        {
          om_text_set_bytes_error (error, name, bytes, n_bytes, bad + mark);
          return NULL;
        }
      if (text == NULL)
        {
          self->n_replaced = 0;
          self->guessed = TRUE;
          text = om_decode_windows_1252 (bytes + mark, n_bytes - mark, &self->n_replaced);
        }
    }

  om_text_unify_line_ends (text);
  self->length = text->len;
  self->text = g_string_free (text, FALSE);
  return g_steal_pointer (&self);
}

/**
 * om_source_text_take:
 * @bytes: (transfer full): the file's bytes
 *
 * As om_source_text_decode(). Plain UTF-8, which nearly all is, stays where it is: a large file is
 * not in memory twice.
 *
 * Returns: (transfer full): the text
 */
OmSourceText *
om_source_text_take (GByteArray  *bytes,
                     gboolean     guess_encoding,
                     const char  *name,
                     GError     **error)
{
  g_autoptr (GByteArray) owned = bytes;
  OmSourceText *self;

  if ((owned->len >= 3 && memcmp (owned->data, "\xEF\xBB\xBF", 3) == 0) ||
      memchr (owned->data, '\r', owned->len) != NULL ||
      !g_utf8_validate_len ((const char *) owned->data, owned->len, NULL))
    return om_source_text_decode (owned->data, owned->len, guess_encoding, name, error);
  if (!om_bytes_refuse_encrypted (owned->data, owned->len, name, error))
    return NULL;

  self = g_new0 (OmSourceText, 1);
  self->length = owned->len;
  g_byte_array_append (owned, (const guint8 *) "", 1);
  self->text = (char *) g_byte_array_free (g_steal_pointer (&owned), FALSE);
  return self;
}

/**
 * om_source_dup_name:
 *
 * Returns: (transfer full): a file's name for people
 */
char *
om_source_dup_name (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);

  return g_filename_display_name (base != NULL ? base : "");
}

static void
set_too_large (GError    **error,
               const char *name,
               gint64      most,
               gboolean    allow_large)
{
  g_set_error (error, OM_ERROR, OM_ERROR_TOO_LARGE,
               allow_large ? _("“%s” is larger than %d MiB, which is much for a journal. Nothing was taken from it; split it into "
                               "smaller files.")
                           : _("“%s” is larger than %d MiB, which is much for a journal. Nothing was taken from it; if it is "
                               "one, import it with large files allowed."),
               name, (int) (most / 1024 / 1024));
}

/**
 * om_source_query_info:
 * @file: a file
 * @allow_large: %FALSE: one above %OM_SOURCE_TEXT_MAX_BYTES is %OM_ERROR_TOO_LARGE
 *
 * The size is looked at before a byte is read.
 *
 * Returns: (transfer full) (nullable): its kind, size and time, if it is a regular file
 */
GFileInfo *
om_source_query_info (GFile        *file,
                      gboolean      allow_large,
                      GCancellable *cancellable,
                      GError      **error)
{
  g_autofree char *name = om_source_dup_name (file);
  g_autoptr (GFileInfo) info = NULL;

  info = g_file_query_info (file,
                            G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_STANDARD_SIZE ","
                            G_FILE_ATTRIBUTE_TIME_MODIFIED "," G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC,
                            G_FILE_QUERY_INFO_NONE, cancellable, error);
  if (info == NULL)
    return NULL;
  if (g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID, _("“%s” is not a plain file."), name);
      return NULL;
    }
  if (!allow_large && g_file_info_get_size (info) > OM_SOURCE_TEXT_MAX_BYTES)
    {
      set_too_large (error, name, OM_SOURCE_TEXT_MAX_BYTES, FALSE);
      return NULL;
    }
  return g_steal_pointer (&info);
}

static GByteArray *
read_bytes (GFile        *file,
            gsize         size_hint,
            gsize         max_bytes,
            GCancellable *cancellable,
            GError      **error)
{
  g_autoptr (GFileInputStream) stream = g_file_read (file, cancellable, error);
  g_autoptr (GByteArray) bytes = g_byte_array_sized_new ((guint) MIN (size_hint + 1, max_bytes));
  gsize got = 1;

  if (stream == NULL)
    return NULL;

  while (got > 0 && bytes->len < max_bytes)
    {
      gsize at = bytes->len;
      gsize wanted = MIN (READ_CHUNK, max_bytes - at);

      g_byte_array_set_size (bytes, (guint) (at + wanted));
      if (!g_input_stream_read_all (G_INPUT_STREAM (stream), bytes->data + at, wanted, &got,
                                    cancellable, error))
        return NULL;
      g_byte_array_set_size (bytes, (guint) (at + got));
    }

  return g_steal_pointer (&bytes);
}

/**
 * om_source_modified_ms:
 * @info: with the time of modification asked for
 *
 * Returns: when a file was last changed, ms UTC; 0 if unknown
 */
gint64
om_source_modified_ms (GFileInfo *info)
{
  g_autoptr (GDateTime) modified = g_file_info_get_modification_date_time (info);

  if (modified == NULL)
    return 0;
  return g_date_time_to_unix (modified) * 1000 + g_date_time_get_microsecond (modified) / 1000;
}

/**
 * om_source_text_load:
 * @file: a regular file
 * @guess_encoding: as in om_source_text_decode()
 * @allow_large: %FALSE: a file above %OM_SOURCE_TEXT_MAX_BYTES is
 *   %OM_ERROR_TOO_LARGE, to be asked about
 *
 * The size is looked at before a byte is read.
 *
 * Returns: (transfer full): the text
 */
OmSourceText *
om_source_text_load (GFile        *file,
                     gboolean      guess_encoding,
                     gboolean      allow_large,
                     GCancellable *cancellable,
                     GError      **error)
{
  g_autofree char *name = om_source_dup_name (file);
  g_autoptr (GFileInfo) info = om_source_query_info (file, allow_large, cancellable, error);
  g_autoptr (GByteArray) bytes = NULL;
  /* A GByteArray counts in guint. */
  gint64 most = allow_large ? G_MAXUINT - 2 * READ_CHUNK : OM_SOURCE_TEXT_MAX_BYTES;
  OmSourceText *self;

  if (info == NULL)
    return NULL;
  if (g_file_info_get_size (info) <= most)
    {
      bytes = read_bytes (file, (gsize) g_file_info_get_size (info), (gsize) most + 1, cancellable,
                          error);
      if (bytes == NULL)
        return NULL;
    }
  if (bytes == NULL || bytes->len > most)
    {
      set_too_large (error, name, most, allow_large);
      return NULL;
    }

  self = om_source_text_take (g_steal_pointer (&bytes), guess_encoding, name, error);
  if (self != NULL)
    self->modified_ms = om_source_modified_ms (info);
  return self;
}

/**
 * om_source_text_remark:
 * @place: the file
 *
 * Says in the report what is not as it was in the file.
 */
void
om_source_text_remark (const OmSourceText *self,
                       OmImportReport     *report,
                       const char         *place)
{
  if (self->guessed)
    om_import_report_add (report, FALSE, place,
                          _("The encoding is not UTF-8; it was read as Windows-1252. Look whether "
                            "the accents are right."));
  om_import_report_add_replaced (report, place, self->n_replaced);
}

/**
 * om_source_text_head_of:
 * @bytes: (transfer full): the beginning of a file
 * @max_bytes: how much of it was asked for
 *
 * Returns: (transfer full) (nullable): as om_source_text_head()
 */
char *
om_source_text_head_of (GByteArray *bytes,
                        gsize       max_bytes)
{
  g_autoptr (GByteArray) owned = bytes;
  g_autoptr (OmSourceText) text = NULL;

  /* The cut may go through a letter: an even number of bytes, and guessing, take care of that. */
  if (bytes->len == max_bytes && max_bytes % 2 != 0)
    g_byte_array_set_size (bytes, bytes->len - 1);
  /* Its sign is enough; what follows may be any bytes, and is made letters all the same. */
  if (!om_bytes_refuse_encrypted (bytes->data, bytes->len, "", NULL))
    {
      guint n_replaced = 0;

      return g_string_free (om_decode_mixed (bytes->data, MIN (bytes->len, ENCRYPTED_HEAD), &n_replaced), FALSE);
    }

  text = om_source_text_decode (bytes->data, bytes->len, TRUE, "", NULL);
  if (text == NULL || text->n_replaced > text->length / 64 + 1)
    return NULL;
  return g_steal_pointer (&text->text);
}

/**
 * om_source_text_head:
 * @max_bytes: how much to read at most
 *
 * For probing: the beginning of a file, read as leniently as can be.
 *
 * Returns: (transfer full) (nullable): text, or %NULL for what is no text or cannot be read
 */
char *
om_source_text_head (GFile        *file,
                     gsize         max_bytes,
                     GCancellable *cancellable)
{
  g_autoptr (GByteArray) bytes = NULL;

  if (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, cancellable) != G_FILE_TYPE_REGULAR)
    return NULL;
  bytes = read_bytes (file, max_bytes, max_bytes, cancellable, NULL);
  return bytes != NULL ? om_source_text_head_of (g_steal_pointer (&bytes), max_bytes) : NULL;
}
