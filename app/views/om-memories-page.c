/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMemoriesPage: all memories by day, the search over them, and the one that is open, beside the list
 * where there is room for both. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-memories-page-private.h"

#include <glib/gi18n.h>

enum
{
  PROP_CAN_GO_BACK = 1,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (OmMemoriesPage, om_memories_page, GTK_TYPE_WIDGET)

/**
 * om_memories_page_is_searching:
 *
 * Returns: %TRUE if results are in view, or will be in a moment
 */
gboolean
om_memories_page_is_searching (OmMemoriesPage *self)
{
  return self->finder != NULL && om_finder_get_state (self->finder) != OM_FINDER_IDLE;
}

/**
 * om_memories_page_shows_bin:
 *
 * Returns: %TRUE if the list in view is one of the bin: its rows are restored or deleted for good
 */
gboolean
om_memories_page_shows_bin (OmMemoriesPage *self)
{
  return om_memories_page_is_searching (self) ? om_finder_is_binned (self->finder)
                                              : om_filter_bar_is_binned (self->filter_bar);
}

/**
 * om_memories_page_get_shown_list:
 *
 * Returns: (transfer none): all memories or the results, whichever is in view
 */
OmMemoryList *
om_memories_page_get_shown_list (OmMemoriesPage *self)
{
  return om_memories_page_is_searching (self) ? self->results : self->list;
}

/**
 * om_memories_page_show_contents:
 *
 * Brings into view what there is to be seen: a list, or why there is none.
 */
void
om_memories_page_show_contents (OmMemoriesPage *self)
{
  OmFinderState state = self->finder != NULL ? om_finder_get_state (self->finder) : OM_FINDER_IDLE;
  g_autofree char *query = self->finder != NULL ? g_markup_escape_text (om_finder_get_query (self->finder), -1) : NULL;
  g_autofree char *text = NULL;
  g_autofree char *escaped = NULL;

  switch (state)
    {
    case OM_FINDER_IDLE:
      if (self->model == NULL || (!om_memory_list_model_is_loaded (self->model) && self->failure == NULL))
        gtk_stack_set_visible_child_name (self->stack, "loading");
      else if (self->failure != NULL)
        {
          escaped = g_markup_escape_text (self->failure, -1);
          adw_status_page_set_title (self->failed_page, _("Memories Cannot Be Listed"));
          adw_status_page_set_description (self->failed_page, escaped);
          gtk_stack_set_visible_child_name (self->stack, "failed");
        }
      else if (g_list_model_get_n_items (G_LIST_MODEL (self->model)) == 0)
        gtk_stack_set_visible_child_name (self->stack, om_memories_page_shows_calendar (self)      ? "calendar"
                                                       : om_filter_bar_is_binned (self->filter_bar) ? "bin-empty"
                                                       : om_filter_bar_is_set (self->filter_bar)    ? "filtered"
                                                                                                    : "empty");
      else
        gtk_stack_set_visible_child_name (self->stack, om_memories_page_shows_calendar (self) ? "calendar" : "list");
      break;
    case OM_FINDER_SEARCHING:
      /* What was in view stays until there is an answer. */
      break;
    case OM_FINDER_FOUND:
      gtk_stack_set_visible_child_name (self->stack, "results");
      break;
    case OM_FINDER_NOTHING:
      /* Translators: %s is what was searched */
      text = g_strdup_printf (_("Nothing in your memories fits “%s”. Try other words, or fewer."), query);
      adw_status_page_set_description (self->nothing_page, text);
      gtk_stack_set_visible_child_name (self->stack, "nothing");
      break;
    case OM_FINDER_FAILED:
      escaped = g_markup_escape_text (om_finder_get_error (self->finder)->message, -1);
      adw_status_page_set_title (self->failed_page, _("Search Did Not Work"));
      adw_status_page_set_description (self->failed_page, escaped);
      gtk_stack_set_visible_child_name (self->stack, "failed");
      break;
    default:
      g_assert_not_reached ();
    }
}

static void
notify_can_go_back (OmMemoriesPage *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_GO_BACK]);
}

static void
filter_changed_cb (OmFilterBar    *bar,
                   OmMemoriesPage *self)
{
  g_autoptr (OmFilter) filter = om_filter_bar_dup_filter (bar);

  om_memory_list_model_set_query (self->model, filter, om_filter_bar_get_sort (bar));
  om_finder_set_filter (self->finder, filter);
  om_calendar_box_set_filter (self->calendar, filter);
  om_memory_list_scroll_up (self->list);
}

static void
show_all_cb (GtkButton      *button,
             OmMemoriesPage *self)
{
  om_filter_bar_clear (self->filter_bar);
}

static void
session_changed_cb (OmSession      *session,
                    OmMemoriesPage *self)
{
  om_memory_list_model_reload (self->model);
}

static void
model_loaded_cb (OmMemoryListModel *model,
                 OmMemoriesPage    *self)
{
  g_clear_pointer (&self->failure, g_free);
  om_memories_page_show_contents (self);
  om_memories_page_select_wanted (self);
}

static void
model_failed_cb (OmMemoryListModel *model,
                 GError            *error,
                 OmMemoriesPage    *self)
{
  g_free (self->failure);
  self->failure = g_strdup (error->message);
  om_memories_page_show_contents (self);
}

static void
restored_cb (OmSession      *session,
             char          **ids,
             OmMemoriesPage *self)
{
  om_finder_repeat (self->finder);
}

static void
session_state_cb (OmSession      *session,
                  GParamSpec     *pspec,
                  OmMemoriesPage *self)
{
  OmSessionState state = om_session_get_state (session);

  /* What was asked before the store was read in is asked again. */
  if (state == OM_SESSION_LOADED)
    om_finder_repeat (self->finder);
  if (state == OM_SESSION_OPEN || state == OM_SESSION_LOADED)
    om_memory_list_model_reload (self->model);
}

/* Escape: a step back, from the memory to the list, from the search to all memories. */
static void
step_back_cb (GtkWidget  *widget,
              const char *name,
              GVariant   *parameter)
{
  OmMemoriesPage *self = OM_MEMORIES_PAGE (widget);
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWidget *focus = root != NULL ? gtk_root_get_focus (root) : NULL;

  if (om_memories_page_go_back (self))
    return;
  if (focus != NULL && gtk_widget_is_ancestor (focus, GTK_WIDGET (self->page)))
    om_memory_list_take_focus (om_memories_page_get_shown_list (self));
  else if (om_memories_page_is_searching (self))
    om_memories_page_stop_search_cb (self->entry, self);
  else
    om_memories_page_leave_days (self);
}

static void
leaflet_changed_cb (AdwLeaflet     *leaflet,
                    GParamSpec     *pspec,
                    OmMemoriesPage *self)
{
  notify_can_go_back (self);
}

static void
om_memories_page_get_property (GObject    *object,
                               guint       id,
                               GValue     *value,
                               GParamSpec *pspec)
{
  OmMemoriesPage *self = OM_MEMORIES_PAGE (object);

  if (id == PROP_CAN_GO_BACK)
    g_value_set_boolean (value, adw_leaflet_get_folded (self->leaflet) &&
                                  adw_leaflet_get_visible_child (self->leaflet) == GTK_WIDGET (self->page));
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
om_memories_page_dispose (GObject *object)
{
  OmMemoriesPage *self = OM_MEMORIES_PAGE (object);

  g_clear_handle_id (&self->open_id, g_source_remove);
  g_clear_handle_id (&self->read_id, g_source_remove);
  if (self->leaflet != NULL)
    g_signal_handlers_disconnect_by_data (self->leaflet, self);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_MEMORIES_PAGE);
  g_clear_object (&self->finder);
  g_clear_object (&self->model);
  g_clear_object (&self->session);
  g_clear_pointer (&self->wanted_id, g_free);
  g_clear_pointer (&self->failure, g_free);

  G_OBJECT_CLASS (om_memories_page_parent_class)->dispose (object);
}

static void
om_memories_page_class_init (OmMemoriesPageClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->get_property = om_memories_page_get_property;
  object_class->dispose = om_memories_page_dispose;

  /**
   * OmMemoriesPage:can-go-back:
   *
   * A memory covers the list.
   */
  properties[PROP_CAN_GO_BACK] = g_param_spec_boolean ("can-go-back", NULL, NULL, FALSE,
                                                       G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  g_type_ensure (OM_TYPE_CALENDAR_BOX);
  g_type_ensure (OM_TYPE_FILTER_BAR);
  g_type_ensure (OM_TYPE_MEMORY_LIST);
  g_type_ensure (OM_TYPE_MEMORY_PAGE);
  g_type_ensure (OM_TYPE_SELECTION_BAR);
  g_type_ensure (OM_TYPE_TRAIT_STRIP);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-memories-page.ui");
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, leaflet);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, list_pane);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, entry);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, calendar_button);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, filter_bar);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, note_label);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, trait_strip);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, stack);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, list);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, results);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, calendar);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, nothing_page);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, failed_page);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, page);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, selection_bar);
  gtk_widget_class_bind_template_callback (widget_class, filter_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, show_all_cb);
  gtk_widget_class_bind_template_callback (widget_class, leaflet_changed_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);

  gtk_widget_class_install_action (widget_class, "memories.step-back", NULL, step_back_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "memories.step-back", NULL);
  om_memories_page_class_add_acts (widget_class);
  om_memories_page_class_add_calendar (widget_class);
  om_memories_page_class_add_opening (widget_class);
  om_memories_page_class_add_search (widget_class);
}

static void
om_memories_page_init (OmMemoriesPage *self)
{
  self->select_next = GTK_INVALID_LIST_POSITION;
  gtk_widget_init_template (GTK_WIDGET (self));
  om_memories_page_show_contents (self);
}

/**
 * om_memories_page_set_session:
 * @session: where its memories lie; set once
 */
void
om_memories_page_set_session (OmMemoriesPage *self,
                              OmSession      *session)
{
  g_autoptr (OmFilter) filter = NULL;

  g_return_if_fail (OM_IS_MEMORIES_PAGE (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  filter = om_filter_bar_dup_filter (self->filter_bar);
  self->model = om_memory_list_model_new (om_session_get_engine (session), filter, om_filter_bar_get_sort (self->filter_bar));
  self->finder = om_finder_new (session);
  om_finder_set_filter (self->finder, filter);
  om_filter_bar_set_session (self->filter_bar, session);
  om_calendar_box_set_filter (self->calendar, filter);
  om_calendar_box_set_session (self->calendar, session);
  om_memory_page_set_session (self->page, session);
  om_memory_list_set_model (self->list, G_LIST_MODEL (self->model));
  om_memory_list_set_model (self->results, om_finder_get_results (self->finder));

  om_memories_page_watch_finder (self);
  om_memories_page_watch_memories (self);
  g_signal_connect_object (self->model, "loaded", G_CALLBACK (model_loaded_cb), self, 0);
  g_signal_connect_object (self->model, "failed", G_CALLBACK (model_failed_cb), self, 0);
  g_signal_connect_object (session, "restored", G_CALLBACK (restored_cb), self, 0);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (session_state_cb), self, 0);
  g_signal_connect_object (session, "changed", G_CALLBACK (session_changed_cb), self, 0);
  session_state_cb (session, NULL, self);
  om_memories_page_show_contents (self);
}

/**
 * om_memories_page_search:
 *
 * Brings the list forward with the keyboard in the search box.
 */
void
om_memories_page_search (OmMemoriesPage *self)
{
  g_return_if_fail (OM_IS_MEMORIES_PAGE (self));

  adw_leaflet_set_visible_child (self->leaflet, self->list_pane);
  gtk_widget_grab_focus (GTK_WIDGET (self->entry));
  gtk_editable_select_region (GTK_EDITABLE (self->entry), 0, -1);
}

/**
 * om_memories_page_search_for:
 * @terms: what is looked for
 *
 * The same with something in the search box.
 */
void
om_memories_page_search_for (OmMemoriesPage *self,
                             const char     *terms)
{
  g_return_if_fail (OM_IS_MEMORIES_PAGE (self));

  om_memories_page_search (self);
  gtk_editable_set_text (GTK_EDITABLE (self->entry), terms);
}

/**
 * om_memories_page_go_back:
 *
 * Returns: %TRUE if it went from a memory back to the list
 */
gboolean
om_memories_page_go_back (OmMemoriesPage *self)
{
  g_return_val_if_fail (OM_IS_MEMORIES_PAGE (self), FALSE);

  if (!adw_leaflet_get_folded (self->leaflet) || !adw_leaflet_navigate (self->leaflet, ADW_NAVIGATION_DIRECTION_BACK))
    return FALSE;
  om_memory_list_take_focus (om_memories_page_get_shown_list (self));
  return TRUE;
}

/**
 * om_memories_page_take_focus:
 *
 * Gives the keyboard to what one would use next: the memory that covers the list, the list, the search.
 *
 * Returns: %TRUE if it took the keyboard
 */
gboolean
om_memories_page_take_focus (OmMemoriesPage *self)
{
  g_return_val_if_fail (OM_IS_MEMORIES_PAGE (self), FALSE);

  if (adw_leaflet_get_folded (self->leaflet) && adw_leaflet_get_visible_child (self->leaflet) == GTK_WIDGET (self->page))
    return om_memory_page_take_focus (self->page);
  if (om_memories_page_shows_calendar (self) && !om_memories_page_is_searching (self))
    return om_calendar_box_take_focus (self->calendar);
  if (self->model != NULL && g_list_model_get_n_items (G_LIST_MODEL (self->model)) > 0)
    return om_memory_list_take_focus (om_memories_page_get_shown_list (self));
  return gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}
