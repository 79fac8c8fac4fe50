/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report of an import in words for people. */
#pragma once

#include "archive/om-import-report.h"

G_BEGIN_DECLS

char  *om_import_words_summary  (const OmImportReport *report,
                                 gboolean              dry_run);
char **om_import_words_problems (const OmImportReport *report);

G_END_DECLS
