/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program's spin buttons have in common: the wheel, and what may be typed. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

void           om_spin_leave_wheel        (GtkSpinButton *spin);
void           om_spin_take_numbers       (GtkSpinButton *spin);

G_END_DECLS
