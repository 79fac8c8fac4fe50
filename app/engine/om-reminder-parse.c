/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When to be reminded, as a person types it. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <glib/gi18n.h>

#include "dynamics/om-reminder-interval.h"
#include "engine/om-reminders.h"

/* No farther than anybody lives. */
#define MOST_NUMBER 1000

/* 3d, +2w, 6m, 1y, "10 days": calendar days, weeks, months, years from @now. */
static gboolean
parse_interval (const char *text,
                GDateTime  *now,
                gint32     *civil_day)
{
  static const struct
  {
    const char *words[3];
    int         days;
    int         months;
  } units[] = {
    { { "d", "day", "days" }, 1, 0 },
    { { "w", "week", "weeks" }, 7, 0 },
    { { "m", "month", "months" }, 0, 1 },
    { { "y", "year", "years" }, 0, 12 },
  };
  g_autoptr (GDateTime) then = NULL;
  g_autofree char *unit = NULL;
  char *end;
  guint64 n = g_ascii_strtoull (*text == '+' ? text + 1 : text, &end, 10);

  if (!g_ascii_isdigit (*text == '+' ? text[1] : *text) || n < 1 || n > MOST_NUMBER)
    return FALSE;
  unit = g_ascii_strdown (g_strchug (end), -1);
  for (gsize i = 0; i < G_N_ELEMENTS (units) && then == NULL; i++)
    {
      for (gsize w = 0; w < G_N_ELEMENTS (units[i].words) && then == NULL; w++)
        {
          if (g_str_equal (unit, units[i].words[w]))
            then = units[i].days > 0 ? g_date_time_add_days (now, (int) n * units[i].days)
                                     : g_date_time_add_months (now, (int) n * units[i].months);
        }
    }
  if (then == NULL)
    return FALSE;
  *civil_day = om_date_to_day_number (g_date_time_get_year (then), g_date_time_get_month (then),
                                      g_date_time_get_day_of_month (then));
  return TRUE;
}

/**
 * om_engine_parse_reminder:
 * @text: an interval ("3d", "2 weeks", "6m", "1y"), "tomorrow", a date, or a date and a time
 * @zone: of this place
 * @error: return location, %OM_ERROR_INVALID
 *
 * A day alone means its morning.
 *
 * Returns: when that is, ms UTC, in the future or not; 0 on error
 */
gint64
om_engine_parse_reminder (OmEngine   *self,
                          const char *text,
                          GTimeZone  *zone,
                          GError    **error)
{
  g_autofree char *typed = g_utf8_validate (text, -1, NULL) ? g_strstrip (g_strdup (text)) : g_strdup ("");
  OmMoment now = om_moment_at (om_engine_now (self), zone);
  g_autoptr (GDateTime) here = om_moment_to_local (&now);
  OmMoment moment;
  gint32 day;

  if (g_ascii_strcasecmp (typed, "tomorrow") == 0)
    return om_reminder_on_day (om_moment_civil_day (&now) + 1, zone);
  if (here != NULL && parse_interval (typed, here, &day))
    return om_reminder_on_day (day, zone);
  if (om_moment_parse (typed, zone, &moment, NULL) && moment.precision != OM_PRECISION_UNKNOWN)
    return moment.precision == OM_PRECISION_DAY ? om_reminder_on_day (om_moment_civil_day (&moment), zone) : moment.ms;
  g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
               _("“%s” says no time to be reminded at: write a day as 2027-05-31, a time as 2027-05-31 18:30, or how long to "
                 "wait as 3d, 2w, 6m, 1y."),
               typed);
  return 0;
}
