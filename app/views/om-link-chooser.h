/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmLinkChooser: a popover that searches a memory to link with. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_LINK_CHOOSER (om_link_chooser_get_type ())
G_DECLARE_FINAL_TYPE (OmLinkChooser, om_link_chooser, OM, LINK_CHOOSER, GtkPopover)

void om_link_chooser_set_session (OmLinkChooser *self,
                                  OmSession     *session);
void om_link_chooser_set_prompt  (OmLinkChooser *self,
                                  const char    *prompt);
void om_link_chooser_set_origin  (OmLinkChooser *self,
                                  const char    *id);

G_END_DECLS
