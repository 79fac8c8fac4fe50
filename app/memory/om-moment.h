/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When something was lived: an instant with the offset of the place, or a calendar day, or unknown. */
#pragma once

#include <glib.h>

#include "memory/om-enums.h"

G_BEGIN_DECLS

#define OM_MS_PER_DAY G_GINT64_CONSTANT (86400000)

/* The journal day starts at 04:00 local time (engine.md, Units). */
#define OM_JOURNAL_DAY_START_MS G_GINT64_CONSTANT (14400000)

/**
 * OmMoment:
 * @ms: milliseconds since 1970 UTC. For %OM_PRECISION_DAY noon UTC of the calendar day, so that
 *   it sorts among the instants of that day; for %OM_PRECISION_UNKNOWN the time it was recorded.
 * @offset_s: seconds east of UTC at the place of writing; 0 for a calendar day
 * @precision: how exactly it is known
 */
typedef struct
{
  gint64      ms;
  gint32      offset_s;
  OmPrecision precision;
} OmMoment;

OmMoment   om_moment_at          (gint64       ms,
                                  GTimeZone   *zone);
OmMoment   om_moment_on_day      (int          year,
                                  int          month,
                                  int          day);
OmMoment   om_moment_unknown     (gint64       recorded_ms);
gboolean   om_moment_from_local  (GTimeZone   *zone,
                                  int          year,
                                  int          month,
                                  int          day,
                                  int          hour,
                                  int          minute,
                                  double       second,
                                  OmMoment    *moment);
gboolean   om_moment_parse       (const char  *text,
                                  GTimeZone   *zone,
                                  OmMoment    *moment,
                                  GError     **error);
char      *om_moment_format      (const OmMoment *moment);
GDateTime *om_moment_to_local    (const OmMoment *moment);
void       om_moment_civil_date  (const OmMoment *moment,
                                  int         *year,
                                  int         *month,
                                  int         *day);
gint32     om_moment_civil_day   (const OmMoment *moment);
gint32     om_moment_journal_day (const OmMoment *moment);
gboolean   om_date_is_valid      (int          year,
                                  int          month,
                                  int          day);
gint32     om_date_to_day_number (int          year,
                                  int          month,
                                  int          day);
void       om_date_from_day_number (gint32     number,
                                  int         *year,
                                  int         *month,
                                  int         *day);

G_END_DECLS
