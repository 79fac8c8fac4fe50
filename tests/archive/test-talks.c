/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conversations: whose words come in, rings and branches, and exports made to do harm. */
#include "config.h"

#include "archive-support.h"

#include <string.h>

#include "memory/om-error.h"

#define NODE(id, parent, role, words)                                                          \
  "\"" id "\":{\"id\":\"" id "\",\"parent\":" parent ",\"message\":{\"author\":{\"role\":\"" role  \
  "\"},\"content\":{\"content_type\":\"text\",\"parts\":[\"" words "\"]}}}"

static TestReading *
read_chatgpt (const char *conversation)
{
  g_autofree char *json = g_strdup_printf ("[%s]", conversation);

  return test_read_bytes ("conversations.json", json, -1, "chatgpt");
}

/* A ring of messages ends, whether the end lies in it or not. */
static void
test_ring (void)
{
  g_autoptr (TestReading) reading = read_chatgpt (
    "{\"title\":\"Ring\",\"current_node\":\"b\",\"create_time\":1714550400,\"mapping\":{"
    NODE ("a", "\"b\"", "user", "First") "," NODE ("b", "\"a\"", "user", "Second") ","
    NODE ("c", "\"c\"", "user", "Itself") "}}");

  g_assert_cmpstr (test_reading_get (reading, 0)->content, ==, "First\n\nSecond");
  g_assert_nonnull (strstr (test_reading_get (reading, 0)->source_data, "Itself"));
}

/* Without a word about where it ended, the last message is the end. */
static void
test_no_end (void)
{
  g_autoptr (TestReading) reading = read_chatgpt (
    "{\"title\":null,\"mapping\":{" NODE ("a", "null", "user", "First") ","
    NODE ("x", "\"a\"", "assistant", "No") "," NODE ("b", "\"x\"", "user", "Second") "}}");
  OmDraft *draft = test_reading_get (reading, 0);

  g_assert_cmpstr (draft->content, ==, "First\n\nSecond");
  g_assert_cmpint (draft->happened.precision, ==, OM_PRECISION_UNKNOWN);
}

/* Instructions that are sent along unseen, tools and answers are not the person's words. */
static void
test_hidden (void)
{
  g_autoptr (TestReading) reading = read_chatgpt (
    "{\"title\":\"T\",\"id\":\"k\",\"create_time\":1714550400,\"current_node\":\"c\",\"mapping\":{"
    "\"h\":{\"parent\":null,\"message\":{\"author\":{\"role\":\"user\"},\"content\":"
    "{\"content_type\":\"user_editable_context\",\"text\":\"About me\"}}},"
    "\"v\":{\"parent\":\"h\",\"message\":{\"author\":{\"role\":\"user\"},\"metadata\":"
    "{\"is_visually_hidden_from_conversation\":true},\"content\":{\"parts\":[\"Unseen\"]}}},"
    NODE ("t", "\"v\"", "tool", "Tool") ","
    "\"c\":{\"parent\":\"t\",\"message\":{\"author\":{\"role\":\"user\"},\"content\":"
    "{\"content_type\":\"multimodal_text\",\"parts\":[{\"content_type\":\"image_asset_pointer\","
    "\"asset_pointer\":\"file://x\"},{\"content_type\":\"audio_transcription\",\"text\":\"Spoken\"},"
    "\"Written\"]}}}}}");
  OmDraft *draft = test_reading_get (reading, 0);

  g_assert_cmpstr (draft->content, ==, "[image_asset_pointer]\n\nSpoken\n\nWritten");
  g_assert_cmpstr (draft->source_key, ==, "k");
  test_assert_mentions (reading, "2 hidden instructions");
  test_assert_mentions (reading, "1 picture or file");
}

/* A newer export of Claude's says what each message follows: an edited one leaves a branch. */
static void
test_claude_branches (void)
{
  g_autoptr (TestReading) reading = test_read_bytes (
    "conversations.json",
    "[{\"uuid\":\"c\",\"name\":\"Boat\",\"created_at\":\"2024-09-01T10:00:00Z\",\"chat_messages\":["
    "{\"uuid\":\"a\",\"sender\":\"human\",\"text\":\"First\",\"content\":[]},"
    "{\"uuid\":\"b\",\"sender\":\"human\",\"text\":\"Old\",\"parent_message_uuid\":\"a\"},"
    "{\"uuid\":\"d\",\"sender\":\"human\",\"text\":\"New\",\"parent_message_uuid\":\"a\","
    "\"files\":[{\"file_name\":\"map.png\"}]}]}]",
    -1, NULL);
  OmDraft *draft = test_reading_get (reading, 0);

  g_assert_cmpstr (draft->source, ==, "claude");
  g_assert_cmpstr (draft->content, ==, "First\n\nNew\n\n[map.png]");
  g_assert_nonnull (strstr (draft->source_data, "[\"Old\"]"));
  test_assert_mentions (reading, "1 branch not on screen");
}

/* A conversation that went on since is a second entry under the same key. */
static void
test_same_key (void)
{
  g_autoptr (TestReading) a = read_chatgpt ("{\"id\":\"k\",\"mapping\":{"
                                            NODE ("a", "null", "user", "First") "}}");
  g_autoptr (TestReading) b = read_chatgpt ("{\"id\":\"k\",\"mapping\":{"
                                            NODE ("a", "null", "user", "First") ","
                                            NODE ("b", "\"a\"", "user", "More") "}}");

  g_assert_cmpstr (test_reading_get (a, 0)->source_key, ==, test_reading_get (b, 0)->source_key);
  g_assert_cmpstr (test_reading_get (a, 0)->content, !=, test_reading_get (b, 0)->content);
}

static void
test_hostile_exports (void)
{
  static const char *const formats[] = { "chatgpt", "claude" };
  g_autoptr (GString) deep = g_string_new ("[{\"title\":\"x\",\"mapping\":{\"a\":");
  g_autoptr (GString) large = g_string_new ("[{\"uuid\":\"a\",\"title\":\"");

  for (int i = 0; i < 100000; i++)
    g_string_append (deep, "{\"message\":");
  for (int i = 0; i < 34 * 1024; i++)
    g_string_append_printf (large, "%01024d", i);
  g_string_append (large, "\"}]");

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      static const char *const wrong[] = { "", "[", "[{\"mapping\":{\"a\":{", "\"x\"", "[1]", "{" };
      g_autoptr (TestReading) bomb = test_read_bytes ("c.json", deep->str, (gssize) deep->len,
                                                      formats[i]);
      g_autoptr (TestReading) text = test_read_bytes ("c.json", large->str, (gssize) large->len,
                                                      formats[i]);
      g_autoptr (TestReading) zip = test_read_bytes ("c.zip", "PK\3\4 cut off", -1, formats[i]);

      g_assert_error (bomb->error, OM_ERROR, OM_ERROR_INVALID);
      g_assert_error (text->error, OM_ERROR, OM_ERROR_INVALID);
      g_assert_error (zip->error, OM_ERROR, OM_ERROR_INVALID);
      for (guint k = 0; k < G_N_ELEMENTS (wrong); k++)
        {
          g_autoptr (TestReading) reading = test_read_bytes ("c.json", wrong[k], -1, formats[i]);

          g_assert_cmpuint (reading->drafts->len, ==, 0);
          g_assert_true (reading->error != NULL || reading->report->problems->len > 0);
        }
    }
}

/* An export cut off anywhere is refused, whatever came before the end. */
static void
test_cut_export (void)
{
  g_autofree char *path = test_sample_path ("chatgpt/export.zip");
  g_autofree char *bytes = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &bytes, &length, NULL));
  for (gsize cut = 10; cut < length; cut += 97)
    {
      g_autoptr (TestReading) reading = test_read_bytes ("export.zip", bytes, (gssize) cut, "chatgpt");

      g_assert_nonnull (reading->error);
      g_assert_cmpint (reading->error->domain, ==, OM_ERROR);
    }
}

void
test_add_talks (void)
{
  g_test_add_func ("/archive/talks/ring", test_ring);
  g_test_add_func ("/archive/talks/no-end", test_no_end);
  g_test_add_func ("/archive/talks/hidden", test_hidden);
  g_test_add_func ("/archive/talks/claude-branches", test_claude_branches);
  g_test_add_func ("/archive/talks/same-key", test_same_key);
  g_test_add_func ("/archive/talks/hostile-exports", test_hostile_exports);
  g_test_add_func ("/archive/talks/cut-export", test_cut_export);
}
