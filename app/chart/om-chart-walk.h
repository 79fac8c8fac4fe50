/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Going through a chart point by point, and what is said at each. Pure. */
#pragma once

#include "chart/om-chart-layout.h"

G_BEGIN_DECLS

/**
 * OmChartCursor:
 * @series: which series; -1 for nowhere
 * @point: which of its points
 */
typedef struct
{
  int series;
  int point;
} OmChartCursor;

#define OM_CHART_CURSOR_NONE ((OmChartCursor){ -1, -1 })

/** OmChartStep: where to go. */
typedef enum
{
  OM_CHART_STEP_NEXT,
  OM_CHART_STEP_PREVIOUS,
  OM_CHART_STEP_NEXT_MARK,
  OM_CHART_STEP_PREVIOUS_MARK,
  OM_CHART_STEP_FAR_NEXT,
  OM_CHART_STEP_FAR_PREVIOUS,
  OM_CHART_STEP_FIRST,
  OM_CHART_STEP_LAST,
  OM_CHART_STEP_NEXT_SERIES,
  OM_CHART_STEP_PREVIOUS_SERIES
} OmChartStep;

gboolean            om_chart_walk           (const OmChartPlot   *plot,
                                             OmChartStep          step,
                                             OmChartCursor       *cursor);
OmChartCursor       om_chart_walk_nearest   (const OmChartPlot   *plot,
                                             const OmChartLayout *layout,
                                             double               x,
                                             double               y);
const OmChartPoint *om_chart_walk_point     (const OmChartPlot   *plot,
                                             OmChartCursor        cursor);
char               *om_chart_walk_dup_words (const OmChartPlot   *plot,
                                             OmChartCursor        cursor);
char               *om_chart_walk_dup_summary (const OmChartPlot *plot);

G_END_DECLS
