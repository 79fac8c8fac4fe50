/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMemoryPage: one memory, to read and to write on. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_MEMORY_PAGE (om_memory_page_get_type ())
G_DECLARE_FINAL_TYPE (OmMemoryPage, om_memory_page, OM, MEMORY_PAGE, GtkWidget)

void        om_memory_page_set_session (OmMemoryPage *self,
                                        OmSession    *session);
void        om_memory_page_show        (OmMemoryPage *self,
                                        const char   *id);
const char *om_memory_page_get_id      (OmMemoryPage *self);
OmSheet    *om_memory_page_get_sheet   (OmMemoryPage *self);
gboolean    om_memory_page_attach      (OmMemoryPage *self,
                                        GSList       *files);
gboolean    om_memory_page_take_focus  (OmMemoryPage *self);

G_END_DECLS
