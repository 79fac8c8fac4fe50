/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTagEditor: the tags of a memory as chips, with an entry that completes. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_TAG_EDITOR (om_tag_editor_get_type ())
G_DECLARE_FINAL_TYPE (OmTagEditor, om_tag_editor, OM, TAG_EDITOR, GtkWidget)

void om_tag_editor_set_session (OmTagEditor *self,
                                OmSession   *session);
void om_tag_editor_set_sheet   (OmTagEditor *self,
                                OmSheet     *sheet);

char *om_tag_editor_dup_key    (const char  *tag);

G_END_DECLS
