/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmChartPlot: all that a chart shows: axes, series, lines and bands. Says nothing about size or colour. */
#pragma once

#include "chart/om-chart-axis.h"
#include "chart/om-chart-series.h"

G_BEGIN_DECLS

/** OmChartDirection: which axis a line or band belongs to. */
typedef enum
{
  OM_CHART_ACROSS, /* at a height: it lies across the chart */
  OM_CHART_UPRIGHT /* at a place across: it stands upright */
} OmChartDirection;

/**
 * OmChartBand:
 * @direction: which axis @from and @to are on
 * @from: where it begins
 * @to: where it ends; a line ends where it begins
 * @label: (owned): what it means, translated
 */
typedef struct
{
  OmChartDirection direction;
  double           from;
  double           to;
  char            *label;
} OmChartBand;

/**
 * OmChartNote:
 * @series: which series
 * @point: which point of it
 *
 * Returns: (transfer full) (nullable): what is said of a point that has no note of its own
 */
typedef char *(*OmChartNote) (guint    series,
                              guint    point,
                              gpointer data);

/**
 * OmChartPlot:
 * Refcounted; not changed any more once a widget shows it.
 *
 * @title: (owned): what it is a chart of, translated
 * @x: time or numbers, from left to right in every language
 * @y: numbers
 * @series: (owned) (element-type OmChartSeries)
 * @bands: (owned) (element-type OmChartBand): bands, and lines with @from equal to @to
 * @mark_label: (owned) (nullable): what the marks are, for the legend
 * @forecast_label: (owned) (nullable): what the dashed ends are, for the legend
 * @note: (nullable): asked when a point is looked at, so that a hundred thousand need no words beforehand
 * @note_data: (owned): for @note
 * @free_note_data: frees it
 */
typedef struct
{
  grefcount   refs;
  char       *title;
  OmChartAxis x;
  OmChartAxis y;
  GPtrArray  *series;
  GArray     *bands;
  char       *mark_label;
  char       *forecast_label;

  OmChartNote    note;
  gpointer       note_data;
  GDestroyNotify free_note_data;
} OmChartPlot;

#define OM_TYPE_CHART_PLOT (om_chart_plot_get_type ())
GType                om_chart_plot_get_type   (void);
OmChartPlot         *om_chart_plot_new        (const char        *title);
OmChartPlot         *om_chart_plot_ref        (OmChartPlot       *self);
void                 om_chart_plot_unref      (OmChartPlot       *self);
void                 om_chart_plot_add_series (OmChartPlot       *self,
                                               OmChartSeries     *series);
void                 om_chart_plot_add_line   (OmChartPlot       *self,
                                               OmChartDirection   direction,
                                               double             at,
                                               const char        *label);
void                 om_chart_plot_add_band   (OmChartPlot       *self,
                                               OmChartDirection   direction,
                                               double             from,
                                               double             to,
                                               const char        *label);
void                 om_chart_plot_set_labels (OmChartPlot       *self,
                                               const char        *marks,
                                               const char        *forecast);
void                 om_chart_plot_set_note   (OmChartPlot       *self,
                                               OmChartNote        note,
                                               gpointer           data,
                                               GDestroyNotify     free_data);
char                *om_chart_plot_dup_note   (const OmChartPlot *self,
                                               guint              series,
                                               guint              point);
const OmChartSeries *om_chart_plot_get_series (const OmChartPlot *self,
                                               guint              i);
guint                om_chart_plot_get_flags  (const OmChartPlot *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmChartPlot, om_chart_plot_unref)

G_END_DECLS
