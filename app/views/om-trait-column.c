/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTraitColumn: a heading with symbol, name and count, the first cards, and a button for more: three hundred
 * cards at once would hold up the window. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-trait-column.h"

#include <glib/gi18n.h>

#include "views/om-trait-card.h"
#include "views/om-trait-looks.h"

/* Cards shown at first, and more with each press. */
#define FIRST_SHOWN 8
#define MORE_SHOWN 20

struct _OmTraitColumn
{
  GtkWidget parent_instance;

  GtkWidget   *box;
  GtkImage    *image;
  GtkLabel    *heading;
  GtkListBox  *list;
  GtkButton   *more_button;

  OmTraitStage stage;
  GPtrArray   *traits;   /* (owned) (nullable) (element-type OmTrait) */
  guint        n_shown;
  guint        n_wanted;
};

enum
{
  SIGNAL_OPENED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmTraitColumn, om_trait_column, GTK_TYPE_WIDGET)

static void
fill (OmTraitColumn *self)
{
  guint n = MIN (self->traits->len, self->n_wanted);
  guint left = self->traits->len - n;
  /* Translators: a button below a list that is longer than what is shown */
  g_autofree char *more = g_strdup_printf (ngettext ("Show %u More", "Show %u More", left), left);

  for (; self->n_shown < n; self->n_shown++)
    gtk_list_box_append (self->list, om_trait_card_new_row (g_ptr_array_index (self->traits, self->n_shown)));
  gtk_widget_set_visible (GTK_WIDGET (self->list), n > 0);
  gtk_button_set_label (self->more_button, more);
  gtk_widget_set_visible (GTK_WIDGET (self->more_button), left > 0);
}

static void
more_clicked_cb (GtkButton     *button,
                 OmTraitColumn *self)
{
  guint first_new = self->n_shown;

  self->n_wanted += MORE_SHOWN;
  fill (self);
  /* The keys go on from what is new. */
  gtk_widget_grab_focus (GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, (int) first_new)));
}

static void
row_activated_cb (GtkListBox    *list,
                  GtkListBoxRow *row,
                  OmTraitColumn *self)
{
  g_signal_emit (self, signals[SIGNAL_OPENED], 0, om_trait_card_of_row (row)->id);
}

static void
om_trait_column_dispose (GObject *object)
{
  OmTraitColumn *self = OM_TRAIT_COLUMN (object);

  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_TRAIT_COLUMN);
  g_clear_pointer (&self->traits, g_ptr_array_unref);

  G_OBJECT_CLASS (om_trait_column_parent_class)->dispose (object);
}

static void
om_trait_column_class_init (OmTraitColumnClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_trait_column_dispose;

  /**
   * OmTraitColumn::opened:
   * @id: a trait
   *
   * It was chosen.
   */
  signals[SIGNAL_OPENED] = g_signal_new ("opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_STRING);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-trait-column.ui");
  gtk_widget_class_bind_template_child (widget_class, OmTraitColumn, box);
  gtk_widget_class_bind_template_child (widget_class, OmTraitColumn, image);
  gtk_widget_class_bind_template_child (widget_class, OmTraitColumn, heading);
  gtk_widget_class_bind_template_child (widget_class, OmTraitColumn, list);
  gtk_widget_class_bind_template_child (widget_class, OmTraitColumn, more_button);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_bind_template_callback (widget_class, more_clicked_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_trait_column_init (OmTraitColumn *self)
{
  self->n_wanted = FIRST_SHOWN;
  gtk_widget_init_template (GTK_WIDGET (self));
}

/** om_trait_column_new: (transfer floating): an empty column for @stage */
OmTraitColumn *
om_trait_column_new (OmTraitStage stage)
{
  OmTraitColumn *self = g_object_new (OM_TYPE_TRAIT_COLUMN, NULL);

  self->stage = stage;
  gtk_image_set_from_icon_name (self->image, om_trait_look_stage_icon (stage));
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, om_trait_look_stage_name (stage),
                                  -1);
  return self;
}

/* Which row has the focus, -1 for none. */
static int
find_focus (OmTraitColumn *self)
{
  GtkWidget *child = gtk_widget_get_focus_child (GTK_WIDGET (self->list));

  return GTK_IS_LIST_BOX_ROW (child) ? gtk_list_box_row_get_index (GTK_LIST_BOX_ROW (child)) : -1;
}

/**
 * om_trait_column_show:
 * @traits: (element-type OmTrait): all traits; those of this stage are taken, in their order
 */
void
om_trait_column_show (OmTraitColumn *self,
                      GPtrArray     *traits)
{
  g_autofree char *heading = NULL;
  int focus = find_focus (self);
  GtkListBoxRow *row;

  g_clear_pointer (&self->traits, g_ptr_array_unref);
  self->traits = g_ptr_array_new_with_free_func ((GDestroyNotify) om_trait_unref);
  for (guint i = 0; i < traits->len; i++)
    {
      OmTrait *trait = g_ptr_array_index (traits, i);

      if (trait->shown_stage == self->stage)
        g_ptr_array_add (self->traits, om_trait_ref (trait));
    }
  /* Translators: a stage of traits, and how many there are in it */
  heading = g_strdup_printf (_("%s · %u"), om_trait_look_stage_name (self->stage), self->traits->len);
  gtk_label_set_text (self->heading, heading);
  while ((row = gtk_list_box_get_row_at_index (self->list, 0)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  self->n_shown = 0;
  fill (self);
  if (focus >= 0 && self->n_shown > 0)
    gtk_widget_grab_focus (GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, MIN (focus, (int) self->n_shown - 1))));
}
