/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the two halves of the vector index share. */
#pragma once

#include "index/om-vector-arena.h"

G_BEGIN_DECLS

#define OM_N_ARENAS (OM_N_SECTORS + 1)

/**
 * OmVectorIndex:
 * @arenas: by #OmSector, the means last
 * @held: (owned): bit per arena (1 << sector) in which each document has a row
 * @n_held: length of @held
 * @max_threads: how many may share a search
 */
struct _OmVectorIndex
{
  guint          dimension;
  OmVectorFormat format;
  OmVectorArena  arenas[OM_N_ARENAS];
  guint8        *held;
  gsize          n_held;
  guint          max_threads;
};

/**
 * OmScanQuery:
 * @unit: (owned): the query with length 1, padded; exact format
 * @bytes: (owned): the query in 7 bits, padded; small format
 * @scale: value of one step
 * @offset: what the dots are too high by
 *
 * A query made ready for one index.
 */
typedef struct
{
  float  *unit;
  gint8  *bytes;
  float   scale;
  gint32  offset;
} OmScanQuery;

gboolean om_scan_query_init  (OmScanQuery         *self,
                              const OmVectorIndex *index,
                              const float         *vector);
void     om_scan_query_clear (OmScanQuery         *self);
void     om_scan_query_score (const OmScanQuery   *self,
                              const OmVectorArena *arena,
                              guint32              first_row,
                              gsize                n_rows,
                              float               *similarities);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (OmScanQuery, om_scan_query_clear)

G_END_DECLS
