/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <string.h>

#include "text/om-diff.h"
#include "text/test-text.h"

/* "=same-removed+added", each piece led by its sign. */
static char *
show (const char *before,
      const char *after,
      GArray     *pieces)
{
  GString *shown = g_string_new (NULL);

  for (guint i = 0; i < pieces->len; i++)
    {
      const OmDiffPiece *piece = &g_array_index (pieces, OmDiffPiece, i);

      g_string_append_c (shown, "=-+"[piece->kind]);
      g_string_append_len (shown, (piece->kind == OM_DIFF_REMOVED ? before : after) + piece->start, (gssize) piece->length);
    }
  return g_string_free (shown, FALSE);
}

/* The pieces make both texts, and are cut between characters. */
static void
assert_whole (const char *before,
              const char *after,
              GArray     *pieces)
{
  g_autoptr (GString) old = g_string_new (NULL);
  g_autoptr (GString) new = g_string_new (NULL);

  for (guint i = 0; i < pieces->len; i++)
    {
      const OmDiffPiece *piece = &g_array_index (pieces, OmDiffPiece, i);
      const char *text = (piece->kind == OM_DIFF_REMOVED ? before : after) + piece->start;

      g_assert_cmpuint (piece->length, >, 0);
      g_assert_true (g_utf8_validate_len (text, piece->length, NULL));
      if (piece->kind != OM_DIFF_ADDED)
        g_string_append_len (old, text, (gssize) piece->length);
      if (piece->kind != OM_DIFF_REMOVED)
        g_string_append_len (new, text, (gssize) piece->length);
    }
  g_assert_cmpstr (old->str, ==, before);
  g_assert_cmpstr (new->str, ==, after);
}

static void
assert_words (const char *before,
              const char *after,
              const char *expected)
{
  g_autoptr (GArray) pieces = om_diff_words (before, after);
  g_autofree char *shown = show (before, after, pieces);

  assert_whole (before, after, pieces);
  g_assert_cmpstr (shown, ==, expected);
}

static void
test_words (void)
{
  assert_words ("", "", "");
  assert_words ("same", "same", "=same");
  assert_words ("", "new", "+new");
  assert_words ("old", "", "-old");
  assert_words ("Walked home.", "Walked slowly home.", "=Walked +slowly =home.");
  assert_words ("a red fox", "a grey fox", "=a -red+grey= fox");
  assert_words ("one\ntwo\nthree\n", "one\nthree\n", "=one\n-two\n=three\n");
  /* A letter with its mark is one, and so is no half of a word. */
  assert_words ("cafe\314\201", "cafe", "-cafe\314\201+cafe");
  assert_words ("今日は花見", "今日は月見", "=今日は-花+月=見");
}

static void
test_lines (void)
{
  const char *before = "one\ntwo words\nthree";
  const char *after = "one\ntwo new words\nthree";
  g_autoptr (GArray) pieces = om_diff_lines (before, after);
  g_autofree char *shown = show (before, after, pieces);

  g_assert_cmpstr (shown, ==, "=one\n-two words\n+two new words\n=three");
}

/* The shortest script, by the table of the longest common subsequence. */
static void
test_shortest (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (int round = 0; round < 300; round++)
    {
      char before[24];
      char after[24];
      int common[24][24] = { 0 };
      int n = g_rand_int_range (rand, 0, 12);
      int m = g_rand_int_range (rand, 0, 12);
      gsize kept = 0;
      g_autoptr (GArray) pieces = NULL;

      for (int i = 0; i < n; i++)
        {
          before[2 * i] = (char) g_rand_int_range (rand, 'a', 'd');
          before[2 * i + 1] = '\n';
        }
      before[2 * n] = '\0';
      for (int j = 0; j < m; j++)
        {
          after[2 * j] = (char) g_rand_int_range (rand, 'a', 'd');
          after[2 * j + 1] = '\n';
        }
      after[2 * m] = '\0';
      for (int i = 1; i <= n; i++)
        {
          for (int j = 1; j <= m; j++)
            common[i][j] = before[2 * (i - 1)] == after[2 * (j - 1)] ? common[i - 1][j - 1] + 1
                                                                    : MAX (common[i - 1][j], common[i][j - 1]);
        }

      pieces = om_diff_lines (before, after);
      assert_whole (before, after, pieces);
      for (guint i = 0; i < pieces->len; i++)
        {
          const OmDiffPiece *piece = &g_array_index (pieces, OmDiffPiece, i);

          if (piece->kind == OM_DIFF_SAME)
            kept += piece->length;
        }
      g_assert_cmpuint (kept, ==, (guint) common[n][m] * 2);
    }
}

static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (11);

  for (int round = 0; round < 200; round++)
    {
      g_autoptr (GString) before = test_random_text (rand, (guint) g_rand_int_range (rand, 0, 60));
      g_autoptr (GString) after = g_string_new (before->str);
      g_autoptr (GString) more = test_random_text (rand, (guint) g_rand_int_range (rand, 0, 10));
      gsize place = (gsize) g_rand_int_range (rand, 0, (gint32) after->len + 1);
      g_autoptr (GArray) pieces = NULL;

      while (place > 0 && (after->str[place] & 0xc0) == 0x80)
        place--;
      g_string_insert (after, (gssize) place, more->str);
      pieces = om_diff_words (before->str, after->str);
      assert_whole (before->str, after->str, pieces);
    }
}

/* Two large texts with nothing in common: told as a whole, with a bound on the work. */
static void
test_far_apart (void)
{
  g_autoptr (GString) before = g_string_new ("head\n");
  g_autoptr (GString) after = g_string_new ("head\n");
  g_autoptr (GArray) pieces = NULL;

  for (int i = 0; i < 20000; i++)
    {
      g_string_append_printf (before, "old line %d\n", i);
      g_string_append_printf (after, "new line %d\n", i);
    }
  g_string_append (before, "tail");
  g_string_append (after, "tail");
  pieces = om_diff_words (before->str, after->str);
  assert_whole (before->str, after->str, pieces);
  g_assert_cmpuint (pieces->len, ==, 4);
  g_assert_cmpint (g_array_index (pieces, OmDiffPiece, 0).kind, ==, OM_DIFF_SAME);
  g_assert_cmpuint (g_array_index (pieces, OmDiffPiece, 3).length, ==, strlen ("tail"));
}

void
test_diff_add (void)
{
  g_test_add_func ("/text/diff/words", test_words);
  g_test_add_func ("/text/diff/lines", test_lines);
  g_test_add_func ("/text/diff/shortest", test_shortest);
  g_test_add_func ("/text/diff/random", test_random);
  g_test_add_func ("/text/diff/far-apart", test_far_apart);
}
