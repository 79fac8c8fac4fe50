/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMoodBox: the mood of a memory, as a place and in words. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-sheet.h"

G_BEGIN_DECLS

#define OM_TYPE_MOOD_BOX (om_mood_box_get_type ())
G_DECLARE_FINAL_TYPE (OmMoodBox, om_mood_box, OM, MOOD_BOX, GtkWidget)

void om_mood_box_set_sheet (OmMoodBox *self,
                            OmSheet   *sheet);

G_END_DECLS
