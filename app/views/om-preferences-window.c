/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmPreferencesWindow: what can be chosen once for all, and where the journal lies. Every choice counts
 * at once. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-preferences-window.h"

#include <glib/gi18n.h>

#include "views/om-backups-page.h"
#include "views/om-child-window.h"
#include "views/om-hidings-group.h"
#include "views/om-privacy-page.h"
#include "views/om-setting-row.h"
#include "views/om-toast.h"

struct _OmPreferencesWindow
{
  AdwPreferencesWindow parent_instance;

  AdwActionRow        *place_row;
  GtkSwitch           *markdown_switch;
  GtkSwitch           *lived_switch;
  AdwPreferencesPage  *memory_page;
  OmPrivacyPage       *privacy_page;
  OmBackupsPage       *backups_page;
  AdwPreferencesPage  *advanced_page;
  AdwPreferencesGroup *memory_group;
  AdwPreferencesGroup *look_back_group;
  OmHidingsGroup      *hidings_group;
  AdwPreferencesGroup *traits_group;
  AdwPreferencesGroup *constants_group;
  GtkWidget           *reset_all_button;
  GtkWidget           *rows[OM_N_SETTINGS]; /* not owned */

  GSettings           *settings; /* (owned) */
  OmSession           *session;  /* (owned) (nullable) */
  char                *path;     /* (owned) (nullable): of the journal */
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

/* Settings of the journal ----------------------------------------------------------------------- */

static void
show_message (OmPreferencesWindow *self,
              const char          *message)
{
  om_toast_show (GTK_WIDGET (self), message);
}

static void
failed_cb (OmSettingRow        *row,
           const char          *message,
           OmPreferencesWindow *self)
{
  show_message (self, message);
}

/* The numbers that differ from the published ones, with what they are. Returns how many. */
static guint
find_chosen (OmPreferencesWindow *self,
             OmSettingChange      chosen[OM_N_SETTINGS])
{
  OmEngine *engine = om_session_get_engine (self->session);
  guint n = 0;

  for (int i = 0; i < OM_N_SETTINGS; i++)
    {
      double value = om_engine_get_setting (engine, i);

      if (om_setting_get_group (i) == OM_SETTING_GROUP_CONSTANTS && value != om_setting_get_default (i))
        chosen[n++] = (OmSettingChange){ i, FALSE, value };
    }
  return n;
}

static void
session_changed_cb (OmPreferencesWindow *self)
{
  OmSessionState state = om_session_get_state (self->session);
  gboolean open = state == OM_SESSION_OPEN || state == OM_SESSION_LOADED;
  OmSettingChange chosen[OM_N_SETTINGS];

  gtk_widget_set_sensitive (GTK_WIDGET (self->memory_page), open);
  gtk_widget_set_sensitive (GTK_WIDGET (self->advanced_page), open);
  gtk_widget_set_sensitive (self->reset_all_button, find_chosen (self, chosen) > 0);
}

static void
changed_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr (OmPreferencesWindow) self = OM_PREFERENCES_WINDOW (data);
  g_autoptr (GError) error = NULL;

  if (!om_engine_change_settings_finish (OM_ENGINE (source), result, &error) && self->session != NULL)
    show_message (self, error->message);
}

static void
change (OmPreferencesWindow   *self,
        const OmSettingChange *changes,
        guint                  n_changes)
{
  om_engine_change_settings_async (om_session_get_engine (self->session), changes, n_changes, NULL, changed_cb,
                                   g_object_ref (self));
}

static void
undo_reset_cb (AdwToast            *toast,
               OmPreferencesWindow *self)
{
  gsize length;
  const OmSettingChange *former = g_bytes_get_data (g_object_get_data (G_OBJECT (toast), "former"), &length);

  change (self, former, (guint) (length / sizeof *former));
}

static void
reset_all_clicked_cb (GtkButton           *button,
                      OmPreferencesWindow *self)
{
  OmSettingChange chosen[OM_N_SETTINGS];
  OmSettingChange changes[OM_N_SETTINGS];
  guint n = find_chosen (self, chosen);
  AdwToast *toast = om_toast_new (_("All numbers are as published"));

  for (guint i = 0; i < n; i++)
    changes[i] = (OmSettingChange){ chosen[i].setting, TRUE, 0 };
  change (self, changes, n);
  adw_toast_set_button_label (toast, _("_Undo"));
  g_object_set_data_full (G_OBJECT (toast), "former", g_bytes_new (chosen, n * sizeof *chosen),
                          (GDestroyNotify) g_bytes_unref);
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (undo_reset_cb), self, 0);
  om_toast_add (GTK_WIDGET (self), toast);
}

static AdwPreferencesGroup *
group_of (OmPreferencesWindow *self,
          OmSetting            setting)
{
  switch (om_setting_get_group (setting))
    {
    case OM_SETTING_GROUP_MEMORY:
      return self->memory_group;
    case OM_SETTING_GROUP_LOOK_BACK:
      return self->look_back_group;
    case OM_SETTING_GROUP_TRAITS:
      return self->traits_group;
    case OM_SETTING_GROUP_CONSTANTS:
    default:
      return self->constants_group;
    }
}

static void
add_settings (OmPreferencesWindow *self)
{
  for (int i = 0; i < OM_N_SETTINGS; i++)
    {
      self->rows[i] = om_setting_row_new (self->session, i);
      g_signal_connect_object (self->rows[i], "failed", G_CALLBACK (failed_cb), self, 0);
      adw_preferences_group_add (group_of (self, i), self->rows[i]);
    }
}

/* Groups outlive their window in libadwaita 1.2, and with them the rows would hold the journal. */
static void
remove_settings (OmPreferencesWindow *self)
{
  for (int i = 0; i < OM_N_SETTINGS && self->rows[i] != NULL; i++)
    adw_preferences_group_remove (group_of (self, i), g_steal_pointer (&self->rows[i]));
  if (self->hidings_group != NULL)
    om_hidings_group_set_session (self->hidings_group, NULL);
  if (self->privacy_page != NULL)
    om_privacy_page_set_session (self->privacy_page, NULL);
  if (self->backups_page != NULL)
    om_backups_page_set_session (self->backups_page, NULL);
  g_clear_object (&self->session);
}

static void
om_preferences_window_dispose (GObject *object)
{
  remove_settings (OM_PREFERENCES_WINDOW (object));
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

  g_type_ensure (OM_TYPE_HIDINGS_GROUP);
  g_type_ensure (OM_TYPE_BACKUPS_PAGE);
  g_type_ensure (OM_TYPE_PRIVACY_PAGE);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-preferences-window.ui");
  gtk_widget_class_bind_template_child (widget_class, OmPreferencesWindow, place_row);
  gtk_widget_class_bind_template_child (widget_class, OmPreferencesWindow, markdown_switch);
  gtk_widget_class_bind_template_child (widget_class, OmPreferencesWindow, lived_switch);
  gtk_widget_class_bind_template_child (widget_class, OmPreferencesWindow, memory_page);
  gtk_widget_class_bind_template_child (widget_class, OmPreferencesWindow, privacy_page);
  gtk_widget_class_bind_template_child (widget_class, OmPreferencesWindow, backups_page);
  gtk_widget_class_bind_template_child (widget_class, OmPreferencesWindow, advanced_page);
  gtk_widget_class_bind_template_child (widget_class, OmPreferencesWindow, memory_group);
  gtk_widget_class_bind_template_child (widget_class, OmPreferencesWindow, look_back_group);
  gtk_widget_class_bind_template_child (widget_class, OmPreferencesWindow, traits_group);
  gtk_widget_class_bind_template_child (widget_class, OmPreferencesWindow, hidings_group);
  gtk_widget_class_bind_template_child (widget_class, OmPreferencesWindow, constants_group);
  gtk_widget_class_bind_template_child (widget_class, OmPreferencesWindow, reset_all_button);
  gtk_widget_class_bind_template_callback (widget_class, reset_all_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, open_folder_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, open_another_cb);
}

static void
om_preferences_window_init (OmPreferencesWindow *self)
{
  self->settings = g_settings_new (APP_ID);
  gtk_widget_init_template (GTK_WIDGET (self));
  g_settings_bind (self->settings, "show-markdown", self->markdown_switch, "active", G_SETTINGS_BIND_DEFAULT);
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

  self = g_object_new (OM_TYPE_PREFERENCES_WINDOW, NULL);
  om_child_window_attach (GTK_WINDOW (self), parent);
  self->path = g_strdup (om_session_get_path (session));
  name = g_filename_display_name (self->path);
  adw_action_row_set_subtitle (self->place_row, name);
  self->session = g_object_ref (session);
  add_settings (self);
  om_hidings_group_set_session (self->hidings_group, session);
  om_privacy_page_set_session (self->privacy_page, session);
  om_backups_page_set_session (self->backups_page, session);
  g_signal_connect_object (session, "changed", G_CALLBACK (session_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (session_changed_cb), self, G_CONNECT_SWAPPED);
  session_changed_cb (self);
  return self;
}
