/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmWindow: the main window over one store: the pages, what is said about them, and closing only when
 * everything is saved. It is shown before the store is open. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-window-private.h"

#include <glib/gi18n.h>

#include "views/om-start-trace.h"

G_DEFINE_FINAL_TYPE (OmWindow, om_window, ADW_TYPE_APPLICATION_WINDOW)

/* Pages ----------------------------------------------------------------------------------------- */

/**
 * om_window_show_page:
 * @name: "today" or "memories"
 */
void
om_window_show_page (OmWindow   *self,
                     const char *name)
{
  adw_view_stack_set_visible_child_name (self->pages, name);
}

/**
 * om_window_get_page:
 *
 * Returns: (nullable): the name of the page in view
 */
const char *
om_window_get_page (OmWindow *self)
{
  g_return_val_if_fail (OM_IS_WINDOW (self), NULL);

  return adw_view_stack_get_visible_child_name (self->pages);
}

/**
 * om_window_is_page:
 * @name: name of a page
 *
 * Returns: %TRUE if it is the one in view
 */
gboolean
om_window_is_page (OmWindow   *self,
                   const char *name)
{
  return g_strcmp0 (adw_view_stack_get_visible_child_name (self->pages), name) == 0;
}

/**
 * om_window_focus_page:
 *
 * Gives the keyboard to what one would use next on the page in view.
 */
void
om_window_focus_page (OmWindow *self)
{
  if (om_window_is_page (self, "today"))
    om_today_page_write (self->today_page);
  else if (om_window_is_page (self, "graph"))
    om_graph_page_take_focus (self->graph_page);
  else if (om_window_is_page (self, "salience"))
    om_salience_page_take_focus (self->salience_page);
  else if (om_window_is_page (self, "traits"))
    om_traits_page_take_focus (self->traits_page);
  else
    om_memories_page_take_focus (self->memories_page);
}

static gboolean
update_back_button_cb (gpointer data)
{
  OmWindow *self = OM_WINDOW (data);
  gboolean can_go_back = FALSE;
  gboolean shown;

  self->back_id = 0;
  g_object_get (self->memories_page, "can-go-back", &can_go_back, NULL);
  shown = can_go_back && om_window_is_page (self, "memories");
  gtk_widget_set_visible (GTK_WIDGET (self->back_button), shown);
  /* On so narrow a window the name of the program gives its room to the way back. */
  gtk_widget_set_visible (GTK_WIDGET (self->switcher_title), !shown);
  return G_SOURCE_REMOVE;
}

/* A window that becomes narrow says so while its widgets are being put in their places; the header cannot change
 * before that is done. */
static void
update_back_button (OmWindow *self)
{
  if (self->back_id != 0)
    return;
  self->back_id = g_idle_add_full (G_PRIORITY_DEFAULT, update_back_button_cb, self, NULL);
  g_source_set_name_by_id (self->back_id, "[openmemory] back button");
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
                  gboolean      by_card,
                  OmWindow     *self)
{
  if (om_memory_item_get_id (item) == NULL)
    return;
  om_window_show_page (self, "memories");
  om_memories_page_open (self->memories_page, om_memory_item_get_id (item), om_memory_item_get_row (item));
  if (by_card)
    om_memories_page_begin_reading (self->memories_page);
}

static void
id_opened_cb (GtkWidget  *page,
              const char *id,
              gint64      row,
              OmWindow   *self)
{
  om_window_show_page (self, "memories");
  om_memories_page_open (self->memories_page, id, row);
}

/* Opened and read, it is recalled. */
static void
graph_opened_cb (GtkWidget  *page,
                 const char *id,
                 gint64      row,
                 OmWindow   *self)
{
  id_opened_cb (page, id, row, self);
  om_memories_page_begin_reading (self->memories_page);
}

/* The store ------------------------------------------------------------------------------------- */

static void
update_actions (OmWindow *self)
{
  OmSessionState state = om_session_get_state (self->session);
  gboolean open = state == OM_SESSION_OPEN || state == OM_SESSION_LOADED;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.import", open);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "win.export", open);
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
      om_trouble_page_show (self->trouble_page, session);
      gtk_stack_set_visible_child_name (self->main_stack, "trouble");
      om_trouble_page_take_focus (self->trouble_page);
      break;
    case OM_SESSION_OPEN:
      if (g_strcmp0 (gtk_stack_get_visible_child_name (self->main_stack), "pages") != 0)
        {
          gtk_stack_set_visible_child_name (self->main_stack, "pages");
          om_window_focus_page (self);
        }
      om_memory_list_model_reload (self->model);
      break;
    case OM_SESSION_LOADED:
      om_start_trace ("searchable");
      /* While it was loaded, a list may have missed what was written last. */
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
  g_clear_handle_id (&self->back_id, g_source_remove);
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
  gtk_widget_class_bind_template_child (widget_class, OmWindow, graph_page);
  gtk_widget_class_bind_template_child (widget_class, OmWindow, salience_page);
  gtk_widget_class_bind_template_child (widget_class, OmWindow, traits_page);
  gtk_widget_class_bind_template_child (widget_class, OmWindow, trouble_page);
  gtk_widget_class_bind_template_callback (widget_class, page_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, can_go_back_cb);
  gtk_widget_class_bind_template_callback (widget_class, memory_opened_cb);
  gtk_widget_class_bind_template_callback (widget_class, id_opened_cb);
  gtk_widget_class_bind_template_callback (widget_class, graph_opened_cb);
}

static void
om_window_class_init (OmWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_window_dispose;
  widget_class->realize = om_window_realize;

  g_type_ensure (OM_TYPE_TODAY_PAGE);
  g_type_ensure (OM_TYPE_MEMORIES_PAGE);
  g_type_ensure (OM_TYPE_GRAPH_PAGE);
  g_type_ensure (OM_TYPE_SALIENCE_PAGE);
  g_type_ensure (OM_TYPE_TRAITS_PAGE);
  g_type_ensure (OM_TYPE_TROUBLE_PAGE);
  bind_template (widget_class);
  om_window_class_add_actions (widget_class);
  om_window_class_add_closing (widget_class);
  om_window_class_add_notices (widget_class);
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
    om_window_show_page (self, page);
  om_window_accept_files (self);
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

  filter->by_itself = TRUE;
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
  om_graph_page_set_session (self->graph_page, session);
  om_salience_page_set_session (self->salience_page, session, self->model);
  om_traits_page_set_session (self->traits_page, session);
  if (om_session_is_sample (session))
    {
      gtk_widget_set_visible (self->sample_bar, TRUE);
      gtk_window_set_title (GTK_WINDOW (self), _("OpenMemory – Sample Journal"));
      adw_view_switcher_title_set_title (self->switcher_title, _("Sample Journal"));
    }

  g_signal_connect_object (session, "notify::state", G_CALLBACK (session_state_cb), self, 0);
  g_signal_connect_object (session, "changed", G_CALLBACK (session_changed_cb), self, 0);
  om_window_show_notices (self);
  g_signal_connect_object (self, "notify::is-active", G_CALLBACK (active_cb), self, 0);
  session_state_cb (session, NULL, self);
  om_window_focus_page (self);
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
 * om_window_open_memory:
 * @id: a memory
 *
 * Shows it.
 */
void
om_window_open_memory (OmWindow   *self,
                       const char *id)
{
  g_return_if_fail (OM_IS_WINDOW (self));

  om_window_show_page (self, "memories");
  om_memories_page_open (self->memories_page, id, 0);
}

/**
 * om_window_search:
 * @terms: what is looked for
 *
 * Shows what is found.
 */
void
om_window_search (OmWindow   *self,
                  const char *terms)
{
  g_return_if_fail (OM_IS_WINDOW (self));

  om_window_show_page (self, "memories");
  om_memories_page_search_for (self->memories_page, terms);
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

  om_window_show_page (self, "today");
  om_today_page_start_new (self->today_page);
  om_today_page_write (self->today_page);
}
