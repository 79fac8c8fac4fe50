/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of the export window share; nobody else includes it. */
#pragma once

#include "archive/om-export.h"
#include "views/om-export-window.h"
#include "views/om-filter-bar.h"

G_BEGIN_DECLS

/** OmExportScope: the rows of the list "Memories". */
typedef enum
{
  OM_EXPORT_WHOLE,
  OM_EXPORT_FILTERED,
  OM_EXPORT_PICKED,
} OmExportScope;

struct _OmExportWindow
{
  AdwWindow parent_instance;

  GtkStack             *stack;
  AdwComboRow          *scope_row;
  GtkWidget            *filter_group;
  OmFilterBar          *filter_bar;
  AdwEntryRow          *after_row;
  AdwEntryRow          *before_row;
  AdwActionRow         *count_row;
  AdwPreferencesGroup  *format_group;
  AdwComboRow          *format_row;
  GtkSwitch            *private_switch;
  GtkWidget            *export_button;
  GtkProgressBar       *progress_bar;
  GtkLabel             *progress_label;
  GtkWidget            *cancel_button;
  AdwStatusPage        *report_page;
  GtkWidget            *show_button;
  AdwStatusPage        *failed_page;

  OmSession            *session;     /* (owned) (nullable) */
  char                **ids;         /* (owned) (nullable): what was picked out, once it is known */
  guint                 n_picked;
  GFile                *written;     /* (owned) (nullable): what was exported last */
  GtkFileChooserNative *chooser;     /* (owned) (nullable): while it is open */
  GCancellable         *cancellable; /* (owned) (nullable): counting, or writing */
  gboolean              filling;     /* the choices are being filled in: that is no choice */
  gboolean              writing;
};

gboolean          om_export_window_is_closed        (OmExportWindow *self);
void              om_export_window_stop             (OmExportWindow *self);
const OmExporter *om_export_window_get_exporter     (OmExportWindow *self);
OmExportScope     om_export_window_get_scope        (OmExportWindow *self);
gboolean          om_export_window_takes_private    (OmExportWindow *self);
OmFilter         *om_export_window_dup_filter       (OmExportWindow *self);
void              om_export_window_offer            (OmExportWindow      *self,
                                                     const OmExportOffer *offer);
void              om_export_window_count            (OmExportWindow *self);
void              om_export_window_class_add_choice (GtkWidgetClass *widget_class);

G_END_DECLS
