/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmChartRows: the points of a plot as a list, made when they are looked at. */
#pragma once

#include <gio/gio.h>

#include "chart/om-chart-walk.h"

G_BEGIN_DECLS

#define OM_TYPE_CHART_ROW (om_chart_row_get_type ())
G_DECLARE_FINAL_TYPE (OmChartRow, om_chart_row, OM, CHART_ROW, GObject)

#define OM_TYPE_CHART_ROWS (om_chart_rows_get_type ())
G_DECLARE_FINAL_TYPE (OmChartRows, om_chart_rows, OM, CHART_ROWS, GObject)

/** OmChartColumn: what stands in a column of the table. */
typedef enum
{
  OM_CHART_COLUMN_SERIES,
  OM_CHART_COLUMN_X,
  OM_CHART_COLUMN_Y,
  OM_CHART_COLUMN_NOTE,
  OM_CHART_N_COLUMNS
} OmChartColumn;

OmChartRows  *om_chart_rows_new       (OmChartPlot   *plot);
OmChartCursor om_chart_row_get_cursor (OmChartRow    *self);
char         *om_chart_row_dup_text   (OmChartRow    *self,
                                       OmChartColumn  column);
char         *om_chart_row_dup_words  (OmChartRow    *self);

G_END_DECLS
