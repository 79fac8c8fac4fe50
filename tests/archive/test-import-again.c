/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rule 3 and case S11 for every format: another export of the same journal adds what is new in it and
 * nothing else, refusals leave the store as it was, and what the person did in between stands. */
#include "config.h"

#include "archive-support.h"

#include "archive/om-import.h"
#include "memory/om-error.h"
#include "support/om-test-folder.h"

typedef struct
{
  char     *folder; /* (owned) */
  OmEngine *engine; /* (owned) */
} Fixture;

static void
set_up (Fixture      *fixture,
        gconstpointer unused)
{
  fixture->folder = test_make_folder ();
  fixture->engine = test_open_store (fixture->folder);
}

static void
tear_down (Fixture      *fixture,
           gconstpointer unused)
{
  om_engine_close (fixture->engine);
  g_assert_finalize_object (fixture->engine);
  om_test_folder_remove (fixture->folder);
  g_free (fixture->folder);
}

static OmImportReport *
import_sample (Fixture    *fixture,
               const char *relative,
               GError    **error)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  OmImportOptions options = { .read = test_options (utc) };
  g_autofree char *path = test_sample_path (relative);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (OmReader) reader = om_readers_probe (file, NULL, error);

  return reader != NULL ? om_import (fixture->engine, reader, file, &options, NULL, NULL, NULL,
                                     error)
                        : NULL;
}

static OmStats
stats_of (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  OmStats stats;

  om_engine_get_stats (fixture->engine, &stats, NULL, &error);
  g_assert_no_error (error);
  return stats;
}

/** Again: a sample, and how many entries it adds after the ones above it of the same format. */
typedef struct
{
  const char *relative;
  guint       added;
  guint       known;
} Again;

static const Again again[] = {
  { "dayone/Journal.json", 4, 0 },
  { "dayone/export.zip", 1, 4 },
  { "dayone/export.zip", 0, 5 },
  { "dayone/dup-uuid.json", 3, 0 },
  { "dayone/dup-uuid.json", 0, 3 },
  { "dayone/two-journals.zip", 5, 0 },
  { "dayone/two-journals.zip", 0, 5 },
  { "openmemory/cavira-memory-all.json", 3, 0 },
  { "openmemory/cavira-memory-all.json", 0, 3 },
  { "openmemory/memories_export_sample.zip", 2, 0 },
  { "openmemory/mem0-list.json", 2, 0 },
  { "openmemory/mem0-list.json", 0, 2 },
  { "rednotebook/real/data", 5, 0 },
  { "rednotebook/RedNotebook-Backup-2024-02-29.zip", 0, 5 },
  { "rednotebook/real/data", 0, 5 },
  { "joplin/diary.jex", 7, 0 },
  { "joplin/raw", 0, 7 },
  { "joplin/diary.jex", 0, 7 },
  { "logseq/graph", 4, 0 },
  { "logseq/graph", 0, 4 },
  { "chatgpt/conversations.json", 2, 0 },
  { "chatgpt/export.zip", 0, 2 },
  { "claude/conversations.json", 1, 0 },
  { "claude/conversations.json", 0, 1 },
  { "csv/daylio.csv", 3, 0 },
  { "csv/daylio.csv", 0, 3 },
  { "csv/generic.csv", 5, 0 },
  { "csv/generic.csv", 0, 5 },
  { "keep/Takeout", 2, 0 },
  { "keep/takeout-20240630T120000Z-001.zip", 0, 2 },
  { "standardnotes/backup.zip", 3, 0 },
  { "standardnotes/Standard Notes Backup and Import File.txt", 0, 3 },
  { "journey/journey.zip", 2, 0 },
  { "journey/journey.zip", 0, 2 },
  { "diarium/diarium.json", 3, 0 },
  { "diarium/diarium.json", 0, 3 },
  { "memos/memos.json", 2, 0 },
  { "memos/memos.json", 0, 2 },
  { "minidiary/mini-diary.json", 2, 0 },
  { "minidiary/mini-diary.json", 0, 2 },
  { "lifeograph/real.diary", 3, 0 },
  { "lifeograph/real.diary", 0, 3 },
  { "gnote/real", 2, 0 },
  { "gnote/real", 0, 2 },
  { "zim/notebook", 3, 0 },
  { "zim/notebook", 0, 3 },
};

static void
test_again (Fixture      *fixture,
            gconstpointer unused)
{
  for (guint i = 0; i < G_N_ELEMENTS (again); i++)
    {
      g_autoptr (GError) error = NULL;
      g_autoptr (OmImportReport) report = import_sample (fixture, again[i].relative, &error);

      g_assert_no_error (error);
      if (report->added != again[i].added || report->known != again[i].known)
        {
          g_autofree char *text = om_import_report_to_text (report);
          g_error ("%s (%u): %u added and %u known\n%s", again[i].relative, i, report->added,
                   report->known, text);
        }
    }
}

static void
test_refused (Fixture      *fixture,
              gconstpointer unused)
{
  static const char *const samples[] = { "dayone/truncated.zip", "joplin/truncated.jex",
                                       "lifeograph/newer.diary" };
  g_autoptr (GError) error = NULL;
  g_autoptr (OmImportReport) before = import_sample (fixture, "dayone/export.zip", &error);
  gint64 revision = stats_of (fixture).revision;

  g_assert_no_error (error);
  g_assert_cmpuint (before->links, ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_assert_null (import_sample (fixture, samples[i], &error));
      g_assert_nonnull (error);
      g_clear_error (&error);
      g_assert_cmpint (stats_of (fixture).revision, ==, revision);
    }
}

static OmMemory *
find (Fixture    *fixture,
      const char *phrase)
{
  g_autoptr (OmSearch) search = om_search_new (phrase, 1);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmAnswer) answer = om_engine_search (fixture->engine, search, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (answer->hits->len, >, 0);
  return om_memory_ref (((OmHit *) g_ptr_array_index (answer->hits, 0))->memory);
}

/* An edit, a tag and a deletion between two exports of the same journal stand. */
static void
test_edits_stand (Fixture      *fixture,
                  gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmImportReport) first = import_sample (fixture, "dayone/Journal.json", &error);
  g_autoptr (OmMemory) edited = find (fixture, "\"Past midnight\"");
  g_autoptr (OmMemory) binned = find (fixture, "\"An all-day entry\"");
  g_autoptr (OmMemory) tagged = find (fixture, "\"Ice on the rail\"");
  g_autoptr (OmMemory) values = om_memory_new ();
  const char *ids[] = { binned->id, NULL };
  g_autoptr (OmImportReport) second = NULL;
  g_autoptr (OmMemory) still = NULL;
  g_autoptr (OmMemory) still_tagged = NULL;

  g_assert_cmpuint (first->added, ==, 4);
  g_free (values->content);
  values->content = g_strdup ("Past noon by now.");
  om_engine_edit (fixture->engine, edited->id, OM_CHANGE_CONTENT, values, edited->version, NULL,
                  &error);
  g_assert_no_error (error);
  g_strfreev (values->tags);
  values->tags = g_strsplit ("mine", ",", -1);
  om_engine_edit (fixture->engine, tagged->id, OM_CHANGE_TAGS, values, tagged->version, NULL,
                  &error);
  g_assert_no_error (error);
  om_engine_bin (fixture->engine, ids, NULL, &error);
  g_assert_no_error (error);

  second = import_sample (fixture, "dayone/export.zip", &error);
  g_assert_no_error (error);
  g_assert_cmpuint (second->added, ==, 1);
  g_assert_cmpuint (second->known, ==, 4);
  g_assert_cmpuint (second->known_deleted, ==, 1);
  still = find (fixture, "\"Past noon by now\"");
  g_assert_cmpstr (still->id, ==, edited->id);
  still_tagged = find (fixture, "\"Ice on the rail\"");
  g_assert_cmpstr (still_tagged->tags[0], ==, "mine");
  g_assert_cmpuint (stats_of (fixture).memories, ==, 4);
  g_assert_cmpuint (stats_of (fixture).binned, ==, 1);
}

static OmMemory *
import_as_lived (Fixture    *fixture,
                 gboolean    as_if_lived,
                 const char *phrase)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  OmImportOptions options = { .read = test_options (utc), .as_if_lived = as_if_lived };
  g_autofree char *path = test_sample_path ("openmemory/cavira-memory-all.json");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (OmReader) reader = om_readers_by_name ("openmemory");
  g_autoptr (GError) error = NULL;
  g_autoptr (OmImportReport) report = om_import (fixture->engine, reader, file, &options, NULL, NULL,
                                                 NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (report->added, ==, 3);
  return find (fixture, phrase);
}

/* What was lived in the other program is as it was there; what begins fresh is not. */
static void
test_salience_kept (Fixture      *fixture,
                    gconstpointer unused)
{
  g_autoptr (OmMemory) lived = import_as_lived (fixture, TRUE, "\"splice rope\"");

  g_assert_cmpfloat_with_epsilon (lived->salience, 0.71, 1e-12);
  g_assert_cmpint (lived->salience_at, ==, G_GINT64_CONSTANT (1736240400000));
  g_assert_cmpint (lived->last_seen_at, ==, G_GINT64_CONSTANT (1736240400000));
  g_assert_cmpint (lived->sector, ==, OM_SECTOR_PROCEDURAL);
}

static void
test_salience_fresh (Fixture      *fixture,
                     gconstpointer unused)
{
  g_autoptr (OmMemory) fresh = import_as_lived (fixture, FALSE, "\"splice rope\"");

  g_assert_cmpint (fresh->salience_at, ==, TEST_NOW);
  g_assert_cmpfloat (fresh->salience, !=, 0.71);
}

/* What came of an import can be read later, also by who did not see it; what brought nothing is not
 * kept. */
static void
test_report_kept (Fixture      *fixture,
                  gconstpointer unused)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmImportReport) first = import_sample (fixture, "csv/generic.csv", &error);
  g_autoptr (OmImportReport) again_report = import_sample (fixture, "csv/generic.csv", &error);
  g_autoptr (OmImportReport) second = import_sample (fixture, "chatgpt/export.zip", &error);
  g_autoptr (GPtrArray) all = om_engine_list_imports (fixture->engine, 0, NULL, &error);
  g_autoptr (GPtrArray) one = NULL;
  g_autoptr (GPtrArray) none = om_engine_list_imports (fixture->engine, 99, NULL, &error);
  g_autoptr (OmImportReport) kept = NULL;
  g_autofree char *before = om_import_report_to_text (first);
  g_autofree char *after = NULL;
  const OmPastImport *oldest;

  g_assert_no_error (error);
  g_assert_cmpuint (again_report->added, ==, 0);
  g_assert_cmpuint (second->added, ==, 2);
  g_assert_cmpuint (all->len, ==, 2);
  g_assert_cmpuint (none->len, ==, 0);
  oldest = g_ptr_array_index (all, 1);
  g_assert_cmpstr (oldest->format, ==, "csv");
  g_assert_true (g_str_has_suffix (oldest->file_name, "generic.csv"));
  g_assert_cmpint (oldest->at, ==, TEST_NOW);
  one = om_engine_list_imports (fixture->engine, oldest->id, NULL, &error);
  g_assert_cmpuint (one->len, ==, 1);
  kept = om_import_report_from_json (((OmPastImport *) g_ptr_array_index (one, 0))->report);
  after = om_import_report_to_text (kept);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpint (kept->outcome, ==, OM_IMPORT_PARTIAL);
}

static void
test_report_json (void)
{
  static const char *const wrong[] = { "", "[]", "{", "1", "{\"problems\":3,\"read\":\"x\"}" };
  g_autoptr (OmImportReport) report = om_import_report_new ();
  g_autofree char *json = NULL;
  g_autoptr (OmImportReport) kept = NULL;

  for (int i = 0; i < 5000; i++)
    om_import_report_add (report, i == 4999, "x", "Remark %d.", i);
  json = om_import_report_to_json (report);
  kept = om_import_report_from_json (json);
  g_assert_cmpuint (kept->problems->len, ==, 2001);
  g_assert_cmpstr (((OmProblem *) g_ptr_array_index (kept->problems, 0))->message, ==,
                   "Remark 4999.");
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autoptr (OmImportReport) none = om_import_report_from_json (wrong[i]);

      g_assert_true (i == 4 || none == NULL);
    }
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

void
test_add_import_again (void)
{
  ADD ("/archive/import-again/samples", test_again);
  ADD ("/archive/import-again/salience-kept", test_salience_kept);
  ADD ("/archive/import-again/salience-fresh", test_salience_fresh);
  ADD ("/archive/import-again/report-kept", test_report_kept);
  g_test_add_func ("/archive/import-again/report-json", test_report_json);
  ADD ("/archive/import-again/refused", test_refused);
  ADD ("/archive/import-again/edits-stand", test_edits_stand);
}
