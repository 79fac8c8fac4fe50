/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formulas of the models. */
#include "config.h"

#include "dynamics/test-dynamics.h"

#include <glib.h>

int
main (int    argc,
      char **argv)
{
  g_test_init (&argc, &argv, NULL);
  test_sectors_add ();
  test_reflection_add ();
  test_salience_add ();
  test_salience_present_add ();
  test_activity_add ();
  test_vector_add ();
  test_vector_stage_add ();
  test_scoring_add ();
  test_spreading_add ();
  test_trait_add ();
  test_habit_add ();
  test_reminder_add ();
  test_rhythm_add ();
  test_mood_link_add ();
  test_negative_add ();
  return g_test_run ();
}
