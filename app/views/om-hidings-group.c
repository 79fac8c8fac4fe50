/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmHidingsGroup: three rows to name a tag, a name or a period, and a row for each that is hidden. A change
 * counts at once and can be taken back. It follows what the command or another window hides. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-hidings-group.h"

#include <glib/gi18n.h>

#include "engine/om-hiding.h"
#include "views/om-entry-row.h"
#include "views/om-hiding-acts.h"
#include "views/om-hiding-words.h"
#include "views/om-toast.h"

struct _OmHidingsGroup
{
  AdwPreferencesGroup parent_instance;

  GtkWidget    *tag_row;
  GtkWidget    *name_row;
  GtkWidget    *period_row;

  OmSession    *session;     /* (owned) (nullable) */
  gulong        changed_id;  /* of the session */
  GCancellable *cancellable; /* (owned) (nullable): asking under way */
  GPtrArray    *rows;        /* (owned) (element-type GtkWidget): of what is hidden; not owned */
};

G_DEFINE_FINAL_TYPE (OmHidingsGroup, om_hidings_group, ADW_TYPE_PREFERENCES_GROUP)

/* Choosing -------------------------------------------------------------------------------------- */

static void
tell_refused (OmHidingsGroup *self,
              GtkWidget      *row,
              const GError   *error)
{
  gtk_widget_add_css_class (row, "error");
  gtk_accessible_update_state (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_STATE_INVALID, GTK_ACCESSIBLE_INVALID_TRUE, -1);
  om_toast_show (row, error->message);
}

static void
apply_cb (AdwEntryRow    *row,
          OmHidingsGroup *self)
{
  const char *text = gtk_editable_get_text (GTK_EDITABLE (row));
  g_autoptr (GError) error = NULL;
  g_autoptr (OmHiding) hiding = GTK_WIDGET (row) == self->tag_row    ? om_hiding_new_tag (text, &error)
                                : GTK_WIDGET (row) == self->name_row ? om_hiding_new_name (text, &error)
                                                                     : om_hiding_new_period (text, &error);

  if (hiding == NULL)
    {
      tell_refused (self, GTK_WIDGET (row), error);
      return;
    }
  om_hiding_acts_change (self->session, GTK_WIDGET (self), hiding, TRUE);
  gtk_editable_set_text (GTK_EDITABLE (row), "");
}

static void
typed_cb (GtkEditable    *row,
          OmHidingsGroup *self)
{
  gtk_widget_remove_css_class (GTK_WIDGET (row), "error");
  gtk_accessible_reset_state (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_STATE_INVALID);
}

static void
remove_clicked_cb (GtkButton      *button,
                   OmHidingsGroup *self)
{
  const OmHiding *hiding = g_object_get_data (G_OBJECT (button), "hiding");

  /* The row goes; the keyboard stays with the list. */
  gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_BACKWARD);
  om_hiding_acts_change (self->session, GTK_WIDGET (self), hiding, FALSE);
}

/* Showing --------------------------------------------------------------------------------------- */

static void
add_row (OmHidingsGroup *self,
         const OmHiding *hiding)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *button = gtk_button_new_from_icon_name ("list-remove-symbolic");
  g_autofree char *title = om_hiding_words_title (hiding);
  g_autofree char *count = om_hiding_words_count (hiding);
  /* Translators: %s is what is hidden, such as: Tagged “work” */
  g_autofree char *label = g_strdup_printf (_("Show again: %s"), title);

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), count);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 0);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (button, "flat");
  gtk_widget_set_tooltip_text (button, _("Show Again"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  g_object_set_data_full (G_OBJECT (button), "hiding", om_hiding_copy (hiding), (GDestroyNotify) om_hiding_free);
  g_signal_connect_object (button, "clicked", G_CALLBACK (remove_clicked_cb), self, 0);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), button);
  adw_preferences_group_add (ADW_PREFERENCES_GROUP (self), row);
  g_ptr_array_add (self->rows, row);
}

static void
remove_rows (OmHidingsGroup *self)
{
  for (guint i = 0; i < self->rows->len; i++)
    adw_preferences_group_remove (ADW_PREFERENCES_GROUP (self), g_ptr_array_index (self->rows, i));
  g_ptr_array_set_size (self->rows, 0);
}

static void
listed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (OmHidingsGroup) self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) hidings = om_engine_list_hidings_finish (OM_ENGINE (source), result, &error);

  if (hidings == NULL || self->session == NULL)
    {
      if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_debug ("What is hidden could not be read: %s", error->message);
      return;
    }
  remove_rows (self);
  for (guint i = 0; i < hidings->len; i++)
    add_row (self, g_ptr_array_index (hidings, i));
}

static void
update (OmHidingsGroup *self)
{
  OmSessionState state = om_session_get_state (self->session);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  if (state != OM_SESSION_OPEN && state != OM_SESSION_LOADED)
    return;
  self->cancellable = g_cancellable_new ();
  om_engine_list_hidings_async (om_session_get_engine (self->session), self->cancellable, listed_cb, g_object_ref (self));
}

static void
om_hidings_group_dispose (GObject *object)
{
  OmHidingsGroup *self = OM_HIDINGS_GROUP (object);

  om_hidings_group_set_session (self, NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_HIDINGS_GROUP);

  G_OBJECT_CLASS (om_hidings_group_parent_class)->dispose (object);
}

static void
om_hidings_group_finalize (GObject *object)
{
  g_ptr_array_unref (OM_HIDINGS_GROUP (object)->rows);

  G_OBJECT_CLASS (om_hidings_group_parent_class)->finalize (object);
}

static void
om_hidings_group_class_init (OmHidingsGroupClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_hidings_group_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_hidings_group_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-hidings-group.ui");
  gtk_widget_class_bind_template_child (widget_class, OmHidingsGroup, tag_row);
  gtk_widget_class_bind_template_child (widget_class, OmHidingsGroup, name_row);
  gtk_widget_class_bind_template_child (widget_class, OmHidingsGroup, period_row);
  gtk_widget_class_bind_template_callback (widget_class, apply_cb);
  gtk_widget_class_bind_template_callback (widget_class, typed_cb);
}

static void
om_hidings_group_init (OmHidingsGroup *self)
{
  self->rows = g_ptr_array_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  om_entry_row_name_field (self->tag_row);
  om_entry_row_name_field (self->name_row);
  om_entry_row_name_field (self->period_row);
}

/**
 * om_hidings_group_set_session:
 * @session: (nullable): whose journal; %NULL lets go of it and of what is shown
 */
void
om_hidings_group_set_session (OmHidingsGroup *self,
                              OmSession      *session)
{
  g_return_if_fail (OM_IS_HIDINGS_GROUP (self));

  if (self->session != NULL)
    {
      g_cancellable_cancel (self->cancellable);
      g_clear_object (&self->cancellable);
      g_clear_signal_handler (&self->changed_id, self->session);
      remove_rows (self);
    }
  g_set_object (&self->session, session);
  if (session == NULL)
    return;
  self->changed_id = g_signal_connect_swapped (session, "changed", G_CALLBACK (update), self);
  update (self);
}
