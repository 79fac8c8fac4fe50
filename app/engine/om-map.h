/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The map of waypoints: memories and the links between them, around some or as a whole, now and as they were;
 * and where each lies. Part of the engine's public face; for its threads see om-engine.h.
 *
 * What is private, not to be shown by itself, hidden as a whole or in the bin is not on the map, but for those
 * that are asked for by name. A section stands under its document: links of sections are links of it. */
#pragma once

#include "engine/om-engine.h"
#include "graph/om-graph.h"

G_BEGIN_DECLS

#define OM_MAP_MAX_DEPTH 3

/**
 * OmMapQuery:
 * @centers: (nullable): NULL-terminated ids: around these; %NULL for the whole
 * @depth: links away from a center, 1..%OM_MAP_MAX_DEPTH
 * @limit: the most memories around centers; the nearest by weight stay
 */
typedef struct
{
  const char *const *centers;
  guint              depth;
  guint              limit;
} OmMapQuery;

/**
 * OmMapNode:
 * A memory on the map.
 * @row: see om_engine_get_rows()
 * @happened: when it was lived
 * @day: civil day number, %G_MININT32 if unknown
 * @salience: now, 0..1
 * @place: where it lay the last time
 * @sector: its sector
 * @type: what it is
 * @tier: now
 * @rests: whether it rests now
 * @steps: links away from the nearest center; 0 on the whole map
 * @degree: links on this map
 * @moved: its place is another than the one that is kept; who moves it says so
 */
typedef struct
{
  gint64       row;
  OmMoment     happened;
  gint32       day;
  float        salience;
  OmGraphPoint place;
  OmSector     sector;
  OmMemoryType type;
  OmTier       tier;
  gboolean     rests;
  guint        steps;
  guint        degree;
  gboolean     moved;
} OmMapNode;

/**
 * OmMapEdge:
 * A link on the map.
 * @source: number of the node it leads from
 * @target: number of the node it leads to
 * @kind: why it is there
 * @weight: now, 0..1
 * @stored: as stored
 * @walked_at: ms UTC
 * @created_at: ms UTC
 */
typedef struct
{
  guint32        source;
  guint32        target;
  OmWaypointKind kind;
  float          weight;
  float          stored;
  gint64         walked_at;
  gint64         created_at;
} OmMapEdge;

/**
 * OmMap:
 * Counted by reference; not changed once it is made, but for the places.
 * @nodes: (owned) (element-type OmMapNode): ascending by row
 * @edges: (owned) (element-type OmMapEdge): ascending by source, target, kind
 * @whole: whether it is all there is
 * @n_left_out: how many were too many around the centers
 * @at: as of when, ms UTC
 */
typedef struct
{
  GArray  *nodes;
  GArray  *edges;
  gboolean whole;
  guint    n_left_out;
  gint64   at;
  /*< private >*/
  gint     ref_count;
} OmMap;

/** OM_MAP_NONE: no node. */
#define OM_MAP_NONE G_MAXUINT32

OmMap     *om_map_ref                     (OmMap               *self);
void       om_map_unref                   (OmMap               *self);
guint32    om_map_find                    (const OmMap         *self,
                                           gint64               row);
double     om_map_edge_weight_at          (const OmMapEdge     *edge,
                                           gint64               at);
OmMap     *om_engine_get_map              (OmEngine            *self,
                                           const OmMapQuery    *query,
                                           GCancellable        *cancellable,
                                           GError             **error);
void       om_engine_get_map_async        (OmEngine            *self,
                                           const OmMapQuery    *query,
                                           GCancellable        *cancellable,
                                           GAsyncReadyCallback  callback,
                                           gpointer             data);
OmMap     *om_engine_get_map_finish       (OmEngine            *self,
                                           GAsyncResult        *result,
                                           GError             **error);
gboolean   om_engine_keep_places          (OmEngine            *self,
                                           const OmMap         *map,
                                           GCancellable        *cancellable,
                                           GError             **error);
void       om_engine_keep_places_async    (OmEngine            *self,
                                           const OmMap         *map,
                                           GCancellable        *cancellable,
                                           GAsyncReadyCallback  callback,
                                           gpointer             data);
gboolean   om_engine_keep_places_finish   (OmEngine            *self,
                                           GAsyncResult        *result,
                                           GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmMap, om_map_unref)

static inline OmMapNode *
om_map_get_node (const OmMap *self,
                 guint32      i)
{
  return &g_array_index (self->nodes, OmMapNode, i);
}

static inline OmMapEdge *
om_map_get_edge (const OmMap *self,
                 guint32      i)
{
  return &g_array_index (self->edges, OmMapEdge, i);
}

G_END_DECLS
