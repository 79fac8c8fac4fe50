/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The schema: step by step, after a copy, all or nothing. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>

#include "store-fixture.h"
#include "store/om-store-attachments.h"
#include "store/om-store-backup.h"
#include "store/om-store-events.h"
#include "store/om-store-health.h"
#include "store/om-store-migrations.h"
#include "store/om-store-open.h"
#include "store/om-store-places.h"
#include "store/om-store-private.h"
#include "store/om-store-reminders.h"

static GPtrArray *
make_steps (const char *second,
            const char *third)
{
  GPtrArray *steps = om_migrations_load (NULL);
  int latest = om_migrations_get_latest (steps);

  om_migrations_add (steps, latest + 2, third);
  om_migrations_add (steps, latest + 1, second);
  return steps;
}

static int
get_latest (void)
{
  g_autoptr (GPtrArray) steps = om_migrations_load (NULL);

  return om_migrations_get_latest (steps);
}

static OmStore *
open_with (Fixture   *fixture,
           GPtrArray *steps,
           GError   **error)
{
  OmStoreOptions options = {
    .mode = OM_STORE_WRITER, .flags = OM_STORE_MUST_EXIST, .busy_ms = 1000, .migrations = steps
  };

  return om_store_open_full (fixture->path, &options, NULL, error);
}

static void
test_numbering (void)
{
  g_autoptr (GPtrArray) steps = make_steps ("-- two", "-- three");

  g_assert_cmpint (om_migrations_get_latest (steps), ==, get_latest () + 2);
  for (guint i = 0; i < steps->len; i++)
    g_assert_cmpint (((OmMigration *) g_ptr_array_index (steps, i))->version, ==, (int) i + 1);
}

static void
test_upgrade (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (GPtrArray) steps =
      make_steps ("ALTER TABLE memories ADD COLUMN colour TEXT;",
                          "UPDATE memories SET colour = 'red'; CREATE TABLE extra (a)"
                          " STRICT;");
  g_autofree char *backup = g_strdup_printf ("%s.schema-%d", fixture->path, get_latest ());
  g_autofree char *failed = g_strdup_printf ("Step %d", get_latest () + 2);
  g_autoptr (GPtrArray) right =
      make_steps ("ALTER TABLE memories ADD COLUMN colour TEXT;",
                          "UPDATE memories SET colour = 'red'; CREATE TABLE extra (a ANY)"
                          " STRICT;");
  g_autoptr (GError) error = NULL;
  g_autoptr (OmStore) old = NULL;
  g_autofree char *content = NULL;
  gint64 row = add_memory (fixture->store, "Older than the column.");
  gint64 n;

  /* The first try fails in its third step: the second stands, and so does the copy. */
  g_clear_pointer (&fixture->store, om_store_close);
  g_assert_null (open_with (fixture, steps, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_FAILED);
  g_assert_nonnull (strstr (error->message, failed));
  g_clear_error (&error);
  g_assert_true (g_file_test (backup, G_FILE_TEST_IS_REGULAR));

  fixture->store = open_with (fixture, right, &error);
  g_assert_no_error (error);
  g_assert_true (om_store_get_int64 (fixture->store,
                                     "SELECT count (*) FROM memories WHERE colour = 'red'", &n,
                                     NULL));
  g_assert_cmpint (n, ==, 1);
  g_assert_true (om_store_get_int64 (fixture->store, "PRAGMA user_version", &n, NULL));
  g_assert_cmpint (n, ==, get_latest () + 2);

  /* The copy is a store of the old schema. */
  old = om_store_open (backup, OM_STORE_READER, OM_STORE_FLAGS_NONE, NULL, &error);
  g_assert_no_error (error);
  content = read_content (old, row);
  g_assert_cmpstr (content, ==, "Older than the column.");
}

/* The step that brings places on the map. */
#define PLACES_STEP 6

/* A store as it was before a step: made by those before it alone. */
static OmStore *
open_older (Fixture *fixture,
            int      step)
{
  g_autoptr (GPtrArray) steps = om_migrations_load (NULL);
  OmStoreOptions options = { .mode = OM_STORE_WRITER, .busy_ms = 1000, .migrations = steps };
  g_autoptr (GError) error = NULL;
  OmStore *store;

  g_ptr_array_set_size (steps, step - 1);
  store = om_store_open_full (fixture->path, &options, NULL, &error);
  g_assert_no_error (error);
  return store;
}

/* An entry as a store of an older schema holds it: the program's own words write the newest one. */
static gint64
add_older (OmStore    *store,
           const char *content)
{
  g_autofree char *sql = g_strdup_printf (
    "INSERT INTO memories (uuid, revision, type, sector, origin, happened_ms, happened_precision, civil_day, journal_day,"
    " recorded_at, changed_at, content_bytes) VALUES ('00000000-0000-4000-8000-000000000001', 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, %zu);"
    "INSERT INTO texts (row, content) SELECT max (row), '%s' FROM memories;"
    "INSERT INTO state (row, revision, salience, salience_at, last_seen_at, last_active_at)"
    " SELECT max (row), 1, .5, 0, 0, 0 FROM memories;"
    "INSERT INTO memory_text (memory_text) VALUES ('rebuild')",
    strlen (content), content);
  g_autoptr (GError) error = NULL;
  gint64 row;

  om_store_exec (store, sql, &error);
  g_assert_no_error (error);
  g_assert_true (om_store_get_int64 (store, "SELECT max (row) FROM memories", &row, NULL));
  return row;
}

/* A store that knew no places on the map gets the table for them and loses nothing. */
static void
test_places_added (Fixture      *fixture,
                   gconstpointer data)
{
  OmPlace place = { 0, 12.5, -3 };
  g_autofree char *backup = g_strdup_printf ("%s.schema-%d", fixture->path, PLACES_STEP - 1);
  g_autofree char *content = NULL;
  g_autoptr (GArray) places = NULL;
  g_autoptr (GError) error = NULL;

  g_clear_pointer (&fixture->store, om_store_close);
  g_assert_cmpint (g_unlink (fixture->path), ==, 0);
  fixture->store = open_older (fixture, PLACES_STEP);
  place.row = add_older (fixture->store, "Older than the map.");
  g_clear_pointer (&fixture->store, om_store_close);
  fixture->store = fixture_open (fixture, OM_STORE_WRITER);
  g_assert_true (g_file_test (backup, G_FILE_TEST_IS_REGULAR));
  content = read_content (fixture->store, place.row);
  g_assert_cmpstr (content, ==, "Older than the map.");

  om_store_places_put (fixture->store, &place, 1, &error);
  g_assert_no_error (error);
  place.x = 7;
  om_store_places_put (fixture->store, &place, 1, &error);
  g_assert_no_error (error);
  /* Of what is gone nothing is kept. */
  place.row += 1000;
  om_store_places_put (fixture->store, &place, 1, &error);
  g_assert_no_error (error);
  places = om_store_places_load (fixture->store, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (places->len, ==, 1);
  g_assert_cmpfloat (g_array_index (places, OmPlace, 0).x, ==, 7);
  g_assert_cmpfloat (g_array_index (places, OmPlace, 0).y, ==, -3);
}

#define REMINDERS_STEP 7

/* A store that knew no reminders gets the tables for them and loses nothing. */
static void
test_reminders_added (Fixture      *fixture,
                      gconstpointer data)
{
  OmStoreReminder reminder = { .due_at = NOW, .interval_ms = 1 };
  g_autofree char *backup = g_strdup_printf ("%s.schema-%d", fixture->path, REMINDERS_STEP - 1);
  g_autofree char *content = NULL;
  g_autoptr (GError) error = NULL;
  gint64 n;

  g_clear_pointer (&fixture->store, om_store_close);
  g_assert_cmpint (g_unlink (fixture->path), ==, 0);
  fixture->store = open_older (fixture, REMINDERS_STEP);
  g_assert_true (om_store_get_int64 (fixture->store, "SELECT count (*) FROM sqlite_schema WHERE name = 'reminders'", &n, NULL));
  g_assert_cmpint (n, ==, 0);
  reminder.row = add_older (fixture->store, "Older than reminders.");
  g_clear_pointer (&fixture->store, om_store_close);
  fixture->store = fixture_open (fixture, OM_STORE_WRITER);
  g_assert_true (g_file_test (backup, G_FILE_TEST_IS_REGULAR));
  content = read_content (fixture->store, reminder.row);
  g_assert_cmpstr (content, ==, "Older than reminders.");
  g_assert_true (om_store_reminder_put (fixture->store, &reminder, &error));
  g_assert_no_error (error);
}

/* The words of what was there before they were counted, by the very statement that counted them. */
static void
test_words (Fixture      *fixture,
            gconstpointer data)
{
  g_autoptr (GPtrArray) steps = om_migrations_load (NULL);
  const char *sql = NULL;
  gint64 n;

  add_memory (fixture->store, "Three words here.");
  add_memory (fixture->store, "今天 and more");
  for (guint i = 0; i < steps->len && sql == NULL; i++)
    {
      const OmMigration *step = g_ptr_array_index (steps, i);

      if (strstr (step->sql, "om_word_count") != NULL)
        sql = strstr (step->sql, "UPDATE");
    }
  g_assert_nonnull (sql);
  g_assert_true (om_store_get_int64 (fixture->store, "SELECT sum (words) FROM memories", &n, NULL));
  g_assert_cmpint (n, ==, 7);
  g_assert_true (om_store_exec (fixture->store, "UPDATE memories SET words = 0", NULL));
  g_assert_true (om_store_exec (fixture->store, sql, NULL));
  g_assert_true (om_store_get_int64 (fixture->store, "SELECT sum (words) FROM memories", &n, NULL));
  g_assert_cmpint (n, ==, 7);
}

#define ATTACHMENTS_STEP 9

/* A file that was beside a memory before files could be taken off is still there. */
static void
test_attachments_added (Fixture      *fixture,
                        gconstpointer data)
{
  g_autofree char *backup = g_strdup_printf ("%s.schema-%d", fixture->path, ATTACHMENTS_STEP - 1);
  g_autofree char *hash = g_strnfill (64, 'a');
  g_autofree char *sql = NULL;
  g_autofree char *content = NULL;
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (GError) error = NULL;
  const OmAttachment *attachment;
  gint64 row;

  g_clear_pointer (&fixture->store, om_store_close);
  g_assert_cmpint (g_unlink (fixture->path), ==, 0);
  fixture->store = open_older (fixture, ATTACHMENTS_STEP);
  row = add_older (fixture->store, "Older than what lies beside it.");
  sql = g_strdup_printf ("INSERT INTO attachments (id, hash, type, size) VALUES (1, '%s', 'text/plain', 14);"
                         "INSERT INTO memory_attachments (memory, position, attachment, name)"
                         " VALUES (%" G_GINT64_FORMAT ", 0, 1, 'heron.txt')",
                         hash, row);
  om_store_exec (fixture->store, sql, &error);
  g_assert_no_error (error);
  g_clear_pointer (&fixture->store, om_store_close);
  fixture->store = fixture_open (fixture, OM_STORE_WRITER);
  g_assert_true (g_file_test (backup, G_FILE_TEST_IS_REGULAR));
  content = read_content (fixture->store, row);
  g_assert_cmpstr (content, ==, "Older than what lies beside it.");
  list = om_store_attachments_list (fixture->store, row, FALSE, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (list->len, ==, 1);
  attachment = g_ptr_array_index (list, 0);
  g_assert_cmpstr (attachment->name, ==, "heron.txt");
  g_assert_cmpint (attachment->removed_at, ==, 0);
}

#define RECALLS_STEP 10

/* What was recalled before it was written down how stays recalled, and nothing is made up about it. */
static void
test_ways_added (Fixture      *fixture,
                 gconstpointer data)
{
  g_autofree char *backup = g_strdup_printf ("%s.schema-%d", fixture->path, RECALLS_STEP - 1);
  g_autofree char *sql = NULL;
  g_autofree char *content = NULL;
  g_autoptr (GArray) events = NULL;
  g_autoptr (GError) error = NULL;
  gint64 row;

  g_clear_pointer (&fixture->store, om_store_close);
  g_assert_cmpint (g_unlink (fixture->path), ==, 0);
  fixture->store = open_older (fixture, RECALLS_STEP);
  row = add_older (fixture->store, "Recalled long ago.");
  sql = g_strdup_printf ("INSERT INTO events (memory, at, cause, salience_before, salience_after, salience_at, last_seen_at,"
                         " last_active_at, coactivations, activation_count, archived_at, flags, flags_changed)"
                         " VALUES (%" G_GINT64_FORMAT ", 5, 2, .5, .75, 0, 0, 0, 1, 1, 0, 0, 0)",
                         row);
  om_store_exec (fixture->store, sql, &error);
  g_assert_no_error (error);
  g_clear_pointer (&fixture->store, om_store_close);
  fixture->store = fixture_open (fixture, OM_STORE_WRITER);
  g_assert_true (g_file_test (backup, G_FILE_TEST_IS_REGULAR));
  content = read_content (fixture->store, row);
  g_assert_cmpstr (content, ==, "Recalled long ago.");
  events = om_store_events_list (fixture->store, row, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (events->len, ==, 1);
  g_assert_cmpint (g_array_index (events, OmEvent, 0).cause, ==, OM_EVENT_RECALLED);
  g_assert_cmpfloat (g_array_index (events, OmEvent, 0).salience_after, ==, .75);
  g_assert_cmpint (g_array_index (events, OmEvent, 0).way, ==, OM_RECALL_WAY_UNKNOWN);
  g_assert_null (om_store_event_dup_program (fixture->store, g_array_index (events, OmEvent, 0).id, &error));
  g_assert_no_error (error);
}

static void
test_failure (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (GPtrArray) steps = make_steps ("CREATE TABLE half (a INTEGER) STRICT; DELETE"
                                            " FROM memories; SELECT no_such_function ();",
                                            "");
  g_autoptr (GError) error = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *content = NULL;
  gint64 row = add_memory (fixture->store, "Must survive.");

  g_clear_pointer (&fixture->store, om_store_close);
  before = snapshot_folder (fixture->folder);
  g_assert_null (open_with (fixture, steps, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_FAILED);
  g_test_message ("%s", error->message);
  after = snapshot_folder (fixture->folder);
  g_assert_cmpstr (after, ==, before);

  fixture->store = fixture_open (fixture, OM_STORE_WRITER);
  content = read_content (fixture->store, row);
  g_assert_cmpstr (content, ==, "Must survive.");
}

/* The same where a log lies beside the file, as after a crash: file and log stay as they are. */
static void
test_failure_with_log (Fixture      *fixture,
                       gconstpointer data)
{
  g_autoptr (GPtrArray) steps =
      make_steps ("CREATE TABLE half (a INTEGER) STRICT; SELECT no_such_function"
                          " ();",
                          "");
  OmStoreOptions options = {
    .mode = OM_STORE_WRITER, .flags = OM_STORE_MUST_EXIST, .busy_ms = 1000, .migrations = steps
  };
  g_autofree char *path = g_build_filename (fixture->folder, "copy.db", NULL);
  g_autofree char *log_path = g_strconcat (path, "-wal", NULL);
  g_autoptr (GBytes) before = NULL;
  g_autoptr (GBytes) log_before = NULL;
  g_autoptr (GBytes) after = NULL;
  g_autoptr (GBytes) log_after = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (OmStore) store = NULL;
  g_autofree char *content = NULL;
  gint64 row = add_memory (fixture->store, "In the log alone.");

  copy_store (fixture->path, path);
  before = read_file (path);
  log_before = read_file (log_path);
  g_assert_cmpint (g_bytes_get_size (log_before), >, 0);
  g_assert_null (om_store_open_full (path, &options, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_FAILED);
  after = read_file (path);
  log_after = read_file (log_path);
  g_assert_true (g_bytes_equal (after, before));
  g_assert_true (g_bytes_equal (log_after, log_before));
  store = om_store_open (path, OM_STORE_WRITER, OM_STORE_MUST_EXIST, NULL, NULL);
  content = read_content (store, row);
  g_assert_cmpstr (content, ==, "In the log alone.");
}

/* A reader cannot bring it up to date, and says so. */
static void
test_reader (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (GPtrArray) steps = make_steps ("-- nothing", "-- nothing");
  OmStoreOptions options = { .mode = OM_STORE_READER, .busy_ms = 1000, .migrations = steps };
  g_autoptr (GError) error = NULL;

  g_assert_null (om_store_open_full (fixture->path, &options, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_READ_ONLY);
}

static void
count_progress_cb (guint    done,
                   guint    total,
                   gpointer data)
{
  g_assert_cmpuint (done, <=, total);
  *(guint *) data += 1;
}

static void
cancel_progress_cb (guint    done,
                    guint    total,
                    gpointer data)
{
  g_cancellable_cancel (data);
}

static void
test_backup (Fixture      *fixture,
             gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "backups", "copy.db", NULL);
  g_autofree char *folder = g_path_get_dirname (path);
  g_autofree char *other = g_build_filename (fixture->folder, "backups", "other.db", NULL);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *text = g_strnfill (3000, 'y');
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (OmStoreHealth) health = NULL;
  g_autoptr (OmStore) copy = NULL;
  g_autoptr (OmStore) reader = fixture_open (fixture, OM_STORE_READER);
  g_autoptr (GError) error = NULL;
  GStatBuf status;
  guint n_steps = 0;

  for (guint i = 0; i < 500; i++)
    add_memory (fixture->store, text);
  g_assert_true (om_store_backup (reader, path, count_progress_cb, &n_steps, NULL, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (n_steps, >, 1);
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmphex (status.st_mode & 0777, ==, 0600);

  /* A name that is taken, and Cancel: nothing is left behind. */
  before = snapshot_folder (folder);
  g_assert_false (om_store_backup (fixture->store, path, NULL, NULL, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_false (om_store_backup (fixture->store, other, cancel_progress_cb, cancellable,
                                   cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  after = snapshot_folder (folder);
  g_assert_cmpstr (after, ==, before);

  copy = om_store_open (path, OM_STORE_WRITER, OM_STORE_MUST_EXIST, NULL, &error);
  g_assert_no_error (error);
  health = om_store_health_check (copy, &error);
  g_assert_no_error (error);
  g_assert_true (health->ok);
  g_assert_cmpint (add_memory (copy, "Written into the copy."), ==, 501);
}

void
add_migration_tests (void)
{
  g_test_add_func ("/store/migrations/numbering", test_numbering);
  test_store ("migrations/upgrade", test_upgrade);
  test_store ("migrations/places", test_places_added);
  test_store ("migrations/reminders", test_reminders_added);
  test_store ("migrations/words", test_words);
  test_store ("migrations/attachments", test_attachments_added);
  test_store ("migrations/ways", test_ways_added);
  test_store ("migrations/failure", test_failure);
  test_store ("migrations/failure-with-log", test_failure_with_log);
  test_store ("migrations/reader", test_reader);
  test_store ("migrations/backup", test_backup);
}
