/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmImportWindow: brings a journal kept elsewhere in: ask where, recognise, count, choose, take in, report. An
 * import comes in wholly or not at all, and Cancel works at every moment. Thread: main; reading and
 * taking in run in workers. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-import-window-private.h"

#include "views/om-entry-row.h"
#include "views/om-wrap-layout.h"

G_DEFINE_FINAL_TYPE (OmImportWindow, om_import_window, ADW_TYPE_WINDOW)

/**
 * om_import_window_is_closed:
 *
 * Returns: %TRUE if an answer of a worker comes too late
 */
gboolean
om_import_window_is_closed (OmImportWindow *self)
{
  return self->session == NULL;
}

/**
 * om_import_window_stop:
 *
 * Cancels the work under way.
 */
void
om_import_window_stop (OmImportWindow *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
}

/**
 * om_import_window_show_failure:
 * @title: what did not work
 * @error: why
 */
void
om_import_window_show_failure (OmImportWindow *self,
                               const char     *title,
                               const GError   *error)
{
  g_autofree char *reason = g_markup_escape_text (error->message, -1);

  adw_status_page_set_title (self->failed_page, title);
  adw_status_page_set_description (self->failed_page, reason);
  gtk_stack_set_visible_child_name (self->stack, "failed");
}

static void
om_import_window_dispose (GObject *object)
{
  OmImportWindow *self = OM_IMPORT_WINDOW (object);

  om_import_window_stop (self);
  g_clear_object (&self->session);
  g_clear_object (&self->file);
  g_clear_pointer (&self->readers, g_ptr_array_unref);
  g_clear_pointer (&self->zone_names, g_strfreev);
  g_clear_pointer (&self->dry_report, om_import_report_free);
  g_clear_object (&self->chooser);
  g_clear_pointer (&self->column_rows, g_ptr_array_unref);
  g_clear_pointer (&self->earlier_rows, g_ptr_array_unref);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_IMPORT_WINDOW);

  G_OBJECT_CLASS (om_import_window_parent_class)->dispose (object);
}

static void
om_import_window_class_init (OmImportWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_import_window_dispose;

  /**
   * OmImportWindow::imported:
   * @added: how many memories came in, at least one
   *
   * An import was ended.
   */
  g_signal_new ("imported", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                0, NULL, NULL, NULL, G_TYPE_NONE, 1, G_TYPE_UINT);

  g_type_ensure (OM_TYPE_IMPORT_REPORT_PAGE);
  g_type_ensure (OM_TYPE_WRAP_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-import-window.ui");
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, source_row);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, format_row);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, count_row);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, count_spinner);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, problems_button);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, lived_switch);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, zone_drop_down);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, split_switch);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, encoding_switch);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, split_row);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, encoding_row);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, large_row);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, large_switch);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, choose_page);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, choose_file_button);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, import_button);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, progress_bar);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, progress_label);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, cancel_button);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, report_page);
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, failed_page);
  om_import_window_class_add_columns (widget_class);
  om_import_window_class_add_earlier (widget_class);
  om_import_window_class_add_run (widget_class);
  om_import_window_class_add_source (widget_class);

  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
om_import_window_init (OmImportWindow *self)
{
  g_autoptr (GSettings) settings = g_settings_new (APP_ID);

  self->column_rows = g_ptr_array_new ();
  self->earlier_rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  om_entry_row_name_field (GTK_WIDGET (self->date_form_row));
  g_settings_bind (settings, "import-as-if-lived", self->lived_switch, "active", G_SETTINGS_BIND_DEFAULT);
}

/**
 * om_import_window_new:
 * @session: where it is taken in
 * @file: (nullable): a file or a folder, %NULL to ask for it
 * @parent: the window it belongs to
 *
 * Begins to look at @file at once.
 *
 * Returns: (transfer none): the window; GTK owns it
 */
OmImportWindow *
om_import_window_new (OmSession *session,
                      GFile     *file,
                      GtkWindow *parent)
{
  OmImportWindow *self;

  g_return_val_if_fail (OM_IS_SESSION (session), NULL);
  g_return_val_if_fail (file == NULL || G_IS_FILE (file), NULL);

  self = g_object_new (OM_TYPE_IMPORT_WINDOW, "transient-for", parent, NULL);
  self->session = g_object_ref (session);
  if (file != NULL)
    om_import_window_look (self, file);
  else
    om_import_window_show_choice (self);
  return self;
}
