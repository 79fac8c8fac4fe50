/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simhash: near texts have near hashes. Only 32 of the 64 bits are real, the halves are equal. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "text/om-simhash.h"

#include <blake2.h>
#include <string.h>

#include "text/om-tokens.h"

#define N_BITS 64
#define N_REAL_BITS 32

/* h = 31 h + c over code points; signed 32-bit wrap-around and unsigned give the same bits. */
static guint32
hash_token (const char *token)
{
  guint32 hash = 0;

  for (const char *p = token; *p != '\0'; p = g_utf8_next_char (p))
    hash = hash * 31u + g_utf8_get_char (p);
  return hash;
}

static guint64
hash_bytes (const char *text)
{
  guint8 digest[8];
  guint64 hash = 0;

  blake2b (digest, text, NULL, sizeof digest, strlen (text), 0);
  for (guint i = 0; i < sizeof digest; i++)
    hash = hash << 8 | digest[i];
  return hash;
}

/**
 * om_simhash_from_tokens:
 * @tokens: (element-type utf8): canonical tokens of @text
 * @text: the text, hashed itself if there are no tokens
 *
 * Returns: the simhash; bit 0 of the model is the highest
 */
guint64
om_simhash_from_tokens (GPtrArray  *tokens,
                        const char *text)
{
  g_autoptr (GHashTable) seen = NULL;
  int votes[N_REAL_BITS] = { 0 };
  guint64 hash = 0;

  if (tokens->len == 0)
    return hash_bytes (text);

  seen = g_hash_table_new (g_str_hash, g_str_equal);
  for (guint i = 0; i < tokens->len; i++)
    {
      const char *token = g_ptr_array_index (tokens, i);
      guint32 h;

      if (!g_hash_table_add (seen, (gpointer) token))
        continue;
      h = hash_token (token);
      for (guint bit = 0; bit < N_REAL_BITS; bit++)
        votes[bit] += h >> bit & 1 ? 1 : -1;
    }

  for (guint bit = 0; bit < N_BITS; bit++)
    {
      if (votes[bit % N_REAL_BITS] > 0)
        hash |= G_GUINT64_CONSTANT (1) << (N_BITS - 1 - bit);
    }
  return hash;
}

/**
 * om_simhash:
 * @text: UTF-8
 *
 * Returns: the simhash over the set of canonical tokens of @text (golden/simhash.json); of a text
 *   without tokens its BLAKE2b of 8 bytes
 */
guint64
om_simhash (const char *text)
{
  g_autoptr (GPtrArray) tokens = om_tokens_canonical (text);

  return om_simhash_from_tokens (tokens, text);
}

/** om_simhash_to_hex: (transfer full): the 16 hex digits of the model. */
char *
om_simhash_to_hex (guint64 hash)
{
  return g_strdup_printf ("%016" G_GINT64_MODIFIER "x", hash);
}

/**
 * om_simhash_from_hex:
 * @hex: 16 hex digits in either case
 * @hash: (out): the number
 *
 * Returns: %FALSE if @hex is anything else
 */
gboolean
om_simhash_from_hex (const char *hex,
                     guint64    *hash)
{
  guint64 value = 0;

  for (guint i = 0; i < 16; i++)
    {
      if (!g_ascii_isxdigit (hex[i]))
        return FALSE;
      value = value << 4 | (guint64) g_ascii_xdigit_value (hex[i]);
    }
  if (hex[16] != '\0')
    return FALSE;

  *hash = value;
  return TRUE;
}

/** om_simhash_distance: how many of the 64 bits differ. */
guint
om_simhash_distance (guint64 a,
                     guint64 b)
{
  guint n = 0;

  for (guint64 bits = a ^ b; bits != 0; bits &= bits - 1)
    n++;
  return n;
}

/** om_simhash_half: the 32 bits that are real, by which candidates are looked up. */
guint32
om_simhash_half (guint64 hash)
{
  return (guint32) (hash >> 32);
}
