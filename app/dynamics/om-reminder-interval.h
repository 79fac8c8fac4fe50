/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a memory wants to be seen again (engine.md section 10, "Remind me"). Pure. */
#pragma once

#include <glib.h>

#include "memory/om-reminder.h"

G_BEGIN_DECLS

/* engine.md section 10: the first interval, to which one that is gone returns, and what the others grow by. */
#define OM_REMINDER_FIRST_DAYS 3.0
#define OM_REMINDER_VIVID_FACTOR 2.2
#define OM_REMINDER_VAGUE_FACTOR 1.3
/* Ours: no interval is shorter than a day, nor longer than ten years. */
#define OM_REMINDER_LEAST_DAYS 1.0
#define OM_REMINDER_MOST_DAYS 3653.0
/* Ours: nobody is reminded in the night of what was asked for a day. */
#define OM_REMINDER_HOUR 9

double om_reminder_next_days (double            days,
                              OmReminderAnswer  answer);
gint64 om_reminder_on_day    (gint32            civil_day,
                              GTimeZone        *zone);
gint64 om_reminder_due       (gint64            now,
                              double            days,
                              GTimeZone        *zone);
gint64 om_reminder_interval  (gint64            now,
                              gint64            due_at);

G_END_DECLS
