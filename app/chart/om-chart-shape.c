/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dot, square, triangle, diamond, triangle on its head, star: one a series, in turn. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "chart/om-chart-shape.h"

#include <math.h>

/* Corners on a circle: how many, at which angle the first is (0 is up), and how far in those between lie. */
static const struct
{
  guint  corners;
  double turn;
  double inner; /* 0: none between */
} shapes[] = {
  { 0, 0, 0 },
  { 4, G_PI / 4, 0 },
  { 3, 0, 0 },
  { 4, 0, 0 },
  { 3, G_PI, 0 },
  { 5, 0, .45 },
};

/**
 * om_chart_shape_trace:
 * @series: whose shape
 * @x: its middle
 * @y: its middle
 * @radius: of the circle around it
 *
 * Adds the outline to the path.
 */
void
om_chart_shape_trace (cairo_t *cr,
                      guint    series,
                      double   x,
                      double   y,
                      double   radius)
{
  guint shape = series % G_N_ELEMENTS (shapes);
  guint n = shapes[shape].inner > 0 ? 2 * shapes[shape].corners : shapes[shape].corners;

  cairo_new_sub_path (cr);
  if (n == 0)
    {
      cairo_arc (cr, x, y, radius * .9, 0, 2 * G_PI);
      return;
    }
  for (guint i = 0; i < n; i++)
    {
      double angle = shapes[shape].turn + 2 * G_PI * i / n;
      double far = 1.15 * radius * (shapes[shape].inner > 0 && i % 2 == 1 ? shapes[shape].inner : 1);

      cairo_line_to (cr, x + far * sin (angle), y - far * cos (angle));
    }
  cairo_close_path (cr);
}
