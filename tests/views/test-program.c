/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program itself: a second start brings the window to the front and ends (S1); SIGTERM ends it. */
#include "config.h"

#include <signal.h>
#include <string.h>

#include "test-views.h"

void
test_bus_up (TestBus *bus)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDataInputStream) lines = NULL;

  bus->daemon = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error,
                                  "dbus-daemon", "--session", "--nofork", "--print-address", NULL);
  g_assert_no_error (error);
  lines = g_data_input_stream_new (g_subprocess_get_stdout_pipe (bus->daemon));
  bus->address = g_data_input_stream_read_line (lines, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (bus->address);
}

void
test_bus_down (TestBus *bus)
{
  g_subprocess_send_signal (bus->daemon, SIGTERM);
  g_assert_true (g_subprocess_wait (bus->daemon, NULL, NULL));
  g_object_unref (bus->daemon);
  g_free (bus->address);
}

/* (transfer full): starts the program in the fixture's folder as its home, on @bus. */
GSubprocessLauncher *
test_bus_launcher (TestBus *bus,
                   Fixture *fixture)
{
  static const char *const folders[] = { "HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME",
                                         "XDG_RUNTIME_DIR" };
  GSubprocessLauncher *launcher = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDERR_PIPE);

  for (gsize i = 0; i < G_N_ELEMENTS (folders); i++)
    g_subprocess_launcher_setenv (launcher, folders[i], fixture->folder, TRUE);
  g_subprocess_launcher_setenv (launcher, "DBUS_SESSION_BUS_ADDRESS", bus->address, TRUE);
  g_subprocess_launcher_setenv (launcher, "GTK_A11Y", "none", TRUE);
  /* Leaks are looked for in this process: in the program the table of quarks that GLib leaves behind when it grows
   * would count, see om-test-leaks.c. */
  g_subprocess_launcher_setenv (launcher, "ASAN_OPTIONS", "detect_leaks=0:abort_on_error=0", TRUE);
  g_subprocess_launcher_setenv (launcher, "OPENMEMORY_TRACE_START", "1", TRUE);
  return launcher;
}

static GSubprocess *
start (Fixture    *fixture,
       TestBus    *bus,
       const char *option,
       const char *argument)
{
  g_autoptr (GSubprocessLauncher) launcher = test_bus_launcher (bus, fixture);
  g_autoptr (GError) error = NULL;
  GSubprocess *process =
    g_subprocess_launcher_spawn (launcher, &error, g_getenv ("OPENMEMORY_DESKTOP"), option, argument, NULL);

  g_assert_no_error (error);
  return process;
}

/* Reads what it prints until it says that it is searchable. */
static void
wait_for_start (GSubprocess *process)
{
  g_autoptr (GDataInputStream) lines = g_data_input_stream_new (g_subprocess_get_stderr_pipe (process));
  gboolean framed = FALSE;
  gboolean searchable = FALSE;

  while (!framed || !searchable)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *line = g_data_input_stream_read_line (lines, NULL, NULL, &error);

      g_assert_no_error (error);
      g_assert_nonnull (line);
      framed |= g_str_has_prefix (line, "start: first frame: ");
      searchable |= g_str_has_prefix (line, "start: searchable: ");
    }
}

static void
test_second_start (Fixture      *fixture,
                   gconstpointer data)
{
  TestBus bus;
  g_autoptr (GSubprocess) first = NULL;
  g_autoptr (GSubprocess) second = NULL;
  g_autoptr (GError) error = NULL;
  gint64 before;
  gint64 took;

  test_bus_up (&bus);
  first = start (fixture, &bus, "--store", fixture->path);
  wait_for_start (first);
  before = g_get_monotonic_time ();
  second = start (fixture, &bus, "--store", fixture->path);
  g_assert_true (g_subprocess_wait (second, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (second));
  g_assert_cmpint (g_subprocess_get_exit_status (second), ==, 0);
  took = g_get_monotonic_time () - before;
  g_test_message ("the second start ended after %" G_GINT64_FORMAT " ms", took / 1000);
  g_assert_cmpint (took, <, 2 * G_USEC_PER_SEC);

  g_assert_true (g_subprocess_get_identifier (first) != NULL);
  g_subprocess_send_signal (first, SIGTERM);
  g_assert_true (g_subprocess_wait (first, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (g_subprocess_get_if_exited (first));
  g_assert_cmpint (g_subprocess_get_exit_status (first), ==, 0);
  test_bus_down (&bus);
}

static void
assert_says (const char *option,
             const char *argument,
             int         status,
             const char *expected)
{
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *said = NULL;

  process = g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_MERGE, &error,
                              g_getenv ("OPENMEMORY_DESKTOP"), option, argument, NULL);
  g_assert_no_error (error);
  g_assert_true (g_subprocess_communicate_utf8 (process, NULL, NULL, &said, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpint (g_subprocess_get_exit_status (process), ==, status);
  g_assert_nonnull (strstr (said, expected));
}

static void
test_options (Fixture      *fixture,
              gconstpointer data)
{
  assert_says ("--version", NULL, 0, PACKAGE_VERSION);
  assert_says ("--help", NULL, 0, "--store");
  assert_says ("--sample", "--store=x.db", 2, "--sample");
}

#define add(name, func) g_test_add ("/views/program/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_program_add (void)
{
  add ("second-start", test_second_start);
  add ("options", test_options);
}
