/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the window closes: only when everything is saved, or the person was asked. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-window-private.h"

#include <glib/gi18n.h>

static void
close_now (OmWindow *self)
{
  om_session_close (self->session);
  gtk_window_destroy (GTK_WINDOW (self));
}

static void
unsaved_response_cb (AdwMessageDialog *dialog,
                     const char       *response,
                     OmWindow         *self)
{
  if (g_strcmp0 (response, "close") == 0)
    close_now (self);
}

static void
ask_about_unsaved (OmWindow   *self,
                   const char *reason)
{
  GtkWidget *dialog = adw_message_dialog_new (GTK_WINDOW (self), _("Close With Unsaved Text?"), NULL);

  adw_message_dialog_format_body (ADW_MESSAGE_DIALOG (dialog),
                                  _("What you wrote last could not be saved: %s If you close now it is gone."), reason);
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog),
                                    "cancel", _("_Keep Open"),
                                    "close", _("_Close Without Saving"),
                                    NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "close", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (unsaved_response_cb), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
flushed_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr (OmWindow) self = OM_WINDOW (data);
  g_autoptr (GError) error = NULL;
  gboolean saved = om_desk_flush_finish (OM_DESK (source), result, &error);

  self->closing = FALSE;
  if (self->session == NULL)
    return;
  if (saved || !self->ask)
    close_now (self);
  else
    ask_about_unsaved (self, error->message);
}

static void
save_size (OmWindow *self)
{
  int width;
  int height;

  gtk_window_get_default_size (GTK_WINDOW (self), &width, &height);
  g_settings_set_boolean (self->settings, "window-maximized", gtk_window_is_maximized (GTK_WINDOW (self)));
  if (width > 0 && height > 0)
    {
      g_settings_set_int (self->settings, "window-width", width);
      g_settings_set_int (self->settings, "window-height", height);
    }
}

static gboolean
om_window_close_request (GtkWindow *window)
{
  om_window_close_when_saved (OM_WINDOW (window), TRUE);
  return GDK_EVENT_STOP;
}

/**
 * om_window_close_when_saved:
 * @ask: ask the person if something cannot be saved; %FALSE when the session of the desktop ends
 *
 * Saves what is not saved, then closes.
 */
void
om_window_close_when_saved (OmWindow *self,
                            gboolean  ask)
{
  OmDesk *desk;

  g_return_if_fail (OM_IS_WINDOW (self));

  self->ask = ask;
  if (self->closing)
    return;
  save_size (self);
  desk = om_session_get_desk (self->session);
  if (om_desk_is_settled (desk))
    {
      close_now (self);
      return;
    }
  if (om_session_get_state (self->session) == OM_SESSION_FAILED)
    {
      om_desk_save (desk);
      if (ask)
        ask_about_unsaved (self, om_session_get_error (self->session)->message);
      else
        close_now (self);
      return;
    }
  self->closing = TRUE;
  om_desk_flush_async (desk, NULL, flushed_cb, g_object_ref (self));
}

/**
 * om_window_class_add_closing:
 * @widget_class: the class that is being made
 */
void
om_window_class_add_closing (GtkWidgetClass *widget_class)
{
  GTK_WINDOW_CLASS (widget_class)->close_request = om_window_close_request;
}
