/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Other processes on the same store, and processes that are killed in the middle of their work. */
#include "config.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "engine/om-doctor.h"
#include "engine/om-fade.h"
#include "engine/om-intake.h"
#include "engine/om-reflect.h"
#include "store/om-store-private.h"
#include "test-engine.h"

#define N_EACH 200

/* Entries of one import; enough for a kill to find it in the middle. */
#define N_IMPORTED 60

/* Children -------------------------------------------------------------------------------------- */

/** child_start: the test program again, in another process; run_child() says what the roles do */
void
child_start (Child      *child,
             const char *role,
             const char *path,
             const char *argument)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  char *arguments[] = { self, (char *) "--child", (char *) role, (char *) path, (char *) argument, NULL };
  g_autoptr (GError) error = NULL;
  int fd;

  g_spawn_async_with_pipes (NULL, arguments, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL, NULL, &child->pid, NULL, &fd, NULL, &error);
  g_assert_no_error (error);
  child->lines = fdopen (fd, "r");
  child->line = g_malloc (CHILD_LINE);
}

/** child_wait_for_line: %FALSE at the end of what it says */
gboolean
child_wait_for_line (Child *child)
{
  return fgets (child->line, CHILD_LINE, child->lines) != NULL && strchr (child->line, '\n') != NULL;
}

/** child_join: the exit code, or minus the signal that ended it */
int
child_join (Child *child)
{
  int status;

  g_assert_cmpint (waitpid (child->pid, &status, 0), ==, child->pid);
  g_spawn_close_pid (child->pid);
  g_clear_pointer (&child->lines, fclose);
  g_clear_pointer (&child->line, g_free);
  return WIFEXITED (status) ? WEXITSTATUS (status) : -WTERMSIG (status);
}

/** child_kill: */
void
child_kill (Child *child)
{
  g_assert_cmpint (kill (child->pid, SIGKILL), ==, 0);
  g_assert_cmpint (child_join (child), ==, -SIGKILL);
}

static OmEngine *
open_in_child (const char *path,
               gboolean    load)
{
  OmEngine *engine = om_engine_new ();
  g_autoptr (GError) error = NULL;

  if (!om_engine_open (engine, path, OM_OPEN_DEFAULT, NULL, &error) || (load && !om_engine_load (engine, NULL, &error)))
    {
      g_printerr ("%s\n", error->message);
      exit (2);
    }
  return engine;
}

static int
write_as_child (const char *path,
                const char *name)
{
  g_autoptr (OmEngine) engine = open_in_child (path, TRUE);

  for (guint i = 0; i < N_EACH; i++)
    {
      g_autofree char *text = g_strdup_printf ("Letter number %u from %s about the heron and the soup.", i, name);
      g_autoptr (OmDraft) draft = om_draft_new (text);
      g_autoptr (GError) error = NULL;
      g_autoptr (OmRemembered) remembered = om_engine_remember (engine, draft, NULL, &error);

      if (remembered == NULL)
        {
          g_printerr ("%s\n", error->message);
          return 3;
        }
    }
  om_engine_close (engine);
  return 0;
}

static int
hold_as_child (const char *path)
{
  sqlite3 *db;

  if (sqlite3_open (path, &db) != SQLITE_OK || sqlite3_exec (db, "BEGIN EXCLUSIVE", NULL, NULL, NULL) != SQLITE_OK)
    return 2;
  puts ("held");
  fflush (stdout);
  for (;;)
    pause ();
}

static void
tell (const char *what,
      guint       turn,
      const char *id)
{
  printf ("%s %u %s\n", what, turn, id);
  fflush (stdout);
}

static void
import_in_child (OmEngine *engine,
                 guint     seed,
                 guint     turn)
{
  OmIntake *intake = om_intake_new (engine, FALSE, NULL);

  for (guint i = 0; i < N_IMPORTED; i++)
    {
      g_autofree char *text = g_strdup_printf ("Imported s%ut%u, entry %u of it.", seed, turn, i);
      g_autofree char *key = g_strdup_printf ("s%ut%u-%u", seed, turn, i);
      g_autoptr (OmDraft) draft = om_draft_new (text);
      OmIntakeOutcome outcome;

      draft->origin = OM_ORIGIN_IMPORT;
      draft->source = g_strdup ("test");
      draft->source_key = g_steal_pointer (&key);
      if (!om_intake_add (intake, draft, &outcome, NULL, NULL))
        exit (4);
    }
  if (!om_intake_commit (intake, NULL, NULL))
    exit (5);
  om_intake_free (intake);
  tell ("imported", turn, "-");
}

/* Remembers, edits and imports, and tells of each when it is done. */
static int
work_until_killed (const char *path,
                   const char *argument)
{
  guint seed = (guint) atoi (argument);
  OmEngine *engine = open_in_child (path, seed % 2 == 0);

  for (guint turn = 0;; turn++)
    {
      g_autofree char *text = g_strdup_printf ("Remembered s%ut%u, first wording.", seed, turn);
      g_autoptr (OmDraft) draft = om_draft_new (text);
      g_autoptr (OmRemembered) remembered = om_engine_remember (engine, draft, NULL, NULL);
      g_autoptr (OmMemory) values = om_memory_new ();

      if (remembered == NULL)
        return 3;
      tell ("remembered", turn, remembered->id);
      values->content = g_strdup_printf ("Remembered s%ut%u, second wording.", seed, turn);
      if (!om_engine_edit (engine, remembered->id, OM_CHANGE_CONTENT, values, 1, NULL, NULL))
        return 6;
      tell ("edited", turn, remembered->id);
      if (turn % 3 == 2)
        import_in_child (engine, seed, turn);
    }
}

static gint64
fixed_clock (gpointer now)
{
  return *(gint64 *) now;
}

/* Does a job by itself, with the clock of who asked for it. */
static int
tend_as_child (const char *path,
               const char *job,
               const char *clock)
{
  gint64 now = g_ascii_strtoll (clock, NULL, 10);
  g_autoptr (OmEngine) engine = open_in_child (path, FALSE);
  g_autoptr (GError) error = NULL;

  om_engine_set_clock (engine, fixed_clock, &now);
  om_engine_load (engine, NULL, &error);
  for (int i = 0; i < 5 && error == NULL; i++)
    {
      if (g_str_equal (job, "fade"))
        om_fade_report_free (om_engine_fade (engine, FALSE, NULL, &error));
      else
        om_reflect_report_free (om_engine_reflect (engine, FALSE, NULL, &error));
    }
  if (error != NULL)
    g_printerr ("%s\n", error->message);
  om_engine_close (engine);
  return error != NULL ? 3 : 0;
}

int
run_child (const char *role,
           const char *path,
           const char *argument)
{
  if (g_str_equal (role, "write"))
    return write_as_child (path, argument);
  if (g_str_equal (role, "hold"))
    return hold_as_child (path);
  if (g_str_equal (role, "work"))
    return work_until_killed (path, argument);
  if (g_str_equal (role, "fade") || g_str_equal (role, "reflect"))
    return tend_as_child (path, role, argument);
  return 1;
}

/* Two at work ----------------------------------------------------------------------------------- */

static guint
count_words (Fixture    *fixture,
             const char *query)
{
  g_autoptr (OmSearch) search = om_search_new (query, 1000);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmAnswer) answer = om_engine_search (fixture->engine, search, NULL, &error);
  guint n = 0;

  g_assert_no_error (error);
  for (guint i = 0; i < answer->hits->len; i++)
    n += (((OmHit *) g_ptr_array_index (answer->hits, i))->reasons & OM_HIT_WORDS) != 0;
  return n;
}

static void
assert_sound (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmDoctorReport) report = om_engine_doctor (fixture->engine, FALSE, NULL, &error);

  g_assert_no_error (error);
  for (guint i = 0; i < report->findings->len; i++)
    g_error ("%s", (char *) g_ptr_array_index (report->findings, i));
}

/* Case S1 with the guard off: both write at once, neither text is lost, this process sees both. */
static void
test_write_at_once (Fixture      *fixture,
                    gconstpointer data)
{
  Child children[2];
  OmStats stats;

  child_start (&children[0], "write", fixture->path, "Aurelia");
  child_start (&children[1], "write", fixture->path, "Bartholomew");
  for (guint i = 0; i < 50; i++)
    {
      g_autofree char *text = g_strdup_printf ("Note %u of the window about the walnut.", i);

      g_free (fixture_remember (fixture, text));
    }
  for (guint i = 0; i < 2; i++)
    g_assert_cmpint (child_join (&children[i]), ==, 0);
  g_assert_cmpuint (count_words (fixture, "Aurelia"), ==, N_EACH);
  g_assert_cmpuint (count_words (fixture, "Bartholomew"), ==, N_EACH);
  g_assert_cmpuint (count_words (fixture, "walnut"), ==, 50);
  assert_sound (fixture);
  /* The one that closed last did not overwrite the index of the others. */
  fixture_reopen (fixture);
  g_assert_cmpuint (count_words (fixture, "Aurelia"), ==, N_EACH);
  g_assert_cmpuint (count_words (fixture, "Bartholomew"), ==, N_EACH);
  g_assert_true (om_engine_get_stats (fixture->engine, &stats, NULL, NULL));
  g_assert_cmpuint (stats.memories, ==, 2 * N_EACH + 50);
  g_assert_cmpuint (stats.waypoints, ==, 2 * N_EACH + 49);
}

/* Killed ---------------------------------------------------------------------------------------- */

static gpointer
count_texts (OmEngine     *engine,
             OmStore      *store,
             gpointer      data,
             GCancellable *cancellable,
             GError      **error)
{
  gint64 *counts = data;
  sqlite3_stmt *stmt;
  g_autofree char *sql = g_strdup_printf ("SELECT count (*) FROM texts WHERE content LIKE 'Imported s%" G_GINT64_FORMAT "t%" G_GINT64_FORMAT
                                          ",%%'", counts[0], counts[1]);

  g_assert_cmpint (sqlite3_prepare_v2 (store->db, sql, -1, &stmt, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_step (stmt), ==, SQLITE_ROW);
  counts[2] = sqlite3_column_int64 (stmt, 0);
  sqlite3_finalize (stmt);
  return OM_ENGINE_DONE;
}

static guint
count_imported (Fixture *fixture,
                guint    seed,
                guint    turn)
{
  gint64 counts[3] = { seed, turn, 0 };
  g_autoptr (GError) error = NULL;

  om_engine_read (fixture->engine, count_texts, counts, NULL, &error);
  g_assert_no_error (error);
  return (guint) counts[2];
}

/* What was told of is there; of what was under way the old or the new is there, wholly. */
static void
assert_told (Fixture    *fixture,
             guint       seed,
             GHashTable *told)
{
  GHashTableIter iter;
  gpointer id, what;

  g_hash_table_iter_init (&iter, told);
  while (g_hash_table_iter_next (&iter, &id, &what))
    {
      guint turn = GPOINTER_TO_UINT (what) >> 2;
      gboolean edited = (GPOINTER_TO_UINT (what) & 2) != 0;
      g_autofree char *first = g_strdup_printf ("Remembered s%ut%u, first wording.", seed, turn);
      g_autofree char *second = g_strdup_printf ("Remembered s%ut%u, second wording.", seed, turn);
      g_autoptr (GPtrArray) versions = NULL;
      g_autoptr (OmMemory) memory = NULL;
      g_autoptr (GError) error = NULL;

      if (g_str_has_prefix (id, "-"))
        {
          g_assert_cmpuint (count_imported (fixture, seed, turn), ==, N_IMPORTED);
          continue;
        }
      memory = fixture_get (fixture, id);
      versions = om_engine_get_versions (fixture->engine, id, NULL, &error);
      g_assert_no_error (error);
      if (edited || memory->version == 2)
        {
          g_assert_cmpstr (memory->content, ==, second);
          g_assert_cmpuint (versions->len, ==, 1);
          g_assert_cmpstr (((OmMemory *) g_ptr_array_index (versions, 0))->content, ==, first);
        }
      else
        {
          g_assert_cmpstr (memory->content, ==, first);
          g_assert_cmpuint (versions->len, ==, 0);
        }
    }
}

static void
take_line (const char *line,
           GHashTable *told,
           guint      *last_turn)
{
  char what[16], id[40];
  guint turn;

  g_assert_cmpint (sscanf (line, "%15s %u %39s", what, &turn, id), ==, 3);
  *last_turn = MAX (*last_turn, turn);
  if (g_str_equal (what, "imported"))
    g_hash_table_replace (told, g_strdup_printf ("-%u", turn), GUINT_TO_POINTER (turn << 2 | 1));
  else
    g_hash_table_replace (told, g_strdup (id), GUINT_TO_POINTER (turn << 2 | (g_str_equal (what, "edited") ? 3 : 1)));
}

/* Case S15: killed at another point of its work each round. */
static void
test_kill (Fixture      *fixture,
           gconstpointer data)
{
  const char *asked = g_getenv ("OPENMEMORY_KILL_ROUNDS");
  guint n_rounds = asked != NULL ? (guint) atoi (asked) : 20;
  g_autoptr (GRand) random = g_rand_new_with_seed (13);
  guint n_told = 0;

  om_engine_close (fixture->engine);
  for (guint seed = 0; seed < n_rounds; seed++)
    {
      g_autoptr (GHashTable) told = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
      g_autofree char *argument = g_strdup_printf ("%u", seed);
      guint wanted = (guint) g_rand_int_range (random, 1, 20);
      guint last_turn = 0;
      guint partial;
      Child child;

      child_start (&child, "work", fixture->path, argument);
      while (g_hash_table_size (told) < wanted && child_wait_for_line (&child))
        take_line (child.line, told, &last_turn);
      for (gint spins = g_rand_int_range (random, 0, 40000); spins > 0; spins--)
        g_assert_cmpint (kill (child.pid, 0), ==, 0);
      g_assert_cmpint (kill (child.pid, SIGKILL), ==, 0);
      /* What it said before it died counts, too. */
      while (child_wait_for_line (&child))
        take_line (child.line, told, &last_turn);
      g_assert_cmpint (child_join (&child), ==, -SIGKILL);
      g_assert_cmpuint (g_hash_table_size (told), >=, wanted);

      fixture_reopen (fixture);
      assert_told (fixture, seed, told);
      for (guint turn = 0; turn <= last_turn + 1; turn++)
        {
          partial = count_imported (fixture, seed, turn);
          g_assert_true (partial == 0 || partial == N_IMPORTED);
        }
      assert_sound (fixture);
      om_engine_close (fixture->engine);
      n_told += g_hash_table_size (told);
    }
  g_test_message ("%u rounds; %u memories and imports were told of, all of them are there", n_rounds, n_told);
  fixture_reopen (fixture);
}

#define add(name, function) g_test_add ("/processes/" name, Fixture, NULL, fixture_set_up, function, fixture_tear_down)

void
test_processes_add (void)
{
  add ("write-at-once", test_write_at_once);
  add ("kill", test_kill);
}
