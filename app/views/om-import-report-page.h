/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmImportReportPage: what an import took in, or would, and every item that it did not take. */
#pragma once

#include <gtk/gtk.h>

#include "archive/om-import-report.h"

G_BEGIN_DECLS

#define OM_TYPE_IMPORT_REPORT_PAGE (om_import_report_page_get_type ())
G_DECLARE_FINAL_TYPE (OmImportReportPage, om_import_report_page, OM, IMPORT_REPORT_PAGE, GtkWidget)

void om_import_report_page_show (OmImportReportPage   *self,
                                 const OmImportReport *report,
                                 const char           *name,
                                 gboolean              dry_run);

void om_import_report_page_allow_back (OmImportReportPage *self);

G_END_DECLS
