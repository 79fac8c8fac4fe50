/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "text/om-lexicon.h"

#include <string.h>

#include "memory/om-error.h"
#include "text/test-text.h"

#define SECTORS(episodic)                                                                       \
  "{\"episodic\":" episodic ",\"semantic\":[],\"procedural\":[],\"emotional\":[],\"reflective\":[]}"
#define LEXICON(head, sectors, stopwords, mood)                                                 \
  "{" head ",\"name\":\"English\",\"sectors\":" sectors ",\"stopwords\":" stopwords ",\"mood\":" mood "}"
#define HEAD "\"format\":\"openmemory-lexicon/1\",\"language\":\"en\""
#define PATTERN "[{\"any\":[\"today\",\"last\\\\s+week\"]},{\"any\":[\"!{2,}\"],\"bounded\":false}]"
#define MOOD "{\"words\":{\"Happy\":[0.8,0.5],\"bad\":[-0.5,0.4]},\"negations\":[\"don’t\"],\"intensifiers\":{\"very\":1.3,\"bad\":2}}"

static OmLexicon *
parse (const char *json,
       GError    **error)
{
  g_autoptr (GBytes) bytes = g_bytes_new_static (json, strlen (json));

  return om_lexicon_parse (bytes, error);
}

static void
test_parse (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmLexicon) lexicon = parse (LEXICON (HEAD, SECTORS (PATTERN), "[\"the\",\"für\"]", MOOD), &error);
  const OmMoodEntry *mood;

  g_assert_no_error (error);
  g_assert_cmpint (om_lexicon_get_language (lexicon), ==, OM_LANGUAGE_EN);
  g_assert_cmpstr (om_lexicon_get_name (lexicon), ==, "English");
  g_assert_cmpuint (om_lexicon_get_n_patterns (lexicon, OM_SECTOR_EPISODIC), ==, 2);
  g_assert_cmpuint (om_lexicon_get_n_patterns (lexicon, OM_SECTOR_SEMANTIC), ==, 0);
  g_assert_true (g_regex_match (om_lexicon_get_pattern (lexicon, OM_SECTOR_EPISODIC, 0), "TODAY", 0, NULL));
  g_assert_false (g_regex_match (om_lexicon_get_pattern (lexicon, OM_SECTOR_EPISODIC, 0), "todays", 0, NULL));
  g_assert_true (g_regex_match (om_lexicon_get_pattern (lexicon, OM_SECTOR_EPISODIC, 1), "a!!b", 0, NULL));
  g_assert_cmpuint (g_strv_length ((char **) om_lexicon_get_stopwords (lexicon)), ==, 2);

  g_assert_cmpuint (om_lexicon_get_n_mood_words (lexicon), ==, 2);
  g_assert_cmpuint (om_lexicon_get_longest_mood (lexicon), ==, 5);
  mood = om_lexicon_get_mood (lexicon, "happy", 5);
  g_assert_cmpuint (mood->kinds, ==, 1 << OM_MOOD_WORD);
  g_assert_cmpfloat (mood->valence, ==, 0.8);
  mood = om_lexicon_get_mood (lexicon, "bad!", 3);
  g_assert_cmpuint (mood->kinds, ==, 1 << OM_MOOD_WORD | 1 << OM_MOOD_INTENSIFIER);
  g_assert_cmpfloat (mood->factor, ==, 2);
  mood = om_lexicon_get_mood (lexicon, "don't", 5);
  g_assert_cmpuint (mood->kinds, ==, 1 << OM_MOOD_NEGATION);
  g_assert_null (om_lexicon_get_mood (lexicon, "canal", 5));
}

static void
test_refuse (void)
{
  static const char *const bad[] = {
    "",
    "{",
    "[]",
    "null",
    "\"text\"",
    "{}",
    LEXICON ("\"format\":\"openmemory-lexicon/2\",\"language\":\"en\"", SECTORS (PATTERN), "[]", MOOD),
    LEXICON ("\"format\":1,\"language\":\"en\"", SECTORS (PATTERN), "[]", MOOD),
    LEXICON ("\"format\":\"openmemory-lexicon/1\",\"language\":\"xx\"", SECTORS (PATTERN), "[]", MOOD),
    LEXICON ("\"format\":\"openmemory-lexicon/1\",\"language\":null", SECTORS (PATTERN), "[]", MOOD),
    "{" HEAD ",\"sectors\":" SECTORS (PATTERN) ",\"stopwords\":[],\"mood\":" MOOD "}",
    "{" HEAD ",\"name\":\"English\",\"stopwords\":[],\"mood\":" MOOD "}",
    "{" HEAD ",\"name\":\"English\",\"sectors\":" SECTORS (PATTERN) ",\"stopwords\":[]}",
    LEXICON (HEAD, "{\"episodic\":[]}", "[]", MOOD),
    LEXICON (HEAD, "[]", "[]", MOOD),
    LEXICON (HEAD, SECTORS ("{}"), "[]", MOOD),
    LEXICON (HEAD, SECTORS ("[\"today\"]"), "[]", MOOD),
    LEXICON (HEAD, SECTORS ("[{}]"), "[]", MOOD),
    LEXICON (HEAD, SECTORS ("[{\"any\":[]}]"), "[]", MOOD),
    LEXICON (HEAD, SECTORS ("[{\"any\":[7]}]"), "[]", MOOD),
    LEXICON (HEAD, SECTORS ("[{\"any\":[\"\"]}]"), "[]", MOOD),
    LEXICON (HEAD, SECTORS ("[{\"any\":[\"(\"]}]"), "[]", MOOD),
    LEXICON (HEAD, SECTORS ("[{\"any\":[\"x*\"],\"bounded\":false}]"), "[]", MOOD),
    LEXICON (HEAD, SECTORS ("[{\"any\":[\"x\"],\"bounded\":\"no\"}]"), "[]", MOOD),
    LEXICON (HEAD, "{\"episodic\":[],\"semantic\":[],\"procedural\":[],\"emotional\":[],\"reflective\":[],\"other\":[]}", "[]", MOOD),
    LEXICON (HEAD, SECTORS (PATTERN), "{}", MOOD),
    LEXICON (HEAD, SECTORS (PATTERN), "[null]", MOOD),
    LEXICON (HEAD, SECTORS (PATTERN), "[\"\"]", MOOD),
    LEXICON (HEAD, SECTORS (PATTERN), "[]", "[]"),
    LEXICON (HEAD, SECTORS (PATTERN), "[]", "{\"words\":{\"happy\":0.8},\"negations\":[],\"intensifiers\":{}}"),
    LEXICON (HEAD, SECTORS (PATTERN), "[]", "{\"words\":{\"happy\":[0.8]},\"negations\":[],\"intensifiers\":{}}"),
    LEXICON (HEAD, SECTORS (PATTERN), "[]", "{\"words\":{\"happy\":[1.8,0.5]},\"negations\":[],\"intensifiers\":{}}"),
    LEXICON (HEAD, SECTORS (PATTERN), "[]", "{\"words\":{\"happy\":[0.8,-0.5]},\"negations\":[],\"intensifiers\":{}}"),
    LEXICON (HEAD, SECTORS (PATTERN), "[]", "{\"words\":{\"happy\":[\"a\",\"b\"]},\"negations\":[],\"intensifiers\":{}}"),
    LEXICON (HEAD, SECTORS (PATTERN), "[]", "{\"words\":{},\"negations\":[3],\"intensifiers\":{}}"),
    LEXICON (HEAD, SECTORS (PATTERN), "[]", "{\"words\":{},\"negations\":{},\"intensifiers\":{}}"),
    LEXICON (HEAD, SECTORS (PATTERN), "[]", "{\"words\":{},\"negations\":[],\"intensifiers\":{\"very\":0}}"),
    LEXICON (HEAD, SECTORS (PATTERN), "[]", "{\"words\":{},\"negations\":[],\"intensifiers\":{\"very\":\"1\"}}"),
    LEXICON (HEAD, SECTORS (PATTERN), "[]", "{\"words\":{},\"negations\":[]}"),
    LEXICON (HEAD, SECTORS (PATTERN), "[\"\377\"]", MOOD),
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (OmLexicon) lexicon = parse (bad[i], &error);

      if (lexicon != NULL)
        g_error ("this lexicon was taken: %s", bad[i]);
      g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
    }
}

static guint
count_words (const OmLexicon *lexicon)
{
  guint n = 0;

  for (int sector = 0; sector < OM_N_SECTORS; sector++)
    {
      for (guint i = 0; i < om_lexicon_get_n_patterns (lexicon, sector); i++)
        {
          const char *p = g_regex_get_pattern (om_lexicon_get_pattern (lexicon, sector, i));

          for (n++; *p != '\0'; p++)
            n += *p == '|' ? 1 : 0;
        }
    }

  return n;
}

/* The shipped lexicons are read, and hold what the work order asks for. */
static void
test_shipped (void)
{
  static const struct
  {
    OmLanguage language;
    guint      n_moods;
  } shipped[] = {
    { OM_LANGUAGE_EN, 400 },
    { OM_LANGUAGE_ZH, 300 },
    { OM_LANGUAGE_DE, 1 },
    { OM_LANGUAGE_ES, 1 },
    { OM_LANGUAGE_FR, 1 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (shipped); i++)
    {
      const OmLexicon *lexicon = om_lexicon_get (shipped[i].language);

      g_assert_nonnull (lexicon);
      g_assert_true (lexicon == om_lexicon_get (shipped[i].language));
      g_assert_cmpint (om_lexicon_get_language (lexicon), ==, shipped[i].language);
      g_assert_cmpuint (om_lexicon_get_n_mood_words (lexicon), >=, shipped[i].n_moods);
      g_assert_cmpuint (g_strv_length ((char **) om_lexicon_get_stopwords (lexicon)), >=, 100);
      g_assert_cmpuint (count_words (lexicon), >=, 60);
      for (int sector = 0; sector < OM_N_SECTORS; sector++)
        g_assert_cmpuint (om_lexicon_get_n_patterns (lexicon, sector), >, 0);
    }

  g_assert_null (om_lexicon_get (OM_LANGUAGE_UNKNOWN));
  g_assert_null (om_lexicon_get (OM_LANGUAGE_RU));
}

void
test_lexicon_add (void)
{
  g_test_add_func ("/lexicon/parse", test_parse);
  g_test_add_func ("/lexicon/refuse", test_refuse);
  g_test_add_func ("/lexicon/shipped", test_shipped);
}
