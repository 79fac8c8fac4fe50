/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Gathers the map from the table in memory, the links and the places of the store. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-map.h"

#include <stdlib.h>

#include "dynamics/om-activity.h"
#include "dynamics/om-salience.h"
#include "dynamics/om-spreading.h"
#include "engine/om-engine-private.h"
#include "engine/om-hiding-private.h"
#include "store/om-store-memories.h"
#include "store/om-store-places.h"
#include "store/om-store-waypoints.h"

/** om_map_ref: Returns: (transfer full): @self */
OmMap *
om_map_ref (OmMap *self)
{
  g_atomic_int_inc (&self->ref_count);
  return self;
}

/** om_map_unref: @self: (transfer full) (nullable) */
void
om_map_unref (OmMap *self)
{
  if (self == NULL || !g_atomic_int_dec_and_test (&self->ref_count))
    return;

  g_array_unref (self->nodes);
  g_array_unref (self->edges);
  g_free (self);
}

/** om_map_find: Returns: the number of the node of a memory, %OM_MAP_NONE if it is not on the map */
guint32
om_map_find (const OmMap *self,
             gint64       row)
{
  guint from = 0;
  guint to = self->nodes->len;

  while (from < to)
    {
      guint middle = from + (to - from) / 2;

      if (om_map_get_node (self, middle)->row < row)
        from = middle + 1;
      else
        to = middle;
    }
  return from < self->nodes->len && om_map_get_node (self, from)->row == row ? from : OM_MAP_NONE;
}

/** om_map_edge_weight_at: Returns: how strong a link is at an instant, 0 before it was there */
double
om_map_edge_weight_at (const OmMapEdge *edge,
                       gint64           at)
{
  return edge->created_at > at ? 0 : om_link_present_weight (edge->stored, edge->walked_at, at);
}

/* Gathering -------------------------------------------------------------------------------------- */

/**
 * Gathering:
 * @nodes: (owned) (element-type OmMapNode): of all that may be on the map, ascending by row
 * @node_of: (owned) (element-type guint32): by document, the node it stands for
 * @edges: (owned) (element-type OmMapEdge)
 */
typedef struct
{
  OmEngine     *engine;
  GArray       *nodes;
  GArray       *node_of;
  GArray       *edges;
  guint         n_seen;
  GCancellable *cancellable;
} Gathering;

static OmMapNode
node_from_state (Gathering        *self,
                 guint32           doc,
                 const OmDocState *state,
                 gint64            now)
{
  const OmModelConstants *constants = &om_engine_get_params (self->engine)->constants;
  OmMapNode node = { .row = doc, .place = OM_GRAPH_NOWHERE };
  OmSalienceState salience;
  OmMemory memory;

  om_doc_state_to_memory (state, &memory);
  salience = om_salience_state_from_memory (&memory);
  node.happened = (OmMoment){ state->happened_ms, state->offset_s, (OmPrecision) state->precision };
  node.day = state->precision != OM_PRECISION_UNKNOWN ? state->civil_day : G_MININT32;
  node.salience = (float) om_salience_present (&salience, now, constants);
  node.sector = (OmSector) state->sector;
  node.type = (OmMemoryType) state->type;
  node.tier = om_tier_present (&salience, now, constants);
  node.rests = om_memory_vividness (&memory, now, constants, NULL) == OM_VIVIDNESS_RESTING;
  return node;
}

static gboolean
is_center (const gint64 *centers,
           gint64        row)
{
  for (gsize i = 0; centers != NULL && centers[i] != 0; i++)
    {
      if (centers[i] == row)
        return TRUE;
    }
  return FALSE;
}

static void
gather_nodes (Gathering      *self,
              OmMirror       *mirror,
              const OmDocSet *hidden,
              const gint64   *centers,
              gint64          now)
{
  const OmStateTable *states;

  om_mirror_lock (mirror);
  states = om_mirror_get_states (mirror);
  g_array_set_size (self->node_of, om_state_table_get_max_doc (states) + 1);
  for (guint32 doc = 0; doc < self->node_of->len; doc++)
    g_array_index (self->node_of, guint32, doc) = OM_MAP_NONE;
  for (guint32 doc = om_state_table_next (states, 0); doc != 0; doc = om_state_table_next (states, doc))
    {
      const OmDocState *state = om_state_table_get (states, doc);
      OmMapNode node;

      if (state->trashed || state->type == OM_MEMORY_TYPE_SECTION)
        continue;
      if (!is_center (centers, doc) && ((state->flags & (OM_FLAG_HIDDEN | OM_FLAG_PRIVATE)) != 0 ||
                                        (hidden != NULL && om_doc_set_has (hidden, doc))))
        continue;
      node = node_from_state (self, doc, state, now);
      g_array_index (self->node_of, guint32, doc) = self->nodes->len;
      g_array_append_val (self->nodes, node);
    }
  for (guint32 doc = om_state_table_next (states, 0); doc != 0; doc = om_state_table_next (states, doc))
    {
      const OmDocState *state = om_state_table_get (states, doc);

      if (state->type == OM_MEMORY_TYPE_SECTION && !state->trashed && state->parent < self->node_of->len)
        g_array_index (self->node_of, guint32, doc) = g_array_index (self->node_of, guint32, state->parent);
    }
  om_mirror_unlock (mirror);
}

static guint32
node_of (const Gathering *self,
         gint64           row)
{
  return row > 0 && row < self->node_of->len ? g_array_index (self->node_of, guint32, row) : OM_MAP_NONE;
}

static gboolean
waypoint_cb (const OmWaypoint *waypoint,
             gpointer          data)
{
  Gathering *self = data;
  OmMapEdge edge = { node_of (self, waypoint->source), node_of (self, waypoint->target), waypoint->kind, 0,
                     (float) waypoint->weight, waypoint->walked_at, waypoint->created_at };

  if (self->n_seen++ % 1024 == 0 && g_cancellable_is_cancelled (self->cancellable))
    return FALSE;
  if (edge.source != OM_MAP_NONE && edge.target != OM_MAP_NONE && edge.source != edge.target)
    g_array_append_val (self->edges, edge);
  return TRUE;
}

static int
compare_edges (gconstpointer a,
               gconstpointer b)
{
  const OmMapEdge *one = a;
  const OmMapEdge *other = b;

  if (one->source != other->source)
    return one->source < other->source ? -1 : 1;
  if (one->target != other->target)
    return one->target < other->target ? -1 : 1;
  if (one->kind != other->kind)
    return one->kind < other->kind ? -1 : 1;
  return (one->weight < other->weight) - (one->weight > other->weight);
}

/* Of those that sections of one document have alike the strongest stays. */
static void
tidy_edges (GArray *edges,
            gint64  now)
{
  guint kept = 0;

  for (guint i = 0; i < edges->len; i++)
    {
      OmMapEdge *edge = &g_array_index (edges, OmMapEdge, i);

      edge->weight = (float) om_map_edge_weight_at (edge, MAX (now, edge->created_at));
    }
  g_array_sort (edges, compare_edges);
  for (guint i = 0; i < edges->len; i++)
    {
      const OmMapEdge *edge = &g_array_index (edges, OmMapEdge, i);
      const OmMapEdge *last = kept > 0 ? &g_array_index (edges, OmMapEdge, kept - 1) : NULL;

      if (last == NULL || last->source != edge->source || last->target != edge->target || last->kind != edge->kind)
        g_array_index (edges, OmMapEdge, kept++) = *edge;
    }
  g_array_set_size (edges, kept);
}

static gboolean
gather_places (Gathering *self,
               OmStore   *store,
               GError   **error)
{
  g_autoptr (GArray) places = om_store_places_load (store, error);

  for (guint i = 0; places != NULL && i < places->len; i++)
    {
      const OmPlace *place = &g_array_index (places, OmPlace, i);
      guint32 node = node_of (self, place->row);

      if (node != OM_MAP_NONE)
        g_array_index (self->nodes, OmMapNode, node).place = (OmGraphPoint){ (float) place->x, (float) place->y };
    }
  return places != NULL;
}

/* Around some ------------------------------------------------------------------------------------ */

/** Reached: a node with the strongest link by which it was reached. */
typedef struct
{
  guint32 node;
  float   weight;
} Reached;

static int
compare_reached (gconstpointer a,
                 gconstpointer b)
{
  const Reached *one = a;
  const Reached *other = b;

  if (one->weight != other->weight)
    return one->weight > other->weight ? -1 : 1;
  return (one->node > other->node) - (one->node < other->node);
}

/* What is a step further than what was chosen so far. */
static GArray *
reach (const Gathering *self,
       const gboolean  *chosen)
{
  GArray *reached = g_array_new (FALSE, FALSE, sizeof (Reached));
  g_autofree float *weights = g_new0 (float, self->nodes->len + 1);

  for (guint i = 0; i < self->edges->len; i++)
    {
      const OmMapEdge *edge = &g_array_index (self->edges, OmMapEdge, i);

      /* Weights of old links come near to 0, but are links. */
      if (chosen[edge->source] && !chosen[edge->target])
        weights[edge->target] = MAX (weights[edge->target], MAX (edge->weight, 1e-6f));
      if (chosen[edge->target] && !chosen[edge->source])
        weights[edge->source] = MAX (weights[edge->source], MAX (edge->weight, 1e-6f));
    }
  for (guint32 i = 0; i < self->nodes->len; i++)
    {
      Reached one = { i, weights[i] };

      if (weights[i] > 0)
        g_array_append_val (reached, one);
    }
  g_array_sort (reached, compare_reached);
  return reached;
}

static guint
choose_around (Gathering        *self,
               const OmMapQuery *query,
               const gint64     *centers,
               gboolean         *chosen)
{
  guint n_chosen = 0;
  guint n_left_out = 0;

  for (gsize i = 0; centers[i] != 0; i++)
    {
      guint32 node = node_of (self, centers[i]);

      if (node == OM_MAP_NONE || chosen[node])
        continue;
      chosen[node] = TRUE;
      n_chosen++;
    }
  for (guint step = 1; step <= CLAMP (query->depth, 1, OM_MAP_MAX_DEPTH); step++)
    {
      g_autoptr (GArray) reached = reach (self, chosen);

      for (guint i = 0; i < reached->len; i++)
        {
          guint32 node = g_array_index (reached, Reached, i).node;

          if (n_chosen >= query->limit)
            {
              n_left_out++;
              continue;
            }
          chosen[node] = TRUE;
          g_array_index (self->nodes, OmMapNode, node).steps = step;
          n_chosen++;
        }
      if (n_left_out > 0)
        break;
    }
  return n_left_out;
}

static void
keep_chosen (Gathering      *self,
             const gboolean *chosen)
{
  g_autofree guint32 *new_numbers = g_new0 (guint32, self->nodes->len + 1);
  guint n_nodes = 0;
  guint n_edges = 0;

  for (guint i = 0; i < self->nodes->len; i++)
    {
      if (!chosen[i])
        continue;
      new_numbers[i] = n_nodes;
      g_array_index (self->nodes, OmMapNode, n_nodes++) = g_array_index (self->nodes, OmMapNode, i);
    }
  for (guint i = 0; i < self->edges->len; i++)
    {
      OmMapEdge edge = g_array_index (self->edges, OmMapEdge, i);

      if (!chosen[edge.source] || !chosen[edge.target])
        continue;
      edge.source = new_numbers[edge.source];
      edge.target = new_numbers[edge.target];
      g_array_index (self->edges, OmMapEdge, n_edges++) = edge;
    }
  g_array_set_size (self->nodes, n_nodes);
  g_array_set_size (self->edges, n_edges);
}

/* The verb --------------------------------------------------------------------------------------- */

/* (transfer full) (nullable): rows of what is asked for by name, ended by a 0. A section stands for its document. */
static gint64 *
find_centers (OmStore           *store,
              const char *const *ids,
              GError           **error)
{
  guint n = g_strv_length ((char **) ids);
  g_autofree gint64 *rows = g_new0 (gint64, n + 1);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (OmMemory) memory = om_store_memory_get_by_id (store, ids[i], error);

      if (memory == NULL)
        return NULL;
      rows[i] = memory->type == OM_MEMORY_TYPE_SECTION && memory->parent_row != 0 ? memory->parent_row : memory->row;
    }
  return g_steal_pointer (&rows);
}

static gboolean
gather (Gathering        *self,
        const OmMapQuery *query,
        OmStore          *store,
        OmMap            *map,
        GError          **error)
{
  OmMirror *mirror = om_engine_get_mirror (self->engine);
  g_autoptr (OmDocSet) hidden = NULL;
  g_autofree gint64 *centers = NULL;

  if (query->centers != NULL && (centers = find_centers (store, query->centers, error)) == NULL)
    return FALSE;
  if (!om_mirror_is_loaded (mirror) && !om_mirror_load_states (mirror, store, error))
    return FALSE;
  if (!om_hidden_docs (mirror, store, &hidden, error))
    return FALSE;
  gather_nodes (self, mirror, hidden, centers, map->at);
  if (!om_store_waypoints_load (store, waypoint_cb, self, error))
    return FALSE;
  if (g_cancellable_set_error_if_cancelled (self->cancellable, error))
    return FALSE;
  tidy_edges (self->edges, map->at);
  if (centers != NULL)
    {
      g_autofree gboolean *chosen = g_new0 (gboolean, self->nodes->len + 1);

      map->n_left_out = choose_around (self, query, centers, chosen);
      keep_chosen (self, chosen);
    }
  else if (!gather_places (self, store, error))
    return FALSE;
  for (guint i = 0; i < self->edges->len; i++)
    {
      const OmMapEdge *edge = &g_array_index (self->edges, OmMapEdge, i);

      g_array_index (self->nodes, OmMapNode, edge->source).degree++;
      g_array_index (self->nodes, OmMapNode, edge->target).degree++;
    }
  return !g_cancellable_set_error_if_cancelled (self->cancellable, error);
}

static gpointer
get_map (OmEngine     *self,
         OmStore      *store,
         gpointer      data,
         GCancellable *cancellable,
         GError      **error)
{
  const OmMapQuery *query = data;
  g_autoptr (OmMap) map = g_new0 (OmMap, 1);
  g_autoptr (GArray) node_of_doc = g_array_new (FALSE, TRUE, sizeof (guint32));
  Gathering gathering = { .engine = self, .node_of = node_of_doc, .cancellable = cancellable };

  map->ref_count = 1;
  map->at = om_engine_now (self);
  map->whole = query->centers == NULL;
  map->nodes = gathering.nodes = g_array_new (FALSE, TRUE, sizeof (OmMapNode));
  map->edges = gathering.edges = g_array_new (FALSE, TRUE, sizeof (OmMapEdge));
  return gather (&gathering, query, store, map, error) ? g_steal_pointer (&map) : NULL;
}

/**
 * om_engine_get_map:
 * @query: around what
 *
 * Returns: (transfer full) (nullable): the map; of the whole with the places that are kept
 */
OmMap *
om_engine_get_map (OmEngine         *self,
                   const OmMapQuery *query,
                   GCancellable     *cancellable,
                   GError          **error)
{
  g_return_val_if_fail (OM_IS_ENGINE (self), NULL);

  return om_engine_read (self, get_map, (gpointer) query, cancellable, error);
}

static void
query_free (gpointer data)
{
  OmMapQuery *query = data;

  g_strfreev ((char **) query->centers);
  g_free (query);
}

/** om_engine_get_map_async: the same without blocking. */
void
om_engine_get_map_async (OmEngine            *self,
                         const OmMapQuery    *query,
                         GCancellable        *cancellable,
                         GAsyncReadyCallback  callback,
                         gpointer             data)
{
  OmMapQuery *copy = g_memdup2 (query, sizeof *query);

  copy->centers = (const char *const *) g_strdupv ((char **) query->centers);
  om_engine_read_async (self, get_map, copy, query_free, (GDestroyNotify) om_map_unref, om_engine_get_map_async,
                        cancellable, callback, data);
}

/** om_engine_get_map_finish: (transfer full) (nullable) */
OmMap *
om_engine_get_map_finish (OmEngine     *self,
                          GAsyncResult *result,
                          GError      **error)
{
  return om_engine_finish (self, result, om_engine_get_map_async, error);
}

/* Places ----------------------------------------------------------------------------------------- */

static GArray *
moved_places (const OmMap *map)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (OmPlace));

  for (guint32 i = 0; i < map->nodes->len; i++)
    {
      const OmMapNode *node = om_map_get_node (map, i);
      OmPlace place = { node->row, node->place.x, node->place.y };

      if (node->moved && om_graph_is_placed (node->place))
        g_array_append_val (places, place);
    }
  return places;
}

static gpointer
keep (const OmWriteContext *context,
      gpointer              data,
      GCancellable         *cancellable,
      GError              **error)
{
  const GArray *places = data;

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return NULL;
  return om_store_places_put (context->store, (const OmPlace *) places->data, places->len, error) ? OM_ENGINE_DONE : NULL;
}

/* No change of the journal: nobody lists anything again for it. */
static gboolean
keep_places (OmEngine     *self,
             GArray       *places,
             GCancellable *cancellable,
             GError      **error)
{
  gboolean changed = FALSE;
  gboolean done;

  if (!om_engine_enter (self, error))
    return FALSE;
  done = om_engine_write_piece (self, keep, places, &changed, cancellable, error) != NULL;
  om_engine_leave (self);
  /* Whatever others wrote is told all the same. */
  if (changed)
    om_engine_queue_signal (self, OM_ENGINE_CHANGED);
  return done;
}

/**
 * om_engine_keep_places:
 * @map: the whole map
 *
 * Writes down where those lie that have moved.
 */
gboolean
om_engine_keep_places (OmEngine     *self,
                       const OmMap  *map,
                       GCancellable *cancellable,
                       GError      **error)
{
  g_autoptr (GArray) places = NULL;

  g_return_val_if_fail (OM_IS_ENGINE (self) && map->whole, FALSE);

  places = moved_places (map);
  return keep_places (self, places, cancellable, error);
}

static void
keep_thread (GTask        *task,
             gpointer      source,
             gpointer      places,
             GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;

  if (keep_places (source, places, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

/** om_engine_keep_places_async: the same without blocking. */
void
om_engine_keep_places_async (OmEngine            *self,
                             const OmMap         *map,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);

  g_return_if_fail (OM_IS_ENGINE (self) && map->whole);

  g_task_set_source_tag (task, om_engine_keep_places_async);
  g_task_set_task_data (task, moved_places (map), (GDestroyNotify) g_array_unref);
  g_task_run_in_thread (task, keep_thread);
}

/** om_engine_keep_places_finish: */
gboolean
om_engine_keep_places_finish (OmEngine     *self,
                              GAsyncResult *result,
                              GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}
