/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Acts of the person on memories, and taking them back. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-act-private.h"

#include "engine/om-edit.h"
#include "engine/om-engine-private.h"
#include "engine/om-marks.h"
#include "engine/om-reinforcement.h"
#include "store/om-store-events.h"
#include "store/om-store-memories.h"
#include "store/om-store-reminders.h"

/* Pinned implies kept, so what is no longer kept is not pinned either. */
static const struct
{
  guint set;
  guint clear;
} flags_of[OM_N_ACTS] = {
  [OM_ACT_PIN] = { OM_FLAG_PINNED | OM_FLAG_KEPT, 0 },
  [OM_ACT_UNPIN] = { 0, OM_FLAG_PINNED },
  [OM_ACT_KEEP] = { OM_FLAG_KEPT, 0 },
  [OM_ACT_LET_FADE] = { 0, OM_FLAG_KEPT | OM_FLAG_PINNED },
  [OM_ACT_RESOLVE] = { OM_FLAG_RESOLVED, 0 },
  [OM_ACT_REOPEN] = { 0, OM_FLAG_RESOLVED },
  [OM_ACT_HIDE] = { OM_FLAG_HIDDEN, 0 },
  [OM_ACT_UNHIDE] = { 0, OM_FLAG_HIDDEN },
  [OM_ACT_MAKE_PRIVATE] = { OM_FLAG_PRIVATE, 0 },
  [OM_ACT_UNMAKE_PRIVATE] = { 0, OM_FLAG_PRIVATE },
};

static gboolean
act_on_each (const OmWriteContext *context,
             OmAct                 act,
             const char *const    *ids,
             gint64                group,
             gboolean             *changed,
             GError              **error)
{
  for (guint i = 0; ids[i] != NULL; i++)
    {
      if (!om_edit_flags (context, ids[i], flags_of[act].set, flags_of[act].clear, group, changed, error))
        return FALSE;
    }
  return TRUE;
}

/**
 * om_act:
 * @act: what is done; %OM_ACT_REMEMBER and %OM_ACT_READ with one memory alone
 * @ids: (array zero-terminated=1): memories
 * @group: (out): number by which it can be taken back, 0 if nothing changed
 * @error: return location
 *
 * All or none.
 */
gboolean
om_act (const OmWriteContext *context,
        OmAct                 act,
        const char *const    *ids,
        gint64               *group,
        GError              **error)
{
  gboolean changed = FALSE;
  gboolean done;
  gint64 made;

  *group = 0;
  if (act == OM_ACT_REMEMBER || act == OM_ACT_READ)
    {
      OmRecallWay way = act == OM_ACT_REMEMBER ? OM_RECALL_WAY_SAID : OM_RECALL_WAY_READ;

      return ids[0] == NULL || om_reinforce_memory (context, ids[0], way, group, error);
    }
  if (act == OM_ACT_REST || act == OM_ACT_WAKE)
    return om_marks_rest (context, ids, act == OM_ACT_REST, group, error);

  if (!om_store_begin (context->store, error))
    return FALSE;
  made = om_store_next_revision (context->store, error);
  done = made >= 0 && act_on_each (context, act, ids, made, &changed, error);
  if (!done || !changed)
    {
      om_store_rollback (context->store);
      return done;
    }
  if (!om_store_commit (context->store, error))
    return FALSE;
  *group = made;
  om_edit_draw_links (context);
  return TRUE;
}

/* Undo ------------------------------------------------------------------------------------------ */

/** Marked: a memory whose flags the act changed, and what they are before it is taken back. */
typedef struct
{
  gint64 row;
  guint  flags;
} Marked;

static GArray *
find_marked (const OmWriteContext *context,
             gint64                group,
             GError              **error)
{
  g_autoptr (GArray) events = om_store_events_of_group (context->store, group, error);
  g_autoptr (GArray) marked = g_array_new (FALSE, FALSE, sizeof (Marked));

  if (events == NULL)
    return NULL;
  for (guint i = 0; i < events->len; i++)
    {
      const OmEvent *event = &g_array_index (events, OmEvent, i);
      g_autoptr (OmMemory) memory = NULL;
      Marked found;

      if (event->flags_changed == 0)
        continue;
      memory = om_store_memory_get (context->store, event->row, error);
      if (memory == NULL)
        return NULL;
      found = (Marked){ event->row, memory->flags };
      g_array_append_val (marked, found);
    }
  return g_steal_pointer (&marked);
}

static gboolean
follow (const OmWriteContext *context,
        const Marked         *marked,
        GError              **error)
{
  g_autoptr (OmMemory) memory = om_store_memory_get (context->store, marked->row, error);

  if (memory == NULL)
    return FALSE;
  if (memory->flags == marked->flags)
    return TRUE;
  if ((memory->flags & ~marked->flags & OM_FLAG_PINNED) != 0 && !om_write_check_pins (context, memory->row, error))
    return FALSE;
  return om_edit_follow_flags (context, memory, marked->flags, error);
}

static gboolean
undo (const OmWriteContext *context,
      gint64                group,
      guint                *n_restored,
      GError              **error)
{
  g_autoptr (GArray) marked = find_marked (context, group, error);
  guint n_reminders;

  if (marked == NULL || !om_store_events_undo (context->store, group, context->now, n_restored, error) ||
      !om_store_reminders_undo (context->store, group, &n_reminders, error))
    return FALSE;
  /* An answer to a reminder is one act on one memory. */
  *n_restored = MAX (*n_restored, n_reminders);
  for (guint i = 0; i < marked->len; i++)
    {
      if (!follow (context, &g_array_index (marked, Marked, i), error))
        return FALSE;
    }
  return TRUE;
}

/**
 * om_act_undo:
 * @group: number of an act
 * @n_restored: (out): memories that are as they were before it
 * @error: return location
 *
 * Takes an act back, and what hung on it.
 */
gboolean
om_act_undo (const OmWriteContext *context,
             gint64                group,
             guint                *n_restored,
             GError              **error)
{
  *n_restored = 0;
  if (!om_store_begin (context->store, error))
    return FALSE;
  if (!undo (context, group, n_restored, error))
    {
      om_store_rollback (context->store);
      *n_restored = 0;
      return FALSE;
    }
  if (!om_store_commit (context->store, error))
    return FALSE;
  om_edit_draw_links (context);
  return TRUE;
}

/* The verbs of OmEngine ------------------------------------------------------------------------- */

typedef struct
{
  OmAct  act;
  char **ids; /* (owned) by the asynchronous form */
} ActArgs;

static void
act_args_free (gpointer data)
{
  ActArgs *args = data;

  g_strfreev (args->ids);
  g_free (args);
}

static gpointer
act (const OmWriteContext *context,
     gpointer              data,
     GCancellable         *cancellable,
     GError              **error)
{
  const ActArgs *args = data;
  gint64 group;

  return om_act (context, args->act, (const char *const *) args->ids, &group, error) ? g_memdup2 (&group, sizeof group) : NULL;
}

/**
 * om_act_take_group:
 * @made: (transfer full) (nullable): what a writing job of acts gave
 * @group: (out) (optional): the number in it, 0 if the job failed
 *
 * Returns: whether the job was done
 */
gboolean
om_act_take_group (gint64 *made,
                   gint64 *group)
{
  gboolean done = made != NULL;

  if (group != NULL)
    *group = done ? *made : 0;
  g_free (made);
  return done;
}

/**
 * om_engine_act:
 * @act: what is done
 * @ids: (array zero-terminated=1): memories
 * @group: (out) (optional): number for om_engine_undo(), 0 if nothing changed
 * @error: return location; %OM_ERROR_INVALID if there is no room for another pin
 *
 * All or none.
 */
gboolean
om_engine_act (OmEngine          *self,
               OmAct              what,
               const char *const *ids,
               gint64            *group,
               GCancellable      *cancellable,
               GError           **error)
{
  ActArgs args = { what, (char **) ids };

  g_return_val_if_fail (OM_IS_ENGINE (self), FALSE);
  g_return_val_if_fail (what >= 0 && what < OM_N_ACTS, FALSE);

  return om_act_take_group (om_engine_write (self, act, &args, cancellable, error), group);
}

/** om_engine_act_async: the same without blocking. */
void
om_engine_act_async (OmEngine            *self,
                     OmAct                what,
                     const char *const   *ids,
                     GCancellable        *cancellable,
                     GAsyncReadyCallback  callback,
                     gpointer             data)
{
  ActArgs *args = g_new0 (ActArgs, 1);

  g_return_if_fail (OM_IS_ENGINE (self));
  g_return_if_fail (what >= 0 && what < OM_N_ACTS);

  args->act = what;
  args->ids = g_strdupv ((char **) ids);
  om_engine_write_async (self, act, args, act_args_free, g_free, om_engine_act_async, cancellable, callback, data);
}

/** om_engine_act_finish: @group: (out) (optional): number for om_engine_undo(), 0 if nothing changed */
gboolean
om_engine_act_finish (OmEngine     *self,
                      GAsyncResult *result,
                      gint64       *group,
                      GError      **error)
{
  return om_act_take_group (om_engine_finish (self, result, om_engine_act_async, error), group);
}
