/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the engine's verbs run: writing jobs one after the other on the writer thread, reading jobs on
 * any thread with a connection of their own, signals on the engine's own thread. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-engine-private.h"

#include <glib/gi18n.h>

/* Signals --------------------------------------------------------------------------------------- */

typedef struct
{
  GWeakRef       engine;
  OmEngineSignal signal;
} Emission;

static gboolean
emit_cb (gpointer data)
{
  Emission *emission = data;
  g_autoptr (OmEngine) self = g_weak_ref_get (&emission->engine);

  if (self == NULL)
    return G_SOURCE_REMOVE;
  if (emission->signal == OM_ENGINE_CHANGED)
    g_atomic_int_set (&self->change_queued, FALSE);
  om_engine_emit (self, emission->signal);
  return G_SOURCE_REMOVE;
}

static void
emission_free (gpointer data)
{
  Emission *emission = data;

  g_weak_ref_clear (&emission->engine);
  g_free (emission);
}

/** om_engine_queue_signal: from any thread; signals reach the engine's own. */
void
om_engine_queue_signal (OmEngine      *self,
                        OmEngineSignal signal)
{
  Emission *emission;
  g_autoptr (GSource) source = NULL;

  if (signal == OM_ENGINE_CHANGED && !g_atomic_int_compare_and_exchange (&self->change_queued, FALSE, TRUE))
    return;

  emission = g_new0 (Emission, 1);
  g_weak_ref_init (&emission->engine, self);
  emission->signal = signal;
  source = g_idle_source_new ();
  g_source_set_static_name (source, "[openmemory] engine signal");
  g_source_set_priority (source, G_PRIORITY_DEFAULT);
  g_source_set_callback (source, emit_cb, emission, emission_free);
  g_source_attach (source, self->context);
}

/* The gate -------------------------------------------------------------------------------------- */

static guint
get_epoch (OmEngine *self)
{
  guint epoch;

  g_mutex_lock (&self->mutex);
  epoch = self->epoch;
  g_mutex_unlock (&self->mutex);
  return epoch;
}

/* What was asked of one store is not answered by the next. */
static gboolean
enter_epoch (OmEngine *self,
             guint     epoch,
             GError  **error)
{
  gboolean entered;

  g_mutex_lock (&self->mutex);
  entered = !self->closing && self->connections != NULL && self->epoch == epoch;
  if (entered)
    self->n_reading++;
  g_mutex_unlock (&self->mutex);
  if (!entered)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("The store is being closed."));
  return entered;
}

/**
 * om_engine_enter:
 * @error: return location
 *
 * Begins reading. Every %TRUE is ended by om_engine_leave(); closing waits for it.
 */
gboolean
om_engine_enter (OmEngine *self,
                 GError  **error)
{
  return enter_epoch (self, get_epoch (self), error);
}

/** om_engine_leave: ends reading. */
void
om_engine_leave (OmEngine *self)
{
  g_mutex_lock (&self->mutex);
  if (--self->n_reading == 0)
    g_cond_broadcast (&self->idle);
  g_mutex_unlock (&self->mutex);
}

/** om_engine_wait_for_readers: lets nobody in any more, and waits for those who read. */
void
om_engine_wait_for_readers (OmEngine *self)
{
  g_mutex_lock (&self->mutex);
  self->closing = TRUE;
  g_cond_broadcast (&self->idle);
  while (self->n_reading > 0)
    g_cond_wait (&self->idle, &self->mutex);
  g_mutex_unlock (&self->mutex);
}

/** om_engine_allow_readers: the gate is open again, for the next store. */
void
om_engine_allow_readers (OmEngine *self)
{
  g_mutex_lock (&self->mutex);
  self->closing = FALSE;
  self->epoch++;
  g_mutex_unlock (&self->mutex);
}

/* Stepping aside -------------------------------------------------------------------------------- */

static void
ask (OmEngine *self)
{
  g_mutex_lock (&self->mutex);
  self->n_asked++;
  g_mutex_unlock (&self->mutex);
}

static void
answered (OmEngine *self)
{
  g_mutex_lock (&self->mutex);
  if (--self->n_asked == 0)
    g_cond_broadcast (&self->idle);
  g_mutex_unlock (&self->mutex);
}

static void
cancelled_cb (GCancellable *cancellable,
              gpointer      data)
{
  OmEngine *self = data;

  g_mutex_lock (&self->mutex);
  g_cond_broadcast (&self->idle);
  g_mutex_unlock (&self->mutex);
}

/**
 * om_engine_step_aside:
 * @error: return location, %G_IO_ERROR_CANCELLED
 *
 * Waits while anybody asks for something: a search, a recall, a list. Saves come before the next piece
 * anyway, for the writer keeps the order. On a worker that has entered and asks for nothing itself.
 *
 * Returns: %FALSE if the work is to be given up: it was cancelled, or the store is being closed
 */
gboolean
om_engine_step_aside (OmEngine     *self,
                      GCancellable *cancellable,
                      GError      **error)
{
  gulong handler = cancellable != NULL ? g_cancellable_connect (cancellable, G_CALLBACK (cancelled_cb), self, NULL) : 0;
  gboolean closing;

  g_mutex_lock (&self->mutex);
  while (self->n_asked > 0 && !self->closing && !g_cancellable_is_cancelled (cancellable))
    g_cond_wait (&self->idle, &self->mutex);
  closing = self->closing;
  g_mutex_unlock (&self->mutex);
  g_cancellable_disconnect (cancellable, handler);

  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (closing)
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("The store is being closed."));
  return !closing;
}

/* Jobs ------------------------------------------------------------------------------------------ */

typedef struct
{
  OmEngine      *engine; /* not owned by a blocking job, the task's source by another */
  OmWriteFunc    write;
  OmFollowUpFunc follow_up; /* (nullable): of a writing job */
  OmReadFunc     read;
  gpointer       args;
  guint          epoch;  /* of the store a reading job asks */
  gboolean      *changed; /* (nullable): of a piece: set instead of telling */
  GDestroyNotify free_args;
  GDestroyNotify free_result;
} Job;

static void
job_free (gpointer data)
{
  Job *job = data;

  if (job->free_args != NULL)
    job->free_args (job->args);
  g_free (job);
}

static gboolean
is_closing (OmEngine *self)
{
  gboolean closing;

  g_mutex_lock (&self->mutex);
  closing = self->closing;
  g_mutex_unlock (&self->mutex);
  return closing;
}

/** om_engine_refuse_closed: sets @error and gives %TRUE if there is nothing to read or write. */
gboolean
om_engine_refuse_closed (OmEngine *self,
                         gboolean  for_writing,
                         GError  **error)
{
  gboolean closed = self->connections == NULL;

  if (!closed && (!for_writing || self->writer != NULL))
    return FALSE;
  /* A store that is being closed loses its writer before the rest. */
  if (!closed && is_closing (self))
    g_set_error_literal (error, G_IO_ERROR, G_IO_ERROR_CANCELLED, _("The store is being closed."));
  else if (closed || self->connections == NULL)
    g_set_error_literal (error, OM_ERROR, OM_ERROR_FAILED, _("No store is open."));
  else
    g_set_error (error, OM_ERROR, OM_ERROR_READ_ONLY, _("“%s” was opened for reading only. Nothing was changed."), self->path);
  return TRUE;
}

static OmWriteContext
begin_writing (OmEngine *self,
               gint64    now)
{
  return (OmWriteContext){
    .store = self->store,
    .mirror = self->mirror,
    .analyser = om_engine_get_analyser (self),
    .now = now,
    .zone = self->zone,
    .constants = &om_engine_get_params (self)->constants,
  };
}

static gpointer
run_write (gpointer      data,
           GCancellable *cancellable,
           GError      **error)
{
  Job *job = data;
  OmEngine *self = job->engine;
  OmWriteContext context;
  g_autoptr (GError) late = NULL;
  gboolean changed = FALSE;
  gboolean chosen = FALSE;
  gpointer result;

  if (!om_engine_follow_settings (self, self->store, &chosen, error))
    return NULL;
  context = begin_writing (self, om_engine_now (self));
  result = job->write (&context, job->args, cancellable, error);
  if (result != NULL && job->follow_up != NULL)
    {
      self->follow_up = job->follow_up;
      self->follow_up_now = context.now;
      return result;
    }

  /* What was written stands; should the picture not follow now, the next read catches it up. A job that
   * failed may have written before. */
  if (!om_mirror_catch_up (self->mirror, self->store, &changed, &late))
    g_debug ("The index does not follow yet: %s", late->message);
  g_clear_error (&late);
  /* The job itself may have changed a setting. */
  if (!om_engine_follow_settings (self, self->store, &chosen, &late))
    g_debug ("The settings are not followed yet: %s", late->message);
  if (job->changed != NULL)
    *job->changed |= changed || chosen;
  else if (result != NULL || changed || chosen)
    om_engine_queue_signal (self, OM_ENGINE_CHANGED);
  return result;
}

/**
 * om_engine_follow_up:
 *
 * On the writer thread, when a job is answered: does what it has left to be done. Readers that come before
 * catch up by themselves.
 */
void
om_engine_follow_up (OmEngine *self)
{
  OmFollowUpFunc follow_up = self->follow_up;
  OmWriteContext context;
  g_autoptr (GError) error = NULL;

  self->follow_up = NULL;
  if (follow_up == NULL)
    return;
  context = begin_writing (self, self->follow_up_now);
  follow_up (&context);
  if (!om_mirror_catch_up (self->mirror, self->store, NULL, &error))
    g_debug ("The index does not follow yet: %s", error->message);
  om_engine_queue_signal (self, OM_ENGINE_CHANGED);
}

static gpointer
settle (const OmWriteContext *context,
        gpointer              args,
        GCancellable         *cancellable,
        GError              **error)
{
  while (om_store_tidy (context->store))
    ;
  return OM_ENGINE_DONE;
}

/** om_engine_settle: waits for all that the jobs so far have left to be done; for tests and benchmarks. */
void
om_engine_settle (OmEngine *self)
{
  gboolean changed = FALSE;
  Job job = { .engine = self, .write = settle, .changed = &changed };

  if (self->writer != NULL && om_engine_enter (self, NULL))
    {
      om_writer_run (self->writer, run_write, &job, NULL, NULL);
      om_engine_leave (self);
    }
}

/* No commit of these waits for the disk: what is lost with the power is done again, for what says that it
 * is done is lost with it. */
static gpointer
run_piece (gpointer      data,
           GCancellable *cancellable,
           GError      **error)
{
  OmStore *store = ((Job *) data)->engine->store;
  gpointer result;

  if (!om_store_set_sync (store, OM_STORE_SYNC_NORMAL, error))
    return NULL;
  result = run_write (data, cancellable, error);
  return om_store_set_sync (store, OM_STORE_SYNC_FULL, result != NULL ? error : NULL) ? result : NULL;
}

static gpointer
run_read (OmEngine     *self,
          guint         epoch,
          OmReadFunc    func,
          gpointer      args,
          GCancellable *cancellable,
          GError      **error)
{
  OmStore *store;
  gpointer result = NULL;
  gboolean changed = FALSE;

  if (!enter_epoch (self, epoch, error))
    return NULL;
  store = om_connections_take (self->connections, cancellable, error);
  if (store != NULL)
    {
      gboolean chosen = FALSE;

      if (om_engine_follow_settings (self, store, &chosen, error) && om_mirror_catch_up (self->mirror, store, &changed, error))
        {
          /* Somebody else wrote: whoever sees it first tells the others. */
          if (changed || chosen)
            om_engine_queue_signal (self, OM_ENGINE_CHANGED);
          om_store_set_cancellable (store, cancellable);
          result = func (self, store, args, cancellable, error);
          om_store_set_cancellable (store, NULL);
        }
      om_connections_give (self->connections, store);
    }
  om_engine_leave (self);
  return result;
}

/**
 * om_engine_write:
 * @func: the job
 * @args: the caller's
 *
 * Runs a writing job and waits for it.
 *
 * Returns: (transfer full) (nullable): its result
 */
gpointer
om_engine_write (OmEngine     *self,
                 OmWriteFunc   func,
                 gpointer      args,
                 GCancellable *cancellable,
                 GError      **error)
{
  return om_engine_write_followed (self, func, NULL, args, cancellable, error);
}

/**
 * om_engine_write_followed:
 * @follow_up: (nullable): what is done when the job has succeeded and is answered, before any other
 *
 * The same, with something left to be done of which the caller need not wait. The change is told once all
 * is done.
 *
 * Returns: (transfer full) (nullable): its result
 */
gpointer
om_engine_write_followed (OmEngine       *self,
                          OmWriteFunc     func,
                          OmFollowUpFunc  follow_up,
                          gpointer        args,
                          GCancellable   *cancellable,
                          GError        **error)
{
  Job job = { .engine = self, .write = func, .follow_up = follow_up, .args = args };
  gpointer result;

  if (om_engine_refuse_closed (self, TRUE, error) || !om_engine_enter (self, error))
    return NULL;
  /* A recall reads and then writes: what steps aside for the one does not come before the other. */
  ask (self);
  result = om_writer_run (self->writer, run_write, &job, cancellable, error);
  answered (self);
  om_engine_leave (self);
  return result;
}

/**
 * om_engine_write_piece:
 * @changed: (inout): set if the store is another than before; whoever does the whole tells so in the end
 *
 * The same for a piece of work that has entered. It is done also while the store is being closed, which
 * waits for it: that is how what was begun is put in order.
 *
 * Returns: (transfer full) (nullable): its result
 */
gpointer
om_engine_write_piece (OmEngine     *self,
                       OmWriteFunc   func,
                       gpointer      args,
                       gboolean     *changed,
                       GCancellable *cancellable,
                       GError      **error)
{
  Job job = { .engine = self, .write = func, .args = args, .changed = changed };

  if (om_engine_refuse_closed (self, TRUE, error))
    return NULL;
  return om_writer_run (self->writer, run_piece, &job, cancellable, error);
}

/**
 * om_engine_write_async:
 * @args: (transfer full): freed with @free_args
 * @free_result: what frees a result that nobody takes
 * @tag: the public function
 */
void
om_engine_write_async (OmEngine            *self,
                       OmWriteFunc          func,
                       gpointer             args,
                       GDestroyNotify       free_args,
                       GDestroyNotify       free_result,
                       gpointer             tag,
                       GCancellable        *cancellable,
                       GAsyncReadyCallback  callback,
                       gpointer             data)
{
  om_engine_write_followed_async (self, func, NULL, args, free_args, free_result, tag, cancellable, callback, data);
}

/** om_engine_write_followed_async: om_engine_write_followed() without blocking. */
void
om_engine_write_followed_async (OmEngine            *self,
                                OmWriteFunc          func,
                                OmFollowUpFunc       follow_up,
                                gpointer             args,
                                GDestroyNotify       free_args,
                                GDestroyNotify       free_result,
                                gpointer             tag,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);
  g_autoptr (GError) error = NULL;
  Job *job = g_new0 (Job, 1);

  *job = (Job){ .engine = self, .write = func, .follow_up = follow_up, .args = args, .free_args = free_args,
                .free_result = free_result };
  g_task_set_source_tag (task, tag);
  /* What is on the disk is told, though it was cancelled a moment later. */
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, job, job_free);
  if (om_engine_refuse_closed (self, TRUE, &error) || !om_engine_enter (self, &error))
    {
      g_task_return_error (task, g_steal_pointer (&error));
      return;
    }
  /* Once queued it is done before the store is closed: closing drains the queue. */
  om_writer_push (self->writer, run_write, job, free_result, g_steal_pointer (&task));
  om_engine_leave (self);
}

/**
 * om_engine_read:
 *
 * Runs a reading job on the calling thread.
 *
 * Returns: (transfer full) (nullable): its result
 */
gpointer
om_engine_read (OmEngine     *self,
                OmReadFunc    func,
                gpointer      args,
                GCancellable *cancellable,
                GError      **error)
{
  gpointer result;

  if (om_engine_refuse_closed (self, FALSE, error))
    return NULL;
  ask (self);
  result = run_read (self, get_epoch (self), func, args, cancellable, error);
  answered (self);
  return result;
}

static void
read_thread (GTask        *task,
             gpointer      source,
             gpointer      task_data,
             GCancellable *cancellable)
{
  Job *job = task_data;
  g_autoptr (GError) error = NULL;
  gpointer result = NULL;

  if (!g_cancellable_set_error_if_cancelled (cancellable, &error))
    result = run_read (job->engine, job->epoch, job->read, job->args, cancellable, &error);
  answered (job->engine);
  if (result != NULL)
    g_task_return_pointer (task, result, job->free_result);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

/**
 * om_engine_read_async:
 * @args: (transfer full): freed with @free_args
 * @free_result: what frees a result that nobody takes
 * @tag: the public function
 */
void
om_engine_read_async (OmEngine            *self,
                      OmReadFunc           func,
                      gpointer             args,
                      GDestroyNotify       free_args,
                      GDestroyNotify       free_result,
                      gpointer             tag,
                      GCancellable        *cancellable,
                      GAsyncReadyCallback  callback,
                      gpointer             data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);
  g_autoptr (GError) error = NULL;
  Job *job = g_new0 (Job, 1);

  *job = (Job){ .engine = self, .read = func, .args = args, .free_args = free_args, .free_result = free_result };
  job->epoch = get_epoch (self);
  g_task_set_source_tag (task, tag);
  g_task_set_task_data (task, job, job_free);
  if (om_engine_refuse_closed (self, FALSE, &error))
    {
      g_task_return_error (task, g_steal_pointer (&error));
    }
  else
    {
      ask (self);
      g_task_run_in_thread (task, read_thread);
    }
}

/**
 * om_engine_finish:
 * @tag: the public function that began it
 *
 * Returns: (transfer full) (nullable): the result of an asynchronous job
 */
gpointer
om_engine_finish (OmEngine     *self,
                  GAsyncResult *result,
                  gpointer      tag,
                  GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), NULL);
  g_return_val_if_fail (g_async_result_is_tagged (result, tag), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/**
 * om_engine_get_args:
 * @result: of an asynchronous job that has ended
 *
 * Returns: (transfer none): the arguments it was begun with, in which it may have left something
 */
gpointer
om_engine_get_args (GAsyncResult *result)
{
  const Job *job = g_task_get_task_data (G_TASK (result));

  return job->args;
}
