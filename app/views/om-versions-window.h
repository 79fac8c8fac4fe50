/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmVersionsWindow: the former texts of a memory, each beside the present one. */
#pragma once

#include <adwaita.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_VERSIONS_WINDOW (om_versions_window_get_type ())
G_DECLARE_FINAL_TYPE (OmVersionsWindow, om_versions_window, OM, VERSIONS_WINDOW, AdwWindow)

OmVersionsWindow *om_versions_window_new (OmSession *session,
                                          OmSheet   *sheet);

G_END_DECLS
