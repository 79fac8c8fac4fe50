/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is seen through a window: all that is in it and nothing else, whatever the scale, and never more than can be
 * drawn. */
#include "config.h"

#include "graph/om-graph-scene.h"
#include "test-graph.h"

/** World: nodes on the plane and edges between them. */
typedef struct
{
  gsize        n;
  OmGraphNode *nodes;
  gsize        n_edges;
  OmGraphEdge *edges;
} World;

static void
world_clear (World *world)
{
  g_clear_pointer (&world->nodes, g_free);
  g_clear_pointer (&world->edges, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (World, world_clear)

static World
make_world (guint32 seed,
            gsize   n)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (seed);
  World world = { n, g_new0 (OmGraphNode, n), 2 * n, g_new0 (OmGraphEdge, 2 * n) };

  for (gsize i = 0; i < n; i++)
    world.nodes[i] = (OmGraphNode){ { (float) g_rand_double_range (random, -1000, 1000),
                                      (float) g_rand_double_range (random, -1000, 1000) },
                                    (float) g_rand_double (random), (guint8) g_rand_int_range (random, 0, 5),
                                    i % 7 == 3 ? 0 : OM_GRAPH_SHOWN };
  for (gsize i = 0; i < world.n_edges; i++)
    world.edges[i] = (OmGraphEdge){ (guint32) (i % n), (guint32) g_rand_int_range (random, 0, (int) n),
                                    (float) g_rand_double (random), 0, OM_GRAPH_SHOWN };
  return world;
}

static void
look (OmGraphScene        *scene,
      const World         *world,
      const OmGraphWindow *window)
{
  om_graph_scene_look (scene, world->nodes, world->n, world->edges, world->n_edges, window);
}

static guint
count_nodes (OmGraphScene *scene)
{
  guint n_marks;
  const OmGraphMark *marks = om_graph_scene_get_marks (scene, &n_marks);
  guint n = 0;

  for (guint i = 0; i < n_marks; i++)
    n += marks[i].count;
  return n;
}

static void
test_all_is_seen (void)
{
  g_auto (World) world = make_world (1, 20000);
  g_autoptr (OmGraphScene) scene = om_graph_scene_new ();
  OmGraphWindow window = { 0, 0, .3, 900, 700 };
  guint n_shown = 0;
  guint n_marks;
  guint n_lines;
  const OmGraphMark *marks;

  for (gsize i = 0; i < world.n; i++)
    n_shown += world.nodes[i].flags & OM_GRAPH_SHOWN;
  look (scene, &world, &window);
  g_assert_cmpuint (count_nodes (scene), ==, n_shown);
  marks = om_graph_scene_get_marks (scene, &n_marks);
  g_assert_cmpuint (n_marks, <, 1500);
  om_graph_scene_get_lines (scene, &n_lines);
  g_assert_cmpuint (n_lines, <=, 1800);
  g_assert_cmpuint (n_lines, >, 500);
  for (guint i = 0; i < n_marks; i++)
    {
      g_assert_true (world.nodes[marks[i].node].flags & OM_GRAPH_SHOWN);
      g_assert_cmpfloat (marks[i].radius, >, 2);
    }

  /* Nearer there are fewer, and each for itself. */
  window.scale = 6;
  look (scene, &world, &window);
  marks = om_graph_scene_get_marks (scene, &n_marks);
  g_assert_cmpuint (n_marks, >, 20);
  for (guint i = 0; i < n_marks; i++)
    g_assert_cmpuint (marks[i].count, ==, 1);
}

/* What is in the window is what a node's own place says, at any scale and place. */
static void
test_inside (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (3);
  g_auto (World) world = make_world (2, 3000);
  g_autoptr (OmGraphScene) scene = om_graph_scene_new ();

  for (int round = 0; round < 40; round++)
    {
      OmGraphWindow window = { g_rand_double_range (random, -1500, 1500), g_rand_double_range (random, -1500, 1500),
                               exp (g_rand_double_range (random, -4, 2)), 640, 480 };
      guint n_inside = 0;

      for (gsize i = 0; i < world.n; i++)
        {
          OmGraphPoint at = om_graph_window_project (&window, world.nodes[i].place);

          n_inside += (world.nodes[i].flags & OM_GRAPH_SHOWN) && at.x >= -40 && at.x <= 680 && at.y >= -40 && at.y <= 520;
        }
      look (scene, &world, &window);
      g_assert_cmpuint (count_nodes (scene), ==, n_inside);
    }
}

/* Marks of many stay the same while one moves about. */
static void
test_still (void)
{
  g_auto (World) world = make_world (4, 8000);
  g_autoptr (OmGraphScene) scene = om_graph_scene_new ();
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  OmGraphWindow window = { 0, 0, .4, 600, 600 };
  guint n_marks;
  guint n_same = 0;
  const OmGraphMark *marks;

  look (scene, &world, &window);
  marks = om_graph_scene_get_marks (scene, &n_marks);
  for (guint i = 0; i < n_marks; i++)
    g_hash_table_insert (counts, GUINT_TO_POINTER (marks[i].node + 1), GUINT_TO_POINTER (marks[i].count));
  window.x += 13.7;
  window.y -= 7.1;
  look (scene, &world, &window);
  marks = om_graph_scene_get_marks (scene, &n_marks);
  for (guint i = 0; i < n_marks; i++)
    n_same += g_hash_table_lookup (counts, GUINT_TO_POINTER (marks[i].node + 1)) == GUINT_TO_POINTER (marks[i].count);
  /* All but those at the edge. */
  g_assert_cmpuint (n_same, >, n_marks * 7 / 10);
}

static void
test_alone (void)
{
  g_auto (World) world = make_world (5, 8000);
  g_autoptr (OmGraphScene) scene = om_graph_scene_new ();
  OmGraphWindow window = { 0, 0, .3, 600, 600 };
  const OmGraphMark *mark;
  OmGraphPoint at;

  world.nodes[10].flags = OM_GRAPH_SHOWN | OM_GRAPH_ALONE;
  world.edges[0] = (OmGraphEdge){ 10, 11, 0, 0, OM_GRAPH_SHOWN | OM_GRAPH_ON_PATH };
  look (scene, &world, &window);
  at = om_graph_window_project (&window, world.nodes[10].place);
  mark = om_graph_scene_find (scene, at.x, at.y, 0);
  g_assert_nonnull (mark);
  g_assert_cmpuint (mark->node, ==, 10);
  g_assert_cmpuint (mark->count, ==, 1);
  g_assert_null (om_graph_scene_find (scene, -500, -500, 10));
  {
    guint n_lines;
    const OmGraphLine *lines = om_graph_scene_get_lines (scene, &n_lines);
    guint n_on_path = 0;

    /* However weak: what is on the way is never left out. */
    for (guint i = 0; i < n_lines; i++)
      n_on_path += (lines[i].flags & OM_GRAPH_ON_PATH) != 0;
    g_assert_cmpuint (n_on_path, ==, 1);
  }
}

static void
test_zoom (void)
{
  OmGraphWindow window = { 10, -20, 1, 400, 300 };
  OmGraphPoint before = om_graph_window_unproject (&window, 30, 250);
  OmGraphPoint after;
  g_auto (World) world = make_world (6, 50);

  for (int i = 0; i < 6; i++)
    om_graph_window_zoom (&window, 1.3, 30, 250);
  after = om_graph_window_unproject (&window, 30, 250);
  g_assert_cmpfloat (hypot (before.x - after.x, before.y - after.y), <, .01);
  for (int i = 0; i < 200; i++)
    om_graph_window_zoom (&window, .5, 30, 250);
  g_assert_cmpfloat (window.scale, >, 0);

  om_graph_window_fit (&window, world.nodes, world.n, OM_GRAPH_SHOWN, 20);
  for (gsize i = 0; i < world.n; i++)
    {
      OmGraphPoint at = om_graph_window_project (&window, world.nodes[i].place);

      if ((world.nodes[i].flags & OM_GRAPH_SHOWN) == 0)
        continue;
      g_assert_cmpfloat (at.x, >=, 19);
      g_assert_cmpfloat (at.x, <=, 381);
      g_assert_cmpfloat (at.y, >=, 19);
      g_assert_cmpfloat (at.y, <=, 281);
    }
}

static void
test_walk (void)
{
  OmGraphNode nodes[] = {
    { { 0, 0 }, 1, 0, OM_GRAPH_SHOWN },   { { 50, 5 }, 1, 0, OM_GRAPH_SHOWN }, { { 20, -2 }, 1, 0, 0 },
    { { -40, 30 }, 1, 0, OM_GRAPH_SHOWN }, { { 0, 90 }, 1, 0, OM_GRAPH_SHOWN },
  };
  OmGraphEdge edges[] = {
    { 0, 1, 1, 0, OM_GRAPH_SHOWN },
    { 2, 0, 1, 0, OM_GRAPH_SHOWN }, /* to one that is not shown */
    { 3, 0, 1, 0, OM_GRAPH_SHOWN }, /* against its direction */
    { 0, 4, 1, 0, 0 },              /* is not shown itself */
  };
  gsize n = G_N_ELEMENTS (edges);

  g_assert_cmpuint (om_graph_walk (nodes, edges, n, 0, 1, 0), ==, 1);
  g_assert_cmpuint (om_graph_walk (nodes, edges, n, 0, -1, 0), ==, 3);
  g_assert_cmpuint (om_graph_walk (nodes, edges, n, 0, 0, 1), ==, 3);
  g_assert_cmpuint (om_graph_walk (nodes, edges, n, 0, 0, -1), ==, OM_GRAPH_NONE);
  g_assert_cmpuint (om_graph_walk (nodes, edges, n, 1, -1, 0), ==, 0);
}

/* A journal with nothing in it is looked at, too, also after one that had something. */
static void
test_empty (void)
{
  g_auto (World) world = make_world (2, 50);
  World nothing = { 0 };
  g_autoptr (OmGraphScene) scene = om_graph_scene_new ();
  OmGraphWindow window = { 0, 0, .3, 900, 700 };

  look (scene, &nothing, &window);
  g_assert_cmpuint (count_nodes (scene), ==, 0);
  look (scene, &world, &window);
  g_assert_cmpuint (count_nodes (scene), >, 0);
  look (scene, &nothing, &window);
  g_assert_cmpuint (count_nodes (scene), ==, 0);
}

void
test_scene_add (void)
{
  g_test_add_func ("/graph/scene/empty", test_empty);
  g_test_add_func ("/graph/scene/all-is-seen", test_all_is_seen);
  g_test_add_func ("/graph/scene/inside", test_inside);
  g_test_add_func ("/graph/scene/still", test_still);
  g_test_add_func ("/graph/scene/alone", test_alone);
  g_test_add_func ("/graph/scene/zoom", test_zoom);
  g_test_add_func ("/graph/scene/walk", test_walk);
}
