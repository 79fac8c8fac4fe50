/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whatever is typed into a search: case S13. */
#include "config.h"

#include <string.h>

#include "cli/om-test-command.h"

void test_cli_search_add (void);

/* Strings that crash searches or find nothing elsewhere. */
static const char *const hard[] = {
  "don't",  "status: done", "timeout \"error",
  "a/b",    "C++",          "#tag",
  "@name",  "50%",          "why?",
  "(paren", "foo*",         "-minus",
  "NOT",    "NEAR",         "AND",
  "^",      "a.b",          "\\",
  "';--",   "👍🏽",     "'",
  "\"",     "tag:",         "*",
  "--",     "%s%n",         "日本",
  "桜",
};

static gboolean
finds (OmTestHome *home,
       const char *words,
       const char *id)
{
  g_autoptr (JsonNode) answer = om_test_json (home, "search", "-k", "100", "--", words, NULL);
  JsonArray *hits = json_object_get_array_member (json_node_get_object (answer), "hits");

  for (guint i = 0; i < json_array_get_length (hits); i++)
    {
      if (g_str_equal (json_object_get_string_member (json_array_get_object_element (hits, i),
                                                      "id"),
                       id))
        return TRUE;
    }
  return FALSE;
}

static void
test_hard_strings (OmTestHome    *home,
                   gconstpointer  unused)
{
  char *ids[G_N_ELEMENTS (hard)];

  for (gsize i = 0; i < G_N_ELEMENTS (hard); i++)
    {
      g_autofree char *text = g_strdup_printf ("Entry %c holds %s in the middle of it.",
                                               (char) ('A' + i % 26), hard[i]);

      ids[i] = om_test_add (home, text, NULL);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (hard); i++)
    {
      if (!finds (home, hard[i], ids[i]))
        g_error ("“%s” does not find its entry", hard[i]);
      g_free (ids[i]);
    }
}

/* Very long queries are answered or refused politely; they never end in a signal. */
static void
test_long_queries (OmTestHome    *home,
                   gconstpointer  unused)
{
  g_autofree char *letters = g_strnfill (10000, 'x');
  GString *words = g_string_new (NULL);
  g_autofree char *many = NULL;
  g_autoptr (OmTestRun) of_letters = NULL;
  g_autoptr (OmTestRun) of_words = NULL;

  for (int i = 0; i < 5000; i++)
    g_string_append_printf (words, "word%d ", i);
  many = g_string_free (words, FALSE);

  g_free (om_test_add (home, "A heron at the second lock.", NULL));
  of_letters = om_test_run (home, NULL, "search", letters, NULL);
  of_words = om_test_run (home, NULL, "search", many, NULL);
  g_assert_true (of_letters->status == 1 || of_letters->status == 3);
  g_assert_true (of_words->status == 1 || of_words->status == 3);
  g_assert_cmpstr (of_letters->err, !=, "");
  g_assert_cmpstr (of_words->err, !=, "");
}

/* S7 and S8 by the command line, also in the C locale: UTF-8 in, UTF-8 out. */
static void
test_c_locale (OmTestHome    *home,
               gconstpointer  unused)
{
  g_autofree char *cafe = NULL;
  g_autofree char *hanami = NULL;
  g_autoptr (OmTestRun) run = NULL;

  om_test_home_setenv (home, "LANG", "C");
  om_test_home_setenv (home, "LC_ALL", "C");
  cafe = om_test_add (home, "Žižek im café.", "--tag", "Łódź", NULL);
  hanami = om_test_add (home, "家族で花見をした。桜がきれいだった。", NULL);
  g_assert_true (finds (home, "zizek", cafe));
  g_assert_true (finds (home, "CAFÉ", cafe));
  g_assert_true (finds (home, "tag:łódź", cafe));
  g_assert_true (finds (home, "桜", hanami));
  g_assert_true (finds (home, "花見", hanami));
  run = om_test_run (home, NULL, "search", "花見", NULL);
  om_assert_status (run, 0);
  om_assert_has (run->out, "家族で花見をした。桜がきれいだった。");
}

static void
test_private (OmTestHome    *home,
              gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "A quincunx that is nobody's business.", "--private",
                                     NULL);
  g_autoptr (OmTestRun) without = om_test_run (home, NULL, "search", "quincunx", NULL);
  g_autoptr (OmTestRun)
    with = om_test_run (home, NULL, "search", "quincunx", "--with-private", NULL);
  g_autoptr (OmTestRun) by_id = om_test_run (home, NULL, "show", id, NULL);

  om_assert_status (without, 1);
  om_assert_has (without->err, "--with-private");
  om_assert_status (with, 0);
  om_assert_status (by_id, 0);
}

static void
test_correction (OmTestHome    *home,
                 gconstpointer  unused)
{
  g_autoptr (OmTestRun) one_off = NULL;

  g_free (om_test_add (home, "Baked sourdough with Nadia.", NULL));
  one_off = om_test_run (home, NULL, "search", "sourdoughh", NULL);
  om_assert_status (one_off, 0);
  om_assert_has (one_off->out, "Searched “sourdough” instead of “sourdoughh”.");
}

void
test_cli_search_add (void)
{
  om_test_add_case ("/cli/search/hard-strings", test_hard_strings);
  om_test_add_case ("/cli/search/long-queries", test_long_queries);
  om_test_add_case ("/cli/search/c-locale", test_c_locale);
  om_test_add_case ("/cli/search/private", test_private);
  om_test_add_case ("/cli/search/correction", test_correction);
}
