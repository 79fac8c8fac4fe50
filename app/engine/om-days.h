/* SPDX-License-Identifier: GPL-3.0-or-later */
/* On how many days something was lived, and how much on each: the calendar. Part of the engine's public face;
 * for its threads see om-engine.h. */
#pragma once

#include "engine/om-engine.h"

G_BEGIN_DECLS

/**
 * OmDayCount:
 * @day: civil day number, of the place where each memory was lived
 * @count: memories of that day, at least one
 */
typedef struct
{
  gint32 day;
  guint  count;
} OmDayCount;

GArray *om_engine_count_days        (OmEngine            *self,
                                     const OmFilter      *filter,
                                     GCancellable        *cancellable,
                                     GError             **error);
void    om_engine_count_days_async  (OmEngine            *self,
                                     const OmFilter      *filter,
                                     GCancellable        *cancellable,
                                     GAsyncReadyCallback  callback,
                                     gpointer             data);
GArray *om_engine_count_days_finish (OmEngine            *self,
                                     GAsyncResult        *result,
                                     GError             **error);
guint   om_days_count_between       (GArray              *days,
                                     gint32               first,
                                     gint32               last);

G_END_DECLS
