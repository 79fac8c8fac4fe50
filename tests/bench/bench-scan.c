/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The indexes alone: how near the vector scan comes to what memory can deliver, what intrinsics and
 * a second thread bring, and how long words take (design/performance.md, 2.1, 2.4 and 2.6). Numbers
 * of one run belong together: the bandwidth is measured beside what is held against it. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/om-bench-journal.h"
#include "bench/om-bench-measure.h"
#include "index/om-scan-kernel.h"
#include "index/om-vector-index.h"
#include "index/om-word-search.h"
#include "index/om-word-snapshot.h"

#if defined(__x86_64__) || defined(__i386__)
#include <immintrin.h>
#endif

#define DIM 256
#define TOP 64
#define BIG_BYTES ((gsize) 1 << 30)
#define N_WORD_DOCS 100000
#define DAY_MS G_GINT64_CONSTANT (86400000)

/* Bytes a ns are gigabytes a second. */
static double bandwidth;

/* Where sums go that nobody wants, so that they are made. */
static volatile guint64 sink;

static void
print_row (const char *name,
           double      ms,
           double      bytes,
           const char *note)
{
  double rate = bytes / (ms * 1e6);

  if (bytes > 0)
    printf ("%-44s %10.3f ms %7.2f GB/s %5.2f  %s\n", name, ms, rate, rate / bandwidth, note);
  else
    printf ("%-44s %10.3f ms                     %s\n", name, ms, note);
  fflush (stdout);
}

/* One line for programs; the name is plain ASCII. */
static void
print_json (const char *name,
            double      ms,
            double      bytes)
{
  printf ("{\"bench\":\"scan\",\"name\":\"%s\",\"ms\":%.4f", name, ms);
  if (bytes > 0)
    printf (",\"gb_per_s\":%.3f,\"share_of_bandwidth\":%.3f", bytes / (ms * 1e6),
            bytes / (ms * 1e6) / bandwidth);
  printf ("}\n");
}

/** What has been measured, for the lines at the end. */
typedef struct
{
  char   *name;
  double  ms;
  double  bytes;
} Row;

static GArray *rows;

static void
note_row (const char *name,
          double      ms,
          double      bytes,
          const char *note)
{
  Row row = { g_strdup (name), ms, bytes };

  g_array_append_val (rows, row);
  print_row (name, ms, bytes, note);
}

static gpointer
alloc_aligned (gsize bytes)
{
  void *memory = NULL;

  if (posix_memalign (&memory, OM_SCAN_ALIGNMENT, bytes) != 0)
    g_error ("no memory for %" G_GSIZE_FORMAT " bytes", bytes);
  return memory;
}

static void
fill_random (guint8 *bytes,
             gsize   n)
{
  guint64 state = G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  for (gsize i = 0; i + sizeof (state) <= n; i += sizeof (state))
    {
      state ^= state << 13;
      state ^= state >> 7;
      state ^= state << 17;
      memcpy (bytes + i, &state, sizeof (state));
    }
}

static guint64
sum_plain (const guint64 *words,
           gsize          n)
{
  guint64 sums[4] = { 0 };

  for (gsize i = 0; i < n; i += 4)
    for (gsize k = 0; k < 4; k++)
      sums[k] += words[i + k];
  return sums[0] + sums[1] + sums[2] + sums[3];
}

#if defined(__x86_64__) || defined(__i386__)
__attribute__ ((target ("avx2"))) static guint64
sum_avx2 (const guint64 *words,
          gsize          n)
{
  __m256i s0 = _mm256_setzero_si256 ();
  __m256i s1 = s0, s2 = s0, s3 = s0;
  guint64 sums[4];

  for (gsize i = 0; i < n; i += 16)
    {
      s0 = _mm256_add_epi64 (s0, _mm256_load_si256 ((const __m256i *) (words + i)));
      s1 = _mm256_add_epi64 (s1, _mm256_load_si256 ((const __m256i *) (words + i + 4)));
      s2 = _mm256_add_epi64 (s2, _mm256_load_si256 ((const __m256i *) (words + i + 8)));
      s3 = _mm256_add_epi64 (s3, _mm256_load_si256 ((const __m256i *) (words + i + 12)));
    }
  s0 = _mm256_add_epi64 (_mm256_add_epi64 (s0, s1), _mm256_add_epi64 (s2, s3));
  _mm256_storeu_si256 ((__m256i *) sums, s0);
  return sums[0] + sums[1] + sums[2] + sums[3];
}
#endif

static guint64
sum_words (const guint64 *words,
           gsize          n)
{
#if defined(__x86_64__) || defined(__i386__)
  if (__builtin_cpu_supports ("avx2"))
    return sum_avx2 (words, n);
#endif
  return sum_plain (words, n);
}

/* What one thread took at best, by its processor time: others who use the machine meanwhile take
 * the bus from it, but not the time it waits for a core. */
static double
best_ms (OmBenchTimes *times)
{
  return om_bench_percentile (times->cpu, 0);
}

/* Reading a buffer that no cache holds, one thread: the best of several times. */
static void
measure_bandwidth (const guint8 *buffer)
{
  g_autoptr (OmBenchTimes) times = om_bench_times_new ();

  for (int i = 0; i < 7; i++)
    {
      om_bench_times_start (times);
      sink += sum_words ((const guint64 *) buffer, BIG_BYTES / sizeof (guint64));
      om_bench_times_stop (times);
    }
  bandwidth = BIG_BYTES / (best_ms (times) * 1e6);
  note_row ("read bandwidth, 1 thread", best_ms (times), BIG_BYTES, "sum over 1 GiB");
}

static void
make_query (float *query)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);

  for (int i = 0; i < DIM; i++)
    query[i] = (float) g_rand_double_range (random, -1, 1);
}

static double
time_search (OmVectorIndex *index,
             guint          threads,
             int            rounds)
{
  g_autoptr (OmBenchTimes) times = om_bench_times_new ();
  float query[DIM];

  make_query (query);
  om_vector_index_set_max_threads (index, threads);
  for (int i = 0; i < rounds; i++)
    {
      g_autoptr (GArray) found = NULL;

      om_bench_times_start (times);
      found = om_vector_index_search (index, OM_SECTOR_SEMANTIC, query, TOP, NULL, NULL, NULL);
      om_bench_times_stop (times);
      g_assert_cmpuint (found->len, ==, TOP);
    }
  return om_bench_percentile (threads > 1 ? times->wall : times->cpu, 0);
}

static OmVectorIndex *
make_index (OmVectorFormat  format,
            guint32         n,
            const guint8   *buffer)
{
  OmVectorIndex *index = om_vector_index_new (DIM, format);

  for (guint32 i = 0; i < n; i++)
    om_vector_index_put_quantised (index, i + 1, OM_SECTOR_SEMANTIC, buffer
                                   + (gsize) i * DIM, 1.f / 1200);
  return index;
}

static void
bench_vectors (OmVectorFormat  format,
               const char     *name,
               guint32         n,
               gsize           row_bytes,
               const guint8   *buffer)
{
  g_autoptr (OmVectorIndex) index = make_index (format, n, buffer);
  int rounds = n > 500000 ? 15 : 60;
  double one = time_search (index, 1, rounds);
  double two = time_search (index, 2, rounds);
  g_autofree char *label_one = g_strdup_printf ("%s scan, %u x %d, 1 thread", name, n, DIM);
  g_autofree char *label_two = g_strdup_printf ("%s scan, %u x %d, 2 threads", name, n, DIM);
  g_autofree char *each = g_strdup_printf ("%.1f ns a row", one * 1e6 / n);
  g_autofree char *gain = g_strdup_printf ("%.2f times one thread", one / two);

  note_row (label_one, one, (double) n * row_bytes, each);
  note_row (label_two, two, (double) n * row_bytes, gain);
}

/* The loops alone, in and out of the caches. */
static void
bench_kernels (const guint8 *buffer,
               gsize         n_rows)
{
  g_autofree gint32 *dots = g_new (gint32, n_rows);
  g_autofree float *float_dots = g_new (float, n_rows);
  gint8 query[DIM];
  float float_query[DIM];
  float scale;
  gint32 sum;
  double plain_u8 = 0, plain_f32 = 0;

  make_query (float_query);
  g_assert_true (om_scan_quantise_query (float_query, DIM, query, &scale, &sum));
  for (guint k = 0; om_scan_kernel_get (k) != NULL; k++)
    {
      const OmScanKernel *kernel = om_scan_kernel_get (k);
      g_autoptr (OmBenchTimes) u8 = om_bench_times_new ();
      g_autoptr (OmBenchTimes) f32 = om_bench_times_new ();
      g_autofree char *label_u8 = g_strdup_printf ("u8 kernel %s, %" G_GSIZE_FORMAT " rows",
                                                   kernel->name, n_rows);
      g_autofree char *label_f32 = g_strdup_printf ("f32 kernel %s, %" G_GSIZE_FORMAT " rows",
                                                    kernel->name, n_rows / 4);
      g_autofree char *note_u8 = NULL;
      g_autofree char *note_f32 = NULL;

      for (int i = 0; i < 25; i++)
        {
          om_bench_times_start (u8);
          kernel->dot_u8 (buffer, DIM, n_rows, query, dots);
          om_bench_times_stop (u8);
          om_bench_times_start (f32);
          kernel->dot_f32 ((const float *) buffer, DIM, n_rows / 4, float_query, float_dots);
          om_bench_times_stop (f32);
        }
      if (k == 0)
        {
          plain_u8 = best_ms (u8);
          plain_f32 = best_ms (f32);
        }
      note_u8 = g_strdup_printf ("%.1f times plain C", plain_u8 / best_ms (u8));
      note_f32 = g_strdup_printf ("%.1f times plain C", plain_f32 / best_ms (f32));
      note_row (label_u8, best_ms (u8), (double) n_rows * DIM, note_u8);
      note_row (label_f32, best_ms (f32), (double) n_rows / 4 * DIM * sizeof (float), note_f32);
    }
}

/* A bulk import: sixteen new vectors against all, block by block, and one after the other. */
static void
bench_many (guint32       n,
            const guint8 *buffer)
{
  enum { QUERIES = 16 };
  g_autoptr (OmVectorIndex) index = make_index (OM_VECTOR_FORMAT_U8, n, buffer);
  g_autoptr (OmBenchTimes) together = om_bench_times_new ();
  g_autoptr (OmBenchTimes) apart = om_bench_times_new ();
  g_autofree float *queries = g_new (float, QUERIES * DIM);
  g_autofree char *label = g_strdup_printf ("u8 scan, %u x %d, 16 queries, 1 thread", n, DIM);
  g_autofree char *note = NULL;

  for (int q = 0; q < QUERIES; q++)
    make_query (queries + q * DIM);
  om_vector_index_set_max_threads (index, 1);
  for (int i = 0; i < 15; i++)
    {
      g_autoptr (GPtrArray) answers = NULL;

      om_bench_times_start (together);
      answers = om_vector_index_search_mean_many (index, queries, QUERIES, 1, NULL, NULL, NULL,
                                                  NULL);
      om_bench_times_stop (together);
      om_bench_times_start (apart);
      for (int q = 0; q < QUERIES; q++)
        g_array_unref (om_vector_index_search_mean (index, queries + q * DIM, 1, NULL, NULL, NULL));
      om_bench_times_stop (apart);
    }
  note = g_strdup_printf ("%.2f times one after the other", best_ms (apart) / best_ms (together));
  note_row (label, best_ms (together), 0, note);
}

typedef struct
{
  OmWordIndex    *index;
  OmStateTable   *states;
  OmBenchJournal *journal;
} Words;

static void
fill_words (Words *words)
{
  for (guint32 doc = 1; doc <= N_WORD_DOCS; doc++)
    {
      g_autoptr (OmDraft) draft = om_bench_journal_next (words->journal,
                                                         (double) doc / N_WORD_DOCS);
      OmDocState state = { .happened_ms = draft->happened.ms,
                           .journal_day = draft->happened.ms / DAY_MS };
      gboolean chinese = (guint8) draft->content[0] >= 0xE4;

      memcpy (state.uuid, &doc, sizeof (doc));
      om_word_index_add (words->index, doc, chinese ? "zh" : "en", draft->title, draft->content,
                         (const char *const *) draft->tags);
      om_state_table_set (words->states, doc, &state, NULL, 0);
    }
}

/* The first word of the journal, from @rank on, that is no stop word and stands in @least documents
 * or more. */
static const char *
find_word (Words   *words,
           guint   *rank,
           guint32  least,
           guint32  most)
{
  for (; *rank < om_bench_journal_count_words (words->journal); ++*rank)
    {
      const char *word = om_bench_journal_get_word (words->journal, *rank);
      g_autoptr (OmWordQuery) query = om_word_query_new (words->index, word, "en");
      g_auto (GStrv) terms = om_word_query_dup_terms (query, 1);
      const OmQueryWord *read;
      guint32 df;

      if (query->words->len != 1)
        continue;
      read = g_ptr_array_index (query->words, 0);
      if (read->is_stop || read->corrected != NULL || read->terms->len != 1)
        continue;
      df = om_word_index_count_term (words->index, terms[0]);
      if (df >= least && df <= most)
        {
          ++*rank;
          return word;
        }
    }
  g_error ("the journal has no word of the kind asked for");
}

static char *
make_words (Words *words,
            guint  n_rare,
            guint  n_common)
{
  g_autoptr (GString) text = g_string_new (NULL);
  guint rank = 0;

  for (guint i = 0; i < n_common; i++)
    g_string_append_printf (text, "%s ", find_word (words, &rank, N_WORD_DOCS / 20, N_WORD_DOCS));
  for (guint i = 0; i < n_rare; i++)
    g_string_append_printf (text, "%s ", find_word (words, &rank, 1, N_WORD_DOCS / 150));
  return g_strdup (g_strchomp (text->str));
}

/* The inside of a long word: not known as a word, and too far from any to be a slip. */
static char *
make_part (Words *words)
{
  guint rank = 0;

  for (;;)
    {
      const char *word = find_word (words, &rank, 1, N_WORD_DOCS / 20);

      if (strlen (word) >= 9)
        return g_strndup (word + 2, strlen (word) - 4);
    }
}

static void
bench_query (Words              *words,
             const char         *name,
             const char         *text,
             const OmWordParams *params,
             const OmStateTable *states)
{
  g_autoptr (OmBenchTimes) reading = om_bench_times_new ();
  g_autoptr (OmBenchTimes) searching = om_bench_times_new ();
  g_autofree char *label_reading = g_strdup_printf ("reading %s", name);
  g_autofree char *label = g_strdup_printf ("words, %s", name);
  guint found = 0;
  g_autofree char *note = NULL;

  for (int i = 0; i < 40; i++)
    {
      g_autoptr (OmWordQuery) query = NULL;
      g_autoptr (GArray) matches = NULL;

      om_bench_times_start (reading);
      query = om_word_query_new (words->index, text, "en");
      om_bench_times_stop (reading);
      om_bench_times_start (searching);
      matches = om_word_index_search (words->index, query, states, NULL, params, 200, NULL, NULL);
      om_bench_times_stop (searching);
      found = matches->len;
    }
  note = g_strdup_printf ("%u found: %s", found, text);
  note_row (label_reading, om_bench_percentile (reading->cpu, .5), 0, "");
  note_row (label, om_bench_percentile (searching->cpu, .5), 0, note);
}

static void
bench_queries (Words *words)
{
  g_autofree char *rare = make_words (words, 3, 0);
  g_autofree char *mixed = make_words (words, 3, 3);
  g_autofree char *common = make_words (words, 0, 7);
  g_autofree char *part = make_part (words);
  OmWordParams all = *om_word_params_get_default ();

  bench_query (words, "3 rare", rare, NULL, words->states);
  bench_query (words, "6 mixed", mixed, NULL, words->states);
  bench_query (words, "7 common", common, NULL, words->states);
  bench_query (words, "7 common, no lifts by day", common, NULL, NULL);
  all.seed_share = 1;
  all.seed_max = G_MAXUINT32;
  bench_query (words, "7 common, every document", common, &all, words->states);
  bench_query (words, "1 mistyped", "gardne", NULL, words->states);
  bench_query (words, "1 part", part, NULL, words->states);
  bench_query (words, "nothing", "qwrtzpsdfg", NULL, words->states);
}

static void
bench_snapshot (Words *words)
{
  const guint8 store_id[OM_STORE_ID_BYTES] = { 1 };
  g_autofree char *folder = g_dir_make_tmp ("openmemory-bench-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "words", NULL);
  g_autoptr (OmBenchTimes) saving = om_bench_times_new ();
  g_autoptr (OmBenchTimes) opening = om_bench_times_new ();
  g_autofree char *note = NULL;
  OmWordStats stats = { 0 };

  for (int i = 0; i < 9; i++)
    {
      g_autoptr (OmWordIndex) opened = NULL;
      gint64 revision;

      om_bench_times_start (saving);
      g_assert_true (om_word_snapshot_save (words->index, path, store_id, 1, NULL));
      om_bench_times_stop (saving);
      om_bench_times_start (opening);
      opened = om_word_snapshot_open (path, store_id, &revision);
      om_bench_times_stop (opening);
      g_assert_nonnull (opened);
      om_word_index_get_stats (opened, &stats);
    }
  remove (path);
  remove (folder);
  note = g_strdup_printf ("%.1f MB mapped, %.1f MB beside", stats.mapped / 1e6, stats.bytes / 1e6);
  note_row ("snapshot, saving", om_bench_percentile (saving->cpu, .5), 0, "");
  note_row ("snapshot, opening", om_bench_percentile (opening->cpu, .5), 0, note);
}

static void
bench_words (void)
{
  Words words = { om_word_index_new (), om_state_table_new (), om_bench_journal_new (20150101) };
  g_autoptr (OmBenchTimes) filling = om_bench_times_new ();
  g_autofree char *note = NULL;
  OmWordStats stats;

  om_bench_times_start (filling);
  fill_words (&words);
  om_bench_times_stop (filling);
  om_word_index_get_stats (words.index, &stats);
  note = g_strdup_printf ("with making the text; %u terms, %u words, %.1f MB, mean length %.0f",
                          stats.n_terms,
                          stats.n_surfaces, stats.bytes / 1e6, stats.mean_length);
  note_row ("indexing 100,000 entries", best_ms (filling), 0, note);
  bench_queries (&words);
  bench_snapshot (&words);
  om_word_index_free (words.index);
  om_state_table_free (words.states);
  om_bench_journal_free (words.journal);
}

int
main (int    argc,
      char **argv)
{
  g_autofree char *machine = om_bench_dup_machine ();
  guint8 *buffer = alloc_aligned (BIG_BYTES);

  rows = g_array_new (FALSE, FALSE, sizeof (Row));
  fill_random (buffer, BIG_BYTES);
  /* The value 0 is never stored. */
  for (gsize i = 0; i < BIG_BYTES; i++)
    buffer[i] |= buffer[i] == 0;
  printf ("%s, kernel %s\nshare: of the read bandwidth of this run\n\n", machine,
          om_scan_kernel_best ()->name);
  measure_bandwidth (buffer);
  bench_vectors (OM_VECTOR_FORMAT_U8, "u8", 100000, DIM, buffer);
  bench_vectors (OM_VECTOR_FORMAT_U8, "u8", 1000000, DIM, buffer);
  bench_vectors (OM_VECTOR_FORMAT_F32, "f32", 100000, DIM * sizeof (float), buffer);
  bench_vectors (OM_VECTOR_FORMAT_F32, "f32", 400000, DIM * sizeof (float), buffer);
  bench_many (100000, buffer);
  /* As floats the random bytes would be anything, not numbers among them. */
  for (gsize i = 0; i < 100000 * DIM / sizeof (float); i++)
    ((float *) buffer)[i] = (float) (buffer[i] - OM_SCAN_ZERO) / OM_SCAN_ZERO;
  bench_kernels (buffer, 4000);
  bench_kernels (buffer, 100000);
  free (buffer);
  bench_words ();

  printf ("\n");
  for (guint i = 0; i < rows->len; i++)
    {
      const Row *row = &g_array_index (rows, Row, i);

      print_json (row->name, row->ms, row->bytes);
      g_free (row->name);
    }
  g_array_unref (rows);
  return 0;
}
