/* SPDX-License-Identifier: GPL-3.0-or-later */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-rhythm.h"

#include <math.h>
#include <string.h>

#define HOUR 60

/* Two-sided 95 % of the normal distribution. */
#define Z95 1.959963984540054

#define SHORT_WORDS 50
#define LONG_WORDS 300

/* 1970-01-01 was a Thursday; days from Monday, 0..6. */
#define WEEKDAY_OF_EPOCH 3
#define SATURDAY 5

/* Who writes as much on any day writes five of seven times on a working day: that is no rhythm. */
#define WORKING_SHARE (5.0 / 7.0)

static const char *const keys[OM_N_RHYTHMS] = {
  [OM_RHYTHM_MORNING] = "morning",
  [OM_RHYTHM_DAY] = "day",
  [OM_RHYTHM_EVENING] = "evening",
  [OM_RHYTHM_NIGHT] = "night",
  [OM_RHYTHM_WORKING_DAY] = "working-day",
  [OM_RHYTHM_WEEKEND] = "weekend",
  [OM_RHYTHM_SHORT] = "short",
  [OM_RHYTHM_LONG] = "long",
};

/** om_rhythm_to_key: "night". */
const char *
om_rhythm_to_key (OmRhythm rhythm)
{
  g_return_val_if_fail ((guint) rhythm < OM_N_RHYTHMS, NULL);
  return keys[rhythm];
}

/** om_rhythm_from_key: %FALSE if @key is none. */
gboolean
om_rhythm_from_key (const char *key,
                    OmRhythm   *rhythm)
{
  for (guint i = 0; i < OM_N_RHYTHMS; i++)
    if (g_strcmp0 (key, keys[i]) == 0)
      {
        *rhythm = (OmRhythm) i;
        return TRUE;
      }
  return FALSE;
}

/** om_rhythm_opposite: what cannot hold beside it; itself if there are several. */
OmRhythm
om_rhythm_opposite (OmRhythm rhythm)
{
  switch (rhythm)
    {
    case OM_RHYTHM_WORKING_DAY:
      return OM_RHYTHM_WEEKEND;
    case OM_RHYTHM_WEEKEND:
      return OM_RHYTHM_WORKING_DAY;
    case OM_RHYTHM_SHORT:
      return OM_RHYTHM_LONG;
    case OM_RHYTHM_LONG:
      return OM_RHYTHM_SHORT;
    default:
      return rhythm;
    }
}

/**
 * om_rhythm_wilson:
 *
 * Lower end of the 95 % score interval of Wilson (1927) for @n of @of.
 *
 * Returns: 0..1; 0 of none
 */
double
om_rhythm_wilson (guint n,
                  guint of)
{
  double p, z2 = Z95 * Z95;

  if (of == 0)
    return 0;
  p = (double) n / of;
  return MAX (0.0, (p + z2 / (2.0 * of) - Z95 * sqrt (p * (1 - p) / of + z2 / (4.0 * of * of))) / (1 + z2 / of));
}

static gboolean
needs_time (OmRhythm rhythm)
{
  return rhythm <= OM_RHYTHM_NIGHT;
}

static gboolean
is_weekend (gint32 day)
{
  int weekday = (int) (((gint64) day + WEEKDAY_OF_EPOCH) % 7);

  return (weekday < 0 ? weekday + 7 : weekday) >= SATURDAY;
}

/** om_rhythm_fits: whether one entry has it. */
gboolean
om_rhythm_fits (OmRhythm             rhythm,
                const OmRhythmEntry *entry)
{
  int minute = entry->minute;

  switch (rhythm)
    {
    case OM_RHYTHM_MORNING:
      return minute >= 4 * HOUR && minute < 9 * HOUR;
    case OM_RHYTHM_DAY:
      return minute >= 9 * HOUR && minute < 18 * HOUR;
    case OM_RHYTHM_EVENING:
      return minute >= 18 * HOUR && minute < 22 * HOUR;
    case OM_RHYTHM_NIGHT:
      return minute >= 22 * HOUR || (minute >= 0 && minute < 4 * HOUR);
    case OM_RHYTHM_WORKING_DAY:
      return !is_weekend (entry->day);
    case OM_RHYTHM_WEEKEND:
      return is_weekend (entry->day);
    case OM_RHYTHM_SHORT:
      return entry->n_words < SHORT_WORDS;
    case OM_RHYTHM_LONG:
      return entry->n_words > LONG_WORDS;
    case OM_N_RHYTHMS:
    default:
      return FALSE;
    }
}

/**
 * om_rhythm_holds:
 * @entries: in the order of time
 * @count: (out) (optional): what was counted
 *
 * Returns: %TRUE with at least 10 entries on 10 days, a share of .60, and a lower bound of .40; of working days
 *   the lower bound must be over the 5 of 7 of chance
 */
gboolean
om_rhythm_holds (OmRhythm             rhythm,
                 const OmRhythmEntry *entries,
                 guint                n_entries,
                 OmRhythmCount       *count)
{
  OmRhythmCount counted = { 0 };
  double least = rhythm == OM_RHYTHM_WORKING_DAY ? WORKING_SHARE : OM_RHYTHM_LEAST_LOWER;
  gint32 last_day = G_MININT32;

  for (guint i = 0; i < n_entries; i++)
    {
      if (needs_time (rhythm) && entries[i].minute < 0)
        continue;
      counted.of++;
      counted.n += om_rhythm_fits (rhythm, &entries[i]);
      counted.of_days += entries[i].day != last_day;
      last_day = entries[i].day;
    }
  counted.share = counted.of > 0 ? (double) counted.n / counted.of : 0;
  counted.lower = om_rhythm_wilson (counted.n, counted.of);
  if (count != NULL)
    *count = counted;
  return counted.of >= OM_RHYTHM_LEAST_ENTRIES && counted.of_days >= OM_RHYTHM_LEAST_DAYS &&
         counted.share >= OM_RHYTHM_LEAST_SHARE && counted.lower >= least;
}

/**
 * om_rhythm_is_reversed:
 * @entries: in the order of time
 *
 * Returns: %TRUE if at most 20 % of the last 10 entries have it
 */
gboolean
om_rhythm_is_reversed (OmRhythm             rhythm,
                       const OmRhythmEntry *entries,
                       guint                n_entries)
{
  guint n = 0, of = 0;

  for (guint i = n_entries; i > 0 && of < OM_RHYTHM_LAST_ENTRIES; i--)
    {
      if (needs_time (rhythm) && entries[i - 1].minute < 0)
        continue;
      of++;
      n += om_rhythm_fits (rhythm, &entries[i - 1]);
    }
  return of == OM_RHYTHM_LAST_ENTRIES && n <= OM_RHYTHM_REVERSED_SHARE * of;
}
