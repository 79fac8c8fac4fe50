/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTodayCards: what comes up by itself today, by headings. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-memory-item.h"
#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_TODAY_CARDS (om_today_cards_get_type ())
G_DECLARE_FINAL_TYPE (OmTodayCards, om_today_cards, OM, TODAY_CARDS, GtkWidget)

void om_today_cards_set_session (OmTodayCards *self,
                                 OmSession    *session);
void om_today_cards_update      (OmTodayCards *self);

G_END_DECLS
