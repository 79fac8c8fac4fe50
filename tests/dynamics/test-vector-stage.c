/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pooled vectors, fingerprints, and who has which. */
#include "config.h"

#include "dynamics/om-vector-stage.h"

#include "dynamics/test-dynamics.h"
#include "support/om-test-golden.h"

static void
assert_floats (const float *values,
               gsize        n,
               JsonNode    *expected)
{
  gsize n_expected;
  g_autofree float *right = om_test_floats (json_node_get_array (expected), &n_expected);

  g_assert_cmpuint (n, ==, n_expected);
  for (gsize i = 0; i < n; i++)
    om_assert_near (values[i], right[i], 1e-6);
}

static gboolean
check_pool (JsonObject *in,
            JsonNode   *out,
            guint       number)
{
  gsize n;
  g_autofree float *vector = om_test_floats (json_object_get_array_member (in, "vector"), &n);
  gsize n_out;
  g_autofree float *pooled = om_vector_pool (vector, n, (gsize) json_object_get_int_member (in, "target_dim"), &n_out);

  assert_floats (pooled, n_out, out);
  return TRUE;
}

static gboolean
check_compress (JsonObject *in,
                JsonNode   *out,
                guint       number)
{
  gsize n;
  g_autofree float *vector = om_test_floats (json_object_get_array_member (in, "vector"), &n);
  gsize n_out;
  g_autofree float *shrunk = om_vector_compress (vector, n, json_object_get_double_member (in, "f"),
                                                 (gsize) json_object_get_int_member (in, "min_dim"),
                                                 (gsize) json_object_get_int_member (in, "max_dim"), &n_out);

  assert_floats (shrunk, n_out, out);
  return TRUE;
}

static gboolean
check_hash (JsonObject *in,
            JsonNode   *out,
            guint       number)
{
  gsize n_out;
  g_autofree float *vector = om_vector_from_hash (json_object_get_string_member (in, "s"),
                                                  (gsize) json_object_get_int_member (in, "d"), &n_out);

  assert_floats (vector, n_out, out);
  return TRUE;
}

static const char *
text_or_null (JsonObject *in,
              const char *member)
{
  JsonNode *node = json_object_get_member (in, member);

  return node == NULL || json_node_is_null (node) ? NULL : json_node_get_string (node);
}

static gboolean
check_fingerprint (JsonObject *in,
                   JsonNode   *out,
                   guint       number)
{
  const char *content = text_or_null (in, "content");
  const char *summary = text_or_null (in, "summary");
  JsonObject *right = json_node_get_object (out);
  gsize n_out;
  g_autofree float *vector = NULL;
  g_autofree char *words = NULL;

  if ((content != NULL && om_test_has_other_letters (content)) || (summary != NULL && om_test_has_other_letters (summary)))
    return FALSE;
  vector = om_vector_fingerprint (json_object_get_string_member (in, "id"), content, summary, &n_out);
  words = om_fingerprint_summary (content, summary);
  assert_floats (vector, n_out, json_object_get_member (right, "vector"));
  g_assert_cmpstr (words, ==, json_object_get_string_member (right, "summary"));
  return TRUE;
}

static void
test_golden (void)
{
  om_test_golden_run ("compress_vec_storage", check_pool);
  om_test_golden_run ("compress_vector", check_compress);
  om_test_golden_run ("hash_to_vec", check_hash);
  om_test_golden_run ("fingerprint", check_fingerprint);
}

/* What is vivid keeps its vector however far the fade factor has fallen; what is kept always does. */
static void
test_stages (void)
{
  g_assert_cmpint (om_vector_stage_for (0.7, 0, FALSE), ==, OM_VECTOR_STAGE_FULL);
  g_assert_cmpint (om_vector_stage_for (0.69, 0, FALSE), ==, OM_VECTOR_STAGE_COMPRESSED);
  g_assert_cmpint (om_vector_stage_for (0.3, 0, FALSE), ==, OM_VECTOR_STAGE_COMPRESSED);
  g_assert_cmpint (om_vector_stage_for (0.29, 0, FALSE), ==, OM_VECTOR_STAGE_FINGERPRINT);
  g_assert_cmpint (om_vector_stage_for (0.0, 20, FALSE), ==, OM_VECTOR_STAGE_COMPRESSED);
  g_assert_cmpint (om_vector_stage_for (0.0, 49, FALSE), ==, OM_VECTOR_STAGE_COMPRESSED);
  g_assert_cmpint (om_vector_stage_for (0.0, 50, FALSE), ==, OM_VECTOR_STAGE_FULL);
  g_assert_cmpint (om_vector_stage_for (0.0, 0, TRUE), ==, OM_VECTOR_STAGE_FULL);
}

void
test_vector_stage_add (void)
{
  g_test_add_func ("/vector-stage/golden", test_golden);
  g_test_add_func ("/vector-stage/stages", test_stages);
}
