/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The past and the foreseeable future of a memory's salience (engine.md section 9). */
#pragma once

#include "dynamics/om-constants.h"
#include "engine/om-engine.h"
#include "store/om-store-events.h"
#include "store/om-store.h"

G_BEGIN_DECLS

OmHistory *om_history_read     (OmStore                *store,
                                const char             *id,
                                const OmModelConstants *constants,
                                gint64                  now,
                                GError                **error);
OmHistory *om_history_of_events (const OmMemory        *memory,
                                const GArray           *events,
                                const GArray           *curve,
                                const OmModelConstants *constants);
gint64     om_history_beginning (const OmHistory       *history,
                                const OmMemory         *memory);
gboolean   om_history_memory_at (const OmHistory       *history,
                                const OmMemory         *memory,
                                gint64                  at,
                                OmMemory               *then);
int        om_history_tier_at  (const OmHistory        *history,
                                const OmMemory         *memory,
                                const OmModelConstants *constants,
                                gint64                  at);
void       om_history_forget_after (OmHistory          *history,
                                gint64                  at);
double     om_history_value_at (const OmHistory        *history,
                                const OmMemory         *memory,
                                const OmModelConstants *constants,
                                gint64                  at);
int        om_history_vividness_at (const OmHistory    *history,
                                const OmMemory         *memory,
                                const OmModelConstants *constants,
                                gint64                  at);
OmForecast om_forecast_of      (const OmMemory         *memory,
                                const OmModelConstants *constants,
                                gint64                  now);

G_END_DECLS
