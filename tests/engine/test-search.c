/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Searching: what is found, marked and left alone. */
#include "config.h"

#include <string.h>

#include "engine/om-intake.h"
#include "test-engine.h"

/* Case S7. */
static void
test_accents (Fixture      *fixture,
              gconstpointer data)
{
  static const struct
  {
    const char *text;
    const char *word;
    const char *typed[4];
  } cases[] = {
    { "Met Nadia at the café by the lock.", "café", { "cafe", "CAFÉ", "café", "cafe\xcc\x81" } },
    { "The cafe\xcc\x81 was closed for the winter.", "cafe\xcc\x81", { "cafe", "CAFÉ", "café", "cafe\xcc\x81" } },
    { "Read Žižek on the train.", "Žižek", { "zizek", "ZIZEK", "Žižek", "žižek" } },
    { "Grandmother was born in Łódź.", "Łódź", { "lodz", "LODZ", "Łódź", "łódź" } },
    { "Die straße war leer.", "straße", { "strasse", "STRASSE", "straße", "Straße" } },
    { "A week in İstanbul with the family.", "İstanbul", { "istanbul", "ISTANBUL", "İstanbul", "Istanbul" } },
    { "Mr Ångström came by for tea.", "Ångström", { "angstrom", "ANGSTROM", "Ångström", "ångström" } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    g_free (fixture_remember (fixture, cases[i].text));
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      for (gsize j = 0; j < G_N_ELEMENTS (cases[i].typed); j++)
        {
          g_autoptr (OmAnswer) answer = fixture_search (fixture, cases[i].typed[j]);
          gboolean found = FALSE;

          for (guint n = 0; n < answer->hits->len; n++)
            {
              const OmHit *hit = g_ptr_array_index (answer->hits, n);

              if (!g_str_equal (hit->memory->content, cases[i].text))
                continue;
              found = TRUE;
              /* Marked as written, the whole word. */
              g_assert_cmpuint (g_strv_length (hit->words), ==, 1);
              g_assert_cmpstr (hit->words[0], ==, cases[i].word);
            }
          if (!found)
            g_error ("“%s” does not find “%s”", cases[i].typed[j], cases[i].text);
        }
    }
}

static void
test_exact_spelling_first (Fixture      *fixture,
                           gconstpointer data)
{
  static const char *const accented = "The résumé lay on the table with the other papers of the day.";
  static const char *const plain = "To resume: the ferry, the fog, the long way home with the other papers of the day.";
  g_autoptr (OmAnswer) with = NULL;
  g_autoptr (OmAnswer) without = NULL;

  g_free (fixture_remember (fixture, accented));
  g_free (fixture_remember (fixture, plain));
  with = fixture_search (fixture, "résumé");
  without = fixture_search (fixture, "resume");
  g_assert_cmpuint (with->hits->len, ==, 2);
  g_assert_cmpuint (without->hits->len, ==, 2);
  g_assert_cmpstr (((OmHit *) g_ptr_array_index (with->hits, 0))->memory->content, ==, accented);
  g_assert_cmpstr (((OmHit *) g_ptr_array_index (without->hits, 0))->memory->content, ==, plain);
}

/* Case S8. */
static void
test_no_spaces (Fixture      *fixture,
                gconstpointer data)
{
  static const struct
  {
    const char *query;
    const char *text;
  } cases[] = {
    { "花見", "家族で花見をした。桜がきれいだった。" },
    { "桜", "家族で花見をした。桜がきれいだった。" },
    { "世界", "你好世界" },
    { "好世", "你好世界" },
    { "서울", "서울에서 만났다" },
    { "ทะเล", "ทะเลสาบตอนเช้า" },
    { "canal", "A flat by the canalside." },
  };

  for (gsize i = 1; i < G_N_ELEMENTS (cases); i++)
    {
      if (i != 3)
        g_free (fixture_remember (fixture, cases[i].text));
    }
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (OmAnswer) answer = fixture_search (fixture, cases[i].query);
      const OmHit *hit;

      if (answer->hits->len != 1)
        {
          for (guint n = 0; n < answer->hits->len; n++)
            {
              const OmHit *other = g_ptr_array_index (answer->hits, n);

              g_test_message ("“%s”: reasons %x, similarity %f, path %f, tag %f", other->memory->content, other->reasons,
                              other->parts.similarity, other->parts.waypoint, other->parts.tag_match);
            }
          g_error ("“%s” has %u results", cases[i].query, answer->hits->len);
        }
      hit = g_ptr_array_index (answer->hits, 0);
      g_assert_cmpstr (hit->memory->content, ==, cases[i].text);
      g_assert_cmpuint (hit->marks->len, >=, 2);
    }
}

/* Case S13: no text is a syntax error, none hides an entry that is there. */
static void
test_plain_words (Fixture      *fixture,
                  gconstpointer data)
{
  static const char *const typed[] = { "don't", "status: done", "timeout \"error", "a/b", "C++", "#tag", "@name", "50%", "why?",
                                       "(paren", "foo*", "-minus", "NOT", "NEAR", "AND", "^", "a.b", "\\", "';--", "👍🏽", "'",
                                       "½", "½ cup", "①", "Ⅷ", "፼", "𝟙", "℃", "→" };
  g_autofree char *letters = g_strnfill (10000, 'a');
  GString *words = g_string_new (NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (typed); i++)
    {
      g_autofree char *text = g_strdup_printf ("Entry %" G_GSIZE_FORMAT " holds %s in its middle.", i, typed[i]);

      g_free (fixture_remember (fixture, text));
    }
  for (gsize i = 0; i < G_N_ELEMENTS (typed); i++)
    {
      g_autofree char *text = g_strdup_printf ("holds %s in", typed[i]);

      if (fixture_count_hits (fixture, typed[i], text) != 1)
        g_error ("“%s” does not find its entry", typed[i]);
    }
  g_assert_cmpuint (fixture_count_hits (fixture, "", NULL), ==, 0);
  g_assert_cmpuint (fixture_count_hits (fixture, "   ", NULL), ==, 0);
  fixture_count_hits (fixture, letters, NULL);
  for (guint i = 0; i < 5000; i++)
    g_string_append_printf (words, "word%u ", i);
  fixture_count_hits (fixture, words->str, NULL);
  g_string_free (words, TRUE);
}

static void
test_not_utf8 (Fixture      *fixture,
               gconstpointer data)
{
  g_autoptr (OmSearch) search = om_search_new ("caf\xe9", 5);
  g_autoptr (GError) error = NULL;

  g_assert_null (om_engine_search (fixture->engine, search, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
}

/* engine.md 7.6: an exact phrase never ranks below what merely resembles. */
static void
test_phrase_first (Fixture      *fixture,
                   gconstpointer data)
{
  g_autoptr (OmAnswer) answer = NULL;
  g_autoptr (OmAnswer) quoted = NULL;

  for (guint i = 0; i < 30; i++)
    {
      g_autofree char *text = g_strdup_printf ("Slow train, slow day %u: the train was slow and the morning train slower, train after train.", i);

      g_free (fixture_remember (fixture, text));
    }
  g_free (fixture_remember (fixture, "A long entry about many things, the garden, the soup, the letters from the north, "
                                     "where near the end the slow morning train is named a single time."));
  answer = fixture_search (fixture, "slow morning train");
  g_assert_nonnull (strstr (((OmHit *) g_ptr_array_index (answer->hits, 0))->memory->content, "slow morning train"));
  g_assert_true ((((OmHit *) g_ptr_array_index (answer->hits, 0))->reasons & OM_HIT_EXACT) != 0);

  quoted = fixture_search (fixture, "\"slow morning train\"");
  g_assert_cmpuint (quoted->hits->len, ==, 1);
}

/* Signs in quotes are as exact as words: what the index of words takes for the same is not. */
static void
test_signs_in_quotes (Fixture      *fixture,
                      gconstpointer data)
{
  static const struct
  {
    const char *typed;
    const char *held;
    const char *not_held;
  } cases[] = {
    { "\"C++\"", "Wrote C++ all day.", "Wrote C# all day." },
    { "\"a/b\"", "The label says a/b here.", "The label says a_b here." },
    { "\"$5\"", "It cost $5 at the fair.", "House №5 at the fair." },
    { "\"½ cup\"", "Add ½ cup of milk.", "Add a cup of milk." },
    { "\"¾\"", "Cut it down to ¾ of it.", "Cut it down to ¼ of it." },
    { "\"cafe (open)\"", "The Café\n(open) by the lock.", "The café, open by the lock." },
    { "\"don't (really)\"", "I don’t (really) mind.", "I don’t, really, mind." },
    { "“50% off”", "A sign: 50% off.", "A sign: 50 off." },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_free (fixture_remember (fixture, cases[i].held));
      g_free (fixture_remember (fixture, cases[i].not_held));
    }
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      if (fixture_count_hits (fixture, cases[i].typed, cases[i].held) != 1 ||
          fixture_count_hits (fixture, cases[i].typed, cases[i].not_held) != 0)
        g_error ("%s finds something else than “%s”", cases[i].typed, cases[i].held);
    }
}

static void
test_operators (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (OmDraft) draft = om_draft_new ("Rowed on the river before breakfast.");
  g_autoptr (OmRemembered) remembered = NULL;
  char *tags[] = { (char *) "Boat", NULL };

  draft->tags = g_strdupv (tags);
  draft->happened = om_moment_on_day (2023, 5, 6);
  draft->has_happened = TRUE;
  draft->type = OM_MEMORY_TYPE_FACT;
  remembered = om_engine_remember (fixture->engine, draft, NULL, NULL);
  om_engine_settle (fixture->engine);
  g_free (fixture_remember (fixture, "The river was high today, no rowing."));

  g_assert_cmpuint (fixture_count_hits (fixture, "river", NULL), ==, 2);
  g_assert_cmpuint (fixture_count_hits (fixture, "river tag:boat", NULL), ==, 1);
  g_assert_cmpuint (fixture_count_hits (fixture, "tag:BOAT", NULL), ==, 1);
  g_assert_cmpuint (fixture_count_hits (fixture, "river tag:nobody", NULL), ==, 0);
  g_assert_cmpuint (fixture_count_hits (fixture, "river before:2024", NULL), ==, 1);
  g_assert_cmpuint (fixture_count_hits (fixture, "river after:2024", NULL), ==, 1);
  g_assert_cmpuint (fixture_count_hits (fixture, "river on:2023-05-06", NULL), ==, 1);
  g_assert_cmpuint (fixture_count_hits (fixture, "river type:fact", NULL), ==, 1);
}

/* Private memories are the owner's alone. */
static void
test_private (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (OmDraft) draft = om_draft_new ("The secret recipe for the plum cake.");
  g_autoptr (OmRemembered) remembered = NULL;
  g_autoptr (OmSearch) search = om_search_new ("plum", 5);
  g_autoptr (OmAnswer) open = NULL;
  g_autoptr (OmAnswer) own = NULL;

  draft->flags = OM_FLAG_PRIVATE;
  remembered = om_engine_remember (fixture->engine, draft, NULL, NULL);
  om_engine_settle (fixture->engine);
  open = om_engine_search (fixture->engine, search, NULL, NULL);
  g_assert_cmpuint (open->hits->len, ==, 0);
  search->include_private = TRUE;
  own = om_engine_search (fixture->engine, search, NULL, NULL);
  g_assert_cmpuint (own->hits->len, ==, 1);
}

static void
test_typo (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (OmAnswer) answer = NULL;

  g_free (fixture_remember (fixture, "The heron stood at the second lock."));
  answer = fixture_search (fixture, "hreon");
  g_assert_cmpuint (answer->hits->len, ==, 1);
  g_assert_cmpstr (answer->corrections[0], ==, "hreon");
  g_assert_cmpstr (answer->corrections[1], ==, "heron");
}

/* Looking changes nothing at all. */
static void
test_changes_nothing (Fixture      *fixture,
                      gconstpointer data)
{
  OmStats before, after;

  g_free (fixture_remember (fixture, "The heron stood at the second lock."));
  g_free (fixture_remember (fixture, "A heron again, at the lock."));
  g_assert_true (om_engine_get_stats (fixture->engine, &before, NULL, NULL));
  fixture->now += 40 * OM_MS_PER_DAY;
  fixture_count_hits (fixture, "heron lock", NULL);
  g_assert_true (om_engine_get_stats (fixture->engine, &after, NULL, NULL));
  g_assert_cmpint (before.revision, ==, after.revision);
}

/* An answer of the last minute is not given again once something was written. */
static void
test_fresh (Fixture      *fixture,
            gconstpointer data)
{
  g_free (fixture_remember (fixture, "One heron."));
  g_assert_cmpuint (fixture_count_hits (fixture, "heron", NULL), ==, 1);
  g_free (fixture_remember (fixture, "A second heron."));
  g_assert_cmpuint (fixture_count_hits (fixture, "heron", NULL), ==, 2);
}

/* Before the index is in memory the full text answers, and says so. */
static void
test_before_loading (Fixture      *fixture,
                     gconstpointer data)
{
  g_autoptr (OmAnswer) answer = NULL;
  g_autoptr (GError) error = NULL;

  g_free (fixture_remember (fixture, "The heron stood at the second lock."));
  om_engine_close (fixture->engine);
  om_engine_open (fixture->engine, fixture->path, OM_OPEN_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  answer = fixture_search (fixture, "herons");
  g_assert_true (answer->incomplete);
  g_assert_cmpuint (answer->hits->len, ==, 1);
}

/* A path leads to what shares no word, and names the way. */
static void
test_path (Fixture      *fixture,
           gconstpointer data)
{
  g_autofree char *start = fixture_remember (fixture, "The lighthouse keeper Anselm played cards with us.");
  g_autofree char *target = fixture_remember (fixture, "Bring back six blue tiles, please.");
  g_autoptr (OmAnswer) answer = NULL;
  gboolean found = FALSE;

  g_assert_true (om_engine_link (fixture->engine, start, target, NULL, NULL));
  answer = fixture_search (fixture, "lighthouse");
  for (guint i = 0; i < answer->hits->len; i++)
    {
      const OmHit *hit = g_ptr_array_index (answer->hits, i);

      if (!g_str_equal (hit->memory->id, target))
        continue;
      found = TRUE;
      g_assert_true ((hit->reasons & OM_HIT_LINK) != 0 || (hit->reasons & OM_HIT_DAY) != 0);
    }
  g_assert_true (found);
}

static int
compare_newest (gconstpointer a,
                gconstpointer b)
{
  const OmListItem *x = a;
  const OmListItem *y = b;

  if (x->happened.ms != y->happened.ms)
    return x->happened.ms > y->happened.ms ? -1 : 1;
  return (x->row < y->row) - (x->row > y->row);
}

static int
compare_oldest (gconstpointer a,
                gconstpointer b)
{
  const OmListItem *x = a;
  const OmListItem *y = b;

  return x->happened.ms != y->happened.ms ? -compare_newest (a, b) : compare_newest (a, b);
}

static void
assert_listed (Fixture      *fixture,
               GArray       *all,
               OmSort        sort,
               GCompareFunc  compare)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) items = om_engine_list (fixture->engine, NULL, sort, NULL, &error);

  g_assert_no_error (error);
  g_array_sort (all, compare);
  g_assert_cmpuint (items->len, ==, all->len);
  for (guint i = 0; i < items->len; i++)
    g_assert_cmpint (g_array_index (items, OmListItem, i).row, ==, g_array_index (all, OmListItem, i).row);
}

/* Lists by time are by the instant, whatever the day was where it was lived; of one instant what was
 * recorded last comes first. */
static void
test_lists_by_time (Fixture      *fixture,
                    gconstpointer data)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (3);
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) all = NULL;

  for (guint i = 0; i < 150; i++)
    {
      g_autoptr (OmDraft) draft = om_draft_new ("The same words on many days.");
      gint64 ms = TEST_NOW - (gint64) g_rand_int_range (rand, 0, 60) * OM_MS_PER_DAY / 12;

      draft->dedup = OM_DEDUP_OFF;
      draft->has_happened = TRUE;
      draft->happened = (OmMoment){ ms, g_rand_int_range (rand, -12, 14) * 3600, OM_PRECISION_INSTANT };
      if (i % 10 == 0)
        draft->happened = om_moment_on_day (2025, 6, g_rand_int_range (rand, 10, 16));
      else if (i % 10 == 1)
        draft->happened = om_moment_unknown (ms);
      om_remembered_free (om_engine_remember (fixture->engine, draft, NULL, &error));
      om_engine_settle (fixture->engine);
      g_assert_no_error (error);
    }

  all = om_engine_list (fixture->engine, NULL, OM_SORT_RECORDED, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (all->len, ==, 150);
  assert_listed (fixture, all, OM_SORT_NEWEST, compare_newest);
  assert_listed (fixture, all, OM_SORT_OLDEST, compare_oldest);
}

/* A word or two finds what holds them: not what resembles it, nor every longer word. */
static void
test_no_noise (Fixture      *fixture,
               gconstpointer data)
{
  static const struct
  {
    const char *typed;
    guint       n;
  } cases[] = {
    { "herons", 1 },    { "barges", 1 },   { "red", 2 },  { "red coat", 2 }, { "rain", 2 },
    { "cover", 2 },     { "канал", 1 },    { "بيت", 1 },
  };

  /* The first two are linked, for they resemble each other. */
  g_free (fixture_remember (fixture, "Two herons by the lock in the morning, with fog over the water and the boats asleep."));
  g_free (fixture_remember (fixture, "Two barges by the lock in the morning, with fog over the water and the boats asleep."));
  g_free (fixture_remember (fixture, "Bought the red coat."));
  g_free (fixture_remember (fixture, "Redder than a poppy."));
  g_free (fixture_remember (fixture, "She answered a hundred letters."));
  g_free (fixture_remember (fixture, "Rain on the tent."));
  g_free (fixture_remember (fixture, "A rainstorm at last."));
  g_free (fixture_remember (fixture, "The brain of the train is its driver."));
  g_free (fixture_remember (fixture, "The cover is torn."));
  g_free (fixture_remember (fixture, "We discovered a spring."));
  g_free (fixture_remember (fixture, "Старый канал у дома."));
  g_free (fixture_remember (fixture, "عدنا إلى البيت متأخرين."));

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (OmAnswer) answer = fixture_search (fixture, cases[i].typed);

      if (answer->hits->len == cases[i].n)
        continue;
      for (guint n = 0; n < answer->hits->len; n++)
        g_test_message ("%s", ((OmHit *) g_ptr_array_index (answer->hits, n))->memory->content);
      g_error ("“%s” has %u results, not %u", cases[i].typed, answer->hits->len, cases[i].n);
    }
}

/* More than are read for who asks at every letter. */
#define N_MANY 2200

static void
import_many (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmIntake) intake = om_intake_new (fixture->engine, FALSE, &error);

  for (guint i = 0; i < N_MANY; i++)
    {
      g_autofree char *text = g_strdup_printf ("%s %u%s", i == 0 ? "Oldest ⊕" : "Entry", i, i + 1 == N_MANY ? " ⊗" : "");
      g_autoptr (OmDraft) draft = om_draft_new (text);
      OmIntakeOutcome outcome;

      draft->origin = OM_ORIGIN_IMPORT;
      draft->source = g_strdup ("test");
      draft->source_key = g_strdup_printf ("%u", i);
      om_intake_add (intake, draft, &outcome, NULL, &error);
      g_assert_no_error (error);
    }
  om_intake_commit (intake, NULL, &error);
  g_assert_no_error (error);
}

static guint
count_hits (Fixture    *fixture,
            const char *query,
            gboolean    quick)
{
  g_autoptr (OmSearch) search = om_search_new (query, 10);
  g_autoptr (OmAnswer) answer = NULL;
  g_autoptr (GError) error = NULL;

  search->quick = quick;
  answer = om_engine_search (fixture->engine, search, NULL, &error);
  g_assert_no_error (error);
  return answer->hits->len;
}

/* Signs alone are looked for in the newest texts by who asks at every letter, and in all of them else; where a word
 * stands beside them it says which texts to read. */
static void
test_quick_signs (Fixture      *fixture,
                  gconstpointer data)
{
  import_many (fixture);
  for (int quick = 0; quick < 2; quick++)
    {
      g_assert_cmpuint (count_hits (fixture, "⊗", quick), ==, 1);
      g_assert_cmpuint (count_hits (fixture, "\"⊗\"", quick), ==, 1);
      g_assert_cmpuint (count_hits (fixture, "⊕", quick), ==, quick ? 0 : 1);
      g_assert_cmpuint (count_hits (fixture, "\"⊕\"", quick), ==, quick ? 0 : 1);
      g_assert_cmpuint (count_hits (fixture, "\"Oldest ⊕\"", quick), ==, 1);
      g_assert_cmpuint (count_hits (fixture, "oldest ⊕", quick), >=, 1);
    }
}

void
test_search_add (void)
{
#define ADD(name, func) g_test_add ("/search/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)
  ADD ("accents", test_accents);
  ADD ("exact-spelling-first", test_exact_spelling_first);
  ADD ("no-spaces", test_no_spaces);
  ADD ("plain-words", test_plain_words);
  ADD ("not-utf8", test_not_utf8);
  ADD ("quick-signs", test_quick_signs);
  ADD ("phrase-first", test_phrase_first);
  ADD ("signs-in-quotes", test_signs_in_quotes);
  ADD ("operators", test_operators);
  ADD ("private", test_private);
  ADD ("typo", test_typo);
  ADD ("changes-nothing", test_changes_nothing);
  ADD ("fresh", test_fresh);
  ADD ("before-loading", test_before_loading);
  ADD ("path", test_path);
  ADD ("no-noise", test_no_noise);
  ADD ("lists-by-time", test_lists_by_time);
#undef ADD
}
