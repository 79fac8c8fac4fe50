/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the engine's curves and moods to what a chart shows. */
#pragma once

#include "chart/om-chart-plot.h"
#include "engine/om-curves.h"
#include "engine/om-outlook.h"

G_BEGIN_DECLS

OmChartPlot *om_salience_plot_of_curves (const OmCurves *curves,
                                         OmCurvesOf      of,
                                         const guint    *slots,
                                         OmMeasure       measure,
                                         double          fading,
                                         double          resting,
                                         GTimeZone      *zone);
OmChartPlot *om_salience_plot_of_moods  (GArray         *moods,
                                         gint64          from,
                                         gint64          to,
                                         GTimeZone      *zone);
gint64       om_salience_plot_get_row   (OmChartPlot    *plot,
                                         guint           series,
                                         guint           point);

G_END_DECLS
