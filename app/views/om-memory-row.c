/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMemoryRow: one memory in a list: the day at the side, two lines of text, sector and time. Rows are
 * of one height, because a long list of uneven rows jumps while it is scrolled. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-memory-row.h"

#include <glib/gi18n.h>

#include "views/om-date-words.h"
#include "views/om-looks.h"

struct _OmMemoryRow
{
  GtkWidget parent_instance;

  GtkWidget      *box; /* bound, so that it is let go with the template */
  GtkLabel       *day_label;
  GtkLabel       *month_label;
  GtkInscription *text;
  GtkImage       *sector_image;
  GtkLabel       *sector_label;
  GtkLabel       *reasons_label;
  GtkLabel       *time_label;
  GtkImage       *private_image;
  GtkImage       *conflict_image;

  OmMemoryItem   *item;         /* (owned) (nullable) */
  gulong          changed_id;
  const char     *sector_class; /* (nullable): style class of the sector shown */
};

G_DEFINE_FINAL_TYPE (OmMemoryRow, om_memory_row, GTK_TYPE_WIDGET)

static void
show_sector (OmMemoryRow *self,
             OmSector     sector)
{
  const char *class = sector != OM_SECTOR_UNKNOWN ? om_look_sector_class (sector) : NULL;

  if (self->sector_class != NULL)
    gtk_widget_remove_css_class (GTK_WIDGET (self->sector_image), self->sector_class);
  self->sector_class = class;
  if (class == NULL)
    {
      gtk_image_clear (self->sector_image);
      gtk_label_set_label (self->sector_label, "");
      return;
    }
  gtk_widget_add_css_class (GTK_WIDGET (self->sector_image), class);
  gtk_image_set_from_icon_name (self->sector_image, om_look_sector_icon (sector));
  gtk_label_set_label (self->sector_label, om_look_sector_name (sector));
}

static void
show_date (OmMemoryRow *self)
{
  const OmMoment *happened = om_memory_item_get_happened (self->item);
  g_autofree char *time = om_date_words_time (happened);

  if (om_memory_item_get_starts_day (self->item))
    {
      g_autofree char *day = om_date_words_day_number (happened);
      g_autofree char *month = om_date_words_month (happened);

      gtk_label_set_label (self->day_label, day);
      gtk_label_set_label (self->month_label, month);
    }
  else
    {
      gtk_label_set_label (self->day_label, "");
      gtk_label_set_label (self->month_label, "");
    }
  gtk_label_set_label (self->time_label, time);
}

static void
show_reasons (OmMemoryRow *self)
{
  g_auto (GStrv) names = om_look_dup_reasons (om_memory_item_get_reasons (self->item));
  g_autofree char *reasons = g_strjoinv (" · ", names);

  gtk_label_set_label (self->reasons_label, reasons);
  /* A result has to say why it is there; its sector's symbol leaves room for that. */
  gtk_widget_set_visible (GTK_WIDGET (self->sector_label), *reasons == '\0');
  gtk_widget_set_visible (GTK_WIDGET (self->reasons_label), *reasons != '\0');
}

/* Lines of one height, whatever script: a fallback font is often taller than the one of the style, and
 * its second line would not fit in. */
static void
even_lines (OmMemoryRow   *self,
            PangoAttrList *attributes)
{
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self->text));
  PangoFontMetrics *metrics = pango_context_get_metrics (context, NULL, NULL);

  pango_attr_list_insert (attributes, pango_attr_line_height_new_absolute (pango_font_metrics_get_height (metrics)));
  pango_font_metrics_unref (metrics);
}

static void
show_item (OmMemoryRow *self)
{
  const OmSnippet *snippet = om_memory_item_get_snippet (self->item);
  guint flags = om_memory_item_get_flags (self->item);
  g_autofree char *description = om_memory_item_dup_description (self->item);
  GtkWidget *parent = gtk_widget_get_parent (GTK_WIDGET (self));

  if (snippet != NULL)
    {
      g_autoptr (PangoAttrList) attributes = om_snippet_get_attributes (snippet);

      even_lines (self, attributes);
      gtk_inscription_set_text (self->text, snippet->text);
      gtk_inscription_set_attributes (self->text, attributes);
    }
  else
    {
      gtk_inscription_set_text (self->text, "");
      gtk_inscription_set_attributes (self->text, NULL);
    }
  show_date (self);
  show_sector (self, om_memory_item_get_sector (self->item));
  show_reasons (self);
  gtk_widget_set_visible (GTK_WIDGET (self->private_image), (flags & OM_FLAG_PRIVATE) != 0);
  gtk_widget_set_visible (GTK_WIDGET (self->conflict_image), (flags & OM_FLAG_CONFLICT) != 0);

  /* The list's own widget around the row is what a screen reader lands on (no API before 4.12). */
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, description, -1);
  if (parent != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (parent), GTK_ACCESSIBLE_PROPERTY_LABEL, description, -1);
}

static void
om_memory_row_dispose (GObject *object)
{
  OmMemoryRow *self = OM_MEMORY_ROW (object);

  if (self->item != NULL)
    g_clear_signal_handler (&self->changed_id, self->item);
  g_clear_object (&self->item);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_MEMORY_ROW);

  G_OBJECT_CLASS (om_memory_row_parent_class)->dispose (object);
}

static void
om_memory_row_class_init (OmMemoryRowClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = om_memory_row_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-memory-row.ui");
  gtk_widget_class_bind_template_child (widget_class, OmMemoryRow, box);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryRow, day_label);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryRow, month_label);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryRow, text);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryRow, sector_image);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryRow, sector_label);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryRow, reasons_label);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryRow, time_label);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryRow, private_image);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryRow, conflict_image);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
  gtk_widget_class_set_css_name (widget_class, "memory-row");
}

static void
om_memory_row_init (OmMemoryRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
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
  self->changed_id = g_signal_connect_swapped (item, "changed", G_CALLBACK (show_item), self);
  show_item (self);
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
