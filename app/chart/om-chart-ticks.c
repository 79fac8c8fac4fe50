/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ticks at round numbers, and at the turns of hours, days, weeks, months and years of a time zone. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "chart/om-chart-ticks.h"

#include <glib/gi18n.h>
#include <langinfo.h>
#include <locale.h>
#include <math.h>

/* More would be a black bar, whatever a caller asks for. */
#define MOST_TICKS 100

#define MS_PER_HOUR 3600000.0
#define MS_PER_DAY (24 * MS_PER_HOUR)

typedef enum
{
  UNIT_HOUR,
  UNIT_DAY,
  UNIT_WEEK,
  UNIT_MONTH,
  UNIT_YEAR
} Unit;

/* From fine to coarse; the first that makes few enough ticks is taken. */
static const struct
{
  Unit   unit;
  int    n;
  double ms;
} steps[] = {
  { UNIT_HOUR, 1, MS_PER_HOUR },
  { UNIT_HOUR, 3, 3 * MS_PER_HOUR },
  { UNIT_HOUR, 6, 6 * MS_PER_HOUR },
  { UNIT_HOUR, 12, 12 * MS_PER_HOUR },
  { UNIT_DAY, 1, MS_PER_DAY },
  { UNIT_WEEK, 1, 7 * MS_PER_DAY },
  { UNIT_MONTH, 1, 30 * MS_PER_DAY },
  { UNIT_MONTH, 2, 60 * MS_PER_DAY },
  { UNIT_MONTH, 3, 90 * MS_PER_DAY },
  { UNIT_MONTH, 6, 181 * MS_PER_DAY },
  { UNIT_YEAR, 1, 365 * MS_PER_DAY },
  { UNIT_YEAR, 2, 2 * 365 * MS_PER_DAY },
  { UNIT_YEAR, 5, 5 * 365 * MS_PER_DAY },
  { UNIT_YEAR, 10, 10 * 365 * MS_PER_DAY },
  { UNIT_YEAR, 20, 20 * 365 * MS_PER_DAY },
  { UNIT_YEAR, 50, 50 * 365 * MS_PER_DAY },
  { UNIT_YEAR, 100, 100 * 365 * MS_PER_DAY },
  { UNIT_YEAR, 1000, 1000 * 365 * MS_PER_DAY },
};

static void
tick_clear (gpointer data)
{
  OmChartTick *tick = data;

  g_free (tick->label);
}

static GArray *
ticks_new (void)
{
  GArray *ticks = g_array_new (FALSE, FALSE, sizeof (OmChartTick));

  g_array_set_clear_func (ticks, tick_clear);
  return ticks;
}

static void
add (GArray *ticks,
     double  at,
     char   *label)
{
  OmChartTick tick = { at, label };

  g_array_append_val (ticks, tick);
}

/* 1, 2 or 5 times a power of ten, at least @raw. */
static double
round_step (double raw)
{
  double power = pow (10, floor (log10 (raw)));
  double share = raw / power;

  /* What is a hair above 2 because of binary fractions is 2. */
  if (share <= 1 + 1e-9)
    return power;
  if (share <= 2 + 1e-9)
    return 2 * power;
  return share <= 5 + 1e-9 ? 5 * power : 10 * power;
}

/**
 * om_chart_ticks_of_numbers:
 * @min: lower end
 * @max: upper end
 * @most: how many there is room for, at least 2
 *
 * Returns: (transfer full) (element-type OmChartTick): multiples of 1, 2 or 5 times a power of ten within
 *   the ends, ascending; none if the ends are no numbers or no range
 */
GArray *
om_chart_ticks_of_numbers (double min,
                           double max,
                           guint  most)
{
  GArray *ticks = ticks_new ();
  double step;
  double first;
  double last;
  int digits;

  if (!isfinite (min) || !isfinite (max) || max - min <= 0 || !isfinite (max - min) ||
      max - min < 1e-9 * MAX (fabs (min), fabs (max)))
    return ticks;

  step = round_step ((max - min) / (CLAMP (most, 2, MOST_TICKS) - 1));
  first = ceil (min / step - 1e-9);
  last = floor (max / step + 1e-9);
  digits = (int) CLAMP (-floor (log10 (step) + 1e-9), 0, 9);
  for (double i = first; i <= last; i++)
    {
      /* Never "-0". */
      double at = i == 0 ? 0 : i * step;

      add (ticks, at, g_strdup_printf ("%'.*f", digits, at));
    }
  return ticks;
}

/**
 * om_chart_ticks_first_weekday:
 *
 * Returns: the first day of the week by the locale, 1 (Monday) to 7 (Sunday)
 */
guint
om_chart_ticks_first_weekday (void)
{
#ifdef _NL_TIME_FIRST_WEEKDAY
  /* glibc: a number of a day, counted from the day that another word names. */
  guint day = (guint) (guchar) nl_langinfo (_NL_TIME_FIRST_WEEKDAY)[0];
  gsize start = (gsize) nl_langinfo (_NL_TIME_WEEK_1STDAY);
  guint first = start == 19971130 ? 7 : 1;

  /* The plain locale says Sunday, as C does; who chose no locale writes as ISO does. */
  if (g_str_has_prefix (setlocale (LC_TIME, NULL), "C"))
    return 1;
  if (day >= 1 && day <= 7)
    return (first - 1 + day - 1) % 7 + 1;
#endif
  return 1;
}

static GDateTime *
local_of (gint64     ms,
          GTimeZone *zone)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (ms >= 0 ? ms / 1000 : (ms - 999) / 1000);

  return utc != NULL ? g_date_time_to_timezone (utc, zone) : NULL;
}

/* The last turn of the unit at or before an instant. */
static GDateTime *
begin_of (GDateTime *local,
          GTimeZone *zone,
          Unit       unit,
          int        n)
{
  int year;
  int month;
  int day;
  g_autoptr (GDateTime) midnight = NULL;

  g_date_time_get_ymd (local, &year, &month, &day);
  switch (unit)
    {
    case UNIT_HOUR:
      return g_date_time_new (zone, year, month, day, g_date_time_get_hour (local) / n * n, 0, 0);
    case UNIT_MONTH:
      return g_date_time_new (zone, year, (month - 1) / n * n + 1, 1, 0, 0, 0);
    case UNIT_YEAR:
      return g_date_time_new (zone, MAX (1, year / n * n), 1, 1, 0, 0, 0);
    case UNIT_WEEK:
      midnight = g_date_time_new (zone, year, month, day, 0, 0, 0);
      return midnight != NULL
               ? g_date_time_add_days (midnight, -(((int) g_date_time_get_day_of_week (midnight) + 7 -
                                                    (int) om_chart_ticks_first_weekday ()) % 7))
               : NULL;
    case UNIT_DAY:
    default:
      return g_date_time_new (zone, year, month, day, 0, 0, 0);
    }
}

static GDateTime *
next_of (GDateTime *at,
         GTimeZone *zone,
         Unit       unit,
         int        n)
{
  int hour = g_date_time_get_hour (at);

  switch (unit)
    {
    case UNIT_HOUR:
      /* By the clock on the wall, so that the ticks stay at round hours when summer time begins. */
      if (hour + n < 24)
        {
          int year;
          int month;
          int day;
          GDateTime *next;

          g_date_time_get_ymd (at, &year, &month, &day);
          next = g_date_time_new (zone, year, month, day, hour / n * n + n, 0, 0);
          if (next != NULL && g_date_time_compare (next, at) > 0)
            return next;
          g_clear_pointer (&next, g_date_time_unref);
          return g_date_time_add_hours (at, n);
        }
      {
        g_autoptr (GDateTime) tomorrow = g_date_time_add_days (at, 1);

        return tomorrow != NULL ? begin_of (tomorrow, zone, UNIT_DAY, 1) : NULL;
      }
    case UNIT_WEEK:
      return g_date_time_add_days (at, 7 * n);
    case UNIT_MONTH:
      return g_date_time_add_months (at, n);
    case UNIT_YEAR:
      /* Year 1 is where the calendar begins, not a multiple of ten. */
      return g_date_time_get_year (at) + n <= 9999
               ? g_date_time_new (zone, g_date_time_get_year (at) / n * n + n, 1, 1, 0, 0, 0)
               : NULL;
    case UNIT_DAY:
    default:
      return g_date_time_add_days (at, n);
    }
}

static char *
dup_label (GDateTime *at,
           Unit       unit,
           gboolean   first)
{
  const char *format;

  switch (unit)
    {
    case UNIT_HOUR:
      /* Translators: below a chart, as strftime writes it: a time of day */
      format = g_date_time_get_hour (at) == 0 ? C_ ("chart", "%-d %b") : C_ ("chart", "%H:%M");
      break;
    case UNIT_MONTH:
      if (g_date_time_get_month (at) == 1)
        format = C_ ("chart", "%Y");
      else
        /* Translators: below a chart, as strftime writes it: a month */
        format = first ? C_ ("chart", "%b %Y") : C_ ("chart", "%b");
      break;
    case UNIT_YEAR:
      /* Translators: below a chart, as strftime writes it: a year */
      format = C_ ("chart", "%Y");
      break;
    case UNIT_DAY:
    case UNIT_WEEK:
    default:
      /* Translators: below a chart, as strftime writes it: a day */
      format = C_ ("chart", "%-d %b");
      break;
    }
  return g_date_time_format (at, format);
}

/* A year is told once: by the first January, else by the first tick. */
static gboolean
has_january (GArray    *ticks,
             GTimeZone *zone)
{
  for (guint i = 0; i < ticks->len; i++)
    {
      g_autoptr (GDateTime) at = local_of ((gint64) g_array_index (ticks, OmChartTick, i).at, zone);

      if (at != NULL && g_date_time_get_month (at) == 1)
        return TRUE;
    }
  return FALSE;
}

/**
 * om_chart_ticks_of_times:
 * @from: ms UTC
 * @to: ms UTC
 * @most: how many there is room for, at least 1
 * @zone: whose days and months
 *
 * Returns: (transfer full) (element-type OmChartTick): turns of hours, days, weeks (by the locale), months
 *   or years within the ends, ascending
 */
GArray *
om_chart_ticks_of_times (gint64     from,
                         gint64     to,
                         guint      most,
                         GTimeZone *zone)
{
  GArray *ticks = ticks_new ();
  g_autoptr (GDateTime) start = NULL;
  g_autoptr (GDateTime) at = NULL;
  gsize i = 0;

  g_return_val_if_fail (zone != NULL, ticks);

  if (to <= from)
    return ticks;
  while (i + 1 < G_N_ELEMENTS (steps) && (double) (to - from) / steps[i].ms > CLAMP (most, 1, MOST_TICKS))
    i++;

  start = local_of (from, zone);
  at = start != NULL ? begin_of (start, zone, steps[i].unit, steps[i].n) : NULL;
  while (at != NULL && ticks->len < MOST_TICKS)
    {
      gint64 ms = g_date_time_to_unix (at) * 1000;
      GDateTime *next;

      if (ms > to)
        break;
      if (ms >= from)
        add (ticks, (double) ms, dup_label (at, steps[i].unit, FALSE));
      next = next_of (at, zone, steps[i].unit, steps[i].n);
      g_date_time_unref (at);
      at = next;
    }

  if (steps[i].unit == UNIT_MONTH && ticks->len > 0 && !has_january (ticks, zone))
    {
      OmChartTick *first = &g_array_index (ticks, OmChartTick, 0);
      g_autoptr (GDateTime) local = local_of ((gint64) first->at, zone);

      if (local != NULL)
        {
          g_free (first->label);
          first->label = dup_label (local, UNIT_MONTH, TRUE);
        }
    }
  return ticks;
}
