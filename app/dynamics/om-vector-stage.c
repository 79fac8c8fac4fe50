/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pooling and fingerprints of vectors. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-vector-stage.h"

#include <math.h>
#include <string.h>

#include "dynamics/om-constants.h"
#include "dynamics/om-vector.h"
#include "text/om-keywords.h"

/**
 * om_vector_stage_for:
 * @fade_factor: f, 0..1
 * @vividness: V, 0..100
 * @kept: kept or pinned
 *
 * Returns: the stage a memory's vector may have: what is still vivid keeps more than f alone would
 *   leave (engine.md section 5)
 */
OmVectorStage
om_vector_stage_for (double   fade_factor,
                     int      vividness,
                     gboolean kept)
{
  if (kept || fade_factor >= OM_STAGE_COMPRESSED_BELOW || vividness >= OM_STAGE_FULL_VIVIDNESS)
    return OM_VECTOR_STAGE_FULL;
  if (fade_factor >= OM_STAGE_FINGERPRINT_BELOW || vividness >= OM_STAGE_COMPRESSED_VIVIDNESS)
    return OM_VECTOR_STAGE_COMPRESSED;
  return OM_VECTOR_STAGE_FINGERPRINT;
}

static double
mean_of (const float *vector,
         gsize        start,
         gsize        end)
{
  double sum = 0;

  for (gsize i = start; i < end; i++)
    sum += vector[i];
  return end > start ? sum / (double) (end - start) : 0;
}

/* In doubles, as the golden files have it. */
static void
normalize (const double *values,
           gsize         n,
           float        *out)
{
  double norm = 0;

  for (gsize i = 0; i < n; i++)
    norm += values[i] * values[i];
  norm = sqrt (norm);
  for (gsize i = 0; i < n; i++)
    out[i] = (float) (norm > 0 ? values[i] / norm : values[i]);
}

/**
 * om_vector_pool:
 * @n: components of @vector
 * @target: components wanted
 * @n_out: (out): components of the result
 *
 * Means of @target buckets, at unit length; a vector that is no longer is returned as it is
 * (golden compress_vec_storage).
 *
 * Returns: (transfer full) (array length=n_out): the pooled vector
 */
float *
om_vector_pool (const float *vector,
                gsize        n,
                gsize        target,
                gsize       *n_out)
{
  g_autofree double *means = NULL;
  float *pooled;

  if (n <= target)
    {
      *n_out = n;
      return g_memdup2 (vector, n * sizeof *vector);
    }

  means = g_new (double, target + 1);
  for (gsize i = 0; i < target; i++)
    means[i] = mean_of (vector, i * n / target, (i + 1) * n / target);
  pooled = g_new0 (float, target + 1);
  normalize (means, target, pooled);
  *n_out = target;
  return pooled;
}

/**
 * om_vector_compress:
 * @n: components of @vector; an empty vector counts as one component of 1
 * @fade_factor: f, 0..1: the share of components that is left
 * @min_dimension: least number of components aimed at
 * @max_dimension: greatest
 * @n_out: (out): components of the result; fewer than aimed at where the buckets do not come out even
 *
 * Returns: (transfer full) (array length=n_out): the vector, shrunk (golden compress_vector)
 */
float *
om_vector_compress (const float *vector,
                    gsize        n,
                    double       fade_factor,
                    gsize        min_dimension,
                    gsize        max_dimension,
                    gsize       *n_out)
{
  static const float one = 1.0f;
  gsize dimension;
  gsize bucket;
  g_autofree double *means = NULL;
  float *shrunk;

  if (n == 0)
    {
      vector = &one;
      n = 1;
    }
  dimension = (gsize) CLAMP (floor ((double) n * fade_factor), (double) min_dimension, (double) max_dimension);
  dimension = MIN (dimension, n);
  if (dimension >= n)
    {
      *n_out = n;
      return g_memdup2 (vector, n * sizeof *vector);
    }

  bucket = (n + dimension - 1) / dimension;
  *n_out = (n + bucket - 1) / bucket;
  means = g_new (double, *n_out);
  for (gsize i = 0; i < *n_out; i++)
    means[i] = mean_of (vector, i * bucket, MIN (n, (i + 1) * bucket));
  shrunk = g_new0 (float, *n_out);
  normalize (means, *n_out, shrunk);
  return shrunk;
}

/**
 * om_vector_from_hash:
 * @text: any text
 * @dimension: components; at least 2 are made
 * @n_out: (out): components of the result
 *
 * FNV-1a over code points seeds xorshift32; unit length (golden hash_to_vec).
 *
 * Returns: (transfer full) (array length=n_out): the vector
 */
float *
om_vector_from_hash (const char *text,
                     gsize       dimension,
                     gsize      *n_out)
{
  guint32 hash = 2166136261u;
  g_autofree double *values = NULL;
  float *vector;
  gsize n = MAX (dimension, 2);

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    hash = (hash ^ g_utf8_get_char (p)) * 16777619u;
  if (hash == 0)
    hash = 1;

  values = g_new (double, n);
  for (gsize i = 0; i < n; i++)
    {
      hash ^= hash << 13;
      hash ^= hash >> 17;
      hash ^= hash << 5;
      values[i] = hash / 4294967295.0 * 2 - 1;
    }
  vector = g_new0 (float, n);
  normalize (values, n, vector);
  *n_out = n;
  return vector;
}

/**
 * om_vector_fingerprint:
 * @id: the memory's id
 * @content: (nullable): its text
 * @summary: (nullable): a summary, used in place of the text if it holds anything
 * @n_out: (out): components of the result
 *
 * Returns: (transfer full) (array length=n_out): what is left of the vector of a memory that has faded
 *   (golden fingerprint)
 */
float *
om_vector_fingerprint (const char *id,
                       const char *content,
                       const char *summary,
                       gsize      *n_out)
{
  const char *text = summary != NULL && *summary != '\0' ? summary : content != NULL ? content : "";
  g_autofree char *seed = g_strstrip (g_strconcat (id, "|", text, NULL));

  return om_vector_from_hash (seed, OM_FINGERPRINT_DIMENSION, n_out);
}

/**
 * om_fingerprint_summary:
 *
 * Returns: (transfer full): the three most frequent tokens, joined by blanks (golden fingerprint)
 */
char *
om_fingerprint_summary (const char *content,
                        const char *summary)
{
  const char *text = summary != NULL && *summary != '\0' ? summary : content != NULL ? content : "";
  g_autoptr (GPtrArray) keywords = om_keywords_top (text, OM_FINGERPRINT_KEYWORDS);

  g_ptr_array_add (keywords, NULL);
  return g_strjoinv (" ", (char **) keywords->pdata);
}
