/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the command and ends it with kill -9 somewhere in the middle. */
#include "config.h"

#include "cli/om-test-kill.h"

/* What runs until it is killed or done. */
typedef struct
{
  GSubprocess *process;
  char        *out;
  gboolean     done;
} Victim;

static gboolean
kill_cb (gpointer data)
{
  g_subprocess_force_exit (data);
  return G_SOURCE_REMOVE;
}

static void
communicated_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      data)
{
  Victim *victim = data;

  g_subprocess_communicate_utf8_finish (G_SUBPROCESS (source), result, &victim->out, NULL, NULL);
  victim->done = TRUE;
}

/**
 * om_test_run_and_kill:
 * @after_ms: when to kill it, negative: never
 * @out: (out) (transfer full): what it printed
 *
 * Returns: %TRUE if it ended by itself, with exit code 0
 */
gboolean
om_test_run_and_kill (OmTestHome        *home,
              const char *const *arguments,
              int                after_ms,
              char             **out)
{
  Victim victim = { 0 };
  GSource *timer = NULL;
  gboolean ended;

  victim.process = om_test_spawn (
    home, G_SUBPROCESS_FLAGS_STDOUT_PIPE | G_SUBPROCESS_FLAGS_STDERR_SILENCE, -1, -1, arguments);
  if (after_ms >= 0)
    {
      timer = g_timeout_source_new ((guint) after_ms);
      g_source_set_callback (timer, kill_cb, g_object_ref (victim.process), g_object_unref);
      g_source_attach (timer, NULL);
    }
  g_subprocess_communicate_utf8_async (victim.process, NULL, NULL, communicated_cb, &victim);
  while (!victim.done)
    g_main_context_iteration (NULL, TRUE);
  if (timer != NULL)
    {
      g_source_destroy (timer);
      g_source_unref (timer);
    }
  g_subprocess_wait (victim.process, NULL, NULL);

  ended = g_subprocess_get_if_exited (victim.process);
  if (ended && g_subprocess_get_exit_status (victim.process) != 0)
    g_error ("“%s” failed by itself with %d", arguments[0],
             g_subprocess_get_exit_status (victim.process));
  g_object_unref (victim.process);
  *out = victim.out != NULL ? victim.out : g_strdup ("");
  return ended;
}

/* How long a run takes, in ms, so that a kill falls somewhere within. */
int
om_test_measure (OmTestHome        *home,
         const char *const *arguments)
{
  gint64 start = g_get_monotonic_time ();
  g_autofree char *out = NULL;

  g_assert_true (om_test_run_and_kill (home, arguments, -1, &out));
  return (int) ((g_get_monotonic_time () - start) / 1000) + 1;
}
