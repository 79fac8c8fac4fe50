/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window of the manual. */
#pragma once

#include <adwaita.h>

G_BEGIN_DECLS

#define OM_TYPE_HELP_WINDOW (om_help_window_get_type ())
G_DECLARE_FINAL_TYPE (OmHelpWindow, om_help_window, OM, HELP_WINDOW, AdwWindow)

void om_help_window_show (GtkApplication *application,
                          const char     *page);

G_END_DECLS
