/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMemoriesPage: all memories by day, the search over them, and the one that is open, beside the list
 * where there is room for both. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-memories-page.h"

#include <adwaita.h>
#include <glib/gi18n.h>

#include "views/om-filter-bar.h"
#include "views/om-finder.h"
#include "views/om-memory-list-model.h"
#include "views/om-memory-list.h"
#include "views/om-memory-page.h"
#include "views/om-selection-bar.h"

/* Walking along the list with the arrow keys does not open what is passed. */
#define OPEN_AFTER_MS 120
/* So long a result is read before it counts as recalled. */
#define READ_FOR_S 3

struct _OmMemoriesPage
{
  GtkWidget parent_instance;

  AdwLeaflet        *leaflet;
  GtkWidget         *list_pane;
  GtkSearchEntry    *entry;
  OmFilterBar       *filter_bar;
  GtkLabel          *note_label;
  GtkStack          *stack;
  OmMemoryList      *list;
  OmMemoryList      *results;
  AdwStatusPage     *nothing_page;
  AdwStatusPage     *failed_page;
  OmMemoryPage      *page;
  OmSelectionBar    *selection_bar;

  OmSession         *session; /* (owned) (nullable) */
  OmMemoryListModel *model;   /* (owned) (nullable) */
  OmFinder          *finder;  /* (owned) (nullable) */
  char              *failure; /* (owned) (nullable): why the list could not be read */
  guint              open_id;
  guint              read_id;
  guint              select_next; /* where to select after a memory has gone, or GTK_INVALID_LIST_POSITION */
};

enum
{
  PROP_CAN_GO_BACK = 1,
  N_PROPERTIES
};

static GParamSpec *properties[N_PROPERTIES];

G_DEFINE_FINAL_TYPE (OmMemoriesPage, om_memories_page, GTK_TYPE_WIDGET)

static gboolean
is_searching (OmMemoriesPage *self)
{
  return self->finder != NULL && om_finder_get_state (self->finder) != OM_FINDER_IDLE;
}

static OmMemoryList *
shown_list (OmMemoriesPage *self)
{
  return is_searching (self) ? self->results : self->list;
}

static void
show_contents (OmMemoriesPage *self)
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
        gtk_stack_set_visible_child_name (self->stack, om_filter_bar_is_binned (self->filter_bar) ? "bin-empty"
                                                       : om_filter_bar_is_set (self->filter_bar)  ? "filtered"
                                                                                                  : "empty");
      else
        gtk_stack_set_visible_child_name (self->stack, "list");
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
show_note (OmMemoriesPage *self)
{
  g_autoptr (GString) note = g_string_new (NULL);
  g_autofree char *corrections = om_finder_dup_corrections (self->finder);
  guint recalled = om_finder_get_recalled (self->finder);

  if (is_searching (self))
    {
      if (corrections != NULL)
        g_string_append (note, corrections);
      if (om_finder_is_incomplete (self->finder))
        g_string_append_printf (note, "%s%s", note->len > 0 ? " " : "",
                                _("Your memories are still being read in: this searches for words alone."));
      if (recalled > 0)
        {
          g_autofree char *words =
            g_strdup_printf (ngettext ("Recalled the first result: it comes to mind more easily now.",
                                       "Recalled the first %u results: they come to mind more easily now.",
                                       recalled),
                             recalled);

          g_string_append_printf (note, "%s%s", note->len > 0 ? " " : "", words);
        }
    }
  gtk_label_set_label (self->note_label, note->str);
  gtk_widget_set_visible (GTK_WIDGET (self->note_label), note->len > 0);
}

static void
notify_can_go_back (OmMemoriesPage *self)
{
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_CAN_GO_BACK]);
}

static void
read_finished_cb (GObject      *source,
                  GAsyncResult *result,
                  gpointer      data)
{
  g_autoptr (GError) error = NULL;

  /* A recall that could not be noted takes nothing from the person: it is only logged. */
  if (!om_engine_recall_memory_finish (OM_ENGINE (source), result, &error))
    g_debug ("Reading was not noted as a recall: %s", error->message);
}

static gboolean
read_cb (gpointer data)
{
  OmMemoriesPage *self = data;
  const char *id = om_memory_page_get_id (self->page);

  self->read_id = 0;
  if (id != NULL)
    om_engine_recall_memory_async (om_session_get_engine (self->session), id, NULL, read_finished_cb, NULL);
  return G_SOURCE_REMOVE;
}

static void
show_memory (OmMemoriesPage *self,
             const char     *id,
             gboolean        from_search)
{
  g_clear_handle_id (&self->open_id, g_source_remove);
  if (g_strcmp0 (om_memory_page_get_id (self->page), id) == 0)
    return;
  g_clear_handle_id (&self->read_id, g_source_remove);
  om_memory_page_show (self->page, id);
  if (id != NULL && from_search)
    {
      self->read_id = g_timeout_add_seconds (READ_FOR_S, read_cb, self);
      g_source_set_name_by_id (self->read_id, "[openmemory] read a result");
    }
}

static gboolean
open_cb (gpointer data)
{
  OmMemoriesPage *self = data;
  OmMemoryItem *item = om_memory_list_get_selected (shown_list (self));

  /* The row may still be being read. */
  if (item != NULL && om_memory_item_get_id (item) == NULL)
    return G_SOURCE_CONTINUE;
  self->open_id = 0;
  if (item != NULL)
    show_memory (self, om_memory_item_get_id (item), om_memory_item_is_hit (item));
  return G_SOURCE_REMOVE;
}

static void
selected_cb (OmMemoryList   *list,
             OmMemoriesPage *self)
{
  g_clear_handle_id (&self->open_id, g_source_remove);
  if (list == shown_list (self))
    om_selection_bar_show (self->selection_bar, om_memory_list_count_selected (list),
                           om_filter_bar_is_binned (self->filter_bar));
  /* On a narrow window the memory would cover the list; there, Enter or a click opens. */
  if (list != shown_list (self) || adw_leaflet_get_folded (self->leaflet) || om_memory_list_get_selected (list) == NULL)
    return;
  self->open_id = g_timeout_add (OPEN_AFTER_MS, open_cb, self);
  g_source_set_name_by_id (self->open_id, "[openmemory] open selected");
}

static void
opened_cb (OmMemoryList   *list,
           OmMemoryItem   *item,
           OmMemoriesPage *self)
{
  if (om_memory_item_get_id (item) == NULL)
    return;
  show_memory (self, om_memory_item_get_id (item), om_memory_item_is_hit (item));
  adw_leaflet_navigate (self->leaflet, ADW_NAVIGATION_DIRECTION_FORWARD);
  if (adw_leaflet_get_folded (self->leaflet))
    om_memory_page_take_focus (self->page);
}

/* Acts on what is selected ---------------------------------------------------------------------- */

/** Act: what is to be done once the ids of the selected rows are known. */
typedef struct
{
  OmMemoriesPage *page; /* (owned) */
  void          (*run) (OmMemoriesPage *self, char **ids, const char *tag);
  char           *tag;  /* (owned) (nullable) */
} Act;

static void
act_free (Act *act)
{
  g_object_unref (act->page);
  g_free (act->tag);
  g_free (act);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Act, act_free)

static void
tell_failure (OmMemoriesPage *self,
              const GError   *error)
{
  g_signal_emit_by_name (self->session, "act-failed", error);
}

static void
ids_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      data)
{
  g_autoptr (Act) act = data;
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) ids = om_engine_dup_ids_finish (OM_ENGINE (source), result, &error);

  /* The page may have been closed meanwhile. */
  if (act->page->session == NULL)
    return;
  if (ids != NULL)
    act->run (act->page, ids, act->tag);
  else
    tell_failure (act->page, error);
}

static void
act_on_selected (OmMemoriesPage *self,
                 void          (*run) (OmMemoriesPage *self, char **ids, const char *tag),
                 const char     *tag)
{
  g_autoptr (GArray) rows = om_memory_list_dup_selected_rows (shown_list (self));
  Act *act;

  if (rows->len == 0)
    return;
  act = g_new0 (Act, 1);
  act->page = g_object_ref (self);
  act->run = run;
  act->tag = g_strdup (tag);
  om_engine_dup_ids_async (om_session_get_engine (self->session), (const gint64 *) (gpointer) rows->data, rows->len, NULL,
                           ids_cb, act);
}

static void
bin_ids (OmMemoriesPage *self,
         char          **ids,
         const char     *tag)
{
  om_session_bin (self->session, (const char *const *) ids);
}

static void
restore_ids (OmMemoriesPage *self,
             char          **ids,
             const char     *tag)
{
  om_session_restore (self->session, (const char *const *) ids);
}

static void
tagged_finished_cb (GObject      *source,
                    GAsyncResult *result,
                    gpointer      data)
{
  g_autoptr (OmMemoriesPage) self = data;
  g_autoptr (GError) error = NULL;

  if (!om_engine_tag_finish (OM_ENGINE (source), result, &error) && self->session != NULL)
    tell_failure (self, error);
}

static void
add_tag (OmMemoriesPage *self,
         char          **ids,
         const char     *tag)
{
  const char *tags[] = { tag, NULL };

  om_engine_tag_async (om_session_get_engine (self->session), (const char *const *) ids, tags, NULL, NULL, tagged_finished_cb,
                       g_object_ref (self));
}

static void
remove_tag (OmMemoriesPage *self,
            char          **ids,
            const char     *tag)
{
  const char *tags[] = { tag, NULL };

  om_engine_tag_async (om_session_get_engine (self->session), (const char *const *) ids, NULL, tags, NULL, tagged_finished_cb,
                       g_object_ref (self));
}

static void
tagged_cb (OmSelectionBar *bar,
           const char     *tag,
           gboolean        add,
           OmMemoriesPage *self)
{
  act_on_selected (self, add ? add_tag : remove_tag, tag);
}

static void
purged_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  g_autoptr (OmMemoriesPage) self = data;
  g_autoptr (GError) error = NULL;

  if (!om_engine_empty_bin_finish (OM_ENGINE (source), result, &error) && self->session != NULL)
    tell_failure (self, error);
}

static void
purge_ids (OmMemoriesPage *self,
           char          **ids,
           const char     *tag)
{
  om_engine_empty_bin_async (om_session_get_engine (self->session), (const char *const *) ids, NULL, purged_cb,
                             g_object_ref (self));
}

static void
purge_response_cb (AdwMessageDialog *dialog,
                   const char       *response,
                   OmMemoriesPage   *self)
{
  if (g_str_equal (response, "delete"))
    act_on_selected (self, purge_ids, NULL);
}

/* The one act that cannot be undone is the one that asks. */
static void
ask_purge (OmMemoriesPage *self)
{
  guint n = om_memory_list_count_selected (shown_list (self));
  g_autofree char *heading = g_strdup_printf (ngettext ("Delete %u Memory for Good?", "Delete %u Memories for Good?", n), n);
  GtkWidget *dialog;

  if (n == 0)
    return;
  dialog = adw_message_dialog_new (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), heading,
                                   _("Their words, former texts and links are removed. This cannot be undone."));
  adw_message_dialog_add_responses (ADW_MESSAGE_DIALOG (dialog), "cancel", _("_Cancel"), "delete", _("_Delete for Good"), NULL);
  adw_message_dialog_set_response_appearance (ADW_MESSAGE_DIALOG (dialog), "delete", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_default_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  adw_message_dialog_set_close_response (ADW_MESSAGE_DIALOG (dialog), "cancel");
  g_signal_connect_object (dialog, "response", G_CALLBACK (purge_response_cb), self, 0);
  gtk_window_present (GTK_WINDOW (dialog));
}

static void
bin_action_cb (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  act_on_selected (OM_MEMORIES_PAGE (widget), bin_ids, NULL);
}

static void
restore_action_cb (GtkWidget  *widget,
                   const char *name,
                   GVariant   *parameter)
{
  act_on_selected (OM_MEMORIES_PAGE (widget), restore_ids, NULL);
}

static void
purge_action_cb (GtkWidget  *widget,
                 const char *name,
                 GVariant   *parameter)
{
  ask_purge (OM_MEMORIES_PAGE (widget));
}

/* Delete: to the bin; in the bin, for good. */
static void
bin_cb (OmMemoryList   *list,
        OmMemoriesPage *self)
{
  if (om_filter_bar_is_binned (self->filter_bar))
    ask_purge (self);
  else
    act_on_selected (self, bin_ids, NULL);
}

static void
query_changed_cb (GtkEditable    *editable,
                  OmMemoriesPage *self)
{
  if (self->finder != NULL)
    om_finder_set_query (self->finder, gtk_editable_get_text (editable));
}

static void
entry_activate_cb (GtkSearchEntry *entry,
                   OmMemoriesPage *self)
{
  if (self->finder != NULL)
    om_finder_recall (self->finder);
}

static void
stop_search_cb (GtkSearchEntry *entry,
                OmMemoriesPage *self)
{
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  om_memory_list_take_focus (self->list);
}

static gboolean
entry_key_cb (GtkEventControllerKey *controller,
              guint                  keyval,
              guint                  keycode,
              GdkModifierType        state,
              OmMemoriesPage        *self)
{
  if (keyval != GDK_KEY_Down && keyval != GDK_KEY_KP_Down)
    return GDK_EVENT_PROPAGATE;
  if (om_memory_list_get_selected (shown_list (self)) == NULL)
    om_memory_list_select (shown_list (self), 0);
  return om_memory_list_take_focus (shown_list (self));
}

static void
found_cb (OmFinder       *finder,
          GParamSpec     *pspec,
          OmMemoriesPage *self)
{
  if (om_finder_get_state (finder) != OM_FINDER_SEARCHING)
    {
      om_memory_list_scroll_up (self->results);
      show_note (self);
    }
  show_contents (self);
}

static void
filter_changed_cb (OmFilterBar    *bar,
                   OmMemoriesPage *self)
{
  g_autoptr (OmFilter) filter = om_filter_bar_dup_filter (bar);

  om_memory_list_model_set_query (self->model, filter, om_filter_bar_get_sort (bar));
  om_finder_set_filter (self->finder, filter);
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
  show_contents (self);
}

static void
model_failed_cb (OmMemoryListModel *model,
                 GError            *error,
                 OmMemoriesPage    *self)
{
  g_free (self->failure);
  self->failure = g_strdup (error->message);
  show_contents (self);
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
      if (!is_searching (self) && gtk_widget_get_mapped (GTK_WIDGET (self->list)))
        om_memory_list_take_focus (self->list);
    }
}

static void
binned_cb (OmSession      *session,
           char          **ids,
           OmMemoriesPage *self)
{
  OmMemoryItem *item = om_memory_list_get_selected (self->list);

  if (item != NULL && om_memory_item_get_id (item) != NULL && g_strv_contains ((const char *const *) ids, om_memory_item_get_id (item)))
    self->select_next = om_memory_item_get_position (item);
  if (om_memory_page_get_id (self->page) != NULL &&
      g_strv_contains ((const char *const *) ids, om_memory_page_get_id (self->page)))
    {
      show_memory (self, NULL, FALSE);
      adw_leaflet_navigate (self->leaflet, ADW_NAVIGATION_DIRECTION_BACK);
    }
  for (guint i = 0; ids[i] != NULL; i++)
    om_finder_forget (self->finder, ids[i]);
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
    om_memory_list_take_focus (shown_list (self));
  else if (is_searching (self))
    stop_search_cb (self->entry, self);
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

  g_type_ensure (OM_TYPE_FILTER_BAR);
  g_type_ensure (OM_TYPE_MEMORY_LIST);
  g_type_ensure (OM_TYPE_MEMORY_PAGE);
  g_type_ensure (OM_TYPE_SELECTION_BAR);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-memories-page.ui");
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, leaflet);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, list_pane);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, entry);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, filter_bar);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, note_label);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, stack);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, list);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, results);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, nothing_page);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, failed_page);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, page);
  gtk_widget_class_bind_template_child (widget_class, OmMemoriesPage, selection_bar);
  gtk_widget_class_bind_template_callback (widget_class, selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, opened_cb);
  gtk_widget_class_bind_template_callback (widget_class, bin_cb);
  gtk_widget_class_bind_template_callback (widget_class, tagged_cb);
  gtk_widget_class_bind_template_callback (widget_class, query_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, entry_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, filter_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, show_all_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_search_cb);
  gtk_widget_class_bind_template_callback (widget_class, entry_key_cb);
  gtk_widget_class_bind_template_callback (widget_class, leaflet_changed_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);

  gtk_widget_class_install_action (widget_class, "memories.bin", NULL, bin_action_cb);
  gtk_widget_class_install_action (widget_class, "memories.restore", NULL, restore_action_cb);
  gtk_widget_class_install_action (widget_class, "memories.purge", NULL, purge_action_cb);
  gtk_widget_class_install_action (widget_class, "memories.step-back", NULL, step_back_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "memories.step-back", NULL);
}

static void
om_memories_page_init (OmMemoriesPage *self)
{
  self->select_next = GTK_INVALID_LIST_POSITION;
  gtk_widget_init_template (GTK_WIDGET (self));
  show_contents (self);
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
  om_memory_page_set_session (self->page, session);
  om_memory_list_set_model (self->list, G_LIST_MODEL (self->model));
  om_memory_list_set_model (self->results, om_finder_get_results (self->finder));

  g_signal_connect_object (self->finder, "notify::state", G_CALLBACK (found_cb), self, 0);
  g_signal_connect_object (self->model, "loaded", G_CALLBACK (model_loaded_cb), self, 0);
  g_signal_connect_object (self->model, "failed", G_CALLBACK (model_failed_cb), self, 0);
  g_signal_connect_object (self->model, "items-changed", G_CALLBACK (model_changed_cb), self, G_CONNECT_AFTER);
  g_signal_connect_object (session, "binned", G_CALLBACK (binned_cb), self, 0);
  g_signal_connect_object (session, "restored", G_CALLBACK (restored_cb), self, 0);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (session_state_cb), self, 0);
  g_signal_connect_object (session, "changed", G_CALLBACK (session_changed_cb), self, 0);
  session_state_cb (session, NULL, self);
  show_contents (self);
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
  guint position;

  g_return_if_fail (OM_IS_MEMORIES_PAGE (self));

  gtk_editable_set_text (GTK_EDITABLE (self->entry), "");
  /* It may not be among those that are chosen. */
  if (row != 0 && !om_memory_list_model_find (self->model, row, &position))
    om_filter_bar_clear (self->filter_bar);
  if (row != 0 && om_memory_list_model_find (self->model, row, &position))
    om_memory_list_select (self->list, position);
  show_memory (self, id, FALSE);
  adw_leaflet_set_visible_child (self->leaflet, GTK_WIDGET (self->page));
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
  om_memory_list_take_focus (shown_list (self));
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
  if (self->model != NULL && g_list_model_get_n_items (G_LIST_MODEL (self->model)) > 0)
    return om_memory_list_take_focus (shown_list (self));
  return gtk_widget_grab_focus (GTK_WIDGET (self->entry));
}
