/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The export job: what was chosen, into a file or folder that gets its name once it was read back. */
#pragma once

#include "archive/om-exporter.h"
#include "archive/om-import.h"

G_BEGIN_DECLS

/**
 * OmExportOptions:
 * @choice: which memories; what it refers to must live until the end
 * @replace: a file of that name may go once the new one is whole
 */
typedef struct
{
  OmChoice choice;
  gboolean replace;
} OmExportOptions;

OmExportReport *om_export             (OmEngine              *engine,
                                       const OmExporter      *exporter,
                                       const char            *path,
                                       const OmExportOptions *options,
                                       OmProgressFunc         progress,
                                       gpointer               progress_data,
                                       GCancellable          *cancellable,
                                       GError               **error);
void            om_export_async       (OmEngine              *engine,
                                       const OmExporter      *exporter,
                                       const char            *path,
                                       const OmExportOptions *options,
                                       OmProgressFunc         progress,
                                       gpointer               progress_data,
                                       GCancellable          *cancellable,
                                       GAsyncReadyCallback    callback,
                                       gpointer               data);
OmExportReport *om_export_finish      (GAsyncResult          *result,
                                       GError               **error);

G_END_DECLS
