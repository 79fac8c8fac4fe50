/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Numbers as they come out of the file, whoever wrote them: what no constraint held is brought into its
 * range here, once, so that no formula and no page meets it. om_store_health_check() tells of it. */
#pragma once

#include <math.h>
#include <sqlite3.h>

#include "memory/om-moment.h"

G_BEGIN_DECLS

/* Noon of 3 January of the year 1 and of 29 December 9999, UTC: of these years in every zone. */
#define OM_STORE_MS_MIN (G_GINT64_CONSTANT (-719160) * OM_MS_PER_DAY + OM_MS_PER_DAY / 2)
#define OM_STORE_MS_MAX (G_GINT64_CONSTANT (2932894) * OM_MS_PER_DAY + OM_MS_PER_DAY / 2)
/* What is so far beyond them was lived in those years in no zone. */
#define OM_STORE_MS_MARGIN (4 * OM_MS_PER_DAY)
/* 1 January of the year 1 and 31 December 9999. */
#define OM_STORE_DAY_MIN (-719162)
#define OM_STORE_DAY_MAX 2932896
#define OM_STORE_OFFSET_MAX 93600
#define OM_STORE_COUNT_MAX G_MAXINT32

/* 0..1; what is no number is 0. */
static inline double
om_store_bound_share (double value)
{
  return isnan (value) ? 0.0 : CLAMP (value, 0.0, 1.0);
}

static inline double
om_store_get_share (sqlite3_stmt *stmt,
                    int           column)
{
  return om_store_bound_share (sqlite3_column_double (stmt, column));
}

/* NaN for what is unknown. */
static inline double
om_store_get_real (sqlite3_stmt *stmt,
                   int           column,
                   double        low,
                   double        high)
{
  double value = sqlite3_column_type (stmt, column) == SQLITE_NULL ? NAN : sqlite3_column_double (stmt, column);

  return isnan (value) ? NAN : CLAMP (value, low, high);
}

static inline gint64
om_store_get_int (sqlite3_stmt *stmt,
                  int           column,
                  gint64        low,
                  gint64        high)
{
  gint64 value = sqlite3_column_int64 (stmt, column);

  return CLAMP (value, low, high);
}

/* One of @n values; any other is @fallback. */
static inline int
om_store_get_enum (sqlite3_stmt *stmt,
                   int           column,
                   int           n,
                   int           fallback)
{
  gint64 value = sqlite3_column_int64 (stmt, column);

  return value >= 0 && value < n ? (int) value : fallback;
}

static inline guint
om_store_get_count (sqlite3_stmt *stmt,
                    int           column,
                    guint         low)
{
  return (guint) om_store_get_int (stmt, column, low, OM_STORE_COUNT_MAX);
}

/* An instant, ms UTC, of the years that can be written. */
static inline gint64
om_store_bound_ms (gint64 ms)
{
  if (ms < OM_STORE_MS_MIN - OM_STORE_MS_MARGIN)
    return OM_STORE_MS_MIN;
  return ms > OM_STORE_MS_MAX + OM_STORE_MS_MARGIN ? OM_STORE_MS_MAX : ms;
}

static inline gint64
om_store_get_ms (sqlite3_stmt *stmt,
                 int           column)
{
  return om_store_bound_ms (sqlite3_column_int64 (stmt, column));
}

static inline gint32
om_store_get_day (sqlite3_stmt *stmt,
                  int           column)
{
  return (gint32) om_store_get_int (stmt, column, OM_STORE_DAY_MIN, OM_STORE_DAY_MAX);
}

G_END_DECLS
