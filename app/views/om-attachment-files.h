/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is done with the file of an attachment, off the main thread: a small picture of it, a copy of it. */
#pragma once

#include <gtk/gtk.h>

#include "memory/om-attachment.h"

G_BEGIN_DECLS

void        om_attachment_load_picture_async  (const char          *path,
                                               int                  size,
                                               GCancellable        *cancellable,
                                               GAsyncReadyCallback  callback,
                                               gpointer             data);
GdkTexture *om_attachment_load_picture_finish (GAsyncResult        *result,
                                               GError             **error);
void        om_attachment_copy_out_async      (const char          *path,
                                               const OmAttachment  *attachment,
                                               GFile               *target,
                                               GCancellable        *cancellable,
                                               GAsyncReadyCallback  callback,
                                               gpointer             data);
GFile      *om_attachment_copy_out_finish     (GAsyncResult        *result,
                                               GError             **error);

G_END_DECLS
