/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program's rows with a field have in common. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void om_entry_row_name_field (GtkWidget *row);

G_END_DECLS
