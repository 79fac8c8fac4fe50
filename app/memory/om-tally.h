/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a month of the journal comes to. */
#pragma once

#include <glib.h>

#include "memory/om-enums.h"

G_BEGIN_DECLS

/* The month of what has no date. */
#define OM_TALLY_UNDATED G_MININT32

/**
 * OmTally:
 * Of memories that are not in the bin; sections count with their document.
 * @month: twelve times the year, and the month from 0 to 11; %OM_TALLY_UNDATED
 * @entries: lived in it, by sector
 * @words: in these entries (text/om-word-count.h)
 * @n_moods: entries of which a mood is known
 * @valence: sum of theirs
 * @arousal: sum of theirs
 * @recalls: deliberate recalls in this month, of whichever entry; of each entry the newest 48 changes are known
 */
typedef struct
{
  gint32  month;
  guint   entries[OM_N_SECTORS];
  guint64 words;
  guint   n_moods;
  double  valence;
  double  arousal;
  guint   recalls;
} OmTally;

G_END_DECLS
