/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One direction of a chart: numbers, or time. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "chart/om-chart-axis.h"

#include <glib/gi18n.h>
#include <math.h>

/* Within less than this the time of day says something. */
#define HOURS_WITHIN_MS (8 * 86400000.0)

/**
 * om_chart_axis_set_numbers:
 * @title: what it measures, translated
 * @digits: behind the decimal point where a value is told
 */
void
om_chart_axis_set_numbers (OmChartAxis *self,
                           const char  *title,
                           double       min,
                           double       max,
                           int          digits)
{
  om_chart_axis_clear (self);
  *self = (OmChartAxis){ g_strdup (title), NULL, min, max, digits };
}

/**
 * om_chart_axis_set_times:
 * @title: what it measures, translated
 * @from: ms UTC
 * @to: ms UTC
 * @zone: whose days and months
 */
void
om_chart_axis_set_times (OmChartAxis *self,
                         const char  *title,
                         gint64       from,
                         gint64       to,
                         GTimeZone   *zone)
{
  om_chart_axis_clear (self);
  *self = (OmChartAxis){ g_strdup (title), g_time_zone_ref (zone), (double) from, (double) to, 0 };
}

/** om_chart_axis_clear: frees what it holds. */
void
om_chart_axis_clear (OmChartAxis *self)
{
  g_clear_pointer (&self->title, g_free);
  g_clear_pointer (&self->zone, g_time_zone_unref);
}

/**
 * om_chart_axis_share:
 *
 * Returns: where a value stands, 0 at the beginning, 1 at the end; the middle of an axis that has no length
 */
double
om_chart_axis_share (const OmChartAxis *self,
                     double             value)
{
  double length = self->max - self->min;

  return length > 0 && isfinite (length) ? (value - self->min) / length : .5;
}

/** om_chart_axis_value: Returns: the value that stands at a share of the length */
double
om_chart_axis_value (const OmChartAxis *self,
                     double             share)
{
  return self->min + share * (self->max - self->min);
}

/** om_chart_axis_ticks: (transfer full) (element-type OmChartTick): at most about @most */
GArray *
om_chart_axis_ticks (const OmChartAxis *self,
                     guint              most)
{
  return self->zone != NULL ? om_chart_ticks_of_times ((gint64) self->min, (gint64) self->max, most, self->zone)
                            : om_chart_ticks_of_numbers (self->min, self->max, most);
}

static GDateTime *
local_of (const OmChartAxis *self,
          double             value)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc ((gint64) floor (value / 1000));

  return utc != NULL ? g_date_time_to_timezone (utc, self->zone) : NULL;
}

/** om_chart_axis_dup_words: Returns: (transfer full): a value as it is told to people, by the locale */
char *
om_chart_axis_dup_words (const OmChartAxis *self,
                         double             value)
{
  g_autoptr (GDateTime) local = NULL;
  gboolean hours = self->max - self->min < HOURS_WITHIN_MS;

  if (self->zone == NULL)
    return g_strdup_printf ("%'.*f", self->digits, value);
  local = local_of (self, value);
  if (local == NULL)
    return g_strdup ("");
  /* Translators: a point in time on a chart, as strftime writes it */
  return g_date_time_format (local, hours ? C_ ("chart", "%-d %b %Y, %H:%M") : C_ ("chart", "%-d %b %Y"));
}

/** om_chart_axis_dup_exact: Returns: (transfer full): a value as programs read it: RFC 3339, or a plain number */
char *
om_chart_axis_dup_exact (const OmChartAxis *self,
                         double             value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_autoptr (GDateTime) local = NULL;

  if (self->zone == NULL)
    return g_strdup (g_ascii_formatd (number, sizeof number, "%.6g", value));
  local = local_of (self, value);
  return local != NULL ? g_date_time_format (local, "%Y-%m-%dT%H:%M:%S%:z") : g_strdup ("");
}
