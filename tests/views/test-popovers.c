/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Popovers by keys: opened from their button, walked within, and the keyboard is back where it was after. */
#include "config.h"

#include <adwaita.h>

#include "test-views.h"
#include "views/om-curves-box.h"
#include "views/om-date-editor.h"
#include "views/om-memory-list.h"
#include "views/om-memory-page.h"

static gboolean
has_focus_in (GtkWindow *window,
              GtkWidget *widget)
{
  GtkWidget *focus = gtk_window_get_focus (window);

  return focus != NULL && (focus == widget || gtk_widget_is_ancestor (focus, widget));
}

static gboolean
is_in_view (GtkWindow *window,
            GtkWidget *widget)
{
  graphene_rect_t bounds;
  graphene_point_t center;

  if (!gtk_widget_compute_bounds (widget, GTK_WIDGET (window), &bounds))
    return FALSE;
  graphene_rect_get_center (&bounds, &center);
  return bounds.size.height > 0 && center.y > 0 && center.y < (float) gtk_widget_get_height (GTK_WIDGET (window));
}

/* What a key press does with a menu button, and Escape with what it opened. */
static void
walk (GtkWindow *window,
      GtkWidget *button)
{
  GtkPopover *popover = gtk_menu_button_get_popover (GTK_MENU_BUTTON (button));
  GtkWidget *first;
  gboolean moved;

  g_assert_true (gtk_widget_grab_focus (button));
  /* The page scrolls to it with the next frame: before that there may be no monitor where the popover would be. */
  wait_until (is_in_view (window, button));
  g_signal_emit_by_name (button, "activate");
  wait_until (gtk_widget_get_mapped (GTK_WIDGET (popover)));
  if (!has_focus_in (window, GTK_WIDGET (popover)))
    g_error ("%s: opened without the keyboard", gtk_widget_get_tooltip_text (button));
  test_assert_names (GTK_WIDGET (popover));

  /* Tab stays inside. */
  first = gtk_window_get_focus (window);
  for (int i = 0; i < 40; i++)
    {
      moved = gtk_widget_child_focus (GTK_WIDGET (popover), GTK_DIR_TAB_FORWARD);
      if (!has_focus_in (window, GTK_WIDGET (popover)))
        g_error ("Tab left the popover of %s", gtk_widget_get_tooltip_text (button));
      if (!moved || gtk_window_get_focus (window) == first)
        break;
    }

  gtk_popover_popdown (popover);
  wait_until (!gtk_widget_get_mapped (GTK_WIDGET (popover)));
  wait_until (has_focus_in (window, button));
}

static guint
walk_all (GtkWindow *window,
          GtkWidget *root)
{
  guint n = 0;
  GtkWidget *button;

  for (guint i = 0; (button = test_find (root, GTK_TYPE_MENU_BUTTON, i)) != NULL; i++)
    {
      if (!gtk_widget_get_mapped (button) || !gtk_widget_is_sensitive (button) ||
          gtk_menu_button_get_popover (GTK_MENU_BUTTON (button)) == NULL)
        continue;
      walk (window, button);
      n++;
    }
  return n;
}

static void
test_walk (Fixture      *fixture,
           gconstpointer data)
{
  OmWindow *window;
  GtkWidget *list;
  GtkWidget *page;

  fixture_open (fixture);
  g_free (fixture_remember (fixture, "A heron."));
  window = fixture_show_window (fixture);
  /* The primary menu and the mood at least. */
  g_assert_cmpuint (walk_all (GTK_WINDOW (window), GTK_WIDGET (window)), >=, 2);

  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "memories");
  list = test_find (GTK_WIDGET (window), OM_TYPE_MEMORY_LIST, 0);
  page = test_find (GTK_WIDGET (window), OM_TYPE_MEMORY_PAGE, 0);
  wait_until (gtk_widget_get_mapped (list));
  om_memory_list_select (OM_MEMORY_LIST (list), 0);
  wait_until (om_memory_page_get_sheet (OM_MEMORY_PAGE (page)) != NULL &&
              om_sheet_is_editable (om_memory_page_get_sheet (OM_MEMORY_PAGE (page))));
  /* Seven chips, the memory's menu. */
  g_assert_cmpuint (walk_all (GTK_WINDOW (window), GTK_WIDGET (window)), >=, 8);
  test_close (GTK_WIDGET (window));
}

/* Of the page Salience: the day to look back from, the menus of the charts, tags and memories to choose. */
static void
test_salience (Fixture      *fixture,
               gconstpointer data)
{
  OmWindow *window;
  GtkWidget *box;
  GtkDropDown *of;

  fixture_open (fixture);
  g_free (fixture_remember (fixture, "I feel happy: a heron stood at the second lock."));
  window = fixture_show_window (fixture);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "salience");
  box = test_find (GTK_WIDGET (window), OM_TYPE_CURVES_BOX, 0);
  wait_until (gtk_widget_get_mapped (box));
  of = GTK_DROP_DOWN (test_find (box, GTK_TYPE_DROP_DOWN, 0));
  for (guint i = 2; i < 4; i++)
    {
      guint n = 0;

      gtk_drop_down_set_selected (of, i);
      while (n < 4)
        {
          n = 0;
          for (guint j = 0; test_find (GTK_WIDGET (window), GTK_TYPE_MENU_BUTTON, j) != NULL; j++)
            n += gtk_widget_get_mapped (test_find (GTK_WIDGET (window), GTK_TYPE_MENU_BUTTON, j));
          g_main_context_iteration (NULL, n < 4);
        }
      g_assert_cmpuint (walk_all (GTK_WINDOW (window), GTK_WIDGET (window)), >=, 2);
    }
  gtk_drop_down_set_selected (of, 0);
  test_close (GTK_WIDGET (window));
}

/* The one that no menu button opens: the day of a memory. */
static void
test_date (Fixture      *fixture,
           gconstpointer data)
{
  OmWindow *window;
  GtkWidget *list;
  GtkWidget *page;
  GtkWidget *editor;
  GtkWidget *popover;
  GtkWidget *button;

  fixture_open (fixture);
  g_free (fixture_remember (fixture, "A heron."));
  window = fixture_show_window (fixture);
  gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "memories");
  list = test_find (GTK_WIDGET (window), OM_TYPE_MEMORY_LIST, 0);
  page = test_find (GTK_WIDGET (window), OM_TYPE_MEMORY_PAGE, 0);
  wait_until (gtk_widget_get_mapped (list) && gtk_widget_get_height (list) > 0);
  om_memory_list_select (OM_MEMORY_LIST (list), 0);
  wait_until (om_memory_page_get_sheet (OM_MEMORY_PAGE (page)) != NULL &&
              om_sheet_is_editable (om_memory_page_get_sheet (OM_MEMORY_PAGE (page))));
  editor = test_find (page, OM_TYPE_DATE_EDITOR, 0);
  popover = test_find (editor, GTK_TYPE_POPOVER, 0);
  button = test_find (editor, GTK_TYPE_BUTTON, 0);
  g_assert_true (gtk_widget_grab_focus (button));
  g_signal_emit_by_name (button, "clicked");
  wait_until (gtk_widget_get_mapped (popover));
  g_assert_true (has_focus_in (GTK_WINDOW (window), popover));
  test_assert_names (popover);
  gtk_popover_popdown (GTK_POPOVER (popover));
  wait_until (!gtk_widget_get_mapped (popover));
  wait_until (has_focus_in (GTK_WINDOW (window), button));
  test_close (GTK_WIDGET (window));
}

#define add(name, func) g_test_add ("/views/popovers/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_popovers_add (void)
{
  add ("walk", test_walk);
  add ("salience", test_salience);
  add ("date", test_date);
}
