/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTextView: the text view of an #OmTextBuffer. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define OM_TYPE_TEXT_VIEW (om_text_view_get_type ())
G_DECLARE_FINAL_TYPE (OmTextView, om_text_view, OM, TEXT_VIEW, GtkTextView)

G_END_DECLS
