/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the import assistant share; nobody else includes it. */
#pragma once

#include "archive/om-csv-columns.h"
#include "archive/om-import.h"
#include "views/om-import-report-page.h"
#include "views/om-import-window.h"

G_BEGIN_DECLS

struct _OmImportWindow
{
  AdwWindow parent_instance;

  GtkStack           *stack;
  AdwActionRow       *source_row;
  AdwComboRow        *format_row;
  AdwActionRow       *count_row;
  GtkSpinner         *count_spinner;
  GtkButton          *problems_button;
  GtkSwitch          *lived_switch;
  GtkDropDown        *zone_drop_down;
  GtkWidget          *split_row;
  GtkSwitch          *split_switch;
  GtkWidget          *encoding_row;
  GtkSwitch          *encoding_switch;
  GtkWidget          *large_row;
  GtkSwitch          *large_switch;
  GtkButton          *import_button;
  GtkProgressBar     *progress_bar;
  GtkLabel           *progress_label;
  GtkButton          *cancel_button;
  OmImportReportPage *report_page;
  AdwStatusPage      *choose_page;
  GtkButton          *choose_file_button;
  AdwStatusPage      *failed_page;
  AdwPreferencesGroup *columns_group;
  GtkSwitch          *header_switch;
  AdwEntryRow        *date_form_row;
  AdwPreferencesGroup *earlier_group;

  OmSession          *session;     /* (owned) (nullable) */
  GFile              *file;        /* (owned) (nullable) */
  GPtrArray          *readers;     /* (owned) (nullable) (element-type OmReader) */
  char              **zone_names;  /* (owned) (nullable) */
  OmImportReport     *dry_report;  /* (owned) (nullable) */
  GtkFileChooserNative *chooser;   /* (owned) (nullable): while it is open */
  GCancellable       *cancellable; /* (owned) (nullable): the work under way */
  GPtrArray          *column_rows; /* (owned) (element-type GtkWidget): in @columns_group */
  GPtrArray          *earlier_rows; /* (owned) (element-type GtkWidget): in @earlier_group */
  OmColumnMap         columns;     /* what the columns are, if @has_columns */
  gboolean            has_columns;
  gboolean            looking;     /* the choices are being filled in: that is no choice */
  gboolean            importing;
};

gboolean om_import_window_is_closed        (OmImportWindow *self);
void     om_import_window_stop             (OmImportWindow *self);
void     om_import_window_show_failure     (OmImportWindow *self,
                                            const char     *title,
                                            const GError   *error);
void     om_import_window_look             (OmImportWindow *self,
                                            GFile          *file);
void     om_import_window_show_choice      (OmImportWindow *self);
void     om_import_window_show_format      (OmImportWindow *self);
void     om_import_window_count            (OmImportWindow *self);
void     om_import_window_look_columns     (OmImportWindow *self,
                                            OmCsvHeader     header);
void     om_import_window_hide_columns     (OmImportWindow *self);
void     om_import_window_class_add_columns (GtkWidgetClass *widget_class);
void     om_import_window_class_add_earlier (GtkWidgetClass *widget_class);
void     om_import_window_class_add_run    (GtkWidgetClass *widget_class);
void     om_import_window_class_add_source (GtkWidgetClass *widget_class);

G_END_DECLS
