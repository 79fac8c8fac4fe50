/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rude and slow callers: a thousand calls at once, vanishing half-way, never reading the answers. Others are
 * served all the same. */
#include "config.h"

#include "test-bus.h"

typedef struct
{
  guint n_ok;
  guint n_limit;
  guint n_other;
} Tally;

static void
tally_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  Tally *tally = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = g_dbus_connection_call_finish (G_DBUS_CONNECTION (source), result, &error);
  g_autofree char *name = error != NULL ? g_dbus_error_get_remote_error (error) : NULL;

  if (reply != NULL)
    tally->n_ok++;
  else if (g_strcmp0 (name, "org.openmemory.Error.LimitExceeded") == 0 ||
           g_strcmp0 (name, "org.freedesktop.DBus.Error.LimitsExceeded") == 0) /* the daemon's own, earlier */
    tally->n_limit++;
  else
    {
      tally->n_other++;
      g_test_message ("%s", error->message);
    }
}

static void
shower (GDBusConnection *client,
        guint            n,
        Tally           *tally)
{
  for (guint i = 0; i < n; i++)
    g_dbus_connection_call (client, BUS_NAME, OM_BUS_PATH, "org.openmemory.Memories1", "Search",
                            g_variant_new_parsed ("('heron', @a{sv} {})"), NULL, G_DBUS_CALL_FLAGS_NONE, 60000, NULL, tally_cb,
                            tally);
}

static void
test_thousand (Fixture      *fixture,
               gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "A heron stood there.", 0);
  g_autoptr (GDBusConnection) polite = fixture_connect (fixture);
  g_autoptr (GVariant) warm = call (fixture, "Memories1.List", "(@a{sv} {},)");
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GError) error = NULL;
  Tally tally = { 0 };

  shower (fixture->client, 1000, &tally);
  /* Somebody else is served meanwhile. */
  reply = call_as (polite, OM_BUS_PATH, "org.openmemory.Memories1", "Get", g_variant_new_parsed ("(%s, @a{sv} {})", id), &error);
  g_assert_no_error (error);
  WAIT_UNTIL (tally.n_ok + tally.n_limit + tally.n_other == 1000);
  g_assert_cmpuint (tally.n_other, ==, 0);
  g_assert_cmpuint (tally.n_ok, >=, 60);
  g_assert_cmpuint (tally.n_limit, >=, 500);
  /* And this one, too, when it has calmed down. */
  wait_ms (300);
  g_clear_pointer (&reply, g_variant_unref);
  reply = call (fixture, "Memories1.Get", "(%s, @a{sv} {})", id);
  g_dbus_connection_close_sync (polite, NULL, NULL);
}

static void
test_vanishing (Fixture      *fixture,
                gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "A heron stood there.", 0);

  for (guint i = 0; i < 5; i++)
    {
      g_autoptr (GDBusConnection) rude = fixture_connect (fixture);
      Tally tally = { 0 };

      shower (rude, 40, &tally);
      g_dbus_connection_flush_sync (rude, NULL, NULL);
      if (i > 0)
        wait_ms (i * 2);
      g_dbus_connection_close_sync (rude, NULL, NULL);
      WAIT_UNTIL (tally.n_ok + tally.n_limit + tally.n_other == 40);
    }
  WAIT_UNTIL (!om_bus_service_is_busy (fixture->service));
  {
    g_autoptr (GVariant) reply = call (fixture, "Memories1.Get", "(%s, @a{sv} {})", id);
  }
}

/* One that leaves while the person is asked: the question stands, the call is gone. */
static void
test_vanishing_while_asked (Fixture      *fixture,
                            gconstpointer data)
{
  g_autofree char *proc = make_proc (fixture, "flatpak", "[Application]\nname=org.example.Notes\n", NULL);
  g_autoptr (GDBusConnection) rude = fixture_connect (fixture);
  Tally tally = { 0 };

  om_bus_service_set_proc (fixture->service, proc);
  shower (rude, 10, &tally);
  WAIT_UNTIL (fixture->n_asked == 1);
  g_dbus_connection_close_sync (rude, NULL, NULL);
  WAIT_UNTIL (!om_bus_service_is_busy (fixture->service));
  om_bus_service_answer (fixture->service, "flatpak:org.example.Notes", OM_LEAVE_ALLOWED, TRUE);
  wait_ms (100);
  g_assert_cmpuint (tally.n_ok, ==, 0);
}

/* A follower that never reads: its signals pile up at the bus, not here. */
static void
test_slow (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (GVariant) followed = call (fixture, "Memories1.Follow", "(@a{sv} {},)");

  g_assert_true (om_bus_service_is_busy (fixture->service));
  for (guint i = 0; i < 50; i++)
    {
      g_autofree char *text = g_strdup_printf ("Entry %u.", i);
      g_autofree char *id = fixture_remember (fixture, text, 0);
    }
  wait_ms (700);
  g_dbus_connection_close_sync (fixture->client, NULL, NULL);
  WAIT_UNTIL (!om_bus_service_is_busy (fixture->service));
}

#define ADD(name, func) g_test_add ("/bus/rude/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_rude_add (void)
{
  ADD ("thousand", test_thousand);
  ADD ("vanishing", test_vanishing);
  ADD ("vanishing-while-asked", test_vanishing_while_asked);
  ADD ("slow", test_slow);
}
