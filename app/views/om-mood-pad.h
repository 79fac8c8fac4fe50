/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMoodPad: a field in which a mood is a place: how pleasant across, how stirred upwards. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define OM_TYPE_MOOD_PAD (om_mood_pad_get_type ())
G_DECLARE_FINAL_TYPE (OmMoodPad, om_mood_pad, OM, MOOD_PAD, GtkWidget)

void om_mood_pad_set_mood (OmMoodPad *self,
                           double     valence,
                           double     arousal,
                           gboolean   by_hand);

G_END_DECLS
