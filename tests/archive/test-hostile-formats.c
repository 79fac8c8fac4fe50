/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What means harm or is broken, for every format: refused or named, never a crash, never half a
 * letter. The containers' own cases are in test-container.c, those of YAML in test-yaml-node.c. */
#include "config.h"

#include "archive-support.h"

#include <string.h>

#include "archive/om-source-text.h"
#include "memory/om-error.h"
#include "support/om-test-folder.h"

static const char *const json_formats[] = {
  "dayone", "standardnotes", "journey", "diarium", "memos", "minidiary", "keep",
};

/* Whatever came of it, it is said, and what came in is text. */
static void
assert_whole (TestReading *reading)
{
  g_autofree char *text = test_report_text (reading);

  g_assert_true (g_utf8_validate (text, -1, NULL));
  g_assert_true (reading->error == NULL || reading->drafts->len == 0 ||
                 reading->report->outcome == OM_IMPORT_REFUSED);
  for (guint i = 0; i < reading->drafts->len; i++)
    {
      const OmDraft *draft = g_ptr_array_index (reading->drafts, i);

      g_assert_true (g_utf8_validate (draft->content, -1, NULL));
      g_assert_cmpstr (draft->content, !=, "");
    }
}

static void
test_json_depth (void)
{
  g_autoptr (GString) deep = g_string_new (NULL);

  for (guint i = 0; i < 100000; i++)
    g_string_append (deep, "{\"entries\":[");
  for (guint i = 0; i < G_N_ELEMENTS (json_formats); i++)
    {
      g_autoptr (TestReading) reading = test_read_bytes ("export.json", deep->str,
                                                         (gssize) deep->len, json_formats[i]);

      g_assert_cmpint (reading->report->outcome, ==, OM_IMPORT_REFUSED);
      g_assert_cmpuint (reading->drafts->len, ==, 0);
      test_assert_mentions (reading, "deeper");
    }
}

/* An entry of very many values is not made a tree of. */
static void
test_json_many (void)
{
  g_autoptr (GString) many = g_string_new ("{\"entries\":[{\"text\":\"x\",\"a\":[0");
  g_autoptr (TestReading) reading = NULL;

  for (guint i = 0; i < 300000; i++)
    g_string_append (many, ",0");
  g_string_append (many, "]}]}");
  reading = test_read_bytes ("Journal.json", many->str, (gssize) many->len, "dayone");
  g_assert_error (reading->error, OM_ERROR, OM_ERROR_INVALID);
  test_assert_mentions (reading, "values");
}

/* A file of one entry that is cut off takes no other with it. */
static void
test_cut_among_others (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  g_autoptr (TestReading) reading = NULL;

  test_write (folder, "Keep/good.json",
              "{\"isTrashed\": false, \"textContent\": \"Good words\", "
              "\"userEditedTimestampUsec\": 1717228800123456}", -1);
  test_write (folder, "Keep/cut.json", "{\"isTrashed\": false, \"textContent\": \"Half", -1);
  reading = test_read_file (file, "keep", NULL);
  g_assert_cmpuint (reading->drafts->len, ==, 1);
  g_assert_cmpint (reading->report->outcome, ==, OM_IMPORT_PARTIAL);
  test_assert_mentions (reading, "Keep/cut.json");
  om_test_folder_remove (folder);
}

static void
test_xml (void)
{
  static const char *const bad[] = {
    "<!DOCTYPE n [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><note><title>&b;</title></note>",
    "<!DOCTYPE n [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><note><title>&x;</title></note>",
    "<note><title>never closed",
  };
  g_autoptr (GString) deep = g_string_new ("<note>");

  for (guint i = 0; i < 100000; i++)
    g_string_append (deep, "<b>");
  for (guint i = 0; i < G_N_ELEMENTS (bad) + 1; i++)
    {
      g_autofree char *folder = test_make_folder ();
      g_autoptr (GFile) file = g_file_new_for_path (folder);
      g_autoptr (TestReading) reading = NULL;

      test_write (folder, "a.note", i < G_N_ELEMENTS (bad) ? bad[i] : deep->str, -1);
      reading = test_read_file (file, "gnote", NULL);
      g_assert_cmpint (reading->report->outcome, ==, OM_IMPORT_REFUSED);
      g_assert_cmpuint (reading->drafts->len, ==, 0);
      test_assert_mentions (reading, "a.note");
      om_test_folder_remove (folder);
    }
}

/* Every sample file, cut off at many places and with a bit turned. */
static void
test_cut_everywhere (void)
{
  static const struct
  {
    const char *format;
    const char *sample;
    const char *name;
  } cases[] = {
    { "dayone", "dayone/Journal.json", "Journal.json" },
    { "dayone", "dayone/export.zip", "export.zip" },
    { "rednotebook", "rednotebook/real/data/2024-01.txt", "2024-01.txt" },
    { "joplin", "joplin/diary.jex", "diary.jex" },
    { "keep", "keep/Takeout/Keep/Rowing.json", "Rowing.json" },
    { "standardnotes", "standardnotes/Standard Notes Backup and Import File.txt", "backup.txt" },
    { "journey", "journey/journey.zip", "journey.zip" },
    { "diarium", "diarium/diarium.json", "diarium.json" },
    { "memos", "memos/memos.json", "memos.json" },
    { "minidiary", "minidiary/mini-diary.json", "mini-diary.json" },
    { "lifeograph", "lifeograph/real.diary", "real.diary" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = test_sample_path (cases[i].sample);
      g_autofree char *bytes = NULL;
      gsize length;

      g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
      for (guint k = 0; k < 12; k++)
        {
          gsize cut = length * k / 12;
          g_autoptr (TestReading) shorter = test_read_bytes (cases[i].name, bytes, (gssize) cut,
                                                             cases[i].format);
          g_autoptr (TestReading) turned = NULL;

          assert_whole (shorter);
          bytes[cut] = (char) (bytes[cut] ^ 4);
          turned = test_read_bytes (cases[i].name, bytes, (gssize) length, cases[i].format);
          bytes[cut] = (char) (bytes[cut] ^ 4);
          assert_whole (turned);
        }
    }
}

/* Whatever a file begins with, what the readers look at is text: one that an encrypting program has signed, and then
 * bytes that end within a letter. */
static void
test_broken_letters (void)
{
  static const char *const signs[] = { "", "gAAAAA", "JRNLv", "-----BEGIN PGP MESSAGE", "age-encryption.org/", "Salted__" };
  static const char *const broken[] = { "\xff", "\xfa", "\xe3", "\xc3", "\xf0\x9f" };
  g_autoptr (GPtrArray) readers = om_readers_all ();

  for (gsize i = 0; i < G_N_ELEMENTS (signs); i++)
    {
      for (gsize k = 0; k < G_N_ELEMENTS (broken) * 16; k++)
        {
          g_autofree char *folder = test_make_folder ();
          g_autofree char *path = g_build_filename (folder, "table.csv", NULL);
          g_autoptr (GFile) file = g_file_new_for_path (path);
          g_autofree char *text = g_strdup_printf ("%s%.*s%s,date\n2024-01-01,x\n", signs[i], (int) (k % 16), "full_date_and_more",
                                                   broken[k / 16]);
          g_autofree char *head = NULL;

          test_write (folder, "table.csv", text, -1);
          head = om_source_text_head (file, 4096, NULL);
          g_assert_true (head == NULL || g_utf8_validate (head, -1, NULL));
          for (guint r = 0; r < readers->len; r++)
            om_reader_probe (g_ptr_array_index (readers, r), file, NULL);
          om_test_folder_remove (folder);
        }
    }
}

/* Each reader says so of what is none of its files. */
static void
test_other_bytes (void)
{
  g_autoptr (GPtrArray) readers = om_readers_all ();
  static const char noise[] = "\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x08\0\0\0\x08\x08\2\0\0\0";

  for (guint i = 0; i < readers->len; i++)
    {
      const char *name = om_reader_get_name (g_ptr_array_index (readers, i));
      g_autoptr (TestReading) reading = test_read_bytes ("picture.png", noise, sizeof noise, name);

      assert_whole (reading);
      g_assert_cmpuint (reading->drafts->len, ==, 0);
    }
}

void
test_add_hostile_formats (void)
{
  g_test_add_func ("/archive/hostile-formats/json-depth", test_json_depth);
  g_test_add_func ("/archive/hostile-formats/json-many", test_json_many);
  g_test_add_func ("/archive/hostile-formats/cut-among-others", test_cut_among_others);
  g_test_add_func ("/archive/hostile-formats/xml", test_xml);
  g_test_add_func ("/archive/hostile-formats/cut-everywhere", test_cut_everywhere);
  g_test_add_func ("/archive/hostile-formats/broken-letters", test_broken_letters);
  g_test_add_func ("/archive/hostile-formats/other-bytes", test_other_bytes);
}
