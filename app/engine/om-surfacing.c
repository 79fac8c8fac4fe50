/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One look over the table finds the candidates of every heading; then the cards are dealt. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-surfacing.h"

#include <math.h>

#include "dynamics/om-activity.h"
#include "engine/om-history.h"
#include "engine/om-mirror.h"

/**
 * Candidate:
 * A document that may get a card.
 * @key: the smaller the sooner it is taken
 * @tie: decides between equal keys; of the day
 */
typedef struct
{
  guint32      doc;
  OmCardReason reason;
  double       key;
  guint64      tie;
} Candidate;

/** Pool: the best candidates of a heading, best first. */
typedef struct
{
  Candidate places[OM_SURFACING_RANKS];
  guint     n;
  guint     most;
} Pool;

/** Look: what one look over the table gathers. */
typedef struct
{
  const OmStateTable *states;
  const OmSurfacing  *surfacing;
  Pool                pinned;
  Pool                on_mind;
  Pool                fading;
  Pool                drifting;
  Pool                reflections;
  guint               n_entries;     /* written by the person */
  guint               n_reflections; /* new and not put aside */
} Look;

/* Chance ---------------------------------------------------------------------------------------- */

/* Finaliser of splitmix64: every bit of the result depends on every bit of the value. */
static guint64
mix (guint64 value)
{
  value ^= value >> 30;
  value *= G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  value ^= value >> 27;
  value *= G_GUINT64_CONSTANT (0x94d049bb133111eb);
  return value ^ (value >> 31);
}

/* The lot of a memory on a day: what is added to or taken from the journal changes no other's. */
static guint64
lot (const Look *look,
     guint32     doc)
{
  const guint64 odd = G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return mix (doc * odd ^ mix ((guint64) (gint64) look->surfacing->journal_day * odd));
}

/* A lot as a number between 0 and 1, neither of them. */
static double
fraction (guint64 value)
{
  return ((double) (value >> 11) + 0.5) / 9007199254740992.0;
}

/* Pools ----------------------------------------------------------------------------------------- */

static gboolean
comes_before (const Candidate *a,
              const Candidate *b)
{
  if (a->key != b->key)
    return a->key < b->key;
  return a->tie != b->tie ? a->tie < b->tie : a->doc < b->doc;
}

static void
offer (Pool            *pool,
       const Candidate *candidate)
{
  guint i;

  if (pool->n == pool->most && !comes_before (candidate, &pool->places[pool->n - 1]))
    return;
  i = pool->n < pool->most ? pool->n++ : pool->n - 1;
  for (; i > 0 && comes_before (candidate, &pool->places[i - 1]); i--)
    pool->places[i] = pool->places[i - 1];
  pool->places[i] = *candidate;
}

/* Looking --------------------------------------------------------------------------------------- */

static gboolean
is_aside (const OmSurfacing *surfacing,
          guint32            doc)
{
  return surfacing->aside != NULL && g_hash_table_contains (surfacing->aside, GUINT_TO_POINTER (doc));
}

/* How it was when the day began. */
static const OmDocState *
state_of (const Look *look,
          guint32     doc)
{
  const OmDocState *former =
    look->surfacing->former != NULL ? g_hash_table_lookup (look->surfacing->former, GUINT_TO_POINTER (doc)) : NULL;

  return former != NULL ? former : om_state_table_get (look->states, doc);
}

static void
read_memory (const Look *look,
             guint32     doc,
             OmMemory   *memory)
{
  om_doc_state_to_memory (state_of (look, doc), memory);
  if (is_aside (look->surfacing, doc))
    memory->flags &= ~GPOINTER_TO_UINT (g_hash_table_lookup (look->surfacing->aside, GUINT_TO_POINTER (doc)));
  if (look->surfacing->hidden != NULL && om_doc_set_has (look->surfacing->hidden, doc))
    memory->flags |= OM_FLAG_HIDDEN;
}

/* Painful ones appear only if the person turned that on (engine.md section 6). */
static gboolean
is_painful (const OmMemory *memory)
{
  return memory->valence < OM_PAINFUL_VALENCE && memory->arousal > OM_PAINFUL_AROUSAL;
}

/* Not those of the day itself, which are in view anyway: what is just being written is not called to mind. */
static gboolean
may_come_up (const Look     *look,
             const OmMemory *memory,
             gint32          journal_day)
{
  return (memory->flags & (OM_FLAG_RESOLVED | OM_FLAG_HIDDEN | OM_FLAG_PRIVATE)) == 0 &&
         journal_day < look->surfacing->journal_day && (look->surfacing->heavy || !is_painful (memory)) &&
         !om_memory_rests (memory, look->surfacing->day_start, look->surfacing->constants);
}

/* What the person pinned stands first, all of it, also of the day itself; the newest first. */
static void
look_for_pinned (Look           *look,
                 Candidate       candidate,
                 const OmMemory *memory)
{
  if ((memory->flags & (OM_FLAG_RESOLVED | OM_FLAG_HIDDEN | OM_FLAG_PRIVATE)) != 0)
    return;
  candidate.reason = OM_CARD_BY_HAND;
  candidate.key = -(double) memory->happened.ms;
  offer (&look->pinned, &candidate);
}

/* The score of what is kept is no measure of how much it is on the mind: those are ranked by their use,
 * like all others. */
static void
look_for_mind (Look           *look,
               Candidate       candidate,
               const OmMemory *memory)
{
  OmActivity activity;

  if (memory->type != OM_MEMORY_TYPE_EPISODE)
    return;
  activity = om_activity_from_memory (memory, look->surfacing->day_start);
  activity.kept = FALSE;
  candidate.key = -om_activity_score (&activity, look->surfacing->constants);
  offer (&look->on_mind, &candidate);
}

/* By the day on which the line is crossed; among those of one day the lot decides. */
static void
look_for_fading (Look           *look,
                 Candidate       candidate,
                 const OmMemory *memory)
{
  const OmModelConstants *constants = look->surfacing->constants;
  OmActivity activity = om_activity_from_memory (memory, look->surfacing->day_start);
  double days;

  if (activity.kept)
    return;
  days = om_activity_days_to_vividness (&activity, OM_VIVIDNESS_CLEAR_FROM, constants);
  candidate.reason = OM_CARD_FADES;
  if (days <= 0)
    {
      days = om_activity_days_to_rest (&activity, constants);
      candidate.reason = OM_CARD_RESTS;
      if (days <= OM_FADING_SOON_DAYS &&
          !om_memory_rests (memory, look->surfacing->day_start + OM_FADING_SOON_DAYS * OM_MS_PER_DAY, constants))
        return;
    }
  candidate.key = floor (days);
  if (days <= OM_FADING_SOON_DAYS)
    offer (&look->fading, &candidate);
}

static void
look_for_drifting (Look           *look,
                   Candidate       candidate,
                   const OmMemory *memory)
{
  const OmSurfacing *surfacing = look->surfacing;
  int vividness;

  om_memory_vividness (memory, surfacing->day_start, surfacing->constants, &vividness);
  if (memory->importance >= OM_DRIFTING_IMPORTANCE && vividness < OM_VIVIDNESS_CLEAR_FROM)
    candidate.reason = OM_CARD_IMPORTANT;
  else if (om_age_days (memory->last_seen_at, surfacing->day_start) >= OM_DRIFTING_UNSEEN_DAYS)
    candidate.reason = OM_CARD_UNSEEN;
  else
    return;
  candidate.key = -log (fraction (candidate.tie)) / memory->importance;
  offer (&look->drifting, &candidate);
}

static void
look_for_reflection (Look           *look,
                     Candidate       candidate,
                     const OmMemory *memory)
{
  if ((memory->flags & (OM_FLAG_RESOLVED | OM_FLAG_HIDDEN | OM_FLAG_PRIVATE)) != 0 || memory->archived_at != 0 ||
      om_age_days (memory->last_active_at, look->surfacing->day_start) > OM_REFLECTION_NEW_DAYS)
    return;
  if (!is_aside (look->surfacing, candidate.doc))
    look->n_reflections++;
  candidate.reason = OM_CARD_REFLECTED;
  candidate.key = -(double) memory->last_active_at;
  offer (&look->reflections, &candidate);
}

static void
look_at (Look    *look,
         guint32  doc)
{
  const OmDocState *state = om_state_table_get (look->states, doc);
  Candidate candidate = { .doc = doc };
  OmMemory memory;

  if (state->trashed || state->type == OM_MEMORY_TYPE_SECTION)
    return;
  candidate.tie = lot (look, doc);
  read_memory (look, doc, &memory);
  if (state->type == OM_MEMORY_TYPE_REFLECTION)
    {
      look_for_reflection (look, candidate, &memory);
      return;
    }
  if (state->origin == OM_ORIGIN_DERIVED)
    return;
  look->n_entries++;
  if ((memory.flags & OM_FLAG_PINNED) != 0)
    {
      look_for_pinned (look, candidate, &memory);
      return;
    }
  if (!may_come_up (look, &memory, state->journal_day))
    return;
  look_for_mind (look, candidate, &memory);
  look_for_fading (look, candidate, &memory);
  look_for_drifting (look, candidate, &memory);
}

/* Dealing --------------------------------------------------------------------------------------- */

static gboolean
is_dealt (const GArray *cards,
          guint32       doc)
{
  for (guint i = 0; i < cards->len; i++)
    {
      if (g_array_index (cards, OmSurfaced, i).doc == doc)
        return TRUE;
    }
  return FALSE;
}

/* Gives up to @most of a pool a card, but what has one already. */
static void
deal (GArray     *cards,
      const Pool *pool,
      OmCardKind  kind,
      guint       most)
{
  for (guint i = 0; i < pool->n && most > 0; i++)
    {
      OmSurfaced card = { pool->places[i].doc, kind, pool->places[i].reason, 0 };

      if (is_dealt (cards, card.doc))
        continue;
      g_array_append_val (cards, card);
      most--;
    }
}

/* The first by score; the others drawn from the ranks after it, each by score^(1/.7). The smallest of
 * -ln(u)/w, u a lot between 0 and 1, is drawn with the chance of its weight w among all, and so is the next
 * among the rest. */
static void
draw_on_mind (GArray     *cards,
              const Pool *ranked)
{
  Pool drawn = { .most = OM_ON_MIND_CARDS - 1 };
  OmSurfaced first = { ranked->places[0].doc, OM_CARD_ON_MIND, OM_CARD_FOREMOST, 0 };

  if (ranked->n == 0)
    return;
  g_array_append_val (cards, first);
  for (guint i = 1; i < ranked->n; i++)
    {
      Candidate candidate = ranked->places[i];
      double weight = pow (MAX (-candidate.key, 1e-6), 1 / OM_SURFACING_TEMPERATURE);

      candidate.reason = OM_CARD_DRAWN;
      candidate.key = -log (fraction (candidate.tie)) / weight;
      offer (&drawn, &candidate);
    }
  deal (cards, &drawn, OM_CARD_ON_MIND, drawn.most);
}

/* The instant that goes with the reason, to the millisecond, and the reason by the very functions that
 * decide it on the day. */
static void
date_card (const Look *look,
           OmSurfaced *card)
{
  OmMemory memory;
  OmForecast forecast;

  read_memory (look, card->doc, &memory);
  switch (card->reason)
    {
    case OM_CARD_FADES:
    case OM_CARD_RESTS:
      forecast = om_forecast_of (&memory, look->surfacing->constants, look->surfacing->day_start);
      card->reason = forecast.fading_at > 0 && forecast.fading_at <= forecast.resting_at ? OM_CARD_FADES : OM_CARD_RESTS;
      card->at = card->reason == OM_CARD_FADES ? forecast.fading_at : forecast.resting_at;
      break;
    case OM_CARD_UNSEEN:
      card->at = memory.last_seen_at;
      break;
    case OM_CARD_REFLECTED:
      card->at = memory.last_active_at;
      break;
    case OM_CARD_BY_HAND:
    case OM_CARD_FOREMOST:
    case OM_CARD_DRAWN:
    case OM_CARD_IMPORTANT:
    default:
      break;
    }
}

/* Begins at 04:00 of the place; where the clock was put forward then, as late as it can be. */
static gint64
start_of (gint32     journal_day,
          GTimeZone *zone,
          gint64     now)
{
  OmMoment moment;
  int year;
  int month;
  int day;

  om_date_from_day_number (journal_day, &year, &month, &day);
  if (om_moment_from_local (zone, year, month, day, (int) (OM_JOURNAL_DAY_START_MS / 3600000), 0, 0, &moment) &&
      moment.ms <= now)
    return moment.ms;
  moment = om_moment_at (now, zone);
  return (gint64) journal_day * OM_MS_PER_DAY + OM_JOURNAL_DAY_START_MS - (gint64) moment.offset_s * 1000;
}

/**
 * om_surfacing_day_start:
 * @now: ms UTC
 * @zone: of the place
 * @journal_day: (out): the running journal day
 *
 * Returns: when that day began, ms UTC
 */
gint64
om_surfacing_day_start (gint64     now,
                        GTimeZone *zone,
                        gint32    *journal_day)
{
  OmMoment moment = om_moment_at (now, zone);

  *journal_day = om_moment_journal_day (&moment);
  return start_of (*journal_day, zone, now);
}

/**
 * om_surfacing_find_used:
 * @states: the table
 * @day_start: ms UTC
 * @most: no more than these
 *
 * Returns: (transfer full) (element-type guint32): documents that were there before and were used since, so
 *   that their state of the morning is to be asked of their history. What nothing ever happened to but its
 *   coming in is not among them.
 */
GArray *
om_surfacing_find_used (const OmStateTable *states,
                        gint64              day_start,
                        guint               most)
{
  GArray *docs = g_array_new (FALSE, FALSE, sizeof (guint32));

  for (guint32 doc = om_state_table_next (states, 0); doc != 0 && docs->len < most; doc = om_state_table_next (states, doc))
    {
      const OmDocState *state = om_state_table_get (states, doc);

      if (MAX (state->last_active_at, state->last_seen_at) < day_start || state->type == OM_MEMORY_TYPE_SECTION)
        continue;
      if (state->activation_count > 1 || state->coactivations > 0 || state->last_active_at != state->last_seen_at)
        g_array_append_val (docs, doc);
    }
  return docs;
}

/**
 * om_surfacing_choose:
 * @states: the table
 * @surfacing: the day
 * @n_reflections: (out): reflections of the last days
 *
 * Returns: (transfer full) (element-type OmSurfaced): the cards of the day by heading, each memory at most
 *   once
 */
GArray *
om_surfacing_choose (const OmStateTable *states,
                     const OmSurfacing  *surfacing,
                     guint              *n_reflections)
{
  Look look = { .states = states, .surfacing = surfacing };
  GArray *cards = g_array_new (FALSE, FALSE, sizeof (OmSurfaced));

  /* Of the lower headings as many as are left if those above have taken the best. */
  look.pinned.most = OM_SURFACING_RANKS;
  look.on_mind.most = OM_SURFACING_RANKS;
  look.fading.most = OM_ON_MIND_CARDS + OM_FADING_CARDS;
  look.drifting.most = OM_ON_MIND_CARDS + OM_FADING_CARDS + 1;
  look.reflections.most = OM_REFLECTION_CARDS;
  for (guint32 doc = om_state_table_next (states, 0); doc != 0; doc = om_state_table_next (states, doc))
    look_at (&look, doc);

  deal (cards, &look.pinned, OM_CARD_PINNED, OM_SURFACING_RANKS);
  draw_on_mind (cards, &look.on_mind);
  if (look.n_entries >= OM_FADING_SOON_ENTRIES)
    deal (cards, &look.fading, OM_CARD_FADING, OM_FADING_CARDS);
  deal (cards, &look.drifting, OM_CARD_DRIFTING, 1);
  deal (cards, &look.reflections, OM_CARD_REFLECTION, OM_REFLECTION_CARDS);
  for (guint i = cards->len; i > 0; i--)
    {
      if (is_aside (surfacing, g_array_index (cards, OmSurfaced, i - 1).doc))
        g_array_remove_index (cards, i - 1);
      else
        date_card (&look, &g_array_index (cards, OmSurfaced, i - 1));
    }
  *n_reflections = look.n_reflections;
  return cards;
}
