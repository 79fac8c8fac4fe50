/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No file of app/ reaches above its floor; and the check does find one that would. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "floors/om-floors.h"
#include "support/om-test-folder.h"

#include <glib/gstdio.h>

/* A house made up for one test, taken down at its end. */
typedef struct
{
  char *dir; /* (owned) */
} Fixture;

static void
set_up (Fixture      *fixture,
        gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->dir = g_dir_make_tmp ("openmemory-floors-XXXXXX", &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture      *fixture,
           gconstpointer data)
{
  om_test_folder_remove (fixture->dir);
  g_clear_pointer (&fixture->dir, g_free);
}

static void
write_file (Fixture    *fixture,
            const char *path,
            const char *text)
{
  g_autofree char *full = g_build_filename (fixture->dir, path, NULL);
  g_autofree char *folder = g_path_get_dirname (full);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_file_set_contents (full, text, -1, &error);
  g_assert_no_error (error);
}

static OmFloorsReport *
check (const char *dir)
{
  g_autoptr (GError) error = NULL;
  OmFloorsReport *report = om_floors_check (dir, &error);

  g_assert_no_error (error);
  g_assert_nonnull (report);
  return report;
}

/* The house as it stands. */
static void
test_house (void)
{
  g_autofree char *dir = g_build_filename (g_getenv ("OPENMEMORY_SOURCE"), "app", NULL);
  g_autoptr (OmFloorsReport) report = check (dir);

  g_test_message ("%u files, %u includes", report->n_files, report->n_includes);
  for (guint i = 0; i < report->problems->len; i++)
    g_test_message ("%s", (const char *) g_ptr_array_index (report->problems, i));

  g_assert_cmpuint (report->problems->len, ==, 0);
  /* An empty folder would pass too. */
  g_assert_cmpuint (report->n_files, >, 10);
  g_assert_cmpuint (report->n_includes, >, report->n_files);
}

/* Everything that is allowed, in one small house. */
static void
test_good_tree (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (OmFloorsReport) report = NULL;

  write_file (fixture, "main.c", "#include \"config.h\"\n#include \"om-application.h\"\n"
                                 "#include \"views/om-window.h\"\n#include <adwaita.h>\n");
  write_file (fixture, "om-application.h", "#include <gtk/gtk.h>\n");
  write_file (fixture, "memory/om-memory.h", "#include <glib-object.h>\n");
  write_file (fixture, "embed/om-embedder.h", "#include \"memory/om-memory.h\"\n");
  write_file (fixture, "store/om-store.c", "#include <sqlite3.h>\n#include \"store/om-store.h\"\n");
  write_file (fixture, "store/om-store.h", "/* no #include \"views/om-window.h\" here */\n");
  write_file (fixture, "views/om-window.h", "#include <adwaita.h>\n#include \"engine/om-engine.h\"\n");
  write_file (fixture, "views/notes.txt", "#include \"nowhere/at-all.h\"\n");

  report = check (fixture->dir);
  for (guint i = 0; i < report->problems->len; i++)
    g_test_message ("%s", (const char *) g_ptr_array_index (report->problems, i));
  g_assert_cmpuint (report->problems->len, ==, 0);
  g_assert_cmpuint (report->n_files, ==, 7);
  g_assert_cmpuint (report->n_includes, ==, 11);
}

typedef struct
{
  const char *name;
  const char *path;
  const char *text;
  const char *problem;
} BadCase;

static const BadCase bad_cases[] = {
  { "climbs", "text/om-a.c", "#define X\n#include \"engine/om-engine.h\"\n",
    "app/text/om-a.c:2: includes \"engine/om-engine.h\": climbs to a higher floor" },
  { "climbs-one", "memory/om-a.h", "#include \"text/om-terms.h\"\n",
    "app/memory/om-a.h:1: includes \"text/om-terms.h\": climbs to a higher floor" },
  { "spaced", "dynamics/om-a.c", "  #  include\t\"store/om-store.h\"\n",
    "app/dynamics/om-a.c:1: includes \"store/om-store.h\": climbs to a higher floor" },
  { "command-sees-views", "cli/om-a.c", "#include \"views/om-window.h\"\n",
    "app/cli/om-a.c:1: includes \"views/om-window.h\": climbs to a higher floor" },
  { "embed-index", "embed/om-a.c", "#include \"index/om-index.h\"\n",
    "app/embed/om-a.c:1: includes \"index/om-index.h\": "
    "rooms of one floor do not include one another" },
  { "index-embed", "index/om-a.c", "#include \"embed/om-embedder.h\"\n",
    "app/index/om-a.c:1: includes \"embed/om-embedder.h\": "
    "rooms of one floor do not include one another" },
  { "gtk", "engine/om-a.c", "#include <gtk/gtk.h>\n",
    "app/engine/om-a.c:1: includes <gtk/gtk.h>: GTK begins at chart/" },
  { "gdk", "cli/om-a.c", "#include <gdk/gdk.h>\n",
    "app/cli/om-a.c:1: includes <gdk/gdk.h>: GTK begins at chart/" },
  { "adwaita", "archive/om-a.c", "#include <adwaita.h>\n",
    "app/archive/om-a.c:1: includes <adwaita.h>: libadwaita begins at chart/" },
  { "sqlite", "engine/om-a.c", "#include <sqlite3.h>\n",
    "app/engine/om-a.c:1: includes <sqlite3.h>: SQLite is spoken in store/ alone" },
  { "sqlite-in-views", "views/om-a.c", "#include <sqlite3.h>\n",
    "app/views/om-a.c:1: includes <sqlite3.h>: SQLite is spoken in store/ alone" },
  { "chart-sees-memories", "chart/om-a.c", "#include \"engine/om-engine.h\"\n",
    "app/chart/om-a.c:1: includes \"engine/om-engine.h\": charts know nothing of memories" },
  { "unknown-room", "views/om-a.c", "#include \"cellar/om-wine.h\"\n",
    "app/views/om-a.c:1: includes \"cellar/om-wine.h\": the house has no such room" },
  { "relative", "views/om-a.c", "#include \"../memory/om-memory.h\"\n",
    "app/views/om-a.c:1: includes \"../memory/om-memory.h\": "
    "write includes from app/, as \"room/om-topic.h\"" },
  { "without-room", "text/om-a.h", "#include \"om-a.h\"\n",
    "app/text/om-a.h:1: includes \"om-a.h\": write includes from app/, as \"room/om-topic.h\"" },
  { "new-room", "cellar/om-wine.c", "int x;\n", "app/cellar: the house has no such room" },
  { "nested-room", "text/inner/om-a.c", "int x;\n", "app/text/inner: the house has no such room" },
};

/* A house with one broken rule: exactly that one is named. */
static void
test_bad_tree (Fixture      *fixture,
               gconstpointer data)
{
  const BadCase *bad = data;
  g_autoptr (OmFloorsReport) report = NULL;

  write_file (fixture, "memory/om-memory.h", "#include <glib.h>\n");
  write_file (fixture, bad->path, bad->text);

  report = check (fixture->dir);
  g_assert_cmpuint (report->problems->len, ==, 1);
  g_assert_cmpstr (g_ptr_array_index (report->problems, 0), ==, bad->problem);
}

static void
test_no_tree (void)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmFloorsReport) report = om_floors_check ("/nonexistent/app", &error);

  g_assert_error (error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
  g_assert_null (report);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/floors/house", test_house);
  g_test_add ("/floors/good-tree", Fixture, NULL, set_up, test_good_tree, tear_down);
  for (guint i = 0; i < G_N_ELEMENTS (bad_cases); i++)
    {
      g_autofree char *name = g_strconcat ("/floors/bad-tree/", bad_cases[i].name, NULL);

      g_test_add (name, Fixture, &bad_cases[i], set_up, test_bad_tree, tear_down);
    }
  g_test_add_func ("/floors/no-tree", test_no_tree);

  return g_test_run ();
}
