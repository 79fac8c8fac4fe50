/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Full text: accents (S7), words without spaces (S8), plain words that are no syntax (S13). */
#include "config.h"

#include <string.h>

#include "store-fixture.h"
#include "store/om-store-bin.h"
#include "store/om-store-memories.h"
#include "store/om-store-private.h"
#include "store/om-store-text.h"

typedef GArray *(*FindFunc) (OmStore *, const char *, OmTextFlags, guint, GError **);

static GArray *
find (FindFunc    func,
      OmStore    *store,
      const char *text,
      OmTextFlags flags)
{
  g_autoptr (GError) error = NULL;
  GArray *rows = func (store, text, flags, 1000, &error);

  g_assert_no_error (error);
  g_assert_nonnull (rows);
  return rows;
}

static gboolean
holds (GArray *rows,
       gint64  row)
{
  for (guint i = 0; i < rows->len; i++)
    {
      if (g_array_index (rows, gint64, i) == row)
        return TRUE;
    }
  return FALSE;
}

/* The one row found, 0 for none. */
static gint64
find_one (FindFunc    func,
          OmStore    *store,
          const char *text)
{
  g_autoptr (GArray) rows = find (func, store, text, 0);

  g_assert_cmpuint (rows->len, <=, 1);
  return rows->len == 1 ? g_array_index (rows, gint64, 0) : 0;
}

static void
test_accents (Fixture      *fixture,
              gconstpointer data)
{
  static const struct
  {
    const char *written;
    const char *typed;
  } words[] = {
    { "Žižek", "zizek" },
    { "Łódź", "lodz" },
    { "straße", "strasse" },
    { "İstanbul", "istanbul" },
    { "Ångström", "angstrom" },
  };
  gint64 composed = add_memory (fixture->store, "A coffee in the café by the canal.");
  gint64 combining = add_memory (fixture->store, "Another cafe\u0301 by the river.");
  static const char *const cafes[] = { "cafe", "CAFÉ", "café", "cafe\u0301", "CAFE\u0301" };

  for (gsize i = 0; i < G_N_ELEMENTS (cafes); i++)
    {
      g_autoptr (GArray) rows = find (om_store_text_find_phrase, fixture->store, cafes[i], 0);
      g_autoptr (GArray) prefix = find (om_store_text_find_prefix, fixture->store, cafes[i], 0);
      g_autoptr (GArray) scan = find (om_store_text_find_substring, fixture->store, cafes[i], 0);

      g_assert_cmpuint (rows->len, ==, 2);
      g_assert_true (holds (rows, composed) && holds (rows, combining));
      g_assert_cmpuint (prefix->len, ==, 2);
      g_assert_cmpuint (scan->len, ==, 2);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autofree char *text = g_strdup_printf ("Then we went on to %s together.", words[i].written);
      g_autofree char *upper = g_utf8_strup (words[i].written, -1);
      gint64 row = add_memory (fixture->store, text);

      g_assert_cmpint (find_one (om_store_text_find_phrase, fixture->store, words[i].typed), ==,
                       row);
      g_assert_cmpint (find_one (om_store_text_find_phrase, fixture->store, words[i].written), ==,
                       row);
      g_assert_cmpint (find_one (om_store_text_find_phrase, fixture->store, upper), ==, row);
      g_assert_cmpint (find_one (om_store_text_find_substring, fixture->store, words[i].typed), ==,
                       row);
    }
}

/* Every substring of one or more characters of a text without blanks is found, as far as the
 * scripts of the case go; and only in its own entry. */
static void
test_without_spaces (Fixture      *fixture,
                     gconstpointer data)
{
  static const char *const texts[] = { "「家族で花見をした。桜がきれいだった。」", "「你好世界」",
                                       "「서울에서 만났다」", "ทะเลสาบตอนเช้า" };
  static const struct
  {
    const char *query;
    guint       text;
  } cases[] = { { "花見", 0 },  { "桜", 0 },   { "家族で花見をした", 0 },
                { "世界", 1 },  { "好世", 1 }, { "界", 1 },
                { "서울", 2 },  { "에서", 2 }, { "ทะเล", 3 },
                { "ตอนเช้า", 3 } };
  gint64 rows[G_N_ELEMENTS (texts)];
  g_autoptr (GArray) swapped = NULL;
  gint64 part;

  g_assert_true (om_store_begin (fixture->store, NULL));
  for (guint i = 0; i < 300; i++)
    add_memory (fixture->store, "Plain words beside the canal, nothing to see here.");
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    rows[i] = add_memory (fixture->store, texts[i]);
  part = add_memory (fixture->store, "We live canalside now.");
  g_assert_true (om_store_commit (fixture->store, NULL));

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_assert_cmpint (find_one (om_store_text_find_phrase, fixture->store, cases[i].query), ==,
                       rows[cases[i].text]);
      g_assert_cmpint (find_one (om_store_text_find_prefix, fixture->store, cases[i].query), ==,
                       rows[cases[i].text]);
      g_assert_cmpint (find_one (om_store_text_find_substring, fixture->store, cases[i].query), ==,
                       rows[cases[i].text]);
    }
  swapped = find (om_store_text_find_phrase, fixture->store, "見花", 0);
  g_assert_cmpuint (swapped->len, ==, 0);

  /* Part of a word is the scan's; its beginning is a prefix. */
  g_assert_cmpint (find_one (om_store_text_find_substring, fixture->store, "nalsid"), ==, part);
  g_assert_cmpint (find_one (om_store_text_find_prefix, fixture->store, "canals"), ==, part);
  {
    g_autoptr (GArray) canals = find (om_store_text_find_substring, fixture->store, "canal", 0);
    g_assert_true (holds (canals, part));
    g_assert_cmpuint (canals->len, ==, 301);
  }
}

/* Any substring of random strings over few characters, against strstr(). */
static void
test_substrings (Fixture      *fixture,
                 gconstpointer data)
{
  static const char *const letters[] = { "日", "本", "語", "で", "서", "울" };
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);

  g_assert_true (om_store_begin (fixture->store, NULL));
  for (guint i = 0; i < 60; i++)
    {
      GString *text = g_string_new (NULL);

      for (int k = g_rand_int_range (random, 1, 12); k > 0; k--)
        g_string_append (text, letters[g_rand_int_range (random, 0, G_N_ELEMENTS (letters))]);
      add_memory (fixture->store, text->str);
      g_ptr_array_add (texts, g_string_free (text, FALSE));
    }
  g_assert_true (om_store_commit (fixture->store, NULL));

  for (guint i = 0; i < 300; i++)
    {
      g_autoptr (GString) query = g_string_new (NULL);
      g_autoptr (GArray) rows = NULL;

      for (int k = g_rand_int_range (random, 1, 5); k > 0; k--)
        g_string_append (query, letters[g_rand_int_range (random, 0, G_N_ELEMENTS (letters))]);
      rows = find (om_store_text_find_phrase, fixture->store, query->str, 0);
      for (guint k = 0; k < texts->len; k++)
        g_assert_cmpint (holds (rows, k + 1), ==,
                         strstr (g_ptr_array_index (texts, k), query->str) != NULL);
    }
}

static void
test_stems (Fixture      *fixture,
            gconstpointer data)
{
  gint64 row = add_memory (fixture->store,
                           "We were walking along the rivers because the children wanted to.");
  gint64 german = add_memory (fixture->store,
                              "Die Kinder haben in den Häusern gespielt und waren glücklich"
                              " mit den Büchern.");

  g_assert_cmpint (find_one (om_store_text_find_phrase, fixture->store, "walked along the river"),
                   ==, row);
  g_assert_cmpint (find_one (om_store_text_find_phrase, fixture->store, "walking"), ==, row);
  g_assert_cmpint (find_one (om_store_text_find_phrase, fixture->store, "Häuser"), ==, german);
  g_assert_cmpint (find_one (om_store_text_find_phrase, fixture->store, "haus"), ==, german);
  /* Languages are known to readers, too. */
  {
    g_autoptr (OmStore) reader = fixture_open (fixture, OM_STORE_READER);
    g_assert_cmpint (find_one (om_store_text_find_phrase, reader, "walks"), ==, row);
    g_assert_cmpint (find_one (om_store_text_find_phrase, reader, "Buch"), ==, german);
    g_assert_cmpint (find_one (om_store_text_find_phrase, reader, "Bücher"), ==, german);
  }
}

/* A language that first came in a transaction that was given up is learnt of when it comes
 * again. */
static void
test_language_of_rollback (Fixture      *fixture,
                           gconstpointer data)
{
  static const char german_text[] = "Die Kinder haben in den Häusern gespielt und waren glücklich"
                                    " mit den Büchern.";
  g_autoptr (OmStore) reader = fixture_open (fixture, OM_STORE_READER);
  gint64 german;

  g_assert_true (om_store_begin (fixture->store, NULL));
  add_memory (fixture->store, german_text);
  om_store_rollback (fixture->store);
  german = add_memory (fixture->store, german_text);
  /* Not the stem itself, which would be found without knowing the language. */
  g_assert_cmpint (find_one (om_store_text_find_phrase, reader, "Häuser"), ==, german);
}

static void
test_columns_and_bin (Fixture      *fixture,
                      gconstpointer data)
{
  gint64 title = add_tagged (fixture->store, "Nothing.", "Heron", NULL);
  gint64 content = add_tagged (fixture->store, "A heron.", NULL, NULL);
  gint64 tag = add_tagged (fixture->store, "Nothing.", NULL, "heron");
  static const FindFunc funcs[] = { om_store_text_find_phrase, om_store_text_find_prefix,
                                    om_store_text_find_substring };

  for (gsize i = 0; i < G_N_ELEMENTS (funcs); i++)
    {
      g_autoptr (GArray) all = find (funcs[i], fixture->store, "heron", 0);
      g_autoptr (GArray) in_title = find (funcs[i], fixture->store, "heron", OM_TEXT_TITLE);
      g_autoptr (GArray) in_content = find (funcs[i], fixture->store, "heron", OM_TEXT_CONTENT);
      g_autoptr (GArray) in_both =
          find (funcs[i], fixture->store, "heron", OM_TEXT_CONTENT | OM_TEXT_TAGS);

      g_assert_cmpuint (all->len, ==, 3);
      g_assert_cmpint (g_array_index (all, gint64, 0), ==, tag);
      g_assert_cmpuint (in_title->len, ==, 1);
      g_assert_cmpint (g_array_index (in_title, gint64, 0), ==, title);
      g_assert_cmpuint (in_content->len, ==, 1);
      g_assert_cmpint (g_array_index (in_content, gint64, 0), ==, content);
      g_assert_cmpuint (in_both->len, ==, 2);
    }

  g_assert_true (om_store_bin_put (fixture->store, &content, 1, NOW, NULL));
  for (gsize i = 0; i < G_N_ELEMENTS (funcs); i++)
    {
      g_autoptr (GArray) without = find (funcs[i], fixture->store, "heron", OM_TEXT_CONTENT);
      g_autoptr (GArray) with =
          find (funcs[i], fixture->store, "heron", OM_TEXT_CONTENT | OM_TEXT_BINNED);

      g_assert_cmpuint (without->len, ==, 0);
      g_assert_cmpuint (with->len, ==, 1);
    }
}

/* S13: every string finds the entry that holds it, in one way or another, and none is an error. */
static void
test_signs (Fixture      *fixture,
            gconstpointer data)
{
  static const char *const strings[] = {
    "don't",
    "status: done",
    "timeout \"error",
    "a/b",
    "C++",
    "#tag",
    "@name",
    "50%",
    "why?",
    "(paren",
    "foo*",
    "-minus",
    "NOT",
    "NEAR",
    "AND",
    "OR",
    "^",
    "a.b",
    "\\",
    "';--",
    "👍🏽",
    "'",
    "\"",
    "\"\"",
    "NEAR(a b, 2)",
    "title : x",
    "{title} : x",
    "a AND",
    "+",
    "a + b",
    "*",
    "%",
    "_",
    "`",
    "[x]",
    "<b>",
    "&amp;",
    "$1",
    "~",
    "|",
    "content:foo",
    "\u200d",
    "\uFEFFx",
  };
  gint64 rows[G_N_ELEMENTS (strings)];

  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    {
      g_autofree char *text = g_strdup_printf ("zq%u before %s after zq%u", i, strings[i], i);
      rows[i] = add_memory (fixture->store, text);
    }
  for (guint i = 0; i < G_N_ELEMENTS (strings); i++)
    {
      g_autoptr (GArray) phrase = find (om_store_text_find_phrase, fixture->store, strings[i], 0);
      g_autoptr (GArray) prefix = find (om_store_text_find_prefix, fixture->store, strings[i], 0);
      g_autoptr (GArray) ranked = find (om_store_text_find_ranked, fixture->store, strings[i], 0);
      g_autoptr (GArray) scan = find (om_store_text_find_substring, fixture->store, strings[i], 0);
      g_autoptr (GArray) in_title =
          find (om_store_text_find_ranked, fixture->store, strings[i], OM_TEXT_TITLE);

      if (!holds (scan, rows[i]) && !holds (phrase, rows[i]))
        {
          /* Nothing but a joiner folds to nothing. */
          g_assert_cmpstr (strings[i], ==, "\u200d");
        }
      g_assert_cmpuint (in_title->len, ==, 0);
      if (g_unichar_isalnum (g_utf8_get_char (strings[i])))
        {
          g_assert_true (holds (phrase, rows[i]));
          g_assert_true (holds (prefix, rows[i]));
          g_assert_cmpuint (ranked->len, >, 0);
        }
    }
}

static void
test_long_queries (Fixture      *fixture,
                   gconstpointer data)
{
  static const FindFunc funcs[] = { om_store_text_find_phrase, om_store_text_find_prefix,
                                    om_store_text_find_ranked, om_store_text_find_substring };
  g_autofree char *letters = g_strnfill (10000, 'a');
  g_autoptr (GString) words = g_string_new (NULL);
  g_autoptr (GString) quotes = g_string_new (NULL);
  g_autoptr (GString) han = g_string_new (NULL);
  gint64 row;

  for (guint i = 0; i < 5000; i++)
    {
      g_string_append_printf (words, "w%u ", i);
      g_string_append (quotes, "\"(");
      g_string_append_unichar (han, 0x4e00 + i);
    }
  add_memory (fixture->store, "Short.");
  row = add_memory (fixture->store, words->str);
  add_memory (fixture->store, letters);
  for (gsize i = 0; i < G_N_ELEMENTS (funcs); i++)
    {
      g_autoptr (GArray) by_letters = find (funcs[i], fixture->store, letters, 0);
      g_autoptr (GArray) by_words = find (funcs[i], fixture->store, words->str, 0);
      g_autoptr (GArray) by_quotes = find (funcs[i], fixture->store, quotes->str, 0);
      g_autoptr (GArray) by_han = find (funcs[i], fixture->store, han->str, 0);
      g_autoptr (GArray) by_nothing = find (funcs[i], fixture->store, "", 0);
      g_autoptr (GArray) by_blanks = find (funcs[i], fixture->store, " \n\t ", 0);

      g_assert_cmpuint (by_letters->len, ==, 1);
      g_assert_cmpuint (by_words->len, ==, 1);
      g_assert_cmpuint (by_quotes->len, ==, 0);
      g_assert_cmpuint (by_han->len, ==, 0);
      g_assert_cmpuint (by_nothing->len, ==, 0);
      g_assert_cmpuint (by_blanks->len, ==, 0);
    }
  g_assert_cmpint (find_one (om_store_text_find_phrase, fixture->store, words->str), ==, row);
}

static void
test_ranked (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (GArray) hits = NULL;
  g_autoptr (GArray) stop_words = NULL;
  gint64 both;
  gint64 title;

  add_memory (fixture->store, "A walk in the rain, and tea afterwards.");
  both = add_memory (fixture->store, "The heron stood on the lock gate; a heron!");
  title = add_tagged (fixture->store, "Nothing to say about it.", "Heron on the lock", NULL);
  add_memory (fixture->store, "The gate was shut.");
  hits =
      find (om_store_text_find_ranked, fixture->store, "what about the herons on a lock gate", 0);
  g_assert_cmpuint (hits->len, ==, 3);
  for (guint i = 1; i < hits->len; i++)
    g_assert_cmpfloat (g_array_index (hits, OmTextHit, i - 1).score, >=,
                       g_array_index (hits, OmTextHit, i).score);
  g_assert_true (g_array_index (hits, OmTextHit, 0).row == both ||
                 g_array_index (hits, OmTextHit, 0).row == title);
  stop_words = find (om_store_text_find_ranked, fixture->store, "on the", 0);
  g_assert_cmpuint (stop_words->len, >, 0);
}

static void
test_bad_text (Fixture      *fixture,
               gconstpointer data)
{
  static const FindFunc funcs[] = { om_store_text_find_phrase, om_store_text_find_prefix,
                                    om_store_text_find_ranked, om_store_text_find_substring };

  for (gsize i = 0; i < G_N_ELEMENTS (funcs); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (funcs[i] (fixture->store, "caf\xe9", 0, 10, &error));
      g_assert_error (error, OM_ERROR, OM_ERROR_ENCODING);
    }
}

static gint64
ask (OmStore    *store,
     const char *sql)
{
  gint64 value = -1;

  g_assert_true (om_store_get_int64 (store, sql, &value, NULL));
  return value;
}

/* Of so many different words that it takes some pages of the full text. */
static void
add_wordy (OmStore *store,
           guint    n)
{
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < 2500; i++)
    g_string_append_printf (text, "w%x ", (n * 2500 + i + 1) * 2654435761u);
  add_memory (store, text->str);
}

/* Adding writes its own words and nothing else: what it leaves in pieces is put together afterwards, a
 * step at a time, and never grows to many. */
static void
test_pieces (Fixture      *fixture,
             gconstpointer data)
{
  static const char pieces[] = "SELECT count (DISTINCT segid) FROM memory_text_idx";
  gint64 most = 0;
  guint n_steps = 0;

  for (guint i = 0; i < 15; i++)
    add_wordy (fixture->store, i);
  g_assert_cmpint (ask (fixture->store, pieces), ==, 15);
  while (om_store_tidy (fixture->store))
    n_steps++;
  g_assert_cmpuint (n_steps, >, 0);
  g_assert_cmpint (ask (fixture->store, pieces), <, 4);
  g_assert_false (om_store_tidy (fixture->store));

  for (guint i = 15; i < 65; i++)
    {
      gint64 before = sqlite3_total_changes (fixture->store->db);

      add_wordy (fixture->store, i);
      most = MAX (most, sqlite3_total_changes (fixture->store->db) - before);
      while (om_store_tidy (fixture->store))
        ;
    }
  g_assert_cmpint (most, <, 40);
  g_assert_cmpint (ask (fixture->store, pieces), <, 16);
  g_assert_cmpint (ask (fixture->store, "SELECT count (*) FROM memory_text WHERE memory_text MATCH 'w1 OR w2'"), <=, 2);
}

void
add_text_tests (void)
{
  test_store ("text/accents", test_accents);
  test_store ("text/without-spaces", test_without_spaces);
  test_store ("text/substrings", test_substrings);
  test_store ("text/stems", test_stems);
  test_store ("text/language-of-rollback", test_language_of_rollback);
  test_store ("text/columns-and-bin", test_columns_and_bin);
  test_store ("text/signs", test_signs);
  test_store ("text/long-queries", test_long_queries);
  test_store ("text/ranked", test_ranked);
  test_store ("text/bad-text", test_bad_text);
  test_store ("text/pieces", test_pieces);
}
