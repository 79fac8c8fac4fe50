/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMarkdownStyler: shows the Markdown of a text buffer while it is written; the marks stay, the text is not
 * touched. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-text-buffer.h"

G_BEGIN_DECLS

#define OM_TYPE_MARKDOWN_STYLER (om_markdown_styler_get_type ())
G_DECLARE_FINAL_TYPE (OmMarkdownStyler, om_markdown_styler, OM, MARKDOWN_STYLER, GObject)

OmMarkdownStyler *om_markdown_styler_of        (OmTextBuffer     *buffer);
void              om_markdown_styler_set_looks (OmMarkdownStyler *self,
                                                GtkWidget        *widget);
gboolean          om_markdown_styler_is_done   (OmMarkdownStyler *self);

G_END_DECLS
