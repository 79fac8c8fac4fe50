/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart as a file: picture, drawing or table. */
#pragma once

#include <gtk/gtk.h>

#include "chart/om-chart-plot.h"

G_BEGIN_DECLS

/** OmChartFormat: what kind of file. */
typedef enum
{
  OM_CHART_PNG,
  OM_CHART_SVG,
  OM_CHART_CSV,
  OM_CHART_N_FORMATS
} OmChartFormat;

GBytes     *om_chart_export           (const OmChartPlot *plot,
                                       OmChartFormat      format,
                                       int                width,
                                       int                height,
                                       GtkWidget         *widget,
                                       PangoContext      *context,
                                       GError           **error);
GdkTexture *om_chart_export_texture   (const OmChartPlot *plot,
                                       int                width,
                                       int                height,
                                       GtkWidget         *widget);
const char *om_chart_export_extension (OmChartFormat      format);

G_END_DECLS
