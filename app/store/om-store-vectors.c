/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors: the f32 originals, and which slot holds the search row of each. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-vectors.h"

#include "store/om-store-blocks.h"
#include "store/om-store-bounds.h"
#include "store/om-store-private.h"
#include "store/om-store-statement.h"

/* Stored little-endian, whatever the machine: swaps in place where it is not. */
static void
swap_floats (float *v,
             gsize  n)
{
#if G_BYTE_ORDER == G_BIG_ENDIAN
  for (gsize i = 0; i < n; i++)
    {
      guint32 bits;

      memcpy (&bits, v + i, sizeof bits);
      bits = GUINT32_SWAP_LE_BE (bits);
      memcpy (v + i, &bits, sizeof bits);
    }
#endif
}

static void
vector_clear (gpointer data)
{
  g_free (((OmStoreVector *) data)->v);
}

/* Dimensions of an embedder, 0 with an error if there is none. */
static guint
get_dim (OmStore *self,
         gint64   embedder,
         GError **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self, "SELECT dim FROM embedders WHERE id = ?", error))
    return 0;
  om_statement_add_int (&s, embedder);
  step = om_statement_step (&s, error);
  if (step == OM_STEP_DONE)
    g_set_error (error, OM_ERROR, OM_ERROR_NOT_FOUND,
                 "There is no embedder number %" G_GINT64_FORMAT ".", embedder);
  return step == OM_STEP_ROW ? (guint) sqlite3_column_int (s.stmt, 0) : 0;
}

static gboolean
find_embedder (OmStore    *self,
               const char *name,
               guint       dim,
               gint64     *id,
               GError    **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  *id = 0;
  if (!om_statement_open (&s, self, "SELECT id FROM embedders WHERE name = ? AND dim = ?", error))
    return FALSE;
  om_statement_add_text (&s, name);
  om_statement_add_int (&s, dim);
  step = om_statement_step (&s, error);
  if (step == OM_STEP_ROW)
    *id = sqlite3_column_int64 (s.stmt, 0);
  return step != OM_STEP_ERROR;
}

static gboolean
make_embedder (OmStore    *self,
               const char *name,
               guint       dim,
               GError    **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self, "INSERT OR IGNORE INTO embedders (name, dim) VALUES (?, ?)",
                          error))
    return FALSE;
  om_statement_add_text (&s, name);
  om_statement_add_int (&s, dim);
  return om_statement_run (&s, error);
}

/**
 * om_store_embedder_id:
 * @name: an embedder's name
 * @dim: its dimensions, 1..65536
 *
 * Returns: its number; a writer makes it known, a reader gets 0 if it is not; -1 on error
 */
gint64
om_store_embedder_id (OmStore    *self,
                      const char *name,
                      guint       dim,
                      GError    **error)
{
  gint64 id;
  gboolean ok;

  g_return_val_if_fail (dim >= 1 && dim <= 65536, -1);

  if (!find_embedder (self, name, dim, &id, error))
    return -1;
  if (id != 0 || !om_store_is_writer (self) || self->reading)
    return id;

  if (!om_store_change_begin (self, error))
    return -1;
  ok = make_embedder (self, name, dim, error) && find_embedder (self, name, dim, &id, error);
  return om_store_change_end (self, ok, error) ? id : -1;
}

/* Where the search row of a vector lies. @found: there is such a vector; block 0: it has no search
 * row. */
static gboolean
find_slot (OmStore  *self,
           gint64    embedder,
           gint64    row,
           OmSlot   *slot,
           gboolean *found,
           GError  **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  *found = FALSE;
  slot->block = 0;
  if (!om_statement_open (&s, self,
                          "SELECT block, slot FROM vectors WHERE memory = ?"
                          " AND embedder = ? AND sector = ?",
                          error))
    return FALSE;
  om_statement_add_int (&s, row);
  om_statement_add_int (&s, embedder);
  om_statement_add_int (&s, slot->sector);
  step = om_statement_step (&s, error);
  if (step == OM_STEP_ROW)
    {
      *found = TRUE;
      slot->block = sqlite3_column_int64 (s.stmt, 0);
      slot->slot = (guint) sqlite3_column_int (s.stmt, 1);
    }
  return step != OM_STEP_ERROR;
}

static gboolean
write_vector (OmStore      *self,
              gint64        embedder,
              gint64        row,
              const OmSlot *slot,
              OmVectorStage stage,
              const float  *v,
              guint         dim,
              GError      **error)
{
  g_auto (OmStatement) s = { 0 };
  g_autofree float *copy = g_memdup2 (v, dim * sizeof (float));

  swap_floats (copy, dim);
  if (!om_statement_open (&s, self,
                          "INSERT INTO vectors (memory, embedder, sector, stage, block,"
                          " slot, v) VALUES (?, ?, ?, ?, ?, ?, ?)"
                          " ON CONFLICT DO UPDATE SET stage = excluded.stage,"
                          " block = excluded.block, slot = excluded.slot, v = excluded.v",
                          error))
    return FALSE;
  om_statement_add_int (&s, row);
  om_statement_add_int (&s, embedder);
  om_statement_add_int (&s, slot->sector);
  om_statement_add_int (&s, stage);
  om_statement_add_id (&s, slot->block);
  if (slot->block > 0)
    om_statement_add_int (&s, slot->slot);
  else
    om_statement_add_id (&s, 0);
  om_statement_add_blob (&s, copy, dim * sizeof (float));
  return om_statement_run (&s, error);
}

/**
 * om_store_vector_put:
 * @embedder: an embedder
 * @row: a memory
 * @sector: a sector or %OM_SECTOR_MEAN
 * @stage: how @v is kept
 * @v: (array length=dim): the numbers
 * @dim: the embedder's dimensions if @stage is full, else at most as many
 * @bytes: (nullable): the search row, of the embedder's dimensions; %NULL leaves the one that is
 *   there
 * @scale: what a byte is multiplied with
 *
 * Stores or replaces one vector.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_vector_put (OmStore      *self,
                     gint64        embedder,
                     gint64        row,
                     OmSector      sector,
                     OmVectorStage stage,
                     const float  *v,
                     guint         dim,
                     const guint8 *bytes,
                     float         scale,
                     GError      **error)
{
  OmSlot slot = { .sector = sector };
  gboolean found;
  gboolean ok;
  guint full;

  g_return_val_if_fail (sector >= 0 && sector <= OM_SECTOR_MEAN, FALSE);

  if (!om_store_change_begin (self, error))
    return FALSE;
  full = get_dim (self, embedder, error);
  ok = full > 0 && om_store_check_row (self, row, error);
  if (ok && (dim < 1 || dim > full || (stage == OM_VECTOR_STAGE_FULL && dim != full)))
    {
      g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
                   "A vector of %u numbers does not fit an embedder of %u.", dim, full);
      ok = FALSE;
    }
  ok = ok && find_slot (self, embedder, row, &slot, &found, error);
  if (ok && bytes != NULL)
    ok = (slot.block > 0 || om_store_slot_take (self, embedder, full, &slot, error)) &&
         om_store_slot_write (self, &slot, full, row, scale, bytes, error);
  ok = ok && write_vector (self, embedder, row, &slot, stage, v, dim, error) &&
       om_store_stamp (self, row, error);
  return om_store_change_end (self, ok, error);
}

/* Of each vector of a memory that goes: its embedder and where its search row lies. */
typedef struct
{
  gint64 embedder;
  guint  dim;
  OmSlot slot;
} Leaving;

static gboolean
collect_leaving (OmStore *self,
                 gint64   embedder,
                 gint64   row,
                 guint    keep,
                 GArray  *leaving,
                 GError **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  if (!om_statement_open (&s, self,
                          "SELECT v.embedder, e.dim, v.sector, v.block, v.slot"
                          " FROM vectors v JOIN embedders e ON e.id = v.embedder"
                          " WHERE v.memory = ? AND (?2 = 0 OR v.embedder = ?2)",
                          error))
    return FALSE;
  om_statement_add_int (&s, row);
  om_statement_add_int (&s, embedder);
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      Leaving one = {
        .embedder = sqlite3_column_int64 (s.stmt, 0),
        .dim = (guint) sqlite3_column_int (s.stmt, 1),
        .slot = { (OmSector) sqlite3_column_int (s.stmt, 2), sqlite3_column_int64 (s.stmt, 3),
                  (guint) sqlite3_column_int (s.stmt, 4) },
      };
      if ((guint) one.slot.sector > OM_SECTOR_MEAN || !(keep & 1u << one.slot.sector))
        g_array_append_val (leaving, one);
    }
  return step == OM_STEP_DONE;
}

static gboolean
remove_one (OmStore       *self,
            gint64         row,
            const Leaving *leaving,
            GError       **error)
{
  g_auto (OmStatement) s = { 0 };

  if (leaving->slot.block > 0 && !om_store_slot_free (self, &leaving->slot, leaving->dim, error))
    return FALSE;
  if (!om_statement_open (&s, self,
                          "DELETE FROM vectors WHERE memory = ? AND embedder = ?"
                          " AND sector = ?",
                          error))
    return FALSE;
  om_statement_add_int (&s, row);
  om_statement_add_int (&s, leaving->embedder);
  om_statement_add_int (&s, leaving->slot.sector);
  return om_statement_run (&s, error);
}

static gboolean
remove_but (OmStore *self,
            gint64   embedder,
            gint64   row,
            guint    keep,
            GError **error)
{
  g_autoptr (GArray) leaving = g_array_new (FALSE, FALSE, sizeof (Leaving));
  gboolean ok;

  if (!om_store_change_begin (self, error))
    return FALSE;
  ok = collect_leaving (self, embedder, row, keep, leaving, error);
  for (guint i = 0; ok && i < leaving->len; i++)
    ok = remove_one (self, row, &g_array_index (leaving, Leaving, i), error);
  if (ok && leaving->len > 0)
    ok = om_store_stamp (self, row, error);
  return om_store_change_end (self, ok, error);
}

/**
 * om_store_vectors_remove:
 * @embedder: an embedder, 0 for all
 * @row: a memory
 *
 * Removes its vectors and overwrites their slots with zeros.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_vectors_remove (OmStore *self,
                         gint64   embedder,
                         gint64   row,
                         GError **error)
{
  return remove_but (self, embedder, row, 0, error);
}

/**
 * om_store_vectors_keep_only:
 * @embedder: an embedder
 * @row: a memory
 * @keep: bit per sector that stays
 *
 * After an edit has changed the sectors of a memory.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_vectors_keep_only (OmStore *self,
                            gint64   embedder,
                            gint64   row,
                            guint    keep,
                            GError **error)
{
  return remove_but (self, embedder, row, keep, error);
}

static GArray *
collect_vectors (OmStatement *s,
                 GError     **error)
{
  g_autoptr (GArray) vectors = g_array_new (FALSE, FALSE, sizeof (OmStoreVector));
  OmStep step;

  g_array_set_clear_func (vectors, vector_clear);
  while ((step = om_statement_step (s, error)) == OM_STEP_ROW)
    {
      OmStoreVector vector = {
        .row = sqlite3_column_int64 (s->stmt, 0),
        .sector = (OmSector) om_store_get_enum (s->stmt, 1, OM_STORE_N_ARENAS, OM_SECTOR_MEAN),
        .stage = (OmVectorStage) om_store_get_enum (s->stmt, 2, OM_N_VECTOR_STAGES, OM_VECTOR_STAGE_FINGERPRINT),
        .dim = (guint) sqlite3_column_bytes (s->stmt, 3) / sizeof (float),
      };

      vector.v = g_memdup2 (sqlite3_column_blob (s->stmt, 3), vector.dim * sizeof (float));
      swap_floats (vector.v, vector.dim);
      g_array_append_val (vectors, vector);
    }
  return step == OM_STEP_DONE ? g_steal_pointer (&vectors) : NULL;
}

/**
 * om_store_vectors_get:
 * @embedder: an embedder
 * @row: a memory
 *
 * Returns: (transfer full) (nullable) (element-type OmStoreVector): its vectors, by sector, the
 *   mean last
 */
GArray *
om_store_vectors_get (OmStore *self,
                      gint64   embedder,
                      gint64   row,
                      GError **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "SELECT memory, sector, stage, v FROM vectors"
                          " WHERE memory = ? AND embedder = ? ORDER BY sector",
                          error))
    return NULL;
  om_statement_add_int (&s, row);
  om_statement_add_int (&s, embedder);
  return collect_vectors (&s, error);
}

/**
 * om_store_vectors_get_rows:
 * @embedder: an embedder
 * @sector: a sector or %OM_SECTOR_MEAN
 * @rows: (array length=n_rows): memories
 *
 * Returns: (transfer full) (nullable) (element-type OmStoreVector): the vectors of those that have
 *   one, in the order asked for
 */
GArray *
om_store_vectors_get_rows (OmStore      *self,
                           gint64        embedder,
                           OmSector      sector,
                           const gint64 *rows,
                           gsize         n_rows,
                           GError      **error)
{
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "SELECT v.memory, v.sector, v.stage, v.v FROM json_each (?) j"
                          " CROSS JOIN vectors v ON v.memory = j.value"
                          " AND v.embedder = ? AND v.sector = ?",
                          error))
    return NULL;
  om_statement_add_rows (&s, rows, n_rows);
  om_statement_add_int (&s, embedder);
  om_statement_add_int (&s, sector);
  return collect_vectors (&s, error);
}

/**
 * om_store_slots_load:
 * @embedder: an embedder
 * @sector: a sector or %OM_SECTOR_MEAN
 * @func: called for each search row, in the order of the blocks, until it says %FALSE
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_slots_load (OmStore        *self,
                     gint64          embedder,
                     OmSector        sector,
                     OmStoreSlotFunc func,
                     gpointer        data,
                     GError        **error)
{
  g_auto (OmStatement) s = { 0 };
  gsize size = get_dim (self, embedder, error);
  OmStep step;

  if (size == 0 || !om_statement_open (&s, self,
                                       "SELECT b.filled, d.data FROM vector_blocks b CROSS"
                                       " JOIN vector_block_data d ON d.id = b.id"
                                       " WHERE b.embedder = ? AND b.sector = ? ORDER BY b.id",
                                       error))
    return FALSE;
  size += OM_SLOT_HEAD;
  om_statement_add_int (&s, embedder);
  om_statement_add_int (&s, sector);
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      const guint8 *slots = sqlite3_column_blob (s.stmt, 1);
      gsize n_slots = MIN ((gsize) sqlite3_column_int (s.stmt, 0),
                           (gsize) sqlite3_column_bytes (s.stmt, 1) / size);

      for (gsize i = 0; i < n_slots; i++, slots += size)
        {
          gint64 row = om_slot_get_row (slots);

          if (row != 0 &&
              !func (row, sector, om_slot_get_scale (slots), slots + OM_SLOT_HEAD, data))
            return TRUE;
        }
    }
  return step == OM_STEP_DONE;
}

/**
 * om_store_slots_for_rows:
 * @embedder: an embedder
 * @rows: (array length=n_rows): memories
 * @func: called for each search row of theirs, in the order asked for, until it says %FALSE
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_slots_for_rows (OmStore        *self,
                         gint64          embedder,
                         const gint64   *rows,
                         gsize           n_rows,
                         OmStoreSlotFunc func,
                         gpointer        data,
                         GError        **error)
{
  g_auto (OmStatement) s = { 0 };
  guint dim = get_dim (self, embedder, error);
  g_autofree guint8 *buffer = NULL;
  OmStep step;

  if (dim == 0 ||
      !om_statement_open (&s, self,
                          "SELECT v.memory, v.sector, v.block, v.slot FROM json_each (?) j"
                          " CROSS JOIN vectors v ON v.memory = j.value"
                          " AND v.embedder = ? WHERE v.block IS NOT NULL",
                          error))
    return FALSE;
  buffer = g_malloc (OM_SLOT_HEAD + dim);
  om_statement_add_rows (&s, rows, n_rows);
  om_statement_add_int (&s, embedder);
  while ((step = om_statement_step (&s, error)) == OM_STEP_ROW)
    {
      gint64 row = sqlite3_column_int64 (s.stmt, 0);
      OmSlot slot = { (OmSector) sqlite3_column_int (s.stmt, 1), sqlite3_column_int64 (s.stmt, 2),
                      (guint) sqlite3_column_int (s.stmt, 3) };

      if (!om_store_slot_read (self, &slot, dim, buffer, error))
        return FALSE;
      if (om_slot_get_row (buffer) == row &&
          !func (row, slot.sector, om_slot_get_scale (buffer), buffer + OM_SLOT_HEAD, data))
        return TRUE;
    }
  return step == OM_STEP_DONE;
}

/**
 * om_store_vectors_find_missing:
 * @embedder: an embedder
 * @after_row: rows above this one
 * @limit: how many at most
 *
 * Returns: (transfer full) (nullable) (element-type gint64): memories without a vector of this
 *   embedder, ascending; among them are those whose text has no words and gets none
 */
GArray *
om_store_vectors_find_missing (OmStore *self,
                               gint64   embedder,
                               gint64   after_row,
                               guint    limit,
                               GError **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_auto (OmStatement) s = { 0 };

  if (!om_statement_open (&s, self,
                          "SELECT m.row FROM memories m WHERE m.row > ? AND NOT EXISTS"
                          " (SELECT 1 FROM vectors v WHERE v.memory = m.row"
                          " AND v.embedder = ?) ORDER BY m.row LIMIT ?",
                          error))
    return NULL;
  om_statement_add_int (&s, after_row);
  om_statement_add_int (&s, embedder);
  om_statement_add_int (&s, limit);
  return om_statement_collect (&s, rows, error) ? g_steal_pointer (&rows) : NULL;
}

/**
 * om_store_embedder_remove:
 * @embedder: an embedder that is no longer used
 *
 * Removes its vectors and blocks, and itself.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_embedder_remove (OmStore *self,
                          gint64   embedder,
                          GError **error)
{
  static const char *const statements[] = {
    "DELETE FROM vectors WHERE embedder = ?",
    "DELETE FROM vector_block_data WHERE id IN (SELECT id FROM vector_blocks WHERE embedder = ?)",
    "DELETE FROM vector_blocks WHERE embedder = ?",
    "DELETE FROM embedders WHERE id = ?",
  };
  gboolean ok = TRUE;

  if (!om_store_change_begin (self, error))
    return FALSE;
  om_store_blobs_close (self);
  for (gsize i = 0; ok && i < G_N_ELEMENTS (statements); i++)
    {
      g_auto (OmStatement) s = { 0 };

      ok = om_statement_open (&s, self, statements[i], error);
      if (ok)
        {
          om_statement_add_int (&s, embedder);
          ok = om_statement_run (&s, error);
        }
    }
  return om_store_change_end (self, ok, error);
}
