/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmApplication: start, actions, one window a store. */
#pragma once

#include <adwaita.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_APPLICATION (om_application_get_type ())
G_DECLARE_FINAL_TYPE (OmApplication, om_application, OM, APPLICATION, AdwApplication)

OmApplication *om_application_new        (GApplicationFlags  flags);
GtkWindow     *om_application_show_store (OmApplication     *self,
                                          const char        *path,
                                          gboolean           is_sample);

G_END_DECLS
