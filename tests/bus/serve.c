/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The service without a window, for scripts: `serve STORE` answers on the session bus until it is ended, and
 * lets everybody do everything. */
#include "config.h"

#include <glib-unix.h>
#include <stdio.h>

#include "bus/om-bus-service.h"

static void
engine_wanted_cb (OmBusService *service,
                  OmEngine     *engine)
{
  om_bus_service_set_engine (service, engine);
}

static void
ask_cb (OmBusService    *service,
        const OmProgram *program,
        gboolean         change,
        gpointer         data)
{
  om_bus_service_answer (service, program->key, OM_LEAVE_ALLOWED, FALSE);
}

static void
opened_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  *(int *) data = om_engine_open_finish (OM_ENGINE (source), result, NULL) ? 1 : -1;
}

static void
owned_cb (GDBusConnection *connection,
          const char      *name,
          gpointer         data)
{
  printf ("ready\n");
  fflush (stdout);
}

static gboolean
quit_cb (gpointer loop)
{
  g_main_loop_quit (loop);
  return G_SOURCE_REMOVE;
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  g_autoptr (OmEngine) engine = om_engine_new ();
  g_autoptr (OmBusService) service = om_bus_service_new ();
  int opened = 0;

  if (argc != 2 || bus == NULL)
    {
      fprintf (stderr, "%s\n", error != NULL ? error->message : "serve STORE");
      return 2;
    }
  om_engine_open_async (engine, argv[1], OM_OPEN_DEFAULT, NULL, opened_cb, &opened);
  while (opened == 0)
    g_main_context_iteration (NULL, TRUE);
  if (opened < 0 || !om_engine_load (engine, NULL, &error))
    {
      fprintf (stderr, "The store cannot be opened.\n");
      return 1;
    }
  g_signal_connect (service, "engine-wanted", G_CALLBACK (engine_wanted_cb), engine);
  g_signal_connect (service, "ask", G_CALLBACK (ask_cb), NULL);
  om_bus_service_set_search (service, TRUE);
  if (!om_bus_service_export (service, bus, &error))
    {
      fprintf (stderr, "%s\n", error->message);
      return 1;
    }
  g_bus_own_name_on_connection (bus, "org.openmemory.Desktop", G_BUS_NAME_OWNER_FLAGS_NONE, owned_cb, NULL, NULL, NULL);
  g_unix_signal_add (SIGTERM, quit_cb, loop);
  g_main_loop_run (loop);
  om_bus_service_unexport (service);
  om_bus_service_set_engine (service, NULL);
  om_engine_close (engine);
  return 0;
}
