/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long an import takes, and how much memory: a journal of 12,000 entries, and an export of another program that is
 * very large for what is taken of it. Each in a process of its own, so that what it had most in memory is its own.
 * Usage: bench-import [--entries N] [--megabytes N] */
#include "config.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive/om-import.h"
#include "archive/om-json-write.h"
#include "bench/om-bench-journal.h"
#include "bench/om-bench-measure.h"

#define SEED 11

/* Bars of the issue. */
#define BAR_IMPORT_S 20
#define BAR_PEAK_MB 300

static int arg_entries = 12000;
static int arg_megabytes = 200;
static char *arg_source;
static char *arg_store;

static const GOptionEntry entries[] = {
  { "entries", 0, 0, G_OPTION_ARG_INT, &arg_entries, "Entries in each", "N" },
  { "megabytes", 0, 0, G_OPTION_ARG_INT, &arg_megabytes, "Size of the large export", "N" },
  { "source", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME, &arg_source, NULL, NULL },
  { "store", 0, G_OPTION_FLAG_HIDDEN, G_OPTION_ARG_FILENAME, &arg_store, NULL, NULL },
  { NULL }
};

/* What is imported ------------------------------------------------------------------------------- */

static void
put (FILE    *file,
     GString *text)
{
  if (fwrite (text->str, 1, text->len, file) != text->len)
    g_error ("The source cannot be written.");
  g_string_truncate (text, 0);
}

/* As a journal of plain text. */
static void
write_journal (const char *path)
{
  OmBenchJournal *journal = om_bench_journal_new (SEED);
  g_autoptr (GString) text = g_string_new (NULL);
  FILE *file = g_fopen (path, "w");

  for (int i = 0; i < arg_entries; i++)
    {
      g_autoptr (OmDraft) draft = om_bench_journal_next (journal, (double) i / arg_entries);
      g_autoptr (GDateTime) when = g_date_time_new_from_unix_utc (draft->happened.ms / 1000);
      g_autofree char *date = g_date_time_format (when, "%Y-%m-%d %H:%M");

      g_string_append_printf (text, "[%s] %s\n\n", date, draft->content);
      put (file, text);
    }
  if (fclose (file) != 0)
    g_error ("The source cannot be written.");
  om_bench_journal_free (journal);
}

static void
put_turn (GString    *text,
          const char *id,
          const char *parent,
          const char *child,
          const char *role,
          double      when,
          const char *words)
{
  g_string_append_printf (text, "\"%s\":{", id);
  om_json_write_string (text, "id", id);
  om_json_write_string (text, "parent", parent);
  g_string_append_printf (text, ",\"children\":[%s%s%s],\"message\":{", child != NULL ? "\"" : "", child != NULL ? child : "",
                          child != NULL ? "\"" : "");
  om_json_write_string (text, "id", id);
  om_json_write_number (text, "create_time", when);
  g_string_append_printf (text, ",\"author\":{\"role\":\"%s\"},\"content\":{\"content_type\":\"text\"", role);
  om_json_write_strings (text, "parts", (const char *const[]){ words, NULL });
  g_string_append (text, "}}}");
}

/* As conversations with an assistant, whose part is not taken but has to be read. */
static void
write_talks (const char *path)
{
  OmBenchJournal *journal = om_bench_journal_new (SEED);
  g_autoptr (GString) text = g_string_new ("[");
  g_autoptr (GString) answer = g_string_new (NULL);
  gsize each = (gsize) arg_megabytes * 1000000 / (gsize) arg_entries;
  FILE *file = g_fopen (path, "w");

  for (int i = 0; i < arg_entries; i++)
    {
      g_autoptr (OmDraft) draft = om_bench_journal_next (journal, (double) i / arg_entries);
      g_autofree char *id = g_strdup_printf ("talk-%d", i);
      double when = (double) draft->happened.ms / 1000;

      g_string_truncate (answer, 0);
      while (answer->len + strlen (draft->content) + 700 < each)
        g_string_append_printf (answer, "%s ", draft->content);
      g_string_append (text, i > 0 ? ",{" : "{");
      om_json_write_string (text, "title", "A talk");
      om_json_write_string (text, "conversation_id", id);
      om_json_write_number (text, "create_time", when);
      om_json_write_string (text, "current_node", "a");
      g_string_append (text, ",\"mapping\":{");
      put_turn (text, "u", NULL, "a", "user", when, draft->content);
      g_string_append_c (text, ',');
      put_turn (text, "a", "u", NULL, "assistant", when + 1, answer->str);
      g_string_append (text, "}}");
      put (file, text);
    }
  g_string_append (text, "]");
  put (file, text);
  if (fclose (file) != 0)
    g_error ("The source cannot be written.");
  om_bench_journal_free (journal);
}

/* One import -------------------------------------------------------------------------------------- */

static void
import_here (void)
{
  g_autoptr (OmEngine) engine = om_engine_new ();
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (GFile) file = g_file_new_for_path (arg_source);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmReader) reader = om_readers_probe (file, NULL, &error);
  g_autoptr (OmImportReport) report = NULL;
  g_autoptr (OmBenchTimes) times = om_bench_times_new ();
  OmImportOptions options = { .read = { .zone = utc, .now = OM_BENCH_LAST_MS } };
  double before = om_bench_resident_mb ();
  double seconds;

  if (reader == NULL || !om_engine_open (engine, arg_store, OM_OPEN_DEFAULT, NULL, &error))
    g_error ("%s", error->message);
  om_bench_times_start (times);
  report = om_import (engine, reader, file, &options, NULL, NULL, NULL, &error);
  om_bench_times_stop (times);
  if (report == NULL)
    g_error ("%s", error->message);
  seconds = g_array_index (times->wall, double, 0) / 1000;
  g_print ("  %-12s %6u entries  %8.2f s (bar %d: %s)  %8.2f s of processor time  peak %6.1f MB (bar %d: %s), %.1f before\n",
           om_reader_get_name (reader), report->added, seconds, BAR_IMPORT_S, seconds <= BAR_IMPORT_S ? "met" : "MISSED",
           g_array_index (times->cpu, double, 0) / 1000, om_bench_peak_mb (), BAR_PEAK_MB,
           om_bench_peak_mb () <= BAR_PEAK_MB ? "met" : "MISSED", before);
  om_engine_close (engine);
  if (report->added != (guint) arg_entries)
    g_error ("%u of %d entries came in.", report->added, arg_entries);
}

static void
import_in_process (const char *program,
                   const char *source,
                   const char *store)
{
  g_autofree char *n = g_strdup_printf ("%d", arg_entries);
  const char *argv[] = { program, "--source", source, "--store", store, "--entries", n, NULL };
  g_autoptr (GError) error = NULL;
  int status;

  if (!g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_CHILD_INHERITS_STDIN, NULL, NULL, NULL, NULL, &status, &error) ||
      !g_spawn_check_wait_status (status, &error))
    g_error ("%s", error->message);
}

static void
measure (const char *program,
         const char *name,
         void      (*write) (const char *path))
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("openmemory-bench-XXXXXX", &error);
  g_autofree char *source = g_build_filename (folder, name, NULL);
  g_autofree char *store = g_build_filename (folder, "store.db", NULL);
  g_autoptr (GDir) dir = NULL;
  GStatBuf size;
  const char *left;

  g_assert_no_error (error);
  write (source);
  g_stat (source, &size);
  g_print ("%s, %.1f MB:\n", name, (double) size.st_size / 1e6);
  import_in_process (program, source, store);
  dir = g_dir_open (folder, 0, NULL);
  while ((left = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, left, NULL);

      g_unlink (path);
    }
  g_rmdir (folder);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GOptionContext) context = g_option_context_new ("- how long an import takes, and how much memory");
  g_autofree char *machine = NULL;
  g_autoptr (GError) error = NULL;

  g_option_context_add_main_entries (context, entries, NULL);
  if (!g_option_context_parse (context, &argc, &argv, &error))
    g_error ("%s", error->message);
  if (arg_source != NULL)
    {
      import_here ();
      return 0;
    }
  machine = om_bench_dup_machine ();
  g_print ("%s\n", machine);
  measure (argv[0], "journal.txt", write_journal);
  measure (argv[0], "conversations.json", write_talks);
  return 0;
}
