/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "support/om-test-golden.h"
#include "text/om-similarity.h"
#include "text/om-token-sets.h"
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

/* Compared as numbers the sets are as alike as compared as words, to the bit. */
static void
test_sets (void)
{
  static const char *const words[] = { "heron", "Heron", "lock,", "at", "the", "的", "苹果", "İstanbul", "1.5" };
  g_autoptr (OmTokenSets) sets = om_token_sets_new ();
  g_autoptr (OmTokenSets) tokens = om_token_sets_new ();
  g_auto (GStrv) texts = g_new0 (char *, 41);

  for (guint i = 0; i < 40; i++)
    {
      g_autoptr (GString) text = g_string_new (i == 1 ? "  \n" : NULL);
      g_autoptr (GPtrArray) split = NULL;

      for (int n = i < 2 ? 0 : g_test_rand_int_range (0, 12); n > 0; n--)
        g_string_append_printf (text, "%s%s", words[g_test_rand_int_range (0, G_N_ELEMENTS (words))], n % 3 == 0 ? "\t" : " ");
      texts[i] = g_string_free (g_steal_pointer (&text), FALSE);
      split = om_sim_txt_words (texts[i]);
      g_assert_cmpuint (om_token_sets_add_text (sets, texts[i]), ==, i);
      g_assert_cmpuint (om_token_sets_add_tokens (tokens, i == 0 ? NULL : split), ==, i);
    }
  for (guint i = 0; i < 40; i++)
    {
      for (guint j = 0; j < 40; j++)
        {
          g_assert_cmpfloat (om_token_sets_jaccard (sets, i, j), ==, om_sim_txt (texts[i], texts[j]));
          g_assert_cmpfloat (om_token_sets_jaccard (tokens, i, j), ==, om_sim_txt (texts[i], texts[j]));
        }
    }
}

void
test_similarity_add (void)
{
  g_test_add_func ("/similarity/golden/token_overlap", test_golden_overlap);
  g_test_add_func ("/similarity/golden/sim_txt", test_golden_sim_txt);
  g_test_add_func ("/similarity/numbers", test_numbers);
  g_test_add_func ("/similarity/sets", test_sets);
}
