/* SPDX-License-Identifier: GPL-3.0-or-later */
/* --help teaches: every command has a page, and every example on it runs. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "cli/om-test-command.h"
#include "support/om-test-golden.h"

void test_cli_help_add (void);

/* Ids that stand in the examples for real ones. */
static const char *const example_ids[] = { "3f2a91c0", "b07e44d1" };

/* And the number of a recall. */
#define EXAMPLE_NUMBER "1042"

static JsonArray *
members (JsonNode   *node,
         const char *name)
{
  return json_object_get_array_member (json_node_get_object (node), name);
}

static void
test_pages (OmTestHome    *home,
            gconstpointer  unused)
{
  g_autoptr (JsonNode) help = om_test_json (home, "help", NULL);
  JsonArray *commands = members (help, "commands");
  JsonArray *topics = members (help, "topics");
  g_autoptr (OmTestRun) overview = om_test_run (home, NULL, "--help", NULL);

  om_assert_status (overview, 0);
  om_assert_has (overview->out, "Exit codes");
  om_assert_has (overview->out, "130");
  g_assert_cmpuint (json_array_get_length (commands), >=, 15);

  for (guint i = 0; i < json_array_get_length (commands); i++)
    {
      JsonObject *command = json_array_get_object_element (commands, i);
      const char *name = json_object_get_string_member (command, "name");
      JsonArray *options = json_object_get_array_member (command, "options");
      JsonArray *examples = json_object_get_array_member (command, "examples");
      g_autoptr (OmTestRun) as_option = om_test_run (home, NULL, name, "--help", NULL);
      g_autoptr (OmTestRun) as_command = om_test_run (home, NULL, "help", name, NULL);

      om_assert_status (as_option, 0);
      om_assert_status (as_command, 0);
      g_assert_cmpstr (as_option->out, ==, as_command->out);
      om_assert_has (overview->out, name);
      om_assert_has (as_option->out, json_object_get_string_member (command, "summary"));
      for (guint j = 0; j < json_array_get_length (options); j++)
        om_assert_has (as_option->out,
                       json_object_get_string_member (json_array_get_object_element (options, j),
                                                      "name"));
      g_assert_cmpuint (json_array_get_length (examples), >=, 2);
      g_assert_cmpuint (json_array_get_length (examples), <=, 4);
      for (guint j = 0; j < json_array_get_length (examples); j++)
        om_assert_has (as_option->out,
                       json_object_get_string_member (json_array_get_object_element (examples, j),
                                                      "line"));
    }

  for (guint i = 0; i < json_array_get_length (topics); i++)
    {
      JsonObject *topic = json_array_get_object_element (topics, i);
      const char *name = json_object_get_string_member (topic, "name");
      g_autoptr (OmTestRun) page = om_test_run (home, NULL, "help", name, NULL);

      om_assert_status (page, 0);
      om_assert_has (page->out, json_object_get_string_member (topic, "text"));
      om_assert_has (overview->out, name);
    }
  g_assert_false (g_file_test (home->store, G_FILE_TEST_EXISTS));
}

/* The examples run on two entries about a heron, one without a date and one in the bin. */
static void
write_journal (OmTestHome  *home,
               char       **ids)
{
  g_autofree char *undated = NULL;
  g_autofree char *binned = NULL;
  g_autoptr (OmTestRun) run = NULL;

  ids[0] = om_test_add (home, "Walked along the canal. A heron at the second lock.", "--tag",
                        "canal", "--date", "2024-03-01", NULL);
  ids[1] = om_test_add (home, "The heron was back at the canal.", "--tag", "canal", "--date",
                        "2024-03-02", NULL);
  undated = om_test_add (home, "Notes found in a drawer.", "--date", "unknown", NULL);
  binned = om_test_add (home, "Of no use to anybody.", NULL);
  run = om_test_run (home, NULL, "rm", binned, NULL);
  om_assert_status (run, 0);
}

/* Brings the journal into the state that a command's examples take for granted. */
static void
prepare (OmTestHome  *home,
         const char  *command,
         char       **ids,
         GString     *line)
{
  g_autoptr (OmTestRun) run = NULL;

  if (g_str_equal (command, "undo"))
    {
      g_autoptr (JsonNode) recalled = om_test_json (home, "recall", "heron", NULL);
      g_autofree char *number = g_strdup_printf ("%" G_GINT64_FORMAT,
                                                 om_test_int (recalled, "undo"));

      g_assert_cmpuint (g_string_replace (line, EXAMPLE_NUMBER, number, 0), ==, 1);
    }

  if (g_str_equal (command, "trait"))
    {
      g_autofree char *entry = om_test_add (home, "I prefer tea to coffee.", NULL);
      g_autoptr (JsonNode) found = om_test_json (home, "traits", "run", NULL);
      g_autoptr (JsonNode) traits = om_test_json (home, "traits", NULL);
      JsonObject *trait = json_array_get_object_element (members (traits, "traits"), 0);

      g_assert_cmpint (om_test_int (found, "read"), >, 0);
      g_assert_cmpuint (g_string_replace (line, ids[0], json_object_get_string_member (trait, "id"), 0), ==, 1);
    }

  if (g_str_equal (command, "detach"))
    {
      g_autofree char *notes = g_build_filename (home->path, "notes.md", NULL);

      run = om_test_run (home, NULL, "attach", ids[0], notes, NULL);
    }
  if (g_str_equal (command, "restore"))
    run = om_test_run (home, NULL, "rm", ids[0], ids[1], NULL);
  else if (g_str_equal (command, "unlink"))
    run = om_test_run (home, NULL, "link", ids[0], ids[1], NULL);
  if (run != NULL)
    om_assert_status (run, 0);
}

static void
run_example (OmTestHome *home,
             const char *line)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
    G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_PIPE);
  g_autoptr (GSubprocess) shell = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *out = NULL;
  g_autofree char *err = NULL;

  g_subprocess_launcher_set_environ (launcher, home->environment);
  g_subprocess_launcher_set_cwd (launcher, home->path);
  shell = g_subprocess_launcher_spawn (launcher, &error, "/bin/sh", "-c", line, NULL);
  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (shell, NULL, NULL, &out, &err, &error);
  g_assert_no_error (error);
  if (om_test_status (shell) != 0)
    g_error ("“%s” ended with %d\n%s%s", line, om_test_status (shell), out, err);
  g_assert_cmpstr (out, !=, "");
  if (strstr (line, "--json") != NULL)
    json_node_unref (om_test_parse (out));
}

static void
test_examples (OmTestHome    *home,
               gconstpointer  unused)
{
  g_autoptr (JsonNode) help = om_test_json (home, "help", NULL);
  JsonArray *commands = members (help, "commands");
  g_autofree char *samples = om_test_samples_folder ();
  g_autofree char *jrnl = g_build_filename (samples, "jrnl", "journal-real.txt", NULL);
  g_autofree char *vault = g_build_filename (samples, "obsidian", "vault", NULL);
  g_autofree char *to_jrnl = om_test_home_file (home, "journal.txt", NULL);
  g_autofree char *to_vault = om_test_home_file (home, "vault", NULL);
  g_autofree char *saved = om_test_home_file (home, "saved.db", NULL);
  g_autofree char *editor = om_test_home_file (home, "editor",
                                               "#!/bin/sh\necho 'And it flew away.' >> \"$1\"\n");
  char *ids[2];
  guint n_run = 0;

  g_free (om_test_home_file (home, "notes.md", "# Notes\n\nThings to keep.\n"));
  g_free (om_test_home_file (home, "diary.csv",
                             "When,What,Words,Kind\n2024-06-01,First,A plain row,a;b\n"));
  g_free (om_test_copy_tree (jrnl, to_jrnl));
  g_free (om_test_copy_tree (vault, to_vault));
  g_chmod (editor, 0700);
  om_test_home_setenv (home, "EDITOR", editor);
  write_journal (home, ids);
  g_free (om_test_copy_tree (home->store, saved));

  for (guint i = 0; i < json_array_get_length (commands); i++)
    {
      JsonObject *command = json_array_get_object_element (commands, i);
      JsonArray *examples = json_object_get_array_member (command, "examples");

      for (guint j = 0; j < json_array_get_length (examples); j++)
        {
          g_autoptr (GString) line = g_string_new (
            json_object_get_string_member (json_array_get_object_element (examples, j), "line"));

          for (gsize k = 0; k < G_N_ELEMENTS (example_ids); k++)
            g_string_replace (line, example_ids[k], ids[k], 0);
          g_free (om_test_copy_tree (saved, home->store));
          prepare (home, json_object_get_string_member (command, "name"), ids, line);
          run_example (home, line->str);
          n_run++;
        }
    }
  g_test_message ("%u examples of the help pages were run", n_run);
  g_assert_cmpuint (n_run, >, 30);
  g_free (ids[0]);
  g_free (ids[1]);
}

static void
test_version (OmTestHome    *home,
              gconstpointer  unused)
{
  g_autoptr (OmTestRun) text = om_test_run (home, NULL, "--version", NULL);
  g_autoptr (JsonNode) node = om_test_json (home, "--version", NULL);

  om_assert_status (text, 0);
  g_assert_cmpstr (text->out, ==, "openmemory " PACKAGE_VERSION "\n");
  g_assert_cmpstr (om_test_string (node, "version"), ==, PACKAGE_VERSION);
}

/* The manual page tells what --help tells: all commands and options, and no others. */
static void
test_man (OmTestHome    *home,
          gconstpointer  unused)
{
  g_autofree char *path = om_test_data_path ("../../data/openmemory.1");
  g_autofree char *page = NULL;
  g_autoptr (JsonNode) help = om_test_json (home, "help", NULL);
  g_autoptr (OmTestRun) made = om_test_run (home, NULL, "help", "man", NULL);
  g_autoptr (GError) error = NULL;
  JsonArray *commands = members (help, "commands");

  om_assert_status (made, 0);
  g_file_get_contents (path, &page, NULL, &error);
  g_assert_no_error (error);
  if (!g_str_equal (page, made->out))
    g_test_message ("LC_ALL=C.UTF-8 openmemory help man >data/openmemory.1 writes it anew");
  g_assert_cmpstr (page, ==, made->out);

  for (guint i = 0; i < json_array_get_length (commands); i++)
    {
      JsonObject *command = json_array_get_object_element (commands, i);
      JsonArray *options = json_object_get_array_member (command, "options");
      g_auto (GStrv) words = g_strsplit (json_object_get_string_member (command, "name"), "-", -1);
      g_autofree char *name = g_strjoinv ("\\-", words);
      g_autofree char *title = g_strdup_printf ("\n.SS %s", name);

      om_assert_has (page, title);
      for (guint j = 0; j < json_array_get_length (options); j++)
        {
          JsonObject *option = json_array_get_object_element (options, j);
          g_auto (GStrv) parts = g_strsplit (json_object_get_string_member (option, "name"), "-", -1);
          g_autofree char *long_name = g_strjoinv ("\\-", parts);
          g_autofree char *shown = g_strdup_printf ("\\fB\\-\\-%s\\fR", long_name);

          om_assert_has (page, shown);
        }
    }
}

void
test_cli_help_add (void)
{
  om_test_add_case ("/cli/help/man", test_man);
  om_test_add_case ("/cli/help/pages", test_pages);
  om_test_add_case ("/cli/help/examples", test_examples);
  om_test_add_case ("/cli/help/version", test_version);
}
