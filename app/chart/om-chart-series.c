/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points under one name, ascending from left to right. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "chart/om-chart-series.h"

#include <math.h>

struct _OmChartSeries
{
  grefcount   refs;
  char       *name;  /* (owned) */
  char       *color; /* (owned): a colour of the style */
  OmChartKind kind;
  GArray     *points; /* (owned) (element-type OmChartPoint) */
  guint       flags;  /* those of all points together */
};

G_DEFINE_BOXED_TYPE (OmChartSeries, om_chart_series, om_chart_series_ref, om_chart_series_unref)

static void
point_clear (gpointer data)
{
  OmChartPoint *point = data;

  g_free (point->note);
}

/**
 * om_chart_series_new:
 * @name: for people, translated
 * @color: name of a colour of the style, as @define-color gives it; what each theme makes of it is its own
 *
 * Returns: (transfer full): a series without points
 */
OmChartSeries *
om_chart_series_new (const char *name,
                     OmChartKind kind,
                     const char *color)
{
  OmChartSeries *self = g_new0 (OmChartSeries, 1);

  g_ref_count_init (&self->refs);
  self->name = g_strdup (name);
  self->color = g_strdup (color);
  self->kind = kind;
  self->points = g_array_new (FALSE, FALSE, sizeof (OmChartPoint));
  g_array_set_clear_func (self->points, point_clear);
  return self;
}

/** om_chart_series_ref: (transfer full) */
OmChartSeries *
om_chart_series_ref (OmChartSeries *self)
{
  g_ref_count_inc (&self->refs);
  return self;
}

/** om_chart_series_unref: @self: (transfer full) */
void
om_chart_series_unref (OmChartSeries *self)
{
  if (!g_ref_count_dec (&self->refs))
    return;

  g_array_unref (self->points);
  g_free (self->name);
  g_free (self->color);
  g_free (self);
}

/**
 * om_chart_series_add:
 * @x: not left of the last point's
 * @y: height
 * @flags: #OmChartPointFlags
 * @note: (nullable): what happened there, or what it is
 *
 * What is no number is left out: it would be nowhere.
 */
void
om_chart_series_add (OmChartSeries *self,
                     double         x,
                     double         y,
                     guint          flags,
                     const char    *note)
{
  OmChartPoint point = { x, y, flags, NULL };

  if (!isfinite (x) || !isfinite (y))
    return;
  g_return_if_fail (self->points->len == 0 ||
                    g_array_index (self->points, OmChartPoint, self->points->len - 1).x <= x);

  point.note = g_strdup (note);
  g_array_append_val (self->points, point);
  self->flags |= flags;
}

/** om_chart_series_get_name: Returns: (transfer none) */
const char *
om_chart_series_get_name (const OmChartSeries *self)
{
  return self->name;
}

/** om_chart_series_get_kind: */
OmChartKind
om_chart_series_get_kind (const OmChartSeries *self)
{
  return self->kind;
}

/** om_chart_series_get_color: Returns: (transfer none): name of a colour of the style */
const char *
om_chart_series_get_color (const OmChartSeries *self)
{
  return self->color;
}

/** om_chart_series_count: */
guint
om_chart_series_count (const OmChartSeries *self)
{
  return self->points->len;
}

/** om_chart_series_get: Returns: (transfer none): the @i-th point */
const OmChartPoint *
om_chart_series_get (const OmChartSeries *self,
                     guint                i)
{
  return &g_array_index (self->points, OmChartPoint, i);
}

/** om_chart_series_get_flags: Returns: #OmChartPointFlags that any of its points has */
guint
om_chart_series_get_flags (const OmChartSeries *self)
{
  return self->flags;
}

/* The last point at or left of @x, -1 if there is none. */
static int
last_at (const OmChartSeries *self,
         double               x)
{
  int low = 0;
  int high = (int) self->points->len;

  while (low < high)
    {
      int middle = low + (high - low) / 2;

      if (om_chart_series_get (self, (guint) middle)->x <= x)
        low = middle + 1;
      else
        high = middle;
    }
  return low - 1;
}

/**
 * om_chart_series_value_at:
 * @x: a place across
 *
 * Returns: where the line is there; at a jump, after it. %NAN outside and in gaps.
 */
double
om_chart_series_value_at (const OmChartSeries *self,
                          double               x)
{
  int i = last_at (self, x);
  const OmChartPoint *before;
  const OmChartPoint *after;

  if (i < 0 || self->kind != OM_CHART_LINE)
    return NAN;
  before = om_chart_series_get (self, (guint) i);
  if (before->x == x)
    return before->y;
  if ((guint) i + 1 >= self->points->len)
    return NAN;
  after = before + 1;
  if (after->flags & OM_CHART_POINT_GAP)
    return NAN;
  return before->y + (after->y - before->y) * (x - before->x) / (after->x - before->x);
}
