/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Export, import, backup and restore, ended by kill -9 or by a disk without room: no half file under a
 * final name, no half import, no half restore, no backup that is not whole.
 *
 * OPENMEMORY_KILL_ROUNDS says how many moments of each; 25 otherwise. */
#include "config.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/om-test-command.h"
#include "cli/om-test-kill.h"

void test_cli_keep_add (void);

#define DEFAULT_ROUNDS 25
#define N_ENTRIES 150

static int
n_rounds (void)
{
  const char *wanted = g_getenv ("OPENMEMORY_KILL_ROUNDS");

  return wanted != NULL ? MAX (3, atoi (wanted)) : DEFAULT_ROUNDS;
}

static void
fill (OmTestHome *home)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *file = NULL;
  g_autoptr (JsonNode) report = NULL;

  for (int i = 0; i < N_ENTRIES; i++)
    {
      g_string_append_printf (text, "[2024-01-01 %02d:%02d] Entry %d\nA line of its own about the canal", i / 60, i % 60, i);
      /* Nothing that packing could make small. */
      for (int w = 0; w < 80; w++)
        g_string_append_printf (text, " %x", (guint) g_test_rand_int ());
      g_string_append (text, ".\n\n");
    }
  file = om_test_home_file (home, "journal.txt", text->str);
  report = om_test_json (home, "import", file, NULL);
  g_assert_cmpint (om_test_int (report, "added"), ==, N_ENTRIES);
}

/* Somewhere between the first instruction and a little after the last. */
static gboolean
kill_somewhere (OmTestHome        *home,
                const char *const *arguments,
                int                duration)
{
  g_autofree char *out = NULL;

  return !om_test_run_and_kill (home, arguments, g_test_rand_int_range (0, duration + duration / 8 + 1), &out);
}

/* What has its final name must come in whole. */
static void
check_archive (OmTestHome *home,
               const char *path)
{
  g_autofree char *store = NULL;
  g_autoptr (JsonNode) report = NULL;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return;
  store = g_build_filename (home->path, "none.db", NULL);
  report = om_test_json (home, "import", path, "--dry-run", "--store", store, NULL);
  g_assert_cmpint (om_test_int (report, "added"), ==, N_ENTRIES);
  g_unlink (path);
}

static void
test_export (OmTestHome   *home,
             gconstpointer unused)
{
  g_autofree char *path = g_build_filename (home->path, "all.openmemory", NULL);
  const char *arguments[] = { "export", path, NULL };
  int n_killed = 0;
  int duration;

  fill (home);
  duration = om_test_measure (home, arguments);
  check_archive (home, path);
  for (int i = 0; i < n_rounds (); i++)
    {
      n_killed += kill_somewhere (home, arguments, duration);
      check_archive (home, path);
    }
  g_test_message ("%d of %d exports were killed before they ended", n_killed, n_rounds ());
  g_assert_cmpint (n_killed, >, 0);
}

static void
test_import (OmTestHome   *home,
             gconstpointer unused)
{
  g_autofree char *path = g_build_filename (home->path, "all.openmemory", NULL);
  g_autofree char *other = g_build_filename (home->path, "other.db", NULL);
  const char *arguments[] = { "--store", other, "import", path, NULL };
  g_autoptr (JsonNode) report = NULL;
  int n_killed = 0;
  int duration;

  fill (home);
  report = om_test_json (home, "export", path, NULL);
  duration = om_test_measure (home, arguments);
  for (int i = 0; i < n_rounds (); i++)
    {
      g_autoptr (JsonNode) list = NULL;
      g_autoptr (JsonNode) doctor = NULL;
      guint n;

      for (guint e = 0; e < 4; e++)
        {
          static const char *const endings[] = { "", "-wal", "-shm", ".words" };
          g_autofree char *file = g_strconcat (other, endings[e], NULL);

          g_unlink (file);
        }
      n_killed += kill_somewhere (home, arguments, duration);
      if (!g_file_test (other, G_FILE_TEST_EXISTS))
        continue;
      /* A store that was being made may not be one yet: then adding makes it. */
      g_free (om_test_add (home, "After it.", "--store", other, NULL));
      list = om_test_json (home, "list", "-n", "0", "--store", other, NULL);
      n = json_array_get_length (json_node_get_array (list));
      if (n != 1 && n != N_ENTRIES + 1)
        g_error ("the import is in by %u of %d", n - 1, N_ENTRIES);
      doctor = om_test_json (home, "doctor", "--store", other, NULL);
      g_assert_true (om_test_boolean (doctor, "sound"));
    }
  g_test_message ("%d of %d imports were killed before they ended", n_killed, n_rounds ());
  g_assert_cmpint (n_killed, >, 0);
}

static void
test_backup (OmTestHome   *home,
             gconstpointer unused)
{
  const char *arguments[] = { "backup", NULL };
  int n_killed = 0;
  int duration;

  fill (home);
  duration = om_test_measure (home, arguments);
  for (int i = 0; i < n_rounds (); i++)
    n_killed += kill_somewhere (home, arguments, duration);
  {
    /* Every one that has its name is whole, and the first is still there. */
    g_autoptr (JsonNode) all = om_test_json (home, "backup", "verify", NULL);
    JsonArray *array = json_node_get_array (all);

    g_assert_cmpuint (json_array_get_length (array), >=, 1);
    for (guint i = 0; i < json_array_get_length (array); i++)
      {
        g_assert_true (json_object_get_boolean_member (json_array_get_object_element (array, i), "whole"));
        g_assert_cmpint (json_object_get_int_member (json_array_get_object_element (array, i), "entries"), ==, N_ENTRIES);
      }
  }
  g_test_message ("%d of %d backups were killed before they ended", n_killed, n_rounds ());
  g_assert_cmpint (n_killed, >, 0);
}

static void
test_restore (OmTestHome   *home,
              gconstpointer unused)
{
  g_autoptr (JsonNode) made = NULL;
  int n_killed = 0;
  int duration = -1;

  fill (home);
  made = om_test_json (home, "backup", NULL);
  for (int i = 0; i <= n_rounds (); i++)
    {
      const char *arguments[] = { "backup", "restore", om_test_string (made, "path"), NULL };
      g_autofree char *id = om_test_add (home, "Something newer.", NULL);
      g_autoptr (JsonNode) list = NULL;
      g_autoptr (JsonNode) doctor = NULL;
      guint before = om_test_count (home);
      guint after;

      if (duration < 0)
        duration = om_test_measure (home, arguments);
      else
        n_killed += kill_somewhere (home, arguments, duration);
      g_assert_true (g_file_test (home->store, G_FILE_TEST_EXISTS));
      after = om_test_count (home);
      if (after != before && after != N_ENTRIES)
        g_error ("%u entries are there, neither %u nor %d", after, before, N_ENTRIES);
      doctor = om_test_json (home, "doctor", NULL);
      g_assert_true (om_test_boolean (doctor, "sound"));
    }
  g_test_message ("%d of %d restores were killed before they ended", n_killed, n_rounds ());
  g_assert_cmpint (n_killed, >, 0);
}

static guint
count_files (const char *folder,
             const char *ending)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  guint n = 0;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    n += g_str_has_suffix (name, ending);
  return n;
}

/* At every size a file may grow to: refused with the reason and without a trace, or whole. */
static void
test_full (OmTestHome   *home,
           gconstpointer unused)
{
  g_autofree char *folder = g_build_filename (home->path, "out", NULL);
  g_autofree char *data = NULL;
  g_autofree char *backups = NULL;
  g_autofree char *path = g_build_filename (folder, "all.openmemory", NULL);
  g_autoptr (OmTestRun) first = NULL;
  GStatBuf status;
  GStatBuf archive;
  int n_refused[2] = { 0 };

  fill (home);
  data = g_path_get_dirname (home->store);
  backups = g_build_filename (data, "backups", NULL);
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  g_assert_cmpint (g_stat (home->store, &status), ==, 0);
  first = om_test_run (home, NULL, "export", path, NULL);
  om_assert_status (first, 0);
  g_assert_cmpint (g_stat (path, &archive), ==, 0);
  check_archive (home, path);
  for (int i = 1; i <= n_rounds (); i++)
    {
      gboolean backup = i % 2 == 0;
      g_autoptr (OmTestRun) run = NULL;

      /* Below that the store itself cannot be opened. */
      home->file_limit = (gsize) ((backup ? status.st_size : archive.st_size) * i / n_rounds ()) + 40000;
      run = backup ? om_test_run (home, NULL, "backup", NULL) : om_test_run (home, NULL, "export", path, "--force", NULL);
      home->file_limit = 0;
      n_refused[backup] += run->status != 0;
      /* SQLite takes a file that may not grow for a fault of the disk. */
      if (run->status != 0)
        om_assert_status (run, backup ? 7 : 4);
      if (!backup && run->status != 0)
        g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
      else if (!backup)
        check_archive (home, path);
      g_assert_cmpuint (count_files (folder, ".part"), ==, 0);
      g_assert_cmpuint (count_files (backups, ".part"), ==, 0);
    }
  g_test_message ("%d exports and %d backups had no room", n_refused[0], n_refused[1]);
  g_assert_cmpint (n_refused[0], >, 0);
  g_assert_cmpint (n_refused[1], >, 0);
  g_assert_cmpuint (om_test_count (home), ==, N_ENTRIES);
}

void
test_cli_keep_add (void)
{
  om_test_add_case ("/cli/keep/export", test_export);
  om_test_add_case ("/cli/keep/import", test_import);
  om_test_add_case ("/cli/keep/backup", test_backup);
  om_test_add_case ("/cli/keep/restore", test_restore);
  om_test_add_case ("/cli/keep/full", test_full);
}
