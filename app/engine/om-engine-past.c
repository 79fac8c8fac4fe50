/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verbs of OmEngine about salience over time: history, forecast, undo. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "dynamics/om-activity.h"
#include "engine/om-act-private.h"
#include "engine/om-engine-private.h"
#include "engine/om-history.h"
#include "engine/om-marks.h"

static gpointer
get_history (OmEngine     *self,
             OmStore      *store,
             gpointer      id,
             GCancellable *cancellable,
             GError      **error)
{
  return om_history_read (store, id, &om_engine_get_params (self)->constants, om_engine_now (self), error);
}

/**
 * om_engine_get_history:
 * @id: a memory
 *
 * Returns: (transfer full) (nullable): every event of its salience, and what is to come
 */
OmHistory *
om_engine_get_history (OmEngine     *self,
                       const char   *id,
                       GCancellable *cancellable,
                       GError      **error)
{
  return om_engine_read (self, get_history, (gpointer) id, cancellable, error);
}

/** om_engine_get_history_async: the same without blocking. */
void
om_engine_get_history_async (OmEngine            *self,
                             const char          *id,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             data)
{
  om_engine_read_async (self, get_history, g_strdup (id), g_free, (GDestroyNotify) om_history_free,
                        om_engine_get_history_async, cancellable, callback, data);
}

/** om_engine_get_history_finish: (transfer full) (nullable) */
OmHistory *
om_engine_get_history_finish (OmEngine     *self,
                              GAsyncResult *result,
                              GError      **error)
{
  return om_engine_finish (self, result, om_engine_get_history_async, error);
}

/**
 * om_engine_curve_beginning:
 * @history: the history of @memory
 *
 * Returns: the first instant of which om_engine_salience_at() knows, ms UTC; before the memory was written
 *   down if it was taken in as if lived
 */
gint64
om_engine_curve_beginning (const OmHistory *history,
                           const OmMemory  *memory)
{
  return om_history_beginning (history, memory);
}

/**
 * om_engine_salience_at:
 * @history: the history of @memory
 * @at: an instant of the past or the future, ms UTC
 *
 * Returns: the salience then, NAN before the memory was there
 */
double
om_engine_salience_at (OmEngine        *self,
                       const OmHistory *history,
                       const OmMemory  *memory,
                       gint64           at)
{
  return om_history_value_at (history, memory, &om_engine_get_params (self)->constants, at);
}

/**
 * om_engine_vividness_at:
 * @history: the history of @memory
 * @at: an instant of the past or the future, ms UTC
 *
 * Returns: the vividness then, 0..100; -1 before the memory was there, and where bare points of its
 *   salience are all that is left
 */
int
om_engine_vividness_at (OmEngine        *self,
                        const OmHistory *history,
                        const OmMemory  *memory,
                        gint64           at)
{
  return om_history_vividness_at (history, memory, &om_engine_get_params (self)->constants, at);
}

/**
 * om_engine_get_resting_line:
 * @memory: a memory
 *
 * Returns: the vividness below which it goes to rest, 0..100; -1 if it never does by itself
 */
int
om_engine_get_resting_line (OmEngine       *self,
                            const OmMemory *memory)
{
  return om_memory_resting_vividness (memory, om_engine_now (self), &om_engine_get_params (self)->constants);
}

/* Undo ------------------------------------------------------------------------------------------ */

typedef struct
{
  gint64 group;
  guint  n_restored;
} UndoArgs;

static gpointer
undo (const OmWriteContext *context,
      gpointer              data,
      GCancellable         *cancellable,
      GError              **error)
{
  UndoArgs *args = data;

  return om_act_undo (context, args->group, &args->n_restored, error) ? OM_ENGINE_DONE : NULL;
}

/**
 * om_engine_undo:
 * @group: number of a recall or another act, as its events and answers carry it
 * @n_restored: (out) (optional): memories that are as they were before it; 0 if there is no such
 *   act, it was taken back before, or something has happened to all of them since
 *
 * Takes an act back. A memory on which something has happened since is left alone.
 */
gboolean
om_engine_undo (OmEngine     *self,
                gint64        group,
                guint        *n_restored,
                GCancellable *cancellable,
                GError      **error)
{
  UndoArgs args = { .group = group };
  gboolean done = om_engine_write (self, undo, &args, cancellable, error) != NULL;

  if (n_restored != NULL)
    *n_restored = args.n_restored;
  return done;
}

/** om_engine_undo_async: the same without blocking. */
void
om_engine_undo_async (OmEngine            *self,
                      gint64               group,
                      GCancellable        *cancellable,
                      GAsyncReadyCallback  callback,
                      gpointer             data)
{
  UndoArgs args = { .group = group };

  om_engine_write_async (self, undo, g_memdup2 (&args, sizeof args), g_free, NULL, om_engine_undo_async, cancellable,
                         callback, data);
}

/**
 * om_engine_undo_finish:
 * @n_restored: (out) (optional): as om_engine_undo() tells it
 */
gboolean
om_engine_undo_finish (OmEngine     *self,
                       GAsyncResult *result,
                       guint        *n_restored,
                       GError      **error)
{
  gboolean done = om_engine_finish (self, result, om_engine_undo_async, error) != NULL;

  if (n_restored != NULL)
    *n_restored = done ? ((const UndoArgs *) om_engine_get_args (result))->n_restored : 0;
  return done;
}
