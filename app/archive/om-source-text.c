/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes to text: byte order marks, UTF-16, line ends, and a refusal that names the place. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-source-text.h"

#include <string.h>

#include "archive/om-text-edges.h"
#include "memory/om-error.h"

#define READ_CHUNK (256 * 1024)
#define REPLACEMENT "\xEF\xBF\xBD"

/* Of what is not UTF-8, how much of the beginning is looked at for bytes that no text has, and how
 * many there are at least in a picture or an archive: random bytes have three times as many. */
#define BINARY_LOOK 8192
#define BINARY_LEAST 8
#define BINARY_SHARE 32

/* What the bytes 0x80 to 0x9F mean in Windows-1252; the five it leaves open stay control
 * characters, as browsers do it. */
static const guint16 windows_1252[32] = {
  0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
  0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x008D, 0x017D, 0x008F,
  0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
  0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
};

/* How files begin that a program has encrypted, and what to say about them. */
static const struct
{
  const char *start;
  const char *what;
} encrypted[] = {
  { "gAAAAA", "jrnl (decrypt it with “jrnl --decrypt” first)" },
  { "JRNLv", "jrnl (decrypt it with “jrnl --decrypt” first)" },
  { "-----BEGIN PGP MESSAGE", "OpenPGP" },
  { "-----BEGIN AGE ENCRYPTED FILE", "age" },
  { "age-encryption.org/", "age" },
  { "Salted__", "OpenSSL" },
};

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

static gboolean
refuse_encrypted (const guint8 *bytes,
                  gsize         n_bytes,
                  const char   *name,
                  GError      **error)
{
  for (gsize i = 0; i < G_N_ELEMENTS (encrypted); i++)
    {
      gsize length = strlen (encrypted[i].start);

      if (n_bytes < length || memcmp (bytes, encrypted[i].start, length) != 0)
        continue;
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   "“%s” is encrypted by %s. Decrypt it and import the result; nothing was taken "
                   "from it.",
                   name, encrypted[i].what);
      return FALSE;
    }

  return TRUE;
}

/* Whether every second byte of the beginning is NUL: UTF-16 of a Western text without its mark. */
static gboolean
looks_like_bare_utf16 (const guint8 *bytes,
                       gsize         n_bytes)
{
  gboolean even = TRUE;
  gboolean odd = TRUE;

  if (n_bytes < 32)
    return FALSE;
  for (gsize i = 0; i < 32; i += 2)
    {
      even = even && bytes[i] == 0 && bytes[i + 1] != 0;
      odd = odd && bytes[i] != 0 && bytes[i + 1] == 0;
    }
  return even || odd;
}

/* A picture or an archive is no text in any encoding. */
static gboolean
looks_like_no_text (const guint8 *bytes,
                    gsize         n_bytes)
{
  gsize n = MIN (n_bytes, BINARY_LOOK);
  gsize n_control = 0;

  for (gsize i = 0; i < n; i++)
    n_control += bytes[i] < 0x20 && !(bytes[i] >= 0x09 && bytes[i] <= 0x0D) && bytes[i] != 0x1B;
  return n_control >= BINARY_LEAST && n_control * BINARY_SHARE > n;
}

static void
append_unichar (GString *out,
                gunichar c)
{
  char buffer[6];

  g_string_append_len (out, buffer, g_unichar_to_utf8 (c, buffer));
}

static GString *
decode_windows_1252 (const guint8 *bytes,
                     gsize         n_bytes,
                     guint        *n_replaced)
{
  GString *out = g_string_sized_new (n_bytes + n_bytes / 8 + 1);

  for (gsize i = 0; i < n_bytes; i++)
    {
      if (bytes[i] == 0)
        {
          g_string_append (out, REPLACEMENT);
          (*n_replaced)++;
        }
      else if (bytes[i] < 0x80)
        g_string_append_c (out, (char) bytes[i]);
      else
        append_unichar (out, bytes[i] < 0xA0 ? windows_1252[bytes[i] - 0x80] : bytes[i]);
    }

  return out;
}

/* The value of a surrogate written as three bytes, or 0: bytes that no UTF-8 text holds and some
 * programs write all the same. */
static gunichar
surrogate_at (const guint8 *p,
              gsize         left)
{
  if (left < 3 || p[0] != 0xED || (p[1] & 0xE0) != 0xA0 || (p[2] & 0xC0) != 0x80)
    return 0;
  return 0xD000 | (gunichar) (p[1] & 0x3F) << 6 | (p[2] & 0x3F);
}

static GString *
decode_utf8 (const guint8 *bytes,
             gsize         n_bytes,
             guint        *n_replaced,
             gsize        *bad_offset)
{
  g_autoptr (GString) out = g_string_sized_new (n_bytes + 1);
  gsize at = 0;

  while (at < n_bytes)
    {
      const char *end;
      const guint8 *p;
      gsize left;
      gunichar high;

      g_utf8_validate_len ((const char *) bytes + at, n_bytes - at, &end);
      g_string_append_len (out, (const char *) bytes + at, end - ((const char *) bytes + at));
      at = (gsize) ((const guint8 *) end - bytes);
      if (at == n_bytes)
        break;

      p = bytes + at;
      left = n_bytes - at;
      high = surrogate_at (p, left);
      if (*p == 0)
        {
          g_string_append (out, REPLACEMENT);
          (*n_replaced)++;
          at++;
        }
      else if (high != 0)
        {
          gunichar low = high < 0xDC00 ? surrogate_at (p + 3, left - 3) : 0;

          if (low >= 0xDC00)
            {
              append_unichar (out, 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00));
              at += 6;
            }
          else
            {
              g_string_append (out, REPLACEMENT);
              (*n_replaced)++;
              at += 3;
            }
        }
      else
        {
          *bad_offset = at;
          return NULL;
        }
    }

  return g_steal_pointer (&out);
}

static GString *
decode_utf16 (const guint8 *bytes,
              gsize         n_bytes,
              gboolean      big_endian,
              guint        *n_replaced)
{
  GString *out = g_string_sized_new (n_bytes + 1);
  guint high = big_endian ? 0 : 1;

  for (gsize i = 0; i + 1 < n_bytes; i += 2)
    {
      gunichar c = (gunichar) bytes[i + high] << 8 | bytes[i + 1 - high];

      if (c >= 0xD800 && c < 0xDC00 && i + 3 < n_bytes)
        {
          gunichar low = (gunichar) bytes[i + 2 + high] << 8 | bytes[i + 3 - high];

          if (low >= 0xDC00 && low < 0xE000)
            {
              c = 0x10000 + ((c - 0xD800) << 10) + (low - 0xDC00);
              i += 2;
            }
        }
      if (c == 0 || (c >= 0xD800 && c < 0xE000))
        {
          c = 0xFFFD;
          (*n_replaced)++;
        }
      append_unichar (out, c);
    }
  if (n_bytes % 2 != 0)
    {
      g_string_append (out, REPLACEMENT);
      (*n_replaced)++;
    }

  return out;
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
  GString *text = NULL;
  gsize bad = 0;

  if (!refuse_encrypted (bytes, n_bytes, name, error))
    return NULL;

  if (n_bytes >= 4 &&
      (memcmp (bytes, "\xFF\xFE\0\0", 4) == 0 || memcmp (bytes, "\0\0\xFE\xFF", 4) == 0))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_ENCODING,
                   "The encoding of “%s” is UTF-32, from byte 0 on. Save it as UTF-8 and import "
                   "that.",
                   name);
      return NULL;
    }
  if (n_bytes >= 2 && (memcmp (bytes, "\xFF\xFE", 2) == 0 || memcmp (bytes, "\xFE\xFF", 2) == 0))
    {
      if (n_bytes % 2 != 0 && !guess_encoding)
        {
          g_set_error (error, OM_ERROR, OM_ERROR_ENCODING,
                       "The encoding of “%s” is UTF-16, but it is cut off in the middle of a "
                       "letter, at byte %" G_GSIZE_FORMAT ". Look for a whole copy, or import it "
                       "with the encoding guessed.",
                       name, n_bytes - 1);
          return NULL;
        }
      text = decode_utf16 (bytes + 2, n_bytes - 2, bytes[0] == 0xFE, &self->n_replaced);
    }
  else if (looks_like_bare_utf16 (bytes, n_bytes))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_ENCODING,
                   "The encoding of “%s” looks like UTF-16 without its mark, from byte 0 on. Save "
                   "it as UTF-8 and import that.",
                   name);
      return NULL;
    }
  else
    {
      gsize mark = n_bytes >= 3 && memcmp (bytes, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0;

      text = decode_utf8 (bytes + mark, n_bytes - mark, &self->n_replaced, &bad);
      if (text == NULL && looks_like_no_text (bytes, n_bytes))
        {
          g_set_error (error, OM_ERROR, OM_ERROR_UNRECOGNISED,
                       "“%s” is no text: it is a picture, an archive or another program's file. "
                       "Nothing was taken from it.",
                       name);
          return NULL;
        }
      if (text == NULL && !guess_encoding)
        {
          g_set_error (error, OM_ERROR, OM_ERROR_ENCODING,
                       "The encoding of “%s” is not UTF-8: the first byte that does not fit is at "
                       "offset %" G_GSIZE_FORMAT ". It may be Windows-1252: import it with the "
                       "encoding guessed (--guess-encoding), or save it as UTF-8 first.",
                       name, bad + mark);
          return NULL;
        }
      if (text == NULL)
        {
          self->n_replaced = 0;
          self->guessed = TRUE;
          text = decode_windows_1252 (bytes + mark, n_bytes - mark, &self->n_replaced);
        }
    }

  om_text_unify_line_ends (text);
  self->length = text->len;
  self->text = g_string_free (text, FALSE);
  return g_steal_pointer (&self);
}

static char *
dup_name (GFile *file)
{
  g_autofree char *base = g_file_get_basename (file);

  return g_filename_display_name (base != NULL ? base : "");
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
  g_autofree char *name = dup_name (file);
  g_autoptr (GFileInfo) info = NULL;
  g_autoptr (GByteArray) bytes = NULL;
  /* A GByteArray counts in guint. */
  gint64 most = allow_large ? G_MAXUINT - 2 * READ_CHUNK : OM_SOURCE_TEXT_MAX_BYTES;
  OmSourceText *self;

  info = g_file_query_info (file,
                            G_FILE_ATTRIBUTE_STANDARD_TYPE "," G_FILE_ATTRIBUTE_STANDARD_SIZE ","
                            G_FILE_ATTRIBUTE_TIME_MODIFIED "," G_FILE_ATTRIBUTE_TIME_MODIFIED_USEC,
                            G_FILE_QUERY_INFO_NONE, cancellable, error);
  if (info == NULL)
    return NULL;
  if (g_file_info_get_file_type (info) != G_FILE_TYPE_REGULAR)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID, "“%s” is not a plain file.", name);
      return NULL;
    }
  if (g_file_info_get_size (info) <= most)
    bytes = read_bytes (file, (gsize) g_file_info_get_size (info), (gsize) most + 1, cancellable,
                        error);
  if (bytes == NULL && g_file_info_get_size (info) <= most)
    return NULL;
  if (bytes == NULL || bytes->len > most)
    {
      g_set_error (error, OM_ERROR, OM_ERROR_TOO_LARGE,
                   "“%s” is larger than %" G_GINT64_FORMAT " MiB, which is much for a journal. "
                   "Nothing was taken from it; %s.",
                   name, most / 1024 / 1024,
                   allow_large ? "split it into smaller files"
                               : "if it is one, import it with large files allowed");
      return NULL;
    }

  self = om_source_text_decode (bytes->data, bytes->len, guess_encoding, name, error);
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
                          "The encoding is not UTF-8; it was read as Windows-1252. Look whether "
                          "the accents are right.");
  if (self->n_replaced > 0)
    om_import_report_add (report, FALSE, place, "%u %s", self->n_replaced,
                          self->n_replaced == 1 ? "character that no text can hold became “\uFFFD”."
                                                : "characters that no text can hold became "
                                                  "“\uFFFD”.");
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
  g_autoptr (OmSourceText) text = NULL;

  if (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, cancellable) != G_FILE_TYPE_REGULAR)
    return NULL;
  bytes = read_bytes (file, max_bytes, max_bytes, cancellable, NULL);
  if (bytes == NULL)
    return NULL;

  /* The cut may go through a letter: an even number of bytes, and guessing, take care of that. */
  if (bytes->len == max_bytes && max_bytes % 2 != 0)
    g_byte_array_set_size (bytes, bytes->len - 1);
  if (!refuse_encrypted (bytes->data, bytes->len, "", NULL))
    return g_strndup ((const char *) bytes->data, strnlen ((const char *) bytes->data, 16));

  text = om_source_text_decode (bytes->data, bytes->len, TRUE, "", NULL);
  if (text == NULL || text->n_replaced > text->length / 64 + 1)
    return NULL;
  return g_steal_pointer (&text->text);
}
