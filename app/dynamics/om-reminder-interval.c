/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Intervals of reminders. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-reminder-interval.h"

/**
 * om_reminder_next_days:
 * @days: how long it was waited this time
 * @answer: how well it was remembered then
 *
 * Returns: how long it is waited from now on
 */
double
om_reminder_next_days (double           days,
                       OmReminderAnswer answer)
{
  double waited = CLAMP (days, OM_REMINDER_LEAST_DAYS, OM_REMINDER_MOST_DAYS);

  switch (answer)
    {
    case OM_REMINDER_VIVID:
      return MIN (waited * OM_REMINDER_VIVID_FACTOR, OM_REMINDER_MOST_DAYS);
    case OM_REMINDER_VAGUE:
      return MIN (waited * OM_REMINDER_VAGUE_FACTOR, OM_REMINDER_MOST_DAYS);
    case OM_REMINDER_GONE:
    case OM_REMINDER_UNKNOWN:
    case OM_N_REMINDER_ANSWERS:
    default:
      return OM_REMINDER_FIRST_DAYS;
    }
}

/**
 * om_reminder_on_day:
 * @civil_day: a day of the calendar
 * @zone: of this place
 *
 * Returns: when somebody is reminded who said that day alone, ms UTC
 */
gint64
om_reminder_on_day (gint32     civil_day,
                    GTimeZone *zone)
{
  OmMoment moment;
  int year, month, day;

  om_date_from_day_number (civil_day, &year, &month, &day);
  if (om_moment_from_local (zone, year, month, day, OM_REMINDER_HOUR, 0, 0, &moment))
    return moment.ms;
  /* That hour does not exist there on that day. */
  return om_moment_on_day (year, month, day).ms;
}

/**
 * om_reminder_due:
 * @now: ms UTC
 * @days: how long to wait, at least a day
 * @zone: of this place
 *
 * Returns: when it is due, ms UTC: after @now, in the morning of the day on which the time is over
 */
gint64
om_reminder_due (gint64     now,
                 double     days,
                 GTimeZone *zone)
{
  OmMoment over = om_moment_at (now + (gint64) (CLAMP (days, OM_REMINDER_LEAST_DAYS, OM_REMINDER_MOST_DAYS) * OM_MS_PER_DAY),
                                zone);
  gint32 day = om_moment_civil_day (&over);
  gint64 due = om_reminder_on_day (day, zone);

  /* A day may have 25 hours. */
  return due > now ? due : om_reminder_on_day (day + 1, zone);
}

/**
 * om_reminder_interval:
 * @now: ms UTC
 * @due_at: when it is to be due, ms UTC
 *
 * Returns: how long that is, in ms, as an answer works out the next with
 */
gint64
om_reminder_interval (gint64 now,
                      gint64 due_at)
{
  return CLAMP (due_at - now, (gint64) (OM_REMINDER_LEAST_DAYS * OM_MS_PER_DAY),
                (gint64) (OM_REMINDER_MOST_DAYS * OM_MS_PER_DAY));
}
