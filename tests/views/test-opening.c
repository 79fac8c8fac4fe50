/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening a memory: from the list, by a link, from another page: where the list and the keyboard stand. */
#include "config.h"

#include "test-views.h"
#include "views/om-filter-bar.h"
#include "views/om-memories-page.h"
#include "views/om-memory-list.h"
#include "views/om-memory-page.h"
#include "views/om-memory-row.h"
#include "views/om-today-page.h"

typedef struct
{
  OmWindow       *window;
  OmMemoriesPage *memories;
  OmMemoryList   *list;
  OmMemoryPage   *page;
} Views;

static void
find_views (Views   *views,
            Fixture *fixture)
{
  views->window = fixture_show_window (fixture);
  views->memories = OM_MEMORIES_PAGE (test_find (GTK_WIDGET (views->window), OM_TYPE_MEMORIES_PAGE, 0));
  views->list = OM_MEMORY_LIST (test_find (GTK_WIDGET (views->memories), OM_TYPE_MEMORY_LIST, 0));
  views->page = OM_MEMORY_PAGE (test_find (GTK_WIDGET (views->memories), OM_TYPE_MEMORY_PAGE, 0));
}

static void
open_views (Views   *views,
            Fixture *fixture)
{
  find_views (views, fixture);
  gtk_widget_activate_action (GTK_WIDGET (views->window), "win.show-page", "s", "memories");
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (views->list)));
}

static gboolean
is_selected (Views      *views,
             const char *id)
{
  OmMemoryItem *item = om_memory_list_get_selected (views->list);

  return item != NULL && g_strcmp0 (om_memory_item_get_id (item), id) == 0;
}

static gboolean
is_writing (Views *views)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (views->window));

  return GTK_IS_TEXT_VIEW (focus) && gtk_widget_is_ancestor (focus, GTK_WIDGET (views->page));
}

/* A link leads on, and the list goes along. */
static void
test_link (Fixture      *fixture,
           gconstpointer data)
{
  g_autofree char *one = NULL;
  g_autofree char *other = NULL;
  Views views;

  fixture_open (fixture);
  one = fixture_remember (fixture, "A heron at the lock.");
  other = fixture_remember (fixture, "Bread and butter.");
  open_views (&views, fixture);
  om_memories_page_open (views.memories, one, 0);
  wait_until (is_selected (&views, one));
  g_signal_emit_by_name (views.page, "link-opened", other);
  g_assert_cmpstr (om_memory_page_get_id (views.page), ==, other);
  wait_until (is_selected (&views, other));
  g_assert_cmpstr (om_memory_page_get_id (views.page), ==, other);
  test_close (GTK_WIDGET (views.window));
}

static guint
count_mapped_rows (GtkWidget *root)
{
  guint n = 0;
  GtkWidget *row;

  for (guint i = 0; (row = test_find (root, OM_TYPE_MEMORY_ROW, i)) != NULL; i++)
    n += gtk_widget_get_mapped (row);
  return n;
}

/* Whether that memory's row is to be seen in the list as it is scrolled. */
static gboolean
is_in_view (Views      *views,
            const char *id)
{
  GtkWidget *list = GTK_WIDGET (views->list);
  GtkWidget *row;

  for (guint i = 0; (row = test_find (list, OM_TYPE_MEMORY_ROW, i)) != NULL; i++)
    {
      OmMemoryItem *item = om_memory_row_get_item (OM_MEMORY_ROW (row));
      graphene_rect_t bounds;

      if (item == NULL || g_strcmp0 (om_memory_item_get_id (item), id) != 0)
        continue;
      return gtk_widget_get_mapped (row) && gtk_widget_compute_bounds (row, list, &bounds) &&
             bounds.size.height > 0 && bounds.origin.y > -1 &&
             bounds.origin.y + bounds.size.height < gtk_widget_get_height (list) + 1;
    }
  return FALSE;
}

/* Opened from Today before the list was ever in view: the list stands where the memory does. */
static void
test_never_shown (Fixture      *fixture,
                  gconstpointer data)
{
  g_autofree char *first = NULL;
  g_autoptr (GListModel) model = NULL;
  g_autoptr (OmMemoryItem) item = NULL;
  Views views;

  fixture_open (fixture);
  first = fixture_remember (fixture, "A heron at the lock.");
  for (guint i = 0; i < 60; i++)
    {
      g_autofree char *text = g_strdup_printf ("Bread and butter, day %u.", i);
      g_autofree char *id = fixture_remember (fixture, text);
    }
  find_views (&views, fixture);
  wait_until (om_session_get_state (fixture->session) == OM_SESSION_LOADED);
  wait_until (count_mapped_rows (GTK_WIDGET (views.window)) > 0);
  g_object_get (test_find (GTK_WIDGET (views.list), GTK_TYPE_LIST_VIEW, 0), "model", &model, NULL);
  wait_until (g_list_model_get_n_items (model) == 61);
  item = g_list_model_get_item (model, 60);
  wait_until (g_strcmp0 (om_memory_item_get_id (item), first) == 0);
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (views.list)));

  g_signal_emit_by_name (test_find (GTK_WIDGET (views.window), OM_TYPE_TODAY_PAGE, 0), "opened", item, FALSE);
  g_assert_true (is_selected (&views, first));
  wait_until (is_in_view (&views, first));
  g_assert_cmpuint (count_mapped_rows (GTK_WIDGET (views.list)), >, 3);
  test_close (GTK_WIDGET (views.window));
}

/* What the chips leave out is shown all the same: the chips give way. */
static void
test_filtered (Fixture      *fixture,
               gconstpointer data)
{
  g_autofree char *id = NULL;
  GtkWidget *bar;
  Views views;

  fixture_open (fixture);
  id = fixture_remember (fixture, "A heron at the lock.");
  open_views (&views, fixture);
  bar = test_find (GTK_WIDGET (views.memories), OM_TYPE_FILTER_BAR, 0);
  g_assert_true (gtk_widget_activate_action (bar, "filter.show", "s", "pinned"));
  wait_until (!gtk_widget_get_mapped (GTK_WIDGET (views.list)));
  om_memories_page_open (views.memories, id, 0);
  wait_until (is_selected (&views, id));
  g_assert_false (om_filter_bar_is_set (OM_FILTER_BAR (bar)));
  test_close (GTK_WIDGET (views.window));
}

/* Enter on a row goes into its text, not to whatever stands first on its page; a click stays in the list. */
static void
test_keyboard (Fixture      *fixture,
               gconstpointer data)
{
  g_autofree char *id = NULL;
  GtkWidget *view;
  Views views;

  fixture_open (fixture);
  id = fixture_remember (fixture, "A heron at the lock.");
  open_views (&views, fixture);
  om_memory_list_select (views.list, 0);
  wait_until (is_selected (&views, id));
  wait_until (g_strcmp0 (om_memory_page_get_id (views.page), id) == 0);
  view = test_find (GTK_WIDGET (views.list), GTK_TYPE_LIST_VIEW, 0);
  gtk_widget_grab_focus (view);

  g_signal_emit_by_name (views.list, "opened", om_memory_list_get_selected (views.list), FALSE);
  g_assert_false (is_writing (&views));
  g_signal_emit_by_name (view, "activate", 0);
  g_assert_true (is_writing (&views));
  test_close (GTK_WIDGET (views.window));
}

/* A text that was written while the store was being read in is in the list once it is. */
static void
test_while_loading (Fixture      *fixture,
                    gconstpointer data)
{
  g_autofree char *id = NULL;
  OmWindow *window = om_window_new (GTK_APPLICATION (test_application ()), fixture->session);
  GtkWidget *list = test_find (GTK_WIDGET (window), OM_TYPE_MEMORY_LIST, 0);

  gtk_window_present (GTK_WINDOW (window));
  om_session_open (fixture->session);
  wait_until (om_session_get_state (fixture->session) >= OM_SESSION_OPEN);
  id = fixture_remember (fixture, "Written early.");
  wait_until (om_session_get_state (fixture->session) == OM_SESSION_LOADED);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "memories");
  wait_until (gtk_widget_get_mapped (list));
  om_memory_list_select (OM_MEMORY_LIST (list), 0);
  wait_until (om_memory_list_get_selected (OM_MEMORY_LIST (list)) != NULL);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "today");
  wait_until (test_find_label (GTK_WIDGET (window), "Newest Memories") != NULL);
  test_close (GTK_WIDGET (window));
}

#define add(name, func) g_test_add ("/views/opening/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_opening_add (void)
{
  add ("link", test_link);
  add ("never-shown", test_never_shown);
  add ("filtered", test_filtered);
  add ("keyboard", test_keyboard);
  add ("while-loading", test_while_loading);
}
