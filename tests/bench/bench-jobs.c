/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long the jobs take that run by themselves, what a recall and the main loop notice of them, and how
 * much the history of a memory takes. Usage: bench-jobs [--size N] [--reflect-seconds N] */
#include "config.h"

#include <glib/gstdio.h>
#include <math.h>
#include <sqlite3.h>

#include "bench/om-bench-measure.h"
#include "bench/om-bench-queries.h"
#include "bench/om-bench-store.h"
#include "engine/om-fade.h"
#include "engine/om-reflect.h"

#define N_PASSES 20
#define N_RECALLS 60
#define N_RESULTS 20
#define PAUSE_US 50000
#define TICK_MS 4

/* Bars of issue and design: a pass, a recall meanwhile, a frame. */
#define BAR_PASS_MS 500
#define BAR_RECALL_MS 60
#define BAR_FRAME_MS 16

static int arg_size = 100000;
static int arg_reflect_seconds = 120;

static const GOptionEntry entries[] = {
  { "size", 0, 0, G_OPTION_ARG_INT, &arg_size, "Memories in the store", "N" },
  { "reflect-seconds", 0, 0, G_OPTION_ARG_INT, &arg_reflect_seconds, "How long the first reflection may take", "N" },
  { NULL }
};

static void
print (const char *label,
       double      value,
       const char *unit,
       double      bar)
{
  g_print ("  %-64s %9.2f %s", label, value, unit);
  if (bar > 0)
    g_print ("   bar %g: %s", bar, value <= bar ? "met" : "MISSED");
  g_print ("\n");
}

static void
print_times (const char   *label,
             OmBenchTimes *times,
             double        bar)
{
  g_autofree char *middle = g_strconcat (label, ", median", NULL);
  g_autofree char *most = g_strconcat (label, ", p95", NULL);
  g_autofree char *cpu = g_strconcat (label, ", p95 of processor time", NULL);

  print (middle, om_bench_percentile (times->wall, .5), "ms", 0);
  print (most, om_bench_percentile (times->wall, .95), "ms", bar);
  print (cpu, om_bench_percentile (times->cpu, .95), "ms", 0);
}

static OmEngine *
open_engine (const char *path)
{
  g_autoptr (GError) error = NULL;
  OmEngine *engine = om_engine_new ();

  om_engine_set_clock (engine, om_bench_clock, NULL);
  if (!om_engine_open (engine, path, OM_OPEN_DEFAULT, NULL, &error) || !om_engine_load (engine, NULL, &error))
    g_error ("%s", error->message);
  return engine;
}

/* Recalls --------------------------------------------------------------------------------------- */

static void
time_recalls (OmEngine     *engine,
              guint32       seed,
              OmBenchTimes *times)
{
  g_autoptr (GArray) queries = om_bench_queries_new (seed, N_RECALLS);

  for (guint i = 0; i < queries->len; i++)
    {
      g_autoptr (OmSearch) search = om_search_new (g_array_index (queries, OmBenchQuery, i).text, N_RESULTS);
      g_autoptr (GError) error = NULL;
      g_autoptr (OmAnswer) answer = NULL;

      g_usleep (PAUSE_US);
      om_bench_times_start (times);
      answer = om_engine_recall (engine, search, NULL, &error);
      om_bench_times_stop (times);
      if (answer == NULL)
        g_error ("%s", error->message);
    }
}

/* Beside it ------------------------------------------------------------------------------------- */

/** Passes: passes of fading in a thread of their own, one after the other. */
typedef struct
{
  OmEngine     *engine;
  gint          stop; /* (atomic) */
  OmFadeReport *first;
  guint         n;
  double        first_ms;
} Passes;

static gpointer
pass_thread (gpointer data)
{
  Passes *passes = data;

  do
    {
      gint64 begun = g_get_monotonic_time ();
      g_autoptr (GError) error = NULL;
      OmFadeReport *report = om_engine_fade (passes->engine, FALSE, NULL, &error);

      if (report == NULL)
        g_error ("%s", error->message);
      if (passes->n++ == 0)
        {
          passes->first = report;
          passes->first_ms = (double) (g_get_monotonic_time () - begun) / 1000;
        }
      else
        {
          om_fade_report_free (report);
        }
    }
  while (!g_atomic_int_get (&passes->stop));
  return NULL;
}

static void
time_recalls_beside_passes (OmEngine *engine)
{
  g_autoptr (OmBenchTimes) alone = om_bench_times_new ();
  g_autoptr (OmBenchTimes) beside = om_bench_times_new ();
  g_autoptr (OmBenchTimes) later = om_bench_times_new ();
  Passes first = { .engine = engine };
  Passes passes = { .engine = engine };
  GThread *thread;

  time_recalls (engine, 1, alone);
  print_times ("recall alone", alone, BAR_RECALL_MS);

  /* The first pass over what was imported shrinks nearly all of it. */
  thread = g_thread_new ("pass", pass_thread, &first);
  g_atomic_int_set (&first.stop, TRUE);
  time_recalls (engine, 2, beside);
  print_times ("recall while the first pass shrinks vectors", beside, BAR_RECALL_MS);
  g_thread_join (thread);
  print ("the first pass, beside them", first.first_ms / 1000, "s", 0);
  print ("  vectors it shrank", first.first->n_compressed + first.first->n_fingerprints, "", 0);
  print ("  memories at rest", first.first->resting, "", 0);
  om_fade_report_free (first.first);

  thread = g_thread_new ("pass", pass_thread, &passes);
  time_recalls (engine, 3, later);
  g_atomic_int_set (&passes.stop, TRUE);
  g_thread_join (thread);
  print_times ("recall while pass follows pass", later, BAR_RECALL_MS);
  print ("  passes meanwhile", passes.n, "", 0);
  om_fade_report_free (passes.first);
}

/* Passes ---------------------------------------------------------------------------------------- */

/** Loop: what a main loop notices. */
typedef struct
{
  GMainLoop *loop;
  gint64     last;
  double     longest_ms;
} Loop;

static gboolean
tick_cb (gpointer data)
{
  Loop *loop = data;
  gint64 now = g_get_monotonic_time ();

  loop->longest_ms = MAX (loop->longest_ms, (double) (now - loop->last) / 1000 - TICK_MS);
  loop->last = now;
  return G_SOURCE_CONTINUE;
}

static void
faded_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmFadeReport) report = om_engine_fade_finish (OM_ENGINE (source), result, &error);

  if (report == NULL)
    g_error ("%s", error->message);
  g_main_loop_quit (((Loop *) data)->loop);
}

static void
time_passes (OmEngine *engine)
{
  g_autoptr (OmBenchTimes) times = om_bench_times_new ();
  g_autoptr (GArray) pauses = g_array_new (FALSE, FALSE, sizeof (double));

  /* What was recalled just now is made whole in one that is not counted. */
  om_fade_report_free (om_engine_fade (engine, FALSE, NULL, NULL));
  for (int i = 0; i < N_PASSES; i++)
    {
      Loop loop = { .loop = g_main_loop_new (NULL, FALSE) };
      guint tick = g_timeout_add (TICK_MS, tick_cb, &loop);

      loop.last = g_get_monotonic_time ();
      om_bench_times_start (times);
      om_engine_fade_async (engine, FALSE, NULL, faded_cb, &loop);
      g_main_loop_run (loop.loop);
      om_bench_times_stop (times);
      g_source_remove (tick);
      g_main_loop_unref (loop.loop);
      g_array_append_val (pauses, loop.longest_ms);
    }
  print_times ("a pass", times, BAR_PASS_MS);
  print ("the main loop meanwhile: longest pause, median of passes", om_bench_percentile (pauses, .5), "ms", BAR_FRAME_MS);
  print ("the main loop meanwhile: longest pause of all", om_bench_percentile (pauses, 1), "ms", 0);
}

/* Reflection ------------------------------------------------------------------------------------ */

static gpointer
cancel_thread (gpointer data)
{
  gint64 end = g_get_monotonic_time () + arg_reflect_seconds * G_USEC_PER_SEC;

  while (g_get_monotonic_time () < end && !g_cancellable_is_cancelled (data))
    g_usleep (50000);
  g_cancellable_cancel (data);
  g_object_unref (data);
  return NULL;
}

static void
time_reflection (OmEngine *engine)
{
  g_autoptr (OmBenchTimes) times = om_bench_times_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  g_autoptr (OmReflectReport) first = NULL;
  gint64 begun = g_get_monotonic_time ();
  GThread *thread = g_thread_new ("cancel", cancel_thread, g_object_ref (cancellable));

  first = om_engine_reflect (engine, FALSE, cancellable, &error);
  g_cancellable_cancel (cancellable);
  g_thread_join (thread);
  print (first != NULL ? "the first reflection, over all days" : "the first reflection, not ended and given up after",
         (double) (g_get_monotonic_time () - begun) / G_USEC_PER_SEC, "s", 0);
  if (first == NULL)
    return;
  print ("  days", first->days, "", 0);
  print ("  new reflections", g_strv_length (first->created), "", 0);
  for (int i = 0; i < N_PASSES; i++)
    {
      g_autoptr (OmReflectReport) report = NULL;

      om_bench_times_start (times);
      report = om_engine_reflect (engine, FALSE, NULL, NULL);
      om_bench_times_stop (times);
    }
  print_times ("a reflection with nothing new", times, 0);
}

/* History --------------------------------------------------------------------------------------- */

static gint64
get_number (const char *path,
            const char *sql)
{
  sqlite3 *db = NULL;
  sqlite3_stmt *stmt = NULL;
  gint64 n = -1;

  if (sqlite3_open_v2 (path, &db, SQLITE_OPEN_READONLY, NULL) == SQLITE_OK && sqlite3_prepare_v2 (db, sql, -1, &stmt, NULL) == SQLITE_OK &&
      sqlite3_step (stmt) == SQLITE_ROW)
    n = sqlite3_column_int64 (stmt, 0);
  sqlite3_finalize (stmt);
  sqlite3_close (db);
  return n;
}

/* So many recalls of ten memories. */
static void
recall_often (const char *path,
              guint       n)
{
  OmEngine *engine = open_engine (path);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (OmSearch) search = om_search_new ("heron", 10);

      om_answer_unref (om_engine_recall (engine, search, NULL, NULL));
    }
  om_engine_close (engine);
  g_object_unref (engine);
}

static void
measure_history (void)
{
  const char *rows = "SELECT max (n) FROM (SELECT count (*) AS n FROM events GROUP BY memory)";
  const char *points = "SELECT max (length (points)) / 16 FROM event_curves";
  const char *bytes = "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count (), pragma_freelist_count (),"
                      " pragma_page_size ()";
  g_autoptr (GError) error = NULL;
  g_autofree char *path = om_bench_store_new_path (&error);
  OmEngine *engine = path != NULL ? open_engine (path) : NULL;
  gint64 sizes[3];

  if (engine == NULL)
    g_error ("%s", error->message);
  for (guint i = 0; i < 10; i++)
    {
      g_autofree char *text = g_strdup_printf ("Heron number %u, at the %x lock.", i, i * 7919);
      g_autoptr (OmDraft) draft = om_draft_new (text);

      om_remembered_free (om_engine_remember (engine, draft, NULL, NULL));
    }
  om_engine_close (engine);
  g_object_unref (engine);
  for (int i = 0; i < 3; i++)
    {
      sizes[i] = get_number (path, bytes);
      if (i < 2)
        recall_often (path, i == 0 ? 200 : 800);
    }
  print ("history: rows of a memory at the most, after 1,000 recalls", (double) get_number (path, rows), "", 48);
  print ("history: points of older ones at the most", (double) get_number (path, points), "", 48);
  print ("history: size of a memory's after 200 recalls", (double) (sizes[1] - sizes[0]) / 10, "bytes", 0);
  print ("history: what 800 recalls more add to it", (double) (sizes[2] - sizes[1]) / 10, "bytes", 0);
  om_bench_store_remove (path);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- what runs by itself");
  g_autofree char *machine = om_bench_dup_machine ();
  g_autofree char *original = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;
  OmEngine *engine;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return 2;
    }
  original = om_bench_store_ensure ((guint) arg_size, &error);
  path = original != NULL ? om_bench_store_copy (original, &error) : NULL;
  if (path == NULL)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  g_print ("%s\n%d memories\n", machine, arg_size);
  engine = open_engine (path);
  time_recalls_beside_passes (engine);
  time_passes (engine);
  time_reflection (engine);
  om_engine_close (engine);
  g_object_unref (engine);
  om_bench_store_remove (path);
  measure_history ();
  return 0;
}
