/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmStandingBox: how present a memory is, and what keeps or fades it. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_STANDING_BOX (om_standing_box_get_type ())
G_DECLARE_FINAL_TYPE (OmStandingBox, om_standing_box, OM, STANDING_BOX, GtkWidget)

void om_standing_box_set_session (OmStandingBox *self,
                                  OmSession     *session);
void om_standing_box_set_sheet   (OmStandingBox *self,
                                  OmSheet       *sheet);

G_END_DECLS
