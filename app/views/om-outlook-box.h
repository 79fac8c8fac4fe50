/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmOutlookBox: how all memories stand, now or in so many days if nothing is recalled. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_OUTLOOK_BOX (om_outlook_box_get_type ())
G_DECLARE_FINAL_TYPE (OmOutlookBox, om_outlook_box, OM, OUTLOOK_BOX, GtkWidget)

void om_outlook_box_set_session (OmOutlookBox *self,
                                 OmSession    *session);
void om_outlook_box_set_as_of   (OmOutlookBox *self,
                                 gint64        as_of);
void om_outlook_box_update      (OmOutlookBox *self);

G_END_DECLS
