/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measures the engine on one store. Every result is an object member of its name: wall and cpu in
 * ms, or a plain number. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bench/om-bench-run.h"

#include <glib/gstdio.h>
#include <malloc.h>

#include "bench/om-bench-journal.h"
#include "bench/om-bench-measure.h"
#include "bench/om-bench-queries.h"
#include "bench/om-bench-store.h"
#include "engine/om-engine.h"
#include "engine/om-query.h"
#include "store/om-store-private.h"
#include "store/om-store-statement.h"
#include "store/om-store-words.h"
#include "text/om-terms.h"

#define N_QUERIES 200
#define N_WARM_UP 40
#define N_WRITES 60
#define N_LOADS 5
#define N_RESULTS 20
#define N_RANKED 50
#define N_SLOWEST 10

/* Between two writes: nobody writes without a breath, and what the engine does meanwhile is not waited for. */
#define PAUSE_US 100000

#define QUERY_SEED 7
#define WARM_UP_SEED 8
#define RECALL_SEED 9
#define WRITE_SEED 10

/* One run on its way. */
typedef struct
{
  const OmBenchOptions *options;
  JsonBuilder          *out;
  char                 *path;    /* (owned): a store that may be changed */
  OmEngine             *engine;  /* (owned) (nullable) */
  GArray               *warm_up; /* (owned) (element-type OmBenchQuery) */
  GArray               *queries; /* (owned) (element-type OmBenchQuery) */
  GArray               *recalls; /* (owned) (element-type OmBenchQuery) */
  GPtrArray            *drafts;  /* (owned) (element-type OmDraft): what is written */
} Run;

static gboolean
is_wanted (const Run  *run,
           const char *name)
{
  return run->options->only == NULL || g_strv_contains ((const char *const *) run->options->only, name);
}

static void
put_number (Run        *run,
            const char *name,
            double      value)
{
  json_builder_set_member_name (run->out, name);
  json_builder_add_double_value (run->out, value);
}

static void
put_pair (Run        *run,
          const char *name,
          double      wall,
          double      cpu)
{
  json_builder_set_member_name (run->out, name);
  json_builder_begin_object (run->out);
  put_number (run, "wall", wall);
  put_number (run, "cpu", cpu);
  json_builder_end_object (run->out);
}

static void
put_times (Run          *run,
           const char   *name,
           OmBenchTimes *times,
           double        share)
{
  put_pair (run, name, om_bench_percentile (times->wall, share), om_bench_percentile (times->cpu, share));
}

/* Opening --------------------------------------------------------------------------------------- */

static gboolean
open_engine (Run     *run,
             GError **error)
{
  run->engine = om_engine_new ();
  om_engine_set_clock (run->engine, om_bench_clock, NULL);
  return om_engine_open (run->engine, run->path, OM_OPEN_DEFAULT, NULL, error) &&
         om_engine_load (run->engine, NULL, error);
}

static void
close_engine (Run *run)
{
  if (run->engine != NULL)
    om_engine_close (run->engine);
  g_clear_object (&run->engine);
}

static gboolean
time_loads (Run        *run,
            const char *name,
            guint       n,
            gboolean    with_snapshot,
            GError    **error)
{
  g_autoptr (OmBenchTimes) times = om_bench_times_new ();
  g_autofree char *snapshot = g_strconcat (run->path, ".words", NULL);

  for (guint i = 0; i < n; i++)
    {
      close_engine (run);
      if (!with_snapshot)
        g_unlink (snapshot);
      om_bench_times_start (times);
      if (!open_engine (run, error))
        return FALSE;
      om_bench_times_stop (times);
    }
  put_times (run, name, times, .5);
  return TRUE;
}

/* Asking ---------------------------------------------------------------------------------------- */

static OmAnswer *
ask (Run                *run,
     const OmBenchQuery *query,
     OmBenchTimes       *times,
     GError            **error)
{
  g_autoptr (OmSearch) search = om_search_new (query->text, N_RESULTS);
  OmAnswer *answer;

  search->include_private = TRUE;
  om_bench_times_start (times);
  answer = om_engine_search (run->engine, search, NULL, error);
  om_bench_times_stop (times);
  return answer;
}

static gboolean
warm_up (Run     *run,
         GError **error)
{
  g_autoptr (OmBenchTimes) times = om_bench_times_new ();

  for (guint i = 0; i < run->warm_up->len; i++)
    {
      g_autoptr (OmAnswer) answer = ask (run, &g_array_index (run->warm_up, OmBenchQuery, i), times, error);

      if (answer == NULL)
        return FALSE;
    }
  return TRUE;
}

/* The kinds apart: where the time goes. */
static void
put_kinds (Run          *run,
           OmBenchTimes *times)
{
  json_builder_set_member_name (run->out, "kinds");
  json_builder_begin_object (run->out);
  for (guint kind = 0; kind < OM_BENCH_N_QUERY_KINDS; kind++)
    {
      g_autoptr (GArray) wall = g_array_new (FALSE, FALSE, sizeof (double));
      g_autoptr (GArray) cpu = g_array_new (FALSE, FALSE, sizeof (double));

      for (guint i = kind; i < times->wall->len; i += OM_BENCH_N_QUERY_KINDS)
        {
          g_array_append_val (wall, g_array_index (times->wall, double, i));
          g_array_append_val (cpu, g_array_index (times->cpu, double, i));
        }
      put_pair (run, om_bench_query_kind_name (kind), om_bench_percentile (wall, .5), om_bench_percentile (cpu, .5));
    }
  json_builder_end_object (run->out);
}

/* The slowest tell what to look at. */
static void
put_slowest (Run          *run,
             const GArray *queries,
             OmBenchTimes *times)
{
  double limit = om_bench_median_of_passes (times->cpu, queries->len, 1 - (double) N_SLOWEST / queries->len);

  json_builder_set_member_name (run->out, "slowest");
  json_builder_begin_object (run->out);
  for (guint i = 0; i < queries->len; i++)
    {
      g_autoptr (OmBenchTimes) own = om_bench_times_new ();

      for (guint j = i; j < times->cpu->len; j += queries->len)
        {
          g_array_append_val (own->wall, g_array_index (times->wall, double, j));
          g_array_append_val (own->cpu, g_array_index (times->cpu, double, j));
        }
      if (om_bench_percentile (own->cpu, .5) >= limit)
        put_times (run, g_array_index (queries, OmBenchQuery, i).text, own, .5);
    }
  json_builder_end_object (run->out);
}

static void
append_marks (GString      *text,
              const GArray *marks)
{
  for (guint i = 0; marks != NULL && i < marks->len; i++)
    g_string_append_printf (text, " %u", g_array_index (marks, guint, i));
}

static void
append_answer (GString        *text,
               const char     *query,
               const OmAnswer *answer)
{
  g_string_append_printf (text, "%s: sector %d", query, answer->sector);
  for (guint i = 0; answer->corrections != NULL && answer->corrections[i] != NULL; i++)
    g_string_append_printf (text, " %s", answer->corrections[i]);
  for (guint i = 0; i < answer->hits->len; i++)
    {
      const OmHit *hit = g_ptr_array_index (answer->hits, i);
      g_autofree char *words = g_strjoinv (" ", hit->words);
      g_autofree char *path = g_strjoinv (" ", hit->path);

      g_string_append_printf (text, "\n  %s %.17g %.17g %x [%s] [%s]", hit->memory->id, hit->score, hit->salience, hit->reasons,
                              words, path);
      g_string_append_printf (text, " %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g %.17g", hit->parts.similarity,
                              hit->parts.token_overlap, hit->parts.waypoint, hit->parts.recency, hit->parts.tag_match,
                              hit->parts.keyword, hit->parts.sector_penalty, hit->parts.relevance, hit->parts.personal);
      append_marks (text, hit->marks);
      g_string_append (text, " |");
      append_marks (text, hit->title_marks);
    }
  g_string_append_c (text, '\n');
}

static gboolean
write_answers (Run     *run,
               GError **error)
{
  GArray *queries = run->queries;
  g_autoptr (OmBenchTimes) times = om_bench_times_new ();
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < queries->len; i++)
    {
      const OmBenchQuery *query = &g_array_index (queries, OmBenchQuery, i);
      g_autoptr (OmAnswer) answer = ask (run, query, times, error);

      if (answer == NULL)
        return FALSE;
      append_answer (text, query->text, answer);
    }
  return g_file_set_contents (run->options->answers, text->str, -1, error);
}

static gboolean
time_searches (Run     *run,
               GError **error)
{
  GArray *queries = run->queries;
  g_autoptr (OmBenchTimes) times = om_bench_times_new ();
  g_autoptr (OmBenchTimes) first = om_bench_times_new ();
  g_autoptr (OmBenchTimes) again = om_bench_times_new ();
  guint n_hits = 0;

  for (guint pass = 0; pass < run->options->passes; pass++)
    {
      for (guint i = 0; i < queries->len; i++)
        {
          g_autoptr (OmAnswer) answer = ask (run, &g_array_index (queries, OmBenchQuery, i), times, error);

          if (answer == NULL)
            return FALSE;
          n_hits += pass == 0 ? answer->hits->len : 0;
        }
    }
  for (guint i = 0; i < N_WARM_UP; i++)
    {
      const OmBenchQuery *query = &g_array_index (queries, OmBenchQuery, i);
      g_autoptr (OmAnswer) answer = ask (run, query, first, error);
      g_autoptr (OmAnswer) kept = answer != NULL ? ask (run, query, again, error) : NULL;

      if (kept == NULL)
        return FALSE;
    }
  put_pair (run, "search p50", om_bench_median_of_passes (times->wall, queries->len, .5),
            om_bench_median_of_passes (times->cpu, queries->len, .5));
  put_pair (run, "search p95", om_bench_median_of_passes (times->wall, queries->len, .95),
            om_bench_median_of_passes (times->cpu, queries->len, .95));
  put_pair (run, "search p95, all passes", om_bench_percentile (times->wall, .95), om_bench_percentile (times->cpu, .95));
  put_times (run, "search again", again, .5);
  put_number (run, "results a search", (double) n_hits / queries->len);
  put_kinds (run, times);
  put_slowest (run, queries, times);
  return TRUE;
}

static gboolean
time_recalls (Run     *run,
              GError **error)
{
  GArray *queries = run->recalls;
  g_autoptr (OmBenchTimes) times = om_bench_times_new ();

  for (guint i = 0; i < queries->len; i++)
    {
      g_autoptr (OmSearch) search = om_search_new (g_array_index (queries, OmBenchQuery, i).text, N_RESULTS);
      g_autoptr (OmAnswer) answer = NULL;

      search->include_private = TRUE;
      g_usleep (PAUSE_US);
      om_bench_times_start (times);
      answer = om_engine_recall (run->engine, search, NULL, error);
      om_bench_times_stop (times);
      if (answer == NULL)
        return FALSE;
    }
  put_times (run, "recall p50", times, .5);
  put_times (run, "recall p95", times, .95);
  return TRUE;
}

static gboolean
time_signs (Run     *run,
            GError **error)
{
  static const char *const signs[] = { "C++", ":)", "->", "%!", "C++" " :)", ";-)" };
  g_autoptr (OmBenchTimes) times = om_bench_times_new ();

  for (guint i = 0; i < G_N_ELEMENTS (signs); i++)
    {
      OmBenchQuery query = { (char *) signs[i], OM_BENCH_QUERY_RARE };
      g_autoptr (OmAnswer) answer = ask (run, &query, times, error);

      if (answer == NULL)
        return FALSE;
    }
  put_times (run, "signs p50", times, .5);
  put_times (run, "signs p95", times, .95);
  return TRUE;
}

static gboolean
time_lists (Run     *run,
            GError **error)
{
  g_autoptr (OmBenchTimes) times = om_bench_times_new ();

  for (guint i = 0; i < 2 * N_LOADS; i++)
    {
      g_autoptr (GArray) items = NULL;

      om_bench_times_start (times);
      items = om_engine_list (run->engine, NULL, OM_SORT_NEWEST, NULL, error);
      om_bench_times_stop (times);
      if (items == NULL)
        return FALSE;
    }
  put_times (run, "list p50", times, .5);
  return TRUE;
}

/* Writing --------------------------------------------------------------------------------------- */

static gboolean
time_adds (Run     *run,
           GError **error)
{
  g_autoptr (OmBenchTimes) times = om_bench_times_new ();

  for (guint i = 0; i < N_WRITES; i++)
    {
      const OmDraft *draft = g_ptr_array_index (run->drafts, i);
      g_autoptr (OmRemembered) remembered = NULL;

      g_usleep (PAUSE_US);
      om_bench_times_start (times);
      remembered = om_engine_remember (run->engine, draft, NULL, error);
      om_bench_times_stop (times);
      if (remembered == NULL)
        return FALSE;
    }
  put_times (run, "add p50", times, .5);
  put_times (run, "add p95", times, .95);
  return TRUE;
}

static gboolean
time_edits (Run     *run,
            GError **error)
{
  g_autoptr (OmBenchTimes) times = om_bench_times_new ();
  g_autoptr (GArray) items = om_engine_list (run->engine, NULL, OM_SORT_NEWEST, NULL, error);

  if (items == NULL)
    return FALSE;
  for (guint i = 0; i < N_WRITES; i++)
    {
      const OmDraft *draft = g_ptr_array_index (run->drafts, N_WRITES + i);
      guint place = (guint) ((guint64) items->len * (2 * i + 1) / (2 * N_WRITES));
      g_autoptr (GPtrArray) memories = om_engine_get_rows (run->engine, &g_array_index (items, OmListItem, place).row, 1, NULL, error);
      OmMemory *memory;
      gboolean edited;

      if (memories == NULL)
        return FALSE;
      memory = g_ptr_array_index (memories, 0);
      g_free (memory->content);
      memory->content = g_strdup (draft->content);
      g_usleep (PAUSE_US);
      om_bench_times_start (times);
      edited = om_engine_edit (run->engine, memory->id, OM_CHANGE_CONTENT, memory, memory->version, NULL, error);
      om_bench_times_stop (times);
      if (!edited)
        return FALSE;
    }
  put_times (run, "edit p50", times, .5);
  put_times (run, "edit p95", times, .95);
  return TRUE;
}

/* What FTS5 takes for the same ----------------------------------------------------------------- */

static gboolean
append_word_cb (const OmTerm *term,
                gpointer      data)
{
  GString *match = data;

  if (match->len > 0)
    g_string_append (match, " OR ");
  g_string_append_printf (match, "\"%.*s\"", (int) term->surface_len, term->surface);
  return TRUE;
}

static gboolean
time_full_text (Run     *run,
                GError **error)
{
  GArray *queries = run->queries;
  g_autoptr (OmBenchTimes) times = om_bench_times_new ();
  OmStore *store = om_store_open (run->path, OM_STORE_READER, OM_STORE_MUST_EXIST, NULL, error);
  gboolean asked = store != NULL && om_store_words_prepare (store, error);

  for (guint i = 0; asked && i < queries->len; i++)
    {
      g_autoptr (OmQuery) query = om_query_parse (g_array_index (queries, OmBenchQuery, i).text, NULL);
      g_autoptr (GString) match = g_string_new (NULL);
      g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));
      g_auto (OmStatement) s = { 0 };

      om_terms_foreach (query->text, -1, OM_LANGUAGE_EN, OM_TERMS_SKIP_STOPWORDS | OM_TERMS_NO_CHARS, append_word_cb, match);
      if (match->len == 0)
        continue;
      om_bench_times_start (times);
      asked = om_statement_open (&s, store, "SELECT rowid FROM memory_text WHERE memory_text MATCH ? ORDER BY bm25 (memory_text) LIMIT " G_STRINGIFY (N_RANKED),
                                 error);
      if (asked)
        {
          om_statement_add_text (&s, match->str);
          asked = om_statement_collect (&s, rows, error);
        }
      om_bench_times_stop (times);
    }
  g_clear_pointer (&store, om_store_close);
  if (!asked)
    return FALSE;
  put_times (run, "fts5 p50", times, .5);
  put_times (run, "fts5 p95", times, .95);
  return TRUE;
}

/* Runs ------------------------------------------------------------------------------------------ */

/* All that the measurements need, before it is looked at how large the program is. */
static void
prepare (Run *run)
{
  g_autoptr (OmBenchJournal) journal = om_bench_journal_new (WRITE_SEED);

  run->warm_up = om_bench_queries_new (WARM_UP_SEED, N_WARM_UP);
  run->queries = om_bench_queries_new (QUERY_SEED, N_QUERIES);
  run->recalls = om_bench_queries_new (RECALL_SEED, N_WRITES);
  run->drafts = g_ptr_array_new_with_free_func ((GDestroyNotify) om_draft_free);
  for (guint i = 0; i < 2 * N_WRITES; i++)
    g_ptr_array_add (run->drafts, om_bench_journal_next (journal, 1));
}

static void
run_clear (Run *run)
{
  close_engine (run);
  if (run->path != NULL)
    om_bench_store_remove (run->path);
  g_free (run->path);
  g_clear_pointer (&run->warm_up, g_array_unref);
  g_clear_pointer (&run->queries, g_array_unref);
  g_clear_pointer (&run->recalls, g_array_unref);
  g_clear_pointer (&run->drafts, g_ptr_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Run, run_clear)

static gboolean
measure (Run     *run,
         GError **error)
{
  double empty_mb;

  prepare (run);
  malloc_trim (0);
  empty_mb = om_bench_resident_mb ();
  if (!open_engine (run, error))
    return FALSE;
  put_number (run, "resident", om_bench_resident_mb () - empty_mb);
  if (!warm_up (run, error) || (run->options->answers != NULL && !write_answers (run, error)))
    return FALSE;

  if ((is_wanted (run, "search") && !time_searches (run, error)) ||
      (is_wanted (run, "list") && !time_lists (run, error)))
    return FALSE;
  put_number (run, "resident after searches", om_bench_resident_mb () - empty_mb);
  if ((is_wanted (run, "signs") && !time_signs (run, error)) ||
      (is_wanted (run, "fts5") && !time_full_text (run, error)) ||
      (is_wanted (run, "load") && !time_loads (run, "load", N_LOADS, TRUE, error)) ||
      (is_wanted (run, "recall") && !time_recalls (run, error)) ||
      (is_wanted (run, "add") && !time_adds (run, error)) ||
      (is_wanted (run, "edit") && !time_edits (run, error)))
    return FALSE;
  put_number (run, "resident after writing", om_bench_resident_mb () - empty_mb);
  return !is_wanted (run, "load") || time_loads (run, "load without snapshot", 1, FALSE, error);
}

/**
 * om_bench_run:
 * @options: what is measured
 * @out: an object is open; gets a member a result
 * @error: return location
 *
 * Measures on a copy of a store.
 */
gboolean
om_bench_run (const OmBenchOptions *options,
              JsonBuilder          *out,
              GError              **error)
{
  g_autofree char *path = om_bench_store_ensure (options->n_memories, error);
  g_auto (Run) run = { .options = options, .out = out };

  if (path == NULL)
    return FALSE;
  run.path = om_bench_store_copy (path, error);
  return run.path != NULL && measure (&run, error);
}

/**
 * om_bench_run_import:
 * @n_entries: how many
 * @out: an object is open; gets a member
 * @error: return location
 *
 * Imports entries into a new store that is loaded, their links drawn too.
 */
gboolean
om_bench_run_import (guint         n_entries,
                     JsonBuilder  *out,
                     GError      **error)
{
  g_auto (Run) run = { .out = out, .path = om_bench_store_new_path (error) };
  g_autoptr (OmBenchTimes) times = om_bench_times_new ();

  if (run.path == NULL || !open_engine (&run, error))
    return FALSE;
  om_bench_times_start (times);
  if (!om_bench_store_fill (run.engine, n_entries, n_entries, error))
    return FALSE;
  om_bench_times_stop (times);
  put_times (&run, "import", times, .5);
  return TRUE;
}
