/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The manual: F1 opens it at the page that is looked at, every topic has words and a picture with words for
 * it, and all of it is done by keyboard. */
#include "config.h"

#include <adwaita.h>

#include "test-views.h"
#include "views/om-help-topics.h"
#include "views/om-help-window.h"

static GtkWidget *
find_help (void)
{
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (test_application ())); l != NULL; l = l->next)
    {
      if (OM_IS_HELP_WINDOW (l->data))
        return l->data;
    }
  return NULL;
}

static GtkWidget *
open_help (void)
{
  GtkWidget *help;

  g_action_group_activate_action (G_ACTION_GROUP (test_application ()), "help", NULL);
  help = find_help ();
  g_assert_nonnull (help);
  wait_until (gtk_widget_get_mapped (help));
  return help;
}

static int
selected (GtkWidget *help)
{
  return gtk_list_box_row_get_index (gtk_list_box_get_selected_row (GTK_LIST_BOX (test_find (help, GTK_TYPE_LIST_BOX, 0))));
}

static void
test_open (Fixture      *fixture,
           gconstpointer data)
{
  GtkApplication *application = GTK_APPLICATION (test_application ());
  OmWindow *window = fixture_show_window (fixture);
  g_auto (GStrv) actions = gtk_application_get_actions_for_accel (application, "F1");
  GtkWidget *help;

  g_assert_cmpstr (actions[0], ==, "app.help");
  gtk_window_present (GTK_WINDOW (window));
  wait_until (gtk_application_get_active_window (application) == GTK_WINDOW (window));
  help = open_help ();
  g_assert_cmpint (selected (help), ==, 0);
  test_assert_names (help);

  /* There is one of it. */
  g_assert_true (open_help () == help);
  test_close (help);

  g_assert_true (gtk_widget_activate_action (GTK_WIDGET (window), "win.show-page", "s", "salience"));
  help = open_help ();
  g_assert_cmpint (selected (help), ==, (int) om_help_topics_find ("salience"));
  g_assert_cmpint (selected (help), >, 0);

  /* It does not keep the program when the last window goes. */
  g_object_add_weak_pointer (G_OBJECT (help), (gpointer *) &help);
  test_close (GTK_WIDGET (window));
  wait_until (help == NULL);
}

static void
test_topics (Fixture      *fixture,
             gconstpointer data)
{
  OmWindow *window = fixture_show_window (fixture);
  GtkWidget *help = open_help ();
  GtkListBox *list = GTK_LIST_BOX (test_find (help, GTK_TYPE_LIST_BOX, 0));
  const OmHelpTopic *topic;
  guint n;

  for (n = 0; (topic = om_help_topics_get (n)) != NULL; n++)
    {
      GtkListBoxRow *row = gtk_list_box_get_row_at_index (list, (int) n);
      GtkWidget *picture;
      int width = 0;

      gtk_list_box_select_row (list, row);
      for (guint i = 0; topic->paragraphs[i] != NULL; i++)
        wait_until (test_find_label (help, topic->paragraphs[i]) != NULL);
      picture = test_find (help, GTK_TYPE_PICTURE, 0);
      g_assert_nonnull (gtk_picture_get_paintable (GTK_PICTURE (picture)));
      g_assert_cmpstr (gtk_picture_get_alternative_text (GTK_PICTURE (picture)), ==, topic->picture);
      width = gdk_paintable_get_intrinsic_width (gtk_picture_get_paintable (GTK_PICTURE (picture)));
      g_assert_cmpint (width, >=, 300);
      wait_until (gtk_widget_get_width (picture) > 0);
      g_assert_cmpint (gtk_widget_get_width (picture), <=, width);
    }
  g_assert_cmpuint (n, >=, 16);
  g_assert_null (gtk_list_box_get_row_at_index (list, (int) n));
  test_close (help);
  test_close (GTK_WIDGET (window));
}

/* Arrows choose in the list, Enter leads to what is read, and there the arrows move it. */
static void
test_keyboard (Fixture      *fixture,
               gconstpointer data)
{
  OmWindow *window = fixture_show_window (fixture);
  GtkWidget *help = open_help ();
  GtkWidget *list = test_find (help, GTK_TYPE_LIST_BOX, 0);
  GtkWidget *leaflet = test_find (help, ADW_TYPE_LEAFLET, 0);
  const OmHelpTopic *second = om_help_topics_get (1);
  GtkWidget *scroller;
  GtkAdjustment *adjustment;
  GtkWidget *focus = gtk_window_get_focus (GTK_WINDOW (help));
  gboolean handled = FALSE;

  g_assert_true (focus != NULL && gtk_widget_is_ancestor (focus, list));
  g_signal_emit_by_name (list, "move-cursor", GTK_MOVEMENT_DISPLAY_LINES, 1, FALSE, FALSE);
  g_assert_cmpint (selected (help), ==, 1);
  wait_until (test_find_label (help, second->paragraphs[0]) != NULL);
  scroller = gtk_widget_get_ancestor (test_find_label (help, second->paragraphs[0]), GTK_TYPE_SCROLLED_WINDOW);
  adjustment = gtk_scrolled_window_get_vadjustment (GTK_SCROLLED_WINDOW (scroller));
  g_signal_emit_by_name (list, "activate-cursor-row");
  g_assert_true (gtk_window_get_focus (GTK_WINDOW (help)) == scroller);
  wait_until (gtk_adjustment_get_upper (adjustment) > gtk_adjustment_get_page_size (adjustment));
  g_signal_emit_by_name (scroller, "scroll-child", GTK_SCROLL_END, FALSE, &handled);
  wait_until (gtk_adjustment_get_value (adjustment) > 0);

  /* The next topic begins at its beginning. */
  gtk_list_box_select_row (GTK_LIST_BOX (list), gtk_list_box_get_row_at_index (GTK_LIST_BOX (list), 2));
  wait_until (gtk_adjustment_get_value (adjustment) <= 0);

  /* Narrow: one side at a time, and a way back. */
  gtk_window_set_default_size (GTK_WINDOW (help), 360, 600);
  wait_until (adw_leaflet_get_folded (ADW_LEAFLET (leaflet)));
  g_assert_true (gtk_widget_activate_action (help, "help.back", NULL));
  focus = gtk_window_get_focus (GTK_WINDOW (help));
  g_assert_true (focus != NULL && gtk_widget_is_ancestor (focus, list));
  test_close (help);
  test_close (GTK_WIDGET (window));
}

#define add(name, func) g_test_add ("/views/help/" name, Fixture, NULL, fixture_set_up, func, fixture_tear_down)

void
test_help_add (void)
{
  add ("open", test_open);
  add ("topics", test_topics);
  add ("keyboard", test_keyboard);
}
