/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Background jobs: how far each has come, and a lease. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-jobs.h"

#include <glib/gi18n.h>

#include "store/om-store-private.h"
#include "store/om-store-statement.h"

/**
 * om_job_clear:
 * @job: a job
 *
 * Frees what it holds.
 */
void
om_job_clear (OmJob *job)
{
  g_clear_pointer (&job->state, g_free);
  g_clear_pointer (&job->owner, g_free);
}

/**
 * om_store_job_get:
 * @name: a job
 * @job: (out): how far it has come; all empty if it never ran
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_job_get (OmStore    *self,
                  const char *name,
                  OmJob      *job,
                  GError    **error)
{
  g_auto (OmStatement) s = { 0 };
  OmStep step;

  *job = (OmJob){ 0 };
  if (!om_statement_open (&s, self,
                          "SELECT state, watermark, owner, lease_until FROM jobs"
                          " WHERE name = ?",
                          error))
    return FALSE;
  om_statement_add_text (&s, name);
  step = om_statement_step (&s, error);
  if (step == OM_STEP_ROW)
    {
      job->state = g_strdup (om_statement_get_text (&s, 0));
      job->watermark = sqlite3_column_int64 (s.stmt, 1);
      job->owner = g_strdup (om_statement_get_text (&s, 2));
      job->lease_until = sqlite3_column_int64 (s.stmt, 3);
    }
  return step != OM_STEP_ERROR;
}

/* Runs one changing statement whose parameters are texts and numbers, in that order. */
static gboolean
change (OmStore      *self,
        const char   *sql,
        const char  **texts,
        gsize         n_texts,
        const gint64 *numbers,
        gsize         n_numbers,
        gboolean     *changed,
        GError      **error)
{
  g_auto (OmStatement) s = { 0 };
  gboolean ok;

  if (!om_store_change_begin (self, error))
    return FALSE;
  ok = om_statement_open (&s, self, sql, error);
  if (ok)
    {
      for (gsize i = 0; i < n_texts; i++)
        om_statement_add_text (&s, texts[i]);
      for (gsize i = 0; i < n_numbers; i++)
        om_statement_add_int (&s, numbers[i]);
      ok = om_statement_run (&s, error);
      *changed = ok && sqlite3_changes (self->db) > 0;
    }
  return om_store_change_end (self, ok, error);
}

/**
 * om_store_job_take:
 * @name: a job
 * @owner: who takes it: a string of its own for each process and run
 * @now: ms UTC
 * @until: when the lease ends if it is not prolonged, ms UTC
 * @taken: (out): whether it is the owner's now
 *
 * Takes the lease if it is free, run out or the owner's already; also if it ends later than @until,
 * for then the clock has been set back since somebody took it, and it might not run out for years.
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_job_take (OmStore    *self,
                   const char *name,
                   const char *owner,
                   gint64      now,
                   gint64      until,
                   gboolean   *taken,
                   GError    **error)
{
  const char *texts[] = { name, owner };
  gint64 numbers[] = { until, now };

  *taken = FALSE;
  return change (self,
                 "INSERT INTO jobs (name, owner, lease_until) VALUES (?, ?, ?)"
                 " ON CONFLICT DO UPDATE SET owner = excluded.owner, lease_until"
                 " = excluded.lease_until"
                 "  WHERE jobs.owner IS NULL OR jobs.owner = excluded.owner OR"
                 " jobs.lease_until <= ? OR jobs.lease_until > excluded.lease_until",
                 texts, G_N_ELEMENTS (texts), numbers, G_N_ELEMENTS (numbers), taken, error);
}

static void
set_taken_over (GError    **error,
                const char *name)
{
  g_set_error (error, OM_ERROR, OM_ERROR_LOCKED,
               _("Another process has taken over the job “%s”."), name);
}

/**
 * om_store_job_keep:
 * @name: a job
 * @owner: who has taken it
 * @now: ms UTC
 * @until: when the lease ends from now on, ms UTC
 *
 * In the transaction of a piece of the work: a job that steps aside for long does not lose its lease
 * if nobody else wanted it.
 *
 * Returns: %FALSE on error; %OM_ERROR_LOCKED if another owner has it: the work must be rolled back
 */
gboolean
om_store_job_keep (OmStore    *self,
                   const char *name,
                   const char *owner,
                   gint64      now,
                   gint64      until,
                   GError    **error)
{
  gboolean taken;

  if (!om_store_job_take (self, name, owner, now, until, &taken, error))
    return FALSE;
  if (!taken)
    set_taken_over (error, name);
  return taken;
}

/**
 * om_store_job_release:
 * @name: a job
 * @owner: who had taken it; another's lease is left alone
 *
 * Returns: %FALSE on error
 */
gboolean
om_store_job_release (OmStore    *self,
                      const char *name,
                      const char *owner,
                      GError    **error)
{
  const char *texts[] = { name, owner };
  gboolean changed;

  return change (self, "UPDATE jobs SET owner = NULL, lease_until = 0 WHERE name = ? AND owner = ?",
                 texts, G_N_ELEMENTS (texts), NULL, 0, &changed, error);
}

/**
 * om_store_job_advance:
 * @name: a job
 * @owner: who has taken it
 * @watermark: how far it has come
 * @state: (nullable): what it keeps, JSON; %NULL leaves it
 *
 * In the transaction of the work itself, so that both are done or neither.
 *
 * Returns: %FALSE on error; %OM_ERROR_LOCKED if another owner has it: the work must be rolled back
 */
gboolean
om_store_job_advance (OmStore    *self,
                      const char *name,
                      const char *owner,
                      gint64      watermark,
                      const char *state,
                      GError    **error)
{
  const char *texts[] = { state, name, owner };
  gint64 numbers[] = { watermark };
  gboolean changed = FALSE;

  if (!change (self,
               "UPDATE jobs SET state = coalesce (?1, state), watermark = ?4"
               " WHERE name = ?2 AND owner = ?3",
               texts, G_N_ELEMENTS (texts), numbers, G_N_ELEMENTS (numbers), &changed, error))
    return FALSE;
  if (!changed)
    set_taken_over (error, name);
  return changed;
}
