/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Backups: made, read back, thinned, never pushed out by what is worse, and put in the store's place. */
#include "config.h"

#include "test-engine.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/om-backup-plan.h"
#include "engine/om-backup.h"
#include "memory/om-error.h"

#define DAY OM_MS_PER_DAY
#define START (G_GINT64_CONSTANT (1717200000000)) /* 1 June 2024 */

static gint64 now;

static gint64
clock_cb (gpointer data)
{
  return now;
}

/* Day after day for two years, thinned each day. */
static void
test_thin (void)
{
  g_autoptr (GArray) marks = g_array_new (FALSE, FALSE, sizeof (OmBackupMark));

  for (gint64 day = 0; day < 730; day++)
    {
      OmBackupMark mark = { START + day * DAY, 100 + (guint) day };
      gboolean keep[64];
      guint n = 0;

      g_array_insert_val (marks, 0, mark);
      g_assert_cmpuint (marks->len, <=, G_N_ELEMENTS (keep));
      om_backup_plan_thin ((const OmBackupMark *) (gpointer) marks->data, marks->len, keep);
      for (guint i = 0; i < marks->len; i++)
        {
          if (keep[i])
            g_array_index (marks, OmBackupMark, n++) = g_array_index (marks, OmBackupMark, i);
        }
      g_array_set_size (marks, n);
      g_assert_cmpuint (n, <=, OM_BACKUP_DAYS + OM_BACKUP_WEEKS + OM_BACKUP_MONTHS);
    }
  /* Today and six days before, and nearly a year back. */
  for (guint i = 0; i < OM_BACKUP_DAYS; i++)
    g_assert_cmpint (g_array_index (marks, OmBackupMark, i).made_at, ==, START + (729 - (gint64) i) * DAY);
  g_assert_cmpint (g_array_index (marks, OmBackupMark, marks->len - 1).made_at, <, START + 400 * DAY);
}

static void
test_shrunk (void)
{
  OmBackupMark marks[40];
  gboolean keep[40];

  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    marks[i] = (OmBackupMark){ START - i * 1000, i == 0 ? 3 : 1000 };
  om_backup_plan_thin (marks, G_N_ELEMENTS (marks), keep);
  for (guint i = 0; i < G_N_ELEMENTS (marks); i++)
    g_assert_true (keep[i]);
  /* The fullest stays, however old. */
  marks[0].entries = 900;
  marks[39].entries = 1001;
  om_backup_plan_thin (marks, G_N_ELEMENTS (marks), keep);
  g_assert_true (keep[0]);
  g_assert_true (keep[39]);
  g_assert_false (keep[20]);
}

static OmEngine *
open_engine (const char *path)
{
  OmEngine *engine = om_engine_new ();
  g_autoptr (GError) error = NULL;

  om_engine_set_clock (engine, clock_cb, NULL);
  om_engine_open (engine, path, OM_OPEN_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  return engine;
}

static void
remember (OmEngine   *engine,
          const char *text)
{
  g_autoptr (OmDraft) draft = om_draft_new (text);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmRemembered) remembered = om_engine_remember (engine, draft, NULL, &error);

  g_assert_no_error (error);
}

static guint
count (OmEngine *engine)
{
  g_autoptr (GError) error = NULL;
  OmStats stats;

  om_engine_get_stats (engine, &stats, NULL, &error);
  g_assert_no_error (error);
  return stats.memories;
}

static void
test_there_and_back (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("om-backup-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "memories.db", NULL);
  g_autofree char *backups_folder = om_backups_dup_folder (path);
  g_autoptr (OmEngine) engine = NULL;
  g_autoptr (OmBackupReport) first = NULL;
  g_autoptr (OmBackupReport) second = NULL;
  g_autoptr (OmBackupReport) third = NULL;
  g_autoptr (OmBackupFacts) facts = NULL;
  g_autoptr (OmBackupFacts) broken = NULL;
  g_autoptr (GPtrArray) backups = NULL;
  g_autofree char *aside = NULL;
  g_autofree char *bytes = NULL;
  g_autofree char *again = NULL;
  struct stat status;
  g_autoptr (OmBackup) good = NULL;
  gsize length;

  now = START;
  engine = open_engine (path);
  remember (engine, "The heron at the second lock.");
  first = om_engine_back_up (engine, TRUE, NULL, &error);
  g_assert_no_error (error);
  g_assert_false (first->skipped);
  g_assert_cmpuint (first->entries, ==, 1);
  g_assert_cmpint (stat (first->path, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0600);
  g_assert_cmpint (stat (backups_folder, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0700);

  /* Not before a day has passed, nor if nothing was written since. */
  now += 3600 * 1000;
  remember (engine, "Yeast, flour, water.");
  second = om_engine_back_up (engine, TRUE, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (second->skipped);
  now += DAY;
  g_clear_pointer (&second, om_backup_report_free);
  second = om_engine_back_up (engine, TRUE, NULL, &error);
  g_assert_no_error (error);
  g_assert_false (second->skipped);
  g_assert_cmpuint (second->entries, ==, 2);
  now += DAY;
  third = om_engine_back_up (engine, TRUE, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (third->skipped);

  backups = om_backups_list (path);
  g_assert_cmpuint (backups->len, ==, 2);
  g_assert_cmpstr (((OmBackup *) g_ptr_array_index (backups, 0))->path, ==, second->path);
  facts = om_backup_look (first->path, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (facts->whole);
  g_assert_cmpuint (facts->entries, ==, 1);
  g_assert_cmpint (facts->last_recorded, ==, START);
  om_engine_close (engine);
  g_clear_object (&engine);

  g_assert_true (om_backup_restore (first->path, path, now, &aside, NULL, &error));
  g_assert_no_error (error);
  engine = open_engine (path);
  g_assert_cmpuint (count (engine), ==, 1);
  om_engine_close (engine);
  g_clear_object (&engine);
  engine = open_engine (aside);
  g_assert_cmpuint (count (engine), ==, 2);
  om_engine_close (engine);
  g_clear_object (&engine);

  /* A damaged one takes nobody's place. */
  g_assert_true (g_file_get_contents (second->path, &bytes, &length, NULL));
  memset (bytes + 4096, 0x5a, 3 * 4096);
  g_assert_true (g_file_set_contents (second->path, bytes, (gssize) length, NULL));
  broken = om_backup_look (second->path, NULL, &error);
  g_assert_no_error (error);
  g_assert_false (broken->whole);
  g_assert_nonnull (broken->problem);
  g_assert_false (om_backup_restore (second->path, path, now + DAY, &again, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_A_STORE);
  g_assert_null (again);
  g_clear_error (&error);
  engine = open_engine (path);
  g_assert_cmpuint (count (engine), ==, 1);
  om_engine_close (engine);

  /* And is not offered: the one before it is. */
  good = om_backups_find_good (path, NULL);
  g_assert_nonnull (good);
  g_assert_cmpstr (good->path, ==, first->path);
  g_assert_cmpuint (good->bytes, ==, facts->bytes);
}

/* A damaged store makes no backup, and what there is stays. */
static void
test_damaged_store (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("om-backup-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "memories.db", NULL);
  g_autoptr (OmEngine) engine = NULL;
  g_autoptr (OmBackupReport) report = NULL;
  g_autoptr (OmBackupReport) none = NULL;
  g_autoptr (GPtrArray) backups = NULL;
  g_autofree char *bytes = NULL;
  gsize length;

  now = START;
  engine = open_engine (path);
  for (guint i = 0; i < 40; i++)
    {
      g_autofree char *text = g_strdup_printf ("Walk number %u along the canal, with a heron.", i);

      remember (engine, text);
    }
  report = om_engine_back_up (engine, FALSE, NULL, &error);
  g_assert_no_error (error);
  om_engine_close (engine);
  g_clear_object (&engine);
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  memset (bytes + length / 2, 0x5a, length / 2);
  g_assert_true (g_file_set_contents (path, bytes, (gssize) length, NULL));

  now += 2 * DAY;
  engine = om_engine_new ();
  om_engine_set_clock (engine, clock_cb, NULL);
  if (om_engine_open (engine, path, OM_OPEN_DEFAULT, NULL, NULL))
    none = om_engine_back_up (engine, FALSE, NULL, &error);
  g_assert_null (none);
  om_engine_close (engine);
  backups = om_backups_list (path);
  g_assert_cmpuint (backups->len, ==, 1);
}

/* A journal that lies elsewhere, as on a disk that is synced, stays there; the link to it stays a link. */
static void
test_link (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("om-backup-XXXXXX", &error);
  g_autofree char *elsewhere = g_build_filename (folder, "elsewhere", NULL);
  g_autofree char *real = g_build_filename (elsewhere, "diary.db", NULL);
  g_autofree char *link = g_build_filename (folder, "memories.db", NULL);
  g_autofree char *kept_beside = NULL;
  g_autofree char *of_link = NULL;
  g_autofree char *of_file = NULL;
  g_autoptr (OmEngine) engine = NULL;
  g_autoptr (OmBackupReport) report = NULL;
  g_autoptr (GPtrArray) backups = NULL;
  g_autofree char *aside = NULL;
  g_autofree char *none = NULL;
  g_autofree char *target = NULL;

  now = START;
  g_assert_cmpint (g_mkdir (elsewhere, 0700), ==, 0);
  engine = open_engine (real);
  remember (engine, "The heron at the second lock.");
  om_engine_close (engine);
  g_clear_object (&engine);
  g_assert_cmpint (symlink ("elsewhere/diary.db", link), ==, 0);
  of_link = om_backups_dup_folder (link);
  of_file = om_backups_dup_folder (real);
  g_assert_cmpstr (of_link, ==, of_file);

  engine = open_engine (link);
  report = om_engine_back_up (engine, FALSE, NULL, &error);
  g_assert_no_error (error);
  remember (engine, "Yeast, flour, water.");
  om_engine_close (engine);
  g_clear_object (&engine);
  /* Whoever names the journal by the link sees its backups, too. */
  backups = om_backups_list (link);
  g_assert_cmpuint (backups->len, ==, 1);
  g_assert_cmpstr (((OmBackup *) g_ptr_array_index (backups, 0))->path, ==, report->path);

  g_assert_true (om_backup_restore (report->path, link, now, &aside, NULL, &error));
  g_assert_no_error (error);
  target = g_file_read_link (link, &error);
  g_assert_no_error (error);
  g_assert_cmpstr (target, ==, "elsewhere/diary.db");
  g_assert_false (g_file_test (real, G_FILE_TEST_IS_SYMLINK));
  engine = open_engine (real);
  g_assert_cmpuint (count (engine), ==, 1);
  om_engine_close (engine);
  g_clear_object (&engine);
  /* The former one is kept beside the file, as a file. */
  kept_beside = g_path_get_dirname (aside);
  g_assert_cmpstr (kept_beside, ==, elsewhere);
  g_assert_false (g_file_test (aside, G_FILE_TEST_IS_SYMLINK));
  engine = open_engine (aside);
  g_assert_cmpuint (count (engine), ==, 2);
  om_engine_close (engine);
  g_clear_object (&engine);

  /* A link to a disk that is not there: nothing is made in its place. */
  g_assert_cmpint (g_unlink (link), ==, 0);
  g_assert_cmpint (symlink ("away/diary.db", link), ==, 0);
  g_assert_false (om_backup_restore (report->path, link, now, &none, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_FAILED);
  g_assert_null (none);
  g_assert_true (g_file_test (link, G_FILE_TEST_IS_SYMLINK));
}

/* Whoever has it open would go on in what lies aside; nothing is changed under anybody. */
static void
test_held (void)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *folder = g_dir_make_tmp ("om-backup-XXXXXX", &error);
  g_autofree char *path = g_build_filename (folder, "memories.db", NULL);
  g_autoptr (OmEngine) engine = NULL;
  g_autoptr (OmBackupReport) report = NULL;
  g_autoptr (GDir) dir = NULL;
  g_autofree char *aside = NULL;
  struct stat before;
  struct stat after;
  const char *name;

  now = START;
  engine = open_engine (path);
  remember (engine, "The heron at the second lock.");
  report = om_engine_back_up (engine, FALSE, NULL, &error);
  g_assert_no_error (error);
  remember (engine, "Yeast, flour, water.");
  g_assert_cmpint (stat (path, &before), ==, 0);

  g_assert_false (om_backup_restore (report->path, path, now, &aside, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_LOCKED);
  g_clear_error (&error);
  g_assert_null (aside);
  g_assert_cmpint (stat (path, &after), ==, 0);
  g_assert_cmpuint (before.st_ino, ==, after.st_ino);
  dir = g_dir_open (folder, 0, &error);
  g_assert_no_error (error);
  while ((name = g_dir_read_name (dir)) != NULL)
    {
      g_assert_null (strstr (name, "restor"));
    }

  remember (engine, "And bread.");
  g_assert_cmpuint (count (engine), ==, 3);
  om_engine_close (engine);
  g_assert_true (om_backup_restore (report->path, path, now, &aside, NULL, &error));
  g_assert_no_error (error);
  g_assert_nonnull (aside);
}

void
test_backup_add (void)
{
  g_test_add_func ("/backup/link", test_link);
  g_test_add_func ("/backup/held", test_held);
  g_test_add_func ("/backup/thin", test_thin);
  g_test_add_func ("/backup/shrunk", test_shrunk);
  g_test_add_func ("/backup/there-and-back", test_there_and_back);
  g_test_add_func ("/backup/damaged-store", test_damaged_store);
}
