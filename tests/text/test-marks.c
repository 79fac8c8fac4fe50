/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "text/om-marks.h"

#include <string.h>

#include "text/om-fold.h"
#include "text/om-script.h"
#include "text/om-terms.h"
#include "text/test-text.h"

/* The marked parts in brackets. */
static char *
bracket (const char *text,
         GArray     *marks)
{
  GString *result = g_string_new (NULL);
  gsize at = 0;

  g_assert_cmpuint (marks->len % 2, ==, 0);
  for (guint i = 0; i < marks->len; i += 2)
    {
      guint start = g_array_index (marks, guint, i);
      guint end = g_array_index (marks, guint, i + 1);

      g_string_append_len (result, text + at, (gssize) (start - at));
      g_string_append_c (result, '[');
      g_string_append_len (result, text + start, (gssize) (end - start));
      g_string_append_c (result, ']');
      at = end;
    }
  g_string_append (result, text + at);
  return g_string_free (result, FALSE);
}

static void
assert_marks (const char *text,
              const char *terms,
              OmLanguage  language,
              const char *phrases,
              const char *expected)
{
  g_auto (GStrv) term_list = g_strsplit (terms, "|", -1);
  g_auto (GStrv) phrase_list = g_strsplit (phrases, "|", -1);
  g_autoptr (GArray) marks = om_marks_find (text, *terms != '\0' ? (const char *const *) term_list : NULL, language,
                                            *phrases != '\0' ? (const char *const *) phrase_list : NULL);
  g_autofree char *marked = bracket (text, marks);

  g_assert_cmpstr (marked, ==, expected);
}

static void
test_find (void)
{
  assert_marks ("Running along the canals, we ran. Run!", "run|canal", OM_LANGUAGE_EN, "",
                "[Running] along the [canals], we ran. [Run]!");
  assert_marks ("im Cafe\314\201, CAFÉ, cafeteria", "cafe", OM_LANGUAGE_DE, "", "im Cafe\314\201, CAFÉ, cafeteria");
  assert_marks ("im Cafe\314\201, CAFÉ, cafeteria", "caf", OM_LANGUAGE_DE, "", "im [Cafe\314\201], [CAFÉ], cafeteria");
  assert_marks ("die Straße und Łódź", "", OM_LANGUAGE_DE, "strasse|lodz", "die [Straße] und [Łódź]");
  assert_marks ("Straße", "", OM_LANGUAGE_DE, "stras", "[Straß]e");
  assert_marks ("e\314\201\314\202x", "", OM_LANGUAGE_EN, "e", "[e\314\201\314\202]x");
  assert_marks ("a canalside walk", "", OM_LANGUAGE_EN, "canal", "a [canal]side walk");
  assert_marks ("northern\n lights", "", OM_LANGUAGE_EN, "northern lights", "[northern\n lights]");
  assert_marks ("家族で花見をした。桜がきれい", "花見|見を|桜", OM_LANGUAGE_JA, "", "家族で[花見を]した。[桜]がきれい");
  assert_marks ("你好世界", "", OM_LANGUAGE_ZH, "好世", "你[好世]界");
  assert_marks ("C++ and c++", "", OM_LANGUAGE_EN, "c++", "[C++] and [c++]");
  assert_marks ("aaaa", "", OM_LANGUAGE_EN, "aa", "[aaaa]");
  assert_marks ("👩‍👩‍👧‍👦!", "", OM_LANGUAGE_EN, "👧", "[👩‍👩‍👧‍👦]!");
  assert_marks ("canal", "canal", OM_LANGUAGE_EN, "can|nal|al", "[canal]");
  assert_marks ("nothing here", "", OM_LANGUAGE_EN, "", "nothing here");
  assert_marks ("nothing here", "", OM_LANGUAGE_EN, " |xyz", "nothing here");
  assert_marks ("", "canal", OM_LANGUAGE_EN, "canal", "");
}

static void
assert_in_order (const char *text,
                 GArray     *marks)
{
  guint at = 0;

  for (guint i = 0; i < marks->len; i += 2)
    {
      guint start = g_array_index (marks, guint, i);
      guint end = g_array_index (marks, guint, i + 1);

      g_assert_true (i == 0 || start > at);
      g_assert_cmpuint (start, <, end);
      g_assert_cmpuint (end, <=, strlen (text));
      g_assert_cmpuint (om_grapheme_floor (text, start), ==, start);
      g_assert_cmpuint (om_grapheme_ceil (text, end), ==, end);
      at = end;
    }
}

static gboolean
collect_cb (const OmTerm *term,
            gpointer      data)
{
  g_autofree char *copy = g_strndup (term->term, term->term_len);

  g_strv_builder_add (data, copy);
  return TRUE;
}

/* Whatever of the text is searched for: the marks are in order and at the edges of letters, and
 * every term of the text is found in it. */
static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (31337);

  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *text = g_string_free (test_random_text (rand, 40), FALSE);
      glong n = g_utf8_strlen (text, -1);
      glong from = g_rand_int_range (rand, 0, (gint32) n);
      glong to = g_rand_int_range (rand, (gint32) from, (gint32) n + 1);
      g_autofree char *part = g_utf8_substring (text, from, to);
      g_autofree char *phrase = om_fold_search (part, -1);
      const char *const phrases[] = { phrase, NULL };
      g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
      g_auto (GStrv) terms = NULL;
      g_autoptr (GArray) marks = NULL;
      g_autofree char *snippet = NULL;
      g_autoptr (GArray) snippet_marks = NULL;
      guint max = (guint) g_rand_int_range (rand, 2, 120);

      om_terms_foreach (part, -1, OM_LANGUAGE_EN, OM_TERMS_DEFAULT, collect_cb, builder);
      terms = g_strv_builder_end (builder);
      marks = om_marks_find (text, (const char *const *) terms, OM_LANGUAGE_EN, phrases);
      assert_in_order (text, marks);

      snippet = om_marks_snippet (text, marks, max, &snippet_marks);
      g_assert_true (g_utf8_validate (snippet, -1, NULL));
      g_assert_null (strpbrk (snippet, "\r\n\t"));
      g_assert_cmpuint (snippet_marks->len % 2, ==, 0);
      for (guint k = 0; k < snippet_marks->len; k++)
        {
          g_assert_cmpuint (g_array_index (snippet_marks, guint, k), <=, strlen (snippet));
          g_assert_true (k == 0 || g_array_index (snippet_marks, guint, k) >= g_array_index (snippet_marks, guint, k - 1));
        }
      if (marks->len > 0 && max > 20)
        g_assert_cmpuint (snippet_marks->len, >, 0);
    }
}

static void
assert_snippet (const char *text,
                const char *phrase,
                guint       max_chars,
                const char *expected)
{
  const char *const phrases[] = { phrase, NULL };
  g_autoptr (GArray) marks = om_marks_find (text, NULL, OM_LANGUAGE_EN, phrases);
  g_autoptr (GArray) out = NULL;
  g_autofree char *snippet = om_marks_snippet (text, marks, max_chars, &out);
  g_autofree char *marked = bracket (snippet, out);

  g_assert_cmpstr (marked, ==, expected);
  g_assert_cmpint (g_utf8_strlen (snippet, -1), <=, max_chars);
}

static void
test_snippet (void)
{
  const char *text = "We walked to the harbour.\n\n  Yesterday\tthe canal was frozen, and Jonas skated along the canal.";

  assert_snippet (text, "canal", 200,
                  "We walked to the harbour. Yesterday the [canal] was frozen, and Jonas skated along the [canal].");
  assert_snippet (text, "canal", 50, "…Yesterday the [canal] was frozen, and Jonas skated…");
  assert_snippet (text, "harbour", 20, "…the [harbour].…");
  assert_snippet (text, "nothing", 30, "We walked to the harbour.…");
  assert_snippet ("short", "short", 200, "[short]");
  assert_snippet ("", "x", 200, "");
  assert_snippet (" \n ", "x", 200, "");
  assert_snippet ("家族で花見をした。桜がきれいだった。また行きたい。", "桜", 10, "…した。[桜]がきれい…");
  assert_snippet ("the northern\nlights over it", "northern lights", 40, "the [northern lights] over it");
}

void
test_marks_add (void)
{
  g_test_add_func ("/marks/find", test_find);
  g_test_add_func ("/marks/random", test_random);
  g_test_add_func ("/marks/snippet", test_snippet);
}
