/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pointer, wheel, fingers and keys on the picture of a map. A click opens a memory, or goes nearer to many; dragging
 * moves a memory or the whole plane; wheel and pinch zoom. The arrow keys walk along links, with Shift they move the
 * plane; Home goes to the memory that comes to mind most easily; Return opens; plus, minus and 0 zoom; the menu
 * key tells what can be done; Escape lets go. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-graph-view-private.h"

#include <math.h>

/* A hand is not quite still. */
#define CLICK_PX 6
#define ZOOM_STEP 1.25
#define PAN_PX 60
#define HIT_SLACK_PX 4

static const OmGraphMark *
mark_at (OmGraphView *self,
         double       x,
         double       y)
{
  om_graph_view_look (self);
  return om_graph_scene_find (self->scene, x, y, HIT_SLACK_PX);
}

static void
pan (OmGraphView *self,
     double       dx,
     double       dy)
{
  self->fitted = FALSE;
  self->window.x += dx / self->window.scale;
  self->window.y += dy / self->window.scale;
  om_graph_view_forget (self);
}

static void
zoom_at (OmGraphView *self,
         double       by,
         double       x,
         double       y)
{
  om_graph_view_look (self);
  self->fitted = FALSE;
  om_graph_window_zoom (&self->window, by, x, y);
  om_graph_view_forget (self);
}

static gboolean
has_map (OmGraphView *self)
{
  return self->model != NULL && om_graph_model_get_map (self->model) != NULL;
}

/* The pointer ------------------------------------------------------------------------------------ */

static void
motion_cb (GtkEventControllerMotion *controller,
           double                    x,
           double                    y,
           OmGraphView              *self)
{
  const OmGraphMark *mark;
  guint32 hovered;

  self->pointer_x = x;
  self->pointer_y = y;
  if (!has_map (self))
    return;
  mark = mark_at (self, x, y);
  hovered = mark != NULL ? mark->node : OM_GRAPH_NONE;
  if (hovered == self->hovered)
    return;
  self->hovered = hovered;
  gtk_widget_set_cursor_from_name (GTK_WIDGET (self), hovered != OM_GRAPH_NONE ? "pointer" : NULL);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
leave_cb (GtkEventControllerMotion *controller,
          OmGraphView              *self)
{
  self->hovered = OM_GRAPH_NONE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drag_begin_cb (GtkGestureDrag *gesture,
               double          x,
               double          y,
               OmGraphView    *self)
{
  const OmGraphMark *mark;
  gsize n_nodes;

  gtk_widget_grab_focus (GTK_WIDGET (self));
  self->dragged = OM_GRAPH_NONE;
  if (!has_map (self))
    return;
  mark = mark_at (self, x, y);
  self->drag_window = self->window;
  if (mark != NULL && mark->count == 1)
    {
      self->dragged = mark->node;
      self->drag_place = om_graph_model_get_nodes (self->model, &n_nodes)[mark->node].place;
    }
}

static void
drag_update_cb (GtkGestureDrag *gesture,
                double          offset_x,
                double          offset_y,
                OmGraphView    *self)
{
  if (!has_map (self) || hypot (offset_x, offset_y) < CLICK_PX)
    return;
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  self->fitted = FALSE;
  if (self->dragged != OM_GRAPH_NONE)
    {
      OmGraphPoint place = { self->drag_place.x + (float) (offset_x / self->window.scale),
                             self->drag_place.y + (float) (offset_y / self->window.scale) };

      om_graph_model_place (self->model, self->dragged, place, FALSE);
      return;
    }
  self->window.x = self->drag_window.x - offset_x / self->window.scale;
  self->window.y = self->drag_window.y - offset_y / self->window.scale;
  om_graph_view_forget (self);
}

static void
click (OmGraphView *self,
       double       x,
       double       y)
{
  const OmGraphMark *mark = mark_at (self, x, y);

  if (mark == NULL)
    om_graph_model_select (self->model, OM_MAP_NONE);
  else if (mark->count > 1)
    zoom_at (self, 2, mark->x, mark->y);
  else
    {
      guint32 node = mark->node;

      om_graph_model_select (self->model, node);
      om_graph_view_open (self, node);
    }
}

static void
drag_end_cb (GtkGestureDrag *gesture,
             double          offset_x,
             double          offset_y,
             OmGraphView    *self)
{
  double x;
  double y;
  guint32 dragged = self->dragged;
  gsize n_nodes;
  const OmGraphNode *nodes;

  self->dragged = OM_GRAPH_NONE;
  if (!has_map (self) || !gtk_gesture_drag_get_start_point (gesture, &x, &y))
    return;
  if (hypot (offset_x, offset_y) < CLICK_PX)
    {
      click (self, x, y);
      return;
    }
  nodes = om_graph_model_get_nodes (self->model, &n_nodes);
  /* It stays where it was put. */
  if (dragged < n_nodes)
    om_graph_model_place (self->model, dragged, nodes[dragged].place, TRUE);
}

static void
menu_at (OmGraphView *self,
         double       x,
         double       y)
{
  const OmGraphMark *mark = has_map (self) ? mark_at (self, x, y) : NULL;
  guint32 node;

  if (mark == NULL || mark->count > 1)
    return;
  node = mark->node;
  gtk_widget_grab_focus (GTK_WIDGET (self));
  om_graph_model_select (self->model, node);
  om_graph_view_ask_menu (self, node);
}

static void
secondary_cb (GtkGestureClick *gesture,
              int              n_press,
              double           x,
              double           y,
              OmGraphView     *self)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  menu_at (self, x, y);
}

static void
long_press_cb (GtkGestureLongPress *gesture,
               double               x,
               double               y,
               OmGraphView         *self)
{
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  menu_at (self, x, y);
}

static gboolean
scroll_cb (GtkEventControllerScroll *controller,
           double                    dx,
           double                    dy,
           OmGraphView              *self)
{
  if (!has_map (self))
    return GDK_EVENT_PROPAGATE;
  zoom_at (self, pow (ZOOM_STEP, -dy), self->pointer_x, self->pointer_y);
  return GDK_EVENT_STOP;
}

static void
pinch_begin_cb (GtkGesture       *gesture,
                GdkEventSequence *sequence,
                OmGraphView      *self)
{
  self->dragged = OM_GRAPH_NONE;
  self->pinch_scale = self->window.scale;
}

static void
pinch_cb (GtkGestureZoom *gesture,
          double          scale,
          OmGraphView    *self)
{
  double x;
  double y;

  if (!has_map (self) || self->pinch_scale <= 0 || !gtk_gesture_get_bounding_box_center (GTK_GESTURE (gesture), &x, &y))
    return;
  zoom_at (self, self->pinch_scale * scale / self->window.scale, x, y);
}

/* Keys ------------------------------------------------------------------------------------------- */

static guint32
greatest_node (OmGraphView *self)
{
  gsize n_nodes;
  const OmGraphNode *nodes = om_graph_model_get_nodes (self->model, &n_nodes);
  guint32 best = OM_GRAPH_NONE;

  for (guint32 i = 0; i < n_nodes; i++)
    {
      if ((nodes[i].flags & OM_GRAPH_SHOWN) != 0 && (best == OM_GRAPH_NONE || nodes[i].size > nodes[best].size))
        best = i;
    }
  return best;
}

static void
go_to (OmGraphView *self,
       guint32      node)
{
  if (node == OM_GRAPH_NONE)
    {
      gtk_widget_error_bell (GTK_WIDGET (self));
      return;
    }
  om_graph_model_select (self->model, node);
  om_graph_view_show_node (self, node);
}

static void
walk (OmGraphView *self,
      int          dx,
      int          dy)
{
  guint32 selected = om_graph_model_get_selected (self->model);
  gsize n_nodes;
  gsize n_edges;
  const OmGraphNode *nodes = om_graph_model_get_nodes (self->model, &n_nodes);
  const OmGraphEdge *edges = om_graph_model_get_edges (self->model, &n_edges);

  if (selected == OM_MAP_NONE || (nodes[selected].flags & OM_GRAPH_SHOWN) == 0)
    go_to (self, greatest_node (self));
  else
    go_to (self, om_graph_walk (nodes, edges, n_edges, selected, dx, dy));
}

static gboolean
arrow_key (OmGraphView    *self,
           guint           keyval,
           GdkModifierType state)
{
  int dx = 0;
  int dy = 0;

  switch (keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      dx = -1;
      break;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      dx = 1;
      break;
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      dy = -1;
      break;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      dy = 1;
      break;
    default:
      return FALSE;
    }
  if (state & GDK_SHIFT_MASK)
    pan (self, dx * PAN_PX, dy * PAN_PX);
  else
    walk (self, dx, dy);
  return TRUE;
}

static gboolean
act_key (OmGraphView    *self,
         guint           keyval,
         GdkModifierType state)
{
  guint32 selected = om_graph_model_get_selected (self->model);

  switch (keyval)
    {
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      go_to (self, greatest_node (self));
      return TRUE;
    case GDK_KEY_plus:
    case GDK_KEY_equal:
    case GDK_KEY_KP_Add:
      om_graph_view_zoom (self, ZOOM_STEP);
      return TRUE;
    case GDK_KEY_minus:
    case GDK_KEY_KP_Subtract:
      om_graph_view_zoom (self, 1 / ZOOM_STEP);
      return TRUE;
    case GDK_KEY_0:
    case GDK_KEY_KP_0:
      om_graph_view_fit (self);
      return TRUE;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_ISO_Enter:
      if (selected == OM_MAP_NONE)
        return FALSE;
      om_graph_view_open (self, selected);
      return TRUE;
    case GDK_KEY_Menu:
    case GDK_KEY_F10:
      if (selected == OM_MAP_NONE || (keyval == GDK_KEY_F10 && (state & GDK_SHIFT_MASK) == 0))
        return FALSE;
      om_graph_view_ask_menu (self, selected);
      return TRUE;
    case GDK_KEY_Escape:
      if (selected == OM_MAP_NONE)
        return FALSE;
      om_graph_model_select (self->model, OM_MAP_NONE);
      return TRUE;
    default:
      return FALSE;
    }
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        state,
                OmGraphView           *self)
{
  if (!has_map (self) || (state & (GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SUPER_MASK)) != 0)
    return GDK_EVENT_PROPAGATE;
  return arrow_key (self, keyval, state) || act_key (self, keyval, state) ? GDK_EVENT_STOP : GDK_EVENT_PROPAGATE;
}

/** om_graph_view_add_input: from now on it can be used */
void
om_graph_view_add_input (OmGraphView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *scroll = gtk_event_controller_scroll_new (GTK_EVENT_CONTROLLER_SCROLL_VERTICAL);
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkGesture *secondary = gtk_gesture_click_new ();
  GtkGesture *long_press = gtk_gesture_long_press_new ();
  GtkGesture *pinch = gtk_gesture_zoom_new ();

  gtk_gesture_single_set_button (GTK_GESTURE_SINGLE (secondary), GDK_BUTTON_SECONDARY);
  gtk_gesture_single_set_touch_only (GTK_GESTURE_SINGLE (long_press), TRUE);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  g_signal_connect (scroll, "scroll", G_CALLBACK (scroll_cb), self);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  g_signal_connect (secondary, "pressed", G_CALLBACK (secondary_cb), self);
  g_signal_connect (long_press, "pressed", G_CALLBACK (long_press_cb), self);
  g_signal_connect (pinch, "begin", G_CALLBACK (pinch_begin_cb), self);
  g_signal_connect (pinch, "scale-changed", G_CALLBACK (pinch_cb), self);
  gtk_widget_add_controller (widget, motion);
  gtk_widget_add_controller (widget, keys);
  gtk_widget_add_controller (widget, scroll);
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (secondary));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (long_press));
  gtk_widget_add_controller (widget, GTK_EVENT_CONTROLLER (pinch));
}
