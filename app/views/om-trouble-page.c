/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTroublePage: shown instead of the pages while the store cannot be opened: what happened, where,
 * and what can be done. The file is left as it is. Thread: main; backups are looked for in a worker. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-trouble-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "memory/om-error.h"
#include "views/om-date-words.h"
#include "views/om-restore-window.h"

struct _OmTroublePage
{
  GtkWidget parent_instance;

  AdwStatusPage *status;
  GtkLabel      *path_label;
  GtkButton     *retry_button;
  GtkWidget     *restore_button;
  GtkLabel      *restore_label;

  OmSession     *session;     /* (owned) (nullable) */
  OmBackup      *backup;      /* (owned) (nullable): the newest that is in order */
  GCancellable  *cancellable; /* (owned) (nullable): looking for it */
};

G_DEFINE_FINAL_TYPE (OmTroublePage, om_trouble_page, GTK_TYPE_WIDGET)

static const char *
title_of (const GError *error)
{
  if (g_error_matches (error, OM_ERROR, OM_ERROR_NEWER_STORE))
    return _("Made by a Newer Version");
  if (g_error_matches (error, OM_ERROR, OM_ERROR_NOT_A_STORE))
    return _("Damaged, or Not a Memory Store");
  if (g_error_matches (error, OM_ERROR, OM_ERROR_LOCKED))
    return _("In Use by Another Program");
  if (g_error_matches (error, OM_ERROR, OM_ERROR_READ_ONLY))
    return _("Cannot Be Written To");
  if (g_error_matches (error, OM_ERROR, OM_ERROR_NO_SPACE))
    return _("The Disk Is Full");
  return _("Your Memories Cannot Be Opened");
}

/* Another program, a full disk or a newer version is no reason to go back to a backup. */
static gboolean
may_be_damaged (const GError *error)
{
  return !g_error_matches (error, OM_ERROR, OM_ERROR_NEWER_STORE) && !g_error_matches (error, OM_ERROR, OM_ERROR_LOCKED) &&
         !g_error_matches (error, OM_ERROR, OM_ERROR_READ_ONLY) && !g_error_matches (error, OM_ERROR, OM_ERROR_NO_SPACE);
}

static void
stop (OmTroublePage *self)
{
  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->backup, om_backup_free);
}

static void
find_thread (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  g_task_return_pointer (task, om_backups_find_good (data, cancellable), (GDestroyNotify) om_backup_free);
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  OmTroublePage *self = OM_TROUBLE_PAGE (source);
  OmBackup *backup = g_task_propagate_pointer (G_TASK (result), NULL);
  OmMoment made;
  g_autofree char *when = NULL;
  g_autofree char *words = NULL;

  if (backup == NULL)
    return;
  self->backup = backup;
  made = om_moment_at (backup->made_at, om_session_get_zone (self->session));
  when = om_date_words_full (&made, om_session_get_zone (self->session));
  /* Translators: when a backup was made, and how many memories it holds */
  words = g_strdup_printf (ngettext ("The newest backup in order is of %s and holds %'u memory.",
                                     "The newest backup in order is of %s and holds %'u memories.", backup->entries),
                           when, backup->entries);
  gtk_label_set_label (self->restore_label, words);
  gtk_widget_set_visible (GTK_WIDGET (self->restore_label), TRUE);
  gtk_widget_set_visible (self->restore_button, TRUE);
}

static void
find_backup (OmTroublePage *self)
{
  g_autoptr (GTask) task = NULL;

  self->cancellable = g_cancellable_new ();
  task = g_task_new (self, self->cancellable, found_cb, NULL);
  g_task_set_source_tag (task, find_backup);
  g_task_set_task_data (task, g_strdup (om_session_get_path (self->session)), g_free);
  g_task_run_in_thread (task, find_thread);
}

static void
restore_clicked_cb (GtkButton     *button,
                    OmTroublePage *self)
{
  if (self->backup != NULL)
    gtk_window_present (GTK_WINDOW (om_restore_window_new (self->session, self->backup,
                                                           GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))))));
}

static void
om_trouble_page_dispose (GObject *object)
{
  OmTroublePage *self = OM_TROUBLE_PAGE (object);

  stop (self);
  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (object), OM_TYPE_TROUBLE_PAGE);

  G_OBJECT_CLASS (om_trouble_page_parent_class)->dispose (object);
}

static void
om_trouble_page_class_init (OmTroublePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_trouble_page_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-trouble-page.ui");
  gtk_widget_class_bind_template_child (widget_class, OmTroublePage, status);
  gtk_widget_class_bind_template_child (widget_class, OmTroublePage, path_label);
  gtk_widget_class_bind_template_child (widget_class, OmTroublePage, retry_button);
  gtk_widget_class_bind_template_child (widget_class, OmTroublePage, restore_button);
  gtk_widget_class_bind_template_child (widget_class, OmTroublePage, restore_label);
  gtk_widget_class_bind_template_callback (widget_class, restore_clicked_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_trouble_page_init (OmTroublePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_trouble_page_show:
 * @session: what could not be opened, and why
 *
 * Says so, and offers the newest backup that is in order, once it is found.
 */
void
om_trouble_page_show (OmTroublePage *self,
                      OmSession     *session)
{
  const GError *error = om_session_get_error (session);
  g_autofree char *reason = NULL;
  g_autofree char *name = NULL;

  g_return_if_fail (OM_IS_TROUBLE_PAGE (self));
  g_return_if_fail (error != NULL);

  stop (self);
  g_set_object (&self->session, session);
  gtk_widget_set_visible (GTK_WIDGET (self->restore_label), FALSE);
  gtk_widget_set_visible (self->restore_button, FALSE);
  reason = g_markup_escape_text (error->message, -1);
  adw_status_page_set_title (self->status, title_of (error));
  adw_status_page_set_description (self->status, reason);
  name = g_filename_display_name (om_session_get_path (session));
  gtk_label_set_label (self->path_label, name);
  if (may_be_damaged (error) && !om_session_is_sample (session))
    find_backup (self);
}

/**
 * om_trouble_page_take_focus:
 *
 * Gives the keyboard to the first thing that can be done.
 *
 * Returns: %TRUE if it took the keyboard
 */
gboolean
om_trouble_page_take_focus (OmTroublePage *self)
{
  g_return_val_if_fail (OM_IS_TROUBLE_PAGE (self), FALSE);

  return gtk_widget_grab_focus (GTK_WIDGET (self->retry_button));
}
