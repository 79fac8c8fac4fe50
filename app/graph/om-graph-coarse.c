/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What has few links joins the neighbour it is linked with most; what has none is put together by number. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "graph/om-graph-coarse.h"

#include <stdlib.h>

/* No more in one: a node with a thousand leaves keeps its shape. */
#define MOST_PARTS 6
#define NONE G_MAXUINT32

static int
compare_links (gconstpointer a,
               gconstpointer b)
{
  const OmGraphLink *one = a;
  const OmGraphLink *other = b;

  if (one->a != other->a)
    return one->a < other->a ? -1 : 1;
  if (one->b != other->b)
    return one->b < other->b ? -1 : 1;
  return (one->weight < other->weight) - (one->weight > other->weight);
}

/**
 * om_graph_links_tidy:
 * @links: (array length=n_links): in any order and direction
 *
 * Returns: (transfer full) (element-type OmGraphLink): each pair once with its heaviest weight, the lower number
 *   first, none from a node to itself, in the order of the nodes
 */
GArray *
om_graph_links_tidy (const OmGraphLink *links,
                     gsize              n_links)
{
  GArray *tidy = g_array_sized_new (FALSE, FALSE, sizeof (OmGraphLink), (guint) n_links);
  guint kept = 0;

  for (gsize i = 0; i < n_links; i++)
    {
      OmGraphLink link = { MIN (links[i].a, links[i].b), MAX (links[i].a, links[i].b), links[i].weight };

      if (link.a != link.b)
        g_array_append_val (tidy, link);
    }
  g_array_sort (tidy, compare_links);
  for (guint i = 0; i < tidy->len; i++)
    {
      OmGraphLink *link = &g_array_index (tidy, OmGraphLink, i);
      const OmGraphLink *last = kept > 0 ? &g_array_index (tidy, OmGraphLink, kept - 1) : NULL;

      if (last == NULL || last->a != link->a || last->b != link->b)
        g_array_index (tidy, OmGraphLink, kept++) = *link;
    }
  g_array_set_size (tidy, kept);
  return tidy;
}

/** Best: the neighbour a node is linked with most. */
typedef struct
{
  guint32 node;
  float   weight;
} Best;

/* Of two that are linked as strongly the one with fewer links: leaves join the middle of their own branch. */
static void
offer (Best          *best,
       const guint32 *degrees,
       guint32        node,
       float          weight)
{
  if (best->node != NONE && (weight < best->weight ||
                             (weight == best->weight && (degrees[node] > degrees[best->node] ||
                                                         (degrees[node] == degrees[best->node] && node > best->node)))))
    return;
  *best = (Best){ node, weight };
}

/* The nodes by their number of links, then by their own. */
static guint32 *
order_by_degree (gsize          n_nodes,
                 const guint32 *degrees)
{
  guint32 *order = g_new0 (guint32, n_nodes + 1);
  g_autofree gsize *starts = NULL;
  guint32 most = 0;

  for (gsize i = 0; i < n_nodes; i++)
    most = MAX (most, degrees[i]);
  starts = g_new0 (gsize, (gsize) most + 2);
  for (gsize i = 0; i < n_nodes; i++)
    starts[degrees[i] + 1]++;
  for (guint32 i = 0; i < most; i++)
    starts[i + 1] += starts[i];
  for (gsize i = 0; i < n_nodes; i++)
    order[starts[degrees[i]]++] = (guint32) i;
  return order;
}

/** Parents: the smaller graph while its nodes are being made. */
typedef struct
{
  OmGraphCoarse *coarse;
  guint8        *n_parts; /* (owned): by its node */
  guint32       *others;  /* (owned): by node of the greater one, where those go that find no room with it */
  guint32        lonely;  /* where those go that are linked with nothing */
} Parents;

static void
join (Parents *parents,
      guint32  node,
      guint32  parent)
{
  parents->coarse->parents[node] = parent;
  parents->n_parts[parent]++;
}

static guint32
add_parent (Parents *parents)
{
  return (guint32) parents->coarse->n_nodes++;
}

/* One that has room, a new one otherwise. */
static guint32
find_room (Parents *parents,
           guint32 *parent)
{
  if (*parent == NONE || parents->n_parts[*parent] == MOST_PARTS)
    *parent = add_parent (parents);
  return *parent;
}

static void
choose_parents (OmGraphCoarse *self,
                gsize          n_nodes,
                const guint32 *degrees,
                const Best    *bests)
{
  g_autofree guint32 *order = order_by_degree (n_nodes, degrees);
  g_autofree guint8 *n_parts = g_new0 (guint8, n_nodes + 1);
  g_autofree guint32 *others = g_new (guint32, n_nodes + 1);
  Parents parents = { self, n_parts, others, NONE };

  for (gsize i = 0; i < n_nodes; i++)
    self->parents[i] = others[i] = NONE;
  for (gsize i = 0; i < n_nodes; i++)
    {
      guint32 node = order[i];
      guint32 best = bests[node].node;

      if (self->parents[node] != NONE)
        continue;
      if (best == NONE)
        join (&parents, node, find_room (&parents, &parents.lonely));
      else if (self->parents[best] == NONE)
        {
          join (&parents, best, add_parent (&parents));
          join (&parents, node, self->parents[best]);
        }
      else if (n_parts[self->parents[best]] < MOST_PARTS)
        join (&parents, node, self->parents[best]);
      else
        join (&parents, node, find_room (&parents, &others[best]));
    }
}

/**
 * om_graph_coarse_new:
 * @links: (array length=n_links): tidy
 * @masses: (array length=n_nodes): what each weighs
 *
 * Returns: (transfer full): the smaller graph; it may be as large
 */
OmGraphCoarse *
om_graph_coarse_new (gsize              n_nodes,
                     const OmGraphLink *links,
                     gsize              n_links,
                     const float       *masses)
{
  OmGraphCoarse *self = g_new0 (OmGraphCoarse, 1);
  g_autofree guint32 *degrees = g_new0 (guint32, n_nodes + 1);
  g_autofree Best *bests = g_new0 (Best, n_nodes + 1);
  g_autoptr (GArray) between = g_array_sized_new (FALSE, FALSE, sizeof (OmGraphLink), (guint) n_links);

  self->parents = g_new0 (guint32, n_nodes + 1);
  for (gsize i = 0; i < n_nodes; i++)
    bests[i].node = NONE;
  for (gsize i = 0; i < n_links; i++)
    {
      degrees[links[i].a]++;
      degrees[links[i].b]++;
    }
  for (gsize i = 0; i < n_links; i++)
    {
      offer (&bests[links[i].a], degrees, links[i].b, links[i].weight);
      offer (&bests[links[i].b], degrees, links[i].a, links[i].weight);
    }
  choose_parents (self, n_nodes, degrees, bests);
  self->masses = g_new0 (float, self->n_nodes + 1);
  for (gsize i = 0; i < n_nodes; i++)
    self->masses[self->parents[i]] += masses[i];
  for (gsize i = 0; i < n_links; i++)
    {
      OmGraphLink link = { self->parents[links[i].a], self->parents[links[i].b], links[i].weight };

      g_array_append_val (between, link);
    }
  self->links = om_graph_links_tidy ((const OmGraphLink *) between->data, between->len);
  return self;
}

/** om_graph_coarse_free: @self: (transfer full) */
void
om_graph_coarse_free (OmGraphCoarse *self)
{
  g_free (self->parents);
  g_free (self->masses);
  g_array_unref (self->links);
  g_free (self);
}
