/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When what is done by itself is due: in time, after sleep, after clocks were set; and who tells of sleep. */
#include "config.h"

#include "engine/om-care-plan.h"
#include "engine/om-sleep-watch.h"
#include "test-engine.h"

#define MINUTE (60 * 1000)
#define HOUR (60 * MINUTE)

/* The plan -------------------------------------------------------------------------------------- */

/* Both clocks go on. */
static void
pass_time (OmCareTime *now,
           gint64      ms)
{
  now->wall += ms;
  now->monotonic += ms;
  now->day = (gint32) (now->wall / OM_MS_PER_DAY);
}

/* What is due by now, each done at once, as letters. */
static char *
do_what_is_due (OmCarePlan *plan,
                OmCareTime *now)
{
  GString *done = g_string_new (NULL);
  OmCare care;

  while (om_care_plan_look (plan, now, &care))
    {
      OmCare other;

      om_care_plan_begin (plan, care, now);
      /* Nothing else meanwhile. */
      g_assert_false (om_care_plan_look (plan, now, &other));
      om_care_plan_end (plan, care, OM_CARE_DONE, now);
      g_string_append_c (done, "frb"[care]);
    }
  return g_string_free (done, FALSE);
}

#define assert_due(plan, now, letters)                                                      \
  G_STMT_START                                                                              \
  {                                                                                         \
    g_autofree char *due_ = do_what_is_due (plan, now);                                     \
    g_assert_cmpstr (due_, ==, letters);                                                    \
  }                                                                                         \
  G_STMT_END

static void
test_plan_in_time (void)
{
  OmCareTime now = { TEST_NOW, 5 * HOUR, (gint32) (TEST_NOW / OM_MS_PER_DAY) };
  OmCarePlan plan;

  om_care_plan_init (&plan, &now);
  assert_due (&plan, &now, "frb");
  pass_time (&now, 11 * MINUTE);
  assert_due (&plan, &now, "");
  om_care_plan_changed (&plan);
  assert_due (&plan, &now, "r");
  om_care_plan_changed (&plan);
  pass_time (&now, 9 * MINUTE);
  assert_due (&plan, &now, "");
  pass_time (&now, MINUTE);
  assert_due (&plan, &now, "r");
  pass_time (&now, 10 * MINUTE);
  assert_due (&plan, &now, "");
  /* A day has ended though nothing was written since. */
  pass_time (&now, 10 * HOUR);
  assert_due (&plan, &now, "r");
  pass_time (&now, 14 * HOUR);
  assert_due (&plan, &now, "fb");
}

static void
test_plan_after_jumps (void)
{
  OmCareTime now = { TEST_NOW, 5 * HOUR, 0 };
  OmCarePlan plan;

  om_care_plan_init (&plan, &now);
  assert_due (&plan, &now, "frb");
  pass_time (&now, 2 * MINUTE);
  assert_due (&plan, &now, "");
  /* The lid was closed for a night: the monotonic clock stood still. */
  now.wall += 9 * HOUR;
  assert_due (&plan, &now, "frb");
  /* And right after it again: it has to cool down first. */
  now.wall += 9 * HOUR;
  assert_due (&plan, &now, "");
  pass_time (&now, 59 * 1000);
  assert_due (&plan, &now, "");
  pass_time (&now, 1000);
  assert_due (&plan, &now, "frb");
  /* Set back to 1970, and to 2100. */
  pass_time (&now, 2 * MINUTE);
  now.wall = 0;
  assert_due (&plan, &now, "frb");
  pass_time (&now, 2 * MINUTE);
  now.wall = G_GINT64_CONSTANT (4102444800000);
  assert_due (&plan, &now, "frb");
  /* A clock that is put right by seconds is none. */
  pass_time (&now, 2 * MINUTE);
  now.wall += 20 * 1000;
  assert_due (&plan, &now, "");
}

static void
test_plan_tries_again (void)
{
  OmCareTime now = { TEST_NOW, 5 * HOUR, 0 };
  OmCarePlan plan;
  OmCare care;

  om_care_plan_init (&plan, &now);
  for (int i = 0; i < 3; i++)
    {
      g_assert_true (om_care_plan_look (&plan, &now, &care));
      g_assert_cmpint (care, ==, i);
      om_care_plan_begin (&plan, care, &now);
      om_care_plan_end (&plan, care, i == 0 ? OM_CARE_SKIPPED : i == 1 ? OM_CARE_FAILED : OM_CARE_DONE, &now);
    }
  pass_time (&now, 9 * MINUTE);
  assert_due (&plan, &now, "");
  pass_time (&now, MINUTE);
  assert_due (&plan, &now, "fr");
}

/* Sleep ----------------------------------------------------------------------------------------- */

static void
woke_cb (gpointer data)
{
  ++*(guint *) data;
}

static void
own_name (GDBusConnection *bus,
          const char      *name)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = g_dbus_connection_call_sync (bus, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                                                            "org.freedesktop.DBus", "RequestName", g_variant_new ("(su)", name, 0),
                                                            NULL, G_DBUS_CALL_FLAGS_NONE, -1, NULL, &error);

  g_assert_no_error (error);
}

static void
tell_of_sleep (GDBusConnection *logind,
               gboolean         begins)
{
  g_autoptr (GError) error = NULL;

  g_dbus_connection_emit_signal (logind, NULL, "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "PrepareForSleep",
                                 g_variant_new ("(b)", begins), &error);
  g_assert_no_error (error);
  g_dbus_connection_flush_sync (logind, NULL, &error);
  g_assert_no_error (error);
}

/* In a process of its own, for a process has one system bus. */
static void
test_sleep_subprocess (void)
{
  g_autoptr (GTestDBus) bus = g_test_dbus_new (G_TEST_DBUS_NONE);
  g_autoptr (GDBusConnection) logind = NULL;
  g_autoptr (GError) error = NULL;
  OmSleepWatch *watch;
  guint n_woke = 0;

  g_test_dbus_up (bus);
  g_setenv ("DBUS_SYSTEM_BUS_ADDRESS", g_test_dbus_get_bus_address (bus), TRUE);
  logind = g_dbus_connection_new_for_address_sync (g_test_dbus_get_bus_address (bus),
                                                   G_DBUS_CONNECTION_FLAGS_AUTHENTICATION_CLIENT |
                                                     G_DBUS_CONNECTION_FLAGS_MESSAGE_BUS_CONNECTION,
                                                   NULL, NULL, &error);
  g_assert_no_error (error);
  own_name (logind, "org.freedesktop.login1");

  /* Given up before the bus answers. */
  om_sleep_watch_free (om_sleep_watch_new (woke_cb, &n_woke));
  watch = om_sleep_watch_new (woke_cb, &n_woke);
  for (int i = 0; i < 500 && n_woke == 0; i++)
    {
      tell_of_sleep (logind, TRUE);
      tell_of_sleep (logind, FALSE);
      g_usleep (10000);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
  g_assert_cmpuint (n_woke, >=, 1);
  om_sleep_watch_free (watch);
  n_woke = 0;
  tell_of_sleep (logind, FALSE);
  g_usleep (20000);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (n_woke, ==, 0);

  /* The bus may go away at any time. */
  watch = om_sleep_watch_new (woke_cb, &n_woke);
  for (int i = 0; i < 20; i++)
    {
      g_usleep (2000);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
  g_clear_object (&logind);
  g_test_dbus_stop (bus);
  for (int i = 0; i < 20; i++)
    {
      g_usleep (2000);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
  om_sleep_watch_free (watch);
}

static void
test_sleep (void)
{
  g_autofree char *daemon = g_find_program_in_path ("dbus-daemon");

  if (daemon == NULL)
    {
      g_test_skip ("There is no dbus-daemon");
      return;
    }
  g_test_trap_subprocess ("/care/sleep/subprocess", 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
}

/* Without a bus nothing is told, and nobody waits. */
static void
test_no_bus_subprocess (void)
{
  guint n_woke = 0;
  OmSleepWatch *watch;

  g_setenv ("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nowhere/at/all", TRUE);
  watch = om_sleep_watch_new (woke_cb, &n_woke);
  for (int i = 0; i < 20; i++)
    {
      g_usleep (2000);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
  om_sleep_watch_free (watch);
  g_assert_cmpuint (n_woke, ==, 0);
}

static void
test_no_bus (void)
{
  g_test_trap_subprocess ("/care/no-bus/subprocess", 0, G_TEST_SUBPROCESS_INHERIT_STDERR);
  g_test_trap_assert_passed ();
}

void
test_care_plan_add (void)
{
  g_test_add_func ("/care/plan/in-time", test_plan_in_time);
  g_test_add_func ("/care/plan/after-jumps", test_plan_after_jumps);
  g_test_add_func ("/care/plan/tries-again", test_plan_tries_again);
  g_test_add_func ("/care/sleep", test_sleep);
  g_test_add_func ("/care/sleep/subprocess", test_sleep_subprocess);
  g_test_add_func ("/care/no-bus", test_no_bus);
  g_test_add_func ("/care/no-bus/subprocess", test_no_bus_subprocess);
}
