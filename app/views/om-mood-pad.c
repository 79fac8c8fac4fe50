/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMoodPad: a field in which a mood is a place: how pleasant across, how stirred upwards. By mouse, or
 * by the arrow keys. An estimated mood is a ring, one that was set is a dot. The pleasant side is the
 * end of the line, so it is mirrored where lines are. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-mood-pad.h"

#include <glib/gi18n.h>
#include <math.h>

#include "views/om-mood-words.h"

#define DOT_PX 8
#define STEP_VALENCE .1
#define STEP_AROUSAL .05
/* Where the keys begin if nothing is known: neither pleasant nor unpleasant, awake. */
#define FIRST_VALENCE 0
#define FIRST_AROUSAL .5

struct _OmMoodPad
{
  GtkWidget parent_instance;

  double   valence; /* NAN if unknown */
  double   arousal;
  gboolean by_hand;
};

enum
{
  SIGNAL_PICKED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmMoodPad, om_mood_pad, GTK_TYPE_WIDGET)

static gboolean
is_known (OmMoodPad *self)
{
  return !isnan (self->valence) && !isnan (self->arousal);
}

static gboolean
is_mirrored (OmMoodPad *self)
{
  return gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL;
}

static void
tell (OmMoodPad *self)
{
  g_autofree char *text = NULL;

  if (!is_known (self))
    text = g_strdup (_("Not known"));
  else if (self->by_hand)
    /* Translators: a mood in a word, then how pleasant and how stirred: “Glad: pleasant, awake” */
    text = g_strdup_printf (_("%s: %s, %s"), om_mood_words_name (self->valence, self->arousal),
                            om_mood_words_valence (om_mood_words_valence_step (self->valence)),
                            om_mood_words_arousal (om_mood_words_arousal_step (self->arousal)));
  else
    /* Translators: %s is a mood in a word, which the program took from the words of the text */
    text = g_strdup_printf (_("%s, estimated"), om_mood_words_name (self->valence, self->arousal));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, -1.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, 1.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, is_known (self) ? self->valence : 0.0,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text,
                                  -1);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), text);
}

static void
pick (OmMoodPad *self,
      double     valence,
      double     arousal)
{
  /* No more digits than a hand can mean. */
  valence = round (CLAMP (valence, -1, 1) * 100) / 100;
  arousal = round (CLAMP (arousal, 0, 1) * 100) / 100;
  om_mood_pad_set_mood (self, valence, arousal, TRUE);
  g_signal_emit (self, signals[SIGNAL_PICKED], 0, valence, arousal);
}

/* Without telling: the hand has not let go yet. */
static void
follow (OmMoodPad *self,
        double     x,
        double     y)
{
  double width = gtk_widget_get_width (GTK_WIDGET (self)) - 2 * DOT_PX;
  double height = gtk_widget_get_height (GTK_WIDGET (self)) - 2 * DOT_PX;
  double across = width > 0 ? CLAMP ((x - DOT_PX) / width, 0, 1) : .5;
  double up = height > 0 ? CLAMP (1 - (y - DOT_PX) / height, 0, 1) : .5;

  self->valence = (is_mirrored (self) ? 1 - across : across) * 2 - 1;
  self->arousal = up;
  self->by_hand = TRUE;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
drag_begin_cb (GtkGestureDrag *gesture,
               double          x,
               double          y,
               OmMoodPad      *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self));
  gtk_gesture_set_state (GTK_GESTURE (gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  follow (self, x, y);
}

static void
drag_update_cb (GtkGestureDrag *gesture,
                double          offset_x,
                double          offset_y,
                OmMoodPad      *self)
{
  double x;
  double y;

  gtk_gesture_drag_get_start_point (gesture, &x, &y);
  follow (self, x + offset_x, y + offset_y);
}

static void
drag_end_cb (GtkGestureDrag *gesture,
             double          offset_x,
             double          offset_y,
             OmMoodPad      *self)
{
  drag_update_cb (gesture, offset_x, offset_y, self);
  pick (self, self->valence, self->arousal);
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        state,
                OmMoodPad             *self)
{
  double valence = is_known (self) ? self->valence : FIRST_VALENCE;
  double arousal = is_known (self) ? self->arousal : FIRST_AROUSAL;
  double forward = is_mirrored (self) ? -STEP_VALENCE : STEP_VALENCE;

  switch (keyval)
    {
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      pick (self, valence + forward, arousal);
      return GDK_EVENT_STOP;
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      pick (self, valence - forward, arousal);
      return GDK_EVENT_STOP;
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      pick (self, valence, arousal + STEP_AROUSAL);
      return GDK_EVENT_STOP;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      pick (self, valence, arousal - STEP_AROUSAL);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static void
append_line (GtkSnapshot   *snapshot,
             const GdkRGBA *color,
             float          x,
             float          y,
             float          width,
             float          height)
{
  gtk_snapshot_append_color (snapshot, color, &GRAPHENE_RECT_INIT (x, y, width, height));
}

static void
om_mood_pad_snapshot (GtkWidget   *widget,
                      GtkSnapshot *snapshot)
{
  OmMoodPad *self = OM_MOOD_PAD (widget);
  float width = (float) gtk_widget_get_width (widget);
  float height = (float) gtk_widget_get_height (widget);
  float hair = 1.f / (float) gtk_widget_get_scale_factor (widget);
  float across;
  GdkRGBA color;
  GdkRGBA faint;
  GskRoundedRect dot;
  graphene_rect_t place;

  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  faint = color;
  faint.alpha *= .35f;
  append_line (snapshot, &faint, floorf (width / 2), 0, hair, height);
  append_line (snapshot, &faint, 0, floorf (height / 2), width, hair);
  if (!is_known (self))
    return;

  across = (float) ((self->valence + 1) / 2);
  if (is_mirrored (self))
    across = 1 - across;
  graphene_rect_init (&place, across * (width - 2 * DOT_PX), (float) (1 - self->arousal) * (height - 2 * DOT_PX),
                      2 * DOT_PX, 2 * DOT_PX);
  gsk_rounded_rect_init_from_rect (&dot, &place, DOT_PX);
  if (self->by_hand)
    {
      gtk_snapshot_push_rounded_clip (snapshot, &dot);
      gtk_snapshot_append_color (snapshot, &color, &place);
      gtk_snapshot_pop (snapshot);
    }
  else
    {
      const float widths[] = { 2, 2, 2, 2 };
      const GdkRGBA colors[] = { color, color, color, color };

      gtk_snapshot_append_border (snapshot, &dot, widths, colors);
    }
}

static void
om_mood_pad_measure (GtkWidget     *widget,
                     GtkOrientation orientation,
                     int            for_size,
                     int           *minimum,
                     int           *natural,
                     int           *minimum_baseline,
                     int           *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? 120 : 96;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? 240 : 120;
}

static void
om_mood_pad_class_init (OmMoodPadClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  widget_class->snapshot = om_mood_pad_snapshot;
  widget_class->measure = om_mood_pad_measure;
  gtk_widget_class_set_css_name (widget_class, "mood-pad");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);

  /**
   * OmMoodPad::picked:
   * @valence: -1..1
   * @arousal: 0..1
   *
   * The person set a mood.
   */
  signals[SIGNAL_PICKED] = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 2, G_TYPE_DOUBLE, G_TYPE_DOUBLE);
}

static void
om_mood_pad_init (OmMoodPad *self)
{
  GtkGesture *drag = gtk_gesture_drag_new ();
  GtkEventController *keys = gtk_event_controller_key_new ();

  self->valence = self->arousal = NAN;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  g_signal_connect (drag, "drag-begin", G_CALLBACK (drag_begin_cb), self);
  g_signal_connect (drag, "drag-update", G_CALLBACK (drag_update_cb), self);
  g_signal_connect (drag, "drag-end", G_CALLBACK (drag_end_cb), self);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (drag));
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _("Mood: how pleasant across, how stirred upwards"), -1);
  tell (self);
}

/**
 * om_mood_pad_set_mood:
 * @valence: -1..1 or NAN if unknown
 * @arousal: 0..1 or NAN if unknown
 * @by_hand: it was set, not estimated
 */
void
om_mood_pad_set_mood (OmMoodPad *self,
                      double     valence,
                      double     arousal,
                      gboolean   by_hand)
{
  g_return_if_fail (OM_IS_MOOD_PAD (self));

  self->valence = valence;
  self->arousal = arousal;
  self->by_hand = by_hand;
  tell (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
