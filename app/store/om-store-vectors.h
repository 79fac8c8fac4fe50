/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors: the f32 original by memory and sector, and the small search row of bytes in packed
 * blocks of 1,024, written in place (performance.md section 2.5). Vectors of different embedders
 * never meet. */
#pragma once

#include "memory/om-enums.h"
#include "store/om-store.h"

G_BEGIN_DECLS

#define OM_STORE_BLOCK_SLOTS 1024

/**
 * OmStoreVector:
 * @row: the memory
 * @sector: a sector or %OM_SECTOR_MEAN
 * @stage: how @v is kept; only full vectors are compared
 * @dim: numbers in @v, smaller than the embedder's unless full
 * @v: (owned by the array it came in): the numbers
 */
typedef struct
{
  gint64        row;
  OmSector      sector;
  OmVectorStage stage;
  guint         dim;
  float        *v;
} OmStoreVector;

/**
 * OmStoreSlotFunc:
 * @row: the memory
 * @sector: a sector or %OM_SECTOR_MEAN
 * @scale: what a byte is multiplied with
 * @bytes: as many as the embedder has dimensions, lives until the function returns
 *
 * Returns: %FALSE to stop
 */
typedef gboolean (*OmStoreSlotFunc) (gint64        row,
                                     OmSector      sector,
                                     float         scale,
                                     const guint8 *bytes,
                                     gpointer      data);

/* Number of an embedder, made known if it is new (WRITER) or 0 if it is (READER), -1 on error. An
 * embedder whose dimension changes is another embedder. */
gint64     om_store_embedder_id         (OmStore         *self,
                                         const char      *name,
                                         guint            dim,
                                         GError         **error);

/* Stores or replaces one vector. @bytes (nullable): the search row, of the embedder's dimension;
 * %NULL leaves the one that is there, as a change of stage does. */
gboolean   om_store_vector_put          (OmStore         *self,
                                         gint64           embedder,
                                         gint64           row,
                                         OmSector         sector,
                                         OmVectorStage    stage,
                                         const float     *v,
                                         guint            dim,
                                         const guint8    *bytes,
                                         float            scale,
                                         GError         **error);
/* Removes a memory's vectors: of one embedder, or of all with 0. Slots are overwritten with
 * zeros. */
gboolean   om_store_vectors_remove      (OmStore         *self,
                                         gint64           embedder,
                                         gint64           row,
                                         GError         **error);
/* Removes those of sectors that are not in @keep (bit per sector, 1 << OM_SECTOR_MEAN for the
 * mean). */
gboolean   om_store_vectors_keep_only   (OmStore         *self,
                                         gint64           embedder,
                                         gint64           row,
                                         guint            keep,
                                         GError         **error);

/* GArray of OmStoreVector with its numbers: all of one memory, or one sector of many in one
 * statement. */
GArray    *om_store_vectors_get         (OmStore         *self,
                                         gint64           embedder,
                                         gint64           row,
                                         GError         **error);
GArray    *om_store_vectors_get_rows    (OmStore         *self,
                                         gint64           embedder,
                                         OmSector         sector,
                                         const gint64    *rows,
                                         gsize            n_rows,
                                         GError         **error);

/* The search rows: of one sector (start-up), or of some memories, all sectors (catching up). */
gboolean   om_store_slots_load          (OmStore         *self,
                                         gint64           embedder,
                                         OmSector         sector,
                                         OmStoreSlotFunc  func,
                                         gpointer         data,
                                         GError         **error);
gboolean   om_store_slots_for_rows      (OmStore         *self,
                                         gint64           embedder,
                                         const gint64    *rows,
                                         gsize            n_rows,
                                         OmStoreSlotFunc  func,
                                         gpointer         data,
                                         GError         **error);

/* Re-embedding: rows after @after_row without a vector of this embedder (GArray of gint64,
 * ascending, in the bin or not), and the end of an embedder that is no longer used. */
GArray    *om_store_vectors_find_missing (OmStore        *self,
                                         gint64           embedder,
                                         gint64           after_row,
                                         guint            limit,
                                         GError         **error);
gboolean   om_store_embedder_remove     (OmStore         *self,
                                         gint64           embedder,
                                         GError         **error);

G_END_DECLS
