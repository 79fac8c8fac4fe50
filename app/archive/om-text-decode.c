/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bytes of the encodings that are read, as UTF-8, and what is no text at all. Pure. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-text-decode.h"

#include <glib/gi18n.h>
#include <string.h>

#include "memory/om-error.h"

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
  { "gAAAAA", N_("jrnl (decrypt it with “jrnl --decrypt” first)") },
  { "JRNLv", N_("jrnl (decrypt it with “jrnl --decrypt” first)") },
  { "-----BEGIN PGP MESSAGE", "OpenPGP" },
  { "-----BEGIN AGE ENCRYPTED FILE", "age" },
  { "age-encryption.org/", "age" },
  { "Salted__", "OpenSSL" },
};

/**
 * om_bytes_refuse_encrypted:
 * @bytes: the beginning of a file
 * @name: its name, for the message
 * @error: return location, %OM_ERROR_INVALID
 *
 * Returns: %FALSE for what a program has encrypted
 */
gboolean
om_bytes_refuse_encrypted (const guint8 *bytes,
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
                   _("“%s” is encrypted by %s. Decrypt it and import the result; nothing was taken "
                     "from it."),
                   name, _(encrypted[i].what));
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

/**
 * om_bytes_look_like_no_text:
 *
 * Returns: whether it is a picture or an archive, which is no text in any encoding
 */
gboolean
om_bytes_look_like_no_text (const guint8 *bytes,
                            gsize         n_bytes)
{
  gsize n = MIN (n_bytes, BINARY_LOOK);
  gsize n_control = 0;

  for (gsize i = 0; i < n; i++)
    n_control += bytes[i] < 0x20 && !(bytes[i] >= 0x09 && bytes[i] <= 0x0D) && bytes[i] != 0x1B;
  return n_control >= BINARY_LEAST && n_control * BINARY_SHARE > n;
}

/**
 * om_text_set_cut_error:
 * @name: a file's name
 * @offset: of its last byte, which is half a letter
 */
void
om_text_set_cut_error (GError    **error,
                       const char *name,
                       gsize       offset)
{
  g_set_error (error, OM_ERROR, OM_ERROR_ENCODING,
               _("The encoding of “%s” is UTF-16, but it is cut off in the middle of a letter, at "
                 "byte %zu. Look for a whole copy, or import it with the encoding "
                 "guessed."),
               name, offset);
}

/**
 * om_text_set_bytes_error:
 * @name: a file's name
 * @bytes: its beginning
 * @offset: of the first byte that is not UTF-8
 *
 * Says that it is no text, or where it is not UTF-8 and what can be done.
 */
void
om_text_set_bytes_error (GError      **error,
                         const char   *name,
                         const guint8 *bytes,
                         gsize         n_bytes,
                         gsize         offset)
{
  if (om_bytes_look_like_no_text (bytes, n_bytes))
    g_set_error (error, OM_ERROR, OM_ERROR_UNRECOGNISED,
                 _("“%s” is no text: it is a picture, an archive or another program's file. Nothing "
                   "was taken from it."),
                 name);
  else
    g_set_error (error, OM_ERROR, OM_ERROR_ENCODING,
                 _("The encoding of “%s” is not UTF-8: the first byte that does not fit is at offset "
                   "%zu. It may be Windows-1252: import it with the encoding guessed "
                   "(--guess-encoding), or save it as UTF-8 first."),
                 name, offset);
}

/**
 * om_bytes_sniff:
 * @bytes: the beginning of a file
 * @name: its name, for messages
 * @encoding: (out): by its mark; UTF-8 without one
 * @mark: (out): bytes of the mark
 * @error: return location, %OM_ERROR_INVALID for an encrypted file, %OM_ERROR_ENCODING for UTF-32
 *   and for UTF-16 without a mark
 *
 * Returns: %FALSE for what is not read
 */
gboolean
om_bytes_sniff (const guint8   *bytes,
                gsize           n_bytes,
                const char     *name,
                OmTextEncoding *encoding,
                gsize          *mark,
                GError        **error)
{
  *encoding = OM_TEXT_UTF8;
  *mark = 0;
  if (!om_bytes_refuse_encrypted (bytes, n_bytes, name, error))
    return FALSE;

  if (n_bytes >= 4 &&
      (memcmp (bytes, "\xFF\xFE\0\0", 4) == 0 || memcmp (bytes, "\0\0\xFE\xFF", 4) == 0))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_ENCODING,
                   _("The encoding of “%s” is UTF-32, from byte 0 on. Save it as UTF-8 and import "
                     "that."),
                   name);
      return FALSE;
    }
  if (n_bytes >= 2 && (memcmp (bytes, "\xFF\xFE", 2) == 0 || memcmp (bytes, "\xFE\xFF", 2) == 0))
    {
      *encoding = bytes[0] == 0xFE ? OM_TEXT_UTF16_BE : OM_TEXT_UTF16_LE;
      *mark = 2;
      return TRUE;
    }
  if (looks_like_bare_utf16 (bytes, n_bytes))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_ENCODING,
                   _("The encoding of “%s” looks like UTF-16 without its mark, from byte 0 on. Save "
                     "it as UTF-8 and import that."),
                   name);
      return FALSE;
    }
  if (n_bytes >= 3 && memcmp (bytes, "\xEF\xBB\xBF", 3) == 0)
    *mark = 3;
  return TRUE;
}

static void
append_unichar (GString *out,
                gunichar c)
{
  char buffer[6];

  g_string_append_len (out, buffer, g_unichar_to_utf8 (c, buffer));
}

/**
 * om_decode_windows_1252:
 * @n_replaced: (inout): one more for each NUL, which becomes U+FFFD
 *
 * Returns: (transfer full): the text
 */
GString *
om_decode_windows_1252 (const guint8 *bytes,
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

/**
 * om_surrogate_at:
 *
 * Returns: the value of a surrogate written as three bytes, or 0: bytes that no UTF-8 text holds and
 *   some programs write all the same
 */
gunichar
om_surrogate_at (const guint8 *p,
                 gsize         left)
{
  if (left < 3 || p[0] != 0xED || (p[1] & 0xE0) != 0xA0 || (p[2] & 0xC0) != 0x80)
    return 0;
  return 0xD000 | (gunichar) (p[1] & 0x3F) << 6 | (p[2] & 0x3F);
}

/**
 * om_decode_utf8:
 * @n_replaced: (inout): one more for each NUL and lone surrogate, which become U+FFFD
 * @bad_offset: (out): the first byte that does not fit
 *
 * Returns: (transfer full) (nullable): the text, or %NULL with @bad_offset
 */
GString *
om_decode_utf8 (const guint8 *bytes,
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
      high = om_surrogate_at (p, left);
      if (*p == 0)
        {
          g_string_append (out, REPLACEMENT);
          (*n_replaced)++;
          at++;
        }
      else if (high != 0)
        {
          gunichar low = high < 0xDC00 ? om_surrogate_at (p + 3, left - 3) : 0;

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

/**
 * om_decode_mixed:
 * @n_replaced: (inout): one more for each NUL, which becomes U+FFFD
 *
 * For a text that comes in pieces, where what came before cannot be read anew: each byte that is
 * not UTF-8 by itself is read as Windows-1252.
 *
 * Returns: (transfer full): the text
 */
GString *
om_decode_mixed (const guint8 *bytes,
                 gsize         n_bytes,
                 guint        *n_replaced)
{
  GString *out = g_string_sized_new (n_bytes + 1);
  gsize at = 0;

  while (at < n_bytes)
    {
      const char *end;
      g_autoptr (GString) one = NULL;

      g_utf8_validate_len ((const char *) bytes + at, n_bytes - at, &end);
      g_string_append_len (out, (const char *) bytes + at, end - ((const char *) bytes + at));
      at = (gsize) ((const guint8 *) end - bytes);
      if (at == n_bytes)
        break;
      one = om_decode_windows_1252 (bytes + at++, 1, n_replaced);
      g_string_append (out, one->str);
    }
  return out;
}

/**
 * om_decode_utf16:
 * @n_replaced: (inout): one more for each NUL, lone surrogate and half of a unit
 *
 * Returns: (transfer full): the text
 */
GString *
om_decode_utf16 (const guint8 *bytes,
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
