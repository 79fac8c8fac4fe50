/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which memory is open on the page of memories: the one that is selected, a moment later; and which is
 * selected once one has gone. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-memories-page-private.h"

/* Walking along the list with the arrow keys does not open what is passed. */
#define OPEN_AFTER_MS 120
/* So long a result is read before it counts as recalled. */
#define READ_FOR_S 3

static gboolean
read_cb (gpointer data)
{
  OmMemoriesPage *self = data;
  const char *ids[] = { om_memory_page_get_id (self->page), NULL };

  self->read_id = 0;
  /* Who has gone elsewhere has not stayed to read. */
  if (ids[0] != NULL && gtk_widget_get_mapped (GTK_WIDGET (self->page)))
    om_session_act (self->session, OM_ACT_READ, ids);
  return G_SOURCE_REMOVE;
}

/**
 * om_memories_page_begin_reading:
 *
 * What is open came up by itself or was searched for: reading it for a while is recalling it.
 */
void
om_memories_page_begin_reading (OmMemoriesPage *self)
{
  g_clear_handle_id (&self->read_id, g_source_remove);
  self->read_id = g_timeout_add_seconds (READ_FOR_S, read_cb, self);
  g_source_set_name_by_id (self->read_id, "[openmemory] read a result");
}

/**
 * om_memories_page_show_memory:
 * @id: (nullable): a memory, %NULL for none
 * @from_search: it is a result: reading it for a while is recalling it
 */
void
om_memories_page_show_memory (OmMemoriesPage *self,
                              const char     *id,
                              gboolean        from_search)
{
  g_clear_handle_id (&self->open_id, g_source_remove);
  if (g_strcmp0 (om_memory_page_get_id (self->page), id) == 0)
    return;
  g_clear_handle_id (&self->read_id, g_source_remove);
  g_clear_pointer (&self->wanted_id, g_free);
  self->wanted_row = 0;
  om_memory_page_show (self->page, id);
  if (id != NULL && from_search)
    om_memories_page_begin_reading (self);
}

static gboolean
open_cb (gpointer data)
{
  OmMemoriesPage *self = data;
  OmMemoryItem *item = om_memory_list_get_selected (om_memories_page_get_shown_list (self));

  /* The row may still be being read. */
  if (item != NULL && om_memory_item_get_id (item) == NULL)
    return G_SOURCE_CONTINUE;
  self->open_id = 0;
  if (item != NULL)
    om_memories_page_show_memory (self, om_memory_item_get_id (item), om_memory_item_is_hit (item));
  return G_SOURCE_REMOVE;
}

static void
selected_cb (OmMemoryList   *list,
             OmMemoriesPage *self)
{
  g_clear_handle_id (&self->open_id, g_source_remove);
  if (list == om_memories_page_get_shown_list (self))
    om_selection_bar_show (self->selection_bar, om_memory_list_count_selected (list),
                           om_memories_page_shows_bin (self));
  /* On a narrow window the memory would cover the list; there, Enter or a click opens. */
  if (list != om_memories_page_get_shown_list (self) || adw_leaflet_get_folded (self->leaflet) || om_memory_list_get_selected (list) == NULL)
    return;
  self->open_id = g_timeout_add (OPEN_AFTER_MS, open_cb, self);
  g_source_set_name_by_id (self->open_id, "[openmemory] open selected");
}

static void
opened_cb (OmMemoryList   *list,
           OmMemoryItem   *item,
           gboolean        to_write,
           OmMemoriesPage *self)
{
  if (om_memory_item_get_id (item) == NULL)
    return;
  om_memories_page_show_memory (self, om_memory_item_get_id (item), om_memory_item_is_hit (item));
  adw_leaflet_navigate (self->leaflet, ADW_NAVIGATION_DIRECTION_FORWARD);
  /* Left to itself the leaflet gives the keyboard to whatever comes first there. */
  if (to_write || adw_leaflet_get_folded (self->leaflet))
    om_memory_page_take_focus (self->page);
  else
    om_memory_list_take_focus (list);
}

/**
 * om_memories_page_select_wanted:
 *
 * Selects the row of the memory that was opened from elsewhere, once the list has it.
 */
void
om_memories_page_select_wanted (OmMemoriesPage *self)
{
  guint position;

  if (self->wanted_row == 0 || !om_memory_list_model_is_loaded (self->model))
    return;
  if (om_memory_list_model_find (self->model, self->wanted_row, &position))
    {
      self->wanted_row = 0;
      om_memory_list_select (self->list, position);
    }
  else if (om_session_get_state (self->session) != OM_SESSION_LOADED)
    /* The list may be the beginning of it only; it is listed again. */
    return;
  else if (om_filter_bar_is_set (self->filter_bar))
    /* It is not among those that are chosen. All are listed anew, and this comes again. */
    om_filter_bar_clear (self->filter_bar);
  else
    self->wanted_row = 0;
}

/* The row of a memory of which only the id was known stands in the record that its page reads. */
static void
find_row (OmMemoriesPage *self)
{
  OmSheet *sheet = self->wanted_id != NULL ? om_desk_find (om_session_get_desk (self->session), self->wanted_id) : NULL;
  OmMemory *memory = sheet != NULL ? om_sheet_get_memory (sheet) : NULL;

  if (memory == NULL)
    return;
  g_clear_pointer (&self->wanted_id, g_free);
  self->wanted_row = memory->row;
  om_memories_page_select_wanted (self);
}

static void
sheet_read_cb (OmSheet        *sheet,
               GParamSpec     *pspec,
               OmMemoriesPage *self)
{
  if (g_strcmp0 (om_sheet_get_id (sheet), self->wanted_id) == 0)
    find_row (self);
  if (g_strcmp0 (om_sheet_get_id (sheet), self->wanted_id) != 0)
    g_signal_handlers_disconnect_by_func (sheet, sheet_read_cb, self);
}

static void
want_id (OmMemoriesPage *self,
         const char     *id)
{
  OmSheet *sheet = om_desk_find (om_session_get_desk (self->session), id);

  g_free (self->wanted_id);
  self->wanted_id = g_strdup (id);
  find_row (self);
  if (self->wanted_id != NULL && sheet != NULL)
    g_signal_connect_object (sheet, "notify::state", G_CALLBACK (sheet_read_cb), self, 0);
}

/* The list stands where the memory does that a link led to. */
static void
link_opened_cb (OmMemoryPage   *page,
                const char     *id,
                OmMemoriesPage *self)
{
  om_memories_page_open (self, id, 0);
}

static void
model_changed_cb (GListModel     *model,
                  guint           position,
                  guint           removed,
                  guint           added,
                  OmMemoriesPage *self)
{
  guint n = g_list_model_get_n_items (model);
  guint next = self->select_next;

  /* The neighbour of what went to the bin, so that the keys go on from there. */
  if (next == GTK_INVALID_LIST_POSITION || removed == 0)
    return;
  self->select_next = GTK_INVALID_LIST_POSITION;
  if (n > 0 && om_memory_list_get_selected (self->list) == NULL)
    {
      om_memory_list_select (self->list, MIN (next, n - 1));
      if (!om_memories_page_is_searching (self) && gtk_widget_get_mapped (GTK_WIDGET (self->list)))
        om_memory_list_take_focus (self->list);
    }
}

/**
 * om_memories_page_let_go:
 * @ids: (array zero-terminated=1): memories that have left the list they were in
 *
 * Their rows go from what was found, and the page of one of them is closed.
 */
void
om_memories_page_let_go (OmMemoriesPage *self,
                         char          **ids)
{
  OmMemoryItem *item = om_memory_list_get_selected (self->list);

  if (item != NULL && om_memory_item_get_id (item) != NULL && g_strv_contains ((const char *const *) ids, om_memory_item_get_id (item)))
    self->select_next = om_memory_item_get_position (item);
  if (om_memory_page_get_id (self->page) != NULL &&
      g_strv_contains ((const char *const *) ids, om_memory_page_get_id (self->page)))
    {
      om_memories_page_show_memory (self, NULL, FALSE);
      adw_leaflet_navigate (self->leaflet, ADW_NAVIGATION_DIRECTION_BACK);
    }
  for (guint i = 0; ids[i] != NULL; i++)
    om_finder_forget (self->finder, ids[i]);
}

static void
binned_cb (OmSession      *session,
           char          **ids,
           OmMemoriesPage *self)
{
  om_memories_page_let_go (self, ids);
}

/* The rows and ids of before may mean others now. */
static void
replaced_cb (OmSession      *session,
             OmMemoriesPage *self)
{
  g_clear_handle_id (&self->open_id, g_source_remove);
  om_memories_page_show_memory (self, NULL, FALSE);
  g_clear_pointer (&self->wanted_id, g_free);
  self->wanted_row = 0;
  adw_leaflet_navigate (self->leaflet, ADW_NAVIGATION_DIRECTION_BACK);
  om_memory_list_unselect (self->list);
  om_memories_page_stop_search_cb (self->entry, self);
}

/**
 * om_memories_page_open:
 * @id: a memory
 * @row: its row, 0 if it is not known
 *
 * Leaves a search, opens the memory and selects it in the list.
 */
void
om_memories_page_open (OmMemoriesPage *self,
                       const char     *id,
                       gint64          row)
{
  g_return_if_fail (OM_IS_MEMORIES_PAGE (self));
  g_return_if_fail (id != NULL);

  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  om_memories_page_show_memory (self, id, FALSE);
  adw_leaflet_set_visible_child (self->leaflet, GTK_WIDGET (self->page));
  om_memory_page_take_focus (self->page);
  g_clear_pointer (&self->wanted_id, g_free);
  self->wanted_row = row;
  if (row != 0)
    om_memories_page_select_wanted (self);
  else
    want_id (self, id);
}

/**
 * om_memories_page_watch_memories:
 *
 * From now on what goes to the bin is closed and its neighbour selected, and the list follows links.
 */
void
om_memories_page_watch_memories (OmMemoriesPage *self)
{
  g_signal_connect_object (self->model, "items-changed", G_CALLBACK (model_changed_cb), self, G_CONNECT_AFTER);
  g_signal_connect_object (self->session, "binned", G_CALLBACK (binned_cb), self, 0);
  g_signal_connect_object (self->session, "replaced", G_CALLBACK (replaced_cb), self, 0);
  g_signal_connect_object (self->page, "link-opened", G_CALLBACK (link_opened_cb), self, 0);
}

/**
 * om_memories_page_class_add_opening:
 * @widget_class: the class that is being made
 *
 * Binds what the lists call.
 */
void
om_memories_page_class_add_opening (GtkWidgetClass *widget_class)
{
  gtk_widget_class_bind_template_callback (widget_class, selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, opened_cb);
}
