/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The calendar in the place of the list: a day or a period that is chosen in it becomes what is listed, and Escape
 * leads back the way one came. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-memories-page-private.h"

/**
 * om_memories_page_shows_calendar:
 *
 * Returns: %TRUE if the calendar stands where the list would; a search goes before both
 */
gboolean
om_memories_page_shows_calendar (OmMemoriesPage *self)
{
  return gtk_toggle_button_get_active (self->calendar_button);
}

static void
calendar_toggled_cb (GtkToggleButton *button,
                     OmMemoriesPage  *self)
{
  gboolean active = gtk_toggle_button_get_active (button);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (active && om_memories_page_is_searching (self))
    gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  om_memories_page_show_contents (self);
  /* Who types a search goes on typing. */
  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->entry)) && !active)
    return;
  if (active)
    om_calendar_box_take_focus (self->calendar);
  else
    om_memories_page_take_focus (self);
}

static void
picked_cb (OmCalendarBox  *calendar,
           gint32          first,
           gint32          last,
           OmMemoriesPage *self)
{
  om_filter_bar_set_days (self->filter_bar, first, last);
  self->from_calendar = TRUE;
  gtk_toggle_button_set_active (self->calendar_button, FALSE);
}

/**
 * om_memories_page_leave_days:
 *
 * From a day that was chosen in the calendar back to the calendar, and from there to all memories.
 *
 * Returns: %TRUE if there was such a way
 */
gboolean
om_memories_page_leave_days (OmMemoriesPage *self)
{
  if (om_memories_page_shows_calendar (self))
    {
      gtk_toggle_button_set_active (self->calendar_button, FALSE);
      return TRUE;
    }
  if (!self->from_calendar || !om_filter_bar_has_days (self->filter_bar))
    return FALSE;
  self->from_calendar = FALSE;
  om_filter_bar_clear_days (self->filter_bar);
  gtk_toggle_button_set_active (self->calendar_button, TRUE);
  return TRUE;
}

static void
calendar_cb (GtkWidget  *widget,
             const char *name,
             GVariant   *parameter)
{
  OmMemoriesPage *self = OM_MEMORIES_PAGE (widget);

  gtk_toggle_button_set_active (self->calendar_button, !om_memories_page_shows_calendar (self));
}

/**
 * om_memories_page_class_add_calendar:
 * @widget_class: the class that is being made
 *
 * Binds what the calendar and its button call.
 */
void
om_memories_page_class_add_calendar (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, calendar_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, picked_cb);
  gtk_widget_class_install_action (widget_class, "memories.calendar", NULL, calendar_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_d, GDK_CONTROL_MASK, "memories.calendar", NULL);
}
