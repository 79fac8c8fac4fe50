/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Today's cards: what each says and does, by keyboard and for a screen reader, and taking it back. */
#include "config.h"

#include <adwaita.h>

#include "test-views.h"
#include "engine/om-engine-private.h"
#include "engine/om-fade.h"
#include "engine/om-reflect.h"
#include "engine/om-today.h"
#include "views/om-card-words.h"
#include "views/om-memories-window.h"
#include "views/om-memory-list.h"
#include "views/om-memory-page.h"
#include "views/om-memory-row.h"
#include "views/om-today-card.h"
#include "views/om-today-cards.h"
#include "views/om-today-page.h"

#define DAY OM_MS_PER_DAY
/* 2025-06-15 12:00 UTC. */
#define NOON G_GINT64_CONSTANT (1749988800000)

static gint64 clock_now;

static gint64
test_clock (gpointer data)
{
  return clock_now;
}

/* Nineteen entries of the last forty days, and a window over them. */
static OmWindow *
show_journal (Fixture *fixture)
{
  clock_now = NOON;
  om_engine_set_clock (om_session_get_engine (fixture->session), test_clock, NULL);
  fixture_open (fixture);
  for (int i = 40; i > 2; i -= 2)
    {
      g_autofree char *text = g_strdup_printf ("Entry <b>& of day %d, about number %d.", i, i * 17);

      clock_now = NOON - i * DAY;
      g_free (fixture_remember (fixture, text));
    }
  clock_now = NOON;
  return fixture_show_window (fixture);
}

static GtkWidget *
cards_of (OmWindow *window)
{
  return test_find (GTK_WIDGET (window), OM_TYPE_TODAY_CARDS, 0);
}

static guint
count_cards (GtkWidget *cards)
{
  guint n = 0;

  while (test_find (cards, OM_TYPE_TODAY_CARD, n) != NULL)
    n++;
  return n;
}

static OmTodayCard *
card_at (GtkWidget *cards,
         guint      nth)
{
  return OM_TODAY_CARD (test_find (cards, OM_TYPE_TODAY_CARD, nth));
}

static const char *
id_at (GtkWidget *cards,
       guint      nth)
{
  return om_memory_item_get_id (om_today_card_get_item (card_at (cards, nth)));
}

static gboolean
shows_id (GtkWidget  *cards,
          const char *id)
{
  for (guint i = 0; i < count_cards (cards); i++)
    {
      if (g_str_equal (id_at (cards, i), id))
        return TRUE;
    }
  return FALSE;
}

/* Sections without cards are not in view; each card says why it is there and has a name. */
static void
test_sections (Fixture      *fixture,
               gconstpointer data)
{
  OmWindow *window = show_journal (fixture);
  GtkWidget *cards = cards_of (window);
  OmTodayCard *card;

  wait_until (count_cards (cards) == 6);
  wait_until (test_find_label (cards, "On My Mind") != NULL);
  g_assert_nonnull (test_find_label (cards, "Fading Soon"));
  g_assert_null (test_find_label (cards, "Drifting By"));
  g_assert_nonnull (test_find_label (cards, "Foremost: by importance, use and feeling"));
  g_assert_nonnull (test_find_label (cards, "Drawn for today from the twenty foremost"));
  test_assert_names (cards);
  card = card_at (cards, 0);
  wait_until (om_memory_item_is_loaded (om_today_card_get_item (card)));
  {
    g_autofree char *description = om_memory_item_dup_description (om_today_card_get_item (card));
    g_autofree char *name = g_strdup_printf ("Foremost: by importance, use and feeling. %s", description);
    g_autofree char *problem = gtk_test_accessible_check_property (GTK_ACCESSIBLE (card), GTK_ACCESSIBLE_PROPERTY_LABEL, name);

    g_assert_cmpstr (problem, ==, NULL);
  }
  test_close (GTK_WIDGET (window));
}

/* Nothing comes up in an empty journal, nor in one that was begun today. */
static void
test_first_days (Fixture      *fixture,
                 gconstpointer data)
{
  OmWindow *window;
  GtkWidget *cards;

  fixture_open (fixture);
  g_free (fixture_remember (fixture, "The first"));
  window = fixture_show_window (fixture);
  cards = cards_of (window);
  wait_until (test_find_label (GTK_WIDGET (window), "Newest Memories") != NULL);
  g_assert_cmpuint (count_cards (cards), ==, 0);
  g_assert_null (test_find_mapped (cards, GTK_TYPE_LABEL));
  test_close (GTK_WIDGET (window));
}

/* Each way out by its action, as menu and keys call it, and back by the toast. */
static void
test_ways_out (Fixture      *fixture,
               gconstpointer data)
{
  static const struct
  {
    const char *action;
    const char *toast;
    guint       nth;
    guint       flag;
  } ways[] = {
    { "card.not-now", "Not on Today until tomorrow", 1, 0 },
    { "card.let-rest", "Let rest: lists and search find it as ever", 0, OM_FLAG_RESOLVED },
    { "card.hide", "It does not come up by itself any more", 2, OM_FLAG_HIDDEN },
    { "card.keep", "Kept: it does not fade", 4, OM_FLAG_KEPT },
  };
  OmWindow *window = show_journal (fixture);
  OmEngine *engine = om_session_get_engine (fixture->session);
  GtkWidget *cards = cards_of (window);

  /* One toast is told after the other has gone. */
  g_object_set (gtk_widget_get_settings (cards), "gtk-enable-animations", FALSE, NULL);
  wait_until (count_cards (cards) == 6);
  for (guint i = 0; i < G_N_ELEMENTS (ways); i++)
    {
      g_autofree char *id = g_strdup (id_at (cards, ways[i].nth));
      g_autoptr (OmMemory) after = NULL;
      g_autoptr (OmMemory) back = NULL;

      gtk_widget_grab_focus (GTK_WIDGET (card_at (cards, ways[i].nth)));
      g_assert_true (gtk_widget_activate_action (GTK_WIDGET (card_at (cards, ways[i].nth)), ways[i].action, NULL));
      wait_until (count_cards (cards) == 5);
      g_assert_false (shows_id (cards, id));
      /* The keyboard stays among the cards. */
      g_assert_true (gtk_widget_is_ancestor (gtk_root_get_focus (GTK_ROOT (window)), cards));
      after = om_engine_get (engine, id, NULL, NULL);
      g_assert_cmpuint (after->flags & (OM_FLAG_RESOLVED | OM_FLAG_HIDDEN | OM_FLAG_KEPT), ==, ways[i].flag);

      test_undo_toast (GTK_WIDGET (window), ways[i].toast);
      wait_until (count_cards (cards) == 6);
      g_assert_cmpstr (id_at (cards, ways[i].nth), ==, id);
      back = om_engine_get (engine, id, NULL, NULL);
      g_assert_cmpuint (back->flags, ==, after->flags & ~ways[i].flag);
    }
  gtk_settings_reset_property (gtk_widget_get_settings (cards), "gtk-enable-animations");
  test_close (GTK_WIDGET (window));
}

/* The menu offers all of them, and Keep where something fades; it opens by its key. */
static void
test_menu (Fixture      *fixture,
           gconstpointer data)
{
  OmWindow *window = show_journal (fixture);
  GtkWidget *cards = cards_of (window);
  GtkMenuButton *button;
  GMenuModel *menu;

  wait_until (count_cards (cards) == 6);
  g_assert_null (test_find_mapped (GTK_WIDGET (card_at (cards, 0)), GTK_TYPE_POPOVER));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (card_at (cards, 0)), "card.menu", NULL));
  wait_until (test_find_mapped (GTK_WIDGET (card_at (cards, 0)), GTK_TYPE_POPOVER) != NULL);
  g_assert_nonnull (test_find_label (GTK_WIDGET (card_at (cards, 0)), "Don’t Show by Itself"));
  button = GTK_MENU_BUTTON (test_find (GTK_WIDGET (card_at (cards, 0)), GTK_TYPE_MENU_BUTTON, 0));
  menu = gtk_menu_button_get_menu_model (button);
  g_assert_cmpint (g_menu_model_get_n_items (menu), ==, 5);
  gtk_menu_button_popdown (button);
  menu = gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (test_find (GTK_WIDGET (card_at (cards, 4)), GTK_TYPE_MENU_BUTTON, 0)));
  g_assert_cmpint (g_menu_model_get_n_items (menu), ==, 6);
  g_assert_nonnull (test_find_button (GTK_WIDGET (card_at (cards, 4)), "card.keep"));
  test_close (GTK_WIDGET (window));
}

static guint
count_recalls (OmEngine   *engine,
               const char *id)
{
  g_autoptr (OmMemory) memory = om_engine_get (engine, id, NULL, NULL);

  return memory->coactivations;
}

/* Opened from a card it stands in the list beside it among its neighbours, and being read it is recalled. */
static void
test_open (Fixture      *fixture,
           gconstpointer data)
{
  OmWindow *window = show_journal (fixture);
  OmEngine *engine = om_session_get_engine (fixture->session);
  GtkWidget *cards = cards_of (window);
  OmMemoryPage *page = OM_MEMORY_PAGE (test_find (GTK_WIDGET (window), OM_TYPE_MEMORY_PAGE, 0));
  OmMemoryList *list = OM_MEMORY_LIST (test_find (GTK_WIDGET (window), OM_TYPE_MEMORY_LIST, 0));
  g_autofree char *id = NULL;
  guint n_rows = 0;

  wait_until (count_cards (cards) == 6);
  id = g_strdup (id_at (cards, 5));
  gtk_widget_activate (GTK_WIDGET (card_at (cards, 5)));
  wait_until (g_strcmp0 (om_memory_page_get_id (page), id) == 0);
  wait_until (om_memory_list_get_selected (list) != NULL);
  wait_until (om_memory_item_get_id (om_memory_list_get_selected (list)) != NULL);
  g_assert_cmpstr (om_memory_item_get_id (om_memory_list_get_selected (list)), ==, id);
  for (guint i = 0; test_find (GTK_WIDGET (list), OM_TYPE_MEMORY_ROW, i) != NULL; i++)
    n_rows += gtk_widget_get_mapped (test_find (GTK_WIDGET (list), OM_TYPE_MEMORY_ROW, i));
  g_assert_cmpuint (n_rows, >, 5);
  wait_until (count_recalls (engine, id) == 1);
  test_close (GTK_WIDGET (window));
}

/* What went to rest is one line: it lists them, wakes exactly these, and goes. */
static void
test_rested (Fixture      *fixture,
             gconstpointer data)
{
  OmWindow *window = show_journal (fixture);
  OmEngine *engine = om_session_get_engine (fixture->session);
  GtkWidget *cards = cards_of (window);
  OmMemoriesWindow *list = NULL;
  g_autoptr (GListModel) toplevels = gtk_window_get_toplevels ();
  g_autoptr (OmToday) today = NULL;
  GtkWidget *wake;

  g_object_ref (toplevels);
  om_fade_report_free (om_engine_fade (engine, FALSE, NULL, NULL));
  clock_now += 25 * DAY;
  om_fade_report_free (om_engine_fade (engine, FALSE, NULL, NULL));
  wait_until (test_find_label (cards, "3 memories went to rest") != NULL);
  test_assert_names (cards);
  today = om_engine_get_today (engine, NULL, NULL);
  g_assert_cmpuint (g_strv_length (today->rested_ids), ==, 3);

  gtk_widget_activate (gtk_widget_get_ancestor (test_find_label (cards, "3 memories went to rest"), GTK_TYPE_LIST_BOX_ROW));
  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

      if (OM_IS_MEMORIES_WINDOW (toplevel))
        list = OM_MEMORIES_WINDOW (toplevel);
    }
  g_assert_nonnull (list);
  wait_until (test_find (GTK_WIDGET (list), OM_TYPE_MEMORY_ROW, 2) != NULL);
  g_assert_null (test_find (GTK_WIDGET (list), OM_TYPE_MEMORY_ROW, 3));
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (list)));
  test_assert_names (GTK_WIDGET (list));
  test_close (GTK_WIDGET (list));

  wake = gtk_widget_get_ancestor (test_find_label (cards, "Wake Them"), GTK_TYPE_BUTTON);
  g_signal_emit_by_name (wake, "clicked");
  wait_until (test_find_label (cards, "3 memories went to rest") == NULL);
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (OmMemory) memory = om_engine_get (engine, today->rested_ids[i], NULL, NULL);

      g_assert_cmpint (om_engine_get_vividness (engine, memory, NULL), ==, OM_VIVIDNESS_VIVID);
    }
  test_undo_toast (GTK_WIDGET (window), "3 memories are awake again");
  wait_until (test_find_label (cards, "3 memories went to rest") != NULL);
  test_close (GTK_WIDGET (window));
}

/* A thought opens with the memories it came from. */
static void
test_reflection (Fixture      *fixture,
                 gconstpointer data)
{
  OmWindow *window = show_journal (fixture);
  OmEngine *engine = om_session_get_engine (fixture->session);
  GtkWidget *cards = cards_of (window);
  g_autoptr (GListModel) toplevels = gtk_window_get_toplevels ();
  OmMemoriesWindow *list = NULL;
  GtkWidget *card;

  g_object_ref (toplevels);
  for (int i = 3; i > 0; i--)
    {
      clock_now = NOON - i * DAY - 1000;
      g_free (fixture_remember (fixture, "Walked along the canal in the early morning and saw the heron again."));
    }
  clock_now = NOON;
  om_reflect_report_free (om_engine_reflect (engine, FALSE, NULL, NULL));
  wait_until (test_find_label (cards, "Came together today") != NULL);
  card = GTK_WIDGET (card_at (cards, count_cards (cards) - 1));
  test_assert_names (cards);
  gtk_widget_activate (card);
  for (guint i = 0; i < g_list_model_get_n_items (toplevels); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (toplevels, i);

      if (OM_IS_MEMORIES_WINDOW (toplevel))
        list = OM_MEMORIES_WINDOW (toplevel);
    }
  g_assert_nonnull (list);
  wait_until (test_find (GTK_WIDGET (list), OM_TYPE_MEMORY_ROW, 1) != NULL);
  test_close (GTK_WIDGET (list));
  test_close (GTK_WIDGET (window));
}

/* The ids in a row. */
static char *
dup_ids (GtkWidget *cards)
{
  g_autoptr (GString) ids = g_string_new (NULL);

  for (guint i = 0; i < count_cards (cards); i++)
    g_string_append_printf (ids, "%s ", id_at (cards, i));
  return g_string_free (g_steal_pointer (&ids), FALSE);
}

static gboolean
has_ids (GtkWidget  *cards,
         const char *ids)
{
  g_autofree char *shown = dup_ids (cards);

  return g_str_equal (shown, ids);
}

/* Another day, other cards, also in a window that stayed open. */
static void
test_next_day (Fixture      *fixture,
               gconstpointer data)
{
  OmWindow *window = show_journal (fixture);
  GtkWidget *cards = cards_of (window);
  g_autofree char *before = NULL;

  wait_until (count_cards (cards) == 6);
  before = dup_ids (cards);
  clock_now += DAY;
  om_today_page_update_day (OM_TODAY_PAGE (test_find (GTK_WIDGET (window), OM_TYPE_TODAY_PAGE, 0)));
  wait_until (!has_ids (cards, before));
  test_close (GTK_WIDGET (window));
}

static void
test_words (void)
{
  g_autoptr (GTimeZone) zone = g_time_zone_new_utc ();
  const gint64 start = NOON - 8 * 3600000;
  const struct
  {
    OmCardReason reason;
    gint64       at;
    const char  *words;
  } cases[] = {
    { OM_CARD_FADES, NOON - 1, "Fading since today" },
    { OM_CARD_FADES, NOON + 3600000, "Fading from today" },
    { OM_CARD_FADES, NOON + DAY, "Fading from tomorrow" },
    { OM_CARD_FADES, NOON + 5 * DAY, "Fading in 5 days" },
    { OM_CARD_RESTS, NOON - 1, "Went to rest today" },
    { OM_CARD_RESTS, NOON + 2 * DAY, "Goes to rest in 2 days" },
    { OM_CARD_UNSEEN, NOON - 190 * DAY, "Not seen for 6 months" },
    { OM_CARD_UNSEEN, NOON - 1000 * DAY, "Not seen for 2 years" },
    { OM_CARD_IMPORTANT, 0, "Important, and fading" },
    { OM_CARD_REFLECTED, NOON - DAY, "Came together yesterday" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      const OmCard card = { OM_CARD_FADING, cases[i].reason, NULL, cases[i].at };
      g_autofree char *words = om_card_words_why (&card, start, NOON, zone);

      g_assert_cmpstr (words, ==, cases[i].words);
    }
}

#define add(name, func) g_test_add ("/views/cards/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_cards_add (void)
{
  g_test_add_func ("/views/cards/words", test_words);
  add ("sections", test_sections);
  add ("first-days", test_first_days);
  add ("ways-out", test_ways_out);
  add ("menu", test_menu);
  add ("open", test_open);
  add ("rested", test_rested);
  add ("reflection", test_reflection);
  add ("next-day", test_next_day);
}
