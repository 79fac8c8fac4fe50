/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The libFuzzer target of every reader: bytes as a file or, for formats that are folders, as the file
 * of a folder; what begins like a zip, a tar or a data base is always the file itself. OPENMEMORY_FUZZ names the
 * format. Run by `./dev fuzz`. */
#include "config.h"

#include <glib/gstdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "archive/om-reader.h"

int LLVMFuzzerInitialize (int    *argc,
                          char ***argv);
int LLVMFuzzerTestOneInput (const guint8 *bytes,
                            gsize         n_bytes);

/* What the file is called; a name with a folder is read by way of the folder above it. */
static const struct
{
  const char *format;
  const char *name;
} names[] = {
  { "jrnl", "journal.txt" },
  { "markdown", "2024-01-05.md" },
  { "obsidian", "vault/2024-01-05.md" },
  { "dayone", "Journal.json" },
  { "rednotebook", "data/2024-01.txt" },
  { "joplin", "raw/007894980112445f85c454fbf7280fe0.md" },
  { "logseq", "journals/2024_01_05.md" },
  { "keep", "Keep/note.json" },
  { "gnote", "notes/846c61d4-5332-4d74-9461-37493b0ece34.note" },
  { "zim", "Journal/2024/02/29.txt" },
  { "lifeograph", "a.diary" },
  { "csv", "table.csv" },
  { "archive", "all.openmemory" },
};

static OmReader *reader;
static char *folder;
static char *archive_path;
static char *file_path;
static char *picked_path;

static void
clean_up (void)
{
  g_autofree char *parent = g_path_get_dirname (file_path);

  g_unlink (archive_path);
  g_unlink (file_path);
  while (!g_str_equal (parent, folder))
    {
      char *above = g_path_get_dirname (parent);

      g_rmdir (parent);
      g_free (parent);
      parent = above;
    }
  g_rmdir (folder);
}

int
LLVMFuzzerInitialize (int    *argc,
                      char ***argv)
{
  const char *format = g_getenv ("OPENMEMORY_FUZZ");
  const char *name = "export.json";
  const char *slash;
  g_autofree char *parent = NULL;

  reader = om_readers_by_name (format != NULL ? format : "");
  if (reader == NULL)
    g_error ("OPENMEMORY_FUZZ has to name a format");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      if (g_str_equal (names[i].format, format))
        name = names[i].name;
    }

  folder = g_strdup_printf ("%s/openmemory-fuzz-%d",
                            g_file_test ("/dev/shm", G_FILE_TEST_IS_DIR) ? "/dev/shm"
                                                                         : g_get_tmp_dir (),
                            (int) getpid ());
  archive_path = g_build_filename (folder, "export", NULL);
  file_path = g_build_filename (folder, "in", name, NULL);
  parent = g_path_get_dirname (file_path);
  g_mkdir_with_parents (parent, 0700);
  slash = strchr (name, '/');
  /* Journals and pages lie below the folder that is picked; others in it. */
  picked_path = slash == NULL ? g_strdup (file_path) : g_build_filename (folder, "in", NULL);
  atexit (clean_up);
  return 0;
}

static gboolean
drop_cb (OmDraft  *draft,
         gpointer  data,
         GError  **error)
{
  g_assert_true (g_utf8_validate (draft->content, -1, NULL));
  g_assert_true (draft->title == NULL || g_utf8_validate (draft->title, -1, NULL));
  g_assert_true (draft->source_data == NULL || g_utf8_validate (draft->source_data, -1, NULL));
  g_assert_nonnull (draft->source_key);
  om_draft_free (draft);
  return TRUE;
}

int
LLVMFuzzerTestOneInput (const guint8 *bytes,
                        gsize         n_bytes)
{
  gboolean archive = (n_bytes > 4 && memcmp (bytes, "PK", 2) == 0) || (n_bytes > 6 && memcmp (bytes, "SQLite", 6) == 0) ||
                     (n_bytes > 2 && memcmp (bytes, "\x1f\x8b", 2) == 0) ||
                     (n_bytes > 262 && memcmp (bytes + 257, "ustar", 5) == 0);
  const char *path = archive ? archive_path : file_path;
  g_autoptr (GFile) file = g_file_new_for_path (archive ? archive_path : picked_path);
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (OmImportReport) report = om_import_report_new ();
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  OmReadOptions options = { .zone = utc, .now = 1, .split_at_dates = TRUE };

  if (!g_file_set_contents_full (path, (const char *) bytes, (gssize) n_bytes,
                                 G_FILE_SET_CONTENTS_NONE, 0600, NULL))
    return 0;
  om_reader_probe (reader, file, NULL);
  if (om_reader_read (reader, file, &options, report, drop_cb, NULL, NULL, &error))
    om_import_report_settle (report);
  else
    g_assert_nonnull (error);
  text = om_import_report_to_text (report);
  return 0;
}
