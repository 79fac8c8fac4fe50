/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a first call waits that starts the program without a window: from the call to the answer of a search, at
 * 100,000 memories, as the bus starts it. The bar is 1.5 s. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <glib/gstdio.h>
#include <stdio.h>

#include "bench/om-bench-measure.h"
#include "bench/om-bench-store.h"

#define N_MEMORIES 100000
#define N_STARTS 5

static GVariant *
call (GDBusConnection    *bus,
      const char         *interface,
      const char         *method,
      GVariant           *parameters)
{
  g_autoptr (GError) error = NULL;
  GVariant *reply = g_dbus_connection_call_sync (bus, "org.openmemory.Desktop", "/org/openmemory/Desktop", interface, method,
                                                 parameters, NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);

  if (reply == NULL)
    g_error ("%s", error->message);
  return reply;
}

static gboolean
runs (GDBusConnection *bus)
{
  g_autoptr (GVariant) reply = g_dbus_connection_call_sync (
    bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner",
    g_variant_new ("(s)", "org.openmemory.Desktop"), NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL);
  gboolean owned = FALSE;

  if (reply != NULL)
    g_variant_get (reply, "(b)", &owned);
  return owned;
}

/* The journal where the program looks for the person's, and a file that says how the bus starts the program. */
static void
prepare (const char *home,
         const char *store)
{
  g_autofree char *folder = g_build_filename (home, "openmemory", NULL);
  g_autofree char *path = g_build_filename (folder, "memories.db", NULL);
  g_autofree char *service = g_build_filename (home, "org.openmemory.Desktop.service", NULL);
  g_autofree char *text = g_strdup_printf ("[D-BUS Service]\nName=org.openmemory.Desktop\nExec=%s --gapplication-service\n",
                                           g_getenv ("OPENMEMORY_DESKTOP"));
  g_autoptr (GFile) from = g_file_new_for_path (store);
  g_autoptr (GFile) to = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  if (g_mkdir_with_parents (folder, 0700) != 0 || !g_file_set_contents (service, text, -1, &error) ||
      !g_file_copy (from, to, G_FILE_COPY_NONE, NULL, NULL, NULL, &error))
    g_error ("The journal could not be put in place.");
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *store = om_bench_store_ensure (N_MEMORIES, &error);
  g_autofree char *home = g_dir_make_tmp ("om-activation-XXXXXX", NULL);
  g_autofree char *display = g_strdup (g_getenv ("DISPLAY"));
  g_autofree char *cleaning = g_strdup_printf ("rm -rf '%s'", home);
  g_autoptr (OmBenchTimes) times = om_bench_times_new ();
  g_autoptr (GDBusConnection) client = NULL;
  GTestDBus *bus = g_test_dbus_new (G_TEST_DBUS_NONE);

  if (store == NULL)
    g_error ("%s", error->message);
  prepare (home, store);
  g_setenv ("XDG_DATA_HOME", home, TRUE);
  g_setenv ("XDG_CONFIG_HOME", home, TRUE);
  g_setenv ("XDG_CACHE_HOME", home, TRUE);
  g_test_dbus_add_service_dir (bus, home);
  g_test_dbus_up (bus);
  client = g_dbus_connection_new_for_address_sync (
    g_test_dbus_get_bus_address (bus),
    G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, NULL, NULL, &error);
  if (client == NULL)
    g_error ("%s", error->message);
  /* GTestDBus takes it away, and what it starts needs it. */
  g_variant_unref (g_dbus_connection_call_sync (client, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                                                "UpdateActivationEnvironment",
                                                g_variant_new_parsed ("({'DISPLAY': %s},)", display != NULL ? display : ""), NULL,
                                                G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL));
  for (int i = 0; i < N_STARTS; i++)
    {
      om_bench_times_start (times);
      g_variant_unref (call (client, "org.openmemory.Memories1", "Search", g_variant_new_parsed ("('heron', @a{sv} {})")));
      om_bench_times_stop (times);
      g_variant_unref (call (client, "org.gtk.Actions", "Activate", g_variant_new_parsed ("('quit', @av [], @a{sv} {})")));
      while (runs (client))
        g_usleep (50000);
    }
  printf ("%-52s half within %6.0f ms, the slowest %6.0f ms\n", "a call that starts the program", om_bench_percentile (times->wall, .5),
          om_bench_percentile (times->wall, 1));
  g_dbus_connection_close_sync (client, NULL, NULL);
  g_test_dbus_down (bus);
  g_object_unref (bus);
  return g_spawn_command_line_sync (cleaning, NULL, NULL, NULL, NULL) ? 0 : 1;
}
