/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the writer did: the lists, our own labelled sentences with their bars, spans and sentences. */
#include "config.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "memory/om-error.h"
#include "support/om-test-golden.h"
#include "text/om-deed-words.h"
#include "text/om-deed.h"
#include "text/om-statement.h"
#include "text/test-text.h"

#define LEAST_PRECISION 0.95
#define LEAST_RECALL 0.75
#define LEAST_ENGLISH 150
#define LEAST_CHINESE 100

static void
test_lists (void)
{
  static const char *const broken[] = {
    "", "[]", "{}", "{\"format\":\"openmemory-activities/1\",\"language\":\"en\"}",
    "{\"format\":\"openmemory-activities/1\",\"language\":\"en\",\"sentence\":\"a\",\"period\":\"b\",\"months\":[]}",
  };

  g_assert_cmpuint (om_deed_words_get (OM_LANGUAGE_EN)->activities->len, >=, LEAST_ENGLISH);
  g_assert_cmpuint (om_deed_words_get (OM_LANGUAGE_ZH)->activities->len, >=, LEAST_CHINESE);
  g_assert_null (om_deed_words_get (OM_LANGUAGE_DE));
  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr (GBytes) json = g_bytes_new_static (broken[i], strlen (broken[i]));
      g_autoptr (GError) error = NULL;

      g_assert_null (om_deed_words_parse (json, &error));
      g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
    }
}

typedef struct
{
  guint n, labelled, hits, false_hits;
} Tally;

static void
check_case (JsonObject *one,
            Tally      *tally)
{
  const char *text = json_object_get_string_member (one, "text");
  const char *key = json_object_get_string_member_with_default (one, "key", NULL);
  const char *forbidden = json_object_get_string_member_with_default (one, "forbidden", NULL);
  g_autoptr (GArray) deeds = om_deeds_find (text, 0);
  gboolean found = FALSE;

  tally->n++;
  tally->labelled += key != NULL;
  for (guint i = 0; i < deeds->len; i++)
    {
      const OmDeed *deed = &g_array_index (deeds, OmDeed, i);

      if (deed->refusal != OM_DEED_TAKEN)
        continue;
      found = found || g_strcmp0 (deed->key, key) == 0;
      if (forbidden != NULL)
        {
          tally->false_hits++;
          g_test_message ("false hit (%s, %s): %s", forbidden, deed->key, text);
        }
      else if (g_strcmp0 (deed->key, key) != 0)
        g_test_message ("beside %s, %s: %s", key, deed->key, text);
    }
  tally->hits += found;
  if (key != NULL && !found)
    g_test_message ("missed %s (%s): %s", key,
                    deeds->len > 0 ? om_deed_refusal_to_nick (g_array_index (deeds, OmDeed, 0).refusal) : "not seen",
                    text);
}

static void
check_language (const char *language)
{
  g_autofree char *path = om_test_data_path ("activities-own.json");
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  JsonArray *cases;
  Tally tally = { 0 };
  double precision, recall;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  cases = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)), "cases");
  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonObject *one = json_array_get_object_element (cases, i);

      if (strcmp (json_object_get_string_member (one, "language"), language) == 0)
        check_case (one, &tally);
    }
  precision = (double) tally.hits / MAX (tally.hits + tally.false_hits, 1);
  recall = (double) tally.hits / MAX (tally.labelled, 1);
  g_test_message ("activities, %s: %u sentences, precision %.3f, recall %.3f", language, tally.n, precision, recall);
  g_assert_cmpuint (tally.n, >=, 120);
  g_assert_cmpfloat (precision, >=, LEAST_PRECISION);
  g_assert_cmpfloat (recall, >=, LEAST_RECALL);
}

static void
test_english (void)
{
  check_language ("en");
}

static void
test_chinese (void)
{
  check_language ("zh");
}

static void
test_spans (void)
{
  const char *text = "Ünterwegs. We baked bread, then I ran 7 km. 和妈妈包饺子。\nCalled 外婆.";
  static const char *const keys[] = { "bake", "run", "dumplings", "call-grandmother" };
  static const char *const words[] = { "baked", "ran 7 km", "包饺子", "Called 外婆" };
  g_autoptr (GArray) deeds = om_deeds_find (text, 0);

  g_assert_cmpuint (deeds->len, ==, G_N_ELEMENTS (keys));
  for (guint i = 0; i < deeds->len; i++)
    {
      const OmDeed *deed = &g_array_index (deeds, OmDeed, i);
      g_autofree char *part = g_strndup (text + deed->offset, deed->length);
      g_autofree char *same = g_utf8_substring (text, deed->start, deed->end);

      g_assert_cmpstr (deed->key, ==, keys[i]);
      g_assert_cmpstr (part, ==, words[i]);
      g_assert_cmpstr (same, ==, words[i]);
      g_assert_cmpint (deed->refusal, ==, OM_DEED_TAKEN);
    }
}

static void
test_sensitive (void)
{
  const char *text = "Baked a cake in the hospital.";
  g_autoptr (GArray) refused = om_deeds_find (text, 0);
  g_autoptr (GArray) taken = om_deeds_find (text, 1u << OM_SENSITIVE_HEALTH);

  g_assert_cmpint (g_array_index (refused, OmDeed, 0).refusal, ==, OM_DEED_SENSITIVE);
  g_assert_cmpint (g_array_index (taken, OmDeed, 0).refusal, ==, OM_DEED_TAKEN);
}

static void
test_sentence (void)
{
  /* 2024-05-01 and 2024-10-31. */
  g_autofree char *english = om_deed_sentence ("paint", OM_LANGUAGE_EN, 8, 19, 19844, 20027);
  g_autofree char *chinese = om_deed_sentence ("paint", OM_LANGUAGE_ZH, 8, 19, 19844, 19844);

  g_assert_cmpstr (english, ==, "You often paint (8 of 19 days, May–Oct)");
  g_assert_cmpstr (chinese, ==, "你经常画画（19天里有8天，5月）");
  g_assert_null (om_deed_sentence ("mahjong", OM_LANGUAGE_EN, 1, 1, 0, 0));
}

static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20251130);

  for (guint round = 0; round < 300; round++)
    {
      g_autoptr (GString) text = test_random_text (rand, g_rand_int_range (rand, 0, 60));
      g_autoptr (GArray) deeds = om_deeds_find (text->str, 0);

      for (guint i = 0; i < deeds->len; i++)
        g_assert_cmpuint (g_array_index (deeds, OmDeed, i).end, >, g_array_index (deeds, OmDeed, i).start);
    }
}

/* To say that one does something is about the same as to do it, for every activity there is. */
static void
test_of_object (void)
{
  static const struct
  {
    OmLanguage  language;
    const char *before;
    const char *after;
  } languages[] = { { OM_LANGUAGE_EN, "I often ", "." }, { OM_LANGUAGE_ZH, "我经常", "。" } };
  const OmStatementEntry entry = { (1u << OM_N_SENSITIVE) - 1, 0, 0 };
  guint n_missed = 0;

  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    {
      const OmDeedWords *words = om_deed_words_get (languages[i].language);

      for (guint j = 0; j < words->activities->len; j++)
        {
          const OmDeedActivity *activity = &g_array_index (words->activities, OmDeedActivity, j);
          g_autofree char *sentence = g_strconcat (languages[i].before, activity->say, languages[i].after, NULL);
          g_auto (OmStatement) statement = { 0 };
          const char *key = NULL;

          om_statement_read (sentence, FALSE, &entry, &statement);
          if (statement.refusal == OM_STATEMENT_TAKEN && statement.kind == OM_STATEMENT_HABIT)
            key = om_deed_of_object (statement.object, statement.language);
          if (g_strcmp0 (key, activity->key) == 0)
            continue;
          n_missed++;
          g_test_message ("%s: %s (%s) is taken for %s", activity->key, sentence, om_statement_refusal_to_nick (statement.refusal), key);
        }
    }
  g_assert_cmpuint (n_missed, ==, 0);
  /* More than the activity is another thing. */
  g_assert_null (om_deed_of_object ("paint at night", OM_LANGUAGE_EN));
  g_assert_null (om_deed_of_object ("watch others paint", OM_LANGUAGE_EN));
  g_assert_cmpstr (om_deed_of_object ("painting", OM_LANGUAGE_EN), ==, "paint");
}

void
test_deed_add (void)
{
  g_test_add_func ("/text/deed/lists", test_lists);
  g_test_add_func ("/text/deed/spans", test_spans);
  g_test_add_func ("/text/deed/sensitive", test_sensitive);
  g_test_add_func ("/text/deed/sentence", test_sentence);
  g_test_add_func ("/text/deed/random", test_random);
  g_test_add_func ("/text/deed/of-object", test_of_object);
  g_test_add_func ("/text/deed/english", test_english);
  g_test_add_func ("/text/deed/chinese", test_chinese);
}
