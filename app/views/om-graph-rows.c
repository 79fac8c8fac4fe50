/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmGraphRows: numbers in order; the objects are made when a list asks for them. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-graph-rows.h"

/* A row: a node, and the edge that leads there; OM_GRAPH_NONE in the list of all. */
struct _OmGraphRow
{
  GObject parent_instance;

  guint32 node;
  guint32 edge;
};

G_DEFINE_FINAL_TYPE (OmGraphRow, om_graph_row, G_TYPE_OBJECT)

static void
om_graph_row_class_init (OmGraphRowClass *klass)
{
}

static void
om_graph_row_init (OmGraphRow *self)
{
}

/** om_graph_row_get_node: Returns: the node of the map */
guint32
om_graph_row_get_node (OmGraphRow *self)
{
  g_return_val_if_fail (OM_IS_GRAPH_ROW (self), OM_GRAPH_NONE);

  return self->node;
}

/** om_graph_row_get_edge: Returns: the edge that leads to it, %OM_GRAPH_NONE in the list of all */
guint32
om_graph_row_get_edge (OmGraphRow *self)
{
  g_return_val_if_fail (OM_IS_GRAPH_ROW (self), OM_GRAPH_NONE);

  return self->edge;
}

/** Entry: one row, and what it is sorted by. */
typedef struct
{
  guint32 node;
  guint32 edge;
  float   rank;
} Entry;

struct _OmGraphRows
{
  GObject parent_instance;

  OmGraphModel *model;   /* (owned) */
  GArray       *entries; /* (owned) (element-type Entry) */
};

static GType
get_item_type (GListModel *list)
{
  return OM_TYPE_GRAPH_ROW;
}

static guint
get_n_items (GListModel *list)
{
  return OM_GRAPH_ROWS (list)->entries->len;
}

static gpointer
get_item (GListModel *list,
          guint       position)
{
  OmGraphRows *self = OM_GRAPH_ROWS (list);
  OmGraphRow *row;

  if (position >= self->entries->len)
    return NULL;
  row = g_object_new (OM_TYPE_GRAPH_ROW, NULL);
  row->node = g_array_index (self->entries, Entry, position).node;
  row->edge = g_array_index (self->entries, Entry, position).edge;
  return row;
}

static void
list_model_init (GListModelInterface *interface)
{
  interface->get_item_type = get_item_type;
  interface->get_n_items = get_n_items;
  interface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (OmGraphRows, om_graph_rows, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, list_model_init))

static int
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  const Entry *one = a;
  const Entry *other = b;

  if (one->rank != other->rank)
    return one->rank > other->rank ? -1 : 1;
  if (one->node != other->node)
    return one->node < other->node ? -1 : 1;
  return (one->edge > other->edge) - (one->edge < other->edge);
}

static void
gather_neighbours (OmGraphRows *self,
                   guint32      selected)
{
  gsize n_edges;
  const OmGraphEdge *edges = om_graph_model_get_edges (self->model, &n_edges);

  for (guint32 i = 0; i < n_edges; i++)
    {
      Entry entry = { edges[i].a == selected ? edges[i].b : edges[i].a, i, edges[i].weight };

      if ((edges[i].a == selected || edges[i].b == selected) && (edges[i].flags & OM_GRAPH_SHOWN) != 0)
        g_array_append_val (self->entries, entry);
    }
}

static void
gather_all (OmGraphRows *self)
{
  gsize n_nodes;
  const OmGraphNode *nodes = om_graph_model_get_nodes (self->model, &n_nodes);

  for (guint32 i = 0; i < n_nodes; i++)
    {
      Entry entry = { i, OM_GRAPH_NONE, nodes[i].size };

      /* What is looked for comes first. */
      if ((nodes[i].flags & OM_GRAPH_LIT) != 0)
        entry.rank += 2;
      if ((nodes[i].flags & OM_GRAPH_SHOWN) != 0)
        g_array_append_val (self->entries, entry);
    }
}

/**
 * om_graph_rows_update:
 * @anew: the map is another one: the same numbers may be other memories
 *
 * The rows are what the map shows now.
 */
void
om_graph_rows_update (OmGraphRows *self,
                      gboolean     anew)
{
  g_autoptr (GArray) before = NULL;
  guint32 selected;
  gboolean same;

  g_return_if_fail (OM_IS_GRAPH_ROWS (self));

  before = self->entries;
  selected = om_graph_model_get_selected (self->model);
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
  if (selected != OM_MAP_NONE)
    gather_neighbours (self, selected);
  else
    gather_all (self);
  g_array_sort (self->entries, compare_entries);
  same = !anew && before->len == self->entries->len;
  for (guint i = 0; same && i < before->len; i++)
    same = g_array_index (before, Entry, i).node == g_array_index (self->entries, Entry, i).node &&
           g_array_index (before, Entry, i).edge == g_array_index (self->entries, Entry, i).edge &&
           g_array_index (before, Entry, i).rank == g_array_index (self->entries, Entry, i).rank;
  if (!same)
    g_list_model_items_changed (G_LIST_MODEL (self), 0, before->len, self->entries->len);
}

static void
om_graph_rows_dispose (GObject *object)
{
  g_clear_object (&OM_GRAPH_ROWS (object)->model);

  G_OBJECT_CLASS (om_graph_rows_parent_class)->dispose (object);
}

static void
om_graph_rows_finalize (GObject *object)
{
  g_array_unref (OM_GRAPH_ROWS (object)->entries);

  G_OBJECT_CLASS (om_graph_rows_parent_class)->finalize (object);
}

static void
om_graph_rows_class_init (OmGraphRowsClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = om_graph_rows_dispose;
  G_OBJECT_CLASS (klass)->finalize = om_graph_rows_finalize;
}

static void
om_graph_rows_init (OmGraphRows *self)
{
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
}

/** om_graph_rows_new: Returns: (transfer full): empty until it is updated */
OmGraphRows *
om_graph_rows_new (OmGraphModel *model)
{
  OmGraphRows *self = g_object_new (OM_TYPE_GRAPH_ROWS, NULL);

  self->model = g_object_ref (model);
  return self;
}
