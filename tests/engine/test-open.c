/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What cannot be opened: one clear error each, and not a byte changed. */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>
#include <sys/stat.h>

#include "test-engine.h"

static int
compare_lines (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(char *const *) a, *(char *const *) b);
}

/* Every file below a folder with its mode and checksum. */
static void
list_folder (const char *folder,
             GPtrArray  *lines)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);
      g_autofree char *bytes = NULL;
      g_autofree char *sum = NULL;
      GStatBuf status;
      gsize size = 0;

      g_assert_cmpint (g_stat (path, &status), ==, 0);
      if (S_ISREG (status.st_mode) && g_file_get_contents (path, &bytes, &size, NULL))
        sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) bytes, size);
      g_ptr_array_add (lines, g_strdup_printf ("%s %o %s", path, (guint) status.st_mode, sum != NULL ? sum : ""));
      if (S_ISDIR (status.st_mode))
        list_folder (path, lines);
    }
}

static char *
describe_folder (const char *folder)
{
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  list_folder (folder, lines);
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

static void
assert_refused (Fixture    *fixture,
                const char *path,
                OmOpenFlags flags,
                int         code)
{
  g_autofree char *before = describe_folder (fixture->folder);
  g_autofree char *after = NULL;
  g_autoptr (OmEngine) engine = om_engine_new ();
  g_autoptr (OmDraft) draft = om_draft_new ("Into nothing.");
  g_autoptr (GError) error = NULL;

  g_assert_false (om_engine_open (engine, path, flags, NULL, &error));
  g_assert_error (error, OM_ERROR, code);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_null (strstr (error->message, "SQLITE"));
  g_clear_error (&error);
  /* An engine without a store says so, and takes another. */
  g_assert_null (om_engine_remember (engine, draft, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_FAILED);
  g_clear_error (&error);
  g_assert_false (om_engine_load (engine, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_FAILED);
  g_assert_false (om_engine_is_loaded (engine));
  after = describe_folder (fixture->folder);
  g_assert_cmpstr (after, ==, before);
}

static void
run_sql (const char *path,
         const char *sql)
{
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
}

static void
test_no_store (Fixture      *fixture,
               gconstpointer data)
{
  g_autofree char *folder = g_path_get_dirname (fixture->path);
  g_autofree char *missing = g_build_filename (fixture->folder, "no", "such", "memories.db", NULL);
  g_autofree char *text = g_build_filename (fixture->folder, "letter.txt", NULL);
  g_autofree char *other = g_build_filename (fixture->folder, "other.db", NULL);

  om_engine_close (fixture->engine);
  g_assert_true (g_file_set_contents (text, "Dear diary, this is no database at all, but it is long enough to look at.\n", -1, NULL));
  run_sql (other, "CREATE TABLE songs (name TEXT); INSERT INTO songs VALUES ('Der Leiermann')");
  assert_refused (fixture, folder, OM_OPEN_DEFAULT, OM_ERROR_NOT_A_STORE);
  assert_refused (fixture, missing, OM_OPEN_MUST_EXIST, OM_ERROR_NOT_FOUND);
  assert_refused (fixture, missing, OM_OPEN_READ_ONLY, OM_ERROR_NOT_FOUND);
  assert_refused (fixture, text, OM_OPEN_DEFAULT, OM_ERROR_NOT_A_STORE);
  assert_refused (fixture, text, OM_OPEN_READ_ONLY, OM_ERROR_NOT_A_STORE);
  assert_refused (fixture, other, OM_OPEN_DEFAULT, OM_ERROR_NOT_A_STORE);
}

static void
test_newer (Fixture      *fixture,
            gconstpointer data)
{
  g_free (fixture_remember (fixture, "Written by a program of the future."));
  om_engine_close (fixture->engine);
  run_sql (fixture->path, "PRAGMA user_version = 999");
  assert_refused (fixture, fixture->path, OM_OPEN_DEFAULT, OM_ERROR_NEWER_STORE);
  assert_refused (fixture, fixture->path, OM_OPEN_READ_ONLY, OM_ERROR_NEWER_STORE);
}

static void
test_cut_off (Fixture      *fixture,
              gconstpointer data)
{
  g_autofree char *bytes = NULL;
  gsize size;

  for (guint i = 0; i < 50; i++)
    {
      g_autofree char *text = g_strdup_printf ("Entry %u.", i);

      g_free (fixture_remember (fixture, text));
    }
  om_engine_close (fixture->engine);
  g_assert_true (g_file_get_contents (fixture->path, &bytes, &size, NULL));
  g_assert_true (g_file_set_contents (fixture->path, bytes, (gssize) (size / 2), NULL));
  assert_refused (fixture, fixture->path, OM_OPEN_DEFAULT, OM_ERROR_NOT_A_STORE);
  memset (bytes + 100, 'x', size - 100);
  g_assert_true (g_file_set_contents (fixture->path, bytes, (gssize) size, NULL));
  assert_refused (fixture, fixture->path, OM_OPEN_DEFAULT, OM_ERROR_NOT_A_STORE);
}

static void
test_missing_is_made (Fixture      *fixture,
                      gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "new", "deep", "memories.db", NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autoptr (OmEngine) engine = om_engine_new ();
  g_autoptr (GError) error = NULL;
  GStatBuf status;

  g_assert_true (om_engine_open (engine, path, OM_OPEN_DEFAULT, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpstr (om_engine_get_path (engine), ==, path);
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0600);
  g_assert_cmpint (g_stat (folder, &status), ==, 0);
  g_assert_cmpint (status.st_mode & 0777, ==, 0700);
  om_engine_close (engine);
}

/* Another process holds the store. ------------------------------------------------------------- */

static void
test_locked (Fixture      *fixture,
             gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "Here before the lock.");
  g_autoptr (OmEngine) engine = om_engine_new ();
  g_autoptr (OmDraft) draft = om_draft_new ("Typed while another program holds the store.");
  g_autoptr (OmRemembered) remembered = NULL;
  g_autoptr (OmMemory) memory = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  Child child;

  om_engine_close (fixture->engine);
  child_start (&child, "hold", fixture->path, "");
  child_wait_for_line (&child);
  before = fixture_dump (fixture);

  /* It can be read beside the other, and what is written waits, then fails with a reason. */
  g_assert_true (om_engine_open (engine, fixture->path, OM_OPEN_DEFAULT, NULL, &error));
  g_assert_no_error (error);
  g_assert_true (om_engine_load (engine, NULL, &error));
  memory = om_engine_get (engine, id, NULL, &error);
  g_assert_no_error (error);
  om_store_set_busy_timeout (engine->store, 10);
  g_assert_null (om_engine_remember (engine, draft, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_LOCKED);
  g_assert_nonnull (strstr (error->message, fixture->path));
  g_clear_error (&error);
  after = fixture_dump (fixture);
  g_assert_cmpstr (after, ==, before);

  /* Once it lets go the same text is saved. */
  child_kill (&child);
  remembered = om_engine_remember (engine, draft, NULL, &error);
  g_assert_no_error (error);
  om_engine_close (engine);
}

#define add(name, function) g_test_add ("/open/" name, Fixture, NULL, fixture_set_up, function, fixture_tear_down)

void
test_open_add (void)
{
  add ("no-store", test_no_store);
  add ("newer", test_newer);
  add ("cut-off", test_cut_off);
  add ("missing-is-made", test_missing_is_made);
  add ("locked", test_locked);
}
