/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The curve of one memory: how present it was, is, and will be if nothing recalls it. */
#pragma once

#include "chart/om-chart-plot.h"
#include "engine/om-engine.h"

G_BEGIN_DECLS

OmChartPlot *om_memory_curve_plot (OmEngine        *engine,
                                   const OmHistory *history,
                                   const OmMemory  *memory,
                                   GTimeZone       *zone);

G_END_DECLS
