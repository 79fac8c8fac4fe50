/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The walk over the waypoints over the golden file, and how links age. */
#include "config.h"

#include "dynamics/om-spreading.h"

#include <math.h>

#include "dynamics/test-dynamics.h"
#include "memory/om-moment.h"
#include "support/om-test-golden.h"

#define DAY OM_MS_PER_DAY
#define NOW G_GINT64_CONSTANT (1750000000000)

/* A graph whose memories have names, as in the golden file. */
typedef struct
{
  GPtrArray *names;  /* (owned) (element-type utf8): name by number */
  GPtrArray *leaves; /* (owned) (element-type GArray): neighbours by number */
} Graph;

static guint32
number_of (Graph      *graph,
           const char *name)
{
  for (guint i = 0; i < graph->names->len; i++)
    {
      if (g_str_equal (g_ptr_array_index (graph->names, i), name))
        return i;
    }

  g_ptr_array_add (graph->names, g_strdup (name));
  g_ptr_array_add (graph->leaves, g_array_new (FALSE, FALSE, sizeof (OmNeighbour)));
  return graph->names->len - 1;
}

static int
by_falling_weight (gconstpointer a,
                   gconstpointer b)
{
  const OmNeighbour *first = a;
  const OmNeighbour *second = b;

  return (first->weight < second->weight) - (first->weight > second->weight);
}

static void
graph_init (Graph     *graph,
            JsonArray *edges)
{
  graph->names = g_ptr_array_new_with_free_func (g_free);
  graph->leaves = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);

  for (guint i = 0; i < json_array_get_length (edges); i++)
    {
      JsonObject *edge = json_array_get_object_element (edges, i);
      guint32 source = number_of (graph, json_object_get_string_member (edge, "src"));
      OmNeighbour neighbour = { number_of (graph, json_object_get_string_member (edge, "dst")),
                                om_test_number (edge, "weight", NAN) };

      g_array_append_val ((GArray *) g_ptr_array_index (graph->leaves, source), neighbour);
    }

  for (guint i = 0; i < graph->leaves->len; i++)
    g_array_sort (g_ptr_array_index (graph->leaves, i), by_falling_weight);
}

static void
graph_clear (Graph *graph)
{
  g_ptr_array_unref (graph->names);
  g_ptr_array_unref (graph->leaves);
}

static void
neighbours_cb (guint32  doc,
               GArray  *neighbours,
               gpointer data)
{
  Graph *graph = data;
  GArray *leaves = g_ptr_array_index (graph->leaves, doc);

  g_assert_cmpuint (neighbours->len, ==, 0);
  g_array_append_vals (neighbours, leaves->data, leaves->len);
}

static void
assert_reached (Graph        *graph,
                const GArray *reached,
                guint         place,
                JsonObject   *right)
{
  const OmReached *step = &g_array_index (reached, OmReached, place);
  JsonArray *right_path = json_object_get_array_member (right, "path");
  g_autoptr (GArray) path = om_spread_dup_path (reached, place);

  g_assert_cmpstr (g_ptr_array_index (graph->names, step->doc), ==,
                   json_object_get_string_member (right, "id"));
  om_assert_near (step->weight, om_test_number (right, "weight", NAN), 1e-12);
  g_assert_cmpuint (path->len, ==, json_array_get_length (right_path));
  for (guint i = 0; i < path->len; i++)
    g_assert_cmpstr (g_ptr_array_index (graph->names, g_array_index (path, guint32, i)), ==,
                     json_array_get_string_element (right_path, i));
}

static gboolean
check_walk (JsonObject *in,
            JsonNode   *out,
            guint       number)
{
  JsonArray *start = json_object_get_array_member (in, "start");
  JsonArray *right = json_node_get_array (out);
  guint n_starts = json_array_get_length (start);
  g_autofree guint32 *starts = g_new (guint32, n_starts + 1);
  g_autoptr (GArray) reached = NULL;
  Graph graph;

  graph_init (&graph, json_object_get_array_member (in, "edges"));
  for (guint i = 0; i < n_starts; i++)
    starts[i] = number_of (&graph, json_array_get_string_element (start, i));

  reached = om_spread (starts, n_starts, (guint) json_object_get_int_member (in, "max"),
                       neighbours_cb, &graph);
  g_assert_cmpuint (reached->len, ==, json_array_get_length (right));
  for (guint i = 0; i < reached->len; i++)
    assert_reached (&graph, reached, i, json_array_get_object_element (right, i));

  graph_clear (&graph);
  return TRUE;
}

static void
test_walk (void)
{
  om_test_golden_run ("expand_waypoints", check_walk);
}

/* Memory n leads to 2n + 1 and 2n + 2 with full weight: wide, and without an end. */
static void
tree_cb (guint32  doc,
         GArray  *neighbours,
         gpointer data)
{
  guint *n_asked = data;
  OmNeighbour both[] = { { 2 * doc + 1, 1.0 }, { 2 * doc + 2, NAN } };

  (*n_asked)++;
  g_array_append_vals (neighbours, both, 2);
}

static void
test_bounds (void)
{
  const guint32 start = 0;
  guint n_asked = 0;
  g_autoptr (GArray) reached = NULL;

  /* .8^10 is the last weight above .1; a weight that is no number leads nowhere. */
  reached = om_spread (&start, 1, 1000, tree_cb, &n_asked);
  g_assert_cmpuint (reached->len, ==, 10);
  om_assert_near (g_array_index (reached, OmReached, 9).weight, pow (0.8, 10), 1e-15);
  g_assert_cmpuint (n_asked, ==, 11);
  g_clear_pointer (&reached, g_array_unref);

  /* Nothing wanted, nobody asked. */
  n_asked = 0;
  reached = om_spread (&start, 1, 0, tree_cb, &n_asked);
  g_assert_cmpuint (reached->len, ==, 0);
  g_assert_cmpuint (n_asked, ==, 0);
}

static void
test_links (void)
{
  OmWaypoint waypoint = { .weight = 0.049, .kind = OM_WAYPOINT_ASSOCIATION };

  om_assert_near (om_link_present_weight (0.6, NOW - 50 * DAY, NOW), 0.6 * exp (-1.0), 1e-15);
  om_assert_near (om_link_present_weight (0.6, NOW + DAY, NOW), 0.6, 0.0);
  om_assert_near (om_link_walked (0.6), 0.65, 1e-15);
  om_assert_near (om_link_walked (0.98), 1.0, 0.0);

  g_assert_true (om_link_is_pruned (&waypoint));
  waypoint.weight = 0.05;
  g_assert_false (om_link_is_pruned (&waypoint));
  waypoint.weight = 0.0;
  for (int kind = OM_WAYPOINT_HAND; kind < OM_N_WAYPOINT_KINDS; kind++)
    {
      waypoint.kind = kind;
      g_assert_false (om_link_is_pruned (&waypoint));
    }
}

void
test_spreading_add (void)
{
  g_test_add_func ("/dynamics/spreading/walk", test_walk);
  g_test_add_func ("/dynamics/spreading/bounds", test_bounds);
  g_test_add_func ("/dynamics/spreading/links", test_links);
}
