/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traits in numbers: what evidence does to confidence, how it fades, which stage it gives (design/traits.md
 * sections 2 and 3; neuromem). Pure. */
#pragma once

#include <glib.h>

#include "memory/om-enums.h"

G_BEGIN_DECLS

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
