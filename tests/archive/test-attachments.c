/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures and files there and back: in our own archive, in a folder of Markdown files, from other programs. */
#include "config.h"

#include "archive-support.h"

#include <glib/gstdio.h>
#include <string.h>

#include "archive/om-export.h"
#include "archive/om-import.h"
#include "engine/om-attachments.h"
#include "memory/om-error.h"
#include "memory/om-past-import.h"
#include "store/om-store-files.h"
#include "support/om-test-folder.h"

typedef struct
{
  char     *folder; /* (owned) */
  OmEngine *engine; /* (owned) */
} Fixture;

static OmEngine *
open_in (const char *folder,
         const char *name)
{
  g_autofree char *in = g_build_filename (folder, name, NULL);

  g_assert_cmpint (g_mkdir (in, 0700), ==, 0);
  return test_open_store (in);
}

static void
set_up (Fixture      *fixture,
        gconstpointer unused)
{
  fixture->folder = test_make_folder ();
  fixture->engine = open_in (fixture->folder, "first");
}

static void
close_engine (OmEngine *engine)
{
  om_engine_close (engine);
  g_assert_finalize_object (engine);
}

static void
tear_down (Fixture      *fixture,
           gconstpointer unused)
{
  close_engine (fixture->engine);
  om_test_folder_remove (fixture->folder);
  g_free (fixture->folder);
}

static char *
remember (OmEngine   *engine,
          const char *text,
          const char *name,
          const char *content)
{
  g_autoptr (OmDraft) draft = om_draft_new (text);
  g_autoptr (GBytes) bytes = content != NULL ? g_bytes_new (content, strlen (content)) : NULL;
  g_autoptr (OmRemembered) remembered = NULL;
  g_autoptr (GError) error = NULL;

  if (bytes != NULL)
    om_draft_add_attachment (draft, name, NULL, bytes);
  remembered = om_engine_remember (engine, draft, NULL, &error);
  g_assert_no_error (error);
  return g_strdup (remembered->id);
}

static OmExportReport *
export (OmEngine         *engine,
        const OmExporter *exporter,
        const char       *path)
{
  OmExportOptions options = { .choice = { .whole = TRUE, .private_memories = OM_PRIVATE_TAKEN } };
  g_autoptr (GError) error = NULL;
  OmExportReport *report = om_export (engine, exporter, path, &options, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return report;
}

static OmImportReport *
import (OmEngine   *engine,
        const char *path,
        gboolean    dry_run)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  OmImportOptions options = { .read = test_options (utc), .dry_run = dry_run };
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmReader) reader = om_readers_probe (file, NULL, &error);
  OmImportReport *report = om_import (engine, reader, file, &options, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return report;
}

/* All files of all memories: name and content, a line each, in the order of the memories' texts. */
static char *
sum_of (const char *path)
{
  g_autofree char *bytes = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  return g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) bytes, length);
}

static int
compare_lines (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

static char *
describe (OmEngine *engine)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) items = om_engine_list (engine, NULL, OM_SORT_OLDEST, NULL, &error);
  g_autoptr (GPtrArray) lines = g_ptr_array_new_with_free_func (g_free);

  g_assert_no_error (error);
  for (guint i = 0; i < items->len; i++)
    {
      gint64 row = g_array_index (items, OmListItem, i).row;
      g_autoptr (GPtrArray) rows = om_engine_get_rows (engine, &row, 1, NULL, &error);
      const OmMemory *memory = g_ptr_array_index (rows, 0);
      g_autoptr (GPtrArray) files = om_engine_get_attachments (engine, memory->id, NULL, &error);

      for (guint j = 0; j < files->len; j++)
        {
          const OmAttachment *file = g_ptr_array_index (files, j);
          g_autofree char *path = om_engine_dup_attachment_path (engine, file);
          g_autofree char *sum = sum_of (path);

          g_assert_cmpstr (sum, ==, file->hash);
          g_ptr_array_add (lines, g_strdup_printf ("%.12s: %u %s %s", memory->content, j, file->name, file->hash));
        }
    }
  g_ptr_array_sort (lines, compare_lines);
  g_ptr_array_add (lines, NULL);
  return g_strjoinv ("\n", (char **) lines->pdata);
}

static void
fill (OmEngine *engine)
{
  g_autofree char *one = remember (engine, "The heron at the second lock.", "heron.txt", "grey, standing");
  g_autofree char *two = remember (engine, "Yeast, flour, water.", "same.txt", "grey, standing");
  g_autofree char *three = remember (engine, "A walk by the river.", "heron.txt", "another heron");
  g_autofree char *four = remember (engine, "Nothing with it.", "what was before.bak", "an old copy");
  g_autoptr (GError) error = NULL;
  g_autofree char *in = g_path_get_dirname (om_engine_get_path (engine));
  g_autofree char *path = g_build_filename (in, "苍鹭 [1]#.bin", NULL);
  const char *paths[] = { path, NULL };
  guint n;

  g_assert_true (g_file_set_contents (path, "\0\1\2\nmore\r\n", 10, NULL));
  om_engine_attach (engine, one, paths, &n, NULL, &error);
  g_assert_no_error (error);
}

static void
test_archive (Fixture      *fixture,
              gconstpointer unused)
{
  OmEngine *second = open_in (fixture->folder, "second");
  g_autofree char *one = g_build_filename (fixture->folder, "one.openmemory", NULL);
  g_autofree char *two = g_build_filename (fixture->folder, "two.openmemory", NULL);
  g_autoptr (OmExportReport) written = NULL;
  g_autoptr (OmExportReport) again = NULL;
  g_autoptr (OmImportReport) look = NULL;
  g_autoptr (OmImportReport) report = NULL;
  g_autoptr (OmImportReport) known = NULL;
  g_autoptr (GPtrArray) imports = NULL;
  g_autoptr (OmImportReport) kept = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autofree char *sum = NULL;
  g_autofree char *sum_again = NULL;
  g_autoptr (GError) error = NULL;

  fill (fixture->engine);
  written = export (fixture->engine, &om_archive_exporter, one);
  g_assert_cmpuint (written->attachments, ==, 5);
  g_assert_cmpuint (written->problems->len, ==, 0);

  look = import (second, one, TRUE);
  g_assert_cmpuint (look->files, ==, 5);
  report = import (second, one, FALSE);
  g_assert_cmpint (report->outcome, ==, OM_IMPORT_OK);
  g_assert_cmpuint (report->files, ==, 5);
  before = describe (fixture->engine);
  after = describe (second);
  g_assert_cmpstr (before, ==, after);
  g_assert_nonnull (strstr (before, "苍鹭 [1]#.bin"));

  again = export (second, &om_archive_exporter, two);
  sum = sum_of (one);
  sum_again = sum_of (two);
  g_assert_cmpstr (sum, ==, sum_again);
  known = import (second, one, FALSE);
  g_assert_cmpuint (known->added, ==, 0);
  g_assert_cmpuint (known->files, ==, 0);

  /* The report is kept for later reading. */
  imports = om_engine_list_imports (second, 0, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (imports->len, ==, 1);
  g_assert_cmpstr (((OmPastImport *) g_ptr_array_index (imports, 0))->format, ==, "archive");
  kept = om_import_report_from_json (((OmPastImport *) g_ptr_array_index (imports, 0))->report);
  g_assert_nonnull (kept);
  g_assert_cmpuint (kept->added, ==, 4);
  g_assert_cmpuint (kept->files, ==, 5);
  close_engine (second);
}

/* What is missing or damaged is named, keeps nobody from having the rest, and the same archive comes in. */
static void
test_missing (Fixture      *fixture,
              gconstpointer unused)
{
  OmEngine *second = open_in (fixture->folder, "second");
  g_autofree char *id = remember (fixture->engine, "The heron at the second lock.", "gone.txt", "gone");
  g_autofree char *other = remember (fixture->engine, "Yeast, flour, water.", "rotten.txt", "as it was");
  g_autofree char *whole = remember (fixture->engine, "A walk by the river.", "whole.txt", "whole");
  g_autofree char *path = g_build_filename (fixture->folder, "one.openmemory", NULL);
  const char *ids[] = { id, other };
  g_autoptr (OmExportReport) written = NULL;
  g_autoptr (OmImportReport) report = NULL;
  g_autoptr (GPtrArray) files = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (ids); i++)
    {
      g_autoptr (GPtrArray) list = om_engine_get_attachments (fixture->engine, ids[i], NULL, NULL);
      g_autofree char *file = om_engine_dup_attachment_path (fixture->engine, g_ptr_array_index (list, 0));

      if (i == 0)
        g_assert_cmpint (g_unlink (file), ==, 0);
      else
        g_assert_true (g_file_set_contents (file, "as it is.", 9, NULL));
    }
  written = export (fixture->engine, &om_archive_exporter, path);
  g_assert_cmpuint (written->attachments, ==, 1);
  g_assert_cmpuint (written->problems->len, ==, 2);
  g_assert_nonnull (strstr (g_ptr_array_index (written->problems, 0), "gone.txt"));
  g_assert_nonnull (strstr (g_ptr_array_index (written->problems, 1), "rotten.txt"));
  report = import (second, path, FALSE);
  g_assert_cmpuint (report->added, ==, 3);
  g_assert_cmpuint (report->files, ==, 1);
  files = om_engine_get_attachments (second, whole, NULL, NULL);
  g_assert_cmpuint (files->len, ==, 1);
  close_engine (second);
}

static void
test_markdown (Fixture      *fixture,
               gconstpointer unused)
{
  OmEngine *second = open_in (fixture->folder, "second");
  g_autofree char *path = g_build_filename (fixture->folder, "markdown", NULL);
  g_autoptr (OmExportReport) written = NULL;
  g_autoptr (OmImportReport) report = NULL;
  g_autoptr (OmImportReport) again = NULL;
  g_autofree char *after = NULL;

  fill (fixture->engine);
  written = export (fixture->engine, &om_markdown_exporter, path);
  g_assert_cmpuint (written->attachments, ==, 5);
  report = import (second, path, FALSE);
  g_assert_cmpuint (report->added, ==, 4);
  g_assert_cmpuint (report->files, ==, 5);
  g_assert_cmpuint (report->problems->len, ==, 0);
  after = describe (second);
  /* Names that lead elsewhere in a vault are written so that they do not. */
  g_assert_nonnull (strstr (after, "The heron at: 0 heron.txt "));
  g_assert_nonnull (strstr (after, "The heron at: 1 苍鹭 1.bin "));
  g_assert_nonnull (strstr (after, "Yeast, flour: 0 same.txt "));
  g_assert_nonnull (strstr (after, "A walk by th: 0 heron (2).txt "));
  again = import (second, path, FALSE);
  g_assert_cmpuint (again->added, ==, 0);
  g_assert_cmpuint (again->files, ==, 0);
  close_engine (second);
}

/* A format that cannot hold them says so. */
static void
test_left_behind (Fixture      *fixture,
                  gconstpointer unused)
{
  const OmExporter *const exporters[] = { &om_json_exporter, &om_csv_exporter };

  fill (fixture->engine);
  for (guint i = 0; i < G_N_ELEMENTS (exporters); i++)
    {
      g_autofree char *path = g_build_filename (fixture->folder, exporters[i]->name, NULL);
      g_autoptr (OmExportReport) report = export (fixture->engine, exporters[i], path);

      g_assert_cmpuint (report->attachments, ==, 0);
      g_assert_cmpuint (report->problems->len, ==, 1);
      g_assert_nonnull (strstr (g_ptr_array_index (report->problems, 0), "5 pictures"));
    }
}

/** Sample: what comes along, by expected.json of its folder. */
static const struct
{
  const char *relative;
  guint       files;
  const char *name;
} samples[] = {
  { "dayone/export.zip", 1, "9376c677b8f8dfa9909099e3f327aaa9.png" },
  { "joplin/diary.jex", 1, "ledger.txt" },
  { "joplin/raw", 1, "ledger.txt" },
  { "joplin/md_frontmatter", 1, "ledger.txt" },
  { "journey/journey.zip", 1, "1700000000000-aaa-p1.png" },
  { "keep/Takeout", 1, "18f.png" },
  { "keep/takeout-20240630T120000Z-001.zip", 1, "18f.png" },
  { "logseq/graph", 1, "pic_1.png" },
  { "obsidian/vault", 1, "pic.png" },
};

static void
test_samples (Fixture      *fixture,
              gconstpointer unused)
{
  for (guint i = 0; i < G_N_ELEMENTS (samples); i++)
    {
      g_autofree char *name = g_strdup_printf ("sample-%u", i);
      OmEngine *engine = open_in (fixture->folder, name);
      g_autofree char *path = test_sample_path (samples[i].relative);
      g_autoptr (OmImportReport) look = import (engine, path, TRUE);
      g_autofree char *store = g_strdup (om_engine_get_path (engine));
      g_autofree char *folder = om_store_files_dup_folder (store);
      g_autoptr (OmImportReport) report = NULL;
      g_autoptr (OmImportReport) again = NULL;
      g_autofree char *all = NULL;

      g_test_message ("%s", samples[i].relative);
      /* A look copies nothing. */
      g_assert_cmpuint (look->files, ==, samples[i].files);
      g_assert_false (g_file_test (folder, G_FILE_TEST_EXISTS));
      report = import (engine, path, FALSE);
      g_assert_cmpuint (report->files, ==, samples[i].files);
      all = describe (engine);
      g_assert_nonnull (strstr (all, samples[i].name));
      again = import (engine, path, FALSE);
      g_assert_cmpuint (again->files, ==, 0);
      close_engine (engine);
    }
}

static char *
find_by_text (OmEngine   *engine,
              const char *words)
{
  g_autoptr (OmSearch) search = om_search_new (words, 5);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmAnswer) answer = om_engine_search (engine, search, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (answer->hits->len, >, 0);
  return g_strdup (((OmHit *) g_ptr_array_index (answer->hits, 0))->memory->id);
}

/* Case S11: what was known gets its photo; what the person removed does not come back. */
static void
test_late (Fixture      *fixture,
           gconstpointer unused)
{
  g_autofree char *bare = test_sample_path ("dayone/Journal.json");
  g_autofree char *zip = test_sample_path ("dayone/export.zip");
  g_autoptr (OmImportReport) first = import (fixture->engine, bare, FALSE);
  g_autoptr (OmImportReport) second = NULL;
  g_autoptr (OmImportReport) third = NULL;
  g_autofree char *id = NULL;
  g_autoptr (GPtrArray) files = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (first->added, ==, 4);
  g_assert_cmpuint (first->files, ==, 0);
  second = import (fixture->engine, zip, FALSE);
  g_assert_cmpuint (second->added, ==, 1);
  g_assert_cmpuint (second->files, ==, 1);
  id = find_by_text (fixture->engine, "Ferry home");
  files = om_engine_get_attachments (fixture->engine, id, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (files->len, ==, 1);

  om_engine_detach (fixture->engine, id, 0, TRUE, NULL, &error);
  g_assert_no_error (error);
  third = import (fixture->engine, zip, FALSE);
  g_assert_cmpuint (third->added, ==, 0);
  g_assert_cmpuint (third->files, ==, 0);
  g_clear_pointer (&files, g_ptr_array_unref);
  files = om_engine_get_attachments (fixture->engine, id, NULL, &error);
  g_assert_cmpuint (files->len, ==, 0);
}

#define add(name, func) g_test_add ("/archive/attachments/" name, Fixture, NULL, set_up, func, tear_down)

void
test_add_attachments (void)
{
  add ("archive", test_archive);
  add ("missing", test_missing);
  add ("markdown", test_markdown);
  add ("left-behind", test_left_behind);
  add ("samples", test_samples);
  add ("late", test_late);
}
