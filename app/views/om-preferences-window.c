/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmPreferencesWindow: what can be chosen once for all, and where the journal lies. Every choice counts
 * at once. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-preferences-window.h"

#include <glib/gi18n.h>

struct _OmPreferencesWindow
{
  AdwPreferencesWindow parent_instance;

  AdwActionRow *place_row;
  GtkSwitch    *lived_switch;

  GSettings    *settings; /* (owned) */
  char         *path;     /* (owned) (nullable): of the journal */
};

G_DEFINE_FINAL_TYPE (OmPreferencesWindow, om_preferences_window, ADW_TYPE_PREFERENCES_WINDOW)

static void
open_folder_clicked_cb (GtkButton           *button,
                        OmPreferencesWindow *self)
{
  g_autofree char *folder = g_path_get_dirname (self->path);
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  g_autofree char *uri = g_file_get_uri (file);

  gtk_show_uri (GTK_WINDOW (self), uri, GDK_CURRENT_TIME);
}

static void
open_another_cb (AdwActionRow        *row,
                 OmPreferencesWindow *self)
{
  GtkWindow *parent = gtk_window_get_transient_for (GTK_WINDOW (self));

  if (parent != NULL)
    gtk_widget_activate_action (GTK_WIDGET (parent), "win.open-another", NULL);
  gtk_window_close (GTK_WINDOW (self));
}

static void
om_preferences_window_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), OM_TYPE_PREFERENCES_WINDOW);

  G_OBJECT_CLASS (om_preferences_window_parent_class)->dispose (object);
}

static void
om_preferences_window_finalize (GObject *object)
{
  OmPreferencesWindow *self = OM_PREFERENCES_WINDOW (object);

  g_clear_object (&self->settings);
  g_free (self->path);

  G_OBJECT_CLASS (om_preferences_window_parent_class)->finalize (object);
}

static void
om_preferences_window_class_init (OmPreferencesWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_preferences_window_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_preferences_window_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-preferences-window.ui");
  gtk_widget_class_bind_template_child (widget_class, OmPreferencesWindow, place_row);
  gtk_widget_class_bind_template_child (widget_class, OmPreferencesWindow, lived_switch);
  gtk_widget_class_bind_template_callback (widget_class, open_folder_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, open_another_cb);
}

static void
om_preferences_window_init (OmPreferencesWindow *self)
{
  self->settings = g_settings_new (APP_ID);
  gtk_widget_init_template (GTK_WIDGET (self));
  g_settings_bind (self->settings, "import-as-if-lived", self->lived_switch, "active", G_SETTINGS_BIND_DEFAULT);
}

/**
 * om_preferences_window_new:
 * @session: the journal it tells about
 * @parent: the window it belongs to
 *
 * Returns: (transfer none): the window; GTK owns it
 */
OmPreferencesWindow *
om_preferences_window_new (OmSession *session,
                           GtkWindow *parent)
{
  OmPreferencesWindow *self;
  g_autofree char *name = NULL;

  g_return_val_if_fail (OM_IS_SESSION (session), NULL);

  self = g_object_new (OM_TYPE_PREFERENCES_WINDOW, "transient-for", parent, NULL);
  self->path = g_strdup (om_session_get_path (session));
  name = g_filename_display_name (self->path);
  adw_action_row_set_subtitle (self->place_row, name);
  return self;
}
