/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmReminderWatch: tells when reminders are due, while a program has a store open. It sleeps until the next is
 * due, looks again when anything changed, when the machine has woken, and at least once an hour by the wall clock.
 * Of several watches on a store, in whatever processes, one alone tells of each.
 *
 * Thread: that of its engine, whose main context its timers and signals run in.
 *
 * Signals:
 *   "due" (GPtrArray *) (element-type OmReminder)  these are due now, and nobody has told of them
 *   "looked" ()                                    what was due before may have been answered */
#pragma once

#include "engine/om-reminders.h"

G_BEGIN_DECLS

#define OM_TYPE_REMINDER_WATCH (om_reminder_watch_get_type ())
G_DECLARE_FINAL_TYPE (OmReminderWatch, om_reminder_watch, OM, REMINDER_WATCH, GObject)

OmReminderWatch *om_reminder_watch_new  (OmEngine        *engine);
void             om_reminder_watch_look (OmReminderWatch *self);
void             om_reminder_watch_stop (OmReminderWatch *self);

/* For tests. */
gint64           om_reminder_watch_get_wait (OmReminderWatch *self);

G_END_DECLS
