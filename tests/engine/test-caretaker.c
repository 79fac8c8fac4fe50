/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is done by itself: when it is due, after sleep and after clocks were set; that it can be stopped;
 * what it tells. */
#include "config.h"

#include <string.h>

#include "engine/om-bin-job.h"
#include "engine/om-care-plan.h"
#include "engine/om-caretaker-private.h"
#include "engine/om-settings.h"
#include "engine/om-sleep-watch.h"
#include "store/om-store-jobs.h"
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

/* The caretaker --------------------------------------------------------------------------------- */

/** Care: a caretaker, a clock of its own, and what it has told. */
typedef struct
{
  Fixture      fixture;
  OmCaretaker *caretaker;
  gint64       monotonic;
  guint        n_faded;
  guint        n_reflected;
  guint        n_newly_resting;
  guint        n_created;
  guint        n_wiped;
} Care;

static gint64
monotonic (gpointer data)
{
  return ((Care *) data)->monotonic;
}

static void
faded_cb (OmCaretaker        *caretaker,
          const OmFadeReport *report,
          Care               *care)
{
  g_assert_true (om_caretaker_get_fade_report (caretaker) == report);
  care->n_faded++;
  care->n_newly_resting += g_strv_length (report->newly_resting);
}

static void
reflected_cb (OmCaretaker           *caretaker,
              const OmReflectReport *report,
              Care                  *care)
{
  g_assert_true (om_caretaker_get_reflect_report (caretaker) == report);
  care->n_reflected++;
  care->n_created += g_strv_length (report->created);
}

static void
bin_emptied_cb (OmCaretaker *caretaker,
                guint        n,
                Care        *care)
{
  care->n_wiped += n;
}

static void
care_set_up (Care         *care,
             gconstpointer data)
{
  fixture_set_up (&care->fixture, NULL);
  care->monotonic = HOUR;
  care->caretaker = om_caretaker_new (care->fixture.engine);
  om_caretaker_set_monotonic (care->caretaker, monotonic, care);
  g_signal_connect (care->caretaker, "faded", G_CALLBACK (faded_cb), care);
  g_signal_connect (care->caretaker, "reflected", G_CALLBACK (reflected_cb), care);
  g_signal_connect (care->caretaker, "bin-emptied", G_CALLBACK (bin_emptied_cb), care);
}

static void
care_tear_down (Care         *care,
                gconstpointer data)
{
  om_caretaker_stop (care->caretaker);
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (care->caretaker);
  fixture_tear_down (&care->fixture, NULL);
}

/* Until pass and reflection have come @n times, and for a while no more of them. */
static void
wait_for (Care *care,
          guint n)
{
  while (care->n_faded < n || care->n_reflected < n)
    g_main_context_iteration (NULL, TRUE);
  for (int i = 0; i < 50; i++)
    {
      g_usleep (2000);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
  g_assert_cmpuint (care->n_faded, ==, n);
}

/* Thirty entries of which three say the same day by day. */
static void
write_journal (Care *care)
{
  for (guint i = 0; i < 30; i++)
    {
      g_autofree char *text = i % 10 == 0 ? g_strdup_printf ("Walked along the canal and watched the grey heron wait by the lock, %u.", i)
                                          : g_strdup_printf ("Entry %u: %x %x and a tile.", i, i * 7919, i * 104729);

      g_free (fixture_remember_at (&care->fixture, TEST_NOW + i * OM_MS_PER_DAY, text));
    }
}

static void
test_starts (Care         *care,
             gconstpointer data)
{
  write_journal (care);
  care->fixture.now += OM_MS_PER_DAY;
  om_caretaker_start (care->caretaker);
  wait_for (care, 1);
  g_assert_cmpuint (care->n_reflected, ==, 1);
  g_assert_cmpuint (care->n_created, >=, 1);
  /* What rested before there was a pass is no news. */
  g_assert_cmpuint (care->n_newly_resting, ==, 0);

  /* Half a year later, the machine having slept; but not at once. */
  care->fixture.now += 200 * OM_MS_PER_DAY;
  om_caretaker_look (care->caretaker);
  care->monotonic += 61 * 1000;
  om_caretaker_look (care->caretaker);
  wait_for (care, 2);
  g_assert_cmpuint (care->n_newly_resting, >=, 30);
  g_assert_cmpuint (care->n_reflected, ==, 2);

  /* Nothing calls for anything. */
  care->monotonic += HOUR;
  care->fixture.now += HOUR;
  om_caretaker_look (care->caretaker);
  wait_for (care, 2);
  g_assert_cmpuint (care->n_reflected, <=, 3);
}

/* Whatever interval was chosen last holds. */
static void
test_interval (Care         *care,
               gconstpointer data)
{
  const OmSettingChange seldom = { OM_SETTING_REFLECTION_INTERVAL, FALSE, 120 };
  g_autoptr (GError) error = NULL;

  write_journal (care);
  om_caretaker_start (care->caretaker);
  wait_for (care, 1);
  om_engine_change_settings (care->fixture.engine, &seldom, 1, NULL, &error);
  g_assert_no_error (error);
  for (int minutes = 0; minutes < 125; minutes += 5)
    {
      g_autofree char *text = g_strdup_printf ("Another tile, number %d.", minutes);

      g_free (fixture_remember (&care->fixture, text));
      care->monotonic += 5 * MINUTE;
      care->fixture.now += 5 * MINUTE;
      g_assert_cmpuint (care->n_reflected, ==, 1);
      while (g_main_context_iteration (NULL, FALSE))
        ;
      om_caretaker_look (care->caretaker);
    }
  while (care->n_reflected < 2)
    g_main_context_iteration (NULL, TRUE);
}

/* It leaves no lease that the next start would stumble over. */
static void
test_stops (Care         *care,
            gconstpointer data)
{
  write_journal (care);
  care->fixture.now += 300 * OM_MS_PER_DAY;
  for (int i = 0; i < 10; i++)
    {
      g_autofree char *dump = NULL;

      om_caretaker_start (care->caretaker);
      for (int n = 0; n < i; n++)
        g_main_context_iteration (NULL, FALSE);
      om_caretaker_stop (care->caretaker);
      om_engine_close (care->fixture.engine);
      dump = fixture_dump (&care->fixture);
      /* jobs: name, watermark, state, owner (5 is none), lease_until */
      for (char *line = strstr (dump, "jobs|"); line != NULL; line = strstr (line + 1, "\njobs|"))
        {
          g_autofree char *row = g_strndup (line, strcspn (line + 1, "\n") + 1);

          g_assert_true (g_str_has_suffix (row, "|5:|1:0"));
        }
      fixture_reopen (&care->fixture);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
}

/* It waits for the store to be loaded. */
static void
test_waits_for_loading (Care         *care,
                        gconstpointer data)
{
  g_autoptr (GError) error = NULL;

  g_free (fixture_remember (&care->fixture, "The heron stood at the second lock."));
  om_engine_close (care->fixture.engine);
  om_caretaker_start (care->caretaker);
  om_engine_open (care->fixture.engine, care->fixture.path, OM_OPEN_DEFAULT, NULL, &error);
  g_assert_no_error (error);
  for (int i = 0; i < 20; i++)
    {
      g_usleep (1000);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
  g_assert_cmpuint (care->n_faded, ==, 0);
  om_engine_load (care->fixture.engine, NULL, &error);
  g_assert_no_error (error);
  while (care->n_faded == 0)
    g_main_context_iteration (NULL, TRUE);
}

/* The bin --------------------------------------------------------------------------------------- */

static guint
tend_bin (Fixture *fixture)
{
  g_autoptr (GError) error = NULL;
  guint n_wiped;

  om_engine_tend_bin (fixture->engine, &n_wiped, NULL, &error);
  g_assert_no_error (error);
  return n_wiped;
}

static guint
count_binned (Fixture *fixture)
{
  OmStats stats;

  g_assert_true (om_engine_get_stats (fixture->engine, &stats, NULL, NULL));
  return stats.binned;
}

/* Thirty days after the person has binned it, and not by a clock that is wrong. */
static void
test_bin (Fixture      *fixture,
          gconstpointer data)
{
  g_autofree char *kept = fixture_remember (fixture, "The heron stood at the second lock.");
  g_autofree char *first = fixture_remember (fixture, "Bought eleven blue tiles for the hall.");
  g_autofree char *second = fixture_remember (fixture, "The tax letter came.");

  g_assert_cmpuint (tend_bin (fixture), ==, 0);
  fixture_bin (fixture, first);
  fixture->now += 20 * OM_MS_PER_DAY;
  fixture_bin (fixture, second);
  g_assert_cmpuint (tend_bin (fixture), ==, 0);
  fixture->now += 10 * OM_MS_PER_DAY + 1;
  g_assert_cmpuint (tend_bin (fixture), ==, 0);
  g_assert_cmpuint (count_binned (fixture), ==, 2);

  /* The clock runs years ahead for an hour, and is set right: what had lain its days at the look before is
   * gone, the other is not. */
  fixture->now += 7300 * OM_MS_PER_DAY;
  g_assert_cmpuint (tend_bin (fixture), ==, 1);
  g_assert_cmpuint (tend_bin (fixture), ==, 0);
  fixture->now -= 7300 * OM_MS_PER_DAY;
  g_assert_cmpuint (tend_bin (fixture), ==, 0);
  g_assert_cmpuint (count_binned (fixture), ==, 1);

  fixture->now += 20 * OM_MS_PER_DAY;
  g_assert_cmpuint (tend_bin (fixture), ==, 0);
  fixture->now += OM_MS_PER_DAY - 1;
  g_assert_cmpuint (tend_bin (fixture), ==, 0);
  fixture->now += 1;
  g_assert_cmpuint (tend_bin (fixture), ==, 1);
  g_assert_cmpuint (count_binned (fixture), ==, 0);
  om_memory_unref (fixture_get (fixture, kept));
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
test_caretaker_add (void)
{
  g_test_add_func ("/care/plan/in-time", test_plan_in_time);
  g_test_add_func ("/care/plan/after-jumps", test_plan_after_jumps);
  g_test_add_func ("/care/plan/tries-again", test_plan_tries_again);
  g_test_add ("/care/starts", Care, NULL, care_set_up, test_starts, care_tear_down);
  g_test_add ("/care/interval", Care, NULL, care_set_up, test_interval, care_tear_down);
  g_test_add ("/care/stops", Care, NULL, care_set_up, test_stops, care_tear_down);
  g_test_add ("/care/waits-for-loading", Care, NULL, care_set_up, test_waits_for_loading, care_tear_down);
  g_test_add ("/care/bin", Fixture, NULL, fixture_set_up, test_bin, fixture_tear_down);
  g_test_add_func ("/care/sleep", test_sleep);
  g_test_add_func ("/care/sleep/subprocess", test_sleep_subprocess);
  g_test_add_func ("/care/no-bus", test_no_bus);
  g_test_add_func ("/care/no-bus/subprocess", test_no_bus_subprocess);
}
