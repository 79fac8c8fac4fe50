/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The activity score and what is read off it: rest, vividness, when a memory fades. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-activity.h"

#include <math.h>
#include <stdio.h>

/* Nearer than this to a half, the scaled value's own rounding error might decide the last digit. */
#define HALF_MARGIN 1e-5
/* Above this the scaled value is too coarse for that margin. */
#define QUICK_ROUND_MAX 1e6

static double
clamped_importance (double importance)
{
  return isnan (importance) ? OM_IMPORTANCE_DEFAULT
                            : CLAMP (trunc (importance), OM_IMPORTANCE_MIN, OM_IMPORTANCE_MAX);
}

static double
clamped_arousal (double arousal)
{
  return isnan (arousal) ? OM_AROUSAL_DEFAULT : CLAMP (arousal, 0.0, 1.0);
}

static double
clamped_count (double count)
{
  return count >= 1.0 ? trunc (count) : 1.0;
}

static double
clamped_days (double days)
{
  return isnan (days) ? OM_ACTIVITY_UNDATED_DAYS : MAX (0.0, days);
}

/* A fact holds until something replaced it or its time ran out. */
static gboolean
fact_holds (const OmMemory *memory,
            gint64          now)
{
  return memory->type == OM_MEMORY_TYPE_FACT && memory->superseded_by == NULL &&
         (memory->valid_until == 0 || memory->valid_until > now);
}

static gboolean
never_rests_by_score (const OmMemory *memory,
                      gint64          now)
{
  return memory->importance >= OM_ACTIVITY_NEVER_RESTS_IMPORTANCE ||
         (memory->flags & (OM_FLAG_KEPT | OM_FLAG_PINNED)) != 0 ||
         memory->type == OM_MEMORY_TYPE_DOCUMENT || memory->type == OM_MEMORY_TYPE_SECTION ||
         fact_holds (memory, now);
}

/**
 * om_round_four_digits:
 *
 * Rounds to four digits after the point, looking at the exact binary value and a tie to the even
 * digit, as Python's round() does and the golden scores ask for.
 *
 * Returns: the double nearest to that decimal number
 */
double
om_round_four_digits (double value)
{
  double scaled = value * 1e4;
  double fraction = scaled - floor (scaled);
  char decimal[512];

  if (!isfinite (value))
    return value;

  if (fabs (value) < QUICK_ROUND_MAX && fabs (fraction - 0.5) > HALF_MARGIN)
    return floor (scaled + 0.5) / 1e4;

  g_ascii_formatd (decimal, sizeof decimal, "%.4f", value);
  return g_ascii_strtod (decimal, NULL);
}

/**
 * om_activity_from_memory:
 * @memory: a memory
 * @now: an instant, ms UTC
 *
 * Returns: what its score depends on, at @now
 */
OmActivity
om_activity_from_memory (const OmMemory *memory,
                         gint64          now)
{
  return (OmActivity){
    .importance = memory->importance,
    .activation_count = memory->activation_count,
    .days = om_age_days (memory->last_active_at, now),
    .arousal = memory->arousal,
    .resolved = (memory->flags & OM_FLAG_RESOLVED) != 0,
    .kept = (memory->flags & (OM_FLAG_KEPT | OM_FLAG_PINNED)) != 0,
  };
}

/**
 * om_activity_bare_score:
 * @self: a memory's activity
 * @constants: the numbers in force
 *
 * Returns: the score without the resolved and the urgency factor, not rounded; 999 for what is kept
 */
double
om_activity_bare_score (const OmActivity       *self,
                        const OmModelConstants *constants)
{
  if (self->kept)
    return OM_ACTIVITY_KEPT_SCORE;

  return clamped_importance (self->importance) *
         pow (clamped_count (self->activation_count), constants->count_exponent) *
         exp (-constants->pace_lambda * clamped_days (self->days)) *
         (constants->emotion_base + clamped_arousal (self->arousal) * constants->arousal_boost);
}

/* What letting it rest, or urgency, does to the score. */
static double
score_factor (const OmActivity       *self,
              const OmModelConstants *constants)
{
  if (self->resolved)
    return constants->resolved_factor;
  return clamped_arousal (self->arousal) > OM_ACTIVITY_URGENT_AROUSAL ? constants->urgent_factor : 1.0;
}

/**
 * om_activity_score:
 * @self: a memory's activity
 * @constants: the numbers in force
 *
 * The score of engine.md 6 (golden ombre_score): importance x count^.3 x e^(-lambda d) x (1 + .8
 * arousal), x .05 if resolved, x 1.5 if arousal is above .7 and it is not resolved.
 *
 * Returns: the score, rounded to four digits; 999 for what is kept
 */
double
om_activity_score (const OmActivity       *self,
                   const OmModelConstants *constants)
{
  double score = om_activity_bare_score (self, constants);

  return self->kept ? score : om_round_four_digits (score * score_factor (self, constants));
}

/**
 * om_activity_vividness:
 * @self: a memory's activity
 * @constants: the numbers in force
 *
 * Returns: V = round(100 (1 - e^(-s/3))), s the bare score: 0..100, 100 for what is kept
 */
int
om_activity_vividness (const OmActivity       *self,
                       const OmModelConstants *constants)
{
  if (self->kept)
    return 100;

  return (int) round (100.0 *
                      -expm1 (-om_activity_bare_score (self, constants) / OM_VIVIDNESS_SCALE));
}

/**
 * om_activity_days_to_vividness:
 * @self: a memory's activity
 * @percent: a line, 1..100
 * @constants: the numbers in force
 *
 * Solves the vividness for time, if nothing is done meanwhile.
 *
 * Returns: days from now until vividness is below @percent; 0 if it is already, %INFINITY if it
 *   never will be
 */
double
om_activity_days_to_vividness (const OmActivity       *self,
                               int                     percent,
                               const OmModelConstants *constants)
{
  double score = om_activity_bare_score (self, constants);
  /* Vividness is rounded, so the line is crossed half a percent below it. */
  double level = -OM_VIVIDNESS_SCALE * log1p (-(percent - 0.5) / 100.0);

  if (self->kept)
    return INFINITY;
  if (score < level)
    return 0.0;
  if (constants->pace_lambda <= 0.0)
    return INFINITY;

  return log (score / level) / constants->pace_lambda;
}

/**
 * om_activity_days_to_rest:
 * @self: a memory's activity
 * @constants: the numbers in force
 *
 * Solves the score for time, if nothing is done meanwhile; what never rests by its score (engine.md 6)
 * is not known here.
 *
 * Returns: days from now until the score is below the threshold of rest; 0 if it is already, %INFINITY
 *   if it never will be
 */
double
om_activity_days_to_rest (const OmActivity       *self,
                          const OmModelConstants *constants)
{
  double score = om_activity_bare_score (self, constants) * score_factor (self, constants);
  /* The score is rounded to four digits, so the line is crossed half of the last digit below it. */
  double level = constants->rest_threshold - 0.5e-4;

  if (self->kept || level <= 0.0)
    return INFINITY;
  if (score < level)
    return 0.0;
  if (constants->pace_lambda <= 0.0)
    return INFINITY;

  return log (score / level) / constants->pace_lambda;
}

/**
 * om_activity_cycle:
 * @scores: (array length=n_scores): scores, rounded
 * @kept: (array length=n_scores) (nullable): which of them are kept and not looked at
 * @n_scores: how many
 * @constants: the numbers in force
 * @rested: (array length=n_scores) (out caller-allocates) (nullable): which of them rest
 *
 * One pass of the source's decay engine over its scores (golden ombre_cycle). Nothing is stored:
 * here the pass only counts.
 *
 * Returns: the counts
 */
OmActivityCycle
om_activity_cycle (const double           *scores,
                   const gboolean         *kept,
                   gsize                   n_scores,
                   const OmModelConstants *constants,
                   gboolean               *rested)
{
  OmActivityCycle cycle = { 0 };

  for (gsize i = 0; i < n_scores; i++)
    {
      gboolean looked_at = kept == NULL || !kept[i];
      gboolean rests = looked_at && scores[i] < constants->rest_threshold;

      if (rested != NULL)
        rested[i] = rests;
      if (!looked_at)
        continue;

      cycle.lowest_score = cycle.checked == 0 ? scores[i] : MIN (cycle.lowest_score, scores[i]);
      cycle.checked++;
      cycle.rested += rests;
    }

  return cycle;
}

/**
 * om_memory_rests:
 * @memory: a memory
 * @now: an instant, ms UTC
 * @constants: the numbers in force
 *
 * Whether it rests (engine.md 6): put to rest by hand, whatever it is; or by its score, but for
 * what is important, kept or pinned, for documents and their sections, and for facts that still
 * hold.
 *
 * Returns: %TRUE if it rests
 */
gboolean
om_memory_rests (const OmMemory         *memory,
                 gint64                  now,
                 const OmModelConstants *constants)
{
  OmActivity activity;

  if (memory->archived_at != 0)
    return TRUE;
  if (never_rests_by_score (memory, now))
    return FALSE;

  activity = om_activity_from_memory (memory, now);
  return om_activity_score (&activity, constants) < constants->rest_threshold;
}

/**
 * om_memory_resting_vividness:
 * @memory: a memory
 * @now: an instant, ms UTC
 * @constants: the numbers in force
 *
 * The line below which its score lets it rest, in terms of vividness: the higher, the less the score is
 * of what vividness shows (resolved), the lower, the more it is (urgent).
 *
 * Returns: 0..100, -1 for what never rests by its score
 */
int
om_memory_resting_vividness (const OmMemory         *memory,
                             gint64                  now,
                             const OmModelConstants *constants)
{
  OmActivity activity = om_activity_from_memory (memory, now);
  double factor = score_factor (&activity, constants);

  if (never_rests_by_score (memory, now) || constants->rest_threshold <= 0.0)
    return -1;
  /* With no factor left every score is below the line. */
  if (factor <= 0.0)
    return 100;
  return (int) round (100.0 * -expm1 (-constants->rest_threshold / factor / OM_VIVIDNESS_SCALE));
}

/**
 * om_vividness_from_percent:
 * @percent: vividness, 0..100
 * @rests: whether the memory rests
 *
 * Returns: the word for it: Resting if it rests, else Vivid from 60, Clear from 30, Fading below
 */
OmVividness
om_vividness_from_percent (int      percent,
                           gboolean rests)
{
  if (rests)
    return OM_VIVIDNESS_RESTING;
  if (percent >= OM_VIVIDNESS_VIVID_FROM)
    return OM_VIVIDNESS_VIVID;

  return percent >= OM_VIVIDNESS_CLEAR_FROM ? OM_VIVIDNESS_CLEAR : OM_VIVIDNESS_FADING;
}

/**
 * om_memory_vividness:
 * @memory: a memory
 * @now: an instant, ms UTC
 * @constants: the numbers in force
 * @percent: (out) (optional): the number beside the word, 0..100
 *
 * Returns: the word people see
 */
OmVividness
om_memory_vividness (const OmMemory         *memory,
                     gint64                  now,
                     const OmModelConstants *constants,
                     int                    *percent)
{
  OmActivity activity = om_activity_from_memory (memory, now);
  int vividness = om_activity_vividness (&activity, constants);

  if (percent != NULL)
    *percent = vividness;
  return om_vividness_from_percent (vividness, om_memory_rests (memory, now, constants));
}
