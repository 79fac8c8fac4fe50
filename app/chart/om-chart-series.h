/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmChartSeries: points under one name, and how they are told apart from others. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

/** OmChartKind: how points are joined. */
typedef enum
{
  OM_CHART_LINE,   /* a line; two points of one place are a jump */
  OM_CHART_SCATTER /* each for itself */
} OmChartKind;

/**
 * OmChartPointFlags:
 * @OM_CHART_POINT_MARK: something happened here
 * @OM_CHART_POINT_FORECAST: the line that ends here is yet to come
 * @OM_CHART_POINT_GAP: no line leads here
 */
typedef enum
{
  OM_CHART_POINT_PLAIN = 0,
  OM_CHART_POINT_MARK = 1 << 0,
  OM_CHART_POINT_FORECAST = 1 << 1,
  OM_CHART_POINT_GAP = 1 << 2
} OmChartPointFlags;

/**
 * OmChartPoint:
 * @x: place across; on a time axis ms UTC
 * @y: height
 * @flags: #OmChartPointFlags
 * @note: (owned) (nullable): what happened there, or what it is
 */
typedef struct
{
  double x;
  double y;
  guint  flags;
  char  *note;
} OmChartPoint;

/** OmChartSeries: refcounted; not changed any more once it is in a plot. */
typedef struct _OmChartSeries OmChartSeries;

#define OM_TYPE_CHART_SERIES (om_chart_series_get_type ())
GType               om_chart_series_get_type  (void);
OmChartSeries      *om_chart_series_new       (const char          *name,
                                               OmChartKind          kind,
                                               const char          *color);
OmChartSeries      *om_chart_series_ref       (OmChartSeries       *self);
void                om_chart_series_unref     (OmChartSeries       *self);
void                om_chart_series_add       (OmChartSeries       *self,
                                               double               x,
                                               double               y,
                                               guint                flags,
                                               const char          *note);
const char         *om_chart_series_get_name  (const OmChartSeries *self);
OmChartKind         om_chart_series_get_kind  (const OmChartSeries *self);
const char         *om_chart_series_get_color (const OmChartSeries *self);
guint               om_chart_series_count     (const OmChartSeries *self);
const OmChartPoint *om_chart_series_get       (const OmChartSeries *self,
                                               guint                i);
guint               om_chart_series_get_flags (const OmChartSeries *self);
double              om_chart_series_value_at  (const OmChartSeries *self,
                                               double               x);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmChartSeries, om_chart_series_unref)

G_END_DECLS
