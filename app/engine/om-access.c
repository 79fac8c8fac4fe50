/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verbs of OmEngine about other programs. What they asked is written aside: it is no change of the
 * journal, and nobody lists anything again for it. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-access.h"

#include "engine/om-engine-private.h"
#include "store/om-store-access.h"

/* Programs -------------------------------------------------------------------------------------- */

static gpointer
get_programs (OmEngine     *self,
              OmStore      *store,
              gpointer      args,
              GCancellable *cancellable,
              GError      **error)
{
  return om_store_programs_list (store, error);
}

/**
 * om_engine_get_programs:
 *
 * Returns: (transfer full) (element-type OmProgram) (nullable): those that asked or were decided about, the
 *   one that asked last first
 */
GPtrArray *
om_engine_get_programs (OmEngine     *self,
                        GCancellable *cancellable,
                        GError      **error)
{
  return om_engine_read (self, get_programs, NULL, cancellable, error);
}

/** om_engine_get_programs_async: the same without blocking. */
void
om_engine_get_programs_async (OmEngine            *self,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             data)
{
  om_engine_read_async (self, get_programs, NULL, NULL, (GDestroyNotify) g_ptr_array_unref, om_engine_get_programs_async,
                        cancellable, callback, data);
}

/** om_engine_get_programs_finish: (transfer full) (nullable) */
GPtrArray *
om_engine_get_programs_finish (OmEngine     *self,
                               GAsyncResult *result,
                               GError      **error)
{
  return om_engine_finish (self, result, om_engine_get_programs_async, error);
}

static gpointer
decide (const OmWriteContext *context,
        gpointer              args,
        GCancellable         *cancellable,
        GError              **error)
{
  OmProgram *program = args;

  program->decided_at = program->leave != OM_LEAVE_UNDECIDED ? context->now : 0;
  return om_store_program_decide (context->store, program, error) ? OM_ENGINE_DONE : NULL;
}

/**
 * om_engine_decide_program_async:
 * @program: what it is, and what it may do from now on
 *
 * "changed" follows.
 */
void
om_engine_decide_program_async (OmEngine            *self,
                                const OmProgram     *program,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             data)
{
  om_engine_write_async (self, decide, om_program_copy (program), (GDestroyNotify) om_program_free, NULL,
                         om_engine_decide_program_async, cancellable, callback, data);
}

/** om_engine_decide_program_finish: */
gboolean
om_engine_decide_program_finish (OmEngine     *self,
                                 GAsyncResult *result,
                                 GError      **error)
{
  return om_engine_finish (self, result, om_engine_decide_program_async, error) != NULL;
}

static gpointer
forget (const OmWriteContext *context,
        gpointer              key,
        GCancellable         *cancellable,
        GError              **error)
{
  gboolean found;

  return om_store_program_forget (context->store, key, &found, error) ? OM_ENGINE_DONE : NULL;
}

/** om_engine_forget_program_async: as if it had never asked; "changed" follows. */
void
om_engine_forget_program_async (OmEngine            *self,
                                const char          *key,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             data)
{
  om_engine_write_async (self, forget, g_strdup (key), g_free, NULL, om_engine_forget_program_async, cancellable, callback,
                         data);
}

/** om_engine_forget_program_finish: */
gboolean
om_engine_forget_program_finish (OmEngine     *self,
                                 GAsyncResult *result,
                                 GError      **error)
{
  return om_engine_finish (self, result, om_engine_forget_program_async, error) != NULL;
}

/* The log --------------------------------------------------------------------------------------- */

static gpointer
log_access (const OmWriteContext *context,
            gpointer              entries,
            GCancellable         *cancellable,
            GError              **error)
{
  return om_store_access_add (context->store, entries, OM_ACCESS_KEPT, error) ? OM_ENGINE_DONE : NULL;
}

static void
log_thread (GTask        *task,
            gpointer      source,
            gpointer      entries,
            GCancellable *cancellable)
{
  OmEngine *self = source;
  g_autoptr (GError) error = NULL;
  gboolean changed = FALSE;
  gboolean done = FALSE;

  if (om_engine_enter (self, &error))
    {
      done = om_engine_write_piece (self, log_access, entries, &changed, NULL, &error) != NULL;
      om_engine_leave (self);
    }
  /* Whatever others wrote is told all the same. */
  if (changed)
    om_engine_queue_signal (self, OM_ENGINE_CHANGED);
  if (done)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, g_steal_pointer (&error));
}

/**
 * om_engine_log_access_async:
 * @entries: (element-type OmAccess): what programs asked; not changed any more
 *
 * Writes it down for the person. No "changed" follows.
 */
void
om_engine_log_access_async (OmEngine            *self,
                            GPtrArray           *entries,
                            GAsyncReadyCallback  callback,
                            gpointer             data)
{
  g_autoptr (GTask) task = g_task_new (self, NULL, callback, data);

  g_task_set_source_tag (task, om_engine_log_access_async);
  g_task_set_task_data (task, g_ptr_array_ref (entries), (GDestroyNotify) g_ptr_array_unref);
  g_task_run_in_thread (task, log_thread);
}

/** om_engine_log_access_finish: */
gboolean
om_engine_log_access_finish (OmEngine     *self,
                             GAsyncResult *result,
                             GError      **error)
{
  g_return_val_if_fail (g_task_is_valid (result, self), FALSE);

  return g_task_propagate_boolean (G_TASK (result), error);
}

static gpointer
get_log (OmEngine     *self,
         OmStore      *store,
         gpointer      args,
         GCancellable *cancellable,
         GError      **error)
{
  return om_store_access_list (store, GPOINTER_TO_UINT (args), error);
}

/**
 * om_engine_get_access_log:
 * @limit: the most rows wanted
 *
 * Returns: (transfer full) (element-type OmAccess) (nullable): newest first
 */
GPtrArray *
om_engine_get_access_log (OmEngine     *self,
                          guint         limit,
                          GCancellable *cancellable,
                          GError      **error)
{
  return om_engine_read (self, get_log, GUINT_TO_POINTER (limit), cancellable, error);
}

/** om_engine_get_access_log_async: the same without blocking. */
void
om_engine_get_access_log_async (OmEngine            *self,
                                guint                limit,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             data)
{
  om_engine_read_async (self, get_log, GUINT_TO_POINTER (limit), NULL, (GDestroyNotify) g_ptr_array_unref,
                        om_engine_get_access_log_async, cancellable, callback, data);
}

/** om_engine_get_access_log_finish: (transfer full) (nullable) */
GPtrArray *
om_engine_get_access_log_finish (OmEngine     *self,
                                 GAsyncResult *result,
                                 GError      **error)
{
  return om_engine_finish (self, result, om_engine_get_access_log_async, error);
}

static gpointer
clear_log (const OmWriteContext *context,
           gpointer              args,
           GCancellable         *cancellable,
           GError              **error)
{
  return om_store_access_clear (context->store, error) ? OM_ENGINE_DONE : NULL;
}

/** om_engine_clear_access_log: empties it; what was decided about programs stays. */
gboolean
om_engine_clear_access_log (OmEngine     *self,
                            GCancellable *cancellable,
                            GError      **error)
{
  return om_engine_write (self, clear_log, NULL, cancellable, error) != NULL;
}

/** om_engine_clear_access_log_async: the same without blocking. */
void
om_engine_clear_access_log_async (OmEngine            *self,
                                  GCancellable        *cancellable,
                                  GAsyncReadyCallback  callback,
                                  gpointer             data)
{
  om_engine_write_async (self, clear_log, NULL, NULL, NULL, om_engine_clear_access_log_async, cancellable, callback, data);
}

/** om_engine_clear_access_log_finish: */
gboolean
om_engine_clear_access_log_finish (OmEngine     *self,
                                   GAsyncResult *result,
                                   GError      **error)
{
  return om_engine_finish (self, result, om_engine_clear_access_log_async, error) != NULL;
}
