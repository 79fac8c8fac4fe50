/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The packed blocks of search rows. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-blocks.h"

#include "store/om-store-private.h"
#include "store/om-store-statement.h"
#include "store/om-store-vectors.h"

/* Opens a block for work in place, or takes the one that is open: finding the end of a long row
 * costs a walk along its pages, which the handle remembers. */
static sqlite3_blob *
open_block (OmStore  *self,
            OmSector  sector,
            gint64    block,
            GError  **error)
{
  OmStoreBlob *open = &self->blobs[sector];
  int rc = SQLITE_OK;

  if (open->blob != NULL && open->block == block)
    return open->blob;
  if (open->blob != NULL)
    rc = sqlite3_blob_reopen (open->blob, block);
  else
    rc = sqlite3_blob_open (self->db, "main", "vector_block_data", "data", block,
                            self->mode == OM_STORE_WRITER && !self->reading, &open->blob);
  if (rc != SQLITE_OK)
    {
      om_store_fail (self, rc, error);
      g_clear_pointer (&open->blob, sqlite3_blob_close);
      return NULL;
    }
  open->block = block;
  return open->blob;
}

/* Outside a transaction an open block would keep the store from moving on. */
static void
close_if_alone (OmStore *self)
{
  if (self->depth == 0)
    om_store_blobs_close (self);
}

/**
 * om_store_blobs_close:
 *
 * Closes all open blocks; at the end of every transaction.
 */
void
om_store_blobs_close (OmStore *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->blobs); i++)
    g_clear_pointer (&self->blobs[i].blob, sqlite3_blob_close);
}

static gboolean
set_counts (OmStore *self,
            gint64   block,
            int      filled,
            int      used,
            GError **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "UPDATE vector_blocks SET filled = filled + ?, used = used + ?"
                          " WHERE id = ?",
                          error))
    return FALSE;
  om_statement_add_int (&s, filled);
  om_statement_add_int (&s, used);
  om_statement_add_int (&s, block);
  return om_statement_run (&s, error);
}

static gboolean
make_block (OmStore *self,
            gint64   embedder,
            guint    dim,
            OmSlot  *slot,
            GError **error)
{
  g_auto (OmStatement) block = { 0 };
  g_auto (OmStatement) bytes = { 0 };

  if (!om_statement_open (&block, self,
                          "INSERT INTO vector_blocks (embedder, sector, filled, used)"
                          " VALUES (?, ?, 1, 1)",
                          error))
    return FALSE;
  om_statement_add_int (&block, embedder);
  om_statement_add_int (&block, slot->sector);
  if (!om_statement_run (&block, error))
    return FALSE;
  slot->block = sqlite3_last_insert_rowid (self->db);
  slot->slot = 0;

  if (!om_statement_open (&bytes, self,
                          "INSERT INTO vector_block_data (id, data)"
                          " VALUES (?, zeroblob (?))",
                          error))
    return FALSE;
  om_statement_add_int (&bytes, slot->block);
  om_statement_add_int (&bytes, (gint64) OM_STORE_BLOCK_SLOTS * (OM_SLOT_HEAD + dim));
  return om_statement_run (&bytes, error);
}

/* A slot that a wiped memory left. */
static gboolean
find_freed (OmStore *self,
            guint    dim,
            OmSlot  *slot,
            GError **error)
{
  gsize size = OM_SLOT_HEAD + dim;
  g_autofree guint8 *all = g_malloc (OM_STORE_BLOCK_SLOTS * size);
  sqlite3_blob *blob = open_block (self, slot->sector, slot->block, error);
  int rc;

  if (blob == NULL)
    return FALSE;
  rc = sqlite3_blob_read (blob, all, (int) (OM_STORE_BLOCK_SLOTS * size), 0);
  if (rc != SQLITE_OK)
    return om_store_fail (self, rc, error);
  for (slot->slot = 0; slot->slot < OM_STORE_BLOCK_SLOTS; slot->slot++)
    {
      if (om_slot_get_row (all + slot->slot * size) == 0)
        return TRUE;
    }
  return om_store_fail (self, SQLITE_CORRUPT, error);
}

/**
 * om_store_slot_take:
 * @embedder: an embedder
 * @dim: its dimensions
 * @slot: (inout): its sector is given, block and slot are found
 *
 * Takes a slot for a new search row: the next of the block that is being filled, one that was
 * freed, or the first of a new block.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_slot_take (OmStore *self,
                    gint64   embedder,
                    guint    dim,
                    OmSlot  *slot,
                    GError **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;
  guint filled;

  if (!om_statement_open (&s, self,
                          "SELECT id, filled FROM vector_blocks WHERE embedder = ?"
                          " AND sector = ? AND used < 1024 ORDER BY id LIMIT 1",
                          error))
    return FALSE;
  om_statement_add_int (&s, embedder);
  om_statement_add_int (&s, slot->sector);
  step = om_statement_step (&s, error);
  if (step == OM_STEP_DONE)
    return make_block (self, embedder, dim, slot, error);
  if (step == OM_STEP_ERROR)
    return FALSE;

  slot->block = sqlite3_column_int64 (s.stmt, 0);
  filled = (guint) sqlite3_column_int (s.stmt, 1);
  if (filled < OM_STORE_BLOCK_SLOTS)
    slot->slot = filled;
  else if (!find_freed (self, dim, slot, error))
    return FALSE;
  return set_counts (self, slot->block, filled < OM_STORE_BLOCK_SLOTS, 1, error);
}

static gboolean
write_bytes (OmStore      *self,
             const OmSlot *slot,
             const guint8 *bytes,
             gsize         size,
             GError      **error)
{
  sqlite3_blob *blob = open_block (self, slot->sector, slot->block, error);
  int rc;

  if (blob == NULL)
    return FALSE;
  rc = sqlite3_blob_write (blob, bytes, (int) size, (int) (slot->slot * size));
  return rc == SQLITE_OK || om_store_fail (self, rc, error);
}

/**
 * om_store_slot_write:
 * @slot: a slot that was taken
 * @dim: dimensions
 * @row: whose it is
 * @scale: what a byte is multiplied with
 * @bytes: (array length=dim): the search row
 *
 * Writes it in place, some 270 bytes of the block.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_slot_write (OmStore      *self,
                     const OmSlot *slot,
                     guint         dim,
                     gint64        row,
                     float         scale,
                     const guint8 *bytes,
                     GError      **error)
{
  gsize size = OM_SLOT_HEAD + dim;
  g_autofree guint8 *all = g_malloc (size);
  gint64 row_le = GINT64_TO_LE (row);
  guint32 bits;

  memcpy (&bits, &scale, sizeof bits);
  bits = GUINT32_TO_LE (bits);
  memcpy (all, &row_le, sizeof row_le);
  memcpy (all + 8, &bits, sizeof bits);
  memcpy (all + OM_SLOT_HEAD, bytes, dim);
  return write_bytes (self, slot, all, size, error);
}

/**
 * om_store_slot_free:
 * @slot: a slot that was taken
 *
 * Overwrites it with zeros, which frees it.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_slot_free (OmStore      *self,
                    const OmSlot *slot,
                    guint         dim,
                    GError      **error)
{
  gsize size = OM_SLOT_HEAD + dim;
  g_autofree guint8 *zeros = g_malloc0 (size);

  return write_bytes (self, slot, zeros, size, error) &&
         set_counts (self, slot->block, 0, -1, error);
}

/**
 * om_store_slot_read:
 * @slot: a slot
 * @buffer: (out caller-allocates): %OM_SLOT_HEAD + @dim bytes
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_slot_read (OmStore      *self,
                    const OmSlot *slot,
                    guint         dim,
                    guint8       *buffer,
                    GError      **error)
{
  gsize size = OM_SLOT_HEAD + dim;
  sqlite3_blob *blob = open_block (self, slot->sector, slot->block, error);
  int rc;

  if (blob == NULL)
    return FALSE;
  rc = sqlite3_blob_read (blob, buffer, (int) size, (int) (slot->slot * size));
  close_if_alone (self);
  return rc == SQLITE_OK || om_store_fail (self, rc, error);
}
