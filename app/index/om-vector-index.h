/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every search row of every memory in memory, and the exact scan over them (performance.md, 2.5).
 *
 * One arena a sector, and one for the means (%OM_SECTOR_MEAN). A memory with vectors in several
 * sectors gets a row in the mean arena as well; one with a single sector must get none: its sector
 * row is its mean, and the searches by mean find it there.
 *
 * A similarity is the cosine: vectors are normalised when put, queries when searched.
 *
 * Thread: plain. Many threads may search at once, one may change it while none searches. */
#pragma once

#include <gio/gio.h>

#include "index/om-doc-set.h"
#include "memory/om-enums.h"

G_BEGIN_DECLS

/**
 * OmVectorFormat:
 * @OM_VECTOR_FORMAT_U8: a byte a component and a scale a row; what the app uses
 * @OM_VECTOR_FORMAT_F32: exact; for the `reference` parameters and to compare against
 */
typedef enum
{
  OM_VECTOR_FORMAT_U8,
  OM_VECTOR_FORMAT_F32,
} OmVectorFormat;

/**
 * OmVectorMatch:
 * @doc: a document
 * @similarity: cosine, -1..1 (in the small form within .01 of it)
 */
typedef struct
{
  guint32 doc;
  float   similarity;
} OmVectorMatch;

typedef struct _OmVectorIndex OmVectorIndex;

OmVectorIndex  *om_vector_index_new              (guint                dimension,
                                                  OmVectorFormat       format);
void            om_vector_index_free             (OmVectorIndex       *self);
guint           om_vector_index_get_dimension    (const OmVectorIndex *self);
OmVectorFormat  om_vector_index_get_format       (const OmVectorIndex *self);
void            om_vector_index_set_max_threads  (OmVectorIndex       *self,
                                                  guint                max_threads);
gsize           om_vector_index_count            (const OmVectorIndex *self,
                                                  OmSector             sector);
gsize           om_vector_index_get_bytes        (const OmVectorIndex *self);

/* Changing. A put replaces the row the document has there. put gives FALSE, and the document has no
 * row there afterwards, for a vector that is all 0 or not finite. */
gboolean        om_vector_index_put              (OmVectorIndex       *self,
                                                  guint32              doc,
                                                  OmSector             sector,
                                                  const float         *vector);
void            om_vector_index_put_quantised    (OmVectorIndex       *self,
                                                  guint32              doc,
                                                  OmSector             sector,
                                                  const guint8        *row,
                                                  float                scale);
void            om_vector_index_remove           (OmVectorIndex       *self,
                                                  guint32              doc);
void            om_vector_index_remove_sector    (OmVectorIndex       *self,
                                                  guint32              doc,
                                                  OmSector             sector);

/* Reading one row. OM_SECTOR_MEAN gives the only sector's row of a memory that has but one. */
gboolean        om_vector_index_has              (const OmVectorIndex *self,
                                                  guint32              doc,
                                                  OmSector             sector);
gboolean        om_vector_index_get              (const OmVectorIndex *self,
                                                  guint32              doc,
                                                  OmSector             sector,
                                                  float               *vector);
gboolean        om_vector_index_get_quantised    (const OmVectorIndex *self,
                                                  guint32              doc,
                                                  OmSector             sector,
                                                  guint8              *row,
                                                  float               *scale);
void            om_vector_index_similarities     (const OmVectorIndex *self,
                                                  OmSector             sector,
                                                  const float         *query,
                                                  const guint32       *docs,
                                                  gsize                n_docs,
                                                  float               *similarities);

/* Searching: the k nearest by falling similarity, equal ones by document. NULL and
 * G_IO_ERROR_CANCELLED when cancelled, else an array of OmVectorMatch, empty for a query of 0. */
GArray         *om_vector_index_search           (const OmVectorIndex *self,
                                                  OmSector             sector,
                                                  const float         *query,
                                                  guint                k,
                                                  const OmDocSet      *allowed,
                                                  GCancellable        *cancellable,
                                                  GError             **error);
GArray         *om_vector_index_search_mean      (const OmVectorIndex *self,
                                                  const float         *query,
                                                  guint                k,
                                                  const OmDocSet      *allowed,
                                                  GCancellable        *cancellable,
                                                  GError             **error);
/* @queries: n_queries x dimension floats, one after the other. @before: (nullable): for each query
 * only documents numbered below it count, so that a batch can be put first and linked afterwards.
 * Returns an array of GArray of OmVectorMatch, one a query. */
GPtrArray      *om_vector_index_search_mean_many (const OmVectorIndex *self,
                                                  const float         *queries,
                                                  guint                n_queries,
                                                  guint                k,
                                                  const OmDocSet      *allowed,
                                                  const guint32       *before,
                                                  GCancellable        *cancellable,
                                                  GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmVectorIndex, om_vector_index_free)

G_END_DECLS
