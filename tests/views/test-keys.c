/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Everything by keyboard alone: every control is reached by Tab, every act has a key. */
#include "config.h"

#include <adwaita.h>

#include "test-views.h"
#include "views/om-day-map.h"
#include "views/om-memories-page.h"
#include "views/om-memory-list.h"
#include "views/om-memory-page.h"
#include "views/om-mood-pad.h"
#include "views/om-today-page.h"

/* More steps than there are controls. */
#define MAX_STEPS 100

static gboolean
is_stop (GtkWidget *widget)
{
  /* What the buttons of a number do, Up and Down do in its field. */
  if (GTK_IS_BUTTON (widget) && GTK_IS_SPIN_BUTTON (gtk_widget_get_parent (widget)))
    return FALSE;
  /* Newer versions of libadwaita make the switcher one stop; each page has a key of its own, see below. */
  if (gtk_widget_get_ancestor (widget, ADW_TYPE_VIEW_SWITCHER) != NULL)
    return FALSE;
  /* The list in a row of choices shows the choice alone; the row itself is the stop. */
  if (GTK_IS_LIST_VIEW (widget) && gtk_widget_get_ancestor (widget, ADW_TYPE_COMBO_ROW) != NULL)
    return FALSE;
  return gtk_widget_get_mapped (widget) && gtk_widget_is_sensitive (widget) && gtk_widget_get_focusable (widget) &&
         (GTK_IS_BUTTON (widget) || GTK_IS_TEXT (widget) || GTK_IS_TEXT_VIEW (widget) || GTK_IS_SWITCH (widget) ||
          GTK_IS_LIST_VIEW (widget) || GTK_IS_DROP_DOWN (widget) || ADW_IS_COMBO_ROW (widget) || GTK_IS_EXPANDER (widget) ||
          OM_IS_MOOD_PAD (widget) || OM_IS_DAY_MAP (widget));
}

static void
collect_stops (GtkWidget *root,
               GPtrArray *stops)
{
  if (is_stop (root))
    g_ptr_array_add (stops, root);
  for (GtkWidget *child = gtk_widget_get_first_child (root); child != NULL; child = gtk_widget_get_next_sibling (child))
    collect_stops (child, stops);
}

/* Tab goes by where things lie: before the first layout it goes astray. Collected anew each time, for a
 * page that was left before its first layout has none any more. */
static gboolean
collect_laid_out (GtkWindow *window,
                  GPtrArray *stops)
{
  g_ptr_array_set_size (stops, 0);
  collect_stops (GTK_WIDGET (window), stops);
  for (guint i = 0; i < stops->len; i++)
    {
      if (gtk_widget_get_width (g_ptr_array_index (stops, i)) == 0)
        return FALSE;
    }
  return TRUE;
}

/** test_assert_all_reached: walks the window by Tab and takes away what the focus comes to. */
void
test_assert_all_reached (GtkWindow *window)
{
  g_autoptr (GPtrArray) stops = g_ptr_array_new ();

  wait_until (collect_laid_out (window, stops));
  g_assert_cmpuint (stops->len, >, 3);
  for (int i = 0; i < MAX_STEPS && stops->len > 0; i++)
    {
      GtkWidget *focus;

      /* After the last one it begins again, as in a running window. */
      if (!gtk_widget_child_focus (GTK_WIDGET (window), GTK_DIR_TAB_FORWARD))
        gtk_window_set_focus (window, NULL);
      focus = gtk_window_get_focus (window);
      for (guint j = stops->len; j > 0 && focus != NULL; j--)
        {
          GtkWidget *stop = g_ptr_array_index (stops, j - 1);

          if (focus == stop || gtk_widget_is_ancestor (focus, stop))
            g_ptr_array_remove_index_fast (stops, j - 1);
        }
    }
  for (guint i = 0; i < stops->len; i++)
    {
      GtkWidget *stop = g_ptr_array_index (stops, i);

      /* The window's own buttons belong to the window manager's keys. */
      if (gtk_widget_get_ancestor (stop, GTK_TYPE_WINDOW_CONTROLS) == NULL)
        g_error ("Tab does not reach a %s in a %s", G_OBJECT_TYPE_NAME (stop),
                 G_OBJECT_TYPE_NAME (gtk_widget_get_parent (stop)));
    }
}

static void
test_tab (Fixture      *fixture,
          gconstpointer data)
{
  OmWindow *window;
  GtkWidget *page;
  GtkWidget *list;

  fixture_open (fixture);
  g_free (fixture_remember (fixture, "A heron."));
  g_free (fixture_remember (fixture, "Bread."));
  window = fixture_show_window (fixture);
  page = test_find (GTK_WIDGET (window), OM_TYPE_TODAY_PAGE, 0);
  wait_until (test_find_label (page, "Newest Memories") != NULL);
  test_assert_all_reached (GTK_WINDOW (window));

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "memories"));
  list = test_find (GTK_WIDGET (window), OM_TYPE_MEMORY_LIST, 0);
  wait_until (gtk_widget_get_mapped (list));
  om_memory_list_select (OM_MEMORY_LIST (list), 0);
  page = test_find (GTK_WIDGET (window), OM_TYPE_MEMORY_PAGE, 0);
  wait_until (om_memory_page_get_sheet (OM_MEMORY_PAGE (page)) != NULL &&
              om_sheet_is_editable (om_memory_page_get_sheet (OM_MEMORY_PAGE (page))));
  test_assert_all_reached (GTK_WINDOW (window));
  test_close (GTK_WIDGET (window));
}

static void
assert_key (const char *accel,
            const char *action)
{
  g_auto (GStrv) actions = gtk_application_get_actions_for_accel (GTK_APPLICATION (test_application ()), accel);

  if (!g_strv_contains ((const char *const *) actions, action))
    g_error ("%s does not %s", accel, action);
}

static void
test_accels (Fixture      *fixture,
             gconstpointer data)
{
  OmWindow *window = fixture_show_window (fixture);
  GtkWidget *menu = test_find (GTK_WIDGET (window), GTK_TYPE_MENU_BUTTON, 0);

  assert_key ("<Primary>n", "win.new-memory");
  assert_key ("<Primary>f", "win.search");
  assert_key ("<Primary>w", "window.close");
  assert_key ("<Primary>q", "app.quit");
  assert_key ("<Alt>1", "win.show-page::today");
  assert_key ("<Alt>2", "win.show-page::memories");
  assert_key ("<Primary>question", "win.show-help-overlay");
  /* F10 is the menu button's own, if it is the primary one. */
  g_assert_true (gtk_menu_button_get_primary (GTK_MENU_BUTTON (menu)));
  test_close (GTK_WIDGET (window));
}

static gboolean
has_focus_in (OmWindow  *window,
              GtkWidget *widget)
{
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (window));

  return focus != NULL && (focus == widget || gtk_widget_is_ancestor (focus, widget));
}

/* Where the keys go: into the field, into the search, along the list, back. */
static void
test_focus (Fixture      *fixture,
            gconstpointer data)
{
  OmWindow *window;
  GtkWidget *today;
  GtkWidget *memories;
  GtkWidget *entry;
  GtkWidget *list;

  fixture_open (fixture);
  g_free (fixture_remember (fixture, "A heron."));
  window = fixture_show_window (fixture);
  today = test_find (GTK_WIDGET (window), OM_TYPE_TODAY_PAGE, 0);
  memories = test_find (GTK_WIDGET (window), OM_TYPE_MEMORIES_PAGE, 0);
  list = test_find (memories, OM_TYPE_MEMORY_LIST, 0);
  g_assert_true (has_focus_in (window, test_find (today, GTK_TYPE_TEXT_VIEW, 0)));

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.search", NULL));
  entry = test_find_mapped (memories, GTK_TYPE_SEARCH_ENTRY);
  g_assert_true (has_focus_in (window, entry));
  gtk_editable_set_text (GTK_EDITABLE (entry), "heron");
  wait_until (gtk_widget_get_mapped (test_find (memories, OM_TYPE_MEMORY_LIST, 1)));
  g_signal_emit_by_name (entry, "stop-search");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (entry)), ==, "");
  g_assert_true (has_focus_in (window, list));

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.new-memory", NULL));
  g_assert_true (has_focus_in (window, test_find (today, GTK_TYPE_TEXT_VIEW, 0)));
  test_close (GTK_WIDGET (window));
}

#define add(name, func) g_test_add ("/views/keys/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_keys_add (void)
{
  add ("tab", test_tab);
  add ("accels", test_accels);
  add ("focus", test_focus);
}
