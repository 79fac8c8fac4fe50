/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Salience page: reached and used by keyboard, named for screen readers, asking again when something changes,
 * and gone with its window. */
#include "config.h"

#include <adwaita.h>
#include <string.h>

#include "chart/om-chart-brush.h"
#include "chart/om-chart-view.h"
#include "test-views.h"
#include "views/om-curves-box.h"
#include "views/om-mood-plane.h"
#include "views/om-outlook-box.h"
#include "views/om-salience-page.h"
#include "views/om-salience-plot.h"

static GtkWidget *
page_of (OmWindow *window)
{
  return test_find (GTK_WIDGET (window), OM_TYPE_SALIENCE_PAGE, 0);
}

static GtkWidget *
show_page (OmWindow *window)
{
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "salience");
  wait_until (gtk_widget_get_mapped (page_of (window)));
  return page_of (window);
}

static OmChart *
chart_of (GtkWidget *box)
{
  return om_chart_view_get_chart (OM_CHART_VIEW (test_find (box, OM_TYPE_CHART_VIEW, 0)));
}

/* (nullable): what the chart shows. */
static OmChartPlot *
plot_of (GtkWidget *box)
{
  return om_chart_get_plot (chart_of (box));
}

static gboolean
has_title (GtkWidget  *box,
           const char *title)
{
  return plot_of (box) != NULL && g_str_equal (plot_of (box)->title, title);
}

static void
remember_some (Fixture *fixture)
{
  static const char *const texts[] = { "The heron stood at the second lock.", "Baked <b>rye & spelt</b>.",
                                       "I feel so happy and calm about the flat." };
  static const char *const tags[] = { "Water", "Bread", "Flat" };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *id = fixture_remember (fixture, texts[i]);
      g_autoptr (GError) error = NULL;

      om_engine_tag (om_session_get_engine (fixture->session), (const char *const[]){ id, NULL },
                     (const char *const[]){ tags[i], NULL }, NULL, NULL, &error);
      g_assert_no_error (error);
    }
}

static void
test_empty (Fixture      *fixture,
            gconstpointer data)
{
  OmWindow *window = fixture_show_window (fixture);
  GtkWidget *page = show_page (window);

  wait_until (test_find_label (page, "Nothing to See Yet") != NULL);
  test_assert_names (page);
  /* What is written is seen at once. */
  remember_some (fixture);
  wait_until (plot_of (test_find (page, OM_TYPE_CURVES_BOX, 0)) != NULL);
  g_assert_null (test_find_label (page, "Nothing to See Yet"));
  test_close (GTK_WIDGET (window));
}

/* (transfer full): names of the series -> their colours. */
static GHashTable *
dup_colours (GtkWidget *box)
{
  GHashTable *colours = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  const GPtrArray *series = plot_of (box)->series;

  for (guint i = 0; i < series->len; i++)
    g_hash_table_insert (colours, g_strdup (om_chart_series_get_name (g_ptr_array_index (series, i))),
                         g_strdup (om_chart_series_get_color (g_ptr_array_index (series, i))));
  return colours;
}

/* Those that are left have the colours they had. */
static void
assert_kept (GtkWidget  *box,
             GHashTable *before)
{
  g_autoptr (GHashTable) after = dup_colours (box);
  GHashTableIter iter;
  gpointer name;
  gpointer colour;

  g_hash_table_iter_init (&iter, after);
  while (g_hash_table_iter_next (&iter, &name, &colour))
    g_assert_cmpstr (colour, ==, g_hash_table_lookup (before, name));
}

static void
test_curves (Fixture      *fixture,
             gconstpointer data)
{
  OmWindow *window;
  GtkWidget *box;
  GtkDropDown *of;
  GtkDropDown *range;
  GtkDropDown *measure;

  fixture_open (fixture);
  remember_some (fixture);
  window = fixture_show_window (fixture);
  box = test_find (show_page (window), OM_TYPE_CURVES_BOX, 0);
  of = GTK_DROP_DOWN (test_find (box, GTK_TYPE_DROP_DOWN, 0));
  range = GTK_DROP_DOWN (test_find (box, GTK_TYPE_DROP_DOWN, 1));
  measure = GTK_DROP_DOWN (test_find (box, GTK_TYPE_DROP_DOWN, 2));

  wait_until (has_title (box, "Mean Salience by Sector"));
  g_assert_cmpuint (plot_of (box)->series->len, >=, 1);
  gtk_drop_down_set_selected (of, 1);
  wait_until (has_title (box, "Mean Salience by Tier"));
  gtk_drop_down_set_selected (of, 2);
  wait_until (has_title (box, "Mean Salience by Tag"));
  g_assert_cmpuint (plot_of (box)->series->len, ==, 3);
  gtk_drop_down_set_selected (measure, 1);
  wait_until (has_title (box, "Mean Vividness by Tag"));
  g_assert_cmpfloat (plot_of (box)->y.max, ==, 100);
  /* Lines at Fading and Resting, and the present. */
  g_assert_cmpuint (plot_of (box)->bands->len, ==, 3);
  gtk_drop_down_set_selected (range, 0);
  wait_until (plot_of (box)->x.max - plot_of (box)->x.min < 10 * (double) OM_MS_PER_DAY);

  /* Memories: the first ones are chosen; one is taken away by its button. */
  gtk_drop_down_set_selected (of, 3);
  wait_until (has_title (box, "Vividness of Memories"));
  g_assert_cmpuint (plot_of (box)->series->len, ==, 3);
  test_assert_names (page_of (window));
  {
    g_autoptr (GHashTable) colours = dup_colours (box);
    GtkWidget *chip = NULL;

    for (guint i = 0; chip == NULL; i++)
      {
        GtkWidget *button = test_find (box, GTK_TYPE_BUTTON, i);

        g_assert_nonnull (button);
        if (gtk_widget_get_tooltip_text (button) != NULL && strstr (gtk_widget_get_tooltip_text (button), "rye & spelt"))
          chip = button;
      }
    g_signal_emit_by_name (chip, "clicked");
    wait_until (plot_of (box)->series->len == 2);
    assert_kept (box, colours);
    /* Nor does the first that goes leave its colour to the next. */
    for (chip = test_find (box, GTK_TYPE_BUTTON, 0);
         gtk_widget_get_tooltip_text (chip) == NULL || !g_str_has_prefix (gtk_widget_get_tooltip_text (chip), "Take “");)
      {
        static guint n = 0;

        chip = test_find (box, GTK_TYPE_BUTTON, ++n);
        g_assert_nonnull (chip);
      }
    g_signal_emit_by_name (chip, "clicked");
    wait_until (plot_of (box)->series->len == 1);
    assert_kept (box, colours);
  }
  test_close (GTK_WIDGET (window));

  /* What was chosen is chosen the next time. */
  {
    g_autoptr (GSettings) settings = g_settings_new (APP_ID);

    g_assert_cmpuint (g_settings_get_uint (settings, "salience-curves"), ==, 3);
    g_assert_cmpuint (g_settings_get_uint (settings, "salience-range"), ==, 0);
    g_assert_cmpuint (g_settings_get_uint (settings, "salience-measure"), ==, 1);
  }
}

static void
test_outlook (Fixture      *fixture,
              gconstpointer data)
{
  OmWindow *window;
  GtkWidget *box;
  GtkRange *days;
  GtkListBox *list;
  GtkListBoxRow *row;
  GtkWidget *first;

  fixture_open (fixture);
  remember_some (fixture);
  window = fixture_show_window (fixture);
  box = test_find (show_page (window), OM_TYPE_OUTLOOK_BOX, 0);
  days = GTK_RANGE (test_find (box, GTK_TYPE_SCALE, 0));
  list = GTK_LIST_BOX (test_find (box, GTK_TYPE_LIST_BOX, 0));

  wait_until (gtk_list_box_get_row_at_index (list, 2) != NULL);
  g_assert_nonnull (test_find_label (box, "How they stand, as things are"));
  test_assert_names (box);
  row = gtk_list_box_get_row_at_index (list, 0);
  first = GTK_WIDGET (row);
  g_assert_nonnull (test_find (first, GTK_TYPE_LABEL, 1));
  g_assert_true (g_str_has_prefix (gtk_label_get_text (GTK_LABEL (test_find (first, GTK_TYPE_LABEL, 1))), "Falls to Fading on "));

  /* After two years nothing is left to fade. */
  gtk_range_set_value (days, 730);
  g_assert_nonnull (test_find_label (box, "If I recall nothing for 730 days"));
  wait_until (gtk_list_box_get_row_at_index (list, 0) == NULL);
  gtk_range_set_value (days, 0);
  wait_until (gtk_list_box_get_row_at_index (list, 2) != NULL);

  /* Chosen, it is opened among the memories. */
  g_signal_emit_by_name (list, "row-activated", gtk_list_box_get_row_at_index (list, 0));
  wait_until (!gtk_widget_get_mapped (page_of (window)));
  test_close (GTK_WIDGET (window));
}

/* As of a day before anything was there: nothing was. And back to now. */
static void
test_as_of (Fixture      *fixture,
            gconstpointer data)
{
  OmWindow *window;
  OmSaliencePage *page;
  GtkWidget *curves;
  GtkListBox *list;

  fixture_open (fixture);
  remember_some (fixture);
  window = fixture_show_window (fixture);
  page = OM_SALIENCE_PAGE (show_page (window));
  curves = test_find (GTK_WIDGET (page), OM_TYPE_CURVES_BOX, 0);
  list = GTK_LIST_BOX (test_find (test_find (GTK_WIDGET (page), OM_TYPE_OUTLOOK_BOX, 0), GTK_TYPE_LIST_BOX, 0));
  wait_until (plot_of (curves) != NULL && plot_of (curves)->series->len > 0 && gtk_list_box_get_row_at_index (list, 0) != NULL);
  om_salience_page_set_as_of (page, om_engine_now (om_session_get_engine (fixture->session)) - 40 * OM_MS_PER_DAY);
  wait_until (plot_of (curves)->series->len == 0 && gtk_list_box_get_row_at_index (list, 0) == NULL);
  om_salience_page_set_as_of (page, 0);
  wait_until (plot_of (curves)->series->len > 0 && gtk_list_box_get_row_at_index (list, 0) != NULL);
  test_close (GTK_WIDGET (window));
}

static void
test_moods (Fixture      *fixture,
            gconstpointer data)
{
  OmWindow *window;
  GtkWidget *plane;
  OmChartBrush *brush;
  gboolean handled = FALSE;
  g_autoptr (GListModel) controllers = NULL;

  fixture_open (fixture);
  for (int i = 0; i < 10; i++)
    {
      g_autoptr (OmDraft) draft = om_draft_new ("Went for a walk along the canal.");
      g_autoptr (OmRemembered) remembered = NULL;
      g_autoptr (GError) error = NULL;

      draft->dedup = OM_DEDUP_OFF;
      draft->has_happened = TRUE;
      draft->happened = om_moment_on_day (2015 + i, 5, 31);
      draft->valence = -.9 + .2 * i;
      draft->arousal = .1 * i;
      remembered = om_engine_remember (om_session_get_engine (fixture->session), draft, NULL, &error);
      g_assert_no_error (error);
    }
  window = fixture_show_window (fixture);
  plane = test_find (show_page (window), OM_TYPE_MOOD_PLANE, 0);
  brush = OM_CHART_BRUSH (test_find (plane, OM_TYPE_CHART_BRUSH, 0));
  wait_until (gtk_widget_get_mapped (plane) && plot_of (plane) != NULL);
  g_assert_cmpuint (om_chart_series_count (om_chart_plot_get_series (plot_of (plane), 0)), ==, 10);
  om_chart_brush_set_range (brush, 0, .5);
  g_assert_cmpuint (om_chart_series_count (om_chart_plot_get_series (plot_of (plane), 0)), ==, 5);
  test_assert_names (plane);

  /* By the keys to the least pleasant one, and there it opens. */
  controllers = gtk_widget_observe_controllers (GTK_WIDGET (chart_of (plane)));
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (!GTK_IS_EVENT_CONTROLLER_KEY (controller))
        continue;
      g_signal_emit_by_name (controller, "key-pressed", GDK_KEY_Home, 0, 0, &handled);
      g_assert_true (handled);
      {
        g_autofree char *problem = gtk_test_accessible_check_property (GTK_ACCESSIBLE (chart_of (plane)),
                                                                       GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                                                       "Episodic: Sunday, 31 May 2015, Pleasant -0.90, Stirred 0.00");
        g_assert_cmpstr (problem, ==, NULL);
      }
      g_signal_emit_by_name (controller, "key-pressed", GDK_KEY_Return, 0, 0, &handled);
    }
  wait_until (!gtk_widget_get_mapped (page_of (window)));
  test_close (GTK_WIDGET (window));
}

/* By Tab through the whole page: every control once, nothing holds the focus. */
static void
test_tab (Fixture      *fixture,
          gconstpointer data)
{
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);
  OmWindow *window;
  GtkWidget *page;
  GtkWidget *curves;
  GtkWidget *outlook;
  GtkWidget *moods;

  fixture_open (fixture);
  remember_some (fixture);
  window = fixture_show_window (fixture);
  page = show_page (window);
  curves = test_find (page, OM_TYPE_CURVES_BOX, 0);
  outlook = test_find (page, OM_TYPE_OUTLOOK_BOX, 0);
  moods = test_find (page, OM_TYPE_MOOD_PLANE, 0);
  wait_until (plot_of (curves) != NULL && plot_of (moods) != NULL && gtk_widget_get_mapped (moods) &&
              gtk_list_box_get_row_at_index (GTK_LIST_BOX (test_find (outlook, GTK_TYPE_LIST_BOX, 0)), 0) != NULL);
  /* Tab goes by where things stand: they have to stand somewhere. */
  wait_until (gtk_widget_get_height (curves) > 0 && gtk_widget_get_height (moods) > 0);
  gtk_window_set_focus (GTK_WINDOW (window), NULL);
  while (gtk_widget_child_focus (page, GTK_DIR_TAB_FORWARD))
    {
      GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));

      g_test_message ("focus: %s", G_OBJECT_TYPE_NAME (focus));
      g_assert_true (g_hash_table_add (seen, focus));
    }
  g_assert_true (g_hash_table_contains (seen, chart_of (curves)));
  g_assert_true (g_hash_table_contains (seen, test_find (outlook, GTK_TYPE_SCALE, 0)));
  g_assert_true (g_hash_table_contains (seen, test_find (outlook, GTK_TYPE_LIST_BOX_ROW, 0)));
  g_assert_true (g_hash_table_contains (seen, chart_of (moods)));
  g_assert_true (g_hash_table_contains (seen, test_find (moods, OM_TYPE_CHART_BRUSH, 0)));
  test_close (GTK_WIDGET (window));
}

/* A page that is closed while it is being answered is gone all the same. */
static void
test_closed (Fixture      *fixture,
             gconstpointer data)
{
  OmWindow *window;
  GtkWidget *page;

  fixture_open (fixture);
  remember_some (fixture);
  window = fixture_show_window (fixture);
  page = show_page (window);
  g_object_add_weak_pointer (G_OBJECT (page), (gpointer *) &page);
  test_close (GTK_WIDGET (window));
  wait_until (page == NULL);
}

void
test_salience_page_add (void)
{
#define CASE(name, func) g_test_add ("/views/salience/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)
  CASE ("empty", test_empty);
  CASE ("curves", test_curves);
  CASE ("outlook", test_outlook);
  CASE ("as-of", test_as_of);
  CASE ("moods", test_moods);
  CASE ("tab", test_tab);
  CASE ("closed", test_closed);
#undef CASE
}
