/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What people say of themselves: the golden sentences and our own, with the bars of their files. */
#include "config.h"

#include <json-glib/json-glib.h>
#include <string.h>

#include "memory/om-error.h"
#include "support/om-test-golden.h"
#include "text/om-sentences.h"
#include "text/om-statement-key.h"
#include "text/om-statement-words.h"
#include "text/om-statement.h"
#include "text/test-text.h"

#define LEAST_PRECISION 0.95
#define LEAST_RECALL 0.75
#define LEAST_RIGHT 0.90

/* What must never be taken for a trait, however good the numbers are. */
static const char *const forbidden[] = { "quote", "reported", "question", "sensitive", "self-attack", "other person",
                                         "hypothetical", NULL };

typedef struct
{
  guint traits, hits, false_hits, right;
} Tally;

static void
check_sentence (JsonObject *golden_case,
                Tally      *tally)
{
  JsonObject *in = json_object_get_object_member (golden_case, "in");
  JsonObject *out = json_object_get_object_member (golden_case, "out");
  const char *text = json_object_get_string_member (in, "text");
  gboolean trait = json_object_get_boolean_member (out, "trait");
  g_auto (OmStatement) statement = { 0 };

  om_statement_read (text, FALSE, NULL, &statement);
  tally->traits += trait;
  if (statement.refusal != OM_STATEMENT_TAKEN)
    {
      if (trait)
        g_test_message ("missed (%s): %s", om_statement_refusal_to_nick (statement.refusal), text);
      return;
    }

  if (!trait)
    {
      const char *reason = json_object_get_string_member (out, "reason");

      tally->false_hits++;
      g_test_message ("false hit (%s): %s", reason, text);
      if (g_strv_contains (forbidden, reason))
        g_error ("taken, but %s: %s", reason, text);
      return;
    }

  tally->hits++;
  if (strcmp (om_statement_kind_to_nick (statement.kind), json_object_get_string_member (out, "kind")) == 0 &&
      statement.polarity == json_object_get_int_member (out, "polarity"))
    tally->right++;
  else
    g_test_message ("kind or polarity (%s, %d): %s", om_statement_kind_to_nick (statement.kind), statement.polarity,
                    text);
  if (statement.retraction != json_object_get_boolean_member (out, "retraction"))
    g_test_message ("retraction: %s", text);
}

/* @seen: those that rules were made from, or those the detector had not seen. */
static void
check_cases (const char *name,
             JsonArray  *cases,
             gboolean    seen)
{
  Tally tally = { 0 };
  double precision, recall, right;
  guint n = 0;

  for (guint i = 0; i < json_array_get_length (cases); i++)
    {
      JsonObject *golden_case = json_array_get_object_element (cases, i);

      if (json_object_get_boolean_member_with_default (golden_case, "seen", FALSE) != seen)
        continue;
      check_sentence (golden_case, &tally);
      n++;
    }
  precision = (double) tally.hits / MAX (tally.hits + tally.false_hits, 1);
  recall = (double) tally.hits / MAX (tally.traits, 1);
  right = (double) tally.right / MAX (tally.hits, 1);
  g_test_message ("%s: %u sentences, precision %.3f, recall %.3f, kind and polarity right %.3f", name,
                  n, precision, recall, right);
  g_assert_cmpfloat (precision, >=, LEAST_PRECISION);
  g_assert_cmpfloat (recall, >=, LEAST_RECALL);
  g_assert_cmpfloat (right, >=, LEAST_RIGHT);
}

static void
test_golden (void)
{
  g_autoptr (JsonObject) file = om_test_golden_load ("trait_statements");

  check_cases ("golden", json_object_get_array_member (file, "cases"), FALSE);
}

static void
test_own (void)
{
  g_autofree char *path = om_test_data_path ("statements-own.json");
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  JsonArray *cases;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  cases = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)), "cases");
  g_assert_cmpuint (json_array_get_length (cases), >=, 120);
  check_cases ("own", cases, FALSE);
  check_cases ("own, seen", cases, TRUE);
}

typedef struct
{
  const char        *text;
  OmStatementRefusal refusal;
} Expected;

static void
test_order (void)
{
  static const Expected expected[] = {
    { "I'm a night owl.", OM_STATEMENT_TAKEN },
    { "I’m a night owl.", OM_STATEMENT_TAKEN },
    { "I AM A NIGHT OWL!!!", OM_STATEMENT_TAKEN },
    { "Am I an idiot who always prays?", OM_STATEMENT_QUESTION },
    { "She wrote “I always pray”.", OM_STATEMENT_QUOTE },
    { "I always pray like an idiot.", OM_STATEMENT_SENSITIVE },
    { "Mum says I'm such an idiot.", OM_STATEMENT_SELF_ATTACK },
    { "Mum says I wish too much.", OM_STATEMENT_REPORTED },
    { "I wish I could sleep today.", OM_STATEMENT_WISH },
    { "I hate everything today, and I was fine.", OM_STATEMENT_STATE },
    { "I loved the sea when I was ten.", OM_STATEMENT_PAST },
    { "I love the sea.", OM_STATEMENT_PARTICULAR },
    { "I love this diary.", OM_STATEMENT_TAKEN },
    { "I'm a nurse.", OM_STATEMENT_FACT },
    { "We took the ferry.", OM_STATEMENT_NOTHING },
    { "", OM_STATEMENT_NOTHING },
    { "我是个夜猫子！", OM_STATEMENT_TAKEN },
    { "我是夜猫子吗", OM_STATEMENT_QUESTION },
    { "他写道：“我总是迟到。”", OM_STATEMENT_QUOTE },
    { "我喜欢其他人的故事。", OM_STATEMENT_TAKEN },
    { "我喜欢他们的故事。", OM_STATEMENT_PARTICULAR },
  };

  for (guint i = 0; i < G_N_ELEMENTS (expected); i++)
    {
      g_auto (OmStatement) statement = { 0 };

      om_statement_read (expected[i].text, FALSE, NULL, &statement);
      if (statement.refusal != expected[i].refusal)
        g_error ("%s is %s, not %s", expected[i].text, om_statement_refusal_to_nick (statement.refusal),
                 om_statement_refusal_to_nick (expected[i].refusal));
    }
}

static void
test_entry (void)
{
  OmStatementEntry entry = { 1u << OM_SENSITIVE_RELIGION, 0, 0 };
  g_auto (OmStatement) prayer = { 0 };
  g_auto (OmStatement) health = { 0 };
  g_auto (OmStatement) upset = { 0 };
  g_auto (OmStatement) habit = { 0 };
  g_auto (OmStatement) quoted = { 0 };

  /* One category is opted in to, the others are not. */
  om_statement_read ("I always pray before meals.", FALSE, &entry, &prayer);
  g_assert_cmpint (prayer.refusal, ==, OM_STATEMENT_TAKEN);
  g_assert_cmpuint (prayer.sensitive, ==, 1u << OM_SENSITIVE_RELIGION);
  om_statement_read ("I always pray for my asthma.", FALSE, &entry, &health);
  g_assert_cmpint (health.refusal, ==, OM_STATEMENT_SENSITIVE);

  /* Great distress takes no identity, but leaves habits. */
  entry.valence = -0.5;
  entry.arousal = 0.6;
  om_statement_read ("I'm so impatient.", FALSE, &entry, &upset);
  g_assert_cmpint (upset.refusal, ==, OM_STATEMENT_DISTRESS);
  om_statement_read ("I always walk home.", FALSE, &entry, &habit);
  g_assert_cmpint (habit.refusal, ==, OM_STATEMENT_TAKEN);
  om_statement_read ("I always walk home.", TRUE, NULL, &quoted);
  g_assert_cmpint (quoted.refusal, ==, OM_STATEMENT_QUOTE);
}

static void
check_object (const char *text,
              const char *object)
{
  g_auto (OmStatement) statement = { 0 };

  om_statement_read (text, FALSE, NULL, &statement);
  g_assert_cmpint (statement.refusal, ==, OM_STATEMENT_TAKEN);
  g_assert_cmpstr (statement.object, ==, object);
}

/* What nobody sees changes nothing, and no half of a quotation stays. */
static void
test_signs (void)
{
  check_object ("I lo\xc2\xadve\x01 tea\xe2\x80\x8b.", "tea");
  check_object ("\xef\xbb\xbfI\x07 love tea.", "tea");
  check_object ("我喜\xe2\x80\x8b欢茶。", "茶");
  check_object ("I love \"slow mornings.", "slow mornings");
  check_object ("I love “slow mornings.", "slow mornings");
  check_object ("I love slow mornings”.", "slow mornings");
  check_object ("I love “slow” mornings.", "“slow” mornings");
  check_object ("我喜欢「慢生活。", "慢生活");
}

static char *
key_of (const char *text)
{
  g_auto (OmStatement) statement = { 0 };

  om_statement_read (text, FALSE, NULL, &statement);
  if (statement.refusal != OM_STATEMENT_TAKEN)
    g_error ("%s is %s", text, om_statement_refusal_to_nick (statement.refusal));
  return g_steal_pointer (&statement.key);
}

static double
likeness (const char *a,
          const char *b)
{
  g_autofree char *key_a = key_of (a);
  g_autofree char *key_b = key_of (b);

  om_assert_near (om_statement_likeness (key_a, key_b), om_statement_likeness (key_b, key_a), 0);
  return om_statement_likeness (key_a, key_b);
}

static gboolean
opposite (const char *a,
          const char *b)
{
  g_autofree char *key_a = key_of (a);
  g_autofree char *key_b = key_of (b);

  return om_statement_is_opposite (key_a, key_b) && om_statement_is_opposite (key_b, key_a);
}

static void
test_keys (void)
{
  om_assert_near (likeness ("I hate parties.", "I used to love parties."), 1, 0);
  om_assert_near (likeness ("I often paint.", "I never paint."), 1, 0);
  om_assert_near (likeness ("我喜欢咖啡。", "我不喜欢咖啡。"), 1, 0);
  g_assert_cmpfloat (likeness ("I love long walks.", "I love long quiet walks."), >=, OM_STATEMENT_SAME);
  g_assert_cmpfloat (likeness ("I prefer tea to coffee.", "I prefer coffee to tea."), <, OM_STATEMENT_SAME);
  om_assert_near (likeness ("I love parties.", "I often go to parties."), 0, 0);
  om_assert_near (likeness ("I love coffee.", "我喜欢咖啡。"), 0, 0);

  g_assert_true (opposite ("I'm an introvert.", "I'm an extrovert."));
  g_assert_true (opposite ("I'm a night owl.", "I'm an early bird."));
  g_assert_true (opposite ("我是个急性子。", "我是个慢性子。"));
  g_assert_false (opposite ("I'm an introvert.", "I'm an early bird."));
  g_assert_false (opposite ("I'm an introvert.", "I'm an introvert."));
}

static void
check_split (const char        *text,
             guint              n,
             const char *const *sentences,
             const gboolean    *quoted)
{
  g_autoptr (GArray) found = om_sentences_split (text);

  g_assert_cmpuint (found->len, ==, n);
  for (guint i = 0; i < n; i++)
    {
      const OmSentence *sentence = &g_array_index (found, OmSentence, i);
      g_autofree char *part = om_sentence_dup (text, sentence);

      g_assert_cmpstr (part, ==, sentences[i]);
      if (sentence->quoted != quoted[i])
        g_error ("quoted is wrong: %s", part);
    }
}

static void
test_split (void)
{
  check_split ("One. Two! Dr. Who, e.g. 3.5 days? 好。😀 很好！\nLast", 6,
               (const char *const[]) { "One.", "Two!", "Dr. Who, e.g. 3.5 days?", "好。", "😀 很好！", "Last" },
               (const gboolean[]) { FALSE, FALSE, FALSE, FALSE, FALSE, FALSE });
  check_split ("\"I hate dawn. I love dusk,\" he said. I slept.", 3,
               (const char *const[]) { "\"I hate dawn.", "I love dusk,\" he said.", "I slept." },
               (const gboolean[]) { FALSE, TRUE, FALSE });
  check_split ("> I hate it. Always.\nAnna: I love it. I do.\nMood: I love it.\n妈妈：我喜欢。", 6,
               (const char *const[]) { "> I hate it.", "Always.", "Anna: I love it.", "I do.", "Mood: I love it.",
                                       "妈妈：我喜欢。" },
               (const gboolean[]) { TRUE, TRUE, TRUE, TRUE, FALSE, TRUE });
  check_split ("“An open one\n\nI don't care.", 2,
               (const char *const[]) { "“An open one", "I don't care." }, (const gboolean[]) { FALSE, FALSE });
  check_split (" \n ", 0, NULL, NULL);
}

/* Nothing breaks the cutter or the patterns, and no letter is in two sentences. */
static void
test_random (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (20251130);

  for (guint round = 0; round < 300; round++)
    {
      g_autoptr (GString) text = test_random_text (rand, g_rand_int_range (rand, 0, 60));
      g_autoptr (GArray) sentences = om_sentences_split (text->str);
      guint last = 0;

      for (guint i = 0; i < sentences->len; i++)
        {
          const OmSentence *sentence = &g_array_index (sentences, OmSentence, i);
          g_autofree char *part = om_sentence_dup (text->str, sentence);
          g_auto (OmStatement) statement = { 0 };

          g_assert_cmpuint (sentence->start, >=, last);
          g_assert_cmpuint (sentence->end, >, sentence->start);
          last = sentence->end;
          g_assert_cmpint (g_utf8_pointer_to_offset (text->str, text->str + sentence->offset), ==, sentence->start);
          g_assert_cmpint (g_utf8_strlen (part, -1), ==, sentence->end - sentence->start);
          om_statement_read (part, sentence->quoted, NULL, &statement);
        }
      g_assert_cmpuint (last, <=, g_utf8_strlen (text->str, -1));
    }
}

static void
test_words (void)
{
  static const OmLanguage languages[] = { OM_LANGUAGE_EN, OM_LANGUAGE_ZH };
  static const char *const broken[] = {
    "", "[]", "{}", "{\"format\":\"openmemory-statements/1\",\"language\":\"xx\"}",
    "{\"format\":\"openmemory-statements/1\",\"language\":\"en\",\"words\":{\"a\":[\"{b}\"]}}",
    "{\"format\":\"openmemory-statements/1\",\"language\":\"en\",\"words\":{\"a\":[]}}",
    "{\"format\":\"openmemory-statements/1\",\"language\":\"en\",\"words\":{},\"clause\":{\"starts\":[\"(\"]}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (languages); i++)
    {
      const OmStatementWords *words = om_statement_words_get (languages[i]);

      g_assert_nonnull (words);
      g_assert_cmpuint (words->antonyms->len, >=, 40);
      g_assert_cmpuint (g_hash_table_size (words->key_words), >=, 105);
      for (guint j = 0; j < OM_N_LISTS; j++)
        g_assert_nonnull (words->lists[j]);
      for (guint j = 0; j < OM_N_SENSITIVE; j++)
        g_assert_nonnull (words->sensitive[j]);
    }
  g_assert_null (om_statement_words_get (OM_LANGUAGE_DE));

  for (guint i = 0; i < G_N_ELEMENTS (broken); i++)
    {
      g_autoptr (GBytes) json = g_bytes_new_static (broken[i], strlen (broken[i]));
      g_autoptr (GError) error = NULL;

      g_assert_null (om_statement_words_parse (json, &error));
      g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
    }
}

void
test_statement_add (void)
{
  g_test_add_func ("/text/statement/words", test_words);
  g_test_add_func ("/text/statement/split", test_split);
  g_test_add_func ("/text/statement/order", test_order);
  g_test_add_func ("/text/statement/entry", test_entry);
  g_test_add_func ("/text/statement/signs", test_signs);
  g_test_add_func ("/text/statement/keys", test_keys);
  g_test_add_func ("/text/statement/random", test_random);
  g_test_add_func ("/text/statement/golden", test_golden);
  g_test_add_func ("/text/statement/own", test_own);
}
