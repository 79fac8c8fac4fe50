/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows a file or folder where it lies, in the file manager. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void om_show_file (GtkWindow *parent,
                   GFile     *file);

G_END_DECLS
