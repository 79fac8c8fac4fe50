/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmQuickWindow: a small window for one new memory, with a session of its own, so that it needs no other window
 * and no other window needs it. Text is saved by itself as everywhere. Ctrl+Enter saves and closes; Esc
 * closes, too, and what was written is there to go on with the next time. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-quick-window.h"

#include <glib/gi18n.h>

#include "views/om-editor.h"

struct _OmQuickWindow
{
  AdwApplicationWindow parent_instance;

  OmEditor  *editor;

  GSettings *settings; /* (owned) */
  OmSession *session;  /* (owned) (nullable) */
  OmSheet   *sheet;    /* (owned) (nullable) */
  gulong     state_id;
  gboolean   closing;
  gboolean   finished; /* the next one begins anew */
};

G_DEFINE_FINAL_TYPE (OmQuickWindow, om_quick_window, ADW_TYPE_APPLICATION_WINDOW)

static gboolean
is_blank (OmQuickWindow *self)
{
  return om_text_buffer_is_blank (om_sheet_get_buffer (self->sheet));
}

static void
update_save (OmQuickWindow *self)
{
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "quick.save", om_sheet_is_editable (self->sheet) && !is_blank (self));
}

static void
show_sheet (OmQuickWindow *self,
            OmSheet       *sheet)
{
  if (self->sheet != NULL)
    {
      g_clear_signal_handler (&self->state_id, self->sheet);
      g_signal_handlers_disconnect_by_data (om_sheet_get_buffer (self->sheet), self);
    }
  g_set_object (&self->sheet, sheet);
  if (sheet == NULL)
    return;
  self->state_id = g_signal_connect_object (sheet, "notify::state", G_CALLBACK (update_save), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (om_sheet_get_buffer (sheet), "changed", G_CALLBACK (update_save), self, G_CONNECT_SWAPPED);
  om_editor_set_sheet (self->editor, sheet);
  update_save (self);
}

/* The text that was left with Esc, if it is still there; else a new one. */
static void
begin (OmQuickWindow *self)
{
  g_autofree char *draft = g_settings_get_string (self->settings, "quick-draft");
  OmDesk *desk = om_session_get_desk (self->session);
  g_autoptr (OmSheet) sheet = *draft != '\0' ? om_desk_open (desk, draft) : om_desk_create (desk);

  show_sheet (self, sheet);
}

static void
sheet_missing_cb (OmQuickWindow *self)
{
  g_autoptr (OmSheet) sheet = NULL;
  OmSaveState state = om_sheet_get_state (self->sheet);

  /* The draft went to the bin meanwhile, or is another person's. */
  if (state != OM_SAVE_STATE_LOAD_FAILED && state != OM_SAVE_STATE_GONE)
    return;
  g_settings_reset (self->settings, "quick-draft");
  sheet = om_desk_create (om_session_get_desk (self->session));
  show_sheet (self, sheet);
  om_editor_take_focus (self->editor);
}

/* Closing --------------------------------------------------------------------------------------- */

static void
close_now (OmQuickWindow *self)
{
  const char *id = om_sheet_get_id (self->sheet);

  if (self->finished || id == NULL || is_blank (self))
    g_settings_reset (self->settings, "quick-draft");
  else
    g_settings_set_string (self->settings, "quick-draft", id);
  om_session_close (self->session);
  gtk_window_destroy (GTK_WINDOW (self));
}

static void
unsaved_response_cb (AdwMessageDialog *dialog,
                     const char       *response,
                     OmQuickWindow    *self)
{
  if (g_strcmp0 (response, "close") == 0)
    close_now (self);
}

static void
flushed_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr (OmQuickWindow) self = OM_QUICK_WINDOW (data);
  g_autoptr (GError) error = NULL;
  GtkWidget *dialog;

  self->closing = FALSE;
  if (self->session == NULL)
    return;
  if (om_desk_flush_finish (OM_DESK (source), result, &error))
    {
      close_now (self);
      return;
    }
  dialog = adw_message_dialog_new (GTK_WINDOW (self), _("Close With Unsaved Text?"), NULL);
  adw_message_dialog_format_body (ADW_MESSAGE_DIALOG (dialog),
                                  _("What you wrote last could not be saved: %s If you close now it is gone."), error->message);
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

/**
 * om_quick_window_close_when_saved:
 *
 * Saves what is not saved, then closes.
 */
void
om_quick_window_close_when_saved (OmQuickWindow *self)
{
  OmDesk *desk;

  g_return_if_fail (OM_IS_QUICK_WINDOW (self));

  if (self->closing || self->session == NULL)
    return;
  desk = om_session_get_desk (self->session);
  if (om_desk_is_settled (desk))
    {
      close_now (self);
      return;
    }
  self->closing = TRUE;
  om_desk_flush_async (desk, NULL, flushed_cb, g_object_ref (self));
}

static gboolean
om_quick_window_close_request (GtkWindow *window)
{
  om_quick_window_close_when_saved (OM_QUICK_WINDOW (window));
  return GDK_EVENT_STOP;
}

static void
save_cb (GtkWidget  *widget,
         const char *name,
         GVariant   *parameter)
{
  OmQuickWindow *self = OM_QUICK_WINDOW (widget);

  self->finished = TRUE;
  om_quick_window_close_when_saved (self);
}

static void
leave_cb (GtkWidget  *widget,
          const char *name,
          GVariant   *parameter)
{
  om_quick_window_close_when_saved (OM_QUICK_WINDOW (widget));
}

/* Object ---------------------------------------------------------------------------------------- */

static void
om_quick_window_dispose (GObject *object)
{
  OmQuickWindow *self = OM_QUICK_WINDOW (object);

  show_sheet (self, NULL);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);
  gtk_widget_dispose_template (GTK_WIDGET (object), OM_TYPE_QUICK_WINDOW);

  G_OBJECT_CLASS (om_quick_window_parent_class)->dispose (object);
}

static void
om_quick_window_class_init (OmQuickWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_quick_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = om_quick_window_close_request;

  g_type_ensure (OM_TYPE_EDITOR);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-quick-window.ui");
  gtk_widget_class_bind_template_child (widget_class, OmQuickWindow, editor);
  gtk_widget_class_install_action (widget_class, "quick.save", NULL, save_cb);
  gtk_widget_class_install_action (widget_class, "quick.leave", NULL, leave_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "quick.leave", NULL);
}

static void
om_quick_window_init (OmQuickWindow *self)
{
  self->settings = g_settings_new (APP_ID);
  gtk_widget_init_template (GTK_WIDGET (self));
}

/**
 * om_quick_window_new:
 * @session: (transfer none): a session of its own, being opened or open
 *
 * Returns: (transfer none): the window; GTK owns it
 */
OmQuickWindow *
om_quick_window_new (GtkApplication *application,
                     OmSession      *session)
{
  OmQuickWindow *self;

  g_return_val_if_fail (OM_IS_SESSION (session), NULL);

  self = g_object_new (OM_TYPE_QUICK_WINDOW, "application", application, NULL);
  self->session = g_object_ref (session);
  begin (self);
  g_signal_connect_object (self->sheet, "notify::state", G_CALLBACK (sheet_missing_cb), self, G_CONNECT_SWAPPED);
  om_editor_take_focus (self->editor);
  return self;
}

/** om_quick_window_get_session: (transfer none) (nullable) */
OmSession *
om_quick_window_get_session (OmQuickWindow *self)
{
  return self->session;
}
