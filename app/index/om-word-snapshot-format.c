/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The checksums of a snapshot. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "index/om-word-snapshot-format.h"

#include <string.h>

#include "text/om-language.h"

/* Odd, so that multiplying by it loses nothing: each step is one to one in the word and in the
 * lane. */
#define FACTOR G_GUINT64_CONSTANT (0x9e3779b97f4a7c15)

static guint64
step (guint64 lane,
      guint64 word)
{
  lane = (lane ^ word) * FACTOR;
  return lane << 29 | lane >> 35;
}

/**
 * om_checksum_init:
 * @self: (out caller-allocates): a sum over nothing
 */
void
om_checksum_init (OmChecksum *self)
{
  for (int i = 0; i < OM_CHECKSUM_LANES; i++)
    self->lanes[i] = FACTOR + i;
}

/**
 * om_checksum_update:
 * @data: (array length=len): bytes
 * @len: a multiple of 32
 */
void
om_checksum_update (OmChecksum    *self,
                    gconstpointer  data,
                    gsize          len)
{
  const guint8 *p = data;
  OmChecksum sum = *self;

  g_assert (len % OM_CHECKSUM_BLOCK == 0);
  for (gsize i = 0; i < len; i += OM_CHECKSUM_BLOCK)
    {
      guint64 words[OM_CHECKSUM_LANES];

      memcpy (words, p + i, sizeof (words));
      for (int k = 0; k < OM_CHECKSUM_LANES; k++)
        sum.lanes[k] = step (sum.lanes[k], words[k]);
    }
  *self = sum;
}

/**
 * om_checksum_end:
 *
 * Returns: the sum
 */
guint64
om_checksum_end (const OmChecksum *self)
{
  guint64 sum = 0;

  for (int i = 0; i < OM_CHECKSUM_LANES; i++)
    sum = step (sum, self->lanes[i]);
  return sum;
}

/**
 * om_snapshot_sum_header:
 *
 * Returns: the checksum over all of a header but its last field
 */
guint64
om_snapshot_sum_header (const OmSnapshotHeader *header)
{
  OmSnapshotHeader copy = *header;
  OmChecksum sum;

  copy.self = 0;
  om_checksum_init (&sum);
  om_checksum_update (&sum, &copy, sizeof (copy));
  return om_checksum_end (&sum);
}

/**
 * om_snapshot_sum_languages:
 *
 * Returns: a hash of the codes of #OmLanguage in their order, whose numbers a snapshot holds
 */
guint64
om_snapshot_sum_languages (void)
{
  guint64 sum = FACTOR;

  for (int i = 0; i < OM_N_LANGUAGES; i++)
    {
      const char *code = om_language_to_code ((OmLanguage) i);

      for (const char *p = code != NULL ? code : ""; *p != '\0'; p++)
        sum = step (sum, (guint8) *p);
      sum = step (sum, 0);
    }
  return sum;
}
