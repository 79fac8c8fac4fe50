/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes up the journal: first the words with their frequencies, then entry by entry. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bench/om-bench-journal.h"

#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

/* Words beside those of the sample journal and the lexicon, put together from syllables. */
#define N_MADE_WORDS 24000
#define N_MADE_CJK 8000
#define N_NAMES 300
#define N_TAGS 60

/* Frequency falls with the rank as 1 / (rank + shift) (Zipf, Mandelbrot 1953; the shift is English's). */
#define ZIPF_SHIFT 2.7

#define CJK_SHARE .15
#define TITLE_SHARE .15
#define NAME_SHARE .35
#define INFLECTED_SHARE .15

/* Bytes of an entry: log-normal. */
#define MEAN_BYTES 600
#define SIGMA_BYTES .6
#define MIN_BYTES 40
#define MAX_BYTES 4000

/**
 * OmBenchJournal:
 * @rand: (owned): where all chance comes from
 * @words: (owned) (element-type utf8): common ones first
 * @word_sums: (owned): running sums of the words' frequencies
 * @cjk: (owned) (element-type utf8): Chinese words of one or two characters, common ones first
 * @cjk_sums: (owned): running sums of their frequencies
 * @names: (owned) (element-type utf8): capitalised
 */
struct _OmBenchJournal
{
  GRand     *rand;
  GPtrArray *words;
  double    *word_sums;
  GPtrArray *cjk;
  double    *cjk_sums;
  GPtrArray *names;
};

/* Words ----------------------------------------------------------------------------------------- */

/* A word and how often it was seen. */
typedef struct
{
  char *text; /* (owned) */
  guint count;
  guint first; /* place of the first one, which orders equals */
} Counted;

static int
compare_counted (gconstpointer a,
                 gconstpointer b)
{
  const Counted *x = *(const Counted *const *) a;
  const Counted *y = *(const Counted *const *) b;

  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  return x->first < y->first ? -1 : x->first > y->first;
}

static void
counted_free (gpointer data)
{
  Counted *counted = data;

  g_free (counted->text);
  g_free (counted);
}

static void
count_word (GHashTable *seen,
            GPtrArray  *counted,
            const char *text,
            gsize       len)
{
  g_autofree char *word = g_utf8_strdown (text, len);
  Counted *known = g_hash_table_lookup (seen, word);

  if (known == NULL)
    {
      known = g_new0 (Counted, 1);
      known->text = g_steal_pointer (&word);
      known->first = counted->len;
      g_ptr_array_add (counted, known);
      g_hash_table_insert (seen, known->text, known);
    }
  known->count++;
}

static gboolean
is_cjk (gunichar c)
{
  return c >= 0x4E00 && c <= 0x9FFF;
}

/* Counts words of a text: runs of ASCII letters, and single Chinese characters. */
static void
count_text (GHashTable *seen,
            GPtrArray  *latin,
            GPtrArray  *cjk,
            const char *text)
{
  for (const char *p = text; *p != '\0';)
    {
      const char *end = p;

      while (g_ascii_isalpha (*end))
        end++;
      if (end > p)
        {
          count_word (seen, latin, p, end - p);
          p = end;
          continue;
        }
      end = g_utf8_next_char (p);
      if (is_cjk (g_utf8_get_char (p)))
        count_word (seen, cjk, p, end - p);
      p = end;
    }
}

static JsonNode *
load_data (const char *name)
{
  g_autofree char *path = g_strconcat ("/org/openmemory/Desktop/data/", name, NULL);
  g_autoptr (GBytes) bytes = g_resources_lookup_data (path, G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  gsize size;
  const char *json;

  g_assert (bytes != NULL);
  json = g_bytes_get_data (bytes, &size);
  g_assert (json_parser_load_from_data (parser, json, size, NULL));
  return json_parser_steal_root (parser);
}

static void
count_sample_journal (GHashTable *seen,
                      GPtrArray  *latin,
                      GPtrArray  *cjk)
{
  g_autoptr (JsonNode) root = load_data ("sample-journal.json");
  JsonArray *entries = json_object_get_array_member (json_node_get_object (root), "entries");

  for (guint i = 0; i < json_array_get_length (entries); i++)
    count_text (seen, latin, cjk, json_object_get_string_member (json_array_get_object_element (entries, i), "text"));
}

static void
count_lexicon (GHashTable *seen,
               GPtrArray  *latin,
               GPtrArray  *cjk,
               const char *name)
{
  g_autoptr (JsonNode) root = load_data (name);
  JsonObject *object = json_node_get_object (root);
  JsonArray *stopwords = json_object_get_array_member (object, "stopwords");
  JsonObject *moods = json_object_get_object_member (json_object_get_object_member (object, "mood"), "words");
  g_autoptr (GList) members = json_object_get_members (moods);

  for (guint i = 0; i < json_array_get_length (stopwords); i++)
    count_text (seen, latin, cjk, json_array_get_string_element (stopwords, i));
  for (GList *l = members; l != NULL; l = l->next)
    count_text (seen, latin, cjk, l->data);
}

static GPtrArray *
steal_words (GPtrArray *counted)
{
  GPtrArray *words = g_ptr_array_new_with_free_func (g_free);

  g_ptr_array_sort (counted, compare_counted);
  for (guint i = 0; i < counted->len; i++)
    g_ptr_array_add (words, g_strdup (((Counted *) g_ptr_array_index (counted, i))->text));
  return words;
}

static char *
make_word (GRand *rand)
{
  static const char *const onsets[] = { "b", "c", "d", "f", "g", "h", "j", "k", "l", "m", "n", "p", "r", "s", "t", "v",
                                        "w", "br", "cl", "dr", "fl", "gr", "pl", "pr", "st", "tr", "sh", "th", "ch", "" };
  static const char *const vowels[] = { "a", "e", "i", "o", "u", "a", "e", "i", "o", "ai", "ea", "ou", "oo" };
  static const char *const codas[] = { "", "", "", "n", "r", "s", "l", "t", "m", "nd", "rt", "st", "ck", "ng" };
  GString *word = g_string_new (NULL);
  gint32 n_syllables = g_rand_int_range (rand, 2, 5);

  for (gint32 i = 0; i < n_syllables; i++)
    {
      g_string_append (word, onsets[g_rand_int_range (rand, 0, G_N_ELEMENTS (onsets))]);
      g_string_append (word, vowels[g_rand_int_range (rand, 0, G_N_ELEMENTS (vowels))]);
      if (i + 1 == n_syllables || g_rand_int_range (rand, 0, 3) == 0)
        g_string_append (word, codas[g_rand_int_range (rand, 0, G_N_ELEMENTS (codas))]);
    }
  return g_string_free (word, FALSE);
}

static void
add_made_words (GRand      *rand,
                GHashTable *seen,
                GPtrArray  *words)
{
  for (guint n = 0; n < N_MADE_WORDS;)
    {
      g_autofree char *word = make_word (rand);

      if (g_hash_table_contains (seen, word))
        continue;
      g_hash_table_insert (seen, g_strdup (word), GUINT_TO_POINTER (1));
      g_ptr_array_add (words, g_steal_pointer (&word));
      n++;
    }
}

/* Pairs of the characters there are, the common ones in more of them. */
static void
add_made_cjk (GRand      *rand,
              GHashTable *seen,
              GPtrArray  *words)
{
  gint32 n_chars = (gint32) words->len;

  for (guint n = 0; n < N_MADE_CJK;)
    {
      double a = g_rand_double (rand);
      g_autofree char *word = g_strconcat (g_ptr_array_index (words, (guint) (a * a * n_chars)),
                                           g_ptr_array_index (words, (guint) g_rand_int_range (rand, 0, n_chars)), NULL);

      if (g_hash_table_contains (seen, word))
        continue;
      g_hash_table_insert (seen, g_strdup (word), GUINT_TO_POINTER (1));
      g_ptr_array_add (words, g_steal_pointer (&word));
      n++;
    }
}

static double *
sum_frequencies (guint n)
{
  double *sums = g_new (double, n);
  double sum = 0;

  for (guint i = 0; i < n; i++)
    {
      sum += 1 / (i + 1 + ZIPF_SHIFT);
      sums[i] = sum;
    }
  return sums;
}

static guint
draw (GRand        *rand,
      const double *sums,
      guint         n)
{
  double wanted = g_rand_double (rand) * sums[n - 1];
  guint low = 0;
  guint high = n - 1;

  while (low < high)
    {
      guint middle = (low + high) / 2;

      if (sums[middle] > wanted)
        high = middle;
      else
        low = middle + 1;
    }
  return low;
}

/**
 * om_bench_journal_new:
 * @seed: of what is written; the words, names and tags are always the same
 *
 * Returns: (transfer full): a journal before its first entry
 */
OmBenchJournal *
om_bench_journal_new (guint32 seed)
{
  OmBenchJournal *self = g_new0 (OmBenchJournal, 1);
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) made = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GPtrArray) latin = g_ptr_array_new_with_free_func (counted_free);
  g_autoptr (GPtrArray) cjk = g_ptr_array_new_with_free_func (counted_free);

  self->rand = g_rand_new_with_seed (1);
  count_sample_journal (seen, latin, cjk);
  count_lexicon (seen, latin, cjk, "lexicon/en.json");
  count_lexicon (seen, latin, cjk, "lexicon/zh.json");
  self->words = steal_words (latin);
  self->cjk = steal_words (cjk);
  for (guint i = 0; i < self->words->len; i++)
    g_hash_table_add (made, g_strdup (g_ptr_array_index (self->words, i)));
  add_made_words (self->rand, made, self->words);
  add_made_cjk (self->rand, made, self->cjk);
  self->word_sums = sum_frequencies (self->words->len);
  self->cjk_sums = sum_frequencies (self->cjk->len);

  self->names = g_ptr_array_new_with_free_func (g_free);
  for (guint i = 0; i < N_NAMES; i++)
    {
      char *name = make_word (self->rand);

      *name = g_ascii_toupper (*name);
      g_ptr_array_add (self->names, name);
    }
  g_rand_set_seed (self->rand, seed);
  return self;
}

/**
 * om_bench_journal_free:
 * @self: (transfer full) (nullable): a journal
 */
void
om_bench_journal_free (OmBenchJournal *self)
{
  if (self == NULL)
    return;

  g_rand_free (self->rand);
  g_ptr_array_unref (self->words);
  g_ptr_array_unref (self->cjk);
  g_ptr_array_unref (self->names);
  g_free (self->word_sums);
  g_free (self->cjk_sums);
  g_free (self);
}

/** om_bench_journal_count_words: how many words that are not Chinese. */
guint
om_bench_journal_count_words (OmBenchJournal *self)
{
  return self->words->len;
}

/** om_bench_journal_get_word: (transfer none): a word by rank, 0 for the commonest. */
const char *
om_bench_journal_get_word (OmBenchJournal *self,
                           guint           rank)
{
  return g_ptr_array_index (self->words, rank);
}

/** om_bench_journal_count_cjk: how many Chinese words. */
guint
om_bench_journal_count_cjk (OmBenchJournal *self)
{
  return self->cjk->len;
}

/** om_bench_journal_get_cjk: (transfer none): a Chinese word by rank. */
const char *
om_bench_journal_get_cjk (OmBenchJournal *self,
                          guint           rank)
{
  return g_ptr_array_index (self->cjk, rank);
}

/** om_bench_journal_get_name: (transfer none): a name, capitalised; common ones first. */
const char *
om_bench_journal_get_name (OmBenchJournal *self,
                           guint           i)
{
  return g_ptr_array_index (self->names, i % N_NAMES);
}

/** om_bench_journal_get_tag: (transfer none): a tag; common ones first. */
const char *
om_bench_journal_get_tag (OmBenchJournal *self,
                          guint           i)
{
  /* Words that are not too common. */
  return g_ptr_array_index (self->words, 1000 + i % N_TAGS);
}

/* Entries --------------------------------------------------------------------------------------- */

static void
append_latin_word (OmBenchJournal *self,
                   GString        *text,
                   gboolean        first)
{
  static const char *const endings[] = { "s", "ed", "ing" };
  guint rank = draw (self->rand, self->word_sums, self->words->len);
  gsize at = text->len;

  g_string_append (text, g_ptr_array_index (self->words, rank));
  if (rank > 2000 && g_rand_double (self->rand) < INFLECTED_SHARE)
    g_string_append (text, endings[g_rand_int_range (self->rand, 0, G_N_ELEMENTS (endings))]);
  if (first)
    text->str[at] = g_ascii_toupper (text->str[at]);
}

static void
append_latin_sentence (OmBenchJournal *self,
                       GString        *text)
{
  gint32 n_words = g_rand_int_range (self->rand, 4, 19);
  gint32 name_at = g_rand_double (self->rand) < NAME_SHARE ? g_rand_int_range (self->rand, 1, n_words) : -1;
  gint32 comma_at = n_words > 9 ? g_rand_int_range (self->rand, 3, n_words - 3) : -1;

  if (text->len > 0)
    g_string_append (text, g_rand_int_range (self->rand, 0, 6) == 0 ? "\n\n" : " ");
  for (gint32 i = 0; i < n_words; i++)
    {
      if (i > 0)
        g_string_append (text, i == comma_at ? ", " : " ");
      if (i == name_at)
        {
          double a = g_rand_double (self->rand);

          g_string_append (text, g_ptr_array_index (self->names, (guint) (a * a * N_NAMES)));
        }
      else if (g_rand_int_range (self->rand, 0, 60) == 0)
        g_string_append_printf (text, "%d", g_rand_int_range (self->rand, 1, 2000));
      else
        append_latin_word (self, text, i == 0);
    }
  g_string_append_c (text, g_rand_int_range (self->rand, 0, 12) == 0 ? '?' : '.');
}

static void
append_cjk_sentence (OmBenchJournal *self,
                     GString        *text)
{
  gint32 n_words = g_rand_int_range (self->rand, 5, 16);

  for (gint32 i = 0; i < n_words; i++)
    {
      if (i > 0 && i % 6 == 0)
        g_string_append (text, "，");
      g_string_append (text, g_ptr_array_index (self->cjk, draw (self->rand, self->cjk_sums, self->cjk->len)));
    }
  g_string_append (text, "。");
}

static gsize
draw_bytes (GRand *rand)
{
  /* Box and Muller. The mean of a log-normal is exp (mu + sigma^2 / 2). */
  double normal = sqrt (-2 * log (1 - g_rand_double (rand))) * cos (2 * G_PI * g_rand_double (rand));
  double bytes = exp (log (MEAN_BYTES) - SIGMA_BYTES * SIGMA_BYTES / 2 + SIGMA_BYTES * normal);

  return (gsize) CLAMP (bytes, MIN_BYTES, MAX_BYTES);
}

static char **
draw_tags (OmBenchJournal *self)
{
  static const int counts[] = { 0, 0, 0, 0, 1, 1, 1, 2, 2, 3 };
  g_autoptr (GPtrArray) tags = g_ptr_array_new ();
  int n = counts[g_rand_int_range (self->rand, 0, G_N_ELEMENTS (counts))];

  for (int i = 0; i < n; i++)
    {
      double a = g_rand_double (self->rand);
      const char *tag = om_bench_journal_get_tag (self, (guint) (a * a * N_TAGS));

      if (!g_ptr_array_find (tags, tag, NULL))
        g_ptr_array_add (tags, (gpointer) tag);
    }
  g_ptr_array_add (tags, NULL);
  return g_strdupv ((char **) tags->pdata);
}

/**
 * om_bench_journal_next:
 * @progress: 0..1: how far the journal is; it decides the date
 *
 * Returns: (transfer full): the next entry
 */
OmDraft *
om_bench_journal_next (OmBenchJournal *self,
                       double          progress)
{
  g_autoptr (OmDraft) draft = om_draft_new (NULL);
  GString *text = g_string_new (NULL);
  gboolean cjk = g_rand_double (self->rand) < CJK_SHARE;
  gsize bytes = draw_bytes (self->rand);

  /* The last sentence goes past the end as often as not. */
  while (text->len + (cjk ? 30 : 40) < bytes || text->len == 0)
    {
      if (cjk)
        append_cjk_sentence (self, text);
      else
        append_latin_sentence (self, text);
    }
  if (g_rand_int_range (self->rand, 0, 200) == 0)
    g_string_append (text, " :)");
  if (g_rand_int_range (self->rand, 0, 500) == 0)
    g_string_append (text, " C++");
  draft->content = g_string_free (text, FALSE);

  if (g_rand_double (self->rand) < TITLE_SHARE)
    {
      GString *title = g_string_new (NULL);
      gint32 n = g_rand_int_range (self->rand, 1, 5);

      for (gint32 i = 0; i < n; i++)
        {
          if (cjk)
            g_string_append (title, g_ptr_array_index (self->cjk, draw (self->rand, self->cjk_sums, self->cjk->len)));
          else
            {
              if (i > 0)
                g_string_append_c (title, ' ');
              append_latin_word (self, title, i == 0);
            }
        }
      draft->title = g_string_free (title, FALSE);
    }
  draft->tags = draw_tags (self);
  draft->has_happened = TRUE;
  draft->happened = (OmMoment){
    .ms = OM_BENCH_FIRST_MS + (gint64) (progress * (OM_BENCH_LAST_MS - OM_BENCH_FIRST_MS)),
    .precision = OM_PRECISION_INSTANT,
  };
  return g_steal_pointer (&draft);
}
