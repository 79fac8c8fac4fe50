/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One trait while it is worked out: what each day says of it, and what comes of that. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-trait-replay-private.h"

#include <math.h>
#include <string.h>

/* Closer than this to the day before is one bad week (design/traits.md 5.5). */
#define MASSED_DAYS 3

/* Grade A: days in two parts of life within half a year. */
#define CONTEXTS_WITHIN_DAYS 180
#define CONTEXTS_MIN_DAYS 2

static const char *const namespace = "org.openmemory.trait";

/* What is the same trait has the same id, whoever works it out. */
static char *
make_id (const OmTraitHead *head,
         int                slot,
         guint              number)
{
  g_autofree char *name = g_strdup_printf ("%s\n%s\n%s\n%d\n%u", namespace, head->kind, head->key, slot, number);
  g_autofree char *hex = g_compute_checksum_for_string (G_CHECKSUM_SHA1, name, -1);

  /* Version 5, variant 8. */
  hex[12] = '5';
  hex[16] = "89ab"[g_ascii_xdigit_value (hex[16]) & 3];
  return g_strdup_printf ("%.8s-%.4s-%.4s-%.4s-%.12s", hex, hex + 8, hex + 12, hex + 16, hex + 20);
}

static guint
count_traits (const OmTraitHead *head,
              int                slot)
{
  guint n = 0;

  for (guint i = 0; i < head->growths->len; i++)
    {
      const OmTraitGrowth *growth = g_ptr_array_index (head->growths, i);

      n += growth->story->slot == slot;
    }
  return n;
}

/**
 * om_trait_growth_new:
 * @head: its key, to whose traits it is added by the caller
 * @slot: the context it is opened for, -1 for none
 *
 * Returns: (transfer full): what has no life yet
 */
OmTraitGrowth *
om_trait_growth_new (OmTraitHead  *head,
                     int           slot,
                     OmTraitFamily family,
                     int           polarity)
{
  OmTraitGrowth *self = g_new0 (OmTraitGrowth, 1);
  OmTrait *trait;

  self->head = head;
  self->number = count_traits (head, slot);
  self->story = om_trait_story_new ();
  self->story->slot = slot;
  self->days = g_array_new (FALSE, FALSE, sizeof (OmTraitDay));
  self->against = g_array_new (FALSE, FALSE, sizeof (OmTraitDay));
  self->today = g_array_new (FALSE, FALSE, sizeof (OmTraitPiece));
  self->last_for = self->retracted = G_MININT32;
  self->children = g_ptr_array_new ();
  trait = self->story->trait;
  trait->id = make_id (head, slot, self->number);
  trait->family = family;
  trait->kind = g_strdup (head->kind);
  trait->key = g_strdup (head->key);
  trait->polarity = polarity;
  trait->context = slot >= 0 ? (OmContext) slot : OM_CONTEXT_UNKNOWN;
  return self;
}

/**
 * om_trait_growth_free:
 * @self: (transfer full) (nullable)
 */
void
om_trait_growth_free (OmTraitGrowth *self)
{
  if (self == NULL)
    return;

  om_trait_story_free (self->story);
  om_trait_life_free (self->life);
  g_array_unref (self->days);
  g_array_unref (self->against);
  g_array_unref (self->today);
  g_ptr_array_unref (self->children);
  g_free (self);
}

/* What happens to it -------------------------------------------------------------------------------- */

/** Before: a life just before something happens to it. */
typedef struct
{
  double       confidence;
  OmTraitStage stage;
} Before;

static void
tell (OmTraitGrowth *self,
      gint64         at,
      OmTraitCause   cause,
      const Before  *before)
{
  OmTraitEvent event = {
    at, cause, before->confidence, om_trait_life_confidence (self->life, at), before->stage, self->life->stage,
    self->life->n_reinforcements,
  };

  g_array_append_val (self->story->events, event);
  self->story->trait->changed_at = MAX (self->story->trait->changed_at, at);
  self->story->trait->shown_stage =
    om_trait_shown_stage (self->story->trait->shown_stage, self->life->stage, event.confidence_after);
  self->was_trait = self->was_trait || (self->life->stage > OM_TRAIT_STAGE_TREND && self->life->stage < OM_TRAIT_STAGE_DISSOLVED);
}

/* Brings it forward, telling what time alone has done. */
static Before
bring_forward (OmTraitGrowth *self,
               gint64         at)
{
  Before before = { om_trait_life_confidence (self->life, at), self->life->stage };

  om_trait_life_advance (self->life, at);
  if (self->life->stage != before.stage)
    {
      tell (self, at, before.stage == OM_TRAIT_STAGE_TREND ? OM_TRAIT_CAUSE_TREND_EXPIRED : OM_TRAIT_CAUSE_DECAY, &before);
      before = (Before){ om_trait_life_confidence (self->life, at), self->life->stage };
    }
  return before;
}

/**
 * om_trait_growth_lives:
 * @at: ms UTC
 *
 * Returns: whether it is there at that time: neither let go nor faded
 */
gboolean
om_trait_growth_lives (OmTraitGrowth *self,
                       gint64         at)
{
  if (self->life == NULL)
    return FALSE;
  /* A day that speaks of it is one, whatever the hour at which its time is over. */
  if (self->today->len > 0)
    return TRUE;
  bring_forward (self, at);
  return self->life->stage != OM_TRAIT_STAGE_DISSOLVED;
}

static void
count_day (OmTraitGrowth *self,
           gint32         day,
           OmContext      context)
{
  OmTraitDay counted = { day, context };

  g_array_append_val (self->days, counted);
  if (context != OM_CONTEXT_UNKNOWN)
    self->by_context[context]++;
  self->last_for = day;
  if (!self->story->trait->context_by_hand && self->story->slot < 0)
    self->story->trait->context = om_trait_context (self->by_context);
}

static OmTraitEvidence *
evidence_of (const OmTraitPiece *piece)
{
  OmTraitEvidence *evidence = om_trait_evidence_new ();

  evidence->at = piece->at;
  evidence->day = piece->day;
  evidence->family = piece->family;
  evidence->signal = piece->signal;
  evidence->grade = piece->grade;
  evidence->supports = piece->supports;
  evidence->context = piece->context;
  evidence->memory = piece->entry != NULL ? piece->entry->memory : 0;
  if (piece->sighting != NULL)
    {
      evidence->quote = g_strdup (piece->sighting->quote);
      evidence->start = piece->sighting->start;
      evidence->length = piece->sighting->length;
    }
  return evidence;
}

/** om_trait_growth_note: adds a piece to what is told of it. */
void
om_trait_growth_note (OmTraitGrowth      *self,
                      const OmTraitPiece *piece,
                      OmTraitGrade        grade,
                      OmTraitGradeReason  reason,
                      gboolean            counted)
{
  OmTraitEvidence *evidence = evidence_of (piece);

  evidence->grade = grade;
  evidence->reason = reason;
  evidence->counted = counted;
  g_ptr_array_add (self->story->evidence, evidence);
}

/**
 * om_trait_growth_begin:
 * @piece: what it is first seen in
 *
 * A trend.
 */
void
om_trait_growth_begin (OmTraitGrowth      *self,
                       const OmTraitPiece *piece)
{
  OmTrait *trait = self->story->trait;
  guint window = piece->family == OM_TRAIT_FAMILY_MOOD ? OM_TRAIT_MOOD_WINDOW_DAYS : OM_TRAIT_WINDOW_DAYS;
  Before nothing = { NAN, OM_TRAIT_STAGE_TREND };

  self->life = om_trait_life_new (OM_TRAIT_TIER_BEHAVIOR, piece->at, piece->day, window, 1);
  self->born = piece->day;
  self->fresh = TRUE;
  trait->created_at = piece->at;
  if (piece->sighting != NULL)
    {
      trait->language = piece->sighting->language;
      if (trait->found_text == NULL)
        trait->found_text = g_strdup (piece->sighting->text);
    }
  tell (self, piece->at, OM_TRAIT_CAUSE_CREATED, &nothing);
}

/** om_trait_growth_form: what begins as a trait at once: made of others, or the other part of a split. */
void
om_trait_growth_form (OmTraitGrowth *self,
                      OmTraitTier    tier,
                      gint64         at,
                      gint32         day,
                      double         confidence,
                      OmTraitCause   cause)
{
  Before nothing = { NAN, OM_TRAIT_STAGE_TREND };

  self->life = om_trait_life_new_formed (tier, at, day, confidence, cause);
  self->born = day;
  self->story->trait->created_at = at;
  tell (self, at, cause, &nothing);
}

/* The day ------------------------------------------------------------------------------------------- */

/* Whether the same pattern, in another part of life than most of the time, makes it grade A. */
static gboolean
crosses_contexts (const OmTraitGrowth *self,
                  gint32               day,
                  OmContext            context)
{
  guint recent[OM_N_CONTEXTS] = { 0 };
  guint n_steady = 0;
  guint largest = 0;

  if (context == OM_CONTEXT_UNKNOWN || context == OM_CONTEXT_GENERAL)
    return FALSE;
  for (guint i = 0; i < self->days->len; i++)
    {
      const OmTraitDay *other = &g_array_index (self->days, OmTraitDay, i);

      if (other->context != OM_CONTEXT_UNKNOWN && day - other->day <= CONTEXTS_WITHIN_DAYS)
        recent[other->context]++;
    }
  recent[context]++;
  for (OmContext other = OM_CONTEXT_WORK; other < OM_CONTEXT_GENERAL; other++)
    n_steady += recent[other] >= CONTEXTS_MIN_DAYS ? 1 : 0;
  for (OmContext other = OM_CONTEXT_WORK; other < OM_N_CONTEXTS; other++)
    largest = MAX (largest, self->by_context[other] + (other == context ? 1 : 0));
  return n_steady >= 2 && self->by_context[context] + 1 < largest;
}

static OmTraitGrade
grade_of (const OmTraitGrowth *self,
          const OmTraitPiece  *piece,
          OmTraitGradeReason  *reason)
{
  *reason = OM_TRAIT_GRADE_PLAIN;
  if (piece->entry != NULL && piece->entry->precision == OM_PRECISION_UNKNOWN)
    *reason = OM_TRAIT_GRADE_UNDATED;
  else if (self->last_for != G_MININT32 && piece->day - self->last_for < MASSED_DAYS)
    *reason = OM_TRAIT_GRADE_MASSED;
  if (*reason != OM_TRAIT_GRADE_PLAIN)
    return OM_TRAIT_GRADE_D;
  if (piece->grade != OM_TRAIT_GRADE_D && crosses_contexts (self, piece->day, piece->context))
    {
      *reason = OM_TRAIT_GRADE_CONTEXTS;
      return OM_TRAIT_GRADE_A;
    }
  return piece->grade;
}

/**
 * om_trait_growth_reinforce:
 * @grade: what it is worth
 *
 * Without a day of its own: a further member.
 */
void
om_trait_growth_reinforce (OmTraitGrowth *self,
                           gint64         at,
                           gint32         day,
                           OmTraitGrade   grade)
{
  Before before = bring_forward (self, at);

  if (om_trait_life_support (self->life, at, day, grade))
    tell (self, at, OM_TRAIT_CAUSE_REINFORCED, &before);
}

/* One support a day, the best; the first of the best. */
static void
support (OmTraitGrowth *self)
{
  const OmTraitPiece *best = NULL;
  OmTraitGradeReason reason;
  OmTraitGrade grade;

  for (guint i = 0; i < self->today->len; i++)
    {
      const OmTraitPiece *piece = &g_array_index (self->today, OmTraitPiece, i);

      if (piece->supports && (best == NULL || piece->grade < best->grade))
        best = piece;
    }
  if (best == NULL)
    return;
  grade = grade_of (self, best, &reason);
  for (guint i = 0; i < self->today->len; i++)
    {
      const OmTraitPiece *piece = &g_array_index (self->today, OmTraitPiece, i);

      if (piece->supports)
        om_trait_growth_note (self, piece, piece == best ? grade : OM_TRAIT_GRADE_D,
                              piece == best ? reason : OM_TRAIT_GRADE_SAME_DAY, piece == best);
    }
  /* The piece it began with is in its life already. */
  if (!self->fresh)
    {
      Before before = bring_forward (self, best->at);
      gboolean promoted;

      if (!om_trait_life_support (self->life, best->at, best->day, grade))
        return;
      promoted = before.stage == OM_TRAIT_STAGE_TREND && self->life->stage != OM_TRAIT_STAGE_TREND;
      tell (self, best->at, promoted ? OM_TRAIT_CAUSE_TREND_PROMOTED : OM_TRAIT_CAUSE_REINFORCED, &before);
    }
  self->fresh = FALSE;
  count_day (self, best->day, best->context);
}

/** om_trait_growth_note_former: a day before it was noticed, which is why it was noticed. */
void
om_trait_growth_note_former (OmTraitGrowth      *self,
                             const OmTraitPiece *piece)
{
  om_trait_growth_note (self, piece, OM_TRAIT_GRADE_D, OM_TRAIT_GRADE_PLAIN, TRUE);
  self->life->n_supporting++;
  count_day (self, piece->day, piece->context);
}

static void
note_review (OmTraitGrowth *self,
             gint64         at)
{
  if (self->life->needs_review && self->review_at == 0)
    self->review_at = at;
  else if (!self->life->needs_review)
    self->review_at = 0;
}

static void
contradict (OmTraitGrowth *self)
{
  gint64 at = G_MININT64;
  guint n = 0;

  for (guint i = 0; i < self->today->len; i++)
    {
      const OmTraitPiece *piece = &g_array_index (self->today, OmTraitPiece, i);
      OmTraitDay day = { piece->day, piece->context };

      if (piece->supports)
        continue;
      om_trait_growth_note (self, piece, piece->grade, OM_TRAIT_GRADE_PLAIN, TRUE);
      g_array_append_val (self->against, day);
      at = MAX (at, piece->at);
      n++;
      if (piece->signal == OM_TRAIT_SIGNAL_RETRACTED)
        {
          self->retracted = piece->day;
          self->story->trait->said_changed = TRUE;
        }
      if (piece->sighting != NULL && piece->sighting->text != NULL && piece->signal == OM_TRAIT_SIGNAL_DENIED)
        self->denial = piece->sighting;
    }
  if (n > 0)
    {
      Before before = bring_forward (self, at);

      if (om_trait_life_contradict (self->life, at, n))
        tell (self, at, OM_TRAIT_CAUSE_CONTRADICTED, &before);
      note_review (self, at);
    }
}

/**
 * om_trait_growth_contradict:
 * @piece: against it, on a day that says nothing else of it
 */
void
om_trait_growth_contradict (OmTraitGrowth      *self,
                            const OmTraitPiece *piece)
{
  g_array_append_vals (self->today, piece, 1);
  contradict (self);
  g_array_set_size (self->today, 0);
}

/* Of a day that speaks for and against it, what came first is taken first. */
static gboolean
speaks_against_first (const OmTraitGrowth *self)
{
  for (guint i = 0; i < self->today->len; i++)
    {
      const OmTraitPiece *piece = &g_array_index (self->today, OmTraitPiece, i);

      if (self->fresh)
        return FALSE;
      return !piece->supports;
    }
  return FALSE;
}

/** om_trait_growth_end_day: what the pieces of the day come to. */
void
om_trait_growth_end_day (OmTraitGrowth *self)
{
  gboolean against_first = speaks_against_first (self);

  if (against_first)
    contradict (self);
  support (self);
  if (!against_first)
    contradict (self);
  g_array_set_size (self->today, 0);
}

/* The person ---------------------------------------------------------------------------------------- */

static void
close_contradictions (OmTraitGrowth *self)
{
  for (guint i = 0; i < self->story->evidence->len; i++)
    {
      OmTraitEvidence *evidence = g_ptr_array_index (self->story->evidence, i);

      evidence->closed = evidence->closed || !evidence->supports;
    }
  self->first_open = self->against->len;
  self->retracted = G_MININT32;
  self->review_at = 0;
}

/** om_trait_growth_confirm: "True". */
void
om_trait_growth_confirm (OmTraitGrowth *self,
                         gint64         at)
{
  Before before = bring_forward (self, at);

  if (!om_trait_life_confirm (self->life, at))
    return;
  self->story->trait->mark = OM_TRAIT_MARK_CONFIRMED;
  tell (self, at, OM_TRAIT_CAUSE_USER_CONFIRM, &before);
}

/** om_trait_growth_reject: "Not me". */
void
om_trait_growth_reject (OmTraitGrowth *self,
                        gint64         at)
{
  Before before = bring_forward (self, at);

  self->story->trait->mark = OM_TRAIT_MARK_REJECTED;
  self->review_at = 0;
  if (om_trait_life_reject (self->life, at))
    tell (self, at, OM_TRAIT_CAUSE_USER_REJECT, &before);
}

/** om_trait_growth_restore: a candidate again. */
void
om_trait_growth_restore (OmTraitGrowth *self,
                         gint64         at)
{
  Before before = bring_forward (self, at);

  if (!om_trait_life_restore (self->life, at))
    return;
  close_contradictions (self);
  self->story->trait->mark = OM_TRAIT_MARK_RESTORED;
  self->story->trait->said_changed = FALSE;
  tell (self, at, OM_TRAIT_CAUSE_USER_RESTORE, &before);
}

/** om_trait_growth_settle: "Still true": what spoke against it is closed, and it is confirmed. */
void
om_trait_growth_settle (OmTraitGrowth *self,
                        gint64         at)
{
  bring_forward (self, at);
  if (!om_trait_life_settle (self->life, at))
    return;
  close_contradictions (self);
  self->story->trait->said_changed = FALSE;
  om_trait_growth_confirm (self, at);
}

/** om_trait_growth_review: the review ends so, by the person or by itself. */
void
om_trait_growth_review (OmTraitGrowth *self,
                        gint64         at,
                        OmTraitOutcome outcome)
{
  Before before = bring_forward (self, at);

  if (!om_trait_life_review (self->life, at, outcome))
    {
      self->review_at = 0;
      return;
    }
  close_contradictions (self);
  if (outcome == OM_TRAIT_OUTCOME_MODIFY)
    self->story->trait->modified = TRUE;
  tell (self, at, OM_TRAIT_CAUSE_REVIEWED, &before);
}

/* The end ------------------------------------------------------------------------------------------- */

static void
fill_record (OmTraitGrowth *self)
{
  OmTrait *trait = self->story->trait;
  const OmTraitLife *life = self->life;

  trait->tier = life->tier;
  trait->stage = life->stage;
  trait->held = trait->confidence = life->confidence;
  trait->anchor = life->anchor;
  trait->n_reinforcements = life->n_reinforcements;
  trait->window_end = life->window_end;
  trait->n_for = life->n_supporting;
  trait->n_against = life->n_open;
  trait->review_since = self->review_at;
  trait->needs_review = self->review_at != 0;
  trait->blocked = self->head->blocked;
  if (trait->n_days == 0)
    trait->n_days = self->days->len;
  if (self->days->len > 0)
    {
      trait->first_day = g_array_index (self->days, OmTraitDay, 0).day;
      trait->last_day = g_array_index (self->days, OmTraitDay, self->days->len - 1).day;
    }
  else
    {
      trait->first_day = trait->last_day = self->born;
    }
  if (trait->theme != NULL && *trait->theme == '\0')
    g_clear_pointer (&trait->theme, g_free);
  if (trait->found_text == NULL)
    trait->found_text = g_strdup (trait->key);
  if (!trait->renamed)
    {
      g_free (trait->text);
      trait->text = g_strdup (trait->found_text);
    }
}

/**
 * om_trait_growth_tell:
 *
 * Returns: (transfer full) (nullable): its story; %NULL for a trend that came to nothing and of which the
 *   person said nothing
 */
OmTraitStory *
om_trait_growth_tell (OmTraitGrowth *self,
                      OmTraitReplay *replay)
{
  gboolean came_to_nothing;

  if (self->life == NULL)
    return NULL;
  came_to_nothing = !self->was_trait && (self->life->stage == OM_TRAIT_STAGE_DISSOLVED || replay->now > self->life->window_end);
  if (came_to_nothing && self->story->trait->mark == OM_TRAIT_MARK_NONE)
    return NULL;
  fill_record (self);
  return g_steal_pointer (&self->story);
}
