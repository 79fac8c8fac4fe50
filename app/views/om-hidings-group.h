/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmHidingsGroup: the tags, names and periods that do not come up by themselves, to look at and to change. */
#pragma once

#include <adwaita.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_HIDINGS_GROUP (om_hidings_group_get_type ())
G_DECLARE_FINAL_TYPE (OmHidingsGroup, om_hidings_group, OM, HIDINGS_GROUP, AdwPreferencesGroup)

void om_hidings_group_set_session (OmHidingsGroup *self,
                                   OmSession      *session);

G_END_DECLS
