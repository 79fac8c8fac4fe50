/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bad input: one clear message, an exit code, and not a byte of the store changed. */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <unistd.h>

#include "cli/om-test-command.h"

void test_cli_bad_input_add (void);

#define NOBODY "00000000-0000-4000-8000-000000000000"
#define SECTORS "episodic, semantic, procedural, emotional, reflective"
#define OWN_TYPES "fact, episode, document"
#define ALL_TYPES "fact, episode, document, section, reflection"
#define CONTEXTS "work, personal, social, learning, general"

/* A command line and what must come of it. ID stands for the id of an entry that is there. */
typedef struct
{
  const char *arguments[10];
  const char *input;
  gssize      input_length;
  int         status;
  const char *code;
  const char *says;
} BadCase;

static const BadCase bad_cases[] = {
  /* Wrong use */
  { { NULL }, NULL, 0, 2, "usage", "Say what to do" },
  { { "remember", "this" }, NULL, 0, 2, "usage", "no command “remember”" },
  { { "--frobnicate", "list" }, NULL, 0, 2, "usage", "--frobnicate" },
  { { "list", "--frobnicate" }, NULL, 0, 2, "usage", "--frobnicate" },
  { { "search", "heron", "-k" }, NULL, 0, 2, "usage", "-k" },
  { { "search" }, NULL, 0, 2, "usage", "what to look for" },
  { { "show" }, NULL, 0, 2, "usage", "which memory" },
  { { "edit" }, NULL, 0, 2, "usage", "which memory" },
  { { "edit", "ID" }, NULL, 0, 2, "usage", "what to change" },
  { { "edit", "ID", "--text", "x", "--file", "y" }, NULL, 0, 2, "usage", "once" },
  { { "edit", "ID", "x" }, NULL, 0, 2, "usage", "one memory" },
  { { "rm" }, NULL, 0, 2, "usage", "which memories" },
  { { "restore" }, NULL, 0, 2, "usage", "which memories" },
  { { "link", "ID" }, NULL, 0, 2, "usage", "which two" },
  { { "import" }, NULL, 0, 2, "usage", "what to import" },
  { { "list", "heron" }, NULL, 0, 2, "usage", "search heron" },
  { { "stats", "heron" }, NULL, 0, 2, "usage", "no arguments" },
  { { "doctor", "heron" }, NULL, 0, 2, "usage", "no arguments" },
  { { "fade", "heron" }, NULL, 0, 2, "usage", "no arguments" },
  { { "reflect", "heron" }, NULL, 0, 2, "usage", "no arguments" },
  { { "history" }, NULL, 0, 2, "usage", "openmemory history ID" },
  { { "history", "ID", "ID" }, NULL, 0, 2, "usage", "which memory" },
  { { "forecast" }, NULL, 0, 2, "usage", "openmemory forecast ID" },
  { { "rest" }, NULL, 0, 2, "usage", "openmemory rest ID" },
  { { "wake" }, NULL, 0, 2, "usage", "openmemory wake ID" },
  { { "pin" }, NULL, 0, 2, "usage", "openmemory pin ID" },
  { { "keep", "--off" }, NULL, 0, 2, "usage", "openmemory keep ID" },
  { { "resolve" }, NULL, 0, 2, "usage", "openmemory resolve ID" },
  { { "undo" }, NULL, 0, 2, "usage", "openmemory undo NUMBER" },
  { { "salience", "ID", "--tag", "canal" }, NULL, 0, 2, "usage", "not both" },
  { { "help", "frobnicate" }, NULL, 0, 2, "usage", "frobnicate" },
  { { "add", "text", "--file", "also" }, NULL, 0, 2, "usage", "not both" },
  { { "--store", "", "list" }, NULL, 0, 2, "usage", "--store" },
  /* Not text */
  { { "add" }, "caf\xe9", 4, 3, "encoding", "byte 3 " },
  { { "add", "-" }, "fine, then \xff\xfe", 13, 3, "encoding", "byte 11 " },
  { { "add" }, "with a \0 in it", 14, 3, "encoding", "byte 7 " },
  { { "add" }, "cut \xe6\xa1", 6, 3, "encoding", "byte 4 " },
  { { "edit", "ID", "-" }, "caf\xe9", 4, 3, "encoding", "byte 3 " },
  { { "add", "caf\xe9" }, NULL, 0, 3, "encoding", "byte 3 " },
  { { "search", "caf\xe9" }, NULL, 0, 3, "encoding", "byte 3 " },
  { { "add", "--tag", "caf\xe9", "text" }, NULL, 0, 3, "encoding", "byte 3 " },
  { { "add", "--file", "latin1.txt" }, NULL, 0, 3, "encoding", "byte 22 " },
  { { "edit", "ID", "--file", "latin1.txt" }, NULL, 0, 3, "encoding", "byte 22 " },
  /* Empty */
  { { "add" }, "", 0, 3, "invalid", "empty" },
  { { "add" }, "\n \t\n", 4, 3, "invalid", "empty" },
  { { "add", "  " }, NULL, 0, 3, "invalid", "empty" },
  { { "add", "\u00a0\u200b" }, NULL, 0, 3, "invalid", "empty" },
  { { "add", "--tag", "", "text" }, NULL, 0, 3, "invalid", "tag" },
  { { "edit", "ID", "--text", "  " }, NULL, 0, 3, "invalid", "empty" },
  { { "edit", "ID", "-" }, "", 0, 3, "invalid", "empty" },
  { { "search", "" }, NULL, 0, 3, "invalid", "empty" },
  { { "recall", "  " }, NULL, 0, 3, "invalid", "empty" },
  { { "add", "--file", "missing.txt" }, NULL, 0, 3, "invalid", "missing.txt" },
  { { "add", "--file", "." }, NULL, 0, 3, "invalid", "cannot be read" },
  /* Dates and numbers */
  { { "add", "--date", "2023-02-30", "text" }, NULL, 0, 3, "invalid", "2023-02-30" },
  { { "add", "--date", "0000-01-01", "text" }, NULL, 0, 3, "invalid", "1 to 9999" },
  { { "add", "--date", "10000-01-01", "text" }, NULL, 0, 3, "invalid", "1 to 9999" },
  { { "add", "--date", "2024-05-31 25:00", "text" }, NULL, 0, 3, "invalid", "25:00" },
  { { "add", "--date", "next week", "text" }, NULL, 0, 3, "invalid", "next week" },
  { { "add", "--date", "-900000y", "text" }, NULL, 0, 3, "invalid", "-900000y" },
  { { "edit", "ID", "--date", "2023-02-29" }, NULL, 0, 3, "invalid", "2023-02-29" },
  { { "list", "--after", "2023-13" }, NULL, 0, 3, "invalid", "2023-13" },
  { { "list", "--before", "soon" }, NULL, 0, 3, "invalid", "soon" },
  { { "--now", "tomorrow", "list" }, NULL, 0, 3, "invalid", "tomorrow" },
  { { "--now", "+60q", "list" }, NULL, 0, 3, "invalid", "+60q" },
  { { "--now", "+9999y", "list" }, NULL, 0, 3, "invalid", "+9999y" },
  { { "--now", "0001-01-01T00:00:00+14:00", "list" }, NULL, 0, 3, "invalid", "1 to 9999" },
  { { "--now", "9999-12-31T23:59:59-14:00", "list" }, NULL, 0, 3, "invalid", "1 to 9999" },
  { { "add", "--importance", "11", "text" }, NULL, 0, 3, "invalid", "1 to 10" },
  { { "add", "--importance", "many", "text" }, NULL, 0, 3, "invalid", "1 to 10" },
  { { "add", "--mood", "2,0", "text" }, NULL, 0, 3, "invalid", "-0.4,0.3" },
  { { "add", "--mood", "nan,nan", "text" }, NULL, 0, 3, "invalid", "-0.4,0.3" },
  { { "add", "--mood", "good", "text" }, NULL, 0, 3, "invalid", "-0.4,0.3" },
  { { "search", "heron", "-k", "0" }, NULL, 0, 3, "invalid", "1 to 1000" },
  { { "search", "heron", "-k0" }, NULL, 0, 3, "invalid", "1 to 1000" },
  { { "search", "heron", "-k", "1001" }, NULL, 0, 3, "invalid", "1 to 1000" },
  { { "list", "--min-salience", "1.5" }, NULL, 0, 3, "invalid", "0 to 1" },
  { { "list", "-n", "-1" }, NULL, 0, 3, "invalid", "-1" },
  { { "list", "--offset", "x" }, NULL, 0, 3, "invalid", "--offset" },
  { { "undo", "heron" }, NULL, 0, 3, "invalid", "whole number" },
  { { "undo", "0" }, NULL, 0, 3, "invalid", "from 1" },
  { { "undo", "99999999999999999999" }, NULL, 0, 3, "invalid", "whole number" },
  { { "salience", "--step", "0" }, NULL, 0, 3, "invalid", "--step" },
  { { "salience", "--step", "nan" }, NULL, 0, 3, "invalid", "--step" },
  { { "salience", "--from", "soon" }, NULL, 0, 3, "invalid", "soon" },
  { { "salience", "--to", "unknown" }, NULL, 0, 3, "invalid", "wants a date" },
  { { "salience", "--from", "+1d" }, NULL, 0, 3, "invalid", "earlier --from" },
  { { "salience", "--from", "0001-01-01", "--step", "1" }, NULL, 0, 3, "invalid", "the most" },
  /* Closed sets */
  { { "add", "--sector", "nostalgic", "text" }, NULL, 0, 3, "invalid", SECTORS },
  { { "search", "heron", "--sector", "mean" }, NULL, 0, 3, "invalid", SECTORS },
  { { "add", "--type", "poem", "text" }, NULL, 0, 3, "invalid", OWN_TYPES },
  { { "add", "--type", "section", "text" }, NULL, 0, 3, "invalid", OWN_TYPES },
  { { "list", "--type", "poem" }, NULL, 0, 3, "invalid", ALL_TYPES },
  { { "add", "--context", "home", "text" }, NULL, 0, 3, "invalid", CONTEXTS },
  { { "list", "--context", "home" }, NULL, 0, 3, "invalid", CONTEXTS },
  { { "list", "--vividness", "bright" }, NULL, 0, 3, "invalid", "vivid, clear, fading, resting" },
  { { "list", "--sort", "random" }, NULL, 0, 3, "invalid", "newest, oldest" },
  { { "add", "--dedup", "maybe", "text" }, NULL, 0, 3, "invalid", "exact, near or off" },
  { { "edit", "ID", "--set", "shiny" }, NULL, 0, 3, "invalid", "pinned, kept" },
  { { "edit", "ID", "--set", "conflict" }, NULL, 0, 3, "invalid", "can be cleared" },
  { { "import", "latin1.txt", "--format", "papyrus" }, NULL, 0, 3, "invalid", "jrnl" },
  { { "import", "latin1.txt", "--zone", "Mars/Olympus" }, NULL, 0, 3, "invalid", "Mars/Olympus" },
  { { "import", "latin1.txt", "--zone", "2024" }, NULL, 0, 3, "invalid", "2024" },
  /* Ids */
  { { "show", "xyzw" }, NULL, 0, 3, "invalid", "not an id" },
  { { "show", "abc" }, NULL, 0, 3, "invalid", "too short" },
  { { "show", NOBODY }, NULL, 0, 1, "not-found", NULL },
  { { "edit", NOBODY, "--text", "x" }, NULL, 0, 1, "not-found", NULL },
  { { "rm", "ID", NOBODY }, NULL, 0, 1, "not-found", NULL },
  { { "restore", NOBODY }, NULL, 0, 1, "not-found", NULL },
  { { "link", "ID", NOBODY }, NULL, 0, 1, "not-found", NULL },
  { { "history", NOBODY }, NULL, 0, 1, "not-found", NULL },
  { { "forecast", "xyzw" }, NULL, 0, 3, "invalid", "not an id" },
  { { "salience", "ID", NOBODY }, NULL, 0, 1, "not-found", NULL },
  { { "rest", "ID", NOBODY }, NULL, 0, 1, "not-found", NULL },
  { { "wake", NOBODY }, NULL, 0, 1, "not-found", NULL },
  { { "pin", "ID", NOBODY }, NULL, 0, 1, "not-found", NULL },
  { { "resolve", "--off", NOBODY }, NULL, 0, 1, "not-found", NULL },
  { { "undo", "4711" }, NULL, 0, 1, "not-found", "nothing to take back" },
  { { "edit", "ID", "--tag", "-birds" }, NULL, 0, 1, "not-found", "birds" },
  /* Imports */
  { { "import", "missing" }, NULL, 0, 3, "invalid", "missing" },
  { { "import", "latin1.txt", "--format", "jrnl" }, NULL, 0, 5, "encoding", "22" },
  { { "import", "/bin/sh" }, NULL, 0, 5, "unrecognised", "--format" },
  { { "import", "huge.txt", "--format", "jrnl" }, NULL, 0, 5, "too-large", "--allow-large" },
};

static void
check_case (OmTestHome    *home,
            const char    *id,
            const BadCase *bad,
            gboolean       json)
{
  const char *arguments[12] = { NULL };
  g_autoptr (GBytes) input = g_bytes_new (bad->input, bad->input_length);
  g_autoptr (OmTestRun) run = NULL;
  g_autofree char *line = NULL;
  gsize n = 0;

  if (json)
    arguments[n++] = "--json";
  for (gsize i = 0; bad->arguments[i] != NULL; i++)
    arguments[n++] = g_str_equal (bad->arguments[i], "ID") ? id : bad->arguments[i];
  line = g_strjoinv (" ", (char **) arguments);
  run = om_test_run_v (home, input, arguments);

  if (run->status != bad->status)
    g_error ("“%s” ended with %d, not %d\n%s%s", line, run->status, bad->status, run->out,
             run->err);
  /* With --json a refused import reports on standard output; all else is silent there. */
  if (bad->status != 5 || !json)
    g_assert_cmpstr (run->out, ==, "");
  if (bad->says != NULL && strstr (run->err, bad->says) == NULL &&
      strstr (run->out, bad->says) == NULL)
    g_error ("“%s” does not say “%s” but\n%s", line, bad->says, run->err);

  if (!json)
    {
      g_assert_true (g_str_has_prefix (run->err, "openmemory: "));
      g_assert_null (strstr (run->err + 1, "openmemory: "));
    }
  else
    {
      g_autoptr (JsonNode) node = om_test_parse (run->err);
      JsonObject *error = json_object_get_object_member (json_node_get_object (node), "error");

      if (!g_str_equal (json_object_get_string_member (error, "code"), bad->code))
        g_error ("“%s” is “%s”, not “%s”", line, json_object_get_string_member (error, "code"),
                 bad->code);
      g_assert_cmpstr (json_object_get_string_member (error, "message"), !=, "");
    }
}

static void
test_bad_input (OmTestHome    *home,
                gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "An entry that stays as it is.", "--tag", "canal", NULL);
  g_autofree char *before = om_test_hash (home->store);
  g_autofree char *huge = om_test_home_file (home, "huge.txt", "");

  /* A file full of nothing takes no room; only its size is looked at. */
  g_assert_cmpint (truncate (huge, 201 * 1024 * 1024), ==, 0);
  g_free (
    om_test_home_file (home, "latin1.txt", "[2024-05-05 10:00] Caf\xe9 au lait\nWith milk.\n"));
  for (gsize i = 0; i < G_N_ELEMENTS (bad_cases); i++)
    {
      g_autofree char *after = NULL;

      check_case (home, id, &bad_cases[i], FALSE);
      check_case (home, id, &bad_cases[i], TRUE);
      after = om_test_hash (home->store);
      if (!g_str_equal (before, after))
        g_error ("case %" G_GSIZE_FORMAT " (%s …) changed the store", i, bad_cases[i].arguments[0]);
    }
  g_test_message ("%" G_GSIZE_FORMAT " cases in both outputs", G_N_ELEMENTS (bad_cases));
}

/* What cannot be taken does not even make a store. */
static void
test_no_trace (OmTestHome    *home,
               gconstpointer  unused)
{
  static const char *const lines[][5] = {
    { "add", "  ", NULL },
    { "add", "--date", "2023-02-30", "text", NULL },
    { "add", "--sector", "nostalgic", "text", NULL },
    { "search", "heron", NULL },
    { "list", NULL },
    { "rm", "abcd", NULL },
    { "doctor", NULL },
  };

  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      g_autoptr (OmTestRun) run = om_test_run_v (home, NULL, lines[i]);

      g_assert_cmpint (run->status, !=, 0);
      g_assert_false (g_file_test (home->store, G_FILE_TEST_EXISTS));
    }
  {
    g_autoptr (OmTestRun) run = om_test_run (home, NULL, "list", NULL);

    om_assert_status (run, 4);
    om_assert_has (run->err, "openmemory add");
  }
}

static void
test_ambiguous_id (OmTestHome    *home,
                   gconstpointer  unused)
{
  g_autoptr (GHashTable) seen = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  g_autoptr (OmTestRun) import = NULL;
  g_autoptr (OmTestRun) run = NULL;
  g_autoptr (JsonNode) list = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *file = NULL;
  g_autofree char *shared = NULL;
  JsonArray *all;

  /* Of 1,500 ids some two share their first four digits, all but surely (1 - e^-17). */
  for (int i = 0; i < 1500; i++)
    g_string_append_printf (text, "[2024-01-01 10:00] Entry %d\n\n", i);
  file = om_test_home_file (home, "many.txt", text->str);
  import = om_test_run (home, NULL, "import", file, NULL);
  om_assert_status (import, 0);
  list = om_test_json (home, "list", "-n", "0", NULL);
  all = json_node_get_array (list);
  g_assert_cmpuint (json_array_get_length (all), ==, 1500);
  for (guint i = 0; i < json_array_get_length (all) && shared == NULL; i++)
    {
      const char *id = json_object_get_string_member (json_array_get_object_element (all, i), "id");
      g_autofree char *prefix = g_strndup (id, 4);

      if (g_hash_table_contains (seen, prefix))
        shared = g_strdup (prefix);
      g_hash_table_insert (seen, g_steal_pointer (&prefix), g_strdup (id));
    }
  g_assert_nonnull (shared);

  run = om_test_run (home, NULL, "show", shared, NULL);
  om_assert_status (run, 3);
  om_assert_has (run->err, "Several memories");
}

/* Runs writing and reading commands against a file that is no usable store; nothing may change. */
static void
check_unusable (OmTestHome *home,
                const char *store,
                const char *code,
                const char *says)
{
  static const char *const lines[][4] = {
    { "add", "text", NULL }, { "search", "heron", NULL }, { "list", NULL },
    { "stats", NULL },       { "recall", "heron", NULL },
  };
  g_autofree char *before = om_test_hash (store);

  for (gsize i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      const char *arguments[8] = { "--json", "--store", store };
      g_autoptr (OmTestRun) run = NULL;
      g_autoptr (JsonNode) node = NULL;
      g_autofree char *after = NULL;
      JsonObject *error;

      for (gsize j = 0; lines[i][j] != NULL; j++)
        arguments[3 + j] = lines[i][j];
      run = om_test_run_v (home, NULL, arguments);
      om_assert_status (run, 4);
      node = om_test_parse (run->err);
      error = json_object_get_object_member (json_node_get_object (node), "error");
      if (code != NULL)
        g_assert_cmpstr (json_object_get_string_member (error, "code"), ==, code);
      om_assert_has (json_object_get_string_member (error, "message"), says);
      after = om_test_hash (store);
      g_assert_cmpstr (before, ==, after);
    }
}

static void
test_not_a_store (OmTestHome    *home,
                  gconstpointer  unused)
{
  g_autofree char *text = om_test_home_file (
    home, "notes.db", "This is a text and no database, though its name says so.\n");
  g_autofree char *folder = om_test_home_file (home, "folder.db", NULL);
  g_autofree char *other = om_test_home_file (home, "other.db", NULL);
  sqlite3 *db = NULL;

  g_mkdir (folder, 0700);
  g_assert_cmpint (sqlite3_open (other, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db,
                                 "PRAGMA application_id = 77; CREATE TABLE recipe (name TEXT); "
                                 "INSERT INTO recipe VALUES ('bread')",
                                 NULL, NULL, NULL),
                   ==, SQLITE_OK);
  sqlite3_close (db);

  check_unusable (home, text, "not-a-store", "notes.db");
  check_unusable (home, folder, NULL, "folder.db");
  check_unusable (home, other, "not-a-store", "other.db");
  g_assert_true (g_file_test (folder, G_FILE_TEST_IS_DIR));
}

static void
test_newer_store (OmTestHome    *home,
                  gconstpointer  unused)
{
  sqlite3 *db = NULL;

  g_free (om_test_add (home, "Written long ago.", NULL));
  g_assert_cmpint (sqlite3_open (home->store, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, "PRAGMA user_version = 9999", NULL, NULL, NULL), ==,
                   SQLITE_OK);
  sqlite3_close (db);
  check_unusable (home, home->store, "newer-store", "newer");
}

static void
test_damaged_store (OmTestHome    *home,
                    gconstpointer  unused)
{
  g_autofree char *contents = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (OmTestRun) doctor = NULL;
  gsize length;

  for (int i = 0; i < 40; i++)
    {
      g_autofree char *text = g_strdup_printf ("Entry %d that will be damaged.", i);

      g_free (om_test_add (home, text, NULL));
    }
  g_assert_true (g_file_get_contents (home->store, &contents, &length, NULL));
  g_assert_cmpuint (length, >, 40000);
  memset (contents + length / 3, 0x5a, length / 2);
  g_assert_true (g_file_set_contents (home->store, contents, (gssize) length, NULL));
  before = om_test_hash (home->store);

  doctor = om_test_run (home, NULL, "doctor", NULL);
  om_assert_status (doctor, 4);
  g_assert_true (*doctor->out != '\0' || *doctor->err != '\0');
  after = om_test_hash (home->store);
  g_assert_cmpstr (before, ==, after);
}

static void
test_locked_store (OmTestHome    *home,
                   gconstpointer  unused)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (OmTestRun) run = NULL;
  g_autoptr (OmTestRun) reading = NULL;
  sqlite3 *db = NULL;

  g_free (om_test_add (home, "There before the lock.", NULL));
  g_assert_cmpint (sqlite3_open (home->store, &db), ==, SQLITE_OK);
  before = om_test_dump (home->store);
  g_assert_cmpint (sqlite3_exec (db, "BEGIN EXCLUSIVE", NULL, NULL, NULL), ==, SQLITE_OK);
  run = om_test_run (home, NULL, "--json", "add", "While another program holds it.", NULL);
  reading = om_test_run (home, NULL, "search", "before", NULL);
  g_assert_cmpint (sqlite3_exec (db, "ROLLBACK", NULL, NULL, NULL), ==, SQLITE_OK);
  after = om_test_dump (home->store);
  sqlite3_close (db);

  om_assert_status (run, 4);
  om_assert_has (run->err, "\"locked\"");
  om_assert_has (run->err, "Another program");
  g_assert_cmpstr (before, ==, after);
  om_assert_status (reading, 0);
}

/* Root may write anywhere: as root the commands run as nobody, by a copy that nobody can reach. */
static void
test_read_only_store (OmTestHome    *home,
                      gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "Carved in stone.", NULL);
  g_autofree char *folder = g_path_get_dirname (home->store);
  g_autofree char *data = g_path_get_dirname (folder);
  g_autofree char *before = om_test_hash (home->store);
  g_autofree char *after = NULL;
  const char *writing[][6] = {
    { "add", "No room for this.", NULL },
    { "edit", id, "--text", "No.", NULL },
    { "rm", id, NULL },
    { "recall", "stone", NULL },
    { "doctor", "--repair", NULL },
  };
  g_autoptr (OmTestRun) reading = NULL;
  g_autoptr (OmTestRun) listing = NULL;

  g_chmod (home->store, 0444);
  g_chmod (folder, 0555);
  if (geteuid () == 0)
    {
      g_autofree char *command = om_test_home_file (home, "openmemory", NULL);

      g_chmod (home->path, 0755);
      g_chmod (data, 0755);
      g_free (om_test_copy_tree (g_getenv ("OPENMEMORY_COMMAND"), command));
      g_chmod (command, 0755);
      home->uid = 65534;
      home->command = g_steal_pointer (&command);
    }

  for (gsize i = 0; i < G_N_ELEMENTS (writing); i++)
    {
      g_autoptr (OmTestRun) run = om_test_run_v (home, NULL, writing[i]);

      om_assert_status (run, 4);
      om_assert_has (run->err, home->store);
    }
  reading = om_test_run (home, NULL, "search", "stone", NULL);
  listing = om_test_run (home, NULL, "list", NULL);
  home->uid = 0;
  g_chmod (folder, 0700);
  after = om_test_hash (home->store);
  g_assert_cmpstr (before, ==, after);
  om_assert_status (reading, 0);
  om_assert_has (reading->out, "Carved");
  om_assert_status (listing, 0);
}

void
test_cli_bad_input_add (void)
{
  om_test_add_case ("/cli/bad-input/cases", test_bad_input);
  om_test_add_case ("/cli/bad-input/no-trace", test_no_trace);
  om_test_add_case ("/cli/bad-input/ambiguous-id", test_ambiguous_id);
  om_test_add_case ("/cli/bad-input/not-a-store", test_not_a_store);
  om_test_add_case ("/cli/bad-input/newer-store", test_newer_store);
  om_test_add_case ("/cli/bad-input/damaged-store", test_damaged_store);
  om_test_add_case ("/cli/bad-input/locked-store", test_locked_store);
  om_test_add_case ("/cli/bad-input/read-only-store", test_read_only_store);
}
