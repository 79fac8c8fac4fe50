/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Salience and vividness over time: of memories, and the means of sectors, tiers and tags. Part of the
 * engine's public face; for its threads see om-engine.h. */
#pragma once

#include "engine/om-engine.h"

G_BEGIN_DECLS

/** OmCurvesOf: whose curves. */
typedef enum
{
  OM_CURVES_OF_MEMORIES, /* the named ones, with their events */
  OM_CURVES_OF_SECTORS,  /* the mean of each */
  OM_CURVES_OF_TIERS,    /* the mean of what was in each at the time */
  OM_CURVES_OF_TAGS,     /* the mean of each named one */
} OmCurvesOf;

/** OmMeasure: what is on the curve. */
typedef enum
{
  OM_MEASURE_SALIENCE,  /* 0..1 */
  OM_MEASURE_VIVIDNESS, /* 0..100 */
} OmMeasure;

#define OM_CURVES_POINTS_MAX 1000

/**
 * OmCurvesQuery:
 * @of: whose curves
 * @measure: of what
 * @keys: (owned) (nullable): ids of memories or names of tags, NULL-terminated
 * @from: ms UTC; 0 is where the first of them begins
 * @to: ms UTC, not before @from
 * @as_of: what happened later is not known yet, ms UTC; 0 is now
 * @n_points: from @from to @to, 2 to 1000
 */
typedef struct
{
  OmCurvesOf of;
  OmMeasure  measure;
  char     **keys;
  gint64     from;
  gint64     to;
  gint64     as_of;
  guint      n_points;
} OmCurvesQuery;

/**
 * OmCurveSample:
 * @at: when, ms UTC
 * @value: see #OmMeasure
 * @n: of how many memories it is the mean; 1 for a memory
 * @cause: the event that led here, %OM_EVENT_UNKNOWN if there was none: the sample before it, of the same
 *   instant, is the value just before
 * @undone: that event was taken back
 * @forecast: after @as_of: if nobody touches it
 */
typedef struct
{
  gint64       at;
  double       value;
  guint        n;
  OmEventCause cause;
  gboolean     undone;
  gboolean     forecast;
} OmCurveSample;

/**
 * OmCurve:
 * @key: (owned): id of a memory, nick of a sector or tier, name of a tag
 * @memory: (owned) (nullable): of %OM_CURVES_OF_MEMORIES
 * @samples: (owned) (element-type OmCurveSample): ascending; an instant at which there was nothing is left out
 * @forecast: of a memory, as of @as_of
 */
typedef struct
{
  char      *key;
  OmMemory  *memory;
  GArray    *samples;
  OmForecast forecast;
} OmCurve;

/**
 * OmCurves:
 * @from: first instant, ms UTC
 * @to: last instant
 * @as_of: where the past ends
 * @is_now: and that is the present
 * @curves: (owned) (element-type OmCurve): one a key that was found, in the order asked for; all sectors, all tiers
 */
typedef struct
{
  gint64     from;
  gint64     to;
  gint64     as_of;
  gboolean   is_now;
  GPtrArray *curves;
} OmCurves;

/** OmHistoryFunc: one memory, without its texts, and its history, without forecast; FALSE stops. */
typedef gboolean (*OmHistoryFunc) (gint64           row,
                                   const OmMemory  *memory,
                                   const OmHistory *history,
                                   gpointer         data);

gboolean  om_engine_scan_histories    (OmEngine            *self,
                                       OmHistoryFunc        func,
                                       gpointer             data,
                                       GCancellable        *cancellable,
                                       GError             **error);
void      om_curves_free              (OmCurves            *self);
OmCurves *om_engine_get_curves        (OmEngine            *self,
                                       const OmCurvesQuery *query,
                                       GCancellable        *cancellable,
                                       GError             **error);
void      om_engine_get_curves_async  (OmEngine            *self,
                                       const OmCurvesQuery *query,
                                       GCancellable        *cancellable,
                                       GAsyncReadyCallback  callback,
                                       gpointer             data);
OmCurves *om_engine_get_curves_finish (OmEngine            *self,
                                       GAsyncResult        *result,
                                       GError             **error);
void      om_engine_get_vividness_lines (OmEngine          *self,
                                       double              *fading,
                                       double              *resting);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmCurves, om_curves_free)

G_END_DECLS
