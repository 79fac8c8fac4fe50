/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmAttachmentsBox: the pictures and other files of a memory. */
#pragma once

#include <gtk/gtk.h>

#include "views/om-session.h"

G_BEGIN_DECLS

#define OM_TYPE_ATTACHMENTS_BOX (om_attachments_box_get_type ())
G_DECLARE_FINAL_TYPE (OmAttachmentsBox, om_attachments_box, OM, ATTACHMENTS_BOX, GtkWidget)

void om_attachments_box_set_session (OmAttachmentsBox *self,
                                     OmSession        *session);
void om_attachments_box_set_memory  (OmAttachmentsBox *self,
                                     const char       *id,
                                     gboolean          editable);
void om_attachments_box_choose      (OmAttachmentsBox *self);
void om_attachments_box_add         (OmAttachmentsBox *self,
                                     GSList           *files);

G_END_DECLS
