/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Clocks, percentiles, the size in memory, the name of the machine. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bench/om-bench-measure.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/**
 * om_bench_times_new:
 *
 * Returns: (transfer full): no times yet
 */
OmBenchTimes *
om_bench_times_new (void)
{
  OmBenchTimes *self = g_new0 (OmBenchTimes, 1);

  self->wall = g_array_new (FALSE, FALSE, sizeof (double));
  self->cpu = g_array_new (FALSE, FALSE, sizeof (double));
  return self;
}

/** om_bench_times_free: */
void
om_bench_times_free (OmBenchTimes *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->wall);
  g_array_unref (self->cpu);
  g_free (self);
}

static gint64
cpu_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (gint64) now.tv_sec * 1000000000 + now.tv_nsec;
}

static gint64
wall_ns (void)
{
  struct timespec now;

  clock_gettime (CLOCK_MONOTONIC, &now);
  return (gint64) now.tv_sec * 1000000000 + now.tv_nsec;
}

/** om_bench_times_start: begins one time. */
void
om_bench_times_start (OmBenchTimes *self)
{
  self->cpu_since = cpu_ns ();
  self->wall_since = wall_ns ();
}

/** om_bench_times_stop: ends it. */
void
om_bench_times_stop (OmBenchTimes *self)
{
  double wall = (wall_ns () - self->wall_since) / 1e6;
  double cpu = (cpu_ns () - self->cpu_since) / 1e6;

  g_array_append_val (self->wall, wall);
  g_array_append_val (self->cpu, cpu);
}

/** om_bench_times_count: how many were taken. */
guint
om_bench_times_count (OmBenchTimes *self)
{
  return self->wall->len;
}

static int
compare_doubles (gconstpointer a,
                 gconstpointer b)
{
  double x = *(const double *) a;
  double y = *(const double *) b;

  return (x > y) - (x < y);
}

/**
 * om_bench_percentile:
 * @values: (element-type double): values in any order
 * @share: 0..1: .5 for the median
 *
 * Returns: the value at or above which the rest lies, 0 for none
 */
double
om_bench_percentile (const GArray *values,
                     double        share)
{
  g_autofree double *sorted = g_memdup2 (values->data, values->len * sizeof (double));

  if (values->len == 0)
    return 0;
  qsort (sorted, values->len, sizeof (double), compare_doubles);
  return sorted[MIN (values->len - 1, (guint) (share * values->len))];
}

/**
 * om_bench_median_of_passes:
 * @values: (element-type double): the same @n_each things timed again and again
 * @n_each: how many things
 * @share: 0..1
 *
 * Returns: the percentile over the things, each by the median of its times
 */
double
om_bench_median_of_passes (const GArray *values,
                           guint         n_each,
                           double        share)
{
  g_autoptr (GArray) medians = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < n_each; i++)
    {
      g_autoptr (GArray) times = g_array_new (FALSE, FALSE, sizeof (double));
      double median;

      for (guint j = i; j < values->len; j += n_each)
        g_array_append_val (times, g_array_index (values, double, j));
      median = om_bench_percentile (times, .5);
      g_array_append_val (medians, median);
    }
  return om_bench_percentile (medians, share);
}

static double
read_status (const char *process,
             const char *field)
{
  g_autofree char *path = g_strdup_printf ("/proc/%s/status", process != NULL ? process : "self");
  g_autofree char *status = NULL;
  const char *line;

  if (!g_file_get_contents (path, &status, NULL, NULL))
    return 0;
  line = strstr (status, field);
  return line != NULL ? strtod (line + strlen (field), NULL) * 1024 / 1e6 : 0;
}

/**
 * om_bench_resident_mb_of:
 * @process: (nullable): number of a process, as text; %NULL for this one
 *
 * Returns: what it has in memory (VmRSS), MB of 1,000,000 bytes; 0 where it cannot be told
 */
double
om_bench_resident_mb_of (const char *process)
{
  return read_status (process, "VmRSS:");
}

/**
 * om_bench_peak_mb:
 *
 * Returns: the most this process ever had in memory (VmHWM), MB of 1,000,000 bytes; 0 where it cannot be told
 */
double
om_bench_peak_mb (void)
{
  return read_status (NULL, "VmHWM:");
}

/**
 * om_bench_resident_mb:
 *
 * Returns: what this process has in memory (VmRSS), MB of 1,000,000 bytes; 0 where it cannot be told
 */
double
om_bench_resident_mb (void)
{
  return om_bench_resident_mb_of (NULL);
}

/**
 * om_bench_dup_machine:
 *
 * Returns: (transfer full): the processor and how many cores of it there are
 */
char *
om_bench_dup_machine (void)
{
  g_autofree char *info = NULL;
  g_auto (GStrv) lines = NULL;
  const char *model = "unknown processor";

  if (g_file_get_contents ("/proc/cpuinfo", &info, NULL, NULL))
    lines = g_strsplit (info, "\n", -1);
  for (guint i = 0; lines != NULL && lines[i] != NULL; i++)
    {
      const char *colon = strchr (lines[i], ':');

      if (g_str_has_prefix (lines[i], "model name") && colon != NULL)
        {
          model = g_strstrip ((char *) colon + 1);
          break;
        }
    }
  return g_strdup_printf ("%s, %u cores", model, g_get_num_processors ());
}
