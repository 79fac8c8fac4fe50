/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stages of a trait. Stages rise by support and by the person's word alone; everything else can only
 * lower them. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-trait-life.h"

#include <math.h>

#include "memory/om-moment.h"

/* Days after the first that make a trait of a trend. */
#define PROMOTING_DAYS 2

/* A modified trait is this much less sure. */
#define MODIFIED 0.9

/* A special review needs two pieces against it that are more than three in ten. */
#define REVIEW_MIN_OPEN 2
#define REVIEW_TENTHS 3

static void
note_change (OmTraitLife *self,
             gint64       at,
             OmTraitCause cause)
{
  OmTraitChange change = { at, self->stage, self->confidence, cause };

  g_array_append_val (self->changes, change);
}

static void
enter (OmTraitLife *self,
       gint64       at,
       OmTraitStage stage,
       OmTraitCause cause)
{
  if (stage == self->stage)
    return;
  self->stage = stage;
  note_change (self, at, cause);
}

static void
hold (OmTraitLife *self,
      gint64       at,
      double       confidence)
{
  self->confidence = confidence;
  self->anchor = MAX (self->anchor, at);
}

/**
 * om_trait_life_new:
 * @tier: what it rests on
 * @at: when it was first seen, in ms since 1970
 * @day: the journal day of that
 * @window_days: how long it may stay a trend
 * @n_supporting: with how many pieces of evidence it begins
 *
 * Returns: (transfer full): a trend
 */
OmTraitLife *
om_trait_life_new (OmTraitTier tier,
                   gint64      at,
                   gint32      day,
                   guint       window_days,
                   guint       n_supporting)
{
  OmTraitLife *self = g_new0 (OmTraitLife, 1);

  self->tier = tier;
  self->stage = OM_TRAIT_STAGE_TREND;
  self->confidence = NAN;
  self->anchor = at;
  self->window_end = at + (gint64) window_days * OM_MS_PER_DAY;
  self->n_supporting = n_supporting;
  self->days = g_array_new (FALSE, FALSE, sizeof (gint32));
  self->changes = g_array_new (FALSE, FALSE, sizeof (OmTraitChange));
  self->reviews = g_array_new (FALSE, FALSE, sizeof (OmTraitReview));
  g_array_append_val (self->days, day);
  note_change (self, at, OM_TRAIT_CAUSE_CREATED);
  return self;
}

/**
 * om_trait_life_new_formed:
 * @tier: what it rests on
 * @at: when it came about, in ms since 1970
 * @day: the journal day of that
 * @confidence: 0..1, whose band is its stage
 * @cause: why it is no trend
 *
 * Returns: (transfer full): what begins as a trait: made of others, or the other part of a split
 */
OmTraitLife *
om_trait_life_new_formed (OmTraitTier  tier,
                          gint64       at,
                          gint32       day,
                          double       confidence,
                          OmTraitCause cause)
{
  OmTraitLife *self = om_trait_life_new (tier, at, day, 0, 0);

  hold (self, at, confidence);
  enter (self, at, om_trait_band (confidence), cause);
  return self;
}

/**
 * om_trait_life_free:
 * @self: (transfer full) (nullable): a life
 */
void
om_trait_life_free (OmTraitLife *self)
{
  if (self == NULL)
    return;

  g_array_unref (self->days);
  g_array_unref (self->changes);
  g_array_unref (self->reviews);
  g_free (self);
}

/**
 * om_trait_life_confidence:
 * @now: in ms since 1970
 *
 * Returns: the confidence at @now, %NAN in a trend; frozen once dissolved
 */
double
om_trait_life_confidence (const OmTraitLife *self,
                          gint64             now)
{
  if (self->stage == OM_TRAIT_STAGE_TREND || self->stage == OM_TRAIT_STAGE_DISSOLVED)
    return self->confidence;
  return om_trait_decay (self->confidence, self->tier, self->n_reinforcements, self->anchor, now);
}

/**
 * om_trait_life_advance:
 * @now: in ms since 1970
 *
 * Brings it forward to @now, as every event does first. Doing so often or once gives the same.
 */
void
om_trait_life_advance (OmTraitLife *self,
                       gint64       now)
{
  OmTraitStage stage;
  double confidence;
  double anchored;

  if (self->stage == OM_TRAIT_STAGE_DISSOLVED)
    return;
  if (self->stage == OM_TRAIT_STAGE_TREND)
    {
      if (now > self->window_end)
        enter (self, now, OM_TRAIT_STAGE_DISSOLVED, OM_TRAIT_CAUSE_TREND_EXPIRED);
      return;
    }

  confidence = om_trait_life_confidence (self, now);
  stage = om_trait_lower_stage (self->stage, confidence);
  if (stage == self->stage)
    return;
  anchored = self->confidence;
  self->confidence = confidence;
  enter (self, now, stage, OM_TRAIT_CAUSE_DECAY);
  /* It is seen now and fades on from where it was; what dissolves stays as it was found. */
  if (stage != OM_TRAIT_STAGE_DISSOLVED)
    self->confidence = anchored;
}

static gboolean
is_used (const OmTraitLife *self,
         gint32             day)
{
  for (guint i = 0; i < self->days->len; i++)
    {
      if (g_array_index (self->days, gint32, i) == day)
        return TRUE;
    }
  return FALSE;
}

static void
promote (OmTraitLife *self,
         gint64       at,
         OmTraitCause cause)
{
  hold (self, at, OM_TRAIT_CONFIDENCE_NEW);
  enter (self, at, OM_TRAIT_STAGE_CANDIDATE, cause);
}

static void
reinforce (OmTraitLife *self,
           gint64       at,
           OmTraitGrade grade,
           OmTraitCause cause)
{
  hold (self, at, om_trait_reinforce (om_trait_life_confidence (self, at), grade));
  enter (self, at, om_trait_band (self->confidence), cause);
}

/**
 * om_trait_life_support:
 * @at: in ms since 1970
 * @day: the journal day it is from
 * @grade: of the evidence; a second piece of a day counts as D
 *
 * Returns: whether it had an effect
 */
gboolean
om_trait_life_support (OmTraitLife *self,
                       gint64       at,
                       gint32       day,
                       OmTraitGrade grade)
{
  gboolean new_day;

  om_trait_life_advance (self, at);
  if (self->stage == OM_TRAIT_STAGE_DISSOLVED)
    return FALSE;

  new_day = !is_used (self, day);
  self->n_supporting++;
  if (self->stage != OM_TRAIT_STAGE_TREND)
    reinforce (self, at, new_day ? grade : OM_TRAIT_GRADE_D, OM_TRAIT_CAUSE_REINFORCED);
  if (!new_day)
    return TRUE;

  g_array_append_val (self->days, day);
  self->n_reinforcements++;
  if (self->stage == OM_TRAIT_STAGE_TREND && self->n_reinforcements >= PROMOTING_DAYS)
    promote (self, at, OM_TRAIT_CAUSE_TREND_PROMOTED);
  return TRUE;
}

static void
call_for_review (OmTraitLife *self,
                 gint64       at)
{
  guint n_all = self->n_supporting + self->n_open;
  OmTraitReview review = { at, n_all > 0 ? (double) self->n_open / n_all : 0.0 };

  if (self->needs_review || self->n_open < REVIEW_MIN_OPEN || self->n_open * 10 <= n_all * REVIEW_TENTHS)
    return;
  self->needs_review = TRUE;
  g_array_append_val (self->reviews, review);
}

/**
 * om_trait_life_contradict:
 * @at: in ms since 1970
 * @n_together: pieces of evidence against it that came together
 *
 * Returns: whether it had an effect
 */
gboolean
om_trait_life_contradict (OmTraitLife *self,
                          gint64       at,
                          guint        n_together)
{
  om_trait_life_advance (self, at);
  if (self->stage == OM_TRAIT_STAGE_DISSOLVED)
    return FALSE;

  self->n_open += n_together;
  if (self->stage != OM_TRAIT_STAGE_TREND)
    {
      hold (self, at, om_trait_contradict (om_trait_life_confidence (self, at), n_together));
      enter (self, at, om_trait_lower_stage (self->stage, self->confidence), OM_TRAIT_CAUSE_CONTRADICTED);
    }
  call_for_review (self, at);
  return TRUE;
}

static void
close_contradictions (OmTraitLife *self)
{
  self->n_closed += self->n_open;
  self->n_open = 0;
  self->needs_review = FALSE;
}

/**
 * om_trait_life_settle:
 * @at: in ms since 1970
 *
 * What spoke against it so far speaks no more, at no cost: the person said so.
 *
 * Returns: whether it had an effect
 */
gboolean
om_trait_life_settle (OmTraitLife *self,
                      gint64       at)
{
  om_trait_life_advance (self, at);
  if (self->stage == OM_TRAIT_STAGE_DISSOLVED)
    return FALSE;

  close_contradictions (self);
  return TRUE;
}

/**
 * om_trait_life_review:
 * @at: in ms since 1970
 * @outcome: of the special review; of a split this is the part that stays, and the caller begins the other
 *
 * Returns: whether there was a review to end
 */
gboolean
om_trait_life_review (OmTraitLife    *self,
                      gint64          at,
                      OmTraitOutcome  outcome)
{
  om_trait_life_advance (self, at);
  if (self->stage == OM_TRAIT_STAGE_DISSOLVED || !self->needs_review)
    return FALSE;

  if (outcome == OM_TRAIT_OUTCOME_DISSOLVE)
    {
      hold (self, at, om_trait_life_confidence (self, at));
      self->needs_review = FALSE;
      enter (self, at, OM_TRAIT_STAGE_DISSOLVED, OM_TRAIT_CAUSE_REVIEWED);
      return TRUE;
    }
  close_contradictions (self);
  if (self->stage != OM_TRAIT_STAGE_TREND)
    {
      hold (self, at, om_trait_life_confidence (self, at) * MODIFIED);
      enter (self, at, om_trait_lower_stage (self->stage, self->confidence), OM_TRAIT_CAUSE_REVIEWED);
    }
  return TRUE;
}

/**
 * om_trait_life_confirm:
 * @at: in ms since 1970
 *
 * "True": a trend becomes a trait at once; then it counts as a support of grade A.
 *
 * Returns: whether it had an effect
 */
gboolean
om_trait_life_confirm (OmTraitLife *self,
                       gint64       at)
{
  om_trait_life_advance (self, at);
  if (self->stage == OM_TRAIT_STAGE_DISSOLVED)
    return FALSE;

  if (self->stage == OM_TRAIT_STAGE_TREND)
    promote (self, at, OM_TRAIT_CAUSE_USER_CONFIRM);
  self->n_supporting++;
  reinforce (self, at, OM_TRAIT_GRADE_A, OM_TRAIT_CAUSE_USER_CONFIRM);
  self->n_reinforcements++;
  return TRUE;
}

/**
 * om_trait_life_reject:
 * @at: in ms since 1970
 *
 * "Not me".
 *
 * Returns: whether it had an effect
 */
gboolean
om_trait_life_reject (OmTraitLife *self,
                      gint64       at)
{
  om_trait_life_advance (self, at);
  if (self->stage == OM_TRAIT_STAGE_DISSOLVED)
    return FALSE;

  hold (self, at, om_trait_life_confidence (self, at));
  enter (self, at, OM_TRAIT_STAGE_DISSOLVED, OM_TRAIT_CAUSE_USER_REJECT);
  return TRUE;
}

/**
 * om_trait_life_restore:
 * @at: in ms since 1970
 *
 * Brings back what dissolved, as a candidate.
 *
 * Returns: whether it had an effect
 */
gboolean
om_trait_life_restore (OmTraitLife *self,
                       gint64       at)
{
  om_trait_life_advance (self, at);
  if (self->stage != OM_TRAIT_STAGE_DISSOLVED)
    return FALSE;

  close_contradictions (self);
  promote (self, at, OM_TRAIT_CAUSE_USER_RESTORE);
  return TRUE;
}
