/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long the steps of the main loop are, by the processor time of its thread. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * OmTestPulse:
 * @n_steps: turns of the loop
 * @worst_ms: the longest of them
 * @total_ms: all together
 * @worst_other_ms: the longest that om_test_pulse_resume() took out of a step
 * @worst_whole_ms: the longest step with what was taken out of it
 */
typedef struct
{
  guint  n_steps;
  double worst_ms;
  double total_ms;
  double worst_other_ms;
  double worst_whole_ms;
} OmTestPulse;

double om_test_thread_ms     (void);
void   om_test_pulse_begin   (OmTestPulse *pulse);
void   om_test_pulse_end     (void);
void   om_test_pulse_pause   (void);
void   om_test_pulse_resume  (double       keep_ms);

G_END_DECLS
