/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "Still true?" without an answer: decided after two weeks (design/traits.md section 6). */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-trait-replay-private.h"

#define ANSWER_DAYS 14

/* Days of writing without a word for it, after it was said that it has changed. */
#define RETRACTED_ENTRY_DAYS 10

/* One part of life holds this much of it. */
#define SPLIT_SHARE 0.7
#define SPLIT_MIN_DAYS 2

/* Of the last days that say anything of it. */
#define LAST_DAYS 6
#define LAST_AGAINST 4

/**
 * om_trait_review_due:
 * @until: ms UTC
 * @due: (out): when the time for an answer is over
 *
 * Returns: whether that is at or before @until
 */
gboolean
om_trait_review_due (const OmTraitGrowth *growth,
                     gint64               until,
                     gint64              *due)
{
  *due = growth->review_at + ANSWER_DAYS * OM_MS_PER_DAY;
  return growth->review_at != 0 && *due <= until;
}

/* Said to have changed, and not a word for it since in ten days of writing. */
static gboolean
was_given_up (const OmTraitGrowth *growth,
              const OmTraitReplay *replay,
              gint32               day)
{
  guint n = 0;

  if (growth->retracted == G_MININT32 || growth->last_for > growth->retracted)
    return FALSE;
  for (guint i = replay->entry_days->len; i > 0; i--)
    {
      gint32 other = g_array_index (replay->entry_days, gint32, i - 1);

      if (other <= growth->retracted)
        break;
      n += other <= day ? 1 : 0;
    }
  return n >= RETRACTED_ENTRY_DAYS;
}

/* The one part of life that holds most of them; %OM_CONTEXT_UNKNOWN if none does. */
static OmContext
find_home (const GArray *days,
           guint         first)
{
  guint counts[OM_N_CONTEXTS] = { 0 };
  guint n = 0;
  gint32 last[OM_N_CONTEXTS];

  for (guint i = 0; i < OM_N_CONTEXTS; i++)
    last[i] = G_MININT32;
  for (guint i = first; i < days->len; i++)
    {
      const OmTraitDay *day = &g_array_index (days, OmTraitDay, i);

      n++;
      if (day->context == OM_CONTEXT_UNKNOWN || last[day->context] == day->day)
        continue;
      last[day->context] = day->day;
      counts[day->context]++;
    }
  for (OmContext context = OM_CONTEXT_WORK; context < OM_CONTEXT_GENERAL; context++)
    {
      if (counts[context] >= SPLIT_MIN_DAYS && counts[context] >= SPLIT_SHARE * n)
        return context;
    }
  return OM_CONTEXT_UNKNOWN;
}

static gboolean
mostly_against_lately (const OmTraitGrowth *growth)
{
  const GArray *for_it = growth->days;
  const GArray *against = growth->against;
  guint i = for_it->len;
  guint j = against->len;
  gint32 last_against = G_MAXINT32;
  guint n = 0;
  guint n_against = 0;

  /* Both ascend: the later of the two ends comes next. A day that speaks against it counts once. */
  while (n < LAST_DAYS && (i > 0 || j > 0))
    {
      gint32 day_for = i > 0 ? g_array_index (for_it, OmTraitDay, i - 1).day : G_MININT32;
      gint32 day_against = j > 0 ? g_array_index (against, OmTraitDay, j - 1).day : G_MININT32;

      if (j > 0 && day_against >= day_for)
        {
          j--;
          if (day_against == last_against)
            continue;
          last_against = day_against;
          n_against++;
        }
      else
        {
          i--;
        }
      n++;
    }
  return n_against >= LAST_AGAINST;
}

/**
 * om_trait_review_decide:
 * @at: when the time for an answer is over
 * @elsewhere: (out): of a split, where it does not hold
 *
 * Returns: the outcome, the first of the table that fits
 */
OmTraitOutcome
om_trait_review_decide (const OmTraitGrowth *growth,
                        const OmTraitReplay *replay,
                        gint64               at,
                        OmContext           *elsewhere)
{
  OmContext home = find_home (growth->days, 0);

  *elsewhere = find_home (growth->against, growth->first_open);
  if (was_given_up (growth, replay, (gint32) (at / OM_MS_PER_DAY)))
    return OM_TRAIT_OUTCOME_DISSOLVE;
  if (home != OM_CONTEXT_UNKNOWN && *elsewhere != OM_CONTEXT_UNKNOWN && home != *elsewhere && growth->denial != NULL)
    return OM_TRAIT_OUTCOME_SPLIT;
  if (mostly_against_lately (growth) || om_trait_life_confidence (growth->life, at) < OM_TRAIT_CONFIDENCE_NEW)
    return OM_TRAIT_OUTCOME_DISSOLVE;
  return OM_TRAIT_OUTCOME_MODIFY;
}

/**
 * om_trait_review_split:
 * @elsewhere: where it does not hold
 *
 * The trait stays, for where it was; what was said against it begins as a candidate of its own, elsewhere.
 */
void
om_trait_review_split (OmTraitReplay *replay,
                       OmTraitGrowth *growth,
                       gint64         at,
                       gint32         day,
                       OmContext      elsewhere)
{
  const OmTraitSighting *denial = growth->denial;
  OmTraitGrowth *other;
  OmContext home = find_home (growth->days, 0);

  om_trait_growth_review (growth, at, OM_TRAIT_OUTCOME_SPLIT);
  if (!growth->story->trait->context_by_hand && home != OM_CONTEXT_UNKNOWN)
    growth->story->trait->context = home;
  if (elsewhere == OM_CONTEXT_UNKNOWN || elsewhere == OM_CONTEXT_GENERAL || om_trait_head_get (growth->head, elsewhere, at) != NULL)
    return;
  other = om_trait_head_open (replay, growth->head, elsewhere, growth->story->trait->family, -growth->story->trait->polarity);
  other->story->trait->found_text = g_strdup (denial != NULL ? denial->text : growth->story->trait->found_text);
  other->story->trait->language = denial != NULL ? denial->language : growth->story->trait->language;
  om_trait_growth_form (other, growth->life->tier, at, day, OM_TRAIT_CONFIDENCE_NEW, OM_TRAIT_CAUSE_SPLIT);
  g_free (other->story->trait->predecessor);
  other->story->trait->predecessor = g_strdup (growth->story->trait->id);
}
