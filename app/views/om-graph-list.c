/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmGraphList: the neighbours of the chosen memory, with weight and kind of each link; while none is chosen, all
 * memories that are shown. What is activated is chosen: so one walks along links here, too. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-graph-list.h"

#include <glib/gi18n.h>
#include <math.h>

#include "memory/om-joining.h"
#include "views/om-date-words.h"
#include "views/om-graph-rows.h"
#include "views/om-link-chooser.h"
#include "views/om-looks.h"
#include "views/om-wrap-layout.h"

struct _OmGraphList
{
  GtkWidget parent_instance;

  GtkWidget     *box; /* bound, so that it is let go with the template */
  GtkWidget     *chosen_box;
  GtkLabel      *title_label;
  GtkLabel      *state_label;
  GtkMenuButton *link_button;
  GtkMenuButton *path_button;
  OmLinkChooser *link_chooser;
  OmLinkChooser *path_chooser;
  GtkLabel      *count_label;
  GtkListView   *list_view;

  OmGraphModel  *model; /* (owned) (nullable) */
  OmGraphRows   *rows;  /* (owned) (nullable) */
};

enum
{
  SIGNAL_LINK,
  SIGNAL_PATH,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmGraphList, om_graph_list, GTK_TYPE_WIDGET)

/* Rows ------------------------------------------------------------------------------------------- */

/** Parts: of one row's widget; they live as long as it. */
typedef struct
{
  GtkWidget *image;
  GtkWidget *title;
  GtkWidget *state;
  GtkWidget *unlink;
  const char *sector_class; /* (nullable) */
} Parts;

static void
unlink_clicked_cb (GtkButton   *button,
                   GtkListItem *item)
{
  GtkWidget *list = gtk_widget_get_ancestor (GTK_WIDGET (button), OM_TYPE_GRAPH_LIST);
  OmGraphRow *row = gtk_list_item_get_item (item);

  if (list == NULL || row == NULL)
    return;
  /* The row goes away. */
  gtk_widget_grab_focus (GTK_WIDGET (OM_GRAPH_LIST (list)->list_view));
  g_signal_emit (list, signals[SIGNAL_LINK], 0, om_graph_row_get_edge (row), NULL);
}

static void
setup_cb (GtkSignalListItemFactory *factory,
          GtkListItem              *item,
          OmGraphList              *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 9);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);
  Parts *parts = g_new0 (Parts, 1);

  parts->image = gtk_image_new ();
  parts->title = gtk_label_new (NULL);
  parts->state = gtk_label_new (NULL);
  parts->unlink = gtk_button_new_from_icon_name ("list-remove-symbolic");
  gtk_label_set_xalign (GTK_LABEL (parts->title), 0);
  gtk_label_set_ellipsize (GTK_LABEL (parts->title), PANGO_ELLIPSIZE_END);
  gtk_label_set_xalign (GTK_LABEL (parts->state), 0);
  gtk_label_set_wrap (GTK_LABEL (parts->state), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (parts->state), PANGO_WRAP_WORD_CHAR);
  gtk_widget_add_css_class (parts->state, "caption");
  gtk_widget_add_css_class (parts->state, "dim-label");
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_valign (parts->unlink, GTK_ALIGN_CENTER);
  gtk_widget_add_css_class (parts->unlink, "flat");
  gtk_widget_set_tooltip_text (parts->unlink, _("Remove the Link"));
  gtk_accessible_update_property (GTK_ACCESSIBLE (parts->unlink), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Remove the Link"), -1);
  g_signal_connect (parts->unlink, "clicked", G_CALLBACK (unlink_clicked_cb), item);
  gtk_box_append (GTK_BOX (texts), parts->title);
  gtk_box_append (GTK_BOX (texts), parts->state);
  gtk_box_append (GTK_BOX (box), parts->image);
  gtk_box_append (GTK_BOX (box), texts);
  gtk_box_append (GTK_BOX (box), parts->unlink);
  g_object_set_data_full (G_OBJECT (box), "parts", parts, g_free);
  gtk_list_item_set_child (item, box);
}

static char *
state_words (OmGraphList *self,
             guint32      node,
             guint32      number)
{
  gsize n_nodes;
  const OmGraphNode *shown = &om_graph_model_get_nodes (self->model, &n_nodes)[node];
  /* Translators: how easily a memory comes to mind */
  g_autofree char *salience = g_strdup_printf (_("salience %d %%"), (int) lround (100 * shown->size));
  const OmMapEdge *edge;
  gsize n_edges;

  if (number == OM_GRAPH_NONE)
    {
      const OmMapNode *memory = om_map_get_node (om_graph_model_get_map (self->model), node);
      g_autofree char *day = om_date_words_day (&memory->happened);

      return g_strdup_printf ("%s · %s", day, salience);
    }
  edge = om_map_get_edge (om_graph_model_get_map (self->model), number);
  /* Translators: what the other memory is, how strong the link is, and how present it is: “Reminds of it,
   * strong · Clear” */
  return g_strdup_printf (C_ ("link", "%s, %s · %s"), om_look_link_name (edge->kind, edge->target == node),
                          om_look_weight_name (om_graph_model_get_edges (self->model, &n_edges)[number].weight), salience);
}

static void
show_row (OmGraphList *self,
          GtkListItem *item)
{
  OmGraphRow *row = gtk_list_item_get_item (item);
  GtkWidget *box = gtk_list_item_get_child (item);
  Parts *parts = box != NULL ? g_object_get_data (G_OBJECT (box), "parts") : NULL;
  OmMap *map = self->model != NULL ? om_graph_model_get_map (self->model) : NULL;
  guint32 node = row != NULL ? om_graph_row_get_node (row) : OM_GRAPH_NONE;
  guint32 edge = row != NULL ? om_graph_row_get_edge (row) : OM_GRAPH_NONE;
  const char *title;
  const char *sector_class;
  g_autofree char *state = NULL;
  g_autofree char *name = NULL;

  /* A row of the map before this one may still be there for a moment. */
  if (parts == NULL || map == NULL || node >= map->nodes->len || (edge != OM_GRAPH_NONE && edge >= map->edges->len))
    return;
  title = om_graph_model_get_title (self->model, node);
  state = state_words (self, node, edge);
  name = om_join_said (title != NULL ? title : "…", om_look_sector_name (om_map_get_node (map, node)->sector), state, NULL);
  gtk_label_set_label (GTK_LABEL (parts->title), title != NULL ? title : "…");
  gtk_label_set_label (GTK_LABEL (parts->state), state);
  sector_class = om_look_sector_class (om_map_get_node (map, node)->sector);
  if (parts->sector_class != NULL)
    gtk_widget_remove_css_class (parts->image, parts->sector_class);
  parts->sector_class = sector_class;
  gtk_widget_add_css_class (parts->image, sector_class);
  gtk_image_set_from_icon_name (GTK_IMAGE (parts->image), om_look_sector_icon (om_map_get_node (map, node)->sector));
  gtk_accessible_update_property (GTK_ACCESSIBLE (parts->image), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  om_look_sector_name (om_map_get_node (map, node)->sector), -1);
  gtk_widget_set_visible (parts->unlink, edge != OM_GRAPH_NONE && om_map_get_edge (map, edge)->kind == OM_WAYPOINT_HAND);
  if (gtk_widget_get_parent (box) != NULL)
    gtk_accessible_update_property (GTK_ACCESSIBLE (gtk_widget_get_parent (box)), GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
}

static void
titles_cb (OmGraphModel *model,
           GtkListItem  *item)
{
  GtkWidget *child = gtk_list_item_get_child (item);
  GtkWidget *list = child != NULL ? gtk_widget_get_ancestor (child, OM_TYPE_GRAPH_LIST) : NULL;

  if (list != NULL)
    show_row (OM_GRAPH_LIST (list), item);
}

static void
bind_cb (GtkSignalListItemFactory *factory,
         GtkListItem              *item,
         OmGraphList              *self)
{
  show_row (self, item);
  g_signal_connect_object (self->model, "titles", G_CALLBACK (titles_cb), item, 0);
}

static void
unbind_cb (GtkSignalListItemFactory *factory,
           GtkListItem              *item,
           OmGraphList              *self)
{
  if (self->model != NULL)
    g_signal_handlers_disconnect_by_func (self->model, titles_cb, item);
}

/* The chosen one --------------------------------------------------------------------------------- */

static void
show_chosen (OmGraphList *self)
{
  guint32 selected = self->model != NULL ? om_graph_model_get_selected (self->model) : OM_MAP_NONE;
  const char *title;
  g_autofree char *state = NULL;

  if (self->model == NULL)
    return;
  gtk_widget_set_visible (self->chosen_box, selected != OM_MAP_NONE);
  if (selected == OM_MAP_NONE)
    return;
  title = om_graph_model_get_title (self->model, selected);
  state = state_words (self, selected, OM_GRAPH_NONE);
  gtk_label_set_label (self->title_label, title != NULL ? title : "…");
  gtk_label_set_label (self->state_label, state);
  om_link_chooser_set_origin (self->link_chooser, om_graph_model_get_id (self->model, selected));
  om_link_chooser_set_origin (self->path_chooser, om_graph_model_get_id (self->model, selected));
}

static void
show_count (OmGraphList *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->rows));
  OmMap *map = om_graph_model_get_map (self->model);
  g_autofree char *text = NULL;

  if (om_graph_model_get_selected (self->model) != OM_MAP_NONE)
    text = n == 0 ? g_strdup (_("Not linked with another memory that is shown.")) : g_strdup_printf (ngettext ("%u link", "%u links", n), n);
  else if (map != NULL && map->n_left_out > 0)
    text = g_strdup_printf (ngettext ("%u memory; others that are linked more weakly are left out",
                                      "%u memories; others that are linked more weakly are left out", n),
                            n);
  else
    text = g_strdup_printf (ngettext ("%u memory", "%u memories", n), n);
  gtk_label_set_label (self->count_label, text);
}

static void
fill (OmGraphList *self,
      gboolean     anew)
{
  /* Who does not look needs no list. */
  if (self->model == NULL || !gtk_widget_get_mapped (GTK_WIDGET (self)))
    return;
  om_graph_rows_update (self->rows, anew);
  show_chosen (self);
  show_count (self);
}

static void
update (OmGraphList *self)
{
  fill (self, FALSE);
}

static void
loaded_cb (OmGraphList *self)
{
  fill (self, TRUE);
}

static void
activate_cb (GtkListView *list_view,
             guint        position,
             OmGraphList *self)
{
  g_autoptr (OmGraphRow) row = g_list_model_get_item (G_LIST_MODEL (self->rows), position);

  if (row != NULL)
    om_graph_model_select (self->model, om_graph_row_get_node (row));
}

static void
all_clicked_cb (GtkButton   *button,
                OmGraphList *self)
{
  gtk_widget_grab_focus (GTK_WIDGET (self->list_view));
  om_graph_model_select (self->model, OM_MAP_NONE);
}

static void
link_chosen_cb (OmLinkChooser *chooser,
                const char    *id,
                OmGraphList   *self)
{
  g_signal_emit (self, signals[SIGNAL_LINK], 0, OM_GRAPH_NONE, id);
}

static void
path_chosen_cb (OmLinkChooser *chooser,
                const char    *id,
                OmGraphList   *self)
{
  g_signal_emit (self, signals[SIGNAL_PATH], 0, id);
}

/* Object ----------------------------------------------------------------------------------------- */

static void
om_graph_list_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (om_graph_list_parent_class)->map (widget);
  fill (OM_GRAPH_LIST (widget), TRUE);
}

static void
om_graph_list_dispose (GObject *object)
{
  OmGraphList *self = OM_GRAPH_LIST (object);

  if (self->list_view != NULL)
    gtk_list_view_set_model (self->list_view, NULL);
  gtk_widget_dispose_template (GTK_WIDGET (self), OM_TYPE_GRAPH_LIST);
  g_clear_object (&self->rows);
  g_clear_object (&self->model);

  G_OBJECT_CLASS (om_graph_list_parent_class)->dispose (object);
}

static void
om_graph_list_class_init (OmGraphListClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = om_graph_list_dispose;
  widget_class->map = om_graph_list_map;

  /**
   * OmGraphList::link:
   * @edge: the edge that is to be taken away, %OM_GRAPH_NONE to add one
   * @id: (nullable): the memory that the chosen one is to be linked with
   *
   * The person wants it.
   */
  signals[SIGNAL_LINK] = g_signal_new ("link", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 2, G_TYPE_UINT, G_TYPE_STRING);
  /**
   * OmGraphList::path:
   * @id: the memory to which the path from the chosen one is wanted
   */
  signals[SIGNAL_PATH] = g_signal_new ("path", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                       G_TYPE_NONE, 1, G_TYPE_STRING);

  g_type_ensure (OM_TYPE_LINK_CHOOSER);
  g_type_ensure (OM_TYPE_WRAP_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, "/org/openmemory/Desktop/ui/om-graph-list.ui");
  gtk_widget_class_bind_template_child (widget_class, OmGraphList, box);
  gtk_widget_class_bind_template_child (widget_class, OmGraphList, chosen_box);
  gtk_widget_class_bind_template_child (widget_class, OmGraphList, title_label);
  gtk_widget_class_bind_template_child (widget_class, OmGraphList, state_label);
  gtk_widget_class_bind_template_child (widget_class, OmGraphList, link_button);
  gtk_widget_class_bind_template_child (widget_class, OmGraphList, path_button);
  gtk_widget_class_bind_template_child (widget_class, OmGraphList, link_chooser);
  gtk_widget_class_bind_template_child (widget_class, OmGraphList, path_chooser);
  gtk_widget_class_bind_template_child (widget_class, OmGraphList, count_label);
  gtk_widget_class_bind_template_child (widget_class, OmGraphList, list_view);
  gtk_widget_class_bind_template_callback (widget_class, activate_cb);
  gtk_widget_class_bind_template_callback (widget_class, all_clicked_cb);
  gtk_widget_class_bind_template_callback (widget_class, link_chosen_cb);
  gtk_widget_class_bind_template_callback (widget_class, path_chosen_cb);
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BIN_LAYOUT);
}

static void
om_graph_list_init (OmGraphList *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  om_link_chooser_set_prompt (self->path_chooser, _("Search a memory to find the path to"));
}

/** om_graph_list_set_model: @model: what it lists; set once */
void
om_graph_list_set_model (OmGraphList  *self,
                         OmGraphModel *model)
{
  g_autoptr (GtkNoSelection) selection = NULL;
  g_autoptr (GtkListItemFactory) factory = gtk_signal_list_item_factory_new ();

  g_return_if_fail (OM_IS_GRAPH_LIST (self));
  g_return_if_fail (self->model == NULL);

  self->model = g_object_ref (model);
  self->rows = om_graph_rows_new (model);
  om_link_chooser_set_session (self->link_chooser, om_graph_model_get_session (model));
  om_link_chooser_set_session (self->path_chooser, om_graph_model_get_session (model));
  g_signal_connect_object (factory, "setup", G_CALLBACK (setup_cb), self, 0);
  g_signal_connect_object (factory, "bind", G_CALLBACK (bind_cb), self, 0);
  g_signal_connect_object (factory, "unbind", G_CALLBACK (unbind_cb), self, 0);
  selection = gtk_no_selection_new (g_object_ref (G_LIST_MODEL (self->rows)));
  gtk_list_view_set_factory (self->list_view, factory);
  gtk_list_view_set_model (self->list_view, GTK_SELECTION_MODEL (selection));
  g_signal_connect_object (model, "loaded", G_CALLBACK (loaded_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "changed", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "selected", G_CALLBACK (update), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (model, "titles", G_CALLBACK (show_chosen), self, G_CONNECT_SWAPPED);
}
