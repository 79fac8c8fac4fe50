/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTraitCard: the sentence, what it is and where it holds, how sure that is as bar and word, and on what it
 * rests. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-trait-card.h"

#include <glib/gi18n.h>
#include <math.h>

#include "memory/om-joining.h"
#include "views/om-trait-looks.h"

struct _OmTraitCard
{
  GtkWidget parent_instance;

  GtkWidget   *box;
  GtkLabel    *text_label;
  GtkImage    *tier_image;
  GtkLabel    *kind_label;
  GtkLevelBar *bar;
  GtkLabel    *sure_label;
  GtkLabel    *numbers_label;
  GtkLabel    *note_label;

  OmTrait     *trait; /* (owned) */
};

G_DEFINE_FINAL_TYPE (OmTraitCard, om_trait_card, GTK_TYPE_WIDGET)

static void
om_trait_card_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), OM_TYPE_TRAIT_CARD);

  G_OBJECT_CLASS (om_trait_card_parent_class)->dispose (object);
}

static void
om_trait_card_finalize (GObject *object)
{
  g_clear_pointer (&OM_TRAIT_CARD (object)->trait, om_trait_unref);

  G_OBJECT_CLASS (om_trait_card_parent_class)->finalize (object);
}

static void
om_trait_card_class_init (OmTraitCardClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_trait_card_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_trait_card_finalize;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-trait-card.ui");
  gtk_widget_class_bind_template_child (widget_class, OmTraitCard, box);
  gtk_widget_class_bind_template_child (widget_class, OmTraitCard, text_label);
  gtk_widget_class_bind_template_child (widget_class, OmTraitCard, tier_image);
  gtk_widget_class_bind_template_child (widget_class, OmTraitCard, kind_label);
  gtk_widget_class_bind_template_child (widget_class, OmTraitCard, bar);
  gtk_widget_class_bind_template_child (widget_class, OmTraitCard, sure_label);
  gtk_widget_class_bind_template_child (widget_class, OmTraitCard, numbers_label);
  gtk_widget_class_bind_template_child (widget_class, OmTraitCard, note_label);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_trait_card_init (OmTraitCard *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

static const char *
note_of (const OmTrait *trait)
{
  if (trait->needs_review)
    return _("Still true?");
  if (trait->said_changed)
    return _("You wrote that this has changed");
  if (trait->mark == OM_TRAIT_MARK_CONFIRMED)
    return _("You said it is true");
  if (trait->mark == OM_TRAIT_MARK_REJECTED)
    return _("You said this is not you");
  return NULL;
}

static char *
show (OmTraitCard *self)
{
  const OmTrait *trait = self->trait;
  g_autofree char *kind = om_trait_look_dup_kind (trait);
  g_autofree char *sure = om_trait_look_dup_confidence (trait);
  g_autofree char *numbers = om_trait_look_dup_numbers (trait);
  const char *note = note_of (trait);

  gtk_label_set_text (self->text_label, trait->text);
  gtk_image_set_from_icon_name (self->tier_image, om_trait_look_tier_icon (trait->tier));
  gtk_label_set_text (self->kind_label, kind);
  gtk_level_bar_set_value (self->bar, isnan (trait->confidence) ? 0 : CLAMP (trait->confidence, 0, 1));
  gtk_label_set_text (self->sure_label, sure);
  gtk_label_set_text (self->numbers_label, numbers);
  gtk_label_set_text (self->note_label, note != NULL ? note : "");
  gtk_widget_set_visible (GTK_WIDGET (self->note_label), note != NULL);
  return om_join_said (trait->text, om_trait_look_stage_name (trait->shown_stage), kind, sure, numbers, note, NULL);
}

/**
 * om_trait_card_new_row:
 *
 * Returns: (transfer floating): a row for a list that shows it, and that says all of it to a screen reader
 */
GtkWidget *
om_trait_card_new_row (OmTrait *trait)
{
  OmTraitCard *self = g_object_new (OM_TYPE_TRAIT_CARD, NULL);
  GtkWidget *row = gtk_list_box_row_new ();
  g_autofree char *name = NULL;

  self->trait = om_trait_ref (trait);
  name = show (self);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), GTK_WIDGET (self));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  return row;
}

/**
 * om_trait_card_of_row:
 *
 * Returns: (transfer none) (nullable): the trait that a row shows
 */
OmTrait *
om_trait_card_of_row (GtkListBoxRow *row)
{
  GtkWidget *child = gtk_list_box_row_get_child (row);

  return OM_IS_TRAIT_CARD (child) ? OM_TRAIT_CARD (child)->trait : NULL;
}
