/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the menu, the keys and a dropped file do in the window. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-window-private.h"

#include <glib/gi18n.h>

#include "views/om-export-window.h"
#include "views/om-import-window.h"
#include "views/om-memory-page.h"
#include "views/om-preferences-window.h"
#include "views/om-statistics-window.h"

static void
new_memory_cb (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  om_window_write (OM_WINDOW (widget));
}

static void
search_cb (GtkWidget  *widget,
           const char *name,
           GVariant   *parameter)
{
  OmWindow *self = OM_WINDOW (widget);

  om_window_show_page (self, "memories");
  om_memories_page_search (self->memories_page);
}

static void
show_page_cb (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  OmWindow *self = OM_WINDOW (widget);

  om_window_show_page (self, g_variant_get_string (parameter, NULL));
  om_window_focus_page (self);
}

static void
show_in_graph_cb (GtkWidget  *widget,
                  const char *name,
                  GVariant   *parameter)
{
  OmWindow *self = OM_WINDOW (widget);

  om_window_show_page (self, "graph");
  om_graph_page_show_around (self->graph_page, g_variant_get_string (parameter, NULL));
  om_window_focus_page (self);
}

static void
back_cb (GtkWidget  *widget,
         const char *name,
         GVariant   *parameter)
{
  OmWindow *self = OM_WINDOW (widget);

  if (om_window_is_page (self, "memories"))
    om_memories_page_go_back (self->memories_page);
}

static void
try_again_cb (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  om_session_open (OM_WINDOW (widget)->session);
}

/* @accept: %TRUE if something was chosen. Returns it, and lets go of the chooser. */
static GFile *
take_chosen (OmWindow *self,
             int       response)
{
  GFile *file = response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file (GTK_FILE_CHOOSER (self->chooser)) : NULL;

  g_clear_object (&self->chooser);
  return file;
}

static void
choose (OmWindow            *self,
        const char          *title,
        GtkFileChooserAction action,
        const char          *accept,
        GCallback            response_cb)
{
  if (self->chooser != NULL)
    return;
  self->chooser = gtk_file_chooser_native_new (title, GTK_WINDOW (self), action, accept, NULL);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (self->chooser), TRUE);
  g_signal_connect_object (self->chooser, "response", response_cb, self, 0);
  gtk_native_dialog_show (GTK_NATIVE_DIALOG (self->chooser));
}

static void
imported_cb (OmImportWindow *import,
             guint           added,
             OmWindow       *self)
{
  g_autofree char *text = g_strdup_printf (ngettext ("%'u entry was taken in", "%'u entries were taken in", added), added);

  om_window_show_toast (self, text);
}

/* @file: (nullable): what to import, %NULL to ask for it */
static void
show_import (OmWindow *self,
             GFile    *file)
{
  OmImportWindow *import = om_import_window_new (self->session, file, GTK_WINDOW (self));

  g_signal_connect_object (import, "imported", G_CALLBACK (imported_cb), self, 0);
  gtk_window_present (GTK_WINDOW (import));
}

static void
import_cb (GtkWidget  *widget,
           const char *name,
           GVariant   *parameter)
{
  show_import (OM_WINDOW (widget), NULL);
}

static void
export_cb (GtkWidget  *widget,
           const char *name,
           GVariant   *parameter)
{
  OmWindow *self = OM_WINDOW (widget);
  OmExportOffer offer = { 0 };

  if (om_window_is_page (self, "memories"))
    om_memories_page_offer_export (self->memories_page, &offer);
  gtk_window_present (GTK_WINDOW (om_export_window_new (self->session, &offer, GTK_WINDOW (self))));
  g_clear_pointer (&offer.rows, g_array_unref);
}

static gboolean
dropped_cb (GtkDropTarget *target,
            const GValue  *value,
            double         x,
            double         y,
            OmWindow      *self)
{
  OmSessionState state = om_session_get_state (self->session);
  GSList *files = g_value_get_boxed (value);
  GtkWidget *under = gtk_widget_pick (GTK_WIDGET (self), x, y, GTK_PICK_DEFAULT);
  GtkWidget *page = under != NULL ? gtk_widget_get_ancestor (under, OM_TYPE_MEMORY_PAGE) : NULL;

  /* On a memory's page they belong to the memory. */
  if (page != NULL && om_memory_page_attach (OM_MEMORY_PAGE (page), files))
    return TRUE;
  if (files == NULL || (state != OM_SESSION_OPEN && state != OM_SESSION_LOADED))
    return FALSE;
  show_import (self, files->data);
  return TRUE;
}

/**
 * om_window_accept_files:
 *
 * A file anywhere on the window is an import, also over a text, where its name would be inserted; on the page
 * of a memory it comes to belong to it.
 */
void
om_window_accept_files (OmWindow *self)
{
  GtkDropTarget *target = gtk_drop_target_new (GDK_TYPE_FILE_LIST, GDK_ACTION_COPY);

  gtk_event_controller_set_propagation_phase (GTK_EVENT_CONTROLLER (target), GTK_PHASE_CAPTURE);
  g_signal_connect_object (target, "drop", G_CALLBACK (dropped_cb), self, 0);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}

static void
preferences_cb (GtkWidget  *widget,
                const char *name,
                GVariant   *parameter)
{
  OmWindow *self = OM_WINDOW (widget);

  gtk_window_present (GTK_WINDOW (om_preferences_window_new (self->session, GTK_WINDOW (self))));
}

static void
statistics_cb (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  OmWindow *self = OM_WINDOW (widget);
  OmSessionState state = om_session_get_state (self->session);

  if (state == OM_SESSION_OPEN || state == OM_SESSION_LOADED)
    gtk_window_present (GTK_WINDOW (om_statistics_window_new (self->session, GTK_WINDOW (self))));
}

static void
another_chosen_cb (GtkNativeDialog *dialog,
                   int              response,
                   OmWindow        *self)
{
  g_autoptr (GFile) file = take_chosen (self, response);
  g_autofree char *path = file != NULL ? g_file_get_path (file) : NULL;

  if (path == NULL)
    return;
  gtk_widget_activate_action (GTK_WIDGET (self), "app.open-store", "s", path);
  om_window_close_when_saved (self, TRUE);
}

static void
open_trait_cb (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  om_traits_page_open (OM_WINDOW (widget)->traits_page, g_variant_get_string (parameter, NULL));
}

static void
open_another_cb (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  choose (OM_WINDOW (widget), _("Choose Another Memory Store"), GTK_FILE_CHOOSER_ACTION_OPEN, _("_Open"),
          G_CALLBACK (another_chosen_cb));
}

/**
 * om_window_class_add_actions:
 * @widget_class: the class that is being made
 *
 * Installs all actions of the group "win".
 */
void
om_window_class_add_actions (GtkWidgetClass *widget_class)
{
  gtk_widget_class_install_action (widget_class, "win.new-memory", NULL, new_memory_cb);
  gtk_widget_class_install_action (widget_class, "win.search", NULL, search_cb);
  gtk_widget_class_install_action (widget_class, "win.show-page", "s", show_page_cb);
  gtk_widget_class_install_action (widget_class, "win.show-in-graph", "s", show_in_graph_cb);
  gtk_widget_class_install_action (widget_class, "win.back", NULL, back_cb);
  gtk_widget_class_install_action (widget_class, "win.try-again", NULL, try_again_cb);
  gtk_widget_class_install_action (widget_class, "win.import", NULL, import_cb);
  gtk_widget_class_install_action (widget_class, "win.export", NULL, export_cb);
  gtk_widget_class_install_action (widget_class, "win.preferences", NULL, preferences_cb);
  gtk_widget_class_install_action (widget_class, "win.open-trait", "s", open_trait_cb);
  gtk_widget_class_install_action (widget_class, "win.statistics", NULL, statistics_cb);
  gtk_widget_class_install_action (widget_class, "win.open-another", NULL, open_another_cb);
}
