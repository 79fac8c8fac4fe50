/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The archive there and back: the sample journal with all that can have happened to it, merges, and what
 * must not depend on locale and zone. */
#include "config.h"

#include "archive-support.h"

#include <glib/gstdio.h>
#include <locale.h>
#include <math.h>
#include <string.h>

#include "archive/om-archive-manifest.h"
#include "archive/om-export.h"
#include "archive/om-sample-journal.h"
#include "engine/om-act.h"
#include "engine/om-hiding.h"
#include "engine/om-history.h"
#include "engine/om-intake.h"
#include "engine/om-reminders.h"
#include "engine/om-settings.h"
#include "memory/om-error.h"
#include "support/om-test-folder.h"

/** Store: an engine on a store of its own, with a clock that is set. */
typedef struct
{
  OmEngine *engine; /* (owned) */
  gint64    now;
} Store;

static gint64
clock_cb (gpointer data)
{
  return *(gint64 *) data;
}

static Store *
store_open (const char *folder,
            const char *name)
{
  Store *self = g_new0 (Store, 1);
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;

  self->now = TEST_NOW;
  self->engine = om_engine_new ();
  om_engine_set_clock (self->engine, clock_cb, &self->now);
  om_engine_open (self->engine, path, OM_OPEN_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  om_engine_load (self->engine, NULL, &error);
  g_assert_no_error (error);
  return self;
}

static void
store_close (Store *self)
{
  om_engine_close (self->engine);
  g_assert_finalize_object (self->engine);
  g_free (self);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Store, store_close)

static char *
export (Store      *store,
        const char *folder,
        const char *name)
{
  OmExportOptions options = { .choice = { .whole = TRUE, .private_memories = OM_PRIVATE_TAKEN } };
  char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmExportReport) report =
      om_export (store->engine, &om_archive_exporter, path, &options, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (report->entries, ==, report->read_back);
  return path;
}

static OmImportReport *
try_import (Store      *store,
            const char *path,
            gboolean    dry_run,
            GError    **error)
{
  OmImportOptions options = { .dry_run = dry_run };
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (OmReader) reader = om_readers_probe (file, NULL, error);

  if (reader == NULL)
    return NULL;
  g_assert_cmpstr (om_reader_get_name (reader), ==, "archive");
  return om_import (store->engine, reader, file, &options, NULL, NULL, NULL, error);
}

static OmImportReport *
import (Store      *store,
        const char *path)
{
  g_autoptr (GError) error = NULL;
  OmImportReport *report = try_import (store, path, FALSE, &error);

  g_assert_no_error (error);
  return report;
}

static void
assert_same_bytes (const char *a,
                   const char *b)
{
  g_autofree char *x = NULL;
  g_autofree char *y = NULL;
  gsize n;
  gsize m;

  g_assert_true (g_file_get_contents (a, &x, &n, NULL));
  g_assert_true (g_file_get_contents (b, &y, &m, NULL));
  g_assert_cmpmem (x, n, y, m);
}

static char *
remember (Store      *store,
          const char *text)
{
  g_autoptr (OmDraft) draft = om_draft_new (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmRemembered) remembered = om_engine_remember (store->engine, draft, NULL, &error);

  g_assert_no_error (error);
  return g_strdup (remembered->id);
}

static gint64
act (Store      *store,
     OmAct       what,
     const char *id)
{
  const char *ids[] = { id, NULL };
  g_autoptr (GError) error = NULL;
  gint64 group;

  om_engine_act (store->engine, what, ids, &group, NULL, &error);
  g_assert_no_error (error);
  return group;
}

static gint64
recall (Store      *store,
        const char *words)
{
  g_autoptr (OmSearch) search = om_search_new (words, 5);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmAnswer) answer = NULL;

  search->way = OM_RECALL_WAY_COMMAND;
  answer = om_engine_recall (store->engine, search, NULL, &error);

  g_assert_no_error (error);
  return answer->group;
}

static void
edit (Store      *store,
      const char *id,
      const char *text)
{
  g_autoptr (OmMemory) values = om_memory_new ();
  g_autoptr (GError) error = NULL;

  values->content = g_strdup (text);
  values->title = g_strdup ("Edited");
  values->sector = OM_SECTOR_PROCEDURAL;
  om_engine_edit (store->engine, id, OM_CHANGE_CONTENT | OM_CHANGE_TITLE | OM_CHANGE_SECTOR, values, 0, NULL, &error);
  g_assert_no_error (error);
}

/* Everything that can happen, on different days. */
static void
live (Store *store)
{
  g_autofree char *kept = remember (store, "The heron stands at the second lock every morning. 苍鹭 🌧 “quoted”\ttab");
  g_autofree char *edited = remember (store, "How to mend a coat: thread, needle, patience.");
  g_autofree char *rested = remember (store, "A long quarrel about the flat.");
  g_autofree char *binned = remember (store, "Nothing worth keeping, \\ backslash and \"quotes\".");
  g_autofree char *private_one = remember (store, "What nobody else shall read.");
  g_autofree char *gone = remember (store, "This one is wiped.");
  g_autoptr (GString) text = g_string_new (NULL);
  g_autofree char *document = NULL;
  const char *bin[] = { binned, NULL };
  const char *wipe[] = { gone, NULL };
  const OmSettingChange change = { .setting = OM_SETTING_PACE, .value = 1 };
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < 900; i++)
    g_string_append_printf (text, "Chapter %u. The canal was grey and wide, and the heron had gone away for the winter.\n%s", i,
                            i % 9 == 0 ? "\n" : "");
  document = remember (store, text->str);
  for (guint i = 0; i < 60; i++)
    {
      store->now += 36 * 3600 * 1000;
      recall (store, i % 2 == 0 ? "heron lock" : "canal morning walk");
    }
  om_engine_set_reminder (store->engine, kept, store->now + 10 * OM_MS_PER_DAY, NULL, NULL, &error);
  g_assert_no_error (error);
  om_engine_set_reminder (store->engine, binned, store->now + 20 * OM_MS_PER_DAY, NULL, NULL, &error);
  g_assert_no_error (error);
  act (store, OM_ACT_PIN, kept);
  act (store, OM_ACT_RESOLVE, rested);
  act (store, OM_ACT_REST, rested);
  act (store, OM_ACT_HIDE, edited);
  act (store, OM_ACT_MAKE_PRIVATE, private_one);
  store->now += 3600 * 1000;
  edit (store, edited, "How to mend a coat: thread, needle, patience, light.");
  edit (store, edited, "How to mend a coat.");
  om_engine_link (store->engine, kept, edited, NULL, &error);
  g_assert_no_error (error);
  om_engine_bin (store->engine, bin, NULL, &error);
  g_assert_no_error (error);
  om_engine_bin (store->engine, wipe, NULL, &error);
  g_assert_no_error (error);
  om_engine_empty_bin (store->engine, wipe, NULL, &error);
  g_assert_no_error (error);
  om_engine_change_settings (store->engine, &change, 1, NULL, &error);
  g_assert_no_error (error);
}

static Store *
open_sample (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "first.db", NULL);
  g_autoptr (GError) error = NULL;
  Store *store;

  om_sample_journal_ensure (path, NULL, &error);
  g_assert_no_error (error);
  store = store_open (folder, "first.db");
  live (store);
  return store;
}

/* Curves and vividness of every memory, at three moments. */
static void
assert_same_course (Store *a,
                    Store *b)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) items = om_engine_list (a->engine, NULL, OM_SORT_OLDEST, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (items->len, >, 50);
  for (guint i = 0; i < items->len; i++)
    {
      gint64 row = g_array_index (items, OmListItem, i).row;
      g_autoptr (GPtrArray) rows = om_engine_get_rows (a->engine, &row, 1, NULL, &error);
      OmMemory *memory = g_ptr_array_index (rows, 0);
      g_autoptr (OmMemory) other = om_engine_get (b->engine, memory->id, NULL, &error);
      g_autoptr (OmHistory) past = om_engine_get_history (a->engine, memory->id, NULL, &error);
      g_autoptr (OmHistory) other_past = om_engine_get_history (b->engine, memory->id, NULL, &error);

      g_assert_no_error (error);
      for (int days = -400; days <= 400; days += 200)
        {
          gint64 at = a->now + days * OM_MS_PER_DAY;
          double x = om_engine_salience_at (a->engine, past, memory, at);
          double y = om_engine_salience_at (b->engine, other_past, other, at);

          /* Before it began there is none. */
          g_assert_true (x == y || (isnan (x) && isnan (y)));
          g_assert_cmpint (om_engine_vividness_at (a->engine, past, memory, at), ==,
                           om_engine_vividness_at (b->engine, other_past, other, at));
        }
      g_assert_cmpuint (memory->flags, ==, other->flags);
      g_assert_cmpint (memory->archived_at, ==, other->archived_at);
    }
}

static void
test_sample (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autoptr (Store) first = open_sample (folder);
  g_autoptr (Store) second = store_open (folder, "second.db");
  g_autofree char *one = export (first, folder, "one.openmemory");
  g_autoptr (OmImportReport) report = NULL;
  g_autoptr (OmImportReport) again = NULL;
  g_autofree char *two = NULL;
  g_autofree char *three = NULL;

  second->now = first->now;
  report = import (second, one);
  g_assert_cmpint (report->outcome, ==, OM_IMPORT_OK);
  g_assert_cmpuint (report->added, ==, report->read);
  g_assert_cmpuint (report->problems->len, ==, 0);
  two = export (second, folder, "two.openmemory");
  assert_same_bytes (one, two);
  assert_same_course (first, second);
  g_assert_cmpfloat (om_engine_get_setting (second->engine, OM_SETTING_PACE), ==, 1);

  /* The same file once more adds nothing and changes nothing. */
  again = import (second, one);
  g_assert_cmpuint (again->added, ==, 0);
  g_assert_cmpuint (again->known, ==, again->read);
  three = export (second, folder, "three.openmemory");
  assert_same_bytes (one, three);

  g_clear_pointer (&first, store_close);
  g_clear_pointer (&second, store_close);
  om_test_folder_remove (folder);
}

/* An act can be taken back in the store it was brought to, links and all. */
static void
test_undo (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autoptr (Store) first = open_sample (folder);
  g_autoptr (Store) second = store_open (folder, "second.db");
  g_autofree char *before = NULL;
  g_autofree char *one = NULL;
  g_autofree char *after = NULL;
  g_autofree char *path = NULL;
  g_autoptr (OmImportReport) report = NULL;
  g_autoptr (GError) error = NULL;
  gint64 here = recall (first, "heron lock");
  gint64 there;
  guint n;
  guint m;

  one = export (first, folder, "one.openmemory");
  second->now = first->now;
  report = import (second, one);

  /* Another act in each, so that both have their own numbers. */
  there = recall (second, "mend coat");
  g_assert_cmpint (there, >, 0);
  om_engine_undo (second->engine, there, &n, NULL, &error);
  g_assert_no_error (error);
  om_engine_undo (first->engine, here, &n, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (n, >, 0);

  /* The newest act of the archive got the newest of the numbers that were reserved. */
  for (m = 0, there--; there > 0 && m == 0; there--)
    {
      om_engine_undo (second->engine, there, &m, NULL, &error);
      g_assert_no_error (error);
    }
  g_assert_cmpuint (n, ==, m);
  g_clear_pointer (&first, store_close);
  g_clear_pointer (&second, store_close);
  om_test_folder_remove (folder);
}

/* Into a store that holds something already. */
static void
test_merge (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autoptr (Store) first = store_open (folder, "first.db");
  g_autoptr (Store) second = store_open (folder, "second.db");
  g_autofree char *same = remember (first, "The heron at the second lock.");
  g_autofree char *other = remember (first, "Yeast, flour, water.");
  g_autofree char *edited_here = remember (first, "A walk by the river.");
  g_autofree char *deleted_here = remember (first, "Rain on the tin roof.");
  g_autofree char *wiped_here = remember (first, "The coat is torn.");
  g_autofree char *one = export (first, folder, "one.openmemory");
  g_autofree char *new_one = NULL;
  g_autofree char *own = NULL;
  g_autofree char *two = NULL;
  g_autoptr (OmImportReport) report = import (second, one);
  g_autoptr (OmImportReport) merged = NULL;
  g_autoptr (OmImportReport) again = NULL;
  g_autoptr (OmImportReport) look = NULL;
  g_autoptr (GPtrArray) versions = NULL;
  g_autoptr (GError) error = NULL;
  const char *bin[] = { deleted_here, wiped_here, NULL };
  const char *wipe[] = { wiped_here, NULL };
  OmStats stats;

  g_assert_cmpuint (report->added, ==, 5);
  own = remember (second, "Something that is only here.");
  edit (second, edited_here, "A walk by the river, with the dog.");
  om_engine_bin (second->engine, bin, NULL, &error);
  om_engine_empty_bin (second->engine, wipe, NULL, &error);
  g_assert_no_error (error);
  edit (first, other, "Yeast, flour, water, salt.");
  edit (second, other, "Yeast, rye flour, water.");
  new_one = remember (first, "First frost on the windscreen.");
  om_engine_link (first->engine, new_one, same, NULL, &error);
  g_assert_no_error (error);
  two = export (first, folder, "two.openmemory");

  look = try_import (second, two, TRUE, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (look->added, ==, 2);
  merged = import (second, two);
  g_assert_cmpuint (merged->read, ==, 6);
  g_assert_cmpuint (merged->added, ==, 2);
  g_assert_cmpuint (merged->changed_at_source, ==, 1);
  g_assert_cmpuint (merged->known, ==, 4);
  g_assert_cmpuint (merged->known_deleted, ==, 2);
  om_engine_get_stats (second->engine, &stats, NULL, &error);
  g_assert_no_error (error);
  /* Same, other twice, edited, new, own. */
  g_assert_cmpuint (stats.memories, ==, 6);

  again = import (second, two);
  g_assert_cmpuint (again->added, ==, 0);
  versions = om_engine_get_versions (second->engine, edited_here, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (versions->len, ==, 1);
  g_clear_pointer (&first, store_close);
  g_clear_pointer (&second, store_close);
  om_test_folder_remove (folder);
}

/* A choice of entries, and private ones only when asked. */
static void
test_part (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autoptr (Store) first = open_sample (folder);
  g_autoptr (Store) second = store_open (folder, "second.db");
  g_autofree char *path = g_build_filename (folder, "part.openmemory", NULL);
  g_autofree char *all = g_build_filename (folder, "all.openmemory", NULL);
  g_autoptr (OmFilter) filter = om_filter_new ();
  OmExportOptions options = { .choice = { .filter = filter } };
  OmExportOptions whole = { .choice = { .whole = TRUE } };
  g_autoptr (OmExportReport) report = NULL;
  g_autoptr (OmExportReport) without = NULL;
  g_autoptr (OmImportReport) imported = NULL;
  g_autoptr (GError) error = NULL;

  filter->types = 1u << OM_MEMORY_TYPE_DOCUMENT | 1u << OM_MEMORY_TYPE_EPISODE;
  filter->sectors = 1u << OM_SECTOR_REFLECTIVE | 1u << OM_SECTOR_PROCEDURAL;
  report = om_export (first->engine, &om_archive_exporter, path, &options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (report->entries, >, 1);
  imported = import (second, path);
  g_assert_cmpuint (imported->added, ==, report->entries);
  g_assert_cmpfloat (om_engine_get_setting (second->engine, OM_SETTING_PACE), ==, 0);

  without = om_export (first->engine, &om_archive_exporter, all, &whole, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (without->left_out, ==, 1);
  g_assert_cmpuint (without->private_memories, ==, 0);
  g_assert_cmpuint (without->binned, ==, 1);
  g_clear_pointer (&first, store_close);
  g_clear_pointer (&second, store_close);
  om_test_folder_remove (folder);
}

/* Nothing is left under the final name, nor beside it, and nothing is replaced unasked. */
static void
test_names (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autofree char *target = g_build_filename (folder, "exports", NULL);
  g_autoptr (Store) store = store_open (folder, "first.db");
  g_autofree char *id = remember (store, "The heron at the second lock.");
  g_autofree char *path = g_build_filename (target, "a.openmemory", NULL);
  OmExportOptions options = { .choice = { .whole = TRUE } };
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (OmExportReport) report = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) dir = NULL;
  GStatBuf status;

  /* No folder. */
  g_assert_null (om_export (store->engine, &om_archive_exporter, path, &options, NULL, NULL, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
  g_clear_error (&error);
  g_assert_cmpint (g_mkdir (target, 0700), ==, 0);

  g_cancellable_cancel (cancellable);
  g_assert_null (om_export (store->engine, &om_archive_exporter, path, &options, NULL, NULL, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
  dir = g_dir_open (target, 0, NULL);
  g_assert_null (g_dir_read_name (dir));

  test_write (target, "a.openmemory", "mine", -1);
  g_assert_null (om_export (store->engine, &om_archive_exporter, path, &options, NULL, NULL, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
  g_clear_error (&error);
  options.replace = TRUE;
  report = om_export (store->engine, &om_archive_exporter, path, &options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (report->entries, ==, 1);
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0600);
  g_dir_rewind (dir);
  g_assert_cmpstr (g_dir_read_name (dir), ==, "a.openmemory");
  g_assert_null (g_dir_read_name (dir));
  g_clear_pointer (&store, store_close);
  om_test_folder_remove (folder);
}

/* Locale and zone --------------------------------------------------------------------------------- */

typedef struct
{
  const char *locale;
  const char *zone;
} Place;

static const Place places[] = {
  { "C", "UTC" },
  { "de_DE.UTF-8", "Pacific/Kiritimati" },
  { "tr_TR.UTF-8", "Etc/GMT+12" },
  { "ar_EG.UTF-8", "Asia/Kathmandu" },
};

/* One that the machine has the source of, made in @folder. */
static gboolean
make_locale (const char *folder,
             const char *locale)
{
  g_autofree char *program = g_find_program_in_path ("localedef");
  g_autofree char *input = g_strndup (locale, strcspn (locale, "."));
  g_autofree char *output = g_build_filename (folder, locale, NULL);
  const char *argv[] = { program, "-i", input, "-f", "UTF-8", "--no-archive", output, NULL };

  if (program == NULL || (!g_file_test (output, G_FILE_TEST_IS_DIR) &&
                          !g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL | G_SPAWN_STDERR_TO_DEV_NULL,
                                         NULL, NULL, NULL, NULL, NULL, NULL)))
    return FALSE;
  g_setenv ("LOCPATH", folder, TRUE);
  return setlocale (LC_ALL, locale) != NULL;
}

static void
go_to (const char  *folder,
       const Place *place)
{
  if (setlocale (LC_ALL, place->locale) == NULL && !make_locale (folder, place->locale))
    {
      /* As the fonts and zones it belongs to the machine; the others are gone through all the same. */
      g_test_message ("The locale %s is not on this machine and was left out; its zone was not.", place->locale);
      setlocale (LC_ALL, "C");
    }
  g_setenv ("TZ", place->zone, TRUE);
}

static void
go_home (const char *zone)
{
  setlocale (LC_ALL, "C");
  g_unsetenv ("LOCPATH");
  if (zone != NULL)
    g_setenv ("TZ", zone, TRUE);
  else
    g_unsetenv ("TZ");
}

/* Written in one place and taken in the next, the bytes stay the same. No store is open, and no thread at
 * work, while the environment changes. */
static void
go_round (const char *folder,
          gint64      now,
          gsize       from)
{
  g_autofree char *zone = g_strdup (g_getenv ("TZ"));
  g_autofree char *origin = NULL;

  for (gsize i = from; i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *db = g_strdup_printf ("place-%" G_GSIZE_FORMAT ".db", i);
      g_autofree char *name = g_strdup_printf ("place-%" G_GSIZE_FORMAT ".openmemory", i);
      g_autofree char *first_name = g_strdup_printf ("first-%" G_GSIZE_FORMAT ".openmemory", i);
      g_autofree char *here = NULL;
      g_autofree char *there = NULL;
      g_autoptr (Store) first = NULL;
      g_autoptr (Store) store = NULL;
      g_autoptr (OmImportReport) report = NULL;

      go_to (folder, &places[i]);
      first = store_open (folder, "first.db");
      first->now = now;
      here = export (first, folder, first_name);
      if (origin == NULL)
        origin = g_strdup (here);
      assert_same_bytes (origin, here);
      store = store_open (folder, db);
      store->now = now;
      report = import (store, origin);
      g_assert_cmpint (report->outcome, ==, OM_IMPORT_OK);
      there = export (store, folder, name);
      assert_same_bytes (origin, there);
    }
  go_home (zone);
}

static void
test_places (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autoptr (Store) first = open_sample (folder);
  gint64 now = first->now;

  g_clear_pointer (&first, store_close);
  go_round (folder, now, 0);
  om_test_folder_remove (folder);
}

/* Twelve thousand entries of every kind, with fractions and dates that other formats would bend. */
static void
fill (Store *store)
{
  static const char *const words[] = { "heron", "canal", "yeast", "coat", "rain", "letter", "Łódź", "苍鹭", "ferry", "lamp",
                                       "İstanbul", "عصفور", "violin", "frost", "bread", "bicycle" };
  g_autoptr (OmIntake) intake = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GRand) rand = g_rand_new_with_seed (7);

  intake = om_intake_new (store->engine, TRUE, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 12000; i++)
    {
      g_autoptr (OmDraft) draft = NULL;
      g_autoptr (GString) text = g_string_new (NULL);
      OmIntakeOutcome outcome;

      for (guint w = g_rand_int_range (rand, 5, 40); w > 0; w--)
        g_string_append_printf (text, "%s ", words[g_rand_int_range (rand, 0, G_N_ELEMENTS (words))]);
      g_string_append_printf (text, "%u.", i);
      draft = om_draft_new (text->str);
      draft->title = i % 5 == 0 ? g_strdup_printf ("Day %u, “%s”", i, words[i % G_N_ELEMENTS (words)]) : NULL;
      draft->tags = i % 3 == 0 ? g_strsplit (i % 2 == 0 ? "canal,Łódź" : "İstanbul", ",", -1) : NULL;
      draft->has_happened = TRUE;
      draft->happened = i % 7 == 0 ? om_moment_on_day (1 + (int) (i % 9999), 1 + (int) (i % 12), 1 + (int) (i % 28))
                        : i % 11 == 0 ? om_moment_unknown (TEST_NOW)
                                      : (OmMoment){ TEST_NOW - (gint64) i * 7919 * 1000 - i % 1000, (gint32) (i % 97) * 60 - 3000,
                                                    OM_PRECISION_INSTANT };
      draft->valence = i % 4 == 0 ? g_rand_double_range (rand, -1, 1) : NAN;
      draft->arousal = i % 4 == 0 ? g_rand_double (rand) : NAN;
      draft->importance = 1 + (int) (i % 10);
      draft->origin = OM_ORIGIN_IMPORT;
      draft->dedup = OM_DEDUP_OFF;
      draft->source = g_strdup ("test");
      draft->source_key = g_strdup_printf ("%u", i);
      om_intake_add (intake, draft, &outcome, NULL, &error);
      g_assert_no_error (error);
    }
  om_intake_commit (intake, NULL, &error);
  g_assert_no_error (error);
}

static void
test_many (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autoptr (Store) first = store_open (folder, "first.db");
  gint64 began;

  fill (first);
  g_clear_pointer (&first, store_close);
  began = g_get_monotonic_time ();
  go_round (folder, TEST_NOW, G_N_ELEMENTS (places) - 2);
  g_test_message ("two imports and four exports of 12,000 entries in %.1f s",
                  (double) (g_get_monotonic_time () - began) / G_USEC_PER_SEC);
  om_test_folder_remove (folder);
}

void
test_add_round_trip (void)
{
  g_test_add_func ("/round-trip/places", test_places);
  g_test_add_func ("/round-trip/many", test_many);
  g_test_add_func ("/round-trip/sample", test_sample);
  g_test_add_func ("/round-trip/undo", test_undo);
  g_test_add_func ("/round-trip/merge", test_merge);
  g_test_add_func ("/round-trip/part", test_part);
  g_test_add_func ("/round-trip/names", test_names);
}
