/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tests of app/archive, one file a topic. */
#include "config.h"

#include "archive-support.h"

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);

  test_add_source_text ();
  test_add_text_stream ();
  test_add_date_form ();
  test_add_json_scanner ();
  test_add_front_matter ();
  test_add_markdown_text ();
  test_add_report ();
  test_add_container ();
  test_add_hostile_formats ();
  test_add_yaml_node ();
  test_add_samples ();
  test_add_jrnl ();
  test_add_notes ();
  test_add_obsidian ();
  test_add_openmemory ();
  test_add_csv ();
  test_add_talks ();
  test_add_hostile ();
  test_add_lossless ();
  test_add_import ();
  test_add_import_again ();
  test_add_days ();
  test_add_archive_file ();
  test_add_attachments ();
  test_add_plain_export ();
  test_add_round_trip ();

  return g_test_run ();
}
