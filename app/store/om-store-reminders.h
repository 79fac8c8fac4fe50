/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reminders: one a memory at most, and what the newest acts found. */
#pragma once

#include "store/om-store.h"

G_BEGIN_DECLS

/* Acts that can be taken back: more than anybody takes back one after the other. */
#define OM_STORE_REMINDER_ACTS_MAX 64

/**
 * OmStoreReminder:
 * @row: the memory
 * @due_at: when it is due, ms UTC; 0 if there is none, or it is switched off
 * @interval_ms: how long it was waited for it
 * @told_at: when somebody took it upon itself to tell, ms UTC, 0 if nobody has
 * @act: the last act that changed it, 0 for none
 */
typedef struct
{
  gint64 row;
  gint64 due_at;
  gint64 interval_ms;
  gint64 told_at;
  gint64 act;
} OmStoreReminder;

gboolean om_store_reminder_get   (OmStore               *self,
                                  gint64                 row,
                                  OmStoreReminder       *reminder,
                                  GError               **error);
gboolean om_store_reminder_put   (OmStore               *self,
                                  const OmStoreReminder *reminder,
                                  GError               **error);
GArray  *om_store_reminders_list (OmStore               *self,
                                  gint64                 until,
                                  GError               **error);
gboolean om_store_reminders_next (OmStore               *self,
                                  gint64                *due_at,
                                  GError               **error);
GArray  *om_store_reminders_tell (OmStore               *self,
                                  gint64                 now,
                                  GError               **error);
gboolean om_store_reminders_undo (OmStore               *self,
                                  gint64                 act,
                                  guint                 *n_restored,
                                  GError               **error);

G_END_DECLS
