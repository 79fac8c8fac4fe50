/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Notifications of reminders: the program on a bus of its own with a desktop that keeps what it is told. */
#include "config.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "engine/om-reminders.h"
#include "test-views.h"

#define DAY OM_MS_PER_DAY
#define ODD "<b>Heron</b> & lock"
#define SEEN "A memory wants to be seen"

#define SERVER "<node><interface name='org.freedesktop.Notifications'>" \
               "<method name='Notify'><arg type='s' direction='in'/><arg type='u' direction='in'/>" \
               "<arg type='s' direction='in'/><arg type='s' direction='in'/><arg type='s' direction='in'/>" \
               "<arg type='as' direction='in'/><arg type='a{sv}' direction='in'/><arg type='i' direction='in'/>" \
               "<arg type='u' direction='out'/></method>" \
               "<method name='CloseNotification'><arg type='u' direction='in'/></method>" \
               "<signal name='ActionInvoked'><arg type='u'/><arg type='s'/></signal>" \
               "<signal name='NotificationClosed'><arg type='u'/><arg type='u'/></signal>" \
               "</interface></node>"

/** Desktop: what was shown on it. */
typedef struct
{
  TestBus          bus;
  GDBusConnection *connection; /* (owned) */
  guint            registration;
  guint            name;
  gboolean         owned;
  guint            n_shown;
  guint            n_closed;
  char            *title;   /* (owned) (nullable): of the last */
  char            *body;    /* (owned) (nullable) */
  char           **actions; /* (owned) (nullable): names and labels */
} Desktop;

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
  Desktop *desktop = data;

  if (g_str_equal (method, "CloseNotification"))
    {
      desktop->n_closed++;
      g_dbus_method_invocation_return_value (invocation, NULL);
      return;
    }
  g_clear_pointer (&desktop->title, g_free);
  g_clear_pointer (&desktop->body, g_free);
  g_clear_pointer (&desktop->actions, g_strfreev);
  g_variant_get (parameters, "(susss^asa{sv}i)", NULL, NULL, NULL, &desktop->title, &desktop->body, &desktop->actions, NULL, NULL);
  g_dbus_method_invocation_return_value (invocation, g_variant_new ("(u)", ++desktop->n_shown));
}

static const GDBusInterfaceVTable vtable = { .method_call = method_cb };

static void
acquired_cb (GDBusConnection *connection,
             const char      *name,
             gpointer         data)
{
  ((Desktop *) data)->owned = TRUE;
}

static void
desktop_up (Desktop *desktop)
{
  g_autoptr (GDBusNodeInfo) info = g_dbus_node_info_new_for_xml (SERVER, NULL);
  g_autoptr (GError) error = NULL;

  g_assert_nonnull (info);
  test_bus_up (&desktop->bus);
  desktop->connection = g_dbus_connection_new_for_address_sync (
    desktop->bus.address, G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT | G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION, NULL,
    NULL, &error);
  g_assert_no_error (error);
  desktop->registration = g_dbus_connection_register_object (desktop->connection, "/org/freedesktop/Notifications",
                                                             info->interfaces[0], &vtable, desktop, NULL, &error);
  g_assert_no_error (error);
  desktop->name = g_bus_own_name_on_connection (desktop->connection, "org.freedesktop.Notifications", G_BUS_NAME_OWNER_FLAGS_NONE,
                                                acquired_cb, NULL, desktop, NULL);
  wait_until (desktop->owned);
}

static void
desktop_down (Desktop *desktop)
{
  g_bus_unown_name (desktop->name);
  g_dbus_connection_unregister_object (desktop->connection, desktop->registration);
  g_dbus_connection_close_sync (desktop->connection, NULL, NULL);
  g_object_unref (desktop->connection);
  g_free (desktop->title);
  g_free (desktop->body);
  g_strfreev (desktop->actions);
  test_bus_down (&desktop->bus);
}

/* The name of the action behind a button. */
static const char *
action_of (Desktop    *desktop,
           const char *label)
{
  for (guint i = 0; desktop->actions[i] != NULL && desktop->actions[i + 1] != NULL; i += 2)
    {
      if (g_str_equal (desktop->actions[i + 1], label))
        return desktop->actions[i];
    }
  return NULL;
}

/* The journal ----------------------------------------------------------------------------------- */

static gint64
past_clock (gpointer data)
{
  return g_get_real_time () / 1000 - *(gint *) data * DAY;
}

static OmEngine *
open_journal (Fixture *fixture)
{
  g_autofree char *folder = g_build_filename (fixture->folder, "openmemory", NULL);
  g_autofree char *path = g_build_filename (folder, "memories.db", NULL);
  OmEngine *engine = om_engine_new ();
  g_autoptr (GError) error = NULL;

  g_assert_true (om_engine_open (engine, path, OM_OPEN_DEFAULT, NULL, &error));
  g_assert_no_error (error);
  return engine;
}

/* @n memories of which the reminder fell due yesterday. */
static void
write_due (Fixture *fixture,
           guint    n,
           guint    flags)
{
  OmEngine *engine = open_journal (fixture);
  int days_ago = 5;

  om_engine_set_clock (engine, past_clock, &days_ago);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = g_strdup_printf (ODD "%s", i > 0 ? " again" : "");
      g_autoptr (OmDraft) draft = om_draft_new (text);
      g_autoptr (OmRemembered) remembered = NULL;
      g_autoptr (GError) error = NULL;

      draft->dedup = OM_DEDUP_OFF;
      draft->flags = flags;
      remembered = om_engine_remember (engine, draft, NULL, &error);
      g_assert_no_error (error);
      om_engine_set_reminder (engine, remembered->id, om_engine_now (engine) + 4 * DAY, NULL, NULL, &error);
      g_assert_no_error (error);
    }
  om_engine_close (engine);
  g_object_unref (engine);
}

static guint
count_due (Fixture *fixture)
{
  OmEngine *engine = open_journal (fixture);
  g_autoptr (GPtrArray) due = om_engine_list_reminders (engine, TRUE, NULL, NULL);
  guint n = due->len;

  om_engine_close (engine);
  g_object_unref (engine);
  return n;
}

static void
answer_all (Fixture *fixture)
{
  OmEngine *engine = open_journal (fixture);
  g_autoptr (GPtrArray) due = om_engine_list_reminders (engine, TRUE, NULL, NULL);

  for (guint i = 0; i < due->len; i++)
    g_assert_true (om_engine_answer_reminder (engine, ((OmReminder *) g_ptr_array_index (due, i))->memory->id, OM_REMINDER_GONE, NULL,
                                              NULL, NULL, NULL));
  om_engine_close (engine);
  g_object_unref (engine);
}

/* The program ----------------------------------------------------------------------------------- */

/* As the person has set it. */
static GSubprocess *
start (Fixture    *fixture,
       Desktop    *desktop,
       const char *option,
       const char *settings)
{
  g_autoptr (GSubprocessLauncher) launcher = test_bus_launcher (&desktop->bus, fixture);
  g_autofree char *folder = g_build_filename (fixture->folder, "glib-2.0", "settings", NULL);
  g_autofree char *path = g_build_filename (folder, "keyfile", NULL);
  g_autofree char *text = g_strdup_printf ("[org/openmemory/Desktop]\n%s", settings);
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_subprocess_launcher_set_flags (launcher, G_SUBPROCESS_FLAGS_NONE);
  g_subprocess_launcher_setenv (launcher, "GSETTINGS_BACKEND", "keyfile", TRUE);
  /* The table of quarks that GLib leaves behind would count, see om-test-leaks.c. */
  g_subprocess_launcher_setenv (launcher, "ASAN_OPTIONS", "detect_leaks=0:abort_on_error=0", TRUE);
  g_subprocess_launcher_unsetenv (launcher, "OPENMEMORY_TRACE_START");
  process = g_subprocess_launcher_spawn (launcher, &error, g_getenv ("OPENMEMORY_DESKTOP"), option, NULL);
  g_assert_no_error (error);
  return process;
}

static void
end (GSubprocess *process)
{
  g_autoptr (GError) error = NULL;

  g_subprocess_send_signal (process, SIGTERM);
  g_assert_true (g_subprocess_wait (process, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (process));
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 0);
}

/* A window, and nothing of the memory; the answer of a button reaches the journal, and the notification goes. */
static void
test_answered (Fixture      *fixture,
               gconstpointer data)
{
  Desktop desktop = { 0 };
  g_autoptr (GSubprocess) process = NULL;

  write_due (fixture, 1, 0);
  desktop_up (&desktop);
  process = start (fixture, &desktop, NULL, "");
  wait_until (desktop.n_shown == 1);
  g_assert_cmpstr (desktop.title, ==, SEEN);
  g_assert_null (strstr (desktop.body, "Heron"));
  g_assert_nonnull (action_of (&desktop, "Vivid"));
  g_assert_nonnull (action_of (&desktop, "Vague"));
  g_assert_nonnull (action_of (&desktop, "Gone"));
  g_dbus_connection_emit_signal (desktop.connection, NULL, "/org/freedesktop/Notifications", "org.freedesktop.Notifications",
                                 "ActionInvoked", g_variant_new ("(us)", desktop.n_shown, action_of (&desktop, "Vivid")), NULL);
  wait_until (count_due (fixture) == 0);

  /* One that is answered elsewhere is asked no more. */
  write_due (fixture, 1, 0);
  wait_until (desktop.n_shown == 2);
  answer_all (fixture);
  wait_until (desktop.n_closed == 1);
  end (process);
  g_assert_cmpuint (desktop.n_shown, ==, 2);
  desktop_down (&desktop);
}

/* Only if the person wants it, as it stands there, and where no desktop reads markup; never of a private one. */
static void
test_content (Fixture      *fixture,
              gconstpointer data)
{
  for (guint private_too = 0; private_too < 2; private_too++)
    {
      Desktop desktop = { 0 };
      g_autoptr (GSubprocess) process = NULL;

      write_due (fixture, 1, private_too ? OM_FLAG_PRIVATE : 0);
      desktop_up (&desktop);
      process = start (fixture, &desktop, NULL, "reminder-content=true\n");
      wait_until (desktop.n_shown == 1);
      g_assert_cmpstr (desktop.title, ==, private_too ? SEEN : ODD);
      g_assert_cmpstr (desktop.body, ==, private_too ? "" : SEEN);
      end (process);
      desktop_down (&desktop);
    }
}

/* Without a window, and all of it in one; a second start tells nothing again. */
static void
test_background (Fixture      *fixture,
                 gconstpointer data)
{
  Desktop desktop = { 0 };
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GSubprocess) again = NULL;

  write_due (fixture, 5, 0);
  desktop_up (&desktop);
  process = start (fixture, &desktop, "--gapplication-service", "background=true\nreminder-content=true\n");
  wait_until (desktop.n_shown == 1);
  g_assert_cmpstr (desktop.title, ==, "5 memories want to be seen");
  end (process);
  write_due (fixture, 1, 0);
  again = start (fixture, &desktop, "--gapplication-service", "background=true\n");
  wait_until (desktop.n_shown == 2);
  g_assert_cmpstr (desktop.title, ==, SEEN);
  end (again);
  desktop_down (&desktop);
}

#define add(name, func) g_test_add ("/views/reminding/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_reminding_add (void)
{
  add ("answered", test_answered);
  add ("content", test_content);
  add ("background", test_background);
}
