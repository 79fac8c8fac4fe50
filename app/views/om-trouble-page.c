/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmTroublePage: shown instead of the pages while the store cannot be opened: what happened, where,
 * and what can be done. The file is left as it is. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-trouble-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "memory/om-error.h"

struct _OmTroublePage
{
  GtkWidget parent_instance;

  AdwStatusPage *status;
  GtkLabel      *path_label;
  GtkButton     *retry_button;
};

G_DEFINE_FINAL_TYPE (OmTroublePage, om_trouble_page, GTK_TYPE_WIDGET)

static const char *
title_of (const GError *error)
{
  if (g_error_matches (error, OM_ERROR, OM_ERROR_NEWER_STORE))
    return _("Made by a Newer Version");
  if (g_error_matches (error, OM_ERROR, OM_ERROR_NOT_A_STORE))
    return _("Damaged, or Not a Memory Store");
  if (g_error_matches (error, OM_ERROR, OM_ERROR_LOCKED))
    return _("In Use by Another Program");
  if (g_error_matches (error, OM_ERROR, OM_ERROR_READ_ONLY))
    return _("Cannot Be Written To");
  if (g_error_matches (error, OM_ERROR, OM_ERROR_NO_SPACE))
    return _("The Disk Is Full");
  return _("Your Memories Cannot Be Opened");
}

static void
om_trouble_page_dispose (GObject *object)
{
  gtk_widget_dispose_template (GTK_WIDGET (object), OM_TYPE_TROUBLE_PAGE);

  G_OBJECT_CLASS (om_trouble_page_parent_class)->dispose (object);
}

static void
om_trouble_page_class_init (OmTroublePageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_trouble_page_dispose;

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-trouble-page.ui");
  gtk_widget_class_bind_template_child (widget_class, OmTroublePage, status);
  gtk_widget_class_bind_template_child (widget_class, OmTroublePage, path_label);
  gtk_widget_class_bind_template_child (widget_class, OmTroublePage, retry_button);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_trouble_page_init (OmTroublePage *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_trouble_page_show_error:
 * @error: why it could not be opened
 * @path: the store's file
 */
void
om_trouble_page_show_error (OmTroublePage *self,
                            const GError  *error,
                            const char    *path)
{
  g_autofree char *reason = NULL;
  g_autofree char *name = NULL;

  g_return_if_fail (OM_IS_TROUBLE_PAGE (self));
  g_return_if_fail (error != NULL);

  reason = g_markup_escape_text (error->message, -1);
  adw_status_page_set_title (self->status, title_of (error));
  adw_status_page_set_description (self->status, reason);
  name = g_filename_display_name (path);
  gtk_label_set_label (self->path_label, name);
}

/**
 * om_trouble_page_take_focus:
 *
 * Gives the keyboard to the first thing that can be done.
 *
 * Returns: %TRUE if it took the keyboard
 */
gboolean
om_trouble_page_take_focus (OmTroublePage *self)
{
  g_return_val_if_fail (OM_IS_TROUBLE_PAGE (self), FALSE);

  return gtk_widget_grab_focus (GTK_WIDGET (self->retry_button));
}
