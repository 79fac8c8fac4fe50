/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Waypoints. */
#include "config.h"

#include <math.h>

#include "store-fixture.h"
#include "store/om-store-waypoints.h"

static void
put (OmStore       *store,
     gint64         source,
     gint64         target,
     OmWaypointKind kind,
     double         weight)
{
  OmWaypoint w = { .source = source,
                   .target = target,
                   .weight = weight,
                   .kind = kind,
                   .created_at = NOW,
                   .walked_at = NOW + 1 };
  g_autoptr (GError) error = NULL;

  om_store_waypoint_put (store, &w, &error);
  g_assert_no_error (error);
}

static gboolean
append_cb (const OmWaypoint *w,
           gpointer          data)
{
  g_string_append_printf (data, "%d-%s>%d:%.2f ", (int) w->source,
                          om_waypoint_kind_to_nick (w->kind), (int) w->target, w->weight);
  return TRUE;
}

static char *
print (OmStore *store)
{
  GString *all = g_string_new (NULL);

  g_assert_true (om_store_waypoints_load (store, append_cb, all, NULL));
  return g_string_free (all, FALSE);
}

static char *
print_array (GArray *waypoints)
{
  GString *all = g_string_new (NULL);

  for (guint i = 0; i < waypoints->len; i++)
    append_cb (&g_array_index (waypoints, OmWaypoint, i), all);
  return g_string_free (all, FALSE);
}

static void
test_waypoints (Fixture      *fixture,
                gconstpointer data)
{
  OmStore *store = fixture->store;
  OmWaypoint again = { .source = 2,
                       .target = 1,
                       .weight = .6,
                       .kind = OM_WAYPOINT_ASSOCIATION,
                       .created_at = 5,
                       .walked_at = 6 };
  gint64 sources[] = { 3, 2 };
  g_autofree char *all = NULL;
  g_autofree char *of = NULL;
  g_autofree char *from = NULL;
  g_autofree char *left = NULL;
  g_autoptr (GArray) of_two = NULL;
  g_autoptr (GArray) from_rows = NULL;
  gboolean removed;
  guint n;

  for (guint i = 0; i < 4; i++)
    add_memory (store, "x");
  put (store, 2, 1, OM_WAYPOINT_ASSOCIATION, .5);
  put (store, 2, 1, OM_WAYPOINT_HAND, 1);
  put (store, 3, 2, OM_WAYPOINT_ASSOCIATION, .04);
  put (store, 4, 2, OM_WAYPOINT_STRUCTURE, .01);
  g_assert_true (om_store_waypoint_put (store, &again, NULL));
  all = print (store);
  g_assert_cmpstr (all, ==,
                   "2-association>1:0.60 2-hand>1:1.00 3-association>2:0.04"
                   " 4-structure>2:0.01 ");

  of_two = om_store_waypoints_of (store, 2, NULL);
  of = print_array (of_two);
  g_assert_cmpstr (of, ==,
                   "2-association>1:0.60 2-hand>1:1.00 3-association>2:0.04"
                   " 4-structure>2:0.01 ");
  g_assert_cmpint (g_array_index (of_two, OmWaypoint, 0).created_at, ==, NOW);
  g_assert_cmpint (g_array_index (of_two, OmWaypoint, 0).walked_at, ==, 6);
  from_rows = om_store_waypoints_from_rows (store, sources, 2, NULL);
  from = print_array (from_rows);
  g_assert_cmpstr (from, ==, "3-association>2:0.04 2-association>1:0.60 2-hand>1:1.00 ");

  g_assert_true (om_store_waypoints_prune (store, .05, &n, NULL));
  g_assert_cmpuint (n, ==, 1);
  g_assert_true (om_store_waypoint_remove (store, 2, 1, OM_WAYPOINT_HAND, &removed, NULL));
  g_assert_true (removed);
  g_assert_true (om_store_waypoint_remove (store, 2, 1, OM_WAYPOINT_HAND, &removed, NULL));
  g_assert_false (removed);
  g_assert_true (om_store_waypoints_clear (store, 2, OM_WAYPOINT_ASSOCIATION, NULL));
  left = print (store);
  g_assert_cmpstr (left, ==, "4-structure>2:0.01 ");
}

static void
test_refused (Fixture      *fixture,
              gconstpointer data)
{
  static const struct
  {
    OmWaypoint w;
    OmError    error;
  } cases[] = {
    { { 1, 1, .5, OM_WAYPOINT_HAND, 0, 0 }, OM_ERROR_INVALID },
    { { 1, 2, 1.5, OM_WAYPOINT_HAND, 0, 0 }, OM_ERROR_INVALID },
    { { 1, 2, NAN, OM_WAYPOINT_HAND, 0, 0 }, OM_ERROR_INVALID },
    { { 1, 2, .5, OM_WAYPOINT_UNKNOWN, 0, 0 }, OM_ERROR_INVALID },
    { { 1, 9, .5, OM_WAYPOINT_HAND, 0, 0 }, OM_ERROR_NOT_FOUND },
    { { 9, 1, .5, OM_WAYPOINT_HAND, 0, 0 }, OM_ERROR_NOT_FOUND },
  };

  add_memory (fixture->store, "x");
  add_memory (fixture->store, "y");
  for (gsize i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_false (om_store_waypoint_put (fixture->store, &cases[i].w, &error));
      g_assert_error (error, OM_ERROR, (int) cases[i].error);
    }
}

void
add_waypoint_tests (void)
{
  test_store ("waypoints/waypoints", test_waypoints);
  test_store ("waypoints/refused", test_refused);
}
