/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tags: compared folded, shown as first written. */
#include "config.h"

#include "store-fixture.h"
#include "store/om-store-bin.h"
#include "store/om-store-memories.h"
#include "store/om-store-tags.h"
#include "store/om-store-text.h"

static void
test_key (void)
{
  static const struct
  {
    const char *tag;
    const char *key;
  } cases[] = {
    { "Travel", "travel" },
    { "  #Travel ", "travel" },
    { "slow \n days", "slow days" },
    { "CAFÉ", "caf\u00e9" },
    { "cafe\u0301", "caf\u00e9" },
    { "Straße", "strasse" },
    { "旅行", "旅行" },
    { "a/b", "a/b" },
    { "", NULL },
    { " # ", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *key = om_store_tag_key (cases[i].tag);
      g_assert_cmpstr (key, ==, cases[i].key);
    }
}

static void
assert_tags (OmStore    *store,
             gint64      row,
             const char *expected)
{
  g_autoptr (OmMemory) m = om_store_memory_get (store, row, NULL);
  g_autofree char *tags = g_strjoinv (",", m->tags);

  g_assert_cmpstr (tags, ==, expected);
}

static guint
count_tagged (OmStore    *store,
              const char *a,
              const char *b)
{
  const char *const tags[] = { a, b, NULL };
  g_autoptr (GArray) rows = om_store_tags_find (store, tags, NULL);

  return rows->len;
}

static guint
count_words (OmStore    *store,
             const char *phrase)
{
  g_autoptr (GArray) rows = om_store_text_find_phrase (store, phrase, OM_TEXT_TAGS, 100, NULL);

  return rows->len;
}

static void
test_tags (Fixture      *fixture,
           gconstpointer data)
{
  gint64 a = add_tagged (fixture->store, "One.", NULL, "Travel,Caf\u00e9,  ,travel");
  gint64 b = add_tagged (fixture->store, "Two.", NULL, "TRAVEL,cafe\u0301,heron");
  gint64 c = add_tagged (fixture->store, "Three.", NULL, "#heron");
  g_autoptr (GHashTable) names = NULL;

  assert_tags (fixture->store, a, "Caf\u00e9,Travel");
  assert_tags (fixture->store, b, "Caf\u00e9,heron,Travel");
  g_assert_cmpuint (count_tagged (fixture->store, "travel", NULL), ==, 2);
  g_assert_cmpuint (count_tagged (fixture->store, "travel", "Heron"), ==, 1);
  g_assert_cmpuint (count_tagged (fixture->store, "travel", "nothing"), ==, 0);
  g_assert_cmpuint (count_tagged (fixture->store, "", NULL), ==, 0);
  g_assert_cmpuint (count_words (fixture->store, "cafe"), ==, 2);

  g_assert_true (om_store_bin_put (fixture->store, &c, 1, NOW, NULL));
  names = om_store_tag_names (fixture->store, NULL);
  g_assert_cmpuint (g_hash_table_size (names), ==, 3);
  g_assert_cmpstr (g_hash_table_lookup (names, "caf\u00e9"), ==, "Caf\u00e9");
  g_assert_cmpstr (g_hash_table_lookup (names, "heron"), ==, "heron");
}

static void
test_rename (Fixture      *fixture,
             gconstpointer data)
{
  gint64 a = add_tagged (fixture->store, "One.", NULL, "travel");
  gint64 b = add_tagged (fixture->store, "Two.", NULL, "travel,journey");
  gint64 c = add_tagged (fixture->store, "Three.", NULL, "journey");
  g_autoptr (GError) error = NULL;

  /* Another spelling. */
  g_assert_true (om_store_tag_rename (fixture->store, "travel", "Travel", &error));
  g_assert_no_error (error);
  assert_tags (fixture->store, a, "Travel");
  /* Into one that is there. */
  g_assert_true (om_store_tag_rename (fixture->store, "TRAVEL", "Journey", &error));
  g_assert_no_error (error);
  assert_tags (fixture->store, a, "Journey");
  assert_tags (fixture->store, b, "Journey");
  assert_tags (fixture->store, c, "Journey");
  g_assert_cmpuint (count_words (fixture->store, "travel"), ==, 0);
  g_assert_cmpuint (count_words (fixture->store, "journey"), ==, 3);
  /* Into a new one. */
  g_assert_true (om_store_tag_rename (fixture->store, "journey", "way", &error));
  assert_tags (fixture->store, b, "way");
  g_assert_cmpuint (count_words (fixture->store, "journey"), ==, 0);

  g_assert_false (om_store_tag_rename (fixture->store, "journey", "x", &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_false (om_store_tag_rename (fixture->store, "way", " # ", &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
}

static gboolean
append_tag_cb (gint64      row,
               const char *key,
               gpointer    data)
{
  g_string_append_printf (data, "%" G_GINT64_FORMAT "%s ", row, key);
  return TRUE;
}

static void
test_load (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (GString) all = g_string_new (NULL);
  g_autoptr (GString) some = g_string_new (NULL);
  gint64 rows[] = { 1, 3, 4 };

  add_tagged (fixture->store, "One.", NULL, "B");
  add_tagged (fixture->store, "Two.", NULL, "a");
  add_tagged (fixture->store, "Three.", NULL, "A");
  add_tagged (fixture->store, "Four.", NULL, NULL);
  g_assert_true (om_store_tags_load (fixture->store, append_tag_cb, all, NULL));
  g_assert_cmpstr (all->str, ==, "1b 2a 3a ");
  g_assert_true (om_store_tags_for_rows (fixture->store, rows, 3, append_tag_cb, some, NULL));
  g_assert_cmpstr (some->str, ==, "1b 3a ");
}

void
add_tag_tests (void)
{
  g_test_add_func ("/store/tags/key", test_key);
  test_store ("tags/tags", test_tags);
  test_store ("tags/rename", test_rename);
  test_store ("tags/load", test_load);
}
