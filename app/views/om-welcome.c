/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmWelcome: the ideas in three sentences and the three ways to begin. Everything it does is an action
 * of the window or the program. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-welcome.h"

struct _OmWelcome
{
  GtkWidget parent_instance;

  GtkWidget *box; /* bound, so that it is let go with the template */
};

G_DEFINE_FINAL_TYPE (OmWelcome, om_welcome, GTK_TYPE_WIDGET)

static void
om_welcome_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), OM_TYPE_WELCOME);

  G_OBJECT_CLASS (om_welcome_parent_class)->dispose (object);
}

static void
om_welcome_class_init (OmWelcomeClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_welcome_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-welcome.ui");
  gtk_widget_class_bind_template_child (widget_class, OmWelcome, box);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_welcome_init (OmWelcome *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
