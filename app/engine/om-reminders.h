/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "Remind me": a memory wants to be seen on a day, and the person's answer then says when again (engine.md
 * section 10). One reminder a memory. What lies in the bin waits; what is private, hidden or at rest is reminded
 * of, for it was asked for. Part of the engine's public face; for its threads see om-engine.h. */
#pragma once

#include "engine/om-engine.h"
#include "memory/om-reminder.h"

G_BEGIN_DECLS

gint64      om_engine_get_reminder_morning  (OmEngine            *self,
                                             gint32               civil_day);
gint64      om_engine_parse_reminder        (OmEngine            *self,
                                             const char          *text,
                                             GTimeZone           *zone,
                                             GError             **error);

gboolean    om_engine_set_reminder          (OmEngine            *self,
                                             const char          *id,
                                             gint64               due_at,
                                             gint64              *group,
                                             GCancellable        *cancellable,
                                             GError             **error);
void        om_engine_set_reminder_async    (OmEngine            *self,
                                             const char          *id,
                                             gint64               due_at,
                                             GCancellable        *cancellable,
                                             GAsyncReadyCallback  callback,
                                             gpointer             data);
gboolean    om_engine_set_reminder_finish   (OmEngine            *self,
                                             GAsyncResult        *result,
                                             gint64              *group,
                                             GError             **error);
gboolean    om_engine_answer_reminder       (OmEngine            *self,
                                             const char          *id,
                                             OmReminderAnswer     answer,
                                             gint64              *group,
                                             gint64              *due_at,
                                             GCancellable        *cancellable,
                                             GError             **error);
void        om_engine_answer_reminder_async (OmEngine            *self,
                                             const char          *id,
                                             OmReminderAnswer     answer,
                                             GCancellable        *cancellable,
                                             GAsyncReadyCallback  callback,
                                             gpointer             data);
gboolean    om_engine_answer_reminder_finish (OmEngine           *self,
                                             GAsyncResult        *result,
                                             gint64              *group,
                                             gint64              *due_at,
                                             GError             **error);
OmReminder *om_engine_get_reminder          (OmEngine            *self,
                                             const char          *id,
                                             GCancellable        *cancellable,
                                             GError             **error);
void        om_engine_get_reminder_async    (OmEngine            *self,
                                             const char          *id,
                                             GCancellable        *cancellable,
                                             GAsyncReadyCallback  callback,
                                             gpointer             data);
OmReminder *om_engine_get_reminder_finish   (OmEngine            *self,
                                             GAsyncResult        *result,
                                             GError             **error);
GPtrArray  *om_engine_list_reminders        (OmEngine            *self,
                                             gboolean             due,
                                             GCancellable        *cancellable,
                                             GError             **error);
void        om_engine_list_reminders_async  (OmEngine            *self,
                                             gboolean             due,
                                             GCancellable        *cancellable,
                                             GAsyncReadyCallback  callback,
                                             gpointer             data);
GPtrArray  *om_engine_list_reminders_finish (OmEngine            *self,
                                             GAsyncResult        *result,
                                             GError             **error);
GPtrArray  *om_engine_tell_reminders        (OmEngine            *self,
                                             gint64              *next,
                                             GCancellable        *cancellable,
                                             GError             **error);
void        om_engine_tell_reminders_async  (OmEngine            *self,
                                             GCancellable        *cancellable,
                                             GAsyncReadyCallback  callback,
                                             gpointer             data);
GPtrArray  *om_engine_tell_reminders_finish (OmEngine            *self,
                                             GAsyncResult        *result,
                                             gint64              *next,
                                             GError             **error);

G_END_DECLS
