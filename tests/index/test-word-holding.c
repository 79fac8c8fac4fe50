/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What can hold a piece of text is found by its words: nothing that holds it is ever missing. */
#include "config.h"

#include <string.h>

#include "index/om-word-holding.h"
#include "test-index.h"
#include "text/om-fold.h"

static const char *const scraps[] = {
  "heron", "Her", "on", "canal", "C++", "tag:", "#tag", "a/b", "don’t", "well-known", "x_y", "café", "CAFÉ", "CAFE\xCC\x81", "5\"",
  "“quoted”", "\"straight\"", ":)", "日本", "中abc文", "ab", "abc", "abcd", "the", "I", "e-mail@example", "Straße", "ﬁsh", "İstanbul", "10.5",
  "naïve.", "(open)", "—", "\n", " ", " ", "  ", ", ", "...", "ёлка", "שלום", "กข",
};

static char *
make_text (GRand *chance,
           guint  n)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, "%s%s", scraps[g_rand_int_range (chance, 0, G_N_ELEMENTS (scraps))],
                            g_rand_boolean (chance) ? " " : "");
  return g_string_free (text, FALSE);
}

/* Some characters in a row of a folded text, with no blanks around them. */
static char *
make_piece (GRand      *chance,
            const char *folded)
{
  glong length = g_utf8_strlen (folded, -1);
  glong first = g_rand_int_range (chance, 0, (gint32) MAX (length, 1));
  glong last = MIN (length, first + g_rand_int_range (chance, 1, 16));

  return g_strstrip (g_utf8_substring (folded, first, last));
}

static void
test_nothing_is_missing (void)
{
  g_autoptr (GRand) chance = g_rand_new_with_seed (4711);
  guint n_told = 0;
  guint n_left_out = 0;

  for (int round = 0; round < 40; round++)
    {
      g_autoptr (OmWordIndex) index = om_word_index_new ();
      g_autoptr (GPtrArray) folded = g_ptr_array_new_with_free_func (g_free);

      for (guint32 doc = 0; doc < 50; doc++)
        {
          g_autofree char *text = make_text (chance, (guint) g_rand_int_range (chance, 1, 12));

          om_word_index_add (index, doc + 1, doc % 3 == 0 ? "en" : NULL, NULL, text, NULL);
          g_ptr_array_add (folded, om_fold_search (text, -1));
        }
      for (int i = 0; i < 100; i++)
        {
          g_autofree char *piece = make_piece (chance, g_ptr_array_index (folded, g_rand_int_range (chance, 0, 50)));
          g_autoptr (OmDocSet) docs = om_word_index_find_holding (index, piece, NULL);

          if (docs == NULL)
            continue;
          n_told++;
          for (guint32 doc = 0; doc < 50; doc++)
            {
              if (strstr (g_ptr_array_index (folded, doc), piece) == NULL)
                n_left_out += !om_doc_set_has (docs, doc + 1);
              else if (!om_doc_set_has (docs, doc + 1))
                g_error ("“%s” is held by “%s”, and that is not found", piece, (char *) g_ptr_array_index (folded, doc));
            }
        }
    }
  /* It is of use, too. */
  g_assert_cmpuint (n_told, >, 2000);
  g_assert_cmpuint (n_left_out / n_told, >, 30);
}

/* A word that is parted by a sign is whole there. */
static void
test_signs_part (void)
{
  g_autoptr (OmWordIndex) index = om_word_index_new ();
  g_autoptr (OmDocSet) begins = NULL;
  g_autoptr (OmDocSet) ends = NULL;
  g_autoptr (OmDocSet) whole = NULL;
  g_autoptr (OmDocSet) none = NULL;

  om_word_index_add (index, 1, "en", NULL, "hashtag: mine", NULL);
  om_word_index_add (index, 2, "en", NULL, "\"tagged\" it", NULL);
  begins = om_word_index_find_holding (index, "\"tag", NULL);
  ends = om_word_index_find_holding (index, "tag:", NULL);
  whole = om_word_index_find_holding (index, "(tag)", NULL);
  none = om_word_index_find_holding (index, ":)", NULL);
  g_assert_false (om_doc_set_has (begins, 1));
  g_assert_true (om_doc_set_has (begins, 2));
  g_assert_true (om_doc_set_has (ends, 1));
  g_assert_false (om_doc_set_has (ends, 2));
  g_assert_cmpuint (om_doc_set_count (whole), ==, 0);
  g_assert_null (none);
}

void
test_word_holding_add (void)
{
  g_test_add_func ("/index/word-holding/nothing-is-missing", test_nothing_is_missing);
  g_test_add_func ("/index/word-holding/signs-part", test_signs_part);
}
