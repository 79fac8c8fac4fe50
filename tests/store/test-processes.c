/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several connections and processes on one store, and processes that are killed. */
#include "config.h"

#include <glib/gstdio.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "store-fixture.h"
#include "store/om-store-bin.h"
#include "store/om-store-health.h"
#include "store/om-store-memories.h"
#include "store/om-store-private.h"
#include "store/om-store-text.h"
#include "store/om-store-vectors.h"
#include "support/om-test-folder.h"

#define N_EACH 200
#define DIM 32

static gint64
count (OmStore    *store,
       const char *sql)
{
  gint64 n;

  g_assert_true (om_store_get_int64 (store, sql, &n, NULL));
  return n;
}

static void
assert_well (OmStore *store)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmStoreHealth) health = om_store_health_check (store, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < health->problems->len; i++)
    g_error ("%s", (char *) g_ptr_array_index (health->problems, i));
}

typedef struct
{
  const char *path;
  const char *name;
} Writer;

static gpointer
write_in_thread (gpointer data)
{
  const Writer *writer = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (OmStore) store =
      om_store_open (writer->path, OM_STORE_WRITER, OM_STORE_FLAGS_NONE, NULL, &error);

  g_assert_no_error (error);
  /* On a slow disk one may have to wait until the other has done all of its own. */
  om_store_set_busy_timeout (store, 60000);
  for (guint i = 0; i < N_EACH; i++)
    {
      g_autofree char *text = g_strdup_printf ("from %s number %u", writer->name, i);
      add_tagged (store, text, NULL, i % 2 ? "odd" : "even");
    }
  return NULL;
}

/* All of both are there, each with a revision of its own. */
static void
assert_both (OmStore *store)
{
  g_autoptr (GArray) a = om_store_text_find_phrase (store, "from A", 0, 1000, NULL);
  g_autoptr (GArray) b = om_store_text_find_phrase (store, "from B", 0, 1000, NULL);

  g_assert_cmpuint (a->len, ==, N_EACH);
  g_assert_cmpuint (b->len, ==, N_EACH);
  g_assert_cmpint (count (store, "SELECT count (DISTINCT revision) FROM memories"), ==, 2 * N_EACH);
  g_assert_cmpint (om_store_get_revision (store, NULL), ==, 2 * N_EACH);
  assert_well (store);
}

static void
test_two_connections (Fixture      *fixture,
                      gconstpointer data)
{
  Writer writers[] = { { fixture->path, "A" }, { fixture->path, "B" } };
  GThread *threads[2];

  for (guint i = 0; i < 2; i++)
    threads[i] = g_thread_new (writers[i].name, write_in_thread, &writers[i]);
  for (guint i = 0; i < 2; i++)
    g_thread_join (threads[i]);
  assert_both (fixture->store);
}

/* Many that find no store at the same moment: one makes it, all open the same. */
static void
test_made_at_once (Fixture      *fixture,
                   gconstpointer data)
{
  for (guint round = 0; round < 4; round++)
    {
      GPid children[6];

      g_clear_pointer (&fixture->store, om_store_close);
      om_test_folder_remove (fixture->folder);
      for (guint i = 0; i < G_N_ELEMENTS (children); i++)
        children[i] = spawn_self ("make", fixture->path, "", NULL);
      for (guint i = 0; i < G_N_ELEMENTS (children); i++)
        g_assert_cmpint (wait_for (children[i]), ==, 0);
      fixture->store = fixture_open (fixture, OM_STORE_WRITER);
      g_assert_cmpint (count (fixture->store, "SELECT count (*) FROM memories"), ==,
                       G_N_ELEMENTS (children));
    }
}

static guint64
get_inode (const char *path,
           const char *ending)
{
  g_autofree char *full = g_strconcat (path, ending, NULL);
  GStatBuf status;

  return g_stat (full, &status) == 0 ? status.st_ino : 0;
}

/* A second connection opened and closed here must not take the locks of the first: another process
 * would then think itself the last one, and remove the log that is being written to. */
static void
test_locks_stay (Fixture      *fixture,
                 gconstpointer data)
{
  static const OmStoreMode modes[] = { OM_STORE_READER, OM_STORE_WRITER };
  guint64 log = get_inode (fixture->path, "-wal");

  g_assert_cmpuint (log, !=, 0);
  for (gsize i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      om_store_close (fixture_open (fixture, modes[i]));
      g_assert_cmpint (wait_for (spawn_self ("make", fixture->path, "", NULL)), ==, 0);
      g_assert_cmpuint (get_inode (fixture->path, "-wal"), ==, log);
      add_memory (fixture->store, "From here.");
    }
  fixture_reopen (fixture);
  g_assert_cmpint (count (fixture->store, "SELECT count (*) FROM memories"), ==, 4);
}

static gpointer
open_reader_in_thread (gpointer path)
{
  g_autoptr (GError) error = NULL;
  OmStore *store = NULL;

  while (store == NULL)
    {
      g_clear_error (&error);
      store = om_store_open (path, OM_STORE_READER, OM_STORE_FLAGS_NONE, NULL, &error);
      if (store == NULL)
        g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
    }
  om_store_close (store);
  return NULL;
}

/* A thread that asks for a store while another is making it finds none, or a whole one. */
static void
test_made_meanwhile (Fixture      *fixture,
                     gconstpointer data)
{
  for (guint round = 0; round < 5; round++)
    {
      g_autoptr (GError) error = NULL;
      GThread *thread;

      g_clear_pointer (&fixture->store, om_store_close);
      om_test_folder_remove (fixture->folder);
      thread = g_thread_new ("reader", open_reader_in_thread, fixture->path);
      fixture->store =
          om_store_open (fixture->path, OM_STORE_WRITER, OM_STORE_FLAGS_NONE, NULL, &error);
      g_assert_no_error (error);
      g_thread_join (thread);
    }
}

/* Two processes, one store, which neither finds there: both make it. */
static void
test_two_processes (Fixture      *fixture,
                    gconstpointer data)
{
  GPid children[2];

  g_clear_pointer (&fixture->store, om_store_close);
  om_test_folder_remove (fixture->folder);
  children[0] = spawn_self ("write", fixture->path, "A", NULL);
  children[1] = spawn_self ("write", fixture->path, "B", NULL);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpint (wait_for (children[i]), ==, 0);
  fixture->store = fixture_open (fixture, OM_STORE_WRITER);
  assert_both (fixture->store);
}

static int
write_as_child (const char *path,
                const char *name)
{
  Writer writer = { path, name };

  write_in_thread (&writer);
  return 0;
}

/* One entry with all that goes with it. Odd turns are a batch in one transaction, even ones a
 * single entry; after the commit its name is told. */
static void
write_turn (OmStore *store,
            gint64   embedder,
            guint    seed,
            guint    turn)
{
  guint n = turn % 2 == 0 ? 1 : 20;
  float v[DIM] = { 0 };
  guint8 bytes[DIM];
  OmEditOutcome outcome;

  memset (bytes, 7, sizeof bytes);
  if (!om_store_begin (store, NULL))
    _exit (3);
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text =
          g_strdup_printf ("s%ut%ui%u %s", seed, turn, i,
                           "words to be kept whatever happens to the process that wrote them");
      g_autofree char *other = g_strconcat (text, " and more", NULL);
      gint64 row = add_tagged (store, text, "Title", "tag");

      if (!om_store_vector_put (store, embedder, row, OM_SECTOR_MEAN, OM_VECTOR_STAGE_FULL, v, DIM,
                                bytes, 1, NULL) ||
          !om_store_memory_edit (store, row, 1, other, "Title", NOW, &outcome, NULL))
        _exit (4);
      if (turn % 5 == 4 && i == 0 &&
          (!om_store_bin_put (store, &row, 1, NOW, NULL) ||
           !om_store_bin_wipe (store, &row, 1, NULL, NULL)))
        _exit (5);
    }
  if (!om_store_commit (store, NULL))
    _exit (6);
  printf ("%u %u\n", turn, n);
  fflush (stdout);
}

static int
write_until_killed (const char *path,
                    const char *seed)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmStore) store =
      om_store_open (path, OM_STORE_WRITER, OM_STORE_FLAGS_NONE, NULL, &error);
  gint64 embedder;

  if (store == NULL)
    return 2;
  embedder = om_store_embedder_id (store, "test", DIM, NULL);
  for (guint turn = 0;; turn++)
    write_turn (store, embedder, (guint) atoi (seed), turn);
}

static int
make_as_child (const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmStore) store =
      om_store_open (path, OM_STORE_WRITER, OM_STORE_FLAGS_NONE, NULL, &error);

  if (store == NULL)
    {
      g_printerr ("%s\n", error->message);
      return 2;
    }
  add_memory (store, "One each.");
  return 0;
}

int
run_child (const char *role,
           const char *path,
           const char *argument)
{
  if (g_str_equal (role, "write"))
    return write_as_child (path, argument);
  if (g_str_equal (role, "make"))
    return make_as_child (path);
  if (g_str_equal (role, "kill"))
    return write_until_killed (path, argument);
  return 1;
}

/* Everything that was told is there, wholly; what was not told is there wholly or not at all. */
static void
assert_told (OmStore *store,
             guint    seed,
             guint    n_told)
{
  for (guint turn = 0; turn < n_told + 2; turn++)
    {
      guint n = turn % 2 == 0 ? 1 : 20;
      guint n_left = turn % 5 == 4 ? n - 1 : n;
      g_autofree char *sql =
          g_strdup_printf ("SELECT count (*) FROM texts WHERE content GLOB 's%ut%ui*and"
                           " more'",
                           seed, turn);
      sqlite3_stmt *stmt;
      guint found;

      g_assert_cmpint (sqlite3_prepare_v2 (store->db, sql, -1, &stmt, NULL), ==, SQLITE_OK);
      g_assert_cmpint (sqlite3_step (stmt), ==, SQLITE_ROW);
      found = (guint) sqlite3_column_int (stmt, 0);
      sqlite3_finalize (stmt);
      if (turn < n_told)
        g_assert_cmpuint (found, ==, n_left);
      else
        g_assert_true (found == 0 || found == n_left);
    }
}

/* Killed in the middle of what it does, 25 times: after so many lines read from it, at whatever
 * point it is then, which is another each time. */
static void
test_kill (Fixture      *fixture,
           gconstpointer data)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (13);
  guint total = 0;

  g_clear_pointer (&fixture->store, om_store_close);
  for (guint seed = 0; seed < 25; seed++)
    {
      g_autofree char *argument = g_strdup_printf ("%u", seed);
      guint wanted = (guint) g_rand_int_range (random, 1, 12);
      guint n_told = 0;
      char line[64];
      int fd;
      GPid child = spawn_self ("kill", fixture->path, argument, &fd);
      FILE *lines = fdopen (fd, "r");

      while (n_told < wanted && fgets (line, sizeof line, lines) != NULL)
        n_told++;
      for (gint spins = g_rand_int_range (random, 0, 20000); spins > 0; spins--)
        g_assert_cmpint (kill (child, 0), ==, 0);
      g_assert_cmpint (kill (child, SIGKILL), ==, 0);
      /* What it said before it died counts, too. */
      while (fgets (line, sizeof line, lines) != NULL && strchr (line, '\n') != NULL)
        n_told++;
      fclose (lines);
      g_assert_cmpint (wait_for (child), ==, -SIGKILL);
      g_assert_cmpuint (n_told, >=, wanted);

      fixture->store = fixture_open (fixture, OM_STORE_WRITER);
      assert_told (fixture->store, seed, n_told);
      if (seed % 5 == 4)
        assert_well (fixture->store);
      g_clear_pointer (&fixture->store, om_store_close);
      total += n_told;
    }
  g_test_message ("%u transactions were told of, all of them are there", total);
}

void
add_process_tests (void)
{
  test_store ("processes/two-connections", test_two_connections);
  test_store ("processes/locks-stay", test_locks_stay);
  test_store ("processes/made-meanwhile", test_made_meanwhile);
  test_store ("processes/made-at-once", test_made_at_once);
  test_store ("processes/two-processes", test_two_processes);
  test_store ("processes/kill", test_kill);
}
