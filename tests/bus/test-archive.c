/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Archives through a descriptor: what comes out goes in again, nothing kept back is in it, progress is told to
 * the caller alone, and wrong descriptors are refused. */
#include "config.h"

#include <fcntl.h>
#include <gio/gunixfdlist.h>
#include <glib/gstdio.h>
#include <string.h>
#include <unistd.h>

#include "engine/om-fade.h"
#include "engine/om-reflect.h"
#include "test-bus.h"

#define SECRET "quicksilver"
#define N_YEARS_ENTRIES 500

static void
allow (Fixture *fixture)
{
  g_autoptr (GVariant) ready = get_property (fixture, "Loaded");
  g_autofree char *exe = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *key = g_strconcat ("exe:", exe, NULL);

  om_bus_service_answer (fixture->service, key, OM_LEAVE_ALLOWED, FALSE);
}

static void
called_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

/* Calls with a descriptor, which is used up. */
static GVariant *
call_with (Fixture    *fixture,
           const char *method,
           int         fd,
           const char *options,
           GError    **error)
{
  g_autoptr (GUnixFDList) fds = g_unix_fd_list_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GVariant) dict = g_variant_ref_sink (g_variant_new_parsed (options));
  int handle = g_unix_fd_list_append (fds, fd, NULL);

  close (fd);
  g_dbus_connection_call_with_unix_fd_list (fixture->client, BUS_NAME, OM_BUS_PATH, "org.openmemory.Archive1", method,
                                            g_variant_new ("(h@a{sv})", handle, dict), NULL, G_DBUS_CALL_FLAGS_NONE, 60000, fds,
                                            NULL, called_cb, &result);
  ITERATE_WHILE (result == NULL);
  return g_dbus_connection_call_with_unix_fd_list_finish (fixture->client, NULL, result, error);
}

static void
progress_cb (GDBusConnection *connection,
             const char      *sender,
             const char      *path,
             const char      *interface,
             const char      *signal,
             GVariant        *parameters,
             gpointer         data)
{
  const char *job;

  g_variant_get (parameters, "(&suu)", &job, NULL, NULL);
  g_assert_cmpstr (job, ==, "my job");
  ++*(guint *) data;
}

static void
test_there_and_back (Fixture      *fixture,
                     gconstpointer data)
{
  g_autofree char *file = g_build_filename (fixture->folder, "out.openmemory", NULL);
  g_autofree char *secret = fixture_remember (fixture, "Bought " SECRET ".", OM_FLAG_PRIVATE);
  g_autofree char *hidden = fixture_remember (fixture, "Sold " SECRET ".", OM_FLAG_HIDDEN);
  g_autofree char *shown = fixture_remember (fixture, "A thermometer of wood.", 0);
  g_autofree char *binned = fixture_remember (fixture, "Threw " SECRET " away.", 0);
  g_autoptr (GDBusConnection) other = fixture_connect (fixture);
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) exported = NULL;
  g_autoptr (GVariant) imported = NULL;
  g_autoptr (GVariant) report = NULL;
  g_autofree char *bytes = NULL;
  gsize length;
  guint n_mine = 0;
  guint n_others = 0;
  guint n;
  guint mine = g_dbus_connection_signal_subscribe (fixture->client, BUS_NAME, NULL, "Progress", NULL, NULL,
                                                   G_DBUS_SIGNAL_FLAGS_NONE, progress_cb, &n_mine, NULL);
  guint others = g_dbus_connection_signal_subscribe (other, BUS_NAME, NULL, "Progress", NULL, NULL, G_DBUS_SIGNAL_FLAGS_NONE,
                                                     progress_cb, &n_others, NULL);

  fixture_bin (fixture, binned);
  allow (fixture);
  exported = call_with (fixture, "Export", g_open (file, O_WRONLY | O_CREAT, 0600), "{'job': <'my job'>}", &error);
  g_assert_no_error (error);
  report = g_variant_get_child_value (exported, 0);
  g_assert_true (g_variant_lookup (report, "entries", "u", &n));
  g_assert_cmpuint (n, ==, 1);
  g_assert_true (g_file_get_contents (file, &bytes, &length, NULL));
  g_assert_cmpuint (length, >, 100);
  g_assert_null (g_strstr_len (bytes, (gssize) length, secret));
  wait_ms (50);
  g_assert_cmpuint (n_mine, >=, 1);
  g_assert_cmpuint (n_others, ==, 0);

  /* It is all known already. */
  g_clear_pointer (&report, g_variant_unref);
  imported = call_with (fixture, "Import", g_open (file, O_RDONLY, 0), "@a{sv} {}", &error);
  g_assert_no_error (error);
  report = g_variant_get_child_value (imported, 0);
  g_assert_true (g_variant_lookup (report, "added", "u", &n));
  g_assert_cmpuint (n, ==, 0);
  g_dbus_connection_signal_unsubscribe (fixture->client, mine);
  g_dbus_connection_signal_unsubscribe (other, others);
  g_dbus_connection_close_sync (other, NULL, NULL);
}

/* Into another store, through a pipe. */
static void
test_import (Fixture      *fixture,
             gconstpointer data)
{
  static const char text[] = "[2024-05-31 09:00] The flat.\nSigned the lease for the flat by the canal.\n";
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) imported = NULL;
  g_autoptr (GVariant) report = NULL;
  int ends[2];
  guint n;

  allow (fixture);
  g_assert_cmpint (pipe (ends), ==, 0);
  g_assert_cmpint (write (ends[1], text, sizeof text - 1), ==, sizeof text - 1);
  close (ends[1]);
  imported = call_with (fixture, "Import", ends[0], "{'format': <'jrnl'>}", &error);
  g_assert_no_error (error);
  report = g_variant_get_child_value (imported, 0);
  g_assert_true (g_variant_lookup (report, "added", "u", &n));
  g_assert_cmpuint (n, ==, 1);
}

static void
expect_invalid (Fixture    *fixture,
                const char *method,
                int         fd,
                const char *options)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = call_with (fixture, method, fd, options, &error);
  g_autofree char *name = NULL;

  g_assert_null (reply);
  name = g_dbus_error_get_remote_error (error);
  g_assert_cmpstr (name, ==, "org.openmemory.Error.InvalidArgument");
}

static void
test_wrong (Fixture      *fixture,
            gconstpointer data)
{
  g_autofree char *file = g_build_filename (fixture->folder, "empty", NULL);

  allow (fixture);
  g_assert_true (g_file_set_contents (file, "", 0, NULL));
  expect_invalid (fixture, "Export", g_open (file, O_RDONLY, 0), "@a{sv} {}");
  expect_invalid (fixture, "Import", g_open (file, O_WRONLY, 0), "@a{sv} {}");
  expect_invalid (fixture, "Import", g_open (file, O_RDONLY, 0), "{'format': <'scroll'>}");
  expect_invalid (fixture, "Import", g_open (file, O_RDONLY, 0), "{'dry-run': <1>}");
  expect_invalid (fixture, "Export", g_open (file, O_WRONLY, 0), "{'tags': <1>}");
  /* No descriptor came along at all. */
  expect_error (fixture, "org.openmemory.Error.InvalidArgument", "Archive1.Export", "(handle 0, @a{sv} {})");
  expect_error (fixture, "org.openmemory.Error.InvalidArgument", "Archive1.Import", "(handle 7, @a{sv} {})");
  expect_error (fixture, "org.freedesktop.DBus.Error.InvalidArgs", "Archive1.Export", "('file', @a{sv} {})");
  expect_error (fixture, "org.freedesktop.DBus.Error.InvalidArgs", "Archive1.Import", "(handle 0,)");
}

/* The first caller does not read its pipe: it waits, and others are served. */
static void
test_slow_reader (Fixture      *fixture,
                  gconstpointer data)
{
  g_autoptr (GDBusConnection) slow = fixture_connect (fixture);
  g_autoptr (GUnixFDList) fds = g_unix_fd_list_new ();
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GVariant) list = NULL;
  g_autofree char *file = g_build_filename (fixture->folder, "out", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) exported = NULL;
  g_autofree char *name = NULL;
  int ends[2];

  for (guint i = 0; i < 60; i++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autofree char *id = NULL;

      /* What does not pack well. */
      for (guint j = 0; j < 600; j++)
        g_string_append_printf (text, "%08x ", g_random_int ());
      id = fixture_remember (fixture, text->str, 0);
    }
  allow (fixture);
  g_assert_cmpint (pipe (ends), ==, 0);
  g_unix_fd_list_append (fds, ends[1], NULL);
  close (ends[1]);
  g_dbus_connection_call_with_unix_fd_list (slow, BUS_NAME, OM_BUS_PATH, "org.openmemory.Archive1", "Export",
                                            g_variant_new_parsed ("(handle 0, @a{sv} {})"), NULL, G_DBUS_CALL_FLAGS_NONE, 60000,
                                            fds, NULL, called_cb, &result);
  wait_ms (1500);
  g_assert_null (result);
  list = call (fixture, "Memories1.List", "(@a{sv} {},)");
  exported = call_with (fixture, "Export", g_open (file, O_WRONLY | O_CREAT, 0600), "@a{sv} {}", &error);
  g_assert_null (exported);
  name = g_dbus_error_get_remote_error (error);
  g_assert_cmpstr (name, ==, "org.openmemory.Error.Busy");
  g_clear_error (&error);

  /* It leaves, and its job with it. */
  g_dbus_connection_close_sync (slow, NULL, NULL);
  WAIT_UNTIL (result != NULL);
  WAIT_UNTIL (!om_bus_service_is_busy (fixture->service));
  exported = call_with (fixture, "Export", g_open (file, O_WRONLY | O_CREAT, 0600), "@a{sv} {}", &error);
  g_assert_no_error (error);
  close (ends[0]);
}

/* The days of what is listed, a blank after each. */
static char *
list_days (Fixture *fixture)
{
  g_autoptr (GVariant) reply = call (fixture, "Memories1.List", "({'limit': <uint32 100>, 'order': <'oldest'>},)");
  g_autoptr (GVariant) memories = g_variant_get_child_value (reply, 0);
  GString *text = g_string_new (NULL);

  for (gsize i = 0; i < g_variant_n_children (memories); i++)
    {
      g_autoptr (GVariant) memory = g_variant_get_child_value (memories, i);
      const char *precision;
      OmMoment happened = { 0 };
      int year;
      int month;
      int day;

      g_assert_true (g_variant_lookup (memory, "happened", "x", &happened.ms));
      g_assert_true (g_variant_lookup (memory, "offset", "i", &happened.offset_s));
      g_assert_true (g_variant_lookup (memory, "precision", "&s", &precision));
      g_assert_cmpstr (precision, ==, "day");
      om_moment_civil_date (&happened, &year, &month, &day);
      g_string_append_printf (text, "%04d-%02d-%02d ", year, month, day);
    }
  return g_string_free (text, FALSE);
}

static void
zone_set_up (Fixture      *fixture,
             gconstpointer data)
{
  g_setenv ("TZ", data, TRUE);
  fixture_set_up (fixture, NULL);
}

static void
zone_tear_down (Fixture      *fixture,
                gconstpointer data)
{
  fixture_tear_down (fixture, NULL);
  g_unsetenv ("TZ");
}

/* Case S5: a day without a zone is that day for whoever asks, wherever the machine is. */
static void
test_days (Fixture      *fixture,
           gconstpointer data)
{
  static const char *const samples[] = { "minidiary/mini-diary.json", "rednotebook/RedNotebook-Backup-2024-02-29.zip" };
  g_autofree char *days = NULL;

  allow (fixture);
  for (gsize i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *path = g_build_filename (g_getenv ("OPENMEMORY_SOURCE"), "tests", "data", "samples", samples[i], NULL);
      g_autoptr (GError) error = NULL;
      g_autoptr (GVariant) imported = call_with (fixture, "Import", g_open (path, O_RDONLY | O_CLOEXEC, 0), "@a{sv} {}", &error);

      g_assert_no_error (error);
    }
  days = list_days (fixture);
  g_assert_cmpstr (days, ==, "1899-12-31 2019-07-01 2019-07-02 2024-01-01 2024-01-02 2024-01-31 2024-02-29 ");
}

/* Case S12: after twenty years everything is still listed and goes along in an export. */
static void
test_twenty_years (Fixture      *fixture,
                   gconstpointer data)
{
  g_autofree char *file = g_build_filename (fixture->folder, "out.openmemory", NULL);
  g_autoptr (GHashTable) ids = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GVariant) exported = NULL;
  g_autoptr (GVariant) report = NULL;
  g_autoptr (GVariant) found = NULL;
  g_autoptr (GVariant) hits = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *cursor = g_strdup ("");
  guint n;

  for (guint i = 0; i < N_YEARS_ENTRIES; i++)
    {
      g_autofree char *text = g_strdup_printf ("Number %u of the old notebook, with the word needle%u in it.", i, i);

      g_hash_table_add (ids, fixture_remember (fixture, text, 0));
    }
  g_assert_cmpuint (g_hash_table_size (ids), ==, N_YEARS_ENTRIES);
  fixture->now += 7300 * OM_MS_PER_DAY;
  om_fade_report_free (om_engine_fade (fixture->engine, FALSE, NULL, &error));
  g_assert_no_error (error);
  om_reflect_report_free (om_engine_reflect (fixture->engine, TRUE, NULL, &error));
  g_assert_no_error (error);
  allow (fixture);

  exported = call_with (fixture, "Export", g_open (file, O_WRONLY | O_CREAT | O_CLOEXEC, 0600), "@a{sv} {}", &error);
  g_assert_no_error (error);
  report = g_variant_get_child_value (exported, 0);
  g_assert_true (g_variant_lookup (report, "entries", "u", &n));
  g_assert_cmpuint (n, >=, N_YEARS_ENTRIES);
  found = call (fixture, "Memories1.Search", "('needle7', @a{sv} {})");
  hits = g_variant_get_child_value (found, 0);
  g_assert_cmpuint (g_variant_n_children (hits), >=, 1);
  do
    {
      g_autoptr (GVariant) reply = call (fixture, "Memories1.List", "({'limit': <uint32 100>, 'cursor': <%s>},)", cursor);
      g_autoptr (GVariant) memories = g_variant_get_child_value (reply, 0);

      g_free (cursor);
      g_variant_get_child (reply, 1, "s", &cursor);
      for (gsize i = 0; i < g_variant_n_children (memories); i++)
        {
          g_autoptr (GVariant) memory = g_variant_get_child_value (memories, i);
          const char *id;

          g_assert_true (g_variant_lookup (memory, "id", "&s", &id));
          g_hash_table_remove (ids, id);
        }
    }
  while (*cursor != '\0');
  g_assert_cmpuint (g_hash_table_size (ids), ==, 0);
}

#define ADD(name, func) g_test_add ("/bus/archive/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_archive_add (void)
{
  ADD ("there-and-back", test_there_and_back);
  ADD ("import", test_import);
  ADD ("wrong", test_wrong);
  ADD ("slow-reader", test_slow_reader);
  ADD ("twenty-years", test_twenty_years);
  g_test_add ("/bus/archive/days/los-angeles", Fixture, "America/Los_Angeles", zone_set_up, test_days, zone_tear_down);
  g_test_add ("/bus/archive/days/tokyo", Fixture, "Asia/Tokyo", zone_set_up, test_days, zone_tear_down);
  g_test_add ("/bus/archive/days/kiritimati", Fixture, "Pacific/Kiritimati", zone_set_up, test_days, zone_tear_down);
}
