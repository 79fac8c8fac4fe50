/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmFactsWindow: what the entries state plainly. */
#pragma once

#include <adwaita.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_FACTS_WINDOW (om_facts_window_get_type ())
G_DECLARE_FINAL_TYPE (OmFactsWindow, om_facts_window, OM, FACTS_WINDOW, AdwWindow)

OmFactsWindow *om_facts_window_new (OmSession *session,
                                    GtkWindow *parent);

G_END_DECLS
