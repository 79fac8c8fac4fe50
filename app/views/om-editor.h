/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmEditor: where a text is written, with an indicator of its saving. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-sheet.h"

G_BEGIN_DECLS

#define OM_TYPE_EDITOR (om_editor_get_type ())
G_DECLARE_FINAL_TYPE (OmEditor, om_editor, OM, EDITOR, GtkWidget)

void     om_editor_set_sheet  (OmEditor *self,
                               OmSheet  *sheet);
OmSheet *om_editor_get_sheet  (OmEditor *self);
gboolean om_editor_take_focus (OmEditor *self);

G_END_DECLS
