/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define OM_TYPE_SELECTION_BAR (om_selection_bar_get_type ())
G_DECLARE_FINAL_TYPE (OmSelectionBar, om_selection_bar, OM, SELECTION_BAR, GtkWidget)

void om_selection_bar_show (OmSelectionBar *self,
                            guint           n_selected,
                            gboolean        in_bin);

G_END_DECLS
