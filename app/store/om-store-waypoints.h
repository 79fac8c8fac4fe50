/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Links between memories. At most one of a kind from one memory to another. */
#pragma once

#include "memory/om-waypoint.h"
#include "store/om-store.h"

G_BEGIN_DECLS

/** OmStoreWaypointFunc: called for each waypoint, ascending by source; %FALSE to stop. */
typedef gboolean (*OmStoreWaypointFunc) (const OmWaypoint *waypoint,
                                         gpointer          data);

/* Makes it, or gives the one that is there the new weight and time of walking (created_at
 * stays). */
gboolean om_store_waypoint_put        (OmStore              *self,
                                       const OmWaypoint     *waypoint,
                                       GError              **error);
/* @removed (out) (optional): whether there was one. */
gboolean om_store_waypoint_remove     (OmStore              *self,
                                       gint64                source,
                                       gint64                target,
                                       OmWaypointKind        kind,
                                       gboolean             *removed,
                                       GError              **error);
/* Removes those of one kind that start at a memory (an edit draws its association anew). */
gboolean om_store_waypoints_clear     (OmStore              *self,
                                       gint64                source,
                                       OmWaypointKind        kind,
                                       GError              **error);
/* Removes associations whose stored weight is below @weight. @n_removed (out) (optional). */
gboolean om_store_waypoints_prune     (OmStore              *self,
                                       double                weight,
                                       guint                *n_removed,
                                       GError              **error);

/* GArray of OmWaypoint: those that start at a memory, then those that lead to it. */
GArray  *om_store_waypoints_of        (OmStore              *self,
                                       gint64                row,
                                       GError              **error);
/* GArray of OmWaypoint: those that start at one of these memories (catching up). */
GArray  *om_store_waypoints_from_rows (OmStore              *self,
                                       const gint64         *sources,
                                       gsize                 n_sources,
                                       GError              **error);
gboolean om_store_waypoints_load      (OmStore              *self,
                                       OmStoreWaypointFunc   func,
                                       gpointer              data,
                                       GError              **error);

G_END_DECLS
