/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMemoryList: a scrolled list of memories with one or several of them selected. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-memory-list.h"

#include <glib/gi18n.h>

#include "views/om-memory-row.h"

struct _OmMemoryList
{
  GtkWidget parent_instance;

  GtkScrolledWindow  *scroller;
  GtkListView        *view;
  GtkMultiSelection  *selection;
  OmMemoryItem       *selected; /* (owned) (nullable): if exactly one is */
  gboolean            scroll_later; /* to what is selected, once the list has been laid out */
  guint               scroll_id;
};

enum
{
  PROP_LABEL = 1,
  N_PROPERTIES
};

enum
{
  SIGNAL_SELECTED,
  SIGNAL_OPENED,
  SIGNAL_BIN,
  N_SIGNALS
};

static GParamSpec *properties[N_PROPERTIES];
static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmMemoryList, om_memory_list, GTK_TYPE_WIDGET)

/* A single click opens, as a double one or Enter does. One gesture for all rows: a list builds two
 * hundred of them before it is drawn, and one for each would be half of what they cost. */
static void
released_cb (GtkGestureClick *gesture,
             int              n_press,
             double           x,
             double           y,
             OmMemoryList    *self)
{
  GdkModifierType state = gtk_event_controller_get_current_event_state (GTK_EVENT_CONTROLLER (gesture));
  GtkWidget *picked = gtk_widget_pick (GTK_WIDGET (self->view), x, y, GTK_PICK_DEFAULT);
  GtkWidget *row = picked != NULL ? gtk_widget_get_ancestor (picked, OM_TYPE_MEMORY_ROW) : NULL;

  /* With Ctrl or Shift a click adds to the selection. */
  if (n_press != 1 || (state & (GDK_CONTROL_MASK | GDK_SHIFT_MASK)) != 0)
    return;
  /* The edge of a row is its list's widget around it. */
  if (row == NULL && picked != NULL && OM_IS_MEMORY_ROW (gtk_widget_get_first_child (picked)))
    row = gtk_widget_get_first_child (picked);
  if (row != NULL && om_memory_row_get_item (OM_MEMORY_ROW (row)) != NULL)
    g_signal_emit (self, signals[SIGNAL_OPENED], 0, om_memory_row_get_item (OM_MEMORY_ROW (row)), FALSE);
}

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *list_item,
          OmMemoryList             *self)
{
  gtk_list_item_set_child (list_item, GTK_WIDGET (om_memory_row_new ()));
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *list_item,
         OmMemoryList             *self)
{
  om_memory_row_set_item (OM_MEMORY_ROW (gtk_list_item_get_child (list_item)), gtk_list_item_get_item (list_item));
}

static void
unbind_cb (GtkSignalListItemFactory *factory,
           GtkListItem              *list_item,
           OmMemoryList             *self)
{
  om_memory_row_set_item (OM_MEMORY_ROW (gtk_list_item_get_child (list_item)), NULL);
}

static void
activate_cb (GtkListView  *view,
             guint         position,
             OmMemoryList *self)
{
  g_autoptr (OmMemoryItem) item = g_list_model_get_item (G_LIST_MODEL (self->selection), position);

  if (item != NULL)
    g_signal_emit (self, signals[SIGNAL_OPENED], 0, item, TRUE);
}

static void
update_selected (OmMemoryList *self)
{
  g_autoptr (GtkBitset) chosen = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));

  g_clear_object (&self->selected);
  if (gtk_bitset_get_size (chosen) == 1)
    self->selected = g_list_model_get_item (G_LIST_MODEL (self->selection), gtk_bitset_get_minimum (chosen));
  g_signal_emit (self, signals[SIGNAL_SELECTED], 0);
}

static void
selection_changed_cb (GtkSelectionModel *selection,
                      guint              position,
                      guint              n_items,
                      OmMemoryList      *self)
{
  update_selected (self);
}

static void
items_changed_cb (GListModel   *model,
                  guint         position,
                  guint         removed,
                  guint         added,
                  OmMemoryList *self)
{
  /* What is gone is selected no longer; what came is not selected. */
  if (removed > 0)
    update_selected (self);
}

static void
scroll_to (OmMemoryList *self,
           guint         position)
{
  gtk_widget_activate_action (GTK_WIDGET (self->view), "list.scroll-to-item", "u", position);
}

static gboolean
scroll_cb (gpointer data)
{
  OmMemoryList *self = data;
  g_autoptr (GtkBitset) chosen = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));

  self->scroll_id = 0;
  self->scroll_later = FALSE;
  /* Where it stands may have changed meanwhile, or something else be selected. */
  if (gtk_bitset_get_size (chosen) == 1)
    scroll_to (self, gtk_bitset_get_minimum (chosen));
  return G_SOURCE_REMOVE;
}

/* The list view has been laid out. It is told to scroll once it is done with that. */
static void
page_size_cb (GtkAdjustment *adjustment,
              GParamSpec    *pspec,
              OmMemoryList  *self)
{
  if (!self->scroll_later || self->scroll_id != 0 || gtk_adjustment_get_page_size (adjustment) <= 0)
    return;
  self->scroll_id = g_idle_add_full (G_PRIORITY_HIGH_IDLE, scroll_cb, self, NULL);
  g_source_set_name_by_id (self->scroll_id, "[openmemory] scroll to selected");
}

static void
bin_action_cb (GtkWidget  *widget,
               const char *name,
               GVariant   *parameter)
{
  if (om_memory_list_count_selected (OM_MEMORY_LIST (widget)) > 0)
    g_signal_emit (widget, signals[SIGNAL_BIN], 0);
}

static void
om_memory_list_set_property (GObject      *object,
                             guint         id,
                             const GValue *value,
                             GParamSpec   *pspec)
{
  OmMemoryList *self = OM_MEMORY_LIST (object);

  if (id == PROP_LABEL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (self->view), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                    g_value_get_string (value), -1);
  else
    G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
}

static void
om_memory_list_dispose (GObject *object)
{
  OmMemoryList *self = OM_MEMORY_LIST (object);

  g_clear_handle_id (&self->scroll_id, g_source_remove);
  if (self->scroller != NULL)
    g_signal_handlers_disconnect_by_data (gtk_scrolled_window_get_vadjustment (self->scroller), self);
  if (self->selection != NULL)
    g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_object (&self->selected);
  g_clear_object (&self->selection);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_MEMORY_LIST);

  G_OBJECT_CLASS (om_memory_list_parent_class)->dispose (object);
}

static void
om_memory_list_class_init (OmMemoryListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  object_class->set_property = om_memory_list_set_property;
  object_class->dispose = om_memory_list_dispose;

  /**
   * OmMemoryList:label:
   *
   * What the list holds, for a screen reader.
   */
  properties[PROP_LABEL] = g_param_spec_string ("label", NULL, NULL, NULL,
                                                G_PARAM_WRITABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPERTIES, properties);

  /**
   * OmMemoryList::selected:
   *
   * Another memory, several or none are selected.
   */
  signals[SIGNAL_SELECTED] = g_signal_new ("selected", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * OmMemoryList::opened:
   * @item: a memory
   * @to_write: the keyboard shall go into it
   *
   * It was clicked, or, with @to_write, clicked twice or Enter was pressed on it.
   */
  signals[SIGNAL_OPENED] = g_signal_new ("opened", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 2, OM_TYPE_MEMORY_ITEM, G_TYPE_BOOLEAN);

  /**
   * OmMemoryList::bin:
   *
   * Delete was pressed on what is selected.
   */
  signals[SIGNAL_BIN] = g_signal_new ("bin", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-memory-list.ui");
  gtk_widget_class_bind_template_child (widget_class, OmMemoryList, scroller);
  gtk_widget_class_bind_template_child (widget_class, OmMemoryList, view);
  gtk_widget_class_bind_template_callback (widget_class, released_cb);
  gtk_widget_class_bind_template_callback (widget_class, setup_cb);
  gtk_widget_class_bind_template_callback (widget_class, bind_cb);
  gtk_widget_class_bind_template_callback (widget_class, unbind_cb);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);

  gtk_widget_class_install_action (widget_class, "list.bin", NULL, bin_action_cb);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Delete, 0, "list.bin", NULL);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_KP_Delete, 0, "list.bin", NULL);
}

static void
om_memory_list_init (OmMemoryList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->selection = gtk_multi_selection_new (NULL);
  gtk_list_view_set_model (self->view, GTK_SELECTION_MODEL (self->selection));
  g_signal_connect (self->selection, "selection-changed", G_CALLBACK (selection_changed_cb), self);
  g_signal_connect_after (self->selection, "items-changed", G_CALLBACK (items_changed_cb), self);
  g_signal_connect (gtk_scrolled_window_get_vadjustment (self->scroller), "notify::page-size",
                    G_CALLBACK (page_size_cb), self);
}

/**
 * om_memory_list_set_model:
 * @model: (nullable) (element-type OmMemoryItem): what to list
 */
void
om_memory_list_set_model (OmMemoryList *self,
                          GListModel   *model)
{
  g_return_if_fail (OM_IS_MEMORY_LIST (self));

  gtk_multi_selection_set_model (self->selection, model);
}

/**
 * om_memory_list_get_selected:
 *
 * Returns: (transfer none) (nullable): the selected memory, %NULL if there is none or several
 */
OmMemoryItem *
om_memory_list_get_selected (OmMemoryList *self)
{
  g_return_val_if_fail (OM_IS_MEMORY_LIST (self), NULL);

  return self->selected;
}

/** om_memory_list_count_selected: how many are selected. */
guint
om_memory_list_count_selected (OmMemoryList *self)
{
  g_autoptr (GtkBitset) chosen = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));

  return (guint) gtk_bitset_get_size (chosen);
}

/**
 * om_memory_list_dup_selected_rows:
 *
 * Returns: (transfer full) (element-type gint64): the rows of the selected memories, in the list's order
 */
GArray *
om_memory_list_dup_selected_rows (OmMemoryList *self)
{
  g_autoptr (GtkBitset) chosen = NULL;
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  GtkBitsetIter iter;
  guint position;

  g_return_val_if_fail (OM_IS_MEMORY_LIST (self), rows);

  chosen = gtk_selection_model_get_selection (GTK_SELECTION_MODEL (self->selection));
  for (gboolean valid = gtk_bitset_iter_init_first (&iter, chosen, &position); valid;
       valid = gtk_bitset_iter_next (&iter, &position))
    {
      g_autoptr (OmMemoryItem) item = g_list_model_get_item (G_LIST_MODEL (self->selection), position);
      gint64 row = om_memory_item_get_row (item);

      g_array_append_val (rows, row);
    }
  return rows;
}

/**
 * om_memory_list_select:
 * @position: where it stands
 *
 * Selects that memory and scrolls to it, as soon as the list has been laid out.
 */
void
om_memory_list_select (OmMemoryList *self,
                       guint         position)
{
  g_return_if_fail (OM_IS_MEMORY_LIST (self));

  gtk_selection_model_select_item (GTK_SELECTION_MODEL (self->selection), position, TRUE);
  /* A list view that was never laid out and is told to scroll keeps only a row or so of those it had,
   * until it is scrolled by hand. */
  self->scroll_later = gtk_adjustment_get_page_size (gtk_scrolled_window_get_vadjustment (self->scroller)) <= 0;
  if (!self->scroll_later)
    scroll_to (self, position);
}

void
om_memory_list_unselect (OmMemoryList *self)
{
  g_return_if_fail (OM_IS_MEMORY_LIST (self));

  gtk_selection_model_unselect_all (GTK_SELECTION_MODEL (self->selection));
}

/**
 * om_memory_list_scroll_up:
 *
 * Back to the beginning, for new contents.
 */
void
om_memory_list_scroll_up (OmMemoryList *self)
{
  g_return_if_fail (OM_IS_MEMORY_LIST (self));

  gtk_adjustment_set_value (gtk_scrolled_window_get_vadjustment (self->scroller), 0);
}

/**
 * om_memory_list_take_focus:
 *
 * Gives the list the keyboard.
 *
 * Returns: %TRUE if it took the keyboard
 */
gboolean
om_memory_list_take_focus (OmMemoryList *self)
{
  g_return_val_if_fail (OM_IS_MEMORY_LIST (self), FALSE);

  return gtk_widget_grab_focus (GTK_WIDGET (self->view));
}
