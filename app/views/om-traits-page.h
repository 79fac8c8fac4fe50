/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTraitsPage: who one is, as far as the journal shows it. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_TRAITS_PAGE (om_traits_page_get_type ())
G_DECLARE_FINAL_TYPE (OmTraitsPage, om_traits_page, OM, TRAITS_PAGE, GtkWidget)

void om_traits_page_set_session (OmTraitsPage *self,
                                 OmSession    *session);
void om_traits_page_open        (OmTraitsPage *self,
                                 const char   *id);
void om_traits_page_take_focus  (OmTraitsPage *self);

G_END_DECLS
