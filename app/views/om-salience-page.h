/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmSaliencePage: salience over time to look at. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-memory-list-model.h"
#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_SALIENCE_PAGE (om_salience_page_get_type ())
G_DECLARE_FINAL_TYPE (OmSaliencePage, om_salience_page, OM, SALIENCE_PAGE, GtkWidget)

void om_salience_page_set_session (OmSaliencePage    *self,
                                   OmSession         *session,
                                   OmMemoryListModel *model);
void om_salience_page_set_as_of   (OmSaliencePage    *self,
                                   gint64             as_of);
void om_salience_page_take_focus  (OmSaliencePage    *self);

G_END_DECLS
