/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OpenMemory's data bases and JSON, and mem0's: what the samples do not hold (reference.md 6). */
#include "config.h"

#include "archive-support.h"

#include <glib/gstdio.h>
#include <sqlite3.h>
#include <string.h>

#include "memory/om-error.h"
#include "support/om-test-folder.h"

#define PYTHON                                                                                     \
  "CREATE TABLE memories (id TEXT PRIMARY KEY, content TEXT, primary_sector TEXT, sectors TEXT,"    \
  " tags TEXT, vector TEXT, norm_vector TEXT, compressed_vec BLOB, simhash TEXT, meta TEXT,"        \
  " user_id TEXT, segment INTEGER, created_at INTEGER, updated_at INTEGER, last_seen_at INTEGER,"   \
  " salience REAL, decay_lambda REAL, version INTEGER, mean_dim INTEGER, mean_vec BLOB,"            \
  " feedback_score REAL);"                                                                         \
  "CREATE TABLE waypoints (src_id TEXT, dst_id TEXT, dst_sector TEXT, user_id TEXT, weight REAL,"   \
  " created_at INTEGER, updated_at INTEGER, PRIMARY KEY (src_id, dst_id));"                        \
  "CREATE TABLE temporal_facts (id TEXT PRIMARY KEY, subject TEXT, predicate TEXT, obj TEXT,"       \
  " valid_from INTEGER, valid_to INTEGER, confidence REAL, metadata TEXT);"

/* The memories of a file that such statements make. */
static TestReading *
read_base (const char *sql,
           gboolean    keep_log)
{
  g_autofree char *folder = test_make_folder ();
  g_autofree char *path = g_build_filename (folder, "openmemory.sqlite", NULL);
  g_autofree char *log = g_strconcat (path, "-wal", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  TestReading *reading;
  sqlite3 *db;

  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  if (keep_log)
    g_assert_cmpint (sqlite3_exec (db, "PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0",
                                   NULL, NULL, NULL), ==, SQLITE_OK);
  if (sqlite3_exec (db, sql, NULL, NULL, NULL) != SQLITE_OK)
    g_error ("%s", sqlite3_errmsg (db));
  if (!keep_log)
    sqlite3_close (db);
  else
    g_assert_true (g_file_test (log, G_FILE_TEST_EXISTS));

  before = test_checksum (folder);
  reading = test_read_file (file, NULL, NULL);
  after = test_checksum (folder);
  g_assert_cmpstr (before, ==, after);
  if (keep_log)
    sqlite3_close (db);
  om_test_folder_remove (folder);
  return reading;
}

static OmDraft *
by_key (TestReading *reading,
        const char  *key)
{
  for (guint i = 0; i < reading->drafts->len; i++)
    {
      OmDraft *draft = g_ptr_array_index (reading->drafts, i);

      if (g_str_equal (draft->source_key, key))
        return draft;
    }
  g_error ("no entry %s", key);
}

static void
test_base (void)
{
  g_autoptr (TestReading) reading = read_base (
    PYTHON "INSERT INTO memories (id, content, primary_sector, tags, meta, created_at, last_seen_at,"
    " salience, decay_lambda, user_id, version) VALUES"
    " ('a', 'Splicing rope', 'procedural', '[\"rope\",\"Boat\"]', '{\"k\":1}', 1736067600000,"
    "  1736240400000, .71, .005, 'anonymous', 2),"
    " ('b', 'Under the bridge', 'semantic', '\"[\\\"x\\\"]\"', '{\"sector\":\"emotional\"}',"
    "  1736326800000.0, NULL, 2.5, .02, NULL, 1),"
    " ('c', 'No date', 'musical', NULL, 'not json', 0, 1736413200000, NULL, NULL, '', 1);"
    "INSERT INTO waypoints (src_id, dst_id, weight) VALUES ('a', 'b', .5), ('b', 'a', 1736326800000),"
    " ('c', 'c', 1.0), ('a', 'gone', .2);"
    "INSERT INTO temporal_facts (id, subject, predicate, obj, valid_from, valid_to, confidence)"
    " VALUES ('f1', 'Nadia', 'lives in', 'Leeds', 1736067600000, 1736240400000, .9);",
    FALSE);
  OmDraft *a = by_key (reading, "a");
  OmDraft *b = by_key (reading, "b");
  OmDraft *c = by_key (reading, "c");
  OmDraft *fact = by_key (reading, "fact:f1");
  g_autofree char *tags = test_tag_keys (a->tags);
  g_autofree char *more = test_tag_keys (b->tags);

  g_assert_cmpuint (reading->drafts->len, ==, 4);
  g_assert_cmpint (a->happened.ms, ==, G_GINT64_CONSTANT (1736067600000));
  g_assert_cmpint (a->last_seen_ms, ==, G_GINT64_CONSTANT (1736240400000));
  g_assert_cmpint (a->sector, ==, OM_SECTOR_PROCEDURAL);
  g_assert_cmpfloat (a->salience, ==, 0.71);
  g_assert_cmpstr (tags, ==, "boat,rope");
  g_assert_cmpuint (g_strv_length (a->links), ==, 2);
  g_assert_cmpstr (a->links[0], ==, "b");
  g_assert_cmpfloat (a->link_weights[0], ==, 0.5);
  g_assert_nonnull (strstr (a->source_data, "\"metadata\":{\"k\":1}"));

  g_assert_cmpint (b->sector, ==, OM_SECTOR_EMOTIONAL);
  g_assert_cmpfloat (b->salience, ==, 1.0);
  g_assert_cmpstr (more, ==, "x");
  g_assert_null (b->links);
  g_assert_cmpint (c->happened.ms, ==, G_GINT64_CONSTANT (1736413200000));
  g_assert_cmpint (c->sector, ==, OM_SECTOR_UNKNOWN);
  g_assert_null (c->links);
  g_assert_nonnull (strstr (c->source_data, "not json"));
  g_assert_cmpint (fact->type, ==, OM_MEMORY_TYPE_FACT);
  g_assert_cmpstr (fact->content, ==, "Nadia lives in Leeds");
  g_assert_cmpstr (fact->subject, ==, "Nadia");
  test_assert_mentions (reading, "1 link has a weight");
  test_assert_mentions (reading, "musical");
  test_assert_mentions (reading, "time it was last seen");
}

/* The log beside the file belongs to it, and neither is touched. */
static void
test_base_with_log (void)
{
  g_autoptr (TestReading) reading =
      read_base (PYTHON "INSERT INTO memories (id, content, created_at) VALUES"
                 " ('a', 'Only in the log so far', 1736067600000)", TRUE);

  g_assert_cmpstr (test_reading_get (reading, 0)->content, ==, "Only in the log so far");
}

/* Files before version 1.2.0 have no users, and fewer columns. */
static void
test_old_base (void)
{
  g_autoptr (TestReading) reading =
      read_base ("CREATE TABLE memories (id TEXT, content TEXT, primary_sector TEXT);"
                 "INSERT INTO memories VALUES ('a', 'Old words', 'semantic')", FALSE);

  g_assert_cmpint (test_reading_get (reading, 0)->sector, ==, OM_SECTOR_SEMANTIC);
  test_assert_mentions (reading, "time of the file");
}

/* A document of the older engine: its own row has its columns shifted, its sections stand apart. */
static void
test_document (void)
{
  g_autoptr (TestReading) reading = read_base (
    PYTHON "INSERT INTO memories (id, content, primary_sector, meta, user_id, simhash, created_at)"
    " VALUES"
    " ('s1', 'The second part.', 'semantic', '{\"is_child\":true,\"section_index\":1,"
    "\"total_sections\":3,\"parent_id\":\"root\"}', 'u', 'x', 1736067600000),"
    " ('root', '{\"is_root\":true,\"type\":\"pdf\"}', 'reflective', NULL,"
    "  '[Document: PDF] The first...', '1736067600000', 5),"
    " ('s0', 'The first part.', 'semantic', '{\"is_child\":true,\"is_root\":true,"
    "\"section_index\":0,\"total_sections\":3,\"parent_id\":\"root\"}', 'u', 'x', 1736067600000),"
    " ('r', 'A pattern', 'reflective', '{\"type\":\"auto_reflect\",\"sources\":[\"s0\",\"root\"],"
    "\"freq\":2}', 'u', 'x', 1736067600000);",
    FALSE);
  OmDraft *document = by_key (reading, "root");
  OmDraft *reflection = by_key (reading, "r");

  g_assert_cmpuint (reading->drafts->len, ==, 2);
  g_assert_cmpstr (document->content, ==, "The first part.\n\nThe second part.");
  g_assert_cmpint (document->happened.ms, ==, G_GINT64_CONSTANT (1736067600000));
  g_assert_nonnull (strstr (document->source_data, "[Document: PDF] The first..."));
  g_assert_cmpint (reading->report->outcome, ==, OM_IMPORT_PARTIAL);
  test_assert_mentions (reading, "3 sections only 2");
  test_assert_mentions (reading, "repaired");
  g_assert_cmpint (reflection->type, ==, OM_MEMORY_TYPE_REFLECTION);
  g_assert_cmpint (reflection->origin, ==, OM_ORIGIN_DERIVED);
  g_assert_cmpuint (g_strv_length (reflection->links), ==, 2);
}

/* Nothing of a schema runs that somebody has made to do harm. */
static void
test_hostile_bases (void)
{
  static const char *const schemas[] = {
    "CREATE TABLE t (x); CREATE VIEW memories AS SELECT 'a' AS id, 'words' AS content,"
    " 'semantic' AS primary_sector, 1 AS created_at;",
    "CREATE TABLE memories (id TEXT, primary_sector TEXT, content TEXT AS (hex (zeroblob (9999999))))"
    "; INSERT INTO memories (id) VALUES ('a');",
    "CREATE VIRTUAL TABLE memories USING fts5 (id, content, primary_sector);"
    "INSERT INTO memories VALUES ('a', 'b', 'semantic');",
  };
  static const char harmless[] =
    PYTHON "INSERT INTO memories (id, content, created_at) VALUES ('a', 'Words', 1736067600000);"
    "CREATE TRIGGER t AFTER INSERT ON memories BEGIN DELETE FROM memories; END;"
    "CREATE INDEX i ON memories (lower (content));";
  g_autoptr (TestReading) plain = read_base (harmless, FALSE);

  g_assert_cmpstr (test_reading_get (plain, 0)->content, ==, "Words");
  for (guint i = 0; i < G_N_ELEMENTS (schemas); i++)
    {
      g_autofree char *folder = test_make_folder ();
      g_autofree char *path = g_build_filename (folder, "m.db", NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autoptr (TestReading) reading = NULL;
      sqlite3 *db;

      g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
      if (sqlite3_exec (db, schemas[i], NULL, NULL, NULL) != SQLITE_OK)
        g_error ("%s", sqlite3_errmsg (db));
      sqlite3_close (db);
      reading = test_read_file (file, "openmemory", NULL);
      g_assert_cmpuint (reading->drafts->len, ==, 0);
      g_assert_error (reading->error, OM_ERROR, OM_ERROR_INVALID);
      om_test_folder_remove (folder);
    }
}

/* Bytes anywhere in the file may be anything: what comes is an answer or an error, and no more. */
static void
test_damaged_bases (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autofree char *path = g_build_filename (folder, "m.db", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GString) sql = g_string_new (PYTHON);
  g_autofree char *bytes = NULL;
  guint n_refused = 0;
  gsize length;
  sqlite3 *db;

  for (int i = 0; i < 300; i++)
    g_string_append_printf (sql, "INSERT INTO memories (id, content, meta, created_at) VALUES ('m%d',"
                            " 'Some words about day %d', '{}', 1736067600000);", i, i);
  g_assert_cmpint (sqlite3_open (path, &db), ==, SQLITE_OK);
  g_assert_cmpint (sqlite3_exec (db, sql->str, NULL, NULL, NULL), ==, SQLITE_OK);
  sqlite3_close (db);
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  for (guint i = 0; i < 60; i++)
    {
      g_autofree char *broken = g_memdup2 (bytes, length);
      g_autoptr (TestReading) reading = NULL;
      gsize size = i < 10 ? length * (i + 1) / 12 : length;

      for (guint k = 0; k < 40 && i >= 10; k++)
        broken[(gsize) g_test_rand_int_range (16, (gint32) length)] =
            (char) g_test_rand_int_range (0, 256);
      g_assert_true (g_file_set_contents (path, broken, (gssize) size, NULL));
      reading = test_read_file (file, "openmemory", NULL);
      n_refused += reading->error != NULL;
      if (reading->error != NULL)
        g_assert_cmpint (reading->error->domain, ==, OM_ERROR);
    }
  g_assert_cmpuint (n_refused, >=, 10);
  om_test_folder_remove (folder);
}

/* Lines of JSON as tools/migrate writes them: the true date is in the metadata. */
static void
test_lines (void)
{
  static const char lines[] =
    "{\"id\":\"1\",\"uid\":\"ann\",\"content\":\"First words\",\"tags\":[\"a\"],\"metadata\":"
    "{\"provider\":\"zep\",\"migrated\":true,\"orig_created_at\":\"2024-03-01T10:00:00Z\"},"
    "\"created_at\":0,\"last_seen\":0,\"embedding\":null}\n"
    "{\"id\":\"2\",\"uid\":\"ann\",\"content\":\"Second\\r\\nwords\",\"tags\":\"[\\\"b\\\",\\\"c\\\"]\","
    "\"meta\":\"{\\\"k\\\":2}\",\"created_at\":1736067600000,\"mean_vec\":\"AAAA\"}\n\n"
    "{\"id\":\"3\",\"uid\":\"ann\",\"content\":\"  \",\"created_at\":1}\n";
  g_autoptr (TestReading) reading = test_read_bytes ("zep_export.jsonl", lines, -1, NULL);
  OmDraft *second = by_key (reading, "2");
  g_autofree char *tags = test_tag_keys (second->tags);

  g_assert_cmpuint (reading->drafts->len, ==, 2);
  g_assert_cmpstr (second->content, ==, "Second\nwords");
  g_assert_cmpstr (tags, ==, "b,c");
  g_assert_nonnull (strstr (second->source_data, "\"metadata\":{\"k\":2}"));
  g_assert_null (strstr (second->source_data, "AAAA"));
  g_assert_cmpint (by_key (reading, "1")->happened.ms, ==, G_GINT64_CONSTANT (1709287200000));
  test_assert_mentions (reading, "without a text");
}

/* The same packed, as tools/backup_restore.py writes them; and what is packed to do harm. */
static void
test_gzip (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autofree char *path = g_build_filename (folder, "b.jsonl.gz", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *bytes = NULL;
  gsize length;

  for (int bomb = 0; bomb < 3; bomb++)
    {
      g_autoptr (GFileOutputStream) output = g_file_replace (file, NULL, FALSE, 0, NULL, NULL);
      g_autoptr (GZlibCompressor) pack = g_zlib_compressor_new (G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9);
      g_autoptr (GOutputStream) stream = g_converter_output_stream_new (G_OUTPUT_STREAM (output),
                                                                        G_CONVERTER (pack));
      g_autoptr (TestReading) reading = NULL;

      g_output_stream_printf (stream, NULL, NULL, NULL,
                              "{\"id\":\"1\",\"user_id\":\"a\",\"content\":\"Packed words\","
                              "\"primary_sector\":\"semantic\",\"created_at\":1736067600000}\n");
      for (int i = 0; i < 4000 && bomb == 1; i++)
        g_output_stream_printf (stream, NULL, NULL, NULL, "%1000s", "");
      g_assert_true (g_output_stream_close (stream, NULL, NULL));
      if (bomb == 2)
        {
          g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
          g_assert_true (g_file_set_contents (path, bytes, (gssize) length - 12, NULL));
        }
      reading = test_read_file (file, "openmemory", NULL);
      if (bomb == 0)
        g_assert_cmpstr (test_reading_get (reading, 0)->content, ==, "Packed words");
      else
        g_assert_error (reading->error, OM_ERROR,
                        (bomb == 1 ? OM_ERROR_TOO_LARGE : OM_ERROR_INVALID));
    }
  om_test_folder_remove (folder);
}

static void
test_previews (void)
{
  g_autoptr (TestReading) reading =
      test_read_bytes ("list.json", "{\"items\":[{\"id\":\"a\",\"primary_sector\":\"semantic\","
                       "\"content_preview\":\"The beginning of\",\"last_seen_at\":1736067600000}]}",
                       -1, NULL);

  g_assert_cmpuint (reading->drafts->len, ==, 1);
  g_assert_cmpint (reading->report->outcome, ==, OM_IMPORT_PARTIAL);
  test_assert_mentions (reading, "beginning alone");
}

static void
test_not_ours (void)
{
  static const char *const files[] = { "[1, 2]", "{\"a\": 1}", "\"words\"", "[{\"a\":", "" };

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autoptr (TestReading) reading = test_read_bytes ("x.json", files[i], -1, "openmemory");

      g_assert_cmpuint (reading->drafts->len, ==, 0);
      g_assert_true (reading->error != NULL || reading->report->problems->len > 0);
    }
}

void
test_add_openmemory (void)
{
  g_test_add_func ("/archive/openmemory/base", test_base);
  g_test_add_func ("/archive/openmemory/base-with-log", test_base_with_log);
  g_test_add_func ("/archive/openmemory/old-base", test_old_base);
  g_test_add_func ("/archive/openmemory/document", test_document);
  g_test_add_func ("/archive/openmemory/hostile-bases", test_hostile_bases);
  g_test_add_func ("/archive/openmemory/damaged-bases", test_damaged_bases);
  g_test_add_func ("/archive/openmemory/lines", test_lines);
  g_test_add_func ("/archive/openmemory/gzip", test_gzip);
  g_test_add_func ("/archive/openmemory/previews", test_previews);
  g_test_add_func ("/archive/openmemory/not-ours", test_not_ours);
}
