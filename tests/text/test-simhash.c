/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "support/om-test-golden.h"
#include "text/om-simhash.h"
#include "text/test-text.h"

static gboolean
check_simhash (JsonObject *in,
               JsonNode   *out,
               guint       number)
{
  const char *text = json_object_get_string_member (in, "text");
  g_autofree char *hex = NULL;
  guint64 back;

  if (om_test_has_other_letters (text))
    return FALSE;
  hex = om_simhash_to_hex (om_simhash (text));
  g_assert_cmpstr (hex, ==, json_node_get_string (out));
  g_assert_true (om_simhash_from_hex (hex, &back));
  g_assert_cmphex (back, ==, om_simhash (text));
  return TRUE;
}

static gboolean
check_hamming (JsonObject *in,
               JsonNode   *out,
               guint       number)
{
  const char *a = json_object_get_string_member (in, "a");
  const char *b = json_object_get_string_member (in, "b");
  JsonObject *expected = json_node_get_object (out);
  g_autofree char *hash_a = NULL;
  g_autofree char *hash_b = NULL;

  if (om_test_has_other_letters (a) || om_test_has_other_letters (b))
    return FALSE;
  hash_a = om_simhash_to_hex (om_simhash (a));
  hash_b = om_simhash_to_hex (om_simhash (b));
  g_assert_cmpstr (hash_a, ==, json_object_get_string_member (expected, "hash_a"));
  g_assert_cmpstr (hash_b, ==, json_object_get_string_member (expected, "hash_b"));
  g_assert_cmpint (om_simhash_distance (om_simhash (a), om_simhash (b)), ==,
                   json_object_get_int_member (expected, "distance"));
  return TRUE;
}

static void
test_golden_simhash (void)
{
  om_test_golden_run ("simhash", check_simhash);
}

static void
test_golden_hamming (void)
{
  om_test_golden_run ("hamming", check_hamming);
}

static void
test_hex (void)
{
  guint64 hash = 1;

  g_assert_false (om_simhash_from_hex ("", &hash));
  g_assert_false (om_simhash_from_hex ("0123456789abcde", &hash));
  g_assert_false (om_simhash_from_hex ("0123456789abcdef0", &hash));
  g_assert_false (om_simhash_from_hex ("0123456789abcdeg", &hash));
  g_assert_cmpuint (hash, ==, 1);
  g_assert_true (om_simhash_from_hex ("0123456789ABCDEF", &hash));
  g_assert_cmphex (hash, ==, G_GUINT64_CONSTANT (0x0123456789ABCDEF));
  g_assert_cmphex (om_simhash_half (hash), ==, 0x01234567);
  g_assert_cmpuint (om_simhash_distance (0, G_MAXUINT64), ==, 64);
}

/* Texts in scripts that the source drops have hashes of their own words here. */
static void
test_other_scripts (void)
{
  g_assert_cmphex (om_simhash ("привет большой мир"), ==, om_simhash ("Мир! большой ПРИВЕТ"));
  g_assert_cmphex (om_simhash ("привет мир"), !=, om_simhash ("прощай мир"));
  g_assert_cmphex (om_simhash ("Łódź cafe\314\201"), ==, om_simhash ("lodz café"));
}

void
test_simhash_add (void)
{
  g_test_add_func ("/simhash/golden/simhash", test_golden_simhash);
  g_test_add_func ("/simhash/golden/hamming", test_golden_hamming);
  g_test_add_func ("/simhash/hex", test_hex);
  g_test_add_func ("/simhash/other-scripts", test_other_scripts);
}
