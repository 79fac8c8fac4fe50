/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTextBuffer: a text buffer that stays quick with very long lines. */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

#define OM_TYPE_TEXT_BUFFER (om_text_buffer_get_type ())
G_DECLARE_FINAL_TYPE (OmTextBuffer, om_text_buffer, OM, TEXT_BUFFER, GtkTextBuffer)

OmTextBuffer *om_text_buffer_new           (void);
void          om_text_buffer_set_content   (OmTextBuffer *self,
                                            const char   *content);
char         *om_text_buffer_dup_content   (OmTextBuffer *self);
char         *om_text_buffer_dup_selection (OmTextBuffer *self);
gboolean      om_text_buffer_begins_line (OmTextBuffer *self,
                                           const GtkTextIter *iter);
gboolean      om_text_buffer_is_blank      (OmTextBuffer *self);

G_END_DECLS
