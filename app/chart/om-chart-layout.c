/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Legend above, labels of heights at the side where lines of text begin, labels of places below. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "chart/om-chart-layout.h"

#include <math.h>

/* Between two entries of the legend, and around the labels of two ticks. */
#define LEGEND_GAP_PX 14
#define TICK_GAP_PX 14

/* Lines of text from tick to tick upwards. */
#define LINES_PER_TICK 2.2

/* The curves never get less than this, whatever the labels take. */
#define LEAST_PX 24

/** om_chart_layout_free: @self: (transfer full) (nullable) */
void
om_chart_layout_free (OmChartLayout *self)
{
  if (self == NULL)
    return;

  g_clear_pointer (&self->legend, g_array_unref);
  g_clear_pointer (&self->x_ticks, g_array_unref);
  g_clear_pointer (&self->y_ticks, g_array_unref);
  g_free (self);
}

/** om_chart_layout_legend_text: Returns: (transfer none): what an entry of the legend says */
const char *
om_chart_layout_legend_text (const OmChartPlot        *plot,
                             const OmChartLegendEntry *entry)
{
  switch (entry->kind)
    {
    case OM_CHART_LEGEND_SERIES:
      return om_chart_series_get_name (om_chart_plot_get_series (plot, entry->series));
    case OM_CHART_LEGEND_MARK:
      return plot->mark_label;
    case OM_CHART_LEGEND_FORECAST:
      return plot->forecast_label;
    case OM_CHART_LEGEND_TITLE:
    default:
      return plot->y.title;
    }
}

static void
add_entry (GArray           *legend,
           OmChartLegendKind kind,
           guint             series)
{
  OmChartLegendEntry entry = { kind, series, { 0 } };

  g_array_append_val (legend, entry);
}

/* A single series that is named like the scale needs no name beside it. */
static gboolean
names_series (const OmChartPlot *plot)
{
  return plot->series->len > 1 ||
         (plot->series->len == 1 &&
          g_strcmp0 (om_chart_series_get_name (g_ptr_array_index (plot->series, 0)), plot->y.title) != 0);
}

static GArray *
list_legend (const OmChartPlot *plot)
{
  GArray *legend = g_array_new (FALSE, FALSE, sizeof (OmChartLegendEntry));
  guint flags = om_chart_plot_get_flags (plot);

  if (*plot->y.title != '\0')
    add_entry (legend, OM_CHART_LEGEND_TITLE, 0);
  for (guint i = 0; names_series (plot) && i < plot->series->len; i++)
    add_entry (legend, OM_CHART_LEGEND_SERIES, i);
  if ((flags & OM_CHART_POINT_MARK) && plot->mark_label != NULL)
    add_entry (legend, OM_CHART_LEGEND_MARK, 0);
  if ((flags & OM_CHART_POINT_FORECAST) && plot->forecast_label != NULL)
    add_entry (legend, OM_CHART_LEGEND_FORECAST, 0);
  return legend;
}

/* Rows of entries, from the side where lines of text begin. Returns their height. */
static double
place_legend (OmChartLayout     *self,
              const OmChartPlot *plot,
              OmChartMeasure     measure,
              gpointer           data)
{
  double row = self->line_height + OM_CHART_GAP_PX;
  double x = 0;
  double y = 0;

  for (guint i = 0; i < self->legend->len; i++)
    {
      OmChartLegendEntry *entry = &g_array_index (self->legend, OmChartLegendEntry, i);
      double width;
      double height;

      measure (om_chart_layout_legend_text (plot, entry), &width, &height, data);
      /* A letter may reach a little beyond its width, and the last one of a line must not be cut. */
      width = ceil (width) + 1 + (entry->kind == OM_CHART_LEGEND_TITLE ? 0 : OM_CHART_SYMBOL_PX);
      width = MIN (width, self->width);
      if (x > 0 && x + width > self->width)
        {
          x = 0;
          y += row;
        }
      entry->box = (OmChartBox){ self->mirrored ? self->width - x - width : x, y, width, self->line_height };
      x += width + LEGEND_GAP_PX;
    }
  return self->legend->len > 0 ? y + row : 0;
}

static double
widest (GArray        *ticks,
        OmChartMeasure measure,
        gpointer       data)
{
  double most = 0;

  for (guint i = 0; i < ticks->len; i++)
    {
      double width;
      double height;

      measure (g_array_index (ticks, OmChartTick, i).label, &width, &height, data);
      most = MAX (most, width);
    }
  return ceil (most);
}

/* As many ticks as their labels leave room for: fewer are asked for until they fit. */
static GArray *
fit_x_ticks (const OmChartPlot *plot,
             double             width,
             OmChartMeasure     measure,
             gpointer           data)
{
  for (guint most = 12; most > 1; most--)
    {
      g_autoptr (GArray) ticks = om_chart_axis_ticks (&plot->x, most);

      if (ticks->len * (widest (ticks, measure, data) + TICK_GAP_PX) <= width || most == 2)
        return g_steal_pointer (&ticks);
    }
  g_assert_not_reached ();
}

/**
 * om_chart_layout_new:
 * @width: of the whole, px
 * @height: of the whole, px
 * @mirrored: text runs from right to left
 * @measure: (scope call): how large a text is
 *
 * Returns: (transfer full): where everything goes
 */
OmChartLayout *
om_chart_layout_new (const OmChartPlot *plot,
                     double             width,
                     double             height,
                     gboolean           mirrored,
                     OmChartMeasure     measure,
                     gpointer           data)
{
  OmChartLayout *self = g_new0 (OmChartLayout, 1);
  double ignored;
  double top;
  double side;
  double bottom;

  self->width = width;
  self->height = height;
  self->mirrored = mirrored;
  self->legend = list_legend (plot);
  measure ("0", &ignored, &self->line_height, data);
  self->line_height = ceil (self->line_height);

  /* Half a line: the label of the uppermost tick reaches above the curves. */
  top = place_legend (self, plot, measure, data) + ceil (self->line_height / 2);
  bottom = self->line_height + OM_CHART_GAP_PX + (*plot->x.title != '\0' ? self->line_height : 0);
  self->plot.y = top;
  self->plot.height = MAX (LEAST_PX, height - top - bottom);
  self->y_ticks = om_chart_axis_ticks (&plot->y, (guint) CLAMP (self->plot.height / (LINES_PER_TICK * self->line_height),
                                                                2, 11));
  side = widest (self->y_ticks, measure, data) + OM_CHART_GAP_PX;
  self->plot.x = mirrored ? OM_CHART_GAP_PX : side;
  self->plot.width = MAX (LEAST_PX, width - side - OM_CHART_GAP_PX);
  self->x_ticks = fit_x_ticks (plot, self->plot.width, measure, data);
  return self;
}

/** om_chart_layout_x: Returns: where a value stands across, px */
double
om_chart_layout_x (const OmChartLayout *self,
                   const OmChartPlot   *plot,
                   double               value)
{
  return self->plot.x + om_chart_axis_share (&plot->x, value) * self->plot.width;
}

/** om_chart_layout_y: Returns: where a value stands from above, px */
double
om_chart_layout_y (const OmChartLayout *self,
                   const OmChartPlot   *plot,
                   double               value)
{
  return self->plot.y + (1 - om_chart_axis_share (&plot->y, value)) * self->plot.height;
}
