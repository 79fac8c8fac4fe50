/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Salience: the model's primitives, its closed form over time, and the events that change it. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-salience.h"

#include <math.h>

#include "memory/om-moment.h"

static const double sector_lambdas[OM_N_SECTORS] = OM_SECTOR_LAMBDAS;

/* A share of 0..1; a value that is no number counts as nothing. */
static double
clamp_share (double value)
{
  return isnan (value) ? 0.0 : CLAMP (value, 0.0, 1.0);
}

static OmTier
tier_of (gboolean                recent,
         double                  salience,
         guint                   coactivations,
         const OmModelConstants *constants)
{
  if (recent && (coactivations > constants->tier_hot_coactivations || salience > constants->tier_hot_salience))
    return OM_TIER_HOT;

  return recent || salience > constants->tier_warm_salience ? OM_TIER_WARM : OM_TIER_COLD;
}

static gboolean
is_recent (gint64                  last_seen_at,
           gint64                  now,
           const OmModelConstants *constants)
{
  return om_age_days (last_seen_at, now) < constants->tier_recent_days;
}

/* Days of the interval from salience_at to now that lie within six days of the last look. Before
 * that look (a clock was set back) its age is 0, so that those days are recent, too. */
static double
recent_days (const OmSalienceState  *state,
             gint64                  now,
             const OmModelConstants *constants)
{
  const gint64 recent_ms = (gint64) (constants->tier_recent_days * (double) OM_MS_PER_DAY);
  gint64 recent_until =
      state->last_seen_at > G_MAXINT64 - recent_ms ? G_MAXINT64 : state->last_seen_at + recent_ms;

  return om_age_days (state->salience_at, MIN (now, recent_until));
}

/**
 * om_salience_state_from_memory:
 *
 * Returns: what salience depends on, of a stored memory
 */
OmSalienceState
om_salience_state_from_memory (const OmMemory *memory)
{
  return (OmSalienceState){
    .salience = memory->salience,
    .salience_at = memory->salience_at,
    .last_seen_at = memory->last_seen_at,
    .coactivations = memory->coactivations,
    .sector = memory->sector,
    .kept = (memory->flags & (OM_FLAG_KEPT | OM_FLAG_PINNED)) != 0,
    .section_index = memory->section_index,
    .section_count = memory->section_count,
  };
}

/**
 * om_tier_present:
 * @state: what the memory's last event left
 * @now: an instant, ms UTC
 * @constants: the numbers in force
 *
 * Returns: the tier it is in at @now
 */
OmTier
om_tier_present (const OmSalienceState  *state,
                 gint64                  now,
                 const OmModelConstants *constants)
{
  return tier_of (is_recent (state->last_seen_at, now, constants), state->salience, state->coactivations, constants);
}

/**
 * om_fade_factor_present:
 * @state: what the memory's last event left
 * @now: an instant, ms UTC
 * @constants: the numbers in force
 *
 * The fade factor f of engine.md 5.2. Whether a memory is hot, warm or cold depends on its stored
 * salience and coactivations, which stand still between events, and on whether it was seen within
 * six days, which changes once: so the exponent is the sum over two pieces of known length, and f
 * is continuous and never rises.
 *
 * Returns: 0..1; 1 for what is kept
 */
double
om_fade_factor_present (const OmSalienceState  *state,
                        gint64                  now,
                        const OmModelConstants *constants)
{
  double salience = clamp_share (state->salience);
  double days = om_age_days (state->salience_at, now);
  double recent = recent_days (state, now, constants);
  OmTier early = tier_of (TRUE, salience, state->coactivations, constants);
  OmTier late = tier_of (FALSE, salience, state->coactivations, constants);
  double exponent;

  if (state->kept)
    return 1.0;

  exponent =
      constants->tier_lambda[early] * recent + constants->tier_lambda[late] * (days - recent);
  return exp (-exponent / (om_salience_lifted (salience, state->coactivations) + OM_FADE_OFFSET));
}

/**
 * om_salience_present:
 * @state: what the memory's last event left
 * @now: an instant, ms UTC
 * @constants: the numbers in force
 *
 * Present salience, engine.md 5.3: F + (S0 - F) f e^(-l d), F = min(S0, floor), l the sector's
 * lambda, for sections of a document x (1 - sqrt(index / count)). It depends on nothing but its
 * arguments, so how often it was looked at in between makes no difference. It never rises by
 * waiting.
 *
 * Returns: 0..1
 */
double
om_salience_present (const OmSalienceState  *state,
                     gint64                  now,
                     const OmModelConstants *constants)
{
  double salience = clamp_share (state->salience);
  double floor = MIN (salience, constants->floor);
  double lambda = 0.0;
  double left;

  if (state->kept)
    return salience;

  if (state->sector >= 0 && state->sector < OM_N_SECTORS)
    lambda = constants->sector_lambda[state->sector];
  /* A section beyond the last one would make lambda negative, and salience rise. */
  if (state->section_count > 0)
    lambda *= 1.0 - sqrt (MIN (1.0, (double) state->section_index / state->section_count));

  left = om_fade_factor_present (state, now, constants) *
         exp (-lambda * om_age_days (state->salience_at, now));
  /* The same as F + (S0 - F) x left, written so that S0 comes back to the bit when nothing has
   * faded. */
  return MAX (floor, salience - (salience - floor) * (1.0 - left));
}

/**
 * om_salience_decay:
 * @sector: a sector; in an unknown one nothing fades
 * @salience: salience before
 * @days: time passed
 * @segment: 0-based place of a section
 * @max_segment: number of sections, 0 for none
 *
 * The bare fading by sector (golden calc_decay): towards .08, from below as from above. A
 * primitive; the program shows om_salience_present().
 *
 * Returns: 0..1; in an unknown sector @salience
 */
double
om_salience_decay (OmSector sector,
                   double   salience,
                   double   days,
                   guint    segment,
                   guint    max_segment)
{
  double lambda;
  double factor;

  if (sector < 0 || sector >= OM_N_SECTORS)
    return salience;

  lambda = sector_lambdas[sector];
  if (max_segment > 0)
    lambda *= 1.0 - sqrt ((double) segment / max_segment);

  factor = exp (-lambda * MAX (0.0, days));
  return CLAMP (salience * factor + OM_SALIENCE_FLOOR * (1.0 - factor), 0.0, 1.0);
}

/**
 * om_tier_pick:
 * @last_seen_at: when it was last seen, ms UTC
 * @now: an instant, ms UTC
 * @salience: stored salience
 * @coactivations: number of deliberate recalls
 *
 * Returns: the tier (golden pick_tier); recent means seen less than six days ago
 */
OmTier
om_tier_pick (gint64 last_seen_at,
              gint64 now,
              double salience,
              guint  coactivations)
{
  OmModelConstants constants = om_model_constants_default ();

  return tier_of (is_recent (last_seen_at, now, &constants), salience, coactivations, &constants);
}

/**
 * om_salience_lifted:
 * @salience: 0..1
 * @coactivations: number of deliberate recalls
 *
 * Returns: S' = min(1, S (1 + ln(1 + coactivations))), by which recalled memories fade more slowly
 */
double
om_salience_lifted (double salience,
                    guint  coactivations)
{
  return clamp_share (salience * (1.0 + log1p (coactivations)));
}

/**
 * om_fade_factor:
 * @tier: the tier all the time was spent in
 * @salience: stored salience
 * @coactivations: number of deliberate recalls
 * @days: time passed
 *
 * Returns: the one-tier fade factor f of a decay pass (golden apply_decay)
 */
double
om_fade_factor (OmTier tier,
                double salience,
                guint  coactivations,
                double days)
{
  OmModelConstants constants = om_model_constants_default ();

  g_return_val_if_fail (tier >= 0 && tier < OM_N_TIERS, 1.0);
  return exp (-constants.tier_lambda[tier] * MAX (0.0, days) /
              (om_salience_lifted (salience, coactivations) + OM_FADE_OFFSET));
}

/**
 * om_salience_faded:
 * @salience: stored salience
 * @coactivations: number of deliberate recalls
 * @fade_factor: from om_fade_factor()
 *
 * Returns: what a decay pass of the source writes back (golden apply_decay, salience_after). This
 *   program writes nothing back; the primitive is here to be held against it.
 */
double
om_salience_faded (double salience,
                   guint  coactivations,
                   double fade_factor)
{
  return clamp_share (om_salience_lifted (salience, coactivations) * fade_factor);
}

/**
 * om_reinforce_trace:
 * @salience: present salience, 0..1
 *
 * Returns: s + .18 (1 - s) (golden reinforcement, trace)
 */
double
om_reinforce_trace (double salience)
{
  return MIN (1.0, salience + OM_REINFORCE_TRACE * (1.0 - salience));
}

/**
 * om_reinforce_query_hit:
 * @salience: present salience, 0..1
 * @boost: .5 in the source; a preference here
 *
 * Returns: s + @boost, at most 1 (golden reinforcement, query_hit)
 */
double
om_reinforce_query_hit (double salience,
                        double boost)
{
  return MIN (1.0, salience + boost);
}

/**
 * om_reinforce_duplicate:
 * @salience: present salience, 0..1
 *
 * Returns: s + .15, at most 1: the text was said again (golden reinforcement, dedup)
 */
double
om_reinforce_duplicate (double salience)
{
  return MIN (1.0, salience + OM_REINFORCE_DUPLICATE);
}

/**
 * om_reinforce_reflection:
 * @salience: present salience, 0..1
 *
 * Returns: 1.1 s, at most 1: it was taken into a reflection (golden reinforcement, reflect_boost)
 */
double
om_reinforce_reflection (double salience)
{
  return MIN (1.0, salience * OM_REINFORCE_REFLECTION);
}

/**
 * om_reinforce_recall:
 * @salience: present salience, 0..1
 * @constants: the numbers in force
 *
 * Returns: the salience after a deliberate recall: the trace s + t (1 - s), then the boost (engine.md 5, table)
 */
double
om_reinforce_recall (double                  salience,
                     const OmModelConstants *constants)
{
  return om_reinforce_query_hit (MIN (1.0, salience + constants->recall_trace * (1.0 - salience)), constants->recall_boost);
}

/**
 * om_propagate:
 * @source_salience: salience of the recalled memory
 * @weight: weight of the waypoint; the source lets a negative one lower the neighbour
 * @salience: the neighbour's present salience
 *
 * Returns: n + .18 w s, at most 1 (golden propagation)
 */
double
om_propagate (double source_salience,
              double weight,
              double salience)
{
  return MIN (1.0, salience + OM_PROPAGATE_SHARE * weight * source_salience);
}

/**
 * om_reinforce_neighbour:
 * @source_salience: salience of the recalled memory, 0..1
 * @weight: present weight of the waypoint, 0..1
 * @salience: the neighbour's present salience, 0..1
 * @days_since_seen: age of the neighbour's last_seen_at
 * @constants: the numbers in force
 *
 * The whole spreading event of engine.md 5: n + .18 w s, as om_propagate() by the published number, then
 * + .2 (s - n) e^(-.02 days) on its result. A neighbour that stands above the recalled memory is not drawn down to it.
 *
 * Returns: 0..1, never below @salience
 */
double
om_reinforce_neighbour (double                  source_salience,
                        double                  weight,
                        double                  salience,
                        double                  days_since_seen,
                        const OmModelConstants *constants)
{
  double spread = MIN (1.0, salience + constants->propagate_share * weight * source_salience);
  double reached = MAX (salience, spread);
  double drawn = reached + constants->context_share * (source_salience - reached) *
                             exp (-constants->context_lambda * MAX (0.0, days_since_seen));

  return MIN (1.0, MAX (reached, drawn));
}
