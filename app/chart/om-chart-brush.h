/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmChartBrush: a stretch of time, chosen on a bar that shows how much there is when. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define OM_TYPE_CHART_BRUSH (om_chart_brush_get_type ())
G_DECLARE_FINAL_TYPE (OmChartBrush, om_chart_brush, OM, CHART_BRUSH, GtkWidget)

void om_chart_brush_set_times (OmChartBrush *self,
                               const gint64 *times,
                               gsize         n_times,
                               GTimeZone    *zone);
void om_chart_brush_set_range (OmChartBrush *self,
                               double        from,
                               double        to);
void om_chart_brush_get_range (OmChartBrush *self,
                               gint64       *from,
                               gint64       *to);

G_END_DECLS
