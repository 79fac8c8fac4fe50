/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wrapping, cutting, marks and unsafe characters. */
#include "config.h"

#include <string.h>

#include "cli/om-cli-text.h"

void test_cli_text_add (void);

static GArray *
marks_of (guint start,
          guint end)
{
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (guint));

  g_array_append_val (marks, start);
  g_array_append_val (marks, end);
  return marks;
}

static char *
wrapped (const char *text,
         GArray     *marks,
         const char *indent,
         guint       width,
         gboolean    safe,
         gboolean    bold)
{
  OmCliStyle style = { .width = width, .safe = safe, .bold = bold };
  GString *out = g_string_new (NULL);

  om_cli_text_wrap (out, text, marks, indent, &style);
  return g_string_free (out, FALSE);
}

static void
test_wrap (void)
{
  g_autofree char *words = wrapped ("one two three four five six", NULL, "  ", 18, FALSE, FALSE);
  g_autofree char *lines = wrapped ("one\r\ntwo\n\nthree", NULL, "> ", 0, FALSE, FALSE);
  g_autofree char *long_word = wrapped ("abcdefghijklmnopqrstuvwxyz", NULL, "", 16, FALSE, FALSE);
  g_autofree char *chinese = wrapped ("家族で花見をした。桜がきれいだった。", NULL, "", 16, FALSE, FALSE);

  g_assert_cmpstr (words, ==, "  one two three\n  four five six");
  g_assert_cmpstr (lines, ==, "> one\n> two\n> \n> three");
  g_assert_cmpstr (long_word, ==, "abcdefghijklmnop\nqrstuvwxyz");
  g_assert_cmpstr (chinese, ==, "家族で花見をした\n。桜がきれいだっ\nた。");
}

static void
test_not_wrapped_is_the_text (void)
{
  const char *text = "  two  blanks\tand a tab, a long line that no terminal would hold, and "
                     "\033[31mred\033[0m\n";
  g_autofree char *out = wrapped (text, NULL, "", 0, FALSE, FALSE);

  g_assert_cmpstr (out, ==, text);
}

static void
test_safe (void)
{
  g_autofree char *control = wrapped ("a\033[2Jb\007\177", NULL, "", 80, TRUE, FALSE);
  g_autofree char *more = wrapped ("\302\233x \342\200\256y", NULL, "", 80, TRUE, FALSE);
  g_autofree char *tab = wrapped ("a\tb", NULL, "", 80, TRUE, FALSE);

  g_assert_cmpstr (control, ==, "a␛[2Jb␇␡");
  g_assert_cmpstr (more, ==, "‹U+009B›x ‹U+202E›y");
  g_assert_cmpstr (tab, ==, "a   b");
}

static void
test_marks (void)
{
  g_autoptr (GArray) heron = marks_of (2, 7);
  g_autoptr (GArray) whole = marks_of (0, 27);
  g_autofree char *bold = wrapped ("a heron flew", heron, "", 0, FALSE, TRUE);
  g_autofree char *plain = wrapped ("a heron flew", heron, "", 0, FALSE, FALSE);
  g_autofree char *over_lines = wrapped ("one two three four five six", whole, "", 18, FALSE, TRUE);

  g_assert_cmpstr (bold, ==, "a \033[1mheron\033[22m flew");
  g_assert_cmpstr (plain, ==, "a heron flew");
  g_assert_cmpstr (over_lines, ==, "\033[1mone two three four\033[22m\n\033[1mfive six\033[22m");
}

static void
test_cut (void)
{
  OmCliStyle style = { 0 };
  g_autoptr (GString) out = g_string_new (NULL);

  om_cli_text_cut (out, "canal", 8, TRUE, &style);
  g_assert_cmpstr (out->str, ==, "canal   ");
  g_string_truncate (out, 0);
  om_cli_text_cut (out, "walked along", 8, TRUE, &style);
  g_assert_cmpstr (out->str, ==, "walked …");
  g_string_truncate (out, 0);
  om_cli_text_cut (out, "家族で花見", 6, TRUE, &style);
  g_assert_cmpstr (out->str, ==, "家族… ");
  g_assert_cmpuint (om_cli_text_width (out->str), ==, 6);
  g_string_truncate (out, 0);
  om_cli_text_cut (out, "two\nlines", 0, FALSE, &style);
  g_assert_cmpstr (out->str, ==, "two lines");
}

static void
test_snippet (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GArray) marks = NULL;
  g_autoptr (GArray) moved = NULL;
  g_autofree char *snippet = NULL;
  g_autofree char *word = NULL;
  guint start;

  for (int i = 0; i < 100; i++)
    g_string_append (text, "before é ");
  start = (guint) text->len;
  g_string_append (text, "heron");
  marks = marks_of (start, (guint) text->len);
  for (int i = 0; i < 100; i++)
    g_string_append (text, "\nafter  桜");

  snippet = om_cli_text_snippet (text->str, marks, 80, &moved);
  g_assert_true (g_utf8_validate (snippet, -1, NULL));
  g_assert_cmpint (g_utf8_strlen (snippet, -1), <=, 110);
  g_assert_true (g_str_has_prefix (snippet, "…"));
  g_assert_true (g_str_has_suffix (snippet, "…"));
  g_assert_null (strchr (snippet, '\n'));
  g_assert_cmpuint (moved->len, ==, 2);
  word = g_strndup (snippet + g_array_index (moved, guint, 0),
                    g_array_index (moved, guint, 1) - g_array_index (moved, guint, 0));
  g_assert_cmpstr (word, ==, "heron");
}

static void
test_snippet_of_short_text (void)
{
  g_autoptr (GArray) marks = marks_of (0, 5);
  g_autoptr (GArray) moved = NULL;
  g_autoptr (GArray) none = NULL;
  g_autofree char *snippet = om_cli_text_snippet ("heron", marks, 80, &moved);
  g_autofree char *unmarked = om_cli_text_snippet ("\n  plain\n", NULL, 80, &none);

  g_assert_cmpstr (snippet, ==, "heron");
  g_assert_cmpuint (moved->len, ==, 2);
  g_assert_cmpuint (g_array_index (moved, guint, 1), ==, 5);
  g_assert_cmpstr (unmarked, ==, "plain");
  g_assert_cmpuint (none->len, ==, 0);
}

void
test_cli_text_add (void)
{
  g_test_add_func ("/cli/text/wrap", test_wrap);
  g_test_add_func ("/cli/text/not-wrapped", test_not_wrapped_is_the_text);
  g_test_add_func ("/cli/text/safe", test_safe);
  g_test_add_func ("/cli/text/marks", test_marks);
  g_test_add_func ("/cli/text/cut", test_cut);
  g_test_add_func ("/cli/text/snippet", test_snippet);
  g_test_add_func ("/cli/text/snippet-short", test_snippet_of_short_text);
}
