/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tags after # and memories after [[: offered while one types, taken by key, and a link taken is a waypoint once the
 * text is saved. */
#include "config.h"

#include "test-views.h"
#include "views/om-completion.h"
#include "views/om-today-page.h"

typedef struct
{
  OmWindow     *window;
  GtkWidget    *view;
  OmCompletion *completion;
  OmSheet      *sheet;
} Shown;

static void
show (Fixture *fixture,
      Shown   *shown)
{
  OmTodayPage *today;

  shown->window = fixture_show_window (fixture);
  gtk_widget_activate_action (GTK_WIDGET (shown->window), "win.show-page", "s", "today");
  today = OM_TODAY_PAGE (test_find (GTK_WIDGET (shown->window), OM_TYPE_TODAY_PAGE, 0));
  shown->view = test_find (GTK_WIDGET (today), GTK_TYPE_TEXT_VIEW, 0);
  shown->completion = OM_COMPLETION (test_find (GTK_WIDGET (today), OM_TYPE_COMPLETION, 0));
  shown->sheet = om_today_page_get_sheet (today);
  wait_until (gtk_widget_get_mapped (shown->view));
  gtk_widget_grab_focus (shown->view);
  wait_until (gtk_widget_has_focus (shown->view));
}

/* Goes on at the cursor. */
static void
type (Shown      *shown,
      const char *text)
{
  GtkTextBuffer *buffer = GTK_TEXT_BUFFER (om_sheet_get_buffer (shown->sheet));

  for (const char *p = text; *p != '\0'; p = g_utf8_next_char (p))
    gtk_text_buffer_insert_interactive_at_cursor (buffer, p, (int) (g_utf8_next_char (p) - p), TRUE);
}

static void
assert_text (Shown      *shown,
             const char *expected)
{
  g_autofree char *text = om_text_buffer_dup_content (om_sheet_get_buffer (shown->sheet));

  g_assert_cmpstr (text, ==, expected);
}

static void
test_link (Fixture      *fixture,
           gconstpointer data)
{
  g_autofree char *heron = NULL;
  g_autoptr (GPtrArray) related = NULL;
  Shown shown;

  fixture_open (fixture);
  heron = fixture_remember (fixture, "# The heron [one]\nIt stood at the second lock.");
  show (fixture, &shown);
  type (&shown, "As with [[");
  g_assert_cmpuint (om_completion_count (shown.completion), ==, 0);
  type (&shown, "heron");
  wait_until (om_completion_count (shown.completion) == 1 && gtk_widget_get_mapped (GTK_WIDGET (shown.completion)));
  test_assert_names (GTK_WIDGET (shown.completion));
  test_press (shown.view, GDK_KEY_Return, 0);
  assert_text (&shown, "As with [[The heron one]]");
  g_assert_cmpuint (om_completion_count (shown.completion), ==, 0);
  type (&shown, " then.");
  om_sheet_save (shown.sheet);
  wait_until (om_sheet_get_state (shown.sheet) == OM_SAVE_STATE_SAVED);
  related = om_engine_get_related (om_session_get_engine (fixture->session), om_sheet_get_id (shown.sheet), NULL, NULL);
  {
    gboolean found = FALSE;

    for (guint i = 0; i < related->len; i++)
      {
        const OmRelated *other = g_ptr_array_index (related, i);

        found = found || (other->waypoint.kind == OM_WAYPOINT_HAND && g_str_equal (other->memory->id, heron));
      }
    g_assert_true (found);
  }
  test_close (GTK_WIDGET (shown.window));
}

static void
test_tag (Fixture      *fixture,
          gconstpointer data)
{
  g_autofree char *id = NULL;
  const char *tags[] = { "Canal", "canoe", "two words", NULL };
  const OmMemory *record;
  Shown shown;

  fixture_open (fixture);
  id = fixture_remember (fixture, "An entry with tags.");
  {
    const char *ids[] = { id, NULL };

    om_engine_tag (om_session_get_engine (fixture->session), ids, tags, NULL, NULL, NULL);
  }
  show (fixture, &shown);
  type (&shown, "By the #ca");
  wait_until (om_completion_count (shown.completion) == 2);
  /* Nothing is chosen yet: Enter is a new line. */
  test_press (shown.view, GDK_KEY_Down, 0);
  test_press (shown.view, GDK_KEY_Down, 0);
  test_press (shown.view, GDK_KEY_Up, 0);
  type (&shown, "na");
  wait_until (om_completion_count (shown.completion) == 1);
  test_press (shown.view, GDK_KEY_Down, 0);
  test_press (shown.view, GDK_KEY_Return, 0);
  assert_text (&shown, "By the #Canal ");
  record = om_sheet_get_record (shown.sheet, OM_CHANGE_TAGS);
  g_assert_nonnull (record);
  g_assert_cmpstr (record->tags[0], ==, "Canal");
  g_assert_null (record->tags[1]);
  /* A hash within a word, a heading and a word without tags offer nothing. */
  type (&shown, "C#ca");
  g_assert_cmpuint (om_completion_count (shown.completion), ==, 0);
  type (&shown, " #tw");
  g_assert_cmpuint (om_completion_count (shown.completion), ==, 0);
  test_close (GTK_WIDGET (shown.window));
}

static void
test_leaves (Fixture      *fixture,
             gconstpointer data)
{
  GtkTextBuffer *buffer;
  GtkTextIter start;
  Shown shown;

  fixture_open (fixture);
  g_free (fixture_remember (fixture, "The heron stood at the second lock."));
  show (fixture, &shown);
  buffer = GTK_TEXT_BUFFER (om_sheet_get_buffer (shown.sheet));
  type (&shown, "[[heron");
  wait_until (om_completion_count (shown.completion) == 1);
  test_press (shown.view, GDK_KEY_Escape, 0);
  g_assert_cmpuint (om_completion_count (shown.completion), ==, 0);
  assert_text (&shown, "[[heron");
  /* Going on asks again; walking away, closing it and an input method end it. */
  type (&shown, " st");
  wait_until (om_completion_count (shown.completion) == 1);
  gtk_text_buffer_get_start_iter (buffer, &start);
  gtk_text_buffer_place_cursor (buffer, &start);
  g_assert_cmpuint (om_completion_count (shown.completion), ==, 0);
  gtk_text_buffer_get_end_iter (buffer, &start);
  gtk_text_buffer_place_cursor (buffer, &start);
  type (&shown, "o");
  wait_until (om_completion_count (shown.completion) == 1);
  type (&shown, "]]");
  g_assert_cmpuint (om_completion_count (shown.completion), ==, 0);
  type (&shown, " [[heron");
  wait_until (om_completion_count (shown.completion) == 1);
  g_signal_emit_by_name (shown.view, "preedit-changed", "´");
  g_assert_cmpuint (om_completion_count (shown.completion), ==, 0);
  g_signal_emit_by_name (shown.view, "preedit-changed", "");
  test_close (GTK_WIDGET (shown.window));
}

#define add(name, func) g_test_add ("/views/completion/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_completion_add (void)
{
  add ("link", test_link);
  add ("tag", test_tag);
  add ("leaves", test_leaves);
}
