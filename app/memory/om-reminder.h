/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "Remind me": when a memory wants to be seen, and how the person answers then (engine.md section 10). */
#pragma once

#include "memory/om-memory.h"

G_BEGIN_DECLS

/** OmReminderAnswer: how well the person remembered it. */
typedef enum
{
  OM_REMINDER_UNKNOWN = -1,
  OM_REMINDER_VIVID,
  OM_REMINDER_VAGUE,
  OM_REMINDER_GONE,
  OM_N_REMINDER_ANSWERS,
} OmReminderAnswer;

/**
 * OmReminder:
 * @memory: (owned): what wants to be seen
 * @due_at: when, ms UTC; 0 for one that is switched off
 * @interval_ms: how long it was waited for it
 * @told_at: when the person was told that it is due, ms UTC; 0 if that has not been
 */
typedef struct
{
  OmMemory *memory;
  gint64    due_at;
  gint64    interval_ms;
  gint64    told_at;
} OmReminder;

void             om_reminder_free             (OmReminder       *self);
const char      *om_reminder_answer_to_nick   (OmReminderAnswer  answer);
OmReminderAnswer om_reminder_answer_from_nick (const char       *nick);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmReminder, om_reminder_free)

G_END_DECLS
