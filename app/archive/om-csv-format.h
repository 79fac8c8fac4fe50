/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of separated values: spreadsheets and mood trackers, a row an entry. */
#pragma once

#include "archive/om-csv-columns.h"
#include "archive/om-format.h"

G_BEGIN_DECLS

OmCsvLayout *om_csv_look (GFile                *file,
                          const OmReadOptions  *options,
                          GCancellable         *cancellable,
                          GError              **error);

G_END_DECLS
