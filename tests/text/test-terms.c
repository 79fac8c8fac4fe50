/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include "text/om-terms.h"

#include <string.h>

#include "text/om-fold.h"
#include "text/test-text.h"

static gboolean
append_cb (const OmTerm *term,
           gpointer      data)
{
  GString *list = data;

  g_string_append_printf (list, "%s%.*s@%u", list->len > 0 ? " " : "", (int) term->term_len, term->term, term->position);
  return TRUE;
}

static char *
list_terms (const char *text,
            OmLanguage  language,
            OmTermFlags flags)
{
  GString *list = g_string_new (NULL);

  om_terms_foreach (text, -1, language, flags, append_cb, list);
  return g_string_free (list, FALSE);
}

static void
assert_terms (const char *text,
              OmLanguage  language,
              OmTermFlags flags,
              const char *expected)
{
  g_autofree char *list = list_terms (text, language, flags);

  g_assert_cmpstr (list, ==, expected);
}

static gboolean
first_term_cb (const OmTerm *term,
               gpointer      data)
{
  g_assert_null (*(char **) data);
  *(char **) data = g_strndup (term->term, term->term_len);
  return FALSE;
}

static char *
first_term (const char *word,
            OmLanguage  language)
{
  char *term = NULL;

  om_terms_foreach (word, -1, language, OM_TERMS_DEFAULT, first_term_cb, &term);
  g_assert_nonnull (term);
  return term;
}

static void
test_words (void)
{
  assert_terms ("Don't e-mail snake_case; C++ at 10:30, v2s running", OM_LANGUAGE_EN, OM_TERMS_DEFAULT,
                "don@0 t@1 e@2 mail@3 snake@4 case@5 c@6 at@7 10@8 30@9 v2s@10 run@11");
  assert_terms ("don’t", OM_LANGUAGE_EN, OM_TERMS_DEFAULT, "don@0 t@1");
  assert_terms ("the heron in the mist", OM_LANGUAGE_EN, OM_TERMS_SKIP_STOPWORDS, "heron@1 mist@4");
  assert_terms ("running canals", OM_LANGUAGE_EN, OM_TERMS_NO_STEMS, "running@0 canals@1");
  assert_terms ("running canals", OM_LANGUAGE_UNKNOWN, OM_TERMS_SKIP_STOPWORDS, "running@0 canals@1");
  assert_terms ("the", OM_LANGUAGE_UNKNOWN, OM_TERMS_SKIP_STOPWORDS, "the@0");
  assert_terms ("", OM_LANGUAGE_EN, OM_TERMS_DEFAULT, "");
  assert_terms (" .,;🎉 \314\201 ½", OM_LANGUAGE_EN, OM_TERMS_DEFAULT, "");
  assert_terms ("1️⃣ m² №5", OM_LANGUAGE_EN, OM_TERMS_DEFAULT, "1@0 m2@1 5@2");
  assert_terms ("ﷺ", OM_LANGUAGE_EN, OM_TERMS_DEFAULT, "صلىاللهعليهوسلم@0");
}

/* S7: each word by each of its spellings. */
static void
test_accents (void)
{
  static const char *const words[][4] = {
    { "café", "cafe\314\201", "cafe", "CAFÉ" },
    { "Žižek", "Z\314\214iz\314\214ek", "zizek", "ZIZEK" },
    { "Łódź", "Ło\314\201dz\314\201", "lodz", "LODZ" },
    { "straße", "STRASSE", "strasse", "STRAẞE" },
    { "İstanbul", "I\314\207stanbul", "istanbul", "ISTANBUL" },
    { "Ångström", "A\314\212ngstro\314\210m", "angstrom", "ANGSTROM" },
    { "naïve", "nai\314\210ve", "naive", "NAÏVE" },
    { "habitación", "habitacio\314\201n", "habitacion", "HABITACIÓN" },
    { "Häuser", "Ha\314\210user", "hauser", "HAUSER" },
    { "journées", "journe\314\201es", "journees", "JOURNÉES" },
    { "informações", "informac\314\247o\314\203es", "informacoes", "INFORMAÇÕES" },
    { "città", "citta\314\200", "citta", "CITTÀ" },
    { "smörgåsbord", "smo\314\210rga\314\212sbord", "smorgasbord", "SMÖRGÅSBORD" },
    { "ёжик", "е\314\210жик", "ежик", "ЁЖИК" },
    { "ﬁnden", "ﬁnden", "finden", "FINDEN" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      for (int language = 0; language < OM_N_LANGUAGES; language++)
        {
          g_autofree char *first = first_term (words[i][0], (OmLanguage) language);

          for (guint k = 1; k < G_N_ELEMENTS (words[i]); k++)
            {
              g_autofree char *term = first_term (words[i][k], (OmLanguage) language);

              g_assert_cmpstr (first, ==, term);
            }
        }
    }
}

static void
test_stems (void)
{
  static const struct
  {
    OmLanguage  language;
    const char *one;
    const char *other;
  } pairs[] = {
    { OM_LANGUAGE_EN, "running", "runs" },
    { OM_LANGUAGE_EN, "cities", "city" },
    { OM_LANGUAGE_EN, "happiness", "happy" },
    { OM_LANGUAGE_ZH, "meetings", "meeting" },
    { OM_LANGUAGE_DE, "Häuser", "Haus" },
    { OM_LANGUAGE_DE, "Straßen", "Strasse" },
    { OM_LANGUAGE_DE, "schönen", "schön" },
    { OM_LANGUAGE_ES, "habitaciones", "habitación" },
    { OM_LANGUAGE_ES, "canciones", "canción" },
    { OM_LANGUAGE_ES, "niños", "niño" },
    { OM_LANGUAGE_ES, "comíamos", "comía" },
    { OM_LANGUAGE_FR, "journées", "journée" },
    { OM_LANGUAGE_FR, "mangé", "manger" },
    { OM_LANGUAGE_FR, "chansons", "chanson" },
    { OM_LANGUAGE_IT, "gatti", "gatto" },
    { OM_LANGUAGE_PT, "informações", "informação" },
    { OM_LANGUAGE_NL, "katten", "kat" },
    { OM_LANGUAGE_SV, "flickorna", "flicka" },
    { OM_LANGUAGE_RU, "красивый", "красивая" },
    { OM_LANGUAGE_EN, "книги", "книга" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (pairs); i++)
    {
      g_autofree char *one = first_term (pairs[i].one, pairs[i].language);
      g_autofree char *other = first_term (pairs[i].other, pairs[i].language);

      g_assert_cmpstr (one, ==, other);
    }

  g_autofree char *house = first_term ("house", OM_LANGUAGE_EN);
  g_autofree char *horse = first_term ("horse", OM_LANGUAGE_EN);
  g_assert_cmpstr (house, !=, horse);
}

static void
test_spaceless (void)
{
  assert_terms ("花見をした。桜", OM_LANGUAGE_JA, OM_TERMS_DEFAULT,
                "花@0 花見@0 見@1 見を@1 を@2 をし@2 し@3 した@3 た@4 桜@5");
  assert_terms ("你好世界", OM_LANGUAGE_ZH, OM_TERMS_NO_BIGRAMS, "你@0 好@1 世@2 界@3");
  assert_terms ("你好世界", OM_LANGUAGE_ZH, OM_TERMS_NO_CHARS, "你好@0 好世@1 世界@2");
  assert_terms ("桜", OM_LANGUAGE_JA, OM_TERMS_NO_CHARS, "桜@0");
  assert_terms ("서울에서 만났다", OM_LANGUAGE_KO, OM_TERMS_NO_CHARS, "서울@0 울에@1 에서@2 만났@4 났다@5");
  assert_terms ("ทะเล", OM_LANGUAGE_UNKNOWN, OM_TERMS_DEFAULT, "ท@0 ทะ@0 ะ@1 ะเ@1 เ@2 เล@2 ล@3");
  assert_terms ("เช้า", OM_LANGUAGE_UNKNOWN, OM_TERMS_NO_CHARS, "เช้@0 ช้า@1");
  assert_terms ("买iPhone了", OM_LANGUAGE_ZH, OM_TERMS_DEFAULT, "买@0 iphon@1 了@2");
  assert_terms ("か\343\202\231ガ ｶﾞ", OM_LANGUAGE_JA, OM_TERMS_NO_BIGRAMS, "が@0 ガ@1 ガ@2");
  assert_terms ("\341\204\222\341\205\241\341\206\253국", OM_LANGUAGE_KO, OM_TERMS_NO_CHARS, "한국@0");
  assert_terms ("カ・キ", OM_LANGUAGE_JA, OM_TERMS_DEFAULT, "カ@0 キ@1");
}

/* S8: the terms of a query stand in a row in the text, at neighbouring positions. */
static void
test_phrases_of_characters (void)
{
  static const char *const texts[][3] = {
    { "家族で花見をした。桜がきれいだった。", "花見", "桜" },
    { "你好世界", "世界", "好世" },
    { "서울에서 만났다", "서울", "만났" },
    { "ทะเลสาบตอนเช้า", "ทะเล", "เช้า" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *text = list_terms (texts[i][0], OM_LANGUAGE_UNKNOWN, OM_TERMS_NO_BIGRAMS);
      g_auto (GStrv) terms = g_strsplit (text, " ", -1);

      for (guint k = 1; k < 3; k++)
        {
          g_autofree char *query = list_terms (texts[i][k], OM_LANGUAGE_UNKNOWN, OM_TERMS_NO_BIGRAMS);
          g_auto (GStrv) wanted = g_strsplit (query, " ", -1);
          gboolean found = FALSE;

          for (guint at = 0; at + g_strv_length (wanted) <= g_strv_length (terms); at++)
            {
              gboolean same = TRUE;

              for (guint n = 0; wanted[n] != NULL; n++)
                same = same && strcspn (terms[at + n], "@") == strcspn (wanted[n], "@") &&
                       strncmp (terms[at + n], wanted[n], strcspn (wanted[n], "@")) == 0;
              found = found || same;
            }
          g_assert_true (found);
        }
    }
}

static gboolean
check_offsets_cb (const OmTerm *term,
                  gpointer      data)
{
  const char **state = data;
  const char *text = state[0];
  g_autofree char *folded = om_fold_search (text + term->start, (gssize) (term->end - term->start));
  g_autofree char *surface = g_strndup (term->surface, term->surface_len);

  g_assert_true (g_utf8_validate (text + term->start, (gssize) (term->end - term->start), NULL));
  g_assert_true (g_utf8_validate (term->term, (gssize) term->term_len, NULL));
  g_assert_cmpuint (term->term_len, >, 0);
  g_assert_cmpuint (term->term_len, <=, OM_TERMS_MAX_BYTES);
  g_assert_cmpuint (term->end, <=, strlen (text));
  g_assert_cmpuint (term->start, <, term->end);
  /* Letters that begin with a mark never begin a term, and what folds away is inside. */
  g_assert_false (g_unichar_ismark (g_utf8_get_char (text + term->start)));
  g_assert_false (g_unichar_ismark (g_utf8_get_char (text + term->end)));
  g_assert_cmpstr (surface, ==, folded);
  return TRUE;
}

static void
test_offsets (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  for (guint i = 0; i < 400; i++)
    {
      g_autofree char *text = g_string_free (test_random_text (rand, 25), FALSE);
      const char *state[1] = { text };

      om_terms_foreach (text, -1, OM_LANGUAGE_EN, OM_TERMS_DEFAULT, check_offsets_cb, state);
    }
}

/* The terms of a text do not depend on what was read before, nor on the cache of stems. */
static void
test_repeatable (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (8);

  for (guint i = 0; i < 200; i++)
    {
      g_autofree char *text = g_string_free (test_random_text (rand, 25), FALSE);
      OmLanguage language = (OmLanguage) (i % OM_N_LANGUAGES);
      g_autofree char *first = list_terms (text, language, OM_TERMS_DEFAULT);
      g_autofree char *again = NULL;

      for (guint k = 0; k < 300; k++)
        {
          g_autofree char *word = g_strdup_printf ("filler%c%c%u", 'a' + (int) k % 26, 'a' + (int) k / 26, i);
          g_autofree char *term = first_term (word, language);

          g_assert_cmpstr (term, ==, word);
        }
      again = list_terms (text, language, OM_TERMS_DEFAULT);
      g_assert_cmpstr (first, ==, again);
    }
}

static gboolean
copy_cb (const OmTerm *term,
         gpointer      data)
{
  OmTerm *copy = data;

  *copy = *term;
  g_assert_cmpuint (term->term_len, <=, OM_TERMS_MAX_BYTES);
  return TRUE;
}

static void
test_long_word (void)
{
  static const char *const letters[] = { "a", "é", "я", "ß" };

  for (guint i = 0; i < G_N_ELEMENTS (letters); i++)
    {
      g_autoptr (GString) text = g_string_new ("x ");
      OmTerm last = { 0 };

      for (guint k = 0; k < 200000; k++)
        g_string_append (text, letters[i]);
      g_string_append (text, " y");
      om_terms_foreach (text->str, (gssize) text->len - 2, OM_LANGUAGE_EN, OM_TERMS_DEFAULT, copy_cb, &last);
      g_assert_cmpuint (last.start, ==, 2);
      g_assert_cmpuint (last.end, ==, text->len - 2);
      g_assert_cmpuint (last.position, ==, 1);
      g_assert_cmpuint (last.term_len, ==, OM_TERMS_MAX_BYTES);
    }

  /* A letter with a million marks is one letter. */
  {
    g_autoptr (GString) text = g_string_new ("a");
    OmTerm last = { 0 };

    for (guint k = 0; k < 200000; k++)
      g_string_append (text, "\314\201");
    om_terms_foreach (text->str, -1, OM_LANGUAGE_EN, OM_TERMS_DEFAULT, copy_cb, &last);
    g_assert_cmpuint (last.term_len, ==, 1);
    g_assert_cmpuint (last.end, ==, text->len);
  }
}

static void
test_stopwords (void)
{
  OmTerm last = { 0 };

  g_assert_true (om_terms_is_stopword ("the", 3, OM_LANGUAGE_EN));
  g_assert_true (om_terms_is_stopword ("there", 3, OM_LANGUAGE_EN));
  g_assert_false (om_terms_is_stopword ("heron", 5, OM_LANGUAGE_EN));
  g_assert_false (om_terms_is_stopword ("the", 3, OM_LANGUAGE_DE));
  g_assert_false (om_terms_is_stopword ("the", 3, OM_LANGUAGE_UNKNOWN));
  g_assert_true (om_terms_is_stopword ("fur", 3, OM_LANGUAGE_DE));
  g_assert_true (om_terms_is_stopword ("nicht", 5, OM_LANGUAGE_DE));
  g_assert_true (om_terms_is_stopword ("del", 3, OM_LANGUAGE_ES));
  g_assert_true (om_terms_is_stopword ("avec", 4, OM_LANGUAGE_FR));

  /* Written with its accent it is another word than the stop word it folds to. */
  om_terms_foreach ("schön", -1, OM_LANGUAGE_DE, OM_TERMS_DEFAULT, copy_cb, &last);
  g_assert_false (last.is_stopword);
  om_terms_foreach ("scho\314\210n", -1, OM_LANGUAGE_DE, OM_TERMS_DEFAULT, copy_cb, &last);
  g_assert_false (last.is_stopword);
  om_terms_foreach ("schon", -1, OM_LANGUAGE_DE, OM_TERMS_DEFAULT, copy_cb, &last);
  g_assert_true (last.is_stopword);
  om_terms_foreach ("FÜR", -1, OM_LANGUAGE_DE, OM_TERMS_DEFAULT, copy_cb, &last);
  g_assert_true (last.is_stopword);
  om_terms_foreach ("fu\314\210r", -1, OM_LANGUAGE_DE, OM_TERMS_DEFAULT, copy_cb, &last);
  g_assert_true (last.is_stopword);

  /* Characters are told to be stop words, but never skipped: they are parts of words. */
  om_terms_foreach ("的", -1, OM_LANGUAGE_ZH, OM_TERMS_SKIP_STOPWORDS, copy_cb, &last);
  g_assert_cmpint (last.kind, ==, OM_TERM_CHAR);
  g_assert_true (last.is_stopword);
}

static gboolean
nested_cb (const OmTerm *term,
           gpointer      data)
{
  GString *list = data;
  g_autofree char *inner = list_terms ("Äpfel other words entirely 花見", OM_LANGUAGE_EN, OM_TERMS_DEFAULT);

  g_assert_nonnull (strstr (inner, "花見"));
  return append_cb (term, list);
}

/* A callback may tokenise; it may stop; two threads do not meet. */
static void
test_callback (void)
{
  g_autoptr (GString) nested = g_string_new (NULL);
  g_autofree char *plain = list_terms ("Running über canals 世界", OM_LANGUAGE_EN, OM_TERMS_DEFAULT);
  g_autofree char *first = NULL;

  om_terms_foreach ("Running über canals 世界", -1, OM_LANGUAGE_EN, OM_TERMS_DEFAULT, nested_cb, nested);
  g_assert_cmpstr (nested->str, ==, plain);

  om_terms_foreach ("世界 over", -1, OM_LANGUAGE_EN, OM_TERMS_DEFAULT, first_term_cb, &first);
  g_assert_cmpstr (first, ==, "世");
}

static gpointer
tokenise_thread (gpointer data)
{
  GString *list = g_string_new (NULL);

  for (guint i = 0; i < 50; i++)
    {
      g_string_truncate (list, 0);
      om_terms_foreach (data, -1, OM_LANGUAGE_DE, OM_TERMS_DEFAULT, append_cb, list);
    }
  return g_string_free (list, FALSE);
}

static void
test_threads (void)
{
  const char *text = "Die Häuser an der Straße liefen voller schöner Geschichten und Gärten 花見をした";
  GThread *threads[4];
  g_autofree char *here = tokenise_thread ((gpointer) text);

  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    threads[i] = g_thread_new ("terms", tokenise_thread, (gpointer) text);
  for (guint i = 0; i < G_N_ELEMENTS (threads); i++)
    {
      g_autofree char *there = g_thread_join (threads[i]);

      g_assert_cmpstr (here, ==, there);
    }
}

static void
test_variants (void)
{
  guint languages = 1u << OM_LANGUAGE_EN | 1u << OM_LANGUAGE_DE | 1u << OM_LANGUAGE_ZH;
  g_auto (GStrv) houses = om_terms_variants ("hauser", 6, languages);
  g_auto (GStrv) same = om_terms_variants ("桜", 3, languages);
  g_auto (GStrv) none = om_terms_variants ("hauser", 6, 0);
  char term[OM_TERMS_MAX_BYTES];
  gsize n;

  g_assert_cmpuint (g_strv_length (houses), ==, 2);
  g_assert_true (g_strv_contains ((const char *const *) houses, "haus"));
  g_assert_true (g_strv_contains ((const char *const *) houses, "hauser"));
  g_assert_cmpuint (g_strv_length (same), ==, 1);
  g_assert_cmpuint (g_strv_length (none), ==, 0);

  n = om_terms_stem ("running", 7, OM_LANGUAGE_EN, term);
  g_assert_cmpmem (term, n, "run", 3);
  n = om_terms_stem ("12ing", 5, OM_LANGUAGE_EN, term);
  g_assert_cmpmem (term, n, "12ing", 5);
  g_assert_cmpuint (om_terms_fingerprint (), ==, om_terms_fingerprint ());
  g_assert_cmpuint (om_terms_fingerprint (), !=, 0);
}

/* Finding ------------------------------------------------------------------------------------- */

/* @wanted: (nullable): only these. */
typedef struct
{
  GHashTable *wanted;
  GString    *list;
} Listing;

static gboolean
list_wanted_cb (const OmTerm *term,
                gpointer      data)
{
  Listing *listing = data;
  g_autofree char *key = g_strndup (term->term, term->term_len);

  if (listing->wanted == NULL || g_hash_table_contains (listing->wanted, key))
    g_string_append_printf (listing->list, "%s@%u:%" G_GSIZE_FORMAT "-%" G_GSIZE_FORMAT " ", key, term->position,
                            term->start, term->end);
  return TRUE;
}

static gboolean
collect_term_cb (const OmTerm *term,
                 gpointer      data)
{
  g_ptr_array_add (data, g_strndup (term->term, term->term_len));
  return TRUE;
}

/* Looking for some terms finds of all terms just these. */
static void
assert_found (const char *text,
              OmLanguage  language,
              GPtrArray  *wanted)
{
  g_autoptr (GHashTable) set = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GString) expected = g_string_new (NULL);
  g_autoptr (GString) found = g_string_new (NULL);
  Listing of_all = { set, expected };
  Listing of_found = { NULL, found };

  for (guint i = 0; i < wanted->len; i++)
    g_hash_table_add (set, g_ptr_array_index (wanted, i));
  g_ptr_array_add (wanted, NULL);
  om_terms_foreach (text, -1, language, OM_TERMS_DEFAULT, list_wanted_cb, &of_all);
  om_terms_find (text, -1, language, (const char *const *) wanted->pdata, list_wanted_cb, &of_found);
  g_assert_cmpstr (found->str, ==, expected->str);
}

static void
test_find (void)
{
  static const char *const texts[] = {
    "Walked to the harbour; the walks are long, walking is WALK. Skies and sky, dying to die, ugly lies.",
    "Übung macht den Meister, ueber uns die Übungen. Schöne Straßen, oeffnen öffnet. Aeusserlich äußerlich.",
    "Las habitaciones y la habitación, canciones y canción, ñoño, águila, áreas.",
    "L'été dernier nous étions à l'école, les écoles, yeux, journées, ïambe.",
    "Università, è già più; gli uomini e l'uomo. Divano.",
    "Informações e informação, órgãos, não são vãs, às ações.",
    "Gelopen en gewerkt heeft hij gisteren, lichamelijk; ijs, yoghurt, geel en gegeten.",
    "Flickornas jaktkarlarne, ångor och ånga, älgar, ödlor.",
    "Говорили красивые слова, ёлки и елка, йоги, Йога, эхо.",
    "我在杭州。今天天气很好，我们去西湖散步。",
    "がかガｶﾞ 東京タワー 한국어 ไทยภาษา",
  };
  g_autoptr (GRand) rand = g_rand_new_with_seed (5);

  for (guint i = 0; i < 300; i++)
    {
      g_autofree char *random = g_string_free (test_random_text (rand, 30), FALSE);
      g_autofree char *text = g_strconcat (texts[i % G_N_ELEMENTS (texts)], " ", random, NULL);
      OmLanguage language = (OmLanguage) (i / G_N_ELEMENTS (texts) % OM_N_LANGUAGES);
      g_autoptr (GPtrArray) terms = g_ptr_array_new_with_free_func (g_free);
      g_autoptr (GPtrArray) some = g_ptr_array_new ();

      om_terms_foreach (text, -1, language, OM_TERMS_DEFAULT, collect_term_cb, terms);
      for (guint k = 0; k < terms->len; k++)
        {
          g_autoptr (GPtrArray) one = g_ptr_array_new ();

          g_ptr_array_add (one, g_ptr_array_index (terms, k));
          assert_found (text, language, one);
          if (g_rand_int_range (rand, 0, 5) == 0)
            g_ptr_array_add (some, g_ptr_array_index (terms, k));
        }
      assert_found (text, language, some);
    }
}

void
test_terms_add (void)
{
  g_test_add_func ("/terms/words", test_words);
  g_test_add_func ("/terms/accents", test_accents);
  g_test_add_func ("/terms/stems", test_stems);
  g_test_add_func ("/terms/spaceless", test_spaceless);
  g_test_add_func ("/terms/phrases-of-characters", test_phrases_of_characters);
  g_test_add_func ("/terms/offsets", test_offsets);
  g_test_add_func ("/terms/repeatable", test_repeatable);
  g_test_add_func ("/terms/long-word", test_long_word);
  g_test_add_func ("/terms/stopwords", test_stopwords);
  g_test_add_func ("/terms/callback", test_callback);
  g_test_add_func ("/terms/threads", test_threads);
  g_test_add_func ("/terms/variants", test_variants);
  g_test_add_func ("/terms/find", test_find);
}
