/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each language of po/LINGUAS is found, and its help names all that the English one names; what is not translated
 * yet is told by the translations test, not refused. */
#include "config.h"

#include <string.h>

#include "cli/om-test-command.h"

void test_cli_translations_add (void);

static char **
languages (void)
{
  g_autofree char *path = g_build_filename (g_getenv ("OPENMEMORY_SOURCE"), "po", "LINGUAS", NULL);
  g_autofree char *contents = NULL;
  g_auto (GStrv) lines = NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GError) error = NULL;

  g_file_get_contents (path, &contents, NULL, &error);
  g_assert_no_error (error);
  lines = g_strsplit (contents, "\n", -1);
  for (char **line = lines; *line != NULL; line++)
    if (**line != '#' && **line != '\0')
      g_strv_builder_add (builder, *line);
  return g_strv_builder_end (builder);
}

static void
speak (OmTestHome *home,
       const char *language)
{
  g_autofree char *folder = g_build_filename (g_getenv ("G_TEST_BUILDDIR"), "..", "po", NULL);

  om_test_home_setenv (home, "OPENMEMORY_LOCALEDIR", folder);
  om_test_home_setenv (home, "LANGUAGE", language);
}

/* A word with a hyphen, or any that a person types, is the same in every language. */
static void
check_page (OmTestHome *home,
            JsonObject *command)
{
  const char *name = json_object_get_string_member (command, "name");
  JsonArray *options = json_object_get_array_member (command, "options");
  JsonArray *examples = json_object_get_array_member (command, "examples");
  g_autoptr (OmTestRun) page = om_test_run (home, NULL, "help", name, NULL);

  om_assert_status (page, 0);
  g_assert_true (g_utf8_validate (page->out, -1, NULL));
  for (guint i = 0; i < json_array_get_length (options); i++)
    om_assert_has (page->out, json_object_get_string_member (json_array_get_object_element (options, i), "name"));
  for (guint i = 0; i < json_array_get_length (examples); i++)
    om_assert_has (page->out, json_object_get_string_member (json_array_get_object_element (examples, i), "line"));
}

static void
test_help (OmTestHome    *home,
           gconstpointer  unused)
{
  g_autoptr (JsonNode) help = om_test_json (home, "help", NULL);
  JsonArray *commands = om_test_array (help, "commands");
  g_autoptr (OmTestRun) english = om_test_run (home, NULL, "help", NULL);
  g_auto (GStrv) all = languages ();

  for (char **language = all; *language != NULL; language++)
    {
      g_autoptr (OmTestRun) overview = NULL;

      speak (home, *language);
      overview = om_test_run (home, NULL, "help", NULL);
      om_assert_status (overview, 0);
      g_assert_cmpstr (overview->out, !=, english->out);
      for (guint i = 0; i < json_array_get_length (commands); i++)
        check_page (home, json_array_get_object_element (commands, i));
    }
}

/* What programs read is the same in every language. */
static void
test_answers (OmTestHome    *home,
              gconstpointer  unused)
{
  g_autofree char *id = om_test_add (home, "Walked along the canal.", "--tag", "canal", NULL);
  g_autoptr (OmTestRun) english = om_test_run (home, NULL, "--now", "2044-01-01", "--json", "show", id, NULL);
  g_auto (GStrv) all = languages ();

  for (char **language = all; *language != NULL; language++)
    {
      g_autoptr (OmTestRun) other = NULL;

      speak (home, *language);
      other = om_test_run (home, NULL, "--now", "2044-01-01", "--json", "show", id, NULL);
      om_assert_status (other, 0);
      g_assert_cmpstr (other->out, ==, english->out);
    }
}

/* What was not taken from a file and why, and what is refused: each line of it, whatever the format. */
static void
test_reports (OmTestHome    *home,
              gconstpointer  unused)
{
  static const struct
  {
    const char *name;
    const char *contents;
    int         status;
    const char *german;
    const char *chinese;
  } files[] = {
    { "table.csv", "date,text\nyesterday,A walk.\n2024-01-01,\n", 6, "ist kein glaubhaftes Datum", "不是可信的日期" },
    { "journal.txt", "Before.\n\n[2024-01-01 10:00] A walk.\n", 0, "Vor dem ersten Datum steht Text", "第一个日期之前有文字" },
    { "locked.txt", "gAAAAAabcdef", 5, "verschlüsselt, und zwar von jrnl", "请先用“jrnl --decrypt”解密" },
    /* What comes from within libarchive, too, where letters are those of UTF-8 whatever the locale. */
    { "dayone/truncated.zip", NULL, 5, "unvollständig oder beschädigt", "不完整或已损坏" },
    { "dayone/traversal.zip", NULL, 6, "führt aus dem Archiv hinaus", "路径指向归档之外" },
    { "export.json", "{\"tags\": {}, \"entries\": [{\"title\": \"x\" 3]}", 5, "JSON ist beschädigt", "JSON 已损坏" },
  };
  static const char *const english[] = { "There is", "date that can be", "left out", "is damaged", "Nothing was", "entries read", "entry read" };

  for (gsize i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *file =
        files[i].contents != NULL
          ? om_test_home_file (home, files[i].name, files[i].contents)
          : g_build_filename (g_getenv ("OPENMEMORY_SOURCE"), "tests", "data", "samples", files[i].name, NULL);

      for (guint chinese = 0; chinese < 2; chinese++)
        {
          g_autoptr (OmTestRun) run = NULL;
          g_autofree char *said = NULL;

          speak (home, chinese ? "zh_CN" : "de");
          run = om_test_run (home, NULL, "import", "--dry-run", file, NULL);
          om_assert_status (run, files[i].status);
          said = g_strconcat (run->out, run->err, NULL);
          om_assert_has (said, chinese ? files[i].chinese : files[i].german);
          for (gsize w = 0; w < G_N_ELEMENTS (english); w++)
            om_assert_has_not (said, english[w]);
        }
    }
}

void
test_cli_translations_add (void)
{
  om_test_add_case ("/cli/translations/reports", test_reports);
  om_test_add_case ("/cli/translations/help", test_help);
  om_test_add_case ("/cli/translations/answers", test_answers);
}
