/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmRemindDialog: in how long, or on which day, a memory wants to be seen; or no more. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-remind-dialog.h"

#include <glib/gi18n.h>

#include "engine/om-reminders.h"
#include "views/om-reminder-acts.h"

struct _OmRemindDialog
{
  AdwWindow parent_instance;

  GtkLabel     *present_label;
  GtkListBox   *choices_list;
  GtkCalendar  *calendar;
  GtkWidget    *off_button;

  GtkWidget    *widget;      /* (owned): where the toast is shown */
  OmSession    *session;     /* (owned) */
  char         *id;          /* (owned) */
  GCancellable *cancellable; /* (owned): of asking for the present reminder */
  guint         chosen;
};

/* Calendar days and months from today; the last is the day of the calendar. */
static const struct
{
  const char *words;
  int         days;
  int         months;
} choices[] = {
  { N_("In Three Days"), 3, 0 },   { N_("In a Week"), 7, 0 },  { N_("In a Month"), 0, 1 },
  { N_("In Three Months"), 0, 3 }, { N_("In a Year"), 0, 12 }, { N_("On a Day"), 0, 0 },
};

#define ON_A_DAY (G_N_ELEMENTS (choices) - 1)

G_DEFINE_FINAL_TYPE (OmRemindDialog, om_remind_dialog, ADW_TYPE_WINDOW)

static GDateTime *
dup_now (OmRemindDialog *self)
{
  OmMoment now = om_moment_at (om_engine_now (om_session_get_engine (self->session)), om_session_get_zone (self->session));

  return om_moment_to_local (&now);
}

/* When that is, ms UTC. */
static gint64
due_of (OmRemindDialog *self,
        guint           choice)
{
  g_autoptr (GDateTime) now = dup_now (self);
  g_autoptr (GDateTime) day = NULL;

  if (choice == ON_A_DAY)
    day = gtk_calendar_get_date (self->calendar);
  else if (now != NULL)
    day = g_date_time_add_full (now, 0, choices[choice].months, choices[choice].days, 0, 0, 0);
  if (day == NULL)
    return 0;
  return om_engine_get_reminder_morning (om_session_get_engine (self->session),
                                         om_date_to_day_number (g_date_time_get_year (day), g_date_time_get_month (day),
                                                                g_date_time_get_day_of_month (day)));
}

static void
update (OmRemindDialog *self)
{
  gint64 due_at = due_of (self, self->chosen);

  gtk_widget_set_visible (GTK_WIDGET (self->calendar), self->chosen == ON_A_DAY);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "remind.set", due_at > om_engine_now (om_session_get_engine (self->session)));
}

static void
toggled_cb (GtkCheckButton *check,
            OmRemindDialog *self)
{
  if (!gtk_check_button_get_active (check))
    return;
  self->chosen = GPOINTER_TO_UINT (g_object_get_data (G_OBJECT (check), "choice"));
  update (self);
}

static void
day_selected_cb (GtkCalendar    *calendar,
                 OmRemindDialog *self)
{
  if (self->session != NULL)
    update (self);
}

static void
add_choices (OmRemindDialog *self)
{
  GtkCheckButton *first = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (choices); i++)
    {
      GtkWidget *row = adw_action_row_new ();
      GtkWidget *check = gtk_check_button_new ();
      g_autofree char *when = i != ON_A_DAY ? om_reminder_acts_when (self->session, due_of (self, i)) : NULL;

      if (first != NULL)
        gtk_check_button_set_group (GTK_CHECK_BUTTON (check), first);
      else
        first = GTK_CHECK_BUTTON (check);
      gtk_widget_set_valign (check, GTK_ALIGN_CENTER);
      gtk_accessible_update_property (GTK_ACCESSIBLE (check), GTK_ACCESSIBLE_PROPERTY_LABEL, _(choices[i].words), -1);
      g_object_set_data (G_OBJECT (check), "choice", GUINT_TO_POINTER (i));
      g_signal_connect_object (check, "toggled", G_CALLBACK (toggled_cb), self, 0);
      adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
      adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _(choices[i].words));
      if (when != NULL)
        adw_action_row_set_subtitle (ADW_ACTION_ROW (row), when);
      adw_action_row_add_prefix (ADW_ACTION_ROW (row), check);
      adw_action_row_set_activatable_widget (ADW_ACTION_ROW (row), check);
      gtk_list_box_append (self->choices_list, row);
    }
  gtk_check_button_set_active (first, TRUE);
}

static void
present_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  GWeakRef *dialog = data;
  g_autoptr (OmRemindDialog) self = g_weak_ref_get (dialog);
  g_autoptr (OmReminder) reminder = om_engine_get_reminder_finish (OM_ENGINE (source), result, NULL);
  g_autofree char *when = NULL;
  g_autofree char *words = NULL;

  g_weak_ref_clear (dialog);
  g_free (dialog);
  if (reminder == NULL || reminder->due_at == 0 || self == NULL || self->session == NULL)
    return;
  when = om_reminder_acts_when (self->session, reminder->due_at);
  /* Translators: %s is a day. */
  words = g_strdup_printf (_("So far it wants to be seen on %s."), when);
  gtk_label_set_label (self->present_label, words);
  gtk_widget_set_visible (GTK_WIDGET (self->present_label), TRUE);
  gtk_widget_set_visible (self->off_button, TRUE);
}

static void
set_action_cb (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  OmRemindDialog *self = OM_REMIND_DIALOG (widget);

  om_reminder_acts_set (self->session, self->widget, self->id, g_str_equal (name, "remind.off") ? 0 : due_of (self, self->chosen));
  gtk_window_close (GTK_WINDOW (self));
}

static void
om_remind_dialog_dispose (GObject *object)
{
  OmRemindDialog *self = OM_REMIND_DIALOG (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->session);
  g_clear_object (&self->widget);
  gtk_widget_dispose_template (GTK_WIDGET (object), OM_TYPE_REMIND_DIALOG);

  G_OBJECT_CLASS (om_remind_dialog_parent_class)->dispose (object);
}

static void
om_remind_dialog_finalize (GObject *object)
{
  OmRemindDialog *self = OM_REMIND_DIALOG (object);

  g_object_unref (self->cancellable);
  g_free (self->id);

  G_OBJECT_CLASS (om_remind_dialog_parent_class)->finalize (object);
}

static void
om_remind_dialog_class_init (OmRemindDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_remind_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_remind_dialog_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-remind-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, OmRemindDialog, present_label);
  gtk_widget_class_bind_template_child (widget_class, OmRemindDialog, choices_list);
  gtk_widget_class_bind_template_child (widget_class, OmRemindDialog, calendar);
  gtk_widget_class_bind_template_child (widget_class, OmRemindDialog, off_button);
  gtk_widget_class_bind_template_callback (widget_class, day_selected_cb);

  gtk_widget_class_install_action (widget_class, "remind.set", NULL, set_action_cb);
  gtk_widget_class_install_action (widget_class, "remind.off", NULL, set_action_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
om_remind_dialog_init (OmRemindDialog *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_remind_dialog_new:
 * @widget: what it belongs to: its window is the dialog's parent, and the toast appears there
 * @session: whose journal
 * @id: a memory
 *
 * Returns: (transfer none): the dialog, not shown yet; GTK owns it
 */
OmRemindDialog *
om_remind_dialog_new (GtkWidget  *widget,
                      OmSession  *session,
                      const char *id)
{
  OmRemindDialog *self = g_object_new (OM_TYPE_REMIND_DIALOG, "transient-for", gtk_widget_get_root (widget), NULL);
  GWeakRef *asking = g_new (GWeakRef, 1);

  self->widget = g_object_ref (widget);
  self->session = g_object_ref (session);
  self->id = g_strdup (id);
  add_choices (self);
  update (self);
  /* A window that is kept longer than its parent lives is none that GTK can let go of. */
  g_weak_ref_init (asking, self);
  om_engine_get_reminder_async (om_session_get_engine (session), id, self->cancellable, present_cb, asking);
  return self;
}
