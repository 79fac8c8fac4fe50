/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "text/om-fold.h"

#include <string.h>

#include "text/om-script.h"
#include "text/test-text.h"

static void
test_search (void)
{
  static const char *const pairs[][2] = {
    { "café", "cafe" },
    { "cafe\314\201", "cafe" },
    { "CAFÉ", "cafe" },
    { "Žižek", "zizek" },
    { "Łódź", "lodz" },
    { "straße STRAẞE", "strasse strasse" },
    { "İstanbul ISTANBUL ısı", "istanbul istanbul isi" },
    { "Ångström", "angstrom" },
    { "smørrebrød", "smorrebrod" },
    { "Ærø œuvre", "aero oeuvre" },
    { "Đặng Þór eða", "dang thor eda" },
    { "ёлка Ёж", "елка еж" },
    { "йога \320\230\314\206ога", "йога йога" },
    { "ΟΔΟΣ οδός", "οδοσ οδοσ" },
    { "ﬁnd ＡＢＣ１２", "find abc12" },
    { "m² №", "m2 no" },
    { "がか\343\202\231 ｶﾞ", "がが ガ" },
    { "\341\204\222\341\205\241\341\206\253국", "한국" },
    { "co\302\255operate می\342\200\214خواهم", "cooperate میخواهم" },
    { "שָׁלוֹם", "שלום" },
    { "ที่ \340\270\224\340\271\211\340\270\270", "ที่ \340\270\224\340\270\270\340\271\211" },
    { "कि की", "कि की" },
    { "豈", "豈" },
    { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *folded = om_fold_search (pairs[i][0], -1);
      g_autofree char *expected = g_utf8_normalize (pairs[i][1], -1, G_NORMALIZE_NFC);
      g_autofree char *composed = g_utf8_normalize (folded, -1, G_NORMALIZE_NFC);

      g_assert_cmpstr (composed, ==, expected);
    }
}

/* Folding is done once for good, and gives what it gives for the composed and the decomposed text. */
static void
test_stable (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (4711);

  for (guint i = 0; i < 500; i++)
    {
      g_autofree char *text = g_string_free (test_random_text (rand, 20), FALSE);
      g_autofree char *once = om_fold_search (text, -1);
      g_autofree char *twice = om_fold_search (once, -1);
      g_autofree char *apart = g_utf8_normalize (text, -1, G_NORMALIZE_NFD);
      g_autofree char *of_apart = om_fold_search (apart, -1);

      g_assert_true (g_utf8_validate (once, -1, NULL));
      g_assert_cmpstr (once, ==, twice);
      g_assert_cmpstr (once, ==, of_apart);
    }
}

static void
test_map (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (99);

  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *text = g_string_free (test_random_text (rand, 15), FALSE);
      gsize n = strlen (text);
      g_autofree guint32 *map = NULL;
      g_autofree char *plain = om_fold_search (text, -1);
      gsize len;
      g_autofree char *folded = om_fold_search_with_map (text, -1, &len, &map);

      g_assert_cmpstr (folded, ==, plain);
      g_assert_cmpuint (len, ==, strlen (folded));
      g_assert_cmpuint (map[len], ==, n);
      for (gsize k = 0; k < len; k++)
        {
          g_assert_cmpuint (map[k], <=, map[k + 1]);
          g_assert_cmpuint (map[k], <, n);
          g_assert_cmpint (text[map[k]] & 0xC0, !=, 0x80);
        }
    }
}

static void
test_part_of_a_text (void)
{
  g_autofree char *folded = om_fold_search ("CAFÉ noir", 5);

  g_assert_cmpstr (folded, ==, "cafe");
}

static void
test_lower (void)
{
  g_autofree char *lower = om_fold_lower ("ÀB İ ΟΔΟΣ. Σ ß");

  g_assert_cmpstr (lower, ==, "àb i\314\207 οδος. σ ß");
}

static void
test_same (void)
{
  g_autofree char *a = om_fold_same ("  Went for\ta run.\r\n\302\240Cafe\314\201! \n");
  g_autofree char *b = om_fold_same ("WENT FOR A RUN. café!");
  g_autofree char *c = om_fold_same ("Went for a run. cafe!");
  g_autofree char *blank = om_fold_same (" \n ");

  g_assert_cmpstr (a, ==, "went for a run. café!");
  g_assert_cmpstr (a, ==, b);
  g_assert_cmpstr (a, !=, c);
  g_assert_cmpstr (blank, ==, "");
  g_assert_cmpuint (om_fold_hash (a), ==, om_fold_hash (b));
  g_assert_cmpuint (om_fold_hash (a), !=, om_fold_hash (c));
  /* sha256sum of "abc" begins with ba7816bf8f01cfea. */
  g_assert_cmphex (om_fold_hash ("abc"), ==, G_GUINT64_CONSTANT (0xba7816bf8f01cfea));
}

/* NFC, case folding, NFC: what om_fold_same() is by its definition, but for white space. */
static char *
same_by_definition (const char *text)
{
  g_autofree char *composed = g_utf8_normalize (text, -1, G_NORMALIZE_NFC);
  g_autofree char *lower = g_utf8_casefold (composed, -1);

  return g_utf8_normalize (lower, -1, G_NORMALIZE_NFC);
}

/* The short way of om_fold_same() gives what the long one gives: for every code point, alone and
 * before a mark or a final consonant that would join it. */
static void
test_same_short_way (void)
{
  static const char *const followers[] = { "x", "\314\201", "\314\210", "\343\202\231", "\341\206\250" };
  g_autoptr (GRand) rand = g_rand_new_with_seed (12);

  for (gunichar c = 1; c < 0x20000; c++)
    {
      if (!g_unichar_validate (c) || om_script_is_space (c))
        continue;
      for (guint i = 0; i < G_N_ELEMENTS (followers); i++)
        {
          g_autoptr (GString) text = g_string_new ("A");
          g_autofree char *same = NULL;
          g_autofree char *expected = NULL;

          g_string_append_unichar (text, c);
          g_string_append (text, followers[i]);
          same = om_fold_same (text->str);
          expected = same_by_definition (text->str);
          g_assert_cmpstr (same, ==, expected);
        }
    }

  for (guint i = 0; i < 1000; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *same = NULL;
      g_autofree char *expected = NULL;

      while (text->len < 24)
        {
          gunichar c = (gunichar) g_rand_int_range (rand, 0x21, text->len % 2 == 0 ? 0x7F : 0x3200);

          if (!om_script_is_space (c))
            g_string_append_unichar (text, c);
        }
      same = om_fold_same (text->str);
      expected = same_by_definition (text->str);
      g_assert_cmpstr (same, ==, expected);
    }
}

void
test_fold_add (void)
{
  g_test_add_func ("/fold/search", test_search);
  g_test_add_func ("/fold/stable", test_stable);
  g_test_add_func ("/fold/map", test_map);
  g_test_add_func ("/fold/part", test_part_of_a_text);
  g_test_add_func ("/fold/lower", test_lower);
  g_test_add_func ("/fold/same", test_same);
  g_test_add_func ("/fold/same-short-way", test_same_short_way);
}
