/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTraitStrip: one row a trait, each saying that it is one; not in view without any. Memories and traits are
 * different things, so that they are not mixed in one list. Activating a row opens the trait. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-trait-strip.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "engine/om-hit.h"
#include "memory/om-joining.h"
#include "views/om-trait-looks.h"

struct _OmTraitStrip
{
  GtkWidget parent_instance;

  GtkListBox *list;
};

G_DEFINE_FINAL_TYPE (OmTraitStrip, om_trait_strip, GTK_TYPE_WIDGET)

static void
row_activated_cb (GtkListBox    *list,
                  GtkListBoxRow *row,
                  OmTraitStrip  *self)
{
  gtk_widget_activate_action (GTK_WIDGET (self), "win.open-trait", "s", g_object_get_data (G_OBJECT (row), "id"));
}

static GtkWidget *
row_new (void)
{
  GtkWidget *row = adw_action_row_new ();
  GtkWidget *image = gtk_image_new ();

  adw_preferences_row_set_use_markup (ADW_PREFERENCES_ROW (row), FALSE);
  adw_action_row_set_title_lines (ADW_ACTION_ROW (row), 2);
  adw_action_row_set_subtitle_lines (ADW_ACTION_ROW (row), 2);
  adw_action_row_add_prefix (ADW_ACTION_ROW (row), image);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), TRUE);
  g_object_set_data (G_OBJECT (row), "image", image);
  return row;
}

static void
show_trait (GtkWidget     *row,
            const OmTrait *trait)
{
  g_autofree char *numbers = om_trait_look_dup_numbers (trait);
  /* Translators: what a search found beside memories: a trait, its stage and on what it rests */
  g_autofree char *subtitle = g_strdup_printf (_("Trait · %s · %s"), om_trait_look_stage_name (trait->shown_stage), numbers);
  g_autofree char *name = om_join_said (trait->text, subtitle, NULL);

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), trait->text);
  adw_action_row_set_subtitle (ADW_ACTION_ROW (row), subtitle);
  gtk_image_set_from_icon_name (g_object_get_data (G_OBJECT (row), "image"), om_trait_look_stage_icon (trait->shown_stage));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
  g_object_set_data_full (G_OBJECT (row), "id", g_strdup (trait->id), g_free);
}

static void
om_trait_strip_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), OM_TYPE_TRAIT_STRIP);

  G_OBJECT_CLASS (om_trait_strip_parent_class)->dispose (object);
}

static void
om_trait_strip_class_init (OmTraitStripClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_trait_strip_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-trait-strip.ui");
  gtk_widget_class_bind_template_child (widget_class, OmTraitStrip, list);
  gtk_widget_class_bind_template_callback (widget_class, row_activated_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_trait_strip_init (OmTraitStrip *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_trait_strip_show:
 * @hits: (nullable) (element-type OmTraitHit): the best first
 */
void
om_trait_strip_show (OmTraitStrip *self,
                     GPtrArray    *hits)
{
  guint n = hits != NULL ? hits->len : 0;
  GtkListBoxRow *row;

  g_return_if_fail (OM_IS_TRAIT_STRIP (self));

  for (guint i = 0; i < n; i++)
    {
      row = gtk_list_box_get_row_at_index (self->list, (int) i);
      if (row == NULL)
        gtk_list_box_append (self->list, row_new ());
      show_trait (GTK_WIDGET (gtk_list_box_get_row_at_index (self->list, (int) i)),
                  ((OmTraitHit *) g_ptr_array_index (hits, i))->trait);
    }
  while ((row = gtk_list_box_get_row_at_index (self->list, (int) n)) != NULL)
    gtk_list_box_remove (self->list, GTK_WIDGET (row));
  gtk_widget_set_visible (GTK_WIDGET (self), n > 0);
}

/**
 * om_trait_strip_take_focus:
 *
 * Returns: whether there is a row that took the keyboard
 */
gboolean
om_trait_strip_take_focus (OmTraitStrip *self)
{
  GtkListBoxRow *row = gtk_list_box_get_row_at_index (self->list, 0);

  return row != NULL && gtk_widget_get_visible (GTK_WIDGET (self)) && gtk_widget_grab_focus (GTK_WIDGET (row));
}
