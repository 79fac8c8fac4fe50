/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dates of memories in words, by the locale. Always the day and the clock of the place of writing. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-date-words.h"

#include <glib/gi18n.h>

static char *
format (const OmMoment *moment,
        const char     *form)
{
  g_autoptr (GDateTime) local = om_moment_to_local (moment);
  char *words = local != NULL ? g_date_time_format (local, form) : NULL;

  return words != NULL ? words : om_moment_format (moment);
}

/* The offset only where it is not the one of this place: a memory of a journey. */
static gboolean
is_elsewhere (const OmMoment *moment,
              GTimeZone      *here)
{
  OmMoment there;

  if (here == NULL || moment->precision != OM_PRECISION_INSTANT)
    return FALSE;
  there = om_moment_at (moment->ms, here);
  return there.offset_s != moment->offset_s;
}

/**
 * om_date_words_full:
 * @here: (nullable): zone of this place; the moment's own offset is said if it differs
 *
 * Returns: (transfer full): weekday, date and time of day as far as they are known
 */
char *
om_date_words_full (const OmMoment *moment,
                    GTimeZone      *here)
{
  switch (moment->precision)
    {
    case OM_PRECISION_INSTANT:
      if (is_elsewhere (moment, here))
        {
          /* Translators: a date with the time of day and the offset from UTC, as strftime writes it */
          return format (moment, _("%A, %-d %B %Y, %H:%M (UTC%:z)"));
        }
      /* Translators: a date with the time of day, as strftime writes it */
      return format (moment, _("%A, %-d %B %Y, %H:%M"));
    case OM_PRECISION_DAY:
      /* Translators: a date, as strftime writes it */
      return format (moment, _("%A, %-d %B %Y"));
    default:
      return g_strdup (_("Date not known"));
    }
}

/**
 * om_date_words_day:
 *
 * Returns: (transfer full): the day with its year, short
 */
char *
om_date_words_day (const OmMoment *moment)
{
  if (moment->precision == OM_PRECISION_UNKNOWN)
    return g_strdup (_("Date not known"));
  /* Translators: a day with its year, as strftime writes it */
  return format (moment, _("%-d %B %Y"));
}

/**
 * om_date_words_years_ago:
 * @today: the civil day of now
 *
 * Returns: (transfer full): how many years before @today the moment lies, in words
 */
char *
om_date_words_years_ago (const OmMoment *moment,
                         gint32          today)
{
  int this_year;
  int year;
  int month;
  int day;

  om_date_from_day_number (today, &this_year, &month, &day);
  om_moment_civil_date (moment, &year, &month, &day);
  return g_strdup_printf (ngettext ("%d year ago", "%d years ago", (gulong) ABS (this_year - year)), this_year - year);
}

/**
 * om_date_words_day_number:
 *
 * Returns: (transfer full): the day of the month, a dash if no date is known
 */
char *
om_date_words_day_number (const OmMoment *moment)
{
  if (moment->precision == OM_PRECISION_UNKNOWN)
    return g_strdup ("–");
  /* Translators: the day of the month, as strftime writes it */
  return format (moment, C_ ("day of the month", "%-d"));
}

/**
 * om_date_words_month:
 *
 * Returns: (transfer full): short month and year; empty if no date is known
 */
char *
om_date_words_month (const OmMoment *moment)
{
  if (moment->precision == OM_PRECISION_UNKNOWN)
    return g_strdup ("");
  /* Translators: short month and year, as strftime writes it */
  return format (moment, _("%b %Y"));
}

/**
 * om_date_words_time:
 *
 * Returns: (transfer full): the time of day; empty if it is not known: no time is ever invented
 */
char *
om_date_words_time (const OmMoment *moment)
{
  if (moment->precision != OM_PRECISION_INSTANT)
    return g_strdup ("");
  /* Translators: a time of day, as strftime writes it */
  return format (moment, C_ ("time of day", "%H:%M"));
}
