/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long lines (S9): cut in the buffer, whole in the text. */
#include "config.h"

#include <string.h>

#include "test-views.h"
#include "views/om-markdown-styler.h"

static char *
long_text (const char *piece,
           gsize       n_bytes)
{
  GString *text = g_string_new (NULL);

  while (text->len < n_bytes)
    g_string_append (text, piece);
  return g_string_free (text, FALSE);
}

static int
longest_line (OmTextBuffer *buffer)
{
  int longest = 0;
  GtkTextIter iter;

  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (buffer), &iter);
  do
    longest = MAX (longest, gtk_text_iter_get_chars_in_line (&iter));
  while (gtk_text_iter_forward_line (&iter));
  return longest;
}

static void
assert_content (OmTextBuffer *buffer,
                const char   *expected)
{
  g_autofree char *content = om_text_buffer_dup_content (buffer);

  /* Not g_assert_cmpstr(): a megabyte in a message helps nobody. */
  g_assert_cmpuint (strlen (content), ==, strlen (expected));
  g_assert_true (strcmp (content, expected) == 0);
}

static void
insert_at_end (OmTextBuffer *buffer,
               const char   *text)
{
  GtkTextIter end;

  gtk_text_buffer_get_end_iter (GTK_TEXT_BUFFER (buffer), &end);
  gtk_text_buffer_insert (GTK_TEXT_BUFFER (buffer), &end, text, -1);
}

static void
test_loaded (void)
{
  static const char *const pieces[] = {
    "The heron stood in the canal all morning. ", "a", "今天下雨了", "👩‍👩‍👧👍🏽"
  };

  for (gsize i = 0; i < G_N_ELEMENTS (pieces); i++)
    {
      g_autoptr (OmTextBuffer) buffer = om_text_buffer_new ();
      g_autofree char *text = long_text (pieces[i], 200000);

      om_text_buffer_set_content (buffer, text);
      g_assert_cmpint (longest_line (buffer), <=, 2100);
      assert_content (buffer, text);
      g_assert_false (gtk_text_buffer_get_can_undo (GTK_TEXT_BUFFER (buffer)));
    }
}

static void
test_pasted (void)
{
  g_autoptr (OmTextBuffer) buffer = om_text_buffer_new ();
  g_autofree char *first = long_text ("One word after the other ", 9000);
  g_autofree char *second = long_text ("x", 30000);
  g_autofree char *both = g_strconcat (first, second, "\r\nend\n", NULL);
  g_autofree char *with_tail = g_strconcat (both, "tail", NULL);

  insert_at_end (buffer, first);
  insert_at_end (buffer, second);
  insert_at_end (buffer, "\r\nend\n");
  assert_content (buffer, both);
  g_assert_cmpint (longest_line (buffer), <=, 6100);

  insert_at_end (buffer, "tail");
  assert_content (buffer, with_tail);
}

static void
test_typed (void)
{
  g_autoptr (OmTextBuffer) buffer = om_text_buffer_new ();
  g_autofree char *text = long_text ("z", 20000);

  for (const char *p = text; *p != '\0'; p++)
    {
      char letter[2] = { *p, '\0' };

      insert_at_end (buffer, letter);
    }
  assert_content (buffer, text);
  g_assert_cmpint (longest_line (buffer), <=, 6100);
}

static void
test_undo (void)
{
  g_autoptr (OmTextBuffer) buffer = om_text_buffer_new ();
  g_autofree char *text = long_text ("words and more words ", 50000);
  g_autofree char *changed = g_strconcat ("new ", text, NULL);
  GtkTextIter start;
  GtkTextIter end;

  om_text_buffer_set_content (buffer, text);
  gtk_text_buffer_get_start_iter (GTK_TEXT_BUFFER (buffer), &start);
  gtk_text_buffer_begin_user_action (GTK_TEXT_BUFFER (buffer));
  gtk_text_buffer_insert (GTK_TEXT_BUFFER (buffer), &start, "new ", -1);
  gtk_text_buffer_end_user_action (GTK_TEXT_BUFFER (buffer));
  assert_content (buffer, changed);

  gtk_text_buffer_begin_user_action (GTK_TEXT_BUFFER (buffer));
  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (buffer), &start, &end);
  gtk_text_buffer_delete (GTK_TEXT_BUFFER (buffer), &start, &end);
  gtk_text_buffer_end_user_action (GTK_TEXT_BUFFER (buffer));
  g_assert_true (om_text_buffer_is_blank (buffer));

  gtk_text_buffer_undo (GTK_TEXT_BUFFER (buffer));
  assert_content (buffer, changed);
  gtk_text_buffer_undo (GTK_TEXT_BUFFER (buffer));
  assert_content (buffer, text);
  gtk_text_buffer_redo (GTK_TEXT_BUFFER (buffer));
  assert_content (buffer, changed);
}

/* A text with a paragraph separator of its own comes out as it went in. */
static void
test_own_separator (void)
{
  g_autoptr (OmTextBuffer) buffer = om_text_buffer_new ();
  g_autofree char *tail = long_text ("long ", 20000);
  g_autofree char *text = g_strconcat ("before\342\200\251after ", tail, NULL);

  om_text_buffer_set_content (buffer, text);
  assert_content (buffer, text);
}

static void
test_selection (void)
{
  g_autoptr (OmTextBuffer) buffer = om_text_buffer_new ();
  g_autofree char *text = long_text ("q", 20000);
  g_autofree char *selected = NULL;
  GtkTextIter start;
  GtkTextIter end;

  om_text_buffer_set_content (buffer, text);
  g_assert_null (om_text_buffer_dup_selection (buffer));
  gtk_text_buffer_get_bounds (GTK_TEXT_BUFFER (buffer), &start, &end);
  gtk_text_buffer_select_range (GTK_TEXT_BUFFER (buffer), &start, &end);
  selected = om_text_buffer_dup_selection (buffer);
  g_assert_true (strcmp (selected, text) == 0);
}

/* How long the main loop was held up, at most, in microseconds. */
static gint64 worst_gap;
static gint64 last_beat;

static gboolean
beat_cb (gpointer data)
{
  gint64 now = g_get_monotonic_time ();

  worst_gap = MAX (worst_gap, now - last_beat);
  last_beat = now;
  return G_SOURCE_CONTINUE;
}

static void
count_cb (guint *n)
{
  (*n)++;
}

static gboolean
count_frame_cb (GtkWidget     *widget,
                GdkFrameClock *clock,
                gpointer       data)
{
  (*(guint *) data)++;
  return G_SOURCE_CONTINUE;
}

static void
assert_answers (const char *text)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *view = gtk_text_view_new ();
  GtkWidget *scroller = gtk_scrolled_window_new ();
  g_autoptr (OmTextBuffer) buffer = om_text_buffer_new ();
  guint frames = 0;
  guint beat;

  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  om_markdown_styler_set_looks (om_markdown_styler_of (buffer), view);
  gtk_text_view_set_buffer (GTK_TEXT_VIEW (view), GTK_TEXT_BUFFER (buffer));
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), view);
  gtk_window_set_child (GTK_WINDOW (window), scroller);
  gtk_window_set_default_size (GTK_WINDOW (window), 600, 400);
  gtk_window_present (GTK_WINDOW (window));
  gtk_widget_add_tick_callback (view, count_frame_cb, &frames, NULL);
  wait_until (frames > 2);

  worst_gap = 0;
  last_beat = g_get_monotonic_time ();
  beat = g_timeout_add (5, beat_cb, NULL);
  insert_at_end (buffer, text);
  frames = 0;
  wait_until (frames > 5);
  for (int i = 0; i < 10; i++)
    {
      insert_at_end (buffer, "t");
      gtk_text_view_scroll_mark_onscreen (GTK_TEXT_VIEW (view), gtk_text_buffer_get_insert (GTK_TEXT_BUFFER (buffer)));
      frames = 0;
      wait_until (frames > 1);
    }
  g_source_remove (beat);
  {
    g_autofree char *typed = g_strconcat (text, "tttttttttt", NULL);

    assert_content (buffer, typed);
  }
  g_test_message ("the loop was held up for %" G_GINT64_FORMAT " ms at most", worst_gap / 1000);
  g_assert_cmpint (worst_gap, <, 5 * G_USEC_PER_SEC);
  gtk_window_destroy (GTK_WINDOW (window));
}

/* S9: a line of 200,000 letters is laid out piece by piece. Uncut it holds the loop up for more than
 * ten seconds; the limit here is far from both, so that a busy machine does not matter. */
static void
test_view_answers (void)
{
  g_autofree char *text = long_text ("abcdefghijklmnopqrstuvwxyz", 200000);

  assert_answers (text);
}

/* S9: 5,000 lines of emoji, families and skin tones. */
static void
test_emoji_answers (void)
{
  g_autofree char *text = long_text ("👩‍👩‍👧👍🏽🇩🇪😀 ❤️🧑🏿‍🚀\n", 5000 * strlen ("👩‍👩‍👧👍🏽🇩🇪😀 ❤️🧑🏿‍🚀\n"));

  assert_answers (text);
}

/* S9: a megabyte of ordinary text, and all three of them in one entry, one after the other. */
static void
test_megabyte_answers (void)
{
  g_autofree char *words = long_text ("A long winter at the lock, with snow on the water and nobody about. \n", 1024 * 1024);
  g_autofree char *line = long_text ("abcdefghijklmnopqrstuvwxyz", 200000);
  g_autofree char *emoji = long_text ("👩‍👩‍👧👍🏽🇩🇪😀 ❤️🧑🏿‍🚀\n", 5000 * strlen ("👩‍👩‍👧👍🏽🇩🇪😀 ❤️🧑🏿‍🚀\n"));
  g_autofree char *text = g_strconcat (words, "\n", line, "\n", emoji, NULL);

  assert_answers (text);
}

/* Each paragraph goes its own way: an Arabic one among English ones begins at the right, whatever signs it begins
 * with. */
static void
test_direction (void)
{
  static const char content[] = "One line\nسطر بالعربية\n# عنوان\n- שורה\nAnother line";
  static const gboolean from_right[] = { FALSE, TRUE, TRUE, TRUE, FALSE };
  GtkWidget *window = gtk_window_new ();
  GtkWidget *view = gtk_text_view_new ();
  g_autoptr (OmTextBuffer) buffer = om_text_buffer_new ();
  guint frames = 0;

  om_markdown_styler_of (buffer);
  om_text_buffer_set_content (buffer, content);
  gtk_text_view_set_wrap_mode (GTK_TEXT_VIEW (view), GTK_WRAP_WORD_CHAR);
  gtk_text_view_set_buffer (GTK_TEXT_VIEW (view), GTK_TEXT_BUFFER (buffer));
  gtk_window_set_child (GTK_WINDOW (window), view);
  gtk_window_set_default_size (GTK_WINDOW (window), 600, 400);
  gtk_window_present (GTK_WINDOW (window));
  gtk_widget_add_tick_callback (view, count_frame_cb, &frames, NULL);
  wait_until (frames > 2 && gtk_widget_get_width (view) > 500);
  for (int i = 0; i < (int) G_N_ELEMENTS (from_right); i++)
    {
      GtkTextIter iter;
      GdkRectangle rect;

      gtk_text_buffer_get_iter_at_line (GTK_TEXT_BUFFER (buffer), &iter, i);
      gtk_text_view_get_iter_location (GTK_TEXT_VIEW (view), &iter, &rect);
      g_assert_true (from_right[i] ? rect.x > 300 : rect.x < 300);
    }
  gtk_window_destroy (GTK_WINDOW (window));
}

/* What an input method composes is not in the text yet: nothing is changed, dressed or saved by it. */
static void
test_preedit (void)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *view = gtk_text_view_new ();
  g_autoptr (OmTextBuffer) buffer = om_text_buffer_new ();
  guint frames = 0;
  guint n_tags = 0;

  om_markdown_styler_of (buffer);
  om_text_buffer_set_content (buffer, "# 今天\n");
  gtk_text_view_set_buffer (GTK_TEXT_VIEW (view), GTK_TEXT_BUFFER (buffer));
  gtk_window_set_child (GTK_WINDOW (window), view);
  gtk_window_present (GTK_WINDOW (window));
  gtk_widget_add_tick_callback (view, count_frame_cb, &frames, NULL);
  wait_until (frames > 2);
  g_signal_connect_swapped (buffer, "apply-tag", G_CALLBACK (count_cb), &n_tags);
  g_signal_connect_swapped (buffer, "remove-tag", G_CALLBACK (count_cb), &n_tags);
  g_signal_connect_swapped (buffer, "changed", G_CALLBACK (count_cb), &n_tags);
  g_signal_emit_by_name (view, "preedit-changed", "xia yu");
  frames = 0;
  wait_until (frames > 1);
  g_signal_emit_by_name (view, "preedit-changed", "");
  gtk_text_view_reset_im_context (GTK_TEXT_VIEW (view));
  g_assert_cmpuint (n_tags, ==, 0);
  assert_content (buffer, "# 今天\n");
  /* The commit is one insertion, dressed as what it was put into. */
  g_signal_emit_by_name (view, "insert-at-cursor", "下雨");
  assert_content (buffer, "下雨# 今天\n");
  gtk_text_buffer_undo (GTK_TEXT_BUFFER (buffer));
  assert_content (buffer, "# 今天\n");
  gtk_window_destroy (GTK_WINDOW (window));
}

void
test_text_buffer_add (void)
{
  g_test_add_func ("/views/text-buffer/loaded", test_loaded);
  g_test_add_func ("/views/text-buffer/pasted", test_pasted);
  g_test_add_func ("/views/text-buffer/typed", test_typed);
  g_test_add_func ("/views/text-buffer/undo", test_undo);
  g_test_add_func ("/views/text-buffer/own-separator", test_own_separator);
  g_test_add_func ("/views/text-buffer/selection", test_selection);
  g_test_add_func ("/views/text-buffer/view-answers", test_view_answers);
  g_test_add_func ("/views/text-buffer/emoji-answers", test_emoji_answers);
  g_test_add_func ("/views/text-buffer/megabyte-answers", test_megabyte_answers);
  g_test_add_func ("/views/text-buffer/direction", test_direction);
  g_test_add_func ("/views/text-buffer/preedit", test_preedit);
}
