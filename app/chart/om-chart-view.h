/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmChartView: a chart with its title, its table twin, and its menu. */
#pragma once

#include <gtk/gtk.h>

#include "chart/om-chart.h"
#include "chart/om-chart-export.h"

G_BEGIN_DECLS

#define OM_TYPE_CHART_VIEW (om_chart_view_get_type ())
G_DECLARE_FINAL_TYPE (OmChartView, om_chart_view, OM, CHART_VIEW, GtkWidget)

OmChartView *om_chart_view_new       (void);
void         om_chart_view_set_plot  (OmChartView         *self,
                                      OmChartPlot         *plot);
OmChart     *om_chart_view_get_chart (OmChartView         *self);
void         om_chart_view_save_async  (OmChartView         *self,
                                      OmChartFormat        format,
                                      GFile               *file,
                                      GAsyncReadyCallback  callback,
                                      gpointer             data);
gboolean     om_chart_view_save_finish (OmChartView         *self,
                                      GAsyncResult        *result,
                                      GError             **error);

G_END_DECLS
