/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program itself, started over a store. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * OmBenchStart:
 * @first_frame_ms: from main() to the end of the first frame
 * @first_frame_cpu_ms: processor time of the main thread until then, with what comes before main()
 * @searchable_ms: from main() until searches are complete
 * @searchable_cpu_ms: processor time of all threads until then
 * @resident_mb: two seconds after that, MB of 1,000,000 bytes
 */
typedef struct
{
  double first_frame_ms;
  double first_frame_cpu_ms;
  double searchable_ms;
  double searchable_cpu_ms;
  double resident_mb;
} OmBenchStart;

void om_bench_program_start (const char   *store,
                             OmBenchStart *start);

G_END_DECLS
