/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole imports into a store: cases S2, S10 and S11, refusals, Cancel, dry runs, the background
 * form. */
#include "config.h"

#include "archive-support.h"

#include <string.h>

#include "archive/om-import.h"
#include "memory/om-error.h"
#include "support/om-test-folder.h"

typedef struct
{
  char      *folder; /* (owned) */
  OmEngine  *engine; /* (owned) */
  GTimeZone *utc;    /* (owned) */
} Fixture;

static void
set_up (Fixture      *fixture,
        gconstpointer unused)
{
  fixture->folder = test_make_folder ();
  fixture->utc = g_time_zone_new_utc ();
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
  g_time_zone_unref (fixture->utc);
}

static OmImportReport *
import_with (Fixture                *fixture,
             GFile                  *file,
             const OmImportOptions  *options,
             GError                **error)
{
  g_autoptr (OmReader) reader = om_readers_probe (file, NULL, error);

  if (reader == NULL)
    return NULL;
  return om_import (fixture->engine, reader, file, options, NULL, NULL, NULL, error);
}

static OmImportReport *
import_path (Fixture    *fixture,
             const char *path)
{
  OmImportOptions options = { .read = test_options (fixture->utc) };
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  OmImportReport *report = import_with (fixture, file, &options, &error);

  g_assert_no_error (error);
  return report;
}

static OmImportReport *
import_sample (Fixture    *fixture,
               const char *relative)
{
  g_autofree char *path = test_sample_path (relative);

  return import_path (fixture, path);
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

/* The one memory that the words find. */
static OmMemory *
find (Fixture    *fixture,
      const char *words)
{
  g_autofree char *phrase = g_strdup_printf ("\"%s\"", words);
  g_autoptr (OmSearch) search = om_search_new (phrase, 10);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmAnswer) answer = om_engine_search (fixture->engine, search, NULL, &error);
  OmMemory *found = NULL;

  g_assert_no_error (error);
  for (guint i = 0; i < answer->hits->len; i++)
    {
      const OmHit *hit = g_ptr_array_index (answer->hits, i);

      if (strstr (hit->memory->content, words) == NULL &&
          g_strcmp0 (hit->memory->title, words) != 0)
        continue;
      if (found != NULL)
        g_error ("“%s” is there twice", words);
      found = hit->memory;
    }
  if (found == NULL)
    g_error ("“%s” is not found", words);
  return om_memory_ref (found);
}

/* S11: a second time, or another export of the same journal, adds nothing. */
static void
test_twice (Fixture      *fixture,
            gconstpointer unused)
{
  static const char *const again[] = { "jrnl/journal-real.txt", "jrnl/export-real.json" };
  g_autoptr (OmImportReport) first = import_sample (fixture, "jrnl/journal-real.txt");
  g_autoptr (OmMemory) kettle = NULL;
  gint64 revision;

  g_assert_cmpuint (first->read, ==, 12);
  g_assert_cmpuint (first->added, ==, 12);
  g_assert_cmpuint (first->known, ==, 0);
  g_assert_cmpint (first->outcome, ==, OM_IMPORT_OK);
  g_assert_cmpuint (stats_of (fixture).memories, ==, 12);
  kettle = find (fixture, "It had boiled every morning");
  g_assert_cmpstr (kettle->title, ==, "The kettle finally gave up.");
  g_assert_cmpint (kettle->origin, ==, OM_ORIGIN_IMPORT);
  g_assert_cmpint (kettle->salience_at, ==, TEST_NOW);
  g_assert_cmpint (kettle->last_active_at, ==, TEST_NOW);

  revision = stats_of (fixture).revision;
  for (guint i = 0; i < G_N_ELEMENTS (again); i++)
    {
      g_autoptr (OmImportReport) report = import_sample (fixture, again[i]);

      g_assert_cmpuint (report->added, ==, 0);
      g_assert_cmpuint (report->known, ==, 12);
      g_assert_cmpint (report->outcome, ==, OM_IMPORT_OK);
    }
  g_assert_cmpuint (stats_of (fixture).memories, ==, 12);
  g_assert_cmpint (stats_of (fixture).revision, ==, revision);
}

/* S11: what the person did in between stands. */
static void
test_edits_stand (Fixture      *fixture,
                  gconstpointer unused)
{
  g_autoptr (OmImportReport) first = import_sample (fixture, "jrnl/journal-real.txt");
  g_autoptr (OmMemory) edited = find (fixture, "Counted down with the neighbours.");
  g_autoptr (OmMemory) binned = find (fixture, "Wrote to grandmother");
  g_autoptr (OmMemory) values = om_memory_new ();
  const char *ids[] = { binned->id, NULL };
  g_autoptr (GError) error = NULL;
  g_autoptr (OmImportReport) second = NULL;
  g_autoptr (OmMemory) still = NULL;

  g_assert_cmpuint (first->added, ==, 12);
  g_free (values->content);
  values->content = g_strdup ("Counted with everybody.");
  om_engine_edit (fixture->engine, edited->id, OM_CHANGE_CONTENT, values, edited->version, NULL,
                  &error);
  g_assert_no_error (error);
  om_engine_bin (fixture->engine, ids, NULL, &error);
  g_assert_no_error (error);

  second = import_sample (fixture, "jrnl/journal-real.txt");
  g_assert_cmpuint (second->added, ==, 0);
  g_assert_cmpuint (second->known, ==, 12);
  g_assert_cmpuint (second->known_deleted, ==, 1);
  still = find (fixture, "Counted with everybody.");
  g_assert_cmpstr (still->id, ==, edited->id);
  g_assert_cmpuint (stats_of (fixture).memories, ==, 11);
  g_assert_cmpuint (stats_of (fixture).binned, ==, 1);
}

/* Same key with another text: both are kept, the second is marked, and it is said. */
static void
test_changed_at_source (Fixture      *fixture,
                        gconstpointer unused)
{
  g_autofree char *path = g_build_filename (fixture->folder, "journal.txt", NULL);
  g_autoptr (OmImportReport) first = NULL;
  g_autoptr (OmImportReport) second = NULL;
  g_autoptr (OmImportReport) third = NULL;
  g_autoptr (OmMemory) before = NULL;
  g_autoptr (OmMemory) after = NULL;

  test_write (fixture->folder, "journal.txt", "[2024-01-01 10:00] A walk\nHeron by the lock.\n",
              -1);
  first = import_path (fixture, path);
  test_write (fixture->folder, "journal.txt",
              "[2024-01-01 10:00] A walk\nKingfisher by the weir.\n", -1);
  second = import_path (fixture, path);
  third = import_path (fixture, path);

  g_assert_cmpuint (first->added, ==, 1);
  g_assert_cmpuint (second->added, ==, 1);
  g_assert_cmpuint (second->changed_at_source, ==, 1);
  g_assert_cmpuint (third->added, ==, 0);
  before = find (fixture, "Heron by the lock.");
  after = find (fixture, "Kingfisher by the weir.");
  g_assert_cmpuint (before->flags & OM_FLAG_CONFLICT, ==, 0);
  g_assert_cmpuint (after->flags & OM_FLAG_CONFLICT, !=, 0);
}

/* S2: what stands above the first date, behind a mark, or on a day that never was is found by
 * search. */
static void
test_nothing_lost (Fixture      *fixture,
                   gconstpointer unused)
{
  g_autoptr (OmImportReport) above = import_sample (fixture, "jrnl/text-before-first.txt");
  g_autoptr (OmImportReport) mark = import_sample (fixture, "jrnl/bom-crlf.txt");
  g_autoptr (OmImportReport) edge = import_sample (fixture, "jrnl/dates-edge.txt");
  static const char *const words[] = { "Typed at the top by hand.", "Body one.",
                                       "Kept all the same." };
  static const gboolean undated[] = { TRUE, FALSE, TRUE };
  g_autoptr (OmFilter) filter = om_filter_new ();
  g_autoptr (GArray) list = NULL;
  g_autoptr (GError) error = NULL;

  g_assert_cmpuint (above->added, ==, 2);
  g_assert_cmpuint (above->undated, ==, 1);
  g_assert_cmpuint (mark->added, ==, 3);
  g_assert_cmpuint (edge->added, ==, 6);
  g_assert_cmpuint (edge->undated, ==, 1);
  g_assert_cmpint (edge->outcome, ==, OM_IMPORT_PARTIAL);
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autoptr (OmMemory) memory = find (fixture, words[i]);

      g_assert_cmpint (memory->happened.precision == OM_PRECISION_UNKNOWN, ==, undated[i]);
    }

  filter->undated = TRUE;
  list = om_engine_list (fixture->engine, filter, OM_SORT_NEWEST, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (list->len, ==, 2);
}

static void
test_vault (Fixture      *fixture,
            gconstpointer unused)
{
  g_autoptr (OmImportReport) report = import_sample (fixture, "obsidian/vault");
  g_autoptr (OmImportReport) again = import_sample (fixture, "obsidian/vault");
  g_autoptr (OmMemory) friday = find (fixture, "kept as quoted text");
  g_autoptr (OmMemory) windows = find (fixture, "Windows wrote this.");

  g_assert_cmpuint (report->added, ==, 6);
  g_assert_cmpuint (report->undated, ==, 2);
  g_assert_cmpuint (report->links, ==, 2);
  g_assert_cmpint (report->outcome, ==, OM_IMPORT_OK);
  g_assert_cmpuint (again->added, ==, 0);
  g_assert_cmpuint (again->known, ==, 6);
  g_assert_cmpint (friday->happened.precision, ==, OM_PRECISION_DAY);
  g_assert_nonnull (strstr (friday->source_data, "\"mood\":4"));
  g_assert_cmpstr (friday->source, ==, "obsidian");
  g_assert_cmpstr (windows->content, ==, "Windows wrote this.");
  g_assert_cmpstr (windows->tags[0], ==, "bom");
}

static void
test_as_if_lived (Fixture      *fixture,
                  gconstpointer unused)
{
  OmImportOptions options = { .read = test_options (fixture->utc), .as_if_lived = TRUE };
  g_autofree char *path = test_sample_path ("jrnl/text-before-first.txt");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmImportReport) report = import_with (fixture, file, &options, &error);
  g_autoptr (OmMemory) dated = find (fixture, "Its body.");
  g_autoptr (OmMemory) undated = find (fixture, "Typed at the top by hand.");

  g_assert_no_error (error);
  g_assert_cmpuint (report->added, ==, 2);
  g_assert_cmpint (dated->salience_at, ==, dated->happened.ms);
  g_assert_cmpint (dated->last_seen_at, ==, dated->happened.ms);
  g_assert_cmpint (dated->last_active_at, ==, dated->happened.ms);
  g_assert_cmpint (undated->last_active_at, ==, TEST_NOW);
}

/* A dry run counts and leaves the store as it is; without a store everything is new. */
static void
test_dry_run (Fixture      *fixture,
              gconstpointer unused)
{
  OmImportOptions options = { .read = test_options (fixture->utc), .dry_run = TRUE };
  g_autofree char *path = test_sample_path ("jrnl/journal-real.txt");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (OmReader) reader = om_readers_by_name ("jrnl");
  g_autoptr (GError) error = NULL;
  g_autoptr (OmImportReport) fresh = import_with (fixture, file, &options, &error);
  g_autoptr (OmImportReport) real = NULL;
  g_autoptr (OmImportReport) known = NULL;
  g_autoptr (OmImportReport) nowhere = NULL;
  gint64 revision;

  g_assert_no_error (error);
  g_assert_cmpuint (fresh->added, ==, 12);
  g_assert_cmpuint (stats_of (fixture).memories, ==, 0);

  real = import_sample (fixture, "jrnl/journal-real.txt");
  revision = stats_of (fixture).revision;
  known = import_with (fixture, file, &options, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (real->added, ==, 12);
  g_assert_cmpuint (known->added, ==, 0);
  g_assert_cmpuint (known->known, ==, 12);
  g_assert_cmpint (stats_of (fixture).revision, ==, revision);

  nowhere = om_import (NULL, reader, file, &options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (nowhere->added, ==, 12);
}

/* Refused or empty, the store is as it was. */
static void
test_refused (Fixture      *fixture,
              gconstpointer unused)
{
  OmImportOptions options = { .read = test_options (fixture->utc) };
  g_autoptr (OmImportReport) before = import_sample (fixture, "jrnl/bom-crlf.txt");
  gint64 revision = stats_of (fixture).revision;
  g_autofree char *bad_path = test_sample_path ("jrnl/bad-utf8.txt");
  g_autofree char *cut_path = g_build_filename (fixture->folder, "cut.json", NULL);
  g_autoptr (GFile) bad = g_file_new_for_path (bad_path);
  g_autoptr (GFile) cut = g_file_new_for_path (cut_path);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmImportReport) zero = NULL;

  g_assert_cmpuint (before->added, ==, 3);
  g_assert_null (import_with (fixture, bad, &options, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_ENCODING);
  g_clear_error (&error);

  test_write (fixture->folder, "cut.json",
              "{\"entries\": [{\"title\": \"One\", \"body\": \"two\", \"date\": \"2024-01-01\"}, "
              "{\"title\": \"cu",
              -1);
  g_assert_null (import_with (fixture, cut, &options, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);

  zero = import_sample (fixture, "jrnl/zero.txt");
  g_assert_cmpint (zero->outcome, ==, OM_IMPORT_EMPTY);
  g_assert_cmpuint (stats_of (fixture).memories, ==, 3);
  g_assert_cmpint (stats_of (fixture).revision, ==, revision);
}

/* The same text under another name comes in and is named. */
static void
test_same_text (Fixture      *fixture,
                gconstpointer unused)
{
  g_autofree char *path = g_build_filename (fixture->folder, "journal.txt", NULL);
  g_autoptr (OmImportReport) report = NULL;

  test_write (fixture->folder, "journal.txt",
              "[2024-01-01 10:00] Went for a run.\n\n[2024-01-02 10:00] Went for a run.\n", -1);
  report = import_path (fixture, path);
  g_assert_cmpuint (report->added, ==, 2);
  g_assert_cmpuint (report->same_text, ==, 1);
  g_assert_cmpuint (stats_of (fixture).memories, ==, 2);
}

/* In the background */

typedef struct
{
  OmImportReport *report;
  GError         *error;
  gboolean        done;
  GThread        *thread;
  guint           n_told;
  guint           told;
  guint           total;
  GCancellable   *cancellable; /* cancelled at the first progress */
} Background;

static void
progress_cb (guint    done,
             guint    total,
             gpointer data)
{
  Background *background = data;

  g_assert_true (g_thread_self () == background->thread);
  g_assert_false (background->done);
  g_assert_cmpuint (done, >=, background->told);
  background->n_told++;
  background->told = done;
  background->total = total;
  if (background->cancellable != NULL)
    g_cancellable_cancel (background->cancellable);
}

static void
done_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  Background *background = data;

  background->report = om_import_finish (result, &background->error);
  background->done = TRUE;
}

static void
run_background (Fixture      *fixture,
                const char   *relative,
                Background   *background,
                GCancellable *cancellable)
{
  g_autofree char *path = test_sample_path (relative);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (OmReader) reader = om_readers_probe (file, NULL, NULL);
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  OmImportOptions options = { .read = test_options (utc) };

  background->thread = g_thread_self ();
  om_import_async (fixture->engine, reader, file, &options, progress_cb, background, cancellable,
                   done_cb, background);
  while (!background->done)
    g_main_context_iteration (NULL, TRUE);
}

static void
test_background (Fixture      *fixture,
                 gconstpointer unused)
{
  Background background = { 0 };

  run_background (fixture, "jrnl/journal-real.txt", &background, NULL);
  g_assert_no_error (background.error);
  g_assert_cmpuint (background.report->added, ==, 12);
  g_assert_cmpuint (background.n_told, >, 0);
  g_assert_cmpuint (background.told, ==, 12);
  g_assert_cmpuint (background.total, ==, 12);
  g_assert_cmpuint (stats_of (fixture).memories, ==, 12);
  om_import_report_free (background.report);
}

/* Cancelled in the middle of twelve thousand, nothing came in. */
static void
test_cancel (Fixture      *fixture,
             gconstpointer unused)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  Background background = { .cancellable = cancellable };

  run_background (fixture, "jrnl/twelve-thousand.txt", &background, cancellable);
  g_assert_null (background.report);
  g_assert_error (background.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (background.n_told, >, 0);
  g_assert_cmpuint (stats_of (fixture).memories, ==, 0);
  g_clear_error (&background.error);
}

static void
add (const char *path,
     void       (*test) (Fixture *, gconstpointer))
{
  g_test_add (path, Fixture, NULL, set_up, test, tear_down);
}

void
test_add_import (void)
{
  add ("/archive/import/twice", test_twice);
  add ("/archive/import/edits-stand", test_edits_stand);
  add ("/archive/import/changed-at-source", test_changed_at_source);
  add ("/archive/import/nothing-lost", test_nothing_lost);
  add ("/archive/import/vault", test_vault);
  add ("/archive/import/as-if-lived", test_as_if_lived);
  add ("/archive/import/dry-run", test_dry_run);
  add ("/archive/import/refused", test_refused);
  add ("/archive/import/same-text", test_same_text);
  add ("/archive/import/background", test_background);
  add ("/archive/import/cancel", test_cancel);
}
