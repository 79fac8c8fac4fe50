/* SPDX-License-Identifier: GPL-3.0-or-later */
/* jrnl's text, JSON and folders beyond the samples. */
#include "config.h"

#include "archive-support.h"

#include <string.h>

#include "archive/om-jrnl-entry.h"
#include "memory/om-error.h"
#include "support/om-test-folder.h"

static TestReading *
read_text (const char *text)
{
  return test_read_bytes ("journal.txt", text, -1, "jrnl");
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

static void
test_headers (void)
{
  g_autoptr (TestReading) reading = read_text (
    "[2024-01-01 10:00] One\nBody.\n"
    "[2024-01-02 10:00]\nNo title, a body.\n"
    "[2024-01-03 10:00]No blank behind it\n"
    " [2024-01-04 10:00] Not at the start\n"
    "[2024-01-05] Another form\n"
    "[2024-01-06 10:00] \n"
    "[2024-01-07 10:00] Last");

  g_assert_cmpuint (reading->drafts->len, ==, 4);
  assert_draft (reading, 0, "2024-01-01T10:00:00Z", "One", "Body.");
  assert_draft (reading, 1, "2024-01-02T10:00:00Z", NULL,
                "No title, a body.\n[2024-01-03 10:00]No blank behind it\n [2024-01-04 10:00] Not "
                "at the start\n"
                "[2024-01-05] Another form");
  assert_draft (reading, 2, "2024-01-06T10:00:00Z", "2024-01-06 10:00", "2024-01-06 10:00");
  assert_draft (reading, 3, "2024-01-07T10:00:00Z", "Last", "Last");
}

/* The title is the first line, or the first sentence of an entry of one line. */
static void
test_titles (void)
{
  static const struct
  {
    const char *text;
    const char *title;
    const char *body;
  } cases[] = {
    { " Title\nBody. More.", "Title", "Body. More." },
    { " First sentence. Second one.", "First sentence.", "Second one." },
    { " What? (Yes.) Then.", "What?", "(Yes.) Then." },
    { " He said \"stop.\" Then.", "He said \"stop.\"", "Then." },
    { " Version 2.5 is out", "Version 2.5 is out", "" },
    { " 家族で花見をした。桜がきれい", "家族で花見をした。", "桜がきれい" },
    { " Wait… what", "Wait…", "what" },
    { " One.", "One.", "" },
    { "", "", "" },
    { "\n\n", "", "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      OmJrnlEntry entry = { 0 };
      g_autofree char *title = NULL;
      g_autofree char *body = NULL;

      om_jrnl_entry_split (&entry, cases[i].text, strlen (cases[i].text));
      title = g_strndup (entry.title, entry.title_length);
      body = g_strndup (entry.body, entry.body_length);
      g_assert_cmpstr (title, ==, cases[i].title);
      g_assert_cmpstr (body, ==, cases[i].body);
    }
}

static void
test_stars (void)
{
  g_autoptr (TestReading) reading = read_text (
    "[2024-01-01 10:00] Starred *\nBody\n"
    "[2024-01-02 10:00] star*\nBody\n"
    "[2024-01-03 10:00] **bold**\nBody\n"
    "[2024-01-04 10:00] *\nOnly a star *\n");
  static const guint stars[] = { OM_FLAG_STARRED, 0, 0, OM_FLAG_STARRED };
  static const char *const titles[] = { "Starred", "star*", "**bold**", NULL };

  for (guint i = 0; i < 4; i++)
    {
      g_assert_cmpuint (test_reading_get (reading, i)->flags, ==, stars[i]);
      g_assert_cmpstr (test_reading_get (reading, i)->title, ==, titles[i]);
    }
  g_assert_cmpstr (test_reading_get (reading, 3)->content, ==, "Only a star *");
}

/* The form of the first header is the journal's own. Others stay text and are remarked on. */
static void
test_own_form (void)
{
  g_autoptr (TestReading) german = read_text (
    "[09.06.2013 15:39] Eins\nText\n\n[2013-06-10 10:00] Not this journal's\n\n[10.07.2013 15:40] "
    "Zwei\n");
  g_autoptr (TestReading) days = read_text ("[2024-01-01] One\n[2024-01-02] Two\n");
  g_autoptr (TestReading) seconds = read_text ("[2020-08-29 11:11:05 AM] One\n[2020-08-29 01:00:00 "
                                               "PM] Two\n");

  g_assert_cmpuint (german->drafts->len, ==, 2);
  assert_draft (german, 0, "2013-06-09T15:39:00Z", "Eins",
                "Text\n\n[2013-06-10 10:00] Not this journal's");
  assert_draft (german, 1, "2013-07-10T15:40:00Z", "Zwei", "Zwei");
  test_assert_mentions (german, "2013-06-10 10:00");
  g_assert_cmpint (german->report->outcome, ==, OM_IMPORT_OK);
  assert_draft (days, 1, "2024-01-02", "Two", "Two");
  assert_draft (seconds, 0, "2020-08-29T11:11:05Z", "One", "One");
  assert_draft (seconds, 1, "2020-08-29T13:00:00Z", "Two", "Two");
}

static void
test_given_form (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autofree char *path = g_build_filename (folder, "journal.txt", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  OmReadOptions options = test_options (utc);
  g_autoptr (TestReading) without = NULL;
  g_autoptr (TestReading) with = NULL;
  g_autoptr (TestReading) wrong = NULL;

  test_write (folder, "journal.txt", "[05/06/2024 10:00] One\nBody\n[06/06/2024 10:00] Two\n", -1);
  without = test_read_file (file, "jrnl", &options);
  g_assert_cmpuint (without->drafts->len, ==, 1);
  test_assert_mentions (without, "no date");
  test_assert_mentions (without, "[05/06/2024 10:00]");

  options.date_format = "%d/%m/%Y %H:%M";
  with = test_read_file (file, "jrnl", &options);
  g_assert_cmpuint (with->drafts->len, ==, 2);
  assert_draft (with, 0, "2024-06-05T10:00:00Z", "One", "Body");

  options.date_format = "%Q";
  wrong = test_read_file (file, "jrnl", &options);
  g_assert_error (wrong->error, OM_ERROR, OM_ERROR_INVALID);
  om_test_folder_remove (folder);
}

static void
test_repeated (void)
{
  g_autoptr (TestReading) reading = read_text (
    "[2024-01-01 10:00] Same\nOne\n[2024-01-01 10:00] Same\nTwo\n[2024-01-01 10:00] Same (2)\n"
    "[2024-01-01 10:00] Same *\nThree\n");
  g_autoptr (GHashTable) keys = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < 4; i++)
    g_assert_true (g_hash_table_add (keys, test_reading_get (reading, i)->source_key));
  g_assert_cmpstr (test_reading_get (reading, 0)->source_key, ==, "2024-01-01 10:00 Same");
  g_assert_cmpstr (test_reading_get (reading, 1)->source_key, ==, "2024-01-01 10:00 Same (2)");
}

/* Many odd lines make a few remarks and a count. */
static void
test_many_remarks (void)
{
  g_autoptr (GString) text = g_string_new ("[2024-01-01 10:00] One\n");
  g_autoptr (TestReading) reading = NULL;

  for (int i = 0; i < 5000; i++)
    g_string_append (text, "[2024-13-45 99:99] odd\n");
  reading = read_text (text->str);
  g_assert_cmpuint (reading->drafts->len, ==, 1);
  g_assert_cmpuint (reading->report->problems->len, ==, 21);
  test_assert_mentions (reading, "4980 more");
}

static void
test_long_title (void)
{
  g_autoptr (GString) text = g_string_new ("[2024-01-01 10:00] ");
  g_autoptr (TestReading) reading = NULL;
  OmDraft *draft;

  for (int i = 0; i < 1000; i++)
    g_string_append (text, "long ");
  g_string_append (text, "\nBody");
  reading = read_text (text->str);
  draft = test_reading_get (reading, 0);
  g_assert_null (draft->title);
  g_assert_true (g_str_has_prefix (draft->content, "long long"));
  g_assert_true (g_str_has_suffix (draft->content, "long\nBody"));
  g_assert_cmpuint (strlen (draft->source_key), <, 300);
}

static void
test_json (void)
{
  g_autoptr (TestReading) reading = test_read_bytes (
    "journal.json",
    "{\"tags\": {\"@a\": 1}, \"entries\": [\n"
    " {\"title\": \"One\", \"body\": \"A\\r\\nB\", \"date\": \"2024-01-01\", \"time\": \"10:00\", "
    "\"tags\": [\"@Nadia\", 5],\n"
    "  \"starred\": true, \"uuid\": \"X\", \"creator\": {\"host_name\": \"h\"}},\n"
    " {\"title\": \"Two\", \"body\": \"first\", \"body\": \"second\", \"title\": \"other\", "
    "\"date\": \"2024-01-02\",\n"
    "  \"date\": \"2024-01-03\"},\n"
    " {\"title\": \"Three\", \"date\": \"2023-02-30\", \"time\": \"10:00\"},\n"
    " {\"title\": \"Four\", \"date\": \"2024-01-04\", \"time\": \"25:00\"},\n"
    " {\"body\": \"Five @tag\", \"title\": \"\"},\n"
    " {\"title\": \"\", \"body\": \" \"},\n"
    " {\"title\": \"Six\\u0000\\ud83d\", \"date\": \"2024-01-06\", \"time\": \"06:00\"}\n"
    "], \"version\": 3}", -1, "jrnl");
  OmDraft *one;
  OmDraft *two;

  g_assert_no_error (reading->error);
  g_assert_cmpuint (reading->drafts->len, ==, 6);
  g_assert_cmpint (reading->report->outcome, ==, OM_IMPORT_PARTIAL);
  one = test_reading_get (reading, 0);
  two = test_reading_get (reading, 1);
  assert_draft (reading, 0, "2024-01-01T10:00:00Z", "One", "A\nB");
  g_assert_cmpstr (one->tags[0], ==, "Nadia");
  g_assert_cmpuint (one->flags, ==, OM_FLAG_STARRED);
  g_assert_cmpstr (one->source_data, ==,
                   "{\"tag\":5,\"uuid\":\"X\",\"creator\":{\"host_name\": \"h\"}}");
  assert_draft (reading, 1, "2024-01-02", "Two", "first\n\nsecond\n\nother");
  g_assert_nonnull (strstr (two->source_data, "\"date\":\"2024-01-03\""));
  assert_draft (reading, 2, "unknown", "Three", "Three");
  assert_draft (reading, 3, "2024-01-04", "Four", "Four");
  assert_draft (reading, 4, "unknown", NULL, "Five @tag");
  assert_draft (reading, 5, "2024-01-06T06:00:00Z", "Six��", "Six��");
  test_assert_mentions (reading, "2023-02-30");
  test_assert_mentions (reading, "25:00");
  test_assert_mentions (reading, "\"version\":3");
  test_assert_mentions (reading, "2 characters");
}

static void
test_json_forms (void)
{
  g_autoptr (TestReading) single = test_read_bytes (
    "one.json", "{\"title\": \"One\", \"body\": \"B\", \"date\": \"2024-01-01\", \"time\": "
                "\"10:00\", \"tags\": []}",
                -1, NULL);
  g_autoptr (TestReading) list = test_read_bytes ("list.json",
                                                  "[{\"title\": \"One\", \"body\": \"B\"}, "
                                                  "\"stray\"]",
                                                  -1, NULL);
  g_autoptr (TestReading) empty = test_read_bytes ("empty.json", "{\"tags\": {}, \"entries\": []}",
                                                   -1, NULL);
  g_autoptr (TestReading) other = test_read_bytes ("other.json", "{\"a\": 1}", -1, "jrnl");
  g_autoptr (TestReading) dayone = test_read_bytes (
    "Journal.json", "{\"metadata\": {}, \"entries\": [{\"uuid\": \"A\", \"creationDate\": \"x\", "
                    "\"text\": \"y\"}]}",
                    -1, NULL);
  g_autoptr (TestReading) cut = test_read_bytes (
    "cut.json", "{\"entries\": [{\"title\": \"One\", \"body\": \"B\"},\n {\"title\": "
                "\"Tw",
                -1, NULL);

  assert_draft (single, 0, "2024-01-01T10:00:00Z", "One", "B");
  g_assert_cmpuint (list->drafts->len, ==, 1);
  g_assert_cmpint (list->report->outcome, ==, OM_IMPORT_PARTIAL);
  g_assert_cmpint (empty->report->outcome, ==, OM_IMPORT_EMPTY);
  g_assert_error (other->error, OM_ERROR, OM_ERROR_INVALID);
  g_assert_cmpstr (test_reading_get (dayone, 0)->source, ==, "dayone");
  g_assert_error (cut->error, OM_ERROR, OM_ERROR_INVALID);
  test_assert_mentions (cut, "line 2");
}

static void
test_yaml (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  g_autoptr (TestReading) reading = NULL;
  OmDraft *draft;

  test_write (folder, "2024-01-01_colon.md",
              "---\ntitle: Fixed: \"it\" #12\ndate: 2024-01-01 10:00\nstarred: True\ntags: \nuuid: "
              "X\n"
              "body: |\t\t\n\tOne\n\t\n\t\tindented\n\t...\n...", -1);
  test_write (folder, "2024-01-02_no-yaml.md", "No block at all, but words. @tag\n", -1);
  test_write (folder, "2024-01-03_bad-date.md",
              "---\ntitle: Bad date\ndate: some day\nstarred: False\ntags: a, b\nbody: "
              "|\t\t\n\tWords\n...\nafter",
              -1);
  test_write (folder, "nameless.md", "Words without a day\n", -1);
  test_write (folder, "should-be-ignored.csv", "a;b\n", -1);

  reading = test_read_file (file, "jrnl", NULL);
  g_assert_cmpuint (reading->drafts->len, ==, 4);
  assert_draft (reading, 0, "2024-01-01T10:00:00Z", "Fixed: \"it\" #12", "One\n\n\tindented\n...");
  draft = test_reading_get (reading, 0);
  g_assert_cmpuint (draft->flags, ==, OM_FLAG_STARRED);
  g_assert_null (draft->tags);
  g_assert_cmpstr (draft->source_data, ==, "{\"uuid\":\"X\"}");
  assert_draft (reading, 1, "2024-01-02", NULL, "No block at all, but words. @tag");
  g_assert_cmpstr (test_reading_get (reading, 1)->tags[0], ==, "tag");
  assert_draft (reading, 2, "2024-01-03", "Bad date", "Words\nafter");
  assert_draft (reading, 3, "unknown", NULL, "Words without a day");
  g_assert_cmpint (reading->report->outcome, ==, OM_IMPORT_PARTIAL);
  om_test_folder_remove (folder);
}

static void
test_day_folder (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  g_autoptr (TestReading) reading = NULL;

  test_write (folder, "2020/08/29.txt", "[2020-08-29 11:11] Entry the first.\nLorem @ipsum\n", -1);
  test_write (folder, "2020/08/31.txt", "[07:05] Morning\nText\n[21:00] Evening\n", -1);
  test_write (folder, "2020/09/24.txt", "[10:00] x\n", -1);
  test_write (folder, "2020/09/25.txt", "", -1);
  test_write (folder, "2020/09/26.txt", "\n[2020-09-26 08:00] After a blank line\n", -1);
  test_write (folder, "2020/09/aside.txt", "not a day", -1);

  reading = test_read_file (file, NULL, NULL);
  g_assert_cmpuint (reading->drafts->len, ==, 5);
  g_assert_cmpstr (test_reading_get (reading, 0)->source, ==, "jrnl");
  assert_draft (reading, 0, "2020-08-29T11:11:00Z", "Entry the first.", "Lorem @ipsum");
  assert_draft (reading, 1, "2020-08-31T07:05:00Z", "Morning", "Text");
  assert_draft (reading, 2, "2020-08-31T21:00:00Z", "Evening", "Evening");
  assert_draft (reading, 3, "2020-09-24T10:00:00Z", "x", "x");
  assert_draft (reading, 4, "2020-09-26T08:00:00Z", "After a blank line", "After a blank line");
  test_assert_mentions (reading, "2020/09/aside.txt");
  om_test_folder_remove (folder);
}

/* A header-less text in a file named after its day has that day. */
static void
test_day_file_without_headers (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  g_autoptr (TestReading) reading = NULL;

  test_write (folder, "2020/08/29.txt", "Just words.\nMore.\n", -1);
  reading = test_read_file (file, "jrnl", NULL);
  assert_draft (reading, 0, "2020-08-29", "Just words.", "More.");
  om_test_folder_remove (folder);
}

void
test_add_jrnl (void)
{
  g_test_add_func ("/archive/jrnl/headers", test_headers);
  g_test_add_func ("/archive/jrnl/titles", test_titles);
  g_test_add_func ("/archive/jrnl/stars", test_stars);
  g_test_add_func ("/archive/jrnl/own-form", test_own_form);
  g_test_add_func ("/archive/jrnl/given-form", test_given_form);
  g_test_add_func ("/archive/jrnl/repeated", test_repeated);
  g_test_add_func ("/archive/jrnl/many-remarks", test_many_remarks);
  g_test_add_func ("/archive/jrnl/long-title", test_long_title);
  g_test_add_func ("/archive/jrnl/json", test_json);
  g_test_add_func ("/archive/jrnl/json-forms", test_json_forms);
  g_test_add_func ("/archive/jrnl/yaml", test_yaml);
  g_test_add_func ("/archive/jrnl/day-folder", test_day_folder);
  g_test_add_func ("/archive/jrnl/day-file-without-headers", test_day_file_without_headers);
}
