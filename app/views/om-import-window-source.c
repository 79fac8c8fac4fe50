/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where to import from: asked, looked at in a worker, recognised. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-import-window-private.h"

#include <glib/gi18n.h>

#include "memory/om-joining.h"
#include "views/om-zones.h"

/* What the first look at the source found, made in a worker. */
typedef struct
{
  OmReader *reader; /* (owned) (nullable): the format that fits best */
  GError   *error;  /* (owned) (nullable): why none does */
  char    **zones;  /* (owned) */
} Look;

static void
look_free (Look *self)
{
  g_clear_object (&self->reader);
  g_clear_error (&self->error);
  g_strfreev (self->zones);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Look, look_free)

static void
show_zones (OmImportWindow *self,
            char          **zones)
{
  g_autoptr (GtkStringList) strings = gtk_string_list_new (NULL);
  const char *zone = g_time_zone_get_identifier (om_session_get_zone (self->session));
  /* Translators: %s is the name of a time zone */
  g_autofree char *here = g_strdup_printf (_("This place (%s)"), zone);

  gtk_string_list_append (strings, here);
  gtk_string_list_splice (strings, 1, 0, (const char *const *) zones);
  g_strfreev (self->zone_names);
  self->zone_names = g_strdupv (zones);
  gtk_drop_down_set_model (self->zone_drop_down, G_LIST_MODEL (strings));
}

static void
show_formats (OmImportWindow *self,
              OmReader       *best)
{
  g_autoptr (GtkStringList) titles = gtk_string_list_new (NULL);
  guint selected = 0;

  g_clear_pointer (&self->readers, g_ptr_array_unref);
  self->readers = om_readers_all ();
  for (guint i = 0; i < self->readers->len; i++)
    {
      OmReader *reader = g_ptr_array_index (self->readers, i);

      gtk_string_list_append (titles, om_reader_get_title (reader));
      if (g_strcmp0 (om_reader_get_name (reader), om_reader_get_name (best)) == 0)
        selected = i;
    }
  adw_combo_row_set_model (self->format_row, G_LIST_MODEL (titles));
  adw_combo_row_set_selected (self->format_row, selected);
}

static void
look_thread (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  Look *look = g_new0 (Look, 1);
  OmReader *reader = om_readers_probe (data, cancellable, &look->error);

  look->reader = reader;
  look->zones = om_zones_dup_names ();
  g_task_return_pointer (task, look, (GDestroyNotify) look_free);
}

static void
looked_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  OmImportWindow *self = OM_IMPORT_WINDOW (source);
  g_autoptr (Look) look = g_task_propagate_pointer (G_TASK (result), NULL);

  if (look == NULL || om_import_window_is_closed (self))
    return;
  if (look->reader == NULL)
    {
      om_import_window_show_failure (self, _("Not a Journal This Program Knows"), look->error);
      return;
    }

  show_zones (self, look->zones);
  show_formats (self, look->reader);
  gtk_stack_set_visible_child_name (self->stack, "options");
  self->looking = FALSE;
  om_import_window_show_format (self);
}

/**
 * om_import_window_look:
 * @file: what was chosen
 *
 * Begins to look at it: which format it is.
 */
void
om_import_window_look (OmImportWindow *self,
                       GFile          *file)
{
  g_autofree char *name = g_file_get_parse_name (file);
  g_autoptr (GTask) task = NULL;

  self->looking = TRUE;
  om_import_window_stop (self);
  self->cancellable = g_cancellable_new ();
  g_set_object (&self->file, file);
  g_clear_pointer (&self->dry_report, om_import_report_free);
  gtk_switch_set_active (self->encoding_switch, FALSE);
  gtk_switch_set_active (self->large_switch, FALSE);
  gtk_editable_set_text (GTK_EDITABLE (self->date_form_row), "");
  gtk_widget_set_visible (self->encoding_row, FALSE);
  gtk_widget_set_visible (self->large_row, FALSE);
  adw_action_row_set_subtitle (self->source_row, name);
  gtk_stack_set_visible_child_name (self->stack, "looking");

  task = g_task_new (self, self->cancellable, looked_cb, NULL);
  g_task_set_source_tag (task, om_import_window_look);
  g_task_set_task_data (task, g_object_ref (file), g_object_unref);
  g_task_run_in_thread (task, look_thread);
}

/**
 * om_import_window_show_choice:
 *
 * Asks what to import, and says which formats there are, so that one need not try.
 */
void
om_import_window_show_choice (OmImportWindow *self)
{
  g_autoptr (GPtrArray) readers = om_readers_all ();
  g_autoptr (GPtrArray) titles = g_ptr_array_new ();
  g_autofree char *names = NULL;
  g_autofree char *words = NULL;
  g_autofree char *escaped = NULL;

  for (guint i = 0; i < readers->len; i++)
    g_ptr_array_add (titles, (char *) om_reader_get_title (g_ptr_array_index (readers, i)));
  g_ptr_array_add (titles, NULL);
  names = om_join_list ((const char *const *) titles->pdata);
  /* Translators: %s is a list of formats */
  words = g_strdup_printf (_("Known formats: %s. It is only read, and you see what would come in first."), names);
  escaped = g_markup_escape_text (words, -1);
  adw_status_page_set_description (self->choose_page, escaped);
  om_import_window_stop (self);
  g_clear_object (&self->file);
  gtk_stack_set_visible_child_name (self->stack, "choose");
  gtk_widget_grab_focus (GTK_WIDGET (self->choose_file_button));
}

static void
chosen_cb (GtkNativeDialog *dialog,
           int              response,
           OmImportWindow  *self)
{
  g_autoptr (GFile) file = NULL;

  if (response == GTK_RESPONSE_ACCEPT)
    file = gtk_file_chooser_get_file (GTK_FILE_CHOOSER (self->chooser));
  g_clear_object (&self->chooser);
  if (file != NULL)
    om_import_window_look (self, file);
}

static void
choose (OmImportWindow      *self,
        const char          *title,
        GtkFileChooserAction action)
{
  if (self->chooser != NULL)
    return;
  self->chooser = gtk_file_chooser_native_new (title, GTK_WINDOW (self), action, _("_Choose"), NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  g_signal_connect_object (self->chooser, "response", G_CALLBACK (chosen_cb), self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
choose_file_clicked_cb (GtkButton      *button,
                        OmImportWindow *self)
{
  choose (self, _("Choose a Journal to Import"), GTK_FILE_CHOOSER_ACTION_OPEN);
}

static void
choose_folder_clicked_cb (GtkButton      *button,
                          OmImportWindow *self)
{
  choose (self, _("Choose a Folder of Notes to Import"), GTK_FILE_CHOOSER_ACTION_SELECT_FOLDER);
}

static void
change_clicked_cb (GtkButton      *button,
                   OmImportWindow *self)
{
  om_import_window_show_choice (self);
}

/**
 * om_import_window_class_add_source:
 * @widget_class: the class that is being made
 *
 * Binds what the buttons that ask where from call.
 */
void
om_import_window_class_add_source (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, choose_file_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, choose_folder_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, change_clicked_cb);
}
