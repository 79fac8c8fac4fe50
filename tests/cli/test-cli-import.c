/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Imports through the command: cases S2, S5 and S11, dry runs, refusals and Ctrl+C. */
#include "config.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli/om-test-command.h"
#include "support/om-test-golden.h"

void test_cli_import_add (void);

static char *
sample (const char *name)
{
  g_autofree char *folder = om_test_samples_folder ();

  return g_build_filename (folder, name, NULL);
}

static JsonNode *
import (OmTestHome *home,
        const char *path,
        int         status)
{
  g_autoptr (OmTestRun) run = om_test_run (home, NULL, "--json", "import", path, NULL);

  om_assert_status (run, status);
  return om_test_parse (run->out);
}

/* The first result of a search. */
static JsonObject *
find (OmTestHome  *home,
      const char  *words,
      JsonNode   **answer)
{
  JsonArray *hits;

  *answer = om_test_json (home, "search", words, NULL);
  hits = json_object_get_array_member (json_node_get_object (*answer), "hits");
  g_assert_cmpuint (json_array_get_length (hits), >, 0);
  return json_array_get_object_element (hits, 0);
}

/* S2: text the reader does not understand does not vanish. */
static void
test_odd_texts (OmTestHome    *home,
                gconstpointer  unused)
{
  static const struct
  {
    const char *name;
    int         status;
    gint64      added;
  } files[] = { { "jrnl/text-before-first.txt", 0, 2 },
                { "jrnl/bom-crlf.txt", 0, 3 },
                { "jrnl/dates-edge.txt", 6, 6 } };
  static const char *const words[] = { "\"Typed at the top by hand.\"", "\"Body one.\"",
                                       "\"Kept all the same.\"" };
  g_autoptr (OmTestRun) undated = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *path = sample (files[i].name);
      g_autofree char *before = om_test_hash (path);
      g_autofree char *after = NULL;
      g_autoptr (JsonNode) report = import (home, path, files[i].status);

      after = om_test_hash (path);
      g_assert_cmpint (om_test_int (report, "added"), ==, files[i].added);
      g_assert_cmpstr (before, ==, after);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autoptr (JsonNode) answer = NULL;
      g_autofree char *bare = g_strndup (words[i] + 1, strlen (words[i]) - 2);

      om_assert_has (json_object_get_string_member (find (home, words[i], &answer), "text"), bare);
    }
  undated = om_test_run (home, NULL, "list", "--undated", NULL);
  om_assert_status (undated, 0);
  om_assert_has (undated->out, "no date");
  om_assert_has (undated->out, "A day that never was");
}

/* S5: a date without a zone is the same day everywhere, and gets no time. */
static void
test_days_in_zones (OmTestHome    *home,
                    gconstpointer  unused)
{
  static const char *const zones[] = { "America/Los_Angeles", "Asia/Tokyo", "Pacific/Kiritimati" };
  static const struct
  {
    const char *name;
    gint64      added;
    const char *days[6];
  } samples[] = {
    { "obsidian/vault", 6, { "2024-01-05", "2024-01-06", "2024-01-09" } },
    { "rednotebook/real/data", 5, { "1899-12-31", "2024-01-01", "2024-01-02", "2024-01-31", "2024-02-29" } },
    { "minidiary/mini-diary.json", 2, { "2019-07-01", "2019-07-02" } },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (zones); i++)
    {
      g_autofree char *name = g_strdup_printf ("zone-%" G_GSIZE_FORMAT ".db", i);
      g_autofree char *store = om_test_home_file (home, name, NULL);

      om_test_home_setenv (home, "TZ", zones[i]);
      for (gsize s = 0; s < G_N_ELEMENTS (samples); s++)
        {
          g_autofree char *path = sample (samples[s].name);
          g_autoptr (JsonNode) report = om_test_json (home, "--store", store, "import", path, NULL);

          g_assert_cmpint (om_test_int (report, "added"), ==, samples[s].added);
        }

      /* Read in every zone, also those it was not imported in. */
      for (gsize j = 0; j < G_N_ELEMENTS (zones); j++)
        {
          g_autoptr (JsonNode) stats = NULL;

          om_test_home_setenv (home, "TZ", zones[j]);
          for (gsize s = 0; s < G_N_ELEMENTS (samples); s++)
            for (gsize k = 0; samples[s].days[k] != NULL; k++)
              {
                const char *day = samples[s].days[k];
                g_autoptr (JsonNode)
                  node = om_test_json (home, "--store", store, "list", "--on", day, NULL);
                JsonArray *all = json_node_get_array (node);
                JsonObject *memory = json_array_get_object_element (all, 0);

                g_assert_cmpuint (json_array_get_length (all), ==, 1);
                g_assert_cmpstr (json_object_get_string_member (memory, "happened"), ==, day);
                g_assert_cmpstr (json_object_get_string_member (memory, "precision"), ==, "day");
                if (k == 0)
                  {
                    g_autoptr (OmTestRun)
                      text = om_test_run (home, NULL, "--store", store, "list", "--on", day, NULL);
                    g_autofree char *line = g_strdup_printf ("  %s        ", day);

                    om_assert_has (text->out, line);
                  }
              }
          stats = om_test_json (home, "--store", store, "stats", NULL);
          g_assert_cmpstr (om_test_string (stats, "first_happened"), ==, "1899-12-31");
        }
    }
}

/* S11, with the formats of this issue: the same journal as text and as JSON. */
static void
test_again (OmTestHome    *home,
            gconstpointer  unused)
{
  g_autofree char *text = sample ("jrnl/journal-real.txt");
  g_autofree char *json = sample ("jrnl/export-real.json");
  g_autofree char *edited_id = NULL;
  g_autofree char *deleted_id = NULL;
  g_autofree char *tagged_id = NULL;
  g_autoptr (JsonNode) first = import (home, text, 0);
  g_autoptr (JsonNode) second = NULL;
  g_autoptr (JsonNode) third = NULL;
  g_autoptr (JsonNode) answer_a = NULL;
  g_autoptr (JsonNode) answer_b = NULL;
  g_autoptr (JsonNode) answer_c = NULL;
  g_autoptr (JsonNode) edited = NULL;
  g_autoptr (JsonNode) tagged = NULL;
  g_autoptr (JsonNode) deleted = NULL;
  g_autoptr (JsonNode) shown = NULL;
  g_autoptr (OmTestRun) words = NULL;
  g_autoptr (OmTestRun) bin = NULL;

  g_assert_cmpint (om_test_int (first, "added"), ==, 12);
  edited_id = g_strdup (json_object_get_string_member (find (home, "heron lock", &answer_a), "id"));
  deleted_id = g_strdup (json_object_get_string_member (find (home, "kettle", &answer_b), "id"));
  tagged_id = g_strdup (
    json_object_get_string_member (find (home, "grandmother", &answer_c), "id"));
  edited = om_test_json (home, "edit", edited_id, "--text", "The heron was a stork.", NULL);
  deleted = om_test_json (home, "rm", deleted_id, NULL);
  tagged = om_test_json (home, "edit", tagged_id, "--tag", "+stamps", NULL);

  second = import (home, json, 0);
  g_assert_cmpint (om_test_int (second, "added"), ==, 0);
  g_assert_cmpint (om_test_int (second, "known"), ==, 12);
  g_assert_cmpint (om_test_int (second, "known_deleted"), ==, 1);
  third = import (home, text, 0);
  g_assert_cmpint (om_test_int (third, "added"), ==, 0);
  g_assert_cmpuint (om_test_count (home), ==, 11);

  shown = om_test_json (home, "show", edited_id, NULL);
  g_assert_cmpstr (om_test_string (shown, "text"), ==, "The heron was a stork.");
  g_clear_pointer (&shown, json_node_unref);
  shown = om_test_json (home, "show", tagged_id, NULL);
  g_assert_cmpuint (om_test_length (shown, "tags"), ==, 2);
  bin = om_test_run (home, NULL, "list", "--bin", NULL);
  om_assert_has (bin->out, "kettle");
  words = om_test_run (home, NULL, "import", text, NULL);
  om_assert_status (words, 0);
  om_assert_has (words->out, "12");
}

static void
test_dry_run (OmTestHome    *home,
              gconstpointer  unused)
{
  g_autofree char *path = sample ("jrnl/journal-real.txt");
  g_autoptr (JsonNode) fresh = om_test_json (home, "import", "--dry-run", path, NULL);
  g_autoptr (JsonNode) known = NULL;
  g_autoptr (OmTestRun) text = NULL;
  g_autoptr (OmTestRun) done = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (GDir) dir = NULL;
  const char *name;

  g_assert_cmpint (om_test_int (fresh, "added"), ==, 12);
  g_assert_true (om_test_boolean (fresh, "dry_run"));
  g_assert_false (g_file_test (home->store, G_FILE_TEST_EXISTS));
  dir = g_dir_open (home->path, 0, NULL);
  while ((name = g_dir_read_name (dir)) != NULL)
    g_assert_false (g_str_has_prefix (name, "openmemory-dry-run"));

  done = om_test_run (home, NULL, "import", path, NULL);
  om_assert_status (done, 0);
  before = om_test_hash (home->store);
  known = om_test_json (home, "import", "--dry-run", path, NULL);
  text = om_test_run (home, NULL, "import", "--dry-run", path, NULL);
  after = om_test_hash (home->store);
  g_assert_cmpint (om_test_int (known, "added"), ==, 0);
  g_assert_cmpint (om_test_int (known, "known"), ==, 12);
  om_assert_has (text->out, "dry run");
  g_assert_cmpstr (before, ==, after);
}

static void
test_options (OmTestHome    *home,
              gconstpointer  unused)
{
  g_autofree char *ampm = sample ("jrnl/timeformat-ampm.txt");
  g_autofree char *days = sample ("markdown/days-in-one-file.md");
  g_autofree char *latin1 = sample ("jrnl/bad-utf8.txt");
  g_autofree char *real = sample ("jrnl/journal-real.txt");
  g_autofree char *lived = om_test_home_file (home, "lived.db", NULL);
  g_autoptr (JsonNode) form = om_test_json (home, "import", ampm, "--date-format",
                                            "%Y-%m-%d %I:%M %p", "--zone", "Europe/Berlin", NULL);
  g_autoptr (JsonNode) split = om_test_json (home, "import", days, "--split-at-dates", NULL);
  g_autoptr (JsonNode) guessed = NULL;
  g_autoptr (JsonNode) as_lived = NULL;
  g_autoptr (JsonNode) answer = NULL;
  g_autoptr (JsonNode) old = NULL;
  g_autoptr (OmTestRun) refused = om_test_run (home, NULL, "import", latin1, NULL);

  g_assert_cmpint (om_test_int (form, "added"), ==, 3);
  g_assert_cmpint (om_test_int (split, "added"), ==, 2);
  g_assert_cmpstr (json_object_get_string_member (find (home, "Noon", &answer), "happened"), ==,
                   "2024-01-02T12:00:00+01:00");

  om_assert_status (refused, 5);
  g_assert_true (strstr (refused->out, "22") != NULL || strstr (refused->err, "22") != NULL);
  g_assert_true (strstr (refused->out, "guess-encoding") != NULL ||
                 strstr (refused->err, "guess-encoding") != NULL);
  guessed = om_test_json (home, "import", latin1, "--guess-encoding", NULL);
  g_assert_cmpint (om_test_int (guessed, "added"), ==, 1);

  as_lived = om_test_json (home, "--store", lived, "--now", "2024-06-05", "import", real,
                           "--as-if-lived", NULL);
  g_assert_cmpint (om_test_int (as_lived, "added"), ==, 12);
  old = om_test_json (home, "--store", lived, "--now", "2024-06-05", "list", "--on", "1969", NULL);
  g_assert_cmpstr (om_test_item_string (old, 0, "vividness"), ==, "resting");
}

/* What the columns of a table are can be said; what cannot be is refused before a byte is read. */
static void
test_columns (OmTestHome    *home,
              gconstpointer  unused)
{
  g_autofree char *table = om_test_home_file (home, "t.csv", "1;one;two\n2;three;four\n");
  g_autoptr (JsonNode) guessed = om_test_json (home, "import", "--dry-run", table, NULL);
  g_autoptr (JsonNode) chosen = om_test_json (home, "import", table, "--columns",
                                              "id=1,title=2,text=3,header=no", NULL);
  g_autoptr (OmTestRun) wrong = om_test_run (home, NULL, "import", table, "--columns", "when=1", NULL);
  g_autoptr (JsonNode) list = om_test_json (home, "list", NULL);
  JsonObject *first = json_array_get_object_element (json_node_get_array (list), 0);

  g_assert_cmpint (om_test_int (guessed, "added"), ==, 1);
  g_assert_cmpint (om_test_int (chosen, "added"), ==, 2);
  g_assert_cmpuint (json_array_get_length (json_node_get_array (list)), ==, 2);
  g_assert_true (g_str_equal (json_object_get_string_member (first, "title"), "one") ||
                 g_str_equal (json_object_get_string_member (first, "title"), "three"));
  g_assert_cmpint (wrong->status, !=, 0);
  om_assert_has (wrong->err, "date=1");
}

/* What was imported can be listed, and a report read again. */
static void
test_earlier (OmTestHome    *home,
              gconstpointer  unused)
{
  g_autofree char *table = sample ("csv/generic.csv");
  g_autofree char *export = sample ("chatgpt/export.zip");
  g_autoptr (JsonNode) first = om_test_json (home, "import", export, NULL);
  g_autoptr (OmTestRun) second = om_test_run (home, NULL, "import", table, NULL);
  g_autoptr (OmTestRun) list = om_test_run (home, NULL, "imports", NULL);
  g_autoptr (OmTestRun) report = om_test_run (home, NULL, "imports", "2", NULL);
  g_autoptr (OmTestRun) none = om_test_run (home, NULL, "imports", "3", NULL);
  g_autoptr (OmTestRun) wrong = om_test_run (home, NULL, "imports", "x", NULL);
  g_autoptr (JsonNode) json = om_test_json (home, "imports", NULL);
  JsonObject *newest = json_array_get_object_element (json_node_get_array (json), 0);

  g_assert_cmpint (om_test_int (first, "added"), ==, 2);
  om_assert_has (second->out, "row 6");
  om_assert_has (list->out, "5 memories");
  om_assert_has (list->out, "export.zip");
  om_assert_has (report->out, "row 6");
  g_assert_cmpint (none->status, !=, 0);
  g_assert_cmpint (wrong->status, !=, 0);
  g_assert_cmpstr (json_object_get_string_member (newest, "format"), ==, "csv");
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (newest, "report"),
                                               "added"), ==, 5);
}

static void
test_empty_and_folder (OmTestHome    *home,
                       gconstpointer  unused)
{
  g_autofree char *zero = sample ("jrnl/zero.txt");
  g_autofree char *folder = sample ("markdown/folder");
  g_autoptr (JsonNode) empty = import (home, zero, 0);
  g_autoptr (JsonNode) five = import (home, folder, 0);

  g_assert_cmpstr (om_test_string (empty, "outcome"), ==, "empty");
  g_assert_cmpint (om_test_int (empty, "added"), ==, 0);
  g_assert_cmpint (om_test_int (five, "added"), ==, 5);
}

/* Ctrl+C once the progress has begun to show: an end of its own, and nothing left behind. */
static void
test_interrupted (OmTestHome    *home,
                  gconstpointer  unused)
{
  g_autofree char *path = sample ("jrnl/twelve-thousand.txt");
  const char *arguments[] = { "import", path, NULL };
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *slave = NULL;
  g_autofree char *shown = NULL;
  g_autofree char *rest = NULL;
  int terminal = om_test_open_terminal (&slave);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (JsonNode) doctor = NULL;

  g_free (om_test_add (home, "Here before the import.", NULL));
  before = om_test_dump (home->store);
  process = om_test_spawn (home, G_SUBPROCESS_FLAGS_STDOUT_SILENCE, -1,
                           open (slave, O_RDWR | O_NOCTTY | O_CLOEXEC), arguments);
  shown = om_test_read_terminal (terminal);
  om_assert_has (shown, "entr");
  g_subprocess_send_signal (process, SIGINT);
  do
    {
      g_free (rest);
      rest = om_test_read_terminal (terminal);
      g_string_append (text, rest);
    }
  while (*rest != '\0');
  close (terminal);
  g_subprocess_wait (process, NULL, NULL);

  g_assert_cmpint (om_test_status (process), ==, 130);
  om_assert_has (text->str, "openmemory: ");
  doctor = om_test_json (home, "doctor", NULL);
  g_assert_true (om_test_boolean (doctor, "sound"));
  after = om_test_dump (home->store);
  g_assert_cmpstr (before, ==, after);
  g_assert_cmpuint (om_test_count (home), ==, 1);
}

void
test_cli_import_add (void)
{
  om_test_add_case ("/cli/import/odd-texts", test_odd_texts);
  om_test_add_case ("/cli/import/days-in-zones", test_days_in_zones);
  om_test_add_case ("/cli/import/again", test_again);
  om_test_add_case ("/cli/import/dry-run", test_dry_run);
  om_test_add_case ("/cli/import/options", test_options);
  om_test_add_case ("/cli/import/columns", test_columns);
  om_test_add_case ("/cli/import/earlier", test_earlier);
  om_test_add_case ("/cli/import/empty-and-folder", test_empty_and_folder);
  om_test_add_case ("/cli/import/interrupted", test_interrupted);
}
