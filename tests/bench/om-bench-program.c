/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starts the program, reads the marks of its start and how large it is, and ends it. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bench/om-bench-program.h"

#include <gio/gio.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "bench/om-bench-measure.h"

#define SETTLE_US (2 * G_USEC_PER_SEC)

static double
read_mark (const char *line,
           const char *mark)
{
  g_autofree char *beginning = g_strdup_printf ("start: %s: ", mark);

  return g_str_has_prefix (line, beginning) ? g_ascii_strtod (line + strlen (beginning), NULL) : 0;
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
      start->first_frame_ms += read_mark (line, "first frame");
      start->searchable_ms += read_mark (line, "searchable");
      g_free (line);
    }
  g_usleep (SETTLE_US);
  start->resident_mb = om_bench_resident_mb_of (g_subprocess_get_identifier (process));
  g_subprocess_send_signal (process, SIGTERM);
  g_subprocess_wait (process, NULL, NULL);
  g_assert (start->first_frame_ms > 0 && start->searchable_ms > 0);
}
