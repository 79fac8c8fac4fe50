/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Salience: how easily a memory comes to mind. The stored pair (value, time) changes only by
 * events; the value at any instant is computed (engine.md section 5). */
#pragma once

#include <glib.h>

#include "dynamics/om-constants.h"
#include "memory/om-memory.h"

G_BEGIN_DECLS

/**
 * OmSalienceState:
 * @salience: value at the last event, 0..1
 * @salience_at: time of that event, ms UTC
 * @last_seen_at: retrieval clock, ms UTC
 * @coactivations: number of deliberate recalls
 * @sector: primary sector; an unknown one does not fade by sector
 * @kept: kept or pinned: does not fade
 * @section_index: 0-based place in its document
 * @section_count: number of sections of its document, 0 for what is no section
 */
typedef struct
{
  double   salience;
  gint64   salience_at;
  gint64   last_seen_at;
  guint    coactivations;
  OmSector sector;
  gboolean kept;
  guint    section_index;
  guint    section_count;
} OmSalienceState;

/* The present, in closed form. These are what the program uses. */
OmSalienceState om_salience_state_from_memory (const OmMemory         *memory);
double          om_salience_present           (const OmSalienceState  *state,
                                               gint64                  now,
                                               const OmModelConstants *constants);
double          om_fade_factor_present        (const OmSalienceState  *state,
                                               gint64                  now,
                                               const OmModelConstants *constants);
OmTier          om_tier_present               (const OmSalienceState  *state,
                                               gint64                  now,
                                               const OmModelConstants *constants);

/* The model's primitives: one tier, no floor (golden calc_decay, pick_tier, apply_decay). */
double          om_salience_decay             (OmSector                sector,
                                               double                  salience,
                                               double                  days,
                                               guint                   segment,
                                               guint                   max_segment);
OmTier          om_tier_pick                  (gint64                  last_seen_at,
                                               gint64                  now,
                                               double                  salience,
                                               guint                   coactivations);
double          om_salience_lifted            (double                  salience,
                                               guint                   coactivations);
double          om_fade_factor                (OmTier                  tier,
                                               double                  salience,
                                               guint                   coactivations,
                                               double                  days);
double          om_salience_faded             (double                  salience,
                                               guint                   coactivations,
                                               double                  fade_factor);

/* Events: the salience after one (golden reinforcement, propagation; engine.md 5, table). */
double          om_reinforce_trace            (double                  salience);
double          om_reinforce_query_hit        (double                  salience,
                                               double                  boost);
double          om_reinforce_duplicate        (double                  salience);
double          om_reinforce_reflection       (double                  salience);
double          om_reinforce_recall           (double                  salience,
                                               const OmModelConstants *constants);
double          om_propagate                  (double                  source_salience,
                                               double                  weight,
                                               double                  salience);
double          om_reinforce_neighbour        (double                  source_salience,
                                               double                  weight,
                                               double                  salience,
                                               double                  days_since_seen,
                                               const OmModelConstants *constants);

G_END_DECLS
