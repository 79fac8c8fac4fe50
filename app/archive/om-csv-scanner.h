/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmCsvScanner: rows of separated values (RFC 4180) one after the other, bounded in every way. */
#pragma once

#include "archive/om-text-stream.h"

G_BEGIN_DECLS

/* Wider than any spreadsheet of a journal; a file that is wider is refused. */
#define OM_CSV_MAX_COLUMNS 500

/* Longer than any entry, in bytes. */
#define OM_CSV_MAX_CELL (16 * 1024 * 1024)

typedef struct _OmCsvScanner OmCsvScanner;

OmCsvScanner *om_csv_scanner_new         (const char     *text,
                                          gsize           length,
                                          OmTextStream   *stream,
                                          char            separator);
void          om_csv_scanner_free        (OmCsvScanner   *self);
gboolean      om_csv_scanner_next        (OmCsvScanner   *self,
                                          gboolean       *at_end,
                                          GError        **error);
guint         om_csv_scanner_get_n_cells (OmCsvScanner   *self);
const char   *om_csv_scanner_get_cell    (OmCsvScanner   *self,
                                          guint           column);
guint         om_csv_scanner_get_row     (OmCsvScanner   *self);
char          om_csv_detect_separator    (const char     *text,
                                          gsize           length,
                                          gsize          *skip);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmCsvScanner, om_csv_scanner_free)

G_END_DECLS
