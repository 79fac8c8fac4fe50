/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmBackupsPage: the page Backups of the preferences. Thread: main; the folder is read and backups are made in
 * workers. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-backups-page.h"

#include <glib/gi18n.h>

#include "engine/om-backup.h"
#include "views/om-date-words.h"
#include "views/om-restore-window.h"
#include "views/om-show-file.h"
#include "views/om-toast.h"

#define BACKUP "om-backup"

struct _OmBackupsPage
{
  AdwPreferencesPage parent_instance;

  AdwPreferencesGroup *list_group;
  GtkWidget           *now_button;
  GtkWidget           *folder_button;

  OmSession    *session;     /* (owned) (nullable) */
  GCancellable *cancellable; /* (owned): reading the folder */
  GPtrArray    *rows;        /* (owned) (element-type GtkWidget), not owned */
};

G_DEFINE_FINAL_TYPE (OmBackupsPage, om_backups_page, ADW_TYPE_PREFERENCES_PAGE)

static void
clear_rows (OmBackupsPage *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (self->list_group, g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);
}

/* The list ---------------------------------------------------------------------------------------- */

/* The preferences give way: what they show belongs to the journal that would be replaced. */
static void
restore_clicked_cb (GtkButton     *button,
                    OmBackupsPage *self)
{
  const OmBackup *backup = g_object_get_data (G_OBJECT (button), BACKUP);
  GtkWindow *window = GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self)));
  GtkWindow *parent = gtk_window_get_transient_for (window);

  gtk_window_present (GTK_WINDOW (om_restore_window_new (self->session, backup, parent)));
  gtk_window_close (window);
}

static void
add_row (OmBackupsPage  *self,
         const OmBackup *backup)
{
  OmMoment made = om_moment_at (backup->made_at, om_session_get_zone (self->session));
  g_autofree char *when = om_date_words_full (&made, om_session_get_zone (self->session));
  g_autofree char *size = g_format_size (backup->bytes);
  g_autofree char *memories = g_strdup_printf (ngettext ("%'u memory", "%'u memories", backup->entries), backup->entries);
  /* Translators: what a backup holds: "2,314 memories · 12.3 MB" */
  g_autofree char *holds = g_strdup_printf (_("%s · %s"), memories, size);
  /* Translators: %s is a date with its time */
  g_autofree char *spoken = g_strdup_printf (_("Restore the backup of %s"), when);
  GtkWidget *row = g_object_new (ADW_TYPE_ACTION_ROW, "use-markup", FALSE, "title", when, "subtitle", holds,
                                 "subtitle-lines", 0, NULL);
  GtkWidget *button = gtk_button_new_with_mnemonic (_("_Restore…"));

  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, spoken, -1);
  g_object_set_data_full (G_OBJECT (button), BACKUP, om_backup_copy (backup), (GDestroyNotify) om_backup_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (restore_clicked_cb), self, 0);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_preferences_group_add (self->list_group, row);
  g_ptr_array_add (self->rows, row);
}

static void
list_thread (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  g_task_return_pointer (task, om_backups_list (data), (GDestroyNotify) g_ptr_array_unref);
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  OmBackupsPage *self = OM_BACKUPS_PAGE (source);
  g_autoptr (GPtrArray) backups = g_task_propagate_pointer (G_TASK (result), NULL);

  if (self->session == NULL || backups == NULL)
    return;
  clear_rows (self);
  for (guint i = 0; i < backups->len; i++)
    add_row (self, g_ptr_array_index (backups, i));
  adw_preferences_group_set_description (self->list_group,
                                         backups->len == 0 ? _("There is no backup yet.")
                                                           : _("The newest first. What one holds is read before anything is restored."));
  gtk_widget_set_sensitive (self->folder_button, backups->len > 0);
}

static void
list (OmBackupsPage *self)
{
  g_autoptr (GTask) task = NULL;

  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, listed_cb, NULL);
  g_task_set_source_tag (task, list);
  g_task_set_task_data (task, g_strdup (om_session_get_path (self->session)), g_free);
  g_task_run_in_thread (task, list_thread);
}

/* Another one -------------------------------------------------------------------------------------- */

static void
state_cb (OmBackupsPage *self)
{
  OmSessionState state = om_session_get_state (self->session);

  gtk_widget_set_sensitive (self->now_button, state == OM_SESSION_OPEN || state == OM_SESSION_LOADED);
}

static void
made_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  g_autoptr (OmBackupsPage) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (OmBackupReport) report = om_engine_back_up_finish (OM_ENGINE (source), result, &error);
  g_autofree char *words = NULL;

  if (self->session == NULL)
    return;
  state_cb (self);
  if (report == NULL)
    {
      om_toast_show (GTK_WIDGET (self), error->message);
      return;
    }
  words = g_strdup_printf (ngettext ("%'u memory backed up and read back", "%'u memories backed up and read back",
                                     report->entries),
                           report->entries);
  om_toast_show (GTK_WIDGET (self), report->shrunk ? _("An earlier backup holds more than twice as many memories. Nothing was removed.") : words);
  list (self);
}

static void
now_clicked_cb (GtkButton     *button,
                OmBackupsPage *self)
{
  gtk_widget_set_sensitive (self->now_button, FALSE);
  om_engine_back_up_async (om_session_get_engine (self->session), FALSE, NULL, made_cb, g_object_ref (self));
}

static void
folder_clicked_cb (GtkButton     *button,
                   OmBackupsPage *self)
{
  g_autofree char *folder = om_backups_dup_folder (om_session_get_path (self->session));
  g_autoptr (GFile) file = g_file_new_for_path (folder);

  om_show_file (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), file);
}

/* Object ---------------------------------------------------------------------------------------- */

static void
om_backups_page_dispose (GObject *object)
{
  om_backups_page_set_session (OM_BACKUPS_PAGE (object), NULL);
  gtk_widget_dispose_template (GTK_WIDGET (object), OM_TYPE_BACKUPS_PAGE);

  G_OBJECT_CLASS (om_backups_page_parent_class)->dispose (object);
}

static void
om_backups_page_finalize (GObject *object)
{
  OmBackupsPage *self = OM_BACKUPS_PAGE (object);

  g_object_unref (self->cancellable);
  g_ptr_array_unref (self->rows);

  G_OBJECT_CLASS (om_backups_page_parent_class)->finalize (object);
}

static void
om_backups_page_class_init (OmBackupsPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_backups_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_backups_page_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-backups-page.ui");
  gtk_widget_class_bind_template_child (widget_class, OmBackupsPage, list_group);
  gtk_widget_class_bind_template_child (widget_class, OmBackupsPage, now_button);
  gtk_widget_class_bind_template_child (widget_class, OmBackupsPage, folder_button);
  gtk_widget_class_bind_template_callback (widget_class, now_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, folder_clicked_cb);
}

static void
om_backups_page_init (OmBackupsPage *self)
{
  self->cancellable = g_cancellable_new ();
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_backups_page_set_session:
 * @session: (nullable): the journal it tells about; %NULL lets go of it, for groups outlive their window in
 *   libadwaita 1.2
 */
void
om_backups_page_set_session (OmBackupsPage *self,
                             OmSession     *session)
{
  g_return_if_fail (OM_IS_BACKUPS_PAGE (self));

  if (self->session != NULL)
    {
      g_signal_handlers_disconnect_by_data (self->session, self);
      clear_rows (self);
    }
  g_set_object (&self->session, session);
  if (session == NULL)
    {
      g_cancellable_cancel (self->cancellable);
      return;
    }
  g_signal_connect_object (session, "notify::state", G_CALLBACK (state_cb), self, G_CONNECT_SWAPPED);
  state_cb (self);
  list (self);
}
