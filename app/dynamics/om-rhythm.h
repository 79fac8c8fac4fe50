/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When and how much a person writes: family F3 of design/traits.md 5.1. It speaks of writing, never of the
 * writer. Pure. */
#pragma once

#include "text/om-language.h"

G_BEGIN_DECLS

/** OmRhythm: what entries may have in common. */
typedef enum
{
  OM_RHYTHM_MORNING, /* 04:00 to 09:00 */
  OM_RHYTHM_DAY,     /* 09:00 to 18:00 */
  OM_RHYTHM_EVENING, /* 18:00 to 22:00 */
  OM_RHYTHM_NIGHT,   /* 22:00 to 04:00 */
  OM_RHYTHM_WORKING_DAY,
  OM_RHYTHM_WEEKEND,
  OM_RHYTHM_SHORT, /* under 50 words */
  OM_RHYTHM_LONG,  /* over 300 words */
  OM_N_RHYTHMS,
} OmRhythm;

#define OM_RHYTHM_LEAST_ENTRIES 10
#define OM_RHYTHM_LEAST_DAYS 10
#define OM_RHYTHM_LEAST_SHARE 0.60
#define OM_RHYTHM_LEAST_LOWER 0.40
#define OM_RHYTHM_LAST_ENTRIES 10
#define OM_RHYTHM_REVERSED_SHARE 0.20

/**
 * OmRhythmEntry:
 * @day: journal day
 * @minute: of the local civil day, 0..1439; -1 if the time is not known
 * @n_words: see om_phrase_count_words()
 *
 * Entries are in the order of time.
 */
typedef struct
{
  gint32 day;
  gint32 minute;
  guint  n_words;
} OmRhythmEntry;

/**
 * OmRhythmCount:
 * @n: entries that have it
 * @of: entries that could have it
 * @of_days: days they were written on
 * @share: @n of @of
 * @lower: lower end of the 95 % interval of Wilson
 */
typedef struct
{
  guint  n;
  guint  of;
  guint  of_days;
  double share;
  double lower;
} OmRhythmCount;

double      om_rhythm_wilson      (guint                n,
                                   guint                of);
gboolean    om_rhythm_fits        (OmRhythm             rhythm,
                                   const OmRhythmEntry *entry);
gboolean    om_rhythm_holds       (OmRhythm             rhythm,
                                   const OmRhythmEntry *entries,
                                   guint                n_entries,
                                   OmRhythmCount       *count);
gboolean    om_rhythm_is_reversed (OmRhythm             rhythm,
                                   const OmRhythmEntry *entries,
                                   guint                n_entries);
const char *om_rhythm_to_key      (OmRhythm             rhythm);
gboolean    om_rhythm_from_key    (const char          *key,
                                   OmRhythm            *rhythm);
OmRhythm    om_rhythm_opposite    (OmRhythm             rhythm);

G_END_DECLS
