/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times and sizes as the benchmarks take them. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * OmBenchTimes:
 * @wall: (owned) (element-type double): ms by the clock on the wall
 * @cpu: (owned) (element-type double): ms of processor time, of all threads; on a machine that is
 *   busy with other things these are what can be compared
 */
typedef struct
{
  GArray *wall;
  GArray *cpu;
  gint64  wall_since;
  gint64  cpu_since;
} OmBenchTimes;

OmBenchTimes *om_bench_times_new        (void);
void          om_bench_times_start      (OmBenchTimes *self);
void          om_bench_times_stop       (OmBenchTimes *self);
guint         om_bench_times_count      (OmBenchTimes *self);
void          om_bench_times_free       (OmBenchTimes *self);
double        om_bench_percentile       (const GArray *values,
                                         double        share);
double        om_bench_median_of_passes (const GArray *values,
                                         guint         n_each,
                                         double        share);
double        om_bench_resident_mb      (void);
double        om_bench_resident_mb_of   (const char         *process);
double        om_bench_peak_mb          (void);
char         *om_bench_dup_machine      (void);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmBenchTimes, om_bench_times_free)

G_END_DECLS
