/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Markdown as it is shown while one writes: the cases of CommonMark that people type, and lines nobody would. */
#include "config.h"

#include <string.h>

#include "test-text.h"
#include "text/om-markdown.h"

static const char *const names[OM_N_MARKDOWN_KINDS] = { "m", "h1", "h2", "h3", "h4", "h5", "h6", "e", "s",
                                                        "x", "c",  "k",  "q",  "i",  "l",  "a",  "w", "r" };

static int
compare_spans (gconstpointer a,
               gconstpointer b)
{
  const OmMarkdownSpan *x = a;
  const OmMarkdownSpan *y = b;

  if (x->start != y->start)
    return x->start < y->start ? -1 : 1;
  if (x->end != y->end)
    return x->end > y->end ? -1 : 1;
  return (int) x->kind - (int) y->kind;
}

/* The line with its spans as tags; marks are not told. */
static char *
dup_told (const char *text,
          GArray     *spans)
{
  GString *out = g_string_new (NULL);
  g_autoptr (GArray) open = g_array_new (FALSE, FALSE, sizeof (OmMarkdownSpan));
  glong length = g_utf8_strlen (text, -1);
  guint next = 0;
  const char *p = text;

  g_array_sort (spans, compare_spans);
  for (glong at = 0; at <= length; at++, p = g_utf8_next_char (p))
    {
      while (open->len > 0 && g_array_index (open, OmMarkdownSpan, open->len - 1).end == at)
        {
          g_string_append_printf (out, "</%s>", names[g_array_index (open, OmMarkdownSpan, open->len - 1).kind]);
          g_array_set_size (open, open->len - 1);
        }
      for (; next < spans->len && g_array_index (spans, OmMarkdownSpan, next).start == at; next++)
        {
          OmMarkdownSpan span = g_array_index (spans, OmMarkdownSpan, next);

          if (span.kind == OM_MARKDOWN_MARK)
            continue;
          g_string_append_printf (out, "<%s>", names[span.kind]);
          g_array_append_val (open, span);
        }
      if (at < length)
        g_string_append_unichar (out, g_utf8_get_char (p));
    }
  return g_string_free (out, FALSE);
}

/* All lines of a text. */
static char *
dup_told_text (const char *text)
{
  GString *out = g_string_new (NULL);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);
  OmMarkdownState state = OM_MARKDOWN_START;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (OmMarkdownSpan));
      g_autofree char *told = NULL;

      state = om_markdown_read_line (lines[i], strlen (lines[i]), lines[i + 1], state, spans);
      told = dup_told (lines[i], spans);
      g_string_append_printf (out, "%s%s", i > 0 ? "\n" : "", told);
    }
  return g_string_free (out, FALSE);
}

typedef struct
{
  const char *text;
  const char *told;
} Case;

static void
assert_cases (const Case *cases,
              gsize       n_cases)
{
  for (gsize i = 0; i < n_cases; i++)
    {
      g_autofree char *told = dup_told_text (cases[i].text);

      g_assert_cmpstr (told, ==, cases[i].told);
    }
}

static const Case emphasis[] = {
  { "*a* _b_ **c** __d__", "*<e>a</e>* _<e>b</e>_ **<s>c</s>** __<s>d</s>__" },
  { "***a***", "*<e>**<s>a</s>**</e>*" },
  { "a * b * c", "a * b * c" },
  { "2*3*4", "2*<e>3</e>*4" },
  { "snake_case_word and _so_", "snake_case_word and _<e>so</e>_" },
  { "**open", "**open" },
  { "*a **b* c**", "*<e>a *<e>*<e>b</e>* c</e>*</e>*" },
  { "*foo**bar*", "*<e>foo**bar</e>*" },
  { "**foo*bar**", "**<s>foo*bar</s>**" },
  { "\\*a\\*", "\\*a\\*" },
  { "~~gone~~ ~one~", "~~<x>gone</x>~~ ~one~" },
  { "**中文**中文", "**<s>中文</s>**中文" },
  { "*ждать* и *café*", "*<e>ждать</e>* и *<e>café</e>*" },
  { "“*a*”", "“*<e>a</e>*”" },
  { "*(*a*)*", "*<e>(*<e>a</e>*)</e>*" },
};

static void
test_emphasis (void)
{
  assert_cases (emphasis, G_N_ELEMENTS (emphasis));
}

static const Case code[] = {
  { "`a*b*` *c*", "<c>`a*b*`</c> *<e>c</e>*" },
  { "``a`b``", "<c>``a`b``</c>" },
  { "`open *a*", "`open *<e>a</e>*" },
  { "*a `*` b*", "*<e>a <c>`*`</c> b</e>*" },
  { "```\n*a*\n# b\n```\n*c*", "<k>```</k>\n<k>*a*</k>\n<k># b</k>\n<k>```</k>\n*<e>c</e>*" },
  { "~~~~ c\n~~~\n~~~~\n*a*", "<k>~~~~ c</k>\n<k>~~~</k>\n<k>~~~~</k>\n*<e>a</e>*" },
  { "``` a`b", "``` a`b" },
  { "> ```\n> *a*\nb *c*", "<q>> <k>```</k></q>\n<q>> <k>*a*</k></q>\nb *<e>c</e>*" },
  { "    *a*\n\n    b\nc", "<k>    *a*</k>\n\n<k>    b</k>\nc" },
  { "a\n    *b*", "a\n    *<e>b</e>*" },
};

static void
test_code (void)
{
  assert_cases (code, G_N_ELEMENTS (code));
}

static const Case blocks[] = {
  { "# One\n## Two ##\n###### Six\n####### Seven\n#no", "<h1># One</h1>\n<h2>## Two ##</h2>\n<h6>###### Six</h6>\n####### Seven\n#no" },
  { "# *a* b", "<h1># *<e>a</e>* b</h1>" },
  { "#", "<h1>#</h1>" },
  { "Title\n=====\ntext", "<h1>Title</h1>\n=====\ntext" },
  { "Title\n---\n\n---\n***\n- - -", "<h2>Title</h2>\n---\n\n<r>---</r>\n<r>***</r>\n<r>- - -</r>" },
  { "- a\n* b\n+ c\n1. d\n2) e\n-f", "<i>-</i> a\n<i>*</i> b\n<i>+</i> c\n<i>1.</i> d\n<i>2)</i> e\n-f" },
  { "- [ ] a\n- [x] b\n- [y] c", "<i>-</i> <i>[ ]</i> a\n<i>-</i> <i>[x]</i> b\n<i>-</i> [y] c" },
  { "- a\n  - b\n    - c\n\n    d *e*", "<i>-</i> a\n  <i>-</i> b\n    <i>-</i> c\n\n    d *<e>e</e>*" },
  { "It was in\n1985. Cold.", "It was in\n1985. Cold." },
  { "1985. Cold.", "<i>1985.</i> Cold." },
  { "> a\n>> b *c*\nd", "<q>> a</q>\n<q>>> b *<e>c</e>*</q>\nd" },
  { "- > a", "<i>-</i> <q>> a</q>" },
  { "- ", "<i>-</i> " },
  { "", "" },
};

static void
test_blocks (void)
{
  assert_cases (blocks, G_N_ELEMENTS (blocks));
}

static const Case links[] = {
  { "[a](b)", "[<l>a</l>]<a>(b)</a>" },
  { "[a *b*](c \"d\") e", "[<l>a *<e>b</e>*</l>]<a>(c \"d\")</a> e" },
  { "![a](b.png)", "![<l>a</l>]<a>(b.png)</a>" },
  { "[a](b(c)d)", "[<l>a</l>]<a>(b(c)d)</a>" },
  { "[a] (b)", "[a] (b)" },
  { "*[a*](b)", "*[<l>a*</l>]<a>(b)</a>" },
  { "[a [b](c) d](e)", "[a [<l>b</l>]<a>(c)</a> d](e)" },
  { "[![a](b)](c)", "[<l>![<l>a</l>]<a>(b)</a></l>]<a>(c)</a>" },
  { "[[A note]] and [[]]", "[[<w>A note</w>]] and [[]]" },
  { "[[昨日]]", "[[<w>昨日</w>]]" },
  { "<https://a.b/c_d_e> <x@y.z> <b>*c*</b>", "<<l>https://a.b/c_d_e</l>> <<l>x@y.z</l>> <b>*<e>c</e>*</b>" },
  { "See https://a.b/c_d_e, and (http://f.g).", "See <l>https://a.b/c_d_e</l>, and (<l>http://f.g</l>)." },
  { "去https://a.b/c。好", "去<l>https://a.b/c</l>。好" },
  { "xhttp://a", "xhttp://a" },
};

static void
test_links (void)
{
  assert_cases (links, G_N_ELEMENTS (links));
}

/* Signs in any order: no span leaves its line, whatever was typed, and a line read again is the same. */
static void
test_anything (void)
{
  static const char *const signs[] = { "*", "_", "**", "`", "``", "[", "]", "(", ")", "<", ">", "!", "\\", "~~", "#", "- ",
                                       "> ", "a", " ", "é", "文", "👍🏽", "\t", "[[", "]]", "1. ", "http://", "```", "---", "العربية" };
  g_autoptr (GRand) random = g_rand_new_with_seed (2026);

  for (int i = 0; i < 20000; i++)
    {
      g_autoptr (GString) line = g_string_new (NULL);
      g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (OmMarkdownSpan));
      g_autoptr (GArray) again = g_array_new (FALSE, FALSE, sizeof (OmMarkdownSpan));
      OmMarkdownState before = OM_MARKDOWN_START;
      OmMarkdownState after;
      int n = g_rand_int_range (random, 0, 30);

      for (int j = 0; j < n; j++)
        g_string_append (line, signs[g_rand_int_range (random, 0, G_N_ELEMENTS (signs))]);
      before = om_markdown_read_line ("> - a", i % 6, NULL, before, again);
      g_array_set_size (again, 0);
      after = om_markdown_read_line (line->str, line->len, NULL, before, spans);
      g_assert_cmpuint (om_markdown_read_line (line->str, line->len, NULL, before, again), ==, after);
      g_assert_cmpuint (spans->len, ==, again->len);
      for (guint j = 0; j < spans->len; j++)
        {
          OmMarkdownSpan span = g_array_index (spans, OmMarkdownSpan, j);

          g_assert_cmpuint (span.start, <, span.end);
          g_assert_cmpuint (span.end, <=, g_utf8_strlen (line->str, -1));
          g_assert_cmpuint (span.kind, <, OM_N_MARKDOWN_KINDS);
        }
    }
}

/* Lines made to take for ever: each is as long as one may be. */
static void
test_long (void)
{
  static const char *const pieces[] = { "*a _b ", "**", "*a**b", "[a](", "[", "![", "](", "`a``b", "<a", "[[a", "_a*", "a**b_c_", "[a](b \"",
                                        "~~a", "(((", "\\", "[a](b)" };

  for (gsize i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (GString) line = g_string_new (NULL);
      g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (OmMarkdownSpan));
      gint64 start = g_get_monotonic_time ();

      while (line->len + strlen (pieces[i]) <= OM_MARKDOWN_LONGEST)
        g_string_append (line, pieces[i]);
      om_markdown_read_line (line->str, line->len, NULL, OM_MARKDOWN_START, spans);
      g_test_message ("%s: %" G_GINT64_FORMAT " us", pieces[i], g_get_monotonic_time () - start);
      while (line->len <= OM_MARKDOWN_LONGEST)
        g_string_append_c (line, '*');
      g_array_set_size (spans, 0);
      om_markdown_read_line (line->str, line->len, NULL, OM_MARKDOWN_START, spans);
      g_assert_cmpuint (spans->len, ==, 0);
    }
}

/* A piece of a long line: nothing begins in its middle, and in code it stays code. */
static void
test_rest (void)
{
  g_autoptr (GArray) spans = g_array_new (FALSE, FALSE, sizeof (OmMarkdownSpan));
  OmMarkdownState state;

  state = om_markdown_read_rest ("# a *b*", 7, OM_MARKDOWN_START, spans);
  g_assert_cmpuint (state, ==, OM_MARKDOWN_START);
  g_assert_cmpuint (spans->len, ==, 3);
  g_assert_cmpint (g_array_index (spans, OmMarkdownSpan, 0).kind, ==, OM_MARKDOWN_EMPHASIS);
  g_array_set_size (spans, 0);
  state = om_markdown_read_line ("```", 3, NULL, OM_MARKDOWN_START, spans);
  g_array_set_size (spans, 0);
  g_assert_cmpuint (om_markdown_read_rest ("*b*", 3, state, spans), ==, state);
  g_assert_cmpuint (spans->len, ==, 1);
  g_assert_cmpint (g_array_index (spans, OmMarkdownSpan, 0).kind, ==, OM_MARKDOWN_CODE_BLOCK);
}

void
test_markdown_add (void)
{
  g_test_add_func ("/text/markdown/emphasis", test_emphasis);
  g_test_add_func ("/text/markdown/code", test_code);
  g_test_add_func ("/text/markdown/blocks", test_blocks);
  g_test_add_func ("/text/markdown/links", test_links);
  g_test_add_func ("/text/markdown/anything", test_anything);
  g_test_add_func ("/text/markdown/long", test_long);
  g_test_add_func ("/text/markdown/rest", test_rest);
}
