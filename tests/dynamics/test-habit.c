/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Habits by their days, and silence. */
#include "config.h"

#include "dynamics/om-habit.h"
#include "dynamics/test-dynamics.h"
#include "support/om-test-golden.h"

static void
test_holds (void)
{
  static const gint32 days[] = { 100, 110, 129 };
  static const gint32 two[] = { 100, 129 };
  gint32 entry_days[30];
  OmHabitCount count;

  for (guint i = 0; i < 30; i++)
    entry_days[i] = 100 + (gint32) i;

  /* 3 of 30 days are 10 %; of 20 they are 15 %; the window is 30 days, its ends within. */
  g_assert_false (om_habit_holds (days, 3, entry_days, 30, 129, &count));
  g_assert_cmpuint (count.n_days, ==, 3);
  g_assert_cmpuint (count.of_days, ==, 30);
  g_assert_true (om_habit_holds (days, 3, entry_days + 10, 20, 129, &count));
  g_assert_cmpuint (count.of_days, ==, 20);
  g_assert_cmpint (count.first_day, ==, 100);
  g_assert_cmpint (count.last_day, ==, 129);
  g_assert_false (om_habit_holds (days, 3, entry_days + 10, 20, 130, &count));
  g_assert_cmpuint (count.n_days, ==, 2);
  g_assert_false (om_habit_holds (two, 2, two, 2, 129, NULL));
  g_assert_false (om_habit_holds (NULL, 0, entry_days, 30, 129, &count));
  g_assert_cmpuint (count.n_days, ==, 0);
}

static void
test_silent (void)
{
  double expected;

  /* Half of the days, then ten without: five were to be expected. */
  g_assert_true (om_habit_is_silent (10, 20, 0, 10, &expected));
  om_assert_near (expected, 5, 1e-12);
  g_assert_false (om_habit_is_silent (10, 20, 1, 10, NULL));
  g_assert_false (om_habit_is_silent (9, 20, 0, 10, NULL));
  g_assert_false (om_habit_is_silent (20, 20, 0, 9, NULL));
  g_assert_false (om_habit_is_silent (0, 0, 0, 50, NULL));
}

static void
test_fell_silent (void)
{
  gint32 days[10], entry_days[40];

  /* Every second entry-day from 0 to 18, then writing goes on without it. */
  for (guint i = 0; i < 10; i++)
    days[i] = 2 * (gint32) i;
  for (guint i = 0; i < 40; i++)
    entry_days[i] = (gint32) i;
  g_assert_false (om_habit_fell_silent (days, 10, entry_days, 40, 27, NULL));
  g_assert_true (om_habit_fell_silent (days, 10, entry_days, 40, 28, NULL));
  /* It says nothing of what comes later, and nothing where nothing was written. */
  g_assert_false (om_habit_fell_silent (days, 10, entry_days, 40, 17, NULL));
  g_assert_false (om_habit_fell_silent (days, 10, entry_days, 19, 400, NULL));
  g_assert_false (om_habit_fell_silent (NULL, 0, entry_days, 40, 39, NULL));
}

void
test_habit_add (void)
{
  g_test_add_func ("/dynamics/habit/holds", test_holds);
  g_test_add_func ("/dynamics/habit/silent", test_silent);
  g_test_add_func ("/dynamics/habit/fell-silent", test_fell_silent);
}
