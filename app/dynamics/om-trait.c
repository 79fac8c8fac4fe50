/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Confidence of a trait. Nothing here knows of evidence or of the clock. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-trait.h"

#include <math.h>

#include "memory/om-moment.h"

/* Of one piece, and of several that come together. */
#define CONTRADICTION_ONE 0.8
#define CONTRADICTION_SEVERAL 0.6

/* How much each reinforcement slows fading down (spacing). */
#define SPACING 0.1

/* A weekly habit would flicker about a bound without it (design/traits.md section 4, 9). */
#define SHOWN_SLACK 0.03

/* One context of this share of the days is the trait's. */
#define CONTEXT_SHARE 0.7
#define CONTEXT_MIN_DAYS 2

static const double grade_factors[OM_N_TRAIT_GRADES] = { 0.25, 0.20, 0.15, 0.05 };
static const double base_lambdas[OM_N_TRAIT_TIERS] = { 0.005, 0.002, 0.001 };
static const double boosts[OM_N_TRAIT_STAGES] = { 0.0, 0.0, 0.05, 0.15, 0.25, 0.0 };

/* Where each living stage begins, the bound itself included. A trend has no confidence. */
static const double bounds[OM_TRAIT_STAGE_DISSOLVED] = { 0.0, OM_TRAIT_CONFIDENCE_LEAST, 0.3, 0.6, 0.85 };

/**
 * om_trait_reinforce:
 * @confidence: 0..1
 * @grade: of the support
 *
 * Returns: the confidence after it, `c + (1 - c) f` (golden/trait_confidence.json)
 */
double
om_trait_reinforce (double       confidence,
                    OmTraitGrade grade)
{
  g_return_val_if_fail (grade < OM_N_TRAIT_GRADES, confidence);

  return CLAMP (confidence + (1.0 - confidence) * grade_factors[grade], 0.0, 1.0);
}

/**
 * om_trait_contradict:
 * @confidence: 0..1
 * @n_together: how many pieces of evidence speak against it at once
 *
 * Returns: the confidence after it (golden/trait_confidence.json)
 */
double
om_trait_contradict (double confidence,
                     guint  n_together)
{
  return CLAMP (confidence * (n_together > 1 ? CONTRADICTION_SEVERAL : CONTRADICTION_ONE), 0.0, 1.0);
}

/**
 * om_trait_lambda:
 * @n_reinforcements: on how many days it was reinforced
 *
 * Returns: how fast confidence fades, a day (golden/trait_decay.json)
 */
double
om_trait_lambda (OmTraitTier tier,
                 guint       n_reinforcements)
{
  g_return_val_if_fail (tier < OM_N_TRAIT_TIERS, 0.0);

  return base_lambdas[tier] / (1.0 + SPACING * n_reinforcements);
}

/**
 * om_trait_decay:
 * @confidence: as it was at @anchor, 0..1
 * @n_reinforcements: on how many days it was reinforced
 * @anchor: when it was last changed, in ms since 1970
 * @now: in ms since 1970; before @anchor counts as @anchor
 *
 * Asked often or once gives the same: the anchor stays where it is.
 *
 * Returns: the confidence at @now (golden/trait_decay.json)
 */
double
om_trait_decay (double      confidence,
                OmTraitTier tier,
                guint       n_reinforcements,
                gint64      anchor,
                gint64      now)
{
  double days = (double) MAX (now - anchor, 0) / OM_MS_PER_DAY;

  return confidence * exp (-om_trait_lambda (tier, n_reinforcements) * days);
}

/**
 * om_trait_band:
 * @confidence: 0..1
 *
 * Returns: the stage whose band holds it; %OM_TRAIT_STAGE_DISSOLVED below .1, never a trend
 */
OmTraitStage
om_trait_band (double confidence)
{
  for (OmTraitStage stage = OM_TRAIT_STAGE_CORE; stage > OM_TRAIT_STAGE_TREND; stage--)
    {
      if (confidence >= bounds[stage])
        return stage;
    }
  return OM_TRAIT_STAGE_DISSOLVED;
}

/**
 * om_trait_lower_stage:
 * @stage: what it had
 * @confidence: what it has now
 *
 * Without support a stage only falls.
 *
 * Returns: the lower of @stage and the band of @confidence
 */
OmTraitStage
om_trait_lower_stage (OmTraitStage stage,
                      double       confidence)
{
  OmTraitStage band = om_trait_band (confidence);

  if (stage == OM_TRAIT_STAGE_TREND || stage == OM_TRAIT_STAGE_DISSOLVED || band == OM_TRAIT_STAGE_DISSOLVED)
    return stage == OM_TRAIT_STAGE_TREND ? stage : OM_TRAIT_STAGE_DISSOLVED;
  return MIN (stage, band);
}

/**
 * om_trait_shown_stage:
 * @shown: the stage that was shown
 * @stage: the exact one
 * @confidence: the exact one
 *
 * Returns: the stage to show: it rises at once and falls when confidence is .03 under its band
 */
OmTraitStage
om_trait_shown_stage (OmTraitStage shown,
                      OmTraitStage stage,
                      double       confidence)
{
  gboolean both_live = stage > OM_TRAIT_STAGE_TREND && stage < OM_TRAIT_STAGE_DISSOLVED &&
                       shown > stage && shown < OM_TRAIT_STAGE_DISSOLVED;

  return both_live && confidence > bounds[shown] - SHOWN_SLACK ? shown : stage;
}

/**
 * om_trait_boost:
 *
 * Returns: what a trait of the stage adds inside `1 + ...` when it is recalled; 0 if it is never shown
 */
double
om_trait_boost (OmTraitStage stage)
{
  g_return_val_if_fail (stage < OM_N_TRAIT_STAGES, 0.0);

  return boosts[stage];
}

/**
 * om_trait_context:
 * @days: how many days support it in each context
 *
 * Returns: the context of the trait (design/traits.md section 4, 7); %OM_CONTEXT_UNKNOWN without any day
 */
OmContext
om_trait_context (const guint days[OM_N_CONTEXTS])
{
  OmContext largest = OM_CONTEXT_WORK;
  guint n_days = 0;
  guint n_steady = 0;

  for (OmContext context = OM_CONTEXT_WORK; context < OM_N_CONTEXTS; context++)
    {
      n_days += days[context];
      n_steady += days[context] >= CONTEXT_MIN_DAYS ? 1 : 0;
      if (days[context] > days[largest])
        largest = context;
    }
  if (n_days == 0)
    return OM_CONTEXT_UNKNOWN;
  if (days[largest] >= CONTEXT_SHARE * n_days)
    return largest;
  return n_steady >= 2 ? OM_CONTEXT_GENERAL : largest;
}
