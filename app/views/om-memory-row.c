/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMemoryRow: one memory in a list: the day at the side, two lines of text, sector and time.
 *
 * A list view builds two hundred rows before its first frame. So a row is a single widget that draws
 * itself, and lays its text out only when it is seen: a tenth of what a dozen labels cost. All rows are
 * of one height, because a long list of uneven rows jumps while it is scrolled. For a screen reader
 * the row is its list's widget around it, whose name says everything. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-memory-row.h"

#include <glib/gi18n.h>
#include <math.h>

#include "views/om-date-words.h"
#include "views/om-looks.h"

#define PADDING_X 8
#define PADDING_Y 8
#define GAP 12 /* between the day and the text */
#define LINE_GAP 4
#define ITEM_GAP 6
#define CHIP_PADDING 6
/* Fonts as multiples of the style's: the day of the month, and what is said in small. */
#define DAY_SCALE 1.35
#define SMALL_SCALE 0.82
#define LEAST_MONTH_SCALE 0.66
/* Of the text's colour: dim, but never below a contrast of 4.5:1 on any of the styles' grounds. */
#define DIM_ALPHA 0.72
#define CHIP_ALPHA 0.1
/* A chip that is shorter says nothing. */
#define MIN_CHIP_CHARS 6
/* The bar of vividness, as a multiple of a letter's width and of a small line's height. */
#define BAR_CHARS 4
#define BAR_HEIGHT 0.3
#define MIN_TEXT_CHARS 12
#define NATURAL_TEXT_CHARS 36

struct _OmMemoryRow
{
  GtkWidget parent_instance;

  OmMemoryItem *item; /* (owned) (nullable) */
  gulong        changed_id;
};

G_DEFINE_FINAL_TYPE (OmMemoryRow, om_memory_row, GTK_TYPE_WIDGET)

/* Sizes that follow from the font, in pixels. */
typedef struct
{
  int line;       /* height of a line of text */
  int small_line; /* height of a line in small */
  int char_width;
  int day_width;  /* of the column of the day */
} Metrics;

static void
get_metrics (OmMemoryRow *self,
             Metrics     *metrics)
{
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
  PangoFontMetrics *font = pango_context_get_metrics (context, NULL, NULL);

  metrics->line = PANGO_PIXELS_CEIL (pango_font_metrics_get_height (font));
  metrics->small_line = (int) ceil (metrics->line * SMALL_SCALE);
  metrics->char_width = PANGO_PIXELS_CEIL (pango_font_metrics_get_approximate_char_width (font));
  /* Month and year in small, with a little room: the widest of what stands in the column. */
  metrics->day_width = (int) ceil (metrics->char_width * SMALL_SCALE * 10);
  pango_font_metrics_unref (font);
}

static PangoLayout *
create_layout (OmMemoryRow   *self,
               const char    *text,
               double         scale,
               PangoWeight    weight,
               PangoAttrList *attributes)
{
  PangoLayout *layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  PangoAttrList *all = attributes != NULL ? pango_attr_list_copy (attributes) : pango_attr_list_new ();

  if (scale != 1)
    pango_attr_list_insert_before (all, pango_attr_scale_new (scale));
  if (weight != PANGO_WEIGHT_NORMAL)
    pango_attr_list_insert_before (all, pango_attr_weight_new (weight));
  pango_layout_set_attributes (layout, all);
  pango_attr_list_unref (all);
  return layout;
}

/* Draws @layout into a box that begins at @x as if from the left; right to left it is mirrored. */
static void
draw_layout (OmMemoryRow   *self,
             GtkSnapshot   *snapshot,
             PangoLayout   *layout,
             double         x,
             double         y,
             double         width,
             const GdkRGBA *color)
{
  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    x = gtk_widget_get_width (GTK_WIDGET (self)) - x - width;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) y));
  gtk_snapshot_append_layout (snapshot, layout, color);
  gtk_snapshot_restore (snapshot);
}

static void
draw_icon (OmMemoryRow   *self,
           GtkSnapshot   *snapshot,
           const char    *name,
           double         x,
           double         y,
           int            size,
           const GdkRGBA *color)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GtkIconTheme *theme = gtk_icon_theme_get_for_display (gtk_widget_get_display (widget));
  GtkTextDirection direction = gtk_widget_get_direction (widget);
  g_autoptr (GtkIconPaintable) icon = NULL;

  icon = gtk_icon_theme_lookup_icon (theme, name, NULL, size, gtk_widget_get_scale_factor (widget), direction,
                                     GTK_ICON_LOOKUP_FORCE_SYMBOLIC);
  if (direction == GTK_TEXT_DIR_RTL)
    x = gtk_widget_get_width (widget) - x - size;
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &GRAPHENE_POINT_INIT ((float) x, (float) y));
  gtk_symbolic_paintable_snapshot_symbolic (GTK_SYMBOLIC_PAINTABLE (icon), snapshot, size, size, color, 1);
  gtk_snapshot_restore (snapshot);
}

static void
draw_day (OmMemoryRow   *self,
          GtkSnapshot   *snapshot,
          const Metrics *metrics,
          const GdkRGBA *color,
          const GdkRGBA *dim)
{
  const OmMoment *happened = om_memory_item_get_happened (self->item);
  g_autofree char *day = om_date_words_day_number (happened);
  g_autofree char *month = om_date_words_month (happened);
  g_autoptr (PangoLayout) day_layout = create_layout (self, day, DAY_SCALE, PANGO_WEIGHT_BOLD, NULL);
  g_autoptr (PangoLayout) month_layout = create_layout (self, month, SMALL_SCALE, PANGO_WEIGHT_NORMAL, NULL);
  int height;
  int width;

  /* A month that is a little too broad, as 2026年11月, is set smaller rather than cut. */
  pango_layout_get_pixel_size (month_layout, &width, NULL);
  for (double scale = SMALL_SCALE; width > metrics->day_width && scale > LEAST_MONTH_SCALE;)
    {
      scale *= 0.94;
      g_object_unref (month_layout);
      month_layout = create_layout (self, month, scale, PANGO_WEIGHT_NORMAL, NULL);
      pango_layout_get_pixel_size (month_layout, &width, NULL);
    }
  pango_layout_set_width (day_layout, metrics->day_width * PANGO_SCALE);
  pango_layout_set_alignment (day_layout, PANGO_ALIGN_CENTER);
  pango_layout_set_width (month_layout, metrics->day_width * PANGO_SCALE);
  pango_layout_set_alignment (month_layout, PANGO_ALIGN_CENTER);
  pango_layout_set_ellipsize (month_layout, PANGO_ELLIPSIZE_END);
  pango_layout_get_pixel_size (day_layout, NULL, &height);
  draw_layout (self, snapshot, day_layout, PADDING_X, PADDING_Y, metrics->day_width, color);
  draw_layout (self, snapshot, month_layout, PADDING_X, PADDING_Y + height, metrics->day_width, dim);
}

static void
draw_text (OmMemoryRow   *self,
           GtkSnapshot   *snapshot,
           const Metrics *metrics,
           int            x,
           int            width,
           const GdkRGBA *color)
{
  const OmSnippet *snippet = om_memory_item_get_snippet (self->item);
  g_autoptr (PangoAttrList) attributes = om_snippet_get_attributes (snippet);
  g_autoptr (PangoLayout) layout = NULL;

  /* Lines of one height, whatever script: a fallback font is often taller than the one of the style. */
  pango_attr_list_insert (attributes, pango_attr_line_height_new_absolute (metrics->line * PANGO_SCALE));
  layout = create_layout (self, snippet->text, 1, PANGO_WEIGHT_NORMAL, attributes);
  pango_layout_set_width (layout, width * PANGO_SCALE);
  pango_layout_set_wrap (layout, PANGO_WRAP_WORD_CHAR);
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  /* A title has a line of its own, and so has the text below it; without one the text has both. */
  pango_layout_set_height (layout, snippet->title_length > 0 ? -1 : -2);
  draw_layout (self, snapshot, layout, x, PADDING_Y, width, color);
}

static void
draw_rounded (OmMemoryRow   *self,
              GtkSnapshot   *snapshot,
              double         x,
              double         y,
              double         width,
              double         height,
              const GdkRGBA *color)
{
  GskRoundedRect shape;

  if (gtk_widget_get_direction (GTK_WIDGET (self)) == GTK_TEXT_DIR_RTL)
    x = gtk_widget_get_width (GTK_WIDGET (self)) - x - width;
  gsk_rounded_rect_init_from_rect (&shape,
                                   &GRAPHENE_RECT_INIT ((float) x, (float) y, (float) width, (float) height),
                                   (float) height / 2);
  gtk_snapshot_push_rounded_clip (snapshot, &shape);
  gtk_snapshot_append_color (snapshot, color, &shape.bounds);
  gtk_snapshot_pop (snapshot);
}

/* Why a result is there, as a chip. Returns its width. */
static int
draw_chip (OmMemoryRow   *self,
           GtkSnapshot   *snapshot,
           const Metrics *metrics,
           int            x,
           int            y,
           int            room,
           const GdkRGBA *color)
{
  g_auto (GStrv) names = om_look_dup_reasons (om_memory_item_get_reasons (self->item));
  g_autofree char *reasons = g_strjoinv (" · ", names);
  g_autoptr (PangoLayout) layout = create_layout (self, reasons, SMALL_SCALE, PANGO_WEIGHT_NORMAL, NULL);
  GdkRGBA ground = *color;
  int width;

  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_get_pixel_size (layout, &width, NULL);
  width = MIN (width, MAX (0, room - 2 * CHIP_PADDING));
  pango_layout_set_width (layout, width * PANGO_SCALE);
  ground.alpha *= (float) CHIP_ALPHA;
  draw_rounded (self, snapshot, x, y, width + 2 * CHIP_PADDING, metrics->small_line, &ground);
  draw_layout (self, snapshot, layout, x + CHIP_PADDING, y, width, color);
  return width + 2 * CHIP_PADDING;
}

/* A word in small, as far as there is room. Returns its width. */
static int
draw_word (OmMemoryRow   *self,
           GtkSnapshot   *snapshot,
           const char    *word,
           int            x,
           int            y,
           int            room,
           const GdkRGBA *color)
{
  g_autoptr (PangoLayout) layout = create_layout (self, word, SMALL_SCALE, PANGO_WEIGHT_NORMAL, NULL);
  int width;

  if (room <= 0)
    return 0;
  pango_layout_set_ellipsize (layout, PANGO_ELLIPSIZE_END);
  pango_layout_get_pixel_size (layout, &width, NULL);
  width = MIN (width, room);
  pango_layout_set_width (layout, width * PANGO_SCALE);
  draw_layout (self, snapshot, layout, x, y, width, color);
  return width;
}

/* What the bar and the word for how present the memory is want of the line. */
static int
vividness_room (OmMemoryRow   *self,
                const Metrics *metrics)
{
  int percent;
  OmVividness vividness = om_memory_item_get_vividness (self->item, &percent);
  g_autoptr (PangoLayout) layout = create_layout (self, om_look_vividness_name (vividness), SMALL_SCALE, PANGO_WEIGHT_NORMAL,
                                                  NULL);
  int width;

  if (vividness == OM_VIVIDNESS_UNKNOWN)
    return 0;
  pango_layout_get_pixel_size (layout, &width, NULL);
  return MAX (BAR_CHARS * metrics->char_width + ITEM_GAP + width, 2 * BAR_CHARS * metrics->char_width);
}

/* How present the memory is: a bar and the word for it, where there is room for both. */
static void
draw_vividness (OmMemoryRow   *self,
                GtkSnapshot   *snapshot,
                const Metrics *metrics,
                int            x,
                int            y,
                int            room,
                const GdkRGBA *color,
                const GdkRGBA *dim)
{
  int percent;
  OmVividness vividness = om_memory_item_get_vividness (self->item, &percent);
  int width = BAR_CHARS * metrics->char_width;
  double height = MAX (4, metrics->small_line * BAR_HEIGHT);
  double top = y + (metrics->small_line - height) / 2;
  GdkRGBA ground = *color;

  if (vividness == OM_VIVIDNESS_UNKNOWN || room < 2 * width)
    return;
  ground.alpha *= (float) CHIP_ALPHA * 2;
  draw_rounded (self, snapshot, x, top, width, height, &ground);
  if (percent > 0)
    draw_rounded (self, snapshot, x, top, MAX (height, width * CLAMP (percent, 0, 100) / 100.0), height, dim);
  draw_word (self, snapshot, om_look_vividness_name (vividness), x + width + ITEM_GAP, y, room - width - ITEM_GAP, dim);
}

static void
draw_last_line (OmMemoryRow   *self,
                GtkSnapshot   *snapshot,
                const Metrics *metrics,
                int            x,
                int            width,
                const GdkRGBA *color,
                const GdkRGBA *dim)
{
  OmSector sector = om_memory_item_get_sector (self->item);
  guint flags = om_memory_item_get_flags (self->item);
  g_autofree char *time = om_date_words_time (om_memory_item_get_happened (self->item));
  g_autoptr (PangoLayout) time_layout = create_layout (self, time, SMALL_SCALE, PANGO_WEIGHT_NORMAL, NULL);
  GdkRGBA sector_color = *color;
  int y = PADDING_Y + 2 * metrics->line + LINE_GAP;
  int end = x + width;
  int size = metrics->small_line;
  int time_width;

  pango_layout_get_pixel_size (time_layout, &time_width, NULL);
  draw_layout (self, snapshot, time_layout, end - time_width, y, time_width, dim);
  end -= time_width + ITEM_GAP;

  om_look_sector_color (sector, GTK_WIDGET (self), &sector_color);
  draw_icon (self, snapshot, om_look_sector_icon (sector), x, y, size, &sector_color);
  x += size + ITEM_GAP;
  if (flags & OM_FLAG_PRIVATE)
    {
      draw_icon (self, snapshot, "channel-secure-symbolic", x, y, size, color);
      x += size + ITEM_GAP;
    }
  if (flags & OM_FLAG_CONFLICT)
    {
      draw_icon (self, snapshot, "dialog-warning-symbolic", x, y, size, color);
      x += size + ITEM_GAP;
    }
  if (om_memory_item_get_reasons (self->item) != 0)
    {
      int room = vividness_room (self, metrics);
      int chip = end - x - room - 2 * ITEM_GAP;

      /* In a narrow list the reasons are cut rather than left without the other. */
      if (chip < MIN_CHIP_CHARS * metrics->char_width)
        chip = end - x;
      x += draw_chip (self, snapshot, metrics, x, y, chip, color) + 2 * ITEM_GAP;
      draw_vividness (self, snapshot, metrics, x, y, end - x, color, dim);
      return;
    }
  x += draw_word (self, snapshot, om_look_sector_name (sector), x, y, end - x, dim) + 2 * ITEM_GAP;
  draw_vividness (self, snapshot, metrics, x, y, end - x, color, dim);
}

static void
om_memory_row_snapshot (GtkWidget   *widget,
                        GtkSnapshot *snapshot)
{
  OmMemoryRow *self = OM_MEMORY_ROW (widget);
  Metrics metrics;
  GdkRGBA color;
  GdkRGBA dim;
  int x;
  int width;

  if (self->item == NULL)
    return;

  get_metrics (self, &metrics);
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &color);
  dim = color;
  dim.alpha *= (float) DIM_ALPHA;
  x = PADDING_X + metrics.day_width + GAP;
  width = gtk_widget_get_width (widget) - x - PADDING_X;
  if (width <= 0)
    return;

  if (om_memory_item_get_starts_day (self->item))
    draw_day (self, snapshot, &metrics, &color, &dim);
  if (!om_memory_item_is_loaded (self->item))
    return;
  draw_text (self, snapshot, &metrics, x, width, &color);
  draw_last_line (self, snapshot, &metrics, x, width, &color, &dim);
}

static GtkSizeRequestMode
om_memory_row_get_request_mode (GtkWidget *widget)
{
  return GTK_SIZE_REQUEST_CONSTANT_SIZE;
}

static void
om_memory_row_measure (GtkWidget      *widget,
                       GtkOrientation  orientation,
                       int             for_size,
                       int            *minimum,
                       int            *natural,
                       int            *minimum_baseline,
                       int            *natural_baseline)
{
  Metrics metrics;

  get_metrics (OM_MEMORY_ROW (widget), &metrics);
  if (orientation == GTK_ORIENTATION_HORIZONTAL)
    {
      int fixed = 2 * PADDING_X + metrics.day_width + GAP;

      *minimum = fixed + MIN_TEXT_CHARS * metrics.char_width;
      *natural = fixed + NATURAL_TEXT_CHARS * metrics.char_width;
    }
  else
    *minimum = *natural = 2 * PADDING_Y + 2 * metrics.line + LINE_GAP + metrics.small_line;
}

static void
name_row (OmMemoryRow *self)
{
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (self));
  g_autofree char *description = NULL;

  /* The list's own widget around the row is what a screen reader lands on (no API before 4.12). */
  if (parent == NULL)
    return;
  description = om_memory_item_dup_description (self->item);
  gtk_accessible_update_property (GTK_ACCESSIBLE (parent), GTK_ACCESSIBLE_PROPERTY_LABEL, description, -1);
}

static void
item_changed_cb (OmMemoryItem *item,
                 OmMemoryRow  *self)
{
  name_row (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
om_memory_row_dispose (GObject *object)
{
  OmMemoryRow *self = OM_MEMORY_ROW (object);

  if (self->item != NULL)
    g_clear_signal_handler (&self->changed_id, self->item);
  g_clear_object (&self->item);

  G_OBJECT_CLASS (om_memory_row_parent_class)->dispose (object);
}

static void
om_memory_row_class_init (OmMemoryRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_memory_row_dispose;
  widget_class->snapshot = om_memory_row_snapshot;
  widget_class->measure = om_memory_row_measure;
  widget_class->get_request_mode = om_memory_row_get_request_mode;

  gtk_widget_class_set_css_name (widget_class, "memory-row");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
om_memory_row_init (OmMemoryRow *self)
{
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
}

OmMemoryRow *
om_memory_row_new (void)
{
  return g_object_new (OM_TYPE_MEMORY_ROW, NULL);
}

/**
 * om_memory_row_set_item:
 * @item: (nullable): what to show
 *
 * The row follows the item while it shows it.
 */
void
om_memory_row_set_item (OmMemoryRow  *self,
                        OmMemoryItem *item)
{
  g_return_if_fail (OM_IS_MEMORY_ROW (self));

  if (self->item != NULL)
    g_clear_signal_handler (&self->changed_id, self->item);
  g_set_object (&self->item, item);
  if (item == NULL)
    return;
  self->changed_id = g_signal_connect (item, "changed", G_CALLBACK (item_changed_cb), self);
  item_changed_cb (item, self);
}

/**
 * om_memory_row_get_item:
 *
 * Returns: (transfer none) (nullable): what it shows
 */
OmMemoryItem *
om_memory_row_get_item (OmMemoryRow *self)
{
  g_return_val_if_fail (OM_IS_MEMORY_ROW (self), NULL);

  return self->item;
}
