/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmDayMap: the days of a month or of a year, with a mark for what was lived on each: the larger and the stronger
 * in colour, the more. One day is at the cursor; arrows walk by day and week, Page Up and Down by month, with Ctrl
 * by year, Home and End to the ends of what is in view. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-day-map.h"

#include <adwaita.h>
#include <glib/gi18n.h>
#include <math.h>

#include "chart/om-chart-ticks.h"
#include "engine/om-days.h"
#include "views/om-date-words.h"

#define LEAST_WIDTH_LINES 12
#define NATURAL_WIDTH 340
#define MONTHS 12
#define WEEK 7
#define LINE_PX 2
/* Between two words side by side. */
#define WORD_GAP_PX 4
/* Of what a day has room for, by level. */
static const double shares[OM_DAY_LEVELS] = { .16, .40, .58, .78, 1 };

struct _OmDayMap
{
  GtkWidget parent_instance;

  GArray  *days;       /* (owned) (nullable) (element-type OmDayCount) */
  guint    most;       /* of one day */
  gint32   today;      /* OM_DAY_NONE if it is not known */
  gint32   cursor;
  gboolean whole_year;
};

enum
{
  SIGNAL_MOVED,
  SIGNAL_PICKED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmDayMap, om_day_map, GTK_TYPE_WIDGET)

static double
line_height (OmDayMap *self)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), "0");
  int height;

  pango_layout_get_pixel_size (layout, NULL, &height);
  return height;
}

static void
make_layout (OmDayMap    *self,
             double       width,
             OmDayLayout *layout)
{
  om_day_layout_init (layout, self->whole_year, self->cursor, om_chart_ticks_first_weekday (),
                      gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL, width, line_height (self));
}

/* Words ----------------------------------------------------------------------------------------- */

static char *
dup_date (gint32      day,
          const char *form)
{
  int year;
  int month;
  int of_month;
  g_autoptr (GDateTime) date = NULL;

  om_date_from_day_number (day, &year, &month, &of_month);
  date = g_date_time_new_utc (year, month, of_month, 12, 0, 0);
  return date != NULL ? g_date_time_format (date, form) : g_strdup ("");
}

static void
tell (OmDayMap *self)
{
  g_autofree char *words = om_day_map_dup_words (self, self->cursor);

  /* The day at the cursor is its name: that is what a screen reader tells when it changes. */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  GTK_ACCESSIBLE_PROPERTY_LABEL, words,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MIN, (double) om_date_to_day_number (1, 1, 1),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_MAX, (double) om_date_to_day_number (9999, 12, 31),
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, (double) self->cursor,
                                  GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, words,
                                  -1);
}

static void
show (OmDayMap *self)
{
  tell (self);
  gtk_widget_queue_resize (GTK_WIDGET (self));
  gtk_widget_queue_draw (GTK_WIDGET (self));
  g_signal_emit (self, signals[SIGNAL_MOVED], 0);
}

/* Keys and pointer ------------------------------------------------------------------------------ */

static void
walk (OmDayMap *self,
      int       days)
{
  om_day_map_set_cursor (self, self->cursor + days);
}

static gboolean
key_pressed_cb (GtkEventControllerKey *controller,
                guint                  keyval,
                guint                  keycode,
                GdkModifierType        state,
                OmDayMap              *self)
{
  int forward = gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL ? -1 : 1;
  gboolean by_year = (state & GDK_CONTROL_MASK) != 0;
  gint32 first;
  gint32 last;

  if ((state & GDK_ALT_MASK) != 0)
    return GDK_EVENT_PROPAGATE;
  om_day_map_get_range (self, &first, &last);
  switch (keyval)
    {
    case GDK_KEY_Right:
    case GDK_KEY_KP_Right:
      walk (self, forward);
      return GDK_EVENT_STOP;
    case GDK_KEY_Left:
    case GDK_KEY_KP_Left:
      walk (self, -forward);
      return GDK_EVENT_STOP;
    case GDK_KEY_Up:
    case GDK_KEY_KP_Up:
      walk (self, -WEEK);
      return GDK_EVENT_STOP;
    case GDK_KEY_Down:
    case GDK_KEY_KP_Down:
      walk (self, WEEK);
      return GDK_EVENT_STOP;
    case GDK_KEY_Page_Up:
    case GDK_KEY_KP_Page_Up:
      om_day_map_set_cursor (self, om_day_add_months (self->cursor, by_year ? -MONTHS : -1));
      return GDK_EVENT_STOP;
    case GDK_KEY_Page_Down:
    case GDK_KEY_KP_Page_Down:
      om_day_map_set_cursor (self, om_day_add_months (self->cursor, by_year ? MONTHS : 1));
      return GDK_EVENT_STOP;
    case GDK_KEY_Home:
    case GDK_KEY_KP_Home:
      om_day_map_set_cursor (self, first);
      return GDK_EVENT_STOP;
    case GDK_KEY_End:
    case GDK_KEY_KP_End:
      om_day_map_set_cursor (self, last);
      return GDK_EVENT_STOP;
    case GDK_KEY_Return:
    case GDK_KEY_KP_Enter:
    case GDK_KEY_ISO_Enter:
    case GDK_KEY_space:
    case GDK_KEY_KP_Space:
      g_signal_emit (self, signals[SIGNAL_PICKED], 0, self->cursor);
      return GDK_EVENT_STOP;
    default:
      return GDK_EVENT_PROPAGATE;
    }
}

static gint32
day_at (OmDayMap *self,
        double    x,
        double    y)
{
  OmDayLayout layout;

  make_layout (self, gtk_widget_get_width (GTK_WIDGET (self)), &layout);
  return om_day_layout_day_at (&layout, x, y);
}

static void
released_cb (GtkGestureClick *click,
             int              n_press,
             double           x,
             double           y,
             OmDayMap        *self)
{
  gint32 day = day_at (self, x, y);

  gtk_widget_grab_focus (GTK_WIDGET (self));
  if (day == OM_DAY_NONE)
    return;
  om_day_map_set_cursor (self, day);
  g_signal_emit (self, signals[SIGNAL_PICKED], 0, day);
}

static gboolean
om_day_map_query_tooltip (GtkWidget  *widget,
                          int         x,
                          int         y,
                          gboolean    by_keyboard,
                          GtkTooltip *tooltip)
{
  OmDayMap *self = OM_DAY_MAP (widget);
  gint32 day = by_keyboard ? self->cursor : day_at (self, x, y);
  g_autofree char *words = NULL;

  if (day == OM_DAY_NONE)
    return FALSE;
  words = om_day_map_dup_words (self, day);
  gtk_tooltip_set_text (tooltip, words);
  return TRUE;
}

/* Drawing --------------------------------------------------------------------------------------- */

/** Brush: what a day is drawn with. */
typedef struct
{
  OmDayMap    *self;
  GtkSnapshot *snapshot;
  OmDayLayout  layout;
  GdkRGBA      text;
  GdkRGBA      faint;
  GdkRGBA      accent;
  GdkRGBA      levels[OM_DAY_LEVELS];
} Brush;

static void
brush_init (Brush       *brush,
            OmDayMap    *self,
            GtkSnapshot *snapshot)
{
  static const char *const names[] = { NULL, "heat_1_color", "heat_2_color", "heat_3_color", "heat_4_color" };
  GtkStyleContext *style = gtk_widget_get_style_context (GTK_WIDGET (self));

  brush->self = self;
  brush->snapshot = snapshot;
  make_layout (self, gtk_widget_get_width (GTK_WIDGET (self)), &brush->layout);
  gtk_style_context_get_color (style, &brush->text);
  brush->faint = brush->text;
  brush->faint.alpha *= adw_style_manager_get_high_contrast (adw_style_manager_get_default ()) ? .6f : .25f;
  brush->levels[0] = brush->faint;
  if (!gtk_style_context_lookup_color (style, "accent_color", &brush->accent))
    brush->accent = brush->text;
  for (gsize i = 1; i < OM_DAY_LEVELS; i++)
    if (!gtk_style_context_lookup_color (style, names[i], &brush->levels[i]))
      brush->levels[i] = brush->text;
}

static void
draw_words (Brush            *brush,
            const char       *words,
            const OmDayPlace *place,
            gboolean          centred,
            const GdkRGBA    *color,
            gboolean          bold,
            double            scale)
{
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (brush->self), words);
  g_autoptr (PangoAttrList) list = pango_attr_list_new ();
  gboolean mirrored = brush->layout.mirrored;
  int width;

  if (bold)
    pango_attr_list_insert (list, pango_attr_weight_new (PANGO_WEIGHT_BOLD));
  if (scale < 1)
    pango_attr_list_insert (list, pango_attr_scale_new (scale));
  pango_layout_set_attributes (layout, list);
  pango_layout_get_pixel_size (layout, &width, NULL);
  gtk_snapshot_save (brush->snapshot);
  gtk_snapshot_translate (brush->snapshot,
                          &GRAPHENE_POINT_INIT ((float) (centred    ? place->x + (place->width - width) / 2
                                                         : mirrored ? place->x + place->width - width
                                                                    : place->x),
                                                (float) place->y));
  gtk_snapshot_append_layout (brush->snapshot, layout, color);
  gtk_snapshot_restore (brush->snapshot);
}

/* A square with rounded corners in the middle of a place. */
static void
draw_mark (Brush            *brush,
           const OmDayPlace *place,
           guint             level)
{
  double room = floor (MIN (place->width, place->height));
  double size = MAX (LINE_PX, round (room * shares[level]));
  GskRoundedRect shape;

  gsk_rounded_rect_init_from_rect (&shape,
                                   &GRAPHENE_RECT_INIT ((float) (place->x + (place->width - size) / 2),
                                                        (float) (place->y + (place->height - size) / 2), (float) size,
                                                        (float) size),
                                   (float) MIN (3, size / 4));
  gtk_snapshot_push_rounded_clip (brush->snapshot, &shape);
  gtk_snapshot_append_color (brush->snapshot, &brush->levels[level], &shape.bounds);
  gtk_snapshot_pop (brush->snapshot);
}

static void
draw_frame (Brush            *brush,
            const OmDayPlace *place,
            const GdkRGBA    *color,
            float             width)
{
  const float widths[] = { width, width, width, width };
  const GdkRGBA colors[] = { *color, *color, *color, *color };
  GskRoundedRect shape;

  gsk_rounded_rect_init_from_rect (&shape,
                                   &GRAPHENE_RECT_INIT ((float) place->x, (float) place->y, (float) place->width,
                                                        (float) place->height),
                                   brush->layout.whole_year ? 3 : 6);
  gtk_snapshot_append_border (brush->snapshot, &shape, widths, colors);
}

static void
draw_day (Brush  *brush,
          gint32  day)
{
  OmDayMap *self = brush->self;
  OmDayPlace place;
  OmDayPlace room;
  guint level = om_day_level (om_days_count_between (self->days, day, day), self->most);

  if (!om_day_layout_find (&brush->layout, day, &place))
    return;
  room = place;
  if (brush->layout.whole_year)
    {
      room.x += 1;
      room.y += 1;
      room.width -= 2;
      room.height -= 2;
    }
  else
    {
      /* Translators: a day among those of its month, as strftime writes it: the bare number where there is little room */
      g_autofree char *number = dup_date (day, C_ ("day of the month in a calendar", "%-d"));

      room.y += brush->layout.line + 2;
      room.height -= brush->layout.line + 6;
      draw_words (brush, number, &(OmDayPlace){ place.x, place.y + 2, place.width, brush->layout.line }, TRUE,
                  day == self->today ? &brush->accent : &brush->text, day == self->today, 1);
    }
  if (level > 0 || brush->layout.whole_year)
    draw_mark (brush, &room, level);
  if (day == self->today)
    draw_frame (brush, &place, &brush->text, 1);
  if (day == self->cursor && gtk_widget_has_focus (GTK_WIDGET (self)))
    draw_frame (brush, &place, &brush->accent, LINE_PX);
}

static char *
dup_weekday (Brush      *brush,
             int         column,
             OmDayPlace *place)
{
  guint weekday;

  om_day_layout_find_weekday (&brush->layout, column, &weekday, place);
  /* The fifth of January 1970 was a Monday. */
  return dup_date ((gint32) (3 + weekday), "%a");
}

/* With large letters in a narrow window all are set smaller rather than run into one another. */
static void
draw_weekdays (Brush *brush)
{
  OmDayPlace place;
  double scale = 1;

  for (int column = 0; column < WEEK; column++)
    {
      g_autofree char *name = dup_weekday (brush, column, &place);
      g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (brush->self), name);
      int width;

      pango_layout_get_pixel_size (layout, &width, NULL);
      scale = MIN (scale, MAX (1, place.width - WORD_GAP_PX) / MAX (1, width));
    }
  for (int column = 0; column < WEEK; column++)
    {
      g_autofree char *name = dup_weekday (brush, column, &place);

      draw_words (brush, name, &place, TRUE, &brush->text, FALSE, scale);
    }
}

static void
draw_titles (Brush *brush)
{
  OmDayPlace place;

  for (int month = 1; brush->layout.whole_year && month <= MONTHS; month++)
    {
      /* Translators: the short name of a month by itself, as strftime writes it */
      g_autofree char *name = dup_date (om_date_to_day_number (brush->layout.year, month, 1), C_ ("month alone", "%Ob"));

      om_day_layout_find_title (&brush->layout, month, &place);
      draw_words (brush, name, &place, FALSE, &brush->text, TRUE, 1);
    }
  if (!brush->layout.whole_year)
    draw_weekdays (brush);
}

static void
om_day_map_snapshot (GtkWidget   *widget,
                     GtkSnapshot *snapshot)
{
  Brush brush;
  gint32 first;
  gint32 last;

  brush_init (&brush, OM_DAY_MAP (widget), snapshot);
  om_day_layout_get_range (&brush.layout, &first, &last);
  draw_titles (&brush);
  for (gint32 day = first; day <= last; day++)
    draw_day (&brush, day);
}

/* Object ---------------------------------------------------------------------------------------- */

static GtkSizeRequestMode
om_day_map_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_HEIGHT_FOR_WIDTH;
}

static void
om_day_map_measure (GtkWidget     *widget,
                    GtkOrientation orientation,
                    int            for_size,
                    int           *minimum,
                    int           *natural,
                    int           *minimum_baseline,
                    int           *natural_baseline)
{
  OmDayMap *self = OM_DAY_MAP (widget);
  int least = (int) MIN (NATURAL_WIDTH - 40, LEAST_WIDTH_LINES * line_height (self));

  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      *minimum = least;
      *natural = NATURAL_WIDTH;
    }
  else
    {
      OmDayLayout layout;

      make_layout (self, for_size >= 0 ? for_size : NATURAL_WIDTH, &layout);
      *minimum = *natural = (int) ceil (om_day_layout_get_height (&layout));
    }
}

static void
om_day_map_finalize (GObject *object)
{
  g_clear_pointer (&OM_DAY_MAP (object)->days, g_array_unref);

  G_OBJECT_CLASS (om_day_map_parent_class)->finalize (object);
}

static void
om_day_map_class_init (OmDayMapClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = om_day_map_finalize;
  widget_class->snapshot = om_day_map_snapshot;
  widget_class->measure = om_day_map_measure;
  widget_class->get_request_mode = om_day_map_get_request_mode;
  widget_class->query_tooltip = om_day_map_query_tooltip;
  gtk_widget_class_set_css_name (widget_class, "day-map");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_SLIDER);

  /**
   * OmDayMap::moved:
   *
   * Another day is at the cursor, or what is said of it changed.
   */
  signals[SIGNAL_MOVED] = g_signal_new ("moved", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                        G_TYPE_NONE, 0);

  /**
   * OmDayMap::picked:
   * @day: a day number
   *
   * The person chose a day.
   */
  signals[SIGNAL_PICKED] = g_signal_new ("picked", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_INT);
}

static void
om_day_map_init (OmDayMap *self)
{
  AdwStyleManager *style = adw_style_manager_get_default ();
  GtkEventController *keys = gtk_event_controller_key_new ();
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkGesture *click = gtk_gesture_click_new ();

  self->today = OM_DAY_NONE;
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_has_tooltip (GTK_WIDGET (self), TRUE);
  g_signal_connect (keys, "key-pressed", G_CALLBACK (key_pressed_cb), self);
  g_signal_connect (click, "released", G_CALLBACK (released_cb), self);
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (gtk_widget_queue_draw), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (gtk_widget_queue_draw), self);
  gtk_widget_add_controller (GTK_WIDGET (self), keys);
  gtk_widget_add_controller (GTK_WIDGET (self), focus);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (click));
  /* The colours by name change without the widget's own style changing. */
  g_signal_connect_object (style, "notify::dark", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (style, "notify::high-contrast", G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self),
                                  /* Translators: what a screen reader calls it */
                                  GTK_ACCESSIBLE_PROPERTY_ROLE_DESCRIPTION, C_ ("role", "calendar"), -1);
  tell (self);
}

/**
 * om_day_map_set_days:
 * @days: (element-type OmDayCount) (nullable): as the engine counted them; not changed any more
 */
void
om_day_map_set_days (OmDayMap *self,
                     GArray   *days)
{
  g_return_if_fail (OM_IS_DAY_MAP (self));

  if (days != NULL)
    g_array_ref (days);
  g_clear_pointer (&self->days, g_array_unref);
  self->days = days;
  self->most = 0;
  for (guint i = 0; days != NULL && i < days->len; i++)
    self->most = MAX (self->most, g_array_index (days, OmDayCount, i).count);
  show (self);
}

/** om_day_map_set_today: @today: the day that is marked as the present one */
void
om_day_map_set_today (OmDayMap *self,
                      gint32    today)
{
  g_return_if_fail (OM_IS_DAY_MAP (self));

  if (self->today == today)
    return;
  self->today = today;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/** om_day_map_set_whole_year: @whole_year: the year of the day at the cursor, or its month */
void
om_day_map_set_whole_year (OmDayMap *self,
                           gboolean  whole_year)
{
  g_return_if_fail (OM_IS_DAY_MAP (self));

  if (self->whole_year == whole_year)
    return;
  self->whole_year = whole_year;
  show (self);
}

/**
 * om_day_map_set_cursor:
 * @day: a day number; one outside the years 1 to 9999 becomes the nearest that is not
 *
 * Brings the day into view.
 */
void
om_day_map_set_cursor (OmDayMap *self,
                       gint32    day)
{
  g_return_if_fail (OM_IS_DAY_MAP (self));

  day = CLAMP (day, om_date_to_day_number (1, 1, 1), om_date_to_day_number (9999, 12, 31));
  if (self->cursor == day)
    return;
  self->cursor = day;
  show (self);
}

/** om_day_map_get_cursor: Returns: the day at the cursor */
gint32
om_day_map_get_cursor (OmDayMap *self)
{
  g_return_val_if_fail (OM_IS_DAY_MAP (self), OM_DAY_NONE);

  return self->cursor;
}

/**
 * om_day_map_get_range:
 * @first: (out): the first day in view
 * @last: (out): the last one
 */
void
om_day_map_get_range (OmDayMap *self,
                      gint32   *first,
                      gint32   *last)
{
  OmDayLayout layout;

  g_return_if_fail (OM_IS_DAY_MAP (self));

  make_layout (self, NATURAL_WIDTH, &layout);
  om_day_layout_get_range (&layout, first, last);
}

/**
 * om_day_map_dup_words:
 *
 * Returns: (transfer full): the day, and how many memories are of it
 */
char *
om_day_map_dup_words (OmDayMap *self,
                      gint32    day)
{
  guint count;
  g_autofree char *date = NULL;
  int year;
  int month;
  int of_month;
  OmMoment moment;

  g_return_val_if_fail (OM_IS_DAY_MAP (self), NULL);

  om_date_from_day_number (day, &year, &month, &of_month);
  moment = om_moment_on_day (year, month, of_month);
  count = om_days_count_between (self->days, day, day);
  date = om_date_words_day (&moment);
  if (count == 0)
    /* Translators: %s is a day of the calendar */
    return g_strdup_printf (_("%s, no entries"), date);
  /* Translators: %s is a day of the calendar */
  return g_strdup_printf (ngettext ("%s, %'u entry", "%s, %'u entries", count), date, count);
}

/**
 * om_day_map_turn:
 * @pages: how many months or years on, or back
 */
void
om_day_map_turn (OmDayMap *self,
                 int       pages)
{
  g_return_if_fail (OM_IS_DAY_MAP (self));

  om_day_map_set_cursor (self, om_day_add_months (self->cursor, self->whole_year ? pages * MONTHS : pages));
}
