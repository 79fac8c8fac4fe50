/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk over the waypoints, and how links age. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-spreading.h"

#include <math.h>

#include "dynamics/om-constants.h"

/* Takes the neighbours of one memory that nobody reached before and whose path still carries. */
static void
take_neighbours (const OmReached *from,
                 guint            place,
                 const GArray    *neighbours,
                 GHashTable      *seen,
                 GArray          *reached)
{
  for (guint i = 0; i < neighbours->len; i++)
    {
      const OmNeighbour *neighbour = &g_array_index (neighbours, OmNeighbour, i);
      gpointer key = GUINT_TO_POINTER (neighbour->doc);
      double weight = from->weight * CLAMP (neighbour->weight, 0.0, 1.0) * OM_SPREADING_HOP;
      OmReached next = { neighbour->doc, weight, place, from->start };

      /* Written so that a weight that is no number carries nothing. */
      if (!(weight >= OM_SPREADING_STOP) || g_hash_table_contains (seen, key))
        continue;

      g_hash_table_add (seen, key);
      g_array_append_val (reached, next);
    }
}

/**
 * om_spread:
 * @starts: (array length=n_starts): memories to begin from, in order
 * @n_starts: how many
 * @max_reached: stop once this many are reached
 * @neighbours_of: (scope call): gives a memory's neighbours by falling weight
 * @data: for @neighbours_of
 *
 * Breadth first from the starts, weight x .8 a hop, stopping under .1 (golden expand_waypoints). A
 * memory is reached once, by the first path that comes to it. As in the source, @max_reached is
 * looked at between memories only: all neighbours of the last one are still taken, and the list can
 * be longer.
 *
 * Returns: (transfer full) (element-type OmReached): the memories reached, in order, without the
 *   starts
 */
GArray *
om_spread (const guint32    *starts,
           gsize             n_starts,
           guint             max_reached,
           OmNeighboursFunc  neighbours_of,
           gpointer          data)
{
  g_autoptr (GArray) reached = g_array_new (FALSE, FALSE, sizeof (OmReached));
  g_autoptr (GArray) neighbours = g_array_new (FALSE, FALSE, sizeof (OmNeighbour));
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (gsize i = 0; i < n_starts; i++)
    g_hash_table_add (seen, GUINT_TO_POINTER (starts[i]));

  /* The queue is the starts and, after them, the list of the reached itself. */
  for (gsize i = 0; i < n_starts + reached->len && reached->len < max_reached; i++)
    {
      gboolean is_start = i < n_starts;
      guint place = is_start ? OM_REACHED_FROM_START : (guint) (i - n_starts);
      OmReached from = { 0 };

      if (is_start)
        from = (OmReached){ starts[i], 1.0, OM_REACHED_FROM_START, starts[i] };
      else
        from = g_array_index (reached, OmReached, place);

      g_array_set_size (neighbours, 0);
      neighbours_of (from.doc, neighbours, data);
      take_neighbours (&from, place, neighbours, seen, reached);
    }

  return g_steal_pointer (&reached);
}

/**
 * om_spread_dup_path:
 * @reached: (element-type OmReached): from om_spread()
 * @place: a place in it
 *
 * Returns: (transfer full) (element-type guint32): the memories on the way, the start first, the
 *   one reached last
 */
GArray *
om_spread_dup_path (const GArray *reached,
                    guint         place)
{
  GArray *path = g_array_new (FALSE, FALSE, sizeof (guint32));
  const OmReached *step;

  g_return_val_if_fail (place < reached->len, path);

  step = &g_array_index (reached, OmReached, place);
  g_array_append_val (path, step->doc);
  while (step->previous != OM_REACHED_FROM_START)
    {
      step = &g_array_index (reached, OmReached, step->previous);
      g_array_append_val (path, step->doc);
    }
  g_array_append_val (path, step->start);

  for (guint i = 0; i < path->len / 2; i++)
    {
      guint32 *first = &g_array_index (path, guint32, i);
      guint32 *last = &g_array_index (path, guint32, path->len - 1 - i);
      guint32 kept = *first;

      *first = *last;
      *last = kept;
    }

  return path;
}

/**
 * om_link_present_weight:
 * @weight: stored weight, 0..1
 * @walked_at: when it was last walked, ms UTC
 * @now: an instant, ms UTC
 *
 * Returns: the weight for spreading and drawing: x e^(-.02 days) (engine.md 4)
 */
double
om_link_present_weight (double weight,
                        gint64 walked_at,
                        gint64 now)
{
  return weight * exp (-OM_LINK_LAMBDA * om_age_days (walked_at, now));
}

/**
 * om_link_walked:
 * @weight: stored weight, 0..1
 *
 * Returns: the stored weight after a recall walked it: + .05, at most 1
 */
double
om_link_walked (double weight)
{
  return MIN (1.0, weight + OM_LINK_WALKED_BOOST);
}

/**
 * om_link_is_pruned:
 *
 * Returns: %TRUE if the background job takes the link away: an association whose stored weight is
 *   below .05; links made by hand, by structure, as duplicates and by reflection stay
 */
gboolean
om_link_is_pruned (const OmWaypoint *waypoint)
{
  return waypoint->kind == OM_WAYPOINT_ASSOCIATION && waypoint->weight < OM_LINK_PRUNE_BELOW;
}
