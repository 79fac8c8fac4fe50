/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmHelpWindow: the manual, topics beside the one that is read, in one window for all. It needs neither a
 * browser nor another program, so that F1 helps on every desktop. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-help-window.h"

#include <glib/gi18n.h>

#include "views/om-help-topics.h"

#define PICTURES "/org/openmemory/Desktop/help/"

struct _OmHelpWindow
{
  AdwWindow parent_instance;

  AdwLeaflet        *leaflet;
  GtkListBox        *list;
  GtkWidget         *topic_side;
  AdwWindowTitle    *topic_title;
  GtkScrolledWindow *scroller;
  GtkBox            *topic_box;
};

G_DEFINE_FINAL_TYPE (OmHelpWindow, om_help_window, ADW_TYPE_WINDOW)

static void
add_paragraph (OmHelpWindow *self,
               const char   *words,
               gboolean      is_title)
{
  GtkWidget *label = gtk_label_new (words);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_widget_add_css_class (label, is_title ? "title-2" : "body");
  gtk_box_append (self->topic_box, label);
}

static void
add_picture (OmHelpWindow      *self,
             const OmHelpTopic *topic)
{
  g_autofree char *path = g_strconcat (PICTURES, topic->name, ".png", NULL);
  GtkWidget *picture = gtk_picture_new_for_resource (path);
  GtkWidget *clamp = adw_clamp_new ();
  int width = gdk_paintable_get_intrinsic_width (gtk_picture_get_paintable (GTK_PICTURE (picture)));

  gtk_picture_set_alternative_text (GTK_PICTURE (picture), _(topic->picture));
  gtk_widget_add_css_class (picture, "help-picture");
  /* Made smaller where there is less room, never larger: letters in it would grow and blur. */
  gtk_widget_set_hexpand (clamp, TRUE);
  adw_clamp_set_maximum_size (ADW_CLAMP (clamp), width);
  adw_clamp_set_tightening_threshold (ADW_CLAMP (clamp), width);
  adw_clamp_set_child (ADW_CLAMP (clamp), picture);
  gtk_box_append (self->topic_box, clamp);
}

static void
show_topic (OmHelpWindow *self,
            guint         number)
{
  const OmHelpTopic *topic = om_help_topics_get (number);
  const char *title = om_help_topic_title (topic);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self->topic_box))) != NULL)
    gtk_box_remove (self->topic_box, child);
  adw_window_title_set_title (self->topic_title, title);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scroller), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
  add_paragraph (self, title, TRUE);
  for (guint i = 0; topic->paragraphs[i] != NULL; i++)
    {
      add_paragraph (self, _(topic->paragraphs[i]), FALSE);
      if (i == 0 && topic->picture != NULL)
        add_picture (self, topic);
    }
  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
}

static void
row_selected_cb (GtkListBox    *list,
                 GtkListBoxRow *row,
                 OmHelpWindow  *self)
{
  if (row != NULL)
    show_topic (self, (guint) gtk_list_box_row_get_index (row));
}

/* Enter and a click lead to what can be read, the arrows stay in the list. */
static void
row_activated_cb (GtkListBox    *list,
                  GtkListBoxRow *row,
                  OmHelpWindow  *self)
{
  adw_leaflet_set_visible_child (self->leaflet, self->topic_side);
  gtk_widget_grab_focus (GTK_WIDGET (self->scroller));
}

static void
go_back (GtkWidget  *widget,
         const char *action,
         GVariant   *parameter)
{
  OmHelpWindow *self = OM_HELP_WINDOW (widget);

  adw_leaflet_navigate (self->leaflet, ADW_NAVIGATION_DIRECTION_BACK);
  gtk_widget_grab_focus (GTK_WIDGET (gtk_list_box_get_selected_row (self->list)));
}

/* Escape goes back to the topics where they are out of sight, and closes otherwise. */
static gboolean
escape_cb (GtkWidget *widget,
           GVariant  *parameter,
           gpointer   data)
{
  OmHelpWindow *self = OM_HELP_WINDOW (widget);

  if (adw_leaflet_get_folded (self->leaflet) && adw_leaflet_get_visible_child (self->leaflet) == self->topic_side)
    gtk_widget_activate_action (widget, "help.back", NULL);
  else
    gtk_window_close (GTK_WINDOW (self));
  return TRUE;
}

static void
om_help_window_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), OM_TYPE_HELP_WINDOW);

  G_OBJECT_CLASS (om_help_window_parent_class)->dispose (object);
}

static void
om_help_window_class_init (OmHelpWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_help_window_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-help-window.ui");
  gtk_widget_class_bind_template_child (widget_class, OmHelpWindow, leaflet);
  gtk_widget_class_bind_template_child (widget_class, OmHelpWindow, list);
  gtk_widget_class_bind_template_child (widget_class, OmHelpWindow, topic_side);
  gtk_widget_class_bind_template_child (widget_class, OmHelpWindow, topic_title);
  gtk_widget_class_bind_template_child (widget_class, OmHelpWindow, scroller);
  gtk_widget_class_bind_template_child (widget_class, OmHelpWindow, topic_box);
  gtk_widget_class_bind_template_callback (widget_class, row_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_install_action (widget_class, "help.back", NULL, go_back);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_Escape, 0, escape_cb, NULL);
}

/* What is read moves with the plain arrows: nothing else in it wants them. */
static void
add_scroll_keys (GtkWidget *scroller)
{
  static const struct
  {
    guint         key;
    GtkScrollType scroll;
  } keys[] = {
    { GDK_KEY_Up, GTK_SCROLL_STEP_BACKWARD },
    { GDK_KEY_Down, GTK_SCROLL_STEP_FORWARD },
    { GDK_KEY_Home, GTK_SCROLL_START },
    { GDK_KEY_End, GTK_SCROLL_END },
    { GDK_KEY_space, GTK_SCROLL_PAGE_FORWARD },
  };
  GtkEventController *controller = gtk_shortcut_controller_new ();

  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (controller),
      gtk_shortcut_new_with_arguments (gtk_keyval_trigger_new (keys[i].key, 0),
                                       gtk_signal_action_new ("scroll-child"), "(ib)", (int) keys[i].scroll, FALSE));
  gtk_widget_add_controller (scroller, controller);
}

static void
om_help_window_init (OmHelpWindow *self)
{
  const OmHelpTopic *topic;

  gtk_widget_init_template (GTK_WIDGET (self));
  add_scroll_keys (GTK_WIDGET (self->scroller));
  for (guint i = 0; (topic = om_help_topics_get (i)) != NULL; i++)
    {
      const char *title = om_help_topic_title (topic);
      GtkWidget *label = gtk_label_new (title);
      GtkWidget *row = gtk_list_box_row_new ();

      gtk_label_set_wrap (GTK_LABEL (label), TRUE);
      gtk_label_set_xalign (GTK_LABEL (label), 0);
      gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), label);
      gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, title, -1);
      gtk_list_box_append (self->list, row);
    }
}

static void
choose (OmHelpWindow *self,
        guint         number)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, (int) number);

  gtk_list_box_select_row (self->list, row);
  gtk_widget_grab_focus (GTK_WIDGET (row));
}

/* The manual does not keep the program going by itself. */
static void
window_removed_cb (GtkApplication *application,
                   GtkWindow      *window,
                   OmHelpWindow   *self)
{
  for (GList *l = gtk_application_get_windows (application); l != NULL; l = l->next)
    {
      if (!OM_IS_HELP_WINDOW (l->data))
        return;
    }
  if (window != GTK_WINDOW (self))
    gtk_window_close (GTK_WINDOW (self));
}

/**
 * om_help_window_show:
 * @page: (nullable): the name of the page that is looked at, which chooses the topic; without one the
 *   manual stays where it is
 *
 * Brings the manual to the front, or makes its window.
 */
void
om_help_window_show (GtkApplication *application,
                     const char     *page)
{
  OmHelpWindow *self = NULL;

  for (GList *l = gtk_application_get_windows (application); l != NULL; l = l->next)
    {
      if (OM_IS_HELP_WINDOW (l->data))
        self = l->data;
    }
  if (self == NULL)
    {
      self = g_object_new (OM_TYPE_HELP_WINDOW, "application", application, NULL);
      g_signal_connect_object (application, "window-removed", G_CALLBACK (window_removed_cb), self, 0);
      choose (self, om_help_topics_find (page));
    }
  else if (page != NULL)
    choose (self, om_help_topics_find (page));
  gtk_window_present (GTK_WINDOW (self));
}
