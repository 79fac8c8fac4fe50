/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How sure a trait was over time, as a plot. */
#pragma once

#include "chart/om-chart-plot.h"
#include "engine/om-traits.h"

G_BEGIN_DECLS

OmChartPlot *om_trait_curve_plot (const OmTraitDetail *detail,
                                  gint64               now,
                                  GTimeZone           *zone);

G_END_DECLS
