/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Exports that people read: a Markdown folder that comes in again as it was, JSON, and a table. */
#include "config.h"

#include "archive-support.h"

#include <glib/gstdio.h>
#include <string.h>

#include "archive/om-export.h"
#include "memory/om-error.h"
#include "support/om-test-folder.h"

typedef struct
{
  char     *folder; /* (owned) */
  OmEngine *engine; /* (owned) */
} Fixture;

static const struct
{
  const char *title;
  const char *text;
  const char *tags;
  const char *date;
  guint       flags;
} entries[] = {
  { "Walk: the canal / \"heron\"", "The heron stood at the second lock.\n\nTwo lines later.", "canal;Łódź", "2024-05-31T07:05:00+02:00",
    OM_FLAG_STARRED },
  { NULL, "=HYPERLINK(\"http://example.org\")", "", "2024-06-01", 0 },
  { NULL, "- bread\n- yeast", "", "2024-06-01", OM_FLAG_PINNED },
  { "Walk: the canal / \"heron\"", "Again, the same title on the same day.", "", "2024-05-31T09:00:00-03:30", 0 },
  { "苍鹭", "苍鹭站在第二道船闸旁。 🌧", "鸟", "0988-02-03", 0 },
  { "'quoted'", "'an apostrophe, and a \"quotation\", commas,\r\nand an end of line", "", NULL, 0 },
  { NULL, "Nobody else shall read this.", "", "2024-06-02", OM_FLAG_PRIVATE },
  { "---", "--- a line that looks like a fence", "", "9999-12-31", 0 },
};

static gint64
clock_cb (gpointer data)
{
  return TEST_NOW;
}

static OmEngine *
open_store (const char *folder,
            const char *name)
{
  g_autofree char *path = g_build_filename (folder, name, NULL);
  OmEngine *engine = om_engine_new ();
  g_autoptr (GError) error = NULL;

  om_engine_set_clock (engine, clock_cb, NULL);
  om_engine_open (engine, path, OM_OPEN_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  om_engine_load (engine, NULL, &error);
  g_assert_no_error (error);
  return engine;
}

static void
set_up (Fixture      *fixture,
        gconstpointer unused)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  g_autoptr (GPtrArray) ids = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (GError) error = NULL;

  fixture->folder = test_make_folder ();
  fixture->engine = open_store (fixture->folder, "first.db");
  for (gsize i = 0; i < G_N_ELEMENTS (entries); i++)
    {
      g_autoptr (OmDraft) draft = om_draft_new (entries[i].text);
      g_autoptr (OmRemembered) remembered = NULL;

      draft->title = g_strdup (entries[i].title);
      draft->tags = g_strsplit (entries[i].tags, ";", -1);
      draft->flags = entries[i].flags;
      draft->has_happened = TRUE;
      draft->happened = om_moment_unknown (TEST_NOW);
      if (entries[i].date != NULL)
        om_moment_parse (entries[i].date, utc, &draft->happened, &error);
      g_assert_no_error (error);
      remembered = om_engine_remember (fixture->engine, draft, NULL, &error);
      g_assert_no_error (error);
      g_ptr_array_add (ids, g_strdup (remembered->id));
    }
  om_engine_link (fixture->engine, g_ptr_array_index (ids, 0), g_ptr_array_index (ids, 4), NULL, &error);
  g_assert_no_error (error);
}

static void
tear_down (Fixture      *fixture,
           gconstpointer unused)
{
  om_engine_close (fixture->engine);
  g_assert_finalize_object (fixture->engine);
  om_test_folder_remove (fixture->folder);
  g_free (fixture->folder);
}

static char *
export (Fixture          *fixture,
        const OmExporter *exporter,
        const char       *name)
{
  OmExportOptions options = { .choice = { .whole = TRUE } };
  char *path = g_build_filename (fixture->folder, name, NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmExportReport) report = om_export (fixture->engine, exporter, path, &options, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  g_assert_cmpuint (report->entries, ==, G_N_ELEMENTS (entries) - 1);
  g_assert_cmpuint (report->read_back, ==, report->entries);
  g_assert_cmpuint (report->left_out, ==, 1);
  return path;
}

static const OmMemory *
find (GPtrArray  *memories,
      const char *text)
{
  for (guint i = 0; i < memories->len; i++)
    {
      const OmMemory *memory = g_ptr_array_index (memories, i);

      if (g_str_equal (memory->content, text))
        return memory;
    }
  g_error ("“%s” is not there", text);
}

static GPtrArray *
get_all (OmEngine *engine)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GArray) items = om_engine_list (engine, NULL, OM_SORT_OLDEST, NULL, &error);
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));

  g_assert_no_error (error);
  for (guint i = 0; i < items->len; i++)
    g_array_append_val (rows, g_array_index (items, OmListItem, i).row);
  return om_engine_get_rows (engine, (const gint64 *) (gpointer) rows->data, rows->len, NULL, &error);
}

static void
test_markdown (Fixture      *fixture,
               gconstpointer unused)
{
  g_autofree char *path = export (fixture, &om_markdown_exporter, "notes");
  g_autofree char *linked = g_build_filename (path, "2024", "2024-05-31 Walk the canal heron.md", NULL);
  g_autofree char *text = NULL;
  g_autoptr (OmEngine) second = open_store (fixture->folder, "second.db");
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (OmReader) reader = om_readers_by_name ("markdown");
  g_autoptr (OmImportReport) report = NULL;
  g_autoptr (GPtrArray) before = NULL;
  g_autoptr (GPtrArray) after = NULL;
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  OmImportOptions options = { .read = test_options (utc) };
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_get_contents (linked, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\"[[0988-02-03 苍鹭]]\""));
  report = om_import (second, reader, file, &options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (report->added, ==, G_N_ELEMENTS (entries) - 1);
  before = get_all (fixture->engine);
  after = get_all (second);
  for (guint i = 0; i < before->len; i++)
    {
      const OmMemory *memory = g_ptr_array_index (before, i);
      g_autofree char *lines = g_strdup (memory->content);
      const OmMemory *again;

      if ((memory->flags & OM_FLAG_PRIVATE) != 0)
        continue;
      /* Every reader takes one kind of line end for the other. */
      if (strchr (lines, '\r') != NULL)
        memmove (strchr (lines, '\r'), strchr (lines, '\r') + 1, strlen (strchr (lines, '\r')));
      again = find (after, lines);
      g_assert_cmpstr (memory->title, ==, again->title);
      g_assert_true (g_strv_equal ((const char *const *) memory->tags, (const char *const *) again->tags));
      g_assert_cmpint (memory->happened.precision, ==, again->happened.precision);
      if (memory->happened.precision != OM_PRECISION_UNKNOWN)
        g_assert_cmpint (memory->happened.ms, ==, again->happened.ms);
      g_assert_cmpint (memory->happened.offset_s, ==, again->happened.offset_s);
      g_assert_cmpuint (memory->flags & OM_FLAG_STARRED, ==, again->flags & OM_FLAG_STARRED);
    }
  om_engine_close (second);
}

static void
test_json (Fixture      *fixture,
           gconstpointer unused)
{
  g_autofree char *path = export (fixture, &om_json_exporter, "entries.json");
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  JsonArray *list;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  list = json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)), "entries");
  g_assert_cmpuint (json_array_get_length (list), ==, G_N_ELEMENTS (entries) - 1);
  for (guint i = 0; i < json_array_get_length (list); i++)
    {
      JsonObject *entry = json_array_get_object_element (list, i);

      g_assert_cmpstr (json_object_get_string_member (entry, "text"), ==, entries[i < 6 ? i : i + 1].text);
      g_assert_cmpint (json_object_has_member (entry, "links"), ==, i == 0);
    }
}

static void
test_csv (Fixture      *fixture,
          gconstpointer unused)
{
  g_autofree char *path = export (fixture, &om_csv_exporter, "entries.csv");
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "\r\n"));
  /* Nothing that a spreadsheet would reckon; and what had an apostrophe has one more. */
  g_assert_nonnull (strstr (text, ",\"'=HYPERLINK(\"\"http://example.org\"\")\","));
  g_assert_nonnull (strstr (text, ",\"'- bread\n- yeast\","));
  g_assert_nonnull (strstr (text, ",\"''quoted'\",\"''an apostrophe"));
  g_assert_nonnull (strstr (text, ",2024-05-31T07:05:00+02:00,instant,"));
  g_assert_nonnull (strstr (text, ",0988-02-03,day,"));
  g_assert_null (strstr (text, "Nobody else"));
}

static void
import_into (OmEngine   *engine,
             const char *path)
{
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  OmImportOptions options = { .read = test_options (utc) };
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmReader) reader = om_readers_probe (file, NULL, &error);
  g_autoptr (OmImportReport) report = NULL;

  g_assert_no_error (error);
  report = om_import (engine, reader, file, &options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (report->outcome, ==, OM_IMPORT_OK);
}

/* Case S10: what a folder holds with a byte order mark, with CRLF or with a block that is not closed comes in, goes
 * out and comes in again, and is the same. */
static void
test_again (gconstpointer data)
{
  g_autofree char *folder = test_make_folder ();
  g_autofree char *path = test_sample_path (data);
  g_autoptr (OmEngine) first = open_store (folder, "first.db");
  g_autoptr (OmEngine) second = open_store (folder, "second.db");
  g_autofree char *out = g_build_filename (folder, "notes", NULL);
  OmExportOptions export_options = { .choice = { .whole = TRUE } };
  g_autoptr (OmExportReport) written = NULL;
  g_autoptr (GPtrArray) before = NULL;
  g_autoptr (GPtrArray) after = NULL;
  g_autoptr (GError) error = NULL;

  import_into (first, path);
  written = om_export (first, &om_markdown_exporter, out, &export_options, NULL, NULL, NULL, &error);
  g_assert_no_error (error);
  import_into (second, out);
  before = get_all (first);
  after = get_all (second);
  g_assert_cmpuint (before->len, ==, after->len);
  for (guint i = 0; i < before->len; i++)
    {
      const OmMemory *memory = g_ptr_array_index (before, i);
      const OmMemory *again = find (after, memory->content);

      g_assert_cmpstr (memory->title, ==, again->title);
      g_assert_true (g_strv_equal ((const char *const *) memory->tags, (const char *const *) again->tags));
      g_assert_cmpint (memory->happened.precision, ==, again->happened.precision);
      if (memory->happened.precision != OM_PRECISION_UNKNOWN)
        g_assert_cmpint (memory->happened.ms, ==, again->happened.ms);
    }
  om_engine_close (second);
  om_engine_close (first);
  om_test_folder_remove (folder);
}

/* A folder that holds something is nobody's to write into. */
static void
test_folder_taken (Fixture      *fixture,
                   gconstpointer unused)
{
  OmExportOptions options = { .choice = { .whole = TRUE }, .replace = TRUE };
  g_autofree char *path = g_build_filename (fixture->folder, "mine", NULL);
  g_autofree char *text = NULL;
  g_autofree char *note = g_build_filename (path, "note.md", NULL);
  g_autoptr (GError) error = NULL;

  test_write (fixture->folder, "mine/note.md", "mine", -1);
  g_assert_null (om_export (fixture->engine, &om_markdown_exporter, path, &options, NULL, NULL, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
  g_assert_true (g_file_get_contents (note, &text, NULL, NULL));
  g_assert_cmpstr (text, ==, "mine");
}

void
test_add_plain_export (void)
{
  g_test_add ("/plain-export/markdown", Fixture, NULL, set_up, test_markdown, tear_down);
  g_test_add ("/plain-export/json", Fixture, NULL, set_up, test_json, tear_down);
  g_test_add ("/plain-export/csv", Fixture, NULL, set_up, test_csv, tear_down);
  g_test_add ("/plain-export/folder-taken", Fixture, NULL, set_up, test_folder_taken, tear_down);
  g_test_add_data_func ("/plain-export/again/vault", "obsidian/vault", test_again);
  g_test_add_data_func ("/plain-export/again/folder", "markdown/folder", test_again);
}
