/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmReader: one interface behind which every import format stands. */
#pragma once

#include <gio/gio.h>

#include "archive/om-csv-columns.h"
#include "archive/om-import-report.h"
#include "archive/om-progress.h"
#include "engine/om-draft.h"
#include "engine/om-engine.h"

G_BEGIN_DECLS

#define OM_TYPE_READER (om_reader_get_type ())
G_DECLARE_INTERFACE (OmReader, om_reader, OM, READER, GObject)

/** OmReadOptions: what the person chose before an import. */
typedef struct
{
  GTimeZone  *zone;           /* (not owned): zone of times without one */
  const char *date_format;    /* (nullable): the source's own form of dates, strftime-like */
  gboolean    split_at_dates; /* one file that holds many days: an entry a day */
  gboolean    guess_encoding; /* read bytes that are not UTF-8 as Windows-1252 */
  gboolean    allow_large;    /* read files over 200 MiB, which are refused otherwise */
  const OmColumnMap *columns; /* (not owned) (nullable): of a table; guessed otherwise */
  gint64      now;            /* ms UTC, for what has no date at all */
} OmReadOptions;

/**
 * OmDraftFunc:
 * @draft: (transfer full): the next entry of the source, in its order
 * @data: what was given with the function
 * @error: return location
 *
 * Returns: %FALSE to stop reading; without an error set it was enough, and reading ends well
 */
typedef gboolean (*OmDraftFunc) (OmDraft  *draft,
                                 gpointer  data,
                                 GError  **error);

struct _OmReaderInterface
{
  GTypeInterface parent;

  /* The format's stored name (`jrnl`, `markdown`, `obsidian`) and the one people see. */
  const char *(*get_name) (OmReader *self);
  const char *(*get_title) (OmReader *self);
  /* 0 not mine .. 100 surely mine; reads at most a few files' beginnings. */
  int (*probe) (OmReader *self, GFile *file, GCancellable *cancellable);
  /* Streams the entries. What cannot be taken goes into the report with its place. */
  gboolean (*read) (OmReader *self, GFile *file, const OmReadOptions *options, OmImportReport *report,
                    OmDraftFunc func, gpointer data, GCancellable *cancellable, GError **error);
  /* (nullable): of a format that holds more than entries: takes all of it into the store, as one
   * transaction, and counts. */
  gboolean (*take) (OmReader *self, OmEngine *engine, GFile *file, const OmReadOptions *options,
                    gboolean dry_run, OmImportReport *report, OmProgressTap *progress,
                    GCancellable *cancellable, GError **error);
};

const char *om_reader_get_name  (OmReader             *self);
const char *om_reader_get_title (OmReader             *self);
int         om_reader_probe     (OmReader             *self,
                                 GFile                *file,
                                 GCancellable         *cancellable);
gboolean    om_reader_read      (OmReader             *self,
                                 GFile                *file,
                                 const OmReadOptions  *options,
                                 OmImportReport       *report,
                                 OmDraftFunc           func,
                                 gpointer              data,
                                 GCancellable         *cancellable,
                                 GError              **error);
gboolean    om_reader_takes_all (OmReader             *self);
gboolean    om_reader_take      (OmReader             *self,
                                 OmEngine             *engine,
                                 GFile                *file,
                                 const OmReadOptions  *options,
                                 gboolean              dry_run,
                                 OmImportReport       *report,
                                 OmProgressTap        *progress,
                                 GCancellable         *cancellable,
                                 GError              **error);

/* All formats known, and the one that fits a file best. */
GPtrArray  *om_readers_all      (void);
OmReader   *om_readers_probe    (GFile                *file,
                                 GCancellable         *cancellable,
                                 GError              **error);
OmReader   *om_readers_by_name  (const char           *name);

G_END_DECLS
