/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is done by itself: that it is done and told of, steps aside, and can be stopped. */
#include "config.h"

#include <string.h>

#include "engine/om-bin-job.h"
#include "engine/om-caretaker-private.h"
#include "engine/om-settings.h"
#include "store/om-store-jobs.h"
#include "test-engine.h"

#define MINUTE (60 * 1000)
#define HOUR (60 * MINUTE)

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
  /* What was given up answers first. */
  while (G_OBJECT (care->caretaker)->ref_count > 1)
    g_main_context_iteration (NULL, TRUE);
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

/* Stepping aside -------------------------------------------------------------------------------- */

/** Asked: a question that takes as long as the test wants, and a pass beside it. */
typedef struct
{
  gint          asking; /* (atomic) */
  gint          answer; /* (atomic) */
  gboolean      answered;
  gboolean      ended;
  OmFadeReport *report; /* (owned) (nullable) */
  GError       *error;  /* (owned) (nullable) */
} Asked;

static gpointer
wait_for_answer (OmEngine     *engine,
                 OmStore      *store,
                 gpointer      data,
                 GCancellable *cancellable,
                 GError      **error)
{
  Asked *asked = data;

  g_atomic_int_set (&asked->asking, TRUE);
  while (!g_atomic_int_get (&asked->answer))
    g_usleep (1000);
  return OM_ENGINE_DONE;
}

static void
answered_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  g_assert_nonnull (om_engine_finish (OM_ENGINE (source), result, wait_for_answer, NULL));
  ((Asked *) data)->answered = TRUE;
}

static void
pass_ended_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      data)
{
  Asked *asked = data;

  asked->report = om_engine_fade_finish (OM_ENGINE (source), result, &asked->error);
  asked->ended = TRUE;
}

static void
begin_both (Care         *care,
            Asked        *asked,
            GCancellable *cancellable)
{
  write_journal (care);
  care->fixture.now += 400 * OM_MS_PER_DAY;
  om_engine_read_async (care->fixture.engine, wait_for_answer, asked, NULL, NULL, wait_for_answer, NULL, answered_cb, asked);
  while (!g_atomic_int_get (&asked->asking))
    g_usleep (1000);
  om_engine_fade_async (care->fixture.engine, FALSE, cancellable, pass_ended_cb, asked);
  for (int i = 0; i < 30; i++)
    {
      g_usleep (2000);
      while (g_main_context_iteration (NULL, FALSE))
        ;
    }
  /* Somebody asks: nothing of it is done, and saving goes on. */
  g_assert_false (asked->ended);
  g_free (fixture_remember (&care->fixture, "Written meanwhile."));
  g_assert_false (asked->ended);
}

static void
test_steps_aside (Care         *care,
                  gconstpointer data)
{
  Asked asked = { 0 };

  begin_both (care, &asked, NULL);
  g_atomic_int_set (&asked.answer, TRUE);
  while (!asked.ended || !asked.answered)
    g_main_context_iteration (NULL, TRUE);
  g_assert_no_error (asked.error);
  g_assert_cmpuint (asked.report->n_fingerprints, ==, 30);
  om_fade_report_free (asked.report);
}

/* It need not wait for the answer to be given up. */
static void
test_gives_up_aside (Care         *care,
                     gconstpointer data)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (OmFadeReport) later = NULL;
  Asked asked = { 0 };

  begin_both (care, &asked, cancellable);
  g_cancellable_cancel (cancellable);
  while (!asked.ended)
    g_main_context_iteration (NULL, TRUE);
  g_assert_error (asked.error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&asked.error);
  g_assert_false (asked.answered);
  g_atomic_int_set (&asked.answer, TRUE);
  while (!asked.answered)
    g_main_context_iteration (NULL, TRUE);
  /* The next one finds no lease in its way. */
  later = om_engine_fade (care->fixture.engine, FALSE, NULL, &asked.error);
  g_assert_no_error (asked.error);
  g_assert_false (later->skipped);
  g_assert_cmpuint (later->n_fingerprints, ==, 30);
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

void
test_caretaker_add (void)
{
  g_test_add ("/care/starts", Care, NULL, care_set_up, test_starts, care_tear_down);
  g_test_add ("/care/interval", Care, NULL, care_set_up, test_interval, care_tear_down);
  g_test_add ("/care/stops", Care, NULL, care_set_up, test_stops, care_tear_down);
  g_test_add ("/care/waits-for-loading", Care, NULL, care_set_up, test_waits_for_loading, care_tear_down);
  g_test_add ("/care/steps-aside", Care, NULL, care_set_up, test_steps_aside, care_tear_down);
  g_test_add ("/care/gives-up-aside", Care, NULL, care_set_up, test_gives_up_aside, care_tear_down);
  g_test_add ("/care/bin", Fixture, NULL, fixture_set_up, test_bin, fixture_tear_down);
}
