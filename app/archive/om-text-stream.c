/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes become text piece by piece; a letter that a piece cuts in two waits for the next. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-text-stream.h"

#include <glib/gi18n.h>
#include <string.h>

#include "archive/om-source-text.h"
#include "archive/om-text-decode.h"
#include "memory/om-error.h"

#define PIECE (256 * 1024)

/* What is packed tighter than this is made to fill the memory and not to be read. */
#define MAX_RATIO 100

struct _OmTextStream
{
  GInputStream  *bytes; /* (owned) */
  GCancellable  *cancellable; /* (owned) (nullable) */
  char          *name;  /* (owned) */
  gboolean       guess_encoding;
  guint8        *piece; /* (owned): @held bytes of the piece before, then new ones */
  gsize          held;
  gsize          offset; /* of the first byte of @piece in the file */
  gsize          most;   /* bytes that are read, 0 for any number */
  GString       *text;  /* (owned) (nullable): the piece given out last */
  OmTextEncoding encoding;
  gboolean       begun;
  gboolean       ended;
  gboolean       guessed;
  guint          n_replaced;
};

/**
 * om_text_stream_new:
 * @bytes: where they come from; from its beginning
 * @name: the file's name, for messages
 * @guess_encoding: read each byte that is not UTF-8 as Windows-1252 instead of refusing the file
 *
 * Returns: (transfer full): a stream
 */
OmTextStream *
om_text_stream_new (GInputStream *bytes,
                    const char   *name,
                    gboolean      guess_encoding,
                    GCancellable *cancellable)
{
  OmTextStream *self = g_new0 (OmTextStream, 1);

  self->bytes = g_object_ref (bytes);
  self->cancellable = cancellable != NULL ? g_object_ref (cancellable) : NULL;
  self->name = g_strdup (name);
  self->guess_encoding = guess_encoding;
  self->piece = g_malloc (PIECE);
  return self;
}

/**
 * om_text_stream_open:
 * @file: a regular file
 * @guess_encoding: as in om_text_stream_new()
 * @allow_large: %FALSE: a file above %OM_SOURCE_TEXT_MAX_BYTES is %OM_ERROR_TOO_LARGE
 *
 * Returns: (transfer full) (nullable): a stream
 */
OmTextStream *
om_text_stream_open (GFile        *file,
                     gboolean      guess_encoding,
                     gboolean      allow_large,
                     GCancellable *cancellable,
                     GError      **error)
{
  g_autofree char *name = om_source_dup_name (file);
  g_autoptr (GFileInfo) info = om_source_query_info (file, allow_large, cancellable, error);
  g_autoptr (GFileInputStream) bytes = NULL;

  if (info == NULL)
    return NULL;
  bytes = g_file_read (file, cancellable, error);
  if (bytes == NULL)
    return NULL;
  return om_text_stream_new (G_INPUT_STREAM (bytes), name, guess_encoding, cancellable);
}

/**
 * om_text_stream_open_gzip:
 * @file: a regular file packed by gzip
 * @guess_encoding: as in om_text_stream_new()
 * @allow_large: %FALSE: what unpacks to more than %OM_SOURCE_TEXT_MAX_BYTES, or to more than
 *   %MAX_RATIO times its size, is %OM_ERROR_TOO_LARGE once so much has been read
 *
 * Returns: (transfer full) (nullable): a stream of what is packed
 */
OmTextStream *
om_text_stream_open_gzip (GFile        *file,
                          gboolean      guess_encoding,
                          gboolean      allow_large,
                          GCancellable *cancellable,
                          GError      **error)
{
  g_autofree char *name = om_source_dup_name (file);
  g_autoptr (GFileInfo) info = om_source_query_info (file, allow_large, cancellable, error);
  g_autoptr (GFileInputStream) packed = NULL;
  g_autoptr (GConverter) unpack = NULL;
  g_autoptr (GInputStream) bytes = NULL;
  OmTextStream *self;

  if (info == NULL)
    return NULL;
  packed = g_file_read (file, cancellable, error);
  if (packed == NULL)
    return NULL;
  unpack = G_CONVERTER (g_zlib_decompressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP));
  bytes = g_converter_input_stream_new (G_INPUT_STREAM (packed), unpack);
  self = om_text_stream_new (bytes, name, guess_encoding, cancellable);
  if (!allow_large)
    self->most = (gsize) MIN (OM_SOURCE_TEXT_MAX_BYTES,
                              MAX (g_file_info_get_size (info) * MAX_RATIO, PIECE));
  return self;
}

/**
 * om_text_stream_free:
 * @self: (transfer full) (nullable): a stream
 */
void
om_text_stream_free (OmTextStream *self)
{
  if (self == NULL)
    return;

  g_object_unref (self->bytes);
  g_clear_object (&self->cancellable);
  g_free (self->name);
  g_free (self->piece);
  if (self->text != NULL)
    g_string_free (self->text, TRUE);
  g_free (self);
}

/* How many of the bytes make whole letters; the others wait for the next piece. */
static gsize
whole_utf8 (const guint8 *bytes,
            gsize         n_bytes)
{
  gsize at = n_bytes;
  gsize whole = n_bytes;
  gsize needed;

  for (int back = 0; back < 4 && at > 0 && (bytes[at - 1] & 0xC0) == 0x80; back++)
    at--;
  if (at == 0 || n_bytes - at > 3)
    return n_bytes;
  at--;
  needed = bytes[at] >= 0xF0 ? 4 : bytes[at] >= 0xE0 ? 3 : bytes[at] >= 0xC0 ? 2 : 1;
  if (needed > n_bytes - at)
    whole = at;
  /* Half of a pair of surrogates, written as three bytes each. */
  if (whole >= 3)
    {
      gunichar half = om_surrogate_at (bytes + whole - 3, 3);

      if (half != 0 && half < 0xDC00)
        whole -= 3;
    }
  return whole;
}

static gsize
whole_utf16 (const guint8 *bytes,
             gsize         n_bytes,
             gboolean      big_endian)
{
  gsize whole = n_bytes & ~(gsize) 1;

  if (whole >= 2 && (bytes[whole - (big_endian ? 2 : 1)] & 0xFC) == 0xD8)
    whole -= 2;
  return whole;
}

static GString *
decode (OmTextStream *self,
        const guint8 *bytes,
        gsize         n_bytes,
        GError      **error)
{
  gsize bad = 0;
  GString *text;

  if (self->encoding != OM_TEXT_UTF8)
    {
      if (n_bytes % 2 != 0 && !self->guess_encoding)
        {
          om_text_set_cut_error (error, self->name, self->offset + n_bytes - 1);
          return NULL;
        }
      return om_decode_utf16 (bytes, n_bytes, self->encoding == OM_TEXT_UTF16_BE,
                              &self->n_replaced);
    }

  text = self->guessed ? NULL : om_decode_utf8 (bytes, n_bytes, &self->n_replaced, &bad);
  if (text != NULL)
    return text;
  if (!self->guess_encoding)
    {
      om_text_set_bytes_error (error, self->name, bytes, n_bytes, self->offset + bad);
      return NULL;
    }
  self->guessed = TRUE;
  return om_decode_mixed (bytes, n_bytes, &self->n_replaced);
}

/* Fills the piece as far as the source reaches. */
static gboolean
read_piece (OmTextStream *self,
            gsize        *n_bytes,
            GError      **error)
{
  g_autoptr (GError) local = NULL;
  gsize got;

  if (!g_input_stream_read_all (self->bytes, self->piece + self->held, PIECE - self->held, &got,
                                self->cancellable, &local))
    {
      /* What a packed file's damage is called is no help to anybody. */
      if (g_error_matches (local, G_IO_ERROR, G_IO_ERROR_INVALID_DATA) ||
          g_error_matches (local, G_IO_ERROR, G_IO_ERROR_PARTIAL_INPUT))
        g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                     _("“%s” is damaged or cut off: it cannot be unpacked. Nothing was taken from it."),
                     self->name);
      else
        g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  if (self->most > 0 && self->offset + self->held + got > self->most)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_TOO_LARGE,
                   _("“%s” unpacks to more than %zu MiB, which is much for a journal. "
                     "Nothing was taken from it; if it is one, import it with large files allowed."),
                   self->name, MAX (self->most / 1024 / 1024, 1));
      return FALSE;
    }
  self->ended = got < PIECE - self->held;
  *n_bytes = self->held + got;
  return TRUE;
}

/**
 * om_text_stream_next:
 * @text: (out) (transfer none): the next piece, clean UTF-8 without NUL, line ends as they are; good
 *   until the next call
 * @length: (out): its bytes; 0 at the end
 * @error: return location, as in om_source_text_decode(), or what reading says
 *
 * Returns: %FALSE on error
 */
gboolean
om_text_stream_next (OmTextStream *self,
                     const char  **text,
                     gsize        *length,
                     GError      **error)
{
  gsize n_bytes;
  gsize whole;
  gsize mark = 0;

  *text = "";
  *length = 0;
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  if (self->ended)
    return TRUE;
  if (!read_piece (self, &n_bytes, error))
    return FALSE;
  if (!self->begun &&
      !om_bytes_sniff (self->piece, n_bytes, self->name, &self->encoding, &mark, error))
    return FALSE;
  self->begun = TRUE;

  whole = n_bytes;
  if (!self->ended)
    whole = self->encoding == OM_TEXT_UTF8
              ? whole_utf8 (self->piece, n_bytes)
              : whole_utf16 (self->piece, n_bytes, self->encoding == OM_TEXT_UTF16_BE);
  if (self->text != NULL)
    g_string_free (self->text, TRUE);
  self->offset += mark;
  self->text = decode (self, self->piece + mark, whole - mark, error);
  if (self->text == NULL)
    return FALSE;

  self->held = n_bytes - whole;
  self->offset += whole - mark;
  memmove (self->piece, self->piece + whole, self->held);
  *text = self->text->str;
  *length = self->text->len;
  return TRUE;
}

/**
 * om_text_stream_remark:
 * @place: the file
 *
 * Once it has been read: says in the report what is not as it was in the file.
 */
void
om_text_stream_remark (OmTextStream   *self,
                       OmImportReport *report,
                       const char     *place)
{
  OmSourceText said = { .n_replaced = self->n_replaced, .guessed = self->guessed };

  om_source_text_remark (&said, report, place);
}
