/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmWindow: the main window over one store: the pages, what is said about them, and closing only when
 * everything is saved. It is shown before the store is open. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-window.h"

#include <glib/gi18n.h>

#include "views/om-import-window.h"
#include "views/om-memories-page.h"
#include "views/om-memory-list-model.h"
#include "views/om-preferences-window.h"
#include "views/om-start-trace.h"
#include "views/om-today-page.h"
#include "views/om-trouble-page.h"

struct _OmWindow
{
  AdwApplicationWindow parent_instance;

  GtkStack             *main_stack;
  AdwViewStack         *pages;
  AdwHeaderBar         *header;
  AdwViewSwitcherTitle *switcher_title;
  GtkButton            *back_button;
  GtkMenuButton        *menu_button;
  AdwToastOverlay      *toasts;
  GtkWidget            *sample_bar;
  GtkRevealer          *unsaved_revealer;
  GtkLabel             *unsaved_label;
  OmTodayPage          *today_page;
  OmMemoriesPage       *memories_page;
  OmTroublePage        *trouble_page;

  GSettings            *settings; /* (owned) */
  OmSession            *session;  /* (owned) (nullable) */
  OmMemoryListModel    *model;    /* (owned) (nullable): what Today shows, the newest first */
  GtkFileChooserNative *chooser;  /* (owned) (nullable): while it is open */
  gboolean              closing;  /* saving before it closes */
  gboolean              ask;      /* ask if something cannot be saved */
};

G_DEFINE_FINAL_TYPE (OmWindow, om_window, ADW_TYPE_APPLICATION_WINDOW)

static void
show_toast (OmWindow   *self,
            const char *text)
{
  g_autofree char *escaped = g_markup_escape_text (text, -1);

  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (escaped));
}

/* Pages ----------------------------------------------------------------------------------------- */

static void
show_page (OmWindow   *self,
           const char *name)
{
  adw_view_stack_set_visible_child_name (self->pages, name);
}

static gboolean
is_page (OmWindow   *self,
         const char *name)
{
  return g_strcmp0 (adw_view_stack_get_visible_child_name (self->pages), name) == 0;
}

static void
focus_page (OmWindow *self)
{
  if (is_page (self, "today"))
    om_today_page_write (self->today_page);
  else
    om_memories_page_take_focus (self->memories_page);
}

static void
update_back_button (OmWindow *self)
{
  gboolean can_go_back = FALSE;

  g_object_get (self->memories_page, "can-go-back", &can_go_back, NULL);
  gtk_widget_set_visible (GTK_WIDGET (self->back_button), can_go_back && is_page (self, "memories"));
}

static void
page_changed_cb (AdwViewStack *pages,
                 GParamSpec   *pspec,
                 OmWindow     *self)
{
  const char *name = adw_view_stack_get_visible_child_name (pages);

  if (self->session == NULL || name == NULL)
    return;
  om_desk_save (om_session_get_desk (self->session));
  g_settings_set_string (self->settings, "last-page", name);
  update_back_button (self);
}

static void
can_go_back_cb (OmMemoriesPage *page,
                GParamSpec     *pspec,
                OmWindow       *self)
{
  update_back_button (self);
}

static void
memory_opened_cb (OmTodayPage  *page,
                  OmMemoryItem *item,
                  OmWindow     *self)
{
  if (om_memory_item_get_id (item) == NULL)
    return;
  show_page (self, "memories");
  om_memories_page_open (self->memories_page, om_memory_item_get_id (item), om_memory_item_get_row (item));
}

/* The store ------------------------------------------------------------------------------------- */

static void
update_actions (OmWindow *self)
{
  OmSessionState state = om_session_get_state (self->session);
  gboolean open = state == OM_SESSION_OPEN || state == OM_SESSION_LOADED;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.import", open);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.try-again", state == OM_SESSION_FAILED);
  /* The pages are not there to be gone to. */
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.new-memory", state != OM_SESSION_FAILED);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.search", state != OM_SESSION_FAILED);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.show-page", state != OM_SESSION_FAILED);
  adw_view_switcher_title_set_view_switcher_enabled (self->switcher_title, state != OM_SESSION_FAILED);
}

static void
session_state_cb (OmSession  *session,
                  GParamSpec *pspec,
                  OmWindow   *self)
{
  update_actions (self);
  switch (om_session_get_state (session))
    {
    case OM_SESSION_FAILED:
      om_trouble_page_show_error (self->trouble_page, om_session_get_error (session), om_session_get_path (session));
      gtk_stack_set_visible_child_name (self->main_stack, "trouble");
      om_trouble_page_take_focus (self->trouble_page);
      break;
    case OM_SESSION_OPEN:
      if (g_strcmp0 (gtk_stack_get_visible_child_name (self->main_stack), "pages") != 0)
        {
          gtk_stack_set_visible_child_name (self->main_stack, "pages");
          focus_page (self);
        }
      om_memory_list_model_reload (self->model);
      break;
    case OM_SESSION_LOADED:
      om_start_trace ("searchable");
      if (!om_memory_list_model_is_loaded (self->model))
        om_memory_list_model_reload (self->model);
      break;
    case OM_SESSION_CLOSED:
    case OM_SESSION_OPENING:
    default:
      break;
    }
}

static void
session_changed_cb (OmSession *session,
                    OmWindow  *self)
{
  om_memory_list_model_reload (self->model);
}

static void
undo_bin_cb (AdwToast *toast,
             OmWindow *self)
{
  om_session_restore (self->session, g_object_get_data (G_OBJECT (toast), "memory-ids"));
}

static void
binned_cb (OmSession *session,
           char     **ids,
           OmWindow  *self)
{
  guint n = g_strv_length (ids);
  g_autofree char *text = n == 1 ? g_strdup (_("Moved to the bin"))
                                 : g_strdup_printf (ngettext ("%u memory moved to the bin", "%u memories moved to the bin", n), n);
  AdwToast *toast = adw_toast_new (text);

  g_object_set_data_full (G_OBJECT (toast), "memory-ids", g_strdupv (ids), (GDestroyNotify) g_strfreev);
  adw_toast_set_button_label (toast, _("_Undo"));
  g_signal_connect_object (toast, "button-clicked", G_CALLBACK (undo_bin_cb), self, 0);
  adw_toast_overlay_add_toast (self->toasts, toast);
}

static void
act_failed_cb (OmSession *session,
               GError    *error,
               OmWindow  *self)
{
  show_toast (self, error->message);
}

static void
failed_changed_cb (OmDesk   *desk,
                   OmWindow *self)
{
  OmSheet *sheet = om_desk_get_failed (desk);
  g_autofree char *text = NULL;

  /* The editor says it itself where the text is in view. */
  if (sheet != NULL && !om_sheet_is_held (sheet))
    {
      /* Translators: %s is the reason, a sentence */
      text = g_strdup_printf (_("A text is not saved yet: %s It is kept and tried again every few seconds."),
                              om_sheet_get_message (sheet));
      gtk_label_set_label (self->unsaved_label, text);
    }
  gtk_revealer_set_reveal_child (self->unsaved_revealer, text != NULL);
}

static void
show_unsaved_cb (GtkButton *button,
                 OmWindow  *self)
{
  OmSheet *sheet = om_desk_get_failed (om_session_get_desk (self->session));

  if (sheet == NULL)
    return;
  if (om_sheet_get_id (sheet) != NULL)
    {
      show_page (self, "memories");
      om_memories_page_open (self->memories_page, om_sheet_get_id (sheet), 0);
    }
  else
    {
      show_page (self, "today");
      om_today_page_show_sheet (self->today_page, sheet);
    }
  failed_changed_cb (om_session_get_desk (self->session), self);
}

/* Closing --------------------------------------------------------------------------------------- */

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

/* Actions --------------------------------------------------------------------------------------- */

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

  show_page (self, "memories");
  om_memories_page_search (self->memories_page);
}

static void
show_page_cb (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  OmWindow *self = OM_WINDOW (widget);

  show_page (self, g_variant_get_string (parameter, NULL));
  focus_page (self);
}

static void
back_cb (GtkWidget  *widget,
         const char *name,
         GVariant   *parameter)
{
  OmWindow *self = OM_WINDOW (widget);

  if (is_page (self, "memories"))
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

  show_toast (self, text);
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

static gboolean
dropped_cb (GtkDropTarget *target,
            const GValue  *value,
            double         x,
            double         y,
            OmWindow      *self)
{
  OmSessionState state = om_session_get_state (self->session);
  GSList *files = g_value_get_boxed (value);

  if (files == NULL || (state != OM_SESSION_OPEN && state != OM_SESSION_LOADED))
    return FALSE;
  show_import (self, files->data);
  return TRUE;
}

/* A file anywhere on the window is an import, also over the text, where its name would be inserted. */
static void
accept_files (OmWindow *self)
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
open_another_cb (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  choose (OM_WINDOW (widget), _("Choose Another Memory Store"), GTK_FILE_CHOOSER_ACTION_OPEN, _("_Open"),
          G_CALLBACK (another_chosen_cb));
}

/* Object ---------------------------------------------------------------------------------------- */

static void
first_frame_cb (GdkFrameClock *clock,
                OmWindow      *self)
{
  g_signal_handlers_disconnect_by_func (clock, first_frame_cb, self);
  om_start_trace ("first frame");
}

static void
om_window_realize (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (om_window_parent_class)->realize (widget);
  g_signal_connect_object (gtk_widget_get_frame_clock (widget), "after-paint", G_CALLBACK (first_frame_cb), widget, 0);
}

static void
om_window_dispose (GObject *object)
{
  OmWindow *self = OM_WINDOW (object);

  if (self->pages != NULL)
    g_signal_handlers_disconnect_by_data (self->pages, self);
  if (self->memories_page != NULL)
    g_signal_handlers_disconnect_by_data (self->memories_page, self);
  g_clear_object (&self->chooser);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_WINDOW);
  g_clear_object (&self->model);
  g_clear_object (&self->session);
  g_clear_object (&self->settings);

  G_OBJECT_CLASS (om_window_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-window.ui");
  gtk_widget_class_bind_template_child (widget_class, OmWindow, main_stack);
  gtk_widget_class_bind_template_child (widget_class, OmWindow, pages);
  gtk_widget_class_bind_template_child (widget_class, OmWindow, header);
  gtk_widget_class_bind_template_child (widget_class, OmWindow, switcher_title);
  gtk_widget_class_bind_template_child (widget_class, OmWindow, back_button);
  gtk_widget_class_bind_template_child (widget_class, OmWindow, menu_button);
  gtk_widget_class_bind_template_child (widget_class, OmWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, OmWindow, sample_bar);
  gtk_widget_class_bind_template_child (widget_class, OmWindow, unsaved_revealer);
  gtk_widget_class_bind_template_child (widget_class, OmWindow, unsaved_label);
  gtk_widget_class_bind_template_child (widget_class, OmWindow, today_page);
  gtk_widget_class_bind_template_child (widget_class, OmWindow, memories_page);
  gtk_widget_class_bind_template_child (widget_class, OmWindow, trouble_page);
  gtk_widget_class_bind_template_callback (widget_class, page_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, can_go_back_cb);
  gtk_widget_class_bind_template_callback (widget_class, memory_opened_cb);
  gtk_widget_class_bind_template_callback (widget_class, show_unsaved_cb);
}

static void
om_window_class_init (OmWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_window_dispose;
  GTK_WINDOW_CLASS (klass)->close_request = om_window_close_request;
  widget_class->realize = om_window_realize;

  g_type_ensure (OM_TYPE_TODAY_PAGE);
  g_type_ensure (OM_TYPE_MEMORIES_PAGE);
  g_type_ensure (OM_TYPE_TROUBLE_PAGE);
  bind_template (widget_class);

  gtk_widget_class_install_action (widget_class, "win.new-memory", NULL, new_memory_cb);
  gtk_widget_class_install_action (widget_class, "win.search", NULL, search_cb);
  gtk_widget_class_install_action (widget_class, "win.show-page", "s", show_page_cb);
  gtk_widget_class_install_action (widget_class, "win.back", NULL, back_cb);
  gtk_widget_class_install_action (widget_class, "win.try-again", NULL, try_again_cb);
  gtk_widget_class_install_action (widget_class, "win.import", NULL, import_cb);
  gtk_widget_class_install_action (widget_class, "win.preferences", NULL, preferences_cb);
  gtk_widget_class_install_action (widget_class, "win.open-another", NULL, open_another_cb);
}

static void
om_window_init (OmWindow *self)
{
  g_autofree char *page = NULL;

  self->settings = g_settings_new (APP_ID);
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_window_set_default_size (GTK_WINDOW (self),
                               g_settings_get_int (self->settings, "window-width"),
                               g_settings_get_int (self->settings, "window-height"));
  if (g_settings_get_boolean (self->settings, "window-maximized"))
    gtk_window_maximize (GTK_WINDOW (self));
  page = g_settings_get_string (self->settings, "last-page");
  if (adw_view_stack_get_child_by_name (self->pages, page) != NULL)
    show_page (self, page);
  accept_files (self);
}

static void
active_cb (GtkWindow  *window,
           GParamSpec *pspec,
           OmWindow   *self)
{
  if (gtk_window_is_active (window))
    om_today_page_update_day (self->today_page);
}

/* What Today shows by itself: nothing that is private or not to come up by itself. */
static OmMemoryListModel *
newest_new (OmSession *session)
{
  g_autoptr (OmFilter) filter = om_filter_new ();

  filter->flags_unset = OM_FLAG_PRIVATE | OM_FLAG_HIDDEN;
  return om_memory_list_model_new (om_session_get_engine (session), filter, OM_SORT_NEWEST);
}

static void
set_session (OmWindow  *self,
             OmSession *session)
{
  self->session = g_object_ref (session);
  self->model = newest_new (session);
  om_today_page_set_session (self->today_page, session, self->model);
  om_memories_page_set_session (self->memories_page, session);
  if (om_session_is_sample (session))
    {
      gtk_widget_set_visible (self->sample_bar, TRUE);
      gtk_window_set_title (GTK_WINDOW (self), _("OpenMemory – Sample Journal"));
      adw_view_switcher_title_set_title (self->switcher_title, _("Sample Journal"));
    }

  g_signal_connect_object (session, "notify::state", G_CALLBACK (session_state_cb), self, 0);
  g_signal_connect_object (session, "changed", G_CALLBACK (session_changed_cb), self, 0);
  g_signal_connect_object (session, "binned", G_CALLBACK (binned_cb), self, 0);
  g_signal_connect_object (session, "act-failed", G_CALLBACK (act_failed_cb), self, 0);
  g_signal_connect_object (om_session_get_desk (session), "failed-changed", G_CALLBACK (failed_changed_cb), self, 0);
  g_signal_connect_object (self, "notify::is-active", G_CALLBACK (active_cb), self, 0);
  session_state_cb (session, NULL, self);
  focus_page (self);
}

/**
 * om_window_new:
 * @application: (nullable): the application it belongs to
 * @session: the store it shows; it may still be opening
 *
 * Returns: (transfer none): a window, not shown yet; GTK owns it
 */
OmWindow *
om_window_new (GtkApplication *application,
               OmSession      *session)
{
  OmWindow *self;

  g_return_val_if_fail (OM_IS_SESSION (session), NULL);

  self = g_object_new (OM_TYPE_WINDOW, "application", application, NULL);
  set_session (self, session);
  return self;
}

/**
 * om_window_get_session:
 *
 * Returns: (transfer none): the store it shows
 */
OmSession *
om_window_get_session (OmWindow *self)
{
  g_return_val_if_fail (OM_IS_WINDOW (self), NULL);

  return self->session;
}

/**
 * om_window_write:
 *
 * Begins a new text, with the cursor in it.
 */
void
om_window_write (OmWindow *self)
{
  g_return_if_fail (OM_IS_WINDOW (self));

  show_page (self, "today");
  om_today_page_start_new (self->today_page);
  om_today_page_write (self->today_page);
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
