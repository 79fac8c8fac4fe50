/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The writer thread: an exclusive pool of one, so that order is kept. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-writer.h"

struct _OmWriter
{
  GThreadPool      *pool;      /* (owned) */
  GThread          *thread;    /* (atomic) (nullable): the one that writes, known once it has run */
  guint             n_waiting; /* (atomic): jobs that have not begun */
  gboolean          ending;    /* (atomic): somebody waits for the last job to end */
  OmWriterAfterFunc after;     /* (nullable) */
  gpointer          data;      /* not owned: for @after */
};

/**
 * Job:
 * Either somebody waits for it (done, under the mutex), or a task takes the result: then result and
 * error go from the writer thread to the task's context, and no mutex is needed.
 */
typedef struct
{
  OmWriterFunc   func;
  gpointer       data;
  GCancellable  *cancellable; /* not owned by a waiting job, the task's by another */
  GTask         *task;        /* (owned) (nullable) */
  GDestroyNotify free_result;
  GMutex         mutex;
  GCond          cond;
  gboolean       done;        /* (mutex) */
  gpointer       result;      /* (owned) (nullable) (mutex) */
  GError        *error;       /* (owned) (nullable) (mutex) */
} Job;

/* In the task's own context. The task holds its engine: were the last hold of it let go on the writer
 * thread, that thread would close the engine and wait for itself. */
static gboolean
return_cb (gpointer data)
{
  Job *job = data;

  if (job->result != NULL)
    g_task_return_pointer (job->task, g_steal_pointer (&job->result), job->free_result);
  else
    g_task_return_error (job->task, g_steal_pointer (&job->error));
  return G_SOURCE_REMOVE;
}

static void
returned (gpointer data)
{
  Job *job = data;

  /* Left only if the context ended before the task could be returned. */
  if (job->result != NULL && job->free_result != NULL)
    job->free_result (job->result);
  g_clear_error (&job->error);
  g_object_unref (job->task);
  g_free (job);
}

static void
return_task (Job *job)
{
  g_autoptr (GSource) source = g_idle_source_new ();

  g_source_set_static_name (source, "[openmemory] written");
  g_source_set_priority (source, g_task_get_priority (job->task));
  g_source_set_callback (source, return_cb, job, returned);
  g_source_attach (source, g_task_get_context (job->task));
}

static void
answer (Job *job)
{
  g_autoptr (GError) error = NULL;
  gpointer result = NULL;

  if (!g_cancellable_set_error_if_cancelled (job->cancellable, &error))
    result = job->func (job->data, job->cancellable, &error);

  if (job->task != NULL)
    {
      job->result = result;
      job->error = g_steal_pointer (&error);
      return_task (job);
      return;
    }

  g_mutex_lock (&job->mutex);
  job->result = result;
  job->error = g_steal_pointer (&error);
  job->done = TRUE;
  g_cond_signal (&job->cond);
  g_mutex_unlock (&job->mutex);
}

static gboolean
is_waited_for (OmWriter *self)
{
  return g_atomic_int_get (&self->n_waiting) > 0 || g_atomic_int_get (&self->ending);
}

static void
run_job (gpointer data,
         gpointer user_data)
{
  OmWriter *self = user_data;

  g_atomic_pointer_set (&self->thread, g_thread_self ());
  g_atomic_int_add (&self->n_waiting, -1);
  /* The job is gone with its answer. */
  answer (data);
  if (self->after != NULL)
    {
      gboolean more = self->after (self->data, is_waited_for (self));

      while (more && !is_waited_for (self))
        more = self->after (self->data, FALSE);
    }
  /* Threads of a pool serve others between its jobs. */
  g_atomic_pointer_set (&self->thread, NULL);
}

static void
push (OmWriter *self,
      Job      *job)
{
  g_atomic_int_inc (&self->n_waiting);
  g_thread_pool_push (self->pool, job, NULL);
}

/**
 * om_writer_new:
 * @after: (nullable): called on the writer thread after each job, once it is answered
 * @data: for @after, outlives the writer
 *
 * Returns: (transfer full): a writer; its thread starts with the first job
 */
OmWriter *
om_writer_new (OmWriterAfterFunc after,
               gpointer          data)
{
  OmWriter *self = g_new0 (OmWriter, 1);

  self->after = after;
  self->data = data;
  self->pool = g_thread_pool_new (run_job, self, 1, FALSE, NULL);
  return self;
}

/**
 * om_writer_run:
 * @func: the job
 * @data: the caller's
 *
 * Waits for the job. Must not be called on the writer thread.
 *
 * Returns: (transfer full) (nullable): what @func returned
 */
gpointer
om_writer_run (OmWriter     *self,
               OmWriterFunc  func,
               gpointer      data,
               GCancellable *cancellable,
               GError      **error)
{
  Job job = { .func = func, .data = data, .cancellable = cancellable };

  g_assert (!om_writer_is_here (self));
  g_mutex_init (&job.mutex);
  g_cond_init (&job.cond);
  push (self, &job);
  g_mutex_lock (&job.mutex);
  while (!job.done)
    g_cond_wait (&job.cond, &job.mutex);
  g_mutex_unlock (&job.mutex);
  g_mutex_clear (&job.mutex);
  g_cond_clear (&job.cond);

  if (job.error != NULL)
    g_propagate_error (error, job.error);
  return job.result;
}

/**
 * om_writer_push:
 * @func: the job
 * @data: lives as long as @task
 * @free_result: what frees its result if nobody takes it
 * @task: (transfer full): returns the result, in its own context
 */
void
om_writer_push (OmWriter      *self,
                OmWriterFunc   func,
                gpointer       data,
                GDestroyNotify free_result,
                GTask         *task)
{
  Job *job = g_new0 (Job, 1);

  job->func = func;
  job->data = data;
  job->cancellable = g_task_get_cancellable (task);
  job->task = task;
  job->free_result = free_result;
  push (self, job);
}

/** om_writer_is_here: whether the calling thread is the one that writes. */
gboolean
om_writer_is_here (OmWriter *self)
{
  return g_atomic_pointer_get (&self->thread) == g_thread_self ();
}

/**
 * om_writer_free:
 * @self: (transfer full) (nullable): a writer
 *
 * Waits until all jobs are done. Not on the writer thread.
 */
void
om_writer_free (OmWriter *self)
{
  if (self == NULL)
    return;

  g_assert (!om_writer_is_here (self));
  g_atomic_int_set (&self->ending, TRUE);
  g_thread_pool_free (self->pool, FALSE, TRUE);
  g_free (self);
}
