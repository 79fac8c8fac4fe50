/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The plain kernel, the choice among kernels, and the small form of vectors. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "index/om-scan-kernel.h"

#include <math.h>
#include <string.h>

#include "index/om-scan-kernel-private.h"

/* Largest distance of a stored component from OM_SCAN_ZERO. */
#define ROW_MAX 127

static void
plain_dot_u8 (const guint8 *rows,
              gsize         stride,
              gsize         n_rows,
              const gint8  *query,
              gint32       *dots)
{
  for (gsize i = 0; i < n_rows; i++)
    {
      const guint8 *row = rows + i * stride;
      gint32 dot = 0;

      for (gsize c = 0; c < stride; c++)
        dot += row[c] * query[c];
      dots[i] = dot;
    }
}

static void
plain_dot_f32 (const float *rows,
               gsize        stride,
               gsize        n_rows,
               const float *query,
               float       *dots)
{
  for (gsize i = 0; i < n_rows; i++)
    {
      const float *row = rows + i * stride;
      float dot = 0;

      for (gsize c = 0; c < stride; c++)
        dot += row[c] * query[c];
      dots[i] = dot;
    }
}

static const OmScanKernel kernel_plain = { "plain", plain_dot_u8, plain_dot_f32 };

/**
 * om_scan_kernel_get:
 * @index: 0 for the plain one, then upwards by speed
 *
 * Returns: (transfer none) (nullable): a kernel this machine can run, %NULL past the last
 */
const OmScanKernel *
om_scan_kernel_get (guint index)
{
  const OmScanKernel *kernels[4] = { &kernel_plain };
  guint n = 1;

#if defined(__x86_64__) || defined(__i386__)
  __builtin_cpu_init ();
  if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma"))
    {
      kernels[n++] = &om_scan_kernel_avx2;
      if (__builtin_cpu_supports ("avx512f") && __builtin_cpu_supports ("avx512bw") &&
          __builtin_cpu_supports ("avx512vnni"))
        kernels[n++] = &om_scan_kernel_vnni;
    }
#endif
#ifdef __aarch64__
  kernels[n++] = &om_scan_kernel_neon;
#endif
  return index < n ? kernels[index] : NULL;
}

/**
 * om_scan_kernel_best:
 *
 * Returns: (transfer none): the fastest kernel this machine can run
 */
const OmScanKernel *
om_scan_kernel_best (void)
{
  static const OmScanKernel *best = NULL;

  if (g_once_init_enter (&best))
    {
      const OmScanKernel *kernel = &kernel_plain;

      for (guint i = 1; om_scan_kernel_get (i) != NULL; i++)
        kernel = om_scan_kernel_get (i);
      g_once_init_leave (&best, kernel);
    }
  return best;
}

/**
 * om_scan_stride_u8:
 *
 * Returns: bytes from one row to the next
 */
gsize
om_scan_stride_u8 (gsize dimension)
{
  return (dimension + OM_SCAN_ALIGNMENT - 1) / OM_SCAN_ALIGNMENT * OM_SCAN_ALIGNMENT;
}

/**
 * om_scan_stride_f32:
 *
 * Returns: floats from one row to the next
 */
gsize
om_scan_stride_f32 (gsize dimension)
{
  return om_scan_stride_u8 (dimension * sizeof (float)) / sizeof (float);
}

static double
euclidean_norm (const float *vector,
                gsize        dimension)
{
  double sum = 0;

  for (gsize i = 0; i < dimension; i++)
    sum += (double) vector[i] * vector[i];
  return sqrt (sum);
}

/**
 * om_scan_normalise:
 * @vector: (array length=dimension): any vector
 * @unit: (out) (array length=dimension): the same with length 1; may be @vector
 *
 * Returns: %FALSE, @unit untouched, if @vector is all 0 or not finite
 */
gboolean
om_scan_normalise (const float *vector,
                   gsize        dimension,
                   float       *unit)
{
  double norm = euclidean_norm (vector, dimension);

  if (!isfinite (norm) || norm == 0)
    return FALSE;

  for (gsize i = 0; i < dimension; i++)
    unit[i] = (float) (vector[i] / norm);
  return TRUE;
}

static double
largest_component (const float *vector,
                   gsize        dimension)
{
  double largest = 0;

  for (gsize i = 0; i < dimension; i++)
    largest = MAX (largest, fabs ((double) vector[i]));
  return largest;
}

/**
 * om_scan_quantise:
 * @vector: (array length=dimension): any vector; its length does not matter
 * @row: (out) (array length=dimension): the small form of the vector brought to length 1
 * @scale: (out): the value of one step
 *
 * Returns: %FALSE, @row untouched, if @vector is all 0 or not finite
 */
gboolean
om_scan_quantise (const float *vector,
                  gsize        dimension,
                  guint8      *row,
                  float       *scale)
{
  double norm = euclidean_norm (vector, dimension);
  double step;

  if (!isfinite (norm) || norm == 0)
    return FALSE;

  step = largest_component (vector, dimension) / ROW_MAX;
  for (gsize i = 0; i < dimension; i++)
    row[i] = (guint8) (lrint (vector[i] / step) + OM_SCAN_ZERO);
  *scale = (float) (step / norm);
  return TRUE;
}

/**
 * om_scan_dequantise:
 * @row: (array length=dimension): the small form of a vector
 * @scale: the value of one step
 * @vector: (out) (array length=dimension): the vector, within half a step a component
 */
void
om_scan_dequantise (const guint8 *row,
                    gsize         dimension,
                    float         scale,
                    float        *vector)
{
  for (gsize i = 0; i < dimension; i++)
    vector[i] = (row[i] - OM_SCAN_ZERO) * scale;
}

/**
 * om_scan_quantise_query:
 * @vector: (array length=dimension): any vector; its length does not matter
 * @query: (out): room for om_scan_stride_u8() bytes: -63..63, then 0 for the padding
 * @scale: (out): the value of one step for the vector brought to length 1
 * @sum: (out): the sum of @query; the similarity to a row is
 *   (dot - %OM_SCAN_ZERO x sum) x the scale of the row x this scale
 *
 * Returns: %FALSE if @vector is all 0 or not finite
 */
gboolean
om_scan_quantise_query (const float *vector,
                        gsize        dimension,
                        gint8       *query,
                        float       *scale,
                        gint32      *sum)
{
  double norm = euclidean_norm (vector, dimension);
  double step;

  if (!isfinite (norm) || norm == 0)
    return FALSE;

  step = largest_component (vector, dimension) / OM_SCAN_QUERY_MAX;
  memset (query, 0, om_scan_stride_u8 (dimension));
  *sum = 0;
  for (gsize i = 0; i < dimension; i++)
    {
      query[i] = (gint8) lrint (vector[i] / step);
      *sum += query[i];
    }
  *scale = (float) (step / norm);
  return TRUE;
}
