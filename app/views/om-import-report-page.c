/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmImportReportPage: what an import took in, or would, and every item that it did not take. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-import-report-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "views/om-import-words.h"
#include "views/om-wrap-layout.h"

struct _OmImportReportPage
{
  GtkWidget parent_instance;

  GtkWidget     *box; /* bound, so that it is let go with the template */
  AdwStatusPage *status;
  GtkWidget     *problems_frame;
  GtkListView   *problems_view;
  GtkButton     *back_button;

  char          *text; /* (owned) (nullable): of the report in view, to be copied */
};

G_DEFINE_FINAL_TYPE (OmImportReportPage, om_import_report_page, GTK_TYPE_WIDGET)

/* The whole report as text: where from, the counts, every item. */
static char *
dup_text (const char *name,
          const char *summary,
          char      **lines)
{
  g_autofree char *items = g_strjoinv ("\n", lines);

  return g_strconcat (name, "\n", summary, "\n", items, *items != '\0' ? "\n" : "", NULL);
}

static void
back_clicked_cb (GtkButton          *button,
                 OmImportReportPage *self)
{
  g_signal_emit_by_name (self, "back");
}

static void
copy_clicked_cb (GtkButton          *button,
                 OmImportReportPage *self)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), self->text);
  gtk_button_set_label (button, _("Copied"));
}

static void
problem_setup_cb (GtkSignalListItemFactory *factory,
                  GtkListItem              *list_item,
                  OmImportReportPage       *self)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_set_margin_start (label, 6);
  gtk_widget_set_margin_end (label, 6);
  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  gtk_list_item_set_activatable (list_item, FALSE);
  gtk_list_item_set_child (list_item, label);
}

static void
problem_bind_cb (GtkSignalListItemFactory *factory,
                 GtkListItem              *list_item,
                 OmImportReportPage       *self)
{
  GtkWidget *label = gtk_list_item_get_child (list_item);
  const char *text = gtk_string_object_get_string (gtk_list_item_get_item (list_item));
  GtkWidget *parent = gtk_widget_get_parent (label);

  gtk_label_set_label (GTK_LABEL (label), text);
  if (parent != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (parent), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void
om_import_report_page_dispose (GObject *object)
{
  OmImportReportPage *self = OM_IMPORT_REPORT_PAGE (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_IMPORT_REPORT_PAGE);
  g_clear_pointer (&self->text, g_free);

  G_OBJECT_CLASS (om_import_report_page_parent_class)->dispose (object);
}

static void
om_import_report_page_class_init (OmImportReportPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_import_report_page_dispose;

  /**
   * OmImportReportPage::back:
   *
   * The report of a dry run has been read; the choices are wanted again.
   */
  g_signal_new ("back", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  g_type_ensure (OM_TYPE_WRAP_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-import-report-page.ui");
  gtk_widget_class_bind_template_child (widget_class, OmImportReportPage, box);
  gtk_widget_class_bind_template_child (widget_class, OmImportReportPage, status);
  gtk_widget_class_bind_template_child (widget_class, OmImportReportPage, problems_frame);
  gtk_widget_class_bind_template_child (widget_class, OmImportReportPage, problems_view);
  gtk_widget_class_bind_template_child (widget_class, OmImportReportPage, back_button);
  gtk_widget_class_bind_template_callback (widget_class, back_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, copy_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, problem_setup_cb);
  gtk_widget_class_bind_template_callback (widget_class, problem_bind_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_import_report_page_init (OmImportReportPage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_import_report_page_show:
 * @report: what came in, or would
 * @name: where from
 * @dry_run: it only would
 */
void
om_import_report_page_show (OmImportReportPage   *self,
                            const OmImportReport *report,
                            const char           *name,
                            gboolean              dry_run)
{
  g_autofree char *summary = om_import_words_summary (report, dry_run);
  g_autofree char *escaped = g_markup_escape_text (summary, -1);
  g_auto (GStrv) lines = om_import_words_problems (report);
  g_autoptr (GtkStringList) strings = gtk_string_list_new ((const char *const *) lines);
  g_autoptr (GtkNoSelection) selection = gtk_no_selection_new (g_object_ref (G_LIST_MODEL (strings)));

  g_return_if_fail (OM_IS_IMPORT_REPORT_PAGE (self));

  gtk_list_view_set_model (self->problems_view, GTK_SELECTION_MODEL (selection));
  gtk_widget_set_visible (self->problems_frame, *lines != NULL);
  g_free (self->text);
  self->text = dup_text (name, summary, lines);
  if (dry_run)
    adw_status_page_set_title (self->status, _("What Would Come In"));
  else if (report->added > 0)
    adw_status_page_set_title (self->status, _("Import Finished"));
  else
    adw_status_page_set_title (self->status, _("Nothing New Came In"));
  adw_status_page_set_description (self->status, escaped);
  adw_status_page_set_icon_name (self->status, dry_run || report->added == 0 ? "dialog-information-symbolic"
                                                                             : "object-select-symbolic");
  gtk_widget_set_visible (GTK_WIDGET (self->back_button), dry_run);
}

/**
 * om_import_report_page_allow_back:
 *
 * The report in view is one of several: there is a way back.
 */
void
om_import_report_page_allow_back (OmImportReportPage *self)
{
  g_return_if_fail (OM_IS_IMPORT_REPORT_PAGE (self));

  gtk_widget_set_visible (GTK_WIDGET (self->back_button), TRUE);
}
