/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "text/om-sections.h"

#include <string.h>

#include "support/om-test-golden.h"
#include "text/om-script.h"
#include "text/test-text.h"

static gboolean
check_split (JsonObject *in,
             JsonNode   *out,
             guint       number)
{
  g_autoptr (GPtrArray) sections = om_sections_split_text (json_object_get_string_member (in, "text"),
                                                           (gsize) json_object_get_int_member (in, "size"));
  JsonArray *expected = json_node_get_array (out);

  g_assert_cmpuint (sections->len, ==, json_array_get_length (expected));
  for (guint i = 0; i < sections->len; i++)
    g_assert_cmpstr (g_ptr_array_index (sections, i), ==, json_array_get_string_element (expected, i));
  return TRUE;
}

static gboolean
check_estimate (JsonObject *in,
                JsonNode   *out,
                guint       number)
{
  const char *text = json_object_get_string_member (in, "text");
  JsonObject *expected = json_node_get_object (out);

  g_assert_cmpint ((gint64) om_sections_estimate_tokens (text), ==, json_object_get_int_member (expected, "ingest"));
  g_assert_cmpint ((gint64) om_sections_estimate_chunk (text), ==, json_object_get_int_member (expected, "chunk"));
  return TRUE;
}

static void
test_golden_split (void)
{
  om_test_golden_run ("split_text", check_split);
}

static void
test_golden_estimate (void)
{
  om_test_golden_run ("estimate_tokens", check_estimate);
}

/* The ranges make up the text, none is blank by itself, none is far too long, none parts a letter. */
static void
assert_whole (const char *text,
              GArray     *sections,
              gsize       most)
{
  gsize at = 0;

  for (guint i = 0; i < sections->len; i++)
    {
      const OmSection *section = &g_array_index (sections, OmSection, i);
      gboolean blank = TRUE;

      g_assert_cmpuint (section->start, ==, at);
      g_assert_cmpuint (section->end, >, section->start);
      g_assert_cmpuint (om_grapheme_floor (text, section->end), ==, section->end);
      g_assert_cmpint (g_utf8_strlen (text + section->start, (gssize) (section->end - section->start)), <=, most);
      for (const char *p = text + section->start; p < text + section->end; p = g_utf8_next_char (p))
        blank = blank && om_script_is_space (g_utf8_get_char (p));
      g_assert_false (blank);
      at = section->end;
    }
  g_assert_cmpuint (at, ==, strlen (text));
}

static void
test_nothing_is_lost (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (2024);

  for (guint i = 0; i < 60; i++)
    {
      g_autofree char *text = g_string_free (test_random_text (rand, (guint) g_rand_int_range (rand, 1, 12000)), FALSE);
      g_autofree char *letter = g_strconcat ("x", text, NULL);
      g_autoptr (GArray) sections = om_sections_cut (letter);

      assert_whole (letter, sections, OM_SECTIONS_SIZE + 200);
    }
}

static void
append_paragraph (GString *text,
                  guint    n_sentences)
{
  for (guint i = 0; i < n_sentences; i++)
    g_string_append (text, "The heron waits on the lock gate. ");
}

static void
test_cuts (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GArray) sections = NULL;
  g_autoptr (GArray) sentences = NULL;
  g_autoptr (GArray) chinese = NULL;
  g_autoptr (GArray) line = NULL;
  g_autoptr (GArray) marks = NULL;
  g_autoptr (GArray) blank = NULL;
  g_autoptr (GArray) none = om_sections_cut ("");
  const OmSection *first;

  g_assert_cmpuint (none->len, ==, 0);

  /* Paragraphs of about 1,000: three or less to a section, cut at the blank lines, with \r\n as
   * well. */
  for (guint i = 0; i < 40; i++)
    {
      append_paragraph (text, 28);
      g_string_append (text, i % 2 == 0 ? "\n\n" : "\r\n  \r\n");
    }
  sections = om_sections_cut (text->str);
  assert_whole (text->str, sections, OM_SECTIONS_SIZE);
  g_assert_cmpuint (sections->len, ==, 14);
  for (guint i = 0; i < sections->len; i++)
    g_assert_true (g_str_has_prefix (text->str + g_array_index (sections, OmSection, i).start, "The heron"));

  /* One paragraph: cut behind a full stop. */
  g_string_truncate (text, 0);
  append_paragraph (text, 400);
  sentences = om_sections_cut (text->str);
  assert_whole (text->str, sentences, OM_SECTIONS_SIZE);
  for (guint i = 0; i + 1 < sentences->len; i++)
    g_assert_cmpint (text->str[g_array_index (sentences, OmSection, i).end - 1], ==, '.');

  g_string_truncate (text, 0);
  for (guint i = 0; i < 2000; i++)
    g_string_append (text, "苍鹭站在闸门上。");
  chinese = om_sections_cut (text->str);
  assert_whole (text->str, chinese, OM_SECTIONS_SIZE);
  for (guint i = 0; i < chinese->len; i++)
    g_assert_true (g_str_has_prefix (text->str + g_array_index (chinese, OmSection, i).start, "苍鹭"));

  /* One line without a blank. */
  g_string_truncate (text, 0);
  for (guint i = 0; i < 200000; i++)
    g_string_append_c (text, 'x');
  line = om_sections_cut (text->str);
  assert_whole (text->str, line, OM_SECTIONS_SIZE);
  g_assert_cmpuint (line->len, ==, 67);

  /* A cut that would fall into a letter with marks is made behind it. */
  g_string_truncate (text, 0);
  for (guint i = 0; i < OM_SECTIONS_SIZE - 1; i++)
    g_string_append_c (text, 'x');
  g_string_append (text, "e\314\201\314\202xyz");
  marks = om_sections_cut (text->str);
  first = &g_array_index (marks, OmSection, 0);
  g_assert_cmpuint (marks->len, ==, 2);
  g_assert_cmpstr (text->str + first->end, ==, "xyz");

  /* Blank at both ends and long: goes with the text. */
  g_string_truncate (text, 0);
  for (guint i = 0; i < 20000; i++)
    g_string_append_c (text, '\n');
  g_string_append (text, "word");
  for (guint i = 0; i < 20000; i++)
    g_string_append_c (text, ' ');
  blank = om_sections_cut (text->str);
  g_assert_cmpuint (g_array_index (blank, OmSection, blank->len - 1).end, ==, text->len);
  g_assert_cmpuint (g_array_index (blank, OmSection, 0).start, ==, 0);
}

static void
test_documents (void)
{
  g_autofree char *shorter = g_strnfill (31999, 'x');
  g_autofree char *longer = g_strnfill (32000, 'x');
  g_autoptr (GString) emoji = g_string_new (NULL);
  g_autofree char *summary = NULL;
  g_autofree char *whole = om_sections_summary ("short");

  g_assert_false (om_sections_is_document (shorter));
  g_assert_true (om_sections_is_document (longer));

  for (guint i = 0; i < 600; i++)
    g_string_append (emoji, "🎉");
  summary = om_sections_summary (emoji->str);
  g_assert_cmpint (g_utf8_strlen (summary, -1), ==, OM_SECTIONS_SUMMARY);
  g_assert_true (g_str_has_prefix (emoji->str, summary));
  g_assert_cmpstr (whole, ==, "short");
}

void
test_sections_add (void)
{
  g_test_add_func ("/sections/golden/split_text", test_golden_split);
  g_test_add_func ("/sections/golden/estimate_tokens", test_golden_estimate);
  g_test_add_func ("/sections/nothing-is-lost", test_nothing_is_lost);
  g_test_add_func ("/sections/cuts", test_cuts);
  g_test_add_func ("/sections/documents", test_documents);
}
