/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts the program, reads the marks of its start and how large it is, and ends it. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bench/om-bench-program.h"

#include <gio/gio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/om-bench-measure.h"

#define SETTLE_US (2 * G_USEC_PER_SEC)

static double
read_mark (const char *line,
           const char *mark)
{
  g_autofree char *beginning = g_strdup_printf ("start: %s: ", mark);

  return g_str_has_prefix (line, beginning) ? g_ascii_strtod (line + strlen (beginning), NULL) : 0;
}

/* Processor time of a process: of its main thread, or of all. */
static double
read_cpu (const char *process,
          gboolean    all)
{
  g_autofree char *path = g_strdup_printf ("/proc/%s/%s", process, all ? "stat" : "schedstat");
  g_autofree char *text = NULL;
  g_auto (GStrv) words = NULL;
  const char *rest;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return 0;
  if (!all)
    return g_ascii_strtod (text, NULL) / 1e6;
  /* After the name in brackets the third field follows; user and system time are the 14th and 15th. */
  rest = strrchr (text, ')');
  words = g_strsplit (rest != NULL ? rest + 2 : "", " ", -1);
  if (g_strv_length (words) < 13)
    return 0;
  return (g_ascii_strtod (words[11], NULL) + g_ascii_strtod (words[12], NULL)) * 1000 / (double) sysconf (_SC_CLK_TCK);
}

/**
 * om_bench_program_start:
 * @store: the store's file; made if it is not there
 * @start: (out caller-allocates): what was measured
 *
 * Aborts if the program does not come up: there is nothing to measure then.
 */
void
om_bench_program_start (const char   *store,
                        OmBenchStart *start)
{
  const char *program = g_getenv ("OPENMEMORY_DESKTOP");
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GDataInputStream) lines = NULL;
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  char *line;

  g_assert (program != NULL);
  *start = (OmBenchStart) { 0 };
  g_subprocess_launcher_setenv (launcher, "OPENMEMORY_TRACE_START", "1", TRUE);
  process = g_subprocess_launcher_spawn (launcher, &error, program, "--store", store, NULL);
  if (process == NULL)
    g_error ("%s", error->message);
  lines = g_data_input_stream_new (g_subprocess_get_stderr_pipe (process));
  /* A small store is searchable before it is drawn. */
  while ((start->first_frame_ms == 0 || start->searchable_ms == 0) &&
         (line = g_data_input_stream_read_line (lines, NULL, NULL, NULL)) != NULL)
    {
      double first_frame = read_mark (line, "first frame");
      double searchable = read_mark (line, "searchable");

      if (first_frame > 0)
        {
          start->first_frame_ms = first_frame;
          start->first_frame_cpu_ms = read_cpu (g_subprocess_get_identifier (process), FALSE);
        }
      if (searchable > 0)
        {
          start->searchable_ms = searchable;
          start->searchable_cpu_ms = read_cpu (g_subprocess_get_identifier (process), TRUE);
        }
      g_free (line);
    }
  g_usleep (SETTLE_US);
  start->resident_mb = om_bench_resident_mb_of (g_subprocess_get_identifier (process));
  g_subprocess_send_signal (process, SIGTERM);
  g_subprocess_wait (process, NULL, NULL);
  g_assert (start->first_frame_ms > 0 && start->searchable_ms > 0);
}
