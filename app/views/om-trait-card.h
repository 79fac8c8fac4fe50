/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTraitCard: one trait at a glance. */
#pragma once

#include <gtk/gtk.h>

#include "memory/om-trait-record.h"

G_BEGIN_DECLS

#define OM_TYPE_TRAIT_CARD (om_trait_card_get_type ())
G_DECLARE_FINAL_TYPE (OmTraitCard, om_trait_card, OM, TRAIT_CARD, GtkWidget)

GtkWidget *om_trait_card_new_row (OmTrait *trait);
OmTrait   *om_trait_card_of_row  (GtkListBoxRow *row);

G_END_DECLS
