/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long the search of the desktop waits for its answer over the bus, letter by letter, and how long other
 * programs wait for a search, at 100,000 memories. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <stdio.h>

#include "bench/om-bench-measure.h"
#include "bench/om-bench-queries.h"
#include "bench/om-bench-store.h"
#include "bus/om-bus-service.h"

#define N_MEMORIES 100000
#define N_QUERIES 200
#define N_SIGNS 20

static GTestDBus *bus;

static GDBusConnection *
connect_to_bus (void)
{
  g_autoptr (GError) error = NULL;
  GDBusConnection *connection = g_dbus_connection_new_for_address_sync (
    g_test_dbus_get_bus_address (bus),
    G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, NULL, NULL, &error);

  if (connection == NULL)
    g_error ("%s", error->message);
  return connection;
}

static void
engine_wanted_cb (OmBusService *service,
                  OmEngine     *engine)
{
  om_bus_service_set_engine (service, engine);
}

static void
called_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static void
ask (GDBusConnection *client,
     const char      *name,
     const char      *path,
     const char      *interface,
     const char      *method,
     GVariant        *parameters,
     OmBenchTimes    *times)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GError) error = NULL;

  if (times != NULL)
    om_bench_times_start (times);
  g_dbus_connection_call (client, name, path, interface, method, parameters, NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, called_cb,
                          &result);
  while (result == NULL)
    g_main_context_iteration (NULL, TRUE);
  if (times != NULL)
    om_bench_times_stop (times);
  reply = g_dbus_connection_call_finish (client, result, &error);
  if (reply == NULL)
    g_error ("%s", error->message);
}

static void
print (const char   *what,
       OmBenchTimes *times)
{
  printf ("%-52s half within %6.1f ms, 95 of 100 within %6.1f ms\n", what, om_bench_percentile (times->wall, .5),
          om_bench_percentile (times->wall, .95));
  fflush (stdout);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *path = om_bench_store_ensure (N_MEMORIES, &error);
  g_autoptr (OmEngine) engine = om_engine_new ();
  g_autoptr (OmBusService) service = om_bus_service_new ();
  g_autoptr (GArray) queries = om_bench_queries_new (OM_BENCH_SEED, N_QUERIES);
  g_autoptr (OmBenchTimes) typed = om_bench_times_new ();
  g_autoptr (OmBenchTimes) runner = om_bench_times_new ();
  g_autoptr (OmBenchTimes) found = om_bench_times_new ();
  g_autoptr (OmBenchTimes) signs = om_bench_times_new ();
  g_autoptr (OmBenchTimes) found_signs = om_bench_times_new ();
  g_autoptr (GDBusConnection) server = NULL;
  g_autoptr (GDBusConnection) client = NULL;
  const char *name;

  om_engine_set_clock (engine, om_bench_clock, NULL);
  if (path == NULL || !om_engine_open (engine, path, OM_OPEN_READ_ONLY, NULL, &error) || !om_engine_load (engine, NULL, &error))
    g_error ("%s", error->message);
  bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_test_dbus_up (bus);
  server = connect_to_bus ();
  client = connect_to_bus ();
  name = g_dbus_connection_get_unique_name (server);
  g_signal_connect (service, "engine-wanted", G_CALLBACK (engine_wanted_cb), engine);
  om_bus_service_set_search (service, TRUE);
  if (!om_bus_service_export (service, server, &error))
    g_error ("%s", error->message);

  ask (client, name, OM_BUS_SHELL_PATH, "org.gnome.Shell.SearchProvider2", "GetInitialResultSet",
       g_variant_new_parsed ("(['warm'],)"), NULL);
  for (guint i = 0; i < queries->len; i++)
    {
      const char *text = g_array_index (queries, OmBenchQuery, i).text;
      const char *words[] = { text, NULL };
      g_autofree char *part = g_utf8_substring (text, 0, MIN (g_utf8_strlen (text, -1), 4));
      const char *begun[] = { part, NULL };

      ask (client, name, OM_BUS_SHELL_PATH, "org.gnome.Shell.SearchProvider2", "GetInitialResultSet",
           g_variant_new ("(^as)", begun), typed);
      ask (client, name, OM_BUS_SHELL_PATH, "org.gnome.Shell.SearchProvider2", "GetSubsearchResultSet",
           g_variant_new ("(^as^as)", begun, words), typed);
      ask (client, name, OM_BUS_RUNNER_PATH, "org.kde.krunner1", "Match", g_variant_new ("(s)", text), runner);
      ask (client, name, OM_BUS_PATH, "org.openmemory.Memories1", "Search",
           g_variant_new ("(s@a{sv})", text, g_variant_new_parsed ("@a{sv} {}")), found);
      /* No faster than a caller may for long. */
      g_usleep (G_USEC_PER_SEC / 25);
    }
  /* Signs alone, which no index holds. Each is another, so that none is answered from what was asked before. */
  for (guint i = 0; i < N_SIGNS; i++)
    {
      g_autofree char *text = g_strdup_printf ("%s%.*s", i % 2 == 0 ? "!!!" : "…", (int) (i / 2), ")))))))))))");
      const char *words[] = { text, NULL };

      ask (client, name, OM_BUS_SHELL_PATH, "org.gnome.Shell.SearchProvider2", "GetInitialResultSet", g_variant_new ("(^as)", words),
           signs);
      ask (client, name, OM_BUS_PATH, "org.openmemory.Memories1", "Search",
           g_variant_new ("(s@a{sv})", text, g_variant_new_parsed ("@a{sv} {}")), found_signs);
    }
  print ("search of GNOME Shell, a call", typed);
  print ("search of KRunner, a call", runner);
  print ("Search of another program", found);
  print ("search of GNOME Shell for signs alone", signs);
  print ("Search of another program for signs alone", found_signs);

  om_bus_service_unexport (service);
  om_bus_service_set_engine (service, NULL);
  om_engine_close (engine);
  g_dbus_connection_close_sync (client, NULL, NULL);
  g_dbus_connection_close_sync (server, NULL, NULL);
  g_clear_object (&client);
  g_clear_object (&server);
  g_test_dbus_down (bus);
  g_object_unref (bus);
  return 0;
}
