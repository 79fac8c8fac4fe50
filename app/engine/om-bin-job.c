/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What lay in the bin for thirty days at one look, and does so at another a day later, is wiped. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-bin-job.h"

#include "engine/om-edit.h"
#include "engine/om-engine-private.h"
#include "store/om-store-bin.h"
#include "store/om-store-jobs.h"

#define JOB "bin"
#define LEASE_MS (10 * 60 * 1000)

/* Two looks have to agree: a clock that stands wrong for an hour must not cost a text. */
#define SECOND_LOOK_MS OM_MS_PER_DAY

static gboolean
advance (const OmWriteContext *context,
         const char           *owner,
         GError              **error)
{
  return om_store_job_advance (context->store, JOB, owner, context->now, NULL, error);
}

/* The first look, after the clock was set back as well, only notes the time. */
static gboolean
tend (const OmWriteContext *context,
      const char           *owner,
      guint                *n_wiped,
      GError              **error)
{
  g_auto (OmJob) job = { 0 };

  if (!om_store_job_get (context->store, JOB, &job, error))
    return FALSE;
  if (job.watermark == 0 || job.watermark > context->now)
    return advance (context, owner, error);
  if (context->now - job.watermark < SECOND_LOOK_MS)
    return TRUE;
  return om_edit_wipe_binned_before (context, job.watermark - OM_STORE_BIN_DAYS * OM_MS_PER_DAY, n_wiped, error) &&
         advance (context, owner, error);
}

static gpointer
run (const OmWriteContext *context,
     gpointer              n_wiped,
     GCancellable         *cancellable,
     GError              **error)
{
  g_autofree char *owner = g_uuid_string_random ();
  gboolean taken;
  gboolean done;

  if (!om_store_job_take (context->store, JOB, owner, context->now, context->now + LEASE_MS, &taken, error))
    return NULL;
  if (!taken)
    return OM_ENGINE_DONE;
  done = tend (context, owner, n_wiped, error);
  return om_store_job_release (context->store, JOB, owner, done ? error : NULL) && done ? OM_ENGINE_DONE : NULL;
}

/**
 * om_engine_tend_bin:
 * @n_wiped: (out): memories that are gone for good
 * @error: return location
 *
 * Wipes what the person binned more than thirty days ago. It is wiped at the second look that finds it so,
 * a day after the first at the earliest.
 */
gboolean
om_engine_tend_bin (OmEngine     *self,
                    guint        *n_wiped,
                    GCancellable *cancellable,
                    GError      **error)
{
  g_return_val_if_fail (OM_IS_ENGINE (self), FALSE);

  *n_wiped = 0;
  return om_engine_write (self, run, n_wiped, cancellable, error) != NULL;
}

/** om_engine_tend_bin_async: the same without blocking. */
void
om_engine_tend_bin_async (OmEngine            *self,
                          GCancellable        *cancellable,
                          GAsyncReadyCallback  callback,
                          gpointer             data)
{
  om_engine_write_async (self, run, g_new0 (guint, 1), g_free, NULL, om_engine_tend_bin_async, cancellable, callback, data);
}

/** om_engine_tend_bin_finish: @n_wiped: (out) */
gboolean
om_engine_tend_bin_finish (OmEngine     *self,
                           GAsyncResult *result,
                           guint        *n_wiped,
                           GError      **error)
{
  gboolean done = om_engine_finish (self, result, om_engine_tend_bin_async, error) != NULL;

  *n_wiped = 0;
  if (done)
    *n_wiped = *(const guint *) om_engine_get_args (result);
  return done;
}
