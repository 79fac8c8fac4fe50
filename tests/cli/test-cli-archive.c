/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A journal that moves: traits, facts and curves go on as they were; the days of a flight stay what they are
 * (S6); files go along, and none is half there on a full disk (S15). */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "cli/om-test-command.h"
#include "cli/om-test-kill.h"

void test_cli_archive_add (void);

static char *
say_more (OmTestHome *home,
          const char *store,
          const char *now,
          const char *command,
          const char *first,
          const char *second)
{
  const char *arguments[] = { "--store", store, "--now", now, "--json", command, first, second, NULL };
  g_autoptr (OmTestRun) run = om_test_run_v (home, NULL, arguments);

  om_assert_status (run, 0);
  return g_steal_pointer (&run->out);
}

static char *
say (OmTestHome *home,
     const char *store,
     const char *now,
     const char *command,
     const char *argument)
{
  return say_more (home, store, now, command, argument, NULL);
}

static void
assert_same (OmTestHome *home,
             const char *first,
             const char *second,
             const char *now)
{
  static const char *const commands[][2] = {
    { "traits", "--all" }, { "traits", "groups" }, { "facts", NULL }, { "salience", NULL }
  };

  for (gsize i = 0; i < G_N_ELEMENTS (commands); i++)
    {
      g_autofree char *before = say (home, first, now, commands[i][0], commands[i][1]);
      g_autofree char *after = say (home, second, now, commands[i][0], commands[i][1]);

      if (!g_str_equal (before, after))
        g_error ("%s at %s:\n%s\nis no more what it was:\n%s", commands[i][0], now, after, before);
    }
}

/* One trait in detail: evidence, history and all. */
static void
assert_same_traits (OmTestHome *home,
                    const char *first,
                    const char *second,
                    const char *now)
{
  g_autofree char *text = say (home, first, now, "traits", "--all");
  g_autoptr (JsonNode) traits = om_test_parse (text);
  guint n = om_test_length (traits, "traits");

  g_assert_cmpuint (n, >, 0);
  for (guint i = 0; i < n; i++)
    {
      const char *id = json_object_get_string_member (om_test_item (traits, "traits", i), "id");
      g_autofree char *before = say_more (home, first, now, "trait", "show", id);
      g_autofree char *after = say_more (home, second, now, "trait", "show", id);

      if (!g_str_equal (before, after))
        g_error ("The trait %s at %s:\n%s\nis no more what it was:\n%s", id, now, after, before);
    }
}

static void
say_of (OmTestHome *home,
        const char *store,
        const char *now,
        const char *verb,
        const char *id,
        const char *rest)
{
  const char *arguments[] = { "--store", store, "--now", now, "trait", verb, id, rest, NULL };
  g_autoptr (OmTestRun) run = om_test_run_v (home, NULL, arguments);

  om_assert_status (run, 0);
}

static void
test_traits (OmTestHome    *home,
             gconstpointer  unused)
{
  static const char *const moments[] = { "2026-03-01 12:00", "2026-04-10 12:00", "2027-04-10 12:00" };
  const char *now = moments[0];
  g_autofree char *first = g_build_filename (home->path, "first.db", NULL);
  g_autofree char *second = g_build_filename (home->path, "second.db", NULL);
  g_autofree char *archive = g_build_filename (home->path, "a.openmemory", NULL);
  g_autofree char *quoted = NULL;
  g_autofree char *listed = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (JsonNode) traits = NULL;

  g_free (say (home, first, now, "sample", NULL));
  /* A line of a song says nothing of the person, there as well. */
  quoted = say (home, first, now, "add", "I always take the long way home.");
  node = om_test_parse (quoted);
  {
    const char *edit[] = { "--store", first, "--now", now, "edit", om_test_string (node, "id"), "--set", "not-about-me", NULL };
    g_autoptr (OmTestRun) run = om_test_run_v (home, NULL, edit);

    om_assert_status (run, 0);
  }
  g_free (say (home, first, now, "traits", "run"));
  listed = say (home, first, now, "traits", "--all");
  traits = om_test_parse (listed);
  g_assert_cmpuint (om_test_length (traits, "traits"), >=, 3);
  say_of (home, first, now, "confirm", json_object_get_string_member (om_test_item (traits, "traits", 0), "id"), NULL);
  say_of (home, first, now, "reject", json_object_get_string_member (om_test_item (traits, "traits", 1), "id"), NULL);
  say_of (home, first, now, "rename", json_object_get_string_member (om_test_item (traits, "traits", 2), "id"), "As I call it");
  g_free (say (home, first, now, "traits", "run"));

  g_free (say (home, first, now, "export", archive));
  g_free (say (home, second, now, "import", archive));
  for (gsize i = 0; i < G_N_ELEMENTS (moments); i++)
    {
      g_free (say (home, first, moments[i], "traits", "run"));
      g_free (say (home, second, moments[i], "traits", "run"));
      assert_same (home, first, second, moments[i]);
      assert_same_traits (home, first, second, moments[i]);
    }
}

static void
assert_days (OmTestHome *home,
             const char *store)
{
  const char *arguments[] = { "--store", store, "--now", "2024-06-02 09:00", "list", NULL };
  g_autoptr (OmTestRun) run = om_test_run_v (home, NULL, arguments);

  om_assert_status (run, 0);
  om_assert_has (run->out, "2024-06-01 23:30 +12:00");
  om_assert_has (run->out, "2024-06-01  ");
  om_assert_has_not (run->out, "2024-05-31");
  om_assert_has_not (run->out, "2024-06-02");
}

/* S6: written in Auckland; exported, backed up, imported and restored in New York. */
static void
test_flight (OmTestHome    *home,
             gconstpointer  unused)
{
  g_autofree char *archive = g_build_filename (home->path, "a.openmemory", NULL);
  g_autofree char *far = g_build_filename (home->path, "b.openmemory", NULL);
  g_autofree char *folder = g_build_filename (home->path, "notes", NULL);
  g_autofree char *from_archive = g_build_filename (home->path, "archive.db", NULL);
  g_autofree char *from_folder = g_build_filename (home->path, "folder.db", NULL);
  const char *now = "2024-06-02 09:00";
  g_autofree char *sum = NULL;
  g_autofree char *sum_far = NULL;
  g_autofree char *backup = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (OmTestRun) restored = NULL;

  om_test_home_setenv (home, "TZ", "Pacific/Auckland");
  g_free (om_test_add (home, "Half past eleven at night.", "--now", "2024-06-01 23:30", NULL));
  g_free (om_test_add (home, "All of that day.", "--now", "2024-06-01 23:31", "--date", "2024-06-01", NULL));
  g_free (say (home, home->store, "2024-06-02T00:00:00Z", "export", archive));

  om_test_home_setenv (home, "TZ", "America/New_York");
  g_free (say (home, home->store, "2024-06-02T00:00:00Z", "export", far));
  sum = om_test_hash (archive);
  sum_far = om_test_hash (far);
  g_assert_cmpstr (sum, ==, sum_far);
  g_free (say_more (home, home->store, now, "export", folder, "--format=markdown"));
  g_free (say (home, from_archive, now, "import", archive));
  g_free (say (home, from_folder, now, "import", folder));
  assert_days (home, from_archive);
  assert_days (home, from_folder);

  backup = say (home, home->store, now, "backup", "now");
  node = om_test_parse (backup);
  g_free (om_test_add (home, "Something of later.", NULL));
  om_test_home_setenv (home, "TZ", "Asia/Kathmandu");
  {
    const char *arguments[] = { "backup", "restore", om_test_string (node, "path"), NULL };

    restored = om_test_run_v (home, NULL, arguments);
  }
  om_assert_status (restored, 0);
  assert_days (home, home->store);
}

static void
test_files (OmTestHome    *home,
            gconstpointer  unused)
{
  g_autofree char *heron = om_test_home_file (home, "heron.txt", "grey, standing");
  g_autofree char *other = om_test_home_file (home, "other.txt", "something else");
  g_autofree char *id = om_test_add (home, "The heron at the second lock.", "--attach", heron, NULL);
  g_autoptr (JsonNode) shown = om_test_json (home, "show", id, NULL);
  g_autoptr (JsonNode) added = om_test_json (home, "attach", id, other, heron, NULL);
  g_autoptr (OmTestRun) text = om_test_run (home, NULL, "show", id, NULL);
  g_autoptr (OmTestRun) off = om_test_run (home, NULL, "detach", id, "1", NULL);
  g_autoptr (OmTestRun) beyond = om_test_run (home, NULL, "detach", id, "2", NULL);
  g_autoptr (OmTestRun) nowhere = om_test_run (home, NULL, "attach", id, "/nowhere.png", NULL);
  g_autoptr (OmTestRun) usage = om_test_run (home, NULL, "attach", id, NULL);
  g_autoptr (JsonNode) back = om_test_json (home, "attach", id, heron, NULL);
  g_autoptr (OmTestRun) doctor = om_test_run (home, NULL, "doctor", NULL);
  JsonObject *file = om_test_item (shown, "attachments", 0);
  g_autofree char *content = NULL;

  g_assert_cmpuint (om_test_length (shown, "attachments"), ==, 1);
  g_assert_cmpstr (json_object_get_string_member (file, "name"), ==, "heron.txt");
  g_assert_true (g_file_get_contents (json_object_get_string_member (file, "path"), &content, NULL, NULL));
  g_assert_cmpstr (content, ==, "grey, standing");
  g_assert_cmpint (om_test_int (added, "attached"), ==, 1);
  g_assert_cmpuint (om_test_length (added, "attachments"), ==, 2);
  om_assert_has (text->out, "1  heron.txt");
  om_assert_has (text->out, "2  other.txt");
  om_assert_status (off, 0);
  om_assert_has (off->out, "1  other.txt");
  om_assert_status (beyond, 3);
  g_assert_cmpint (nowhere->status, !=, 0);
  om_assert_has (nowhere->err, "/nowhere.png");
  om_assert_status (usage, 2);
  g_assert_cmpint (om_test_int (back, "attached"), ==, 1);
  g_assert_cmpuint (om_test_length (back, "attachments"), ==, 2);
  om_assert_status (doctor, 0);
}

/* S15: what cannot be copied whole is not there at all, and the memory is as it was. */
static void
test_no_room (OmTestHome    *home,
              gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "The heron at the second lock.", NULL);
  g_autofree char *large = g_strnfill (3 * 1024 * 1024, 'x');
  g_autofree char *path = om_test_home_file (home, "large.bin", large);
  g_autofree char *folder = g_strconcat (home->store, "-files", NULL);
  g_autofree char *before = om_test_dump (home->store);
  g_autofree char *after = NULL;
  g_autoptr (OmTestRun) run = NULL;
  g_autoptr (OmTestRun) doctor = NULL;
  g_autoptr (JsonNode) later = NULL;
  g_autoptr (GDir) dir = NULL;

  home->file_limit = 1024 * 1024;
  run = om_test_run (home, NULL, "attach", id, path, NULL);
  g_assert_cmpint (run->status, !=, 0);
  om_assert_has (run->err, "-files");
  home->file_limit = 0;
  after = om_test_dump (home->store);
  g_assert_cmpstr (before, ==, after);
  dir = g_dir_open (folder, 0, NULL);
  g_assert_nonnull (dir);
  g_assert_null (g_dir_read_name (dir));
  doctor = om_test_run (home, NULL, "doctor", NULL);
  om_assert_status (doctor, 0);
  later = om_test_json (home, "attach", id, path, NULL);
  g_assert_cmpint (om_test_int (later, "attached"), ==, 1);
}

/* Ended by kill -9 at any moment: a memory has the whole file or none, and what is left over goes. */
static void
test_killed (OmTestHome    *home,
             gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "The heron at the second lock.", NULL);
  g_autofree char *first = om_test_home_file (home, "first.bin", "to see how long it takes");
  const char *measured[] = { "attach", id, first, NULL };
  int duration = om_test_measure (home, measured);
  guint n_attached = 1;

  for (guint round = 0; round < 12; round++)
    {
      g_autofree char *content = g_strnfill (2 * 1024 * 1024, (char) ('a' + round));
      g_autofree char *sum = g_compute_checksum_for_string (G_CHECKSUM_SHA256, content, -1);
      g_autofree char *path = om_test_home_file (home, "large.bin", content);
      const char *arguments[] = { "attach", id, path, NULL };
      g_autofree char *out = NULL;
      g_autoptr (JsonNode) shown = NULL;
      g_autoptr (OmTestRun) doctor = NULL;
      guint n;

      om_test_run_and_kill (home, arguments, g_test_rand_int_range (0, duration + duration / 4 + 1), &out);
      shown = om_test_json (home, "show", id, NULL);
      n = om_test_length (shown, "attachments");
      g_assert_cmpuint (n - n_attached, <=, 1);
      if (n > n_attached)
        {
          JsonObject *file = om_test_item (shown, "attachments", n - 1);
          g_autofree char *kept = NULL;

          g_assert_cmpstr (json_object_get_string_member (file, "sha256"), ==, sum);
          g_assert_true (g_file_get_contents (json_object_get_string_member (file, "path"), &kept, NULL, NULL));
          g_assert_cmpstr (kept, ==, content);
        }
      n_attached = n;
      doctor = om_test_run (home, NULL, "doctor", "--repair", NULL);
      om_assert_status (doctor, 0);
    }
  g_test_message ("%u of 12 files were attached", n_attached - 1);
}

void
test_cli_archive_add (void)
{
  om_test_add_case ("/cli/archive/traits", test_traits);
  om_test_add_case ("/cli/archive/flight", test_flight);
  om_test_add_case ("/cli/archive/files", test_files);
  om_test_add_case ("/cli/archive/no-room", test_no_room);
  om_test_add_case ("/cli/archive/killed", test_killed);
}
