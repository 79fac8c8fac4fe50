/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a long job has come: seldom enough, and on the thread of who asked. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * OmProgressFunc:
 * @done: entries finished
 * @total: entries known of so far, 0 while unknown
 *
 * Called on the thread that works; for the _async forms on the caller's main context, at most ten
 * times a second.
 */
typedef void (*OmProgressFunc) (guint    done,
                                guint    total,
                                gpointer data);

/** OmProgressTap: lets through what comes at most ten times a second. */
typedef struct
{
  OmProgressFunc func;    /* (nullable) */
  gpointer       data;    /* not owned */
  gint64         told_at; /* monotonic, µs */
} OmProgressTap;

void             om_progress_tap_tell       (guint            done,
                                             guint            total,
                                             gpointer         tap);

typedef struct _OmProgressRelay OmProgressRelay;

OmProgressRelay *om_progress_relay_new      (OmProgressFunc   func,
                                             gpointer         data,
                                             GMainContext    *context,
                                             int              priority);
void             om_progress_relay_forward  (guint            done,
                                             guint            total,
                                             gpointer         relay);
void             om_progress_relay_unref    (OmProgressRelay *self);

G_END_DECLS
