/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmDueBox: the memories that want to be seen, on Today. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_DUE_BOX (om_due_box_get_type ())
G_DECLARE_FINAL_TYPE (OmDueBox, om_due_box, OM, DUE_BOX, GtkWidget)

void om_due_box_set_session (OmDueBox  *self,
                             OmSession *session);
void om_due_box_update      (OmDueBox  *self);

G_END_DECLS
