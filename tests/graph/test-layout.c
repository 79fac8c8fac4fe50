/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout: near to what exact reckoning gives, the same each time and in any order, finite whatever lies where,
 * at rest after a while, and quiet where little is new. */
#include "config.h"

#include <string.h>

#include "graph/om-graph-coarse.h"
#include "graph/om-graph-forces.h"
#include "graph/om-graph-layout.h"
#include "graph/om-graph-tree.h"
#include "test-graph.h"

/** Graph: made by chance from a seed. */
typedef struct
{
  gsize        n;
  gint64      *keys;
  GArray      *links;
} Graph;

static void
graph_clear (Graph *graph)
{
  g_clear_pointer (&graph->keys, g_free);
  g_clear_pointer (&graph->links, g_array_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Graph, graph_clear)

/* As a journal grows: each is linked with one before it, some with another one as well. */
static Graph
make_graph (guint32 seed,
            gsize   n)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  Graph graph = { n, g_new0 (gint64, n + 1), g_array_new (FALSE, FALSE, sizeof (OmGraphLink)) };

  for (gsize i = 0; i < n; i++)
    {
      graph.keys[i] = (gint64) (3 * i + 7);
      for (int j = g_rand_int_range (random, 0, 3); i > 0 && j > 0; j--)
        {
          OmGraphLink link = { (guint32) i, (guint32) g_rand_int_range (random, 0, (int) i),
                               (float) g_rand_double (random) };

          g_array_append_val (graph.links, link);
        }
    }
  return graph;
}

/* (transfer full): where they come to rest. */
static OmGraphPoint *
lay_out (const Graph        *graph,
         const OmGraphPoint *before)
{
  g_autoptr (OmGraphLayout) layout = om_graph_layout_new (graph->keys, graph->n, (const OmGraphLink *) graph->links->data,
                                                          graph->links->len, before);
  OmGraphPoint *places = g_new0 (OmGraphPoint, graph->n + 1);
  guint n_steps = 0;

  while (om_graph_layout_step (layout))
    {
      g_assert_cmpfloat (om_graph_layout_get_heat (layout), >, 0);
      g_assert_cmpuint (++n_steps, <, 2000);
    }
  g_assert_true (om_graph_layout_is_at_rest (layout));
  g_assert_cmpfloat (om_graph_layout_get_heat (layout), ==, 0);
  g_assert_false (om_graph_layout_step (layout));
  om_graph_layout_get_places (layout, places);
  return places;
}

static void
assert_all_placed (const OmGraphPoint *places,
                   gsize               n)
{
  for (gsize i = 0; i < n; i++)
    g_assert_true (om_graph_is_placed (places[i]));
}

/* Pushes --------------------------------------------------------------------------------------- */

static void
push_exactly (const OmGraphPoint *points,
              const float        *masses,
              gsize               n,
              OmGraphPoint       *pushes)
{
  for (gsize i = 0; i < n; i++)
    {
      double x = 0;
      double y = 0;

      for (gsize j = 0; j < n; j++)
        {
          double dx = (double) points[i].x - points[j].x;
          double dy = (double) points[i].y - points[j].y;
          double force = masses[j] / MAX (dx * dx + dy * dy, 1);

          x += dx * force;
          y += dy * force;
        }
      pushes[i] = (OmGraphPoint){ (float) x, (float) y };
    }
}

/* The mean error as a share of the mean push. */
static double
error_of (const OmGraphPoint *points,
          const float        *masses,
          gsize               n,
          float               theta)
{
  g_autofree OmGraphPoint *exact = g_new0 (OmGraphPoint, n);
  g_autofree OmGraphPoint *near = g_new0 (OmGraphPoint, n);
  g_autoptr (OmGraphTree) tree = om_graph_tree_new (n);
  double error = 0;
  double size = 0;

  push_exactly (points, masses, n, exact);
  om_graph_tree_push (tree, points, masses, theta, near);
  for (gsize i = 0; i < n; i++)
    {
      error += hypot (exact[i].x - near[i].x, exact[i].y - near[i].y);
      size += hypot (exact[i].x, exact[i].y);
    }
  return size > 0 ? error / size : error;
}

static void
test_tree (void)
{
  for (guint32 seed = 1; seed <= 6; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      gsize n = (gsize) g_rand_int_range (random, 1, 900);
      g_autofree OmGraphPoint *points = g_new0 (OmGraphPoint, n);
      g_autofree float *masses = g_new0 (float, n);

      for (gsize i = 0; i < n; i++)
        {
          /* Some close together, some far apart, some alike. */
          double spread = i % 3 == 0 ? 10 : 2000;

          points[i] = i % 17 == 16 ? points[i - 1]
                                   : (OmGraphPoint){ (float) g_rand_double_range (random, -spread, spread),
                                                     (float) g_rand_double_range (random, -spread, spread) };
          masses[i] = (float) g_rand_double_range (random, .5, 4);
        }
      g_assert_cmpfloat (error_of (points, masses, n, 0), <, 1e-4);
      g_assert_cmpfloat (error_of (points, masses, n, .5f), <, .02);
      g_assert_cmpfloat (error_of (points, masses, n, OM_GRAPH_THETA), <, .08);
    }
}

/* All in one place, or one so far away that the others are one place by comparison. */
static void
test_degenerate (void)
{
  enum { N = 3000 };
  g_autofree OmGraphPoint *points = g_new0 (OmGraphPoint, N);
  g_autofree OmGraphPoint *pushes = g_new0 (OmGraphPoint, N);
  g_autofree float *masses = g_new0 (float, N);
  g_autoptr (OmGraphTree) tree = om_graph_tree_new (N);
  Graph graph = make_graph (5, 400);
  g_autofree OmGraphPoint *same = g_new0 (OmGraphPoint, graph.n);
  g_autofree OmGraphPoint *places = NULL;

  for (gsize i = 0; i < N; i++)
    masses[i] = 1;
  om_graph_tree_push (tree, points, masses, OM_GRAPH_THETA, pushes);
  assert_all_placed (pushes, N);
  points[N / 2] = (OmGraphPoint){ 1e30f, -1e30f };
  om_graph_tree_push (tree, points, masses, OM_GRAPH_THETA, pushes);
  assert_all_placed (pushes, N);

  /* More than half in one place, the others new: these come apart. */
  for (gsize i = graph.n / 2 + 10; i < graph.n; i++)
    same[i] = OM_GRAPH_NOWHERE;
  places = lay_out (&graph, same);
  assert_all_placed (places, graph.n);
  for (gsize i = graph.n / 2 + 11; i < graph.n; i++)
    g_assert_false (memcmp (&places[i], &places[i - 1], sizeof *places) == 0);
  graph_clear (&graph);
}

/* Layout --------------------------------------------------------------------------------------- */

static void
test_small (void)
{
  for (gsize n = 0; n <= 3; n++)
    {
      g_auto (Graph) graph = make_graph (1, n);
      g_autofree OmGraphPoint *places = NULL;

      /* To itself, and twice to the same: as if it were not there, or once. */
      for (guint32 i = 0; i < n; i++)
        {
          OmGraphLink link = { i, 0, 1 };

          g_array_append_val (graph.links, link);
        }
      places = lay_out (&graph, NULL);
      assert_all_placed (places, n);
      for (gsize i = 1; i < n; i++)
        g_assert_cmpfloat (hypot (places[i].x - places[0].x, places[i].y - places[0].y), >, OM_GRAPH_LINK_LENGTH / 2);
    }
}

static void
test_same_each_time (void)
{
  for (guint32 seed = 1; seed <= 3; seed++)
    {
      g_auto (Graph) graph = make_graph (seed, 60 + 500 * seed);
      g_autofree OmGraphPoint *once = lay_out (&graph, NULL);
      g_autofree OmGraphPoint *again = lay_out (&graph, NULL);

      assert_all_placed (once, graph.n);
      g_assert_cmpmem (once, graph.n * sizeof *once, again, graph.n * sizeof *again);
    }
}

/* The same nodes and links, given in another order and direction, come to the same places to the bit. */
static void
test_any_order (void)
{
  for (guint32 seed = 1; seed <= 3; seed++)
    {
      g_autoptr (GRand) random = g_rand_new_with_seed (seed);
      g_auto (Graph) graph = make_graph (seed, 400);
      g_auto (Graph) other = { graph.n, g_new0 (gint64, graph.n), g_array_new (FALSE, FALSE, sizeof (OmGraphLink)) };
      g_autofree guint32 *moved = g_new0 (guint32, graph.n);
      g_autofree OmGraphPoint *places = NULL;
      g_autofree OmGraphPoint *other_places = NULL;

      for (guint32 i = 0; i < graph.n; i++)
        moved[i] = i;
      for (guint32 i = (guint32) graph.n - 1; i > 0; i--)
        {
          guint32 j = (guint32) g_rand_int_range (random, 0, (int) i + 1);
          guint32 kept = moved[i];

          moved[i] = moved[j];
          moved[j] = kept;
        }
      for (gsize i = 0; i < graph.n; i++)
        other.keys[moved[i]] = graph.keys[i];
      for (guint i = graph.links->len; i > 0; i--)
        {
          const OmGraphLink *link = &g_array_index (graph.links, OmGraphLink, i - 1);
          OmGraphLink turned = { moved[link->b], moved[link->a], link->weight };

          g_array_append_val (other.links, turned);
        }
      places = lay_out (&graph, NULL);
      other_places = lay_out (&other, NULL);
      for (gsize i = 0; i < graph.n; i++)
        g_assert_cmpmem (&places[i], sizeof *places, &other_places[moved[i]], sizeof *places);
    }
}

/* Links are shorter than what lies between any two, or it would tell nothing. */
static void
test_links_are_short (void)
{
  g_auto (Graph) graph = make_graph (9, 1200);
  g_autofree OmGraphPoint *places = lay_out (&graph, NULL);
  double linked = 0;
  double any = 0;

  for (guint i = 0; i < graph.links->len; i++)
    {
      const OmGraphLink *link = &g_array_index (graph.links, OmGraphLink, i);

      linked += hypot (places[link->a].x - places[link->b].x, places[link->a].y - places[link->b].y);
    }
  for (gsize i = 0; i < graph.n; i++)
    any += hypot (places[i].x - places[(i * 577 + 13) % graph.n].x, places[i].y - places[(i * 577 + 13) % graph.n].y);
  g_assert_cmpfloat (linked / graph.links->len, <, .5 * any / graph.n);
}

/* What had a place keeps it to the bit; what is new lies beside what it is linked with. */
static void
test_beside (void)
{
  g_auto (Graph) graph = make_graph (4, 500);
  g_autofree OmGraphPoint *before = lay_out (&graph, NULL);
  g_autofree OmGraphPoint *all = NULL;
  g_autofree OmGraphPoint *after = NULL;
  gsize n_old = 470;

  for (guint i = graph.links->len; i > 0; i--)
    {
      if (g_array_index (graph.links, OmGraphLink, i - 1).a >= n_old)
        g_array_remove_index_fast (graph.links, i - 1);
    }
  for (gsize i = n_old; i < graph.n; i++)
    {
      OmGraphLink link = { (guint32) i, (guint32) (i - n_old), 1 };

      before[i] = OM_GRAPH_NOWHERE;
      g_array_append_val (graph.links, link);
    }
  after = lay_out (&graph, before);
  assert_all_placed (after, graph.n);
  g_assert_cmpmem (before, n_old * sizeof *before, after, n_old * sizeof *after);
  for (gsize i = n_old; i < graph.n; i++)
    {
      double nearest = G_MAXDOUBLE;

      for (guint j = 0; j < graph.links->len; j++)
        {
          const OmGraphLink *link = &g_array_index (graph.links, OmGraphLink, j);

          if (link->a == i || link->b == i)
            nearest = MIN (nearest, hypot (after[link->a].x - after[link->b].x, after[link->a].y - after[link->b].y));
        }
      g_assert_cmpfloat (nearest, <, 4 * OM_GRAPH_LINK_LENGTH);
    }

  /* With nothing new there is nothing to do. */
  all = lay_out (&graph, after);
  g_assert_cmpmem (all, graph.n * sizeof *all, after, graph.n * sizeof *after);
}

static void
test_coarse (void)
{
  for (guint32 seed = 1; seed <= 4; seed++)
    {
      g_auto (Graph) graph = make_graph (seed, 800);
      g_autoptr (GArray) links = om_graph_links_tidy ((const OmGraphLink *) graph.links->data, graph.links->len);
      g_autofree float *masses = g_new0 (float, graph.n);
      g_autoptr (OmGraphCoarse) coarse = NULL;
      double mass = 0;

      for (gsize i = 0; i < graph.n; i++)
        masses[i] = 2;
      /* A node with hundreds of leaves is no hindrance. */
      for (guint32 i = 1; seed == 4 && i < graph.n; i++)
        {
          OmGraphLink link = { 0, i, .5f };

          g_array_append_val (links, link);
        }
      coarse = om_graph_coarse_new (graph.n, (const OmGraphLink *) links->data, links->len, masses);
      g_assert_cmpuint (coarse->n_nodes, <=, graph.n * 6 / 10);
      for (gsize i = 0; i < coarse->n_nodes; i++)
        {
          g_assert_cmpfloat (coarse->masses[i], >=, 2);
          mass += coarse->masses[i];
        }
      g_assert_cmpfloat (mass, ==, 2. * graph.n);
      for (gsize i = 0; i < graph.n; i++)
        g_assert_cmpuint (coarse->parents[i], <, coarse->n_nodes);
      for (guint i = 0; i < coarse->links->len; i++)
        {
          const OmGraphLink *link = &g_array_index (coarse->links, OmGraphLink, i);

          g_assert_cmpuint (link->a, <, link->b);
        }
    }
}

void
test_layout_add (void)
{
  g_test_add_func ("/graph/layout/tree", test_tree);
  g_test_add_func ("/graph/layout/degenerate", test_degenerate);
  g_test_add_func ("/graph/layout/small", test_small);
  g_test_add_func ("/graph/layout/same-each-time", test_same_each_time);
  g_test_add_func ("/graph/layout/any-order", test_any_order);
  g_test_add_func ("/graph/layout/links-are-short", test_links_are_short);
  g_test_add_func ("/graph/layout/beside", test_beside);
  g_test_add_func ("/graph/layout/coarse", test_coarse);
}
