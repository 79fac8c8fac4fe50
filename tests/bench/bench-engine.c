/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How fast and how large the engine is at several sizes, against the bars of the work. Each size runs
 * in a process of its own, so that none finds the memory the other has left. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <gio/gio.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "bench/om-bench-measure.h"
#include "bench/om-bench-run.h"
#include "bench/om-bench-store.h"

#define N_IMPORTED 12000

static char *arg_sizes;
static char *arg_only;
static char *arg_answers;
static gint arg_passes = 3;
static gboolean arg_json;
static gboolean arg_detail;
static gint arg_prepare;
static gint arg_worker;
static gint arg_import;

static const GOptionEntry entries[] = {
  { "sizes", 0, 0, G_OPTION_ARG_STRING, &arg_sizes, "Memories in the stores, 1000,10000,100000 if not said", "N,N,..." },
  { "passes", 0, 0, G_OPTION_ARG_INT, &arg_passes, "How often the questions are asked; 3 if not said", "N" },
  { "only", 0, 0, G_OPTION_ARG_STRING, &arg_only, "Of search, list, signs, fts5, load, recall, add, edit, import only these", "NAME,..." },
  { "answers", 0, 0, G_OPTION_ARG_FILENAME, &arg_answers, "Write every answer to FILE.N, to see that another build gives the same", "FILE" },
  { "detail", 0, 0, G_OPTION_ARG_NONE, &arg_detail, "The kinds of questions apart", NULL },
  { "json", 0, 0, G_OPTION_ARG_NONE, &arg_json, "One JSON object instead of the table", NULL },
  { "prepare", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_INT, &arg_prepare, NULL, NULL },
  { "worker", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_INT, &arg_worker, NULL, NULL },
  { "import", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_INT, &arg_import, NULL, NULL },
  { NULL }
};

/* A row of the table. The bar holds from its size on downwards; 0 is none. */
typedef struct
{
  const char *name;  /* of the result */
  const char *label;
  const char *unit;
  double      bar_10000;
  double      bar_100000;
} Row;

static const Row rows[] = {
  { "search p50", "search, median", "ms", 0, 0 },
  { "search p95", "search, p95", "ms", 4, 20 },
  { "search p95, all passes", "search, p95 of all passes", "ms", 0, 0 },
  { "search again", "the same search again", "ms", 0, 0 },
  { "fts5 p50", "FTS5 bm25() of the same, median", "ms", 0, 0 },
  { "fts5 p95", "FTS5 bm25() of the same, p95", "ms", 0, 0 },
  { "recall p50", "recall with write-back, median", "ms", 0, 0 },
  { "recall p95", "recall with write-back, p95", "ms", 60, 60 },
  { "add p50", "durable add, median", "ms", 0, 0 },
  { "add p95", "durable add, p95", "ms", 15, 15 },
  { "edit p50", "edit, median", "ms", 0, 0 },
  { "edit p95", "edit, p95", "ms", 0, 0 },
  { "signs p50", "signs (C++, :)), median", "ms", 0, 300 },
  { "signs p95", "signs (C++, :)), p95", "ms", 0, 0 },
  { "list p50", "list of all", "ms", 0, 0 },
  { "load", "open and load", "ms", 300, 300 },
  { "load without snapshot", "open and load, no snapshot", "ms", 0, 0 },
  { "resident", "resident above empty", "MB", 0, 120 },
  { "resident after searches", "the same after searches", "MB", 0, 120 },
  { "resident after writing", "the same after writing", "MB", 0, 0 },
  { "results a search", "results a search", "", 0, 0 },
};

static double
get_number (JsonObject *results,
            const char *name,
            const char *part)
{
  JsonNode *node = json_object_get_member (results, name);

  if (node == NULL)
    return NAN;
  return JSON_NODE_HOLDS_OBJECT (node) ? json_object_get_double_member (json_node_get_object (node), part)
                                       : json_node_get_double (node);
}

/* Workers --------------------------------------------------------------------------------------- */

static int
work (void)
{
  g_autoptr (JsonBuilder) builder = json_builder_new ();
  g_autoptr (JsonGenerator) generator = json_generator_new ();
  g_autoptr (JsonNode) root = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) only = arg_only != NULL && *arg_only != '\0' ? g_strsplit (arg_only, ",", -1) : NULL;
  OmBenchOptions options = { (guint) arg_worker, (guint) MAX (arg_passes, 1), only, arg_answers };
  g_autofree char *text = NULL;
  gboolean done;

  json_builder_begin_object (builder);
  if (arg_prepare > 0)
    done = om_bench_store_prepare ((guint) arg_prepare, &error);
  else if (arg_import > 0)
    done = om_bench_run_import ((guint) arg_import, builder, &error);
  else
    done = om_bench_run (&options, builder, &error);
  json_builder_end_object (builder);
  if (!done)
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  root = json_builder_get_root (builder);
  json_generator_set_root (generator, root);
  text = json_generator_to_data (generator, NULL);
  g_print ("%s\n", text);
  return 0;
}

static JsonNode *
run_worker (const char *kind,
            guint       n,
            GError    **error)
{
  g_autofree char *number = g_strdup_printf ("--%s=%u", kind, n);
  g_autofree char *passes = g_strdup_printf ("--passes=%d", arg_passes);
  g_autofree char *only = g_strdup_printf ("--only=%s", arg_only != NULL ? arg_only : "");
  g_autofree char *answers = arg_answers != NULL ? g_strdup_printf ("--answers=%s.%u", arg_answers, n) : NULL;
  const char *argv[] = { "/proc/self/exe", number, passes, only, answers, NULL };
  g_autoptr (GSubprocess) worker = g_subprocess_newv (argv, G_SUBPROCESS_FLAGS_STDOUT_PIPE, error);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autofree char *text = NULL;

  if (worker == NULL || !g_subprocess_communicate_utf8 (worker, NULL, NULL, &text, NULL, error) ||
      !g_subprocess_wait_check (worker, NULL, error) || !json_parser_load_from_data (parser, text, -1, error))
    return NULL;
  return json_parser_steal_root (parser);
}

/* The table ------------------------------------------------------------------------------------- */

static void
print_row (const char *label,
           const char *unit,
           double      wall,
           double      cpu,
           double      bar)
{
  int decimals = wall < 10 ? 2 : wall < 100 ? 1 : 0;

  g_print ("  %-36s %9.*f %-2s", label, decimals, wall, unit);
  if (!isnan (cpu))
    g_print ("  cpu %9.*f", decimals, cpu);
  else
    g_print ("  %13s", "");
  if (bar > 0)
    g_print ("  bar %g: %s", bar, wall <= bar ? "met" : "MISSED");
  g_print ("\n");
}

static void
print_kind (JsonObject *kinds,
            const char *name,
            JsonNode   *node,
            gpointer    data)
{
  g_autofree char *label = g_strconcat ("  ", name, NULL);

  print_row (label, "ms", get_number (kinds, name, "wall"), get_number (kinds, name, "cpu"), 0);
}

static void
print_results (guint       n,
               JsonObject *results)
{
  double ratio = get_number (results, "fts5 p95", "cpu") / get_number (results, "search p95", "cpu");

  g_print ("%u memories\n", n);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      double wall = get_number (results, rows[i].name, "wall");
      double bar = n <= 10000 ? rows[i].bar_10000 : rows[i].bar_100000;
      gboolean is_time = g_str_equal (rows[i].unit, "ms");

      if (!isnan (wall))
        print_row (rows[i].label, rows[i].unit, wall, is_time ? get_number (results, rows[i].name, "cpu") : NAN, bar);
    }
  if (!isnan (ratio))
    g_print ("  %-36s %9.1f\n", "FTS5 takes as many times as long", ratio);
  if (arg_detail && json_object_has_member (results, "kinds"))
    {
      json_object_foreach_member (json_object_get_object_member (results, "kinds"), print_kind, NULL);
      g_print ("  the slowest\n");
      json_object_foreach_member (json_object_get_object_member (results, "slowest"), print_kind, NULL);
    }
}

static gboolean
run_all (GError **error)
{
  g_auto (GStrv) sizes = g_strsplit (arg_sizes != NULL ? arg_sizes : "1000,10000,100000", ",", -1);
  g_auto (GStrv) only = arg_only != NULL ? g_strsplit (arg_only, ",", -1) : NULL;
  g_autofree char *machine = om_bench_dup_machine ();
  g_autoptr (JsonObject) all = json_object_new ();
  g_autoptr (JsonNode) root = json_node_new (JSON_NODE_OBJECT);
  g_autofree char *text = NULL;

  json_object_set_string_member (all, "machine", machine);
  if (!arg_json)
    g_print ("%s\nTimes are by the clock on the wall; cpu is the processor time of all threads.\n", machine);
  for (guint i = 0; sizes[i] != NULL; i++)
    {
      guint n = (guint) strtoul (sizes[i], NULL, 10);
      g_autoptr (JsonNode) prepared = run_worker ("prepare", n, error);
      JsonNode *results = prepared != NULL ? run_worker ("worker", n, error) : NULL;

      if (results == NULL)
        return FALSE;
      json_object_set_member (all, sizes[i], results);
      if (!arg_json)
        print_results (n, json_node_get_object (results));
    }
  if (only == NULL || g_strv_contains ((const char *const *) only, "import"))
    {
      JsonNode *results = run_worker ("import", N_IMPORTED, error);

      if (results == NULL)
        return FALSE;
      json_object_set_member (all, "import", results);
      if (!arg_json)
        {
          g_print ("Import of %d entries into a new store\n", N_IMPORTED);
          print_row ("read, analysed, written, linked", "s", get_number (json_node_get_object (results), "import", "wall") / 1e3,
                     get_number (json_node_get_object (results), "import", "cpu") / 1e3, 20);
        }
    }
  if (arg_json)
    {
      json_node_set_object (root, all);
      text = json_to_string (root, TRUE);
      g_print ("%s\n", text);
    }
  return TRUE;
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- how fast the engine is");
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    {
      g_printerr ("%s\n", error->message);
      return 2;
    }
  if (arg_prepare > 0 || arg_worker > 0 || arg_import > 0)
    return work ();
  if (!run_all (&error))
    {
      g_printerr ("%s\n", error->message);
      return 1;
    }
  return 0;
}
