/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which memories a reflection looks at, and in which order. It follows from what was written and when,
 * never from when the job runs: how often it ran makes no difference to what comes of it. */
#pragma once

#include "engine/om-write.h"

G_BEGIN_DECLS

/**
 * OmReflectMoment:
 * One look: at the end of a day, or because something was written down about a day that was over.
 * @day: the journal day looked at
 * @first_row: the first of the rows that are new, 0 if all of the day are
 * @last_row: what came later is not looked at
 * @done_day: once it is done, the last day that is over and done; %G_MININT32 leaves it
 * @done_row: and the last row; 0 leaves it
 */
typedef struct
{
  gint32  day;
  guint32 first_row;
  guint32 last_row;
  gint32  done_day;
  guint32 done_row;
} OmReflectMoment;

/**
 * OmReflectPlan:
 * @places: (owned): all that can be reflected on, by day
 * @moments: (owned) (element-type OmReflectMoment): what is to be looked at, in order
 */
typedef struct
{
  GArray *places;
  GArray *moments;
} OmReflectPlan;

/** OmReflectRow: a memory within the view of a moment; @is_new: it is the reason for looking. */
typedef struct
{
  gint64   row;
  gboolean is_new;
} OmReflectRow;

OmReflectPlan *om_reflect_plan_new  (const OmWriteContext  *context,
                                     gint32                 after_day,
                                     guint32                after_row,
                                     gboolean               today_too,
                                     GError               **error);
void           om_reflect_plan_free (OmReflectPlan         *self);
GArray        *om_reflect_plan_view (const OmReflectPlan   *self,
                                     const OmReflectMoment *moment);
GArray        *om_reflect_plan_find (const OmReflectPlan   *self,
                                     GHashTable            *rows);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmReflectPlan, om_reflect_plan_free)

G_END_DECLS
