/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Obsidian vaults beyond the sample. */
#include "config.h"

#include "archive-support.h"

#include "support/om-test-folder.h"

#include <string.h>

static OmDraft *
draft_of (TestReading *reading,
          const char  *key)
{
  for (guint i = 0; i < reading->drafts->len; i++)
    {
      OmDraft *draft = g_ptr_array_index (reading->drafts, i);

      if (g_str_equal (draft->source_key, key))
        return draft;
    }
  g_error ("there is no entry %s", key);
}

static void
assert_moment (TestReading *reading,
               const char  *key,
               const char  *wanted)
{
  g_autofree char *moment = om_moment_format (&draft_of (reading, key)->happened);

  g_assert_cmpstr (moment, ==, wanted);
}

static void
assert_links (TestReading *reading,
              const char  *key,
              const char  *wanted)
{
  OmDraft *draft = draft_of (reading, key);
  g_autofree char *links = draft->links != NULL ? g_strjoinv (" ", draft->links) : g_strdup ("");

  g_assert_cmpstr (links, ==, wanted);
}

static void
test_sample_links (void)
{
  g_autoptr (TestReading) reading = test_read_sample ("obsidian/vault", NULL, NULL);
  g_autofree char *text = NULL;

  assert_links (reading, "Daily/2024-01-05.md", "People/Nadia Okafor.md");
  assert_links (reading, "Daily/2024-01-06.md", "Daily/2024-01-05.md");
  g_assert_nonnull (strstr (draft_of (reading, "Daily/2024-01-06.md")->content, "![[pic.png]]"));
  g_assert_nonnull (strstr (draft_of (reading, "Daily/2024-01-06.md")->content, "[[Nobody Yet]]"));
  g_assert_nonnull (strstr (draft_of (reading, "People/Nadia Okafor.md")->source_data,
                            "\"aliases\":[\"Nadia\"]"));
  test_assert_mentions (reading, "1 note is in the trash");
  /* What went along with an entry was not left out. */
  text = test_report_text (reading);
  g_assert_null (strstr (text, "attachments/pic.png"));
  test_assert_mentions (reading, "never closed");
}

/* The vault's own pattern names the day, with the pattern's folders, and only below its folder. */
static void
test_daily_pattern (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  g_autoptr (TestReading) reading = NULL;

  test_write (folder, ".obsidian/daily-notes.json",
              "{\"folder\": \"/Journal/\", \"format\": \"YYYY/MMMM/Do dddd\", \"template\": "
              "\"Other/My daily\"}",
              -1);
  test_write (folder, "Journal/2024/January/5th Friday.md", "A", -1);
  test_write (folder, "Elsewhere/2024/January/6th Saturday.md", "B", -1);
  test_write (folder, "Elsewhere/2024-01-07.md", "C", -1);
  test_write (folder, "Other/My daily.md", "# {{date}}", -1);
  test_write (folder, "Other/My daily life.md", "D", -1);
  reading = test_read_file (file, NULL, NULL);

  g_assert_cmpuint (reading->drafts->len, ==, 4);
  assert_moment (reading, "Journal/2024/January/5th Friday.md", "2024-01-05");
  g_assert_cmpstr (draft_of (reading, "Journal/2024/January/5th Friday.md")->title, ==,
                   "5th Friday");
  assert_moment (reading, "Elsewhere/2024/January/6th Saturday.md", "unknown");
  assert_moment (reading, "Elsewhere/2024-01-07.md", "2024-01-07");
  assert_moment (reading, "Other/My daily life.md", "unknown");
  test_assert_mentions (reading, "Other/My daily.md: It is a template");
  om_test_folder_remove (folder);
}

/* Settings that say where templates lie are believed; a folder of that name is an ordinary one
 * then. */
static void
test_templates (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  g_autoptr (TestReading) reading = NULL;

  test_write (folder, ".obsidian/templates.json", "{\"folder\": \"Meta/Forms\"}", -1);
  test_write (folder, ".obsidian/daily-notes.json", "[broken", -1);
  test_write (folder, "Meta/Forms/a.md", "# {{title}}", -1);
  test_write (folder, "Meta/Formsheet/b.md", "words", -1);
  test_write (folder, "Templates/c.md", "words", -1);
  reading = test_read_file (file, NULL, NULL);

  g_assert_cmpuint (reading->drafts->len, ==, 2);
  test_assert_mentions (reading, "Meta/Forms/a.md");
  om_test_folder_remove (folder);
}

static void
test_links (void)
{
  g_autofree char *folder = test_make_folder ();
  g_autoptr (GFile) file = g_file_new_for_path (folder);
  g_autoptr (TestReading) reading = NULL;

  test_write (folder, ".obsidian/app.json", "{}", -1);
  test_write (folder, "a/Same.md", "one", -1);
  test_write (folder, "b/Same.md", "two", -1);
  test_write (folder, "Nadia.md", "---\naliases: [N., Big N]\n---\nthree", -1);
  test_write (folder, "pic.png", "x", 1);
  test_write (folder, "Index.md",
              "[[Same]] [[b/Same]] [[b/same.md|x]] [[Big N]] [[nadia#Head]] [[Nadia]] ![[pic.png]] "
              "![[a/Same]] "
              "[[Index]] [[nowhere]] `[[n.]]`", -1);
  reading = test_read_file (file, NULL, NULL);

  assert_links (reading, "Index.md", "a/Same.md b/Same.md Nadia.md");
  g_assert_nonnull (strstr (draft_of (reading, "Index.md")->source_data,
                            "\"attachments\":[\"pic.png\"]"));
  om_test_folder_remove (folder);
}

void
test_add_obsidian (void)
{
  g_test_add_func ("/archive/obsidian/sample-links", test_sample_links);
  g_test_add_func ("/archive/obsidian/daily-pattern", test_daily_pattern);
  g_test_add_func ("/archive/obsidian/templates", test_templates);
  g_test_add_func ("/archive/obsidian/links", test_links);
}
