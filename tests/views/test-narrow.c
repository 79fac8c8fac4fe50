/* SPDX-License-Identifier: GPL-3.0-or-later */
/* 360 pixels, with text of usual size and twice as large: every page, window and popover has room. */
#include "config.h"

#include <adwaita.h>

#include "chart/om-chart-view.h"
#include "test-views.h"
#include "views/om-calendar-box.h"
#include "views/om-curves-box.h"
#include "views/om-facts-window.h"
#include "views/om-graph-page.h"
#include "views/om-graph-time.h"
#include "views/om-import-window.h"
#include "views/om-memories-page.h"
#include "views/om-memory-list.h"
#include "views/om-memory-page.h"
#include "views/om-preferences-window.h"
#include "views/om-statistics-window.h"
#include "views/om-toast.h"
#include "views/om-trait-news-row.h"
#include "views/om-trait-question.h"
#include "views/om-trait-strip.h"
#include "views/om-trait-window.h"
#include "views/om-traits-page.h"
#include "views/om-versions-window.h"

#define NARROW 360
#define USUAL_DPI (96 * 1024)

static int
measure (GtkWidget *widget)
{
  int width;

  /* Of a window what is inside: the frame that a window manager leaves to it comes on top. */
  if (GTK_IS_WINDOW (widget))
    widget = gtk_window_get_child (GTK_WINDOW (widget));
  gtk_widget_measure (widget, GTK_ORIENTATION_HORIZONTAL, -1, &width, NULL, NULL, NULL);
  return width;
}

/* Names the widest path below @root, so that whoever made it too wide is found. */
static void
tell_widest (GtkWidget *root)
{
  GtkWidget *widest = NULL;
  int most = 0;

  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      int width = gtk_widget_should_layout (child) ? measure (child) : 0;

      if (width > most)
        {
          most = width;
          widest = child;
        }
    }
  if (widest == NULL)
    return;
  g_test_message ("%s: %d", G_OBJECT_TYPE_NAME (widest), most);
  tell_widest (widest);
}

/* What hangs over the window is measured for itself. */
static void
assert_popovers_fit (GtkWidget *root)
{
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      if (GTK_IS_POPOVER (child) && measure (child) > NARROW)
        {
          tell_widest (child);
          g_error ("a popover of a %s needs %d pixels", G_OBJECT_TYPE_NAME (root), measure (child));
        }
      assert_popovers_fit (child);
    }
}

static void
assert_fits (GtkWidget *window)
{
  GtkSettings *settings = gtk_settings_get_default ();

  for (int scale = 1; scale <= 2; scale++)
    {
      g_object_set (settings, "gtk-xft-dpi", scale * USUAL_DPI, NULL);
      if (measure (window) > NARROW)
        {
          tell_widest (window);
          g_error ("a %s needs %d pixels at text size %d", G_OBJECT_TYPE_NAME (window), measure (window), scale);
        }
      assert_popovers_fit (window);
    }
  g_object_set (settings, "gtk-xft-dpi", USUAL_DPI, NULL);
}

/* Another language needs more letters than English: a heading goes on in a second line. */
static void
assert_headings_wrap (GtkWidget *root)
{
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    {
      if (GTK_IS_LABEL (child) && gtk_widget_has_css_class (child, "heading") &&
          gtk_label_get_ellipsize (GTK_LABEL (child)) == PANGO_ELLIPSIZE_NONE && !gtk_label_get_wrap (GTK_LABEL (child)))
        g_error ("the heading “%s” does not wrap", gtk_label_get_label (GTK_LABEL (child)));
      assert_headings_wrap (child);
    }
}

static void
test_pages (Fixture      *fixture,
            gconstpointer data)
{
  OmWindow *window;
  GtkWidget *list;
  GtkWidget *page;

  fixture_open (fixture);
  window = fixture_show_window (fixture);
  wait_until (test_find_label (GTK_WIDGET (window), "Welcome to OpenMemory") != NULL);
  assert_fits (GTK_WIDGET (window));
  for (int i = 0; i < 4; i++)
    g_free (fixture_remember (fixture, "A heron stood at the second lock, unimpressed by the rowing boats."));
  wait_until (test_find_label (GTK_WIDGET (window), "Newest Memories") != NULL);
  assert_fits (GTK_WIDGET (window));

  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "memories");
  list = test_find (GTK_WIDGET (window), OM_TYPE_MEMORY_LIST, 0);
  page = test_find (GTK_WIDGET (window), OM_TYPE_MEMORY_PAGE, 0);
  wait_until (gtk_widget_get_mapped (list));
  om_memory_list_select (OM_MEMORY_LIST (list), 0);
  wait_until (om_memory_page_get_sheet (OM_MEMORY_PAGE (page)) != NULL &&
              om_sheet_is_editable (om_memory_page_get_sheet (OM_MEMORY_PAGE (page))));
  assert_fits (GTK_WIDGET (window));
  /* Several: the bar of what can be done with them. */
  gtk_widget_activate_action (test_find (list, GTK_TYPE_LIST_VIEW, 0), "list.select-all", NULL);
  wait_until (om_memory_list_count_selected (OM_MEMORY_LIST (list)) == 4);
  assert_fits (GTK_WIDGET (window));

  /* The calendar in the place of the list. */
  gtk_widget_activate_action (test_find (GTK_WIDGET (window), OM_TYPE_MEMORIES_PAGE, 0), "memories.calendar", NULL);
  wait_until (gtk_widget_get_mapped (test_find (GTK_WIDGET (window), OM_TYPE_CALENDAR_BOX, 0)));
  assert_fits (GTK_WIDGET (window));
  gtk_widget_activate_action (test_find (GTK_WIDGET (window), OM_TYPE_MEMORIES_PAGE, 0), "memories.calendar", NULL);
  wait_until (gtk_widget_get_mapped (list));

  /* One memory as a page of its own, with the way back in the header. */
  gtk_window_set_default_size (GTK_WINDOW (window), NARROW, 720);
  wait_until (adw_leaflet_get_folded (ADW_LEAFLET (test_find (GTK_WIDGET (window), ADW_TYPE_LEAFLET, 0))));
  om_memory_list_select (OM_MEMORY_LIST (list), 0);
  g_signal_emit_by_name (test_find (list, GTK_TYPE_LIST_VIEW, 0), "activate", 0);
  wait_until (gtk_widget_get_mapped (test_find_button (GTK_WIDGET (window), "win.back")));
  assert_fits (GTK_WIDGET (window));
  assert_headings_wrap (GTK_WIDGET (window));
  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.back", NULL));
  wait_until (!gtk_widget_get_mapped (test_find_button (GTK_WIDGET (window), "win.back")));
  assert_fits (GTK_WIDGET (window));
  test_close (GTK_WIDGET (window));
}

/* Curves of each kind bring other buttons and chips along. */
static void
test_salience (Fixture      *fixture,
               gconstpointer data)
{
  OmWindow *window;
  GtkWidget *box;

  fixture_open (fixture);
  for (int i = 0; i < 4; i++)
    {
      g_autofree char *id = fixture_remember (fixture, "I feel happy: a heron stood at the second lock, unimpressed.");
      const char *ids[] = { id, NULL };
      const char *tags[] = { "a rather long tag of some words, longer than most", NULL };

      om_engine_tag (om_session_get_engine (fixture->session), ids, tags, NULL, NULL, NULL);
    }
  window = fixture_show_window (fixture);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "salience");
  box = test_find (GTK_WIDGET (window), OM_TYPE_CURVES_BOX, 0);
  wait_until (gtk_widget_get_mapped (box));
  for (guint of = 0; of < 4; of++)
    {
      OmChart *chart = om_chart_view_get_chart (OM_CHART_VIEW (test_find (box, OM_TYPE_CHART_VIEW, 0)));
      OmChartPlot *before = om_chart_get_plot (chart);

      gtk_drop_down_set_selected (GTK_DROP_DOWN (test_find (box, GTK_TYPE_DROP_DOWN, 0)), of);
      wait_until (om_chart_get_plot (chart) != NULL && (of == 0 || om_chart_get_plot (chart) != before));
      assert_fits (GTK_WIDGET (window));
    }
  test_close (GTK_WIDGET (window));
}

/* With a memory chosen, around one, with the past, and what passes the filter. */
static void
test_graph (Fixture      *fixture,
            gconstpointer data)
{
  OmWindow *window;
  OmGraphPage *page;
  OmGraphModel *model;
  g_autofree char *id = NULL;

  fixture_open (fixture);
  id = fixture_remember (fixture, "A heron stood at the second lock, unimpressed by the rowing boats.");
  g_free (fixture_remember (fixture, "Another heron stood at the third lock, impressed by the rowing boats."));
  window = fixture_show_window (fixture);
  page = OM_GRAPH_PAGE (test_find (GTK_WIDGET (window), OM_TYPE_GRAPH_PAGE, 0));
  model = om_graph_page_get_model (page);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-in-graph", "s", id);
  wait_until (om_graph_model_is_at_rest (model));
  om_graph_model_select (model, 0);
  om_graph_time_set_shown (OM_GRAPH_TIME (test_find (GTK_WIDGET (page), OM_TYPE_GRAPH_TIME, 0)), TRUE);
  wait_until (om_graph_model_get_past (model) != NULL);
  assert_fits (GTK_WIDGET (window));
  test_close (GTK_WIDGET (window));
}

static void
test_windows (Fixture      *fixture,
              gconstpointer data)
{
  OmWindow *window;
  GtkWidget *other;

  fixture_open (fixture);
  window = fixture_show_window (fixture);
  other = GTK_WIDGET (om_preferences_window_new (fixture->session, GTK_WINDOW (window)));
  gtk_window_present (GTK_WINDOW (other));
  wait_until (gtk_widget_get_mapped (other));
  assert_fits (other);
  test_close (other);

  other = GTK_WIDGET (om_facts_window_new (fixture->session, GTK_WINDOW (window)));
  gtk_window_present (GTK_WINDOW (other));
  gtk_drop_down_set_selected (GTK_DROP_DOWN (test_find (other, GTK_TYPE_DROP_DOWN, 0)), 2);
  wait_until (gtk_widget_get_mapped (other));
  assert_fits (other);
  test_close (other);

  other = GTK_WIDGET (om_statistics_window_new (fixture->session, GTK_WINDOW (window)));
  gtk_window_present (GTK_WINDOW (other));
  wait_until (gtk_widget_get_mapped (other));
  gtk_stack_set_visible_child_name (GTK_STACK (test_find (other, GTK_TYPE_STACK, 0)), "numbers");
  assert_fits (other);
  test_close (other);

  other = GTK_WIDGET (om_import_window_new (fixture->session, NULL, GTK_WINDOW (window)));
  gtk_window_present (GTK_WINDOW (other));
  wait_until (gtk_widget_get_mapped (other));
  assert_fits (other);
  test_close (other);
  test_close (GTK_WIDGET (window));
}

#define add(name, func) g_test_add ("/views/narrow/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

/* Where a trait is met besides: on Today and above the results of a search. */
static void
add_elsewhere (GtkBox  *box,
               OmTrait *trait)
{
  OmTraitNews news = { trait, OM_TRAIT_STAGE_ESTABLISHED, FALSE, 0 };
  OmTraitHit hit = { trait, 1, 0 };
  g_autoptr (GPtrArray) hits = g_ptr_array_new ();
  OmTraitNewsRow *row = om_trait_news_row_new ();
  GtkWidget *strip = g_object_new (OM_TYPE_TRAIT_STRIP, NULL);
  GtkWidget *list = gtk_list_box_new ();

  g_ptr_array_add (hits, &hit);
  om_trait_news_row_show (row, &news);
  om_trait_strip_show (OM_TRAIT_STRIP (strip), hits);
  gtk_list_box_append (GTK_LIST_BOX (list), GTK_WIDGET (row));
  gtk_box_append (box, list);
  gtk_box_append (box, strip);
}

/* The page of traits, and the window over one, with a question and a long word. */
static void
test_traits (Fixture      *fixture,
             gconstpointer data)
{
  g_autoptr (OmTrait) trait = om_trait_new ();
  OmWindow *window;
  OmTraitWindow *detail;
  GtkWidget *page;
  GtkWidget *question;
  GtkBox *box;

  fixture_open (fixture);
  g_free (fixture_remember (fixture, "One day is no trait."));
  window = fixture_show_window (fixture);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "traits");
  page = test_find (GTK_WIDGET (window), OM_TYPE_TRAITS_PAGE, 0);
  wait_until (test_find_label (page, "No Traits Yet") != NULL);
  assert_fits (GTK_WIDGET (window));
  gtk_stack_set_visible_child_name (GTK_STACK (gtk_widget_get_first_child (page)), "content");
  trait->id = g_strdup ("00000000-0000-4000-8000-000000000001");
  trait->text = g_strdup ("You usually write extraordinarilylongcompositewordswithoutend");
  trait->n_for = 1234;
  trait->n_against = 567;
  question = GTK_WIDGET (om_trait_question_new_review (fixture->session, trait));
  box = GTK_BOX (gtk_widget_get_parent (gtk_widget_get_parent (test_find (page, GTK_TYPE_DROP_DOWN, 0))));
  gtk_box_append (box, question);
  add_elsewhere (box, trait);
  assert_fits (GTK_WIDGET (window));

  detail = om_trait_window_new (fixture->session, trait->id, GTK_WINDOW (window));
  gtk_window_present (GTK_WINDOW (detail));
  gtk_stack_set_visible_child_name (GTK_STACK (test_find (GTK_WIDGET (detail), GTK_TYPE_STACK, 0)), "trait");
  assert_fits (GTK_WIDGET (detail));
  test_close (GTK_WIDGET (detail));
  test_close (GTK_WIDGET (window));
}

/* What a toast says is whole, as it was written, and has an Undo button beside it all the same. */
static void
test_toast (Fixture      *fixture,
            gconstpointer data)
{
  const char *text = "There is not enough room in “<b>Journal</b> & more”. Make room or choose another place; nothing was left there.";
  GtkSettings *settings = gtk_settings_get_default ();
  OmWindow *window;
  AdwToast *toast = om_toast_new (text);
  GtkWidget *label;

  fixture_open (fixture);
  window = fixture_show_window (fixture);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "memories");
  gtk_window_set_default_size (GTK_WINDOW (window), NARROW, 720);
  wait_until (adw_leaflet_get_folded (ADW_LEAFLET (test_find (GTK_WIDGET (window), ADW_TYPE_LEAFLET, 0))));
  g_object_set (settings, "gtk-xft-dpi", 2 * USUAL_DPI, NULL);
  adw_toast_set_button_label (toast, "_Undo");
  adw_toast_set_timeout (toast, 0);
  om_toast_add (test_find (GTK_WIDGET (window), OM_TYPE_MEMORY_LIST, 0), toast);
  wait_until (test_find_label (GTK_WIDGET (window), text) != NULL);
  label = test_find_label (GTK_WIDGET (window), text);
  wait_until (gtk_widget_get_width (label) > 0);
  g_assert_cmpint (gtk_widget_get_width (label), <, gtk_widget_get_width (GTK_WIDGET (window)));
  g_assert_cmpint (pango_layout_get_line_count (gtk_label_get_layout (GTK_LABEL (label))), >, 2);
  g_assert_false (pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (label))));
  assert_fits (GTK_WIDGET (window));
  test_close (GTK_WIDGET (window));
}

/* Where there is room a toast is one line, in Chinese too, whose letters are broader than others. */
static void
test_toast_line (Fixture      *fixture,
                 gconstpointer data)
{
  static const char *const texts[] = { "现在更容易想起", "Comes to mind more easily now", "已放下：不再主动提起" };
  OmWindow *window;

  fixture_open (fixture);
  window = fixture_show_window (fixture);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "memories");
  wait_until (gtk_widget_get_width (test_find (GTK_WIDGET (window), ADW_TYPE_TOAST_OVERLAY, 0)) > 2 * NARROW);
  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      AdwToast *toast = om_toast_new (texts[i]);
      GtkWidget *label;

      adw_toast_set_button_label (toast, "_Undo");
      adw_toast_set_priority (toast, ADW_TOAST_PRIORITY_HIGH);
      om_toast_add (test_find (GTK_WIDGET (window), OM_TYPE_MEMORY_LIST, 0), toast);
      wait_until (test_find_label (GTK_WIDGET (window), texts[i]) != NULL);
      label = test_find_label (GTK_WIDGET (window), texts[i]);
      wait_until (gtk_widget_get_width (label) > 0);
      g_assert_cmpint (pango_layout_get_line_count (gtk_label_get_layout (GTK_LABEL (label))), ==, 1);
    }
  test_close (GTK_WIDGET (window));
}

void
test_narrow_add (void)
{
  add ("pages", test_pages);
  add ("salience", test_salience);
  add ("toast", test_toast);
  add ("toast-line", test_toast_line);
  add ("traits", test_traits);
  add ("graph", test_graph);
  add ("windows", test_windows);
}
