/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every file of the samples of jrnl, Markdown and Obsidian against its expected.json. */
#include "config.h"

#include "archive-support.h"

#include <string.h>

#include "memory/om-error.h"

static const char *const formats[] = {
  "jrnl",
  "markdown",
  "obsidian",
  "dayone",
  "openmemory",
  "rednotebook",
  "joplin",
  "logseq",
  "csv",
  "chatgpt",
  "claude",
  "keep",
  "standardnotes",
  "journey",
  "diarium",
  "memos",
  "minidiary",
  "lifeograph",
  "gnote",
  "zim",
};

static JsonObject *
load_expected (const char *format,
               JsonParser *parser)
{
  g_autofree char *relative = g_build_filename (format, "expected.json", NULL);
  g_autofree char *path = test_sample_path (relative);
  g_autoptr (GError) error = NULL;

  json_parser_load_from_file (parser, path, &error);
  g_assert_no_error (error);
  return json_node_get_object (json_parser_get_root (parser));
}

static JsonArray *
array_or_null (JsonObject *object,
               const char *member)
{
  return json_object_has_member (object, member) ? json_object_get_array_member (object, member)
                                                 : NULL;
}

static const char *
string_or_null (JsonObject *object,
                const char *member)
{
  if (!json_object_has_member (object, member) || json_object_get_null_member (object, member))
    return NULL;
  return json_object_get_string_member (object, member);
}

/* The instant, the day shown at the place of writing, or no date at all. */
static gboolean
same_moment (JsonObject    *entry,
             const OmDraft *draft)
{
  const char *utc = string_or_null (entry, "utc");
  const char *date = string_or_null (entry, "date");

  g_assert_true (draft->has_happened);
  if (date != NULL)
    {
      g_autofree char *civil = NULL;
      int year, month, day;

      om_moment_civil_date (&draft->happened, &year, &month, &day);
      civil = g_strdup_printf ("%04d-%02d-%02d", year, month, day);
      if (!g_str_equal (civil, date) ||
          (draft->happened.precision == OM_PRECISION_DAY) != (utc == NULL))
        return FALSE;
    }
  if (utc != NULL)
    {
      OmMoment moment;

      g_assert_true (om_moment_parse (utc, NULL, &moment, NULL));
      return draft->happened.precision == OM_PRECISION_INSTANT && draft->happened.ms == moment.ms;
    }
  if (date != NULL)
    return TRUE;

  g_assert_true (json_object_get_boolean_member (entry, "undated"));
  return draft->happened.precision == OM_PRECISION_UNKNOWN && draft->happened.ms == TEST_NOW;
}

static gboolean
has_texts (JsonObject    *entry,
           const OmDraft *draft)
{
  JsonArray *texts = array_or_null (entry, "text_has");

  for (guint i = 0; texts != NULL && i < json_array_get_length (texts); i++)
    {
      if (strstr (draft->content, json_array_get_string_element (texts, i)) == NULL)
        return FALSE;
    }
  return TRUE;
}

/* The one draft with this time and title. */
static OmDraft *
find_draft (TestReading *reading,
            JsonObject  *entry,
            const char  *where)
{
  const char *title = string_or_null (entry, "title");
  OmDraft *found = NULL;

  for (guint i = 0; i < reading->drafts->len; i++)
    {
      OmDraft *draft = g_ptr_array_index (reading->drafts, i);

      if (!same_moment (entry, draft) || g_strcmp0 (draft->title, title) != 0)
        continue;
      /* Of two without a title it is the one with the words. */
      if (found != NULL && has_texts (entry, found) && has_texts (entry, draft))
        g_error ("%s: two entries “%s”", where, title);
      if (found == NULL || !has_texts (entry, found))
        found = draft;
    }
  if (found == NULL)
    g_error ("%s: no entry “%s” at its date", where, title != NULL ? title : "(no title)");
  return found;
}

static void
check_text (JsonObject    *entry,
            const OmDraft *draft,
            const char    *where)
{
  for (int has = 0; has < 2; has++)
    {
      const char *member = has ? "text_has" : "text_has_not";
      JsonArray *texts = array_or_null (entry, member);

      for (guint i = 0; texts != NULL && i < json_array_get_length (texts); i++)
        {
          const char *text = json_array_get_string_element (texts, i);

          if ((strstr (draft->content, text) != NULL) != has)
            g_error ("%s: “%s”: %s “%s”:\n%s", where, draft->title, member, text, draft->content);
        }
    }
  g_assert_true (g_utf8_validate (draft->content, -1, NULL));
  g_assert_null (strchr (draft->content, '\r'));
}

static void
check_tags (JsonObject    *entry,
            const OmDraft *draft,
            const char    *where)
{
  JsonArray *tags = json_object_get_array_member (entry, "tags");
  g_autoptr (GPtrArray) wanted = g_ptr_array_new ();
  g_autofree char *expected = NULL;
  g_autofree char *found = test_tag_keys (draft->tags);

  for (guint i = 0; i < json_array_get_length (tags); i++)
    g_ptr_array_add (wanted, (gpointer) json_array_get_string_element (tags, i));
  g_ptr_array_add (wanted, NULL);
  expected = g_strjoinv (",", (char **) wanted->pdata);
  if (!g_str_equal (expected, found))
    g_error ("%s: “%s”: tags are %s, not %s", where, draft->title, found, expected);
}

/* The same names; a size behind one is for people. */
static void
check_attachments (JsonArray *wanted,
                   JsonArray *found)
{
  g_assert_cmpuint (json_array_get_length (wanted), ==, json_array_get_length (found));
  for (guint i = 0; i < json_array_get_length (wanted); i++)
    {
      const char *name = json_array_get_string_element (wanted, i);
      const char *size = strstr (name, " (");
      g_autofree char *plain = g_strndup (name, size != NULL ? (gsize) (size - name) : strlen (name));
      const char *leaf = json_array_get_string_element (found, i);

      if (size != NULL && strrchr (leaf, '/') != NULL)
        leaf = strrchr (leaf, '/') + 1;
      g_assert_cmpstr (plain, ==, leaf);
    }
}

static void
check_kept (JsonObject    *entry,
            const OmDraft *draft)
{
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;
  JsonObject *data = NULL;

  if (draft->source_data != NULL)
    {
      json_parser_load_from_data (parser, draft->source_data, -1, &error);
      g_assert_no_error (error);
      data = json_node_get_object (json_parser_get_root (parser));
    }

  if (json_object_has_member (entry, "keeps"))
    {
      JsonObject *keeps = json_object_get_object_member (entry, "keeps");
      g_autoptr (GList) names = json_object_get_members (keeps);

      for (GList *l = names; l != NULL; l = l->next)
        {
          g_assert_nonnull (data);
          g_assert_true (json_node_equal (json_object_get_member (keeps, l->data),
                                          json_object_get_member (data, l->data)));
        }
    }
  if (json_object_has_member (entry, "attachments"))
    {
      JsonObject *own = json_object_get_object_member (data, "openmemory");

      check_attachments (json_object_get_array_member (entry, "attachments"),
                         json_object_get_array_member (own, "attachments"));
    }
}

static void
check_file (const char *format,
            const char *name,
            JsonObject *expected)
{
  g_autofree char *relative = g_build_filename (format, name, NULL);
  g_autofree char *path = test_sample_path (relative);
  g_autofree char *before = test_checksum (path);
  g_autofree char *after = NULL;
  g_autoptr (GTimeZone) utc = g_time_zone_new_utc ();
  OmReadOptions options = test_options (utc);
  g_autoptr (TestReading) reading = NULL;
  JsonArray *list = array_or_null (expected, "list");
  JsonArray *mentions = array_or_null (expected, "report_must_mention");
  const char *outcome = json_object_get_string_member (expected, "outcome");

  /* What the person picks for this file, says its entry in expected.json. */
  options.split_at_dates = TRUE;
  reading = test_read_sample (relative, NULL, &options);

  if (!g_str_equal (om_import_outcome_to_nick (reading->report->outcome), outcome))
    {
      g_autofree char *text = test_report_text (reading);
      g_error ("%s: outcome is %s, not %s\n%s", relative,
               om_import_outcome_to_nick (reading->report->outcome), outcome, text);
    }
  if (reading->drafts->len != json_object_get_int_member (expected, "entries"))
    g_error ("%s: %u entries, not %d", relative, reading->drafts->len,
             (int) json_object_get_int_member (expected, "entries"));

  for (guint i = 0; list != NULL && i < json_array_get_length (list); i++)
    {
      JsonObject *entry = json_array_get_object_element (list, i);
      OmDraft *draft = find_draft (reading, entry, relative);

      /* Markdown that Joplin exports is Markdown. */
      g_assert_cmpstr (draft->source, ==, g_str_has_prefix (name, "md_") ? "markdown" : format);
      g_assert_nonnull (draft->source_key);
      if (json_object_has_member (entry, "zone"))
        g_assert_cmpstr (g_time_zone_get_identifier (draft->zone), ==,
                         json_object_get_string_member (entry, "zone"));
      if (json_object_has_member (entry, "source_id"))
        g_assert_cmpstr (draft->source_key, ==,
                         json_object_get_string_member (entry, "source_id"));
      g_assert_cmpint (draft->origin, ==, OM_ORIGIN_IMPORT);
      check_text (entry, draft, relative);
      check_tags (entry, draft, relative);
      check_kept (entry, draft);
      g_assert_cmpint ((draft->flags & OM_FLAG_STARRED) != 0, ==,
                       json_object_get_boolean_member_with_default (entry, "starred", FALSE));
    }
  for (guint i = 0; mentions != NULL && i < json_array_get_length (mentions); i++)
    test_assert_mentions (reading, json_array_get_string_element (mentions, i));

  after = test_checksum (path);
  g_assert_cmpstr (before, ==, after);
  g_test_message ("%s: %u entries, %u checked", relative, reading->drafts->len,
                  list != NULL ? json_array_get_length (list) : 0);
}

static void
test_expected (gconstpointer data)
{
  const char *format = data;
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *files = json_object_get_object_member (load_expected (format, parser), "files");
  g_autoptr (GList) names = json_object_get_members (files);

  g_assert_nonnull (names);
  for (GList *l = names; l != NULL; l = l->next)
    check_file (format, l->data, json_object_get_object_member (files, l->data));
}

/* S5: a day without a zone is that day everywhere, and has no time. */
static void
test_days_in_zones (void)
{
  static const char *const zones[] = { "America/Los_Angeles", "Asia/Tokyo", "Pacific/Kiritimati" };

  for (guint f = 0; f < G_N_ELEMENTS (formats); f++)
    {
      g_autoptr (JsonParser) parser = json_parser_new ();
      JsonObject *expected = load_expected (formats[f], parser);
      JsonObject *files = json_object_get_object_member (expected, "files");
      g_autoptr (GList) names = json_object_get_members (files);

      for (GList *l = names; l != NULL; l = l->next)
        {
          JsonObject *sample = json_object_get_object_member (files, l->data);
          JsonArray *list = array_or_null (sample, "list");

          for (guint z = 0; list != NULL && z < G_N_ELEMENTS (zones); z++)
            {
              g_autofree char *relative = g_build_filename (formats[f], l->data, NULL);
              g_autoptr (GTimeZone) zone = g_time_zone_new_identifier (zones[z]);
              OmReadOptions options = test_options (zone);
              g_autoptr (TestReading) reading = NULL;

              g_assert_nonnull (zone);
              options.split_at_dates = TRUE;
              reading = test_read_sample (relative, NULL, &options);
              for (guint i = 0; i < json_array_get_length (list); i++)
                {
                  JsonObject *entry = json_array_get_object_element (list, i);
                  const char *date = string_or_null (entry, "date");
                  OmDraft *draft;
                  int year, month, day;
                  g_autofree char *civil = NULL;

                  if (date == NULL || string_or_null (entry, "utc") != NULL)
                    continue;
                  draft = find_draft (reading, entry, relative);
                  om_moment_civil_date (&draft->happened, &year, &month, &day);
                  civil = g_strdup_printf ("%04d-%02d-%02d", year, month, day);
                  g_assert_cmpstr (civil, ==, date);
                  g_assert_cmpint (draft->happened.precision, ==, OM_PRECISION_DAY);
                }
            }
        }
    }
}

/* A local time is read in the zone picked; one that the clocks left out is moved on. */
static void
test_times_in_zones (void)
{
  g_autoptr (GTimeZone) new_york = g_time_zone_new_identifier ("America/New_York");
  OmReadOptions options = test_options (new_york);
  g_autoptr (TestReading) reading = test_read_sample ("jrnl/journal-real.txt", "jrnl", &options);
  g_autofree char *kettle = om_moment_format (&test_reading_get (reading, 2)->happened);
  gint64 gap = test_reading_get (reading, 5)->happened.ms;

  g_assert_cmpstr (kettle, ==, "2024-01-01T10:00:00-05:00");
  g_assert_cmpint (gap, ==, G_GINT64_CONSTANT (1710055800000)); /* 2024-03-10T07:30:00Z */
}

/* The JSON export names the same entries: importing it after the text adds nothing. */
static void
test_same_keys (void)
{
  static const char *const exports[] = { "jrnl/export-real.json", "jrnl/yaml-real" };
  g_autoptr (TestReading) text = test_read_sample ("jrnl/journal-real.txt", NULL, NULL);

  for (guint e = 0; e < G_N_ELEMENTS (exports); e++)
    {
      g_autoptr (TestReading) other = test_read_sample (exports[e], NULL, NULL);

      g_assert_cmpuint (text->drafts->len, ==, other->drafts->len);
      for (guint i = 0; i < text->drafts->len; i++)
        {
          OmDraft *a = test_reading_get (text, i);
          OmDraft *b = test_reading_get (other, i);

          g_assert_cmpstr (a->source_key, ==, b->source_key);
          /* jrnl's YAML export drops a text that is a lone tag. */
          if (e == 0 || !g_str_equal (a->content, "@dst"))
            g_assert_cmpstr (a->content, ==, b->content);
        }
    }
}

/* Reading twice gives the same keys, each of them once. */
static void
test_stable_keys (void)
{
  static const char *const sources[] = {
    "jrnl/twelve-thousand.txt", "obsidian/vault", "markdown/folder", "markdown/jrnl-export-real.md",
  };

  for (guint s = 0; s < G_N_ELEMENTS (sources); s++)
    {
      g_autoptr (TestReading) first = test_read_sample (sources[s], NULL, NULL);
      g_autoptr (TestReading) second = test_read_sample (sources[s], NULL, NULL);
      g_autoptr (GHashTable) keys = g_hash_table_new (g_str_hash, g_str_equal);
      g_autofree char *samples = test_sample_path ("");

      g_assert_cmpuint (first->drafts->len, ==, second->drafts->len);
      for (guint i = 0; i < first->drafts->len; i++)
        {
          const char *key = test_reading_get (first, i)->source_key;

          g_assert_cmpstr (key, ==, test_reading_get (second, i)->source_key);
          g_assert_true (g_hash_table_add (keys, (gpointer) key));
          g_assert_null (strstr (key, samples));
        }
    }
}

/* What a person picks in a file chooser is recognised without being asked about. */
static void
test_probing (void)
{
  static const struct
  {
    const char *path;
    const char *format;
  } cases[] = {
    { "jrnl/journal-real.txt", "jrnl" },      { "jrnl/export-real.json", "jrnl" },
    { "jrnl/yaml-real", "jrnl" },             { "jrnl/no-dates.txt", "jrnl" },
    { "jrnl/zero.txt", "jrnl" },              { "jrnl/text-before-first.txt", "jrnl" },
    { "obsidian/vault", "obsidian" },         { "markdown/folder", "markdown" },
    { "markdown/unicode.md", "markdown" },    { "markdown/zero.md", "markdown" },
    { "markdown/folder/plain.txt", "jrnl" },  { "markdown/folder/front.md", "markdown" },
    { "openmemory/memories_export_sample.zip", "openmemory" },
    { "openmemory/cavira-memory-all.json", "openmemory" },
    { "openmemory/mem0-list.json", "openmemory" },
    { "rednotebook/real/data", "rednotebook" },
    { "rednotebook/legacy", "rednotebook" },  { "rednotebook/broken", "rednotebook" },
    { "rednotebook/RedNotebook-Backup-2024-02-29.zip", "rednotebook" },
    { "joplin/diary.jex", "joplin" },         { "joplin/raw", "joplin" },
    { "joplin/traversal.jex", "joplin" },     { "joplin/md_frontmatter", "markdown" },
    { "logseq/graph", "logseq" },
    { "chatgpt/conversations.json", "chatgpt" }, { "chatgpt/export.zip", "chatgpt" },
    { "claude/conversations.json", "claude" },
    { "csv/daylio.csv", "csv" },              { "csv/generic.csv", "csv" },
    { "lifeograph/real.diary", "lifeograph" },
    { "gnote/real", "gnote" },                { "zim/notebook", "zim" },
    { "logseq/graph", "logseq" },             { "keep/Takeout", "keep" },
    { "keep/takeout-20240630T120000Z-001.zip", "keep" },
    { "standardnotes/Standard Notes Backup and Import File.txt", "standardnotes" },
    { "standardnotes/backup.zip", "standardnotes" },
    { "journey/journey.zip", "journey" },     { "diarium/diarium.json", "diarium" },
    { "memos/memos.json", "memos" },          { "minidiary/mini-diary.json", "minidiary" },
    { "dayone/Journal.json", "dayone" },      { "dayone/export.zip", "dayone" },
    { "markdown/jrnl-export-real.md", "markdown" },
  };
  g_autofree char *picture = test_sample_path ("markdown/folder/picture.png");
  g_autoptr (GFile) no_text = g_file_new_for_path (picture);
  g_autoptr (GFile) unreadable = g_file_new_for_path ("/proc/self/mem");
  g_autoptr (GFile) missing = g_file_new_for_path ("/nonexistent/journal.txt");
  g_autoptr (GError) error = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = test_sample_path (cases[i].path);
      g_autoptr (GFile) file = g_file_new_for_path (path);
      g_autoptr (OmReader) reader = om_readers_probe (file, NULL, &error);

      g_assert_no_error (error);
      if (!g_str_equal (om_reader_get_name (reader), cases[i].format))
        g_error ("%s was taken for %s", cases[i].path, om_reader_get_name (reader));
    }

  g_assert_null (om_readers_probe (no_text, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_UNRECOGNISED);
  g_clear_error (&error);
  /* Not of a wrong kind: it cannot be read, not even by root. */
  g_assert_null (om_readers_probe (unreadable, NULL, &error));
  g_assert_error (error, OM_ERROR, OM_ERROR_INVALID);
  g_assert_true (g_str_has_prefix (error->message, "“mem” cannot be read: "));
  g_clear_error (&error);
  g_assert_null (om_readers_probe (missing, NULL, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_FOUND);
  g_assert_null (om_readers_by_name ("nothing"));
}

/* Files come along with their entries, from a zip by way of a folder that is gone afterwards. */
static void
test_attachments (void)
{
  static const struct
  {
    const char *path;
    const char *name;
    gboolean    lasting;
  } cases[] = {
    { "dayone/export.zip", "9376c677b8f8dfa9909099e3f327aaa9.png", FALSE },
    { "joplin/diary.jex", "ledger.txt", FALSE },
    { "joplin/raw", "ledger.txt", TRUE },
    { "logseq/graph", "pic_1.png", TRUE },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (TestReading) reading = test_read_sample (cases[i].path, NULL, NULL);
      guint n = 0;

      for (guint d = 0; d < reading->drafts->len; d++)
        {
          OmDraft *draft = test_reading_get (reading, d);
          const OmDraftAttachment *attachment;

          if (draft->attachments == NULL)
            continue;
          n++;
          g_assert_cmpuint (draft->attachments->len, ==, 1);
          attachment = g_ptr_array_index (draft->attachments, 0);
          g_assert_cmpstr (attachment->name, ==, cases[i].name);
          g_assert_cmpint (g_file_test (attachment->path, G_FILE_TEST_EXISTS), ==,
                           cases[i].lasting);
        }
      g_assert_cmpuint (n, ==, 1);
    }
}

void
test_add_samples (void)
{
  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_autofree char *path = g_strconcat ("/archive/samples/", formats[i], NULL);
      g_test_add_data_func (path, formats[i], test_expected);
    }
  g_test_add_func ("/archive/samples/attachments", test_attachments);
  g_test_add_func ("/archive/samples/days-in-zones", test_days_in_zones);
  g_test_add_func ("/archive/samples/times-in-zones", test_times_in_zones);
  g_test_add_func ("/archive/samples/same-keys", test_same_keys);
  g_test_add_func ("/archive/samples/stable-keys", test_stable_keys);
  g_test_add_func ("/archive/samples/probing", test_probing);
}
