/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which memories a reflection looks at, and in which order. It follows from what was written and when,
 * never from when the job runs: how often it ran makes no difference to what comes of it. */
#pragma once

#include "engine/om-write.h"

G_BEGIN_DECLS

/**
 * OmReflectProgress:
 * How far the job has come.
 * @done_day: the last day that is over and done, %G_MININT32 if none is
 * @done_row: the last row that is done, 0 if none is
 * @piece_first: the first row of a piece that is under way, 0 if none is
 * @piece_last: its last row
 * @piece_day: the last of its days that is done
 */
typedef struct
{
  gint32  done_day;
  guint32 done_row;
  guint32 piece_first;
  guint32 piece_last;
  gint32  piece_day;
} OmReflectProgress;

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
 * @least_before: (owned) (element-type guint32): the smallest row up to each place
 * @least_after: (owned) (element-type guint32): the smallest row from each place on
 * @by_row: (owned): row -> place + 1
 * @moments: (owned) (element-type OmReflectMoment): what is to be looked at, in order
 */
typedef struct
{
  GArray     *places;
  GArray     *least_before;
  GArray     *least_after;
  GHashTable *by_row;
  GArray     *moments;
} OmReflectPlan;

/** OmReflectRow: a memory within the view of a moment; @is_new: it is the reason for looking. */
typedef struct
{
  gint64   row;
  gboolean is_new;
} OmReflectRow;

OmReflectPlan    *om_reflect_plan_new        (const OmWriteContext    *context,
                                              const OmReflectProgress *progress,
                                              gboolean                 today_too,
                                              GError                 **error);
void              om_reflect_plan_free       (OmReflectPlan           *self);
GArray           *om_reflect_plan_view       (const OmReflectPlan     *self,
                                              const OmReflectMoment   *moment);
GArray           *om_reflect_plan_find       (const OmReflectPlan     *self,
                                              GHashTable              *rows);

OmReflectProgress om_reflect_progress_parse  (gint64                   watermark,
                                              const char              *state);
gint64            om_reflect_progress_format (const OmReflectProgress *self,
                                              char                   **state);
void              om_reflect_progress_pass   (OmReflectProgress       *self,
                                              const OmReflectMoment   *moment);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmReflectPlan, om_reflect_plan_free)

G_END_DECLS
