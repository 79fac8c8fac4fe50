/* SPDX-License-Identifier: GPL-3.0-or-later */
/* YAML as data: what it may hold, and what it must not make of itself. */
#include "config.h"

#include "archive-support.h"

#include <string.h>

#include "archive/om-wiki-text.h"
#include "archive/om-yaml-node.h"
#include "memory/om-error.h"
#include "support/om-test-folder.h"

static OmYamlNode *
node_at (OmYamlNode *node,
         guint       i)
{
  g_assert_cmpuint (i, <, node->children->len);
  return g_ptr_array_index (node->children, i);
}

static void
test_values (void)
{
  const char *text = "a: \"x\\n\\U0001F469\"\na: 'b''c'\nl: [~, '', null, 'null']\n"
                     "&k key: !!python/unicode 'old'\nagain: *k\n--- second\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (OmYamlNode) documents = om_yaml_parse (text, strlen (text), &error);
  OmYamlNode *map;
  OmYamlNode *list;

  g_assert_no_error (error);
  g_assert_cmpuint (documents->children->len, ==, 2);
  map = node_at (documents, 0);
  g_assert_cmpint (map->kind, ==, OM_YAML_MAPPING);
  g_assert_cmpuint (map->children->len, ==, 10);
  g_assert_cmpstr (node_at (map, 1)->text, ==, "x\n👩");
  /* A key that comes twice has both its values. */
  g_assert_cmpstr (node_at (map, 2)->text, ==, "a");
  g_assert_cmpstr (node_at (map, 3)->text, ==, "b'c");
  list = node_at (map, 5);
  g_assert_true (node_at (list, 0)->empty);
  g_assert_false (node_at (list, 1)->empty);
  g_assert_true (node_at (list, 2)->empty);
  g_assert_false (node_at (list, 3)->empty);
  g_assert_cmpstr (node_at (map, 7)->text, ==, "old");
  g_assert_cmpstr (node_at (map, 9)->text, ==, "key");
  g_assert_cmpuint (node_at (map, 9)->line, ==, 4);
  g_assert_cmpstr (node_at (documents, 1)->text, ==, "second");
}

static void
assert_refused (const char *text,
                const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmYamlNode) documents = om_yaml_parse (text, strlen (text), &error);

  g_assert_null (documents);
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
  if (strstr (error->message, words) == NULL)
    g_error ("“%s” does not mention “%s”", error->message, words);
}

static void
test_hostile (void)
{
  g_autoptr (GString) laughs = g_string_new ("a: &a [x,x,x,x,x,x,x,x,x,x]\n");
  g_autoptr (GString) deep = g_string_new ("a: ");
  g_autoptr (GString) many = g_string_new (NULL);

  for (char c = 'b'; c < 'k'; c++)
    g_string_append_printf (laughs, "%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n", c, c,
                            c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1, c - 1);
  for (guint i = 0; i < 900; i++)
    g_string_append_c (deep, '[');
  for (guint i = 0; i < OM_YAML_MAX_NODES; i++)
    g_string_append (many, "- x\n");

  assert_refused (laughs->str, "makes more of it");
  assert_refused (deep->str, "nests deeper");
  assert_refused (many->str, "makes more of it");
  assert_refused ("a: &a [*a]", "or itself");
  assert_refused ("a: *nowhere", "what is not there");
  assert_refused ("a: !!python/object/apply:os.system ['echo x']", "something else than data");
  assert_refused ("a: !<tag:example.org,2000:thing> x", "something else than data");
  assert_refused ("a:\n  'never closed\nb: x\n", "line");
  assert_refused ("a: [1, 2", "line");
}

static void
test_wiki (void)
{
  static const char *const cases[][3] = {
    { "r", "= A =\n**b** //i// --s-- ``c``", "# A\n**b** *i* ~~s~~ `c`" },
    { "r", "http://x.org//y a // b -- c", "http://x.org//y a // b -- c" },
    { "r", "[name \"\"http://x.org\"\"] [none] [\"\"x\"\"]",
      "[name](http://x.org) [none] [\"\"x\"\"]" },
    { "r", "```\n//code//\n```", "```\n//code//\n```" },
    { "r", "= not = a heading\n==\n= \n", "= not = a heading\n==\n= \n" },
    { "z", "====== T ======\n===== U =====\n[*] a\n\t[ ] b", "# T\n## U\n- [x] a\n\t- [ ] b" },
    { "z", "{{./pic.png?width=3}} ''v'' {{open", "![](pic.png) `v` {{open" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = om_wiki_to_markdown (cases[i][1], *cases[i][0] == 'z'
                                                                ? OM_WIKI_ZIM : OM_WIKI_TXT2TAGS);

      g_assert_cmpstr (text, ==, cases[i][2]);
    }
}

/* What RedNotebook would not write, and what a copy of it says otherwise. */
static void
test_red_notebook (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  g_autoptr (TestReading) reading = NULL;

  test_write (folder, "2024-02.txt",
              "1: {text: one, Ideas: {plant: {more: null}, water: null}}\n30: {text: never}\n"
              "two: plain words\n3: {text: ''}\n", -1);
  test_write (folder, "2024-02.CONFLICT_BACKUP2024-03-01.txt",
              "1: {text: one, Ideas: {plant: {more: null}, water: null}}\n2: {text: only here}\n",
              -1);
  reading = test_read_file (file, NULL, NULL);
  g_assert_cmpuint (reading->drafts->len, ==, 4);
  g_assert_cmpint (reading->report->outcome, ==, OM_IMPORT_PARTIAL);
  g_assert_cmpstr (test_reading_get (reading, 0)->content, ==,
                   "one\n\nIdeas:\n- plant\n  - more\n- water");
  g_assert_cmpstr (test_reading_get (reading, 1)->content, ==, "never");
  g_assert_cmpint (test_reading_get (reading, 1)->happened.precision, ==, OM_PRECISION_UNKNOWN);
  g_assert_cmpstr (test_reading_get (reading, 2)->content, ==, "plain words");
  g_assert_cmpstr (test_reading_get (reading, 3)->content, ==, "only here");
  g_assert_cmpint (test_reading_get (reading, 3)->flags & OM_FLAG_CONFLICT, ==, OM_FLAG_CONFLICT);
  test_assert_mentions (reading, "1 duplicate");
  test_assert_mentions (reading, "“30” is no day");
  om_test_folder_remove (folder);
}

void
test_add_yaml_node (void)
{
  g_test_add_func ("/archive/yaml-node/values", test_values);
  g_test_add_func ("/archive/yaml-node/hostile", test_hostile);
  g_test_add_func ("/archive/yaml-node/wiki", test_wiki);
  g_test_add_func ("/archive/yaml-node/rednotebook", test_red_notebook);
}
