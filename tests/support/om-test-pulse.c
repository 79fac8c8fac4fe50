/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long the steps of the main loop are: what runs between two polls of the default main context. By
 * the processor time of the thread, so that a busy machine does not make them longer. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "support/om-test-pulse.h"

#include <time.h>

static OmTestPulse *measured;
static double       step_began;
static double       paused_at;
static double       left_out; /* of the step under way */

/**
 * om_test_thread_ms:
 *
 * Returns: processor time of this thread, ms
 */
double
om_test_thread_ms (void)
{
  struct timespec now;

  clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now);
  return (double) now.tv_sec * 1000 + (double) now.tv_nsec / 1e6;
}

static int
poll_cb (GPollFD *fds,
         guint    n_fds,
         int      timeout)
{
  double ms = om_test_thread_ms () - step_began - left_out;
  int n_ready;

  measured->n_steps++;
  measured->total_ms += ms;
  measured->worst_ms = MAX (measured->worst_ms, ms);
  measured->worst_whole_ms = MAX (measured->worst_whole_ms, ms + left_out);
  n_ready = g_poll (fds, n_fds, timeout);
  step_began = om_test_thread_ms ();
  left_out = 0;
  return n_ready;
}

/**
 * om_test_pulse_begin:
 * @pulse: (out caller-allocates): where the steps are counted until om_test_pulse_end()
 */
void
om_test_pulse_begin (OmTestPulse *pulse)
{
  g_assert (measured == NULL);

  *pulse = (OmTestPulse) { 0 };
  measured = pulse;
  step_began = om_test_thread_ms ();
  left_out = 0;
  paused_at = 0;
  g_main_context_set_poll_func (NULL, poll_cb);
}

/**
 * om_test_pulse_end:
 *
 * The step under way is not counted.
 */
void
om_test_pulse_end (void)
{
  g_assert (measured != NULL);

  g_main_context_set_poll_func (NULL, NULL);
  measured = NULL;
}

/**
 * om_test_pulse_pause:
 *
 * What runs until om_test_pulse_resume() does not belong to the step: the test looking, the toolkit
 * drawing. Does nothing while no steps are counted.
 */
void
om_test_pulse_pause (void)
{
  if (measured != NULL)
    paused_at = om_test_thread_ms ();
}

/**
 * om_test_pulse_resume:
 * @keep_ms: of the time since om_test_pulse_pause(), what belongs to the step all the same
 */
void
om_test_pulse_resume (double keep_ms)
{
  double ms;

  if (measured == NULL || paused_at == 0)
    return;
  ms = om_test_thread_ms () - paused_at - keep_ms;
  left_out += ms;
  measured->worst_other_ms = MAX (measured->worst_other_ms, ms);
  paused_at = 0;
}
