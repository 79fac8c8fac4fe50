/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every command in both outputs. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "cli/om-test-command.h"

void test_cli_commands_add (void);

static JsonObject *
object_of (JsonNode *node)
{
  return json_node_get_object (node);
}

static gboolean
array_has (JsonArray  *array,
           const char *word)
{
  for (guint i = 0; i < json_array_get_length (array); i++)
    {
      if (g_str_equal (json_array_get_string_element (array, i), word))
        return TRUE;
    }
  return FALSE;
}

static void
test_add_show (OmTestHome    *home,
               gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home,
                                     "Walked along the canal.\n\nA heron at the second lock.\n",
                                     "--title", "Canal", "--tag", "Canal", "--tag", "#winter/cold",
                                     "--date", "2024-03-01T08:30:00+01:00", "--type", "fact",
                                     "--sector", "procedural", "--importance", "8", "--mood",
                                     "0.5,0.25", "--context", "personal", "--pin", NULL);
  g_autofree char *prefix = g_strndup (id, 9);
  g_autoptr (JsonNode) node = om_test_json (home, "show", prefix, NULL);
  g_autoptr (OmTestRun) text = om_test_run (home, NULL, "show", id, NULL);
  g_autoptr (OmTestRun) bare = om_test_run (home, NULL, "show", "--text", id, NULL);
  JsonObject *memory = object_of (node);
  JsonObject *mood = json_object_get_object_member (memory, "mood");

  g_assert_cmpstr (json_object_get_string_member (memory, "id"), ==, id);
  g_assert_cmpstr (json_object_get_string_member (memory, "text"), ==,
                   "Walked along the canal.\n\nA heron at the second lock.");
  g_assert_cmpstr (json_object_get_string_member (memory, "title"), ==, "Canal");
  g_assert_cmpstr (json_object_get_string_member (memory, "type"), ==, "fact");
  g_assert_cmpstr (json_object_get_string_member (memory, "sector"), ==, "procedural");
  g_assert_cmpstr (json_object_get_string_member (memory, "happened"), ==,
                   "2024-03-01T08:30:00+01:00");
  g_assert_cmpstr (json_object_get_string_member (memory, "precision"), ==, "instant");
  g_assert_cmpstr (json_object_get_string_member (memory, "context"), ==, "personal");
  g_assert_cmpstr (json_object_get_string_member (memory, "origin"), ==, "user");
  g_assert_cmpstr (json_object_get_string_member (memory, "vividness"), ==, "vivid");
  g_assert_cmpint (json_object_get_int_member (memory, "importance"), ==, 8);
  g_assert_cmpint (json_object_get_int_member (memory, "version"), ==, 1);
  g_assert_cmpfloat (json_object_get_double_member (mood, "valence"), ==, 0.5);
  g_assert_cmpfloat (json_object_get_double_member (mood, "arousal"), ==, 0.25);
  g_assert_false (json_object_get_boolean_member (mood, "estimated"));
  g_assert_true (array_has (json_object_get_array_member (memory, "tags"), "Canal"));
  g_assert_true (array_has (json_object_get_array_member (memory, "tags"), "winter/cold"));
  g_assert_true (array_has (json_object_get_array_member (memory, "flags"), "pinned"));
  g_assert_true (array_has (json_object_get_array_member (memory, "flags"), "kept"));
  g_assert_cmpfloat (json_object_get_double_member (memory, "salience"), >, 0);
  g_assert_true (json_object_get_null_member (memory, "binned"));

  om_assert_status (text, 0);
  om_assert_has (text->out, "Canal");
  om_assert_has (text->out, id);
  om_assert_has (text->out, "#winter/cold");
  om_assert_has (text->out, "2024-03-01 08:30 +01:00");
  om_assert_has (text->out, "\n\nWalked along the canal.\n\nA heron at the second lock.\n");
  g_assert_cmpstr (bare->out, ==, "Walked along the canal.\n\nA heron at the second lock.\n");
}

/* The three ways a text comes in, and how the words of the answer differ. */
static void
test_add_ways (OmTestHome    *home,
               gconstpointer  unused)
{
  g_autofree char *file = om_test_home_file (home, "note.txt",
                                             "\xEF\xBB\xBF"
                                             "From a file\r\nwith two lines\r\n");
  g_autoptr (OmTestRun) words = om_test_run (home, NULL, "add", "Just", "three", "words", NULL);
  g_autoptr (OmTestRun) input = om_test_run (home, "From standard input\n", "add", "-", NULL);
  g_autoptr (OmTestRun) from_file = om_test_run (home, NULL, "add", "--file", file, NULL);
  g_autoptr (OmTestRun) again = om_test_run (home, NULL, "add", "Just three words", NULL);
  g_autoptr (OmTestRun) hyphen = om_test_run (home, NULL, "add", "--", "-5 degrees", NULL);
  g_autoptr (JsonNode) list = om_test_json (home, "list", "--sort", "recorded", NULL);
  JsonArray *all = json_node_get_array (list);
  g_autoptr (GHashTable) texts = g_hash_table_new (g_str_hash, g_str_equal);

  om_assert_status (words, 0);
  om_assert_status (input, 0);
  om_assert_status (from_file, 0);
  om_assert_status (again, 0);
  om_assert_status (hyphen, 0);
  om_assert_has (words->out, "Remembered ");
  om_assert_has (again->out, "Known already");

  g_assert_cmpuint (json_array_get_length (all), ==, 4);
  for (guint i = 0; i < 4; i++)
    g_hash_table_add (texts, (gpointer) json_object_get_string_member (
                               json_array_get_object_element (all, i), "text"));
  g_assert_true (g_hash_table_contains (texts, "Just three words"));
  g_assert_true (g_hash_table_contains (texts, "From standard input"));
  g_assert_true (g_hash_table_contains (texts, "From a file\nwith two lines"));
  g_assert_true (g_hash_table_contains (texts, "-5 degrees"));
}

static void
test_add_document (OmTestHome    *home,
                   gconstpointer  unused)
{
  GString *text = g_string_new (NULL);
  g_autofree char *whole = NULL;
  g_autofree char *file = NULL;
  g_autoptr (JsonNode) node = NULL;
  g_autoptr (JsonNode) shown = NULL;
  const char *id;

  for (int i = 0; i < 900; i++)
    g_string_append_printf (
      text, "Paragraph %d is about the canal and everything that grew beside it.\n\n", i);
  g_string_append (text, "The end of it is a quincunx.");
  whole = g_string_free (text, FALSE);
  file = om_test_home_file (home, "long.md", whole);

  node = om_test_json (home, "add", "--file", file, NULL);
  id = om_test_string (node, "id");
  g_assert_cmpint (om_test_int (node, "sections"), >, 1);
  shown = om_test_json (home, "show", id, NULL);
  g_assert_cmpstr (om_test_string (shown, "type"), ==, "document");
  g_assert_cmpstr (om_test_string (shown, "text"), ==, whole);
  g_assert_cmpuint (om_test_count (home), ==, 1);
}

static void
test_search_recall (OmTestHome    *home,
                    gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "Walked along the canal. A heron at the second lock.",
                                     "--tag", "canal", "--date", "2024-03-01", NULL);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *hash_before = NULL;
  g_autofree char *hash_after = NULL;
  g_autoptr (OmTestRun) text = NULL;
  g_autoptr (OmTestRun) none = NULL;
  g_autoptr (JsonNode) answer = NULL;
  g_autoptr (JsonNode) recalled = NULL;
  g_autoptr (JsonNode) shown = NULL;
  JsonArray *hits;
  JsonObject *hit;
  JsonArray *mark;

  g_free (om_test_add (home, "Baked sourdough with Nadia.", "--tag", "kitchen", "--date",
                       "2024-03-02", NULL));
  before = om_test_dump (home->store);
  hash_before = om_test_hash (home->store);
  answer = om_test_json (home, "search", "herons", "canal", NULL);
  text = om_test_run (home, NULL, "search", "--explain", "herons", "canal", NULL);
  none = om_test_run (home, NULL, "search", "zyzzyva", "qwertzuiop", NULL);
  after = om_test_dump (home->store);
  hash_after = om_test_hash (home->store);
  g_assert_cmpstr (before, ==, after);
  g_assert_cmpstr (hash_before, ==, hash_after);

  hits = json_object_get_array_member (object_of (answer), "hits");
  g_assert_cmpuint (json_array_get_length (hits), >=, 1);
  hit = json_array_get_object_element (hits, 0);
  g_assert_cmpstr (json_object_get_string_member (hit, "id"), ==, id);
  g_assert_true (array_has (json_object_get_array_member (hit, "reasons"), "words"));
  g_assert_true (array_has (json_object_get_array_member (hit, "words"), "canal"));
  g_assert_true (array_has (json_object_get_array_member (hit, "path"), id));
  g_assert_cmpfloat (json_object_get_double_member (hit, "score"), >, 0);
  g_assert_cmpfloat (json_object_get_double_member (json_object_get_object_member (hit, "parts"),
                                                    "relevance"),
                     >, 0);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (hit, "marks")), >=, 2);
  mark = json_array_get_array_element (json_object_get_array_member (hit, "marks"), 0);
  g_assert_cmpint (json_array_get_int_element (mark, 0), ==, 17);
  g_assert_cmpint (json_array_get_int_element (mark, 1), ==, 22);

  om_assert_status (text, 0);
  om_assert_has (text->out, "1. ");
  om_assert_has (text->out, "Walked along the canal");
  om_assert_has (text->out, "why:");
  om_assert_has (text->out, "score ");
  om_assert_status (none, 1);
  om_assert_has (none->err, "Nothing found");

  recalled = om_test_json (home, "recall", "heron canal", "-k1", NULL);
  g_assert_cmpuint (om_test_length (recalled, "hits"), ==, 1);
  shown = om_test_json (home, "show", id, NULL);
  g_assert_cmpint (om_test_int (shown, "recalls"), ==, 1);
  g_assert_cmpfloat (json_object_get_double_member (object_of (shown), "salience"), >,
                     json_object_get_double_member (hit, "salience"));
  g_clear_pointer (&text, om_test_run_free);
  text = om_test_run (home, NULL, "recall", "sourdough", NULL);
  om_assert_status (text, 0);
  om_assert_has (text->out, "Nadia");
}

static guint
n_listed (OmTestHome *home,
          const char *option,
          const char *value)
{
  g_autoptr (OmTestRun) run = om_test_run (home, NULL, "list", "--json", option, value, NULL);
  g_autoptr (JsonNode) node = om_test_parse (run->out);
  guint n = om_test_length (node, NULL);

  om_assert_status (run, n > 0 ? 0 : 1);
  return n;
}

static void
test_list (OmTestHome    *home,
           gconstpointer  unused)
{
  g_autofree char *second = om_test_add (home, "Second to none.", "--date", "2024-04-02", "--tag",
                                         "a", "--tag", "b", "--keep", "--sector", "emotional",
                                         NULL);
  g_autoptr (OmTestRun) text = NULL;
  g_autoptr (OmTestRun) part = NULL;
  g_autoptr (JsonNode) oldest = NULL;
  const char *line;

  g_free (om_test_add (home, "First of all.", "--date", "2024-03-01", "--tag", "a", "--context",
                       "work", "--sector", "semantic", NULL));
  g_free (om_test_add (home, "Third time lucky.", "--date", "unknown", "--type", "fact", NULL));
  g_free (om_test_add (home, "For no eyes but mine.", "--private", NULL));
  text = om_test_run (home, NULL, "list", "--sort", "oldest", NULL);
  part = om_test_run (home, NULL, "list", "-n", "1", NULL);
  oldest = om_test_json (home, "list", "--sort", "oldest", "--offset", "1", "-n", "1", NULL);

  om_assert_status (text, 0);
  om_assert_has (text->out, "2024-03-01");
  om_assert_has (text->out, "no date");
  om_assert_has (text->out, "#a #b");
  om_assert_has_not (text->out, "mine");
  line = strstr (text->out, "First of all");
  g_assert_nonnull (line);
  g_assert_true (line < strstr (text->out, "Second to none"));
  om_assert_has (part->err, "2 more");
  g_assert_cmpstr (om_test_item_string (oldest, 0, "id"), ==, second);

  g_assert_cmpuint (n_listed (home, "--with-private", NULL), ==, 4);
  g_assert_cmpuint (n_listed (home, "--tag", "A"), ==, 2);
  g_assert_cmpuint (n_listed (home, "--tag", "#b"), ==, 1);
  g_assert_cmpuint (n_listed (home, "--context", "work"), ==, 1);
  g_assert_cmpuint (n_listed (home, "--sector", "emotional"), ==, 1);
  g_assert_cmpuint (n_listed (home, "--type", "fact"), ==, 1);
  g_assert_cmpuint (n_listed (home, "--undated", NULL), ==, 1);
  g_assert_cmpuint (n_listed (home, "--kept", NULL), ==, 1);
  g_assert_cmpuint (n_listed (home, "--on", "2024-03"), ==, 1);
  g_assert_cmpuint (n_listed (home, "--after", "2024-03-01"), ==,
                    n_listed (home, "--after", "2024-03"));
  g_assert_cmpuint (n_listed (home, "--before", "2024-03-01"), ==, 0);
  g_assert_cmpuint (n_listed (home, "--min-salience", "1"), ==, 0);
  g_assert_cmpuint (n_listed (home, "--vividness", "resting"), ==, 0);
}

static void
test_edit (OmTestHome    *home,
           gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "One heron.", "--tag", "canal", "--tag", "Bird", NULL);
  g_autofree char *editor = om_test_home_file (
    home, "editor", "#!/bin/sh\necho 'Four herons, by the editor.' > \"$1\"\n");
  g_autoptr (JsonNode)
    edited = om_test_json (home, "edit", id, "--text", "Two herons.", "--tag", "+walk", "--tag",
                           "-bird", "--importance", "9", "--date", "2024-05-30", "--title",
                           "Herons", "--context", "social", "--set", "pinned", "--mood", "0.1,0.9",
                           "--sector", "reflective", NULL);
  JsonObject *memory = object_of (edited);
  g_autoptr (OmTestRun) from_stdin = NULL;
  g_autoptr (OmTestRun) with_editor = NULL;
  g_autoptr (OmTestRun) shown = NULL;
  g_autoptr (OmTestRun) nothing = NULL;
  g_autoptr (JsonNode) with_versions = NULL;
  g_autoptr (JsonNode) cleared = NULL;
  g_autoptr (GDir) left_over = NULL;
  JsonArray *versions;
  const char *name;

  g_assert_cmpstr (json_object_get_string_member (memory, "text"), ==, "Two herons.");
  g_assert_cmpstr (json_object_get_string_member (memory, "title"), ==, "Herons");
  g_assert_cmpstr (json_object_get_string_member (memory, "happened"), ==, "2024-05-30");
  g_assert_cmpstr (json_object_get_string_member (memory, "context"), ==, "social");
  g_assert_cmpstr (json_object_get_string_member (memory, "sector"), ==, "reflective");
  g_assert_cmpint (json_object_get_int_member (memory, "importance"), ==, 9);
  g_assert_true (array_has (json_object_get_array_member (memory, "tags"), "walk"));
  g_assert_true (array_has (json_object_get_array_member (memory, "tags"), "canal"));
  g_assert_false (array_has (json_object_get_array_member (memory, "tags"), "Bird"));
  g_assert_true (array_has (json_object_get_array_member (memory, "flags"), "pinned"));

  from_stdin = om_test_run (home, "Three herons.\n", "edit", id, "-", NULL);
  om_assert_status (from_stdin, 0);
  om_assert_has (from_stdin->out, "Changed ");
  g_chmod (editor, 0700);
  om_test_home_setenv (home, "EDITOR", editor);
  with_editor = om_test_run (home, NULL, "edit", id, "--editor", NULL);
  om_assert_status (with_editor, 0);
  nothing = om_test_run (home, NULL, "edit", id, "--text", "Four herons, by the editor.", NULL);
  om_assert_status (nothing, 0);
  om_assert_has (nothing->out, "Nothing changed");

  with_versions = om_test_json (home, "show", id, "--versions", NULL);
  versions = json_object_get_array_member (object_of (with_versions), "former_versions");
  g_assert_cmpstr (om_test_string (with_versions, "text"), ==, "Four herons, by the editor.");
  g_assert_cmpuint (json_array_get_length (versions), ==, 3);
  shown = om_test_run (home, NULL, "show", id, "--versions", NULL);
  om_assert_has (shown->out, "One heron.");
  om_assert_has (shown->out, "Two herons.");
  om_assert_has (shown->out, "Three herons.");

  cleared = om_test_json (home, "edit", id, "--clear", "kept", "--title", "", "--no-tags", "--mood",
                          "unknown", NULL);
  g_assert_true (json_object_get_null_member (object_of (cleared), "title"));
  g_assert_cmpuint (om_test_length (cleared, "tags"), ==, 0);
  g_assert_false (array_has (json_object_get_array_member (object_of (cleared), "flags"), "kept"));

  left_over = g_dir_open (home->path, 0, NULL);
  while ((name = g_dir_read_name (left_over)) != NULL)
    g_assert_false (g_str_has_suffix (name, ".md"));
}

/* What was typed into an editor and cannot be saved stays in its file, and the file is named. */
static void
test_editor_keeps (OmTestHome    *home,
                   gconstpointer  unused)
{
  static const struct
  {
    const char *script;
    int         status;
    const char *kept; /* (nullable): no file is left */
  } cases[] = {
    { "printf 'Caf\\351 notes' > \"$1\"", 3, "Caf\351 notes" },
    { "echo 'Typed.' > \"$1\"; exit 1", 7, "Typed.\n" },
    { "echo 'Typed.' > \"$1\"; rm -f \"$STORE\"*", 4, "Typed.\n" },
    { ": > \"$1\"", 3, NULL },
    { "exit 1", 7, NULL },
    { "rm \"$1\"", 3, NULL },
  };
  g_autofree char *editor = om_test_home_file (home, "editor.sh", "");

  om_test_home_setenv (home, "EDITOR", editor);
  om_test_home_setenv (home, "STORE", home->store);
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *script = g_strdup_printf ("#!/bin/sh\n%s\n", cases[i].script);
      g_autofree char *id = om_test_add (home, "The text before.", NULL);
      g_autoptr (OmTestRun) run = NULL;
      const char *name = NULL;
      gsize length;

      g_assert_true (g_file_set_contents (editor, script, -1, NULL));
      g_chmod (editor, 0700);
      run = om_test_run (home, NULL, "edit", id, "--editor", NULL);
      om_assert_status (run, cases[i].status);
      name = strstr (run->err, "is kept in ");
      g_assert_cmpint (name != NULL, ==, cases[i].kept != NULL);
      if (name != NULL)
        {
          g_autofree char *bytes = NULL;
          g_autofree char *path = NULL;

          name += strlen ("is kept in ");
          path = g_strndup (name, strcspn (name, "\n") - 1);
          g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
          g_assert_cmpstr (bytes, ==, cases[i].kept);
          g_unlink (path);
        }
      if (cases[i].status != 4)
        {
          g_autoptr (JsonNode) memory = om_test_json (home, "show", id, NULL);

          g_assert_cmpstr (om_test_string (memory, "text"), ==, "The text before.");
        }
    }
}

/* Not in the store, nor in any file beside it. */
static void
assert_word_gone (OmTestHome *home,
                  const char *word)
{
  g_autofree char *folder = g_path_get_dirname (home->store);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  g_assert_nonnull (dir);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *contents = NULL;
      gsize length;

      if (g_file_get_contents (path, &contents, &length, NULL) &&
          memmem (contents, length, word, strlen (word)) != NULL)
        g_error ("%s still holds “%s”", path, word);
    }
}

static void
test_rm_restore (OmTestHome    *home,
                 gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "Zyzzyva, a weevil, seen once.", NULL);
  g_autofree char *other = om_test_add (home, "Of no consequence.", NULL);
  g_autoptr (OmTestRun) rm = om_test_run (home, NULL, "rm", id, NULL);
  g_autoptr (OmTestRun) gone = om_test_run (home, NULL, "search", "zyzzyva", NULL);
  g_autoptr (JsonNode) bin = om_test_json (home, "list", "--bin", NULL);
  g_autoptr (OmTestRun) restore = om_test_run (home, NULL, "restore", id, NULL);
  g_autoptr (OmTestRun) found = om_test_run (home, NULL, "search", "zyzzyva", NULL);
  g_autoptr (OmTestRun) refused = NULL;
  g_autoptr (OmTestRun) missing = NULL;
  g_autoptr (OmTestRun) empty = NULL;
  g_autoptr (JsonNode) both = NULL;
  g_autoptr (JsonNode) purged = NULL;
  g_autoptr (OmTestRun) recalled = NULL;

  om_assert_status (rm, 0);
  om_assert_has (rm->out, id);
  om_assert_status (gone, 1);
  g_assert_cmpuint (om_test_length (bin, NULL), ==, 1);
  g_assert_false (
    json_object_get_null_member (json_array_get_object_element (json_node_get_array (bin), 0),
                                 "binned"));
  om_assert_status (restore, 0);
  om_assert_status (found, 0);

  refused = om_test_run (home, NULL, "rm", "--purge", id, NULL);
  om_assert_status (refused, 2);
  om_assert_has (refused->err, "--yes");
  g_assert_cmpuint (om_test_count (home), ==, 2);

  /* A recall also writes what is kept beside the store. */
  recalled = om_test_run (home, NULL, "recall", "zyzzyva", NULL);
  om_assert_status (recalled, 0);
  purged = om_test_json (home, "rm", "--purge", "--yes", id, NULL);
  g_assert_cmpuint (om_test_length (purged, "purged"), ==, 1);
  missing = om_test_run (home, NULL, "show", id, NULL);
  om_assert_status (missing, 1);
  assert_word_gone (home, "yzzyva");

  both = om_test_json (home, "rm", other, NULL);
  g_assert_cmpuint (om_test_length (both, "binned"), ==, 1);
  g_clear_pointer (&missing, om_test_run_free);
  missing = om_test_run (home, NULL, "rm", "--purge", "--yes", NULL);
  om_assert_status (missing, 0);
  om_assert_has (missing->out, other);
  empty = om_test_run (home, NULL, "rm", "--purge", "--yes", NULL);
  om_assert_status (empty, 1);
}

static void
test_link (OmTestHome    *home,
           gconstpointer  unused)
{
  g_autofree char *a = om_test_add (home, "The lease of the flat.", NULL);
  g_autofree char *b = om_test_add (home, "Moved house on a rainy day.", NULL);
  g_autoptr (OmTestRun) link = om_test_run (home, NULL, "link", a, b, NULL);
  g_autoptr (JsonNode) shown = om_test_json (home, "show", a, "--links", NULL);
  g_autoptr (OmTestRun) text = om_test_run (home, NULL, "show", b, "--links", NULL);
  g_autoptr (OmTestRun) self = om_test_run (home, NULL, "link", a, a, NULL);
  g_autoptr (JsonNode) unlink = NULL;
  g_autoptr (JsonNode) after = NULL;
  JsonArray *links = json_object_get_array_member (object_of (shown), "links");
  gboolean by_hand = FALSE;

  om_assert_status (link, 0);
  for (guint i = 0; i < json_array_get_length (links); i++)
    {
      JsonObject *waypoint = json_array_get_object_element (links, i);

      if (g_str_equal (json_object_get_string_member (waypoint, "kind"), "hand"))
        {
          by_hand = TRUE;
          g_assert_cmpstr (json_object_get_string_member (waypoint, "id"), ==, b);
          g_assert_cmpstr (json_object_get_string_member (waypoint, "direction"), ==, "to");
          g_assert_cmpfloat (json_object_get_double_member (waypoint, "weight"), ==, 1);
        }
    }
  g_assert_true (by_hand);
  om_assert_has (text->out, "Links:");
  om_assert_has (text->out, "←");
  om_assert_has (text->out, "The lease of the flat.");
  om_assert_status (self, 3);

  unlink = om_test_json (home, "unlink", a, b, NULL);
  g_assert_false (om_test_boolean (unlink, "linked"));
  after = om_test_json (home, "show", a, "--links", NULL);
  links = json_object_get_array_member (object_of (after), "links");
  for (guint i = 0; i < json_array_get_length (links); i++)
    g_assert_cmpstr (json_object_get_string_member (json_array_get_object_element (links, i),
                                                    "kind"),
                     !=, "hand");
}

static void
test_stats_doctor (OmTestHome    *home,
                   gconstpointer  unused)
{
  g_autofree char *kept = om_test_add (home, "The first of two.", "--sector", "semantic", "--tag",
                                       "x", NULL);
  g_autofree char *binned = om_test_add (home, "And quite another thing.", "--sector", "emotional",
                                         NULL);
  g_autoptr (OmTestRun) rm = om_test_run (home, NULL, "rm", binned, NULL);
  g_autoptr (JsonNode) stats = om_test_json (home, "stats", NULL);
  g_autoptr (OmTestRun) text = om_test_run (home, NULL, "stats", NULL);
  g_autoptr (JsonNode) doctor = om_test_json (home, "doctor", NULL);
  g_autoptr (JsonNode) repaired = om_test_json (home, "doctor", "--repair", NULL);
  g_autoptr (OmTestRun) doctor_text = om_test_run (home, NULL, "doctor", NULL);
  JsonObject *counts = object_of (stats);

  g_assert_cmpstr (kept, !=, binned);
  om_assert_status (rm, 0);
  g_assert_cmpint (json_object_get_int_member (counts, "memories"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (counts, "binned"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (json_object_get_object_member (counts, "by_sector"),
                                               "semantic"),
                   ==, 1);
  g_assert_cmpint (json_object_get_int_member (counts, "bytes"), >, 0);
  g_assert_cmpint (json_object_get_int_member (counts, "words"), ==, 4);
  g_assert_cmpint (json_object_get_int_member (counts, "days"), ==, 1);
  g_assert_cmpint (json_object_get_int_member (counts, "recalls"), ==, 0);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (counts, "months")), ==, 1);
  g_assert_cmpint (json_object_get_int_member (json_array_get_object_element (json_object_get_array_member (counts, "months"), 0),
                                               "words"),
                   ==, 4);
  g_assert_cmpstr (json_object_get_string_member (counts, "store"), ==, home->store);
  om_assert_status (text, 0);
  om_assert_has (text->out, "Memories");
  om_assert_has (text->out, home->store);
  g_assert_true (om_test_boolean (doctor, "sound"));
  g_assert_true (om_test_boolean (repaired, "sound"));
  om_assert_has (doctor_text->out, "sound");
}

static void
test_sample (OmTestHome    *home,
             gconstpointer  unused)
{
  g_autofree char *store = om_test_home_file (home, "sample.db", NULL);
  g_autoptr (JsonNode) made = om_test_json (home, "--store", store, "sample", NULL);
  g_autoptr (JsonNode) again = om_test_json (home, "sample", "--store", store, NULL);
  g_autoptr (OmTestRun) text = om_test_run (home, NULL, "--store", store, "sample", NULL);
  g_autoptr (OmTestRun) own = om_test_run (home, NULL, "--store", home->store, "sample", NULL);
  g_autoptr (JsonNode) found = om_test_json (home, "--store", store, "search", "sourdough", NULL);
  gint64 n = om_test_int (made, "memories");

  g_assert_cmpint (n, >=, 250);
  g_assert_cmpint (om_test_int (again, "memories"), ==, n);
  om_assert_has (text->out, store);
  om_assert_status (own, 3);
  g_assert_false (g_file_test (home->store, G_FILE_TEST_EXISTS));
  g_assert_cmpuint (om_test_length (found, "hits"), >, 0);
}

void
test_cli_commands_add (void)
{
  om_test_add_case ("/cli/commands/add-show", test_add_show);
  om_test_add_case ("/cli/commands/add-ways", test_add_ways);
  om_test_add_case ("/cli/commands/add-document", test_add_document);
  om_test_add_case ("/cli/commands/search-recall", test_search_recall);
  om_test_add_case ("/cli/commands/list", test_list);
  om_test_add_case ("/cli/commands/edit", test_edit);
  om_test_add_case ("/cli/commands/editor-keeps", test_editor_keeps);
  om_test_add_case ("/cli/commands/rm-restore", test_rm_restore);
  om_test_add_case ("/cli/commands/link", test_link);
  om_test_add_case ("/cli/commands/stats-doctor", test_stats_doctor);
  om_test_add_case ("/cli/commands/sample", test_sample);
}
