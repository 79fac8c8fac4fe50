/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The writer thread: an exclusive pool of one, so that order is kept. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-writer.h"

struct _OmWriter
{
  GThreadPool *pool;   /* (owned) */
  GThread     *thread; /* (atomic) (nullable): the one that writes, known once it has run */
};

/**
 * Job:
 * Either somebody waits for it (done, under the mutex) or a task takes the result.
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
  gpointer       result;      /* (mutex) */
  GError        *error;       /* (owned) (mutex) */
} Job;

static void
run_job (gpointer data,
         gpointer user_data)
{
  Job *job = data;
  OmWriter *self = user_data;
  g_autoptr (GError) error = NULL;
  gpointer result = NULL;

  g_atomic_pointer_set (&self->thread, g_thread_self ());
  if (!g_cancellable_set_error_if_cancelled (job->cancellable, &error))
    result = job->func (job->data, job->cancellable, &error);

  if (job->task != NULL)
    {
      if (result != NULL)
        g_task_return_pointer (job->task, result, job->free_result);
      else
        g_task_return_error (job->task, g_steal_pointer (&error));
      g_object_unref (job->task);
      g_free (job);
      return;
    }

  g_mutex_lock (&job->mutex);
  job->result = result;
  job->error = g_steal_pointer (&error);
  job->done = TRUE;
  g_cond_signal (&job->cond);
  g_mutex_unlock (&job->mutex);
}

/**
 * om_writer_new:
 *
 * Returns: (transfer full): a writer; its thread starts with the first job
 */
OmWriter *
om_writer_new (void)
{
  OmWriter *self = g_new0 (OmWriter, 1);

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
  g_thread_pool_push (self->pool, &job, NULL);
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
  g_thread_pool_push (self->pool, job, NULL);
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
 * Waits until all jobs are done.
 */
void
om_writer_free (OmWriter *self)
{
  if (self == NULL)
    return;

  g_thread_pool_free (self->pool, FALSE, TRUE);
  g_free (self);
}
