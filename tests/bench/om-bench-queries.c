/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes up questions; no two are the same, so that no answer comes from the cache of answers. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bench/om-bench-queries.h"

#include <string.h>

#include "bench/om-bench-journal.h"
#include "bench/om-bench-store.h"

/* Entries that phrases are taken from: the first of every store. */
#define N_PHRASE_ENTRIES 500

/* Places in the list of words, which is ordered from common to rare. */
#define RARE_FROM 4000
#define COMMON_FROM 60
#define COMMON_TO 400

typedef struct
{
  GRand          *rand;
  OmBenchJournal *journal;
  GPtrArray      *texts; /* (owned) (element-type utf8): of the first entries */
} Maker;

static const char *const names[] = {
  "one rare word", "one common word", "2-3 words", "4-5 words", "6-7 words",
  "a question", "Chinese", "a typo", "a phrase", "within a tag",
};

/** om_bench_query_kind_name: for the table. */
const char *
om_bench_query_kind_name (OmBenchQueryKind kind)
{
  return names[kind];
}

static void
query_clear (gpointer data)
{
  g_free (((OmBenchQuery *) data)->text);
}

static const char *
word_between (Maker *maker,
              guint  from,
              guint  to)
{
  return om_bench_journal_get_word (maker->journal, (guint) g_rand_int_range (maker->rand, (gint32) from, (gint32) to));
}

static const char *
rare_word (Maker *maker)
{
  return word_between (maker, RARE_FROM, om_bench_journal_count_words (maker->journal));
}

static const char *
common_word (Maker *maker)
{
  return word_between (maker, COMMON_FROM, COMMON_TO);
}

static const char *
any_word (Maker *maker)
{
  switch (g_rand_int_range (maker->rand, 0, 3))
    {
    case 0:
      return common_word (maker);
    case 1:
      return word_between (maker, COMMON_TO, RARE_FROM);
    default:
      return rare_word (maker);
    }
}

static char *
join_words (Maker *maker,
            gint32 n,
            gint32 n_common)
{
  GString *query = g_string_new (NULL);

  for (gint32 i = 0; i < n; i++)
    g_string_append_printf (query, "%s%s", i > 0 ? " " : "", i < n_common ? common_word (maker) : any_word (maker));
  return g_string_free (query, FALSE);
}

static char *
make_chinese (Maker *maker)
{
  GString *query = g_string_new (NULL);
  gint32 n = g_rand_int_range (maker->rand, 2, 4);

  for (gint32 i = 0; i < n; i++)
    {
      double a = g_rand_double (maker->rand);

      g_string_append (query, om_bench_journal_get_cjk (maker->journal,
                                                        (guint) (a * a * om_bench_journal_count_cjk (maker->journal))));
    }
  return g_string_free (query, FALSE);
}

static char *
make_typo (Maker *maker)
{
  g_autofree char *word = NULL;

  do
    {
      g_free (word);
      word = g_strdup (word_between (maker, COMMON_TO, om_bench_journal_count_words (maker->journal)));
    }
  while (strlen (word) < 6);
  word[g_rand_int_range (maker->rand, 1, (gint32) strlen (word) - 1)] = "xzqjw"[g_rand_int_range (maker->rand, 0, 5)];
  return g_strdup_printf ("%s %s", word, any_word (maker));
}

/* Some characters in a row of a text that is written without blanks. */
static void
append_characters (Maker      *maker,
                   GString    *query,
                   const char *text)
{
  glong n_chars = g_utf8_strlen (text, -1);
  glong start = g_rand_int_range (maker->rand, 0, (gint32) MAX (n_chars - 8, 1));
  const char *p = g_utf8_offset_to_pointer (text, start);

  for (guint n = 0; n < 5 && *p != '\0'; p = g_utf8_next_char (p))
    {
      gunichar c = g_utf8_get_char (p);

      if (!g_unichar_isalnum (c))
        continue;
      g_string_append_unichar (query, c);
      n++;
    }
}

static void
append_words (Maker      *maker,
              GString    *query,
              const char *text)
{
  g_auto (GStrv) words = g_strsplit_set (text, " \n", -1);
  guint n_words = g_strv_length (words);
  guint n = (guint) g_rand_int_range (maker->rand, 3, 6);
  guint start = n_words > n ? (guint) g_rand_int_range (maker->rand, 0, (gint32) (n_words - n)) : 0;

  for (guint i = start; i < MIN (start + n, n_words); i++)
    g_string_append_printf (query, "%s%s", i > start ? " " : "", g_strdelimit (words[i], "\".,?:", ' '));
}

static char *
make_phrase (Maker *maker)
{
  const char *text = g_ptr_array_index (maker->texts, (guint) g_rand_int_range (maker->rand, 0, (gint32) maker->texts->len));
  g_autoptr (GString) query = g_string_new (NULL);

  if (g_str_is_ascii (text))
    append_words (maker, query, text);
  else
    append_characters (maker, query, text);
  g_strchug (query->str);
  g_strchomp (query->str);
  return g_rand_boolean (maker->rand) ? g_strdup_printf ("\"%s\"", query->str) : g_strdup (query->str);
}

static char *
make_query (Maker           *maker,
            OmBenchQueryKind kind)
{
  g_autofree char *words = NULL;

  switch (kind)
    {
    case OM_BENCH_QUERY_RARE:
      return g_strdup (rare_word (maker));
    case OM_BENCH_QUERY_COMMON:
      return g_strdup (common_word (maker));
    case OM_BENCH_QUERY_TWO:
      return join_words (maker, g_rand_int_range (maker->rand, 2, 4), 0);
    case OM_BENCH_QUERY_FOUR:
      return join_words (maker, g_rand_int_range (maker->rand, 4, 6), 1);
    case OM_BENCH_QUERY_SEVEN:
      return join_words (maker, g_rand_int_range (maker->rand, 6, 8), 5);
    case OM_BENCH_QUERY_QUESTION:
      words = join_words (maker, g_rand_int_range (maker->rand, 1, 3), 0);
      return g_strdup_printf ("When did I %s with %s?", words,
                              om_bench_journal_get_name (maker->journal, g_rand_int (maker->rand)));
    case OM_BENCH_QUERY_CHINESE:
      return make_chinese (maker);
    case OM_BENCH_QUERY_TYPO:
      return make_typo (maker);
    case OM_BENCH_QUERY_PHRASE:
      return make_phrase (maker);
    case OM_BENCH_QUERY_TAG:
    default:
      words = join_words (maker, g_rand_int_range (maker->rand, 1, 3), 0);
      return g_strdup_printf ("tag:%s %s", om_bench_journal_get_tag (maker->journal, g_rand_int (maker->rand)), words);
    }
}

/**
 * om_bench_queries_new:
 * @seed: which ones
 * @n: how many
 *
 * Returns: (transfer full) (element-type OmBenchQuery): different questions, all kinds in turn
 */
GArray *
om_bench_queries_new (guint32 seed,
                      guint   n)
{
  g_autoptr (OmBenchJournal) journal = om_bench_journal_new (OM_BENCH_SEED);
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed);
  g_autoptr (GPtrArray) texts = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  GArray *queries = g_array_new (FALSE, FALSE, sizeof (OmBenchQuery));
  Maker maker = { rand, journal, texts };

  for (guint i = 0; i < N_PHRASE_ENTRIES; i++)
    {
      g_autoptr (OmDraft) draft = om_bench_journal_next (journal, 0);

      g_ptr_array_add (texts, g_steal_pointer (&draft->content));
    }
  g_array_set_clear_func (queries, query_clear);
  while (queries->len < n)
    {
      OmBenchQuery query = { .kind = (OmBenchQueryKind) (queries->len % OM_BENCH_N_QUERY_KINDS) };

      query.text = make_query (&maker, query.kind);
      if (g_hash_table_contains (seen, query.text))
        {
          g_free (query.text);
          continue;
        }
      g_hash_table_add (seen, query.text);
      g_array_append_val (queries, query);
    }
  return queries;
}
