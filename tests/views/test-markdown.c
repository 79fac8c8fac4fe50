/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Markdown shown while one writes: after any change every line looks as if it had just been read, and the text, its
 * undo and its saving know nothing of it. */
#include "config.h"

#include <string.h>

#include "test-views.h"
#include "text/om-markdown.h"
#include "views/om-editor.h"
#include "views/om-markdown-styler.h"

static GtkTextBuffer *
create_buffer (const char *content)
{
  OmTextBuffer *buffer = om_text_buffer_new ();

  om_markdown_styler_of (buffer);
  om_text_buffer_set_content (buffer, content);
  return GTK_TEXT_BUFFER (buffer);
}

static void
wait_until_done (GtkTextBuffer *buffer)
{
  wait_until (om_markdown_styler_is_done (om_markdown_styler_of (OM_TEXT_BUFFER (buffer))));
}

/* Bold, italic, monospace, scale and the like of every letter, as a string: a letter a sign. */
static char *
dup_looks (GtkTextBuffer *buffer)
{
  GString *looks = g_string_new (NULL);
  GtkTextIter iter;

  gtk_text_buffer_get_start_iter (buffer, &iter);
  do
    {
      GSList *tags = gtk_text_iter_get_tags (&iter);
      guint sum = 0;

      for (GSList *l = tags; l != NULL; l = l->next)
        sum += 1u << gtk_text_tag_get_priority (l->data);
      g_string_append_printf (looks, "%x%s", sum, gtk_text_iter_ends_line (&iter) ? "\n" : " ");
      g_slist_free (tags);
    }
  while (gtk_text_iter_forward_char (&iter));
  return g_string_free (looks, FALSE);
}

static void
assert_like_fresh (GtkTextBuffer *buffer)
{
  g_autofree char *content = om_text_buffer_dup_content (OM_TEXT_BUFFER (buffer));
  g_autofree char *looks = NULL;
  g_autofree char *expected = NULL;
  g_autoptr (GtkTextBuffer) fresh = create_buffer (content);

  wait_until_done (buffer);
  wait_until_done (fresh);
  looks = dup_looks (buffer);
  expected = dup_looks (fresh);
  if (!g_str_equal (looks, expected))
    g_error ("not as when it is read anew:\n%s\n%s\n%s", content, looks, expected);
}

static gboolean
get_tag_boolean (GtkTextBuffer *buffer,
                 int            offset,
                 const char    *property)
{
  GtkTextIter iter;
  GSList *tags;
  gboolean found = FALSE;

  gtk_text_buffer_get_iter_at_offset (buffer, &iter, offset);
  tags = gtk_text_iter_get_tags (&iter);
  for (GSList *l = tags; l != NULL; l = l->next)
    {
      gboolean set;

      g_object_get (l->data, property, &set, NULL);
      found = found || set;
    }
  g_slist_free (tags);
  return found;
}

static void
test_looks (void)
{
  g_autoptr (GtkTextBuffer) buffer = create_buffer ("# One\n*two* `three`\n[four](five)\n");

  wait_until_done (buffer);
  g_assert_true (get_tag_boolean (buffer, 2, "weight-set"));
  g_assert_true (get_tag_boolean (buffer, 2, "scale-set"));
  g_assert_true (get_tag_boolean (buffer, 7, "style-set"));
  g_assert_false (get_tag_boolean (buffer, 7, "weight-set"));
  g_assert_true (get_tag_boolean (buffer, 13, "family-set"));
  g_assert_true (get_tag_boolean (buffer, 21, "underline-set"));
  g_assert_false (get_tag_boolean (buffer, 27, "underline-set"));
}

/* No cursor stands within a line end of two signs, and GTK does not cut lines anew there. */
static void
get_place (GtkTextBuffer *buffer,
           GtkTextIter   *iter,
           int            offset)
{
  GtkTextIter before;

  gtk_text_buffer_get_iter_at_offset (buffer, iter, offset);
  before = *iter;
  if (gtk_text_iter_get_char (iter) == '\n' && gtk_text_iter_backward_char (&before) && gtk_text_iter_get_char (&before) == '\r')
    *iter = before;
}

static void
change_at_random (GtkTextBuffer *buffer,
                  GRand         *random)
{
  static const char *const pieces[] = { "*", "**", "_", "`", "```\n", "\n", "\n\n", "# ", "- ", "> ", "=", "\n===\n", "---\n", "a", "文 ",
                                        "[x](y)", "[[z]]", " ", "    ", "1. ", "\r\n", "\342\200\251", "عربي " };
  int n = gtk_text_buffer_get_char_count (buffer);
  GtkTextIter start;
  GtkTextIter end;

  gtk_text_buffer_begin_user_action (buffer);
  switch (g_rand_int_range (random, 0, 4))
    {
    case 0:
      get_place (buffer, &start, g_rand_int_range (random, 0, n + 1));
      get_place (buffer, &end, MIN (n, gtk_text_iter_get_offset (&start) + g_rand_int_range (random, 0, 13)));
      gtk_text_iter_order (&start, &end);
      gtk_text_buffer_delete (buffer, &start, &end);
      break;
    case 1:
      if (gtk_text_buffer_get_can_undo (buffer))
        {
          gtk_text_buffer_end_user_action (buffer);
          gtk_text_buffer_undo (buffer);
          return;
        }
      break;
    default:
      get_place (buffer, &start, g_rand_int_range (random, 0, n + 1));
      gtk_text_buffer_insert (buffer, &start, pieces[g_rand_int_range (random, 0, G_N_ELEMENTS (pieces))], -1);
    }
  gtk_text_buffer_end_user_action (buffer);
}

static void
test_any_change (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (5);

  for (int round = 0; round < 12; round++)
    {
      g_autoptr (GtkTextBuffer) buffer = create_buffer ("# A day\n\nIt was *fine*, and **so** on.\n\n```\ncode\n```\n- one\n- two\n");

      for (int i = 0; i < 60; i++)
        {
          change_at_random (buffer, random);
          assert_like_fresh (buffer);
        }
    }
}

/* A fence that is opened at the top of a long text makes code of all of it, and closing it takes that back. */
static void
test_fence (void)
{
  g_autoptr (GString) text = g_string_new ("\n");
  g_autoptr (GtkTextBuffer) buffer = NULL;
  GtkTextIter start;
  GtkTextIter end;

  for (int i = 0; i < 3000; i++)
    g_string_append_printf (text, "Line *%d* of many.\n", i);
  buffer = create_buffer (text->str);
  wait_until_done (buffer);
  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_insert (buffer, &start, "```", 3);
  g_assert_false (om_markdown_styler_is_done (om_markdown_styler_of (OM_TEXT_BUFFER (buffer))));
  assert_like_fresh (buffer);
  g_assert_true (get_tag_boolean (buffer, gtk_text_buffer_get_char_count (buffer) - 4, "family-set"));
  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_get_iter_at_offset (buffer, &end, 1);
  gtk_text_buffer_delete (buffer, &start, &end);
  assert_like_fresh (buffer);
  g_assert_false (get_tag_boolean (buffer, gtk_text_buffer_get_char_count (buffer) - 4, "family-set"));
}

/* What is saved is what was typed, and undo takes back what was typed. */
static void
test_text_untouched (Fixture      *fixture,
                     gconstpointer data)
{
  static const char *const texts[] = { "# A *b* [c](d)\r\n\n```\n*e*\n", "\xef\xbb\xbf- [ ] one\n\ttab\n", "**" };
  g_autoptr (OmSheet) sheet = NULL;

  fixture_open (fixture);
  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GtkTextBuffer) buffer = create_buffer (texts[i]);
      g_autofree char *content = NULL;

      wait_until_done (buffer);
      content = om_text_buffer_dup_content (OM_TEXT_BUFFER (buffer));
      g_assert_cmpstr (content, ==, texts[i]);
      g_assert_false (gtk_text_buffer_get_can_undo (buffer));
    }

  sheet = om_sheet_new (om_session_get_engine (fixture->session));
  om_sheet_set_ready (sheet, TRUE);
  om_markdown_styler_of (om_sheet_get_buffer (sheet));
  test_type (sheet, "# Heading\n*x*");
  om_sheet_save (sheet);
  wait_until (om_sheet_get_state (sheet) == OM_SAVE_STATE_SAVED);
  {
    g_autoptr (OmMemory) memory = om_engine_get (om_session_get_engine (fixture->session), om_sheet_get_id (sheet), NULL, NULL);

    g_assert_cmpstr (memory->content, ==, "# Heading\n*x*");
  }
  gtk_text_buffer_undo (GTK_TEXT_BUFFER (om_sheet_get_buffer (sheet)));
  {
    g_autofree char *left = om_text_buffer_dup_content (om_sheet_get_buffer (sheet));

    g_assert_cmpstr (left, ==, "");
  }
  om_sheet_drop (sheet);
}

/* Off and on again while a text is open. */
static void
test_switch (void)
{
  g_autoptr (GSettings) settings = g_settings_new (APP_ID);
  g_autoptr (GtkTextBuffer) buffer = create_buffer ("# One\n*two*\n");

  wait_until_done (buffer);
  g_settings_set_boolean (settings, "show-markdown", FALSE);
  wait_until (!get_tag_boolean (buffer, 2, "weight-set"));
  g_assert_false (get_tag_boolean (buffer, 7, "style-set"));
  gtk_text_buffer_insert_at_cursor (buffer, "*three* ", -1);
  g_assert_false (get_tag_boolean (buffer, 1, "style-set"));
  g_settings_reset (settings, "show-markdown");
  wait_until (get_tag_boolean (buffer, 1, "style-set"));
  assert_like_fresh (buffer);
}

/* A line that was cut for display is one line: nothing begins in its middle, and it is read as far as it is. */
static void
test_cut_line (void)
{
  g_autoptr (GString) text = g_string_new ("# ");
  g_autoptr (GtkTextBuffer) buffer = NULL;

  while (text->len < 30000)
    g_string_append (text, "- *word* ");
  g_string_append (text, "\n- item\n");
  buffer = create_buffer (text->str);
  assert_like_fresh (buffer);
  g_assert_false (get_tag_boolean (buffer, 20000, "paragraph-background-set"));
}

/* How long a key takes in a megabyte, and in one with a line of 200,000 letters: told, not judged, for a machine may
 * be busy; what is judged is that a key reads a few lines and no more. */
static void
test_key_in_megabyte (void)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GtkTextBuffer) buffer = NULL;
  gint64 worst = 0;
  GtkTextIter iter;

  while (text->len < 1000000)
    g_string_append (text, "## Day\nThe *heron* stood in the canal all **morning**, and `nobody` saw it but [me](x).\n\n");
  buffer = create_buffer (text->str);
  wait_until_done (buffer);
  for (int i = 0; i < 200; i++)
    {
      gint64 begun;
      gint64 took;

      gtk_text_buffer_get_iter_at_line (buffer, &iter, 20000 + i * 7);
      begun = g_get_monotonic_time ();
      gtk_text_buffer_insert (buffer, &iter, i % 9 == 0 ? "\n" : "*", 1);
      took = g_get_monotonic_time () - begun;
      worst = MAX (worst, took);
      g_assert_true (om_markdown_styler_is_done (om_markdown_styler_of (OM_TEXT_BUFFER (buffer))));
    }
  g_test_message ("the slowest key took %" G_GINT64_FORMAT " us", worst);
}

void
test_markdown_add (void)
{
  g_test_add_func ("/views/markdown/looks", test_looks);
  g_test_add_func ("/views/markdown/any-change", test_any_change);
  g_test_add_func ("/views/markdown/fence", test_fence);
  g_test_add ("/views/markdown/text-untouched", Fixture, NULL, fixture_set_up, test_text_untouched, fixture_tear_down);
  g_test_add_func ("/views/markdown/switch", test_switch);
  g_test_add_func ("/views/markdown/cut-line", test_cut_line);
  g_test_add_func ("/views/markdown/key-in-megabyte", test_key_in_megabyte);
}
