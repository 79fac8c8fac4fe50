/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmChart: the picture of a plot, with a crosshair for pointer and keys. */
#pragma once

#include <gtk/gtk.h>

#include "chart/om-chart-walk.h"

G_BEGIN_DECLS

#define OM_TYPE_CHART (om_chart_get_type ())
G_DECLARE_FINAL_TYPE (OmChart, om_chart, OM, CHART, GtkWidget)

void         om_chart_set_plot (OmChart     *self,
                                OmChartPlot *plot);
OmChartPlot *om_chart_get_plot (OmChart     *self);

G_END_DECLS
