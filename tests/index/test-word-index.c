/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Adding and removing at random against the plain table of counts: terms, documents, whole
 * rankings, before and after clearing away, and through a snapshot with more added on top. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "index/om-word-index.h"
#include "index/om-word-search.h"
#include "index/om-word-snapshot.h"
#include "test-index.h"
#include "test-plain-words.h"
#include "tests/support/om-test-golden.h"
#include "text/om-language.h"

#define MAX_DOC 220

static const char *const vocabulary[] = {
  "canal", "heron", "morning", "walked", "walking", "walk", "dentist", "Nadia", "market", "bread",
  "rain", "Prinzessin", "Häuser", "Haus", "café", "running", "runs", "memory", "memories", "garden",
  "train", "Oslo", "letter", "letters", "的", "公园", "今天天气", "the", "and", "was", "piano", "tired",
};

static const guint8 store_id[OM_STORE_ID_BYTES] = "a store of words";

typedef struct
{
  OmWordIndex  *index;
  PlainWords   *plain;
  OmStateTable *states;
  GRand        *random;
} Pair;

static char *
random_text (GRand *random,
             int    max_words)
{
  GString *text = g_string_new (NULL);
  int n = g_rand_int_range (random, 0, max_words);

  for (int i = 0; i < n; i++)
    {
      /* Some words are much commoner than others. */
      double rank = g_rand_double (random) * g_rand_double (random);
      int word = (int) (rank * G_N_ELEMENTS (vocabulary));

      g_string_append (text, vocabulary[word]);
      g_string_append_c (text, ' ');
    }
  return g_string_free (text, FALSE);
}

static void
add_at_random (Pair *pair)
{
  static const char *const languages[] = { "en", "de", "zh", NULL };
  guint32 doc = g_rand_int_range (pair->random, 1, MAX_DOC);
  const char *language = languages[g_rand_int_range (pair->random, 0, G_N_ELEMENTS (languages))];
  g_autofree char *title = g_rand_boolean (pair->random) ? random_text (pair->random, 4) : NULL;
  g_autofree char *content = random_text (pair->random, 40);
  g_autofree char *tag = random_text (pair->random, 3);
  const char *const tags[] = { tag, "heron", NULL };
  const char *const *given = g_rand_boolean (pair->random) ? tags : NULL;
  OmDocState state = { .happened_ms = g_rand_int (pair->random) * G_GINT64_CONSTANT (1000) + doc };

  om_word_index_add (pair->index, doc, language, title, content, given);
  plain_words_add (pair->plain, doc, language, title, content, given);
  memcpy (state.uuid, &doc, sizeof (doc));
  state.journal_day = (gint32) (state.happened_ms / 80000000000);
  if (g_rand_int_range (pair->random, 0, 10) == 0)
    state.precision = OM_PRECISION_UNKNOWN;
  om_state_table_set (pair->states, doc, &state, NULL, 0);
}

static void
remove_at_random (Pair *pair)
{
  guint32 doc = g_rand_int_range (pair->random, 1, MAX_DOC);

  g_assert_cmpint (om_word_index_remove (pair->index, doc), ==,
                   om_state_table_get (pair->states, doc) != NULL);
  plain_words_remove (pair->plain, doc);
  om_state_table_remove (pair->states, doc);
}

static void
compare_terms (Pair *pair)
{
  static const char *const terms[] = {
    "canal", "heron", "walk", "walking", "walked", "dentist", "nadia", "haus", "hauser", "的", "公",
    "公园",
    "天天", "the", "memori", "memory", "letter", "letters", "nowhere", "cafe", "run", "runs",
  };

  for (gsize i = 0; i < G_N_ELEMENTS (terms); i++)
    {
      g_assert_cmpuint (om_word_index_count_term (pair->index, terms[i]), ==,
                        plain_words_df (pair->plain, terms[i]));
      for (guint32 doc = 1; doc < MAX_DOC; doc++)
        g_assert_cmpuint (om_word_index_get_tf (pair->index, terms[i], doc), ==,
                          plain_words_tf (pair->plain, doc, terms[i]));
    }
  for (guint32 doc = 1; doc < MAX_DOC; doc++)
    g_assert_cmpint (om_word_index_has (pair->index, doc), ==,
                     om_state_table_get (pair->states, doc) != NULL);
  g_assert_cmpuint (om_word_index_count (pair->index), ==, om_state_table_count (pair->states));
}

/* Scores are sums of floats: places may change only among documents that are equal but for
 * rounding. */
static void
compare_matches (GArray *matches,
                 GArray *wanted)
{
  g_autoptr (GHashTable) by_doc = g_hash_table_new (NULL, NULL);
  double top;

  g_assert_cmpuint (matches->len, ==, wanted->len);
  if (matches->len == 0)
    return;
  top = g_array_index (wanted, PlainMatch, 0).score;
  for (guint i = 0; i < wanted->len; i++)
    {
      PlainMatch *match = &g_array_index (wanted, PlainMatch, i);

      g_hash_table_insert (by_doc, GUINT_TO_POINTER (match->doc), match);
    }
  for (guint i = 0; i < matches->len; i++)
    {
      const OmWordMatch *match = &g_array_index (matches, OmWordMatch, i);
      const PlainMatch *own = g_hash_table_lookup (by_doc, GUINT_TO_POINTER (match->doc));

      g_assert_nonnull (own);
      om_assert_near (match->bm25, own->bm25, 2e-6 * top);
      om_assert_near (match->relevance, own->score / top, 2e-6);
      om_assert_near (match->relevance, g_array_index (wanted, PlainMatch, i).score / top, 2e-6);
      g_assert_cmpint ((match->flags & OM_WORD_MATCH_DIRECT) != 0, ==, own->bm25 > 0);
      g_assert_cmpint (match->words != 0, ==, own->bm25 > 0);
    }
}

static void
compare_rankings (Pair *pair)
{
  static const struct
  {
    const char *query;
    const char *words[4];
    gboolean    names[4];
  } queries[] = {
    { "canal", { "canal" }, { 0 } },
    { "walks Nadia", { "walks", "nadia" }, { FALSE, TRUE } },
    { "Nadia memory", { "nadia", "memory" }, { FALSE, FALSE } },
    { "letters train Oslo", { "letters", "train", "oslo" }, { FALSE, FALSE, TRUE } },
    { "Hauser piano", { "hauser", "piano" }, { 0 } },
    { "公园", { "公园" }, { 0 } },
    { "的", { "的" }, { 0 } },
  };
  g_autoptr (OmDocSet) allowed = om_doc_set_new ();
  OmWordParams params = *om_word_params_get_default ();

  /* What the plain ranking does not know. */
  params.part_lift = 0;
  for (int i = 0; i < MAX_DOC; i++)
    om_doc_set_add (allowed, g_rand_int_range (pair->random, 1, MAX_DOC));
  for (gsize i = 0; i < G_N_ELEMENTS (queries); i++)
    {
      const OmDocSet *mask = g_rand_boolean (pair->random) ? allowed : NULL;
      g_autoptr (OmWordQuery) query = om_word_query_new (pair->index, queries[i].query, "en");
      g_autoptr (GArray) matches = om_word_index_search (pair->index, query, pair->states, mask,
                                                         &params, MAX_DOC, NULL, NULL);
      g_autoptr (GArray) wanted = NULL;

      /* A word that is gone may be read as another; that is for other tests. */
      if (query->words->len > 0 &&
          ((OmQueryWord *) g_ptr_array_index (query->words, 0))->corrected != NULL)
        continue;
      wanted = plain_words_rank (pair->plain, queries[i].words, queries[i].names, query->languages,
                                 pair->states, mask, &params);
      compare_matches (matches, wanted);
    }
}

static void
save_and_open (Pair *pair)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "openmemory-test-words", NULL);
  GError *error = NULL;
  gint64 revision = 0;
  OmWordIndex *opened;

  g_assert_true (om_word_snapshot_save (pair->index, path, store_id, 41, &error));
  g_assert_no_error (error);
  opened = om_word_snapshot_open (path, store_id, &revision);
  g_assert_nonnull (opened);
  g_assert_cmpint (revision, ==, 41);
  om_word_index_free (pair->index);
  pair->index = opened;
  g_unlink (path);
}

static void
test_random_changes (gconstpointer data)
{
  gboolean through_files = GPOINTER_TO_INT (data);
  Pair pair = { om_word_index_new (), plain_words_new (), om_state_table_new (),
                g_rand_new_with_seed (40) };

  for (int i = 0; i < 3000; i++)
    {
      if (g_rand_int_range (pair.random, 0, 5) < (i < 2000 ? 3 : 1))
        add_at_random (&pair);
      else
        remove_at_random (&pair);
      if (through_files && i % 211 == 0)
        save_and_open (&pair);
      if (i % 250 == 0)
        {
          compare_terms (&pair);
          compare_rankings (&pair);
        }
    }
  om_word_index_compact (pair.index);
  compare_terms (&pair);
  compare_rankings (&pair);

  om_word_index_free (pair.index);
  plain_words_free (pair.plain);
  om_state_table_free (pair.states);
  g_rand_free (pair.random);
}

static void
test_cleared_away (void)
{
  g_autoptr (OmWordIndex) index = om_word_index_new ();
  OmWordStats stats;

  for (guint32 doc = 1; doc <= 400; doc++)
    {
      g_autofree char *text = g_strdup_printf ("shared only%u", doc);

      om_word_index_add (index, doc, "en", NULL, text, NULL);
    }
  for (guint32 doc = 1; doc <= 90; doc++)
    g_assert_true (om_word_index_remove (index, doc));
  om_word_index_get_stats (index, &stats);
  g_assert_cmpuint (stats.n_docs, ==, 310);
  g_assert_cmpuint (stats.n_dead, ==, 90);
  g_assert_cmpuint (stats.n_terms, ==, 401);
  g_assert_false (om_word_index_remove (index, 90));
  g_assert_false (om_word_index_remove (index, 100000));

  for (guint32 doc = 91; doc <= 101; doc++)
    om_word_index_remove (index, doc);
  om_word_index_get_stats (index, &stats);
  g_assert_cmpuint (stats.n_dead, ==, 0);
  g_assert_cmpuint (stats.n_terms, ==, 300);
  g_assert_cmpuint (stats.n_surfaces, ==, 300);
  g_assert_cmpuint (om_word_index_count_term (index, "share"), ==, 299);
  g_assert_cmpuint (om_word_index_count_term (index, "only7"), ==, 0);
}

static void
test_odd_documents (void)
{
  g_autoptr (OmWordIndex) index = om_word_index_new ();
  g_autofree char *much = g_strnfill (300000, 'x');
  g_autoptr (GString) often = g_string_new (NULL);
  OmWordStats stats;

  for (int i = 0; i < 70000; i++)
    g_string_append (often, "tick ");
  om_word_index_add (index, 1, NULL, NULL, NULL, NULL);
  om_word_index_add (index, 2, "xx", "", "", NULL);
  om_word_index_add (index, 3, NULL, NULL, "😀 :) --", NULL);
  om_word_index_add (index, 4, NULL, NULL, much, NULL);
  om_word_index_add (index, 5, NULL, NULL, often->str, NULL);
  om_word_index_get_stats (index, &stats);
  g_assert_cmpuint (stats.n_docs, ==, 5);
  g_assert_cmpuint (stats.n_terms, ==, 2);
  g_assert_cmpuint (om_word_index_get_tf (index, "tick", 5), ==, 255);
  /* The length of the last is cut to 16 bits. */
  om_assert_near (stats.mean_length, (65535 + 1) / 5., 1e-9);
}

void
test_word_index_add (void)
{
  g_test_add_data_func ("/word-index/random-changes/memory", GINT_TO_POINTER (FALSE),
                        test_random_changes);
  g_test_add_data_func ("/word-index/random-changes/files", GINT_TO_POINTER (TRUE),
                        test_random_changes);
  g_test_add_func ("/word-index/cleared-away", test_cleared_away);
  g_test_add_func ("/word-index/odd-documents", test_odd_documents);
}
