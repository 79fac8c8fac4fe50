/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "support/om-test-golden.h"
#include "text/om-keywords.h"
#include "text/om-synonyms.h"
#include "text/om-tokens.h"
#include "text/test-text.h"

static void
assert_list (GPtrArray *list,
             JsonArray *expected)
{
  g_assert_cmpuint (list->len, ==, json_array_get_length (expected));
  for (guint i = 0; i < list->len; i++)
    g_assert_cmpstr (g_ptr_array_index (list, i), ==, json_array_get_string_element (expected, i));
}

static gboolean
check_tokens (JsonObject *in,
              JsonNode   *out,
              guint       number)
{
  const char *text = json_object_get_string_member (in, "text");
  JsonObject *expected = json_node_get_object (out);
  g_autoptr (GPtrArray) tokens = NULL;
  g_autoptr (GPtrArray) canonical = NULL;

  if (om_test_has_other_letters (text))
    return FALSE;
  tokens = om_tokens_tokenize (text);
  canonical = om_tokens_canonical (text);
  assert_list (tokens, json_object_get_array_member (expected, "tokenize"));
  assert_list (canonical, json_object_get_array_member (expected, "canonical"));
  return TRUE;
}

static gboolean
check_stem (JsonObject *in,
            JsonNode   *out,
            guint       number)
{
  const char *token = json_object_get_string_member (in, "token");
  JsonObject *expected = json_node_get_object (out);
  g_autofree char *stem = NULL;
  g_autofree char *canonical = NULL;
  g_autoptr (GPtrArray) synonyms = NULL;

  if (om_test_has_other_letters (token))
    return FALSE;
  stem = om_tokens_stem (token);
  canonical = om_tokens_canonicalize (token);
  synonyms = om_tokens_synonyms (token);
  g_assert_cmpstr (stem, ==, json_object_get_string_member (expected, "stem"));
  g_assert_cmpstr (canonical, ==, json_object_get_string_member (expected, "canonical"));
  assert_list (synonyms, json_object_get_array_member (expected, "synonyms"));
  return TRUE;
}

static gboolean
check_top (JsonObject *in,
           JsonNode   *out,
           guint       number)
{
  const char *text = json_object_get_string_member (in, "text");
  g_autoptr (GPtrArray) top = NULL;

  if (om_test_has_other_letters (text))
    return FALSE;
  top = om_keywords_top (text, (guint) json_object_get_int_member (in, "k"));
  assert_list (top, json_node_get_array (out));
  return TRUE;
}

static gboolean
check_keywords (JsonObject *in,
                JsonNode   *out,
                guint       number)
{
  g_autoptr (GHashTable) keywords = om_keywords_extract (json_object_get_string_member (in, "text"));
  JsonArray *expected = json_node_get_array (out);

  g_assert_cmpuint (g_hash_table_size (keywords), ==, json_array_get_length (expected));
  for (guint i = 0; i < json_array_get_length (expected); i++)
    g_assert_true (g_hash_table_contains (keywords, json_array_get_string_element (expected, i)));
  return TRUE;
}

static gboolean
check_overlap (JsonObject *in,
               JsonNode   *out,
               guint       number)
{
  g_autoptr (GHashTable) query = om_keywords_extract (json_object_get_string_member (in, "query"));
  g_autoptr (GHashTable) memory = om_keywords_extract (json_object_get_string_member (in, "content"));

  om_assert_near (om_keywords_overlap (query, memory), om_test_number (json_node_get_object (out), "overlap", -1), 1e-12);
  return TRUE;
}

/* The group words of constants.json are those of the table. */
static void
test_synonyms (void)
{
  g_autoptr (JsonObject) file = om_test_golden_load ("constants");
  JsonArray *groups = json_object_get_array_member (json_object_get_object_member (file, "constants"), "synonym_groups");
  guint n_words = 0;

  for (guint i = 0; i < json_array_get_length (groups); i++)
    {
      JsonArray *group = json_array_get_array_element (groups, i);

      for (guint k = 0; k < json_array_get_length (group); k++)
        {
          const char *word = json_array_get_string_element (group, k);

          g_assert_cmpstr (om_synonyms_canonical (word), ==, json_array_get_string_element (group, 0));
          g_assert_cmpstr (om_synonyms_group (word)[k], ==, word);
          n_words++;
        }
      g_assert_null (om_synonyms_group (json_array_get_string_element (group, 0))[json_array_get_length (group)]);
    }

  g_assert_cmpuint (n_words, ==, 46);
  g_assert_null (om_synonyms_canonical ("canal"));
}

/* What the source drops and this program keeps. */
static void
test_other_scripts (void)
{
  static const struct
  {
    const char *text;
    const char *tokens;
  } texts[] = {
    { "café Cafe\314\201 NAÏVE", "cafe cafe naive" },
    { "Žižek in Łódź, Straße 7", "zizek in lodz strasse 7" },
    { "Привет мир", "привет мир" },
    { "שלום عليكم", "שלום عليكم" },
    { "ทะเล", "ทะ ะเ เล" },
    { "𠀀𠀁 々", "𠀀𠀁 々" },
    { "full－width ＡＢＣ", "full width abc" },
    { "１２ m² ½", "12 m2" },
    { "कि की", "कि की" },
    { "a\314\201 ﷺ", "a صلىاللهعليهوسلم" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GPtrArray) tokens = om_tokens_tokenize (texts[i].text);
      g_autofree char *joined = NULL;

      g_ptr_array_add (tokens, NULL);
      joined = g_strjoinv (" ", (char **) tokens->pdata);
      g_assert_cmpstr (joined, ==, texts[i].tokens);
    }
}

static void
test_golden_tokens (void)
{
  om_test_golden_run ("tokens", check_tokens);
}

static void
test_golden_stem (void)
{
  om_test_golden_run ("stem", check_stem);
}

static void
test_golden_top (void)
{
  om_test_golden_run ("top_keywords", check_top);
}

static void
test_golden_keywords (void)
{
  om_test_golden_run ("keywords_extract", check_keywords);
}

static void
test_golden_overlap (void)
{
  om_test_golden_run ("keyword_match", check_overlap);
}

void
test_tokens_add (void)
{
  g_test_add_func ("/tokens/golden/tokens", test_golden_tokens);
  g_test_add_func ("/tokens/golden/stem", test_golden_stem);
  g_test_add_func ("/tokens/golden/top_keywords", test_golden_top);
  g_test_add_func ("/tokens/golden/keywords_extract", test_golden_keywords);
  g_test_add_func ("/tokens/golden/keyword_match", test_golden_overlap);
  g_test_add_func ("/tokens/synonyms", test_synonyms);
  g_test_add_func ("/tokens/other-scripts", test_other_scripts);
}
