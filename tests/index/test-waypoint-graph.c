/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Waypoints from either end, held against a plain list. */
#include "config.h"

#include "index/om-waypoint-graph.h"
#include "test-index.h"

#define MAX_DOC 60

static const OmLink *
find (GArray         *links,
      guint32         source,
      guint32         target,
      OmWaypointKind  kind,
      guint          *place)
{
  for (guint i = 0; i < links->len; i++)
    {
      const OmLink *link = &g_array_index (links, OmLink, i);

      if (link->source == source && link->target == target && link->kind == kind)
        {
          *place = i;
          return link;
        }
    }
  return NULL;
}

static void
compare_ends (GArray                *links,
              const OmWaypointGraph *graph,
              guint32                doc,
              OmLinkDirection        direction)
{
  g_autoptr (GArray) ends = g_array_new (FALSE, FALSE, sizeof (OmLinkEnd));
  guint wanted = 0;

  for (guint i = 0; i < links->len; i++)
    {
      const OmLink *link = &g_array_index (links, OmLink, i);

      wanted += (direction & OM_LINK_OUT) != 0 && link->source == doc;
      wanted += (direction & OM_LINK_IN) != 0 && link->target == doc;
    }
  g_assert_cmpuint (om_waypoint_graph_neighbours (graph, doc, direction, ends), ==, wanted);
  for (guint i = 0; i < ends->len; i++)
    {
      const OmLinkEnd *end = &g_array_index (ends, OmLinkEnd, i);
      guint place;
      const OmLink *link = find (links, end->outgoing ? doc : end->doc,
                                 end->outgoing ? end->doc : doc, end->kind, &place);

      g_assert_nonnull (link);
      g_assert_true (link->weight == end->weight && link->walked_at == end->walked_at);
      if (i > 0)
        g_assert_true (end[-1].weight > end->weight ||
                       (end[-1].weight == end->weight && end[-1].doc <= end->doc));
    }
}

static void
compare_graph (GArray                *links,
               const OmWaypointGraph *graph)
{
  OmLink link;
  gsize cursor = 0;
  guint n = 0;
  guint place;

  g_assert_cmpuint (om_waypoint_graph_count (graph), ==, links->len);
  while (om_waypoint_graph_next (graph, &cursor, &link))
    {
      g_assert_nonnull (find (links, link.source, link.target, link.kind, &place));
      n++;
    }
  g_assert_cmpuint (n, ==, links->len);
  for (guint32 doc = 1; doc < MAX_DOC + 5; doc++)
    {
      compare_ends (links, graph, doc, OM_LINK_OUT);
      compare_ends (links, graph, doc, OM_LINK_IN);
      compare_ends (links, graph, doc, OM_LINK_BOTH);
    }
}

static guint
drop (GArray         *links,
      guint32         source,
      guint32         either,
      OmWaypointKind  kind)
{
  guint dropped = 0;

  for (guint i = links->len; i > 0; i--)
    {
      const OmLink *link = &g_array_index (links, OmLink, i - 1);

      if ((link->source == source || link->source == either || link->target == either) &&
          (kind == OM_WAYPOINT_UNKNOWN || link->kind == kind))
        {
          g_array_remove_index_fast (links, i - 1);
          dropped++;
        }
    }
  return dropped;
}

static void
test_random_changes (void)
{
  g_autoptr (OmWaypointGraph) graph = om_waypoint_graph_new ();
  g_autoptr (GArray) links = g_array_new (FALSE, FALSE, sizeof (OmLink));
  g_autoptr (GRand) random = g_rand_new_with_seed (30);

  compare_graph (links, graph);
  for (int i = 0; i < 8000; i++)
    {
      guint32 source = g_rand_int_range (random, 1, MAX_DOC);
      guint32 target = g_rand_int_range (random, 1, MAX_DOC);
      OmWaypointKind kind = g_rand_int_range (random, 0, 2);
      int what = g_rand_int_range (random, 0, 100);
      guint place;

      if (source == target)
        continue;
      if (what < 70)
        {
          OmLink link = { source, target, (float) g_rand_int_range (random, 0, 5) / 4, kind,
                          g_rand_int_range (random, 0, 1000) * G_GINT64_CONSTANT (1000000000) };

          if (find (links, source, target, kind, &place) != NULL)
            g_array_remove_index_fast (links, place);
          g_array_append_val (links, link);
          om_waypoint_graph_put (graph, source, target, link.weight, kind, link.walked_at);
        }
      else if (what < 95)
        {
          gboolean there = find (links, source, target, kind, &place) != NULL;

          if (there)
            g_array_remove_index_fast (links, place);
          g_assert_cmpint (om_waypoint_graph_remove (graph, source, target, kind), ==, there);
        }
      else if (what < 98)
        {
          OmWaypointKind which = what == 95 ? OM_WAYPOINT_UNKNOWN : kind;

          g_assert_cmpuint (om_waypoint_graph_clear_from (graph, source, which), ==,
                            drop (links, source, 0, which));
        }
      else
        {
          g_assert_cmpuint (om_waypoint_graph_remove_doc (graph, source), ==,
                            drop (links, 0, source, OM_WAYPOINT_UNKNOWN));
        }
      if (i % 500 == 0)
        compare_graph (links, graph);
    }
  compare_graph (links, graph);
}

static void
test_get (void)
{
  g_autoptr (OmWaypointGraph) graph = om_waypoint_graph_new ();
  OmLink link;

  om_waypoint_graph_put (graph, 1, 2, .5f, OM_WAYPOINT_ASSOCIATION, -5);
  om_waypoint_graph_put (graph, 1, 2, 1, OM_WAYPOINT_HAND, G_GINT64_CONSTANT (1700000000000));
  om_waypoint_graph_put (graph, 1, 2, .25f, OM_WAYPOINT_ASSOCIATION, -6);
  g_assert_cmpuint (om_waypoint_graph_count (graph), ==, 2);
  g_assert_true (om_waypoint_graph_get (graph, 1, 2, OM_WAYPOINT_UNKNOWN, &link));
  g_assert_cmpint (link.kind, ==, OM_WAYPOINT_HAND);
  g_assert_cmpint (link.walked_at, ==, G_GINT64_CONSTANT (1700000000000));
  g_assert_true (om_waypoint_graph_get (graph, 1, 2, OM_WAYPOINT_ASSOCIATION, &link));
  g_assert_true (link.weight == .25f);
  g_assert_cmpint (link.walked_at, ==, -6);
  g_assert_false (om_waypoint_graph_get (graph, 2, 1, OM_WAYPOINT_UNKNOWN, NULL));
  g_assert_false (om_waypoint_graph_get (graph, 1, 2, OM_WAYPOINT_REFLECTION, NULL));
}

/* 32 bytes a link and 8 a memory, whichever end is asked. */
static void
test_size (void)
{
  enum { N = 50000 };
  g_autoptr (OmWaypointGraph) graph = om_waypoint_graph_new ();

  for (guint32 i = 2; i < N; i++)
    om_waypoint_graph_put (graph, i, i / 2, .5f, OM_WAYPOINT_ASSOCIATION, 0);
  g_assert_cmpuint (om_waypoint_graph_get_bytes (graph), <, N * 44);
}

void
test_waypoint_graph_add (void)
{
  g_test_add_func ("/waypoint-graph/random-changes", test_random_changes);
  g_test_add_func ("/waypoint-graph/get", test_get);
  g_test_add_func ("/waypoint-graph/size", test_size);
}
