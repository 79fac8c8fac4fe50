/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmDateEditor: when a memory was lived, and how exactly that is known. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_DATE_EDITOR (om_date_editor_get_type ())
G_DECLARE_FINAL_TYPE (OmDateEditor, om_date_editor, OM, DATE_EDITOR, GtkWidget)

void om_date_editor_set_session (OmDateEditor *self,
                                 OmSession    *session);
void om_date_editor_set_sheet   (OmDateEditor *self,
                                 OmSheet      *sheet);

G_END_DECLS
