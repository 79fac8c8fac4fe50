/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cosine, mean and length. */
#include "config.h"

#include "dynamics/om-vector.h"

#include <math.h>

#include "dynamics/test-dynamics.h"
#include "support/om-test-golden.h"

static gboolean
check_cosine (JsonObject *in,
              JsonNode   *out,
              guint       number)
{
  gsize n_a, n_b;
  g_autofree float *a = om_test_floats (json_object_get_array_member (in, "a"), &n_a);
  g_autofree float *b = om_test_floats (json_object_get_array_member (in, "b"), &n_b);

  g_assert_cmpuint (n_a, ==, n_b);
  om_assert_near (om_vector_cosine (a, b, n_a), json_node_get_double (out), 2e-6);
  return TRUE;
}

static gboolean
check_mean (JsonObject *in,
            JsonNode   *out,
            guint       number)
{
  JsonArray *arrays = json_object_get_array_member (in, "vectors");
  g_autoptr (GPtrArray) vectors = g_ptr_array_new_with_free_func (g_free);
  gsize dimension;
  g_autofree float *right = om_test_floats (json_node_get_array (out), &dimension);
  g_autofree float *mean = g_new (float, dimension + 1);

  for (guint i = 0; i < json_array_get_length (arrays); i++)
    {
      gsize n;

      g_ptr_array_add (vectors, om_test_floats (json_array_get_array_element (arrays, i), &n));
      g_assert_cmpuint (n, ==, dimension);
    }

  om_vector_mean ((const float *const *) vectors->pdata, vectors->len, dimension, mean);
  for (gsize i = 0; i < dimension; i++)
    om_assert_near (mean[i], right[i], 1e-6);
  return TRUE;
}

static void
test_cosine (void)
{
  const float zero[3] = { 0 };
  const float one[3] = { 1.0f, 0.0f, 0.0f };

  om_test_golden_run ("cos_sim", check_cosine);
  om_assert_near (om_vector_cosine (zero, one, 3), 0.0, 0.0);
  om_assert_near (om_vector_cosine (one, one, 3), 1.0, 0.0);
  om_assert_near (om_vector_cosine (one, one, 0), 0.0, 0.0);
}

static void
test_mean (void)
{
  float mean[2] = { 9.0f, 9.0f };

  om_test_golden_run ("mean_vec", check_mean);
  om_vector_mean (NULL, 0, 2, mean);
  g_assert_cmpfloat (mean[0], ==, 0.0f);
  g_assert_cmpfloat (mean[1], ==, 0.0f);
}

static void
test_normalize (void)
{
  float vector[3] = { 3.0f, 0.0f, -4.0f };
  float zero[2] = { 0.0f, 0.0f };
  float large[2] = { 3e38f, 3e38f };

  g_assert_true (om_vector_normalize (vector, 3));
  om_assert_near (vector[0], 0.6, 1e-7);
  om_assert_near (vector[2], -0.8, 1e-7);
  g_assert_false (om_vector_normalize (zero, 2));
  g_assert_cmpfloat (zero[0], ==, 0.0f);
  g_assert_true (om_vector_normalize (large, 2));
  om_assert_near (large[1], sqrt (0.5), 1e-6);
}

void
test_vector_add (void)
{
  g_test_add_func ("/dynamics/vector/cosine", test_cosine);
  g_test_add_func ("/dynamics/vector/mean", test_mean);
  g_test_add_func ("/dynamics/vector/normalize", test_normalize);
}
