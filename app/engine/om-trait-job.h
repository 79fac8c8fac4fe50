/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The job that works out traits: entries that are new or changed are read, in slices; then the traits are
 * replayed from everything that was seen (design/traits.md). What comes out depends on the texts, on what
 * the person said and on the time alone. */
#pragma once

#include "engine/om-engine.h"
#include "engine/om-write.h"

G_BEGIN_DECLS

/**
 * OmTraitReport:
 * @skipped: another process was at it
 * @n_read: entries that were read
 * @n_traits: traits there are, dissolved ones too
 * @n_changed: traits that are new, gone or another than before
 */
typedef struct
{
  gboolean skipped;
  guint    n_read;
  guint    n_traits;
  guint    n_changed;
} OmTraitReport;

/**
 * OmTraitProgressFunc:
 * @n_done: entries read so far
 * @n_all: entries to read
 *
 * Called on the thread of the job.
 */
typedef void (*OmTraitProgressFunc) (guint    n_done,
                                     guint    n_all,
                                     gpointer data);

OmTraitReport *om_engine_find_traits        (OmEngine             *self,
                                             OmTraitProgressFunc   progress,
                                             gpointer              progress_data,
                                             GCancellable         *cancellable,
                                             GError              **error);
void           om_engine_find_traits_async  (OmEngine             *self,
                                             GCancellable         *cancellable,
                                             GAsyncReadyCallback   callback,
                                             gpointer              data);
OmTraitReport *om_engine_find_traits_finish (OmEngine             *self,
                                             GAsyncResult         *result,
                                             GError              **error);

void           om_engine_recount_traits_async (OmEngine           *self,
                                             GCancellable         *cancellable,
                                             GAsyncReadyCallback   callback,
                                             gpointer              data);
gboolean       om_engine_recount_traits_finish (OmEngine          *self,
                                             GAsyncResult         *result,
                                             GError              **error);

/* In a transaction of the caller's: from what was read so far. */
gboolean       om_trait_job_replay          (const OmWriteContext *context,
                                             OmTraitReport        *report,
                                             GError              **error);

/* For doctor: everything anew, in one transaction of its own. */
gboolean       om_trait_job_rebuild         (const OmWriteContext *context,
                                             GCancellable         *cancellable,
                                             GError              **error);

G_END_DECLS
