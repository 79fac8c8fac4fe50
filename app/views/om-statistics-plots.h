/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal in numbers as charts over time. */
#pragma once

#include "chart/om-chart-plot.h"
#include "engine/om-tallies.h"

G_BEGIN_DECLS

OmChartPlot *om_statistics_plot_sectors (GArray    *tallies,
                                         GTimeZone *zone);
OmChartPlot *om_statistics_plot_words   (GArray    *tallies,
                                         GTimeZone *zone);
OmChartPlot *om_statistics_plot_moods   (GArray    *tallies,
                                         GTimeZone *zone);
OmChartPlot *om_statistics_plot_recalls (GArray    *tallies,
                                         GTimeZone *zone);

G_END_DECLS
