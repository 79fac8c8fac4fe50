/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTraitColumn: the traits of one stage of life. */
#pragma once

#include <gtk/gtk.h>

#include "memory/om-trait-record.h"

G_BEGIN_DECLS

#define OM_TYPE_TRAIT_COLUMN (om_trait_column_get_type ())
G_DECLARE_FINAL_TYPE (OmTraitColumn, om_trait_column, OM, TRAIT_COLUMN, GtkWidget)

OmTraitColumn *om_trait_column_new  (OmTraitStage   stage);
void           om_trait_column_show (OmTraitColumn *self,
                                     GPtrArray     *traits);

G_END_DECLS
