/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTraitStrip: the traits that a search is about, above its results. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define OM_TYPE_TRAIT_STRIP (om_trait_strip_get_type ())
G_DECLARE_FINAL_TYPE (OmTraitStrip, om_trait_strip, OM, TRAIT_STRIP, GtkWidget)

void     om_trait_strip_show       (OmTraitStrip *self,
                                    GPtrArray    *hits);
gboolean om_trait_strip_take_focus (OmTraitStrip *self);

G_END_DECLS
