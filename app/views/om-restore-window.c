/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmRestoreWindow: reads a backup through, says what it holds and what would change, and puts it in the place of the
 * journal, which is kept. Thread: main; reading and putting in place run in workers. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-restore-window.h"

#include <glib/gi18n.h>

#include "memory/om-error.h"
#include "views/om-date-words.h"
#include "views/om-quick-window.h"
#include "views/om-session-backups.h"
#include "views/om-show-file.h"
#include "views/om-wrap-layout.h"

#define PULSE_MS 120

struct _OmRestoreWindow
{
  AdwWindow parent_instance;

  GtkStack            *stack;
  AdwPreferencesGroup *holds_group;
  AdwActionRow        *entries_row;
  AdwActionRow        *binned_row;
  AdwActionRow        *last_row;
  AdwActionRow        *size_row;
  AdwActionRow        *state_row;
  GtkLabel            *change_label;
  GtkWidget           *restore_button;
  GtkProgressBar      *progress_bar;
  GtkWidget           *cancel_button;
  AdwStatusPage       *report_page;
  GtkWidget           *show_button;
  AdwStatusPage       *failed_page;

  OmSession           *session;     /* (owned) (nullable) */
  OmBackup            *backup;      /* (owned) */
  OmBackupFacts       *facts;       /* (owned) (nullable): once it was read through */
  GFile               *aside;       /* (owned) (nullable): the former journal */
  GCancellable        *cancellable; /* (owned): the work under way */
  guint                pulse_id;
};

G_DEFINE_FINAL_TYPE (OmRestoreWindow, om_restore_window, ADW_TYPE_WINDOW)

static void
show_failure (OmRestoreWindow *self,
              const GError    *error)
{
  g_autofree char *reason = g_markup_escape_text (error->message, -1);

  adw_status_page_set_description (self->failed_page, reason);
  gtk_stack_set_visible_child_name (self->stack, "failed");
}

/* What it holds --------------------------------------------------------------------------------- */

static void
show_number (AdwActionRow *row,
             guint         n)
{
  g_autofree char *words = g_strdup_printf ("%'u", n);

  adw_action_row_set_subtitle (row, words);
}

/* @n_now: memories of the journal, -1 if it cannot be read. */
static void
show_change (OmRestoreWindow *self,
             gint64           n_now)
{
  const char *kept = _("Nothing is deleted: the journal as it is now is kept beside the restored one, as a file of its own.");
  g_autofree char *words = NULL;

  if (n_now < 0)
    words = g_strdup (kept);
  else
    {
      g_autofree char *now = g_strdup_printf (ngettext ("Your journal has %'u memory now.", "Your journal has %'u memories now.",
                                                        (gulong) n_now),
                                              (guint) n_now);

      words = g_strdup_printf ("%s %s %s", now,
                               _("What was written or changed since the backup was made will not be in the restored one."), kept);
    }
  gtk_label_set_label (self->change_label, words);
  gtk_stack_set_visible_child_name (self->stack, "ask");
  gtk_widget_grab_focus (self->restore_button);
}

static void
counted_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr (OmRestoreWindow) self = data;
  g_autoptr (GArray) items = om_engine_list_finish (OM_ENGINE (source), result, NULL);

  if (self->session != NULL)
    show_change (self, items != NULL ? (gint64) items->len : -1);
}

static void
show_facts (OmRestoreWindow *self)
{
  OmSessionState state = om_session_get_state (self->session);
  const OmBackupFacts *facts = self->facts;
  g_autofree char *size = g_format_size (facts->bytes);

  show_number (self->entries_row, facts->whole ? facts->entries : self->backup->entries);
  show_number (self->binned_row, facts->binned);
  if (facts->last_recorded != 0)
    {
      OmMoment last = om_moment_at (facts->last_recorded, om_session_get_zone (self->session));
      g_autofree char *words = om_date_words_full (&last, om_session_get_zone (self->session));

      adw_action_row_set_subtitle (self->last_row, words);
    }
  gtk_widget_set_visible (GTK_WIDGET (self->last_row), facts->last_recorded != 0);
  gtk_widget_set_visible (GTK_WIDGET (self->binned_row), facts->whole);
  adw_action_row_set_subtitle (self->size_row, size);
  adw_action_row_set_subtitle (self->state_row, facts->whole ? _("In order: it was read from beginning to end.") : facts->problem);
  gtk_widget_set_sensitive (self->restore_button, facts->whole);
  if (state == OM_SESSION_OPEN || state == OM_SESSION_LOADED)
    om_engine_list_async (om_session_get_engine (self->session), NULL, OM_SORT_RECORDED, self->cancellable, counted_cb,
                          g_object_ref (self));
  else
    show_change (self, -1);
}

static void
look_thread (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  GError *error = NULL;
  OmBackupFacts *facts = om_backup_look (data, cancellable, &error);

  if (facts != NULL)
    g_task_return_pointer (task, facts, (GDestroyNotify) om_backup_facts_free);
  else
    g_task_return_error (task, error);
}

static void
looked_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  OmRestoreWindow *self = OM_RESTORE_WINDOW (source);
  g_autoptr (GError) error = NULL;
  OmBackupFacts *facts = g_task_propagate_pointer (G_TASK (result), &error);

  if (self->session == NULL)
    {
      om_backup_facts_free (facts);
      return;
    }
  self->facts = facts;
  if (facts != NULL)
    show_facts (self);
  else
    show_failure (self, error);
}

static void
look (OmRestoreWindow *self)
{
  OmMoment made = om_moment_at (self->backup->made_at, om_session_get_zone (self->session));
  g_autofree char *when = om_date_words_full (&made, om_session_get_zone (self->session));
  /* Translators: %s is a date with its time */
  g_autofree char *title = g_strdup_printf (_("Backup of %s"), when);
  g_autoptr (GTask) task = g_task_new (self, self->cancellable, looked_cb, NULL);

  adw_preferences_group_set_title (self->holds_group, title);
  g_task_set_source_tag (task, look);
  g_task_set_task_data (task, g_strdup (self->backup->path), g_free);
  g_task_run_in_thread (task, look_thread);
}

/* Restoring ------------------------------------------------------------------------------------- */

static gboolean
pulse_cb (gpointer data)
{
  gtk_progress_bar_pulse (OM_RESTORE_WINDOW (data)->progress_bar);
  return G_SOURCE_CONTINUE;
}

static void
show_report (OmRestoreWindow *self,
             const char      *aside)
{
  g_autofree char *words = g_strdup_printf (ngettext ("%'u memory is back.", "%'u memories are back.", self->facts->entries),
                                            self->facts->entries);
  g_autofree char *name = aside != NULL ? g_filename_display_name (aside) : NULL;
  /* Translators: %s is a file */
  g_autofree char *kept = name != NULL ? g_strdup_printf (_("The former journal is kept as %s."), name) : NULL;
  g_autofree char *text = kept != NULL ? g_strdup_printf ("%s\n%s", words, kept) : g_strdup (words);
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  if (aside != NULL)
    self->aside = g_file_new_for_path (aside);
  gtk_widget_set_visible (self->show_button, aside != NULL);
  adw_status_page_set_description (self->report_page, escaped);
  gtk_stack_set_visible_child_name (self->stack, "report");
}

static void
restored_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  g_autoptr (OmRestoreWindow) self = data;
  g_autoptr (GError) error = NULL;
  g_autofree char *aside = NULL;
  gboolean restored = om_session_restore_backup_finish (OM_SESSION (source), result, &aside, &error);

  g_clear_handle_id (&self->pulse_id, g_source_remove);
  if (self->session == NULL)
    return;
  if (restored)
    show_report (self, aside);
  else if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    gtk_window_close (GTK_WINDOW (self));
  else
    show_failure (self, error);
}

/* It has the same journal open, and would go on writing into the one that lies aside. */
static gboolean
is_written_elsewhere (void)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l != NULL; l = l->next)
    {
      if (OM_IS_QUICK_WINDOW (l->data))
        return TRUE;
    }
  return FALSE;
}

static void
restore_clicked_cb (GtkButton       *button,
                    OmRestoreWindow *self)
{
  if (is_written_elsewhere ())
    {
      g_autoptr (GError) error =
        g_error_new_literal (OM_ERROR, OM_ERROR_LOCKED,
                             _("The small window for a new memory is open. Close it, and try again."));

      show_failure (self, error);
      return;
    }
  gtk_stack_set_visible_child_name (self->stack, "progress");
  gtk_widget_grab_focus (self->cancel_button);
  self->pulse_id = g_timeout_add (PULSE_MS, pulse_cb, self);
  g_source_set_name_by_id (self->pulse_id, "[openmemory] restoring");
  om_session_restore_backup_async (self->session, self->backup->path, self->cancellable, restored_cb, g_object_ref (self));
}

static void
cancel_clicked_cb (GtkButton       *button,
                   OmRestoreWindow *self)
{
  gtk_widget_set_sensitive (self->cancel_button, FALSE);
  g_cancellable_cancel (self->cancellable);
}

static void
show_clicked_cb (GtkButton       *button,
                 OmRestoreWindow *self)
{
  if (self->aside != NULL)
    om_show_file (GTK_WINDOW (self), self->aside);
}

/* Object ---------------------------------------------------------------------------------------- */

static void
om_restore_window_dispose (GObject *object)
{
  OmRestoreWindow *self = OM_RESTORE_WINDOW (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_handle_id (&self->pulse_id, g_source_remove);
  g_clear_object (&self->session);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_RESTORE_WINDOW);

  G_OBJECT_CLASS (om_restore_window_parent_class)->dispose (object);
}

static void
om_restore_window_finalize (GObject *object)
{
  OmRestoreWindow *self = OM_RESTORE_WINDOW (object);

  om_backup_free (self->backup);
  om_backup_facts_free (self->facts);
  g_clear_object (&self->aside);
  g_object_unref (self->cancellable);

  G_OBJECT_CLASS (om_restore_window_parent_class)->finalize (object);
}

static void
om_restore_window_class_init (OmRestoreWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_restore_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_restore_window_finalize;

  g_type_ensure (OM_TYPE_WRAP_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-restore-window.ui");
  gtk_widget_class_bind_template_child (widget_class, OmRestoreWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, OmRestoreWindow, holds_group);
  gtk_widget_class_bind_template_child (widget_class, OmRestoreWindow, entries_row);
  gtk_widget_class_bind_template_child (widget_class, OmRestoreWindow, binned_row);
  gtk_widget_class_bind_template_child (widget_class, OmRestoreWindow, last_row);
  gtk_widget_class_bind_template_child (widget_class, OmRestoreWindow, size_row);
  gtk_widget_class_bind_template_child (widget_class, OmRestoreWindow, state_row);
  gtk_widget_class_bind_template_child (widget_class, OmRestoreWindow, change_label);
  gtk_widget_class_bind_template_child (widget_class, OmRestoreWindow, restore_button);
  gtk_widget_class_bind_template_child (widget_class, OmRestoreWindow, progress_bar);
  gtk_widget_class_bind_template_child (widget_class, OmRestoreWindow, cancel_button);
  gtk_widget_class_bind_template_child (widget_class, OmRestoreWindow, report_page);
  gtk_widget_class_bind_template_child (widget_class, OmRestoreWindow, show_button);
  gtk_widget_class_bind_template_child (widget_class, OmRestoreWindow, failed_page);
  gtk_widget_class_bind_template_callback (widget_class, restore_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, cancel_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, show_clicked_cb);

  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
om_restore_window_init (OmRestoreWindow *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_restore_window_new:
 * @session: whose journal would be replaced
 * @backup: what with
 * @parent: the window it belongs to
 *
 * Begins to read the backup at once.
 *
 * Returns: (transfer none): the window; GTK owns it
 */
OmRestoreWindow *
om_restore_window_new (OmSession      *session,
                       const OmBackup *backup,
                       GtkWindow      *parent)
{
  OmRestoreWindow *self;

  g_return_val_if_fail (OM_IS_SESSION (session), NULL);

  self = g_object_new (OM_TYPE_RESTORE_WINDOW, "transient-for", parent, NULL);
  self->session = g_object_ref (session);
  self->backup = om_backup_copy (backup);
  look (self);
  return self;
}
