/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ctrl+C and the signals that end a session cancel the run instead of tearing it down.
 *
 * The signals are blocked in every thread and waited for in one of our own: nothing runs in a
 * signal handler, so that cancelling may take locks. A second signal ends the program at once,
 * which the store survives as it survives kill -9. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "cli/om-cli.h"

static gint paused; /* (atomic) */

static void
fill_set (sigset_t *set)
{
  sigemptyset (set);
  sigaddset (set, SIGINT);
  sigaddset (set, SIGTERM);
  sigaddset (set, SIGHUP);
}

static gpointer
wait_for_signals (gpointer data)
{
  GCancellable *cancellable = data;
  sigset_t set;
  int number;

  fill_set (&set);
  while (sigwait (&set, &number) == 0)
    {
      if (number == SIGINT && g_atomic_int_get (&paused))
        continue;
      if (g_cancellable_is_cancelled (cancellable))
        _exit (OM_CLI_CANCELLED);
      g_cancellable_cancel (cancellable);
    }

  return NULL;
}

/**
 * om_cli_signals_start:
 * @cancellable: (transfer none): cancelled by the first signal; lives as long as the program
 *
 * To be called before any other thread is started, for threads inherit which signals are blocked.
 */
void
om_cli_signals_start (GCancellable *cancellable)
{
  sigset_t set;

  fill_set (&set);
  pthread_sigmask (SIG_BLOCK, &set, NULL);
  g_thread_unref (g_thread_new ("signals", wait_for_signals, g_object_ref (cancellable)));
}

/**
 * om_cli_signals_pause:
 * @pause: %TRUE while an editor has the terminal, whose Ctrl+C is not meant for us
 */
void
om_cli_signals_pause (gboolean pause)
{
  g_atomic_int_set (&paused, pause);
}

/**
 * om_cli_signals_unblock:
 *
 * Child setup: a program we start gets its signals as every other program does.
 */
void
om_cli_signals_unblock (gpointer unused)
{
  sigset_t set;

  fill_set (&set);
  pthread_sigmask (SIG_UNBLOCK, &set, NULL);
}
