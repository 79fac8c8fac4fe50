/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changed in the store since a revision, and when the jobs were done. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-following.h"

#include "engine/om-engine-private.h"
#include "store/om-store-changes.h"
#include "store/om-store-jobs.h"

/** om_following_free: */
void
om_following_free (OmFollowing *self)
{
  if (self == NULL)
    return;
  g_array_unref (self->changed);
  g_array_unref (self->active);
  g_array_unref (self->wiped);
  g_free (self);
}

static gpointer
follow (OmEngine     *self,
        OmStore      *store,
        gpointer      since,
        GCancellable *cancellable,
        GError      **error)
{
  g_autoptr (OmStoreChanges) changes = om_store_changes_since (store, *(const gint64 *) since, error);
  OmFollowing *following;

  if (changes == NULL)
    return NULL;
  following = g_new0 (OmFollowing, 1);
  following->revision = changes->revision;
  following->changed = g_steal_pointer (&changes->changed);
  following->active = g_steal_pointer (&changes->active);
  following->wiped = g_steal_pointer (&changes->wiped);
  return following;
}

/**
 * om_engine_get_following:
 * @since: the revision that is known, 0 for none
 * @error: return location
 *
 * Blocks.
 *
 * Returns: (transfer full) (nullable): what changed since, all of one moment
 */
OmFollowing *
om_engine_get_following (OmEngine     *self,
                         gint64        since,
                         GCancellable *cancellable,
                         GError      **error)
{
  return om_engine_read (self, follow, &since, cancellable, error);
}

static gpointer
read_job (OmEngine     *self,
          OmStore      *store,
          gpointer      name,
          GCancellable *cancellable,
          GError      **error)
{
  g_auto (OmJob) job = { 0 };

  return om_store_job_get (store, name, &job, error) ? g_memdup2 (&job.watermark, sizeof job.watermark) : NULL;
}

/**
 * om_engine_get_job_time:
 * @job: "fade" or "bin", whose watermark is a time
 * @error: return location
 *
 * Blocks.
 *
 * Returns: when it was last done, ms UTC; 0 if never or on error
 */
gint64
om_engine_get_job_time (OmEngine     *self,
                        const char   *job,
                        GCancellable *cancellable,
                        GError      **error)
{
  g_autofree gint64 *at = om_engine_read (self, read_job, (gpointer) job, cancellable, error);

  return at != NULL ? *at : 0;
}
