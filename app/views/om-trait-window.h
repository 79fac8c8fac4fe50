/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTraitWindow: one trait with all it rests on, and the person's word about it. */
#pragma once

#include <adwaita.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_TRAIT_WINDOW (om_trait_window_get_type ())
G_DECLARE_FINAL_TYPE (OmTraitWindow, om_trait_window, OM, TRAIT_WINDOW, AdwWindow)

OmTraitWindow *om_trait_window_new (OmSession  *session,
                                    const char *id,
                                    GtkWindow  *parent);

G_END_DECLS
