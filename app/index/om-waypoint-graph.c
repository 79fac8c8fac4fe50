/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All waypoints in memory: one array of links, each in the chain of its source and of its
 * target. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "index/om-waypoint-graph.h"

#include <stdlib.h>
#include <string.h>

/**
 * ChainedLink:
 * @next_out: 1 + the next link of the same source, 0 at the end
 * @next_in: 1 + the next link of the same target, 0 at the end; of a free link the next free one
 * @walked_at: ms UTC; 56 bits reach two million years
 *
 * A free link has source 0.
 */
typedef struct
{
  guint32 source;
  guint32 target;
  guint32 next_out;
  guint32 next_in;
  float   weight;
  gint64  walked_at : 56;
  guint64 kind : 8;
} ChainedLink;

G_STATIC_ASSERT (sizeof (ChainedLink) == 32);

/**
 * OmWaypointGraph:
 * @links: (owned) (element-type ChainedLink): all of them, free ones too
 * @first_out: (owned) (element-type guint32): by source, 1 + the first link, 0 for none
 * @first_in: (owned) (element-type guint32): by target
 * @first_free: 1 + the first free link, 0 for none
 * @n_links: links in use
 */
struct _OmWaypointGraph
{
  GArray  *links;
  GArray  *first_out;
  GArray  *first_in;
  guint32  first_free;
  gsize    n_links;
};

static ChainedLink *
get_link (const OmWaypointGraph *self,
          guint32                number)
{
  return &g_array_index (self->links, ChainedLink, number - 1);
}

static guint32
first_of (const GArray *firsts,
          guint32       doc)
{
  return doc < firsts->len ? g_array_index (firsts, guint32, doc) : 0;
}

static guint32 *
head_of (GArray  *firsts,
         guint32  doc)
{
  if (doc >= firsts->len)
    g_array_set_size (firsts, doc + 1 + doc / 4);
  return &g_array_index (firsts, guint32, doc);
}

/* Walks both chains side by side, so that the shorter one decides how long it takes. */
static guint32
find_link (const OmWaypointGraph *self,
           guint32                source,
           guint32                target,
           OmWaypointKind         kind)
{
  guint32 out = first_of (self->first_out, source);
  guint32 in = first_of (self->first_in, target);

  while (out != 0 && in != 0)
    {
      const ChainedLink *by_source = get_link (self, out);
      const ChainedLink *by_target = get_link (self, in);

      if (by_source->target == target && by_source->kind == (guint) kind)
        return out;
      if (by_target->source == source && by_target->kind == (guint) kind)
        return in;
      out = by_source->next_out;
      in = by_target->next_in;
    }
  return 0;
}

static void
unchain (OmWaypointGraph *self,
         guint32          number)
{
  ChainedLink *link = get_link (self, number);
  guint32 *place = head_of (self->first_out, link->source);

  while (*place != number)
    place = &get_link (self, *place)->next_out;
  *place = link->next_out;

  place = head_of (self->first_in, link->target);
  while (*place != number)
    place = &get_link (self, *place)->next_in;
  *place = link->next_in;

  memset (link, 0, sizeof (*link));
  link->next_in = self->first_free;
  self->first_free = number;
  self->n_links--;
}

static OmLinkEnd
link_end (const ChainedLink *link,
          gboolean           outgoing)
{
  OmLinkEnd end = {
    .doc = outgoing ? link->target : link->source,
    .weight = link->weight,
    .kind = (OmWaypointKind) link->kind,
    .outgoing = outgoing,
    .walked_at = link->walked_at,
  };

  return end;
}

static void
export_link (const ChainedLink *link,
             OmLink            *out)
{
  out->source = link->source;
  out->target = link->target;
  out->weight = link->weight;
  out->kind = (OmWaypointKind) link->kind;
  out->walked_at = link->walked_at;
}

static int
compare_ends (gconstpointer a,
              gconstpointer b)
{
  const OmLinkEnd *end_a = a;
  const OmLinkEnd *end_b = b;

  if (end_a->weight != end_b->weight)
    return end_a->weight > end_b->weight ? -1 : 1;
  if (end_a->doc != end_b->doc)
    return end_a->doc < end_b->doc ? -1 : 1;
  if (end_a->kind != end_b->kind)
    return end_a->kind < end_b->kind ? -1 : 1;
  return end_b->outgoing - end_a->outgoing;
}

/**
 * om_waypoint_graph_new:
 *
 * Returns: (transfer full): a graph without links
 */
OmWaypointGraph *
om_waypoint_graph_new (void)
{
  OmWaypointGraph *self = g_new0 (OmWaypointGraph, 1);

  self->links = g_array_new (FALSE, TRUE, sizeof (ChainedLink));
  self->first_out = g_array_new (FALSE, TRUE, sizeof (guint32));
  self->first_in = g_array_new (FALSE, TRUE, sizeof (guint32));
  return self;
}

/**
 * om_waypoint_graph_free:
 * @self: (transfer full): a graph
 */
void
om_waypoint_graph_free (OmWaypointGraph *self)
{
  g_array_unref (self->links);
  g_array_unref (self->first_out);
  g_array_unref (self->first_in);
  g_free (self);
}

/**
 * om_waypoint_graph_put:
 * @source: where it starts, 1 or more
 * @target: where it leads, another one
 * @weight: stored weight, 0..1
 * @kind: why it is there
 * @walked_at: when a recall last walked it, ms UTC
 *
 * Makes a link, or gives the one of that kind the new weight and time.
 */
void
om_waypoint_graph_put (OmWaypointGraph *self,
                       guint32          source,
                       guint32          target,
                       float            weight,
                       OmWaypointKind   kind,
                       gint64           walked_at)
{
  guint32 number;
  ChainedLink *link;

  g_assert (source > 0 && target > 0 && source != target && kind >= 0);
  number = find_link (self, source, target, kind);
  if (number == 0)
    {
      guint32 *out = head_of (self->first_out, source);
      guint32 *in = head_of (self->first_in, target);

      if (self->first_free != 0)
        {
          number = self->first_free;
          self->first_free = get_link (self, number)->next_in;
        }
      else
        {
          g_array_set_size (self->links, self->links->len + 1);
          number = self->links->len;
        }
      link = get_link (self, number);
      link->source = source;
      link->target = target;
      link->kind = kind;
      link->next_out = *out;
      link->next_in = *in;
      *out = number;
      *in = number;
      self->n_links++;
    }
  link = get_link (self, number);
  link->weight = weight;
  link->walked_at = walked_at;
}

/**
 * om_waypoint_graph_remove:
 *
 * Returns: %FALSE if there is no such link
 */
gboolean
om_waypoint_graph_remove (OmWaypointGraph *self,
                          guint32          source,
                          guint32          target,
                          OmWaypointKind   kind)
{
  guint32 number = find_link (self, source, target, kind);

  if (number == 0)
    return FALSE;

  unchain (self, number);
  return TRUE;
}

/**
 * om_waypoint_graph_clear_from:
 * @source: a memory
 * @kind: which links, %OM_WAYPOINT_UNKNOWN for all
 *
 * Removes links that start at a memory.
 *
 * Returns: how many
 */
guint
om_waypoint_graph_clear_from (OmWaypointGraph *self,
                              guint32          source,
                              OmWaypointKind   kind)
{
  guint32 number = first_of (self->first_out, source);
  guint removed = 0;

  while (number != 0)
    {
      const ChainedLink *link = get_link (self, number);
      guint32 next = link->next_out;

      if (kind == OM_WAYPOINT_UNKNOWN || link->kind == (guint) kind)
        {
          unchain (self, number);
          removed++;
        }
      number = next;
    }
  return removed;
}

/**
 * om_waypoint_graph_remove_doc:
 * @doc: a memory
 *
 * Removes all links that start or end at a memory.
 *
 * Returns: how many
 */
guint
om_waypoint_graph_remove_doc (OmWaypointGraph *self,
                              guint32          doc)
{
  guint removed = om_waypoint_graph_clear_from (self, doc, OM_WAYPOINT_UNKNOWN);
  guint32 number;

  while ((number = first_of (self->first_in, doc)) != 0)
    {
      unchain (self, number);
      removed++;
    }
  return removed;
}

/**
 * om_waypoint_graph_get:
 * @kind: which, %OM_WAYPOINT_UNKNOWN for the heaviest of any kind
 * @link: (out) (optional): the link
 *
 * Returns: %FALSE if there is none
 */
gboolean
om_waypoint_graph_get (const OmWaypointGraph *self,
                       guint32                source,
                       guint32                target,
                       OmWaypointKind         kind,
                       OmLink                *link)
{
  guint32 best = 0;

  if (kind != OM_WAYPOINT_UNKNOWN)
    {
      best = find_link (self, source, target, kind);
    }
  else
    {
      for (int i = 0; i < OM_N_WAYPOINT_KINDS; i++)
        {
          guint32 number = find_link (self, source, target, (OmWaypointKind) i);

          if (number != 0 &&
              (best == 0 || get_link (self, number)->weight > get_link (self, best)->weight))
            best = number;
        }
    }
  if (best != 0 && link != NULL)
    export_link (get_link (self, best), link);
  return best != 0;
}

/**
 * om_waypoint_graph_neighbours:
 * @doc: a memory
 * @direction: links that start there, that lead there, or both
 * @ends: (element-type OmLinkEnd): where they are added, heaviest first
 *
 * Returns: how many were added
 */
guint
om_waypoint_graph_neighbours (const OmWaypointGraph *self,
                              guint32                doc,
                              OmLinkDirection        direction,
                              GArray                *ends)
{
  guint before = ends->len;

  if ((direction & OM_LINK_OUT) != 0)
    for (guint32 i = first_of (self->first_out, doc); i != 0; i = get_link (self, i)->next_out)
      {
        OmLinkEnd end = link_end (get_link (self, i), TRUE);

        g_array_append_val (ends, end);
      }
  if ((direction & OM_LINK_IN) != 0)
    for (guint32 i = first_of (self->first_in, doc); i != 0; i = get_link (self, i)->next_in)
      {
        OmLinkEnd end = link_end (get_link (self, i), FALSE);

        g_array_append_val (ends, end);
      }
  if (ends->len > before + 1)
    qsort (&g_array_index (ends, OmLinkEnd, before), ends->len - before, sizeof (OmLinkEnd),
           compare_ends);
  return ends->len - before;
}

/**
 * om_waypoint_graph_count:
 *
 * Returns: how many links there are
 */
gsize
om_waypoint_graph_count (const OmWaypointGraph *self)
{
  return self->n_links;
}

/**
 * om_waypoint_graph_next:
 * @cursor: (inout): 0 to begin
 * @link: (out): the next link, in no order to rely on
 *
 * Returns: %FALSE at the end
 */
gboolean
om_waypoint_graph_next (const OmWaypointGraph *self,
                        gsize                 *cursor,
                        OmLink                *link)
{
  while (*cursor < self->links->len)
    {
      const ChainedLink *found = get_link (self, ++*cursor);

      if (found->source != 0)
        {
          export_link (found, link);
          return TRUE;
        }
    }
  return FALSE;
}

/**
 * om_waypoint_graph_get_bytes:
 *
 * Returns: what the graph takes in memory
 */
gsize
om_waypoint_graph_get_bytes (const OmWaypointGraph *self)
{
  return self->links->len * sizeof (ChainedLink) +
         (self->first_out->len + self->first_in->len) * sizeof (guint32);
}
