/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ranking on corpora so small that every number can be worked out with a pencil. */
#include "config.h"

#include <math.h>
#include <string.h>

#include "index/om-word-search.h"
#include "test-index.h"
#include "tests/support/om-test-golden.h"

/* "canal heron" over the five documents of make_canal(): see there. */
#define BM25_1 1.9763395932778716
#define BM25_2 .9910209813309497
#define BM25_3 .7944187293402397

/* Words without language: no stems, no stop words, a length is a count of words. */
static void
add (OmWordIndex  *index,
     OmStateTable *states,
     guint32       doc,
     gint32        day,
     const char   *text)
{
  OmDocState state = { .happened_ms = doc * 1000, .journal_day = day };

  memcpy (state.uuid, &doc, sizeof (doc));
  om_word_index_add (index, doc, NULL, NULL, text, NULL);
  om_state_table_set (states, doc, &state, NULL, 0);
}

static GArray *
search (const OmWordIndex  *index,
        const OmStateTable *states,
        const OmDocSet     *allowed,
        const OmWordParams *params,
        const char         *text)
{
  g_autoptr (OmWordQuery) query = om_word_query_new (index, text, NULL);
  g_autoptr (GError) error = NULL;
  GArray *matches = om_word_index_search (index, query, states, allowed, params, 100, NULL, &error);

  g_assert_no_error (error);
  return matches;
}

static const OmWordMatch *
match_at (GArray *matches,
          guint   i)
{
  g_assert_cmpuint (i, <, matches->len);
  return &g_array_index (matches, OmWordMatch, i);
}

static const OmWordMatch *
find (GArray  *matches,
      guint32  doc)
{
  for (guint i = 0; i < matches->len; i++)
    if (match_at (matches, i)->doc == doc)
      return match_at (matches, i);
  return NULL;
}

static OmWordParams
bare (void)
{
  OmWordParams params = *om_word_params_get_default ();

  params.name_lift = params.day_lift = params.neighbour_lift = params.part_lift = 0;
  return params;
}

/* Five documents of mean length 2.6; canal and heron stand in two each: idf = ln (1 + 3.5 / 2.5).
 * 1 holds canal twice in three words: idf x 3.8 / (2 + .9 (.6 + .4 x 3 / 2.6)), and heron once:
 * idf x 1.9 / (1 + .9 (.6 + .4 x 3 / 2.6)); 2 and 3 hold one of them in one and in four words. */
static void
make_canal (OmWordIndex  *index,
            OmStateTable *states)
{
  add (index, states, 1, 10, "canal heron canal");
  add (index, states, 2, 10, "heron");
  add (index, states, 3, 10, "bread market canal walk");
  add (index, states, 4, 11, "bread");
  add (index, states, 5, 12, "rain rain rain rain");
}

static void
test_defaults (void)
{
  const OmWordParams *params = om_word_params_get_default ();

  g_assert_true (params->k1 == .9 && params->b == .4);
  g_assert_true (params->name_lift == .1 && params->day_lift == .2 && params->neighbour_lift == .2);
  g_assert_true (params->seed_share == .1 && params->seed_max == 20000);
}

static void
test_bm25 (void)
{
  g_autoptr (OmWordIndex) index = om_word_index_new ();
  g_autoptr (OmStateTable) states = om_state_table_new ();
  g_autoptr (GArray) matches = NULL;
  OmWordParams params = bare ();

  make_canal (index, states);
  matches = search (index, states, NULL, &params, "canal heron");
  g_assert_cmpuint (matches->len, ==, 3);
  g_assert_cmpuint (match_at (matches, 0)->doc, ==, 1);
  g_assert_cmpuint (match_at (matches, 1)->doc, ==, 2);
  g_assert_cmpuint (match_at (matches, 2)->doc, ==, 3);
  om_assert_near (match_at (matches, 0)->bm25, BM25_1, 1e-6);
  om_assert_near (match_at (matches, 1)->bm25, BM25_2, 1e-6);
  om_assert_near (match_at (matches, 2)->bm25, BM25_3, 1e-6);
  om_assert_near (match_at (matches, 0)->relevance, 1, 1e-12);
  om_assert_near (match_at (matches, 1)->relevance, BM25_2 / BM25_1, 1e-6);
  g_assert_cmpuint (match_at (matches, 0)->words, ==, 3);
  g_assert_cmpuint (match_at (matches, 1)->words, ==, 2);
  g_assert_cmpuint (match_at (matches, 2)->words, ==, 1);
  g_assert_cmpuint (match_at (matches, 1)->flags, ==, OM_WORD_MATCH_DIRECT);
}

/* A removed document counts for nothing: not in df, not in N, not in the mean length. */
static void
test_after_removing (void)
{
  g_autoptr (OmWordIndex) index = om_word_index_new ();
  g_autoptr (OmStateTable) states = om_state_table_new ();
  g_autoptr (GArray) matches = NULL;
  OmWordParams params = bare ();

  add (index, states, 6, 3, "canal canal heron heron of another length");
  make_canal (index, states);
  add (index, states, 7, 3, "heron");
  om_word_index_add (index, 2, NULL, NULL, "what stood here before", NULL);
  om_word_index_add (index, 2, NULL, NULL, "heron", NULL);
  om_word_index_remove (index, 6);
  om_word_index_remove (index, 7);
  matches = search (index, states, NULL, &params, "canal heron");
  g_assert_cmpuint (matches->len, ==, 3);
  om_assert_near (find (matches, 1)->bm25, BM25_1, 1e-6);
  om_assert_near (find (matches, 2)->bm25, BM25_2, 1e-6);
  om_assert_near (find (matches, 3)->bm25, BM25_3, 1e-6);
}

/* walks and walked have one English stem, of which the entry in no language knows nothing. */
static void
test_best_variant (void)
{
  g_autoptr (OmWordIndex) index = om_word_index_new ();
  g_autoptr (GArray) matches = NULL;
  g_autoptr (GArray) alone = NULL;
  OmWordParams params = bare ();

  om_word_index_add (index, 1, "en", NULL, "walking", NULL);
  om_word_index_add (index, 2, NULL, NULL, "walking walk", NULL);
  om_word_index_add (index, 3, NULL, NULL, "walking", NULL);
  om_word_index_add (index, 4, NULL, NULL, "other", NULL);
  matches = search (index, NULL, NULL, &params, "walking");
  alone = search (index, NULL, NULL, &params, "walk");
  g_assert_cmpuint (matches->len, ==, 3);
  /* Document 2 holds both forms: it gets the better one, not the sum. Each stands in two of four
   * documents, whose mean length is 1.25. */
  om_assert_near (find (matches, 2)->bm25, log (2) * 1.9 / (1 + .9 * (.6 + .4 * 2 / 1.25)), 1e-6);
  om_assert_near (find (matches, 3)->bm25, log (2) * 1.9 / (1 + .9 * (.6 + .4 * 1 / 1.25)), 1e-6);
  om_assert_near (find (matches, 1)->bm25, find (alone, 1)->bm25, 1e-6);
}

static void
test_name_lift (void)
{
  g_autoptr (OmWordIndex) index = om_word_index_new ();
  g_autoptr (OmStateTable) states = om_state_table_new ();
  g_autoptr (GArray) plain = NULL;
  g_autoptr (GArray) named = NULL;
  OmWordParams params = bare ();

  make_canal (index, states);
  params.name_lift = .1;
  plain = search (index, states, NULL, &params, "Canal heron");
  named = search (index, states, NULL, &params, "canal Heron");
  om_assert_near (find (plain, 2)->relevance, BM25_2 / BM25_1, 1e-6);
  g_assert_cmpuint (find (plain, 2)->flags & OM_WORD_MATCH_NAME, ==, 0);
  /* 1 and 2 hold the name, 3 does not; what is gained is a tenth of the top score, for both. */
  om_assert_near (find (named, 1)->relevance, 1, 1e-12);
  om_assert_near (find (named, 2)->relevance, (BM25_2 + .1 * BM25_1) / (1.1 * BM25_1), 1e-6);
  om_assert_near (find (named, 3)->relevance, BM25_3 / (1.1 * BM25_1), 1e-6);
  om_assert_near (find (named, 2)->bm25, BM25_2, 1e-6);
  g_assert_true ((find (named, 2)->flags & OM_WORD_MATCH_NAME) != 0);
  g_assert_cmpuint (find (named, 3)->flags & OM_WORD_MATCH_NAME, ==, 0);
}

static void
test_day_lift (void)
{
  g_autoptr (OmWordIndex) index = om_word_index_new ();
  g_autoptr (OmStateTable) states = om_state_table_new ();
  g_autoptr (GArray) matches = NULL;
  OmWordParams params = bare ();

  make_canal (index, states);
  params.day_lift = .2;
  matches = search (index, states, NULL, &params, "market bread");
  /* Day 10: document 3 alone has words, the two others are found by it; day 11: 4, which gains from
   * itself; nobody on day 12. */
  g_assert_cmpuint (matches->len, ==, 4);
  g_assert_cmpuint (match_at (matches, 0)->doc, ==, 3);
  g_assert_cmpuint (match_at (matches, 1)->doc, ==, 4);
  om_assert_near (find (matches, 3)->relevance, 1, 1e-12);
  om_assert_near (find (matches, 4)->relevance, find (matches, 4)->bm25 / find (matches, 3)->bm25,
                  1e-6);
  om_assert_near (find (matches, 1)->relevance, .2 / 1.2, 1e-6);
  om_assert_near (find (matches, 2)->relevance, .2 / 1.2, 1e-6);
  g_assert_true (find (matches, 1)->bm25 == 0);
  g_assert_cmpuint (find (matches, 1)->flags, ==, OM_WORD_MATCH_DAY);
  g_assert_cmpuint (find (matches, 1)->words, ==, 0);
  g_assert_cmpuint (find (matches, 3)->flags, ==, OM_WORD_MATCH_DIRECT);
  g_assert_cmpuint (find (matches, 4)->flags, ==, OM_WORD_MATCH_DIRECT);
}

static void
test_neighbour_lift (void)
{
  g_autoptr (OmWordIndex) index = om_word_index_new ();
  g_autoptr (OmStateTable) states = om_state_table_new ();
  g_autoptr (GArray) matches = NULL;
  g_autoptr (GArray) capped = NULL;
  OmWordParams params = bare ();

  /* A day of five, and one before and one after it in time on other days. */
  add (index, states, 1, 1, "rain");
  add (index, states, 2, 2, "heron");
  add (index, states, 3, 2, "rain");
  add (index, states, 4, 2, "rain");
  add (index, states, 5, 2, "stone");
  add (index, states, 6, 2, "heron");
  add (index, states, 7, 3, "rain");
  params.neighbour_lift = .2;
  matches = search (index, states, NULL, &params, "heron");
  g_assert_cmpuint (matches->len, ==, 4);
  om_assert_near (find (matches, 2)->relevance, 1, 1e-12);
  om_assert_near (find (matches, 6)->relevance, 1, 1e-12);
  om_assert_near (find (matches, 3)->relevance, .2, 1e-6);
  om_assert_near (find (matches, 5)->relevance, .2, 1e-6);
  g_assert_cmpuint (find (matches, 3)->flags, ==, OM_WORD_MATCH_NEIGHBOUR);
  g_assert_null (find (matches, 1));
  g_assert_null (find (matches, 4));
  g_assert_null (find (matches, 7));

  /* Between two equally good ones a memory gains no more than .2 of the top score. */
  add (index, states, 8, 9, "stone");
  add (index, states, 9, 9, "mud");
  add (index, states, 10, 9, "stone");
  capped = search (index, states, NULL, &params, "stone");
  om_assert_near (find (capped, 9)->relevance, .2, 1e-6);
  om_assert_near (find (capped, 8)->relevance, 1, 1e-6);
}

static void
test_all_lifts (void)
{
  g_autoptr (OmWordIndex) index = om_word_index_new ();
  g_autoptr (OmStateTable) states = om_state_table_new ();
  g_autoptr (GArray) matches = NULL;
  double first = BM25_1 * 1.3 + .2 * BM25_2;
  double second = BM25_2 + .1 * BM25_1 + .2 * BM25_1 + .2 * BM25_1;
  double third = BM25_3 + .2 * BM25_1 + .2 * BM25_2;

  make_canal (index, states);
  matches = search (index, states, NULL, NULL, "canal Heron");
  g_assert_cmpuint (matches->len, ==, 3);
  om_assert_near (find (matches, 1)->relevance, 1, 1e-12);
  om_assert_near (find (matches, 2)->relevance, second / first, 1e-6);
  om_assert_near (find (matches, 3)->relevance, third / first, 1e-6);
}

/* What has no date belongs to no day, though it stands among the others. */
static void
test_undated (void)
{
  g_autoptr (OmWordIndex) index = om_word_index_new ();
  g_autoptr (OmStateTable) states = om_state_table_new ();
  g_autoptr (GArray) matches = NULL;
  OmDocState state;

  add (index, states, 1, 1, "heron");
  add (index, states, 2, 1, "heron canal");
  add (index, states, 3, 1, "rain");
  add (index, states, 4, 2, "rain");
  state = *om_state_table_get (states, 2);
  state.precision = OM_PRECISION_UNKNOWN;
  om_state_table_set (states, 2, &state, NULL, 0);

  matches = search (index, states, NULL, NULL, "heron canal");
  g_assert_cmpuint (matches->len, ==, 3);
  g_assert_cmpuint (find (matches, 2)->flags, ==, OM_WORD_MATCH_DIRECT);
  om_assert_near (find (matches, 2)->relevance, 1, 1e-12);
  om_assert_near (find (matches, 1)->relevance,
                  1.2 * find (matches, 1)->bm25 / find (matches, 2)->bm25, 1e-6);
  /* 1 and 3 are neighbours now. */
  om_assert_near (find (matches, 3)->relevance,
                  .4 * find (matches, 1)->bm25 / find (matches, 2)->bm25, 1e-6);
}

static void
test_allowed (void)
{
  g_autoptr (OmWordIndex) index = om_word_index_new ();
  g_autoptr (OmStateTable) states = om_state_table_new ();
  g_autoptr (OmDocSet) allowed = om_doc_set_new ();
  g_autoptr (OmDocSet) none = om_doc_set_new ();
  g_autoptr (GArray) matches = NULL;
  g_autoptr (GArray) nothing = NULL;

  make_canal (index, states);
  om_doc_set_add_range (allowed, 2, 5);
  matches = search (index, states, allowed, NULL, "canal heron");
  /* The best of the day is not to be seen, and so lifts nobody. 2 and 3 lift one another. */
  g_assert_cmpuint (matches->len, ==, 2);
  om_assert_near (find (matches, 2)->bm25, BM25_2, 1e-6);
  om_assert_near (find (matches, 3)->relevance,
                  (BM25_3 + .4 * BM25_2) / (BM25_2 * 1.2 + .2 * BM25_3), 1e-6);
  nothing = search (index, states, none, NULL, "canal heron");
  g_assert_cmpuint (nothing->len, ==, 0);
}

/* A part of a word brings .2 of what it would as a word, and comes after what holds the word. */
static void
test_parts (void)
{
  g_autoptr (OmWordIndex) index = om_word_index_new ();
  g_autoptr (OmStateTable) states = om_state_table_new ();
  g_autoptr (GArray) known = NULL;
  g_autoptr (GArray) unknown = NULL;
  g_autoptr (GArray) off = NULL;
  OmWordParams params = bare ();

  add (index, states, 1, 1, "canalside canalside canalside");
  add (index, states, 2, 2, "canal by the old town with many other words in it");
  add (index, states, 3, 3, "town");
  add (index, states, 4, 4, "canalside town");
  off = search (index, states, NULL, &params, "canal");
  g_assert_cmpuint (off->len, ==, 1);

  params.part_lift = .2;
  known = search (index, states, NULL, &params, "canal");
  g_assert_cmpuint (known->len, ==, 3);
  g_assert_cmpuint (match_at (known, 0)->doc, ==, 2);
  g_assert_cmpuint (match_at (known, 0)->flags, ==, OM_WORD_MATCH_DIRECT);
  g_assert_cmpuint (match_at (known, 1)->doc, ==, 1);
  g_assert_cmpuint (match_at (known, 1)->flags, ==, OM_WORD_MATCH_PART);
  g_assert_true (match_at (known, 1)->bm25 == 0);
  om_assert_near (match_at (known, 1)->relevance, .2, 1e-6);

  /* An unknown word lifts by its parts what holds another word as well. */
  unknown = search (index, states, NULL, &params, "nalsid town");
  g_assert_cmpuint (match_at (unknown, 0)->doc, ==, 4);
  g_assert_cmpuint (match_at (unknown, 0)->flags, ==, OM_WORD_MATCH_DIRECT | OM_WORD_MATCH_PART);
  g_assert_cmpuint (match_at (unknown, 0)->words, ==, 3);
  g_assert_cmpuint (match_at (unknown, 1)->doc, ==, 3);
}

/* 3,000 documents: the budget is 300. The rare word brings 40, the next 500 and is past the budget;
 * the commonest then only adds to what is there. */
static void
test_rare_first (void)
{
  enum { N = 3000 };
  g_autoptr (OmWordIndex) index = om_word_index_new ();
  g_autoptr (GArray) rare_first = NULL;
  g_autoptr (GArray) all = NULL;
  g_autoptr (OmWordQuery) query = NULL;
  OmWordParams params = bare ();
  guint common = 0;

  for (guint32 doc = 1; doc <= N; doc++)
    {
      g_autoptr (GString) text = g_string_new ("filler");

      if (doc % 75 == 0)
        g_string_append (text, " rare");
      if (doc % 6 == 0)
        g_string_append (text, " middling");
      if (doc % 2 == 0)
        g_string_append (text, " common");
      om_word_index_add (index, doc, NULL, NULL, text->str, NULL);
    }
  query = om_word_query_new (index, "common middling rare", NULL);
  params.seed_min = 0;
  rare_first = om_word_index_search (index, query, NULL, NULL, &params, N, NULL, NULL);
  params.seed_share = 1;
  all = om_word_index_search (index, query, NULL, NULL, &params, N, NULL, NULL);
  g_assert_cmpuint (rare_first->len, ==, 520);
  g_assert_cmpuint (all->len, ==, 1520);
  /* The best are the same, with the same scores. */
  for (guint i = 0; i < 520; i++)
    {
      const OmWordMatch *match = match_at (rare_first, i);

      g_assert_cmpuint (match->doc, ==, match_at (all, i)->doc);
      om_assert_near (match->bm25, match_at (all, i)->bm25, 1e-6);
      common += (match->words & 1) != 0;
    }
  g_assert_cmpuint (common, ==, 500);
}

static void
test_limit_and_cancel (void)
{
  g_autoptr (OmWordIndex) index = om_word_index_new ();
  g_autoptr (OmStateTable) states = om_state_table_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (OmWordQuery) query = NULL;
  g_autoptr (GArray) one = NULL;
  g_autoptr (GArray) none = NULL;
  g_autoptr (GArray) again = NULL;
  g_autoptr (GError) error = NULL;

  make_canal (index, states);
  query = om_word_query_new (index, "canal heron", NULL);
  one = om_word_index_search (index, query, states, NULL, NULL, 1, cancellable, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (one->len, ==, 1);
  g_assert_cmpuint (match_at (one, 0)->doc, ==, 1);
  none = om_word_index_search (index, query, states, NULL, NULL, 0, NULL, NULL);
  g_assert_cmpuint (none->len, ==, 0);

  g_cancellable_cancel (cancellable);
  g_assert_null (om_word_index_search (index, query, states, NULL, NULL, 9, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  /* Nothing of it is left in the accumulators. */
  again = search (index, states, NULL, NULL, "rain");
  g_assert_cmpuint (again->len, ==, 1);
}

static void
test_empty (void)
{
  g_autoptr (OmWordIndex) index = om_word_index_new ();
  g_autoptr (OmStateTable) states = om_state_table_new ();
  g_autoptr (GArray) empty = search (index, states, NULL, NULL, "canal heron");
  g_autoptr (GArray) blank = NULL;

  g_assert_cmpuint (empty->len, ==, 0);
  make_canal (index, states);
  blank = search (index, states, NULL, NULL, "");
  g_assert_cmpuint (blank->len, ==, 0);
}

void
test_word_search_add (void)
{
  g_test_add_func ("/word-search/defaults", test_defaults);
  g_test_add_func ("/word-search/bm25", test_bm25);
  g_test_add_func ("/word-search/after-removing", test_after_removing);
  g_test_add_func ("/word-search/best-variant", test_best_variant);
  g_test_add_func ("/word-search/name-lift", test_name_lift);
  g_test_add_func ("/word-search/day-lift", test_day_lift);
  g_test_add_func ("/word-search/neighbour-lift", test_neighbour_lift);
  g_test_add_func ("/word-search/all-lifts", test_all_lifts);
  g_test_add_func ("/word-search/undated", test_undated);
  g_test_add_func ("/word-search/allowed", test_allowed);
  g_test_add_func ("/word-search/parts", test_parts);
  g_test_add_func ("/word-search/rare-first", test_rare_first);
  g_test_add_func ("/word-search/limit-and-cancel", test_limit_and_cancel);
  g_test_add_func ("/word-search/empty", test_empty);
}
