/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Activity: importance, use and emotion in one score, and what people see of it: vividness and rest
 * (engine.md section 6; Ombre-Brain). */
#pragma once

#include <glib.h>

#include "dynamics/om-constants.h"
#include "memory/om-memory.h"

G_BEGIN_DECLS

/**
 * OmActivity:
 * @importance: cut to a whole number and clamped to 1..10
 * @activation_count: cut to a whole number, at least 1
 * @days: age of the last deliberate use; negative is 0, %NAN (no date) is 30
 * @arousal: clamped to 0..1; %NAN (unknown) is .3
 * @resolved: let rest by the person
 * @kept: kept or pinned
 */
typedef struct
{
  double   importance;
  double   activation_count;
  double   days;
  double   arousal;
  gboolean resolved;
  gboolean kept;
} OmActivity;

/**
 * OmActivityCycle:
 * @checked: scores that could rest
 * @rested: of those, how many are below the threshold
 * @lowest_score: the lowest of them, 0 if there was none
 */
typedef struct
{
  guint  checked;
  guint  rested;
  double lowest_score;
} OmActivityCycle;

OmActivity      om_activity_from_memory       (const OmMemory         *memory,
                                               gint64                  now);
double          om_activity_score             (const OmActivity       *self,
                                               const OmModelConstants *constants);
double          om_activity_bare_score        (const OmActivity       *self,
                                               const OmModelConstants *constants);
int             om_activity_vividness         (const OmActivity       *self,
                                               const OmModelConstants *constants);
double          om_activity_days_to_vividness (const OmActivity       *self,
                                               int                     percent,
                                               const OmModelConstants *constants);
double          om_activity_days_to_rest      (const OmActivity       *self,
                                               const OmModelConstants *constants);
OmActivityCycle om_activity_cycle             (const double           *scores,
                                               const gboolean         *kept,
                                               gsize                   n_scores,
                                               const OmModelConstants *constants,
                                               gboolean               *rested);
double          om_round_four_digits          (double                  value);

/* Of a whole memory, at an instant. */
gboolean        om_memory_rests               (const OmMemory         *memory,
                                               gint64                  now,
                                               const OmModelConstants *constants);
OmVividness     om_memory_vividness           (const OmMemory         *memory,
                                               gint64                  now,
                                               const OmModelConstants *constants,
                                               int                    *percent);
int             om_memory_resting_vividness   (const OmMemory         *memory,
                                               gint64                  now,
                                               const OmModelConstants *constants);
OmVividness     om_vividness_from_percent     (int                     percent,
                                               gboolean                rests);

G_END_DECLS
