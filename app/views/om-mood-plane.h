/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMoodPlane: all moods as a cloud, of a stretch of time. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_MOOD_PLANE (om_mood_plane_get_type ())
G_DECLARE_FINAL_TYPE (OmMoodPlane, om_mood_plane, OM, MOOD_PLANE, GtkWidget)

void om_mood_plane_set_session (OmMoodPlane *self,
                                OmSession   *session);
void om_mood_plane_update      (OmMoodPlane *self);

G_END_DECLS
