/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Contexts by their words: the lists, the edges of words, our own labelled entries and the sample journal. */
#include "config.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "memory/om-error.h"
#include "support/om-test-golden.h"
#include "text/om-context-words.h"
#include "text/test-text.h"

#define LEAST_WORDS 40
#define LEAST_PRECISION 0.95
#define LEAST_RIGHT_IN_JOURNAL 80 /* of a hundred */

static const OmLanguage languages[] = { OM_LANGUAGE_EN, OM_LANGUAGE_ZH };

static void
test_lists (void)
{
  static const char *const broken[] = {
    "", "[]", "{}", "{\"format\":\"openmemory-contexts/1\",\"language\":\"en\"}",
    "{\"format\":\"openmemory-contexts/1\",\"language\":\"en\",\"contexts\":{\"work\":[\"\"]}}",
    "{\"format\":\"openmemory-contexts/1\",\"language\":\"en\",\"contexts\":{\"work\":[\"a\",\"A\"],\"personal\":[],"
    "\"social\":[],\"learning\":[]}}",
    "{\"format\":\"openmemory-contexts/1\",\"language\":\"en\",\"contexts\":{\"work\":[\"a\"],\"personal\":[\"a\"],"
    "\"social\":[],\"learning\":[]}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    {
      const OmContextWords *words = om_context_words_get (languages[i]);

      g_assert_nonnull (words);
      for (guint c = 0; c < OM_CONTEXT_GENERAL; c++)
        g_assert_cmpuint (words->n_words[c], >=, LEAST_WORDS);
    }
  g_assert_null (om_context_words_get (OM_LANGUAGE_FR));

  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr (GBytes) json = g_bytes_new_static (broken[i], strlen (broken[i]));
      g_autoptr (GError) error = NULL;

      g_assert_null (om_context_words_parse (json, &error));
      g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
    }
}

static void
check (const char *text,
       OmContext   expected)
{
  OmContext context = om_context_of_text (text, NULL);

  if (context != expected)
    g_error ("%s is %s, not %s", text, om_context_to_nick (context), om_context_to_nick (expected));
}

static void
test_rule (void)
{
  static const guint two_to_one[OM_N_CONTEXTS] = { 2, 1, 0, 0, 0 };
  static const guint three_to_two[OM_N_CONTEXTS] = { 2, 0, 3, 0, 0 };
  static const guint four_to_three[OM_N_CONTEXTS] = { 0, 4, 0, 3, 0 };
  static const guint one[OM_N_CONTEXTS] = { 1, 0, 0, 0, 0 };

  g_assert_cmpint (om_context_of_votes (two_to_one), ==, OM_CONTEXT_WORK);
  g_assert_cmpint (om_context_of_votes (three_to_two), ==, OM_CONTEXT_SOCIAL);
  g_assert_cmpint (om_context_of_votes (four_to_three), ==, OM_CONTEXT_GENERAL);
  g_assert_cmpint (om_context_of_votes (one), ==, OM_CONTEXT_GENERAL);

  /* One word, however often; words of colleagues are of work; edges of words; both scripts together. */
  check ("Meeting. Meeting! MEETING.", OM_CONTEXT_GENERAL);
  check ("Lunch in the canteen with my colleagues, then a meeting.", OM_CONTEXT_WORK);
  check ("My friends came round for drinks.", OM_CONTEXT_SOCIAL);
  check ("The bossy, classy, momentary mumble.", OM_CONTEXT_GENERAL);
  check ("和朋友聚会，聊到半夜。", OM_CONTEXT_SOCIAL);
  check ("同事和客户都来了。", OM_CONTEXT_WORK);
  check ("朋友 from university, a party", OM_CONTEXT_SOCIAL);
  check ("", OM_CONTEXT_GENERAL);
}

static void
count_case (const char *text,
            const char *label,
            guint      *taken,
            guint      *right,
            guint      *labelled)
{
  OmContext context = om_context_of_text (text, NULL);

  *labelled += strcmp (label, "general") != 0;
  if (context == OM_CONTEXT_GENERAL)
    return;
  (*taken)++;
  if (strcmp (om_context_to_nick (context), label) == 0)
    (*right)++;
  else
    g_test_message ("%s, not %s: %.80s", om_context_to_nick (context), label, text);
}

static void
check_file (const char *name,
            double      least)
{
  g_autofree char *path = om_test_data_path (name);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  JsonArray *cases;
  guint taken = 0, right = 0, labelled = 0;
  double precision;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  cases = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)), "cases");
  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonObject *one = json_array_get_object_element (cases, i);

      count_case (json_object_get_string_member (one, "text"), json_object_get_string_member (one, "context"), &taken,
                  &right, &labelled);
    }
  precision = (double) right / MAX (taken, 1);
  g_test_message ("%s: %u entries, %u said to be of a context, precision %.3f, recall %.3f", name,
                  json_array_get_length (cases), taken, precision, (double) right / MAX (labelled, 1));
  g_assert_cmpuint (taken, >, 0);
  g_assert_cmpfloat (precision, >=, least);
}

static void
test_own (void)
{
  check_file ("contexts-own.json", LEAST_PRECISION);
}

/* The sample journal says the context of about half of its entries; it was not written for these lists. */
static void
test_journal (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("OPENMEMORY_SOURCE"), "data", "sample-journal.json", NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  JsonArray *entries;
  guint taken = 0, right = 0, labelled = 0;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  entries = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)), "entries");
  for (guint i = 0; i < json_array_get_length (entries); i++)
    {
      JsonObject *entry = json_array_get_object_element (entries, i);
      const char *label = json_object_get_string_member_with_default (entry, "context", NULL);

      if (label != NULL)
        count_case (json_object_get_string_member (entry, "text"), label, &taken, &right, &labelled);
    }
  g_test_message ("sample journal: %u entries with a context, %u said to be of one, %u of them right", labelled, taken,
                  right);
  g_assert_cmpuint (labelled, >, 100);
  g_assert_cmpuint (right * 100, >=, taken * LEAST_RIGHT_IN_JOURNAL);
}

void
test_context_words_add (void)
{
  g_test_add_func ("/text/context/lists", test_lists);
  g_test_add_func ("/text/context/rule", test_rule);
  g_test_add_func ("/text/context/own", test_own);
  g_test_add_func ("/text/context/journal", test_journal);
}
