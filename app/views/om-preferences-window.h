/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmPreferencesWindow: what can be chosen once for all, and where the journal lies. */
#pragma once

#include <adwaita.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_PREFERENCES_WINDOW (om_preferences_window_get_type ())
G_DECLARE_FINAL_TYPE (OmPreferencesWindow, om_preferences_window, OM, PREFERENCES_WINDOW, AdwPreferencesWindow)

OmPreferencesWindow *om_preferences_window_new (OmSession *session,
                                                GtkWindow *parent);

G_END_DECLS
