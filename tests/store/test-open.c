/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening: what is made, what is refused, and that what is refused stays as it was to the byte. */
#include "config.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "store-fixture.h"
#include "store/om-store-error.h"
#include "store/om-store-header.h"
#include "store/om-store-memories.h"
#include "store/om-store-meta.h"
#include "store/om-store-migrations.h"
#include "store/om-store-open.h"
#include "store/om-store-private.h"
#include "store/om-store-statement.h"

static gint64
get_number (OmStore    *store,
            const char *sql)
{
  g_autoptr (GError) error = NULL;
  gint64 number;

  om_store_get_int64 (store, sql, &number, &error);
  g_assert_no_error (error);
  return number;
}

static guint
get_mode (const char *path)
{
  GStatBuf status;

  g_assert_cmpint (g_stat (path, &status), ==, 0);
  return status.st_mode & 0777;
}

/* Another program's way to a file: plain SQLite, nothing of ours. */
static void
run_sql (const char *path,
         const char *sql)
{
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
}

static void
test_fresh (Fixture      *fixture,
            gconstpointer data)
{
  g_autofree char *folder = g_build_filename (fixture->folder, "a", "b", NULL);
  g_autofree char *path = g_build_filename (folder, "memories.db", NULL);
  g_autofree char *log = g_strconcat (path, "-wal", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmStore) store =
      om_store_open (path, OM_STORE_WRITER, OM_STORE_FLAGS_NONE, NULL, &error);
  g_autoptr (GPtrArray) steps = om_migrations_load (NULL);
  guint8 id[16] = { 0 };
  guint8 other_id[16] = { 0 };

  g_assert_no_error (error);
  g_assert_cmphex (get_mode (folder), ==, 0700);
  g_assert_cmphex (get_mode (path), ==, 0600);
  g_assert_cmphex (get_mode (log), ==, 0600);
  g_assert_cmpint (get_number (store, "PRAGMA application_id"), ==, OM_STORE_APPLICATION_ID);
  g_assert_cmpint (get_number (store, "PRAGMA user_version"), ==, om_migrations_get_latest (steps));
  g_assert_cmpint (get_number (store, "PRAGMA foreign_keys"), ==, 1);
  g_assert_cmpint (get_number (store, "PRAGMA secure_delete"), ==, 1);
  g_assert_cmpint (get_number (store, "PRAGMA synchronous"), ==, 2);
  g_assert_cmpint (om_store_get_revision (store, NULL), ==, 0);
  g_assert_true (om_store_get_id (store, id, NULL));
  g_assert_true (om_store_get_id (fixture->store, other_id, NULL));
  g_assert_true (memcmp (id, other_id, 16) != 0);
}

static void
test_again (Fixture      *fixture,
            gconstpointer data)
{
  gint64 row = add_memory (fixture->store, "Still here.");
  g_autofree char *content = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (OmStore) reader = NULL;

  fixture_reopen (fixture);
  content = read_content (fixture->store, row);
  g_assert_cmpstr (content, ==, "Still here.");

  /* Opening and closing a store writes nothing. */
  g_clear_pointer (&fixture->store, om_store_close);
  before = snapshot_folder (fixture->folder);
  fixture_reopen (fixture);
  g_clear_pointer (&fixture->store, om_store_close);
  after = snapshot_folder (fixture->folder);
  g_assert_cmpstr (after, ==, before);

  reader = fixture_open (fixture, OM_STORE_READER);
  g_assert_false (om_store_is_writer (reader));
  g_clear_pointer (&content, g_free);
  content = read_content (reader, row);
  g_assert_cmpstr (content, ==, "Still here.");
}

/* A zero-length file, as a full disk leaves it, becomes a store if one may be made, and is told of
 * else. */
static void
test_empty_file (Fixture      *fixture,
                 gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "empty.db", NULL);
  g_autofree char *log = g_strconcat (path, "-wal", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmStore) store = NULL;

  g_assert_true (g_file_set_contents (path, "", 0, NULL));
  g_assert_cmpint (g_chmod (path, 0644), ==, 0);
  g_assert_null (om_store_open (path, OM_STORE_WRITER, OM_STORE_MUST_EXIST, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_A_STORE);
  g_assert_cmphex (get_mode (path), ==, 0644);
  g_clear_error (&error);
  store = om_store_open (path, OM_STORE_WRITER, OM_STORE_FLAGS_NONE, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (add_memory (store, "First."), ==, 1);
  g_assert_cmphex (get_mode (path), ==, 0600);
  g_assert_cmphex (get_mode (log), ==, 0600);
}

/* By whatever name a store is opened, its log is the one beside the file. */
static void
test_link (Fixture      *fixture,
           gconstpointer data)
{
  g_autofree char *to_file = g_build_filename (fixture->folder, "link.db", NULL);
  g_autofree char *to_folder = g_build_filename (fixture->folder, "folder", NULL);
  g_autofree char *through_folder = NULL;
  g_autofree char *name = g_path_get_basename (fixture->path);
  g_autofree char *real = realpath (fixture->path, NULL);
  const char *names[2];

  through_folder = g_build_filename (to_folder, name, NULL);
  g_assert_cmpint (symlink (fixture->path, to_file), ==, 0);
  g_assert_cmpint (symlink (fixture->folder, to_folder), ==, 0);
  names[0] = to_file;
  names[1] = through_folder;

  add_memory (fixture->store, "Through a link.");
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (OmStore) store =
          om_store_open (names[i], OM_STORE_READER, OM_STORE_FLAGS_NONE, NULL, &error);

      g_assert_no_error (error);
      g_assert_cmpstr (om_store_get_path (store), ==, real);
      g_assert_cmpint (get_number (store, "SELECT count (*) FROM memories"), ==, 1);
    }
}

/* A pipe is no file, be it the store or its log; nobody waits for what may come through it. */
static void
test_pipe (Fixture      *fixture,
           gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "pipe.db", NULL);
  g_autofree char *log = g_strconcat (fixture->path, "-wal", NULL);
  OmStoreHeader header;
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (mkfifo (path, 0600), ==, 0);
  g_assert_null (om_store_open (path, OM_STORE_WRITER, OM_STORE_FLAGS_NONE, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_A_STORE);

  g_clear_pointer (&fixture->store, om_store_close);
  g_assert_cmpint (mkfifo (log, 0600), ==, 0);
  g_assert_true (om_store_header_read (fixture->path, &header, NULL));
  g_assert_true (header.is_sqlite);
  g_assert_false (header.has_log);
}

/* A link that leads nowhere, as to a disk that is not there, is neither followed nor replaced. */
static void
test_dead_link (Fixture      *fixture,
                gconstpointer data)
{
  g_autofree char *target = g_build_filename (fixture->folder, "disk", NULL);
  g_autofree char *link = g_build_filename (fixture->folder, "link", NULL);
  g_autofree char *inside = g_build_filename (link, "a", "memories.db", NULL);
  const char *const names[] = { link, inside };

  g_assert_cmpint (symlink (target, link), ==, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (names); i++)
    {
      for (OmStoreMode mode = OM_STORE_READER; mode <= OM_STORE_WRITER; mode++)
        {
          g_autoptr (GError) error = NULL;

          g_assert_null (om_store_open (names[i], mode, OM_STORE_FLAGS_NONE, NULL, &error));
          g_assert_error (error, OM_ERROR, OM_ERROR_FAILED);
          g_assert_nonnull (strstr (error->message, link));
          g_assert_nonnull (strstr (error->message, target));
        }
    }
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
  g_assert_false (g_file_test (target, G_FILE_TEST_EXISTS));
}

/* Opens in both modes and expects the same refusal and an untouched folder. */
static void
assert_refused (Fixture    *fixture,
                const char *path,
                int         code)
{
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  g_clear_pointer (&fixture->store, om_store_close);
  before = snapshot_folder (fixture->folder);
  for (OmStoreMode mode = OM_STORE_READER; mode <= OM_STORE_WRITER; mode++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (om_store_open (path, mode, OM_STORE_FLAGS_NONE, NULL, &error));
      g_assert_error (error, OM_ERROR, code);
      g_assert_nonnull (strstr (error->message, path));
      g_test_message ("%s", error->message);
    }
  after = snapshot_folder (fixture->folder);
  g_assert_cmpstr (after, ==, before);
}

static void
test_missing (Fixture      *fixture,
              gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "x", "none.db", NULL);
  g_autoptr (GError) error = NULL;

  g_assert_null (om_store_open (path, OM_STORE_READER, OM_STORE_FLAGS_NONE, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_null (om_store_open (path, OM_STORE_WRITER, OM_STORE_MUST_EXIST, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
  g_clear_pointer (&path, g_free);
  path = g_build_filename (fixture->folder, "x", NULL);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
}

static void
test_folder (Fixture      *fixture,
             gconstpointer data)
{
  assert_refused (fixture, fixture->folder, OM_ERROR_NOT_A_STORE);
}

static void
test_not_a_database (Fixture      *fixture,
                     gconstpointer data)
{
  static const char *const contents[] = { "x", "Dear diary, today I went to the canal.",
                                          "SQLite format 3" };
  g_autofree char *path = g_build_filename (fixture->folder, "diary.txt", NULL);

  for (gsize i = 0; i < G_N_ELEMENTS (contents); i++)
    {
      g_assert_true (g_file_set_contents (path, contents[i], -1, NULL));
      assert_refused (fixture, path, OM_ERROR_NOT_A_STORE);
    }
}

static void
test_foreign (Fixture      *fixture,
              gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "other.db", NULL);
  g_autofree char *unnamed = g_build_filename (fixture->folder, "unnamed.db", NULL);

  run_sql (path, "PRAGMA application_id = 1234; PRAGMA user_version = 1; CREATE"
                 " TABLE meta (key, value);");
  assert_refused (fixture, path, OM_ERROR_NOT_A_STORE);
  run_sql (unnamed, "CREATE TABLE recipes (name);");
  assert_refused (fixture, unnamed, OM_ERROR_NOT_A_STORE);
}

static void
test_newer (Fixture      *fixture,
            gconstpointer data)
{
  add_memory (fixture->store, "From the future.");
  g_clear_pointer (&fixture->store, om_store_close);
  run_sql (fixture->path, "PRAGMA user_version = 99;");
  assert_refused (fixture, fixture->path, OM_ERROR_NEWER_STORE);
}

/* The number of the newer schema may stand in the log alone: the other program was killed. */
static void
test_newer_in_log (Fixture      *fixture,
                   gconstpointer data)
{
  g_autofree char *path = g_build_filename (fixture->folder, "copy.db", NULL);
  g_autoptr (GPtrArray) steps = om_migrations_load (NULL);
  int latest = om_migrations_get_latest (steps);
  OmStoreHeader header;

  for (guint i = 0; i < 3; i++)
    {
      if (i == 0)
        add_memory (fixture->store, "From the future.");
      else
        om_store_exec (fixture->store,
                       i == 1 ? "PRAGMA user_version = 98;" : "PRAGMA user_version = 99;", NULL);
      copy_store (fixture->path, path);
      g_assert_true (om_store_header_read (path, &header, NULL));
      g_assert_true (header.has_log);
      g_assert_cmpint (header.schema_version, ==, i == 0 ? latest : 97 + (int) i);
    }
  assert_refused (fixture, path, OM_ERROR_NEWER_STORE);
}

static void
test_truncated (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (GBytes) whole = NULL;
  gsize size;

  for (guint i = 0; i < 50; i++)
    add_memory (fixture->store, "Something to fill a page or two with, so that there is"
                                " something to lose.");
  g_clear_pointer (&fixture->store, om_store_close);
  whole = read_file (fixture->path);
  size = g_bytes_get_size (whole);
  for (guint i = 1; i < 4; i++)
    {
      g_assert_true (g_file_set_contents (fixture->path, g_bytes_get_data (whole, NULL),
                                          (gssize) (size * i / 4 + 100), NULL));
      assert_refused (fixture, fixture->path, OM_ERROR_NOT_A_STORE);
    }
}

/* Creation that fails takes away what it made: here a step of the schema fails. */
static void
test_failed_creation (Fixture      *fixture,
                      gconstpointer data)
{
  g_autoptr (GPtrArray) steps = om_migrations_load (NULL);
  g_autofree char *path = g_build_filename (fixture->folder, "a", "b", "new.db", NULL);
  g_autofree char *empty = g_build_filename (fixture->folder, "empty.db", NULL);
  const char *const paths[] = { path, empty };
  OmStoreOptions options = { .mode = OM_STORE_WRITER, .busy_ms = 1000, .migrations = steps };
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  om_migrations_add (steps, om_migrations_get_latest (steps) + 1, "SELECT no_such_function ();");
  g_assert_true (g_file_set_contents (empty, "", 0, NULL));
  g_clear_pointer (&fixture->store, om_store_close);
  before = snapshot_folder (fixture->folder);
  for (gsize i = 0; i < G_N_ELEMENTS (paths); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (om_store_open_full (paths[i], &options, NULL, &error));
      g_assert_error (error, OM_ERROR, OM_ERROR_FAILED);
    }
  after = snapshot_folder (fixture->folder);
  g_assert_cmpstr (after, ==, before);
}

/* The right length, but the list of tables overwritten. */
static void
test_damaged (Fixture      *fixture,
              gconstpointer data)
{
  g_autoptr (GBytes) whole = NULL;
  g_autofree guint8 *bytes = NULL;
  gsize size;

  add_memory (fixture->store, "Soon unreadable.");
  g_clear_pointer (&fixture->store, om_store_close);
  whole = read_file (fixture->path);
  size = g_bytes_get_size (whole);
  bytes = g_memdup2 (g_bytes_get_data (whole, NULL), size);
  memset (bytes + 100, 0x5a, 3996);
  g_assert_true (g_file_set_contents (fixture->path, (char *) bytes, (gssize) size, NULL));
  assert_refused (fixture, fixture->path, OM_ERROR_NOT_A_STORE);
}

static OmStore *
open_impatiently (Fixture *fixture,
                  GError **error)
{
  OmStoreOptions options = { .mode = OM_STORE_WRITER, .flags = OM_STORE_MUST_EXIST, .busy_ms = 30 };

  return om_store_open_full (fixture->path, &options, NULL, error);
}

static void
test_locked (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (OmStore) second = fixture_open (fixture, OM_STORE_WRITER);
  g_autoptr (OmMemory) memory = make_memory ("Meanwhile.");
  sqlite3 *db;

  /* One that is writing: the other waits, then says so, and can go on afterwards. */
  g_assert_true (om_store_begin (fixture->store, NULL));
  om_store_set_busy_timeout (second, 30);
  g_assert_false (om_store_begin (second, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_LOCKED);
  g_clear_error (&error);
  g_assert_false (om_store_memory_insert (second, memory, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_LOCKED);
  g_clear_error (&error);
  om_store_set_busy_timeout (second, 60000);
  g_cancellable_cancel (cancellable);
  om_store_set_cancellable (second, cancellable);
  g_assert_false (om_store_begin (second, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  om_store_set_cancellable (second, NULL);
  om_store_rollback (fixture->store);
  g_assert_true (om_store_memory_insert (second, memory, NULL));
  g_clear_pointer (&second, om_store_close);
  g_clear_pointer (&fixture->store, om_store_close);

  /* One that keeps the file to itself. */
  g_assert_cmpint (sqlite3_open (fixture->path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db,
                                 "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; UPDATE meta"
                                 " SET value = value;",
                                 NULL, NULL, NULL),
                   ==, SQLITE_OK);
  g_assert_null (open_impatiently (fixture, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_LOCKED);
  sqlite3_close (db);
}

/* In a process of its own that is nobody, for a superuser may write anywhere. Returns what went
 * wrong. */
static int
try_as_nobody (const char *path,
               const char *new_path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmStore) store = NULL;
  g_autofree char *content = NULL;

  if (geteuid () == 0 && (setgid (65534) != 0 || setuid (65534) != 0))
    return 10;
  store = om_store_open (path, OM_STORE_WRITER, OM_STORE_FLAGS_NONE, NULL, &error);
  if (store != NULL || !g_error_matches (error, OM_ERROR, OM_ERROR_READ_ONLY))
    return 1;
  g_clear_error (&error);
  store = om_store_open (new_path, OM_STORE_WRITER, OM_STORE_FLAGS_NONE, NULL, &error);
  if (store != NULL || !g_error_matches (error, OM_ERROR, OM_ERROR_READ_ONLY))
    return 2;
  store = om_store_open (path, OM_STORE_READER, OM_STORE_FLAGS_NONE, NULL, NULL);
  if (store == NULL)
    return 3;
  content = read_content (store, 1);
  return g_str_equal (content, "To be read only.") ? 0 : 4;
}

static void
test_read_only (Fixture      *fixture,
                gconstpointer data)
{
  g_autofree char *folder = g_build_filename (fixture->folder, "closed", NULL);
  g_autofree char *path = g_build_filename (folder, "memories.db", NULL);
  g_autofree char *new_path = g_build_filename (folder, "new", "memories.db", NULL);
  g_autoptr (OmStore) store =
      om_store_open (path, OM_STORE_WRITER, OM_STORE_FLAGS_NONE, NULL, NULL);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  GPid pid;

  add_memory (store, "To be read only.");
  g_clear_pointer (&store, om_store_close);
  g_assert_cmpint (g_chmod (path, 0444), ==, 0);
  g_assert_cmpint (g_chmod (folder, 0555), ==, 0);
  g_assert_cmpint (g_chmod (fixture->folder, 0755), ==, 0);
  before = snapshot_folder (folder);

  pid = fork ();
  g_assert_cmpint (pid, >=, 0);
  if (pid == 0)
    _exit (try_as_nobody (path, new_path));
  g_assert_cmpint (wait_for (pid), ==, 0);

  after = snapshot_folder (folder);
  g_assert_cmpstr (after, ==, before);
  g_chmod (folder, 0755);
}

/* What cannot be brought about on every machine: SQLite's codes one by one. */
static void
test_error_table (void)
{
  static const struct
  {
    int     code;
    int     system_errno;
    OmError error;
  } cases[] = {
    { SQLITE_FULL, 0, OM_ERROR_NO_SPACE },
    { SQLITE_IOERR_WRITE, EDQUOT, OM_ERROR_NO_SPACE },
    { SQLITE_IOERR_SHMSIZE, 0, OM_ERROR_NO_SPACE },
    { SQLITE_IOERR_READ, EIO, OM_ERROR_FAILED },
    { SQLITE_READONLY, 0, OM_ERROR_READ_ONLY },
    { SQLITE_READONLY_DIRECTORY, 0, OM_ERROR_READ_ONLY },
    { SQLITE_READONLY_DBMOVED, 0, OM_ERROR_READ_ONLY },
    { SQLITE_PERM, 0, OM_ERROR_READ_ONLY },
    { SQLITE_IOERR_WRITE, EROFS, OM_ERROR_READ_ONLY },
    { SQLITE_CANTOPEN, EROFS, OM_ERROR_READ_ONLY },
    { SQLITE_CANTOPEN, ENOENT, OM_ERROR_FAILED },
    { SQLITE_NOTADB, 0, OM_ERROR_NOT_A_STORE },
    { SQLITE_CORRUPT, 0, OM_ERROR_NOT_A_STORE },
    { SQLITE_CORRUPT_INDEX, 0, OM_ERROR_NOT_A_STORE },
    { SQLITE_CORRUPT_VTAB, 0, OM_ERROR_FAILED },
    { SQLITE_BUSY, 0, OM_ERROR_LOCKED },
    { SQLITE_BUSY_SNAPSHOT, 0, OM_ERROR_LOCKED },
    { SQLITE_LOCKED, 0, OM_ERROR_LOCKED },
    { SQLITE_PROTOCOL, 0, OM_ERROR_LOCKED },
    { SQLITE_NOMEM, 0, OM_ERROR_FAILED },
    { SQLITE_TOOBIG, 0, OM_ERROR_INVALID },
    { SQLITE_CONSTRAINT_CHECK, 0, OM_ERROR_INVALID },
    { SQLITE_MISUSE, 0, OM_ERROR_FAILED },
  };
  g_autoptr (GError) cancelled = NULL;

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      om_store_set_error (&error, cases[i].code, cases[i].system_errno, "/some/memories.db",
                          "detail");
      g_assert_error (error, OM_ERROR, (int) cases[i].error);
      g_assert_nonnull (strstr (error->message, "/some/memories.db"));
      g_assert_true (g_str_has_suffix (error->message, "."));
    }
  om_store_set_error (&cancelled, SQLITE_INTERRUPT, 0, "/some/memories.db", NULL);
  g_assert_error (cancelled, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* A disk that is full in the middle of a transaction: all of it is undone, the store goes on. */
static void
test_full (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *long_text = g_strnfill (200000, 'x');
  g_autofree char *limit = NULL;
  gint64 row = add_memory (fixture->store, "Saved while there was room.");
  gint64 revision = om_store_get_revision (fixture->store, NULL);
  g_autoptr (OmMemory) small = make_memory ("Small.");
  g_autoptr (OmMemory) large = make_memory (long_text);

  limit = g_strdup_printf ("PRAGMA max_page_count = %" G_GINT64_FORMAT,
                           get_number (fixture->store, "PRAGMA page_count") + 8);
  g_assert_true (om_store_exec (fixture->store, limit, NULL));

  g_assert_true (om_store_begin (fixture->store, NULL));
  g_assert_true (om_store_memory_insert (fixture->store, small, NULL));
  g_assert_false (om_store_memory_insert (fixture->store, large, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NO_SPACE);
  g_clear_error (&error);
  g_assert_false (om_store_commit (fixture->store, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NO_SPACE);
  g_clear_error (&error);
  g_assert_false (om_store_in_transaction (fixture->store));
  g_assert_cmpint (om_store_get_revision (fixture->store, NULL), ==, revision);
  g_assert_cmpint (get_number (fixture->store, "SELECT count (*) FROM memories"), ==, 1);

  /* Room again. */
  g_assert_true (om_store_exec (fixture->store, "PRAGMA max_page_count = 1000000", NULL));
  g_clear_pointer (&large, om_memory_unref);
  large = make_memory (long_text);
  g_assert_true (om_store_memory_insert (fixture->store, large, &error));
  g_assert_no_error (error);
  g_assert_cmpint (large->row, >, row);
}

/* S15: the file, or the folder it lies in, goes while the store is open. Nothing is said to be saved that
 * is not. */
static void
test_moved (Fixture      *fixture,
            gconstpointer data)
{
  g_autofree char *elsewhere = g_build_filename (fixture->folder, "elsewhere.db", NULL);
  g_autoptr (OmMemory) lost = make_memory ("Written into nowhere.");
  g_autoptr (OmMemory) kept = make_memory ("Written once it was back.");
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_rename (fixture->path, elsewhere), ==, 0);
  g_assert_false (om_store_memory_insert (fixture->store, lost, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_READ_ONLY);
  g_assert_cmpint (lost->row, ==, 0);
  g_clear_error (&error);
  g_assert_cmpint (g_rename (elsewhere, fixture->path), ==, 0);
  g_assert_true (om_store_memory_insert (fixture->store, kept, &error));
  g_assert_no_error (error);
  g_assert_cmpint (get_number (fixture->store, "SELECT count (*) FROM memories"), ==, 1);
}

static void
test_folder_removed (Fixture      *fixture,
                     gconstpointer data)
{
  g_autofree char *elsewhere = g_strconcat (fixture->folder, "-elsewhere", NULL);
  g_autoptr (OmMemory) lost = make_memory ("Written into nowhere.");
  g_autoptr (OmMemory) kept = make_memory ("Written once it was back.");
  g_autoptr (GError) error = NULL;

  add_memory (fixture->store, "Saved before.");
  g_assert_cmpint (g_rename (fixture->folder, elsewhere), ==, 0);
  g_assert_false (om_store_memory_insert (fixture->store, lost, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_READ_ONLY);
  g_assert_nonnull (strstr (error->message, fixture->path));
  g_clear_error (&error);
  g_assert_false (g_file_test (fixture->folder, G_FILE_TEST_EXISTS));
  g_assert_cmpint (g_rename (elsewhere, fixture->folder), ==, 0);
  g_assert_true (om_store_memory_insert (fixture->store, kept, &error));
  g_assert_no_error (error);
  g_assert_cmpint (get_number (fixture->store, "SELECT count (*) FROM memories"), ==, 2);
}

static void
test_transactions (Fixture      *fixture,
                   gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmStore) reader = fixture_open (fixture, OM_STORE_READER);
  g_autoptr (OmMemory) memory = make_memory ("Not by a reader.");
  gint64 version = om_store_get_data_version (reader);
  gint64 first;

  /* Nested pairs are one transaction with one number. */
  g_assert_true (om_store_begin (fixture->store, NULL));
  g_assert_true (om_store_begin (fixture->store, NULL));
  first = om_store_next_revision (fixture->store, NULL);
  add_memory (fixture->store, "One.");
  g_assert_true (om_store_commit (fixture->store, NULL));
  add_memory (fixture->store, "Two.");
  g_assert_cmpint (om_store_next_revision (fixture->store, NULL), ==, first);
  g_assert_cmpint (get_number (reader, "SELECT count (*) FROM memories"), ==, 0);
  g_assert_cmpint (om_store_get_data_version (reader), ==, version);
  g_assert_true (om_store_commit (fixture->store, NULL));
  g_assert_cmpint (get_number (reader, "SELECT count (*) FROM memories"), ==, 2);
  g_assert_cmpint (om_store_get_data_version (reader), !=, version);
  g_assert_cmpint (om_store_get_revision (reader, NULL), ==, first);

  /* A rollback inside undoes all of it. */
  g_assert_true (om_store_begin (fixture->store, NULL));
  add_memory (fixture->store, "Three.");
  g_assert_true (om_store_begin (fixture->store, NULL));
  om_store_rollback (fixture->store);
  g_assert_false (om_store_commit (fixture->store, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_FAILED);
  g_clear_error (&error);
  g_assert_cmpint (get_number (reader, "SELECT count (*) FROM memories"), ==, 2);

  /* A change that is refused before it writes leaves the transaction as it is. */
  g_assert_true (om_store_begin (fixture->store, NULL));
  add_memory (fixture->store, "Four.");
  g_assert_false (om_store_memory_set_flags (fixture->store, 999, OM_FLAG_PINNED, 0, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_true (om_store_commit (fixture->store, NULL));

  /* A reader's transaction is one moment. */
  g_assert_true (om_store_begin (reader, NULL));
  add_memory (fixture->store, "Five.");
  g_assert_cmpint (get_number (reader, "SELECT count (*) FROM memories"), ==, 3);
  g_assert_true (om_store_commit (reader, NULL));
  g_assert_cmpint (get_number (reader, "SELECT count (*) FROM memories"), ==, 4);
  g_assert_false (om_store_memory_insert (reader, memory, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_READ_ONLY);
}

static gboolean
cancel_cb (gint64      row,
           const char *title,
           const char *content,
           const char *tags,
           gpointer    data)
{
  g_cancellable_cancel (data);
  return TRUE;
}

static void
test_cancel (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (OmMemory) memory = make_memory ("Never.");

  g_assert_true (om_store_begin (fixture->store, NULL));
  for (guint i = 0; i < 2000; i++)
    add_memory (fixture->store, "Row.");
  g_assert_true (om_store_commit (fixture->store, NULL));

  om_store_set_cancellable (fixture->store, cancellable);
  g_assert_false (om_store_texts_foreach (fixture->store, 0, cancel_cb, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  om_store_set_cancellable (fixture->store, NULL);
  g_assert_true (om_store_memory_insert (fixture->store, memory, NULL));
}

static goffset
get_size (const char *path)
{
  GStatBuf status;

  g_assert_cmpint (g_stat (path, &status), ==, 0);
  return status.st_size;
}

/* The log waits for a quiet moment, but not for ever. */
static void
test_log (Fixture      *fixture,
          gconstpointer data)
{
  g_autofree char *log = g_strconcat (fixture->path, "-wal", NULL);
  g_autofree char *text = g_strnfill (60000, 'x');
  goffset before = get_size (fixture->path);
  goffset tidied;

  /* Below a thousand pages it is not worth the work. */
  add_memory (fixture->store, text);
  om_store_tidy (fixture->store);
  g_assert_cmpint (get_size (fixture->path), ==, before);

  while (get_size (log) < 6 * 1024 * 1024)
    add_memory (fixture->store, text);
  g_assert_cmpint (get_size (fixture->path), ==, before);
  om_store_tidy (fixture->store);
  tidied = get_size (fixture->path);
  g_assert_cmpint (tidied, >, before);

  /* Nobody calls any more: the commits see to it. */
  for (guint i = 0; i < 400 && get_size (fixture->path) == tidied; i++)
    add_memory (fixture->store, text);
  g_assert_cmpint (get_size (fixture->path), >, tidied);
  g_assert_cmpint (get_size (log), <=, 24 * 1024 * 1024);
}

void
add_open_tests (void)
{
  test_store ("open/fresh", test_fresh);
  test_store ("open/again", test_again);
  test_store ("open/empty-file", test_empty_file);
  test_store ("open/link", test_link);
  test_store ("open/dead-link", test_dead_link);
  test_store ("open/pipe", test_pipe);
  test_store ("open/missing", test_missing);
  test_store ("open/folder", test_folder);
  test_store ("open/not-a-database", test_not_a_database);
  test_store ("open/foreign", test_foreign);
  test_store ("open/newer", test_newer);
  test_store ("open/newer-in-log", test_newer_in_log);
  test_store ("open/truncated", test_truncated);
  test_store ("open/failed-creation", test_failed_creation);
  test_store ("open/damaged", test_damaged);
  test_store ("open/locked", test_locked);
  test_store ("open/read-only", test_read_only);
  g_test_add_func ("/store/open/error-table", test_error_table);
  test_store ("open/full", test_full);
  test_store ("open/moved", test_moved);
  test_store ("open/folder-removed", test_folder_removed);
  test_store ("open/transactions", test_transactions);
  test_store ("open/cancel", test_cancel);
  test_store ("open/log", test_log);
}
