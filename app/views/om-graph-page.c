/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmGraphPage: what is shown, lit up and looked back at. Looking changes nothing; the map is asked for while the page
 * is in view. What can be done stands in om-graph-acts.c. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-graph-page-private.h"

#include <glib/gi18n.h>

#include "views/om-wrap-layout.h"

#define MOST_FOUND 200

enum
{
  SIGNAL_OPENED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmGraphPage, om_graph_page, GTK_TYPE_WIDGET)

/** om_graph_page_show_note: @text: (nullable): what there is to say about the path or the search */
void
om_graph_page_show_note (OmGraphPage *self,
                         const char  *text)
{
  gtk_label_set_label (self->note_label, text != NULL ? text : "");
  gtk_widget_set_visible (self->note_box, text != NULL);
}

/* What is shown --------------------------------------------------------------------------------- */

static void
show_around (OmGraphPage *self)
{
  const char *const *centers = om_graph_model_get_centers (self->model);
  OmMap *map = om_graph_model_get_map (self->model);
  const char *title = NULL;
  g_autofree char *words = NULL;

  gtk_widget_set_visible (self->around_box, centers != NULL);
  if (centers == NULL)
    return;
  for (guint32 i = 0; map != NULL && !map->whole && i < map->nodes->len && title == NULL; i++)
    {
      if (om_map_get_node (map, i)->steps == 0)
        title = om_graph_model_get_title (self->model, i);
    }
  if (g_strv_length ((char **) centers) > 1)
    words = g_strdup (_("Around a path"));
  else
    /* Translators: %s is the first line of a memory; the map shows what it is linked with */
    words = g_strdup_printf (_("Around “%s”"), title != NULL ? title : "…");
  gtk_label_set_label (self->around_label, words);
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->around_label), words);
}

static void
loaded_cb (OmGraphPage *self)
{
  OmMap *map = om_graph_model_get_map (self->model);
  gboolean is_empty = map->whole && map->nodes->len == 0;

  gtk_stack_set_visible_child_name (self->stack, is_empty ? "empty" : "content");
  show_around (self);
}

static void
failed_cb (OmGraphModel *model,
           const char   *message,
           OmGraphPage  *self)
{
  gtk_stack_set_visible_child_name (self->stack, "content");
  om_graph_page_show_note (self, message);
}

static void
selected_cb (OmGraphPage *self)
{
  gboolean chosen = om_graph_model_get_selected (self->model) != OM_MAP_NONE;

  gtk_widget_action_set_enabled (GTK_WIDGET (self), "graph.open", chosen);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "graph.around", chosen);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "graph.start", chosen);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "graph.path-here", chosen && self->start_id != NULL);
  gtk_widget_action_set_enabled (GTK_WIDGET (self), "graph.link-here", chosen && self->start_id != NULL);
  /* Its id is soon needed. */
  if (chosen)
    om_graph_model_get_id (self->model, om_graph_model_get_selected (self->model));
}

static void
filter_changed_cb (OmGraphFilterBox *box,
                   OmGraphPage      *self)
{
  if (om_graph_filter_box_is_set (box))
    gtk_widget_add_css_class (GTK_WIDGET (self->filter_button), "accent");
  else
    gtk_widget_remove_css_class (GTK_WIDGET (self->filter_button), "accent");
}

static void
depth_selected_cb (GtkDropDown *drop_down,
                   GParamSpec  *pspec,
                   OmGraphPage *self)
{
  if (self->model != NULL)
    om_graph_model_set_depth (self->model, gtk_drop_down_get_selected (drop_down) + 1);
}

static void
time_toggled_cb (GtkToggleButton *button,
                 OmGraphPage     *self)
{
  om_graph_time_set_shown (self->time, gtk_toggle_button_get_active (button));
}

/* Search ----------------------------------------------------------------------------------------- */

static void
show_found (OmGraphPage *self)
{
  guint n = om_graph_model_count_found (self->model);
  g_autofree char *words = n == 0 ? g_strdup (_("Nothing that is shown fits these words."))
                                  : g_strdup_printf (ngettext ("%u memory lights up.", "%u memories light up.", n), n);

  om_graph_page_show_note (self, words);
}

static void
found_cb (GObject      *source,
          GAsyncResult *result,
          gpointer      data)
{
  g_autoptr (OmGraphPage) self = OM_GRAPH_PAGE (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (OmAnswer) answer = om_engine_search_finish (OM_ENGINE (source), result, &error);
  g_autoptr (GArray) rows = NULL;

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) || self->model == NULL)
    return;
  if (answer == NULL)
    {
      om_graph_page_show_note (self, error->message);
      return;
    }
  rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint i = 0; i < answer->hits->len; i++)
    {
      const OmMemory *memory = ((const OmHit *) g_ptr_array_index (answer->hits, i))->memory;
      /* A section stands under its document. */
      gint64 row = memory->type == OM_MEMORY_TYPE_SECTION && memory->parent_row != 0 ? memory->parent_row : memory->row;

      g_array_append_val (rows, row);
    }
  om_graph_model_set_found (self->model, rows);
  show_found (self);
}

static void
stop_searching (OmGraphPage *self)
{
  g_cancellable_cancel (self->searching);
  g_clear_object (&self->searching);
}

static void
search_changed_cb (GtkSearchEntry *entry,
                   OmGraphPage    *self)
{
  g_autofree char *query = g_strstrip (g_strdup (gtk_editable_get_text (GTK_EDITABLE (entry))));
  g_autoptr (OmSearch) search = NULL;

  if (self->model == NULL)
    return;
  stop_searching (self);
  if (*query == '\0')
    {
      om_graph_model_set_found (self->model, NULL);
      om_graph_page_show_note (self, NULL);
      return;
    }
  self->searching = g_cancellable_new ();
  search = om_search_new (query, MOST_FOUND);
  om_engine_search_async (om_session_get_engine (self->session), search, self->searching, found_cb, g_object_ref (self));
}

static void
stop_search_cb (GtkSearchEntry *entry,
                OmGraphPage    *self)
{
  gtk_editable_set_text (GTK_EDITABLE (entry), "");
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

/* Enter goes to the brightest of what lights up. */
static void
search_activate_cb (GtkSearchEntry *entry,
                    OmGraphPage    *self)
{
  gsize n_nodes;
  const OmGraphNode *nodes = om_graph_model_get_nodes (self->model, &n_nodes);
  guint32 best = OM_MAP_NONE;

  for (guint32 i = 0; i < n_nodes; i++)
    {
      if ((nodes[i].flags & OM_GRAPH_LIT) != 0 && (nodes[i].flags & OM_GRAPH_SHOWN) != 0 &&
          (best == OM_MAP_NONE || nodes[i].size > nodes[best].size))
        best = i;
    }
  if (best == OM_MAP_NONE)
    return;
  om_graph_model_select (self->model, best);
  om_graph_view_show_node (self->view, best);
  gtk_widget_grab_focus (GTK_WIDGET (self->view));
}

/* Opening ---------------------------------------------------------------------------------------- */

static void
ids_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      data)
{
  g_autoptr (OmGraphPage) self = OM_GRAPH_PAGE (data);
  g_autoptr (GError) error = NULL;
  g_auto (GStrv) ids = om_engine_dup_ids_finish (OM_ENGINE (source), result, &error);

  /* It may have been wiped since. */
  if (ids == NULL || ids[0] == NULL || self->session == NULL)
    return;
  g_signal_emit (self, signals[SIGNAL_OPENED], 0, ids[0], (gint64) 0);
}

static void
view_opened_cb (OmGraphView *view,
                guint        node,
                OmGraphPage *self)
{
  gint64 row = om_map_get_node (om_graph_model_get_map (self->model), node)->row;

  om_engine_dup_ids_async (om_session_get_engine (self->session), &row, 1, self->cancellable, ids_cb, g_object_ref (self));
}

static void
view_menu_cb (OmGraphView *view,
              guint        node,
              OmGraphPage *self)
{
  GdkRectangle at = { 0, 0, 1, 1 };

  if (self->node_popover == NULL)
    {
      self->node_popover = gtk_popover_menu_new_from_model (self->node_menu);
      gtk_widget_set_parent (self->node_popover, GTK_WIDGET (self->view));
    }
  om_graph_view_get_place (self->view, node, &at);
  gtk_popover_set_pointing_to (GTK_POPOVER (self->node_popover), &at);
  gtk_popover_popup (GTK_POPOVER (self->node_popover));
}

/* Links and paths from the list ------------------------------------------------------------------ */

static void
list_link_cb (OmGraphList *list,
              guint        number,
              const char  *id,
              OmGraphPage *self)
{
  guint32 selected = om_graph_model_get_selected (self->model);

  if (id != NULL && selected != OM_MAP_NONE && om_graph_model_get_id (self->model, selected) != NULL)
    om_graph_page_link (self, om_graph_model_get_id (self->model, selected), id, TRUE);
  else if (number != OM_GRAPH_NONE)
    {
      const OmMapEdge *edge = om_map_get_edge (om_graph_model_get_map (self->model), number);
      const char *source = om_graph_model_get_id (self->model, edge->source);
      const char *target = om_graph_model_get_id (self->model, edge->target);

      if (source != NULL && target != NULL)
        om_graph_page_link (self, source, target, FALSE);
    }
}

static void
list_path_cb (OmGraphList *list,
              const char  *id,
              OmGraphPage *self)
{
  guint32 selected = om_graph_model_get_selected (self->model);

  if (selected != OM_MAP_NONE && om_graph_model_get_id (self->model, selected) != NULL)
    om_graph_page_find_path (self, om_graph_model_get_id (self->model, selected), id);
}

/* Object ----------------------------------------------------------------------------------------- */

static void
update_active (OmGraphPage *self)
{
  gboolean animated = TRUE;

  if (self->model == NULL)
    return;
  g_object_get (gtk_widget_get_settings (GTK_WIDGET (self)), "gtk-enable-animations", &animated, NULL);
  om_graph_model_set_active (self->model, gtk_widget_get_mapped (GTK_WIDGET (self)), animated);
}

static void
om_graph_page_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (om_graph_page_parent_class)->map (widget);
  update_active (OM_GRAPH_PAGE (widget));
}

static void
om_graph_page_unmap (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (om_graph_page_parent_class)->unmap (widget);
  update_active (OM_GRAPH_PAGE (widget));
}

static void
om_graph_page_dispose (GObject *object)
{
  OmGraphPage *self = OM_GRAPH_PAGE (object);

  g_cancellable_cancel (self->cancellable);
  stop_searching (self);
  g_clear_object (&self->chooser);
  g_clear_pointer (&self->node_popover, gtk_widget_unparent);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_GRAPH_PAGE);
  /* What is being asked for keeps the model alive for a moment; it does no more. */
  if (self->model != NULL)
    g_object_run_dispose (G_OBJECT (self->model));
  g_clear_object (&self->model);
  g_clear_object (&self->session);

  G_OBJECT_CLASS (om_graph_page_parent_class)->dispose (object);
}

static void
om_graph_page_finalize (GObject *object)
{
  OmGraphPage *self = OM_GRAPH_PAGE (object);

  g_clear_object (&self->cancellable);
  g_free (self->start_id);

  G_OBJECT_CLASS (om_graph_page_parent_class)->finalize (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-graph-page.ui");
  gtk_widget_class_bind_template_child (widget_class, OmGraphPage, stack);
  gtk_widget_class_bind_template_child (widget_class, OmGraphPage, entry);
  gtk_widget_class_bind_template_child (widget_class, OmGraphPage, filter_button);
  gtk_widget_class_bind_template_child (widget_class, OmGraphPage, filter_box);
  gtk_widget_class_bind_template_child (widget_class, OmGraphPage, time_button);
  gtk_widget_class_bind_template_child (widget_class, OmGraphPage, list_button);
  gtk_widget_class_bind_template_child (widget_class, OmGraphPage, menu_button);
  gtk_widget_class_bind_template_child (widget_class, OmGraphPage, around_box);
  gtk_widget_class_bind_template_child (widget_class, OmGraphPage, around_label);
  gtk_widget_class_bind_template_child (widget_class, OmGraphPage, depth_drop_down);
  gtk_widget_class_bind_template_child (widget_class, OmGraphPage, note_box);
  gtk_widget_class_bind_template_child (widget_class, OmGraphPage, note_label);
  gtk_widget_class_bind_template_child (widget_class, OmGraphPage, flap);
  gtk_widget_class_bind_template_child (widget_class, OmGraphPage, view);
  gtk_widget_class_bind_template_child (widget_class, OmGraphPage, list);
  gtk_widget_class_bind_template_child (widget_class, OmGraphPage, time);
  gtk_widget_class_bind_template_child (widget_class, OmGraphPage, node_menu);
  gtk_widget_class_bind_template_callback (widget_class, filter_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, depth_selected_cb);
  gtk_widget_class_bind_template_callback (widget_class, time_toggled_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_changed_cb);
  gtk_widget_class_bind_template_callback (widget_class, stop_search_cb);
  gtk_widget_class_bind_template_callback (widget_class, search_activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, view_opened_cb);
  gtk_widget_class_bind_template_callback (widget_class, view_menu_cb);
  gtk_widget_class_bind_template_callback (widget_class, list_link_cb);
  gtk_widget_class_bind_template_callback (widget_class, list_path_cb);
}

static void
om_graph_page_class_init (OmGraphPageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_graph_page_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_graph_page_finalize;
  widget_class->map = om_graph_page_map;
  widget_class->unmap = om_graph_page_unmap;

  /**
   * OmGraphPage::opened:
   * @id: a memory
   * @row: 0
   *
   * It was chosen.
   */
  signals[SIGNAL_OPENED] = g_signal_new ("opened", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_INT64);

  g_type_ensure (OM_TYPE_GRAPH_FILTER_BOX);
  g_type_ensure (OM_TYPE_GRAPH_LIST);
  g_type_ensure (OM_TYPE_GRAPH_TIME);
  g_type_ensure (OM_TYPE_GRAPH_VIEW);
  g_type_ensure (OM_TYPE_WRAP_LAYOUT);
  bind_template (widget_class);
  om_graph_page_class_add_acts (widget_class);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_graph_page_init (OmGraphPage *self)
{
  self->cancellable = g_cancellable_new ();
  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_stack_set_visible_child_name (self->stack, "content");
}

/** om_graph_page_set_session: @session: whose memories; set once */
void
om_graph_page_set_session (OmGraphPage *self,
                           OmSession   *session)
{
  g_return_if_fail (OM_IS_GRAPH_PAGE (self));
  g_return_if_fail (self->session == NULL);

  self->session = g_object_ref (session);
  self->model = om_graph_model_new (session);
  om_graph_view_set_model (self->view, self->model);
  om_graph_list_set_model (self->list, self->model);
  om_graph_filter_box_set_model (self->filter_box, self->model);
  om_graph_time_set_model (self->time, self->model);
  filter_changed_cb (self->filter_box, self);
  g_signal_connect_object (self->model, "loaded", G_CALLBACK (loaded_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->model, "titles", G_CALLBACK (show_around), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->model, "selected", G_CALLBACK (selected_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (self->model, "failed", G_CALLBACK (failed_cb), self, 0);
  selected_cb (self);
  update_active (self);
}

/** om_graph_page_show_around: @id: (nullable): the memory to begin from, %NULL for the whole map */
void
om_graph_page_show_around (OmGraphPage *self,
                           const char  *id)
{
  const char *ids[] = { id, NULL };

  g_return_if_fail (OM_IS_GRAPH_PAGE (self));

  om_graph_model_set_path (self->model, NULL);
  om_graph_model_select (self->model, OM_MAP_NONE);
  om_graph_page_show_note (self, NULL);
  om_graph_model_set_centers (self->model, id != NULL ? ids : NULL);
  om_graph_view_fit (self->view);
  show_around (self);
}

/** om_graph_page_take_focus: gives the keyboard to the map */
void
om_graph_page_take_focus (OmGraphPage *self)
{
  g_return_if_fail (OM_IS_GRAPH_PAGE (self));

  if (!gtk_widget_grab_focus (GTK_WIDGET (self->view)))
    gtk_widget_child_focus (GTK_WIDGET (self), GTK_DIR_TAB_FORWARD);
}

/** om_graph_page_get_model: Returns: (transfer none) (nullable): the map it shows */
OmGraphModel *
om_graph_page_get_model (OmGraphPage *self)
{
  g_return_val_if_fail (OM_IS_GRAPH_PAGE (self), NULL);

  return self->model;
}
