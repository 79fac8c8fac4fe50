/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Day by day: what was seen goes to the traits it is about, then reviews whose time is over, then what the
 * person said that day. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-trait-practice.h"
#include "dynamics/om-trait-rise.h"

#include <math.h>
#include <string.h>

#include "text/om-statement.h"

/* No identity is read off an entry in such distress (design/traits.md 5.3). */
#define DISTRESS_VALENCE -0.5
#define DISTRESS_AROUSAL 0.6

/* Journals ------------------------------------------------------------------------------------------ */

/** om_trait_journal_new: (transfer full): an empty one */
OmTraitJournal *
om_trait_journal_new (void)
{
  OmTraitJournal *self = g_new0 (OmTraitJournal, 1);

  self->strings = g_string_chunk_new (16384);
  self->entries = g_array_new (FALSE, FALSE, sizeof (OmTraitEntry));
  self->sightings = g_array_new (FALSE, FALSE, sizeof (OmTraitSighting));
  self->words = g_array_new (FALSE, FALSE, sizeof (OmTraitWord));
  return self;
}

/**
 * om_trait_journal_free:
 * @self: (transfer full) (nullable)
 */
void
om_trait_journal_free (OmTraitJournal *self)
{
  if (self == NULL)
    return;

  g_string_chunk_free (self->strings);
  g_array_unref (self->entries);
  g_array_unref (self->sightings);
  g_array_unref (self->words);
  g_free (self);
}

/**
 * om_trait_work_free:
 * @self: (transfer full) (nullable)
 */
void
om_trait_work_free (OmTraitWork *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->stories);
  g_hash_table_unref (self->groups);
  g_free (self);
}

/* Evidence ------------------------------------------------------------------------------------------ */

static gboolean
is_evidence (const OmTraitReplay   *replay,
             const OmTraitSighting *sighting,
             const OmTraitEntry    *entry)
{
  if ((sighting->sensitive & ~replay->journal->allowed) != 0)
    return FALSE;
  return sighting->family != OM_TRAIT_FAMILY_STATEMENT || !g_str_equal (sighting->kind, "identity") ||
         !(entry->valence <= DISTRESS_VALENCE && entry->arousal >= DISTRESS_AROUSAL);
}

/** om_trait_replay_add_piece: the day says this of it. */
void
om_trait_replay_add_piece (OmTraitReplay      *replay,
                           OmTraitGrowth      *growth,
                           const OmTraitPiece *piece)
{
  if (growth->today->len == 0)
    g_ptr_array_add (replay->touched, growth);
  g_array_append_vals (growth->today, piece, 1);
}

static void
support (OmTraitReplay      *replay,
         OmTraitHead        *head,
         int                 slot,
         int                 polarity,
         const OmTraitPiece *piece)
{
  OmTraitGrowth *growth = om_trait_head_get (head, slot, piece->at);

  if (growth == NULL)
    {
      growth = om_trait_head_open (replay, head, slot, piece->family, polarity);
      om_trait_growth_begin (growth, piece);
    }
  om_trait_replay_add_piece (replay, growth, piece);
}

static void
speak_against (OmTraitReplay *replay,
               OmTraitGrowth *growth,
               OmTraitPiece   piece,
               OmTraitSignal  signal)
{
  piece.signal = signal;
  piece.supports = FALSE;
  om_trait_replay_add_piece (replay, growth, &piece);
}

/* A part of life of its own, other than that of the trait. */
static gboolean
is_elsewhere (const OmTraitGrowth *growth,
              OmContext            context)
{
  OmContext home = growth->story->trait->context;

  return context >= OM_CONTEXT_WORK && context < OM_CONTEXT_GENERAL && home >= OM_CONTEXT_WORK && home < OM_CONTEXT_GENERAL &&
         context != home;
}

/* A statement meets the trait of its part of life first, then the one for all of it. What is said the other
 * way round elsewhere is no contradiction but a trait of there. */
static void
take_statement (OmTraitReplay         *replay,
                OmTraitHead           *head,
                const OmTraitSighting *sighting,
                const OmTraitPiece    *piece)
{
  int slot = piece->context >= OM_CONTEXT_WORK && piece->context < OM_CONTEXT_GENERAL ? (int) piece->context : -1;
  OmTraitGrowth *growth = slot >= 0 ? om_trait_head_get (head, slot, piece->at) : NULL;

  if (growth == NULL)
    {
      slot = -1;
      growth = om_trait_head_get (head, slot, piece->at);
    }
  if (sighting->retraction)
    {
      if (growth != NULL)
        speak_against (replay, growth, *piece, OM_TRAIT_SIGNAL_RETRACTED);
      return;
    }
  if (growth == NULL || growth->story->trait->polarity == sighting->polarity)
    support (replay, head, slot, sighting->polarity, piece);
  else if (slot < 0 && is_elsewhere (growth, piece->context))
    support (replay, head, piece->context, sighting->polarity, piece);
  else
    speak_against (replay, growth, *piece, OM_TRAIT_SIGNAL_DENIED);
}

/* An antonym speaks against what is there for the same part of life. */
static void
take_opposites (OmTraitReplay         *replay,
                OmTraitHead           *head,
                const OmTraitSighting *sighting,
                const OmTraitPiece    *piece)
{
  if (head->sides == NULL || sighting->retraction || sighting->polarity < 0)
    return;
  for (guint i = 0; i < replay->head_list->len; i++)
    {
      OmTraitHead *other = g_ptr_array_index (replay->head_list, i);
      OmTraitGrowth *growth;

      if (!om_trait_heads_opposite (head, other))
        continue;
      growth = om_trait_head_get (other, -1, piece->at);
      if (growth != NULL && growth->story->trait->polarity > 0 && !is_elsewhere (growth, piece->context))
        speak_against (replay, growth, *piece, OM_TRAIT_SIGNAL_OPPOSITE);
    }
}

static void
take_sighting (OmTraitReplay         *replay,
               const OmTraitSighting *sighting)
{
  const OmTraitEntry *entry = &g_array_index (replay->journal->entries, OmTraitEntry, sighting->entry);
  OmTraitPiece piece = {
    entry, sighting, entry->at, entry->day, sighting->family, OM_TRAIT_SIGNAL_SAID, OM_TRAIT_GRADE_B, TRUE, entry->context,
  };
  gboolean ambiguous;
  OmTraitHead *head;

  if (!is_evidence (replay, sighting, entry))
    return;
  if (sighting->family == OM_TRAIT_FAMILY_ACTIVITY)
    {
      om_trait_practices_see (replay, sighting, entry);
      return;
    }
  head = om_trait_heads_find (replay, sighting->kind, sighting->key, entry->at, &ambiguous);
  if (ambiguous)
    {
      g_debug ("A statement could be of two traits and is taken for neither.");
      replay->work->n_ambiguous++;
      return;
    }
  if (head->blocked)
    return;
  take_statement (replay, head, sighting, &piece);
  take_opposites (replay, head, sighting, &piece);
}

/* Days ---------------------------------------------------------------------------------------------- */

static void
end_day (OmTraitReplay *replay)
{
  for (guint i = 0; i < replay->touched->len; i++)
    om_trait_growth_end_day (g_ptr_array_index (replay->touched, i));
  g_ptr_array_set_size (replay->touched, 0);
}

/* Reviews that nobody has answered, as far as their time is over; in the order of that. */
static void
end_reviews (OmTraitReplay *replay,
             gint64         until)
{
  for (;;)
    {
      OmTraitGrowth *first = NULL;
      gint64 first_due = G_MAXINT64;
      OmContext elsewhere;
      OmTraitOutcome outcome;
      gint64 due;

      for (guint i = 0; i < replay->growths->len; i++)
        {
          OmTraitGrowth *growth = g_ptr_array_index (replay->growths, i);

          if (growth->life != NULL && om_trait_review_due (growth, until, &due) && due < first_due)
            {
              first = growth;
              first_due = due;
            }
        }
      if (first == NULL)
        return;
      if (!om_trait_growth_lives (first, first_due))
        {
          first->review_at = 0;
          continue;
        }
      outcome = om_trait_review_decide (first, replay, first_due, &elsewhere);
      if (outcome == OM_TRAIT_OUTCOME_SPLIT)
        om_trait_review_split (replay, first, first_due, (gint32) (first_due / OM_MS_PER_DAY), elsewhere);
      else
        om_trait_growth_review (first, first_due, outcome);
    }
}

/* From when on a day is told of: nothing that is due later comes before its evidence. */
static gint64
begin_of_day (gint32 day)
{
  return (gint64) day * OM_MS_PER_DAY;
}

/* Mondays up to @day, each once; the first is that after the first day. */
static gint32
run_weeks (OmTraitReplay *replay,
           gint32         tick,
           gint32         day)
{
  if (tick == G_MININT32)
    return day + 7 - (((day + 3) % 7 + 7) % 7);
  for (; tick <= day; tick += 7)
    {
      end_reviews (replay, begin_of_day (tick));
      om_trait_practices_tick (replay, begin_of_day (tick), tick);
      end_day (replay);
      om_trait_rise (replay, begin_of_day (tick), tick);
    }
  return tick;
}

static gint32
next_day (const OmTraitReplay *replay,
          guint                entry,
          guint                word)
{
  gint32 day = G_MAXINT32;

  if (entry < replay->journal->entries->len)
    day = g_array_index (replay->journal->entries, OmTraitEntry, entry).day;
  if (word < replay->journal->words->len)
    day = MIN (day, g_array_index (replay->journal->words, OmTraitWord, word).day);
  return day;
}

static void
run_days (OmTraitReplay *replay)
{
  const OmTraitJournal *journal = replay->journal;
  guint entry = 0;
  guint sighting = 0;
  guint word = 0;
  gint32 tick = G_MININT32;
  gint32 day;

  while ((day = next_day (replay, entry, word)) <= replay->today)
    {
      guint first = entry;

      tick = run_weeks (replay, tick, day);
      end_reviews (replay, begin_of_day (day));
      if (entry < journal->entries->len && g_array_index (journal->entries, OmTraitEntry, entry).day == day)
        g_array_append_val (replay->entry_days, day);
      while (entry < journal->entries->len && g_array_index (journal->entries, OmTraitEntry, entry).day == day)
        entry++;
      for (; sighting < journal->sightings->len && g_array_index (journal->sightings, OmTraitSighting, sighting).entry < entry; sighting++)
        take_sighting (replay, &g_array_index (journal->sightings, OmTraitSighting, sighting));
      om_trait_practices_end_day (replay, first, entry, day);
      end_day (replay);
      for (; word < journal->words->len && g_array_index (journal->words, OmTraitWord, word).day <= day; word++)
        om_trait_words_apply (replay, &g_array_index (journal->words, OmTraitWord, word));
    }
  run_weeks (replay, tick, replay->today);
  end_reviews (replay, replay->now);
}

/* Merges hold from the beginning. */
static void
read_merges (OmTraitReplay *replay)
{
  for (guint i = 0; i < replay->journal->words->len; i++)
    {
      const OmTraitWord *word = &g_array_index (replay->journal->words, OmTraitWord, i);

      if (word->verb == OM_TRAIT_VERB_MERGE && word->other != NULL)
        g_hash_table_insert (replay->aliases, g_strdup (word->other), (gpointer) word);
    }
}

/* The end ------------------------------------------------------------------------------------------- */

static void
hash_text (GChecksum  *checksum,
           const char *text)
{
  g_checksum_update (checksum, (const guchar *) (text != NULL ? text : "\1"), text != NULL ? (gssize) strlen (text) + 1 : 2);
}

static void
hash_numbers (GChecksum  *checksum,
              const char *format,
              ...)
{
  g_autofree char *text = NULL;
  va_list args;

  va_start (args, format);
  text = g_strdup_vprintf (format, args);
  va_end (args);
  hash_text (checksum, text);
}

/* %a tells doubles to the bit. */
static guint64
digest_of (const OmTraitStory *story)
{
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA1);
  const OmTrait *t = story->trait;
  guint8 bytes[20];
  gsize n = sizeof bytes;
  guint64 digest;

  hash_text (checksum, t->id);
  hash_text (checksum, t->theme);
  hash_text (checksum, t->found_text);
  hash_text (checksum, t->renamed ? t->text : NULL);
  hash_text (checksum, t->language);
  hash_text (checksum, t->predecessor);
  hash_numbers (checksum, "%d %d %d %d %d %d %d %d %a %a", t->family, t->polarity, t->tier, t->stage, t->shown_stage, t->context,
                t->context_by_hand, story->slot, t->held, t->effect);
  hash_numbers (checksum, "%" G_GINT64_FORMAT " %u %" G_GINT64_FORMAT " %u %u %d %d %u %u", t->anchor, t->n_reinforcements,
                t->window_end, t->n_days, t->n_of_days, t->first_day, t->last_day, t->n_for, t->n_against);
  hash_numbers (checksum, "%" G_GINT64_FORMAT " %d %d %d %d %" G_GINT64_FORMAT " %" G_GINT64_FORMAT, t->review_since,
                t->said_changed, t->modified, t->mark, t->blocked, t->created_at, t->changed_at);
  for (guint i = 0; i < story->evidence->len; i++)
    {
      const OmTraitEvidence *e = g_ptr_array_index (story->evidence, i);

      hash_text (checksum, e->quote);
      hash_numbers (checksum, "%" G_GINT64_FORMAT " %" G_GINT64_FORMAT " %d %d %d %d %d %d %d %d %d %u %u", e->memory, e->at, e->day,
                    e->family, e->signal, e->grade, e->reason, e->supports, e->counted, e->closed, e->context, e->start, e->length);
    }
  for (guint i = 0; i < story->events->len; i++)
    {
      const OmTraitEvent *e = &g_array_index (story->events, OmTraitEvent, i);

      hash_numbers (checksum, "%" G_GINT64_FORMAT " %d %a %a %d %d %u", e->at, e->cause, e->confidence_before, e->confidence_after,
                    e->stage_before, e->stage_after, e->n_reinforcements);
    }
  for (guint i = 0; i < story->children->len; i++)
    hash_text (checksum, g_ptr_array_index (story->children, i));
  g_checksum_get_digest (checksum, bytes, &n);
  memcpy (&digest, bytes, sizeof digest);
  return digest;
}

static void
tell_all (OmTraitReplay *replay)
{
  om_trait_rise_groups (replay, replay->now, replay->work->groups);
  for (guint i = 0; i < replay->growths->len; i++)
    om_trait_practices_tell (replay, g_ptr_array_index (replay->growths, i));
  for (guint i = 0; i < replay->growths->len; i++)
    {
      OmTraitStory *story = om_trait_growth_tell (g_ptr_array_index (replay->growths, i), replay);

      if (story == NULL)
        continue;
      story->digest = digest_of (story);
      g_ptr_array_add (replay->work->stories, story);
    }
}

/**
 * om_trait_replay:
 * @journal: everything that may be evidence, and what the person said
 * @now: ms UTC
 * @today: the journal day of that; what is dated later says nothing yet
 *
 * Returns: (transfer full): every trait there is and was
 */
OmTraitWork *
om_trait_replay (const OmTraitJournal *journal,
                 gint64                now,
                 gint32                today)
{
  OmTraitReplay replay = { journal, now, today };

  replay.heads = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) om_trait_head_free);
  replay.head_list = g_ptr_array_new ();
  replay.by_lemma = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) g_ptr_array_unref);
  replay.aliases = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  replay.marks = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  replay.growths = g_ptr_array_new_with_free_func ((GDestroyNotify) om_trait_growth_free);
  replay.touched = g_ptr_array_new ();
  replay.entry_days = g_array_new (FALSE, FALSE, sizeof (gint32));
  replay.practices = om_trait_practices_new ();
  replay.work = g_new0 (OmTraitWork, 1);
  replay.work->stories = g_ptr_array_new_with_free_func ((GDestroyNotify) om_trait_story_free);
  replay.work->groups = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  read_merges (&replay);
  run_days (&replay);
  tell_all (&replay);

  om_trait_practices_free (replay.practices);
  g_ptr_array_unref (replay.touched);
  g_ptr_array_unref (replay.growths);
  g_hash_table_unref (replay.marks);
  g_hash_table_unref (replay.aliases);
  g_hash_table_unref (replay.by_lemma);
  g_ptr_array_unref (replay.head_list);
  g_hash_table_unref (replay.heads);
  g_array_unref (replay.entry_days);
  return replay.work;
}
