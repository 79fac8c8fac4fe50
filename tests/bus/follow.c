/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An example: follows what changes, and prints a line for each memory that came, changed or went. It knows
 * nothing of this program but its interfaces (docs/dbus.md). Ends after as many lines as its argument says. */
#include <gio/gio.h>

#include <stdio.h>
#include <stdlib.h>

static guint n_wanted;

static void
changed_cb (GDBusConnection *bus,
            const char      *sender,
            const char      *path,
            const char      *interface,
            const char      *signal,
            GVariant        *parameters,
            gpointer         loop)
{
  g_auto (GStrv) ids = NULL;
  g_autoptr (GVariant) about = NULL;
  gboolean more = FALSE;

  g_variant_get (parameters, "(^as@a{sv})", &ids, &about);
  g_variant_lookup (about, "more", "b", &more);
  if (more)
    printf ("much has changed: list again\n");
  for (guint i = 0; ids[i] != NULL; i++)
    {
      printf ("%s %s\n", signal, ids[i]);
      if (n_wanted > 0 && --n_wanted == 0)
        g_main_loop_quit (loop);
    }
  fflush (stdout);
}

int
main (int    argc,
      char **argv)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GDBusConnection) bus = g_bus_get_sync (G_BUS_TYPE_SESSION, NULL, &error);
  g_autoptr (GVariant) followed = NULL;

  n_wanted = argc > 1 ? (guint) atoi (argv[1]) : 0;
  if (bus != NULL)
    {
      g_dbus_connection_signal_subscribe (bus, "org.openmemory.Desktop", "org.openmemory.Memories1", NULL,
                                          "/org/openmemory/Desktop", NULL, G_DBUS_SIGNAL_FLAGS_NONE, changed_cb, loop, NULL);
      /* Starts the program if it does not run, and keeps it there. */
      followed = g_dbus_connection_call_sync (bus, "org.openmemory.Desktop", "/org/openmemory/Desktop",
                                              "org.openmemory.Memories1", "Follow", g_variant_new_parsed ("(@a{sv} {},)"), NULL,
                                              G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);
    }
  if (followed == NULL)
    {
      fprintf (stderr, "%s\n", error->message);
      return 1;
    }
  printf ("following\n");
  fflush (stdout);
  g_main_loop_run (loop);
  return 0;
}
