/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All that a chart shows. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "chart/om-chart-plot.h"

G_DEFINE_BOXED_TYPE (OmChartPlot, om_chart_plot, om_chart_plot_ref, om_chart_plot_unref)

static void
band_clear (gpointer data)
{
  OmChartBand *band = data;

  g_free (band->label);
}

/**
 * om_chart_plot_new:
 * @title: what it is a chart of, translated; its name for a screen reader
 *
 * Returns: (transfer full): a plot without series, both axes from 0 to 1
 */
OmChartPlot *
om_chart_plot_new (const char *title)
{
  OmChartPlot *self = g_new0 (OmChartPlot, 1);

  g_ref_count_init (&self->refs);
  self->title = g_strdup (title);
  om_chart_axis_set_numbers (&self->x, "", 0, 1, 2);
  om_chart_axis_set_numbers (&self->y, "", 0, 1, 2);
  self->series = g_ptr_array_new_with_free_func ((GDestroyNotify) om_chart_series_unref);
  self->bands = g_array_new (FALSE, FALSE, sizeof (OmChartBand));
  g_array_set_clear_func (self->bands, band_clear);
  return self;
}

/** om_chart_plot_ref: (transfer full) */
OmChartPlot *
om_chart_plot_ref (OmChartPlot *self)
{
  g_ref_count_inc (&self->refs);
  return self;
}

/** om_chart_plot_unref: @self: (transfer full) */
void
om_chart_plot_unref (OmChartPlot *self)
{
  if (!g_ref_count_dec (&self->refs))
    return;

  om_chart_axis_clear (&self->x);
  om_chart_axis_clear (&self->y);
  g_ptr_array_unref (self->series);
  g_array_unref (self->bands);
  g_free (self->title);
  g_free (self->mark_label);
  g_free (self->forecast_label);
  if (self->free_note_data != NULL)
    self->free_note_data (self->note_data);
  g_free (self);
}

/** om_chart_plot_add_series: @series: (transfer none): it keeps a reference */
void
om_chart_plot_add_series (OmChartPlot   *self,
                          OmChartSeries *series)
{
  g_ptr_array_add (self->series, om_chart_series_ref (series));
}

/**
 * om_chart_plot_add_line:
 * @at: on the axis of @direction
 * @label: what it means, translated
 */
void
om_chart_plot_add_line (OmChartPlot     *self,
                        OmChartDirection direction,
                        double           at,
                        const char      *label)
{
  om_chart_plot_add_band (self, direction, at, at, label);
}

/**
 * om_chart_plot_add_band:
 * @from: on the axis of @direction
 * @to: the same, not below @from
 * @label: what it means, translated
 */
void
om_chart_plot_add_band (OmChartPlot     *self,
                        OmChartDirection direction,
                        double           from,
                        double           to,
                        const char      *label)
{
  OmChartBand band = { direction, from, to, g_strdup (label) };

  g_array_append_val (self->bands, band);
}

/**
 * om_chart_plot_set_labels:
 * @marks: (nullable): what the marks are, for the legend
 * @forecast: (nullable): what the dashed ends are, for the legend
 */
void
om_chart_plot_set_labels (OmChartPlot *self,
                          const char  *marks,
                          const char  *forecast)
{
  g_free (self->mark_label);
  g_free (self->forecast_label);
  self->mark_label = g_strdup (marks);
  self->forecast_label = g_strdup (forecast);
}

/**
 * om_chart_plot_set_note:
 * @note: (scope notified): what is said of a point that has no note of its own
 * @data: (transfer full): for it
 * @free_data: (nullable): frees @data
 *
 * Set once.
 */
void
om_chart_plot_set_note (OmChartPlot   *self,
                        OmChartNote    note,
                        gpointer       data,
                        GDestroyNotify free_data)
{
  g_return_if_fail (self->note == NULL);

  self->note = note;
  self->note_data = data;
  self->free_note_data = free_data;
}

/** om_chart_plot_dup_note: Returns: (transfer full) (nullable): what happened at a point, or what it is */
char *
om_chart_plot_dup_note (const OmChartPlot *self,
                        guint              series,
                        guint              point)
{
  const OmChartPoint *at = om_chart_series_get (om_chart_plot_get_series (self, series), point);

  if (at->note != NULL)
    return g_strdup (at->note);
  return self->note != NULL ? self->note (series, point, self->note_data) : NULL;
}

/** om_chart_plot_get_series: Returns: (transfer none): the @i-th series */
const OmChartSeries *
om_chart_plot_get_series (const OmChartPlot *self,
                          guint              i)
{
  return g_ptr_array_index (self->series, i);
}

/** om_chart_plot_get_flags: Returns: #OmChartPointFlags that any point has */
guint
om_chart_plot_get_flags (const OmChartPlot *self)
{
  guint flags = 0;

  for (guint i = 0; i < self->series->len; i++)
    flags |= om_chart_series_get_flags (om_chart_plot_get_series (self, i));
  return flags;
}
