/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of memories: on the disk before a row speaks of them, shared by what they hold, gone only with the
 * last memory, found when they are missing. */
#include "config.h"

#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>

#include "store-fixture.h"
#include "store/om-store-attachments.h"
#include "store/om-store-bin.h"

static OmStoreFile *
stage (Fixture    *fixture,
       const char *name,
       const char *text)
{
  g_autoptr (GInputStream) input = g_memory_input_stream_new_from_data (g_strdup (text), -1, g_free);
  g_autoptr (GError) error = NULL;
  OmStoreFile *file = om_store_file_stage (fixture->path, name, NULL, input, NULL, &error);

  g_assert_no_error (error);
  return file;
}

static void
add (Fixture    *fixture,
     gint64      row,
     const char *name,
     const char *text)
{
  g_autoptr (OmStoreFile) file = stage (fixture, name, text);
  g_autoptr (GError) error = NULL;

  om_store_attachment_add (fixture->store, row, file, &error);
  g_assert_no_error (error);
}

static guint
count_files (Fixture *fixture)
{
  g_autofree char *folder = om_store_files_dup_folder (fixture->path);
  g_autoptr (GHashTable) files = om_store_files_list (folder);

  return g_hash_table_size (files);
}

/* Of any name. */
static guint
count_entries (Fixture *fixture)
{
  g_autofree char *folder = om_store_files_dup_folder (fixture->path);
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  guint n = 0;

  while (dir != NULL && g_dir_read_name (dir) != NULL)
    n++;
  return n;
}

static void
wipe (Fixture *fixture,
      gint64   row)
{
  g_assert_true (om_store_bin_put (fixture->store, &row, 1, NOW, NULL));
  g_assert_true (om_store_bin_wipe (fixture->store, &row, 1, NULL, NULL));
  g_assert_true (om_store_attachments_sweep (fixture->store, NULL, NULL));
}

static void
test_shared (Fixture      *fixture,
             gconstpointer data)
{
  gint64 one = add_memory (fixture->store, "The heron.");
  gint64 two = add_memory (fixture->store, "The heron again.");
  g_autoptr (GPtrArray) list = NULL;
  g_autofree char *folder = om_store_files_dup_folder (fixture->path);
  g_autofree char *path = NULL;
  g_autofree char *text = NULL;
  const OmAttachment *attachment;
  GStatBuf status;

  add (fixture, one, "heron.txt", "grey, standing");
  add (fixture, one, "lock.txt", "the second lock");
  add (fixture, two, "bird.txt", "grey, standing");
  g_assert_cmpuint (count_files (fixture), ==, 2);
  g_assert_cmpuint (count_entries (fixture), ==, 2);

  list = om_store_attachments_list (fixture->store, one, FALSE, NULL);
  g_assert_cmpuint (list->len, ==, 2);
  attachment = g_ptr_array_index (list, 0);
  g_assert_cmpstr (attachment->name, ==, "heron.txt");
  g_assert_cmpstr (attachment->type, ==, "text/plain");
  g_assert_cmpint (attachment->size, ==, 14);
  path = om_store_files_dup_path (fixture->path, attachment->hash);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "grey, standing");
  g_assert_cmpint (g_stat (path, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0600);
  g_assert_cmpint (g_stat (folder, &status), ==, 0);
  g_assert_cmpuint (status.st_mode & 0777, ==, 0700);

  /* What the other has stays. */
  wipe (fixture, one);
  g_assert_cmpuint (count_files (fixture), ==, 1);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  wipe (fixture, two);
  g_assert_cmpuint (count_files (fixture), ==, 0);
}

/* What was not kept leaves nothing, nor does what was rolled back once it is swept. */
static void
test_not_kept (Fixture      *fixture,
               gconstpointer data)
{
  gint64 row = add_memory (fixture->store, "The heron.");
  g_autoptr (OmStoreFile) file = stage (fixture, "a.txt", "never kept");
  g_autoptr (GPtrArray) list = NULL;
  guint n;

  g_assert_cmpuint (count_entries (fixture), ==, 1);
  g_assert_cmpuint (count_files (fixture), ==, 0);
  g_clear_pointer (&file, om_store_file_free);
  g_assert_cmpuint (count_entries (fixture), ==, 0);

  g_assert_true (om_store_begin (fixture->store, NULL));
  add (fixture, row, "b.txt", "rolled back");
  om_store_rollback (fixture->store);
  list = om_store_attachments_list (fixture->store, row, TRUE, NULL);
  g_assert_cmpuint (list->len, ==, 0);
  g_assert_true (om_store_attachments_sweep (fixture->store, &n, NULL));
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (count_entries (fixture), ==, 0);
}

/* Taken off it can be put back until it is forgotten; then its name and its file are gone. */
static void
test_taken_off (Fixture      *fixture,
                gconstpointer data)
{
  gint64 row = add_memory (fixture->store, "The heron.");
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (GError) error = NULL;
  guint n;

  add (fixture, row, "secretname.txt", "grey");
  g_assert_true (om_store_attachment_mark (fixture->store, row, 0, NOW, NULL));
  list = om_store_attachments_list (fixture->store, row, FALSE, NULL);
  g_assert_cmpuint (list->len, ==, 0);
  g_assert_true (om_store_attachments_sweep (fixture->store, NULL, NULL));
  g_assert_cmpuint (count_files (fixture), ==, 1);
  g_assert_true (om_store_attachment_mark (fixture->store, row, 0, 0, NULL));
  g_assert_true (om_store_attachment_mark (fixture->store, row, 0, NOW, NULL));

  g_assert_true (om_store_attachments_forget (fixture->store, NOW, &n, NULL));
  g_assert_cmpuint (n, ==, 0);
  g_assert_true (om_store_attachments_forget (fixture->store, NOW + 1, &n, NULL));
  g_assert_cmpuint (n, ==, 1);
  g_assert_true (om_store_attachments_sweep (fixture->store, NULL, NULL));
  g_assert_true (om_store_bin_scrub (fixture->store, NULL));
  g_assert_cmpuint (count_files (fixture), ==, 0);
  g_assert_false (om_store_attachment_mark (fixture->store, row, 0, 0, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_NOT_FOUND);
  g_assert_false (file_holds (fixture->path, "", "secretname"));
  g_assert_false (file_holds (fixture->path, "-wal", "secretname"));
}

static guint
check (Fixture   *fixture,
       GPtrArray *findings)
{
  guint n_missing;

  g_ptr_array_set_size (findings, 0);
  g_assert_true (om_store_attachments_check (fixture->store, findings, &n_missing, NULL));
  return n_missing;
}

static void
test_check (Fixture      *fixture,
            gconstpointer data)
{
  gint64 row = add_memory (fixture->store, "The heron.");
  g_autoptr (GPtrArray) findings = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GPtrArray) list = NULL;
  g_autofree char *path = NULL;
  g_autofree char *orphan = g_strnfill (64, 'a');
  g_autofree char *orphan_path = om_store_files_dup_path (fixture->path, orphan);

  add (fixture, row, "heron.txt", "grey, standing");
  list = om_store_attachments_list (fixture->store, row, FALSE, NULL);
  path = om_store_files_dup_path (fixture->path, ((OmAttachment *) g_ptr_array_index (list, 0))->hash);
  g_assert_cmpuint (check (fixture, findings), ==, 0);
  g_assert_cmpuint (findings->len, ==, 0);

  g_assert_true (g_file_set_contents (orphan_path, "x", 1, NULL));
  g_assert_cmpuint (check (fixture, findings), ==, 0);
  g_assert_cmpuint (findings->len, ==, 1);
  g_assert_true (om_store_attachments_sweep (fixture->store, NULL, NULL));
  check (fixture, findings);
  g_assert_cmpuint (findings->len, ==, 0);

  /* Cut short is as bad as gone. */
  g_assert_true (g_file_set_contents (path, "grey", 4, NULL));
  g_assert_cmpuint (check (fixture, findings), ==, 1);
  g_assert_nonnull (strstr (g_ptr_array_index (findings, 0), "heron.txt"));
  g_assert_cmpint (g_unlink (path), ==, 0);
  g_assert_cmpuint (check (fixture, findings), ==, 1);
  /* Once more, it is mended. */
  add (fixture, row, "heron.txt", "grey, standing");
  g_assert_cmpuint (check (fixture, findings), ==, 0);
}

static void
test_names (void)
{
  static const struct
  {
    const char *name;
    const char *clean;
  } cases[] = {
    { "heron.png", "heron.png" },
    { "/home/someone/heron.png", "heron.png" },
    { "..\\..\\evil.exe", "evil.exe" },
    { "../..", "file" },
    { "", "file" },
    { ".", "file" },
    { "a\nb\tc.txt", "abc.txt" },
    { "photo\xe2\x80\xaegpj.exe", "photogpj.exe" },
    { "\xff\xfe.txt", "\xef\xbf\xbd\xef\xbf\xbd.txt" },
    { "苍鹭 🌧.jpg", "苍鹭 🌧.jpg" },
    { " .hidden ", ".hidden" },
  };
  g_autofree char *longest = g_strnfill (300, 'x');
  g_autofree char *wide = g_strconcat ("苍", longest, ".jpeg", NULL);
  g_autofree char *cut = om_attachment_clean_name (wide);

  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *clean = om_attachment_clean_name (cases[i].name);

      g_assert_cmpstr (clean, ==, cases[i].clean);
    }
  g_assert_cmpuint (strlen (cut), <=, 200);
  g_assert_true (g_str_has_suffix (cut, "x.jpeg"));
  g_assert_true (g_utf8_validate (cut, -1, NULL));
}

/* Copies where links cannot be made are the same files. */
static void
test_share (Fixture      *fixture,
            gconstpointer data)
{
  gint64 row = add_memory (fixture->store, "The heron.");
  g_autofree char *from = om_store_files_dup_folder (fixture->path);
  g_autofree char *to = g_build_filename (fixture->folder, "other-files", NULL);
  g_autoptr (GHashTable) none = g_hash_table_new (g_str_hash, g_str_equal);
  g_autoptr (GHashTable) shared = NULL;
  g_autoptr (GError) error = NULL;

  add (fixture, row, "one.txt", "1");
  add (fixture, row, "two.txt", "22");
  om_store_files_share (from, to, none, NULL, &error);
  g_assert_no_error (error);
  for (int i = 0; i < 2; i++)
    {
      om_store_files_share (from, to, NULL, NULL, &error);
      g_assert_no_error (error);
    }
  shared = om_store_files_list (to);
  g_assert_cmpuint (g_hash_table_size (shared), ==, 2);
  g_assert_cmpuint (om_store_files_sweep (to, none), ==, 2);
  g_assert_cmpuint (count_files (fixture), ==, 2);
}

void
add_attachment_tests (void)
{
  test_store ("attachments/shared", test_shared);
  test_store ("attachments/not-kept", test_not_kept);
  test_store ("attachments/taken-off", test_taken_off);
  test_store ("attachments/check", test_check);
  test_store ("attachments/share", test_share);
  g_test_add_func ("/store/attachments/names", test_names);
}
