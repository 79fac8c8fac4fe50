/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmGraphModel: asks the engine for the map, follows the thread that lays it out, and works out what is shown. It
 * asks while it is active, and again when something changed. Looking at a map changes no memory. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-graph-model-private.h"

#include <string.h>

#define MOST_AROUND 250
#define UPDATE_AFTER_MS 400
/* How often one looks for new places, and from how many memories on less often. */
#define LOOK_MS 16
#define LOOK_SELDOM_MS 150
#define MANY 4000
#define FEW 1500

enum
{
  SIGNAL_LOADED,
  SIGNAL_CHANGED,
  SIGNAL_MOVED,
  SIGNAL_SELECTED,
  SIGNAL_TITLES,
  SIGNAL_PAST,
  SIGNAL_FAILED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmGraphModel, om_graph_model, G_TYPE_OBJECT)

static OmEngine *
get_engine (OmGraphModel *self)
{
  return om_session_get_engine (self->session);
}

static gboolean
is_open (OmGraphModel *self)
{
  OmSessionState state = om_session_get_state (self->session);

  return state == OM_SESSION_OPEN || state == OM_SESSION_LOADED;
}

/* Places ---------------------------------------------------------------------------------------- */

static void
kept_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  g_autoptr (GError) error = NULL;

  /* A journal that can only be read is laid out anew each time. */
  if (!om_engine_keep_places_finish (OM_ENGINE (source), result, &error))
    g_debug ("Places on the map are not kept: %s", error->message);
}

static void
keep_places (OmGraphModel *self)
{
  gboolean moved = FALSE;

  if (!self->map->whole || !is_open (self))
    return;
  for (guint32 i = 0; i < self->nodes->len && !moved; i++)
    moved = om_map_get_node (self->map, i)->moved;
  if (moved)
    om_engine_keep_places_async (get_engine (self), self->map, NULL, kept_cb, NULL);
  for (guint32 i = 0; i < self->nodes->len; i++)
    om_map_get_node (self->map, i)->moved = FALSE;
}

static void
stop_mover (OmGraphModel *self)
{
  g_clear_handle_id (&self->look_id, g_source_remove);
  g_clear_pointer (&self->mover, om_map_mover_free);
  g_clear_pointer (&self->places, g_free);
}

static void
put_place (OmGraphModel *self,
           guint32       i,
           OmGraphPoint  place)
{
  OmMapNode *node = om_map_get_node (self->map, i);

  if (memcmp (&node->place, &place, sizeof place) == 0)
    return;
  node->place = place;
  node->moved = TRUE;
  g_array_index (self->nodes, OmGraphNode, i).place = place;
}

static gboolean
look_cb (gpointer data)
{
  OmGraphModel *self = data;
  gboolean at_rest = FALSE;
  gboolean had_places = self->nodes->len > 0 && om_graph_is_placed (g_array_index (self->nodes, OmGraphNode, 0).place);

  if (!om_map_mover_take (self->mover, self->places, &at_rest))
    return G_SOURCE_CONTINUE;
  for (guint32 i = 0; i < self->nodes->len; i++)
    put_place (self, i, self->places[i]);
  if (at_rest)
    {
      self->look_id = 0;
      stop_mover (self);
      keep_places (self);
    }
  /* Those that had none are shown from now on. */
  if (!had_places || at_rest)
    om_graph_model_style (self);
  g_signal_emit (self, signals[SIGNAL_MOVED], 0);
  return at_rest ? G_SOURCE_REMOVE : G_SOURCE_CONTINUE;
}

static void
set_pace (OmGraphModel *self)
{
  if (self->mover != NULL)
    om_map_mover_set_pace (self->mover, !self->active || !self->animated ? 0 : self->nodes->len < FEW ? 4 : 2);
}

static void
start_mover (OmGraphModel *self,
             gboolean      anew)
{
  stop_mover (self);
  self->mover = om_map_mover_new (self->map, anew);
  self->places = g_new0 (OmGraphPoint, self->nodes->len + 1);
  set_pace (self);
  self->look_id = g_timeout_add (self->nodes->len > MANY ? LOOK_SELDOM_MS : LOOK_MS, look_cb, self);
  g_source_set_name_by_id (self->look_id, "[openmemory] map comes to rest");
}

/* The map --------------------------------------------------------------------------------------- */

/* What lay somewhere stays there. */
static void
take_over_places (OmGraphModel *self,
                  const OmMap  *before)
{
  if (before == NULL || before->whole != self->map->whole)
    return;
  for (guint32 i = 0; i < self->map->nodes->len; i++)
    {
      OmMapNode *node = om_map_get_node (self->map, i);
      guint32 old = om_map_find (before, node->row);

      if (old == OM_MAP_NONE || !om_graph_is_placed (om_map_get_node (before, old)->place))
        continue;
      node->moved = memcmp (&node->place, &om_map_get_node (before, old)->place, sizeof node->place) != 0;
      node->place = om_map_get_node (before, old)->place;
    }
}

static void
forget_past (OmGraphModel *self)
{
  g_cancellable_cancel (self->past_cancellable);
  g_clear_object (&self->past_cancellable);
  g_clear_pointer (&self->past, om_map_past_free);
}

static void
past_cb (GObject      *source,
         GAsyncResult *result,
         gpointer      data)
{
  g_autoptr (OmGraphModel) self = OM_GRAPH_MODEL (data);
  g_autoptr (GError) error = NULL;
  OmMapPast *past = om_engine_get_map_past_finish (OM_ENGINE (source), result, &error);

  if (past == NULL)
    {
      if (!g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        g_signal_emit (self, signals[SIGNAL_FAILED], 0, error->message);
      return;
    }
  g_clear_pointer (&self->past, om_map_past_free);
  g_clear_object (&self->past_cancellable);
  self->past = past;
  self->instant = past->n_instants - 1;
  g_signal_emit (self, signals[SIGNAL_PAST], 0);
}

static void
ask_for_past (OmGraphModel *self)
{
  forget_past (self);
  if (!self->wants_past || self->map == NULL || !is_open (self))
    return;
  self->past_cancellable = g_cancellable_new ();
  om_engine_get_map_past_async (get_engine (self), self->map, self->past_cancellable, past_cb, g_object_ref (self));
}

static void
take_map (OmGraphModel *self,
          OmMap        *map)
{
  g_autoptr (OmMap) before = self->map;

  stop_mover (self);
  forget_past (self);
  self->map = map;
  take_over_places (self, before);
  om_graph_titles_refresh (self->titles);
  g_array_set_size (self->nodes, 0);
  g_array_set_size (self->nodes, map->nodes->len);
  g_array_set_size (self->edges, map->edges->len);
  for (guint32 i = 0; i < map->nodes->len; i++)
    g_array_index (self->nodes, OmGraphNode, i).place = om_map_get_node (map, i)->place;
  if (self->selected != 0 && om_map_find (map, self->selected) == OM_MAP_NONE)
    {
      self->selected = 0;
      g_signal_emit (self, signals[SIGNAL_SELECTED], 0);
    }
  start_mover (self, FALSE);
  om_graph_model_style (self);
  g_signal_emit (self, signals[SIGNAL_LOADED], 0);
  ask_for_past (self);
}

static void
map_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      data)
{
  g_autoptr (OmGraphModel) self = OM_GRAPH_MODEL (data);
  g_autoptr (GError) error = NULL;
  OmMap *map = om_engine_get_map_finish (OM_ENGINE (source), result, &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->cancellable);
  /* The one it was shown around was wiped: the whole is still there. */
  if (g_error_matches (error, OM_ERROR, OM_ERROR_NOT_FOUND) && self->centers != NULL)
    om_graph_model_set_centers (self, NULL);
  else if (map == NULL)
    g_signal_emit (self, signals[SIGNAL_FAILED], 0, error->message);
  else
    take_map (self, map);
}

static gboolean
update_cb (gpointer data)
{
  OmGraphModel *self = OM_GRAPH_MODEL (data);

  self->update_id = 0;
  om_graph_model_update (self);
  return G_SOURCE_REMOVE;
}

/* Changes come in bursts. */
static void
session_changed_cb (OmGraphModel *self)
{
  self->wants_map = TRUE;
  if (self->update_id != 0 || !self->active)
    return;
  self->update_id = g_timeout_add (UPDATE_AFTER_MS, update_cb, self);
  g_source_set_name_by_id (self->update_id, "[openmemory] map");
}

static void
titles_read_cb (OmGraphModel *self)
{
  g_signal_emit (self, signals[SIGNAL_TITLES], 0);
}

/* Object ---------------------------------------------------------------------------------------- */

static void
om_graph_model_dispose (GObject *object)
{
  OmGraphModel *self = OM_GRAPH_MODEL (object);

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  g_clear_handle_id (&self->update_id, g_source_remove);
  stop_mover (self);
  forget_past (self);
  if (self->titles != NULL)
    g_object_run_dispose (G_OBJECT (self->titles));
  g_clear_object (&self->titles);

  G_OBJECT_CLASS (om_graph_model_parent_class)->dispose (object);
}

static void
om_graph_model_finalize (GObject *object)
{
  OmGraphModel *self = OM_GRAPH_MODEL (object);

  g_clear_object (&self->session);
  g_strfreev (self->centers);
  g_clear_pointer (&self->map, om_map_unref);
  g_array_unref (self->nodes);
  g_array_unref (self->edges);
  g_clear_pointer (&self->found, g_hash_table_unref);
  g_clear_pointer (&self->path, g_hash_table_unref);

  G_OBJECT_CLASS (om_graph_model_parent_class)->finalize (object);
}

static guint
add_signal (GObjectClass *klass,
            const char   *name)
{
  return g_signal_new (name, G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
om_graph_model_class_init (OmGraphModelClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = om_graph_model_dispose;
  object_class->finalize = om_graph_model_finalize;

  /** OmGraphModel::loaded: another map is there. */
  signals[SIGNAL_LOADED] = add_signal (object_class, "loaded");
  /** OmGraphModel::changed: other nodes or edges are shown, or look otherwise. */
  signals[SIGNAL_CHANGED] = add_signal (object_class, "changed");
  /** OmGraphModel::moved: nodes lie elsewhere. */
  signals[SIGNAL_MOVED] = add_signal (object_class, "moved");
  /** OmGraphModel::selected: another node is chosen, or none. */
  signals[SIGNAL_SELECTED] = add_signal (object_class, "selected");
  /** OmGraphModel::titles: titles that were wanted are there. */
  signals[SIGNAL_TITLES] = add_signal (object_class, "titles");
  /** OmGraphModel::past: it can be shown as it was. */
  signals[SIGNAL_PAST] = add_signal (object_class, "past");
  /**
   * OmGraphModel::failed:
   * @message: why there is no map
   */
  signals[SIGNAL_FAILED] = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                         G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
om_graph_model_init (OmGraphModel *self)
{
  self->nodes = g_array_new (FALSE, TRUE, sizeof (OmGraphNode));
  self->edges = g_array_new (FALSE, TRUE, sizeof (OmGraphEdge));
  self->filter = OM_GRAPH_FILTER_NONE;
  self->depth = 2;
  self->animated = TRUE;
  self->wants_map = TRUE;
}

/** om_graph_model_new: Returns: (transfer full): the whole map of a session, once it is active */
OmGraphModel *
om_graph_model_new (OmSession *session)
{
  OmGraphModel *self = g_object_new (OM_TYPE_GRAPH_MODEL, NULL);

  self->session = g_object_ref (session);
  self->titles = om_graph_titles_new (om_session_get_engine (session));
  g_signal_connect_object (self->titles, "read", G_CALLBACK (titles_read_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "changed", G_CALLBACK (session_changed_cb), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "notify::state", G_CALLBACK (session_changed_cb), self, G_CONNECT_SWAPPED);
  return self;
}

/** om_graph_model_get_session: Returns: (transfer none): whose map it is */
OmSession *
om_graph_model_get_session (OmGraphModel *self)
{
  g_return_val_if_fail (OM_IS_GRAPH_MODEL (self), NULL);

  return self->session;
}

/**
 * om_graph_model_set_active:
 * @active: somebody looks
 * @animated: they like to see it come to rest
 */
void
om_graph_model_set_active (OmGraphModel *self,
                           gboolean      active,
                           gboolean      animated)
{
  g_return_if_fail (OM_IS_GRAPH_MODEL (self));

  self->active = active;
  self->animated = animated;
  set_pace (self);
  if (active && self->wants_map)
    om_graph_model_update (self);
}

/** om_graph_model_update: asks for the map again; what is shown stays until it is there */
void
om_graph_model_update (OmGraphModel *self)
{
  OmMapQuery query = { (const char *const *) self->centers, self->depth, MOST_AROUND };

  g_return_if_fail (OM_IS_GRAPH_MODEL (self));

  g_cancellable_cancel (self->cancellable);
  g_clear_object (&self->cancellable);
  self->wants_map = !self->active || !is_open (self);
  if (self->wants_map)
    return;
  self->cancellable = g_cancellable_new ();
  om_engine_get_map_async (get_engine (self), &query, self->cancellable, map_cb, g_object_ref (self));
}

/**
 * om_graph_model_set_centers:
 * @ids: (nullable): around these memories; %NULL for the whole
 */
void
om_graph_model_set_centers (OmGraphModel      *self,
                            const char *const *ids)
{
  char **copy = g_strdupv ((char **) ids);

  g_return_if_fail (OM_IS_GRAPH_MODEL (self));

  g_strfreev (self->centers);
  self->centers = copy;
  self->wants_map = TRUE;
  om_graph_model_update (self);
}

/** om_graph_model_get_centers: Returns: (transfer none) (nullable): around which it is, %NULL for the whole */
const char *const *
om_graph_model_get_centers (OmGraphModel *self)
{
  g_return_val_if_fail (OM_IS_GRAPH_MODEL (self), NULL);

  return (const char *const *) self->centers;
}

/** om_graph_model_set_depth: @depth: links away from a center */
void
om_graph_model_set_depth (OmGraphModel *self,
                          guint         depth)
{
  g_return_if_fail (OM_IS_GRAPH_MODEL (self));

  if (self->depth == depth)
    return;
  self->depth = depth;
  if (self->centers != NULL)
    om_graph_model_update (self);
}

/** om_graph_model_arrange_anew: finds a place for each, as if there had been none */
void
om_graph_model_arrange_anew (OmGraphModel *self)
{
  g_return_if_fail (OM_IS_GRAPH_MODEL (self));

  if (self->map != NULL)
    start_mover (self, TRUE);
}

/** om_graph_model_get_map: Returns: (transfer none) (nullable): the map */
OmMap *
om_graph_model_get_map (OmGraphModel *self)
{
  g_return_val_if_fail (OM_IS_GRAPH_MODEL (self), NULL);

  return self->map;
}

/** om_graph_model_get_nodes: Returns: (transfer none) (array length=n_nodes): by node of the map */
const OmGraphNode *
om_graph_model_get_nodes (OmGraphModel *self,
                          gsize        *n_nodes)
{
  g_return_val_if_fail (OM_IS_GRAPH_MODEL (self), NULL);

  *n_nodes = self->nodes->len;
  return (const OmGraphNode *) (gpointer) self->nodes->data;
}

/** om_graph_model_get_edges: Returns: (transfer none) (array length=n_edges): by edge of the map */
const OmGraphEdge *
om_graph_model_get_edges (OmGraphModel *self,
                          gsize        *n_edges)
{
  g_return_val_if_fail (OM_IS_GRAPH_MODEL (self), NULL);

  *n_edges = self->edges->len;
  return (const OmGraphEdge *) (gpointer) self->edges->data;
}

/** om_graph_model_count_shown: Returns: how many memories are shown */
guint
om_graph_model_count_shown (OmGraphModel *self)
{
  guint n = 0;

  g_return_val_if_fail (OM_IS_GRAPH_MODEL (self), 0);

  for (guint i = 0; i < self->nodes->len; i++)
    n += (g_array_index (self->nodes, OmGraphNode, i).flags & OM_GRAPH_SHOWN) != 0;
  return n;
}

/** om_graph_model_is_at_rest: Returns: %TRUE if there is a map and nothing moves */
gboolean
om_graph_model_is_at_rest (OmGraphModel *self)
{
  g_return_val_if_fail (OM_IS_GRAPH_MODEL (self), FALSE);

  return self->map != NULL && self->mover == NULL;
}

/** om_graph_model_get_title: Returns: (transfer none) (nullable): %NULL until "titles" tells that it is there */
const char *
om_graph_model_get_title (OmGraphModel *self,
                          guint32       node)
{
  g_return_val_if_fail (OM_IS_GRAPH_MODEL (self) && node < self->nodes->len, NULL);

  return om_graph_titles_get (self->titles, om_map_get_node (self->map, node)->row);
}

/** om_graph_model_get_id: Returns: (transfer none) (nullable): %NULL until "titles" tells that it is there */
const char *
om_graph_model_get_id (OmGraphModel *self,
                       guint32       node)
{
  g_return_val_if_fail (OM_IS_GRAPH_MODEL (self) && node < self->nodes->len, NULL);

  return om_graph_titles_get_id (self->titles, om_map_get_node (self->map, node)->row);
}

/**
 * om_graph_model_place:
 * @place: where a person puts it
 * @keep: it stays there
 */
void
om_graph_model_place (OmGraphModel *self,
                      guint32       node,
                      OmGraphPoint  place,
                      gboolean      keep)
{
  g_return_if_fail (OM_IS_GRAPH_MODEL (self) && node < self->nodes->len);

  /* Whoever takes hold of one has seen enough of the others moving. */
  stop_mover (self);
  put_place (self, node, place);
  if (keep)
    keep_places (self);
  g_signal_emit (self, signals[SIGNAL_MOVED], 0);
}

/**
 * om_graph_model_set_past:
 * @wanted: somebody wants to see it as it was; "past" tells when it can be
 */
void
om_graph_model_set_past (OmGraphModel *self,
                         gboolean      wanted)
{
  g_return_if_fail (OM_IS_GRAPH_MODEL (self));

  if (self->wants_past == wanted)
    return;
  self->wants_past = wanted;
  ask_for_past (self);
  if (!wanted)
    om_graph_model_style (self);
}

/** om_graph_model_get_past: Returns: (transfer none) (nullable): how it was; %NULL until "past" tells so */
const OmMapPast *
om_graph_model_get_past (OmGraphModel *self)
{
  g_return_val_if_fail (OM_IS_GRAPH_MODEL (self), NULL);

  return self->past;
}

/** om_graph_model_set_instant: @instant: of the past; the last is the present */
void
om_graph_model_set_instant (OmGraphModel *self,
                            guint         instant)
{
  g_return_if_fail (OM_IS_GRAPH_MODEL (self));

  if (self->past == NULL || instant == self->instant)
    return;
  self->instant = MIN (instant, self->past->n_instants - 1);
  om_graph_model_style (self);
}

/** om_graph_model_get_instant: Returns: which of the past is shown */
guint
om_graph_model_get_instant (OmGraphModel *self)
{
  g_return_val_if_fail (OM_IS_GRAPH_MODEL (self), 0);

  return self->instant;
}
