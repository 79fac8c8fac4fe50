/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Graphs in the plane. */
#include "config.h"

#include "test-graph.h"

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_layout_add ();
  test_scene_add ();
  return g_test_run ();
}
