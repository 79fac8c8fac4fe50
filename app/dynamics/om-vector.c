/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plain arithmetic on float32 vectors, summed in doubles. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-vector.h"

#include <math.h>

/**
 * om_vector_cosine:
 * @a: (array length=dimension): a vector
 * @b: (array length=dimension): a vector
 * @dimension: numbers in each
 *
 * Returns: the cosine of the angle between them, -1..1; 0 if one of them has no length (golden
 *   cos_sim)
 */
double
om_vector_cosine (const float *a,
                  const float *b,
                  gsize        dimension)
{
  double dot = 0.0;
  double square_a = 0.0;
  double square_b = 0.0;

  for (gsize i = 0; i < dimension; i++)
    {
      dot += (double) a[i] * b[i];
      square_a += (double) a[i] * a[i];
      square_b += (double) b[i] * b[i];
    }

  if (square_a <= 0.0 || square_b <= 0.0)
    return 0.0;

  return dot / (sqrt (square_a) * sqrt (square_b));
}

/**
 * om_vector_normalize:
 * @vector: (array length=dimension) (inout): a vector
 * @dimension: numbers in it
 *
 * Scales it to length 1.
 *
 * Returns: %FALSE, nothing changed, if it has no length
 */
gboolean
om_vector_normalize (float *vector,
                     gsize  dimension)
{
  double square = 0.0;
  double scale;

  for (gsize i = 0; i < dimension; i++)
    square += (double) vector[i] * vector[i];

  if (!(square > 0.0))
    return FALSE;

  scale = 1.0 / sqrt (square);
  for (gsize i = 0; i < dimension; i++)
    vector[i] = (float) (vector[i] * scale);
  return TRUE;
}

/**
 * om_vector_mean:
 * @vectors: (array length=n_vectors): vectors
 * @n_vectors: how many
 * @dimension: numbers in each
 * @mean: (array length=dimension) (out caller-allocates): their plain average, not normalised
 *   (golden mean_vec); zeros for no vector
 */
void
om_vector_mean (const float *const *vectors,
                gsize               n_vectors,
                gsize               dimension,
                float              *mean)
{
  for (gsize i = 0; i < dimension; i++)
    {
      double sum = 0.0;

      for (gsize v = 0; v < n_vectors; v++)
        sum += vectors[v][i];
      mean[i] = n_vectors > 0 ? (float) (sum / n_vectors) : 0.0f;
    }
}
