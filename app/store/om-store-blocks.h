/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The packed blocks of search rows: 1,024 slots each, written in place. For om-store-vectors.c, bin
 * and health; nobody outside the folder includes it. */
#pragma once

#include <string.h>

#include "memory/om-enums.h"
#include "store/om-store.h"

G_BEGIN_DECLS

/* Of a slot: the row (0 = free), the scale; then as many bytes as the embedder has dimensions. */
#define OM_SLOT_HEAD 12

/** OmSlot: where a search row lies. */
typedef struct
{
  OmSector sector;
  gint64   block;
  guint    slot;
} OmSlot;

gboolean om_store_slot_take   (OmStore       *self,
                               gint64         embedder,
                               guint          dim,
                               OmSlot        *slot,
                               GError       **error);
gboolean om_store_slot_write  (OmStore       *self,
                               const OmSlot  *slot,
                               guint          dim,
                               gint64         row,
                               float          scale,
                               const guint8  *bytes,
                               GError       **error);
gboolean om_store_slot_free   (OmStore       *self,
                               const OmSlot  *slot,
                               guint          dim,
                               GError       **error);
gboolean om_store_slot_read   (OmStore       *self,
                               const OmSlot  *slot,
                               guint          dim,
                               guint8        *buffer,
                               GError       **error);
void     om_store_blobs_close (OmStore       *self);

static inline gint64
om_slot_get_row (const guint8 *slot)
{
  gint64 row;

  memcpy (&row, slot, sizeof row);
  return GINT64_FROM_LE (row);
}

static inline float
om_slot_get_scale (const guint8 *slot)
{
  guint32 bits;
  float scale;

  memcpy (&bits, slot + 8, sizeof bits);
  bits = GUINT32_FROM_LE (bits);
  memcpy (&scale, &bits, sizeof scale);
  return scale;
}

G_END_DECLS
