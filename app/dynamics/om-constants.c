/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tunable numbers with their defaults, the preferences that choose among them, and ages. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-constants.h"

#include "memory/om-moment.h"

static const char *const pace_nicks[OM_N_PACES] = { "natural", "gentle", "slow", "off" };
static const double pace_lambdas[OM_N_PACES] = {
  OM_PACE_NATURAL_LAMBDA, OM_PACE_GENTLE_LAMBDA, OM_PACE_SLOW_LAMBDA, 0.0
};
static const char *const strength_nicks[OM_N_RECALL_STRENGTHS] = { "gentle", "strong" };
static const double strength_boosts[OM_N_RECALL_STRENGTHS] = { OM_REINFORCE_GENTLE,
                                                               OM_REINFORCE_STRONG };

static int
from_nick (const char *const *nicks,
           int                n_nicks,
           const char        *nick)
{
  for (int i = 0; nick != NULL && i < n_nicks; i++)
    {
      if (g_ascii_strcasecmp (nicks[i], nick) == 0)
        return i;
    }

  return -1;
}

/**
 * om_model_constants_default:
 *
 * Returns: the numbers of the models as published (golden/constants.json; ombre_score.json, notes),
 *   natural pace and strong recall
 */
OmModelConstants
om_model_constants_default (void)
{
  return (OmModelConstants){
    .sector_lambda = OM_SECTOR_LAMBDAS,
    .tier_lambda = { [OM_TIER_HOT] = 0.005, [OM_TIER_WARM] = 0.02, [OM_TIER_COLD] = 0.05 },
    .tier_recent_days = OM_TIER_RECENT_DAYS,
    .tier_hot_coactivations = OM_TIER_HOT_COACTIVATIONS,
    .tier_hot_salience = OM_TIER_HOT_SALIENCE,
    .tier_warm_salience = OM_TIER_WARM_SALIENCE,
    .floor = OM_SALIENCE_FLOOR,
    .recall_trace = OM_REINFORCE_TRACE,
    .recall_boost = OM_REINFORCE_STRONG,
    .propagate_share = OM_PROPAGATE_SHARE,
    .context_share = OM_CONTEXT_SHARE,
    .context_lambda = OM_CONTEXT_LAMBDA,
    .pace_lambda = OM_PACE_NATURAL_LAMBDA,
    .emotion_base = 1.0,
    .arousal_boost = 0.8,
    .count_exponent = OM_ACTIVITY_COUNT_EXPONENT,
    .resolved_factor = OM_ACTIVITY_RESOLVED_FACTOR,
    .urgent_factor = OM_ACTIVITY_URGENT_FACTOR,
    .rest_threshold = 0.3,
  };
}

/**
 * om_pace_to_lambda:
 *
 * Returns: the fading of activity a day, 0 for %OM_PACE_OFF; that of the natural pace for an
 *   unknown one
 */
double
om_pace_to_lambda (OmPace pace)
{
  return pace >= 0 && pace < OM_N_PACES ? pace_lambdas[pace] : OM_PACE_NATURAL_LAMBDA;
}

/**
 * om_pace_to_nick:
 *
 * Returns: (transfer none): the stored name, `unknown` for a value outside the set
 */
const char *
om_pace_to_nick (OmPace pace)
{
  return pace >= 0 && pace < OM_N_PACES ? pace_nicks[pace] : "unknown";
}

/**
 * om_pace_from_nick:
 * @nick: (nullable): a name in any case
 *
 * Returns: the pace, or %OM_PACE_UNKNOWN
 */
OmPace
om_pace_from_nick (const char *nick)
{
  return from_nick (pace_nicks, OM_N_PACES, nick);
}

/**
 * om_recall_strength_to_boost:
 *
 * Returns: what a recall adds to salience after the trace; the strong one's for an unknown strength
 */
double
om_recall_strength_to_boost (OmRecallStrength strength)
{
  return strength >= 0 && strength < OM_N_RECALL_STRENGTHS ? strength_boosts[strength]
                                                           : OM_REINFORCE_STRONG;
}

/**
 * om_recall_strength_to_nick:
 *
 * Returns: (transfer none): the stored name, `unknown` for a value outside the set
 */
const char *
om_recall_strength_to_nick (OmRecallStrength strength)
{
  return strength >= 0 && strength < OM_N_RECALL_STRENGTHS ? strength_nicks[strength] : "unknown";
}

/**
 * om_recall_strength_from_nick:
 * @nick: (nullable): a name in any case
 *
 * Returns: the strength, or %OM_RECALL_STRENGTH_UNKNOWN
 */
OmRecallStrength
om_recall_strength_from_nick (const char *nick)
{
  return from_nick (strength_nicks, OM_N_RECALL_STRENGTHS, nick);
}

/**
 * om_age_days:
 * @then: an instant, ms UTC
 * @now: an instant, ms UTC
 *
 * Returns: real days of 86,400,000 ms between them, 0 if @then has not come yet (engine.md, Units)
 */
double
om_age_days (gint64 then,
             gint64 now)
{
  /* Unsigned, so that even the ends of the range do not overflow. */
  return now > then ? (double) ((guint64) now - (guint64) then) / OM_MS_PER_DAY : 0.0;
}
