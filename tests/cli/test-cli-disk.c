/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Case S15: a full disk. A small file system of its own where the tests may mount one, else a limit
 * on how large a file may grow. */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <sched.h>
#include <string.h>
#include <sys/mount.h>
#include <unistd.h>

#include "cli/om-test-command.h"
#include "support/om-test-folder.h"
#include "support/om-test-golden.h"

void test_cli_disk_add (void);

#define DISK_SIZE "size=3m"

/* Puts a small file system under the home's data folder, seen by this test and its children alone;
 * it goes with them. */
static gboolean
mount_small_disk (const char *folder)
{
  g_mkdir_with_parents (folder, 0700);
  return unshare (CLONE_NEWNS) == 0 && mount ("none", "/", NULL, MS_REC | MS_PRIVATE, NULL) == 0 &&
         mount ("openmemory-test", folder, "tmpfs", MS_NOSUID | MS_NODEV, DISK_SIZE ",mode=0700") ==
           0;
}

/* Uses up all the room there is. */
static void
fill_disk (const char *path)
{
  static const char block[4096] = { 1 };
  int fd = open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);

  g_assert_cmpint (fd, >=, 0);
  while (write (fd, block, sizeof block) > 0)
    ;
  g_assert_cmpint (errno, ==, ENOSPC);
  close (fd);
}

static GHashTable *
listed_texts (OmTestHome *home)
{
  g_autoptr (JsonNode) list = om_test_json (home, "list", "-n", "0", NULL);
  JsonArray *all = json_node_get_array (list);
  GHashTable *texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < json_array_get_length (all); i++)
    g_hash_table_add (texts, g_strdup (json_object_get_string_member (
                               json_array_get_object_element (all, i), "text")));
  return texts;
}

static void
assert_sound (OmTestHome *home)
{
  g_autoptr (JsonNode) doctor = om_test_json (home, "doctor", NULL);

  g_assert_true (om_test_boolean (doctor, "sound"));
}

/* Writes until there is no room, then checks that everything that was acknowledged is there. */
static void
write_until_full (OmTestHome *home,
                  gboolean    real_disk)
{
  g_autoptr (GHashTable)
    acknowledged = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (GHashTable) listed = NULL;
  g_autofree char *padding = g_strnfill (30000, 'z');
  GHashTableIter iter;
  gpointer text;
  int i;

  for (i = 0; i < 400; i++)
    {
      g_autofree char *entry = g_strdup_printf ("Entry %d %s", i, padding);
      g_autoptr (OmTestRun) run = om_test_run (home, entry, "add", NULL);

      if (run->status != 0)
        {
          if (real_disk)
            om_assert_status (run, 4);
          om_assert_has (run->err, "openmemory: ");
          om_assert_has (run->err, home->store);
          break;
        }
      g_hash_table_add (acknowledged, g_steal_pointer (&entry));
    }
  g_test_message ("%d entries fitted", i);
  g_assert_cmpint (i, >, 2);
  g_assert_cmpint (i, <, 400);

  home->file_limit = 0;
  if (real_disk)
    {
      g_autofree char *folder = g_path_get_dirname (home->store);
      g_autofree char *data = g_path_get_dirname (folder);

      g_assert_cmpint (mount (NULL, data, NULL, MS_REMOUNT | MS_NOSUID | MS_NODEV, "size=64m"), ==,
                       0);
    }
  assert_sound (home);
  listed = listed_texts (home);
  g_hash_table_iter_init (&iter, acknowledged);
  while (g_hash_table_iter_next (&iter, &text, NULL))
    g_assert_true (g_hash_table_contains (listed, text));
  g_assert_cmpuint (g_hash_table_size (listed), ==, g_hash_table_size (acknowledged));
  g_free (om_test_add (home, "There is room again.", NULL));
}

static void
test_full_disk (OmTestHome    *home,
                gconstpointer  unused)
{
  g_autofree char *folder = g_path_get_dirname (home->store);
  g_autofree char *data = g_path_get_dirname (folder);
  g_autofree char *filler = g_build_filename (data, "filler", NULL);
  g_autofree char *samples = om_test_samples_folder ();
  g_autofree char *journal = g_build_filename (samples, "jrnl", "twelve-thousand.txt", NULL);
  g_autoptr (OmTestRun) add = NULL;
  g_autoptr (OmTestRun) import = NULL;
  gboolean mounted = mount_small_disk (data);

  if (!mounted)
    {
      g_test_message ("no file system may be mounted here: files are limited instead");
      home->file_limit = 1024 * 1024;
      write_until_full (home, FALSE);
      return;
    }

  for (int i = 0; i < 3; i++)
    {
      g_autofree char *entry = g_strdup_printf ("Saved before, %d", i);

      g_free (om_test_add (home, entry, NULL));
    }
  fill_disk (filler);
  add = om_test_run (home, "No room for this.", "--json", "add", NULL);
  om_assert_status (add, 4);
  om_assert_has (add->err, "\"no-space\"");
  om_assert_has (add->err, home->store);
  import = om_test_run (home, NULL, "import", journal, NULL);
  om_assert_status (import, 4);
  om_assert_has (import->err, home->store);

  g_unlink (filler);
  assert_sound (home);
  g_assert_cmpuint (om_test_count (home), ==, 3);
  g_clear_pointer (&import, om_test_run_free);

  /* There is some room now, but not for all of it: wholly out. */
  import = om_test_run (home, NULL, "import", journal, NULL);
  om_assert_status (import, 4);
  assert_sound (home);
  g_assert_cmpuint (om_test_count (home), ==, 3);

  for (int i = 0; i < 3; i++)
    {
      g_autoptr (JsonNode) newest = om_test_json (home, "list", "-n", "1", NULL);
      const char *id = om_test_item_string (newest, 0, "id");

      json_node_unref (om_test_json (home, "rm", "--purge", "--yes", id, NULL));
    }
  write_until_full (home, TRUE);
  g_assert_cmpint (umount2 (data, MNT_DETACH), ==, 0);
}

/* A limit on files fails a write with another error than a full disk does. */
static void
test_file_limit (OmTestHome    *home,
                 gconstpointer  unused)
{
  home->file_limit = 1024 * 1024;
  write_until_full (home, FALSE);
}

/* Whatever the form: no half export is left under its name, what lay there before is as it was, and the place is
 * named. The archive's own way with a full disk is tried at every size in test-cli-keep.c. */
static void
test_export (OmTestHome    *home,
             gconstpointer  unused)
{
  static const char *const names[] = { "all.openmemory", "entries.json", "entries.csv", "notes" };
  g_autoptr (GRand) random = g_rand_new_with_seed (15);
  g_autoptr (GString) text = g_string_new ("A long letter: ");
  g_autofree char *folder = g_build_filename (home->path, "out", NULL);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  /* More than fits, also when it is packed. */
  while (text->len < 600000)
    g_string_append_printf (text, "%08x ", g_rand_int (random));
  {
    g_autoptr (OmTestRun) added = om_test_run (home, text->str, "add", NULL);

    om_assert_status (added, 0);
  }
  before = om_test_dump (home->store);
  g_assert_cmpint (g_mkdir (folder, 0700), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      gboolean is_folder = strchr (names[i], '.') == NULL;
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_autofree char *kept = NULL;
      g_autoptr (OmTestRun) run = NULL;
      g_autoptr (OmTestRun) later = NULL;
      g_autoptr (GDir) dir = NULL;
      const char *name;

      if (!is_folder)
        g_assert_true (g_file_set_contents (path, "of before", -1, NULL));
      home->file_limit = 128 * 1024;
      run = is_folder ? om_test_run (home, NULL, "export", path, "--format=markdown", NULL)
                      : om_test_run (home, NULL, "export", path, "--force", NULL);
      home->file_limit = 0;
      om_assert_status (run, 4);
      om_assert_has (run->err, folder);
      dir = g_dir_open (folder, 0, NULL);
      while ((name = g_dir_read_name (dir)) != NULL)
        g_assert_true (!is_folder && g_str_equal (name, names[i]));
      if (!is_folder)
        {
          g_assert_true (g_file_get_contents (path, &kept, NULL, NULL));
          g_assert_cmpstr (kept, ==, "of before");
        }

      later = is_folder ? om_test_run (home, NULL, "export", path, "--format=markdown", NULL)
                        : om_test_run (home, NULL, "export", path, "--force", NULL);
      om_assert_status (later, 0);
      om_test_folder_remove (path);
    }
  after = om_test_dump (home->store);
  g_assert_cmpstr (before, ==, after);
}

void
test_cli_disk_add (void)
{
  om_test_add_case ("/cli/disk/full", test_full_disk);
  om_test_add_case ("/cli/disk/file-limit", test_file_limit);
  om_test_add_case ("/cli/disk/export", test_export);
}
