/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTroublePage: shown instead of the pages while the store cannot be opened. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_TROUBLE_PAGE (om_trouble_page_get_type ())
G_DECLARE_FINAL_TYPE (OmTroublePage, om_trouble_page, OM, TROUBLE_PAGE, GtkWidget)

void     om_trouble_page_show       (OmTroublePage *self,
                                     OmSession     *session);
gboolean om_trouble_page_take_focus (OmTroublePage *self);

G_END_DECLS
