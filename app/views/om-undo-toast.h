/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was just done, and a button that takes it back. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-session.h"

G_BEGIN_DECLS

/**
 * OmUndoFunc:
 * @session: where it was done
 * @data: what was done
 *
 * Takes it back.
 */
typedef void (*OmUndoFunc) (OmSession *session,
                            gpointer   data);

void om_undo_toast_show       (GtkWidget     *widget,
                               const char    *text,
                               OmSession     *session,
                               OmUndoFunc     undo,
                               gpointer       data,
                               GDestroyNotify free_data);
void om_undo_toast_show_group (GtkWidget     *widget,
                               const char    *text,
                               OmSession     *session,
                               gint64         group);

G_END_DECLS
