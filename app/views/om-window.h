/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmWindow: the main window over one store. */
#pragma once

#include <adwaita.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_WINDOW (om_window_get_type ())
G_DECLARE_FINAL_TYPE (OmWindow, om_window, OM, WINDOW, AdwApplicationWindow)

OmWindow  *om_window_new              (GtkApplication *application,
                                       OmSession      *session);
OmSession *om_window_get_session      (OmWindow       *self);
const char *om_window_get_page        (OmWindow       *self);
void       om_window_write            (OmWindow       *self);
void       om_window_open_memory      (OmWindow       *self,
                                       const char     *id);
void       om_window_search           (OmWindow       *self,
                                       const char     *terms);
void       om_window_close_when_saved (OmWindow       *self,
                                       gboolean        ask);

G_END_DECLS
