/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties of notes: what people and programs write, and what is no property. */
#include "config.h"

#include "archive-support.h"

#include <string.h>

#include "archive/om-front-matter.h"

/* The properties as JSON, or NULL if the text has none. */
static char *
json_of (const char *text)
{
  g_autoptr (OmFrontMatter) front = om_front_matter_parse (text, strlen (text), NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  GString *json;

  if (front == NULL)
    return NULL;
  json = g_string_new ("{");
  om_front_matter_append_json (front, json);
  g_string_append_c (json, '}');
  json_parser_load_from_data (parser, json->str, -1, &error);
  g_assert_no_error (error);
  return g_string_free (json, FALSE);
}

static void
test_values (void)
{
  static const struct
  {
    const char *block;
    const char *json;
  } cases[] = {
    { "mood: 4\n", "{\"mood\":4}" },
    { "mood: -4.50\n", "{\"mood\":-4.50}" },
    { "id: 007\nbig: 12345678901234567890\n", "{\"id\":\"007\",\"big\":\"12345678901234567890\"}" },
    { "yes: true\nno: False\nnothing:\ntilde: ~\nnull: null\n",
      "{\"yes\":true,\"no\":false,\"nothing\":null,\"tilde\":null,\"null\":null}" },
    { "t: \"Sunday: a walk\"\n", "{\"t\":\"Sunday: a walk\"}" },
    { "t: Sunday: a walk\n", "{\"t\":\"Sunday: a walk\"}" },
    { "t: 'it''s'\n", "{\"t\":\"it's\"}" },
    { "t: \"a\\nb \\u00e9 \\U0001F600 \\x41\"\n", "{\"t\":\"a\\nb é 😀 A\"}" },
    { "n: \"4\"\n", "{\"n\":\"4\"}" },
    { "t: \"Hello\" she said\n", "{\"t\":\"\\\"Hello\\\" she said\"}" },
    { "t: \"never closed\nu: 1\n", "{\"t\":\"\\\"never closed\",\"u\":1}" },
    { "t: 'tis so\n", "{\"t\":\"'tis so\"}" },
    { "t: Take #2\n", "{\"t\":\"Take #2\"}" },
    { "t: a # note\n", "{\"t\":\"a\"}" },
    { "tags: [a, \"b, c\", 'd', 5]\n", "{\"tags\":[\"a\",\"b, c\",\"d\",5]}" },
    { "tags: [a,\n  b,\n  c]\n", "{\"tags\":[\"a\",\"b\",\"c\"]}" },
    { "tags: []\n", "{\"tags\":[]}" },
    { "tags: [a, [b, c], {d: e}]\n", "{\"tags\":[\"a\",\"[b, c]\",\"{d: e}\"]}" },
    { "t: [not a date] goes on\n", "{\"t\":\"[not a date] goes on\"}" },
    { "t: [open\nu: 1\n", "{\"t\":\"[open\",\"u\":1}" },
    { "tags:\n- a\n- \"b c\"\n", "{\"tags\":[\"a\",\"b c\"]}" },
    { "tags:\n  - a\n\n  - b\nmood: 4\n", "{\"tags\":[\"a\",\"b\"],\"mood\":4}" },
    { "list:\n- name: x\n  age: 3\n- y\n", "{\"list\":[\"name: x\\n  age: 3\",\"y\"]}" },
    { "body: |\n  one\n   two\n\n  three\nmood: 4\n",
      "{\"body\":\"one\\n two\\n\\nthree\",\"mood\":4}" },
    { "body: |\t\t\n\tone\n\t\n\t- two\n", "{\"body\":\"one\\n\\n- two\"}" },
    { "body: >-\n  one\n  two\n\n  three\n", "{\"body\":\"one two\\nthree\"}" },
    { "a: plain text\n  that goes on\n", "{\"a\":\"plain text that goes on\"}" },
    { "a:\n  b: 1\n  c: 2\n", "{\"a\":\"b: 1\\nc: 2\"}" },
    { "\"date created\": x\ndate modified: y\n",
      "{\"date created\":\"x\",\"date modified\":\"y\"}" },
    { "a: 1\na: 2\n", "{\"a\":1,\"a (2)\":2}" },
    { "a: !!python/object/apply:os.system [x]\n",
      "{\"a\":\"!!python/object/apply:os.system [x]\"}" },
    { "a: &x b\nc: *x\n", "{\"a\":\"&x b\",\"c\":\"*x\"}" },
    { "", "{}" },
    { "日: 本\n", "{\"日\":\"本\"}" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("---\n%s---\nText\n", cases[i].block);
      g_autofree char *json = json_of (text);

      if (g_strcmp0 (json, cases[i].json) != 0)
        g_error ("%s gives %s instead of %s", cases[i].block, json, cases[i].json);
    }
}

static void
test_borders (void)
{
  static const struct
  {
    const char *text;
    const char *body; /* NULL: no properties, all of it is text */
    gboolean    unclosed;
  } cases[] = {
    { "---\na: 1\n---\nText", "Text", FALSE },
    { "---\na: 1\n...\nText", "Text", FALSE },
    { "---  \na: 1\n---\t\nText", "Text", FALSE },
    { "---\na: 1\n---", "", FALSE },
    { "---\na: 1\n---\n\n---\nrule", "\n---\nrule", FALSE },
    { "---\nb: |\n  ---\n  x\n---\nText", "Text", FALSE },
    { "---\ntags: [lost]\n\nText", NULL, TRUE },
    { "---\n", NULL, FALSE },
    { "---", NULL, FALSE },
    { "", NULL, FALSE },
    { "--- x\na: 1\n---\n", NULL, FALSE },
    { " ---\na: 1\n---\n", NULL, FALSE },
    { "\n---\na: 1\n---\n", NULL, FALSE },
    { "---\nA paragraph between two rules.\n\n---\nMore.", NULL, FALSE },
    { "---\nA paragraph that goes on and on\n", NULL, FALSE },
    { "---\nx: 1\njust words\n---\nText", NULL, FALSE },
    { "---\ntitle: 1\njust words\n---\nText", "Text", FALSE },
    { "----\na: 1\n----\n", NULL, FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gboolean unclosed;
      g_autoptr (OmFrontMatter) front = om_front_matter_parse (cases[i].text,
                                                               strlen (cases[i].text), &unclosed);

      if ((front != NULL) != (cases[i].body != NULL) || unclosed != cases[i].unclosed)
        g_error ("%s", cases[i].text);
      if (front != NULL)
        g_assert_cmpstr (cases[i].text + front->body, ==, cases[i].body);
    }
}

/* What is not understood is known to be missing from the fields, and the block is kept. */
static void
test_complete (void)
{
  static const struct
  {
    const char *block;
    gboolean    complete;
  } cases[] = {
    { "title: x\ntags:\n- a\n", TRUE },
    { "title: x\n# a comment\n", FALSE },
    { "title: x # a comment\n", FALSE },
    { "title: \"x\" # a comment\n", FALSE },
    { "title: x\nan odd line\n", FALSE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = g_strdup_printf ("---\n%s---\n", cases[i].block);
      g_autoptr (OmFrontMatter) front = om_front_matter_parse (text, strlen (text), NULL);

      g_assert_cmpint (front->complete, ==, cases[i].complete);
      g_assert_cmpstr (front->raw, ==, cases[i].block);
    }
}

static void
test_written (void)
{
  const char *text = "---\ntitle: \"Hello\" # x\nlist: [a]\nlong: a\n  b\nCreated-At: 1\n---\n";
  g_autoptr (OmFrontMatter) front = om_front_matter_parse (text, strlen (text), NULL);

  g_assert_cmpstr (om_front_matter_find (front, "title")->written, ==, "\"Hello\" # x");
  g_assert_true (om_front_matter_find (front, "title")->one_line);
  g_assert_cmpstr (om_front_field_get_text (om_front_matter_find (front, "list")), ==, "a");
  g_assert_false (om_front_matter_find (front, "long")->one_line);
  g_assert_nonnull (om_front_matter_find (front, "created_at"));
  g_assert_null (om_front_matter_find (front, "absent"));
  g_assert_null (om_front_field_get_text (NULL));
}

void
test_add_front_matter (void)
{
  g_test_add_func ("/archive/front-matter/values", test_values);
  g_test_add_func ("/archive/front-matter/borders", test_borders);
  g_test_add_func ("/archive/front-matter/complete", test_complete);
  g_test_add_func ("/archive/front-matter/written", test_written);
}
