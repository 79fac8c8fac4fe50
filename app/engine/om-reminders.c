/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verbs of OmEngine about reminders. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-reminders.h"

#include <glib/gi18n.h>

#include "dynamics/om-reminder-interval.h"
#include "engine/om-act-private.h"
#include "engine/om-engine-private.h"
#include "engine/om-reinforcement.h"
#include "store/om-store-memories.h"
#include "store/om-store-reminders.h"

/** Act: setting or answering. */
typedef struct
{
  char            *id; /* (owned) by the asynchronous forms */
  gint64           due_at;
  OmReminderAnswer answer;
} Act;

/** Done: what came of it. */
typedef struct
{
  gint64 group;
  gint64 due_at;
} Done;

static void
act_free (gpointer data)
{
  Act *act = data;

  g_free (act->id);
  g_free (act);
}

static gboolean
take_done (Done   *done,
           gint64 *group,
           gint64 *due_at)
{
  gboolean is_done = done != NULL;

  if (group != NULL)
    *group = is_done ? done->group : 0;
  if (due_at != NULL)
    *due_at = is_done ? done->due_at : 0;
  g_free (done);
  return is_done;
}

/* Runs the rest of an act in one transaction. */
typedef gboolean (*ChangeFunc) (const OmWriteContext *context,
                                const Act            *act,
                                OmMemory             *memory,
                                OmStoreReminder      *reminder,
                                Done                 *done,
                                GError              **error);

static gboolean
change_in_transaction (const OmWriteContext *context,
                       const Act            *act,
                       ChangeFunc            change,
                       Done                 *done,
                       GError              **error)
{
  g_autoptr (OmMemory) memory = om_store_memory_get_by_id (context->store, act->id, error);
  OmStoreReminder reminder;

  if (memory == NULL || !om_store_reminder_get (context->store, memory->row, &reminder, error))
    return FALSE;
  if (memory->trashed_at != 0)
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_INVALID, _("It lies in the bin. Restore it first."));
      return FALSE;
    }
  return change (context, act, memory, &reminder, done, error);
}

static gpointer
run_act (const OmWriteContext *context,
         const Act            *act,
         ChangeFunc            change,
         GError              **error)
{
  Done done = { 0, 0 };

  if (!om_store_begin (context->store, error))
    return NULL;
  if (!change_in_transaction (context, act, change, &done, error))
    {
      om_store_rollback (context->store);
      return NULL;
    }
  return om_store_commit (context->store, error) ? g_memdup2 (&done, sizeof done) : NULL;
}

/* When ------------------------------------------------------------------------------------------ */

/**
 * om_engine_get_reminder_morning:
 * @civil_day: a day of the calendar
 *
 * Returns: when somebody is reminded who said that day alone, ms UTC
 */
gint64
om_engine_get_reminder_morning (OmEngine *self,
                                gint32    civil_day)
{
  g_return_val_if_fail (OM_IS_ENGINE (self), 0);

  return om_reminder_on_day (civil_day, self->zone);
}

/* Setting --------------------------------------------------------------------------------------- */

static gboolean
set_reminder (const OmWriteContext *context,
              const Act            *act,
              OmMemory             *memory,
              OmStoreReminder      *reminder,
              Done                 *done,
              GError              **error)
{
  if (reminder->due_at == act->due_at)
    return TRUE;
  if (act->due_at != 0 && act->due_at <= context->now)
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_INVALID, _("That time is over. Choose a later one."));
      return FALSE;
    }
  done->due_at = act->due_at;
  done->group = reminder->act = om_store_next_revision (context->store, error);
  reminder->due_at = act->due_at;
  reminder->interval_ms = act->due_at != 0 ? om_reminder_interval (context->now, act->due_at) : 0;
  reminder->told_at = 0;
  return done->group >= 0 && om_store_reminder_put (context->store, reminder, error);
}

static gpointer
run_set (const OmWriteContext *context,
         gpointer              data,
         GCancellable         *cancellable,
         GError              **error)
{
  return run_act (context, data, set_reminder, error);
}

/**
 * om_engine_set_reminder:
 * @id: a memory
 * @due_at: when it wants to be seen, ms UTC; 0 to switch its reminder off
 * @group: (out) (optional): number for om_engine_undo(), 0 if nothing changed
 * @error: return location; %OM_ERROR_INVALID if that is over, or it lies in the bin
 *
 * In place of a reminder that there is already.
 */
gboolean
om_engine_set_reminder (OmEngine     *self,
                        const char   *id,
                        gint64        due_at,
                        gint64       *group,
                        GCancellable *cancellable,
                        GError      **error)
{
  Act act = { (char *) id, due_at, OM_REMINDER_UNKNOWN };

  return take_done (om_engine_write (self, run_set, &act, cancellable, error), group, NULL);
}

static Act *
act_new (const char      *id,
         gint64           due_at,
         OmReminderAnswer answer)
{
  Act *act = g_new (Act, 1);

  *act = (Act){ g_strdup (id), due_at, answer };
  return act;
}

/** om_engine_set_reminder_async: the same without blocking. */
void
om_engine_set_reminder_async (OmEngine            *self,
                              const char          *id,
                              gint64               due_at,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             data)
{
  om_engine_write_async (self, run_set, act_new (id, due_at, OM_REMINDER_UNKNOWN), act_free, g_free,
                         om_engine_set_reminder_async, cancellable, callback, data);
}

/** om_engine_set_reminder_finish: @group: (out) (optional) */
gboolean
om_engine_set_reminder_finish (OmEngine     *self,
                               GAsyncResult *result,
                               gint64       *group,
                               GError      **error)
{
  return take_done (om_engine_finish (self, result, om_engine_set_reminder_async, error), group, NULL);
}

/* Answering ------------------------------------------------------------------------------------- */

/* Two answers to one notification, or one from each of two windows: the second finds nothing due. */
static gboolean
answer_reminder (const OmWriteContext *context,
                 const Act            *act,
                 OmMemory             *memory,
                 OmStoreReminder      *reminder,
                 Done                 *done,
                 GError              **error)
{
  double days = (double) reminder->interval_ms / OM_MS_PER_DAY;

  if (reminder->due_at == 0 || reminder->due_at > context->now)
    {
      g_set_error_literal (error, OM_ERROR, OM_ERROR_INVALID, _("It is not due. Perhaps it was answered already."));
      return FALSE;
    }
  if (!om_reinforce_reminded (context, memory, act->answer != OM_REMINDER_GONE, &done->group, error))
    return FALSE;
  days = om_reminder_next_days (days, act->answer);
  reminder->due_at = done->due_at = om_reminder_due (context->now, days, context->zone);
  reminder->interval_ms = (gint64) (days * OM_MS_PER_DAY);
  reminder->told_at = 0;
  reminder->act = done->group;
  return om_store_reminder_put (context->store, reminder, error);
}

static gpointer
run_answer (const OmWriteContext *context,
            gpointer              data,
            GCancellable         *cancellable,
            GError              **error)
{
  return run_act (context, data, answer_reminder, error);
}

/**
 * om_engine_answer_reminder:
 * @id: a memory of which the reminder is due
 * @answer: how well it was remembered
 * @group: (out) (optional): number for om_engine_undo()
 * @due_at: (out) (optional): when it wants to be seen again, ms UTC
 * @error: return location; %OM_ERROR_INVALID if it is not due
 *
 * It counts as a recall; one that was gone is not counted among its uses.
 */
gboolean
om_engine_answer_reminder (OmEngine        *self,
                           const char      *id,
                           OmReminderAnswer answer,
                           gint64          *group,
                           gint64          *due_at,
                           GCancellable    *cancellable,
                           GError         **error)
{
  Act act = { (char *) id, 0, answer };

  g_return_val_if_fail (answer >= 0 && answer < OM_N_REMINDER_ANSWERS, FALSE);

  return take_done (om_engine_write (self, run_answer, &act, cancellable, error), group, due_at);
}

/** om_engine_answer_reminder_async: the same without blocking. */
void
om_engine_answer_reminder_async (OmEngine            *self,
                                 const char          *id,
                                 OmReminderAnswer     answer,
                                 GCancellable        *cancellable,
                                 GAsyncReadyCallback  callback,
                                 gpointer             data)
{
  g_return_if_fail (answer >= 0 && answer < OM_N_REMINDER_ANSWERS);

  om_engine_write_async (self, run_answer, act_new (id, 0, answer), act_free, g_free, om_engine_answer_reminder_async,
                         cancellable, callback, data);
}

/** om_engine_answer_reminder_finish: @group: (out) (optional): @due_at: (out) (optional) */
gboolean
om_engine_answer_reminder_finish (OmEngine     *self,
                                  GAsyncResult *result,
                                  gint64       *group,
                                  gint64       *due_at,
                                  GError      **error)
{
  return take_done (om_engine_finish (self, result, om_engine_answer_reminder_async, error), group, due_at);
}

/* Reading --------------------------------------------------------------------------------------- */

static OmReminder *
reminder_new (OmMemory              *memory,
              const OmStoreReminder *stored)
{
  OmReminder *reminder = g_new (OmReminder, 1);

  *reminder = (OmReminder){ memory, stored->due_at, stored->interval_ms, stored->told_at };
  return reminder;
}

static GPtrArray *
read_all (OmStore      *store,
          const GArray *stored,
          GError      **error)
{
  g_autoptr (GPtrArray) reminders = g_ptr_array_new_with_free_func ((GDestroyNotify) om_reminder_free);

  for (guint i = 0; i < stored->len; i++)
    {
      const OmStoreReminder *each = &g_array_index (stored, OmStoreReminder, i);
      OmMemory *memory = om_store_memory_get (store, each->row, error);

      if (memory == NULL)
        return NULL;
      g_ptr_array_add (reminders, reminder_new (memory, each));
    }
  return g_steal_pointer (&reminders);
}

static gpointer
get_reminder (OmEngine     *self,
              OmStore      *store,
              gpointer      id,
              GCancellable *cancellable,
              GError      **error)
{
  g_autoptr (OmMemory) memory = om_store_memory_get_by_id (store, id, error);
  OmStoreReminder stored;

  if (memory == NULL || !om_store_reminder_get (store, memory->row, &stored, error))
    return NULL;
  return reminder_new (g_steal_pointer (&memory), &stored);
}

/**
 * om_engine_get_reminder:
 * @id: a memory
 *
 * Returns: (transfer full) (nullable): its reminder, with due_at 0 if there is none
 */
OmReminder *
om_engine_get_reminder (OmEngine     *self,
                        const char   *id,
                        GCancellable *cancellable,
                        GError      **error)
{
  return om_engine_read (self, get_reminder, (gpointer) id, cancellable, error);
}

/** om_engine_get_reminder_async: the same without blocking. */
void
om_engine_get_reminder_async (OmEngine            *self,
                              const char          *id,
                              GCancellable        *cancellable,
                              GAsyncReadyCallback  callback,
                              gpointer             data)
{
  om_engine_read_async (self, get_reminder, g_strdup (id), g_free, (GDestroyNotify) om_reminder_free,
                        om_engine_get_reminder_async, cancellable, callback, data);
}

/** om_engine_get_reminder_finish: (transfer full) (nullable) */
OmReminder *
om_engine_get_reminder_finish (OmEngine     *self,
                               GAsyncResult *result,
                               GError      **error)
{
  return om_engine_finish (self, result, om_engine_get_reminder_async, error);
}

static gpointer
list_reminders (OmEngine     *self,
                OmStore      *store,
                gpointer      due,
                GCancellable *cancellable,
                GError      **error)
{
  gint64 until = GPOINTER_TO_INT (due) ? om_engine_now (self) : G_MAXINT64;
  g_autoptr (GArray) stored = om_store_reminders_list (store, until, error);

  return stored != NULL ? read_all (store, stored, error) : NULL;
}

/**
 * om_engine_list_reminders:
 * @due: those alone that are due now
 *
 * Returns: (transfer full) (element-type OmReminder) (nullable): the one that is due first first
 */
GPtrArray *
om_engine_list_reminders (OmEngine     *self,
                          gboolean      due,
                          GCancellable *cancellable,
                          GError      **error)
{
  return om_engine_read (self, list_reminders, GINT_TO_POINTER (due), cancellable, error);
}

/** om_engine_list_reminders_async: the same without blocking. */
void
om_engine_list_reminders_async (OmEngine            *self,
                                gboolean             due,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             data)
{
  om_engine_read_async (self, list_reminders, GINT_TO_POINTER (due), NULL, (GDestroyNotify) g_ptr_array_unref,
                        om_engine_list_reminders_async, cancellable, callback, data);
}

/** om_engine_list_reminders_finish: (transfer full) (nullable) */
GPtrArray *
om_engine_list_reminders_finish (OmEngine     *self,
                                 GAsyncResult *result,
                                 GError      **error)
{
  return om_engine_finish (self, result, om_engine_list_reminders_async, error);
}

/* Telling --------------------------------------------------------------------------------------- */

static gpointer
read_next (OmEngine     *self,
           OmStore      *store,
           gpointer      args,
           GCancellable *cancellable,
           GError      **error)
{
  gint64 next;

  return om_store_reminders_next (store, &next, error) ? g_memdup2 (&next, sizeof next) : NULL;
}

static gpointer
tell (const OmWriteContext *context,
      gpointer              args,
      GCancellable         *cancellable,
      GError              **error)
{
  g_autoptr (GArray) stored = om_store_reminders_tell (context->store, context->now, error);

  return stored != NULL ? read_all (context->store, stored, error) : NULL;
}

/**
 * om_engine_tell_reminders:
 * @next: (out) (optional): when the next is due, ms UTC; %G_MAXINT64 if none is known
 * @error: return location
 *
 * Takes upon itself to tell the person of what is due: each is given once, to one process. The store is written
 * to only if there is any.
 *
 * Returns: (transfer full) (element-type OmReminder) (nullable): what is to be told
 */
GPtrArray *
om_engine_tell_reminders (OmEngine     *self,
                          gint64       *next,
                          GCancellable *cancellable,
                          GError      **error)
{
  g_autofree gint64 *first = om_engine_read (self, read_next, NULL, cancellable, error);
  g_autofree gint64 *second = NULL;
  g_autoptr (GPtrArray) told = NULL;

  if (first == NULL)
    return NULL;
  if (*first > om_engine_now (self))
    {
      if (next != NULL)
        *next = *first;
      return g_ptr_array_new_with_free_func ((GDestroyNotify) om_reminder_free);
    }
  told = om_engine_write (self, tell, NULL, cancellable, error);
  /* What was taken on is told, whatever comes of asking for more. */
  second = told != NULL ? om_engine_read (self, read_next, NULL, NULL, NULL) : NULL;
  if (next != NULL)
    *next = second != NULL ? *second : G_MAXINT64;
  return g_steal_pointer (&told);
}

/** Told: an answer on its way to the engine's thread. */
typedef struct
{
  GPtrArray *reminders; /* (owned) (nullable) */
  gint64     next;
} Told;

static void
told_free (gpointer data)
{
  Told *told = data;

  g_clear_pointer (&told->reminders, g_ptr_array_unref);
  g_free (told);
}

static void
tell_thread (GTask        *task,
             gpointer      source,
             gpointer      data,
             GCancellable *cancellable)
{
  g_autoptr (GError) error = NULL;
  Told *told = g_new0 (Told, 1);

  told->reminders = om_engine_tell_reminders (source, &told->next, cancellable, &error);
  if (told->reminders != NULL)
    {
      g_task_return_pointer (task, told, told_free);
      return;
    }
  told_free (told);
  g_task_return_error (task, g_steal_pointer (&error));
}

/** om_engine_tell_reminders_async: the same without blocking. */
void
om_engine_tell_reminders_async (OmEngine            *self,
                                GCancellable        *cancellable,
                                GAsyncReadyCallback  callback,
                                gpointer             data)
{
  g_autoptr (GTask) task = g_task_new (self, cancellable, callback, data);

  g_task_set_source_tag (task, om_engine_tell_reminders_async);
  /* What was taken on is told. */
  g_task_set_check_cancellable (task, FALSE);
  g_task_run_in_thread (task, tell_thread);
}

/** om_engine_tell_reminders_finish: (transfer full) (nullable): @next: (out) */
GPtrArray *
om_engine_tell_reminders_finish (OmEngine     *self,
                                 GAsyncResult *result,
                                 gint64       *next,
                                 GError      **error)
{
  Told *told;
  GPtrArray *reminders;

  g_return_val_if_fail (g_task_is_valid (result, self), NULL);

  told = g_task_propagate_pointer (G_TASK (result), error);
  *next = told != NULL ? told->next : G_MAXINT64;
  if (told == NULL)
    return NULL;
  reminders = g_steal_pointer (&told->reminders);
  told_free (told);
  return reminders;
}
