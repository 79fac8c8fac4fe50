/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tags, links and headings of Markdown. */
#include "config.h"

#include "archive-support.h"

#include <string.h>

#include "archive/om-jrnl-entry.h"
#include "archive/om-markdown-text.h"

static void
test_tags (void)
{
  static const struct
  {
    const char *text;
    const char *tags;
  } cases[] = {
    { "#canal at the start", "canal" },
    { "#canal #2024 #year2024", "canal,year2024" },
    { "a#b (#c) [#d] \\#e", "" },
    { "# Heading\n## Two\n#tag", "tag" },
    { "#a/b/c #trailing/ #dash- #under_score", "a/b/c,dash,trailing,under_score" },
    { "#ff0000 #FF8800 #ffffff #aabbcc #fff #12ab34cd", "" },
    { "#decade #facade #added #bed #cafe", "added,bed,cafe,decade,facade" },
    { "`#code` ``#more ` #code`` #tag", "tag" },
    { "` not closed #tag", "tag" },
    { "a ` b\n\nc ` #tag", "tag" },
    { "```\n#in code\n```\n#out", "out" },
    { "~~~ x\n#in\n```\n#in\n~~~~\n#out", "out" },
    { "> ```\n> #in\n> ```\n> #out", "out" },
    { "- ```\n  #in\n  ```\n- #out", "out" },
    { "```\n#open to the end", "" },
    { "%%#hidden%% #seen %%\n#hidden\n%% #more", "more,seen" },
    { "<!-- #hidden --> #seen", "seen" },
    { "100%% #seen", "seen" },
    { "https://example.org/#fragment [x](#anchor) [[Note#Heading]] [[a #b]] #tag", "tag" },
    { "#Ärger #家族 #שבת #é", "ärger,é,שבת,家族" },
    { "#Canal #canal #CANAL", "canal" },
    { "#🚶🏽‍♀️ #a🎉", "a🎉,🚶🏽‍♀️" },
    { "##double #a#b", "a" },
    { "tab\t#tag nbsp\xC2\xA0#other", "other,tag" },
    { "#", "" },
    { "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (OmTagSet) set = om_tag_set_new ();
      g_auto (GStrv) tags = NULL;
      g_autofree char *keys = NULL;

      om_markdown_find_tags (cases[i].text, strlen (cases[i].text), set);
      tags = om_tag_set_to_strv (set);
      keys = test_tag_keys (tags);
      if (!g_str_equal (keys, cases[i].tags))
        g_error ("“%s” has the tags %s instead of %s", cases[i].text, keys, cases[i].tags);
    }
}

static void
test_jrnl_tags (void)
{
  static const struct
  {
    const char *text;
    const char *tags;
  } cases[] = {
    { "for @nadia and the #dentist", "dentist,nadia" },
    { "@a/b/c. @c++ @real-tag, @OS/2.", "a/b/c,c++,os/2,real-tag" },
    { "someone@example.org (@no) ## #2024 #ff8800 @ #", "" },
    { "@2024", "2024" },
    { "@家族 @桜", "家族,桜" },
    { "@Nadia @nadia", "nadia" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (OmTagSet) set = om_tag_set_new ();
      g_auto (GStrv) tags = NULL;
      g_autofree char *keys = NULL;

      om_jrnl_find_tags (set, cases[i].text, strlen (cases[i].text));
      tags = om_tag_set_to_strv (set);
      keys = test_tag_keys (tags);
      if (!g_str_equal (keys, cases[i].tags))
        g_error ("“%s” has the tags %s instead of %s", cases[i].text, keys, cases[i].tags);
    }
}

/* First spelling kept, NFC, one of each, sorted by what they are compared by. */
static void
test_tag_set (void)
{
  g_autoptr (OmTagSet) set = om_tag_set_new ();
  g_auto (GStrv) tags = NULL;
  g_autofree char *key = om_tag_key ("İSTANBUL");
  g_autofree char *joined = NULL;

  g_assert_null (om_tag_set_to_strv (set));
  om_tag_set_add (set, "#Winter/Cold", -1);
  om_tag_set_add (set, "winter/cold", -1);
  om_tag_set_add (set, "cafe\xCC\x81", -1);
  om_tag_set_add (set, "CAFÉ", -1);
  om_tag_set_add (set, " @apple ", -1);
  om_tag_set_add (set, "  ", -1);
  om_tag_set_add_list (set, "walk, slow, two words");
  om_tag_set_add_list (set, "one  three");
  tags = om_tag_set_to_strv (set);
  joined = g_strjoinv (",", tags);
  g_assert_cmpstr (joined, ==, "apple,café,one,slow,three,two words,walk,Winter/Cold");
  g_assert_cmpstr (key, ==, "i̇stanbul");
}

static void
test_links (void)
{
  static const struct
  {
    const char *text;
    const char *links;
  } cases[] = {
    { "[[Nadia Okafor|Nadia]] and [[Note#Heading]] [[N^block]]", "w:Nadia Okafor w:Note w:N" },
    { "![[pic.png]] ![[pic.png|200]]", "W:pic.png W:pic.png" },
    { "[x](a/b.md) ![p](a%20b.png \"title\") [y](<c d.md>) [z](e.md#part)",
      "m:a/b.md M:a b.png m:c d.md m:e.md" },
    { "[x](https://example.org) [y](mailto:a@b.org) [z](#here) [w]()", "" },
    { "[![i](a.png)](b.md)", "M:a.png m:b.md" },
    { "`[[no]]` ```\n[[Note]]", "w:Note" },
    { "```\n[[no]]\n```\n[[Note]]", "w:Note" },
    { "%%[[no]]%% [[Note]]", "w:Note" },
    { "[[broken\n]] [[ ]] [[]]", "" },
    { "[not](closed", "" },
    { "[a] (b) ](c)", "m:c" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GPtrArray) links = om_markdown_find_links (cases[i].text, strlen (cases[i].text));
      g_autoptr (GString) out = g_string_new (NULL);

      for (guint j = 0; j < links->len; j++)
        {
          const OmMarkdownLink *link = g_ptr_array_index (links, j);
          const char *sign = link->wiki ? (link->embed ? "W" : "w") : (link->embed ? "M" : "m");

          g_string_append_printf (out, "%s%s:%s", j > 0 ? " " : "", sign, link->target);
        }
      if (!g_str_equal (out->str, cases[i].links))
        g_error ("“%s” links to %s instead of %s", cases[i].text, out->str, cases[i].links);
    }
}

static void
test_headings (void)
{
  const char *text = "# One\ntext\n##Two\n ## Three ##\n```\n# code\n```\n#\n####### seven\n    # "
                     "code\n### C# #\n###### Six";
  g_autoptr (GArray) headings = om_markdown_find_headings (text, strlen (text), FALSE);
  g_autoptr (GArray) with_code = om_markdown_find_headings (text, strlen (text), TRUE);
  static const char *const wanted[] = { "1 One", "2 Three", "1 ", "3 C#", "6 Six" };

  g_assert_cmpuint (headings->len, ==, G_N_ELEMENTS (wanted));
  for (guint i = 0; i < headings->len; i++)
    {
      const OmMarkdownHeading *heading = &g_array_index (headings, OmMarkdownHeading, i);
      g_autofree char *found = g_strdup_printf ("%u %.*s", heading->level,
                                                (int) heading->text_length, heading->text);

      g_assert_cmpstr (found, ==, wanted[i]);
      g_assert_true (heading->start == text || heading->start[-1] == '\n');
      g_assert_true (*heading->end == '\0' || heading->end[-1] == '\n');
    }
  g_assert_cmpuint (with_code->len, ==, G_N_ELEMENTS (wanted) + 1);
}

/* Texts made to make a scan go over them again and again: it is the harness's time limit that
 * would tell. */
static void
test_linear (void)
{
  static const char *const pieces[] = { "`", "[[", "](", "``` ", "`a ``b ", "%%x ", "<!-- ", "#a",
                                        "# ", "> ", "[[a\n" };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (OmTagSet) tags = om_tag_set_new ();
      g_autoptr (GPtrArray) links = NULL;
      g_autoptr (GArray) headings = NULL;

      while (text->len < 1000000)
        g_string_append (text, pieces[i]);
      om_markdown_find_tags (text->str, text->len, tags);
      links = om_markdown_find_links (text->str, text->len);
      headings = om_markdown_find_headings (text->str, text->len, FALSE);
      g_assert_nonnull (links);
      g_assert_nonnull (headings);
    }
}

void
test_add_markdown_text (void)
{
  g_test_add_func ("/archive/markdown-text/tags", test_tags);
  g_test_add_func ("/archive/markdown-text/jrnl-tags", test_jrnl_tags);
  g_test_add_func ("/archive/markdown-text/tag-set", test_tag_set);
  g_test_add_func ("/archive/markdown-text/links", test_links);
  g_test_add_func ("/archive/markdown-text/headings", test_headings);
  g_test_add_func ("/archive/markdown-text/linear", test_linear);
}
