/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Spreading activation: a walk over the waypoints, breadth first, and how links age
 * (engine.md sections 4 and 7.2). */
#pragma once

#include <glib.h>

#include "memory/om-waypoint.h"

G_BEGIN_DECLS

/** OmNeighbour: where a waypoint leads to, and its weight; outside 0..1 it is clamped. */
typedef struct
{
  guint32 doc;
  double  weight;
} OmNeighbour;

/**
 * OmNeighboursFunc:
 * @doc: a memory's number
 * @neighbours: (element-type OmNeighbour): empty; the function appends the memory's neighbours by
 *   falling weight
 * @data: what was given with the function
 */
typedef void (*OmNeighboursFunc) (guint32  doc,
                                  GArray  *neighbours,
                                  gpointer data);

/**
 * OmReached:
 * @doc: the memory reached
 * @weight: product of the weights on the way and of .8 a hop, .1..1
 * @previous: place in the list of the memory it was reached from; %OM_REACHED_FROM_START if that
 *   is @start
 * @start: the candidate the path begins with
 */
typedef struct
{
  guint32 doc;
  double  weight;
  guint   previous;
  guint32 start;
} OmReached;

#define OM_REACHED_FROM_START G_MAXUINT

GArray *om_spread             (const guint32    *starts,
                               gsize             n_starts,
                               guint             max_reached,
                               OmNeighboursFunc  neighbours_of,
                               gpointer          data);
GArray *om_spread_dup_path    (const GArray     *reached,
                               guint             place);

/* How a waypoint ages and is strengthened. */
double   om_link_present_weight (double            weight,
                                 gint64            walked_at,
                                 gint64            now);
double   om_link_walked         (double            weight);
gboolean om_link_is_pruned      (const OmWaypoint *waypoint);

G_END_DECLS
