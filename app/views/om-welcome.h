/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmWelcome: the ideas in three sentences and the three ways to begin. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define OM_TYPE_WELCOME (om_welcome_get_type ())
G_DECLARE_FINAL_TYPE (OmWelcome, om_welcome, OM, WELCOME, GtkWidget)

G_END_DECLS
