/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of memories: added, known, taken off and put back, wiped with the memory and not before, kept by
 * backups, looked after by the doctor. */
#include "config.h"

#include "test-engine.h"

#include <glib/gstdio.h>
#include <string.h>

#include "engine/om-attachments.h"
#include "engine/om-backup.h"
#include "engine/om-bin-job.h"
#include "engine/om-doctor.h"
#include "memory/om-error.h"
#include "store/om-store-files.h"

static char *
write_file (Fixture    *fixture,
            const char *name,
            const char *text)
{
  char *path = g_build_filename (fixture->folder, name, NULL);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return path;
}

static guint
attach (Fixture    *fixture,
        const char *id,
        const char *path)
{
  const char *paths[] = { path, NULL };
  g_autoptr (GError) error = NULL;
  guint n;

  om_engine_attach (fixture->engine, id, paths, &n, NULL, &error);
  g_assert_no_error (error);
  return n;
}

static GPtrArray *
list (Fixture    *fixture,
      const char *id)
{
  g_autoptr (GError) error = NULL;
  GPtrArray *files = om_engine_get_attachments (fixture->engine, id, NULL, &error);

  g_assert_no_error (error);
  return files;
}

static guint
count (Fixture    *fixture,
       const char *id)
{
  g_autoptr (GPtrArray) files = list (fixture, id);

  return files->len;
}

static guint
count_on_disk (const char *store_path)
{
  g_autofree char *folder = om_store_files_dup_folder (store_path);
  g_autoptr (GHashTable) files = om_store_files_list (folder);

  return g_hash_table_size (files);
}

static void
detach (Fixture    *fixture,
        const char *id,
        guint       position,
        gboolean    off)
{
  g_autoptr (GError) error = NULL;

  om_engine_detach (fixture->engine, id, position, off, NULL, &error);
  g_assert_no_error (error);
}

static void
test_attach (Fixture      *fixture,
             gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron at the second lock.");
  g_autofree char *heron = write_file (fixture, "heron.txt", "grey");
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;
  g_autoptr (GPtrArray) files = NULL;
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  const char *broken[] = { heron, fixture->folder, NULL };
  const char *missing[] = { "/nowhere/at/all.png", NULL };
  g_autoptr (OmMemory) was = fixture_get (fixture, id);
  g_autoptr (OmMemory) is = NULL;
  guint n;

  g_assert_cmpuint (attach (fixture, id, heron), ==, 1);
  /* The same once more is the same. */
  g_assert_cmpuint (attach (fixture, id, heron), ==, 0);
  files = list (fixture, id);
  g_assert_cmpuint (files->len, ==, 1);
  g_assert_false (((OmAttachment *) g_ptr_array_index (files, 0))->missing);
  path = om_engine_dup_attachment_path (fixture->engine, g_ptr_array_index (files, 0));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "grey");
  g_assert_true (g_file_test (heron, G_FILE_TEST_IS_REGULAR));
  /* Whoever shows the memory is told, and its text is what it was. */
  is = fixture_get (fixture, id);
  g_assert_cmpint (is->revision, >, was->revision);
  g_assert_cmpuint (is->version, ==, was->version);

  /* All or none. */
  before = fixture_dump (fixture);
  g_assert_false (om_engine_attach (fixture->engine, id, broken, &n, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
  g_clear_error (&error);
  g_assert_false (om_engine_attach (fixture->engine, id, missing, &n, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
  after = fixture_dump (fixture);
  g_assert_cmpstr (before, ==, after);
  g_assert_cmpuint (count_on_disk (fixture->path), ==, 1);
}

/* A draft brings its files, also to a memory that is known. */
static void
test_remember (Fixture      *fixture,
               gconstpointer data)
{
  g_autoptr (OmDraft) draft = om_draft_new ("The heron at the second lock.");
  g_autoptr (GBytes) bytes = g_bytes_new_static ("grey", 4);
  g_autoptr (GBytes) more = g_bytes_new_static ("white", 5);
  g_autoptr (OmRemembered) first = NULL;
  g_autoptr (OmRemembered) second = NULL;
  g_autoptr (GError) error = NULL;

  om_draft_add_attachment (draft, "heron.txt", NULL, bytes);
  first = om_engine_remember (fixture->engine, draft, NULL, &error);
  g_assert_no_error (error);
  om_draft_add_attachment (draft, "egret.txt", "text/plain", more);
  second = om_engine_remember (fixture->engine, draft, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (second->deduplicated);
  g_assert_cmpuint (count (fixture, first->id), ==, 2);
  g_assert_cmpuint (count_on_disk (fixture->path), ==, 2);
}

static void
test_detach (Fixture      *fixture,
             gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron at the second lock.");
  g_autofree char *heron = write_file (fixture, "heron.txt", "grey");
  g_autoptr (GError) error = NULL;
  guint n;

  attach (fixture, id, heron);
  detach (fixture, id, 0, TRUE);
  g_assert_cmpuint (count (fixture, id), ==, 0);
  detach (fixture, id, 0, FALSE);
  g_assert_cmpuint (count (fixture, id), ==, 1);
  detach (fixture, id, 0, TRUE);
  /* Attached again it is back, in its place. */
  g_assert_cmpuint (attach (fixture, id, heron), ==, 1);
  g_assert_cmpuint (count (fixture, id), ==, 1);
  detach (fixture, id, 0, TRUE);

  /* Thirty days, and a second look a day later. */
  om_engine_tend_bin (fixture->engine, &n, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpuint (count_on_disk (fixture->path), ==, 1);
      fixture->now += 15 * OM_MS_PER_DAY;
      om_engine_tend_bin (fixture->engine, &n, NULL, &error);
      g_assert_no_error (error);
    }
  fixture->now += 2 * OM_MS_PER_DAY;
  om_engine_tend_bin (fixture->engine, &n, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_on_disk (fixture->path), ==, 0);
  g_assert_false (om_engine_detach (fixture->engine, id, 0, FALSE, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
  /* And it can be attached anew. */
  g_assert_cmpuint (attach (fixture, id, heron), ==, 1);
  g_assert_cmpuint (count (fixture, id), ==, 1);
}

/* In the bin nothing is lost; wiped, what another memory has stays. */
static void
test_wipe (Fixture      *fixture,
           gconstpointer data)
{
  g_autofree char *one = fixture_remember (fixture, "The heron at the second lock.");
  g_autofree char *two = fixture_remember (fixture, "Yeast, flour, water.");
  g_autofree char *shared = write_file (fixture, "shared.txt", "both");
  g_autofree char *own = write_file (fixture, "own.txt", "one alone");
  const char *ids[] = { one, NULL };
  g_autoptr (GError) error = NULL;

  attach (fixture, one, shared);
  attach (fixture, one, own);
  attach (fixture, two, shared);
  fixture_bin (fixture, one);
  g_assert_cmpuint (count_on_disk (fixture->path), ==, 2);
  fixture_restore (fixture, one);
  g_assert_cmpuint (count (fixture, one), ==, 2);
  fixture_bin (fixture, one);
  om_engine_empty_bin (fixture->engine, ids, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_on_disk (fixture->path), ==, 1);
  g_assert_cmpuint (count (fixture, two), ==, 1);
}

static void
test_doctor (Fixture      *fixture,
             gconstpointer data)
{
  g_autofree char *id = fixture_remember (fixture, "The heron at the second lock.");
  g_autofree char *heron = write_file (fixture, "heron.txt", "grey");
  g_autofree char *name = g_strnfill (64, '0');
  g_autofree char *orphan = om_store_files_dup_path (fixture->path, name);
  g_autoptr (OmDoctorReport) report = NULL;
  g_autoptr (GPtrArray) files = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GError) error = NULL;

  attach (fixture, id, heron);
  g_assert_true (g_file_set_contents (orphan, "x", 1, NULL));
  report = om_engine_doctor (fixture->engine, FALSE, NULL, &error);
  g_assert_no_error (error);
  /* It is told, and does no harm. */
  g_assert_true (report->sound);
  g_assert_cmpuint (report->findings->len, ==, 1);
  g_clear_pointer (&report, om_doctor_report_free);
  report = om_engine_doctor (fixture->engine, TRUE, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (report->sound);
  g_assert_false (g_file_test (orphan, G_FILE_TEST_EXISTS));

  files = list (fixture, id);
  path = om_engine_dup_attachment_path (fixture->engine, g_ptr_array_index (files, 0));
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_clear_pointer (&files, g_ptr_array_unref);
  files = list (fixture, id);
  g_assert_true (((OmAttachment *) g_ptr_array_index (files, 0))->missing);
  for (int repair = 0; repair < 2; repair++)
    {
      g_clear_pointer (&report, om_doctor_report_free);
      report = om_engine_doctor (fixture->engine, repair, NULL, &error);
      g_assert_no_error (error);
      g_assert_false (report->sound);
      g_assert_nonnull (strstr (g_ptr_array_index (report->findings, 0), "heron.txt"));
    }
}

/* Restoring brings back files that were wiped since; what lies aside has its own. */
static void
test_backup (Fixture      *fixture,
             gconstpointer data)
{
  g_autofree char *one = fixture_remember (fixture, "The heron at the second lock.");
  g_autofree char *two = NULL;
  g_autofree char *heron = write_file (fixture, "heron.txt", "grey");
  g_autofree char *later = write_file (fixture, "later.txt", "after the backup");
  const char *ids[] = { one, NULL };
  g_autoptr (OmBackupReport) backup = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *aside = NULL;
  g_autoptr (GPtrArray) files = NULL;

  attach (fixture, one, heron);
  backup = om_engine_back_up (fixture->engine, FALSE, NULL, &error);
  g_assert_no_error (error);
  fixture_bin (fixture, one);
  om_engine_empty_bin (fixture->engine, ids, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (count_on_disk (fixture->path), ==, 0);
  two = fixture_remember (fixture, "Yeast, flour, water.");
  attach (fixture, two, later);
  om_engine_close (fixture->engine);

  om_backup_restore (backup->path, fixture->path, fixture->now, &aside, NULL, &error);
  g_assert_no_error (error);
  om_engine_open (fixture->engine, fixture->path, OM_OPEN_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  files = list (fixture, one);
  g_assert_cmpuint (files->len, ==, 1);
  g_assert_false (((OmAttachment *) g_ptr_array_index (files, 0))->missing);
  om_engine_close (fixture->engine);

  /* And from there back again. */
  g_assert_cmpuint (count_on_disk (aside), ==, 1);
  backup->path = (g_free (backup->path), g_steal_pointer (&aside));
  om_backup_restore (backup->path, fixture->path, fixture->now + 1000, &aside, NULL, &error);
  g_assert_no_error (error);
  om_engine_open (fixture->engine, fixture->path, OM_OPEN_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  g_clear_pointer (&files, g_ptr_array_unref);
  files = list (fixture, two);
  g_assert_cmpuint (files->len, ==, 1);
  g_assert_false (((OmAttachment *) g_ptr_array_index (files, 0))->missing);
}

#define add(name, func) g_test_add ("/attachments/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
add_attachments_tests (void)
{
  add ("attach", test_attach);
  add ("remember", test_remember);
  add ("detach", test_detach);
  add ("wipe", test_wipe);
  add ("doctor", test_doctor);
  add ("backup", test_backup);
}
