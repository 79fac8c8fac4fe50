/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fixture and entry of the tests of the bus. Service and client live in this process, each with a
 * connection of its own. */
#include "config.h"

#include "test-bus.h"

#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/om-act.h"
#include "support/om-test-folder.h"

static gint64
test_clock (gpointer data)
{
  return ((Fixture *) data)->now;
}

static void
engine_wanted_cb (OmBusService *service,
                  Fixture      *fixture)
{
  fixture->n_wanted++;
  om_bus_service_set_engine (service, fixture->engine);
}

static void
ask_cb (OmBusService    *service,
        const OmProgram *program,
        gboolean         change,
        Fixture         *fixture)
{
  g_clear_pointer (&fixture->asked, om_program_free);
  fixture->asked = om_program_copy (program);
  fixture->asked_change = change;
  fixture->n_asked++;
}

GDBusConnection *
fixture_connect (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  GDBusConnection *connection = g_dbus_connection_new_for_address_sync (
    g_test_dbus_get_bus_address (fixture->bus),
    G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, NULL, NULL, &error);

  g_assert_no_error (error);
  return connection;
}

void
fixture_set_up (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) owned = NULL;

  fixture->bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_up (fixture->bus);
  fixture->folder = g_dir_make_tmp ("om-bus-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->path = g_build_filename (fixture->folder, "store", "memories.db", NULL);
  fixture->now = TEST_NOW;
  fixture->engine = om_engine_new ();
  om_engine_set_clock (fixture->engine, test_clock, fixture);
  om_engine_open (fixture->engine, fixture->path, OM_OPEN_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  om_engine_load (fixture->engine, NULL, &error);
  g_assert_no_error (error);

  fixture->server = fixture_connect (fixture);
  fixture->client = fixture_connect (fixture);
  fixture->service = om_bus_service_new ();
  g_signal_connect (fixture->service, "engine-wanted", G_CALLBACK (engine_wanted_cb), fixture);
  g_signal_connect (fixture->service, "ask", G_CALLBACK (ask_cb), fixture);
  g_assert_true (om_bus_service_export (fixture->service, fixture->server, &error));
  g_assert_no_error (error);
  owned = g_dbus_connection_call_sync (fixture->server, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                                       "org.freedesktop.DBus", "RequestName", g_variant_new ("(su)", BUS_NAME, 0u), NULL,
                                       G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);
  g_assert_no_error (error);
}

void
fixture_tear_down (Fixture      *fixture,
                   gconstpointer data)
{
  g_dbus_connection_close_sync (fixture->client, NULL, NULL);
  om_bus_service_unexport (fixture->service);
  om_bus_service_set_engine (fixture->service, NULL);
  WAIT_UNTIL (!om_bus_service_is_busy (fixture->service));
  wait_ms (50);
  g_object_run_dispose (G_OBJECT (fixture->service));
  wait_ms (20);
  g_assert_finalize_object (fixture->service);
  om_engine_close (fixture->engine);
  wait_ms (20);
  g_assert_finalize_object (fixture->engine);
  g_dbus_connection_close_sync (fixture->server, NULL, NULL);
  g_object_unref (fixture->client);
  g_object_unref (fixture->server);
  g_test_dbus_down (fixture->bus);
  g_object_unref (fixture->bus);
  g_clear_pointer (&fixture->asked, om_program_free);
  om_test_folder_remove (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
}

gboolean
wait_tick_cb (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

static gboolean
waited_cb (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

/** wait_ms: lets everything happen for so long. */
void
wait_ms (guint ms)
{
  gboolean waited = FALSE;

  g_timeout_add (ms, waited_cb, &waited);
  ITERATE_WHILE (!waited);
}

/** fixture_remember: (transfer full): the id of a new memory, written by the person a minute later */
char *
fixture_remember (Fixture    *fixture,
                  const char *text,
                  guint       flags)
{
  g_autoptr (OmDraft) draft = om_draft_new (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmRemembered) remembered = NULL;

  fixture->now += 60000;
  draft->flags = flags;
  remembered = om_engine_remember (fixture->engine, draft, NULL, &error);
  g_assert_no_error (error);
  return g_strdup (remembered->id);
}

/** fixture_archive: puts it to rest by hand */
void
fixture_archive (Fixture    *fixture,
                 const char *id)
{
  const char *ids[] = { id, NULL };
  g_autoptr (GError) error = NULL;

  om_engine_act (fixture->engine, OM_ACT_REST, ids, NULL, NULL, &error);
  g_assert_no_error (error);
}

void
fixture_bin (Fixture    *fixture,
             const char *id)
{
  const char *ids[] = { id, NULL };
  g_autoptr (GError) error = NULL;

  om_engine_bin (fixture->engine, ids, NULL, &error);
  g_assert_no_error (error);
}

/* Calling --------------------------------------------------------------------------------------- */

static void
called_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

GVariant *
call_as (GDBusConnection *client,
         const char      *path,
         const char      *interface,
         const char      *method,
         GVariant        *parameters,
         GError         **error)
{
  g_autoptr (GAsyncResult) result = NULL;

  g_dbus_connection_call (client, BUS_NAME, path, interface, method, parameters, NULL, G_DBUS_CALL_FLAGS_NONE, 60000, NULL,
                          called_cb, &result);
  ITERATE_WHILE (result == NULL);
  return g_dbus_connection_call_finish (client, result, error);
}

static GVariant *
call_named (Fixture    *fixture,
            const char *method,
            GVariant   *parameters,
            GError    **error)
{
  g_auto (GStrv) parts = g_strsplit (method, ".", 2);
  g_autofree char *interface = g_strconcat ("org.openmemory.", parts[0], NULL);

  return call_as (fixture->client, OM_BUS_PATH, interface, parts[1], parameters, error);
}

/** call: (transfer full): the answer to "Memories1.Get" and the like; @parameters as GVariant text */
GVariant *
call (Fixture    *fixture,
      const char *method,
      const char *parameters,
      ...)
{
  g_autoptr (GError) error = NULL;
  GVariant *reply;
  va_list args;

  va_start (args, parameters);
  reply = call_named (fixture, method, g_variant_new_parsed_va (parameters, &args), &error);
  va_end (args);
  g_assert_no_error (error);
  return reply;
}

/** expect_error: the same for what must fail */
void
expect_error (Fixture    *fixture,
              const char *error_name,
              const char *method,
              const char *parameters,
              ...)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autofree char *name = NULL;
  va_list args;

  va_start (args, parameters);
  reply = call_named (fixture, method, g_variant_new_parsed_va (parameters, &args), &error);
  va_end (args);
  g_assert_null (reply);
  name = g_dbus_error_get_remote_error (error);
  if (g_strcmp0 (name, error_name) != 0)
    g_test_message ("%s %s: %s", method, parameters, error->message);
  g_assert_cmpstr (name, ==, error_name);
}

/** get_property: (transfer full): of org.openmemory.Status1 */
GVariant *
get_property (Fixture    *fixture,
              const char *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = call_as (fixture->client, OM_BUS_PATH, "org.freedesktop.DBus.Properties", "Get",
                                        g_variant_new ("(ss)", "org.openmemory.Status1", name), &error);
  GVariant *value;

  g_assert_no_error (error);
  g_variant_get (reply, "(v)", &value);
  return value;
}

/* A /proc --------------------------------------------------------------------------------------- */

static void
write_file (const char *folder,
            const char *name,
            const char *text)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

/**
 * make_proc:
 * @flatpak_info: (nullable): what stands in its root
 * @cgroup: (nullable): and in its cgroup
 *
 * Returns: (transfer full): the folder
 */
char *
make_proc (Fixture    *fixture,
           const char *name,
           const char *flatpak_info,
           const char *cgroup)
{
  char *proc = g_build_filename (fixture->folder, name, NULL);
  g_autofree char *process = g_strdup_printf ("%s/%d", proc, (int) getpid ());
  g_autofree char *root = g_build_filename (process, "root", NULL);
  g_autofree char *attr = g_build_filename (process, "attr", NULL);
  g_autofree char *exe = g_build_filename (process, "exe", NULL);

  g_assert_cmpint (g_mkdir_with_parents (root, 0700), ==, 0);
  g_assert_cmpint (g_mkdir_with_parents (attr, 0700), ==, 0);
  write_file (process, "stat", "77 (odd ) name) S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 424242 0 0");
  write_file (process, "cgroup", cgroup != NULL ? cgroup : "0::/user.slice\n");
  g_assert_cmpint (symlink ("/usr/bin/some-program", exe), ==, 0);
  if (flatpak_info != NULL)
    write_file (root, ".flatpak-info", flatpak_info);
  return proc;
}

int
main (int    argc,
      char **argv)
{
  /* No archive in the cache of whoever runs this. */
  g_autofree char *home = om_test_folder_make_home ();
  int status;

  g_test_init (&argc, &argv, NULL);
  test_methods_add ();
  test_wrong_add ();
  test_kept_back_add ();
  test_callers_add ();
  test_rude_add ();
  test_signals_add ();
  test_providers_add ();
  test_traits_add ();
  test_archive_add ();
  test_background_add ();
  status = g_test_run ();
  om_test_folder_remove (home);
  return status;
}
