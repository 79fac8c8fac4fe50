/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Activities and rhythms are counted day by day; when the rules of their families hold, the day speaks for
 * the trait. Once a week silence and moods are looked at. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-trait-practice.h"

#include <math.h>
#include <string.h>

#include "dynamics/om-habit.h"
#include "dynamics/om-mood-link.h"
#include "dynamics/om-rhythm.h"
#include "text/om-deed.h"
#include "text/om-trait-texts.h"

/* A reversal, or silence, speaks once in so many days. */
#define ONCE_IN_DAYS 30

/* Days that moods are compared over, and how sure a mood link may become: emerging. */
#define MOOD_DAYS 365
#define MOOD_MOST 0.6

#define KIND_ACTIVITY "activity"
#define KIND_RHYTHM "rhythm"
#define KIND_MOOD "mood"

/**
 * Practice:
 * @pieces: (element-type OmTraitPiece): the first of each day
 * @growth: days of it are counted from its first on
 */
typedef struct
{
  const char *kind;
  char       *key;
  OmRhythm    rhythm;
  GArray     *days;   /* (element-type gint32) */
  GArray     *pieces;
  gint32      spoken; /* last day on which its reversal spoke */
  gint32      mood_day; /* last day of it that a mood link has spoken of */
} Practice;

/** MoodDay: how a day reads. @weekday: 0 Monday .. 6 */
typedef struct
{
  gint32 day;
  int    weekday;
  double valence;
} MoodDay;

struct _OmTraitPractices
{
  GHashTable *by_key;   /* (owned): key of an activity -> Practice */
  GPtrArray  *all;      /* (owned) (element-type Practice): in order */
  Practice   *rhythms[OM_N_RHYTHMS];
  GArray     *written;  /* (owned) (element-type OmRhythmEntry): in order */
  GArray     *moods;    /* (owned) (element-type MoodDay) */
  GPtrArray  *today;    /* (element-type Practice): activities of the day */
  guint       n_chinese;
  guint       n_other;
  gint32      weekday_day[7]; /* last day that a mood link of the weekday has spoken of */
};

static Practice *
practice_new (OmTraitPractices *self,
              const char       *kind,
              const char       *key)
{
  Practice *practice = g_new0 (Practice, 1);

  practice->kind = kind;
  practice->key = g_strdup (key);
  practice->days = g_array_new (FALSE, FALSE, sizeof (gint32));
  practice->pieces = g_array_new (FALSE, FALSE, sizeof (OmTraitPiece));
  practice->spoken = practice->mood_day = G_MININT32 / 2;
  g_ptr_array_add (self->all, practice);
  return practice;
}

static void
practice_free (gpointer data)
{
  Practice *practice = data;

  g_free (practice->key);
  g_array_unref (practice->days);
  g_array_unref (practice->pieces);
  g_free (practice);
}

/** om_trait_practices_new: (transfer full): nothing done yet */
OmTraitPractices *
om_trait_practices_new (void)
{
  OmTraitPractices *self = g_new0 (OmTraitPractices, 1);

  self->by_key = g_hash_table_new (g_str_hash, g_str_equal);
  self->all = g_ptr_array_new_with_free_func (practice_free);
  self->written = g_array_new (FALSE, FALSE, sizeof (OmRhythmEntry));
  self->moods = g_array_new (FALSE, FALSE, sizeof (MoodDay));
  self->today = g_ptr_array_new ();
  for (OmRhythm rhythm = 0; rhythm < OM_N_RHYTHMS; rhythm++)
    {
      self->rhythms[rhythm] = practice_new (self, KIND_RHYTHM, om_rhythm_to_key (rhythm));
      self->rhythms[rhythm]->rhythm = rhythm;
    }
  for (guint i = 0; i < G_N_ELEMENTS (self->weekday_day); i++)
    self->weekday_day[i] = G_MININT32 / 2;
  return self;
}

/** om_trait_practices_free: (transfer full) (nullable) */
void
om_trait_practices_free (OmTraitPractices *self)
{
  if (self == NULL)
    return;

  g_hash_table_unref (self->by_key);
  g_ptr_array_unref (self->all);
  g_array_unref (self->written);
  g_array_unref (self->moods);
  g_ptr_array_unref (self->today);
  g_free (self);
}

static void
note_day (Practice           *practice,
          const OmTraitPiece *piece)
{
  if (practice->days->len > 0 && g_array_index (practice->days, gint32, practice->days->len - 1) == piece->day)
    return;
  g_array_append_val (practice->days, piece->day);
  g_array_append_vals (practice->pieces, piece, 1);
}

/**
 * om_trait_practices_see:
 * @sighting: of an activity
 *
 * What was done, on the day of @entry.
 */
void
om_trait_practices_see (OmTraitReplay         *replay,
                        const OmTraitSighting *sighting,
                        const OmTraitEntry    *entry)
{
  OmTraitPractices *self = replay->practices;
  Practice *practice = g_hash_table_lookup (self->by_key, sighting->key);
  OmTraitPiece piece = {
    entry, sighting, entry->at, entry->day, OM_TRAIT_FAMILY_ACTIVITY, OM_TRAIT_SIGNAL_DONE, OM_TRAIT_GRADE_C, TRUE, entry->context,
  };

  if (g_strcmp0 (sighting->language, "zh") == 0)
    self->n_chinese++;
  else
    self->n_other++;
  if (practice == NULL)
    {
      practice = practice_new (self, KIND_ACTIVITY, sighting->key);
      g_hash_table_insert (self->by_key, practice->key, practice);
    }
  note_day (practice, &piece);
  if (!g_ptr_array_find (self->today, practice, NULL))
    g_ptr_array_add (self->today, practice);
}

/* Traits -------------------------------------------------------------------------------------------- */

static OmTraitGrowth *
find_growth (OmTraitReplay *replay,
             const char    *kind,
             const char    *key,
             gint64         at)
{
  gboolean ambiguous;
  OmTraitHead *head = om_trait_heads_find (replay, kind, key, at, &ambiguous);

  return head == NULL || head->blocked ? NULL : om_trait_head_get (head, -1, at);
}

/* The trait of a practice, new if there is none; %NULL if the person wants none. */
static OmTraitGrowth *
open_growth (OmTraitReplay      *replay,
             const char         *kind,
             const char         *key,
             int                 polarity,
             const OmTraitPiece *piece)
{
  gboolean ambiguous;
  OmTraitHead *head = om_trait_heads_find (replay, kind, key, piece->at, &ambiguous);
  OmTraitGrowth *growth;

  if (head == NULL || head->blocked)
    return NULL;
  growth = om_trait_head_get (head, -1, piece->at);
  if (growth == NULL)
    {
      growth = om_trait_head_open (replay, head, -1, piece->family, polarity);
      om_trait_growth_begin (growth, piece);
    }
  return growth;
}

/* Days of the window that have made it be noticed are evidence, too. */
static void
note_former_days (Practice      *practice,
                  OmTraitGrowth *growth,
                  gint32         day)
{
  guint first = practice->days->len;

  while (first > 0 && day - g_array_index (practice->days, gint32, first - 1) < OM_HABIT_WINDOW_DAYS)
    first--;
  for (; first + 1 < practice->pieces->len; first++)
    om_trait_growth_note_former (growth, &g_array_index (practice->pieces, OmTraitPiece, first));
}

static void
speak_for (OmTraitReplay *replay,
           Practice      *practice)
{
  const OmTraitPiece *piece = &g_array_index (practice->pieces, OmTraitPiece, practice->pieces->len - 1);
  OmTraitGrowth *growth = open_growth (replay, practice->kind, practice->key, 1, piece);

  if (growth == NULL)
    return;
  /* "I never paint", and yet. */
  if (growth->story->trait->polarity < 0)
    {
      OmTraitPiece against = *piece;

      against.supports = FALSE;
      against.signal = OM_TRAIT_SIGNAL_OPPOSITE;
      om_trait_replay_add_piece (replay, growth, &against);
      return;
    }
  if (growth->born == piece->day && growth->days->len == 0 && growth->today->len == 0)
    note_former_days (practice, growth, piece->day);
  /* What was only said is done as well: the days are counted. */
  if (growth->story->trait->family == OM_TRAIT_FAMILY_STATEMENT)
    growth->story->trait->family = OM_TRAIT_FAMILY_ACTIVITY;
  om_trait_replay_add_piece (replay, growth, piece);
}

/* The tail of an array of days that can lie in the window. */
static const gint32 *
tail_of (const GArray *days,
         guint        *n)
{
  *n = MIN (days->len, OM_HABIT_WINDOW_DAYS);
  return &g_array_index (days, gint32, days->len - *n);
}

static void
end_activities (OmTraitReplay *replay,
                gint32         day)
{
  OmTraitPractices *self = replay->practices;

  for (guint i = 0; i < self->today->len; i++)
    {
      Practice *practice = g_ptr_array_index (self->today, i);
      guint n;
      guint of;
      const gint32 *days = tail_of (practice->days, &n);
      const gint32 *entry_days = tail_of (replay->entry_days, &of);

      if (om_habit_holds (days, n, entry_days, of, day, NULL))
        speak_for (replay, practice);
    }
  g_ptr_array_set_size (self->today, 0);
}

/* Rhythms ------------------------------------------------------------------------------------------- */

static int
local_minute (const OmTraitEntry *entry)
{
  gint64 minute;

  if (entry->precision != OM_PRECISION_INSTANT)
    return -1;
  minute = ((entry->at / 1000 + entry->offset_s) / 60) % 1440;
  return (int) (minute < 0 ? minute + 1440 : minute);
}

/* Entries of the last thirty days. */
static const OmRhythmEntry *
recent_entries (const OmTraitPractices *self,
                gint32                  day,
                guint                  *n)
{
  guint first = self->written->len;

  while (first > 0 && day - g_array_index (self->written, OmRhythmEntry, first - 1).day < OM_HABIT_WINDOW_DAYS)
    first--;
  *n = self->written->len - first;
  return &g_array_index (self->written, OmRhythmEntry, first);
}

/* The last ten entries are otherwise: once in thirty days. */
static void
look_for_reversal (OmTraitReplay      *replay,
                   Practice           *practice,
                   const OmTraitEntry *entry)
{
  OmTraitPractices *self = replay->practices;
  OmTraitPiece piece = {
    NULL, NULL, entry->at, entry->day, OM_TRAIT_FAMILY_RHYTHM, OM_TRAIT_SIGNAL_REVERSED, OM_TRAIT_GRADE_D, FALSE, OM_CONTEXT_UNKNOWN,
  };
  guint n = MIN (self->written->len, 4 * OM_RHYTHM_LAST_ENTRIES);
  OmTraitGrowth *growth;

  if (practice->days->len == 0 || entry->day - practice->spoken < ONCE_IN_DAYS ||
      !om_rhythm_is_reversed (practice->rhythm, &g_array_index (self->written, OmRhythmEntry, self->written->len - n), n))
    return;
  growth = find_growth (replay, practice->kind, practice->key, entry->at);
  if (growth == NULL)
    return;
  practice->spoken = entry->day;
  om_trait_replay_add_piece (replay, growth, &piece);
}

static void
end_rhythms (OmTraitReplay *replay,
             guint          first,
             guint          last,
             gint32         day)
{
  OmTraitPractices *self = replay->practices;
  const OmTraitEntry *entries = &g_array_index (replay->journal->entries, OmTraitEntry, first);
  guint n_recent;
  const OmRhythmEntry *recent;

  for (guint i = 0; i < last - first; i++)
    {
      OmRhythmEntry written = { entries[i].day, local_minute (&entries[i]), entries[i].n_words };

      /* Of what nobody knows the date of, the day says nothing. */
      if (entries[i].precision != OM_PRECISION_UNKNOWN)
        g_array_append_val (self->written, written);
    }
  recent = recent_entries (self, day, &n_recent);
  for (OmRhythm rhythm = 0; rhythm < OM_N_RHYTHMS; rhythm++)
    {
      Practice *practice = self->rhythms[rhythm];
      gboolean fits = FALSE;

      for (guint i = 0; i < last - first; i++)
        {
          OmRhythmEntry written = { entries[i].day, local_minute (&entries[i]), entries[i].n_words };
          OmTraitPiece piece = {
            &entries[i], NULL, entries[i].at, day, OM_TRAIT_FAMILY_RHYTHM, OM_TRAIT_SIGNAL_RHYTHM, OM_TRAIT_GRADE_C, TRUE,
            entries[i].context,
          };

          if (entries[i].precision == OM_PRECISION_UNKNOWN || !om_rhythm_fits (rhythm, &written))
            continue;
          fits = TRUE;
          note_day (practice, &piece);
        }
      if (fits && om_rhythm_holds (rhythm, recent, n_recent, NULL))
        speak_for (replay, practice);
      else if (!fits)
        look_for_reversal (replay, practice, &entries[last - first - 1]);
    }
}

static int
weekday_of (gint32 day)
{
  /* 1970-01-01 was a Thursday. */
  return (int) ((((gint64) day + 3) % 7 + 7) % 7);
}

static void
end_mood (OmTraitPractices *self,
          OmTraitReplay    *replay,
          guint             first,
          guint             last,
          gint32            day)
{
  MoodDay mood = { day, weekday_of (day), 0 };
  guint n = 0;

  for (guint i = first; i < last; i++)
    {
      const OmTraitEntry *entry = &g_array_index (replay->journal->entries, OmTraitEntry, i);

      if (isnan (entry->valence) || entry->precision == OM_PRECISION_UNKNOWN)
        continue;
      mood.valence += entry->valence;
      n++;
    }
  if (n == 0)
    return;
  mood.valence /= n;
  g_array_append_val (self->moods, mood);
}

/**
 * om_trait_practices_end_day:
 * @first: place of the first entry of the day
 * @last: place after the last
 *
 * All activities of the day were seen: the day speaks for those whose rules hold.
 */
void
om_trait_practices_end_day (OmTraitReplay *replay,
                            guint          first,
                            guint          last,
                            gint32         day)
{
  end_activities (replay, day);
  if (last == first)
    return;
  end_rhythms (replay, first, last, day);
  end_mood (replay->practices, replay, first, last, day);
}

/* Once a week --------------------------------------------------------------------------------------- */

static void
look_for_silence (OmTraitReplay *replay,
                  Practice      *practice,
                  gint64         at,
                  gint32         day)
{
  OmTraitPiece piece = {
    NULL, NULL, at, day, OM_TRAIT_FAMILY_ACTIVITY, OM_TRAIT_SIGNAL_SILENT, OM_TRAIT_GRADE_D, FALSE, OM_CONTEXT_UNKNOWN,
  };
  gint32 last = practice->days->len > 0 ? g_array_index (practice->days, gint32, practice->days->len - 1) : day;
  OmTraitGrowth *growth;
  const gint32 *days = (const gint32 *) practice->days->data;
  guint n = practice->days->len;

  if (day - last < OM_HABIT_SILENT_DAYS || day - practice->spoken < ONCE_IN_DAYS)
    return;
  growth = find_growth (replay, practice->kind, practice->key, at);
  if (growth == NULL)
    return;
  /* Its share is that of its own days, not of a time before it. */
  while (n > 0 && growth->days->len > 0 && *days < g_array_index (growth->days, OmTraitDay, 0).day)
    {
      days++;
      n--;
    }
  if (!om_habit_fell_silent (days, n, (const gint32 *) replay->entry_days->data, replay->entry_days->len, day, NULL))
    return;
  practice->spoken = day;
  om_trait_growth_contradict (growth, &piece);
}

/** Topic: what moods are compared by. */
typedef struct
{
  Practice *practice; /* (nullable): an activity */
  int       weekday;  /* 0 Monday .. 6, otherwise */
  guint8   *with;     /* (owned): of each day */
} Topic;

static void
clear_topic (gpointer data)
{
  g_free (((Topic *) data)->with);
}

static GArray *
gather_topics (OmTraitPractices *self,
               const MoodDay    *moods,
               guint             n)
{
  GArray *topics = g_array_new (FALSE, FALSE, sizeof (Topic));

  g_array_set_clear_func (topics, clear_topic);
  for (guint i = OM_N_RHYTHMS; i < self->all->len; i++)
    {
      Practice *practice = g_ptr_array_index (self->all, i);
      Topic topic = { practice, 0, NULL };
      guint place = practice->days->len;
      guint n_with = 0;

      while (place > 0 && g_array_index (practice->days, gint32, place - 1) >= moods[0].day)
        place--;
      if (practice->days->len - place < OM_MOOD_LINK_LEAST_DAYS)
        continue;
      topic.with = g_new0 (guint8, n);
      for (guint j = 0; j < n; j++)
        {
          while (place < practice->days->len && g_array_index (practice->days, gint32, place) < moods[j].day)
            place++;
          topic.with[j] = place < practice->days->len && g_array_index (practice->days, gint32, place) == moods[j].day;
          n_with += topic.with[j];
        }
      g_array_append_val (topics, topic);
    }
  for (int weekday = 0; weekday < 7; weekday++)
    {
      Topic topic = { NULL, weekday, g_new0 (guint8, n) };

      for (guint j = 0; j < n; j++)
        topic.with[j] = moods[j].weekday == weekday;
      g_array_append_val (topics, topic);
    }
  return topics;
}

/* Whether days with it and days without differ enough for a link, however sure that is. */
static gboolean
may_link (const Topic   *topic,
          const MoodDay *moods,
          guint          n)
{
  double sums[2] = { 0 };
  guint counts[2] = { 0 };

  for (guint i = 0; i < n; i++)
    {
      sums[topic->with[i]] += moods[i].valence;
      counts[topic->with[i]]++;
    }
  /* Rounding is left to the test itself. */
  return counts[0] >= OM_MOOD_LINK_LEAST_DAYS && counts[1] >= OM_MOOD_LINK_LEAST_DAYS &&
         fabs (sums[1] / counts[1] - sums[0] / counts[0]) >= OM_MOOD_LINK_LEAST_DIFFERENCE - 1e-9;
}

/* A link that holds speaks once for each week that has brought a day of it; never beyond emerging. */
static void
take_link (OmTraitReplay    *replay,
           const Topic      *topic,
           const OmMoodLink *link,
           gint32            last_day,
           gint64            at,
           gint32            day)
{
  OmTraitPractices *self = replay->practices;
  gint32 *spoken = topic->practice != NULL ? &topic->practice->mood_day : &self->weekday_day[topic->weekday];
  g_autofree char *key = topic->practice != NULL ? g_strdup_printf ("activity:%s", topic->practice->key)
                                                 : g_strdup_printf ("weekday:%d", topic->weekday + 1);
  int polarity = link->difference < 0 ? -1 : 1;
  OmTraitPiece piece = {
    NULL, NULL, at, day, OM_TRAIT_FAMILY_MOOD, OM_TRAIT_SIGNAL_MOOD, OM_TRAIT_GRADE_D, TRUE, OM_CONTEXT_UNKNOWN,
  };
  OmTraitGrowth *growth;

  if (*spoken >= last_day)
    return;
  *spoken = last_day;
  if (topic->practice != NULL)
    piece.entry = g_array_index (topic->practice->pieces, OmTraitPiece, topic->practice->pieces->len - 1).entry;
  growth = open_growth (replay, KIND_MOOD, key, polarity, &piece);
  if (growth == NULL)
    return;
  if (growth->story->trait->polarity != polarity)
    {
      piece.supports = FALSE;
      piece.signal = OM_TRAIT_SIGNAL_DENIED;
    }
  else if (om_trait_life_confidence (growth->life, at) >= MOOD_MOST - (1 - MOOD_MOST) * 0.05 - 0.02)
    {
      om_trait_growth_note (growth, &piece, OM_TRAIT_GRADE_D, OM_TRAIT_GRADE_CAPPED, FALSE);
      return;
    }
  growth->story->trait->effect = link->difference;
  growth->story->trait->n_days = link->n_with;
  growth->story->trait->n_of_days = link->n_with + link->n_without;
  om_trait_replay_add_piece (replay, growth, &piece);
}

static void
look_at_moods (OmTraitReplay *replay,
               gint64         at,
               gint32         day)
{
  OmTraitPractices *self = replay->practices;
  guint first = self->moods->len;
  const MoodDay *moods;
  guint n;
  gboolean any = FALSE;
  g_autoptr (GArray) topics = NULL;
  g_autoptr (GPtrArray) with = NULL;
  g_autofree double *valence = NULL;
  g_autofree OmMoodLink *links = NULL;

  while (first > 0 && day - g_array_index (self->moods, MoodDay, first - 1).day <= MOOD_DAYS)
    first--;
  n = self->moods->len - first;
  /* Nothing new since the week before says nothing new. */
  if (n < 2 * OM_MOOD_LINK_LEAST_DAYS || day - g_array_index (self->moods, MoodDay, self->moods->len - 1).day > 7)
    return;
  moods = &g_array_index (self->moods, MoodDay, first);
  topics = gather_topics (self, moods, n);
  /* Mostly there is none: then nothing needs to be tested. */
  for (guint i = 0; i < topics->len && !any; i++)
    any = may_link (&g_array_index (topics, Topic, i), moods, n);
  if (!any)
    return;
  with = g_ptr_array_new ();
  valence = g_new (double, n);
  links = g_new0 (OmMoodLink, topics->len);
  for (guint i = 0; i < n; i++)
    valence[i] = moods[i].valence;
  for (guint i = 0; i < topics->len; i++)
    g_ptr_array_add (with, g_array_index (topics, Topic, i).with);
  om_mood_links (valence, n, (const guint8 *const *) with->pdata, topics->len, links);
  for (guint i = 0; i < topics->len; i++)
    {
      const Topic *topic = &g_array_index (topics, Topic, i);
      guint last = n;

      while (last > 0 && !topic->with[last - 1])
        last--;
      if (links[i].holds && last > 0)
        take_link (replay, topic, &links[i], moods[last - 1].day, at, day);
    }
}

/**
 * om_trait_practices_tick:
 * @at: when, ms UTC
 * @day: the day that begins
 *
 * Once a week: what has fallen silent, and how days read.
 */
void
om_trait_practices_tick (OmTraitReplay *replay,
                         gint64         at,
                         gint32         day)
{
  OmTraitPractices *self = replay->practices;

  for (guint i = OM_N_RHYTHMS; i < self->all->len; i++)
    look_for_silence (replay, g_ptr_array_index (self->all, i), at, day);
  look_at_moods (replay, at, day);
}

/* Telling ------------------------------------------------------------------------------------------- */

/* The numbers are fields of their own: a sentence that changes every day would be no name. */
static char *
without_numbers (char *text)
{
  char *open = text != NULL ? g_strrstr (text, "(") : NULL;
  char *wide = text != NULL ? g_strrstr (text, "（") : NULL;
  char *cut = open != NULL && (wide == NULL || open > wide) ? open : wide;

  if (cut != NULL)
    *cut = '\0';
  return text != NULL ? g_strchomp (text) : NULL;
}

static OmLanguage
language_of (const OmTrait *trait,
             OmTraitReplay *replay)
{
  const OmTraitPractices *self = replay->practices;

  if (trait->language != NULL)
    return om_language_from_code (trait->language);
  return self->n_chinese > self->n_other ? OM_LANGUAGE_ZH : OM_LANGUAGE_EN;
}

/* Days since @first on which it was done, or said, each once; both are in order. */
static guint
count_either (const GArray *done,
              const GArray *said,
              gint32        first)
{
  guint i = 0;
  guint j = 0;
  guint n = 0;

  while ((done != NULL && i < done->len) || j < said->len)
    {
      gint32 day_done = done != NULL && i < done->len ? g_array_index (done, gint32, i) : G_MAXINT32;
      gint32 day_said = j < said->len ? g_array_index (said, OmTraitDay, j).day : G_MAXINT32;
      gint32 day = MIN (day_done, day_said);

      i += day_done == day ? 1 : 0;
      j += day_said == day ? 1 : 0;
      n += day >= first ? 1 : 0;
    }
  return n;
}

/* Days that have it, of days with entries. */
static void
count_days (OmTraitGrowth *growth,
            OmTraitReplay *replay)
{
  OmTrait *trait = growth->story->trait;
  gint32 first = g_array_index (growth->days, OmTraitDay, 0).day;
  const OmTraitPractices *self = replay->practices;
  const GArray *days = NULL;
  OmRhythm rhythm;

  if (growth->story->trait->family == OM_TRAIT_FAMILY_ACTIVITY)
    {
      const Practice *practice = g_hash_table_lookup (self->by_key, trait->key);

      days = practice != NULL ? practice->days : NULL;
    }
  else if (om_rhythm_from_key (trait->key, &rhythm))
    {
      days = self->rhythms[rhythm]->days;
    }
  trait->n_days = count_either (days, growth->days, first);
  trait->n_of_days = 0;
  for (guint i = replay->entry_days->len; i > 0 && g_array_index (replay->entry_days, gint32, i - 1) >= first; i--)
    trait->n_of_days++;
}

static char *
dup_mood_text (const OmTrait *trait,
               OmLanguage     language)
{
  const char *name = strchr (trait->key, ':');
  gboolean weekday = g_str_has_prefix (trait->key, "weekday:");

  if (name == NULL)
    return NULL;
  name++;
  return om_trait_text_mood (language, weekday ? OM_MOOD_TOPIC_WEEKDAY : OM_MOOD_TOPIC_ACTIVITY, name, trait->effect, trait->n_days,
                             trait->n_of_days - trait->n_days);
}

/**
 * om_trait_practices_tell:
 * @growth: a trait that is to be told of
 *
 * Counts its days up to the end, and gives it its sentence. Statements are left as they are.
 */
void
om_trait_practices_tell (OmTraitReplay *replay,
                         OmTraitGrowth *growth)
{
  OmTrait *trait = growth->story->trait;
  OmLanguage language = language_of (trait, replay);
  char *text = NULL;

  switch (trait->family)
    {
    case OM_TRAIT_FAMILY_ACTIVITY:
      if (growth->days->len > 0)
        count_days (growth, replay);
      /* The person's own words are better than the program's. */
      if (trait->found_text != NULL)
        return;
      text = om_deed_sentence (trait->key, language, trait->n_days, trait->n_of_days, growth->born, growth->born);
      if (text == NULL)
        text = om_deed_sentence (trait->key, OM_LANGUAGE_EN, trait->n_days, trait->n_of_days, growth->born, growth->born);
      break;
    case OM_TRAIT_FAMILY_RHYTHM:
      if (growth->days->len > 0)
        count_days (growth, replay);
      text = om_trait_text_rhythm (language, trait->key, trait->n_days, trait->n_of_days);
      break;
    case OM_TRAIT_FAMILY_MOOD:
      text = dup_mood_text (trait, language);
      break;
    case OM_TRAIT_FAMILY_MEMBERS:
    case OM_TRAIT_FAMILY_STATEMENT:
    case OM_TRAIT_FAMILY_IF_THEN:
    case OM_N_TRAIT_FAMILIES:
    default:
      return;
    }
  if (text == NULL)
    return;
  trait->language = om_language_to_code (language);
  g_free (trait->found_text);
  trait->found_text = without_numbers (text);
}
