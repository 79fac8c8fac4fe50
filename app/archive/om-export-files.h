/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pictures and other files that go with the entries of an export. */
#pragma once

#include "archive/om-exporter.h"
#include "memory/om-attachment.h"

G_BEGIN_DECLS

typedef struct _OmExportFiles OmExportFiles;

OmExportFiles *om_export_files_new        (OmExportJob        *job);
void           om_export_files_free       (OmExportFiles      *self);
GPtrArray     *om_export_files_of         (OmExportFiles      *self,
                                           const OmMemory     *memory,
                                           GError            **error);
GPtrArray     *om_export_files_dup_hashes (OmExportFiles      *self);
char          *om_export_files_dup_path   (OmExportFiles      *self,
                                           const char         *hash);
gboolean       om_export_file_holds       (const char         *path,
                                           const char         *hash,
                                           GCancellable       *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmExportFiles, om_export_files_free)

G_END_DECLS
