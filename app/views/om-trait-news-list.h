/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTraitNewsList: what has become of traits lately, for Today. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define OM_TYPE_TRAIT_NEWS_LIST (om_trait_news_list_get_type ())
G_DECLARE_FINAL_TYPE (OmTraitNewsList, om_trait_news_list, OM, TRAIT_NEWS_LIST, GtkWidget)

void om_trait_news_list_show (OmTraitNewsList *self,
                              GPtrArray       *news);

G_END_DECLS
