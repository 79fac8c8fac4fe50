/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Starting with the session: a portal that is asked, on a bus of its own, and the file in the autostart folder. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "bus/om-background.h"
#include "memory/om-error.h"
#include "test-bus.h"

/* The portal ------------------------------------------------------------------------------------ */

#define PORTAL "<node><interface name='org.freedesktop.portal.Background'><method name='RequestBackground'>" \
               "<arg type='s' direction='in'/><arg type='a{sv}' direction='in'/><arg type='o' direction='out'/>" \
               "</method></interface></node>"
#define REQUEST "<node><interface name='org.freedesktop.portal.Request'><method name='Close'/></interface></node>"

/** Portal: one that answers as it is told. */
typedef struct
{
  GTestDBus       *bus;
  GDBusConnection *server; /* (owned) */
  GDBusConnection *client; /* (owned) */
  guint            registration;
  guint            name;
  gboolean         owned;
  guint32          response;
  gboolean         autostart;
  gboolean         own_path; /* it gives the request a path of its own, as old ones did */
  gboolean         at_once;  /* the answer is there before the reply */
  gboolean         silent;   /* there is no answer */
  gboolean         mute;     /* and not even a reply */
  GDBusMethodInvocation *unanswered; /* (owned) (nullable): while it is mute */
  guint            request;  /* registration of a request */
  gboolean         closed;   /* it was taken back */
  GVariant        *asked;    /* (owned) (nullable): the options */
} Portal;

static void
respond (Portal     *portal,
         const char *sender,
         const char *path)
{
  GVariantBuilder results;

  g_variant_builder_init (&results, G_VARIANT_TYPE_VARDICT);
  g_variant_builder_add (&results, "{sv}", "background", g_variant_new_boolean (TRUE));
  g_variant_builder_add (&results, "{sv}", "autostart", g_variant_new_boolean (portal->autostart));
  g_dbus_connection_emit_signal (portal->server, sender, path, "org.freedesktop.portal.Request", "Response",
                                 g_variant_new ("(ua{sv})", portal->response, &results), NULL);
}

static void
close_cb (GDBusConnection       *connection,
          const char            *sender,
          const char            *object,
          const char            *interface,
          const char            *method,
          GVariant              *parameters,
          GDBusMethodInvocation *invocation,
          gpointer               data)
{
  ((Portal *) data)->closed = TRUE;
  g_dbus_method_invocation_return_value (invocation, NULL);
}

/* A request that is never answered, and can be taken back. */
static void
keep_silent (Portal                *portal,
             const char            *path,
             GDBusMethodInvocation *invocation)
{
  static const GDBusInterfaceVTable request = { .method_call = close_cb };
  g_autoptr (GDBusNodeInfo) info = g_dbus_node_info_new_for_xml (REQUEST, NULL);

  portal->closed = FALSE;
  portal->request = g_dbus_connection_register_object (portal->server, path, info->interfaces[0], &request, portal, NULL, NULL);
  if (portal->mute)
    portal->unanswered = invocation;
  else
    g_dbus_method_invocation_return_value (invocation, g_variant_new ("(o)", path));
}

typedef struct
{
  Portal *portal;
  char   *sender;
  char   *path;
} Later;

static gboolean
respond_later_cb (gpointer data)
{
  Later *later = data;

  respond (later->portal, later->sender, later->path);
  g_free (later->sender);
  g_free (later->path);
  g_free (later);
  return G_SOURCE_REMOVE;
}

static void
method_cb (GDBusConnection       *connection,
           const char            *sender,
           const char            *object,
           const char            *interface,
           const char            *method,
           GVariant              *parameters,
           GDBusMethodInvocation *invocation,
           gpointer               data)
{
  Portal *portal = data;
  g_autofree char *name = g_strdelimit (g_strdup (sender + 1), ".", '_');
  g_autofree char *path = NULL;
  const char *token = NULL;
  Later *later;

  g_clear_pointer (&portal->asked, g_variant_unref);
  g_variant_get (parameters, "(&s@a{sv})", NULL, &portal->asked);
  g_assert_true (g_variant_lookup (portal->asked, "handle_token", "&s", &token));
  path = portal->own_path ? g_strdup ("/org/freedesktop/portal/desktop/request/old/one")
                          : g_strdup_printf ("/org/freedesktop/portal/desktop/request/%s/%s", name, token);
  if (portal->silent)
    {
      keep_silent (portal, path, invocation);
      return;
    }
  if (portal->at_once)
    {
      respond (portal, sender, path);
      g_dbus_method_invocation_return_value (invocation, g_variant_new ("(o)", path));
      return;
    }
  g_dbus_method_invocation_return_value (invocation, g_variant_new ("(o)", path));
  later = g_new (Later, 1);
  *later = (Later){ portal, g_strdup (sender), g_strdup (path) };
  /* Long enough for whoever has to listen at another path first. */
  g_timeout_add (portal->own_path ? 200 : 1, respond_later_cb, later);
}

static const GDBusInterfaceVTable vtable = { .method_call = method_cb };

static void
acquired_cb (GDBusConnection *connection,
             const char      *name,
             gpointer         data)
{
  ((Portal *) data)->owned = TRUE;
}

static GDBusConnection *
join (GTestDBus *bus)
{
  g_autoptr (GError) error = NULL;
  GDBusConnection *connection = g_dbus_connection_new_for_address_sync (
    g_test_dbus_get_bus_address (bus), G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
    NULL, NULL, &error);

  g_assert_no_error (error);
  return connection;
}

static void
portal_set_up (Portal       *portal,
               gconstpointer is_there)
{
  g_autoptr (GDBusNodeInfo) info = g_dbus_node_info_new_for_xml (PORTAL, NULL);

  portal->bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_up (portal->bus);
  portal->server = join (portal->bus);
  portal->client = join (portal->bus);
  if (is_there == NULL)
    return;
  portal->registration = g_dbus_connection_register_object (portal->server, "/org/freedesktop/portal/desktop",
                                                            info->interfaces[0], &vtable, portal, NULL, NULL);
  portal->name = g_bus_own_name_on_connection (portal->server, "org.freedesktop.portal.Desktop", G_BUS_NAME_OWNER_FLAGS_NONE,
                                               acquired_cb, NULL, portal, NULL);
  while (!portal->owned)
    g_main_context_iteration (NULL, TRUE);
}

static void
portal_tear_down (Portal       *portal,
                  gconstpointer data)
{
  if (portal->name != 0)
    g_bus_unown_name (portal->name);
  if (portal->registration != 0)
    g_dbus_connection_unregister_object (portal->server, portal->registration);
  g_clear_pointer (&portal->asked, g_variant_unref);
  g_dbus_connection_close_sync (portal->client, NULL, NULL);
  g_dbus_connection_close_sync (portal->server, NULL, NULL);
  g_object_unref (portal->client);
  g_object_unref (portal->server);
  g_test_dbus_down (portal->bus);
  g_object_unref (portal->bus);
}

/** End: of one request. */
typedef struct
{
  gboolean ended;
  gboolean done;
  GError  *error;
} End;

static void
set_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      data)
{
  End *end = data;

  end->done = om_background_set_finish (result, &end->error);
  end->ended = TRUE;
}

static gboolean
set (const OmBackgroundWay *way,
     gboolean               on,
     GError               **error)
{
  End end = { 0 };

  om_background_set_async (way, on, NULL, NULL, set_cb, &end);
  while (!end.ended)
    g_main_context_iteration (NULL, TRUE);
  if (end.error != NULL)
    g_propagate_error (error, end.error);
  return end.done;
}

static void
test_granted (Portal       *portal,
              gconstpointer data)
{
  const OmBackgroundWay way = { .portal = TRUE, .connection = portal->client, .command = "openmemory-desktop" };
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) command = NULL;
  gboolean autostart;

  portal->autostart = TRUE;
  for (int kind = 0; kind < 3; kind++)
    {
      portal->own_path = kind == 1;
      portal->at_once = kind == 2;
      g_assert_true (set (&way, TRUE, &error));
      g_assert_no_error (error);
    }
  g_assert_true (g_variant_lookup (portal->asked, "autostart", "b", &autostart));
  g_assert_true (autostart);
  g_assert_true (g_variant_lookup (portal->asked, "commandline", "^as", &command));
  g_assert_cmpstr (command[0], ==, "openmemory-desktop");
  g_assert_cmpstr (command[1], ==, "--gapplication-service");
  g_assert_null (command[2]);
  portal->autostart = FALSE;
  g_assert_true (set (&way, FALSE, &error));
  g_assert_no_error (error);
  g_assert_true (g_variant_lookup (portal->asked, "autostart", "b", &autostart));
  g_assert_false (autostart);
}

/* The person says no, the portal gives up, or it answers yes and does not mean it. */
static void
test_refused (Portal       *portal,
              gconstpointer data)
{
  const OmBackgroundWay way = { .portal = TRUE, .connection = portal->client, .command = "openmemory-desktop" };

  for (guint32 response = 0; response <= 2; response++)
    {
      g_autoptr (GError) error = NULL;

      portal->response = response;
      portal->autostart = response != 0;
      g_assert_false (set (&way, TRUE, &error));
      g_assert_error (error, OM_ERROR, OM_ERROR_FAILED);
      g_assert_cmpuint (strlen (error->message), >, 10);
    }
}

static void
test_absent (Portal       *portal,
             gconstpointer data)
{
  const OmBackgroundWay way = { .portal = TRUE, .connection = portal->client, .command = "openmemory-desktop" };
  g_autoptr (GError) error = NULL;

  g_assert_false (set (&way, TRUE, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_FAILED);
}

/* It hangs, before the reply or after it: what is asked is taken back, and the answer that comes too late is none. */
static void
test_silent (Portal       *portal,
             gconstpointer data)
{
  const OmBackgroundWay way = {
    .portal = TRUE, .connection = portal->client, .command = "openmemory-desktop", .limit_ms = 100
  };
  const OmBackgroundWay usual = { .portal = TRUE, .connection = portal->client, .command = "openmemory-desktop" };

  portal->silent = TRUE;
  portal->autostart = TRUE;
  for (int mute = 0; mute < 2; mute++)
    {
      g_autoptr (GError) error = NULL;

      portal->mute = mute == 1;
      g_assert_false (set (&way, TRUE, &error));
      g_assert_error (error, OM_ERROR, OM_ERROR_FAILED);
      g_assert_nonnull (strstr (error->message, "Try again"));
      while (!portal->closed)
        g_main_context_iteration (NULL, TRUE);
      if (portal->unanswered != NULL)
        g_dbus_method_invocation_return_value (g_steal_pointer (&portal->unanswered), g_variant_new ("(o)", "/late"));
      g_dbus_connection_unregister_object (portal->server, portal->request);
    }
  /* The next one is asked anew. */
  portal->silent = FALSE;
  g_assert_true (set (&usual, TRUE, NULL));
}

/* The folder ------------------------------------------------------------------------------------ */

/* Whatever stands in the command comes out as one argument, as the specification of desktop entries reads it. */
static void
test_folder (void)
{
  static const char *const commands[] = { "/usr/bin/openmemory-desktop", "/opt/a b/openmemory-desktop", "/opt/100%/\"x\"/$y`z\\w" };
  g_autofree char *root = g_dir_make_tmp ("om-background-XXXXXX", NULL);
  g_autofree char *folder = g_build_filename (root, "config", "autostart", NULL);
  g_autofree char *parent = g_path_get_dirname (folder);
  g_autofree char *path = g_build_filename (folder, APP_ID ".desktop", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      const OmBackgroundWay way = { .folder = folder, .command = commands[i] };
      g_autoptr (GKeyFile) file = g_key_file_new ();
      g_autoptr (GError) error = NULL;
      g_autofree char *exec = NULL;
      g_autofree char *plain = NULL;
      g_autoptr (GString) line = NULL;
      g_auto (GStrv) argv = NULL;

      g_assert_true (set (&way, TRUE, &error));
      g_assert_no_error (error);
      g_assert_true (g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, &error));
      exec = g_key_file_get_string (file, "Desktop Entry", "Exec", &error);
      g_assert_no_error (error);
      line = g_string_new (exec);
      g_string_replace (line, "%%", "%", 0);
      g_assert_true (g_shell_parse_argv (line->str, NULL, &argv, &error));
      g_assert_no_error (error);
      g_assert_cmpstr (argv[0], ==, commands[i]);
      g_assert_cmpstr (argv[1], ==, "--gapplication-service");
      g_assert_null (argv[2]);
      g_assert_true (set (&way, FALSE, &error));
      g_assert_no_error (error);
      g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
      /* Off is off. */
      g_assert_true (set (&way, FALSE, &error));
      g_assert_no_error (error);
    }
  g_rmdir (folder);
  g_rmdir (parent);
  g_assert_cmpint (g_rmdir (root), ==, 0);
}

/* A file lies where the folder should be. */
static void
test_no_folder (void)
{
  g_autofree char *root = g_dir_make_tmp ("om-background-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (root, "autostart", NULL);
  const OmBackgroundWay way = { .folder = file, .command = "/usr/bin/openmemory-desktop" };
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (file, "", -1, NULL));
  g_assert_false (set (&way, TRUE, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_FAILED);
  g_unlink (file);
  g_rmdir (root);
}

void
test_background_add (void)
{
  g_test_add ("/bus/background/granted", Portal, GINT_TO_POINTER (TRUE), portal_set_up, test_granted, portal_tear_down);
  g_test_add ("/bus/background/refused", Portal, GINT_TO_POINTER (TRUE), portal_set_up, test_refused, portal_tear_down);
  g_test_add ("/bus/background/absent", Portal, NULL, portal_set_up, test_absent, portal_tear_down);
  g_test_add ("/bus/background/silent", Portal, GINT_TO_POINTER (TRUE), portal_set_up, test_silent, portal_tear_down);
  g_test_add_func ("/bus/background/folder", test_folder);
  g_test_add_func ("/bus/background/no-folder", test_no_folder);
}
