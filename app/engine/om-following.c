/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changed in the store since a revision, and when the jobs were done. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-following.h"

#include "engine/om-backup.h"
#include "engine/om-engine-private.h"
#include "engine/om-following-private.h"
#include "store/om-store-changes.h"
#include "store/om-store-jobs.h"
#include "store/om-store-meta.h"

/* In the store: "done.JOB" -> ms UTC, of the jobs whose watermark is no time. */
#define DONE "done."

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

/* The newest copy is the last backup, whoever made it. */
static gint64
find_backup (const char *store_path)
{
  g_autoptr (GPtrArray) backups = om_backups_list (store_path);
  gint64 at = 0;

  for (guint i = 0; i < backups->len; i++)
    at = MAX (at, ((OmBackup *) g_ptr_array_index (backups, i))->made_at);
  return at;
}

static gpointer
read_job (OmEngine     *self,
          OmStore      *store,
          gpointer      name,
          GCancellable *cancellable,
          GError      **error)
{
  g_autofree char *key = g_strconcat (DONE, name, NULL);
  g_autofree char *noted = om_store_meta_get (store, key, NULL);
  gboolean is_time = g_str_equal (name, "fade") || g_str_equal (name, "bin");
  g_auto (OmJob) job = { 0 };
  gint64 at = 0;

  if (g_str_equal (name, "backup"))
    at = find_backup (om_engine_get_path (self));
  else if (noted != NULL)
    at = g_ascii_strtoll (noted, NULL, 10);
  else if (is_time && om_store_job_get (store, name, &job, error))
    at = job.watermark;
  return g_memdup2 (&at, sizeof at);
}

/**
 * om_job_time_note:
 * @job: one whose watermark is no time
 * @error: return location
 *
 * Writes down that it was done to its end, in the piece that ends it.
 */
gboolean
om_job_time_note (const OmWriteContext *context,
                  const char           *job,
                  GError              **error)
{
  g_autofree char *key = g_strconcat (DONE, job, NULL);
  g_autofree char *at = g_strdup_printf ("%" G_GINT64_FORMAT, context->now);

  return om_store_meta_set (context->store, key, at, error);
}

/**
 * om_engine_get_job_time:
 * @job: "fade", "reflect", "traits", "bin" or "backup"
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
