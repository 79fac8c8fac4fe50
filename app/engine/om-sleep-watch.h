/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tells when the machine has woken, where logind is there to say so. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _OmSleepWatch OmSleepWatch;

/** OmWokeFunc: called in the main context of who began to watch. */
typedef void (*OmWokeFunc) (gpointer data);

OmSleepWatch *om_sleep_watch_new  (OmWokeFunc    woke,
                                   gpointer      data);
void          om_sleep_watch_free (OmSleepWatch *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmSleepWatch, om_sleep_watch_free)

G_END_DECLS
