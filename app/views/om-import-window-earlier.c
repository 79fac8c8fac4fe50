/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Earlier imports in the import assistant, and their reports. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-import-window-private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "views/om-date-words.h"

#define IMPORT "om-import"

static char *
dup_base (const char *path)
{
  const char *slash = strrchr (path, '/');

  return g_strdup (slash != NULL && slash[1] != '\0' ? slash + 1 : path);
}

static void
row_activated_cb (AdwActionRow   *row,
                  OmImportWindow *self)
{
  const OmPastImport *import = g_object_get_data (G_OBJECT (row), IMPORT);
  g_autoptr (OmImportReport) report = om_import_report_from_json (import->report);

  if (report == NULL)
    return;
  om_import_report_page_show (self->report_page, report, import->file_name, FALSE);
  om_import_report_page_allow_back (self->report_page);
  gtk_stack_set_visible_child_name (self->stack, "report");
}

static void
add_row (OmImportWindow *self,
         OmPastImport   *import)
{
  g_autoptr (OmImportReport) report = om_import_report_from_json (import->report);
  g_autoptr (OmReader) reader = om_readers_by_name (import->format);
  OmMoment at = om_moment_at (import->at, om_session_get_zone (self->session));
  g_autofree char *when = om_date_words_full (&at, om_session_get_zone (self->session));
  g_autofree char *title = dup_base (import->file_name);
  guint added = report != NULL ? report->added : 0;
  g_autofree char *brought = g_strdup_printf (ngettext ("%'u memory", "%'u memories", added), added);
  /* Translators: format of a journal, how many memories it brought, and when */
  g_autofree char *subtitle = g_strdup_printf (_("%s · %s · %s"),
                                               reader != NULL ? om_reader_get_title (reader) : import->format,
                                               brought, when);
  GtkWidget *row = g_object_new (ADW_TYPE_ACTION_ROW, "use-markup", FALSE, "title", title, "subtitle", subtitle,
                                 "activatable", TRUE, "subtitle-lines", 0, NULL);

  adw_action_row_add_suffix (ADW_ACTION_ROW (row), g_object_new (GTK_TYPE_IMAGE, "icon-name", "go-next-symbolic",
                                                                 "accessible-role", GTK_ACCESSIBLE_ROLE_PRESENTATION,
                                                                 NULL));
  g_object_set_data_full (G_OBJECT (row), IMPORT, import, (GDestroyNotify) om_past_import_free);
  g_signal_connect_object (row, "activated", G_CALLBACK (row_activated_cb), self, 0);
  adw_preferences_group_add (self->earlier_group, row);
  g_ptr_array_add (self->earlier_rows, row);
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (OmImportWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) imports = om_engine_list_imports_finish (OM_ENGINE (source), result, &error);

  if (om_import_window_is_closed (self) || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (imports == NULL)
    {
      om_import_window_show_failure (self, _("Earlier Imports Cannot Be Read"), error);
      return;
    }
  for (guint i = 0; i < self->earlier_rows->len; i++)
    adw_preferences_group_remove (self->earlier_group, g_ptr_array_index (self->earlier_rows, i));
  g_ptr_array_set_size (self->earlier_rows, 0);
  adw_preferences_group_set_description (self->earlier_group,
                                         imports->len == 0 ? _("Nothing was imported yet.") : NULL);
  while (imports->len > 0)
    add_row (self, g_ptr_array_steal_index (imports, 0));
  gtk_stack_set_visible_child_name (self->stack, "earlier");
}

static void
earlier_clicked_cb (GtkButton      *button,
                    OmImportWindow *self)
{
  om_import_window_stop (self);
  self->cancellable = g_cancellable_new ();
  om_engine_list_imports_async (om_session_get_engine (self->session), 0, self->cancellable, listed_cb,
                                g_object_ref (self));
}

static void
earlier_back_cb (GtkButton      *button,
                 OmImportWindow *self)
{
  om_import_window_show_choice (self);
}

/**
 * om_import_window_class_add_earlier:
 * @widget_class: the class that is being made
 *
 * Binds what the list of earlier imports calls.
 */
void
om_import_window_class_add_earlier (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_child (widget_class, OmImportWindow, earlier_group);
  gtk_widget_class_bind_template_callback (widget_class, earlier_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, earlier_back_cb);
}
