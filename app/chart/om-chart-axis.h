/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmChartAxis: from a value to a share of the length, ticks, and values in words. Pure. */
#pragma once

#include "chart/om-chart-ticks.h"

G_BEGIN_DECLS

/**
 * OmChartAxis:
 * @title: (owned): what it measures, translated
 * @zone: (owned) (nullable): of a time axis; %NULL makes it one of numbers
 * @min: its beginning; ms UTC on a time axis
 * @max: its end
 * @digits: behind the decimal point where a value is told
 */
typedef struct
{
  char      *title;
  GTimeZone *zone;
  double     min;
  double     max;
  int        digits;
} OmChartAxis;

void    om_chart_axis_set_numbers (OmChartAxis       *self,
                                   const char        *title,
                                   double             min,
                                   double             max,
                                   int                digits);
void    om_chart_axis_set_times   (OmChartAxis       *self,
                                   const char        *title,
                                   gint64             from,
                                   gint64             to,
                                   GTimeZone         *zone);
void    om_chart_axis_clear       (OmChartAxis       *self);
double  om_chart_axis_share       (const OmChartAxis *self,
                                   double             value);
double  om_chart_axis_value       (const OmChartAxis *self,
                                   double             share);
GArray *om_chart_axis_ticks       (const OmChartAxis *self,
                                   guint              most);
char   *om_chart_axis_dup_words   (const OmChartAxis *self,
                                   double             value);
char   *om_chart_axis_dup_exact   (const OmChartAxis *self,
                                   double             value);

G_END_DECLS
