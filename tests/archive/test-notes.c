/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Markdown files and folders beyond the samples. */
#include "config.h"

#include "archive-support.h"

#include <string.h>

#include "memory/om-error.h"
#include "support/om-test-folder.h"

static TestReading *
read_note (const char *name,
           const char *text)
{
  return test_read_bytes (name, text, -1, "markdown");
}

static TestReading *
read_split (const char *text)
{
  g_autofree char *folder = test_make_folder ();
  g_autofree char *path = g_build_filename (folder, "notes.md", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  OmReadOptions options = test_options (utc);
  TestReading *reading;

  options.split_at_dates = TRUE;
  test_write (folder, "notes.md", text, -1);
  reading = test_read_file (file, "markdown", &options);
  om_test_folder_remove (folder);
  return reading;
}

static void
assert_draft (TestReading *reading,
              guint        i,
              const char  *moment,
              const char  *title,
              const char  *content)
{
  OmDraft *draft = test_reading_get (reading, i);
  g_autofree char *found = om_moment_format (&draft->happened);

  g_assert_cmpstr (found, ==, moment);
  g_assert_cmpstr (draft->title, ==, title);
  g_assert_cmpstr (draft->content, ==, content);
}

/* Properties, name, folders, heading: the first that says something counts. */
static void
test_date_order (void)
{
  static const struct
  {
    const char *name;
    const char *text;
    const char *moment;
    const char *title;
    const char *content;
  } cases[] = {
    { "2024-01-02 a.md", "---\ndate: 2024-01-01\n---\n# 2024-01-03\nx", "2024-01-01",
      "2024-01-02 a", "# 2024-01-03\nx" },
    { "2024-01-02 a.md", "---\ndate: 2024-01-02T10:00\n---\nx", "2024-01-02T10:00:00Z", "a", "x" },
    { "2024-01-02 a.md", "# 2024-01-03\nx", "2024-01-02", "a", "# 2024-01-03\nx" },
    { "a.md", "# 2024-01-03 Snow\nx", "2024-01-03", "Snow", "x" },
    { "a.md", "# 2024-01-03\n", "2024-01-03", "2024-01-03", "2024-01-03" },
    { "a.md", "Words\n\n# 2024-01-03\nx", "2024-01-03", "a", "Words\n\n# 2024-01-03\nx" },
    { "a.md", "# Title\n# 2024-01-03\nx", "unknown", "a", "# Title\n# 2024-01-03\nx" },
    { "a.md", "---\ntitle: T\n---\n# 2024-01-03\nx", "2024-01-03", "T", "# 2024-01-03\nx" },
    { "a.md", "---\ncreated: 2024-01-01\ndate: 2024-01-02\n---\nx", "2024-01-02", "a", "x" },
    { "a.md", "---\ncreated_at: 2024-01-01T00:00:00Z\n---\nx", "2024-01-01T00:00:00Z", "a", "x" },
    { "a.md", "---\nDate: 5 January 2024\n---\nx", "2024-01-05", "a", "x" },
    { "2024-01-02.md", "---\ndate: soon\n---\nx", "2024-01-02", "2024-01-02", "x" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TestReading) reading = read_note (cases[i].name, cases[i].text);

      assert_draft (reading, 0, cases[i].moment, cases[i].title, cases[i].content);
      g_assert_cmpint (reading->report->outcome, ==, OM_IMPORT_OK);
    }
}

/* A day that never was makes an undated entry, is named, and stays in the source data. */
static void
test_impossible_dates (void)
{
  g_autoptr (TestReading) property = read_note ("a.md", "---\ndate: 2023-02-30\n---\nx");
  g_autoptr (TestReading) name = read_note ("2023-02-30 never.md", "x");
  g_autoptr (TestReading) heading = read_note ("a.md", "# 2023-02-30\nx");

  assert_draft (property, 0, "unknown", "a", "x");
  g_assert_nonnull (strstr (test_reading_get (property, 0)->source_data, "2023-02-30"));
  assert_draft (name, 0, "unknown", "2023-02-30 never", "x");
  assert_draft (heading, 0, "unknown", "a", "# 2023-02-30\nx");
  test_assert_mentions (property, "2023-02-30");
  test_assert_mentions (name, "2023-02-30");
  test_assert_mentions (heading, "2023-02-30");
  g_assert_cmpint (property->report->outcome, ==, OM_IMPORT_PARTIAL);
  g_assert_cmpint (name->report->outcome, ==, OM_IMPORT_PARTIAL);
  g_assert_cmpint (heading->report->outcome, ==, OM_IMPORT_PARTIAL);
}

static void
test_properties (void)
{
  g_autoptr (TestReading) reading = read_note (
    "a.md",
    "---\ntitle: One\ntitle: Two\ntags: [A, b]\ntag: c d\nstarred: true\n# comment\nmood: "
    "4\nnested:\n  x: 1\n"
    "date: 2024-01-01\n---\n\n    code first\nText #E\n\n");
  OmDraft *draft = test_reading_get (reading, 0);
  g_autofree char *tags = g_strjoinv (",", draft->tags);

  assert_draft (reading, 0, "2024-01-01", "One", "    code first\nText #E");
  g_assert_cmpstr (tags, ==, "A,b,c,d,E");
  g_assert_cmpuint (draft->flags, ==, OM_FLAG_STARRED);
  g_assert_true (g_str_has_prefix (draft->source_data,
                                   "{\"title\":\"Two\",\"mood\":4,\"nested\":\"x: "
                                   "1\",\"openmemory\":{"));
  g_assert_nonnull (strstr (draft->source_data, "# comment"));
}

/* Properties alone are an entry: its title is its text. */
static void
test_without_text (void)
{
  g_autoptr (TestReading) reading = read_note ("Ideas.md", "---\ndate: 2024-01-01\n---\n\n");

  assert_draft (reading, 0, "2024-01-01", "Ideas", "Ideas");
}

static void
test_split (void)
{
  g_autoptr (TestReading) reading = read_split (
    "---\ntags: x\nmood: 4\n---\nBefore the days.\n\n## 2024-01-15\nOne #a\n\n### Not a day\nstill "
    "one\n"
    "## 2024-01-16 – Snow\n\nTwo\n## 2023-02-30\nNever\n## 2024-01-16\n## Thoughts\nlast\n## "
    "2024-01-17\n"
    "```\n## 2024-01-18\n```\n");
  g_autofree char *tags = NULL;

  g_assert_cmpuint (reading->drafts->len, ==, 6);
  assert_draft (reading, 0, "unknown", "notes", "Before the days.");
  assert_draft (reading, 1, "2024-01-15", NULL, "One #a\n\n### Not a day\nstill one");
  assert_draft (reading, 2, "2024-01-16", "Snow", "Two");
  assert_draft (reading, 3, "unknown", "2023-02-30", "Never");
  assert_draft (reading, 4, "2024-01-16", NULL, "## Thoughts\nlast");
  assert_draft (reading, 5, "2024-01-17", NULL, "```\n## 2024-01-18\n```");
  g_assert_cmpstr (test_reading_get (reading, 1)->source_key, ==, "notes.md#2024-01-15");
  g_assert_cmpstr (test_reading_get (reading, 4)->source_key, ==, "notes.md#2024-01-16 (2)");
  tags = g_strjoinv (",", test_reading_get (reading, 1)->tags);
  g_assert_cmpstr (tags, ==, "a,x");
  g_assert_nonnull (strstr (test_reading_get (reading, 1)->source_data, "\"mood\":4"));
  g_assert_cmpint (reading->report->outcome, ==, OM_IMPORT_PARTIAL);
}

/* Unasked, a file stays one entry, and the choice is offered. */
static void
test_split_offered (void)
{
  g_autoptr (TestReading) two = read_note ("a.md", "# 2024-01-15\nOne\n# 2024-01-16\nTwo\n");
  g_autoptr (TestReading) one = read_note ("a.md", "# 2024-01-15\nOne\n");

  g_assert_cmpuint (two->drafts->len, ==, 1);
  test_assert_mentions (two, "2 headings are dates");
  assert_draft (two, 0, "2024-01-15", "2024-01-15", "One\n# 2024-01-16\nTwo");
  g_assert_cmpuint (one->report->problems->len, ==, 0);
}

/* jrnl's export is known by its shelves of years and months; an open fence ends with its entry. */
static void
test_jrnl_export (void)
{
  g_autoptr (TestReading) reading = read_note (
    "export.md",
    "# 2023\n\n## December\n\n### 2023-12-31 23:59 Last.\n\n```\nopen\n \n# 2024\n\n## January\n\n"
    "### 2024-01-01 10:00 First.\n\nBody #no-tag\n#### 2024-01-01 deeper\n \n## June\n");

  g_assert_cmpuint (reading->drafts->len, ==, 2);
  assert_draft (reading, 0, "2023-12-31T23:59:00Z", "Last.", "```\nopen");
  assert_draft (reading, 1, "2024-01-01T10:00:00Z", "First.",
                "Body #no-tag\n#### 2024-01-01 deeper\n \n\nJune");
  g_assert_cmpstr (test_reading_get (reading, 1)->source_data, ==,
                   "{\"openmemory\":{\"under\":[\"2024\",\"January\"]}}");
  g_assert_null (test_reading_get (reading, 1)->tags);
}

/* The YAML that jrnl writes keeps its text whichever reader gets it. */
static void
test_jrnl_yaml_as_note (void)
{
  g_autoptr (TestReading) reading = read_note (
    "2024-01-02_walk.md",
    "---\ntitle: Walk\ndate: 2024-01-02 07:05\nstarred: True\ntags: nadia, dentist\nbody: "
    "|\t\t\n\tHeron.\n\t- bread\n...");

  assert_draft (reading, 0, "2024-01-02T07:05:00Z", "Walk", "Heron.\n- bread");
  g_assert_cmpuint (test_reading_get (reading, 0)->flags, ==, OM_FLAG_STARRED);
}

static void
test_folder (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  g_autoptr (TestReading) reading = NULL;

  test_write (folder, "b/2024-01-02.md",
              "[back](../a.md) ![p](p.png) ![gone](gone.png) [pdf](doc.pdf) [web](http://x.y)", -1);
  test_write (folder, "b/p.png", "\x89PNG", 4);
  test_write (folder, "b/doc.pdf", "%PDF", 4);
  test_write (folder, "b/left.bin", "x", 1);
  test_write (folder, "a.md", "[[2024-01-02]] and [out](../../etc/passwd) [self](a.md) [[A]]", -1);
  test_write (folder, "bad.md", "caf\xE9", -1);
  test_write (folder, "empty.md", " \n", -1);
  test_write (folder, "upper.MD", "---\ndate: 2024-01-03\n---\nx", -1);

  reading = test_read_file (file, NULL, NULL);
  g_assert_cmpuint (reading->drafts->len, ==, 3);
  g_assert_cmpstr (test_reading_get (reading, 0)->source_key, ==, "a.md");
  g_assert_cmpstr (test_reading_get (reading, 0)->links[0], ==, "b/2024-01-02.md");
  g_assert_null (test_reading_get (reading, 0)->links[1]);
  g_assert_cmpstr (test_reading_get (reading, 1)->source_key, ==, "b/2024-01-02.md");
  g_assert_cmpstr (test_reading_get (reading, 1)->links[0], ==, "a.md");
  g_assert_cmpstr (test_reading_get (reading, 1)->source_data, ==,
                   "{\"openmemory\":{\"attachments\":[\"b/p.png\",\"gone.png\",\"b/doc.pdf\"]}}");
  assert_draft (reading, 2, "2024-01-03", "upper", "x");
  g_assert_cmpint (reading->report->outcome, ==, OM_IMPORT_PARTIAL);
  test_assert_mentions (reading, "bad.md: The encoding");
  test_assert_mentions (reading, "1 empty note was left out: empty.md");
  /* What went along with an entry was not left out. */
  test_assert_mentions (reading, "1 file is no note and was left out: b/left.bin");
  test_assert_mentions (reading, "gone.png");
  om_test_folder_remove (folder);
}

static void
test_folder_without_notes (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  g_autoptr (TestReading) empty = test_read_file (file, "markdown", NULL);
  g_autoptr (TestReading) bad = NULL;
  g_autoptr (TestReading) unknown = test_read_file (file, NULL, NULL);

  g_assert_cmpint (empty->report->outcome, ==, OM_IMPORT_EMPTY);
  test_assert_mentions (empty, "empty");
  g_assert_error (unknown->error, OM_ERROR, OM_ERROR_UNRECOGNISED);

  test_write (folder, "bad.md", "caf\xE9", -1);
  bad = test_read_file (file, "markdown", NULL);
  g_assert_error (bad->error, OM_ERROR, OM_ERROR_ENCODING);
  om_test_folder_remove (folder);
}

/* Names in the decomposed form of some file systems are the same notes. */
static void
test_decomposed_names (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  g_autoptr (TestReading) reading = NULL;

  test_write (folder, "Cafe\xCC\x81.md", "---\ndate: 2024-01-01\n---\nx", -1);
  test_write (folder, "b.md", "---\ndate: 2024-01-02\n---\n[[Café]] [x](Caf%C3%A9.md)", -1);
  reading = test_read_file (file, "markdown", NULL);
  g_assert_cmpstr (test_reading_get (reading, 0)->source_key, ==, "Café.md");
  g_assert_cmpstr (test_reading_get (reading, 0)->title, ==, "Café");
  g_assert_cmpstr (test_reading_get (reading, 1)->links[0], ==, "Café.md");
  g_assert_null (test_reading_get (reading, 1)->links[1]);
  om_test_folder_remove (folder);
}

void
test_add_notes (void)
{
  g_test_add_func ("/archive/notes/date-order", test_date_order);
  g_test_add_func ("/archive/notes/impossible-dates", test_impossible_dates);
  g_test_add_func ("/archive/notes/properties", test_properties);
  g_test_add_func ("/archive/notes/without-text", test_without_text);
  g_test_add_func ("/archive/notes/split", test_split);
  g_test_add_func ("/archive/notes/split-offered", test_split_offered);
  g_test_add_func ("/archive/notes/jrnl-export", test_jrnl_export);
  g_test_add_func ("/archive/notes/jrnl-yaml-as-note", test_jrnl_yaml_as_note);
  g_test_add_func ("/archive/notes/folder", test_folder);
  g_test_add_func ("/archive/notes/folder-without-notes", test_folder_without_notes);
  g_test_add_func ("/archive/notes/decomposed-names", test_decomposed_names);
}
