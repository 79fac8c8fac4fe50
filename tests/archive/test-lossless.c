/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first rule of all formats: no text is lost. Files are made of lines that mean something to
 * one reader or another, each with words of its own, and every word must come out again. And
 * readers are fed damaged files, which they may refuse but not choke on. */
#include "config.h"

#include "archive-support.h"

#include <string.h>

#include "memory/om-error.h"
#include "support/om-test-folder.h"

/* `%` becomes a word that stands nowhere else. */
static const char *const jrnl_lines[] = {
  "%", "% %. % %", "", "", "  ", "\t% %", "[2024-01-02 07:05] % %", "[2024-01-02 07:05] %. %",
  "[2024-01-02 07:05] % *", "[2024-01-02 07:05] *", "[2024-01-02 07:05]", "[2024-01-02 07:05]%",
  "[2023-02-30 10:00] %", "[2024-13-45 99:99] %", "[01.02.2024 10:00] %", "[2024-01-02] %", "[%] %",
  "[x] %", "[%", "%]", "* %", "% *", "*", "# %", "@% #% %", "---", "...", "%: %",
  "[2024-01-02 07:05]\t%", " [2024-01-02 07:05] %", "[2024-01-02 07:05] 。%", "[26/11, 23:32] %: %",
  "[2018]",
};

static const char *const note_lines[] = {
  "%", "% %. % %", "", "", "---", "---", "...", "title: %", "title: \"% %\" %", "title: '%",
  "date: 2024-01-02", "date: 2023-02-30", "date: %", "created: 2024-01-02T10:00", "tags: [%, %]",
  "tags: %, %", "tags:", "- %", "  - % %", "tag: \"%\"", "aliases: [\"%\", '%']", "%: %", "%:",
  "%: |", "%: >", "  %", "\t%", "\t\t% %", "%: [%,", "%: \"%", "%: %]", "# %", "# 2024-01-02",
  "## 2024-01-03 %", "# 2024-01-02 10:00 %", "### 2024-01-04 %", "# 2023-02-30 %",
  "# [[2024-01-02]] %", "# Monday, 2 January 2024", "# 2024", "## %", "## January", "###### % #",
  "```", "~~~ %", "`% #%`", "%%% %%%", "%%%", "[[%]] [[%|%]]", "![[%.png]]", "[%](% \"%\")",
  "[% ](<%>)", "#% #%/%", "# comment %", "body: |\t\t", "> % #%", "starred: %", "<!-- % -->",
  "[2024-01-02 07:05] %",
};

/* The same files at every run. */
static GRand *dice;

static gsize
roll (gsize n)
{
  return (gsize) g_rand_int_range (dice, 0, (gint32) n);
}

static char *
make_text (const char *const *lines,
           gsize              n_lines,
           guint              length,
           const char        *line_end,
           GPtrArray         *words)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < length; i++)
    {
      const char *line = lines[roll (n_lines)];

      for (const char *p = line; *p != '\0'; p++)
        {
          /* Three of them are two signs of a comment and a word. */
          if (p[0] == '%' && p[1] == '%' && p[2] == '%')
            {
              g_string_append (text, "%%");
              p += 2;
            }
          else if (*p != '%')
            {
              g_string_append_c (text, *p);
              continue;
            }
          g_ptr_array_add (words, g_strdup_printf ("wört%uq", words->len));
          g_string_append (text, g_ptr_array_index (words, words->len - 1));
        }
      g_string_append (text, line_end);
    }
  return g_string_free (text, FALSE);
}

/* All that is kept of the entries, in one text. */
static char *
all_kept (TestReading *reading)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < reading->drafts->len; i++)
    {
      OmDraft *draft = g_ptr_array_index (reading->drafts, i);
      g_autofree char *tags = draft->tags != NULL ? g_strjoinv ("\n", draft->tags) : g_strdup ("");
      const char *data = draft->source_data != NULL ? draft->source_data : "";

      g_assert_nonnull (draft->content);
      g_assert_true (g_utf8_validate (draft->content, -1, NULL));
      g_assert_true (draft->title == NULL || *draft->title != '\0');
      g_string_append_printf (all, "%s\n%s\n%s\n%s\n", draft->title != NULL ? draft->title : "",
                              draft->content, tags, data);
    }
  return g_string_free (all, FALSE);
}

static void
check_words (const char  *what,
             const char  *text,
             TestReading *reading,
             GPtrArray   *words)
{
  g_autofree char *all = NULL;

  g_assert_no_error (reading->error);
  all = all_kept (reading);
  for (guint i = 0; i < words->len; i++)
    {
      if (strstr (all, g_ptr_array_index (words, i)) == NULL)
        g_error ("%s lost “%s” of\n%s\n--- what it kept:\n%s", what,
                 (char *) g_ptr_array_index (words, i), text, all);
    }
}

/* Reads @text as each format can have it. */
static void
check_text (const char *text,
            GPtrArray  *words)
{
  g_autofree char *folder = test_make_folder ();
  g_autofree char *path = g_build_filename (folder, "2024-01-02_name.md", NULL);
  g_autoptr (GFile) root = g_file_new_for_path (folder);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  OmReadOptions options = test_options (utc);

  test_write (folder, "2024-01-02_name.md", text, -1);
  for (int split = 0; split < 2; split++)
    {
      g_autoptr (TestReading) note = NULL;
      g_autoptr (TestReading) vault = NULL;

      options.split_at_dates = split;
      note = test_read_file (file, "markdown", &options);
      check_words (split ? "markdown, split," : "markdown", text, note, words);
      vault = test_read_file (root, "obsidian", &options);
      check_words ("obsidian", text, vault, words);
    }
  {
    g_autoptr (TestReading) jrnl = test_read_file (file, "jrnl", &options);
    g_autoptr (TestReading) yaml = test_read_file (root, "jrnl", &options);

    check_words ("jrnl", text, jrnl, words);
    check_words ("jrnl's folder", text, yaml, words);
  }
  om_test_folder_remove (folder);
}

static void
test_words (void)
{
  static const char *const line_ends[] = { "\n", "\r\n", "\r" };
  g_autoptr (GRand) own_dice = g_rand_new_with_seed (20240105);

  dice = own_dice;
  for (guint round = 0; round < 600; round++)
    {
      g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
      gboolean jrnl = round % 3 == 0;
      guint length = (guint) roll (23) + 1;
      gsize n_lines = jrnl ? G_N_ELEMENTS (jrnl_lines) : G_N_ELEMENTS (note_lines);
      g_autofree char *body = make_text (jrnl ? jrnl_lines : note_lines, n_lines, length,
                                         line_ends[round % 3 == 1 ? round / 3 % 3 : 0], words);
      /* Often enough a block of properties, which may or may not end. */
      g_autofree char *text = g_strconcat (round % 2 == 0 ? "---\n" : "", body, NULL);

      check_text (text, words);
    }
}

/* JSON with members that jrnl does not know, names that come twice, and values of every kind. */
static void
test_json_words (void)
{
  static const char *const members[] = {
    "\"title\": \"%\"", "\"body\": \"% %\"", "\"title\": \"%\"", "\"body\": \"%\\n%\"",
    "\"date\": \"2024-01-02\"", "\"date\": \"2023-02-30\"", "\"date\": \"%\"",
    "\"time\": \"10:00\"", "\"time\": \"%\"", "\"tags\": [\"@%\", \"%\"]", "\"tags\": \"%\"",
    "\"tags\": [[\"%\"], {\"%\": \"%\"}]", "\"starred\": true", "\"starred\": \"%\"",
    "\"%\": \"%\"", "\"%\": {\"%\": [1, \"%\", null]}", "\"title\": {\"%\": 1}",
    "\"body\": [\"%\"]", "\"uuid\": \"%\"", "\"body\": null",
  };

  g_autoptr (GRand) own_dice = g_rand_new_with_seed (20240106);

  dice = own_dice;
  for (guint round = 0; round < 200; round++)
    {
      g_autoptr (GPtrArray) words = g_ptr_array_new_with_free_func (g_free);
      g_autofree char *rest = make_text (members, G_N_ELEMENTS (members), (guint) roll (9) + 1,
                                         ",\n", words);
      g_autofree char *text = g_strdup_printf ("{\"entries\": [{%s\"title\": \"last\"}]}", rest);
      g_autoptr (TestReading) reading = test_read_bytes ("a.json", text, -1, "jrnl");

      check_words ("jrnl's JSON", text, reading, words);
    }
}

/* Readers may refuse what is damaged; they do not crash, hang or hand out what is no text. */
static void
test_damaged (void)
{
  static const char *const samples[] = {
    "jrnl/journal-real.txt", "jrnl/export-real.json", "jrnl/bom-crlf.txt",
    "markdown/jrnl-export-real.md", "markdown/unicode.md", "obsidian/vault/Daily/2024-01-05.md",
    "markdown/days-in-one-file.md", "jrnl/yaml-real/2024-01-02_walk-along-the-canal-before-work.md",
  };
  static const char bytes[] = "\0\n\r\t []{}\"'\\`#@%-.:*0129TZ\xEF\xBB\xFF\xFE\xED\xA0\xC3\x80";

  g_autoptr (GRand) own_dice = g_rand_new_with_seed (20240107);

  dice = own_dice;
  for (guint round = 0; round < 400; round++)
    {
      g_autofree char *path = test_sample_path (samples[round % G_N_ELEMENTS (samples)]);
      g_autofree char *folder = test_make_folder ();
      g_autofree char *name = g_path_get_basename (path);
      g_autofree char *copy = g_build_filename (folder, name, NULL);
      g_autoptr (GFile) file = g_file_new_for_path (copy);
      g_autoptr (GFile) root = g_file_new_for_path (folder);
      g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
      OmReadOptions options = test_options (utc);
      g_autofree char *content = NULL;
      gsize length;
      static const char *const formats[] = { "jrnl", "markdown", "obsidian" };

      g_assert_true (g_file_get_contents (path, &content, &length, NULL));
      for (gsize n = roll (11) + 1; n > 0; n--)
        content[roll (length)] = bytes[roll (sizeof bytes - 1)];
      if (roll (2) == 0)
        length = roll (length);
      test_write (folder, name, content, (gssize) length);

      options.guess_encoding = roll (2) == 0;
      options.split_at_dates = roll (2) == 0;
      for (guint f = 0; f < G_N_ELEMENTS (formats); f++)
        {
          g_autoptr (TestReading) one = f < 2 ? test_read_file (file, formats[f], &options) : NULL;
          g_autoptr (TestReading) all = test_read_file (root, formats[f], &options);
          g_autofree char *kept = all_kept (all);
          g_autofree char *report = test_report_text (all);
          g_autofree char *kept_one = one != NULL ? all_kept (one) : NULL;

          g_assert_true (g_utf8_validate (kept, -1, NULL));
          g_assert_true (kept_one == NULL || g_utf8_validate (kept_one, -1, NULL));
          g_assert_true (g_utf8_validate (report, -1, NULL));
        }
      om_test_folder_remove (folder);
    }
}

void
test_add_lossless (void)
{
  g_test_add_func ("/archive/lossless/words", test_words);
  g_test_add_func ("/archive/lossless/json-words", test_json_words);
  g_test_add_func ("/archive/lossless/damaged", test_damaged);
}
