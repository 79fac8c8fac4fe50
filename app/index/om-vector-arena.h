/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of one sector: segments of 4,096 rows, each a structure of arrays. Private to the
 * index. */
#pragma once

#include "index/om-vector-index.h"

G_BEGIN_DECLS

#define OM_SEGMENT_ROWS 4096

/* Rows are looked at in blocks of one mask word. */
#define OM_BLOCK_ROWS 64

/* What om_vector_arena_find() gives for no row. */
#define OM_NO_ROW G_MAXUINT32

/**
 * OmVectorSegment:
 * @rows: (owned): the vectors, a stride apart, aligned to cache lines
 * @live: bit per row that holds a vector
 * @sole: bit per row that is the only one of its memory, and so its mean too
 * @docs: whose it is
 * @scales: of the small form; 1 in the exact one
 */
typedef struct
{
  guint8  *rows;
  guint64  live[OM_SEGMENT_ROWS / OM_BLOCK_ROWS];
  guint64  sole[OM_SEGMENT_ROWS / OM_BLOCK_ROWS];
  guint32  docs[OM_SEGMENT_ROWS];
  float    scales[OM_SEGMENT_ROWS];
} OmVectorSegment;

/**
 * OmVectorArena:
 * @segments: (owned) (element-type OmVectorSegment): all full but the last
 * @row_of_doc: (owned): 1 + the row of each document, 0 for none
 * @n_docs: length of @row_of_doc
 * @n_rows: rows in use, dead ones too
 * @n_dead: rows without a vector
 * @stride: bytes from row to row
 */
typedef struct
{
  GPtrArray *segments;
  guint32   *row_of_doc;
  gsize      n_docs;
  gsize      n_rows;
  gsize      n_dead;
  gsize      stride;
} OmVectorArena;

void     om_vector_arena_init     (OmVectorArena *self,
                                   gsize          stride);
void     om_vector_arena_clear    (OmVectorArena *self);
guint8  *om_vector_arena_put      (OmVectorArena *self,
                                   guint32        doc,
                                   float          scale);
gboolean om_vector_arena_remove   (OmVectorArena *self,
                                   guint32        doc);
void     om_vector_arena_set_sole (OmVectorArena *self,
                                   guint32        doc,
                                   gboolean       sole);
gsize    om_vector_arena_get_bytes (const OmVectorArena *self);

/** om_vector_arena_find: the row of a document, OM_NO_ROW for none */
static inline guint32
om_vector_arena_find (const OmVectorArena *self,
                      guint32              doc)
{
  return doc < self->n_docs ? self->row_of_doc[doc] - 1 : OM_NO_ROW;
}

static inline OmVectorSegment *
om_vector_arena_segment (const OmVectorArena *self,
                         guint32              row)
{
  return g_ptr_array_index (self->segments, row / OM_SEGMENT_ROWS);
}

static inline guint8 *
om_vector_arena_row (const OmVectorArena *self,
                     guint32              row)
{
  return om_vector_arena_segment (self, row)->rows + (row % OM_SEGMENT_ROWS) * self->stride;
}

static inline float
om_vector_arena_scale (const OmVectorArena *self,
                       guint32              row)
{
  return om_vector_arena_segment (self, row)->scales[row % OM_SEGMENT_ROWS];
}

G_END_DECLS
