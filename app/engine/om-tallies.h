/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal in numbers, month by month. Part of the engine's public face; for its threads see om-engine.h. */
#pragma once

#include "engine/om-engine.h"
#include "memory/om-tally.h"

G_BEGIN_DECLS

GArray *om_engine_get_tallies        (OmEngine            *self,
                                      GCancellable        *cancellable,
                                      GError             **error);
void    om_engine_get_tallies_async  (OmEngine            *self,
                                      GCancellable        *cancellable,
                                      GAsyncReadyCallback  callback,
                                      gpointer             data);
GArray *om_engine_get_tallies_finish (OmEngine            *self,
                                      GAsyncResult        *result,
                                      GError             **error);
void    om_tallies_sum               (GArray              *tallies,
                                      OmTally             *sum);
guint   om_tally_count_entries       (const OmTally       *self);

G_END_DECLS
