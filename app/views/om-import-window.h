/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmImportWindow: brings a journal kept elsewhere in. */
#pragma once

#include <adwaita.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_IMPORT_WINDOW (om_import_window_get_type ())
G_DECLARE_FINAL_TYPE (OmImportWindow, om_import_window, OM, IMPORT_WINDOW, AdwWindow)

OmImportWindow *om_import_window_new (OmSession *session,
                                      GFile     *file,
                                      GtkWindow *parent);

G_END_DECLS
