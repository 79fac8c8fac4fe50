/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the store. `--child ROLE PATH ARGUMENT` is how a test calls it as another process. */
#include "config.h"

#include <locale.h>

#include "store-fixture.h"

int
main (int    argc,
      char **argv)
{
  setlocale (LC_ALL, "");
  if (argc == 5 && g_str_equal (argv[1], "--child"))
    return run_child (argv[2], argv[3], argv[4]);

  g_test_init (&argc, &argv, NULL);
  add_open_tests ();
  add_attachment_tests ();
  add_migration_tests ();
  add_memory_tests ();
  add_edit_tests ();
  add_tag_tests ();
  add_text_tests ();
  add_vector_tests ();
  add_waypoint_tests ();
  add_event_tests ();
  add_bin_tests ();
  add_change_tests ();
  add_import_tests ();
  add_health_tests ();
  add_process_tests ();
  return g_test_run ();
}
