/* SPDX-License-Identifier: GPL-3.0-or-later */
/* logind's PrepareForSleep on the system bus. Nobody waits for the bus: without one nothing is told. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-sleep-watch.h"

struct _OmSleepWatch
{
  OmWokeFunc       woke;         /* (nullable): nobody watches any more */
  gpointer         data;         /* not owned */
  gboolean         asking;       /* for the bus */
  GDBusConnection *bus;          /* (owned) (nullable) */
  guint            subscription;
};

static void
prepare_for_sleep_cb (GDBusConnection *bus,
                      const char      *sender,
                      const char      *path,
                      const char      *interface,
                      const char      *signal,
                      GVariant        *parameters,
                      gpointer         data)
{
  OmSleepWatch *self = data;
  gboolean begins;

  if (!g_variant_is_of_type (parameters, G_VARIANT_TYPE ("(b)")))
    return;
  g_variant_get (parameters, "(b)", &begins);
  if (!begins)
    self->woke (self->data);
}

/* Asking is not cancelled when nobody watches any more: all of the process share the bus. */
static void
got_bus_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr (GError) error = NULL;
  OmSleepWatch *self = data;

  self->asking = FALSE;
  self->bus = g_bus_get_finish (result, &error);
  if (self->woke == NULL)
    {
      om_sleep_watch_free (self);
      return;
    }
  if (self->bus == NULL)
    {
      g_debug ("Nobody tells of sleep: %s", error->message);
      return;
    }
  /* Who is told of sleep does not end with the bus. */
  g_dbus_connection_set_exit_on_close (self->bus, FALSE);
  self->subscription = g_dbus_connection_signal_subscribe (self->bus, "org.freedesktop.login1", "org.freedesktop.login1.Manager",
                                                           "PrepareForSleep", "/org/freedesktop/login1", NULL,
                                                           G_DBUS_SIGNAL_FLAGS_NONE, prepare_for_sleep_cb, self, NULL);
}

/**
 * om_sleep_watch_new:
 * @woke: called each time the machine has woken
 * @data: for it
 *
 * Returns: (transfer full): a watch; it begins as soon as the bus answers, if there is one
 */
OmSleepWatch *
om_sleep_watch_new (OmWokeFunc woke,
                    gpointer   data)
{
  OmSleepWatch *self = g_new0 (OmSleepWatch, 1);

  self->woke = woke;
  self->data = data;
  self->asking = TRUE;
  g_bus_get (G_BUS_TYPE_SYSTEM, NULL, got_bus_cb, self);
  return self;
}

/**
 * om_sleep_watch_free:
 * @self: (transfer full) (nullable): a watch; nothing is told from now on
 */
void
om_sleep_watch_free (OmSleepWatch *self)
{
  if (self == NULL)
    return;

  self->woke = NULL;
  if (self->asking)
    return;
  if (self->subscription != 0)
    g_dbus_connection_signal_unsubscribe (self->bus, self->subscription);
  g_clear_object (&self->bus);
  g_free (self);
}
