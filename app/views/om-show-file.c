/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shows a file or folder where it lies: picked out, where the file manager can do that, or else the folder it lies
 * in. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-show-file.h"

/* What the answer of the file manager needs. */
typedef struct
{
  GtkWindow *parent; /* (owned) */
  GFile     *file;   /* (owned) */
} Showing;

static void
showing_free (Showing *self)
{
  g_object_unref (self->parent);
  g_object_unref (self->file);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Showing, showing_free)

static void
show_folder (Showing *self)
{
  g_autoptr (GFile) folder = g_file_get_parent (self->file);
  g_autofree char *uri = g_file_get_uri (folder != NULL ? folder : self->file);

  gtk_show_uri (self->parent, uri, GDK_CURRENT_TIME);
}

static void
shown_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  g_autoptr (Showing) self = data;
  g_autoptr (GVariant) reply = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, NULL);

  if (reply == NULL)
    show_folder (self);
}

static void
got_bus_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr (Showing) self = data;
  g_autoptr (GDBusConnection) bus = g_bus_get_finish (result, NULL);
  g_autofree char *uri = g_file_get_uri (self->file);
  const char *const uris[] = { uri, NULL };

  if (bus == NULL)
    {
      show_folder (self);
      return;
    }
  g_dbus_connection_call (bus, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
                          "org.freedesktop.FileManager1", "ShowItems", g_variant_new ("(^ass)", uris, ""), NULL,
                          G_DBUS_CALL_FLAGS_NONE, -1, NULL, shown_cb, g_steal_pointer (&self));
}

/**
 * om_show_file:
 * @parent: the window that asks
 * @file: a file or folder
 */
void
om_show_file (GtkWindow *parent,
              GFile     *file)
{
  Showing *self;

  g_return_if_fail (GTK_IS_WINDOW (parent));
  g_return_if_fail (G_IS_FILE (file));

  self = g_new0 (Showing, 1);
  self->parent = g_object_ref (parent);
  self->file = g_object_ref (file);
  g_bus_get (G_BUS_TYPE_SESSION, NULL, got_bus_cb, self);
}
