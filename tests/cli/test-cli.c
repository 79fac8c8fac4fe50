/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the command `openmemory`: the program itself runs, in a temporary home without display
 * and bus. */
#include "config.h"

#include <glib.h>

void test_cli_text_add (void);
void test_cli_commands_add (void);
void test_cli_bad_input_add (void);
void test_cli_help_add (void);
void test_cli_import_add (void);
void test_cli_time_add (void);
void test_cli_search_add (void);
void test_cli_terminal_add (void);
void test_cli_history_add (void);
void test_cli_hide_add (void);
void test_cli_marks_add (void);
void test_cli_remind_add (void);
void test_cli_jobs_add (void);
void test_cli_salience_add (void);
void test_cli_settings_add (void);
void test_cli_traits_add (void);
void test_cli_translations_add (void);
void test_cli_two_add (void);
void test_cli_disk_add (void);
void test_cli_keep_add (void);
void test_cli_archive_add (void);
void test_cli_kill_add (void);

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_cli_text_add ();
  test_cli_help_add ();
  test_cli_commands_add ();
  test_cli_bad_input_add ();
  test_cli_search_add ();
  test_cli_time_add ();
  test_cli_import_add ();
  test_cli_terminal_add ();
  test_cli_history_add ();
  test_cli_hide_add ();
  test_cli_marks_add ();
  test_cli_remind_add ();
  test_cli_jobs_add ();
  test_cli_salience_add ();
  test_cli_settings_add ();
  test_cli_traits_add ();
  test_cli_translations_add ();
  test_cli_two_add ();
  test_cli_disk_add ();
  test_cli_keep_add ();
  test_cli_archive_add ();
  test_cli_kill_add ();
  return g_test_run ();
}
