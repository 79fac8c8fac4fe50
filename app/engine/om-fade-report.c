/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is kept of the newest report that has something to tell, as "TIME ID ID ..." in the state of the job. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-fade-report.h"

#include <string.h>

#include "store/om-store-jobs.h"

/**
 * om_fade_report_dup_kept:
 * @ids: (array zero-terminated=1): what this pass found gone to rest
 * @error: return location
 *
 * A pass without news leaves what is kept, and one of the same journal day adds to it.
 *
 * Returns: (transfer full) (nullable): what is to be kept, %NULL for what is, and on error
 */
char *
om_fade_report_dup_kept (const OmWriteContext *context,
                         char                **ids,
                         GError              **error)
{
  g_autofree char *text = g_strjoinv (" ", ids);
  g_auto (OmJob) job = { 0 };
  OmMoment former;
  OmMoment now = om_moment_at (context->now, context->zone);
  const char *former_ids;

  if (*text == '\0' || !om_store_job_get (context->store, OM_FADE_JOB, &job, error))
    return NULL;
  former_ids = job.state != NULL ? strchr (job.state, ' ') : NULL;
  former = om_moment_at (former_ids != NULL ? g_ascii_strtoll (job.state, NULL, 10) : 0, context->zone);
  return g_strdup_printf ("%" G_GINT64_FORMAT "%s %s", context->now,
                          former_ids != NULL && om_moment_journal_day (&former) == om_moment_journal_day (&now) ? former_ids : "",
                          text);
}

/**
 * om_fade_report_read_kept:
 * @store: a connection of the caller's
 * @from: ms UTC
 * @until: ms UTC
 * @ids: (out) (nullable): NULL-terminated ids of what went to rest by the newest report that told of any, if
 *   it was made between the two; each once
 * @error: return location
 */
gboolean
om_fade_report_read_kept (OmStore *store,
                          gint64   from,
                          gint64   until,
                          char  ***ids,
                          GError **error)
{
  g_auto (OmJob) job = { 0 };
  g_auto (GStrv) words = NULL;
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  g_autoptr (GHashTable) seen = g_hash_table_new (g_str_hash, g_str_equal);
  gint64 at;

  *ids = NULL;
  if (!om_store_job_get (store, OM_FADE_JOB, &job, error))
    return FALSE;
  words = g_strsplit (job.state != NULL ? job.state : "", " ", -1);
  at = words[0] != NULL ? g_ascii_strtoll (words[0], NULL, 10) : 0;
  if (at < from || at > until)
    return TRUE;
  for (guint i = 1; words[i] != NULL; i++)
    {
      if (g_hash_table_add (seen, words[i]))
        g_strv_builder_add (builder, words[i]);
    }
  *ids = g_strv_builder_end (builder);
  return TRUE;
}
