/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Input that means harm or is badly broken, and reading that is broken off. */
#include "config.h"

#include "archive-support.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/om-source-text.h"
#include "memory/om-error.h"
#include "support/om-test-folder.h"

static void
test_deep_json (void)
{
  g_autoptr (GString) bomb = g_string_new ("{\"entries\": [{\"title\": \"x\", \"a\": ");
  g_autoptr (TestReading) arrays = NULL;
  g_autoptr (TestReading) objects = NULL;
  gsize start = bomb->len;

  for (int i = 0; i < 500000; i++)
    g_string_append_c (bomb, '[');
  arrays = test_read_bytes ("bomb.json", bomb->str, (gssize) bomb->len, NULL);
  g_assert_error (arrays->error, OM_ERROR, OM_ERROR_INVALID);
  g_assert_cmpuint (arrays->drafts->len, ==, 0);

  g_string_truncate (bomb, start);
  for (int i = 0; i < 100000; i++)
    g_string_append (bomb, "{\"a\":");
  objects = test_read_bytes ("bomb.json", bomb->str, (gssize) bomb->len, NULL);
  g_assert_error (objects->error, OM_ERROR, OM_ERROR_INVALID);
}

static void
test_encodings (void)
{
  g_autoptr (TestReading) cut = test_read_bytes ("cut.txt", "\xFF\xFE[\0" "2\0x", 7, NULL);
  g_autoptr (TestReading) whole = test_read_bytes ("whole.md", "\xFE\xFF\0H\0i", 6, NULL);
  g_autoptr (TestReading) latin = test_read_sample ("jrnl/bad-utf8.txt", NULL, NULL);
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  OmReadOptions options = test_options (utc);
  g_autoptr (TestReading) guessed = NULL;

  g_assert_error (cut->error, OM_ERROR, OM_ERROR_ENCODING);
  test_assert_mentions (cut, "byte 6");
  g_assert_cmpstr (test_reading_get (whole, 0)->content, ==, "Hi");
  g_assert_error (latin->error, OM_ERROR, OM_ERROR_ENCODING);
  test_assert_mentions (latin, "offset 22");
  test_assert_mentions (latin, "Windows-1252");

  options.guess_encoding = TRUE;
  guessed = test_read_sample ("jrnl/bad-utf8.txt", NULL, &options);
  g_assert_cmpuint (guessed->drafts->len, ==, 1);
  g_assert_cmpstr (test_reading_get (guessed, 0)->title, ==, "Café in Latin-1");
  test_assert_mentions (guessed, "Windows-1252");
}

static void
test_encrypted (void)
{
  const char *token = "gAAAAABVIHB7tnwKExG7aC5Z";
  g_autoptr (TestReading) reading = test_read_bytes ("journal.txt", token, -1, NULL);

  g_assert_error (reading->error, OM_ERROR, OM_ERROR_INVALID);
  test_assert_mentions (reading, "encrypted");
}

/* Links are named and not followed, whether to a file, a folder, the folder itself or nothing. */
static void
test_links_out (void)
{
  static const char *const formats[] = { "markdown", "obsidian", "jrnl" };
  g_autofree char *outside = test_make_folder ();
  g_autofree char *inside = test_make_folder ();
  g_autofree char *secret = g_build_filename (outside, "secret.md", NULL);
  g_autofree char *to_file = g_build_filename (inside, "link.md", NULL);
  g_autofree char *to_folder = g_build_filename (inside, "elsewhere", NULL);
  g_autofree char *to_itself = g_build_filename (inside, "sub", "loop", NULL);
  g_autofree char *to_nothing = g_build_filename (inside, "dangling.md", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (inside);

  test_write (outside, "secret.md", "---\ndate: 2024-01-01\n---\nsesame", -1);
  test_write (inside, "sub/own.md",
              "---\ndate: 2024-01-01\n---\n![[link.md]] [x](../link.md) [y](/etc/passwd)", -1);
  g_assert_cmpint (symlink (secret, to_file), ==, 0);
  g_assert_cmpint (symlink (outside, to_folder), ==, 0);
  g_assert_cmpint (symlink (inside, to_itself), ==, 0);
  g_assert_cmpint (symlink ("/nonexistent", to_nothing), ==, 0);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autoptr (TestReading) reading = test_read_file (file, formats[i], NULL);
      g_autofree char *text = test_report_text (reading);

      g_assert_no_error (reading->error);
      g_assert_cmpuint (reading->drafts->len, ==, 1);
      g_assert_null (strstr (test_reading_get (reading, 0)->content, "sesame"));
      g_assert_null (test_reading_get (reading, 0)->links);
      test_assert_mentions (reading, "elsewhere");
      test_assert_mentions (reading, "link.md");
      test_assert_mentions (reading, "sub/loop");
      test_assert_mentions (reading, "dangling.md");
      g_assert_null (strstr (text, outside));
    }

  /* One that the person picks by itself is the file it leads to. */
  {
    g_autoptr (GFile) link = g_file_new_for_path (to_file);
    g_autoptr (TestReading) picked = test_read_file (link, NULL, NULL);

    g_assert_cmpstr (test_reading_get (picked, 0)->content, ==, "sesame");
  }
  om_test_folder_remove (inside);
  om_test_folder_remove (outside);
}

/* A pipe would wait for ever: it is never opened. */
static void
test_no_files (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autofree char *pipe_path = g_build_filename (folder, "pipe.md", NULL);
  g_autoptr (GFile) root = g_file_new_for_path (folder);
  g_autoptr (GFile) pipe_file = g_file_new_for_path (pipe_path);
  g_autoptr (TestReading) reading = NULL;
  g_autoptr (TestReading) alone = NULL;
  g_autoptr (TestReading) missing = NULL;

  g_assert_cmpint (mkfifo (pipe_path, 0600), ==, 0);
  test_write (folder, "a.md", "words", -1);
  reading = test_read_file (root, "markdown", NULL);
  g_assert_cmpuint (reading->drafts->len, ==, 1);
  test_assert_mentions (reading, "pipe.md");
  alone = test_read_file (pipe_file, "jrnl", NULL);
  g_assert_error (alone->error, OM_ERROR, OM_ERROR_INVALID);
  om_test_folder_remove (folder);
  missing = test_read_file (pipe_file, "markdown", NULL);
  g_assert_error (missing->error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
}

/* A file over 200 MiB is refused before it is read; in a folder the others come in. */
static void
test_large (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autofree char *path = g_build_filename (folder, "large.md", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GFile) root = g_file_new_for_path (folder);
  g_autoptr (TestReading) jrnl = NULL;
  g_autoptr (TestReading) note = NULL;
  g_autoptr (TestReading) both = NULL;
  int fd;

  test_write (folder, "a.md", "words", -1);
  test_write (folder, "large.md", "", 0);
  fd = open (path, O_WRONLY | O_CLOEXEC);
  g_assert_cmpint (fd, >=, 0);
  g_assert_cmpint (ftruncate (fd, OM_SOURCE_TEXT_MAX_BYTES + 1), ==, 0);
  close (fd);

  jrnl = test_read_file (file, "jrnl", NULL);
  g_assert_error (jrnl->error, OM_ERROR, OM_ERROR_TOO_LARGE);
  note = test_read_file (file, "markdown", NULL);
  g_assert_error (note->error, OM_ERROR, OM_ERROR_TOO_LARGE);
  test_assert_mentions (note, "200 MiB");
  both = test_read_file (root, "markdown", NULL);
  g_assert_cmpuint (both->drafts->len, ==, 1);
  g_assert_cmpint (both->report->outcome, ==, OM_IMPORT_PARTIAL);
  test_assert_mentions (both, "large.md");
  om_test_folder_remove (folder);
}

/* Names of files may be any bytes. */
static void
test_odd_names (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  g_autoptr (TestReading) reading = NULL;

  test_write (folder, "caf\xE9.md", "one", -1);
  test_write (folder, "line\nend.md", "two", -1);
  test_write (folder, "2024-01-01 \"quotes\" \\ back.md", "three", -1);
  test_write (folder, "..md", "hidden", -1);
  test_write (folder, "..x/y.md", "hidden", -1);
  reading = test_read_file (file, "markdown", NULL);
  g_assert_cmpuint (reading->drafts->len, ==, 3);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_true (g_utf8_validate (test_reading_get (reading, i)->source_key, -1, NULL));
      g_assert_true (g_utf8_validate (test_reading_get (reading, i)->title, -1, NULL));
    }
  g_assert_cmpstr (test_reading_get (reading, 0)->title, ==, "\"quotes\" \\ back");
  om_test_folder_remove (folder);
}

/* Texts made to be looked at again and again; only the harness's time limit would tell. */
static void
test_long_lines (void)
{
  static const char *const pieces[] = {
    "x", "[2024-01-01 10:00] ", "[", "[2024-01-01 10:00] A\n", "[x] y\n", ". ", "@a ", "\n",
    "---\n", "# 2024-01-01\n", "a: |\n", "- x\n", "a: \"\n", "a: [\n", "* ",
  };

  for (guint i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (GString) text = g_string_new ("[2024-01-01 10:00] ");
      g_autoptr (GString) front = g_string_new ("---\n");
      g_autoptr (TestReading) jrnl = NULL;
      g_autoptr (TestReading) note = NULL;
      g_autoptr (TestReading) closed = NULL;

      while (text->len < 500000)
        g_string_append (text, pieces[i]);
      jrnl = test_read_bytes ("a.txt", text->str, (gssize) text->len, "jrnl");
      g_assert_cmpuint (jrnl->drafts->len, >, 0);
      note = test_read_bytes ("a.md", text->str, (gssize) text->len, "markdown");
      g_assert_cmpuint (note->drafts->len, >, 0);

      g_string_append_len (front, text->str, (gssize) text->len);
      g_string_append (front, "\n---\nText");
      closed = test_read_bytes ("a.md", front->str, (gssize) front->len, "markdown");
      g_assert_cmpuint (closed->drafts->len, >, 0);
    }
}

/* Breaking off */

typedef struct
{
  guint         n;
  guint         at;
  GCancellable *cancellable;
  gboolean      fail;
} Breaking;

static gboolean
break_cb (OmDraft  *draft,
          gpointer  data,
          GError  **error)
{
  Breaking *breaking = data;

  om_draft_free (draft);
  breaking->n++;
  if (breaking->n != breaking->at)
    return TRUE;
  if (breaking->cancellable != NULL)
    {
      g_cancellable_cancel (breaking->cancellable);
      return TRUE;
    }
  if (breaking->fail)
    g_set_error_literal (error, OM_ERROR, OM_ERROR_NO_SPACE, "full");
  return FALSE;
}

static void
test_breaking_off (void)
{
  static const char *const sources[] = {
    "jrnl/twelve-thousand.txt", "jrnl/export-real.json", "jrnl/yaml-real", "obsidian/vault",
    "markdown/folder", "markdown/jrnl-export-real.md",
  };

  for (guint s = 0; s < G_N_ELEMENTS (sources); s++)
    {
      g_autofree char *path = test_sample_path (sources[s]);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autoptr (OmReader) reader = om_readers_probe (file, NULL, NULL);
      g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
      OmReadOptions options = test_options (utc);
      g_autoptr (OmImportReport) report = om_import_report_new ();
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autoptr (GError) error = NULL;
      Breaking cancelled = { .at = 3, .cancellable = cancellable };
      Breaking failed = { .at = 3, .fail = TRUE };
      Breaking enough = { .at = 3 };

      g_assert_false (om_reader_read (reader, file, &options, report, break_cb, &cancelled,
                                      cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_cmpuint (cancelled.n, ==, 3);
      g_clear_error (&error);

      /* Cancelled before it begins. */
      g_assert_false (om_reader_read (reader, file, &options, report, break_cb, &cancelled,
                                      cancellable, &error));
      g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
      g_assert_cmpuint (cancelled.n, ==, 3);
      g_clear_error (&error);

      g_assert_false (om_reader_read (reader, file, &options, report, break_cb, &failed,
                                      NULL, &error));
      g_assert_error (error, OM_ERROR, OM_ERROR_NO_SPACE);
      g_assert_cmpuint (failed.n, ==, 3);
      g_clear_error (&error);

      g_assert_true (om_reader_read (reader, file, &options, report, break_cb, &enough,
                                     NULL, &error));
      g_assert_no_error (error);
      g_assert_cmpuint (enough.n, ==, 3);
    }
}

void
test_add_hostile (void)
{
  g_test_add_func ("/archive/hostile/deep-json", test_deep_json);
  g_test_add_func ("/archive/hostile/encodings", test_encodings);
  g_test_add_func ("/archive/hostile/encrypted", test_encrypted);
  g_test_add_func ("/archive/hostile/links-out", test_links_out);
  g_test_add_func ("/archive/hostile/no-files", test_no_files);
  g_test_add_func ("/archive/hostile/large", test_large);
  g_test_add_func ("/archive/hostile/odd-names", test_odd_names);
  g_test_add_func ("/archive/hostile/long-lines", test_long_lines);
  g_test_add_func ("/archive/hostile/breaking-off", test_breaking_off);
}
