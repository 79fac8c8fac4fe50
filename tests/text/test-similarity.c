/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "support/om-test-golden.h"
#include "text/om-similarity.h"
#include "text/om-tokens.h"
#include "text/test-text.h"

static GPtrArray *
read_tokens (JsonArray *array)
{
  GPtrArray *tokens = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < json_array_get_length (array); i++)
    g_ptr_array_add (tokens, g_strdup (json_array_get_string_element (array, i)));
  return tokens;
}

static gboolean
check_token_overlap (JsonObject *in,
                     JsonNode   *out,
                     guint       number)
{
  g_autoptr (GPtrArray) query = read_tokens (json_object_get_array_member (in, "query"));
  g_autoptr (GPtrArray) memory = read_tokens (json_object_get_array_member (in, "memory"));

  om_assert_near (om_token_overlap (query, memory), json_node_get_double (out), 1e-12);
  return TRUE;
}

static gboolean
check_sim_txt (JsonObject *in,
               JsonNode   *out,
               guint       number)
{
  const char *a = json_object_get_string_member (in, "a");
  const char *b = json_object_get_string_member (in, "b");

  om_assert_near (om_sim_txt (a, b), json_node_get_double (out), 1e-12);
  om_assert_near (om_sim_txt (b, a), json_node_get_double (out), 1e-12);
  return TRUE;
}

static void
test_golden_overlap (void)
{
  om_test_golden_run ("token_overlap", check_token_overlap);
}

static void
test_golden_sim_txt (void)
{
  om_test_golden_run ("sim_txt", check_sim_txt);
}

static void
test_numbers (void)
{
  static const char *const same[][2] = {
    { "Took 1 tablet", "took 1 pill" },
    { "5 and 7", "7, 5" },
    { "at 10:30", "10:30!" },
    { "３ cats", "3 cats" },
    { "no number", "none" },
    { "room 5.", "room 5" },
    { "1-2", "1 - 2" },
    { "买了三个苹果", "买三个苹果" },
  };
  static const char *const different[][2] = {
    { "Took 1 tablet", "Took 2 tablets" },
    { "1 1", "1" },
    { "1.5 km", "15 km" },
    { "1.5 km", "5.1 km" },
    { "-3 degrees", "3 degrees" },
    { "10:30", "10 and 30" },
    { "买了三个苹果", "买了五个苹果" },
    { "12", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (same); i++)
    {
      g_assert_true (om_same_numbers (same[i][0], same[i][1]));
      g_assert_true (om_same_numbers (same[i][1], same[i][0]));
    }
  for (guint i = 0; i < G_N_ELEMENTS (different); i++)
    {
      g_assert_false (om_same_numbers (different[i][0], different[i][1]));
      g_assert_false (om_same_numbers (different[i][1], different[i][0]));
    }
}

static void
test_near_duplicates (void)
{
  const char *entry = "Walked along the canal this morning with Jonas, a heron stood on the lock gate and waited.";

  g_assert_true (om_is_near_duplicate (entry, entry));
  g_assert_true (om_is_near_duplicate (
    entry, "walked along the canal this morning with Jonas; a heron stood on the lock gate, and waited!!"));
  g_assert_false (om_is_near_duplicate (entry, "Walked along the canal this evening with Marta, a heron slept there."));
  /* One word of many differs, or only a number does. */
  g_assert_true (om_is_near_duplicate ("one two three four five six seven eight nine ten eleven",
                                       "one two three four five six seven eight nine ten"));
  g_assert_false (om_is_near_duplicate ("Took 1 tablet", "Took 2 tablets"));
  g_assert_false (om_is_near_duplicate ("Paid the rent for May, 640 euros", "Paid the rent for May, 650 euros"));
  /* Nothing to compare. */
  g_assert_false (om_is_near_duplicate ("🎉", "🎉"));
  g_assert_false (om_is_near_duplicate ("", ""));
}

/* Reading piece by piece and stopping early gives what the definition gives, on both sides of the bound. */
static void
test_near_in_pieces (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (31);
  guint n_near = 0;
  guint n_far = 0;

  for (guint i = 0; i < 400; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GString) other = g_string_new (NULL);
      g_autoptr (OmNearTest) test = NULL;
      g_autoptr (GPtrArray) left = NULL;
      g_autoptr (GPtrArray) right = NULL;
      gint32 share = g_rand_int_range (rand, 4, 40);
      gboolean expected;

      for (guint k = 0; k < 80; k++)
        {
          g_autofree char *word = g_string_free (test_random_text (rand, 2), FALSE);

          g_string_append_printf (text, "%s%s", word, k % 9 == 0 ? "\n" : " ");
          if (g_rand_int_range (rand, 0, share) > 0)
            g_string_append_printf (other, "%s ", word);
          else
            g_string_append (other, "another ");
        }
      test = om_near_test_new (text->str);
      left = om_tokens_canonical (text->str);
      right = om_tokens_canonical (other->str);
      expected = om_jaccard (left, right) >= OM_NEAR_DUPLICATE_JACCARD && om_same_numbers (text->str, other->str);
      g_assert_cmpint (om_near_test_matches (test, other->str), ==, expected);
      g_assert_true (om_near_test_matches (test, text->str));
      n_near += expected ? 1 : 0;
      n_far += expected ? 0 : 1;
    }
  g_assert_cmpuint (n_near, >, 20);
  g_assert_cmpuint (n_far, >, 20);
}

void
test_similarity_add (void)
{
  g_test_add_func ("/similarity/golden/token_overlap", test_golden_overlap);
  g_test_add_func ("/similarity/golden/sim_txt", test_golden_sim_txt);
  g_test_add_func ("/similarity/numbers", test_numbers);
  g_test_add_func ("/similarity/near-duplicates", test_near_duplicates);
  g_test_add_func ("/similarity/near-in-pieces", test_near_in_pieces);
}
