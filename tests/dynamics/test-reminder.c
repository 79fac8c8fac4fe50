/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a memory wants to be seen again. */
#include "config.h"

#include "dynamics/om-reminder-interval.h"
#include "dynamics/test-dynamics.h"
#include "support/om-test-golden.h"

static void
test_answers (void)
{
  double days = OM_REMINDER_FIRST_DAYS;

  days = om_reminder_next_days (days, OM_REMINDER_VIVID);
  om_assert_near (days, 6.6, 1e-12);
  days = om_reminder_next_days (days, OM_REMINDER_VAGUE);
  om_assert_near (days, 8.58, 1e-12);
  days = om_reminder_next_days (days, OM_REMINDER_VIVID);
  om_assert_near (days, 18.876, 1e-12);
  days = om_reminder_next_days (days, OM_REMINDER_GONE);
  om_assert_near (days, 3, 0);
}

/* Better remembered is never sooner, waited longer is never shorter, and all of it stays within bounds. */
static void
test_order (void)
{
  g_autoptr (GRand) chance = g_rand_new_with_seed (20261130);

  for (int i = 0; i < 10000; i++)
    {
      double days = g_rand_double_range (chance, -10, 5000);
      double more = days + g_rand_double_range (chance, 0, 100);
      double vivid = om_reminder_next_days (days, OM_REMINDER_VIVID);
      double vague = om_reminder_next_days (days, OM_REMINDER_VAGUE);

      g_assert_cmpfloat (vivid, >=, vague);
      g_assert_cmpfloat (vague, >=, OM_REMINDER_LEAST_DAYS);
      g_assert_cmpfloat (vivid, <=, OM_REMINDER_MOST_DAYS);
      g_assert_cmpfloat (om_reminder_next_days (more, OM_REMINDER_VIVID), >=, vivid);
      g_assert_cmpfloat (om_reminder_next_days (days, OM_REMINDER_GONE), ==, OM_REMINDER_FIRST_DAYS);
    }
}

/* In every zone, on every day and at every hour: after now, in the morning, and no more than a day off. */
static void
test_due (void)
{
  static const char *const zones[] = { "UTC", "Europe/Berlin", "Pacific/Apia", "America/St_Johns", "Asia/Shanghai",
                                       "Australia/Lord_Howe", "Africa/Casablanca" };
  g_autoptr (GRand) chance = g_rand_new_with_seed (7);

  for (int i = 0; i < 5000; i++)
    {
      g_autoptr (GTimeZone) zone = g_time_zone_new_identifier (zones[i % (int) G_N_ELEMENTS (zones)]);
      gint64 now = (gint64) g_rand_double_range (chance, 0, 4e12);
      double days = g_rand_double_range (chance, 0, 400);
      g_autoptr (GDateTime) morning = NULL;
      OmMoment moment;
      gint64 due;

      if (zone == NULL)
        zone = g_time_zone_new_utc ();
      due = om_reminder_due (now, days, zone);
      moment = om_moment_at (due, zone);
      morning = om_moment_to_local (&moment);
      g_assert_cmpint (due, >, now);
      g_assert_cmpint (g_date_time_get_hour (morning), ==, OM_REMINDER_HOUR);
      g_assert_cmpint (g_date_time_get_minute (morning), ==, 0);
      g_assert_cmpfloat (ABS ((double) (due - now) / OM_MS_PER_DAY - MAX (days, 1)), <, 1.5);
    }
}

static void
test_interval (void)
{
  g_assert_cmpint (om_reminder_interval (1000, 1000 + 5 * OM_MS_PER_DAY), ==, 5 * OM_MS_PER_DAY);
  g_assert_cmpint (om_reminder_interval (1000, 2000), ==, OM_MS_PER_DAY);
  g_assert_cmpint (om_reminder_interval (0, G_MAXINT64), ==, (gint64) OM_REMINDER_MOST_DAYS * OM_MS_PER_DAY);
}

void
test_reminder_add (void)
{
  g_test_add_func ("/dynamics/reminder/answers", test_answers);
  g_test_add_func ("/dynamics/reminder/order", test_order);
  g_test_add_func ("/dynamics/reminder/due", test_due);
  g_test_add_func ("/dynamics/reminder/interval", test_interval);
}
