/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The measurements of bench-engine, each on a store of its own size in a process of its own. */
#pragma once

#include <json-glib/json-glib.h>

G_BEGIN_DECLS

/**
 * OmBenchOptions:
 * @n_memories: size of the store
 * @passes: how often the questions are asked
 * @only: (nullable): names of the measurements wanted, NULL-terminated; %NULL for all
 * @answers: (nullable): a file that gets every answer in full, to see that a faster engine gives the same
 */
typedef struct
{
  guint       n_memories;
  guint       passes;
  char      **only;
  const char *answers;
} OmBenchOptions;

gboolean om_bench_run        (const OmBenchOptions  *options,
                              JsonBuilder           *out,
                              GError               **error);
gboolean om_bench_run_import (guint                  n_entries,
                              JsonBuilder           *out,
                              GError               **error);

G_END_DECLS
