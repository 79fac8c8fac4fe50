/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmChartLayout: where everything of a chart goes in a given size. Pure. */
#pragma once

#include "chart/om-chart-plot.h"

G_BEGIN_DECLS

/** OmChartMeasure: how large a text is, in pixels. */
typedef void (*OmChartMeasure) (const char *text,
                                double     *width,
                                double     *height,
                                gpointer    data);

/** OmChartBox: a rectangle in pixels, from the upper left corner. */
typedef struct
{
  double x;
  double y;
  double width;
  double height;
} OmChartBox;

/** OmChartLegendKind: what an entry of the legend explains. */
typedef enum
{
  OM_CHART_LEGEND_TITLE, /* the upright axis */
  OM_CHART_LEGEND_SERIES,
  OM_CHART_LEGEND_MARK,
  OM_CHART_LEGEND_FORECAST
} OmChartLegendKind;

/**
 * OmChartLegendEntry:
 * @series: of %OM_CHART_LEGEND_SERIES
 * @box: symbol and text; a text that is too long ends with its box
 */
typedef struct
{
  OmChartLegendKind kind;
  guint             series;
  OmChartBox        box;
} OmChartLegendEntry;

/**
 * OmChartLayout:
 * @width: of the whole
 * @height: of the whole
 * @line_height: of a text
 * @mirrored: labels stand where lines of text begin from the right; time runs to the right all the same
 * @plot: where the curves are
 * @legend: (owned) (element-type OmChartLegendEntry): above it
 * @x_ticks: (owned) (element-type OmChartTick)
 * @y_ticks: (owned) (element-type OmChartTick)
 */
typedef struct
{
  double     width;
  double     height;
  double     line_height;
  gboolean   mirrored;
  OmChartBox plot;
  GArray    *legend;
  GArray    *x_ticks;
  GArray    *y_ticks;
} OmChartLayout;

/* The symbol before a name in the legend, and the space around things. */
#define OM_CHART_SYMBOL_PX 26
#define OM_CHART_GAP_PX 6

OmChartLayout *om_chart_layout_new        (const OmChartPlot   *plot,
                                           double               width,
                                           double               height,
                                           gboolean             mirrored,
                                           OmChartMeasure       measure,
                                           gpointer             data);
void           om_chart_layout_free       (OmChartLayout       *self);
double         om_chart_layout_x          (const OmChartLayout *self,
                                           const OmChartPlot   *plot,
                                           double               value);
double         om_chart_layout_y          (const OmChartLayout *self,
                                           const OmChartPlot   *plot,
                                           double               value);
const char    *om_chart_layout_legend_text (const OmChartPlot        *plot,
                                           const OmChartLegendEntry *entry);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmChartLayout, om_chart_layout_free)

G_END_DECLS
