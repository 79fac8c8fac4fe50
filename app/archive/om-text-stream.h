/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTextStream: a text of somebody else's in pieces, each of them clean UTF-8, so that a file of any
 * size takes no more room than a piece of it. Thread: the one that reads. */
#pragma once

#include <gio/gio.h>

#include "archive/om-import-report.h"

G_BEGIN_DECLS

typedef struct _OmTextStream OmTextStream;

OmTextStream *om_text_stream_new            (GInputStream   *bytes,
                                             const char     *name,
                                             gboolean        guess_encoding,
                                             GCancellable   *cancellable);
OmTextStream *om_text_stream_open           (GFile          *file,
                                             gboolean        guess_encoding,
                                             gboolean        allow_large,
                                             GCancellable   *cancellable,
                                             GError        **error);
OmTextStream *om_text_stream_open_gzip       (GFile          *file,
                                             gboolean        guess_encoding,
                                             gboolean        allow_large,
                                             GCancellable   *cancellable,
                                             GError        **error);
void          om_text_stream_free           (OmTextStream   *self);
gboolean      om_text_stream_next           (OmTextStream   *self,
                                             const char    **text,
                                             gsize          *length,
                                             GError        **error);
void          om_text_stream_remark         (OmTextStream   *self,
                                             OmImportReport *report,
                                             const char     *place);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmTextStream, om_text_stream_free)

G_END_DECLS
