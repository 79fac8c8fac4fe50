/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmExporter: one interface behind which every export format stands, a file a format. */
#pragma once

#include "engine/om-extract.h"

G_BEGIN_DECLS

/**
 * OmExportReport:
 * @entries: that were written, without sections of documents, for those come with their document
 * @binned: of these, how many lie in the bin
 * @private_memories: of these, how many are private
 * @left_out: private ones that were left out
 * @attachments: files that came along
 * @read_back: entries that were found when it was read again
 * @bytes: of all that was written
 * @problems: (owned) (element-type utf8): a sentence each
 */
typedef struct
{
  guint      entries;
  guint      binned;
  guint      private_memories;
  guint      left_out;
  guint      attachments;
  guint      read_back;
  guint64    bytes;
  GPtrArray *problems;
} OmExportReport;

/**
 * OmExportJob:
 * @store: a snapshot
 * @rows: (array length=n_rows): what to write, in the order it came into the store
 * @whole: it is all there is
 * @path: a temporary name: a file that is not there yet, or an empty folder
 * @now: ms UTC
 * @report: what is counted
 * @written: (owned) (nullable): what reading back compares with
 * @tell: (nullable): told of entries done
 */
typedef struct
{
  OmStore        *store;
  const gint64   *rows;
  gsize           n_rows;
  gboolean        whole;
  const char     *path;
  gint64          now;
  OmExportReport *report;
  gpointer        written;
  GDestroyNotify  free_written;
  void          (*tell) (guint done, guint total, gpointer data);
  gpointer        tell_data;
  GCancellable   *cancellable;
} OmExportJob;

/**
 * OmExporter:
 * @name: stored name
 * @title: what people call it, untranslated
 * @ending: of its file's name, "" for a folder
 * @folder: it is a folder
 * @files: it takes pictures and other files of entries along
 * @complete: it holds all of a memory and can hold the bin; the others hold what people read
 * @write: writes @path and has it on the disk; called in the snapshot
 * @read_back: reads @path from beginning to end and compares; called after it
 */
typedef struct
{
  const char *name;
  const char *title;
  const char *ending;
  gboolean    folder;
  gboolean    files;
  gboolean    complete;
  gboolean  (*write)     (OmExportJob  *job,
                          GError      **error);
  gboolean  (*read_back) (OmExportJob  *job,
                          GError      **error);
} OmExporter;

/** OmExportEntryFunc: called for each memory of a job in its order; %FALSE with @error ends it. */
typedef gboolean (*OmExportEntryFunc) (OmExportJob *job,
                                       gsize        index,
                                       OmMemory    *memory,
                                       gpointer     data,
                                       GError     **error);

extern const OmExporter om_archive_exporter;
extern const OmExporter om_markdown_exporter;
extern const OmExporter om_json_exporter;
extern const OmExporter om_csv_exporter;

const OmExporter *const *om_exporters_all     (void);
const OmExporter        *om_exporters_by_name (const char        *name);
const OmExporter        *om_exporters_by_path (const char        *path);

gboolean                 om_export_job_each   (OmExportJob       *job,
                                               OmExportEntryFunc  func,
                                               gpointer           data,
                                               GError           **error);
OmExportReport          *om_export_report_new     (void);
char                    *om_export_report_to_text (const OmExportReport *self);
void                     om_export_report_free    (OmExportReport *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmExportReport, om_export_report_free)

G_END_DECLS
