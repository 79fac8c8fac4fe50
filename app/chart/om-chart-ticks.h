/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the ticks of an axis stand and what they say. Pure. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * OmChartTick:
 * @at: value on the axis; of a time axis ms UTC
 * @label: (owned): what stands there, by the locale
 */
typedef struct
{
  double at;
  char  *label;
} OmChartTick;

GArray *om_chart_ticks_of_numbers (double      min,
                                   double      max,
                                   guint       most);
GArray *om_chart_ticks_of_times   (gint64      from,
                                   gint64      to,
                                   guint       most,
                                   GTimeZone  *zone);
guint   om_chart_ticks_first_weekday (void);

G_END_DECLS
