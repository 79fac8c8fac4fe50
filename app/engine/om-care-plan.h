/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When the caretaker does what: plain values in, plain values out, the time as an argument. What it
 * does never depends on this; it only says how soon it is done. */
#pragma once

#include "dynamics/om-constants.h"

G_BEGIN_DECLS

/** OmCare: what is done by itself. In this order if several are due. */
typedef enum
{
  OM_CARE_FADE,    /* the pass of fading, every 24 hours (engine.md section 6) */
  OM_CARE_REFLECT, /* reflection, every 10 minutes if something changed (section 8) */
  OM_CARE_BIN,     /* what the person binned 30 days ago is wiped (section 10) */
  OM_CARE_BACKUP,  /* a verified copy, once a day if something was written */
  OM_N_CARES
} OmCare;

/* Between two runs of one thing, whatever calls for it (engine.md section 7). */
#define OM_CARE_COOL_DOWN_MS (60 * 1000)
/* Another process is at it, or it failed: not before. */
#define OM_CARE_RETRY_MS (10 * 60 * 1000)
/* Two clocks that part by more were parted by sleep, or one of them was set. */
#define OM_CARE_JUMP_MS (30 * 1000)
/* Until another interval is set. */
#define OM_CARE_FADE_MS ((gint64) OM_FADE_INTERVAL_HOURS * 60 * 60 * 1000)
#define OM_CARE_REFLECT_MS ((gint64) 10 * 60 * 1000)
#define OM_CARE_BIN_MS ((gint64) 24 * 60 * 60 * 1000)
/* Looked at more often than it is due, for the day is counted from the last one. */
#define OM_CARE_BACKUP_MS ((gint64) 60 * 60 * 1000)

/** OmCareEnd: how a run ended. */
typedef enum
{
  OM_CARE_DONE,
  OM_CARE_SKIPPED, /* another process was at it */
  OM_CARE_FAILED,
} OmCareEnd;

/**
 * OmCareTime:
 * @wall: ms UTC, by a clock that people set
 * @monotonic: ms, by one that nobody sets and that may stand still in sleep
 * @day: the journal day at @wall
 */
typedef struct
{
  gint64 wall;
  gint64 monotonic;
  gint32 day;
} OmCareTime;

/**
 * OmCareState:
 * @interval: ms
 * @wanted: to be done as soon as it has cooled down
 * @running: it is being done
 * @ran: it has been done or tried
 * @begun: when last, if it has
 * @ended: likewise
 * @not_before: by the monotonic clock, ms
 */
typedef struct
{
  gint64     interval;
  gboolean   wanted;
  gboolean   running;
  gboolean   ran;
  OmCareTime begun;
  OmCareTime ended;
  gint64     not_before;
} OmCareState;

/**
 * OmCarePlan:
 * @cares: (array fixed-size=OM_N_CARES): each by itself
 * @looked: when it was looked at last
 * @changed: something was written since reflection began last
 */
typedef struct
{
  OmCareState cares[OM_N_CARES];
  OmCareTime  looked;
  gboolean    changed;
} OmCarePlan;

void     om_care_plan_init    (OmCarePlan       *self,
                               const OmCareTime *now);
void     om_care_plan_want    (OmCarePlan       *self);
void     om_care_plan_changed (OmCarePlan       *self);
gboolean om_care_plan_look    (OmCarePlan       *self,
                               const OmCareTime *now,
                               OmCare           *care);
void     om_care_plan_begin   (OmCarePlan       *self,
                               OmCare            care,
                               const OmCareTime *now);
void     om_care_plan_end     (OmCarePlan       *self,
                               OmCare            care,
                               OmCareEnd         end,
                               const OmCareTime *now);

G_END_DECLS
