/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of one sector: append, tombstones, compaction. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "index/om-vector-arena.h"

#include <stdlib.h>
#include <string.h>

#include "index/om-scan-kernel.h"

/* Dead rows are cleared away once they are more than a quarter, and worth the walk. */
#define COMPACT_SHARE 4
#define COMPACT_MIN OM_BLOCK_ROWS

/* A new document makes room for this many more. */
#define DOC_ROOM 1024

static void
segment_free (OmVectorSegment *segment)
{
  free (segment->rows);
  g_free (segment);
}

static OmVectorSegment *
segment_new (gsize stride)
{
  OmVectorSegment *segment = g_new0 (OmVectorSegment, 1);
  void *rows = NULL;

  /* Left untouched, so that pages of rows never used take no memory. */
  if (posix_memalign (&rows, OM_SCAN_ALIGNMENT, OM_SEGMENT_ROWS * stride) != 0)
    g_error ("no memory for %" G_GSIZE_FORMAT " bytes of vectors", OM_SEGMENT_ROWS * stride);
  segment->rows = rows;
  return segment;
}

static void
set_bit (guint64 *words,
         gsize    bit,
         gboolean on)
{
  guint64 mask = G_GUINT64_CONSTANT (1) << (bit % 64);

  if (on)
    words[bit / 64] |= mask;
  else
    words[bit / 64] &= ~mask;
}

static gboolean
has_bit (const guint64 *words,
         gsize          bit)
{
  return (words[bit / 64] >> (bit % 64) & 1) != 0;
}

static gboolean
row_is_live (const OmVectorArena *self,
             gsize                row)
{
  return has_bit (om_vector_arena_segment (self, row)->live, row % OM_SEGMENT_ROWS);
}

static void
move_row (OmVectorArena *self,
          gsize          from,
          gsize          to)
{
  OmVectorSegment *source = om_vector_arena_segment (self, from);
  OmVectorSegment *target = om_vector_arena_segment (self, to);
  gsize s = from % OM_SEGMENT_ROWS;
  gsize t = to % OM_SEGMENT_ROWS;

  memcpy (om_vector_arena_row (self, to), om_vector_arena_row (self, from), self->stride);
  target->docs[t] = source->docs[s];
  target->scales[t] = source->scales[s];
  set_bit (target->live, t, TRUE);
  set_bit (target->sole, t, has_bit (source->sole, s));
  set_bit (source->live, s, FALSE);
  set_bit (source->sole, s, FALSE);
  self->row_of_doc[target->docs[t]] = to + 1;
}

/* Fills the holes from the end: no more rows move than have died. */
static void
compact (OmVectorArena *self)
{
  gsize hole = 0;
  gsize n_segments;

  while (self->n_dead > 0)
    {
      if (!row_is_live (self, self->n_rows - 1))
        {
          self->n_rows--;
          self->n_dead--;
          continue;
        }
      while (row_is_live (self, hole))
        hole++;
      move_row (self, self->n_rows - 1, hole);
    }
  n_segments = (self->n_rows + OM_SEGMENT_ROWS - 1) / OM_SEGMENT_ROWS;
  g_ptr_array_set_size (self->segments, n_segments);
}

/**
 * om_vector_arena_init:
 * @self: (out caller-allocates): the arena
 * @stride: bytes a row, a multiple of 64
 */
void
om_vector_arena_init (OmVectorArena *self,
                      gsize          stride)
{
  memset (self, 0, sizeof (*self));
  self->segments = g_ptr_array_new_with_free_func ((GDestroyNotify) segment_free);
  self->stride = stride;
}

/**
 * om_vector_arena_clear:
 *
 * Frees what it holds.
 */
void
om_vector_arena_clear (OmVectorArena *self)
{
  g_clear_pointer (&self->segments, g_ptr_array_unref);
  g_clear_pointer (&self->row_of_doc, g_free);
}

/**
 * om_vector_arena_put:
 * @doc: whose vector it is; the row it had is taken again
 * @scale: of the small form
 *
 * Returns: (transfer none): the row, to be filled with a stride of bytes
 */
guint8 *
om_vector_arena_put (OmVectorArena *self,
                     guint32        doc,
                     float          scale)
{
  guint32 row = om_vector_arena_find (self, doc);
  OmVectorSegment *segment;

  if (row == OM_NO_ROW)
    {
      if (doc >= self->n_docs)
        {
          gsize n_docs = doc + 1 + MAX (DOC_ROOM, doc / 4);

          self->row_of_doc = g_renew (guint32, self->row_of_doc, n_docs);
          memset (self->row_of_doc + self->n_docs, 0, (n_docs - self->n_docs) * sizeof (guint32));
          self->n_docs = n_docs;
        }
      row = self->n_rows++;
      if (row / OM_SEGMENT_ROWS == self->segments->len)
        g_ptr_array_add (self->segments, segment_new (self->stride));
      self->row_of_doc[doc] = row + 1;
      segment = om_vector_arena_segment (self, row);
      segment->docs[row % OM_SEGMENT_ROWS] = doc;
      set_bit (segment->live, row % OM_SEGMENT_ROWS, TRUE);
      set_bit (segment->sole, row % OM_SEGMENT_ROWS, FALSE);
    }
  om_vector_arena_segment (self, row)->scales[row % OM_SEGMENT_ROWS] = scale;
  return om_vector_arena_row (self, row);
}

/**
 * om_vector_arena_remove:
 *
 * Returns: %FALSE if @doc has no row here
 */
gboolean
om_vector_arena_remove (OmVectorArena *self,
                        guint32        doc)
{
  guint32 row = om_vector_arena_find (self, doc);
  OmVectorSegment *segment;

  if (row == OM_NO_ROW)
    return FALSE;

  segment = om_vector_arena_segment (self, row);
  set_bit (segment->live, row % OM_SEGMENT_ROWS, FALSE);
  set_bit (segment->sole, row % OM_SEGMENT_ROWS, FALSE);
  /* What was taken out is not left lying in memory. */
  memset (om_vector_arena_row (self, row), 0, self->stride);
  self->row_of_doc[doc] = 0;
  self->n_dead++;
  if (self->n_dead >= COMPACT_MIN && self->n_dead > self->n_rows / COMPACT_SHARE)
    compact (self);
  return TRUE;
}

/**
 * om_vector_arena_set_sole:
 * @doc: a document; nothing happens if it has no row here
 * @sole: whether this row is the only one of its memory
 */
void
om_vector_arena_set_sole (OmVectorArena *self,
                          guint32        doc,
                          gboolean       sole)
{
  guint32 row = om_vector_arena_find (self, doc);

  if (row != OM_NO_ROW)
    set_bit (om_vector_arena_segment (self, row)->sole, row % OM_SEGMENT_ROWS, sole);
}

/**
 * om_vector_arena_get_bytes:
 *
 * Returns: what it takes in memory, rows not yet used left out
 */
gsize
om_vector_arena_get_bytes (const OmVectorArena *self)
{
  return self->n_rows * self->stride + self->segments->len * sizeof (OmVectorSegment) +
         self->n_docs * sizeof (guint32);
}
