/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ids of memories as bytes and as text. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "index/om-uuid.h"

#include <string.h>

/**
 * om_uuid_parse:
 * @id: (nullable): 8-4-4-4-12 hexadecimal digits, in either case
 * @uuid: (out caller-allocates): 16 bytes
 *
 * Returns: %FALSE if @id is no such text
 */
gboolean
om_uuid_parse (const char *id,
               guint8     *uuid)
{
  gsize n = 0;

  if (id == NULL)
    return FALSE;

  for (gsize i = 0; i < OM_UUID_CHARS - 1; i++)
    {
      if (i == 8 || i == 13 || i == 18 || i == 23)
        {
          if (id[i] != '-')
            return FALSE;
        }
      else
        {
          int digit = g_ascii_xdigit_value (id[i]);

          if (digit < 0)
            return FALSE;
          uuid[n / 2] = n % 2 == 0 ? digit << 4 : uuid[n / 2] | digit;
          n++;
        }
    }
  return id[OM_UUID_CHARS - 1] == '\0';
}

/**
 * om_uuid_format:
 * @uuid: 16 bytes
 * @id: (out caller-allocates): room for %OM_UUID_CHARS
 */
void
om_uuid_format (const guint8 *uuid,
                char         *id)
{
  static const char digits[] = "0123456789abcdef";

  for (gsize i = 0; i < OM_UUID_BYTES; i++)
    {
      if (i == 4 || i == 6 || i == 8 || i == 10)
        *id++ = '-';
      *id++ = digits[uuid[i] >> 4];
      *id++ = digits[uuid[i] & 15];
    }
  *id = '\0';
}

/**
 * om_uuid_hash:
 * @uuid: 16 bytes: random for the most part, but an id made by hand may not be
 *
 * Returns: a number that spreads well in its low bits
 */
guint64
om_uuid_hash (const guint8 *uuid)
{
  guint64 a, b;

  memcpy (&a, uuid, sizeof (a));
  memcpy (&b, uuid + sizeof (a), sizeof (b));
  a = (a ^ (b * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15))) * G_GUINT64_CONSTANT (0xff51afd7ed558ccd);
  return a ^ (a >> 32);
}
