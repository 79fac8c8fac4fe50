/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Members of zips, tars and folders: the same from each, and nothing from what means harm. */
#include "config.h"

#include "archive-support.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include <utime.h>

#include "archive/om-container.h"
#include "archive/om-member-stage.h"
#include "memory/om-error.h"
#include "support/om-test-folder.h"

static GFile *
file_in (const char *folder,
         const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);

  return g_file_new_for_path (path);
}

static char *
text_of (OmContainer *container,
         const char  *path)
{
  OmMember *member = om_container_find (container, path);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmSourceText) text = NULL;

  g_assert_nonnull (member);
  text = om_container_load_text (container, member, FALSE, NULL, &error);
  g_assert_no_error (error);
  return g_steal_pointer (&text->text);
}

static char *
remarks_of (OmContainer *container)
{
  g_autoptr (OmImportReport) report = om_import_report_new ();

  om_container_remark (container, report);
  return om_import_report_to_text (report);
}

/* A zip, a tar and a folder of the same files give the same members, in any order of reading. */
static void
test_kinds (void)
{
  static const TestMember members[] = {
    { "b.md", "second", -1 }, { "a.md", "first \xC3\xA9", -1 }, { "sub/c.txt", "", 0 },
    { ".hidden", "x", -1 },   { "sub/", NULL, 0 },
  };
  static const char *const names[] = { "x.zip", "x.tar", "folder" };
  static const OmContainerKind kinds[] = {
    OM_CONTAINER_ZIP, OM_CONTAINER_TAR, OM_CONTAINER_FOLDER,
  };
  g_autofree char *folder = test_make_folder ();

  test_write_archive (folder, "x.zip", members, G_N_ELEMENTS (members));
  test_write_archive (folder, "x.tar", members, G_N_ELEMENTS (members));
  for (guint i = 0; i < 4; i++)
    {
      g_autofree char *relative = g_build_filename ("folder", members[i].name, NULL);

      test_write (folder, relative, members[i].bytes, members[i].length);
    }

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GFile) file = file_in (folder, names[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (OmContainer) container = om_container_open (file, FALSE, NULL, &error);
      g_autoptr (GInputStream) input = NULL;
      g_autoptr (GOutputStream) output = g_memory_output_stream_new_resizable ();
      g_autofree char *b = NULL;
      g_autofree char *a = NULL;
      g_autofree char *c = NULL;
      g_autofree char *again = NULL;
      g_autofree char *head = NULL;
      g_autofree char *remarks = NULL;

      g_assert_no_error (error);
      g_assert_cmpint (om_container_get_kind (container), ==, kinds[i]);
      g_assert_cmpuint (om_container_get_members (container)->len, ==, 3);
      g_assert_null (om_container_find (container, ".hidden"));
      b = text_of (container, "b.md");
      c = text_of (container, "sub/c.txt");
      a = text_of (container, "a.md");
      again = text_of (container, "b.md");
      head = om_container_head (container, om_container_find (container, "a.md"), 4, NULL);
      g_assert_cmpstr (a, ==, "first \xC3\xA9");
      g_assert_cmpstr (b, ==, "second");
      g_assert_cmpstr (c, ==, "");
      g_assert_cmpstr (again, ==, b);
      g_assert_cmpstr (head, ==, "firs");
      input = om_container_read (container, om_container_find (container, "b.md"), NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpint (g_output_stream_splice (output, input, G_OUTPUT_STREAM_SPLICE_NONE, NULL,
                                               NULL), ==, 6);
      g_assert_cmpmem (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (output)),
                       g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (output)),
                       "second", 6);
      remarks = remarks_of (container);
      g_assert_nonnull (strstr (remarks, "1 hidden"));
    }
  om_test_folder_remove (folder);
}

/* Names that lead out, and what is no file: named, and nothing else of the archive is touched. */
static void
test_unsafe (void)
{
  static const TestMember members[] = {
    { "../up.txt", "x", -1 },
    { "/absolute.txt", "x", -1 },
    { "a/../../up.txt", "x", -1 },
    { "sub/back\\slash.txt", "x", -1 },
    { "C:/drive.txt", "x", -1 },
    { "bell\a.txt", "x", -1 },
    { "link.txt", "/etc/passwd", TEST_MEMBER_LINK },
    { "pipe", NULL, TEST_MEMBER_PIPE },
    { "./good/./name.txt", "good", -1 },
    { "..dots.txt", "good", -1 },
  };
  static const char *const names[] = { "x.zip", "x.tar" };
  g_autofree char *folder = test_make_folder ();

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autoptr (GFile) file = file_in (folder, names[i]);
      g_autoptr (GError) error = NULL;
      g_autoptr (OmContainer) container = NULL;
      g_autofree char *remarks = NULL;
      g_autofree char *good = NULL;

      test_write_archive (folder, names[i], members, G_N_ELEMENTS (members));
      container = om_container_open (file, FALSE, NULL, &error);
      g_assert_no_error (error);
      g_assert_cmpuint (om_container_get_members (container)->len, ==, 1);
      good = text_of (container, "good/name.txt");
      g_assert_cmpstr (good, ==, "good");
      remarks = remarks_of (container);
      g_assert_nonnull (strstr (remarks, "8 members with an unsafe name"));
      g_assert_nonnull (strstr (remarks, "link.txt (it is a link)"));
      g_assert_nonnull (strstr (remarks, "C:/drive.txt (it begins with a drive)"));
      g_assert_nonnull (strstr (remarks, "1 hidden"));
    }
  om_test_folder_remove (folder);
}

static void
assert_refused (GFile      *file,
                gboolean    allow_large,
                int         code,
                const char *words)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (OmContainer) container = om_container_open (file, allow_large, NULL, &error);
  GPtrArray *members = container != NULL ? om_container_get_members (container) : NULL;

  for (guint i = 0; members != NULL && i < members->len && error == NULL; i++)
    {
      g_autoptr (OmSourceText) text = om_container_load_text (container,
                                                              g_ptr_array_index (members, i),
                                                              FALSE, NULL, &error);
      if (text == NULL)
        g_assert_true (om_container_is_broken (container));
    }
  g_assert_error (error, OM_ERROR, code);
  if (strstr (error->message, words) == NULL)
    g_error ("“%s” does not mention “%s”", error->message, words);
}

/* Cut anywhere, or with a byte that is another: refused with the reason. */
static void
test_damaged (void)
{
  static const TestMember members[] = {
    { "one.md", "a text that is stored as it is, without any packing at all", -1 },
    { "two.md", "another one", -1 },
  };
  static const char *const names[] = { "x.zip", "x.tar" };
  g_autofree char *folder = test_make_folder ();

  for (guint n = 0; n < G_N_ELEMENTS (names); n++)
    {
      g_autofree char *path = g_build_filename (folder, names[n], NULL);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autofree char *whole = NULL;
      gsize length;

      test_write_archive (folder, names[n], members, G_N_ELEMENTS (members));
      g_assert_true (g_file_get_contents (path, &whole, &length, NULL));
      for (guint i = 1; i < 10; i++)
        {
          /* Of a tar only the blocks of zeros behind its two members may go. */
          gsize cut = (n == 1 ? 4 * 512 - 300 : length) * i / 10 + (n == 1 ? 300 : 0);

          g_test_message ("%s cut at %zu of %zu", names[n], cut, length);
          test_write (folder, names[n], whole, (gssize) cut);
          assert_refused (file, FALSE, OM_ERROR_INVALID, "incomplete");
        }
      if (n == 0)
        {
          char *text = memmem (whole, length, "stored", 6);

          g_assert_nonnull (text);
          *text = 'S';
          test_write (folder, names[n], whole, (gssize) length);
          assert_refused (file, FALSE, OM_ERROR_INVALID, "CRC");
        }
    }
  om_test_folder_remove (folder);
}

/* A little file of very much is asked about; so is much in a large one. */
static void
test_bombs (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autofree char *zeros = g_malloc0 (1024 * 1024);
  TestMember members[] = { { "zeros.txt", zeros, 1024 * 1024 } };
  g_autoptr (GFile) file = file_in (folder, "bomb.zip");
  g_autoptr (GError) error = NULL;
  g_autoptr (OmContainer) allowed = NULL;

  test_write_archive (folder, "bomb.zip", members, 1);
  assert_refused (file, FALSE, OM_ERROR_TOO_LARGE, "large files allowed");
  allowed = om_container_open (file, TRUE, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (((OmMember *) g_ptr_array_index (om_container_get_members (allowed), 0))->size,
                   ==, 1024 * 1024);
  om_test_folder_remove (folder);
}

/* A size in the list of contents that is a lie never makes more be read. */
static void
test_lying_size (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autofree char *zeros = g_malloc0 (64 * 1024);
  TestMember members[] = { { "zeros.txt", zeros, 64 * 1024 } };
  g_autofree char *path = g_build_filename (folder, "lie.zip", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autofree char *bytes = NULL;
  char *central;
  gsize length;

  test_write_archive (folder, "lie.zip", members, 1);
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  central = memmem (bytes, length, "PK\1\2", 4);
  g_assert_nonnull (central);
  memcpy (central + 24, "\x64\0\0\0", 4);
  memcpy (bytes + 22, "\x64\0\0\0", 4);
  test_write (folder, "lie.zip", bytes, (gssize) length);
  assert_refused (file, TRUE, OM_ERROR_INVALID, "damaged");
  om_test_folder_remove (folder);
}

static void
test_password (void)
{
  static const TestMember members[] = { { "one.md", "text", -1 } };
  g_autofree char *folder = test_make_folder ();
  g_autofree char *path = g_build_filename (folder, "x.zip", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (OmReader) reader = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *bytes = NULL;
  char *central;
  gsize length;

  test_write_archive (folder, "x.zip", members, 1);
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  central = memmem (bytes, length, "PK\1\2", 4);
  bytes[6] |= 1;
  central[8] |= 1;
  test_write (folder, "x.zip", bytes, (gssize) length);
  assert_refused (file, FALSE, OM_ERROR_INVALID, "encrypted");
  /* And so it is said to somebody who does not name a format. */
  reader = om_readers_probe (file, NULL, &error);
  g_assert_null (reader);
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
  om_test_folder_remove (folder);
}

static void
test_cancel (void)
{
  g_autoptr (GCancellable) cancelled = g_cancellable_new ();
  static const TestMember members[] = { { "one.md", "text", -1 } };
  g_autofree char *folder = test_make_folder ();
  g_autoptr (GFile) file = file_in (folder, "x.zip");
  g_autoptr (GError) error = NULL;

  test_write_archive (folder, "x.zip", members, 1);
  g_cancellable_cancel (cancelled);
  g_assert_null (om_container_open (file, FALSE, cancelled, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  om_test_folder_remove (folder);
}

/* An archive in an archive is a file like others. */
static void
test_nested (void)
{
  static const TestMember inner[] = { { "one.md", "text", -1 } };
  g_autofree char *folder = test_make_folder ();
  g_autofree char *path = g_build_filename (folder, "inner.zip", NULL);
  g_autoptr (GFile) file = file_in (folder, "outer.tar");
  g_autoptr (OmContainer) container = NULL;
  g_autofree char *bytes = NULL;
  gsize length;

  test_write_archive (folder, "inner.zip", inner, 1);
  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  {
    TestMember outer[] = { { "inner.zip", bytes, (gssize) length } };

    test_write_archive (folder, "outer.tar", outer, 1);
  }
  container = om_container_open (file, FALSE, NULL, NULL);
  g_assert_cmpuint (om_container_get_members (container)->len, ==, 1);
  g_assert_nonnull (om_container_find (container, "inner.zip"));
  om_test_folder_remove (folder);
}

/* A folder of files laid out for an import, last touched @age seconds ago. */
static char *
make_stage (const char *name,
            gint64      age)
{
  char *folder = g_build_filename (g_get_user_cache_dir (), "openmemory", name, NULL);
  g_autofree char *file = g_build_filename (folder, "0", NULL);
  time_t then = (time_t) (g_get_real_time () / G_USEC_PER_SEC - age);
  struct utimbuf times = { then, then };

  g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
  g_assert_true (g_file_set_contents (file, "a picture", -1, NULL));
  g_assert_cmpint (utime (folder, &times), ==, 0);
  return folder;
}

/* What imports left that were killed goes with the next one; what is in use stays, and what is no folder of theirs. */
static void
test_leftovers (void)
{
  g_autofree char *old = make_stage ("import-old", 7200);
  g_autofree char *used = make_stage ("import-used", 7200);
  g_autofree char *young = make_stage ("import-young", 60);
  g_autofree char *other = make_stage ("archive-old", 7200);
  g_autoptr (GFile) file = g_file_new_for_path ("none.zip");
  g_autoptr (OmContainerArchive) archive = om_container_archive_new (file, "none.zip", FALSE, 0);
  g_autoptr (GArray) none = g_array_new (FALSE, FALSE, sizeof (guint));
  g_autoptr (OmMemberStage) stage = NULL;
  g_autoptr (GError) error = NULL;
  int lock = open (used, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  g_assert_cmpint (flock (lock, LOCK_EX), ==, 0);
  stage = om_member_stage_new (archive, none, NULL, &error);
  g_assert_no_error (error);
  g_assert_false (g_file_test (old, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (used, G_FILE_TEST_IS_DIR));
  g_assert_true (g_file_test (young, G_FILE_TEST_IS_DIR));
  g_assert_true (g_file_test (other, G_FILE_TEST_IS_DIR));
  close (lock);
  g_clear_pointer (&stage, om_member_stage_free);
  stage = om_member_stage_new (archive, none, NULL, &error);
  g_assert_false (g_file_test (used, G_FILE_TEST_EXISTS));
}

void
test_add_container (void)
{
  g_test_add_func ("/archive/container/kinds", test_kinds);
  g_test_add_func ("/archive/container/unsafe", test_unsafe);
  g_test_add_func ("/archive/container/damaged", test_damaged);
  g_test_add_func ("/archive/container/bombs", test_bombs);
  g_test_add_func ("/archive/container/lying-size", test_lying_size);
  g_test_add_func ("/archive/container/password", test_password);
  g_test_add_func ("/archive/container/cancel", test_cancel);
  g_test_add_func ("/archive/container/nested", test_nested);
  g_test_add_func ("/archive/container/leftovers", test_leftovers);
}
