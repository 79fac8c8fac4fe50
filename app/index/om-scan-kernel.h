/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inner loops of the vector scan, chosen at run time by what the processor can do, with a plain
 * fallback that every other one must equal.
 *
 * The small form of a vector ("u8"): component c is stored as round (c / scale) + 128 in 1..255,
 * the scale being the row's own. A query is rounded to 7 bits, -63..63: then a pair of products
 * fits 16 bits (255 x 63 x 2 < 32,768), so that the byte multiplication of AVX2 cannot saturate. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Rows are padded to whole cache lines, and begin at one. */
#define OM_SCAN_ALIGNMENT 64

/* What a component of value 0 is stored as; also the padding. */
#define OM_SCAN_ZERO 128

/* Largest value of a query's component in whole numbers. */
#define OM_SCAN_QUERY_MAX 63

/**
 * OmScanKernel:
 * @name: "plain", "avx2", "vnni", "neon"
 * @dot_u8: for each of @n_rows rows the sum of row x query in whole numbers into @dots: exact, the
 *   same on every kernel. @stride is bytes from row to row, a multiple of 64, as long as the query
 *   (padded with 0). The offset of 128 is still in it: subtract 128 x the query's sum.
 * @dot_f32: the same in float; @stride is floats from row to row, a multiple of 16. Equal rows give
 *   equal dots wherever they stand; kernels differ by rounding.
 */
typedef struct
{
  const char *name;
  void (*dot_u8)  (const guint8 *rows,
                   gsize         stride,
                   gsize         n_rows,
                   const gint8  *query,
                   gint32       *dots);
  void (*dot_f32) (const float  *rows,
                   gsize         stride,
                   gsize         n_rows,
                   const float  *query,
                   float        *dots);
} OmScanKernel;

const OmScanKernel *om_scan_kernel_best      (void);
const OmScanKernel *om_scan_kernel_get       (guint         index);
gsize               om_scan_stride_u8        (gsize         dimension);
gsize               om_scan_stride_f32       (gsize         dimension);
gboolean            om_scan_normalise        (const float  *vector,
                                              gsize         dimension,
                                              float        *unit);
gboolean            om_scan_quantise         (const float  *vector,
                                              gsize         dimension,
                                              guint8       *row,
                                              float        *scale);
void                om_scan_dequantise       (const guint8 *row,
                                              gsize         dimension,
                                              float         scale,
                                              float        *vector);
gboolean            om_scan_quantise_query   (const float  *vector,
                                              gsize         dimension,
                                              gint8        *query,
                                              float        *scale,
                                              gint32       *sum);

G_END_DECLS
