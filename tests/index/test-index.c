/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The indexes in memory. */
#include "config.h"

#include "test-index.h"

#include <math.h>
#include <string.h>

/* A text of some sixty features, each adding to one number and half as much to another, as the
 * hashed vectors of the embedder are made: many numbers stay 0. */
void
test_random_vector (GRand *random,
                    float *vector,
                    gsize  dimension)
{
  int n = g_rand_int_range (random, 20, 60);

  memset (vector, 0, dimension * sizeof (float));
  for (int i = 0; i < n; i++)
    {
      float weight = (float) g_rand_double_range (random, -1.5, 1.5);

      vector[g_rand_int_range (random, 0, (int) dimension)] += weight;
      vector[g_rand_int_range (random, 0, (int) dimension)] += weight / 2;
    }
  vector[g_rand_int_range (random, 0, (int) dimension)] += .25f;
}

double
test_cosine (const float *a,
             const float *b,
             gsize        dimension)
{
  double ab = 0, aa = 0, bb = 0;

  for (gsize i = 0; i < dimension; i++)
    {
      ab += (double) a[i] * b[i];
      aa += (double) a[i] * a[i];
      bb += (double) b[i] * b[i];
    }
  return ab / sqrt (aa * bb);
}

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_doc_set_add ();
  test_scan_kernel_add ();
  test_vector_index_add ();
  test_vector_search_add ();
  test_state_table_add ();
  test_waypoint_graph_add ();
  test_word_holding_add ();
  test_word_index_add ();
  test_word_query_add ();
  test_word_search_add ();
  test_word_snapshot_add ();
  return g_test_run ();
}
