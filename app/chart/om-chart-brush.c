/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmChartBrush: a bar from the first time to the last that shows how much there is when, with a stretch of it
 * chosen. Its ends and its middle can be dragged; Left and Right move it, with Shift its later end, with
 * Control its earlier end, Home and End to the edges, Escape chooses all. Time runs from left to right in
 * every language. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "chart/om-chart-brush.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

#define N_BINS 120
#define HEIGHT_PX 40
#define GRIP_PX 10
#define STEP .02
/* No narrower: it could not be taken hold of. */
#define LEAST_SHARE .02

typedef enum
{
  GRIP_NONE,
  GRIP_FROM,
  GRIP_TO,
  GRIP_BOTH
} Grip;

struct _OmChartBrush
{
  GtkWidget parent_instance;

  GTimeZone *zone; /* (owned) (nullable) */
  gint64     first;
  gint64     last;
  guint      bins[N_BINS];
  guint      most;
  double     from; /* shares of the whole */
  double     to;

  Grip       grip; /* what is dragged */
  double     from_before;
  double     to_before;
};

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmChartBrush, om_chart_brush, GTK_TYPE_WIDGET)

static gint64
time_of (OmChartBrush *self,
         double        share)
{
  return self->first + (gint64) (share * (double) (self->last - self->first));
}

static char *
dup_day (OmChartBrush *self,
         gint64        ms)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc (ms / 1000);
  g_autoptr (GDateTime) local = utc != NULL && self->zone != NULL ? g_date_time_to_timezone (utc, self->zone) : NULL;

  return local != NULL ? g_date_time_format (local, C_ ("chart", "%-d %b %Y")) : g_strdup ("");
}

static void
tell (OmChartBrush *self)
{
  g_autofree char *from = dup_day (self, time_of (self, self->from));
  g_autofree char *to = dup_day (self, time_of (self, self->to));
  /* Translators: a stretch of time, from a day to a day */
  g_autofree char *words = g_strdup_printf (_("%s to %s"), from, to);

  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, 0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, 1.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, self->from,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, words,
                                  -1);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), words);
}

static void
change (OmChartBrush *self,
        double        from,
        double        to)
{
  from = CLAMP (from, 0, 1 - LEAST_SHARE);
  to = CLAMP (to, from + LEAST_SHARE, 1);
  if (from == self->from && to == self->to)
    return;
  self->from = from;
  self->to = to;
  tell (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
}

/* The whole stretch, as far as there is room. */
static void
move_by (OmChartBrush *self,
         double        from,
         double        to,
         double        by)
{
  by = CLAMP (by, -from, 1 - to);
  change (self, from + by, to + by);
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        state,
                OmChartBrush          *self)
{
  double width = self->to - self->from;
  double step = 0;

  switch (keyval)
    {
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      step = -STEP;
      break;
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      step = STEP;
      break;
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      change (self, 0, width);
      return GDK_EVENT_STOP;
    case GDK_KEY_End:
    case GDK_KEY_KP_End:
      change (self, 1 - width, 1);
      return GDK_EVENT_STOP;
    case GDK_KEY_Escape:
      if (width >= 1)
        return GDK_EVENT_PROPAGATE;
      change (self, 0, 1);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
  if (state & (GDK_ALT_MASK | GDK_SUPER_MASK))
    return GDK_EVENT_PROPAGATE;
  if (state & GDK_SHIFT_MASK)
    change (self, self->from, MAX (self->to + step, self->from + LEAST_SHARE));
  else if (state & GDK_CONTROL_MASK)
    change (self, MIN (self->from + step, self->to - LEAST_SHARE), self->to);
  else
    move_by (self, self->from, self->to, step);
  return GDK_EVENT_STOP;
}

static void
drag_begin_cb (GtkGestureDrag *gesture,
               double          x,
               double          y,
               OmChartBrush   *self)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self));
  double share = x / MAX (1, width);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  if (fabs (share - self->from) * width <= GRIP_PX)
    self->grip = GRIP_FROM;
  else if (fabs (share - self->to) * width <= GRIP_PX)
    self->grip = GRIP_TO;
  else if (share < self->from || share > self->to)
    {
      /* Beside it: it comes there. */
      move_by (self, self->from, self->to, share - (self->from + self->to) / 2);
      self->grip = GRIP_BOTH;
    }
  else
    self->grip = GRIP_BOTH;
  self->from_before = self->from;
  self->to_before = self->to;
}

static void
drag_update_cb (GtkGestureDrag *gesture,
                double          offset_x,
                double          offset_y,
                OmChartBrush   *self)
{
  double by = offset_x / MAX (1, gtk_widget_get_width (GTK_WIDGET (self)));

  if (self->grip == GRIP_FROM)
    change (self, MIN (self->from_before + by, self->to - LEAST_SHARE), self->to);
  else if (self->grip == GRIP_TO)
    change (self, self->from, MAX (self->to_before + by, self->from + LEAST_SHARE));
  else
    move_by (self, self->from_before, self->to_before, by);
}

static void
om_chart_brush_snapshot (GtkWidget   *widget,
                         GtkSnapshot *snapshot)
{
  OmChartBrush *self = OM_CHART_BRUSH (widget);
  float width = (float) gtk_widget_get_width (widget);
  float height = (float) gtk_widget_get_height (widget);
  float from = floorf ((float) self->from * width);
  float to = ceilf ((float) self->to * width);
  GdkRGBA color;
  GdkRGBA accent;
  GtkStyleContext *style = gtk_widget_get_style_context (widget);

  gtk_style_context_get_color (style, &color);
  if (!gtk_style_context_lookup_color (style, "accent_color", &accent))
    accent = color;
  for (guint i = 0; i < N_BINS; i++)
    {
      float left = floorf (width * (float) i / N_BINS);
      float right = MAX (left + 1, floorf (width * (float) (i + 1) / N_BINS) - 1);
      /* One is seen, too. */
      float bar = self->bins[i] > 0 ? MAX (2, (height - 6) * (float) self->bins[i] / (float) self->most) : 0;
      gboolean inside = left >= from - 1 && right <= to + 1;
      GdkRGBA paint = inside ? accent : color;

      paint.alpha *= inside ? 1 : .35f;
      gtk_snapshot_append_color (snapshot, &paint, &GRAPHENE_RECT_INIT (left, height - bar, right - left, bar));
    }
  accent.alpha = .12f;
  gtk_snapshot_append_color (snapshot, &accent, &GRAPHENE_RECT_INIT (from, 0, to - from, height));
  gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (from, 0, 2, height));
  gtk_snapshot_append_color (snapshot, &color, &GRAPHENE_RECT_INIT (to - 2, 0, 2, height));
}

static void
om_chart_brush_measure (GtkWidget     *widget,
                        GtkOrientation orientation,
                        int            for_size,
                        int           *minimum,
                        int           *natural,
                        int           *minimum_baseline,
                        int           *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? N_BINS : HEIGHT_PX;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 3 * N_BINS : HEIGHT_PX;
}

static void
om_chart_brush_finalize (GObject *object)
{
  g_clear_pointer (&OM_CHART_BRUSH (object)->zone, g_time_zone_unref);

  G_OBJECT_CLASS (om_chart_brush_parent_class)->finalize (object);
}

static void
om_chart_brush_class_init (OmChartBrushClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = om_chart_brush_finalize;
  widget_class->snapshot = om_chart_brush_snapshot;
  widget_class->measure = om_chart_brush_measure;
  gtk_widget_class_set_css_name (widget_class, "chart-brush");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);

  /**
   * OmChartBrush::changed:
   *
   * Another stretch was chosen.
   */
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                          G_TYPE_NONE, 0);
}

static void
om_chart_brush_init (OmChartBrush *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->to = 1;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Stretch of time"), -1);
  tell (self);
}

/**
 * om_chart_brush_set_times:
 * @times: (array length=n_times): what there is, ms UTC, in any order
 * @zone: whose days are told
 *
 * The share that is chosen stays.
 */
void
om_chart_brush_set_times (OmChartBrush *self,
                          const gint64 *times,
                          gsize         n_times,
                          GTimeZone    *zone)
{
  g_return_if_fail (OM_IS_CHART_BRUSH (self));

  g_clear_pointer (&self->zone, g_time_zone_unref);
  self->zone = g_time_zone_ref (zone);
  self->first = self->last = n_times > 0 ? times[0] : 0;
  self->most = 0;
  memset (self->bins, 0, sizeof self->bins);
  for (gsize i = 0; i < n_times; i++)
    {
      self->first = MIN (self->first, times[i]);
      self->last = MAX (self->last, times[i]);
    }
  for (gsize i = 0; i < n_times; i++)
    {
      double share = self->last > self->first ? (double) (times[i] - self->first) / (double) (self->last - self->first) : 0;
      guint *bin = &self->bins[MIN (N_BINS - 1, (guint) (share * N_BINS))];

      self->most = MAX (self->most, ++*bin);
    }
  tell (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/**
 * om_chart_brush_set_range:
 * @from: share of the whole, 0..1
 * @to: share of the whole, 0..1
 */
void
om_chart_brush_set_range (OmChartBrush *self,
                          double        from,
                          double        to)
{
  g_return_if_fail (OM_IS_CHART_BRUSH (self));

  change (self, from, to);
}

/**
 * om_chart_brush_get_range:
 * @from: (out): ms UTC
 * @to: (out): ms UTC, the last that belongs to it
 */
void
om_chart_brush_get_range (OmChartBrush *self,
                          gint64       *from,
                          gint64       *to)
{
  g_return_if_fail (OM_IS_CHART_BRUSH (self));

  *from = time_of (self, self->from);
  *to = self->to >= 1 ? self->last : time_of (self, self->to);
}
