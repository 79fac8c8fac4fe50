/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The import job: a reader's stream of entries into the engine, as one transaction. */
#pragma once

#include "archive/om-reader.h"
#include "engine/om-engine.h"

G_BEGIN_DECLS

/**
 * OmImportOptions:
 * @read: what the reader needs to know
 * @as_if_lived: %TRUE: salience, seen and active times are those of the entry; %FALSE: fresh,
 *   those of the import
 * @dry_run: read and count, write nothing
 */
typedef struct
{
  OmReadOptions read;
  gboolean      as_if_lived;
  gboolean      dry_run;
} OmImportOptions;

OmImportReport *om_import        (OmEngine              *engine,
                                  OmReader              *reader,
                                  GFile                 *file,
                                  const OmImportOptions *options,
                                  OmProgressFunc         progress,
                                  gpointer               progress_data,
                                  GCancellable          *cancellable,
                                  GError               **error);
void            om_import_async  (OmEngine              *engine,
                                  OmReader              *reader,
                                  GFile                 *file,
                                  const OmImportOptions *options,
                                  OmProgressFunc         progress,
                                  gpointer               progress_data,
                                  GCancellable          *cancellable,
                                  GAsyncReadyCallback    callback,
                                  gpointer               data);
OmImportReport *om_import_finish (GAsyncResult          *result,
                                  GError               **error);

G_END_DECLS
