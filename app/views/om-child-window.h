/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window that belongs to another. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void om_child_window_attach (GtkWindow *child,
                             GtkWindow *parent);

G_END_DECLS
