/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Case S1: several processes on one store; nobody overwrites anybody. */
#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/om-test-command.h"

void test_cli_two_add (void);

#define N_ROUNDS 5
#define N_AT_ONCE 4

/* An import is one transaction, and another command waits ten seconds for it, on a slow machine too. */
#define N_IMPORTED 1000
#define N_ADDED 4

static void
test_adds_at_once (OmTestHome    *home,
                   gconstpointer  unused)
{
  g_autoptr (GHashTable) texts = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr (JsonNode) list = NULL;
  g_autoptr (JsonNode) doctor = NULL;
  JsonArray *all;

  /* The first round also makes the store: four make it at once. */
  for (int round = 0; round < N_ROUNDS; round++)
    {
      GSubprocess *processes[N_AT_ONCE];

      for (int i = 0; i < N_AT_ONCE; i++)
        {
          g_autofree char *text = g_strdup_printf ("Round %d, from %c", round, 'A' + i);
          const char *arguments[] = { "add", text, NULL };

          processes[i] = om_test_spawn (home, G_SUBPROCESS_FLAGS_STDOUT_SILENCE, -1, -1, arguments);
          g_hash_table_add (texts, g_steal_pointer (&text));
        }
      for (int i = 0; i < N_AT_ONCE; i++)
        {
          g_subprocess_wait (processes[i], NULL, NULL);
          g_assert_cmpint (om_test_status (processes[i]), ==, 0);
          g_object_unref (processes[i]);
        }
    }

  list = om_test_json (home, "list", "-n", "0", NULL);
  all = json_node_get_array (list);
  g_assert_cmpuint (json_array_get_length (all), ==, N_ROUNDS * N_AT_ONCE);
  for (guint i = 0; i < json_array_get_length (all); i++)
    g_assert_true (g_hash_table_remove (
      texts, json_object_get_string_member (json_array_get_object_element (all, i), "text")));
  doctor = om_test_json (home, "doctor", NULL);
  g_assert_true (om_test_boolean (doctor, "sound"));
}

/* Waits for a line on a named pipe. */
static void
wait_for (int fd)
{
  struct pollfd ready = { .fd = fd, .events = POLLIN };
  char buffer[64];

  g_assert_cmpint (poll (&ready, 1, 60000), ==, 1);
  g_assert_cmpint (read (fd, buffer, sizeof buffer), >, 0);
}

/* An entry edited in both ends as two versions, both readable, marked as a conflict. */
static void
test_conflict (OmTestHome    *home,
               gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "As it was.", NULL);
  g_autofree char *ready = om_test_home_file (home, "ready", NULL);
  g_autofree char *go = om_test_home_file (home, "go", NULL);
  g_autofree char *script = g_strdup_printf (
    "#!/bin/sh\necho 'from A' > \"$1\"\necho ready > %s\nread word < %s\n", ready, go);
  g_autofree char *editor = om_test_home_file (home, "editor", script);
  const char *arguments[] = { "edit", id, "--editor", NULL };
  g_autoptr (GSubprocess) a = NULL;
  g_autoptr (OmTestRun) b = NULL;
  g_autoptr (JsonNode) shown = NULL;
  g_autoptr (JsonNode) conflicts = NULL;
  g_autoptr (OmTestRun) again = NULL;
  g_autoptr (OmTestRun) cleared = NULL;
  g_autofree char *a_out = NULL;
  g_autoptr (GString) every_text = g_string_new (NULL);
  JsonObject *memory;
  JsonArray *versions;
  int ready_fd;
  int go_fd;

  g_assert_cmpint (mkfifo (ready, 0600), ==, 0);
  g_assert_cmpint (mkfifo (go, 0600), ==, 0);
  ready_fd = open (ready, O_RDWR | O_CLOEXEC);
  go_fd = open (go, O_RDWR | O_CLOEXEC);
  g_chmod (editor, 0700);
  om_test_home_setenv (home, "VISUAL", editor);

  a = om_test_spawn (home, G_SUBPROCESS_FLAGS_STDOUT_PIPE, -1, -1, arguments);
  wait_for (ready_fd);
  b = om_test_run (home, NULL, "edit", id, "--text", "from B", NULL);
  om_assert_status (b, 0);
  g_assert_cmpint (write (go_fd, "go\n", 3), ==, 3);
  g_subprocess_communicate_utf8 (a, NULL, NULL, &a_out, NULL, NULL);
  close (ready_fd);
  close (go_fd);
  g_assert_cmpint (om_test_status (a), ==, 0);
  om_assert_has (a_out, "Both texts are kept");

  shown = om_test_json (home, "show", id, "--versions", NULL);
  memory = json_node_get_object (shown);
  versions = json_object_get_array_member (memory, "former_versions");
  g_string_append (every_text, json_object_get_string_member (memory, "text"));
  for (guint i = 0; i < json_array_get_length (versions); i++)
    g_string_append_printf (
      every_text, "|%s",
      json_object_get_string_member (json_array_get_object_element (versions, i), "text"));
  om_assert_has (every_text->str, "from A");
  om_assert_has (every_text->str, "from B");
  om_assert_has (every_text->str, "As it was.");

  conflicts = om_test_json (home, "search", "from is:conflict", NULL);
  g_assert_cmpuint (om_test_length (conflicts, "hits"), ==, 1);
  /* It is said once, not at every edit until the mark is cleared. */
  again = om_test_run (home, NULL, "edit", id, "--tag", "+later", NULL);
  om_assert_has (again->out, "Changed ");
  g_assert_null (strstr (again->out, "Both texts"));
  cleared = om_test_run (home, NULL, "edit", id, "--clear", "conflict", NULL);
  om_assert_status (cleared, 0);
  g_clear_pointer (&cleared, om_test_run_free);
  cleared = om_test_run (home, NULL, "search", "from is:conflict", NULL);
  om_assert_status (cleared, 1);
}

/* Entries are added while an import runs; both end up in the store. The import has shown progress
 * by then, so it holds its connections, and must go on holding them while others come and go. */
static void
test_add_during_import (OmTestHome    *home,
                        gconstpointer  unused)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *file = NULL;
  g_autofree char *slave = NULL;
  g_autofree char *shown = NULL;
  const char *arguments[] = { "import", NULL, NULL };
  int terminal = om_test_open_terminal (&slave);
  g_autoptr (GSubprocess) import = NULL;
  g_autoptr (JsonNode) doctor = NULL;

  for (int i = 0; i < N_IMPORTED; i++)
    g_string_append_printf (text, "[2024-01-01 10:00] Imported number %d\n\n", i);
  file = om_test_home_file (home, "journal.txt", text->str);
  arguments[1] = file;
  import = om_test_spawn (home, G_SUBPROCESS_FLAGS_STDOUT_SILENCE, -1,
                          open (slave, O_RDWR | O_NOCTTY | O_CLOEXEC), arguments);
  shown = om_test_read_terminal (terminal);
  om_assert_has (shown, "entr");
  for (int i = 0; i < N_ADDED; i++)
    {
      g_autofree char *entry = g_strdup_printf ("Typed meanwhile, %d", i);

      g_free (om_test_add (home, entry, NULL));
    }
  g_subprocess_wait (import, NULL, NULL);
  close (terminal);
  g_assert_cmpint (om_test_status (import), ==, 0);
  g_assert_cmpuint (om_test_count (home), ==, N_IMPORTED + N_ADDED);
  doctor = om_test_json (home, "doctor", NULL);
  g_assert_true (om_test_boolean (doctor, "sound"));
}

/* Neither does a restore change anything under a command that has the journal open, nor does what that one
 * writes then go where nobody looks. */
static void
test_restore_during_edit (OmTestHome    *home,
                          gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "As it was.", NULL);
  g_autofree char *ready = om_test_home_file (home, "ready", NULL);
  g_autofree char *go = om_test_home_file (home, "go", NULL);
  g_autofree char *script = g_strdup_printf (
    "#!/bin/sh\necho 'from A' > \"$1\"\necho ready > %s\nread word < %s\n", ready, go);
  g_autofree char *editor = om_test_home_file (home, "editor", script);
  const char *arguments[] = { "edit", id, "--editor", NULL };
  g_autoptr (OmTestRun) backup = om_test_run (home, NULL, "backup", NULL);
  g_autoptr (GSubprocess) edit = NULL;
  g_autoptr (OmTestRun) refused = NULL;
  g_autoptr (OmTestRun) restored = NULL;
  g_autoptr (JsonNode) shown = NULL;
  int ready_fd;
  int go_fd;

  om_assert_status (backup, 0);
  g_strchomp (backup->out);
  g_assert_cmpint (mkfifo (ready, 0600), ==, 0);
  g_assert_cmpint (mkfifo (go, 0600), ==, 0);
  ready_fd = open (ready, O_RDWR | O_CLOEXEC);
  go_fd = open (go, O_RDWR | O_CLOEXEC);
  g_chmod (editor, 0700);
  om_test_home_setenv (home, "VISUAL", editor);

  edit = om_test_spawn (home, G_SUBPROCESS_FLAGS_STDOUT_SILENCE, -1, -1, arguments);
  wait_for (ready_fd);
  refused = om_test_run (home, NULL, "backup", "restore", backup->out, NULL);
  om_assert_status (refused, 4);
  om_assert_has (refused->err, "Nothing was changed");
  g_assert_cmpint (write (go_fd, "go\n", 3), ==, 3);
  g_subprocess_wait (edit, NULL, NULL);
  close (ready_fd);
  close (go_fd);
  g_assert_cmpint (om_test_status (edit), ==, 0);
  shown = om_test_json (home, "show", id, NULL);
  om_assert_has (om_test_string (shown, "text"), "from A");

  restored = om_test_run (home, NULL, "backup", "restore", backup->out, NULL);
  om_assert_status (restored, 0);
  g_clear_pointer (&shown, json_node_unref);
  shown = om_test_json (home, "show", id, NULL);
  om_assert_has (om_test_string (shown, "text"), "As it was.");
}

static gboolean
has_open (const char *process,
          const char *path)
{
  g_autofree char *folder = g_build_filename ("/proc", process, "fd", NULL);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;
  gboolean found = FALSE;

  while (dir != NULL && !found && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *link = g_build_filename (folder, name, NULL);
      g_autofree char *target = g_file_read_link (link, NULL);

      found = g_strcmp0 (target, path) == 0;
    }
  return found;
}

/* A command begins while a backup takes the journal's place: it has opened the former file and waits for it. What it
 * writes is in the journal afterwards. */
static void
test_add_during_restore (OmTestHome    *home,
                         gconstpointer  unused)
{
  g_autofree char *first = om_test_add (home, "As it was.", NULL);
  g_autofree char *store = realpath (home->store, NULL);
  g_autofree char *other = g_strconcat (store, ".other", NULL);
  g_autofree char *aside = g_strconcat (store, ".aside", NULL);
  const char *arguments[] = { "add", "Written meanwhile.", NULL };
  /* What SQLite locks for one connection alone. */
  struct flock alone = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = 0x40000000, .l_len = 512 };
  g_autoptr (GFile) from = g_file_new_for_path (store);
  g_autoptr (GFile) to = g_file_new_for_path (other);
  g_autoptr (GSubprocess) add = NULL;
  g_autoptr (JsonNode) former = NULL;
  g_autoptr (GError) error = NULL;
  int fd;
  guint seen = 0;

  g_file_copy (from, to, G_FILE_COPY_NONE, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  fd = open (store, O_RDWR | O_CLOEXEC);
  g_assert_cmpint (fcntl (fd, F_SETLK, &alone), ==, 0);
  add = om_test_spawn (home, G_SUBPROCESS_FLAGS_STDOUT_SILENCE, -1, -1, arguments);
  /* It looks at the file more than once before it waits; that it waits is seen by its staying open. */
  while (seen < 20)
    {
      seen = has_open (g_subprocess_get_identifier (add), store) ? seen + 1 : 0;
      g_usleep (5000);
    }
  g_assert_cmpint (link (store, aside), ==, 0);
  g_assert_cmpint (g_rename (other, store), ==, 0);
  close (fd);
  g_subprocess_wait (add, NULL, NULL);
  g_assert_cmpint (om_test_status (add), ==, 0);
  g_assert_cmpuint (om_test_count (home), ==, 2);

  /* Not in the former one. */
  former = om_test_json (home, "--store", aside, "list", NULL);
  g_assert_cmpuint (json_array_get_length (json_node_get_array (former)), ==, 1);
}

void
test_cli_two_add (void)
{
  om_test_add_case ("/cli/two/restore-during-edit", test_restore_during_edit);
  om_test_add_case ("/cli/two/add-during-restore", test_add_during_restore);
  om_test_add_case ("/cli/two/adds-at-once", test_adds_at_once);
  om_test_add_case ("/cli/two/conflict", test_conflict);
  om_test_add_case ("/cli/two/add-during-import", test_add_during_import);
}
