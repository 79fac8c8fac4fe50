/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Setting a reminder, switching it off and answering it, told in a toast that takes it back. */
#pragma once

#include <gtk/gtk.h>

#include "engine/om-reminders.h"
#include "views/om-session.h"

G_BEGIN_DECLS

const char *om_reminder_acts_name   (OmReminderAnswer  answer);
char       *om_reminder_acts_when   (OmSession        *session,
                                     gint64            due_at);
void        om_reminder_acts_set    (OmSession        *session,
                                     GtkWidget        *widget,
                                     const char       *id,
                                     gint64            due_at);
void        om_reminder_acts_answer (OmSession        *session,
                                     GtkWidget        *widget,
                                     const char       *id,
                                     OmReminderAnswer  answer);

G_END_DECLS
