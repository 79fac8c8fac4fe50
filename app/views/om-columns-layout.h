/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmColumnsLayout: children in equal columns, as many side by side as there is room for. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define OM_TYPE_COLUMNS_LAYOUT (om_columns_layout_get_type ())
G_DECLARE_FINAL_TYPE (OmColumnsLayout, om_columns_layout, OM, COLUMNS_LAYOUT, GtkLayoutManager)

G_END_DECLS
