/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every kernel this machine has against the plain one, and the small form of vectors. */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "index/om-scan-kernel.h"
#include "test-index.h"
#include "tests/support/om-test-golden.h"

#define MAX_ROWS 13

static const gsize dimensions[] = { 1, 3, 16, 31, 32, 33, 63, 64, 65, 100, 128, 200, 256, 300, 384,
                                    768, 1000, 1536 };

static gpointer
alloc_rows (gsize bytes)
{
  void *rows = NULL;

  g_assert_cmpint (posix_memalign (&rows, OM_SCAN_ALIGNMENT, bytes), ==, 0);
  return rows;
}

static void
compare_u8 (const guint8 *rows,
            gsize         stride,
            const gint8  *query)
{
  for (guint k = 0; om_scan_kernel_get (k) != NULL; k++)
    for (gsize n = 0; n <= MAX_ROWS; n++)
      {
        gint32 wanted[MAX_ROWS + 1], dots[MAX_ROWS + 1];

        wanted[n] = dots[n] = 0x5eed;
        om_scan_kernel_get (0)->dot_u8 (rows, stride, n, query, wanted);
        om_scan_kernel_get (k)->dot_u8 (rows, stride, n, query, dots);
        g_assert_cmpmem (dots, (n + 1) * sizeof (gint32), wanted, (n + 1) * sizeof (gint32));
      }
}

static void
test_u8 (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);

  for (gsize d = 0; d < G_N_ELEMENTS (dimensions); d++)
    {
      gsize stride = om_scan_stride_u8 (dimensions[d]);
      guint8 *rows = alloc_rows (MAX_ROWS * stride);
      g_autofree gint8 *query = g_new0 (gint8, stride);

      g_assert_cmpuint (stride % 64, ==, 0);
      g_assert_cmpuint (stride, >=, dimensions[d]);
      g_assert_cmpuint (stride, <, dimensions[d] + 64);
      for (gsize i = 0; i < MAX_ROWS * stride; i++)
        rows[i] = g_rand_int_range (random, 0, 256);
      for (gsize i = 0; i < dimensions[d]; i++)
        query[i] = g_rand_int_range (random, -63, 64);
      compare_u8 (rows, stride, query);

      /* What would saturate 16 bits if anything did. */
      memset (rows, 255, MAX_ROWS * stride);
      memset (query, 63, dimensions[d]);
      compare_u8 (rows, stride, query);
      memset (query, (guint8) -63, dimensions[d]);
      compare_u8 (rows, stride, query);
      free (rows);
    }
}

static void
test_f32 (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (4);

  for (gsize d = 0; d < G_N_ELEMENTS (dimensions); d++)
    {
      gsize stride = om_scan_stride_f32 (dimensions[d]);
      float *rows = alloc_rows (MAX_ROWS * stride * sizeof (float));
      g_autofree float *query = g_new0 (float, stride);

      g_assert_cmpuint (stride * sizeof (float) % 64, ==, 0);
      memset (rows, 0, MAX_ROWS * stride * sizeof (float));
      for (gsize i = 0; i < dimensions[d]; i++)
        {
          query[i] = (float) g_rand_double_range (random, -1, 1);
          for (gsize row = 0; row < MAX_ROWS; row++)
            rows[row * stride + i] = (float) g_rand_double_range (random, -1, 1);
        }
      /* The last row is the first again. */
      memcpy (rows + (MAX_ROWS - 1) * stride, rows, stride * sizeof (float));

      for (guint k = 0; om_scan_kernel_get (k) != NULL; k++)
        {
          float dots[MAX_ROWS];

          om_scan_kernel_get (k)->dot_f32 (rows, stride, MAX_ROWS, query, dots);
          for (gsize row = 0; row < MAX_ROWS; row++)
            {
              double wanted = 0;

              for (gsize i = 0; i < dimensions[d]; i++)
                wanted += (double) rows[row * stride + i] * query[i];
              om_assert_near (dots[row], wanted, 1e-6 * (double) (8 + dimensions[d]));
            }
          g_assert_true (dots[0] == dots[MAX_ROWS - 1]);
        }
      free (rows);
    }
}

static void
test_choice (void)
{
  const OmScanKernel *best = om_scan_kernel_best ();
  gboolean found = FALSE;

  g_assert_cmpstr (om_scan_kernel_get (0)->name, ==, "plain");
  g_assert_null (om_scan_kernel_get (100));
  for (guint k = 0; om_scan_kernel_get (k) != NULL; k++)
    {
      g_test_message ("kernel %s", om_scan_kernel_get (k)->name);
      found = found || om_scan_kernel_get (k) == best;
    }
  g_assert_true (found);
}

static void
test_small_form (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (gsize d = 0; d < G_N_ELEMENTS (dimensions); d++)
    {
      gsize n = dimensions[d];
      g_autofree float *vector = g_new (float, n);
      g_autofree float *unit = g_new (float, n);
      g_autofree float *back = g_new (float, n);
      g_autofree guint8 *row = g_malloc (n);
      float scale = 0;
      double length = 0;

      test_random_vector (random, vector, n);
      g_assert_true (om_scan_normalise (vector, n, unit));
      g_assert_true (om_scan_quantise (vector, n, row, &scale));
      om_scan_dequantise (row, n, scale, back);
      for (gsize i = 0; i < n; i++)
        {
          length += (double) unit[i] * unit[i];
          g_assert_cmpuint (row[i], >=, 1);
          om_assert_near (back[i], unit[i], scale * .5001);
        }
      om_assert_near (length, 1, 1e-5);
    }
}

static void
test_query_form (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (6);
  float vector[100];
  gint8 query[128];
  float unit[100];
  float scale = 0;
  gint32 sum = 0;
  gint32 wanted = 0;

  test_random_vector (random, vector, 100);
  memset (query, 77, sizeof (query));
  g_assert_true (om_scan_quantise_query (vector, 100, query, &scale, &sum));
  g_assert_true (om_scan_normalise (vector, 100, unit));
  for (int i = 0; i < 100; i++)
    {
      g_assert_cmpint (ABS (query[i]), <=, OM_SCAN_QUERY_MAX);
      om_assert_near (query[i] * scale, unit[i], scale * .5001);
      wanted += query[i];
    }
  g_assert_cmpint (sum, ==, wanted);
  for (int i = 100; i < 128; i++)
    g_assert_cmpint (query[i], ==, 0);
}

static void
test_useless (void)
{
  const float zeros[4] = { 0 };
  const float bad[4] = { 1, NAN, 0, 0 };
  const float endless[4] = { 1, INFINITY, 0, 0 };
  const float *useless[] = { zeros, bad, endless };

  for (gsize i = 0; i < G_N_ELEMENTS (useless); i++)
    {
      guint8 row[4];
      gint8 query[64];
      float unit[4];
      float scale;
      gint32 sum;

      g_assert_false (om_scan_normalise (useless[i], 4, unit));
      g_assert_false (om_scan_quantise (useless[i], 4, row, &scale));
      g_assert_false (om_scan_quantise_query (useless[i], 4, query, &scale, &sum));
    }
}

void
test_scan_kernel_add (void)
{
  g_test_add_func ("/scan-kernel/u8", test_u8);
  g_test_add_func ("/scan-kernel/f32", test_f32);
  g_test_add_func ("/scan-kernel/choice", test_choice);
  g_test_add_func ("/scan-kernel/small-form", test_small_form);
  g_test_add_func ("/scan-kernel/query-form", test_query_form);
  g_test_add_func ("/scan-kernel/useless", test_useless);
}
