/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Helpers of the readers' tests. */
#include "config.h"

#include "archive-support.h"

#include <archive.h>
#include <archive_entry.h>
#include <glib/gstdio.h>
#include <string.h>

#include "archive/om-tag-set.h"
#include "support/om-test-folder.h"
#include "support/om-test-golden.h"

static gboolean
collect_cb (OmDraft  *draft,
            gpointer  data,
            GError  **error)
{
  /* What belongs to an entry is there when the entry is. */
  for (guint i = 0; draft->attachments != NULL && i < draft->attachments->len; i++)
    {
      const OmDraftAttachment *attachment = g_ptr_array_index (draft->attachments, i);

      g_assert_true (attachment->bytes != NULL ||
                     g_file_test (attachment->path, G_FILE_TEST_IS_REGULAR));
    }
  g_ptr_array_add (data, draft);
  return TRUE;
}

OmReadOptions
test_options (GTimeZone *zone)
{
  return (OmReadOptions){ .zone = zone, .now = TEST_NOW };
}

/* Reads @file as @format, or as what it looks like if that is NULL. */
TestReading *
test_read_file (GFile               *file,
                const char          *format,
                const OmReadOptions *options)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  OmReadOptions fallback = test_options (utc);
  TestReading *self = g_new0 (TestReading, 1);
  g_autoptr (OmReader) reader = NULL;

  self->drafts = g_ptr_array_new_with_free_func ((GDestroyNotify) om_draft_free);
  self->report = om_import_report_new ();
  if (format != NULL)
    reader = om_readers_by_name (format);
  else
    reader = om_readers_probe (file, NULL, &self->error);
  if (reader == NULL)
    {
      g_assert_null (format);
      self->report->outcome = OM_IMPORT_REFUSED;
      return self;
    }
  if (options == NULL)
    options = &fallback;
  if (!om_reader_read (reader, file, options, self->report, collect_cb, self->drafts, NULL,
                       &self->error))
    {
      g_assert_nonnull (self->error);
      self->report->outcome = OM_IMPORT_REFUSED;
      return self;
    }
  g_assert_no_error (self->error);
  self->report->read = self->drafts->len;
  om_import_report_settle (self->report);
  return self;
}

TestReading *
test_read_sample (const char          *relative,
                  const char          *format,
                  const OmReadOptions *options)
{
  g_autofree char *path = test_sample_path (relative);
  g_autoptr (GFile) file = g_file_new_for_path (path);

  return test_read_file (file, format, options);
}

/* Reads a file of these bytes. */
TestReading *
test_read_bytes (const char *name,
                 const char *bytes,
                 gssize      length,
                 const char *format)
{
  g_autofree char *folder = test_make_folder ();
  g_autofree char *path = g_build_filename (folder, name, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  TestReading *reading;

  test_write (folder, name, bytes, length);
  reading = test_read_file (file, format, NULL);
  om_test_folder_remove (folder);
  return reading;
}

void
test_reading_free (TestReading *self)
{
  g_ptr_array_unref (self->drafts);
  om_import_report_free (self->report);
  g_clear_error (&self->error);
  g_free (self);
}

OmDraft *
test_reading_get (TestReading *self,
                  guint        i)
{
  g_assert_no_error (self->error);
  g_assert_cmpuint (i, <, self->drafts->len);
  return g_ptr_array_index (self->drafts, i);
}

/* All that a person is told: the error, or the report. */
char *
test_report_text (TestReading *self)
{
  if (self->error != NULL)
    return g_strdup (self->error->message);
  return om_import_report_to_text (self->report);
}

void
test_assert_mentions (TestReading *self,
                      const char  *words)
{
  g_autofree char *text = test_report_text (self);
  g_autofree char *lower = g_utf8_strdown (text, -1);
  g_autofree char *wanted = g_utf8_strdown (words, -1);

  if (strstr (lower, wanted) == NULL)
    g_error ("the report does not mention “%s”:\n%s", words, text);
}

char *
test_make_folder (void)
{
  g_autoptr (GError) error = NULL;
  char *folder = g_dir_make_tmp ("openmemory-test-XXXXXX", &error);

  g_assert_no_error (error);
  return folder;
}

void
test_write (const char *folder,
            const char *relative,
            const char *bytes,
            gssize      length)
{
  g_autofree char *path = g_build_filename (folder, relative, NULL);
  g_autofree char *parent = g_path_get_dirname (path);
  g_autoptr (GError) error = NULL;

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_file_set_contents (path, bytes, length, &error);
  g_assert_no_error (error);
}

/* Writes a zip or, if the name ends in .tar or .jex, a tar. Small members are stored, not packed. */
void
test_write_archive (const char       *folder,
                    const char       *relative,
                    const TestMember *members,
                    guint             n_members)
{
  g_autofree char *path = g_build_filename (folder, relative, NULL);
  struct archive *archive = archive_write_new ();
  gboolean tar = g_str_has_suffix (relative, ".tar") || g_str_has_suffix (relative, ".jex");

  g_assert_cmpint (tar ? archive_write_set_format_pax_restricted (archive)
                       : archive_write_set_format_zip (archive), ==, ARCHIVE_OK);
  g_assert_cmpint (archive_write_open_filename (archive, path), ==, ARCHIVE_OK);
  for (guint i = 0; i < n_members; i++)
    {
      struct archive_entry *entry = archive_entry_new ();
      gboolean link = members[i].length == TEST_MEMBER_LINK;
      gsize length = members[i].length >= 0 ? (gsize) members[i].length
                     : members[i].length == -1 ? strlen (members[i].bytes) : 0;

      if (!tar && length < 1000)
        archive_write_zip_set_compression_store (archive);
      else if (!tar)
        archive_write_zip_set_compression_deflate (archive);
      archive_entry_copy_pathname (entry, members[i].name);
      archive_entry_set_mtime (entry, 1700000000, 0);
      archive_entry_set_perm (entry, 0644);
      archive_entry_set_filetype (entry, link ? AE_IFLNK
                                  : members[i].length == TEST_MEMBER_PIPE && tar ? AE_IFIFO
                                  : members[i].length == TEST_MEMBER_PIPE ? AE_IFLNK
                                  : g_str_has_suffix (members[i].name, "/") ? AE_IFDIR : AE_IFREG);
      if (link || (members[i].length == TEST_MEMBER_PIPE && !tar))
        archive_entry_copy_symlink (entry, link ? members[i].bytes : "pipe");
      archive_entry_set_size (entry, (la_int64_t) length);
      g_assert_cmpint (archive_write_header (archive, entry), ==, ARCHIVE_OK);
      if (length > 0)
        g_assert_cmpint (archive_write_data (archive, members[i].bytes, length), ==, length);
      archive_entry_free (entry);
    }
  g_assert_cmpint (archive_write_close (archive), ==, ARCHIVE_OK);
  archive_write_free (archive);
}

static gint64
test_clock (gpointer data)
{
  return TEST_NOW;
}

/* An empty store below the folder; to be closed and unreffed. */
OmEngine *
test_open_store (const char *folder)
{
  g_autofree char *path = g_build_filename (folder, "store", "memories.db", NULL);
  g_autoptr (GError) error = NULL;
  OmEngine *engine = om_engine_new ();

  om_engine_set_clock (engine, test_clock, NULL);
  om_engine_open (engine, path, OM_OPEN_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  om_engine_load (engine, NULL, &error);
  g_assert_no_error (error);
  return engine;
}

char *
test_sample_path (const char *relative)
{
  g_autofree char *samples = om_test_samples_folder ();

  return g_build_filename (samples, relative, NULL);
}

/* Tags as expected.json has them: lower case, sorted, with commas between. */
char *
test_tag_keys (char **tags)
{
  g_autoptr (GPtrArray) keys = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; tags != NULL && tags[i] != NULL; i++)
    g_ptr_array_add (keys, om_tag_key (tags[i]));
  g_ptr_array_add (keys, NULL);
  for (guint i = 0; i + 2 < keys->len; i++)
    g_assert_cmpstr (g_ptr_array_index (keys, i), <, g_ptr_array_index (keys, i + 1));
  return g_strjoinv (",", (char **) keys->pdata);
}

static int
compare_names (gconstpointer a,
               gconstpointer b)
{
  return strcmp (*(const char *const *) a, *(const char *const *) b);
}

/* Over all files of a folder and their names, or over one file. */
static void
update_checksum (GChecksum  *sum,
                 const char *path)
{
  g_autoptr (GDir) dir = g_file_test (path, G_FILE_TEST_IS_DIR) ? g_dir_open (path, 0, NULL) : NULL;
  g_autofree char *bytes = NULL;
  gsize length;

  if (dir != NULL)
    {
      g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
      const char *name;

      while ((name = g_dir_read_name (dir)) != NULL)
        g_ptr_array_add (names, g_build_filename (path, name, NULL));
      g_ptr_array_sort (names, compare_names);
      for (guint i = 0; i < names->len; i++)
        update_checksum (sum, g_ptr_array_index (names, i));
      return;
    }
  g_checksum_update (sum, (const guchar *) path, -1);
  if (g_file_get_contents (path, &bytes, &length, NULL))
    g_checksum_update (sum, (const guchar *) bytes, (gssize) length);
}

char *
test_checksum (const char *path)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);

  update_checksum (sum, path);
  return g_strdup (g_checksum_get_string (sum));
}
