/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The calendar: where days stand, what is said of them, and that a day of it becomes the list. */
#include "config.h"

#include "engine/om-days.h"
#include "memory/om-moment.h"
#include "test-views.h"
#include "views/om-calendar-box.h"
#include "views/om-day-layout.h"
#include "views/om-day-map.h"
#include "views/om-filter-bar.h"
#include "views/om-memories-page.h"
#include "views/om-memory-list.h"

/* Places ---------------------------------------------------------------------------------------- */

/* Every day of what is in view has a place of its own inside, found again from its middle. */
static void
assert_places (const OmDayLayout *layout)
{
  double height = om_day_layout_get_height (layout);
  OmDayPlace before = { 0 };
  gint32 first;
  gint32 last;

  om_day_layout_get_range (layout, &first, &last);
  for (gint32 day = first; day <= last; day++)
    {
      OmDayPlace place;
      guint weekday = (guint) (((day % 7) + 10) % 7) + 1;
      guint column = (weekday + 7 - layout->first_weekday) % 7;

      g_assert_true (om_day_layout_find (layout, day, &place));
      g_assert_cmpfloat (place.x, >=, -.001);
      g_assert_cmpfloat (place.y, >=, 0);
      g_assert_cmpfloat (place.x + place.width, <=, layout->width + .001);
      g_assert_cmpfloat (place.y + place.height, <=, height + .001);
      g_assert_cmpint (om_day_layout_day_at (layout, place.x + place.width / 2, place.y + place.height / 2), ==, day);
      if (!layout->whole_year)
        {
          OmDayPlace head;
          guint named;

          om_day_layout_find_weekday (layout, (int) column, &named, &head);
          g_assert_cmpuint (named, ==, weekday);
          g_assert_cmpfloat_with_epsilon (head.x, place.x, .001);
          if (day > first && column > 0)
            g_assert_true (layout->mirrored ? place.x < before.x : place.x > before.x);
        }
      before = place;
    }
  g_assert_false (om_day_layout_find (layout, first - 1, &before));
  g_assert_false (om_day_layout_find (layout, last + 1, &before));
  g_assert_cmpint (om_day_layout_day_at (layout, -5, -5), ==, OM_DAY_NONE);
}

static void
test_places (void)
{
  static const double widths[] = { 300, 316, 340, 480, 560, 900 };

  for (int year = 1; year <= 9999; year += 453)
    for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
      for (guint first_weekday = 1; first_weekday <= 7; first_weekday += 3)
        for (int kind = 0; kind < 4; kind++)
          {
            OmDayLayout layout;
            gint32 day = om_date_to_day_number (year, 1 + (year + (int) i) % 12, 15);

            om_day_layout_init (&layout, (kind & 1) != 0, day, first_weekday, (kind & 2) != 0, widths[i], 17 + 17 * (year % 2));
            assert_places (&layout);
          }
}

static void
test_months (void)
{
  gint32 day = om_date_to_day_number (2024, 1, 31);
  gint32 first;
  gint32 last;

  g_assert_cmpint (om_day_add_months (day, 1), ==, om_date_to_day_number (2024, 2, 29));
  g_assert_cmpint (om_day_add_months (day, 13), ==, om_date_to_day_number (2025, 2, 28));
  g_assert_cmpint (om_day_add_months (day, -2), ==, om_date_to_day_number (2023, 11, 30));
  g_assert_cmpint (om_day_add_months (om_date_to_day_number (1, 1, 5), -1), ==, om_date_to_day_number (1, 1, 5));
  g_assert_cmpint (om_day_add_months (om_date_to_day_number (9999, 12, 5), 40), ==, om_date_to_day_number (9999, 12, 5));
  om_day_month_range (9999, 12, &first, &last);
  g_assert_cmpint (last - first, ==, 30);
}

/* More never looks like less, one is never nothing, and the fullest day is the fullest. */
static void
test_levels (void)
{
  for (guint most = 1; most < 3000; most = most * 2 + most % 3)
    {
      g_assert_cmpuint (om_day_level (0, most), ==, 0);
      for (guint count = 1; count <= most; count++)
        {
          g_assert_cmpuint (om_day_level (count, most), >=, 1);
          g_assert_cmpuint (om_day_level (count, most), <, OM_DAY_LEVELS);
          g_assert_cmpuint (om_day_level (count, most), >=, om_day_level (count - 1, most));
        }
    }
  g_assert_cmpuint (om_day_level (4000, 4000), ==, 4);
  g_assert_cmpuint (om_day_level (1, 4000), ==, 1);
  g_assert_cmpuint (om_day_level (3, 3), ==, 3);
}

/* Keys and words -------------------------------------------------------------------------------- */

static void
picked_cb (OmDayMap *map,
           gint32    day,
           gint32   *picked)
{
  *picked = day;
}

static void
assert_words (OmDayMap   *map,
              const char *expected)
{
  g_autofree char *words = om_day_map_dup_words (map, om_day_map_get_cursor (map));

  g_assert_cmpstr (words, ==, expected);
  gtk_test_accessible_assert_property (map, GTK_ACCESSIBLE_PROPERTY_LABEL, expected);
  gtk_test_accessible_assert_property (map, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, expected);
}

static void
test_walk (void)
{
  OmDayMap *map = g_object_ref_sink (g_object_new (OM_TYPE_DAY_MAP, NULL));
  g_autoptr (GArray) days = g_array_new (FALSE, FALSE, sizeof (OmDayCount));
  OmDayCount some = { om_date_to_day_number (2026, 5, 12), 3 };
  OmDayCount one = { om_date_to_day_number (2026, 5, 13), 1 };
  gint32 picked = OM_DAY_NONE;

  g_array_append_val (days, some);
  g_array_append_val (days, one);
  g_signal_connect (map, "picked", G_CALLBACK (picked_cb), &picked);
  om_day_map_set_cursor (map, some.day);
  om_day_map_set_days (map, days);
  assert_words (map, "12 May 2026, 3 entries");
  test_press (GTK_WIDGET (map), GDK_KEY_Right, 0);
  assert_words (map, "13 May 2026, 1 entry");
  test_press (GTK_WIDGET (map), GDK_KEY_Down, 0);
  assert_words (map, "20 May 2026, no entries");
  test_press (GTK_WIDGET (map), GDK_KEY_Up, 0);
  test_press (GTK_WIDGET (map), GDK_KEY_Left, 0);
  g_assert_cmpint (om_day_map_get_cursor (map), ==, some.day);
  gtk_widget_set_direction (GTK_WIDGET (map), GTK_TEXT_DIR_RTL);
  test_press (GTK_WIDGET (map), GDK_KEY_Left, 0);
  g_assert_cmpint (om_day_map_get_cursor (map), ==, some.day + 1);
  test_press (GTK_WIDGET (map), GDK_KEY_Right, 0);
  gtk_widget_set_direction (GTK_WIDGET (map), GTK_TEXT_DIR_LTR);
  test_press (GTK_WIDGET (map), GDK_KEY_Page_Down, 0);
  assert_words (map, "12 June 2026, no entries");
  test_press (GTK_WIDGET (map), GDK_KEY_Page_Up, GDK_CONTROL_MASK);
  assert_words (map, "12 June 2025, no entries");
  test_press (GTK_WIDGET (map), GDK_KEY_Home, 0);
  assert_words (map, "1 June 2025, no entries");
  test_press (GTK_WIDGET (map), GDK_KEY_End, 0);
  assert_words (map, "30 June 2025, no entries");
  om_day_map_set_whole_year (map, TRUE);
  test_press (GTK_WIDGET (map), GDK_KEY_End, 0);
  assert_words (map, "31 December 2025, no entries");
  test_press (GTK_WIDGET (map), GDK_KEY_Return, 0);
  g_assert_cmpint (picked, ==, om_date_to_day_number (2025, 12, 31));
  om_day_map_turn (map, 1);
  assert_words (map, "31 December 2026, no entries");
  g_assert_finalize_object (map);
}

/* On the page ----------------------------------------------------------------------------------- */

static void
remember_on (Fixture *fixture,
             int      day,
             guint    n)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = g_strdup_printf ("Day %d, entry %u.", day, i);
      g_autoptr (OmDraft) draft = om_draft_new (text);
      g_autoptr (GError) error = NULL;

      draft->dedup = OM_DEDUP_OFF;
      draft->has_happened = TRUE;
      draft->happened = om_moment_on_day (2021, 3, day);
      om_remembered_free (om_engine_remember (om_session_get_engine (fixture->session), draft, NULL, &error));
      g_assert_no_error (error);
    }
}

static guint
count_shown (GtkWidget *list)
{
  GtkWidget *view = test_find (list, GTK_TYPE_LIST_VIEW, 0);

  return g_list_model_get_n_items (G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (view))));
}

static void
test_page (Fixture      *fixture,
           gconstpointer data)
{
  OmWindow *window;
  GtkWidget *page;
  GtkWidget *list;
  OmFilterBar *bar;
  OmCalendarBox *box;
  OmDayMap *map;

  fixture_open (fixture);
  remember_on (fixture, 4, 3);
  remember_on (fixture, 9, 1);
  window = fixture_show_window (fixture);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "memories");
  page = test_find (GTK_WIDGET (window), OM_TYPE_MEMORIES_PAGE, 0);
  list = test_find (page, OM_TYPE_MEMORY_LIST, 0);
  bar = OM_FILTER_BAR (test_find (page, OM_TYPE_FILTER_BAR, 0));
  box = OM_CALENDAR_BOX (test_find (page, OM_TYPE_CALENDAR_BOX, 0));
  map = OM_DAY_MAP (test_find (page, OM_TYPE_DAY_MAP, 0));
  om_filter_bar_clear (bar);
  wait_until (gtk_widget_get_mapped (list));

  /* It opens where there is something to see, with the keyboard on a day. */
  gtk_widget_activate_action (page, "memories.calendar", NULL);
  wait_until (om_calendar_box_is_counted (box));
  g_assert_true (gtk_widget_has_focus (GTK_WIDGET (map)));
  assert_words (map, "9 March 2021, 1 entry");
  test_assert_names (GTK_WIDGET (box));
  test_assert_all_reached (GTK_WINDOW (window));

  /* A day without entries is no list. */
  om_calendar_box_take_focus (box);
  test_press (GTK_WIDGET (map), GDK_KEY_Left, 0);
  test_press (GTK_WIDGET (map), GDK_KEY_Return, 0);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (box)));
  g_assert_false (om_filter_bar_has_days (bar));

  om_day_map_set_cursor (map, om_date_to_day_number (2021, 3, 4));
  test_press (GTK_WIDGET (map), GDK_KEY_Return, 0);
  wait_until (gtk_widget_get_mapped (list) && count_shown (list) == 3);
  g_assert_nonnull (test_find_label (GTK_WIDGET (bar), "4 March 2021"));

  /* And back the way it came. */
  gtk_widget_activate_action (page, "memories.step-back", NULL);
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (map)));
  g_assert_false (om_filter_bar_has_days (bar));
  g_assert_cmpint (om_day_map_get_cursor (map), ==, om_date_to_day_number (2021, 3, 4));
  gtk_widget_activate_action (page, "memories.step-back", NULL);
  wait_until (gtk_widget_get_mapped (list) && count_shown (list) == 4);

  /* The whole month; then a search goes before the calendar. */
  gtk_widget_activate_action (page, "memories.calendar", NULL);
  wait_until (om_calendar_box_is_counted (box));
  gtk_widget_activate (gtk_widget_get_ancestor (test_find_label (GTK_WIDGET (box), "List 4 Entries of March 2021"), GTK_TYPE_BUTTON));
  wait_until (gtk_widget_get_mapped (list) && om_filter_bar_has_days (bar));
  wait_until (count_shown (list) == 4);
  g_assert_nonnull (test_find_label (GTK_WIDGET (bar), "1 March 2021 – 31 March 2021"));
  gtk_widget_activate_action (page, "memories.calendar", NULL);
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (map)));
  om_memories_page_search_for (OM_MEMORIES_PAGE (page), "entry");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (gtk_window_get_focus (GTK_WINDOW (window)))), ==, "entry");
  wait_until (!gtk_widget_get_mapped (GTK_WIDGET (map)));
  om_filter_bar_clear (bar);
  test_close (GTK_WIDGET (window));
}

/* What is written while the calendar is in view is counted. */
static void
test_follows (Fixture      *fixture,
              gconstpointer data)
{
  OmWindow *window;
  GtkWidget *page;
  OmDayMap *map;
  OmCalendarBox *box;

  fixture_open (fixture);
  remember_on (fixture, 4, 1);
  window = fixture_show_window (fixture);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "memories");
  page = test_find (GTK_WIDGET (window), OM_TYPE_MEMORIES_PAGE, 0);
  map = OM_DAY_MAP (test_find (page, OM_TYPE_DAY_MAP, 0));
  box = OM_CALENDAR_BOX (test_find (page, OM_TYPE_CALENDAR_BOX, 0));
  gtk_widget_activate_action (page, "memories.calendar", NULL);
  wait_until (om_calendar_box_is_counted (box));
  assert_words (map, "4 March 2021, 1 entry");
  remember_on (fixture, 4, 2);
  wait_until (test_find_label (GTK_WIDGET (box), "4 March 2021, 3 entries") != NULL);
  test_close (GTK_WIDGET (window));
}

#define add(name, func) g_test_add ("/views/calendar/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_calendar_add (void)
{
  g_test_add_func ("/views/calendar/places", test_places);
  g_test_add_func ("/views/calendar/months", test_months);
  g_test_add_func ("/views/calendar/levels", test_levels);
  g_test_add_func ("/views/calendar/walk", test_walk);
  add ("page", test_page);
  add ("follows", test_follows);
}
