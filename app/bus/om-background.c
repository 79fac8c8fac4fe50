/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Background portal and the autostart folder. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bus/om-background.h"

#include <errno.h>
#include <glib/gi18n.h>
#include <glib/gstdio.h>
#include <string.h>

#include "memory/om-error.h"

#define PORTAL_NAME "org.freedesktop.portal.Desktop"
#define PORTAL_PATH "/org/freedesktop/portal/desktop"
#define SERVICE_OPTION "--gapplication-service"

/* Time enough to read a question, wherever it is, and to answer it. */
#define LIMIT_MS (2 * 60 * 1000)

/** Asking: one request to the portal. */
typedef struct
{
  GDBusConnection *connection;   /* (owned) (nullable) */
  char            *parent;       /* (owned) */
  char            *command;      /* (owned) */
  gboolean         on;
  gboolean         answered;
  char            *path;         /* (owned) (nullable): of the request */
  guint            subscription;
  guint            limit_ms;
  guint            limit_id;
} Asking;

/* It is answered, or will not be: nothing is waited for any more. */
static void
stop_waiting (Asking *asking)
{
  g_clear_handle_id (&asking->limit_id, g_source_remove);
  if (asking->subscription != 0)
    g_dbus_connection_signal_unsubscribe (asking->connection, asking->subscription);
  asking->subscription = 0;
}

static void
asking_free (gpointer data)
{
  Asking *asking = data;

  stop_waiting (asking);
  g_clear_object (&asking->connection);
  g_free (asking->parent);
  g_free (asking->command);
  g_free (asking->path);
  g_free (asking);
}

/** om_background_is_sandboxed: whether this program runs in a Flatpak. */
gboolean
om_background_is_sandboxed (void)
{
  return g_file_test ("/.flatpak-info", G_FILE_TEST_EXISTS);
}

/* The portal ------------------------------------------------------------------------------------ */

static void
refuse (GTask      *task,
        const char *why)
{
  g_task_return_new_error (task, OM_ERROR, OM_ERROR_FAILED, "%s", why);
}

/* What it says of what is now, not that it has answered. */
static void
take_response (GTask    *task,
               guint32   response,
               GVariant *results)
{
  const Asking *asking = g_task_get_task_data (task);
  gboolean autostart = FALSE;

  g_variant_lookup (results, "autostart", "b", &autostart);
  if (response == 1)
    refuse (task, _("You answered no."));
  else if (response != 0)
    refuse (task, _("The desktop did not answer the request."));
  else if (asking->on && !autostart)
    refuse (task, _("The desktop does not let this program start by itself."));
  else
    g_task_return_boolean (task, TRUE);
}

static void
response_cb (GDBusConnection *connection,
             const char      *sender,
             const char      *path,
             const char      *interface,
             const char      *signal,
             GVariant        *parameters,
             gpointer         data)
{
  g_autoptr (GTask) task = g_object_ref (data);
  Asking *asking = g_task_get_task_data (task);
  g_autoptr (GVariant) results = NULL;
  guint32 response;

  if (asking->answered || !g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(ua{sv})")))
    return;
  g_variant_get (parameters, "(u@a{sv})", &response, &results);
  asking->answered = TRUE;
  stop_waiting (asking);
  take_response (task, response, results);
}

/* The signal is waited for before it is asked, at the path that the request is going to have. */
static void
subscribe (GTask      *task,
           const char *path)
{
  Asking *asking = g_task_get_task_data (task);

  if (g_strcmp0 (asking->path, path) == 0)
    return;
  if (asking->subscription != 0)
    g_dbus_connection_signal_unsubscribe (asking->connection, asking->subscription);
  g_free (asking->path);
  asking->path = g_strdup (path);
  asking->subscription = g_dbus_connection_signal_subscribe (asking->connection, PORTAL_NAME, "org.freedesktop.portal.Request",
                                                             "Response", path, NULL, G_DBUS_SIGNAL_FLAGS_NONE, response_cb,
                                                             g_object_ref (task), g_object_unref);
}

static void
requested_cb (GObject      *source,
              GAsyncResult *result,
              gpointer      data)
{
  g_autoptr (GTask) task = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, &error);
  Asking *asking = g_task_get_task_data (task);
  const char *path;

  if (asking->answered)
    return;
  if (reply == NULL)
    {
      asking->answered = TRUE;
      stop_waiting (asking);
      if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_task_return_error (task, g_steal_pointer (&error));
      else
        refuse (task, _("This desktop has no way to start sandboxed programs by themselves."));
      return;
    }
  g_variant_get (reply, "(&o)", &path);
  /* Old portals gave the request a path of their own. */
  subscribe (task, path);
}

/* A question that is still open is taken back, so that nothing is switched behind the back of who is told no. */
static gboolean
limit_cb (gpointer data)
{
  g_autoptr (GTask) task = g_object_ref (data);
  Asking *asking = g_task_get_task_data (task);

  asking->limit_id = 0;
  asking->answered = TRUE;
  stop_waiting (asking);
  g_dbus_connection_call (asking->connection, PORTAL_NAME, asking->path, "org.freedesktop.portal.Request", "Close", NULL, NULL,
                          G_DBUS_CALL_FLAGS_NO_AUTO_START, -1, NULL, NULL, NULL);
  refuse (task, _("The desktop has not answered. If it asks you something, that no longer counts. Try again; if nothing comes "
                  "then either, log out and in again."));
  return G_SOURCE_REMOVE;
}

static char *
dup_request_path (GDBusConnection *connection,
                  const char      *token)
{
  g_autofree char *sender = g_strdup (g_dbus_connection_get_unique_name (connection) + 1);

  return g_strdup_printf (PORTAL_PATH "/request/%s/%s", g_strdelimit (sender, ".", '_'), token);
}

static void
ask_portal (GTask *task)
{
  Asking *asking = g_task_get_task_data (task);
  g_autofree char *token = g_strdup_printf ("openmemory%u", g_random_int ());
  g_autofree char *path = dup_request_path (asking->connection, token);
  const char *command[] = { asking->command, SERVICE_OPTION, NULL };
  GVariantBuilder options;

  g_variant_builder_init (&options, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&options, "{sv}", "handle_token", g_variant_new_string (token));
  g_variant_builder_add (&options, "{sv}", "reason", g_variant_new_string (_("Tells you when a memory wants to be seen.")));
  g_variant_builder_add (&options, "{sv}", "autostart", g_variant_new_boolean (asking->on));
  g_variant_builder_add (&options, "{sv}", "commandline", g_variant_new_strv (command, -1));
  g_variant_builder_add (&options, "{sv}", "dbus-activatable", g_variant_new_boolean (FALSE));
  subscribe (task, path);
  asking->limit_id = g_timeout_add (asking->limit_ms, limit_cb, task);
  g_source_set_name_by_id (asking->limit_id, "[openmemory] answer of the portal");
  g_dbus_connection_call (asking->connection, PORTAL_NAME, PORTAL_PATH, "org.freedesktop.portal.Background", "RequestBackground",
                          g_variant_new ("(sa{sv})", asking->parent, &options), G_VARIANT_TYPE ("(o)"), G_DBUS_CALL_FLAGS_NONE,
                          G_MAXINT, g_task_get_cancellable (task), requested_cb, g_object_ref (task));
}

static void
got_bus_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr (GTask) task = data;
  Asking *asking = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;

  asking->connection = g_bus_get_finish (result, &error);
  if (asking->connection != NULL)
    ask_portal (task);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

/* The folder ------------------------------------------------------------------------------------ */

/** Entry: the file in the autostart folder. */
typedef struct
{
  char    *path; /* (owned) */
  char    *text; /* (owned) (nullable): %NULL to remove it */
} Entry;

static void
entry_free (gpointer data)
{
  Entry *entry = data;

  g_free (entry->path);
  g_free (entry->text);
  g_free (entry);
}

/* An argument of Exec: in double quotes, with what is special in them escaped, then as a string of the file. */
static char *
quote_exec (const char *argument)
{
  g_autoptr (GString) quoted = g_string_new ("\"");

  for (const char *p = argument; *p != '\0'; p++)
    {
      if (strchr ("\"`$", *p) != NULL)
        g_string_append (quoted, "\\\\");
      else if (*p == '\\')
        g_string_append (quoted, "\\\\\\");
      else if (*p == '%')
        g_string_append_c (quoted, '%');
      g_string_append_c (quoted, *p);
    }
  g_string_append_c (quoted, '"');
  return g_string_free (g_steal_pointer (&quoted), FALSE);
}

static char *
dup_entry_text (const char *command)
{
  g_autofree char *exec = quote_exec (command);

  return g_strdup_printf ("[Desktop Entry]\n"
                          "Type=Application\n"
                          "Name=%s\n"
                          "Comment=%s\n"
                          "Exec=%s " SERVICE_OPTION "\n"
                          "Icon=" APP_ID "\n"
                          "Terminal=false\n"
                          "NoDisplay=true\n"
                          "X-GNOME-UsesNotifications=true\n",
                          _("OpenMemory"), _("Tells you when a memory wants to be seen."), exec);
}

static gboolean
write_entry (const Entry *entry,
             GError     **error)
{
  g_autofree char *folder = g_path_get_dirname (entry->path);

  if (entry->text == NULL)
    {
      if (g_unlink (entry->path) == 0 || errno == ENOENT)
        return TRUE;
      g_set_error (error, OM_ERROR, OM_ERROR_FAILED, _("%s could not be removed: %s"), entry->path, g_strerror (errno));
      return FALSE;
    }
  if (g_mkdir_with_parents (folder, 0700) == 0 && g_file_set_contents (entry->path, entry->text, -1, NULL))
    return TRUE;
  g_set_error (error, OM_ERROR, OM_ERROR_FAILED, _("%s could not be written. Is there room, and may you write there?"), entry->path);
  return FALSE;
}

static void
write_thread (GTask        *task,
              gpointer      source,
              gpointer      data,
              GCancellable *cancellable)
{
  GError *error = NULL;

  if (write_entry (data, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* Either ---------------------------------------------------------------------------------------- */

/**
 * om_background_set_async:
 * @way: how it is done here
 * @on: whether this program is to start with the session, without a window
 * @parent_window: (nullable): of the question that the portal may ask, as portals name windows
 *
 * The outcome is what is so afterwards: an error says why it is not as it was wanted.
 */
void
om_background_set_async (const OmBackgroundWay *way,
                         gboolean               on,
                         const char            *parent_window,
                         GCancellable          *cancellable,
                         GAsyncReadyCallback    callback,
                         gpointer               data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, data);

  g_task_set_source_tag (task, om_background_set_async);
  if (way->portal)
    {
      Asking *asking = g_new0 (Asking, 1);

      asking->parent = g_strdup (parent_window != NULL ? parent_window : "");
      asking->command = g_strdup (way->command);
      asking->on = on;
      asking->limit_ms = way->limit_ms > 0 ? way->limit_ms : LIMIT_MS;
      asking->connection = way->connection != NULL ? g_object_ref (way->connection) : NULL;
      g_task_set_task_data (task, asking, asking_free);
      if (asking->connection != NULL)
        ask_portal (task);
      else
        g_bus_get (G_BUS_TYPE_SESSION, cancellable, got_bus_cb, g_object_ref (task));
    }
  else
    {
      Entry *entry = g_new0 (Entry, 1);
      g_autofree char *usual = g_build_filename (g_get_user_config_dir (), "autostart", NULL);

      entry->path = g_build_filename (way->folder != NULL ? way->folder : usual, APP_ID ".desktop", NULL);
      entry->text = on ? dup_entry_text (way->command) : NULL;
      g_task_set_task_data (task, entry, entry_free);
      g_task_run_in_thread (task, write_thread);
    }
}

/** om_background_set_finish: %FALSE with @error if it is not as it was wanted. */
gboolean
om_background_set_finish (GAsyncResult *result,
                          GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
