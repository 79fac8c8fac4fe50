/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of the vector index: putting, removing, reading one. Searching is in
 * om-vector-search.c. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "index/om-vector-index.h"

#include <math.h>
#include <string.h>

#include "index/om-scan-kernel.h"
#include "index/om-vector-private.h"

#define MEAN_BIT (1 << OM_SECTOR_MEAN)

static gsize
row_stride (const OmVectorIndex *self)
{
  if (self->format == OM_VECTOR_FORMAT_U8)
    return om_scan_stride_u8 (self->dimension);
  return om_scan_stride_f32 (self->dimension) * sizeof (float);
}

/* Notes which rows a document has, and which of them is its mean. */
static void
set_held (OmVectorIndex *self,
          guint32        doc,
          guint          held)
{
  guint sectors = held & ~MEAN_BIT;
  gboolean sole = (held & MEAN_BIT) == 0 && sectors != 0 && (sectors & (sectors - 1)) == 0;

  if (doc >= self->n_held)
    {
      gsize n = doc + 1 + MAX (1024, doc / 4);

      self->held = g_renew (guint8, self->held, n);
      memset (self->held + self->n_held, 0, n - self->n_held);
      self->n_held = n;
    }
  self->held[doc] = held;
  for (int sector = 0; sector < OM_N_SECTORS; sector++)
    if ((sectors >> sector & 1) != 0)
      om_vector_arena_set_sole (&self->arenas[sector], doc, sole);
}

static guint
get_held (const OmVectorIndex *self,
          guint32              doc)
{
  return doc < self->n_held ? self->held[doc] : 0;
}

/* The arena that has a document's row for a sector, with the one sector standing for the mean. */
static const OmVectorArena *
find_arena (const OmVectorIndex *self,
            guint32              doc,
            OmSector             sector)
{
  guint held = get_held (self, doc);

  if ((held >> sector & 1) != 0)
    return &self->arenas[sector];
  if (sector == OM_SECTOR_MEAN && held != 0 && (held & (held - 1)) == 0)
    return &self->arenas[__builtin_ctz (held)];
  return NULL;
}

/**
 * om_vector_index_new:
 * @dimension: numbers of every vector, 1 or more
 * @format: how rows are kept
 *
 * Returns: (transfer full): an empty index
 */
OmVectorIndex *
om_vector_index_new (guint          dimension,
                     OmVectorFormat format)
{
  OmVectorIndex *self = g_new0 (OmVectorIndex, 1);

  g_assert (dimension > 0);
  self->dimension = dimension;
  self->format = format;
  self->max_threads = 2;
  for (int i = 0; i < OM_N_ARENAS; i++)
    om_vector_arena_init (&self->arenas[i], row_stride (self));
  return self;
}

/**
 * om_vector_index_free:
 * @self: (transfer full): an index
 */
void
om_vector_index_free (OmVectorIndex *self)
{
  for (int i = 0; i < OM_N_ARENAS; i++)
    om_vector_arena_clear (&self->arenas[i]);
  g_free (self->held);
  g_free (self);
}

/**
 * om_vector_index_get_dimension:
 *
 * Returns: numbers of a vector
 */
guint
om_vector_index_get_dimension (const OmVectorIndex *self)
{
  return self->dimension;
}

/**
 * om_vector_index_get_format:
 *
 * Returns: how rows are kept
 */
OmVectorFormat
om_vector_index_get_format (const OmVectorIndex *self)
{
  return self->format;
}

/**
 * om_vector_index_set_max_threads:
 * @max_threads: 1 or 2 (default)
 *
 * How many threads may share a search of more than 20,000 rows: to measure what the second brings.
 */
void
om_vector_index_set_max_threads (OmVectorIndex *self,
                                 guint          max_threads)
{
  self->max_threads = max_threads;
}

/**
 * om_vector_index_count:
 * @sector: a sector or %OM_SECTOR_MEAN
 *
 * Returns: rows kept there; the means of memories with one sector are not among those of the mean
 */
gsize
om_vector_index_count (const OmVectorIndex *self,
                       OmSector             sector)
{
  return self->arenas[sector].n_rows - self->arenas[sector].n_dead;
}

/**
 * om_vector_index_get_bytes:
 *
 * Returns: what the index takes in memory
 */
gsize
om_vector_index_get_bytes (const OmVectorIndex *self)
{
  gsize bytes = sizeof (*self) + self->n_held;

  for (int i = 0; i < OM_N_ARENAS; i++)
    bytes += om_vector_arena_get_bytes (&self->arenas[i]);
  return bytes;
}

/**
 * om_vector_index_put:
 * @doc: a document
 * @sector: a sector or %OM_SECTOR_MEAN
 * @vector: (array): as many numbers as the index has dimensions, of any length
 *
 * Keeps a vector, instead of the one the document has there.
 *
 * Returns: %FALSE if @vector is all 0 or not finite: the document then has no row there
 */
gboolean
om_vector_index_put (OmVectorIndex *self,
                     guint32        doc,
                     OmSector       sector,
                     const float   *vector)
{
  gsize dimension = self->dimension;
  g_autofree guint8 *row = g_malloc (row_stride (self));
  float scale = 1;
  gboolean usable;

  g_assert (sector >= 0 && sector < OM_N_ARENAS);
  if (self->format == OM_VECTOR_FORMAT_U8)
    {
      memset (row, OM_SCAN_ZERO, row_stride (self));
      usable = om_scan_quantise (vector, dimension, row, &scale);
    }
  else
    {
      memset (row, 0, row_stride (self));
      usable = om_scan_normalise (vector, dimension, (float *) row);
    }
  if (!usable)
    {
      om_vector_index_remove_sector (self, doc, sector);
      return FALSE;
    }
  memcpy (om_vector_arena_put (&self->arenas[sector], doc, scale), row, row_stride (self));
  set_held (self, doc, get_held (self, doc) | 1u << sector);
  return TRUE;
}

/**
 * om_vector_index_put_quantised:
 * @doc: a document
 * @sector: a sector or %OM_SECTOR_MEAN
 * @row: (array): a row as om_scan_quantise() makes it, as many bytes as the index has dimensions
 * @scale: the scale that came with it
 *
 * Keeps a vector in its small form, as the store has it.
 */
void
om_vector_index_put_quantised (OmVectorIndex *self,
                               guint32        doc,
                               OmSector       sector,
                               const guint8  *row,
                               float          scale)
{
  gsize dimension = self->dimension;
  guint8 *place;

  g_assert (sector >= 0 && sector < OM_N_ARENAS);
  if (self->format == OM_VECTOR_FORMAT_F32)
    {
      g_autofree float *vector = g_new (float, dimension);

      om_scan_dequantise (row, dimension, scale, vector);
      om_vector_index_put (self, doc, sector, vector);
      return;
    }
  place = om_vector_arena_put (&self->arenas[sector], doc, scale);
  memcpy (place, row, dimension);
  memset (place + dimension, OM_SCAN_ZERO, row_stride (self) - dimension);
  set_held (self, doc, get_held (self, doc) | 1u << sector);
}

/**
 * om_vector_index_remove:
 * @doc: a document, not necessarily known
 *
 * Forgets all rows of a document.
 */
void
om_vector_index_remove (OmVectorIndex *self,
                        guint32        doc)
{
  guint held = get_held (self, doc);

  if (held == 0)
    return;

  for (int i = 0; i < OM_N_ARENAS; i++)
    if ((held >> i & 1) != 0)
      om_vector_arena_remove (&self->arenas[i], doc);
  set_held (self, doc, 0);
}

/**
 * om_vector_index_remove_sector:
 * @doc: a document, not necessarily known
 * @sector: a sector or %OM_SECTOR_MEAN
 *
 * Forgets one row of a document. When its mean goes and one sector is left, that is its mean.
 */
void
om_vector_index_remove_sector (OmVectorIndex *self,
                               guint32        doc,
                               OmSector       sector)
{
  g_assert (sector >= 0 && sector < OM_N_ARENAS);
  if (om_vector_arena_remove (&self->arenas[sector], doc))
    set_held (self, doc, get_held (self, doc) & ~(1u << sector));
}

/**
 * om_vector_index_has:
 *
 * Returns: whether the document has a vector there; for the mean, its own or an only sector's
 */
gboolean
om_vector_index_has (const OmVectorIndex *self,
                     guint32              doc,
                     OmSector             sector)
{
  return find_arena (self, doc, sector) != NULL;
}

/**
 * om_vector_index_get:
 * @vector: (out caller-allocates) (array): room for the numbers of a vector
 *
 * Reads a vector of length 1 back; in the small form within half a step a component.
 *
 * Returns: %FALSE if there is none
 */
gboolean
om_vector_index_get (const OmVectorIndex *self,
                     guint32              doc,
                     OmSector             sector,
                     float               *vector)
{
  const OmVectorArena *arena = find_arena (self, doc, sector);
  guint32 row;

  if (arena == NULL)
    return FALSE;

  row = om_vector_arena_find (arena, doc);
  if (self->format == OM_VECTOR_FORMAT_U8)
    om_scan_dequantise (om_vector_arena_row (arena, row), self->dimension,
                        om_vector_arena_scale (arena, row), vector);
  else
    memcpy (vector, om_vector_arena_row (arena, row), self->dimension * sizeof (float));
  return TRUE;
}

/**
 * om_vector_index_get_quantised:
 * @row: (out caller-allocates) (array): room for as many bytes as there are dimensions
 * @scale: (out): its scale
 *
 * Reads the small form of a vector, as the store keeps it.
 *
 * Returns: %FALSE if there is none
 */
gboolean
om_vector_index_get_quantised (const OmVectorIndex *self,
                               guint32              doc,
                               OmSector             sector,
                               guint8              *row,
                               float               *scale)
{
  const OmVectorArena *arena = find_arena (self, doc, sector);
  guint32 found;

  if (arena == NULL)
    return FALSE;

  found = om_vector_arena_find (arena, doc);
  if (self->format == OM_VECTOR_FORMAT_F32)
    return om_scan_quantise ((const float *) om_vector_arena_row (arena, found), self->dimension,
                             row, scale);
  memcpy (row, om_vector_arena_row (arena, found), self->dimension);
  *scale = om_vector_arena_scale (arena, found);
  return TRUE;
}

/**
 * om_vector_index_similarities:
 * @sector: a sector or %OM_SECTOR_MEAN
 * @query: (array): a vector
 * @docs: (array length=n_docs): documents
 * @similarities: (out caller-allocates) (array length=n_docs): how near each is, NAN for one
 *   without a vector there, and for all if @query is all 0 or not finite
 *
 * The same numbers that a search gives.
 */
void
om_vector_index_similarities (const OmVectorIndex *self,
                              OmSector             sector,
                              const float         *query,
                              const guint32       *docs,
                              gsize                n_docs,
                              float               *similarities)
{
  g_auto (OmScanQuery) scan = { NULL };
  gboolean usable = om_scan_query_init (&scan, self, query);

  for (gsize i = 0; i < n_docs; i++)
    {
      const OmVectorArena *arena = usable ? find_arena (self, docs[i], sector) : NULL;

      if (arena == NULL)
        similarities[i] = NAN;
      else
        om_scan_query_score (&scan, arena, om_vector_arena_find (arena, docs[i]), 1,
                             &similarities[i]);
    }
}
