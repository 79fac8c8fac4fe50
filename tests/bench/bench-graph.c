/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long a map takes to come to rest, how long what is seen of it takes to find out and to draw, and how good the
 * layout is: how long links are by comparison with what lies between any two. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <cairo.h>
#include <stdio.h>

#include "bench/om-bench-measure.h"
#include "graph/om-graph-layout.h"
#include "views/om-graph-paint.h"

#define WIDTH 1000
#define HEIGHT 750
#define N_FRAMES 15

/** Map: nodes and links as a journal draws them. */
typedef struct
{
  gsize        n;
  gint64      *keys;
  GArray      *links; /* (element-type OmGraphLink) */
  OmGraphNode *nodes;
  OmGraphEdge *edges;
} Map;

/* Each memory is linked with an older one that is like it: most with one of lately, some with one that many are
 * linked with; every second with another one as well. */
static Map
make_map (gsize n)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (1);
  Map map = { n, g_new0 (gint64, n), g_array_new (FALSE, FALSE, sizeof (OmGraphLink)), g_new0 (OmGraphNode, n), NULL };

  for (guint32 i = 0; i < n; i++)
    {
      OmGraphLink link = { i, 0, (float) g_rand_double (random) };

      map.keys[i] = i + 1;
      map.nodes[i].size = (float) g_rand_double (random);
      map.nodes[i].group = (guint8) g_rand_int_range (random, 0, OM_N_SECTORS);
      map.nodes[i].flags = OM_GRAPH_SHOWN;
      if (i == 0)
        continue;
      link.b = g_rand_boolean (random) ? i - 1 - (guint32) g_rand_int_range (random, 0, (int) MIN (i, 200))
                                       : (guint32) g_rand_int_range (random, 0, (int) i) / 50 * 50;
      if (link.b != i)
        g_array_append_val (map.links, link);
      link.b = (guint32) g_rand_int_range (random, 0, (int) i);
      link.weight = .3f;
      if (g_rand_boolean (random))
        g_array_append_val (map.links, link);
    }
  map.edges = g_new0 (OmGraphEdge, map.links->len);
  for (guint i = 0; i < map.links->len; i++)
    {
      const OmGraphLink *link = &g_array_index (map.links, OmGraphLink, i);

      map.edges[i] = (OmGraphEdge){ link->a, link->b, link->weight, (guint8) (i % 20 == 0 ? OM_WAYPOINT_HAND : OM_WAYPOINT_ASSOCIATION),
                                    OM_GRAPH_SHOWN };
    }
  return map;
}

static void
map_free (Map *map)
{
  g_free (map->keys);
  g_array_unref (map->links);
  g_free (map->nodes);
  g_free (map->edges);
}

static double
compare_lengths (const Map          *map,
                 const OmGraphPoint *places)
{
  double linked = 0;
  double any = 0;

  for (guint i = 0; i < map->links->len; i++)
    {
      const OmGraphLink *link = &g_array_index (map->links, OmGraphLink, i);

      linked += hypot (places[link->a].x - places[link->b].x, places[link->a].y - places[link->b].y);
    }
  for (gsize i = 0; i < map->n; i++)
    {
      gsize other = (i * 7919 + 13) % map->n;

      any += hypot (places[i].x - places[other].x, places[i].y - places[other].y);
    }
  return linked / map->links->len / (any / (double) map->n);
}

static void
measure_layout (Map *map)
{
  g_autoptr (OmBenchTimes) times = om_bench_times_new ();
  g_autofree OmGraphPoint *places = g_new0 (OmGraphPoint, map->n);
  g_autoptr (OmGraphLayout) layout = NULL;
  guint n_steps = 1;

  om_bench_times_start (times);
  layout = om_graph_layout_new (map->keys, map->n, (const OmGraphLink *) (gpointer) map->links->data, map->links->len, NULL);
  while (om_graph_layout_step (layout))
    n_steps++;
  om_bench_times_stop (times);
  om_graph_layout_get_places (layout, places);
  for (gsize i = 0; i < map->n; i++)
    {
      if (!om_graph_is_placed (places[i]))
        g_error ("Node %zu is nowhere", i);
      map->nodes[i].place = places[i];
    }
  printf ("%6zu nodes, %6u links: at rest after %3u steps, %8.0f ms (%.0f ms of processor); links %.2f of the mean distance\n",
          map->n, map->links->len, n_steps, om_bench_percentile (times->wall, .5), om_bench_percentile (times->cpu, .5),
          compare_lengths (map, places));
  fflush (stdout);
}

/** Labels: of nodes; each is made once, as the view keeps it. */
typedef struct
{
  PangoContext *context;
  GHashTable   *layouts; /* (owned): node -> (owned) PangoLayout */
} Labels;

static PangoLayout *
text_of (guint32  node,
         gpointer data)
{
  Labels *labels = data;
  PangoLayout *layout = g_hash_table_lookup (labels->layouts, GUINT_TO_POINTER (node));

  if (layout == NULL)
    {
      g_autofree char *title = g_strdup_printf ("Memory %u of the canal", node);

      layout = pango_layout_new (labels->context);
      pango_layout_set_text (layout, title, -1);
      g_hash_table_insert (labels->layouts, GUINT_TO_POINTER (node), layout);
    }
  return layout;
}

static void
measure_frames (const Map    *map,
                const char   *what,
                OmGraphWindow window)
{
  g_autoptr (OmBenchTimes) looking = om_bench_times_new ();
  g_autoptr (OmBenchTimes) drawing = om_bench_times_new ();
  g_autoptr (OmBenchTimes) painting = om_bench_times_new ();
  g_autoptr (OmGraphScene) scene = om_graph_scene_new ();
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  PangoLayout *numbers = pango_layout_new (context);
  g_autoptr (GHashTable) layouts = g_hash_table_new_full (NULL, NULL, NULL, g_object_unref);
  Labels labels = { context, layouts };
  OmGraphPalette palette = { .text = { 0, 0, 0, 1 }, .ground = { 1, 1, 1, 1 }, .accent = { 0, 0, 1, 1 } };
  guint n_marks = 0;
  guint n_lines = 0;

  for (int i = 0; i < OM_N_SECTORS; i++)
    palette.sectors[i] = (GdkRGBA){ .2f * (float) i, .5f, .8f, 1 };
  for (int i = 0; i < N_FRAMES; i++)
    {
      cairo_surface_t *recording = cairo_recording_surface_create (CAIRO_CONTENT_COLOR_ALPHA, NULL);
      cairo_surface_t *image = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT);
      cairo_t *cr = cairo_create (recording);
      OmGraphPaint paint = { cr, scene, map->nodes, &palette, text_of, &labels, numbers, WIDTH, HEIGHT };

      window.x += 1;
      om_bench_times_start (looking);
      om_graph_scene_look (scene, map->nodes, map->n, map->edges, map->links->len, &window);
      om_bench_times_stop (looking);
      om_bench_times_start (drawing);
      om_graph_paint (&paint);
      om_bench_times_stop (drawing);
      cairo_destroy (cr);
      cr = cairo_create (image);
      om_bench_times_start (painting);
      cairo_set_source_surface (cr, recording, 0, 0);
      cairo_paint (cr);
      om_bench_times_stop (painting);
      cairo_destroy (cr);
      cairo_surface_destroy (recording);
      cairo_surface_destroy (image);
    }
  om_graph_scene_get_marks (scene, &n_marks);
  om_graph_scene_get_lines (scene, &n_lines);
  if (n_marks == 0)
    g_error ("Nothing is seen");
  printf ("%6zu nodes, %-9s: a frame of our own %5.1f ms of processor (look %.1f, draw %.1f), the toolkit's painting %.1f ms; "
          "%u marks, %u lines\n",
          map->n, what, om_bench_percentile (looking->cpu, .5) + om_bench_percentile (drawing->cpu, .5),
          om_bench_percentile (looking->cpu, .5), om_bench_percentile (drawing->cpu, .5), om_bench_percentile (painting->cpu, .5),
          n_marks, n_lines);
  fflush (stdout);
  g_object_unref (numbers);
  g_object_unref (context);
}

int
main (int    argc,
      char **argv)
{
  static const gsize sizes[] = { 1000, 10000, 50000 };
  g_autofree char *machine = om_bench_dup_machine ();

  printf ("%s\n", machine);
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      Map map = make_map (sizes[i]);
      OmGraphWindow window = { 0, 0, 1, WIDTH, HEIGHT };

      measure_layout (&map);
      om_graph_window_fit (&window, map.nodes, map.n, OM_GRAPH_SHOWN, 40);
      measure_frames (&map, "all", window);
      window.scale *= 4;
      measure_frames (&map, "nearer", window);
      window.scale = 1;
      measure_frames (&map, "near", window);
      map_free (&map);
    }
  return 0;
}
