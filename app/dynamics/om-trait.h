/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traits in numbers: what evidence does to confidence, how it fades, which stage it gives (design/traits.md
 * sections 2 and 3; neuromem). Pure. */
#pragma once

#include <glib.h>

#include "memory/om-enums.h"

G_BEGIN_DECLS

/** OmTraitTier: how much a trait rests on: entries, habits, or preferences. */
typedef enum
{
  OM_TRAIT_TIER_BEHAVIOR,
  OM_TRAIT_TIER_PREFERENCE,
  OM_TRAIT_TIER_CORE,
  OM_N_TRAIT_TIERS,
} OmTraitTier;

/** OmTraitStage: where in its life a trait is. Of the living ones the greater is the stronger. */
typedef enum
{
  OM_TRAIT_STAGE_TREND,
  OM_TRAIT_STAGE_CANDIDATE,
  OM_TRAIT_STAGE_EMERGING,
  OM_TRAIT_STAGE_ESTABLISHED,
  OM_TRAIT_STAGE_CORE,
  OM_TRAIT_STAGE_DISSOLVED,
  OM_N_TRAIT_STAGES,
} OmTraitStage;

/** OmTraitGrade: how much a piece of support says. */
typedef enum
{
  OM_TRAIT_GRADE_A, /* the same in different contexts */
  OM_TRAIT_GRADE_B, /* said of oneself */
  OM_TRAIT_GRADE_C, /* the same on another day */
  OM_TRAIT_GRADE_D, /* the same day, or implied */
  OM_N_TRAIT_GRADES,
} OmTraitGrade;

/* Confidence of what was just promoted or restored, and below which a trait dissolves. */
#define OM_TRAIT_CONFIDENCE_NEW 0.3
#define OM_TRAIT_CONFIDENCE_LEAST 0.1

double       om_trait_reinforce   (double       confidence,
                                   OmTraitGrade grade);
double       om_trait_contradict  (double       confidence,
                                   guint        n_together);
double       om_trait_lambda      (OmTraitTier  tier,
                                   guint        n_reinforcements);
double       om_trait_decay       (double       confidence,
                                   OmTraitTier  tier,
                                   guint        n_reinforcements,
                                   gint64       anchor,
                                   gint64       now);
OmTraitStage om_trait_band        (double       confidence);
OmTraitStage om_trait_lower_stage (OmTraitStage stage,
                                   double       confidence);
OmTraitStage om_trait_shown_stage (OmTraitStage shown,
                                   OmTraitStage stage,
                                   double       confidence);
double       om_trait_boost       (OmTraitStage stage);
OmContext    om_trait_context     (const guint  days[OM_N_CONTEXTS]);

G_END_DECLS
