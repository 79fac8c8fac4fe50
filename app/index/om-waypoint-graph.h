/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All waypoints in memory, reachable from either end.
 *
 * Thread: plain. Many threads may read at once, one may change it while none reads. */
#pragma once

#include <glib.h>

#include "memory/om-enums.h"

G_BEGIN_DECLS

/**
 * OmLinkEnd:
 * @doc: the memory at the other end
 * @weight: stored weight, 0..1
 * @kind: why the link is there
 * @outgoing: whether it leads from the memory asked about to @doc
 * @walked_at: when a recall last walked it, ms UTC
 */
typedef struct
{
  guint32        doc;
  float          weight;
  OmWaypointKind kind;
  gboolean       outgoing;
  gint64         walked_at;
} OmLinkEnd;

/** OmLinkDirection: which links of a memory; bits. */
typedef enum
{
  OM_LINK_OUT = 1 << 0,
  OM_LINK_IN = 1 << 1,
  OM_LINK_BOTH = OM_LINK_OUT | OM_LINK_IN,
} OmLinkDirection;

/**
 * OmLink:
 * One link with both ends, as the iteration gives it.
 */
typedef struct
{
  guint32        source;
  guint32        target;
  float          weight;
  OmWaypointKind kind;
  gint64         walked_at;
} OmLink;

typedef struct _OmWaypointGraph OmWaypointGraph;

OmWaypointGraph *om_waypoint_graph_new        (void);
void             om_waypoint_graph_free       (OmWaypointGraph       *self);

/* Changing. There is at most one link of a kind from one memory to another: put replaces it. */
void             om_waypoint_graph_put        (OmWaypointGraph       *self,
                                               guint32                source,
                                               guint32                target,
                                               float                  weight,
                                               OmWaypointKind         kind,
                                               gint64                 walked_at);
gboolean         om_waypoint_graph_remove     (OmWaypointGraph       *self,
                                               guint32                source,
                                               guint32                target,
                                               OmWaypointKind         kind);
/* Those that start at a memory (catching up with the store), of one kind or with UNKNOWN of all. */
guint            om_waypoint_graph_clear_from (OmWaypointGraph       *self,
                                               guint32                source,
                                               OmWaypointKind         kind);
guint            om_waypoint_graph_remove_doc (OmWaypointGraph       *self,
                                               guint32                doc);

/* Reading. get: with UNKNOWN the heaviest of any kind. neighbours appends OmLinkEnd to @ends by
 * falling weight, equal ones by document, then kind, and returns how many. */
gboolean         om_waypoint_graph_get        (const OmWaypointGraph *self,
                                               guint32                source,
                                               guint32                target,
                                               OmWaypointKind         kind,
                                               OmLink                *link);
guint            om_waypoint_graph_neighbours (const OmWaypointGraph *self,
                                               guint32                doc,
                                               OmLinkDirection        direction,
                                               GArray                *ends);
gsize            om_waypoint_graph_count      (const OmWaypointGraph *self);
gboolean         om_waypoint_graph_next       (const OmWaypointGraph *self,
                                               gsize                 *cursor,
                                               OmLink                *link);
gsize            om_waypoint_graph_get_bytes  (const OmWaypointGraph *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmWaypointGraph, om_waypoint_graph_free)

G_END_DECLS
