/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmKindBox: what kind of memory it is: sector, type, context, importance. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_KIND_BOX (om_kind_box_get_type ())
G_DECLARE_FINAL_TYPE (OmKindBox, om_kind_box, OM, KIND_BOX, GtkWidget)

void om_kind_box_set_session (OmKindBox *self,
                              OmSession *session);
void om_kind_box_set_sheet   (OmKindBox *self,
                              OmSheet   *sheet);

G_END_DECLS
