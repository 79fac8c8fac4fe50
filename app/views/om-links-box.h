/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmLinksBox: what a memory is linked with, and linking it by hand. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_LINKS_BOX (om_links_box_get_type ())
G_DECLARE_FINAL_TYPE (OmLinksBox, om_links_box, OM, LINKS_BOX, GtkWidget)

void om_links_box_set_session (OmLinksBox *self,
                               OmSession  *session);
void om_links_box_set_memory  (OmLinksBox *self,
                               const char *id);

G_END_DECLS
