/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTodayCard: a memory that came up by itself, with why it did and the ways out. */
#pragma once

#include <gtk/gtk.h>

#include "engine/om-today.h"
#include "views/om-memory-item.h"

G_BEGIN_DECLS

#define OM_TYPE_TODAY_CARD (om_today_card_get_type ())
G_DECLARE_FINAL_TYPE (OmTodayCard, om_today_card, OM, TODAY_CARD, GtkListBoxRow)

OmTodayCard  *om_today_card_new      (OmCardKind         kind);
void          om_today_card_show     (OmTodayCard       *self,
                                      OmMemoryItem      *item,
                                      const char        *why,
                                      const char *const *tags);
OmMemoryItem *om_today_card_get_item (OmTodayCard       *self);

G_END_DECLS
