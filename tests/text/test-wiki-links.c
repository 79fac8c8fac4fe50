/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Links within a text: what they are called, and which there are. */
#include "config.h"

#include "test-text.h"
#include "text/om-wiki-links.h"

static void
test_names (void)
{
  static const struct
  {
    const char *title;
    const char *name;
  } cases[] = {
    { "# The *heron*", "The *heron*" }, { "  Two \t words ", "Two words" }, { "A [b] c|d #e", "A b c d e" },
    { "", "" },                         { "[[]]", "" },                      { "花見", "花見" },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = om_wiki_link_name (cases[i].title);
      g_autofree char *again = om_wiki_link_name (name);

      g_assert_cmpstr (name, ==, cases[i].name);
      g_assert_cmpstr (again, ==, name);
    }
}

static void
assert_found (const char *content,
              const char *expected)
{
  g_autoptr (GPtrArray) names = om_wiki_links_find (content);
  g_autofree char *joined = NULL;

  g_ptr_array_add (names, NULL);
  joined = g_strjoinv (";", (char **) names->pdata);
  g_assert_cmpstr (joined, ==, expected);
}

static void
test_find (void)
{
  assert_found ("None here.", "");
  assert_found ("[[One]] and [[two|shown]], [[Three#part]], [[one]].\r\n[[四]]", "One;two;Three;四");
  assert_found ("`[[code]]` \n```\n[[more code]]\n```\n[[text]]", "text");
  assert_found ("[[open\n]] [[]] [[a]b]] [[ ]]", "");
}

void
test_wiki_links_add (void)
{
  g_test_add_func ("/text/wiki-links/names", test_names);
  g_test_add_func ("/text/wiki-links/find", test_find);
}
