/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmComposerDate: a button that says when a text was lived and sets the day, and the time if wanted. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_COMPOSER_DATE (om_composer_date_get_type ())
G_DECLARE_FINAL_TYPE (OmComposerDate, om_composer_date, OM, COMPOSER_DATE, GtkWidget)

void om_composer_date_set_session (OmComposerDate *self,
                                   OmSession      *session);
void om_composer_date_set_sheet   (OmComposerDate *self,
                                   OmSheet        *sheet);

G_END_DECLS
