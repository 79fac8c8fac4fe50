/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Point by point, from mark to mark, from series to series; and the words of a point. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "chart/om-chart-walk.h"

#include <glib/gi18n.h>
#include <math.h>

/* A tenth of the way. */
#define FAR_SHARE 10

static guint
count (const OmChartPlot *plot,
       int                series)
{
  return om_chart_series_count (om_chart_plot_get_series (plot, (guint) series));
}

/**
 * om_chart_walk_point:
 *
 * Returns: (transfer none) (nullable): the point at the cursor, if it is at one
 */
const OmChartPoint *
om_chart_walk_point (const OmChartPlot *plot,
                     OmChartCursor      cursor)
{
  if (cursor.series < 0 || cursor.series >= (int) plot->series->len || cursor.point < 0 ||
      cursor.point >= (int) count (plot, cursor.series))
    return NULL;
  return om_chart_series_get (om_chart_plot_get_series (plot, (guint) cursor.series), (guint) cursor.point);
}

/* The point of a series that lies nearest across. */
static int
nearest_across (const OmChartSeries *series,
                double               x)
{
  int nearest = -1;
  double least = INFINITY;

  for (guint i = 0; i < om_chart_series_count (series); i++)
    {
      double distance = fabs (om_chart_series_get (series, i)->x - x);

      if (distance < least)
        {
          least = distance;
          nearest = (int) i;
        }
    }
  return nearest;
}

/* To the nearest series in a direction that has points. */
static gboolean
walk_series (const OmChartPlot *plot,
             int                direction,
             OmChartCursor     *cursor)
{
  const OmChartPoint *point = om_chart_walk_point (plot, *cursor);

  for (int i = cursor->series + direction; i >= 0 && i < (int) plot->series->len; i += direction)
    {
      if (count (plot, i) == 0)
        continue;
      cursor->point = point != NULL ? nearest_across (om_chart_plot_get_series (plot, (guint) i), point->x) : 0;
      cursor->series = i;
      return TRUE;
    }
  return FALSE;
}

static gboolean
walk_to (const OmChartPlot *plot,
         int                point,
         OmChartCursor     *cursor)
{
  point = CLAMP (point, 0, (int) count (plot, cursor->series) - 1);
  if (point == cursor->point)
    return FALSE;
  cursor->point = point;
  return TRUE;
}

static gboolean
walk_marks (const OmChartPlot *plot,
            int                direction,
            OmChartCursor     *cursor)
{
  const OmChartSeries *series = om_chart_plot_get_series (plot, (guint) cursor->series);

  for (int i = cursor->point + direction; i >= 0 && i < (int) om_chart_series_count (series); i += direction)
    {
      if (om_chart_series_get (series, (guint) i)->flags & OM_CHART_POINT_MARK)
        {
          cursor->point = i;
          return TRUE;
        }
    }
  return FALSE;
}

/**
 * om_chart_walk:
 * @step: where to
 * @cursor: (inout): from nowhere each step leads to the last point of the first series that has one: the present
 *
 * Returns: whether there was anywhere to go
 */
gboolean
om_chart_walk (const OmChartPlot *plot,
               OmChartStep        step,
               OmChartCursor     *cursor)
{
  int far;

  if (om_chart_walk_point (plot, *cursor) == NULL)
    {
      *cursor = OM_CHART_CURSOR_NONE;
      if (!walk_series (plot, 1, cursor))
        return FALSE;
      if (step != OM_CHART_STEP_FIRST)
        cursor->point = (int) count (plot, cursor->series) - 1;
      return TRUE;
    }

  far = MAX (1, (int) count (plot, cursor->series) / FAR_SHARE);
  switch (step)
    {
    case OM_CHART_STEP_NEXT:
      return walk_to (plot, cursor->point + 1, cursor);
    case OM_CHART_STEP_PREVIOUS:
      return walk_to (plot, cursor->point - 1, cursor);
    case OM_CHART_STEP_FAR_NEXT:
      return walk_to (plot, cursor->point + far, cursor);
    case OM_CHART_STEP_FAR_PREVIOUS:
      return walk_to (plot, cursor->point - far, cursor);
    case OM_CHART_STEP_NEXT_MARK:
      return walk_marks (plot, 1, cursor);
    case OM_CHART_STEP_PREVIOUS_MARK:
      return walk_marks (plot, -1, cursor);
    case OM_CHART_STEP_FIRST:
      return walk_to (plot, 0, cursor);
    case OM_CHART_STEP_LAST:
      return walk_to (plot, (int) count (plot, cursor->series) - 1, cursor);
    case OM_CHART_STEP_NEXT_SERIES:
      return walk_series (plot, 1, cursor);
    case OM_CHART_STEP_PREVIOUS_SERIES:
      return walk_series (plot, -1, cursor);
    default:
      return FALSE;
    }
}

/**
 * om_chart_walk_nearest:
 * @x: px
 * @y: px
 *
 * Of lines the point nearest across counts, then how near the line is upwards; of scattered points the
 * nearest of all.
 *
 * Returns: the point under a pointer, nowhere if there is none
 */
OmChartCursor
om_chart_walk_nearest (const OmChartPlot   *plot,
                       const OmChartLayout *layout,
                       double               x,
                       double               y)
{
  OmChartCursor nearest = OM_CHART_CURSOR_NONE;
  double least = INFINITY;

  for (guint i = 0; i < plot->series->len; i++)
    {
      const OmChartSeries *series = om_chart_plot_get_series (plot, i);
      double best = INFINITY;
      int found = -1;

      for (guint j = 0; j < om_chart_series_count (series); j++)
        {
          const OmChartPoint *point = om_chart_series_get (series, j);
          double across = om_chart_layout_x (layout, plot, point->x) - x;
          double upwards = om_chart_layout_y (layout, plot, point->y) - y;
          /* Across first: upwards weighs next to nothing on a line. */
          double weight = om_chart_series_get_kind (series) == OM_CHART_LINE ? 1e-3 : 1;
          double distance = across * across + weight * weight * upwards * upwards;

          if (distance < best)
            {
              best = distance;
              found = (int) j;
            }
        }
      if (found >= 0 && om_chart_series_get_kind (series) == OM_CHART_LINE)
        {
          const OmChartPoint *point = om_chart_series_get (series, (guint) found);

          best = fabs (om_chart_layout_y (layout, plot, point->y) - y) +
                 fabs (om_chart_layout_x (layout, plot, point->x) - x);
        }
      if (found >= 0 && best < least)
        {
          least = best;
          nearest = (OmChartCursor){ (int) i, found };
        }
    }
  return nearest;
}

/**
 * om_chart_walk_dup_words:
 *
 * Returns: (transfer full) (nullable): what is said of the point at the cursor
 */
char *
om_chart_walk_dup_words (const OmChartPlot *plot,
                         OmChartCursor      cursor)
{
  const OmChartPoint *point = om_chart_walk_point (plot, cursor);
  g_autofree char *x = NULL;
  g_autofree char *y = NULL;
  g_autofree char *note = NULL;
  g_autoptr (GString) words = NULL;
  const char *between;

  if (point == NULL)
    return NULL;
  x = om_chart_axis_dup_words (&plot->x, point->x);
  y = om_chart_axis_dup_words (&plot->y, point->y);
  note = om_chart_plot_dup_note (plot, (guint) cursor.series, (guint) cursor.point);
  words = g_string_new (NULL);
  /* Translators: between the items of a list */
  between = C_ ("list", ", ");
  if (note != NULL && *note != '\0')
    g_string_append_printf (words, "%s%s", note, between);
  if (*plot->x.title != '\0')
    g_string_append_printf (words, "%s ", plot->x.title);
  g_string_append_printf (words, "%s%s%s %s", x, between, plot->y.title, y);
  if ((point->flags & OM_CHART_POINT_FORECAST) && plot->forecast_label != NULL)
    g_string_append_printf (words, "%s%s", between, plot->forecast_label);
  /* Translators: the name of something, and what it is */
  return g_strdup_printf (C_ ("value", "%s: %s"),
                          om_chart_series_get_name (om_chart_plot_get_series (plot, (guint) cursor.series)), words->str);
}

/**
 * om_chart_walk_dup_summary:
 *
 * Returns: (transfer full): what a chart shows, for who cannot see it: each series with its last value before
 *   what is yet to come
 */
char *
om_chart_walk_dup_summary (const OmChartPlot *plot)
{
  GString *words = g_string_new (NULL);

  for (guint i = 0; i < plot->series->len; i++)
    {
      const OmChartSeries *series = om_chart_plot_get_series (plot, i);
      guint n = om_chart_series_count (series);
      guint last = n;
      g_autofree char *value = NULL;

      if (n == 0)
        continue;
      if (words->len > 0)
        /* Translators: between the series of a chart as they are read aloud */
        g_string_append (words, C_ ("chart", "; "));
      if (om_chart_series_get_kind (series) == OM_CHART_SCATTER)
        {
          /* Translators: a series of a chart, and how many points it has */
          g_string_append_printf (words, ngettext ("%s: %'u point", "%s: %'u points", n),
                                  om_chart_series_get_name (series), n);
          continue;
        }
      while (last > 1 && (om_chart_series_get (series, last - 1)->flags & OM_CHART_POINT_FORECAST))
        last--;
      value = om_chart_axis_dup_words (&plot->y, om_chart_series_get (series, last - 1)->y);
      /* Translators: the name of something, and what it is */
      g_string_append_printf (words, C_ ("value", "%s: %s"), om_chart_series_get_name (series), value);
    }
  if (words->len == 0)
    g_string_append (words, _("Nothing to see yet"));
  return g_string_free (words, FALSE);
}
