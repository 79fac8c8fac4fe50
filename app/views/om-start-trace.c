/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long the program took to start: with OPENMEMORY_TRACE_START=1 each mark is printed once on
 * standard error, with the milliseconds since main() began. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-start-trace.h"

static gint64 began_us;
static GHashTable *printed; /* (owned) (nullable): marks, static strings; %NULL if nothing is asked for */

/**
 * om_start_trace_begin:
 *
 * Once, first thing in main().
 */
void
om_start_trace_begin (void)
{
  began_us = g_get_monotonic_time ();
  if (g_strcmp0 (g_getenv ("OPENMEMORY_TRACE_START"), "1") == 0)
    printed = g_hash_table_new (g_str_hash, g_str_equal);
}

/**
 * om_start_trace:
 * @mark: (transfer none): what has been reached, a static string
 *
 * Prints `start: MARK: N ms`.
 */
void
om_start_trace (const char *mark)
{
  if (printed != NULL && g_hash_table_add (printed, (gpointer) mark))
    g_printerr ("start: %s: %.1f ms\n", mark, (double) (g_get_monotonic_time () - began_us) / 1000);
}
