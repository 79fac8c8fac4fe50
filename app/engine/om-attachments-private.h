/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How files come into a store, for the jobs that bring them. */
#pragma once

#include "engine/om-attachments.h"
#include "engine/om-draft.h"
#include "engine/om-write.h"
#include "store/om-store-files.h"

G_BEGIN_DECLS

OmStoreFile *om_attachment_stage  (const char           *store_path,
                                   const OmDraftAttachment *attachment,
                                   GCancellable         *cancellable,
                                   GError              **error);
GPtrArray *om_attachments_stage   (const char           *store_path,
                                   const GPtrArray      *attachments,
                                   GCancellable         *cancellable,
                                   GError              **error);
gboolean   om_attachments_write   (const OmWriteContext *context,
                                   gint64                row,
                                   const GPtrArray      *files,
                                   gboolean              put_back,
                                   guint                *n_added,
                                   GError              **error);

G_END_DECLS
