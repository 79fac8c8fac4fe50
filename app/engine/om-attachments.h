/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures and other files of memories. A file is copied beside the store; the one it was copied from is only
 * read. Taken off a memory it can be put back for as long as the bin keeps what lies in it. */
#pragma once

#include "engine/om-engine.h"
#include "memory/om-attachment.h"

G_BEGIN_DECLS

GPtrArray *om_engine_get_attachments            (OmEngine            *self,
                                                 const char          *id,
                                                 GCancellable        *cancellable,
                                                 GError             **error);
void       om_engine_get_attachments_async      (OmEngine            *self,
                                                 const char          *id,
                                                 GCancellable        *cancellable,
                                                 GAsyncReadyCallback  callback,
                                                 gpointer             data);
GPtrArray *om_engine_get_attachments_finish     (OmEngine            *self,
                                                 GAsyncResult        *result,
                                                 GError             **error);
gboolean   om_engine_attach                     (OmEngine            *self,
                                                 const char          *id,
                                                 const char *const   *paths,
                                                 guint               *n_added,
                                                 GCancellable        *cancellable,
                                                 GError             **error);
void       om_engine_attach_async               (OmEngine            *self,
                                                 const char          *id,
                                                 const char *const   *paths,
                                                 GCancellable        *cancellable,
                                                 GAsyncReadyCallback  callback,
                                                 gpointer             data);
gboolean   om_engine_attach_finish              (OmEngine            *self,
                                                 GAsyncResult        *result,
                                                 guint               *n_added,
                                                 GError             **error);
gboolean   om_engine_detach                     (OmEngine            *self,
                                                 const char          *id,
                                                 guint                position,
                                                 gboolean             detach,
                                                 GCancellable        *cancellable,
                                                 GError             **error);
void       om_engine_detach_async               (OmEngine            *self,
                                                 const char          *id,
                                                 guint                position,
                                                 gboolean             detach,
                                                 GCancellable        *cancellable,
                                                 GAsyncReadyCallback  callback,
                                                 gpointer             data);
gboolean   om_engine_detach_finish              (OmEngine            *self,
                                                 GAsyncResult        *result,
                                                 GError             **error);
char      *om_engine_dup_attachment_path        (OmEngine            *self,
                                                 const OmAttachment  *attachment);

G_END_DECLS
