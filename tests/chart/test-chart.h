/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "chart/om-chart-layout.h"

void         test_ticks_add (void);
void         test_walk_add  (void);
void         test_paint_add (void);

OmChartPlot *test_plot_new  (void);
void         test_measure   (const char *text,
                             double     *width,
                             double     *height,
                             gpointer    data);
