/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmChart: the picture of a plot. A pointer or the keys move a crosshair from point to point: Left and
 * Right by points (with Control by marks), Page Up and Down by a tenth, Home and End, Up and Down by
 * series; Return or a click activates the point. What is there is told to screen readers as the value of a
 * slider. Time runs from left to right in every language, and so do the keys. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "chart/om-chart.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "chart/om-chart-paint.h"

#define LEAST_WIDTH_PX 180
#define LEAST_HEIGHT_PX 140
#define NATURAL_WIDTH_PX 480
/* Lines of text: where the text is large the chart is, too. */
#define NATURAL_LINES 18
/* So many lines high the curves themselves are at the least, whatever the legend above them takes. */
#define LEAST_PLOT_LINES 6
#define ROOMY_PX 4096

struct _OmChart
{
  GtkWidget parent_instance;

  OmChartPlot    *plot;   /* (owned) (nullable) */
  OmChartCursor   cursor;
  gboolean        by_keys; /* the crosshair was moved by keys: it stays when the pointer leaves */

  /* What is drawn, kept until something about it changes. */
  OmChartLayout  *layout;  /* (owned) (nullable) */
  OmChartPalette *palette; /* (owned) (nullable) */
  PangoLayout    *text;    /* (owned) (nullable) */
  GskRenderNode  *node;    /* (owned) (nullable) */
};

enum
{
  SIGNAL_ACTIVATED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmChart, om_chart, GTK_TYPE_WIDGET)

static void
forget_drawing (OmChart *self)
{
  g_clear_pointer (&self->layout, om_chart_layout_free);
  g_clear_pointer (&self->palette, om_chart_palette_free);
  g_clear_pointer (&self->node, gsk_render_node_unref);
  g_clear_object (&self->text);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
tell (OmChart *self)
{
  g_autofree char *words = self->plot != NULL ? om_chart_walk_dup_words (self->plot, self->cursor) : NULL;
  const OmChartPoint *point = self->plot != NULL ? om_chart_walk_point (self->plot, self->cursor) : NULL;

  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, self->plot != NULL ? self->plot->y.min : 0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, self->plot != NULL ? self->plot->y.max : 1.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, point != NULL ? point->y : 0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, words != NULL ? words : "",
                                  -1);
}

static void
move_to (OmChart      *self,
         OmChartCursor cursor)
{
  if (cursor.series == self->cursor.series && cursor.point == self->cursor.point)
    return;
  self->cursor = cursor;
  tell (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static gboolean
activate (OmChart *self)
{
  if (self->plot == NULL || om_chart_walk_point (self->plot, self->cursor) == NULL)
    return FALSE;
  g_signal_emit (self, signals[SIGNAL_ACTIVATED], 0, self->cursor.series, self->cursor.point);
  return TRUE;
}

/* Input ------------------------------------------------------------------------------------------ */

static void
motion_cb (GtkEventControllerMotion *controller,
           double                    x,
           double                    y,
           OmChart                  *self)
{
  if (self->plot == NULL || self->layout == NULL)
    return;
  self->by_keys = FALSE;
  move_to (self, om_chart_walk_nearest (self->plot, self->layout, x, y));
}

static void
leave_cb (GtkEventControllerMotion *controller,
          OmChart                  *self)
{
  if (!self->by_keys)
    move_to (self, OM_CHART_CURSOR_NONE);
}

static void
released_cb (GtkGestureClick *gesture,
             int              n_press,
             double           x,
             double           y,
             OmChart         *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  motion_cb (NULL, x, y, self);
  activate (self);
}

/* Where a key leads; FALSE for any other key. */
static gboolean
step_of (guint           keyval,
         GdkModifierType state,
         OmChartStep    *step)
{
  gboolean control = (state & GDK_CONTROL_MASK) != 0;

  if (state & (GDK_ALT_MASK | GDK_SHIFT_MASK | GDK_SUPER_MASK))
    return FALSE;
  switch (keyval)
    {
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      *step = control ? OM_CHART_STEP_NEXT_MARK : OM_CHART_STEP_NEXT;
      return TRUE;
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      *step = control ? OM_CHART_STEP_PREVIOUS_MARK : OM_CHART_STEP_PREVIOUS;
      return TRUE;
    case GDK_KEY_Page_Down:
    case GDK_KEY_KP_Page_Down:
      *step = OM_CHART_STEP_FAR_NEXT;
      return !control;
    case GDK_KEY_Page_Up:
    case GDK_KEY_KP_Page_Up:
      *step = OM_CHART_STEP_FAR_PREVIOUS;
      return !control;
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      *step = OM_CHART_STEP_FIRST;
      return TRUE;
    case GDK_KEY_End:
    case GDK_KEY_KP_End:
      *step = OM_CHART_STEP_LAST;
      return TRUE;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      *step = OM_CHART_STEP_NEXT_SERIES;
      return !control;
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      *step = OM_CHART_STEP_PREVIOUS_SERIES;
      return !control;
    default:
      return FALSE;
    }
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        state,
                OmChart               *self)
{
  OmChartStep step;
  OmChartCursor cursor = self->cursor;

  if (self->plot == NULL)
    return GDK_EVENT_PROPAGATE;
  if (keyval == GDK_KEY_Return || keyval == GDK_KEY_KP_Enter || keyval == GDK_KEY_ISO_Enter)
    return activate (self) ? GDK_EVENT_STOP : GDK_EVENT_PROPAGATE;
  if (keyval == GDK_KEY_Escape && self->cursor.series >= 0)
    {
      move_to (self, OM_CHART_CURSOR_NONE);
      return GDK_EVENT_STOP;
    }
  if (!step_of (keyval, state, &step))
    return GDK_EVENT_PROPAGATE;

  self->by_keys = TRUE;
  if (om_chart_walk (self->plot, step, &cursor))
    move_to (self, cursor);
  else
    gtk_widget_error_bell (GTK_WIDGET (self));
  return GDK_EVENT_STOP;
}

static void
focus_left_cb (GtkEventControllerFocus *controller,
               OmChart                 *self)
{
  if (self->by_keys)
    move_to (self, OM_CHART_CURSOR_NONE);
}

/* Drawing ---------------------------------------------------------------------------------------- */

static void
prepare (OmChart *self,
         double   width,
         double   height)
{
  GtkWidget *widget = GTK_WIDGET (self);

  if (self->layout != NULL && self->layout->width == width && self->layout->height == height)
    return;
  g_clear_pointer (&self->layout, om_chart_layout_free);
  g_clear_pointer (&self->node, gsk_render_node_unref);
  if (self->text == NULL)
    self->text = om_chart_paint_create_text (gtk_widget_get_pango_context (widget));
  if (self->palette == NULL)
    self->palette = om_chart_palette_new (widget, self->plot);
  self->layout = om_chart_layout_new (self->plot, width, height,
                                      gtk_widget_get_direction (widget) == GTK_TEXT_DIR_RTL,
                                      om_chart_paint_measure, self->text);
}

static OmChartPaint
paint_of (OmChart *self,
          cairo_t *cr)
{
  return (OmChartPaint){ cr, self->text, gtk_widget_get_scale_factor (GTK_WIDGET (self)), self->plot, self->layout,
                         self->palette };
}

static void
om_chart_snapshot (GtkWidget   *widget,
                   GtkSnapshot *snapshot)
{
  OmChart *self = OM_CHART (widget);
  graphene_rect_t area = GRAPHENE_RECT_INIT (0, 0, (float) gtk_widget_get_width (widget),
                                             (float) gtk_widget_get_height (widget));

  if (self->plot == NULL || area.size.width < 1 || area.size.height < 1)
    return;
  prepare (self, area.size.width, area.size.height);
  if (self->node == NULL)
    {
      g_autoptr (GtkSnapshot) own = gtk_snapshot_new ();
      cairo_t *cr = gtk_snapshot_append_cairo (own, &area);
      OmChartPaint paint = paint_of (self, cr);

      om_chart_paint (&paint);
      cairo_destroy (cr);
      self->node = gtk_snapshot_to_node (own);
    }
  if (self->node != NULL)
    gtk_snapshot_append_node (snapshot, self->node);
  if (om_chart_walk_point (self->plot, self->cursor) != NULL)
    {
      cairo_t *cr = gtk_snapshot_append_cairo (snapshot, &area);
      OmChartPaint paint = paint_of (self, cr);

      om_chart_paint_cursor (&paint, self->cursor);
      cairo_destroy (cr);
    }
}

/* What legend, title and ticks take of the height, px. */
static double
measure_frame (OmChart *self,
               double   width)
{
  g_autoptr (OmChartLayout) layout = NULL;

  if (self->plot == NULL)
    return 0;
  if (self->text == NULL)
    self->text = om_chart_paint_create_text (gtk_widget_get_pango_context (GTK_WIDGET (self)));
  layout = om_chart_layout_new (self->plot, width, ROOMY_PX, FALSE, om_chart_paint_measure, self->text);
  return ROOMY_PX - layout->plot.height;
}

/* On a narrow page, or with large letters, the legend has many rows. */
static GtkSizeRequestMode
om_chart_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
om_chart_measure (GtkWidget     *widget,
                  GtkOrientation orientation,
                  int            for_size,
                  int           *minimum,
                  int           *natural,
                  int           *minimum_baseline,
                  int           *natural_baseline)
{
  PangoFontMetrics *metrics;
  int line;

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = LEAST_WIDTH_PX;
      *natural = NATURAL_WIDTH_PX;
      return;
    }
  metrics = pango_context_get_metrics (gtk_widget_get_pango_context (widget), NULL, NULL);
  line = PANGO_PIXELS (pango_font_metrics_get_height (metrics));
  pango_font_metrics_unref (metrics);
  *minimum = MAX (LEAST_HEIGHT_PX, LEAST_PLOT_LINES * line +
                                     (int) ceil (measure_frame (OM_CHART (widget), for_size > 0 ? for_size : NATURAL_WIDTH_PX)));
  *natural = MAX (*minimum, NATURAL_LINES * line);
}

static void
om_chart_css_changed (GtkWidget         *widget,
                      GtkCssStyleChange *change)
{
  GTK_WIDGET_CLASS (om_chart_parent_class)->css_changed (widget, change);
  forget_drawing (OM_CHART (widget));
}

static void
om_chart_direction_changed (GtkWidget       *widget,
                            GtkTextDirection previous)
{
  GTK_WIDGET_CLASS (om_chart_parent_class)->direction_changed (widget, previous);
  forget_drawing (OM_CHART (widget));
}

static void
om_chart_dispose (GObject *object)
{
  OmChart *self = OM_CHART (object);

  g_clear_pointer (&self->plot, om_chart_plot_unref);
  forget_drawing (self);

  G_OBJECT_CLASS (om_chart_parent_class)->dispose (object);
}

static void
om_chart_class_init (OmChartClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_chart_dispose;
  widget_class->snapshot = om_chart_snapshot;
  widget_class->get_request_mode = om_chart_get_request_mode;
  widget_class->measure = om_chart_measure;
  widget_class->css_changed = om_chart_css_changed;
  widget_class->direction_changed = om_chart_direction_changed;
  gtk_widget_class_set_css_name (widget_class, "chart");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);

  /**
   * OmChart::activated:
   * @series: which series of the plot
   * @point: which point of it
   *
   * A point was clicked, or Return was pressed at it.
   */
  signals[SIGNAL_ACTIVATED] = g_signal_new ("activated", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                            G_TYPE_NONE, 2, G_TYPE_INT, G_TYPE_INT);
}

static void
om_chart_init (OmChart *self)
{
  GtkEventController *motion = gtk_event_controller_motion_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkGesture *click = gtk_gesture_click_new ();
  AdwStyleManager *style = adw_style_manager_get_default ();

  self->cursor = OM_CHART_CURSOR_NONE;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  g_signal_connect (motion, "motion", G_CALLBACK (motion_cb), self);
  g_signal_connect (motion, "leave", G_CALLBACK (leave_cb), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  g_signal_connect (focus, "leave", G_CALLBACK (focus_left_cb), self);
  g_signal_connect (click, "released", G_CALLBACK (released_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), motion);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  /* The colours by name change without the widget's own style changing. */
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (forget_drawing), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (forget_drawing), self, G_CONNECT_SWAPPED);
  g_signal_connect (self, "notify::scale-factor", G_CALLBACK (forget_drawing), NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  /* Translators: what a screen reader calls it */
                                  GTK_ACCESSIBLE_PROPERTY_ROLE_DESCRIPTION, C_ ("role", "chart"), -1);
}

/**
 * om_chart_set_plot:
 * @plot: (transfer none) (nullable): what to show; not changed any more
 */
void
om_chart_set_plot (OmChart     *self,
                   OmChartPlot *plot)
{
  g_autofree char *summary = NULL;

  g_return_if_fail (OM_IS_CHART (self));

  if (plot != NULL)
    om_chart_plot_ref (plot);
  g_clear_pointer (&self->plot, om_chart_plot_unref);
  self->plot = plot;
  self->cursor = OM_CHART_CURSOR_NONE;
  summary = plot != NULL ? om_chart_walk_dup_summary (plot) : NULL;
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, plot != NULL ? plot->title : "",
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, summary != NULL ? summary : "",
                                  -1);
  tell (self);
  forget_drawing (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
}

/** om_chart_get_plot: Returns: (transfer none) (nullable): what it shows */
OmChartPlot *
om_chart_get_plot (OmChart *self)
{
  g_return_val_if_fail (OM_IS_CHART (self), NULL);

  return self->plot;
}
