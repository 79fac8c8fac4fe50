/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMemoriesPage: all memories by day, the search over them, and the one that is open. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-export-window.h"
#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_MEMORIES_PAGE (om_memories_page_get_type ())
G_DECLARE_FINAL_TYPE (OmMemoriesPage, om_memories_page, OM, MEMORIES_PAGE, GtkWidget)

void     om_memories_page_set_session (OmMemoriesPage    *self,
                                       OmSession         *session);
void     om_memories_page_search      (OmMemoriesPage    *self);
void     om_memories_page_search_for  (OmMemoriesPage    *self,
                                       const char        *terms);
void     om_memories_page_open        (OmMemoriesPage    *self,
                                       const char        *id,
                                       gint64             row);
void     om_memories_page_begin_reading (OmMemoriesPage  *self);
void     om_memories_page_offer_export (OmMemoriesPage   *self,
                                        OmExportOffer    *offer);
gboolean om_memories_page_go_back     (OmMemoriesPage    *self);
gboolean om_memories_page_take_focus  (OmMemoriesPage    *self);

G_END_DECLS
