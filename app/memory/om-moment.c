/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instants, calendar days and journal days. Pure: the zone and the clock are arguments. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "memory/om-moment.h"

#include <glib/gi18n.h>
#include <string.h>

#include "memory/om-error.h"

#define MS_PER_SECOND G_GINT64_CONSTANT (1000)

static gint64
floor_div (gint64 a,
           gint64 b)
{
  return a / b - (a % b != 0 && (a < 0) != (b < 0));
}

/**
 * om_date_is_valid:
 *
 * Returns: %TRUE for a day of the proleptic Gregorian calendar from year 1 to 9999
 */
gboolean
om_date_is_valid (int year,
                  int month,
                  int day)
{
  return year >= 1 && year <= 9999 && month >= 1 && month <= 12 && day >= 1 &&
         day <= (int) g_date_get_days_in_month ((GDateMonth) month, (GDateYear) year);
}

/**
 * om_date_to_day_number:
 *
 * Returns: days since 1970-01-01 of a valid date (days before it are negative)
 */
gint32
om_date_to_day_number (int year,
                       int month,
                       int day)
{
  /* Years counted from March, so that the leap day is the last of its year. */
  int y = month <= 2 ? year - 1 : year;
  int era = (int) floor_div (y, 400);
  int year_of_era = y - era * 400;
  int day_of_year = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1;
  int day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;

  return era * 146097 + day_of_era - 719468;
}

/**
 * om_date_from_day_number:
 * @number: days since 1970-01-01
 * @year: (out): the year
 * @month: (out): 1..12
 * @day: (out): 1..31
 */
void
om_date_from_day_number (gint32 number,
                         int   *year,
                         int   *month,
                         int   *day)
{
  gint64 n = (gint64) number + 719468;
  int era = (int) floor_div (n, 146097);
  int day_of_era = (int) (n - (gint64) era * 146097);
  int year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  int day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  int m = (5 * day_of_year + 2) / 153;

  *day = day_of_year - (153 * m + 2) / 5 + 1;
  *month = m < 10 ? m + 3 : m - 9;
  *year = year_of_era + era * 400 + (*month <= 2);
}

/**
 * om_moment_at:
 * @ms: an instant, milliseconds since 1970 UTC
 * @zone: the zone of the place it was lived in
 *
 * Returns: the instant with the offset that was in force there
 */
OmMoment
om_moment_at (gint64     ms,
              GTimeZone *zone)
{
  int interval = g_time_zone_find_interval (zone, G_TIME_TYPE_UNIVERSAL, floor_div (ms, MS_PER_SECOND));

  return (OmMoment){
    .ms = ms,
    .offset_s = interval < 0 ? 0 : g_time_zone_get_offset (zone, interval),
    .precision = OM_PRECISION_INSTANT,
  };
}

/**
 * om_moment_on_day:
 *
 * Returns: the calendar day without a time of day; the date must be valid
 */
OmMoment
om_moment_on_day (int year,
                  int month,
                  int day)
{
  return (OmMoment){
    .ms = om_date_to_day_number (year, month, day) * OM_MS_PER_DAY + OM_MS_PER_DAY / 2,
    .offset_s = 0,
    .precision = OM_PRECISION_DAY,
  };
}

/**
 * om_moment_unknown:
 * @recorded_ms: when the memory was recorded, by which it sorts
 *
 * Returns: a moment that says that the date is not known
 */
OmMoment
om_moment_unknown (gint64 recorded_ms)
{
  return (OmMoment){ .ms = recorded_ms, .offset_s = 0, .precision = OM_PRECISION_UNKNOWN };
}

/**
 * om_moment_from_local:
 * @zone: the zone in which the clock was read
 * @second: 0 up to but not including 60
 * @moment: (out): the instant
 *
 * A clock time that a change of the clocks left out is moved on by the gap; one that came twice is
 * the first of the two (samples/README.md rule 5).
 *
 * Returns: %FALSE if there is no such date or time of day
 */
gboolean
om_moment_from_local (GTimeZone *zone,
                      int        year,
                      int        month,
                      int        day,
                      int        hour,
                      int        minute,
                      double     second,
                      OmMoment  *moment)
{
  gint64 local_ms;
  gint64 local_s;
  int before;
  int after;
  gint32 offset;

  if (!om_date_is_valid (year, month, day) || hour < 0 || hour > 23 || minute < 0 || minute > 59 ||
      !(second >= 0 && second < 60))
    return FALSE;

  local_ms = om_date_to_day_number (year, month, day) * OM_MS_PER_DAY +
             ((gint64) hour * 3600 + (gint64) minute * 60) * MS_PER_SECOND +
             (gint64) (second * 1000 + 0.5);
  local_s = floor_div (local_ms, MS_PER_SECOND);

  /* The offsets a day before and after, so that no change of the clocks lies outside the two. Read
   * with the offset that was in force before the change, a time in the gap lands after it, moved on
   * by the gap, and a time that came twice is the first. */
  before = g_time_zone_find_interval (zone, G_TIME_TYPE_UNIVERSAL, local_s - 86400);
  after = g_time_zone_find_interval (zone, G_TIME_TYPE_UNIVERSAL, local_s + 86400);
  offset = before < 0 ? 0 : g_time_zone_get_offset (zone, before);
  if (after >= 0 && g_time_zone_get_offset (zone, after) != offset)
    {
      int there = g_time_zone_find_interval (zone, G_TIME_TYPE_UNIVERSAL, local_s - offset);
      gint32 found = there < 0 ? offset : g_time_zone_get_offset (zone, there);
      int back = g_time_zone_find_interval (zone, G_TIME_TYPE_UNIVERSAL, local_s - found);

      /* The later offset is right only where it leads back to itself. */
      if (back >= 0 && g_time_zone_get_offset (zone, back) == found)
        offset = found;
    }

  *moment = om_moment_at (local_ms - (gint64) offset * MS_PER_SECOND, zone);
  return TRUE;
}

static gboolean
read_digits (const char **p,
             int          n,
             int         *value)
{
  *value = 0;
  for (int i = 0; i < n; i++)
    {
      if (!g_ascii_isdigit ((*p)[i]))
        return FALSE;
      *value = *value * 10 + ((*p)[i] - '0');
    }
  *p += n;
  return TRUE;
}

static gboolean
read_zone (const char **p,
           gint32      *offset_s)
{
  int hours;
  int minutes = 0;
  int sign;

  if (**p == 'Z' || **p == 'z')
    {
      (*p)++;
      *offset_s = 0;
      return TRUE;
    }
  if (**p != '+' && **p != '-')
    return FALSE;

  sign = **p == '-' ? -1 : 1;
  (*p)++;
  if (!read_digits (p, 2, &hours))
    return FALSE;
  if (**p == ':')
    (*p)++;
  if (g_ascii_isdigit (**p) && !read_digits (p, 2, &minutes))
    return FALSE;
  if (hours > 18 || minutes > 59)
    return FALSE;

  *offset_s = sign * (hours * 3600 + minutes * 60);
  return TRUE;
}

static gboolean
parse (const char *text,
       GTimeZone  *zone,
       OmMoment   *moment)
{
  const char *p = text;
  int year, month, day, hour, minute;
  double second = 0;
  gint32 offset_s;
  g_autoptr (GTimeZone) written = NULL;

  while (g_ascii_isspace (*p))
    p++;
  if (!read_digits (&p, 4, &year) || *p++ != '-' || !read_digits (&p, 2, &month) || *p++ != '-' ||
      !read_digits (&p, 2, &day) || !om_date_is_valid (year, month, day))
    return FALSE;

  if (g_strcmp0 (p + strspn (p, " \t\r\n"), "") == 0)
    {
      *moment = om_moment_on_day (year, month, day);
      return TRUE;
    }

  if (*p != 'T' && *p != 't' && *p != ' ')
    return FALSE;
  while (*p == 'T' || *p == 't' || *p == ' ')
    p++;
  if (!read_digits (&p, 2, &hour) || *p++ != ':' || !read_digits (&p, 2, &minute))
    return FALSE;
  if (*p == ':')
    {
      int whole;

      p++;
      if (!read_digits (&p, 2, &whole))
        return FALSE;
      second = whole;
      if (*p == '.' || *p == ',')
        {
          double unit = 0.1;

          for (p++; g_ascii_isdigit (*p); p++, unit /= 10)
            second += (*p - '0') * unit;
          /* Past the millisecond nothing is kept; rounding up must not make a minute of 60 s. */
          second = MIN (second, whole + 0.999);
        }
    }
  while (*p == ' ')
    p++;
  if (*p != '\0' && strchr ("Zz+-", *p) != NULL)
    {
      if (!read_zone (&p, &offset_s))
        return FALSE;
      written = g_time_zone_new_offset (offset_s);
      zone = written;
    }
  if (g_strcmp0 (p + strspn (p, " \t\r\n"), "") != 0)
    return FALSE;

  return om_moment_from_local (zone, year, month, day, hour, minute, second, moment);
}

/**
 * om_moment_parse:
 * @text: `YYYY-MM-DD`, or that with `HH:MM`, seconds and a zone (`Z`, `+01:00`) as RFC 3339 writes it
 * @zone: the zone of a time written without one
 * @moment: (out): the moment; a date alone gives %OM_PRECISION_DAY
 * @error: return location, %OM_ERROR_INVALID
 *
 * Strict: an impossible date is an error, never a neighbouring day. Years 1 to 9999.
 *
 * Returns: %TRUE if @text was read
 */
gboolean
om_moment_parse (const char *text,
                 GTimeZone  *zone,
                 OmMoment   *moment,
                 GError    **error)
{
  if (text != NULL && parse (text, zone, moment))
    return TRUE;

  g_set_error (error, OM_ERROR, OM_ERROR_INVALID,
               _("“%s” is not a date this program can take. Write it as 2024-05-31, 2024-05-31 22:15 or "
               "2024-05-31T22:15:00+02:00, in the years 1 to 9999."),
               text != NULL ? text : "");
  return FALSE;
}

/**
 * om_moment_to_local:
 *
 * Returns: (transfer full) (nullable): the moment as the clock showed it there; %NULL outside the years 1 to 9999
 */
GDateTime *
om_moment_to_local (const OmMoment *moment)
{
  /* Not by way of UTC, whose first and last hours of those years lie elsewhere. */
  g_autoptr (GTimeZone) zone = g_time_zone_new_offset (moment->offset_s);
  gint64 local = moment->ms + (gint64) moment->offset_s * MS_PER_SECOND;
  int in_day = (int) (local - floor_div (local, OM_MS_PER_DAY) * OM_MS_PER_DAY);
  int year, month, day;

  om_moment_civil_date (moment, &year, &month, &day);
  if (!om_date_is_valid (year, month, day))
    return NULL;
  /* The millionth part keeps the cut to whole microseconds from taking one off. */
  return g_date_time_new (zone, year, month, day, in_day / 3600000, in_day / 60000 % 60,
                          in_day % 60000 / 1000.0 + 0.0000001);
}

/**
 * om_moment_civil_day:
 *
 * Returns: the number of the date shown to people, days since 1970-01-01
 */
gint32
om_moment_civil_day (const OmMoment *moment)
{
  return (gint32) floor_div (moment->ms + (gint64) moment->offset_s * MS_PER_SECOND, OM_MS_PER_DAY);
}

/**
 * om_moment_civil_date:
 * @year: (out): the year
 * @month: (out): 1..12
 * @day: (out): 1..31
 *
 * The date shown to people: the calendar day at the place of writing.
 */
void
om_moment_civil_date (const OmMoment *moment,
                      int            *year,
                      int            *month,
                      int            *day)
{
  om_date_from_day_number (om_moment_civil_day (moment), year, month, day);
}

/**
 * om_moment_journal_day:
 *
 * The day for traits, duplicates, reflection and counting: it starts at 04:00 local time. A moment
 * known only by its day belongs to that day.
 *
 * Returns: days since 1970-01-01
 */
gint32
om_moment_journal_day (const OmMoment *moment)
{
  if (moment->precision == OM_PRECISION_DAY)
    return om_moment_civil_day (moment);

  return (gint32) floor_div (moment->ms + (gint64) moment->offset_s * MS_PER_SECOND - OM_JOURNAL_DAY_START_MS,
                             OM_MS_PER_DAY);
}

/**
 * om_moment_format:
 *
 * Returns: (transfer full): RFC 3339 with the offset of the place, or `YYYY-MM-DD` for a day, or
 *   `unknown`; om_moment_parse() reads the first two back
 */
char *
om_moment_format (const OmMoment *moment)
{
  gint64 local = moment->ms + (gint64) moment->offset_s * MS_PER_SECOND;
  gint64 in_day = local - floor_div (local, OM_MS_PER_DAY) * OM_MS_PER_DAY;
  int seconds = (int) (in_day / MS_PER_SECOND);
  int ms = (int) (in_day % MS_PER_SECOND);
  int offset = ABS (moment->offset_s) / 60;
  int year, month, day;
  GString *out;

  if (moment->precision == OM_PRECISION_UNKNOWN)
    return g_strdup ("unknown");

  om_moment_civil_date (moment, &year, &month, &day);
  out = g_string_new (NULL);
  g_string_append_printf (out, "%04d-%02d-%02d", year, month, day);
  if (moment->precision == OM_PRECISION_INSTANT)
    {
      g_string_append_printf (out, "T%02d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
      if (ms != 0)
        g_string_append_printf (out, ".%03d", ms);
      if (moment->offset_s == 0)
        g_string_append_c (out, 'Z');
      else
        g_string_append_printf (out, "%c%02d:%02d", moment->offset_s < 0 ? '-' : '+', offset / 60, offset % 60);
    }
  return g_string_free (out, FALSE);
}
