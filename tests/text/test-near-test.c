/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Near duplicates, by the definition. */
#include "config.h"

#include "text/om-near-test.h"
#include "text/om-similarity.h"
#include "text/om-tokens.h"
#include "text/test-text.h"

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

/* Knowing words from earlier comparisons and stopping early gives what the definition gives, on both sides of the bound. */
static void
test_as_defined (void)
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
test_near_test_add (void)
{
  g_test_add_func ("/near-test/near-duplicates", test_near_duplicates);
  g_test_add_func ("/near-test/as-defined", test_as_defined);
}
