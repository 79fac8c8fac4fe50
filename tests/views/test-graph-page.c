/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Graph page: reached and used by keyboard, named for screen readers, asking again when something changes, and gone
 * with its window. */
#include "config.h"

#include <adwaita.h>
#include <string.h>

#include "engine/om-act.h"
#include "test-views.h"
#include "views/om-graph-filter-box.h"
#include "views/om-graph-list.h"
#include "views/om-graph-page.h"
#include "views/om-graph-rows.h"
#include "views/om-graph-time.h"
#include "views/om-graph-view.h"
#include "views/om-link-chooser.h"
#include "views/om-memories-page.h"
#include "views/om-memory-page.h"

/** Place: the page and what is on it. */
typedef struct
{
  OmWindow     *window;
  GtkWidget    *page;
  OmGraphView  *view;
  GtkWidget    *list;
  OmGraphModel *model; /* (owned by the page) */
} Place;

static GtkWidget *
page_of (OmWindow *window)
{
  return test_find (GTK_WIDGET (window), OM_TYPE_GRAPH_PAGE, 0);
}

/* Presses a key where the picture has the keyboard. */
static gboolean
press (Place          *place,
       guint           keyval,
       GdkModifierType state)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (place->view));

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);
      gboolean handled = FALSE;

      if (!GTK_IS_EVENT_CONTROLLER_KEY (controller))
        continue;
      g_signal_emit_by_name (controller, "key-pressed", keyval, 0, state, &handled);
      return handled;
    }
  g_assert_not_reached ();
}

static Place
show_page (Fixture *fixture)
{
  Place place = { .window = fixture_show_window (fixture) };

  place.page = page_of (place.window);
  place.view = OM_GRAPH_VIEW (test_find (place.page, OM_TYPE_GRAPH_VIEW, 0));
  place.list = test_find (place.page, OM_TYPE_GRAPH_LIST, 0);
  gtk_widget_activate_action (GTK_WIDGET (place.window), "win.show-page", "s", "graph");
  wait_until (gtk_widget_get_mapped (place.page));
  place.model = om_graph_page_get_model (OM_GRAPH_PAGE (place.page));
  return place;
}

static guint
count_nodes (Place *place)
{
  gsize n = 0;

  om_graph_model_get_nodes (place->model, &n);
  return (guint) n;
}

static void
wait_for_rest (Place *place,
               guint  n_nodes)
{
  wait_until (om_graph_model_is_at_rest (place->model) && count_nodes (place) == n_nodes);
}

/* The number of the node that has this title, once it has been read. */
static guint32
find_node (Place      *place,
           const char *title)
{
  guint32 found = OM_MAP_NONE;

  while (found == OM_MAP_NONE)
    {
      guint n_read = 0;
      guint n = count_nodes (place);

      for (guint32 i = 0; i < n; i++)
        {
          const char *name = om_graph_model_get_title (place->model, i);

          n_read += name != NULL;
          if (g_strcmp0 (name, title) == 0)
            found = i;
        }
      if (found == OM_MAP_NONE)
        g_assert_cmpuint (n_read, <, n);
      if (found == OM_MAP_NONE)
        g_main_context_iteration (NULL, TRUE);
    }
  return found;
}

/* The button that shows the past. */
static GtkToggleButton *
time_button_of (Place *place)
{
  for (guint i = 0;; i++)
    {
      GtkWidget *button = test_find (place->page, GTK_TYPE_TOGGLE_BUTTON, i);

      g_assert_nonnull (button);
      if (g_strcmp0 (gtk_widget_get_tooltip_text (button), "As It Was") == 0)
        return GTK_TOGGLE_BUTTON (button);
    }
}

static void
link_by_hand (Fixture    *fixture,
              const char *source,
              const char *target)
{
  g_autoptr (GError) error = NULL;

  om_engine_link (om_session_get_engine (fixture->session), source, target, NULL, &error);
  g_assert_no_error (error);
}

/* A chain by hand: heron, bread, flat, and a fourth that is linked with nothing by hand. */
static void
remember_some (Fixture *fixture,
               char    *ids[4])
{
  static const char *const texts[] = { "Heron at the lock", "Baked <b>rye & spelt</b>", "Calm about the flat", "Zygote" };

  for (gsize i = 0; i < G_N_ELEMENTS (texts); i++)
    ids[i] = fixture_remember (fixture, texts[i]);
  link_by_hand (fixture, ids[0], ids[1]);
  link_by_hand (fixture, ids[1], ids[2]);
}

static void
free_ids (char *ids[4])
{
  for (int i = 0; i < 4; i++)
    g_free (ids[i]);
}

static void
test_empty (Fixture      *fixture,
            gconstpointer data)
{
  Place place = show_page (fixture);
  char *ids[4];

  wait_until (test_find_label (place.page, "No Map Yet") != NULL);
  test_assert_names (place.page);
  /* What is written is seen at once, also while the page is shown. */
  remember_some (fixture, ids);
  wait_for_rest (&place, 4);
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (place.view)));
  g_assert_null (test_find_label (place.page, "No Map Yet"));
  test_close (GTK_WIDGET (place.window));
  free_ids (ids);
}

static void
test_names (Fixture      *fixture,
            gconstpointer data)
{
  Place place;
  char *ids[4];
  GtkWidget *filter;

  fixture_open (fixture);
  remember_some (fixture, ids);
  place = show_page (fixture);
  wait_for_rest (&place, 4);
  gtk_toggle_button_set_active (time_button_of (&place), TRUE);
  om_graph_model_select (place.model, find_node (&place, "Heron at the lock"));
  test_assert_names (place.page);
  filter = test_find (place.page, OM_TYPE_GRAPH_FILTER_BOX, 0);
  g_assert_nonnull (filter);
  test_assert_names (filter);
  test_close (GTK_WIDGET (place.window));
  free_ids (ids);
}

/* Arrows walk along links, Return opens, plus, minus and 0 zoom, Escape lets go. */
static void
test_keys (Fixture      *fixture,
           gconstpointer data)
{
  Place place;
  char *ids[4];
  guint32 heron;
  guint32 bread;
  guint32 flat;
  double scale;
  GtkWidget *memories;

  fixture_open (fixture);
  remember_some (fixture, ids);
  place = show_page (fixture);
  wait_for_rest (&place, 4);
  g_assert_true (gtk_widget_is_focus (GTK_WIDGET (place.view)));
  heron = find_node (&place, "Heron at the lock");
  bread = find_node (&place, "Baked <b>rye & spelt</b>");
  flat = find_node (&place, "Calm about the flat");
  /* In a row, so that it is known where each lies; what the program draws by itself is left out. */
  om_graph_model_set_filter (place.model, &(OmGraphFilter){ .kinds = 1u << OM_WAYPOINT_ASSOCIATION,
                                                           .from = G_MININT64, .to = G_MAXINT64 });
  om_graph_model_place (place.model, heron, (OmGraphPoint){ 0, 0 }, TRUE);
  om_graph_model_place (place.model, bread, (OmGraphPoint){ 100, 0 }, TRUE);
  om_graph_model_place (place.model, flat, (OmGraphPoint){ 100, 100 }, TRUE);

  g_assert_true (press (&place, GDK_KEY_Home, 0));
  g_assert_cmpuint (om_graph_model_get_selected (place.model), !=, OM_MAP_NONE);
  om_graph_model_select (place.model, heron);
  g_assert_true (press (&place, GDK_KEY_Right, 0));
  g_assert_cmpuint (om_graph_model_get_selected (place.model), ==, bread);
  g_assert_true (press (&place, GDK_KEY_Down, 0));
  g_assert_cmpuint (om_graph_model_get_selected (place.model), ==, flat);
  g_assert_true (press (&place, GDK_KEY_Up, 0));
  g_assert_cmpuint (om_graph_model_get_selected (place.model), ==, bread);
  /* No link leads there: it stays. */
  g_assert_true (press (&place, GDK_KEY_Right, 0));
  g_assert_cmpuint (om_graph_model_get_selected (place.model), ==, bread);

  scale = om_graph_view_get_scale (place.view);
  g_assert_true (press (&place, GDK_KEY_plus, 0));
  g_assert_cmpfloat (om_graph_view_get_scale (place.view), >, scale);
  g_assert_true (press (&place, GDK_KEY_minus, 0));
  g_assert_true (press (&place, GDK_KEY_minus, 0));
  g_assert_cmpfloat (om_graph_view_get_scale (place.view), <, scale);
  g_assert_true (press (&place, GDK_KEY_Right, GDK_SHIFT_MASK));
  g_assert_true (press (&place, GDK_KEY_0, 0));
  /* Nothing of what belongs to the window is taken away. */
  g_assert_false (press (&place, GDK_KEY_Left, GDK_ALT_MASK));
  g_assert_false (press (&place, GDK_KEY_F10, 0));

  g_assert_true (press (&place, GDK_KEY_Return, 0));
  memories = test_find (GTK_WIDGET (place.window), OM_TYPE_MEMORY_PAGE, 0);
  wait_until (g_strcmp0 (om_memory_page_get_id (OM_MEMORY_PAGE (memories)), ids[1]) == 0);
  wait_until (gtk_widget_get_mapped (memories));

  gtk_widget_activate_action (GTK_WIDGET (place.window), "win.show-page", "s", "graph");
  wait_until (gtk_widget_get_mapped (place.page));
  g_assert_true (press (&place, GDK_KEY_Escape, 0));
  g_assert_cmpuint (om_graph_model_get_selected (place.model), ==, OM_MAP_NONE);
  g_assert_false (press (&place, GDK_KEY_Escape, 0));
  test_close (GTK_WIDGET (place.window));
  free_ids (ids);
}

static GListModel *
rows_of (Place *place)
{
  return G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (test_find (place->list, GTK_TYPE_LIST_VIEW, 0))));
}

/* The list says what the picture shows: all, then the neighbours of the chosen one with kind and weight. */
static void
test_list (Fixture      *fixture,
           gconstpointer data)
{
  Place place;
  char *ids[4];
  guint32 bread;
  GtkWidget *list_view;

  fixture_open (fixture);
  remember_some (fixture, ids);
  place = show_page (fixture);
  wait_for_rest (&place, 4);
  om_graph_model_set_filter (place.model, &(OmGraphFilter){ .kinds = 1u << OM_WAYPOINT_ASSOCIATION,
                                                           .from = G_MININT64, .to = G_MAXINT64 });
  list_view = test_find (place.list, GTK_TYPE_LIST_VIEW, 0);
  wait_until (g_list_model_get_n_items (rows_of (&place)) == 4);
  bread = find_node (&place, "Baked <b>rye & spelt</b>");
  om_graph_model_select (place.model, bread);
  wait_until (g_list_model_get_n_items (rows_of (&place)) == 2);
  /* Markup is text. */
  wait_until (test_find_label (place.list, "Baked <b>rye & spelt</b>") != NULL);
  /* Activating a neighbour goes there. */
  g_signal_emit_by_name (list_view, "activate", 0);
  g_assert_cmpuint (om_graph_model_get_selected (place.model), !=, bread);
  wait_until (g_list_model_get_n_items (rows_of (&place)) == 1);
  test_close (GTK_WIDGET (place.window));
  free_ids (ids);
}

static void
test_search (Fixture      *fixture,
             gconstpointer data)
{
  Place place;
  char *ids[4];
  GtkWidget *entry;
  guint32 heron;
  gsize n;

  fixture_open (fixture);
  remember_some (fixture, ids);
  place = show_page (fixture);
  wait_for_rest (&place, 4);
  entry = test_find (place.page, GTK_TYPE_SEARCH_ENTRY, 0);
  heron = find_node (&place, "Heron at the lock");
  gtk_editable_set_text (GTK_EDITABLE (entry), "heron");
  wait_until (om_graph_model_get_nodes (place.model, &n)[heron].flags & OM_GRAPH_LIT);
  wait_until (test_find_label (place.page, "1 memory lights up.") != NULL || om_graph_model_count_found (place.model) > 1);
  g_signal_emit_by_name (entry, "activate");
  g_assert_cmpuint (om_graph_model_get_selected (place.model), !=, OM_MAP_NONE);
  g_signal_emit_by_name (entry, "stop-search");
  wait_until ((om_graph_model_get_nodes (place.model, &n)[heron].flags & (OM_GRAPH_LIT | OM_GRAPH_DIM)) == 0);
  test_close (GTK_WIDGET (place.window));
  free_ids (ids);
}

static GtkCheckButton *
check_of (GtkWidget *box,
          guint      nth)
{
  return GTK_CHECK_BUTTON (test_find (box, GTK_TYPE_CHECK_BUTTON, nth));
}

/* What is chosen is chosen the next time. */
static void
test_filter (Fixture      *fixture,
             gconstpointer data)
{
  Place place;
  char *ids[4];
  GtkWidget *box;
  guint before;
  g_autoptr (GError) error = NULL;

  fixture_open (fixture);
  remember_some (fixture, ids);
  om_engine_act (om_session_get_engine (fixture->session), OM_ACT_REST, (const char *const[]){ ids[3], NULL }, NULL, NULL,
                 &error);
  g_assert_no_error (error);
  place = show_page (fixture);
  wait_for_rest (&place, 4);
  box = test_find (place.page, OM_TYPE_GRAPH_FILTER_BOX, 0);
  /* What rests is left out until it is asked for. */
  before = om_graph_model_count_shown (place.model);
  g_assert_cmpuint (before, ==, 3);
  gtk_check_button_set_active (check_of (box, OM_N_SECTORS + OM_N_WAYPOINT_KINDS + OM_N_TIERS), TRUE);
  g_assert_cmpuint (om_graph_model_count_shown (place.model), ==, 4);
  for (guint i = 0; i < OM_N_SECTORS; i++)
    gtk_check_button_set_active (check_of (box, i), FALSE);
  g_assert_cmpuint (om_graph_model_count_shown (place.model), ==, 0);
  gtk_check_button_set_active (check_of (box, OM_N_SECTORS), FALSE);
  g_assert_true (om_graph_filter_box_is_set (OM_GRAPH_FILTER_BOX (box)));
  test_close (GTK_WIDGET (place.window));

  {
    g_autoptr (GSettings) settings = g_settings_new (APP_ID);
    g_autoptr (GVariant) kept = g_settings_get_value (settings, "graph-filter");
    g_autoptr (GVariant) expected = g_variant_ref_sink (g_variant_new ("(uuudb)", 31, 1, 0, 0., TRUE));

    g_assert_true (g_variant_equal (kept, expected));
    g_settings_reset (settings, "graph-filter");
  }
  free_ids (ids);
}

/* From a memory's page to what is around it, and back to the whole. */
static void
test_around (Fixture      *fixture,
             gconstpointer data)
{
  Place place;
  char *ids[4];
  GtkWidget *drop_down;

  fixture_open (fixture);
  remember_some (fixture, ids);
  place = show_page (fixture);
  wait_for_rest (&place, 4);
  om_window_open_memory (place.window, ids[0]);
  wait_until (g_strcmp0 (om_memory_page_get_id (OM_MEMORY_PAGE (test_find (GTK_WIDGET (place.window), OM_TYPE_MEMORY_PAGE, 0))),
                         ids[0]) == 0);
  wait_until (gtk_widget_get_sensitive (test_find_button (GTK_WIDGET (place.window), "memory.show-in-graph")));
  g_signal_emit_by_name (test_find_button (GTK_WIDGET (place.window), "memory.show-in-graph"), "clicked");
  wait_until (gtk_widget_get_mapped (place.page));
  wait_until (om_graph_model_get_map (place.model) != NULL && !om_graph_model_get_map (place.model)->whole);
  drop_down = test_find (place.page, GTK_TYPE_DROP_DOWN, 0);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (drop_down), 0);
  wait_until (test_find_label (place.page, "Around “Heron at the lock”") != NULL);
  test_assert_names (place.page);
  gtk_widget_activate_action (place.page, "graph.whole", NULL);
  wait_for_rest (&place, 4);
  wait_until (om_graph_model_get_map (place.model)->whole);
  test_close (GTK_WIDGET (place.window));
  free_ids (ids);
}

static void
test_path (Fixture      *fixture,
           gconstpointer data)
{
  Place place;
  char *ids[4];
  guint32 heron;
  guint32 flat;
  gsize n;
  const OmGraphEdge *edges;
  guint n_on_path = 0;

  fixture_open (fixture);
  remember_some (fixture, ids);
  place = show_page (fixture);
  wait_for_rest (&place, 4);
  heron = find_node (&place, "Heron at the lock");
  flat = find_node (&place, "Calm about the flat");
  om_graph_model_select (place.model, heron);
  gtk_widget_activate_action (place.page, "graph.start", NULL);
  om_graph_model_select (place.model, flat);
  gtk_widget_activate_action (place.page, "graph.path-here", NULL);
  wait_until (om_graph_model_has_path (place.model));
  edges = om_graph_model_get_edges (place.model, &n);
  for (gsize i = 0; i < n; i++)
    n_on_path += (edges[i].flags & OM_GRAPH_ON_PATH) != 0;
  g_assert_cmpuint (n_on_path, >=, 1);
  g_assert_true (om_graph_model_get_nodes (place.model, &n)[heron].flags & OM_GRAPH_ON_PATH);
  gtk_widget_activate_action (place.page, "graph.clear-path", NULL);
  g_assert_false (om_graph_model_has_path (place.model));
  test_close (GTK_WIDGET (place.window));
  free_ids (ids);
}

static guint
count_hand_links (Place *place)
{
  OmMap *map = om_graph_model_get_map (place->model);
  guint n = 0;

  for (guint32 i = 0; i < map->edges->len; i++)
    n += om_map_get_edge (map, i)->kind == OM_WAYPOINT_HAND;
  return n;
}

/* Linked, unlinked, and both taken back. */
static void
test_link (Fixture      *fixture,
           gconstpointer data)
{
  Place place;
  char *ids[4];

  fixture_open (fixture);
  remember_some (fixture, ids);
  place = show_page (fixture);
  wait_for_rest (&place, 4);
  g_assert_cmpuint (count_hand_links (&place), ==, 2);
  om_graph_model_select (place.model, find_node (&place, "Zygote"));
  g_signal_emit_by_name (test_find (place.list, OM_TYPE_LINK_CHOOSER, 0), "chosen", ids[0]);
  wait_until (count_hand_links (&place) == 3);
  test_undo_toast (GTK_WIDGET (place.window), "The memories are linked");
  wait_until (count_hand_links (&place) == 2);

  /* By its button in the list. */
  om_graph_model_select (place.model, find_node (&place, "Heron at the lock"));
  {
    OmMap *map = om_graph_model_get_map (place.model);

    for (guint32 i = 0; i < map->edges->len; i++)
      {
        if (om_map_get_edge (map, i)->kind != OM_WAYPOINT_HAND)
          continue;
        wait_until (om_graph_model_get_id (place.model, om_map_get_edge (map, i)->source) != NULL &&
                    om_graph_model_get_id (place.model, om_map_get_edge (map, i)->target) != NULL);
        g_signal_emit_by_name (place.list, "link", i, NULL);
        break;
      }
  }
  wait_until (count_hand_links (&place) == 1);
  test_undo_toast (GTK_WIDGET (place.window), "The link was removed");
  wait_until (count_hand_links (&place) == 2);
  test_close (GTK_WIDGET (place.window));
  free_ids (ids);
}

/* The slider goes back to before anything was there; Play goes on to the present by itself. */
static void
test_time (Fixture      *fixture,
           gconstpointer data)
{
  Place place;
  char *ids[4];
  GtkWidget *time;
  GtkRange *scale;
  const OmMapPast *past;

  fixture_open (fixture);
  remember_some (fixture, ids);
  place = show_page (fixture);
  wait_for_rest (&place, 4);
  time = test_find (place.page, OM_TYPE_GRAPH_TIME, 0);
  g_assert_false (gtk_widget_get_mapped (time));
  gtk_toggle_button_set_active (time_button_of (&place), TRUE);
  wait_until (om_graph_model_get_past (place.model) != NULL);
  past = om_graph_model_get_past (place.model);
  scale = GTK_RANGE (test_find (time, GTK_TYPE_SCALE, 0));
  g_assert_cmpfloat (gtk_range_get_value (scale), ==, past->n_instants - 1);
  gtk_range_set_value (scale, 0);
  g_assert_cmpuint (om_graph_model_get_instant (place.model), ==, 0);
  g_assert_cmpuint (om_graph_model_count_shown (place.model), <, 4);
  test_assert_names (time);
  gtk_range_set_value (scale, past->n_instants - 4);
  g_signal_emit_by_name (test_find (time, GTK_TYPE_BUTTON, 0), "clicked");
  wait_until (om_graph_model_get_instant (place.model) == past->n_instants - 1);
  g_assert_cmpuint (om_graph_model_count_shown (place.model), ==, 4);
  gtk_toggle_button_set_active (time_button_of (&place), FALSE);
  g_assert_null (om_graph_model_get_past (place.model));
  test_close (GTK_WIDGET (place.window));
  free_ids (ids);
}

/* The same drawing goes into a file; a title with markup breaks nothing. */
static void
test_picture (Fixture      *fixture,
              gconstpointer data)
{
  Place place;
  char *ids[4];
  g_autoptr (GBytes) svg = NULL;
  g_autoptr (GBytes) png = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  fixture_open (fixture);
  remember_some (fixture, ids);
  place = show_page (fixture);
  wait_for_rest (&place, 4);
  find_node (&place, "Zygote");
  svg = om_graph_view_export (place.view, TRUE, &error);
  g_assert_no_error (error);
  text = g_strndup (g_bytes_get_data (svg, NULL), g_bytes_get_size (svg));
  g_assert_nonnull (strstr (text, "<svg"));
  png = om_graph_view_export (place.view, FALSE, &error);
  g_assert_no_error (error);
  g_assert_cmpint (memcmp (g_bytes_get_data (png, NULL), "\x89PNG", 4), ==, 0);
  gtk_widget_activate_action (place.page, "graph.copy", NULL);
  test_close (GTK_WIDGET (place.window));
  free_ids (ids);
}

static void
count_cb (guint *n)
{
  (*n)++;
}

/* What the picture is painted on, which is drawn first. */
static char *
dup_paper (Place *place)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) svg = om_graph_view_export (place->view, TRUE, &error);
  g_autofree char *text = NULL;
  const char *fill;

  g_assert_no_error (error);
  text = g_strndup (g_bytes_get_data (svg, NULL), g_bytes_get_size (svg));
  fill = strstr (text, "rgb(");
  g_assert_nonnull (fill);
  return g_strndup (fill, strcspn (fill, ")"));
}

/* S14: the map takes its colours anew when the style turns dark while it is in view, and is drawn again. */
static void
test_theme (Fixture      *fixture,
            gconstpointer data)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  Place place;
  char *ids[4];
  g_autoptr (GdkPaintable) watched = NULL;
  g_autofree char *light = NULL;
  g_autofree char *dark = NULL;
  g_autofree char *again = NULL;
  guint n_drawn = 0;

  fixture_open (fixture);
  remember_some (fixture, ids);
  adw_style_manager_set_color_scheme (style, ADW_COLOR_SCHEME_FORCE_LIGHT);
  place = show_page (fixture);
  wait_for_rest (&place, 4);
  find_node (&place, "Zygote");
  light = dup_paper (&place);
  watched = gtk_widget_paintable_new (GTK_WIDGET (place.view));
  g_signal_connect_swapped (watched, "invalidate-contents", G_CALLBACK (count_cb), &n_drawn);
  adw_style_manager_set_color_scheme (style, ADW_COLOR_SCHEME_FORCE_DARK);
  wait_until (adw_style_manager_get_dark (style) && n_drawn > 0);
  dark = dup_paper (&place);
  g_assert_cmpstr (light, !=, dark);
  adw_style_manager_set_color_scheme (style, ADW_COLOR_SCHEME_FORCE_LIGHT);
  again = dup_paper (&place);
  g_assert_cmpstr (light, ==, again);
  adw_style_manager_set_color_scheme (style, ADW_COLOR_SCHEME_DEFAULT);
  test_close (GTK_WIDGET (place.window));
  free_ids (ids);
}

/* Where they lie is kept, and a memory that is wiped goes from the map. */
static void
test_changes (Fixture      *fixture,
              gconstpointer data)
{
  Place place;
  char *ids[4];
  g_autofree char *more = NULL;
  OmGraphPoint before;
  gsize n;
  guint32 heron;

  fixture_open (fixture);
  remember_some (fixture, ids);
  place = show_page (fixture);
  wait_for_rest (&place, 4);
  heron = find_node (&place, "Heron at the lock");
  before = om_graph_model_get_nodes (place.model, &n)[heron].place;
  om_graph_model_select (place.model, find_node (&place, "Zygote"));
  more = fixture_remember (fixture, "Kludge");
  wait_for_rest (&place, 5);
  heron = find_node (&place, "Heron at the lock");
  g_assert_cmpmem (&before, sizeof before, &om_graph_model_get_nodes (place.model, &n)[heron].place, sizeof before);
  om_session_bin (fixture->session, (const char *const[]){ ids[3], NULL });
  wait_for_rest (&place, 4);
  /* It was chosen. */
  g_assert_cmpuint (om_graph_model_get_selected (place.model), ==, OM_MAP_NONE);
  gtk_widget_activate_action (place.page, "graph.arrange", NULL);
  wait_for_rest (&place, 4);
  test_close (GTK_WIDGET (place.window));
  free_ids (ids);
}

/* Closed while it is asked for and while it moves: nothing is left. */
static void
test_closed (Fixture      *fixture,
             gconstpointer data)
{
  char *ids[4];
  GtkWidget *page;
  Place place;

  fixture_open (fixture);
  remember_some (fixture, ids);
  place = show_page (fixture);
  page = place.page;
  g_object_add_weak_pointer (G_OBJECT (page), (gpointer *) &page);
  test_close (GTK_WIDGET (place.window));
  wait_until (page == NULL);

  place = show_page (fixture);
  page = place.page;
  g_object_add_weak_pointer (G_OBJECT (page), (gpointer *) &page);
  wait_until (om_graph_model_get_map (place.model) != NULL);
  om_graph_model_set_past (place.model, TRUE);
  gtk_widget_activate_action (place.page, "graph.arrange", NULL);
  test_close (GTK_WIDGET (place.window));
  wait_until (page == NULL);
  free_ids (ids);
}

void
test_graph_page_add (void)
{
  g_test_add ("/views/graph/empty", Fixture, NULL, fixture_set_up, test_empty, fixture_tear_down);
  g_test_add ("/views/graph/names", Fixture, NULL, fixture_set_up, test_names, fixture_tear_down);
  g_test_add ("/views/graph/keys", Fixture, NULL, fixture_set_up, test_keys, fixture_tear_down);
  g_test_add ("/views/graph/list", Fixture, NULL, fixture_set_up, test_list, fixture_tear_down);
  g_test_add ("/views/graph/search", Fixture, NULL, fixture_set_up, test_search, fixture_tear_down);
  g_test_add ("/views/graph/filter", Fixture, NULL, fixture_set_up, test_filter, fixture_tear_down);
  g_test_add ("/views/graph/around", Fixture, NULL, fixture_set_up, test_around, fixture_tear_down);
  g_test_add ("/views/graph/path", Fixture, NULL, fixture_set_up, test_path, fixture_tear_down);
  g_test_add ("/views/graph/link", Fixture, NULL, fixture_set_up, test_link, fixture_tear_down);
  g_test_add ("/views/graph/time", Fixture, NULL, fixture_set_up, test_time, fixture_tear_down);
  g_test_add ("/views/graph/picture", Fixture, NULL, fixture_set_up, test_picture, fixture_tear_down);
  g_test_add ("/views/graph/theme", Fixture, NULL, fixture_set_up, test_theme, fixture_tear_down);
  g_test_add ("/views/graph/changes", Fixture, NULL, fixture_set_up, test_changes, fixture_tear_down);
  g_test_add ("/views/graph/closed", Fixture, NULL, fixture_set_up, test_closed, fixture_tear_down);
}
