/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmApplication: start, actions, one window a store. A second start with the same store brings its
 * window to the front and ends; one with another store opens a window of its own, so that no two
 * stores ever mix. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "om-application.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <signal.h>

#include "archive/om-sample-journal.h"
#include "om-reminding.h"
#include "om-serving.h"
#include "views/om-help-window.h"
#include "views/om-quick-window.h"
#include "views/om-window.h"

/* How long a service that nobody needs waits for the next call. */
#define IDLE_MS 10000

/* How long saving may take when the session of the desktop ends, before the program ends anyway. */
#define LAST_SAVE_S 10

struct _OmApplication
{
  AdwApplication parent_instance;

  guint term_id;
  guint int_id;
  guint hangup_id;
  guint last_save_id;

  OmServing   *serving;   /* (owned): other programs */
  OmReminding *reminding; /* (owned) */
};

G_DEFINE_FINAL_TYPE (OmApplication, om_application, ADW_TYPE_APPLICATION)

static GtkWindow *
find_window (OmApplication *self,
             const char    *path)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    {
      if (OM_IS_WINDOW (l->data) &&
          g_strcmp0 (om_session_get_path (om_window_get_session (l->data)), path) == 0)
        return l->data;
    }

  return NULL;
}

/* Actions --------------------------------------------------------------------------------------- */

static void
close_all (OmApplication *self,
           gboolean       ask)
{
  /* Closing changes the list, and takes the windows along that belong to one. */
  g_autoptr (GPtrArray) windows = g_ptr_array_new_with_free_func (g_object_unref);

  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    g_ptr_array_add (windows, g_object_ref (l->data));
  for (guint i = 0; i < windows->len; i++)
    {
      gpointer window = g_ptr_array_index (windows, i);

      if (OM_IS_WINDOW (window))
        om_window_close_when_saved (window, ask);
      else if (OM_IS_QUICK_WINDOW (window))
        om_quick_window_close_when_saved (window);
      else if (OM_IS_HELP_WINDOW (window))
        gtk_window_close (window);
    }
}

static void
quit_soon_cb (gpointer data)
{
  g_autoptr (OmApplication) self = data;

  close_all (self, TRUE);
}

static void
quit_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       data)
{
  /* Not while the key is still handled: it may have come from a window that goes with the one it belongs to, and
   * GTK 4.8 holds it longer than that one. */
  g_idle_add_once (quit_soon_cb, g_object_ref (data));
}

static void
about_cb (GSimpleAction *action,
          GVariant      *parameter,
          gpointer       data)
{
  OmApplication *self = data;
  const char *developers[] = { _("The OpenMemory Desktop contributors"), NULL };
  /* Names of projects, as they write themselves. */
  static const char *const models[] = { "OpenMemory (HSG)", "neuromem", "Ombre-Brain", NULL };
  GtkWidget *about = adw_about_window_new ();

  g_object_set (about,
                "transient-for", gtk_application_get_active_window (GTK_APPLICATION (self)),
                "modal", TRUE,
                "destroy-with-parent", TRUE,
                "application-name", _("OpenMemory"),
                "application-icon", APP_ID,
                "version", PACKAGE_VERSION,
                "developer-name", developers[0],
                "developers", developers,
                "comments", _("A journal and a memory of your own: write, remember, recall. "
                              "Everything stays on this computer."),
                "license-type", GTK_LICENSE_GPL_3_0,
                "translator-credits", _("translator-credits"),
                NULL);
  adw_about_window_add_acknowledgement_section (ADW_ABOUT_WINDOW (about), _("Models of memory"),
                                                (const char **) models);
  gtk_window_present (GTK_WINDOW (about));
}

/* About the page that is looked at. */
static void
help_cb (GSimpleAction *action,
         GVariant      *parameter,
         gpointer       data)
{
  GtkApplication *application = data;
  GtkWindow *window = gtk_application_get_active_window (application);

  om_help_window_show (application, OM_IS_WINDOW (window) ? om_window_get_page (OM_WINDOW (window)) : NULL);
}

static void
session_gone_cb (gpointer  data,
                 GObject  *where)
{
  g_application_release (G_APPLICATION (data));
}

/* The program lives until the store is closed, which goes on after its window is gone. */
static void
hold_for (OmApplication *self,
          OmSession     *session)
{
  g_application_hold (G_APPLICATION (self));
  g_object_weak_ref (G_OBJECT (session), session_gone_cb, self);
}

static void
show_quick_window (OmApplication *self)
{
  g_autoptr (OmSession) session = NULL;

  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (self)); l != NULL; l = l->next)
    {
      if (OM_IS_QUICK_WINDOW (l->data))
        {
          gtk_window_present (l->data);
          return;
        }
    }
  session = om_session_new (NULL, FALSE);
  hold_for (self, session);
  om_session_open (session);
  gtk_window_present (GTK_WINDOW (om_quick_window_new (GTK_APPLICATION (self), session)));
}

/* Of the menu entry on the desktop. */
static void
new_memory_cb (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       data)
{
  show_quick_window (data);
}

static void
open_own_cb (GSimpleAction *action,
             GVariant      *parameter,
             gpointer       data)
{
  om_application_show_store (data, NULL, FALSE);
}

static void
open_sample_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       data)
{
  om_application_show_store (data, NULL, TRUE);
}

static void
open_store_cb (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       data)
{
  om_application_show_store (data, g_variant_get_string (parameter, NULL), FALSE);
}

/* Of notifications ------------------------------------------------------------------------------ */

static void
show_memory_cb (GSimpleAction *action,
                GVariant      *parameter,
                gpointer       data)
{
  om_window_open_memory (OM_WINDOW (om_application_show_store (data, NULL, FALSE)), g_variant_get_string (parameter, NULL));
}

static void
show_today_cb (GSimpleAction *action,
               GVariant      *parameter,
               gpointer       data)
{
  GtkWindow *window = om_application_show_store (data, NULL, FALSE);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "today");
}

static void
answer_reminder_cb (GSimpleAction *action,
                    GVariant      *parameter,
                    gpointer       data)
{
  const char *id;
  const char *answer;

  g_variant_get (parameter, "(&s&s)", &id, &answer);
  om_reminding_answer (OM_APPLICATION (data)->reminding, id, answer);
}

static const GActionEntry actions[] = {
  { "quit", quit_cb },
  { "help", help_cb },
  { "about", about_cb },
  { "new-memory", new_memory_cb },
  { "quick-capture", new_memory_cb },
  { "open-own", open_own_cb },
  { "open-sample", open_sample_cb },
  { "open-store", open_store_cb, "s" },
  { "show-memory", show_memory_cb, "s" },
  { "show-today", show_today_cb },
  { "answer-reminder", answer_reminder_cb, "(ss)" },
};

static const struct
{
  const char *action;
  const char *accels[3];
} accels[] = {
  { "win.new-memory", { "<Primary>n" } },
  { "win.search", { "<Primary>f" } },
  { "win.export", { "<Primary><Shift>e" } },
  { "win.preferences", { "<Primary>comma" } },
  { "win.show-page::today", { "<Alt>1" } },
  { "win.show-page::memories", { "<Alt>2" } },
  { "win.show-page::graph", { "<Alt>3" } },
  { "win.show-page::salience", { "<Alt>4" } },
  { "win.show-page::traits", { "<Alt>5" } },
  { "app.help", { "F1" } },
  { "window.close", { "<Primary>w" } },
  { "app.quit", { "<Primary>q" } },
};

/* The session of the desktop ends ----------------------------------------------------------------- */

static gboolean
last_save_cb (gpointer data)
{
  OmApplication *self = data;

  self->last_save_id = 0;
  g_application_quit (G_APPLICATION (self));
  return G_SOURCE_REMOVE;
}

static gboolean
terminate_cb (gpointer data)
{
  OmApplication *self = data;

  if (self->last_save_id == 0)
    {
      self->last_save_id = g_timeout_add_seconds (LAST_SAVE_S, last_save_cb, self);
      g_source_set_name_by_id (self->last_save_id, "[openmemory] last save");
    }
  close_all (self, FALSE);
  if (gtk_application_get_windows (GTK_APPLICATION (self)) == NULL)
    g_application_quit (G_APPLICATION (self));
  return G_SOURCE_CONTINUE;
}

/* Object ---------------------------------------------------------------------------------------- */

static const GOptionEntry options[] = {
  { "store", 's', G_OPTION_FLAG_NONE, G_OPTION_ARG_FILENAME, NULL, N_("Open the memory store in FILE"), N_("FILE") },
  { "sample", 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE, NULL, N_("Open the sample journal, in a store of its own"),
    NULL },
  { "new", 'n', G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE, NULL, N_("Write a new memory in a small window"), NULL },
  { "version", 'v', G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE, NULL, N_("Print the version and exit"), NULL },
  { NULL }
};

static int
om_application_handle_local_options (GApplication *application,
                                     GVariantDict *dict)
{
  if (g_variant_dict_contains (dict, "version"))
    {
      g_print ("OpenMemory %s\n", PACKAGE_VERSION);
      return 0;
    }
  if (g_variant_dict_contains (dict, "sample") && g_variant_dict_contains (dict, "store"))
    {
      g_printerr ("%s\n", _("--sample opens a store of its own: give either --sample or --store."));
      return 2;
    }
  return -1;
}

static int
om_application_command_line (GApplication            *application,
                             GApplicationCommandLine *line)
{
  OmApplication *self = OM_APPLICATION (application);
  GVariantDict *dict = g_application_command_line_get_options_dict (line);
  const char *name = NULL;
  g_autofree char *path = NULL;
  GtkWindow *window;

  if (g_variant_dict_lookup (dict, "store", "^&ay", &name))
    {
      g_autoptr (GFile) file = g_application_command_line_create_file_for_arg (line, name);

      path = g_file_get_path (file);
    }
  if (g_variant_dict_contains (dict, "new") && path == NULL && !g_variant_dict_contains (dict, "sample"))
    {
      show_quick_window (self);
      return 0;
    }
  window = om_application_show_store (self, path, g_variant_dict_contains (dict, "sample"));
  if (g_variant_dict_contains (dict, "new"))
    om_window_write (OM_WINDOW (window));
  return 0;
}

/* Before the name is owned, so that no early call is lost. */
static gboolean
om_application_dbus_register (GApplication    *application,
                              GDBusConnection *connection,
                              const char      *path,
                              GError         **error)
{
  return G_APPLICATION_CLASS (om_application_parent_class)->dbus_register (application, connection, path, error) &&
         om_serving_export (OM_APPLICATION (application)->serving, connection, error);
}

static void
om_application_dbus_unregister (GApplication    *application,
                                GDBusConnection *connection,
                                const char      *path)
{
  OmApplication *self = OM_APPLICATION (application);

  if (self->serving != NULL)
    om_serving_unexport (self->serving);
  G_APPLICATION_CLASS (om_application_parent_class)->dbus_unregister (application, connection, path);
}

static void
om_application_activate (GApplication *application)
{
  om_application_show_store (OM_APPLICATION (application), NULL, FALSE);
}

static void
om_application_startup (GApplication *application)
{
  OmApplication *self = OM_APPLICATION (application);

  /* Asked for the first time later on, when the kind of a file has been guessed already, GLib reads its tables
   * once more and forgets to free the first ones. */
  g_content_type_get_mime_dirs ();
  G_APPLICATION_CLASS (om_application_parent_class)->startup (application);

  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  for (gsize i = 0; i < G_N_ELEMENTS (accels); i++)
    gtk_application_set_accels_for_action (GTK_APPLICATION (self), accels[i].action, (const char **) accels[i].accels);

  if ((g_application_get_flags (application) & G_APPLICATION_IS_SERVICE) != 0)
    g_application_set_inactivity_timeout (application, IDLE_MS);
  self->term_id = g_unix_signal_add (SIGTERM, terminate_cb, self);
  self->int_id = g_unix_signal_add (SIGINT, terminate_cb, self);
  self->hangup_id = g_unix_signal_add (SIGHUP, terminate_cb, self);
  om_reminding_start (self->reminding);
}

static void
om_application_shutdown (GApplication *application)
{
  OmApplication *self = OM_APPLICATION (application);

  g_clear_handle_id (&self->term_id, g_source_remove);
  g_clear_handle_id (&self->int_id, g_source_remove);
  g_clear_handle_id (&self->hangup_id, g_source_remove);
  g_clear_handle_id (&self->last_save_id, g_source_remove);
  om_reminding_stop (self->reminding);
  g_clear_object (&self->serving);

  G_APPLICATION_CLASS (om_application_parent_class)->shutdown (application);
}

static void
om_application_dispose (GObject *object)
{
  g_clear_object (&OM_APPLICATION (object)->serving);
  g_clear_object (&OM_APPLICATION (object)->reminding);

  G_OBJECT_CLASS (om_application_parent_class)->dispose (object);
}

static void
om_application_class_init (OmApplicationClass *klass)
{
  GApplicationClass *application_class = G_APPLICATION_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_application_dispose;
  application_class->dbus_register = om_application_dbus_register;
  application_class->dbus_unregister = om_application_dbus_unregister;
  application_class->handle_local_options = om_application_handle_local_options;
  application_class->command_line = om_application_command_line;
  application_class->activate = om_application_activate;
  application_class->startup = om_application_startup;
  application_class->shutdown = om_application_shutdown;
}

static void
om_application_init (OmApplication *self)
{
  g_application_add_main_option_entries (G_APPLICATION (self), options);
  self->serving = om_serving_new (GTK_APPLICATION (self));
  self->reminding = om_reminding_new (G_APPLICATION (self));
}

/**
 * om_application_new:
 * @flags: %G_APPLICATION_HANDLES_COMMAND_LINE for the program; tests add %G_APPLICATION_NON_UNIQUE
 *
 * Returns: (transfer full): the application
 */
OmApplication *
om_application_new (GApplicationFlags flags)
{
  return g_object_new (OM_TYPE_APPLICATION,
                       "application-id", APP_ID,
                       "flags", flags,
                       "resource-base-path", "/org/openmemory/Desktop",
                       NULL);
}

/**
 * om_application_show_store:
 * @path: (nullable): the store's file, %NULL for the person's own, or that of the sample
 * @is_sample: it is the sample journal
 *
 * Brings the window of that store to the front, or makes it. The window does not wait for the store.
 *
 * Returns: (transfer none): the window
 */
GtkWindow *
om_application_show_store (OmApplication *self,
                           const char    *path,
                           gboolean       is_sample)
{
  g_autoptr (OmSession) session = NULL;
  GtkWindow *window;

  g_return_val_if_fail (OM_IS_APPLICATION (self), NULL);

  session = om_session_new (path, is_sample);
  window = find_window (self, om_session_get_path (session));
  if (window == NULL)
    {
      hold_for (self, session);
      om_serving_make_way (self->serving, om_session_get_path (session));
      /* The store is opened by other threads while this one makes the window. */
      om_session_open (session);
      om_serving_use (self->serving, session);
      om_reminding_use (self->reminding, session);
      window = GTK_WINDOW (om_window_new (GTK_APPLICATION (self), session));
      gtk_window_present (window);
    }
  else
    gtk_window_present (window);
  return window;
}
