/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How all memories stand at an instant of the past, now, or in days to come: counts, what fades soonest, and
 * the moods. Part of the engine's public face; for its threads see om-engine.h. */
#pragma once

#include "engine/om-engine.h"

G_BEGIN_DECLS

/**
 * OmOutlook:
 * @at: of when, ms UTC
 * @memories: how many there were
 * @by_tier: of those
 * @by_vividness: of those
 * @by_stage: of those: how much of the vector is kept. Of now as it is stored, of another time what a pass
 *   of fading would leave.
 * @soonest: (owned) (element-type OmSoon): what falls to Fading next, the soonest first; without hidden and
 *   private ones
 */
typedef struct
{
  gint64     at;
  guint      memories;
  guint      by_tier[OM_N_TIERS];
  guint      by_vividness[OM_N_VIVIDNESS];
  guint      by_stage[OM_N_VECTOR_STAGES];
  GPtrArray *soonest;
} OmOutlook;

/**
 * OmSoon:
 * @memory: (owned): as it is now
 * @forecast: from @at on
 */
typedef struct
{
  OmMemory  *memory;
  OmForecast forecast;
} OmSoon;

/**
 * OmMoodPoint:
 * @row: the memory
 * @happened: when
 * @valence: -1..1
 * @arousal: 0..1
 * @sector: its sector
 */
typedef struct
{
  gint64   row;
  OmMoment happened;
  double   valence;
  double   arousal;
  OmSector sector;
} OmMoodPoint;

void       om_outlook_free              (OmOutlook           *self);
OmOutlook *om_engine_get_outlook        (OmEngine            *self,
                                         gint64               as_of,
                                         gint64               at,
                                         guint                n_soonest,
                                         GCancellable        *cancellable,
                                         GError             **error);
void       om_engine_get_outlook_async  (OmEngine            *self,
                                         gint64               as_of,
                                         gint64               at,
                                         guint                n_soonest,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             data);
OmOutlook *om_engine_get_outlook_finish (OmEngine            *self,
                                         GAsyncResult        *result,
                                         GError             **error);
GArray    *om_engine_get_moods          (OmEngine            *self,
                                         GCancellable        *cancellable,
                                         GError             **error);
void       om_engine_get_moods_async    (OmEngine            *self,
                                         GCancellable        *cancellable,
                                         GAsyncReadyCallback  callback,
                                         gpointer             data);
GArray    *om_engine_get_moods_finish   (OmEngine            *self,
                                         GAsyncResult        *result,
                                         GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmOutlook, om_outlook_free)

G_END_DECLS
