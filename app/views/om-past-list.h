/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmPastList: "On this day": what was lived on the same day of the years before. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-memory-item.h"
#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_PAST_LIST (om_past_list_get_type ())
G_DECLARE_FINAL_TYPE (OmPastList, om_past_list, OM, PAST_LIST, GtkWidget)

void om_past_list_set_session (OmPastList *self,
                               OmSession  *session);
void om_past_list_update      (OmPastList *self);

G_END_DECLS
