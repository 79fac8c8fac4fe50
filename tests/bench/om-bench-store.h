/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stores full of the made-up journal, built once and kept in a cache folder. */
#pragma once

#include "engine/om-engine.h"

G_BEGIN_DECLS

#define OM_BENCH_SEED 20150101

gboolean om_bench_store_prepare  (guint        n_memories,
                                  GError     **error);
char    *om_bench_store_ensure   (guint        n_memories,
                                  GError     **error);
char    *om_bench_store_copy     (const char  *path,
                                  GError     **error);
void     om_bench_store_remove   (const char  *path);
char    *om_bench_store_new_path (GError     **error);
gboolean om_bench_store_fill     (OmEngine    *engine,
                                  guint        n_memories,
                                  guint        batch,
                                  GError     **error);
gint64   om_bench_clock          (gpointer     data);

G_END_DECLS
