/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way of progress from a worker to who asked. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "archive/om-progress.h"

/* Progress is told at most ten times a second. */
#define INTERVAL_US (G_USEC_PER_SEC / 10)

struct _OmProgressRelay
{
  gatomicrefcount ref_count;
  OmProgressFunc  func;
  gpointer        data;    /* not owned */
  GMainContext   *context; /* (owned): the caller's */
  int             priority;
  GMutex          mutex;
  gboolean        queued;  /* (mutex): a source is on its way */
  guint           done;    /* (mutex) */
  guint           total;   /* (mutex) */
};

/** om_progress_tap_tell: @tap: an #OmProgressTap */
void
om_progress_tap_tell (guint    done,
                      guint    total,
                      gpointer tap)
{
  OmProgressTap *self = tap;
  gint64 now = g_get_monotonic_time ();

  if (self->func == NULL || now - self->told_at < INTERVAL_US)
    return;
  self->told_at = now;
  self->func (done, total, self->data);
}

/**
 * om_progress_relay_new:
 * @func: called on @context
 * @priority: the task's own: the last progress comes before the result
 *
 * Returns: (transfer full): a relay
 */
OmProgressRelay *
om_progress_relay_new (OmProgressFunc func,
                       gpointer       data,
                       GMainContext  *context,
                       int            priority)
{
  OmProgressRelay *self = g_new0 (OmProgressRelay, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->func = func;
  self->data = data;
  self->context = g_main_context_ref (context);
  self->priority = priority;
  g_mutex_init (&self->mutex);
  return self;
}

static gboolean
tell_caller_cb (gpointer data)
{
  OmProgressRelay *self = data;
  guint done;
  guint total;

  g_mutex_lock (&self->mutex);
  self->queued = FALSE;
  done = self->done;
  total = self->total;
  g_mutex_unlock (&self->mutex);

  self->func (done, total, self->data);
  return G_SOURCE_REMOVE;
}

/**
 * om_progress_relay_forward:
 * @relay: an #OmProgressRelay
 *
 * On the worker. What the caller has not heard yet is replaced by what is newer.
 */
void
om_progress_relay_forward (guint    done,
                           guint    total,
                           gpointer relay)
{
  OmProgressRelay *self = relay;
  g_autoptr (GSource) source = NULL;
  gboolean queued;

  g_mutex_lock (&self->mutex);
  queued = self->queued;
  self->queued = TRUE;
  self->done = done;
  self->total = total;
  g_mutex_unlock (&self->mutex);
  if (queued)
    return;

  g_atomic_ref_count_inc (&self->ref_count);
  source = g_idle_source_new ();
  g_source_set_static_name (source, "[openmemory] progress");
  g_source_set_priority (source, self->priority);
  g_source_set_callback (source, tell_caller_cb, self, (GDestroyNotify) om_progress_relay_unref);
  g_source_attach (source, self->context);
}

/** om_progress_relay_unref: @self: (transfer full) */
void
om_progress_relay_unref (OmProgressRelay *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_main_context_unref (self->context);
  g_mutex_clear (&self->mutex);
  g_free (self);
}
