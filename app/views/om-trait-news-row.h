/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTraitNewsRow: a card of Today that tells of one trait. */
#pragma once

#include <gtk/gtk.h>

#include "engine/om-today.h"

G_BEGIN_DECLS

#define OM_TYPE_TRAIT_NEWS_ROW (om_trait_news_row_get_type ())
G_DECLARE_FINAL_TYPE (OmTraitNewsRow, om_trait_news_row, OM, TRAIT_NEWS_ROW, GtkListBoxRow)

OmTraitNewsRow *om_trait_news_row_new    (void);
void            om_trait_news_row_show   (OmTraitNewsRow    *self,
                                          const OmTraitNews *news);
const char     *om_trait_news_row_get_id (OmTraitNewsRow    *self);

G_END_DECLS
