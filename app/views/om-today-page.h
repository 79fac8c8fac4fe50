/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTodayPage: where one writes, with the newest memories below. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-memory-list-model.h"
#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_TODAY_PAGE (om_today_page_get_type ())
G_DECLARE_FINAL_TYPE (OmTodayPage, om_today_page, OM, TODAY_PAGE, GtkWidget)

void     om_today_page_set_session (OmTodayPage       *self,
                                    OmSession         *session,
                                    OmMemoryListModel *model);
void     om_today_page_update_day  (OmTodayPage       *self);
void     om_today_page_write       (OmTodayPage       *self);
void     om_today_page_start_new   (OmTodayPage       *self);
void     om_today_page_show_sheet  (OmTodayPage       *self,
                                    OmSheet           *sheet);
OmSheet *om_today_page_get_sheet   (OmTodayPage       *self);

G_END_DECLS
