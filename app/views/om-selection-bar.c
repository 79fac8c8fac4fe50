/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmSelectionBar: what can be done with several memories at once. Shown while several are selected, and
 * always in the bin. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-selection-bar.h"

#include <glib/gi18n.h>

struct _OmSelectionBar
{
  GtkWidget parent_instance;

  GtkRevealer *revealer;
  GtkLabel    *count_label;
  GtkWidget   *tag_button;
  GtkWidget   *bin_button;
  GtkWidget   *restore_button;
  GtkWidget   *purge_button;
  GtkPopover  *tag_popover;
  GtkEntry    *tag_entry;
};

enum
{
  SIGNAL_TAGGED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmSelectionBar, om_selection_bar, GTK_TYPE_WIDGET)

static void
tag (OmSelectionBar *self,
     gboolean        add)
{
  g_autofree char *text = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->tag_entry))));

  if (*text == '\0')
    return;
  gtk_popover_popdown (self->tag_popover);
  gtk_editable_set_text (GTK_EDITABLE (self->tag_entry), "");
  g_signal_emit (self, signals[SIGNAL_TAGGED], 0, text, add);
}

static void
add_tag_cb (GtkWidget      *widget,
            OmSelectionBar *self)
{
  tag (self, TRUE);
}

static void
remove_tag_cb (GtkWidget      *widget,
               OmSelectionBar *self)
{
  tag (self, FALSE);
}

static void
om_selection_bar_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), OM_TYPE_SELECTION_BAR);

  G_OBJECT_CLASS (om_selection_bar_parent_class)->dispose (object);
}

static void
om_selection_bar_class_init (OmSelectionBarClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_selection_bar_dispose;

  /**
   * OmSelectionBar::tagged:
   * @tag: a tag
   * @add: %TRUE gives it, %FALSE takes it away
   */
  signals[SIGNAL_TAGGED] = g_signal_new ("tagged", OM_TYPE_SELECTION_BAR, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE,
                                         2, G_TYPE_STRING, G_TYPE_BOOLEAN);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-selection-bar.ui");
  gtk_widget_class_bind_template_child (widget_class, OmSelectionBar, revealer);
  gtk_widget_class_bind_template_child (widget_class, OmSelectionBar, count_label);
  gtk_widget_class_bind_template_child (widget_class, OmSelectionBar, tag_button);
  gtk_widget_class_bind_template_child (widget_class, OmSelectionBar, bin_button);
  gtk_widget_class_bind_template_child (widget_class, OmSelectionBar, restore_button);
  gtk_widget_class_bind_template_child (widget_class, OmSelectionBar, purge_button);
  gtk_widget_class_bind_template_child (widget_class, OmSelectionBar, tag_popover);
  gtk_widget_class_bind_template_child (widget_class, OmSelectionBar, tag_entry);
  gtk_widget_class_bind_template_callback (widget_class, add_tag_cb);
  gtk_widget_class_bind_template_callback (widget_class, remove_tag_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_selection_bar_init (OmSelectionBar *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_selection_bar_show:
 * @n_selected: memories that are selected
 * @in_bin: they lie in the bin
 *
 * Shows what can be done with them, or nothing for none.
 */
void
om_selection_bar_show (OmSelectionBar *self,
                       guint           n_selected,
                       gboolean        in_bin)
{
  g_autofree char *text = NULL;

  g_return_if_fail (OM_IS_SELECTION_BAR (self));

  text = g_strdup_printf (ngettext ("%u selected", "%u selected", n_selected), n_selected);
  gtk_label_set_label (self->count_label, text);
  gtk_widget_set_visible (self->tag_button, !in_bin);
  gtk_widget_set_visible (self->bin_button, !in_bin);
  gtk_widget_set_visible (self->restore_button, in_bin);
  gtk_widget_set_visible (self->purge_button, in_bin);
  gtk_revealer_set_reveal_child (self->revealer, n_selected > 1 || (in_bin && n_selected > 0));
}
