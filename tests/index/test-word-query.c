/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Queries read against an index: known words, corrections, parts, names, scripts without spaces. */
#include "config.h"

#include <string.h>

#include "index/om-word-query.h"
#include "index/om-word-search.h"
#include "test-index.h"
#include "text/om-language.h"

static OmWordIndex *
make_index (void)
{
  static const char *const texts[] = {
    "We walked along the canal before breakfast",
    "The dentist was kind. Dentist again in May",
    "The canalside café was closed",
    "Nadia wrote a letter about the museum",
    "Another dentist, another letter",
    "bandages and brandy",
    "Die Häuser am Fluss",
    "今天我和妈妈去公园看鸭子",
    "猫",
    "Я гулял по набережной",
  };
  static const char *const languages[] = { "en", "en", "en", "en", "en", "en", "de", "zh", "zh",
                                           "ru" };
  OmWordIndex *index = om_word_index_new ();

  for (guint32 i = 0; i < G_N_ELEMENTS (texts); i++)
    om_word_index_add (index, i + 1, languages[i], NULL, texts[i], NULL);
  return index;
}

static const OmQueryWord *
get_word (const OmWordQuery *query,
          guint              i)
{
  g_assert_cmpuint (i, <, query->words->len);
  return g_ptr_array_index (query->words, i);
}

static void
test_corrections (void)
{
  static const struct
  {
    const char *typed;
    const char *meant; /* NULL: not corrected */
  } cases[] = {
    { "dentist", NULL },   /* known */
    { "dentists", NULL },  /* known by its stem */
    { "dentits", "dentist" },   /* swapped */
    { "Dentst", "dentist" },    /* one letter less */
    { "denttist", "dentist" },  /* one more */
    { "dantist", "dentist" },   /* another */
    { "xentist", "dentist" },   /* the first another */
    { "entist", "dentist" },    /* the first less */
    { "museun", "museum" },
    { "dnetits", NULL },   /* two steps off */
    { "nda", NULL },       /* too short */
    { "lettr", "letter" },
    { "lette1", NULL },    /* a digit */
    { "набережой", "набережной" },
    { "cafés", NULL },
    { "cafx", "cafe" },
    { "Hauxer", "hauser" },
    { "brandages", "bandages" },
  };
  g_autoptr (OmWordIndex) index = make_index ();

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (OmWordQuery) query = om_word_query_new (index, cases[i].typed, NULL);
      g_auto (GStrv) corrections = om_word_query_dup_corrections (query);

      g_test_message ("%s", cases[i].typed);
      g_assert_cmpstr (get_word (query, 0)->corrected, ==, cases[i].meant);
      g_assert_cmpuint (g_strv_length (corrections), ==, cases[i].meant != NULL ? 2 : 0);
      if (cases[i].meant != NULL)
        {
          g_assert_cmpstr (corrections[0], ==, cases[i].typed);
          g_assert_cmpstr (corrections[1], ==, cases[i].meant);
          g_assert_cmpuint (get_word (query, 0)->terms->len, >, 0);
          g_assert_false (get_word (query, 0)->is_part);
        }
    }
}

/* Of several words at distance 1 the one in the most documents, which may change. */
static void
test_most_frequent (void)
{
  g_autoptr (OmWordIndex) index = om_word_index_new ();
  g_autoptr (OmWordQuery) before = NULL;
  g_autoptr (OmWordQuery) after = NULL;
  g_autoptr (OmWordQuery) gone = NULL;

  om_word_index_add (index, 1, NULL, NULL, "cart", NULL);
  om_word_index_add (index, 2, NULL, NULL, "cast cast cast", NULL);
  om_word_index_add (index, 3, NULL, NULL, "cart", NULL);
  before = om_word_query_new (index, "caxt", NULL);
  g_assert_cmpstr (get_word (before, 0)->corrected, ==, "cart");

  om_word_index_add (index, 3, NULL, NULL, "cast", NULL);
  after = om_word_query_new (index, "caxt", NULL);
  g_assert_cmpstr (get_word (after, 0)->corrected, ==, "cast");

  for (guint32 doc = 1; doc <= 3; doc++)
    om_word_index_remove (index, doc);
  gone = om_word_query_new (index, "caxt", NULL);
  g_assert_null (get_word (gone, 0)->corrected);
}

static void
assert_found (const OmWordIndex *index,
              const char        *text,
              guint32            doc,
              gboolean           by_part)
{
  g_autoptr (OmWordQuery) query = om_word_query_new (index, text, NULL);
  g_autoptr (GArray) matches = om_word_index_search (index, query, NULL, NULL, NULL, 50, NULL,
                                                     NULL);
  gboolean found = FALSE;

  for (guint i = 0; i < matches->len; i++)
    {
      const OmWordMatch *match = &g_array_index (matches, OmWordMatch, i);

      if (match->doc != doc)
        continue;
      found = TRUE;
      g_assert_cmpint ((match->flags & OM_WORD_MATCH_PART) != 0, ==, by_part);
      g_assert_cmpint ((match->flags & OM_WORD_MATCH_DIRECT) != 0, ==, !by_part);
      g_assert_cmpuint (match->words, ==, 1);
    }
  g_test_message ("%s", text);
  g_assert_true (found);
}

static void
test_parts (void)
{
  g_autoptr (OmWordIndex) index = make_index ();
  g_autoptr (OmWordQuery) known = NULL;
  g_autoptr (OmWordQuery) nowhere = NULL;
  g_auto (GStrv) terms = NULL;

  assert_found (index, "canal", 1, FALSE);
  assert_found (index, "canal", 3, TRUE);
  assert_found (index, "nalsid", 3, TRUE);
  assert_found (index, "ide", 3, TRUE);
  assert_found (index, "reakfas", 1, TRUE);
  assert_found (index, "береж", 10, TRUE);
  assert_found (index, "ause", 7, TRUE);

  known = om_word_query_new (index, "canal", NULL);
  g_assert_false (get_word (known, 0)->is_part);
  terms = om_word_query_dup_terms (known, 1);
  g_assert_cmpuint (g_strv_length (terms), ==, 2);
  g_assert_cmpstr (terms[0], ==, "canal");
  g_assert_cmpstr (terms[1], ==, "canalsid");
  g_assert_cmpint (om_word_query_find_term (known, "canalsid"), ==, 0);
  g_assert_cmpint (om_word_query_find_term (known, "dentist"), ==, -1);

  nowhere = om_word_query_new (index, "qqqqq", NULL);
  g_assert_true (get_word (nowhere, 0)->is_part);
  g_assert_cmpuint (get_word (nowhere, 0)->parts->len, ==, 0);
}

static void
test_without_spaces (void)
{
  g_autoptr (OmWordIndex) index = make_index ();
  g_autoptr (OmWordQuery) run = om_word_query_new (index, "去公园", NULL);
  g_autoptr (OmWordQuery) one = om_word_query_new (index, "鸭", NULL);
  g_autoptr (OmWordQuery) unknown = om_word_query_new (index, "狐狸", NULL);

  g_assert_cmpuint (run->words->len, ==, 2);
  g_assert_cmpstr (get_word (run, 0)->surface, ==, "去公");
  g_assert_cmpstr (get_word (run, 1)->surface, ==, "公园");
  g_assert_cmpuint (get_word (run, 1)->start, ==, 3);
  g_assert_cmpuint (get_word (run, 1)->end, ==, 9);
  g_assert_cmpuint (one->words->len, ==, 1);
  g_assert_cmpstr (get_word (one, 0)->surface, ==, "鸭");
  assert_found (index, "鸭", 8, FALSE);
  assert_found (index, "鸭子", 8, FALSE);
  assert_found (index, "猫", 9, FALSE);
  g_assert_cmpuint (get_word (unknown, 0)->terms->len, ==, 0);
  g_assert_null (get_word (unknown, 0)->corrected);
  g_assert_false (get_word (unknown, 0)->is_part);
}

static void
test_stop_words (void)
{
  g_autoptr (OmWordIndex) index = make_index ();
  g_autoptr (OmWordQuery) query = om_word_query_new (index, "the dentist was", "en");
  g_autoptr (OmWordQuery) only = om_word_query_new (index, "the was", "en");
  g_autoptr (OmWordQuery) none = om_word_query_new (index, " ?! ", "en");

  g_assert_cmpuint (query->words->len, ==, 1);
  g_assert_cmpstr (get_word (query, 0)->surface, ==, "dentist");
  g_assert_cmpuint (only->words->len, ==, 2);
  g_assert_true (get_word (only, 0)->is_stop);
  g_assert_cmpuint (get_word (only, 0)->terms->len, >, 0);
  g_assert_cmpuint (none->words->len, ==, 0);
}

static void
test_names (void)
{
  g_autoptr (OmWordIndex) index = make_index ();
  g_autoptr (OmWordQuery) query = om_word_query_new (index,
                                                     "Letter from Nadia about the Museum letter",
                                                     "en");
  g_autoptr (OmWordQuery) first = om_word_query_new (index, "Nadia letter", "en");
  g_autoptr (OmWordQuery) twice = om_word_query_new (index, "letter Letters", "en");

  g_assert_cmpuint (query->words->len, ==, 3);
  g_assert_false (get_word (query, 0)->is_name);
  g_assert_true (get_word (query, 1)->is_name);
  g_assert_cmpstr (get_word (query, 1)->typed, ==, "Nadia");
  g_assert_true (get_word (query, 2)->is_name);
  g_assert_false (get_word (first, 0)->is_name);
  /* One stem is one word; it is a name if one of the two is. */
  g_assert_cmpuint (twice->words->len, ==, 1);
  g_assert_true (get_word (twice, 0)->is_name);
}

/* A word is looked up under the stems of every language that has entries. */
static void
test_languages (void)
{
  g_autoptr (OmWordIndex) index = make_index ();
  g_autoptr (OmWordQuery) query = om_word_query_new (index, "Häusern", "en");
  g_autoptr (OmWordIndex) english = om_word_index_new ();
  g_autoptr (OmWordQuery) alone = NULL;

  g_assert_cmpuint (get_word (query, 0)->terms->len, ==, 1);
  assert_found (index, "Häusern", 7, FALSE);
  om_word_index_add (english, 1, "en", NULL, "walked", NULL);
  alone = om_word_query_new (english, "walking", "de");
  g_assert_cmpuint (alone->languages, ==, 1u << OM_LANGUAGE_EN);
  g_assert_cmpuint (get_word (alone, 0)->terms->len, ==, 1);
}

static void
test_long_query (void)
{
  g_autoptr (OmWordIndex) index = make_index ();
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (OmWordQuery) query = NULL;
  g_autoptr (GArray) matches = NULL;

  for (int i = 0; i < 300; i++)
    g_string_append_printf (text, "word%dx ", i);
  g_string_append (text, "dentist");
  query = om_word_query_new (index, text->str, "en");
  g_assert_cmpuint (query->words->len, ==, OM_WORD_QUERY_MAX);
  matches = om_word_index_search (index, query, NULL, NULL, NULL, 10, NULL, NULL);
  g_assert_cmpuint (matches->len, ==, 0);
}

void
test_word_query_add (void)
{
  g_test_add_func ("/word-query/corrections", test_corrections);
  g_test_add_func ("/word-query/most-frequent", test_most_frequent);
  g_test_add_func ("/word-query/parts", test_parts);
  g_test_add_func ("/word-query/without-spaces", test_without_spaces);
  g_test_add_func ("/word-query/stop-words", test_stop_words);
  g_test_add_func ("/word-query/names", test_names);
  g_test_add_func ("/word-query/languages", test_languages);
  g_test_add_func ("/word-query/long-query", test_long_query);
}
