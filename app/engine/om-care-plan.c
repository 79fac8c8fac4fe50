/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is due, and what has to wait. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-care-plan.h"

/**
 * om_care_plan_init:
 * @self: (out caller-allocates): a plan in which everything is to be done once
 * @now: the present
 */
void
om_care_plan_init (OmCarePlan       *self,
                   const OmCareTime *now)
{
  static const gint64 intervals[OM_N_CARES] = { OM_CARE_FADE_MS, OM_CARE_REFLECT_MS, OM_CARE_BIN_MS, OM_CARE_BACKUP_MS };

  *self = (OmCarePlan){ .looked = *now };
  for (int care = 0; care < OM_N_CARES; care++)
    self->cares[care].interval = intervals[care];
  om_care_plan_want (self);
}

/** om_care_plan_want: the machine has slept, or a clock was set: everything is looked at anew. */
void
om_care_plan_want (OmCarePlan *self)
{
  for (int care = 0; care < OM_N_CARES; care++)
    self->cares[care].wanted = TRUE;
}

/** om_care_plan_changed: somebody has written. */
void
om_care_plan_changed (OmCarePlan *self)
{
  self->changed = TRUE;
}

/* The monotonic clock stands still while the machine sleeps, and nobody sets it. */
static gboolean
has_jumped (const OmCareTime *before,
            const OmCareTime *now)
{
  gint64 parted = (now->wall - before->wall) - (now->monotonic - before->monotonic);

  return parted >= OM_CARE_JUMP_MS || parted <= -OM_CARE_JUMP_MS;
}

static gboolean
is_due (const OmCarePlan *self,
        OmCare            care,
        const OmCareTime *now)
{
  const OmCareState *state = &self->cares[care];

  if (state->wanted || !state->ran)
    return TRUE;
  if (now->monotonic - state->begun.monotonic < state->interval)
    return FALSE;
  /* A day that is over is reflected on though nothing has changed since. */
  return care != OM_CARE_REFLECT || self->changed || now->day != state->begun.day;
}

/**
 * om_care_plan_look:
 * @now: the present
 * @care: (out): the first thing to be done now
 *
 * One thing at a time: what else is due is so when this one has ended.
 *
 * Returns: %TRUE if there is one
 */
gboolean
om_care_plan_look (OmCarePlan       *self,
                   const OmCareTime *now,
                   OmCare           *care)
{
  gboolean found = FALSE;
  gboolean busy = FALSE;

  if (has_jumped (&self->looked, now))
    om_care_plan_want (self);
  self->looked = *now;

  for (int each = 0; each < OM_N_CARES; each++)
    busy |= self->cares[each].running;
  for (int each = 0; each < OM_N_CARES && !busy && !found; each++)
    {
      if (now->monotonic < self->cares[each].not_before || !is_due (self, each, now))
        continue;
      *care = each;
      found = TRUE;
    }
  return found;
}

/** om_care_plan_begin: it is being done from now on; what is written meanwhile calls for another run. */
void
om_care_plan_begin (OmCarePlan       *self,
                    OmCare            care,
                    const OmCareTime *now)
{
  OmCareState *state = &self->cares[care];

  state->running = TRUE;
  state->wanted = FALSE;
  state->ran = TRUE;
  state->begun = *now;
  if (care == OM_CARE_REFLECT)
    self->changed = FALSE;
}

/** om_care_plan_end: it has ended; what was not done is still to be done, but later. */
void
om_care_plan_end (OmCarePlan       *self,
                  OmCare            care,
                  OmCareEnd         end,
                  const OmCareTime *now)
{
  OmCareState *state = &self->cares[care];

  state->running = FALSE;
  state->ended = *now;
  state->wanted |= end != OM_CARE_DONE;
  state->not_before = now->monotonic + (end == OM_CARE_DONE ? OM_CARE_COOL_DOWN_MS : OM_CARE_RETRY_MS);
}
