/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fixture and entry of the engine's tests. */
#include "config.h"

#include "test-engine.h"

#include <glib/gstdio.h>
#include <sqlite3.h>

#include "store/om-store-memories.h"
#include "support/om-test-folder.h"

static gint64
test_clock (gpointer data)
{
  return ((Fixture *) data)->now;
}

void
fixture_set_up (Fixture      *fixture,
                gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  fixture->folder = g_dir_make_tmp ("om-engine-XXXXXX", &error);
  g_assert_no_error (error);
  fixture->path = g_build_filename (fixture->folder, "store", "memories.db", NULL);
  fixture->now = TEST_NOW;
  fixture->engine = om_engine_new ();
  om_engine_set_clock (fixture->engine, test_clock, fixture);
  om_engine_open (fixture->engine, fixture->path, OM_OPEN_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  om_engine_load (fixture->engine, NULL, &error);
  g_assert_no_error (error);
}

/** fixture_reopen: closes the store and opens it anew, as the next start of the program does. */
void
fixture_reopen (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;

  om_engine_close (fixture->engine);
  om_engine_open (fixture->engine, fixture->path, OM_OPEN_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  om_engine_load (fixture->engine, NULL, &error);
  g_assert_no_error (error);
}

void
fixture_tear_down (Fixture      *fixture,
                   gconstpointer data)
{
  om_engine_close (fixture->engine);
  g_assert_finalize_object (fixture->engine);
  om_test_folder_remove (fixture->folder);
  g_free (fixture->folder);
  g_free (fixture->path);
}

/** fixture_remember: (transfer full): the id of a new memory, written now */
char *
fixture_remember (Fixture    *fixture,
                  const char *text)
{
  g_autoptr (OmDraft) draft = om_draft_new (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmRemembered) remembered = om_engine_remember (fixture->engine, draft, NULL, &error);

  g_assert_no_error (error);
  g_assert_false (remembered->deduplicated);
  om_engine_settle (fixture->engine);
  return g_strdup (remembered->id);
}

/** fixture_remember_at: (transfer full): the same at another time, which becomes the present */
char *
fixture_remember_at (Fixture    *fixture,
                     gint64      at,
                     const char *text)
{
  fixture->now = at;
  return fixture_remember (fixture, text);
}

/** fixture_search: (transfer full): the best 20 */
OmAnswer *
fixture_search (Fixture    *fixture,
                const char *query)
{
  g_autoptr (OmSearch) search = om_search_new (query, 20);
  g_autoptr (GError) error = NULL;
  OmAnswer *answer = om_engine_search (fixture->engine, search, NULL, &error);

  g_assert_no_error (error);
  return answer;
}

/** fixture_count_hits: how many results hold @text (all of them for NULL). */
guint
fixture_count_hits (Fixture    *fixture,
                    const char *query,
                    const char *text)
{
  g_autoptr (OmAnswer) answer = fixture_search (fixture, query);
  guint n = 0;

  for (guint i = 0; i < answer->hits->len; i++)
    {
      const OmHit *hit = g_ptr_array_index (answer->hits, i);

      if (text == NULL || g_strrstr (hit->memory->content, text) != NULL)
        n++;
    }
  return n;
}

/** fixture_get: (transfer full): a memory that is there */
OmMemory *
fixture_get (Fixture    *fixture,
             const char *id)
{
  g_autoptr (GError) error = NULL;
  OmMemory *memory = om_engine_get (fixture->engine, id, NULL, &error);

  g_assert_no_error (error);
  return memory;
}

/** fixture_recall: (transfer full): the best 20, strengthened */
OmAnswer *
fixture_recall (Fixture    *fixture,
                const char *query)
{
  g_autoptr (OmSearch) search = om_search_new (query, 20);
  g_autoptr (GError) error = NULL;
  OmAnswer *answer = om_engine_recall (fixture->engine, search, NULL, &error);

  g_assert_no_error (error);
  return answer;
}

/** fixture_edit: (transfer full): the memory after an edit that goes well
 *
 * Takes @values.
 */
OmMemory *
fixture_edit (Fixture    *fixture,
              const char *id,
              OmChange    fields,
              OmMemory   *values)
{
  g_autoptr (GError) error = NULL;

  om_engine_edit (fixture->engine, id, fields, values, 0, NULL, &error);
  g_assert_no_error (error);
  om_memory_unref (values);
  return fixture_get (fixture, id);
}

void
fixture_bin (Fixture    *fixture,
             const char *id)
{
  const char *const ids[] = { id, NULL };
  g_autoptr (GError) error = NULL;

  om_engine_bin (fixture->engine, ids, NULL, &error);
  g_assert_no_error (error);
}

void
fixture_restore (Fixture    *fixture,
                 const char *id)
{
  const char *const ids[] = { id, NULL };
  g_autoptr (GError) error = NULL;

  om_engine_restore (fixture->engine, ids, NULL, &error);
  g_assert_no_error (error);
}

static gpointer
read_events (OmEngine     *engine,
             OmStore      *store,
             gpointer      id,
             GCancellable *cancellable,
             GError      **error)
{
  return om_store_events_list (store, om_store_memory_find_row (store, id, error), NULL, error);
}

/** fixture_events: (transfer full) (element-type OmEvent): the history of a memory */
GArray *
fixture_events (Fixture    *fixture,
                const char *id)
{
  g_autoptr (GError) error = NULL;
  GArray *events = om_engine_read (fixture->engine, read_events, (gpointer) id, NULL, &error);

  g_assert_no_error (error);
  return events;
}

/** fixture_write: runs a job of the test's own on the writer thread */
void
fixture_write (Fixture    *fixture,
               OmWriteFunc func,
               gpointer    args)
{
  g_autoptr (GError) error = NULL;

  om_engine_write (fixture->engine, func, args, NULL, &error);
  g_assert_no_error (error);
}

static void
dump_table (sqlite3    *db,
            const char *table,
            GString    *dump)
{
  g_autofree char *sql = g_strdup_printf ("SELECT * FROM \"%s\" ORDER BY 1, 2", table);
  sqlite3_stmt *stmt;

  g_assert_cmpint (sqlite3_prepare_v2 (db, sql, -1, &stmt, NULL), ==, SQLITE_OK);
  while (sqlite3_step (stmt) == SQLITE_ROW)
    {
      g_string_append (dump, table);
      for (int i = 0; i < sqlite3_column_count (stmt); i++)
        {
          g_string_append_printf (dump, "|%d:", sqlite3_column_type (stmt, i));
          if (sqlite3_column_type (stmt, i) == SQLITE_BLOB)
            {
              g_autofree char *sum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, sqlite3_column_blob (stmt, i),
                                                                  (gsize) sqlite3_column_bytes (stmt, i));
              g_string_append (dump, sum);
            }
          else if (sqlite3_column_type (stmt, i) == SQLITE_FLOAT)
            {
              g_string_append_printf (dump, "%a", sqlite3_column_double (stmt, i));
            }
          else if (sqlite3_column_type (stmt, i) != SQLITE_NULL)
            {
              g_string_append (dump, (const char *) sqlite3_column_text (stmt, i));
            }
        }
      g_string_append_c (dump, '\n');
    }
  g_assert_cmpint (sqlite3_finalize (stmt), ==, SQLITE_OK);
}

/** fixture_dump: (transfer full): every row of every table, as text */
char *
fixture_dump (Fixture *fixture)
{
  g_autoptr (GString) dump = g_string_new (NULL);
  sqlite3_stmt *tables;
  sqlite3 *db;

  om_engine_settle (fixture->engine);
  g_assert_cmpint (sqlite3_open_v2 (fixture->path, &db, SQLITE_OPEN_READONLY, NULL), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_prepare_v2 (db,
                                       "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
                                       " ORDER BY name", -1, &tables, NULL), ==, SQLITE_OK);
  while (sqlite3_step (tables) == SQLITE_ROW)
    dump_table (db, (const char *) sqlite3_column_text (tables, 0), dump);
  g_assert_cmpint (sqlite3_finalize (tables), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_close (db), ==, SQLITE_OK);
  return g_string_free (g_steal_pointer (&dump), FALSE);
}

/** engine_open: (transfer full): another engine, loaded */
OmEngine *
engine_open (Fixture    *fixture,
             OmOpenFlags flags)
{
  g_autoptr (GError) error = NULL;
  OmEngine *engine = om_engine_new ();

  om_engine_set_clock (engine, test_clock, fixture);
  om_engine_open (engine, fixture->path, flags, NULL, &error);
  g_assert_no_error (error);
  om_engine_load (engine, NULL, &error);
  g_assert_no_error (error);
  return engine;
}

/** engine_close: (transfer full) */
void
engine_close (OmEngine *engine)
{
  om_engine_close (engine);
  g_assert_finalize_object (engine);
}

int
main (int    argc,
      char **argv)
{
  if (argc == 5 && g_str_equal (argv[1], "--child"))
    return run_child (argv[2], argv[3], argv[4]);

  g_test_init (&argc, &argv, NULL);
  test_query_add ();
  test_days_add ();
  test_tallies_add ();
  test_text_links_add ();
  test_reference_add ();
  test_remember_add ();
  test_search_add ();
  test_recall_add ();
  test_edit_add ();
  test_document_add ();
  test_private_add ();
  add_attachments_tests ();
  test_backup_add ();
  test_bin_add ();
  test_facts_add ();
  test_fade_add ();
  test_hiding_add ();
  test_history_add ();
  test_curves_add ();
  test_care_plan_add ();
  test_caretaker_add ();
  test_stages_add ();
  test_bad_rows_add ();
  test_reflect_add ();
  test_reminders_add ();
  test_schedule_add ();
  test_intake_add ();
  test_several_add ();
  test_closing_add ();
  test_snapshot_add ();
  test_map_add ();
  test_open_add ();
  test_processes_add ();
  test_surfacing_add ();
  test_today_add ();
  test_settings_add ();
  test_act_add ();
  test_traits_add ();
  test_trait_job_add ();
  test_trait_journals_add ();
  test_trait_rules_add ();
  return g_test_run ();
}
