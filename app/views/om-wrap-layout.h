/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmWrapLayout: children side by side, in as many lines as it takes. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define OM_TYPE_WRAP_LAYOUT (om_wrap_layout_get_type ())
G_DECLARE_FINAL_TYPE (OmWrapLayout, om_wrap_layout, OM, WRAP_LAYOUT, GtkLayoutManager)

G_END_DECLS
