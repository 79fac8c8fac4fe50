/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmHistoryBox: what happened to a memory, and when it will fade. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_HISTORY_BOX (om_history_box_get_type ())
G_DECLARE_FINAL_TYPE (OmHistoryBox, om_history_box, OM, HISTORY_BOX, GtkWidget)

void om_history_box_set_session (OmHistoryBox *self,
                                 OmSession    *session);
void om_history_box_set_sheet   (OmHistoryBox *self,
                                 OmSheet      *sheet);

G_END_DECLS
