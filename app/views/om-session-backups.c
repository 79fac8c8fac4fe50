/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A backup takes the place of the store of a session: what is unsaved is saved, the store closed, the backup put in its
 * place by a worker, and what lies there then is opened. Whatever happens, a store is opened again: the restored one,
 * or the one that was there. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-session-backups.h"

#include <glib/gi18n.h>

#include "engine/om-backup.h"
#include "memory/om-error.h"
#include "views/om-session-private.h"

/* What a restore needs until it ends. */
typedef struct
{
  char   *path;    /* (owned): of the backup */
  char   *store;   /* (owned) */
  gint64  now;
  char   *aside;   /* (owned) (nullable): where the former store lies */
  GError *failure; /* (owned) (nullable): why it could not be opened before */
} Restoring;

static void
restoring_free (gpointer data)
{
  Restoring *self = data;

  g_free (self->path);
  g_free (self->store);
  g_free (self->aside);
  g_clear_error (&self->failure);
  g_free (self);
}

/* Opens what lies there now, unless the session was closed meanwhile. */
static void
open_again (OmSession *self,
            Restoring *restoring,
            gboolean   replaced)
{
  if (self->state != OM_SESSION_OPENING)
    return;
  if (replaced)
    {
      om_desk_put_away (self->desk);
      g_signal_emit_by_name (self, "replaced");
    }
  if (!replaced && restoring->failure != NULL)
    om_session_set_state (self, OM_SESSION_FAILED, g_steal_pointer (&restoring->failure));
  else
    om_session_open_engine (self);
}

static void
put_in_place_cb (GObject      *source,
                 GAsyncResult *result,
                 gpointer      data)
{
  g_autoptr (GTask) task = data;
  OmSession *self = OM_SESSION (source);
  GError *error = NULL;
  gboolean done = g_task_propagate_boolean (G_TASK (result), &error);

  open_again (self, g_task_get_task_data (task), done);
  if (done)
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
put_in_place_thread (GTask        *task,
                     gpointer      source,
                     gpointer      data,
                     GCancellable *cancellable)
{
  Restoring *restoring = data;
  GError *error = NULL;

  if (om_backup_restore (restoring->path, restoring->store, restoring->now, &restoring->aside, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* The task of the restore keeps what the worker needs until that has ended. */
static void
closed_cb (GObject      *source,
           GAsyncResult *result,
           gpointer      data)
{
  GTask *task = data;
  OmSession *self = OM_SESSION (g_task_get_source_object (task));
  g_autoptr (GTask) work = NULL;

  om_engine_close_finish (OM_ENGINE (source), result);
  work = g_task_new (self, g_task_get_cancellable (task), put_in_place_cb, task);
  g_task_set_source_tag (work, closed_cb);
  /* Once it is in its place it is there, whatever is cancelled afterwards. */
  g_task_set_check_cancellable (work, FALSE);
  g_task_set_task_data (work, g_task_get_task_data (task), NULL);
  g_task_run_in_thread (work, put_in_place_thread);
}

/* Takes @task. */
static void
close_store (OmSession *self,
             GTask     *task)
{
  Restoring *restoring = g_task_get_task_data (task);

  if (self->state == OM_SESSION_FAILED)
    restoring->failure = g_error_copy (self->error);
  om_caretaker_stop (self->caretaker);
  g_cancellable_cancel (self->cancellable);
  g_object_unref (self->cancellable);
  self->cancellable = g_cancellable_new ();
  om_session_set_state (self, OM_SESSION_OPENING, NULL);
  om_engine_close_async (self->engine, closed_cb, task);
}

static void
flushed_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr (GTask) task = data;
  OmSession *self = OM_SESSION (g_task_get_source_object (task));
  g_autoptr (GError) error = NULL;

  if (!om_desk_flush_finish (OM_DESK (source), result, &error))
    g_task_return_new_error (task, OM_ERROR, OM_ERROR_FAILED,
                             _("What you wrote last could not be saved, so nothing was restored: %s"), error->message);
  else if (self->state != OM_SESSION_OPEN && self->state != OM_SESSION_LOADED)
    g_task_return_new_error (task, G_IO_ERROR, G_IO_ERROR_CANCELLED, "Closed");
  else
    close_store (self, g_steal_pointer (&task));
}

/**
 * om_session_restore_backup_async:
 * @path: a backup
 *
 * What is unsaved is saved first, or nothing is restored; after a store that could not be opened it is kept and saved
 * into the restored one. Then #OmSession:state says "opening" until a store is open again, and if it is the backup
 * #OmSession::replaced is emitted before. The store that was there is kept beside it.
 */
void
om_session_restore_backup_async (OmSession          *self,
                                 const char         *path,
                                 GCancellable       *cancellable,
                                 GAsyncReadyCallback callback,
                                 gpointer            data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);
  Restoring *restoring = g_new0 (Restoring, 1);

  g_return_if_fail (OM_IS_SESSION (self));

  restoring->path = g_strdup (path);
  restoring->store = g_strdup (self->path);
  restoring->now = om_engine_now (self->engine);
  g_task_set_source_tag (task, om_session_restore_backup_async);
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, restoring, restoring_free);
  if (self->state == OM_SESSION_FAILED)
    close_store (self, g_steal_pointer (&task));
  else if (self->state == OM_SESSION_OPEN || self->state == OM_SESSION_LOADED)
    om_desk_flush_async (self->desk, NULL, flushed_cb, g_steal_pointer (&task));
  else
    g_task_return_new_error (task, OM_ERROR, OM_ERROR_FAILED, _("The journal is not open yet. Try again in a moment."));
}

/**
 * om_session_restore_backup_finish:
 * @aside: (out) (transfer full) (nullable): where the former store lies
 *
 * Returns: %FALSE if the store is as it was
 */
gboolean
om_session_restore_backup_finish (OmSession    *self,
                                  GAsyncResult *result,
                                  char        **aside,
                                  GError      **error)
{
  Restoring *restoring;

  g_return_val_if_fail (g_async_result_is_tagged (result, om_session_restore_backup_async), FALSE);

  restoring = g_task_get_task_data (G_TASK (result));
  *aside = g_steal_pointer (&restoring->aside);
  return g_task_propagate_boolean (G_TASK (result), error);
}
