/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the fuzzer begins with where the samples have no file small enough: an archive of this program's own, and data
 * bases of OpenMemory. Usage: make-seeds FORMAT FOLDER. Run by `./dev fuzz`. */
#include "config.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "archive/om-export.h"
#include "engine/om-act.h"

static void
make_archive (const char *folder)
{
  g_autofree char *store = g_build_filename (folder, "seed.db", NULL);
  g_autofree char *path = g_build_filename (folder, "seed.openmemory", NULL);
  g_autoptr (OmEngine) engine = om_engine_new ();
  OmExportOptions options = { .choice = { .whole = TRUE, .private_memories = OM_PRIVATE_TAKEN }, .replace = TRUE };
  g_autoptr (OmExportReport) report = NULL;
  g_autoptr (GError) error = NULL;
  char *ids[3];

  if (!om_engine_open (engine, store, OM_OPEN_DEFAULT, NULL, &error))
    g_error ("%s", error->message);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      static const char *const texts[] = { "A heron at the second lock. #canal", "I prefer tea to coffee.", "苍鹭在第二道闸。" };
      g_autoptr (OmDraft) draft = om_draft_new (texts[i]);
      g_autoptr (OmRemembered) remembered = om_engine_remember (engine, draft, NULL, &error);

      if (remembered == NULL)
        g_error ("%s", error->message);
      ids[i] = g_strdup (remembered->id);
    }
  if (!om_engine_link (engine, ids[0], ids[1], NULL, &error) ||
      !om_engine_act (engine, OM_ACT_PIN, (const char *const[]){ ids[2], NULL }, NULL, NULL, &error))
    g_error ("%s", error->message);
  report = om_export (engine, &om_archive_exporter, path, &options, NULL, NULL, NULL, &error);
  if (report == NULL)
    g_error ("%s", error->message);
  om_engine_close (engine);
  g_unlink (store);
  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    g_free (ids[i]);
}

static void
make_base (const char *folder,
           const char *name,
           const char *sql)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  sqlite3 *db = NULL;

  g_unlink (path);
  if (sqlite3_open (path, &db) != SQLITE_OK ||
      sqlite3_exec (db, "PRAGMA page_size = 512; PRAGMA journal_mode = OFF;", NULL, NULL, NULL) != SQLITE_OK ||
      sqlite3_exec (db, sql, NULL, NULL, NULL) != SQLITE_OK)
    g_error ("%s", sqlite3_errmsg (db));
  sqlite3_close (db);
}

static void
make_bases (const char *folder)
{
  make_base (folder, "old.sqlite",
             "CREATE TABLE memories (id TEXT, content TEXT, primary_sector TEXT);"
             "INSERT INTO memories VALUES ('a', 'Old words', 'semantic');");
  make_base (folder, "new.sqlite",
             "CREATE TABLE memories (id TEXT PRIMARY KEY, content TEXT, primary_sector TEXT, tags TEXT, meta TEXT,"
             " user_id TEXT, created_at INTEGER, updated_at INTEGER, last_seen_at INTEGER, salience REAL, simhash TEXT);"
             "CREATE TABLE waypoints (src_id TEXT, dst_id TEXT, weight REAL, created_at INTEGER);"
             "INSERT INTO memories VALUES ('a', 'Words', 'episodic', '[\"canal\"]', '{\"k\": 1}', 'u', 1736067600000,"
             " 1736067600000, 1736067600000, 0.5, '0');"
             "INSERT INTO memories VALUES ('b', 'More', 'semantic', '[]', '{}', 'u', 1736067700000, 1, 1, 0.9, '1');"
             "INSERT INTO waypoints VALUES ('a', 'b', 0.7, 1736067600000);");
}

int
main (int    argc,
      char **argv)
{
  if (argc != 3)
    g_error ("make-seeds FORMAT FOLDER");
  g_mkdir_with_parents (argv[2], 0700);
  if (g_str_equal (argv[1], "archive"))
    make_archive (argv[2]);
  else if (g_str_equal (argv[1], "openmemory"))
    make_bases (argv[2]);
  return 0;
}
