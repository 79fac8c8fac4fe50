/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hiding as a whole in the window: in the preferences and from a card, told in a toast and taken back. */
#include "config.h"

#include <adwaita.h>

#include "test-views.h"
#include "engine/om-hiding.h"
#include "views/om-hiding-words.h"
#include "views/om-hidings-group.h"
#include "views/om-preferences-window.h"
#include "views/om-today-card.h"
#include "views/om-today-cards.h"

#define DAY OM_MS_PER_DAY
#define NOON G_GINT64_CONSTANT (1749988800000)

static gint64 clock_now;

static gint64
test_clock (gpointer data)
{
  return clock_now;
}

static OmEngine *
engine_of (Fixture *fixture)
{
  return om_session_get_engine (fixture->session);
}

/* How many things are hidden; asked of the store. */
static guint
count_hidden (Fixture *fixture)
{
  g_autoptr (GPtrArray) hidings = om_engine_list_hidings (engine_of (fixture), NULL, NULL);

  return hidings->len;
}

static GtkWidget *
window_new (Fixture *fixture)
{
  GtkWidget *window = GTK_WIDGET (om_preferences_window_new (fixture->session, NULL));

  gtk_window_present (GTK_WINDOW (window));
  wait_until (gtk_widget_get_mapped (window));
  adw_preferences_window_set_visible_page_name (ADW_PREFERENCES_WINDOW (window), "memory");
  return window;
}

static void
choose (GtkWidget  *window,
        guint       nth,
        const char *text)
{
  GtkWidget *group = test_find (window, OM_TYPE_HIDINGS_GROUP, 0);
  GtkWidget *row = test_find (group, ADW_TYPE_ENTRY_ROW, nth);

  gtk_editable_set_text (GTK_EDITABLE (row), text);
  g_signal_emit_by_name (row, "apply");
}

/* (nullable): the button that shows again what a row is about. */
static GtkWidget *
remove_button (GtkWidget  *window,
               const char *title)
{
  GtkWidget *group = test_find (window, OM_TYPE_HIDINGS_GROUP, 0);
  GtkWidget *row;

  for (guint i = 0; (row = test_find (group, ADW_TYPE_ACTION_ROW, i)) != NULL; i++)
    {
      if (g_str_equal (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (row)), title))
        return test_find (row, GTK_TYPE_BUTTON, 0);
    }
  return NULL;
}

static void
test_preferences (Fixture      *fixture,
                  gconstpointer data)
{
  g_autoptr (OmHiding) other = om_hiding_new_name ("Anna", NULL);
  GtkWidget *window;
  GtkWidget *period;

  fixture_open (fixture);
  window = window_new (fixture);
  g_assert_null (remove_button (window, "Tagged “<b>work & co”"));
  choose (window, 0, " #<b>work & co ");
  wait_until (remove_button (window, "Tagged “<b>work & co”") != NULL);
  g_assert_cmpuint (count_hidden (fixture), ==, 1);
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (test_find (test_find (window, OM_TYPE_HIDINGS_GROUP, 0), ADW_TYPE_ENTRY_ROW, 0))),
                   ==, "");

  /* What cannot be taken stays to be corrected, and says that it is wrong. */
  choose (window, 2, "spring");
  period = test_find (test_find (window, OM_TYPE_HIDINGS_GROUP, 0), ADW_TYPE_ENTRY_ROW, 2);
  g_assert_true (gtk_widget_has_css_class (period, "error"));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (period)), ==, "spring");
  gtk_editable_set_text (GTK_EDITABLE (period), "2020");
  g_assert_false (gtk_widget_has_css_class (period, "error"));
  g_signal_emit_by_name (period, "apply");
  wait_until (count_hidden (fixture) == 2);

  /* What somebody else hides is shown. */
  g_assert_true (om_engine_change_hiding (engine_of (fixture), other, TRUE, NULL, NULL, NULL));
  wait_until (remove_button (window, "Naming “Anna”") != NULL);
  test_assert_names (window);
  test_assert_all_reached (GTK_WINDOW (window));

  g_signal_emit_by_name (remove_button (window, "Naming “Anna”"), "clicked");
  wait_until (remove_button (window, "Naming “Anna”") == NULL);
  g_assert_cmpuint (count_hidden (fixture), ==, 2);
  test_undo_toast (window, "Naming “Anna”: may come up again");
  wait_until (remove_button (window, "Naming “Anna”") != NULL);
  test_close (window);
}

static guint
count_cards (GtkWidget *cards)
{
  guint n = 0;

  while (test_find (cards, OM_TYPE_TODAY_CARD, n) != NULL)
    n++;
  return n;
}

/* From the menu of a card: all that carries the tag leaves Today, and comes back. */
static void
test_card (Fixture      *fixture,
           gconstpointer data)
{
  OmWindow *window;
  GtkWidget *cards;
  guint n;

  clock_now = NOON;
  om_engine_set_clock (engine_of (fixture), test_clock, NULL);
  fixture_open (fixture);
  for (int i = 40; i > 2; i -= 2)
    {
      g_autofree char *text = g_strdup_printf ("Entry of day %d, about number %d.", i, i * 17);
      g_autoptr (OmDraft) draft = om_draft_new (text);

      clock_now = NOON - i * DAY;
      draft->tags = g_strsplit ("my_work", " ", -1);
      om_remembered_free (om_engine_remember (engine_of (fixture), draft, NULL, NULL));
    }
  clock_now = NOON;
  window = fixture_show_window (fixture);
  cards = test_find (GTK_WIDGET (window), OM_TYPE_TODAY_CARDS, 0);
  wait_until (count_cards (cards) > 3);
  n = count_cards (cards);

  g_assert_true (gtk_widget_activate_action (test_find (cards, OM_TYPE_TODAY_CARD, 0), "card.hide-tag", "s", "my_work"));
  wait_until (count_cards (cards) == 0);
  g_assert_cmpuint (count_hidden (fixture), ==, 1);
  test_undo_toast (GTK_WIDGET (window), "Tagged “my_work”: no longer shown by itself");
  wait_until (count_cards (cards) == n);
  g_assert_cmpuint (count_hidden (fixture), ==, 0);
  test_close (GTK_WIDGET (window));
}

static void
test_words (void)
{
  g_autoptr (OmHiding) day = om_hiding_new_period ("2020-03-14", NULL);
  g_autoptr (OmHiding) month = om_hiding_new_period ("2020-03", NULL);
  g_autoptr (OmHiding) tag = om_hiding_new_tag ("work", NULL);
  g_autofree char *of_day = om_hiding_words_title (day);
  g_autofree char *of_month = om_hiding_words_title (month);
  g_autofree char *already = om_hiding_words_done (tag, TRUE, FALSE);

  g_assert_nonnull (strstr (of_day, "14"));
  g_assert_null (strstr (of_day, "–"));
  g_assert_nonnull (strstr (of_month, "–"));
  g_assert_cmpstr (already, ==, "Tagged “work”: hidden already");
}

#define add(name, func) g_test_add ("/views/hidings/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_hidings_add (void)
{
  g_test_add_func ("/views/hidings/words", test_words);
  add ("preferences", test_preferences);
  add ("card", test_card);
}
