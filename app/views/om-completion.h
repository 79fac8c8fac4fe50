/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmCompletion: a popover below the cursor that offers tags after # and memories after [[. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-sheet.h"

G_BEGIN_DECLS

#define OM_TYPE_COMPLETION (om_completion_get_type ())
G_DECLARE_FINAL_TYPE (OmCompletion, om_completion, OM, COMPLETION, GtkPopover)

void  om_completion_set_view  (OmCompletion *self,
                               GtkTextView  *view);
void  om_completion_set_sheet (OmCompletion *self,
                               OmSheet      *sheet);
guint om_completion_count     (OmCompletion *self);

G_END_DECLS
