/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of OmGraphModel: which nodes and edges are shown, and how: by filter, by what is looked for, the way between two,
 * the one that is chosen, and the instant. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-graph-model-private.h"

/* How a node stands as of the instant that is shown. FALSE if it was not there yet. */
static gboolean
state_of (OmGraphModel *self,
          guint32       i,
          float        *salience,
          OmTier       *tier,
          gboolean     *rests)
{
  const OmMapNode *node = om_map_get_node (self->map, i);

  if (self->past != NULL && self->instant + 1 < self->past->n_instants)
    return om_map_past_get (self->past, self->instant, i, salience, tier, rests);
  *salience = node->salience;
  *tier = node->tier;
  *rests = node->rests;
  return TRUE;
}

static gboolean
is_center (OmGraphModel    *self,
           const OmMapNode *node)
{
  return !self->map->whole && node->steps == 0;
}

static void
style_node (OmGraphModel *self,
            guint32       i)
{
  const OmMapNode *node = om_map_get_node (self->map, i);
  const OmGraphFilter *filter = &self->filter;
  OmGraphNode *shown = &g_array_index (self->nodes, OmGraphNode, i);
  OmTier tier;
  gboolean rests;
  gboolean there = state_of (self, i, &shown->size, &tier, &rests);
  gboolean on_path = self->path != NULL && g_hash_table_contains (self->path, &node->row);

  shown->group = (guint8) CLAMP (node->sector, 0, OM_GRAPH_MAX_GROUPS - 1);
  shown->flags = 0;
  /* What was asked for by name is shown whatever the filter says. */
  if (there && om_graph_is_placed (shown->place) &&
      (is_center (self, node) || on_path ||
       ((filter->sectors & 1u << node->sector) == 0 && (filter->tiers & 1u << tier) == 0 &&
        (filter->resting || !rests) && node->happened.ms >= filter->from && node->happened.ms <= filter->to)))
    shown->flags |= OM_GRAPH_SHOWN;
  if (on_path)
    shown->flags |= OM_GRAPH_ON_PATH | OM_GRAPH_ALONE;
  if (is_center (self, node) || node->row == self->selected)
    shown->flags |= OM_GRAPH_ALONE;
  if (self->found != NULL)
    shown->flags |= g_hash_table_contains (self->found, &node->row) ? OM_GRAPH_LIT | OM_GRAPH_ALONE : OM_GRAPH_DIM;
}

static gboolean
is_step_of_path (OmGraphModel    *self,
                 const OmMapEdge *edge)
{
  guint one;
  guint other;

  if (self->path == NULL)
    return FALSE;
  one = GPOINTER_TO_UINT (g_hash_table_lookup (self->path, &om_map_get_node (self->map, edge->source)->row));
  other = GPOINTER_TO_UINT (g_hash_table_lookup (self->path, &om_map_get_node (self->map, edge->target)->row));
  return one != 0 && other != 0 && (one + 1 == other || other + 1 == one);
}

static void
style_edge (OmGraphModel *self,
            guint32       i)
{
  const OmMapEdge *edge = om_map_get_edge (self->map, i);
  OmGraphEdge *shown = &g_array_index (self->edges, OmGraphEdge, i);
  const OmGraphNode *source = &g_array_index (self->nodes, OmGraphNode, edge->source);
  const OmGraphNode *target = &g_array_index (self->nodes, OmGraphNode, edge->target);
  gboolean is_past = self->past != NULL && self->instant + 1 < self->past->n_instants;

  shown->a = edge->source;
  shown->b = edge->target;
  shown->kind = (guint8) edge->kind;
  shown->weight = is_past ? (float) om_map_edge_weight_at (edge, self->past->instants[self->instant]) : edge->weight;
  shown->flags = 0;
  if ((source->flags & target->flags & OM_GRAPH_SHOWN) == 0 || (is_past && edge->created_at > self->past->instants[self->instant]))
    return;
  if (is_step_of_path (self, edge))
    shown->flags = OM_GRAPH_SHOWN | OM_GRAPH_ON_PATH;
  else if ((self->filter.kinds & 1u << edge->kind) == 0 && shown->weight >= self->filter.min_weight)
    shown->flags = OM_GRAPH_SHOWN;
  if (self->found != NULL && ((source->flags | target->flags) & OM_GRAPH_LIT) == 0)
    shown->flags |= OM_GRAPH_DIM;
}

/** om_graph_model_style: works out anew how everything is shown. */
void
om_graph_model_style (OmGraphModel *self)
{
  if (self->map == NULL)
    return;
  for (guint32 i = 0; i < self->nodes->len; i++)
    style_node (self, i);
  for (guint32 i = 0; i < self->edges->len; i++)
    style_edge (self, i);
  g_signal_emit_by_name (self, "changed");
}

/** om_graph_model_set_filter: what passes is shown */
void
om_graph_model_set_filter (OmGraphModel        *self,
                           const OmGraphFilter *filter)
{
  g_return_if_fail (OM_IS_GRAPH_MODEL (self));

  self->filter = *filter;
  om_graph_model_style (self);
}

/** om_graph_model_get_filter: Returns: (transfer none): what passes is shown */
const OmGraphFilter *
om_graph_model_get_filter (OmGraphModel *self)
{
  g_return_val_if_fail (OM_IS_GRAPH_MODEL (self), NULL);

  return &self->filter;
}

/* (nullable): row -> its place in the array, from 1 on */
static GHashTable *
number_rows (const GArray *rows)
{
  GHashTable *numbers;

  if (rows == NULL)
    return NULL;
  numbers = g_hash_table_new_full (g_int64_hash, g_int64_equal, g_free, NULL);
  for (guint i = 0; i < rows->len; i++)
    g_hash_table_insert (numbers, g_memdup2 (&g_array_index (rows, gint64, i), sizeof (gint64)), GUINT_TO_POINTER (i + 1));
  return numbers;
}

/**
 * om_graph_model_set_found:
 * @rows: (nullable) (element-type gint64): what is looked for and lights up; %NULL if nothing is looked for
 */
void
om_graph_model_set_found (OmGraphModel *self,
                          GArray       *rows)
{
  g_return_if_fail (OM_IS_GRAPH_MODEL (self));

  g_clear_pointer (&self->found, g_hash_table_unref);
  self->found = number_rows (rows);
  om_graph_model_style (self);
}

/** om_graph_model_count_found: Returns: how many of those looked for are shown */
guint
om_graph_model_count_found (OmGraphModel *self)
{
  guint n = 0;

  g_return_val_if_fail (OM_IS_GRAPH_MODEL (self), 0);

  for (guint i = 0; i < self->nodes->len; i++)
    n += (g_array_index (self->nodes, OmGraphNode, i).flags & (OM_GRAPH_SHOWN | OM_GRAPH_LIT)) ==
         (OM_GRAPH_SHOWN | OM_GRAPH_LIT);
  return n;
}

/**
 * om_graph_model_set_path:
 * @rows: (nullable) (element-type gint64): the way from one memory to another, both among them
 */
void
om_graph_model_set_path (OmGraphModel *self,
                         GArray       *rows)
{
  g_return_if_fail (OM_IS_GRAPH_MODEL (self));

  g_clear_pointer (&self->path, g_hash_table_unref);
  self->path = number_rows (rows);
  om_graph_model_style (self);
}

/** om_graph_model_has_path: Returns: %TRUE if a way is shown */
gboolean
om_graph_model_has_path (OmGraphModel *self)
{
  g_return_val_if_fail (OM_IS_GRAPH_MODEL (self), FALSE);

  return self->path != NULL;
}

/** om_graph_model_select: @node: the one that is chosen, %OM_MAP_NONE for none */
void
om_graph_model_select (OmGraphModel *self,
                       guint32       node)
{
  gint64 row;

  g_return_if_fail (OM_IS_GRAPH_MODEL (self));
  g_return_if_fail (node == OM_MAP_NONE || node < self->nodes->len);

  row = node != OM_MAP_NONE ? om_map_get_node (self->map, node)->row : 0;
  if (row == self->selected)
    return;
  self->selected = row;
  om_graph_model_style (self);
  g_signal_emit_by_name (self, "selected");
}

/** om_graph_model_get_selected: Returns: the node that is chosen, %OM_MAP_NONE for none */
guint32
om_graph_model_get_selected (OmGraphModel *self)
{
  g_return_val_if_fail (OM_IS_GRAPH_MODEL (self), OM_MAP_NONE);

  return self->map != NULL && self->selected != 0 ? om_map_find (self->map, self->selected) : OM_MAP_NONE;
}
