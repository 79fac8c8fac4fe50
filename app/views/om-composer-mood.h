/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmComposerMood: a button that says the mood of a text and sets it in words. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-sheet.h"

G_BEGIN_DECLS

#define OM_TYPE_COMPOSER_MOOD (om_composer_mood_get_type ())
G_DECLARE_FINAL_TYPE (OmComposerMood, om_composer_mood, OM, COMPOSER_MOOD, GtkWidget)

void om_composer_mood_set_sheet (OmComposerMood *self,
                                 OmSheet        *sheet);

G_END_DECLS
