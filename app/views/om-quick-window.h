/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmQuickWindow: a small window for one new memory. */
#pragma once

#include <adwaita.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_QUICK_WINDOW (om_quick_window_get_type ())
G_DECLARE_FINAL_TYPE (OmQuickWindow, om_quick_window, OM, QUICK_WINDOW, AdwApplicationWindow)

OmQuickWindow *om_quick_window_new              (GtkApplication *application,
                                                 OmSession      *session);
OmSession     *om_quick_window_get_session      (OmQuickWindow  *self);
void           om_quick_window_close_when_saved (OmQuickWindow  *self);

G_END_DECLS
