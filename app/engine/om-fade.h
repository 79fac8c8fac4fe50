/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The daily pass of fading. It acts on the present value and never writes it back: it reports what has
 * gone to rest, shrinks the vectors of what has faded, and prunes weak associations
 * (engine.md sections 5 and 6). */
#pragma once

#include "engine/om-engine.h"

G_BEGIN_DECLS

/**
 * OmFadeReport:
 * @skipped: another process was at it: nothing was done
 * @dry_run: nothing was changed: the counts say what a pass would do
 * @since: time of the report before, ms UTC, 0 if there was none: then nothing counts as newly resting
 * @checked: memories that could rest
 * @resting: of those, how many rest now
 * @lowest_score: the lowest activity score among @checked, 0 if there is none
 * @by_tier: memories by tier of salience
 * @newly_resting: (owned): NULL-terminated ids of those that went to rest since the last report
 * @n_compressed: vectors that were pooled
 * @n_fingerprints: vectors that were replaced by fingerprints
 * @n_restored: vectors of what is vivid again, by a neighbour that was recalled or another pace, made anew
 * @n_pruned: associations that were too weak to keep
 */
typedef struct
{
  gboolean skipped;
  gboolean dry_run;
  gint64   since;
  guint    checked;
  guint    resting;
  double   lowest_score;
  guint    by_tier[OM_N_TIERS];
  char   **newly_resting;
  guint    n_compressed;
  guint    n_fingerprints;
  guint    n_restored;
  guint    n_pruned;
} OmFadeReport;

OmFadeReport *om_engine_fade        (OmEngine             *self,
                                     gboolean              dry_run,
                                     GCancellable         *cancellable,
                                     GError              **error);
void          om_engine_fade_async  (OmEngine             *self,
                                     gboolean              dry_run,
                                     GCancellable         *cancellable,
                                     GAsyncReadyCallback   callback,
                                     gpointer              data);
OmFadeReport *om_engine_fade_finish (OmEngine             *self,
                                     GAsyncResult         *result,
                                     GError              **error);
void          om_fade_report_free   (OmFadeReport         *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmFadeReport, om_fade_report_free)

G_END_DECLS
