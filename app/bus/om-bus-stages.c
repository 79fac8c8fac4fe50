/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The way of a call: who asks is known, the store is open, the person lets it, a worker is free. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bus/om-bus-service-private.h"

/* So many run at once: the rest of the workers is the window's. */
#define RUNNING_MAX 4

static void run_queue (OmBusService *self);

static void
run_thread (GTask        *task,
            gpointer      source,
            gpointer      data,
            GCancellable *cancellable)
{
  OmBusCall *call = data;
  g_autoptr (GError) error = NULL;
  GVariant *reply = NULL;

  if (!g_cancellable_set_error_if_cancelled (cancellable, &error))
    reply = call->method->func (call, cancellable, &error);
  if (reply == NULL)
    g_task_return_error (task, g_steal_pointer (&error));
  else
    g_task_return_pointer (task, g_variant_ref_sink (reply), (GDestroyNotify) g_variant_unref);
}

static void
ran_cb (GObject      *source,
        GAsyncResult *result,
        gpointer      data)
{
  OmBusService *self = OM_BUS_SERVICE (source);
  OmBusCall *call = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) reply = g_task_propagate_pointer (G_TASK (result), &error);

  self->n_running--;
  g_clear_object (&call->engine);
  /* The store was closed under it, and nothing was done: the next one answers. */
  if (call->stage == OM_BUS_STAGE_RUNNING && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED) &&
      !g_cancellable_is_cancelled (call->cancellable) && self->connection != NULL)
    {
      call->stage = OM_BUS_STAGE_WAITING;
      call->given = 0;
      om_bus_service_advance (self);
      return;
    }
  if (call->stage == OM_BUS_STAGE_RUNNING)
    {
      if (reply != NULL && call->method->done != NULL)
        call->method->done (call);
      if (reply != NULL)
        om_bus_service_answer_value (self, call, reply);
      else
        om_bus_service_answer_error (self, call, OM_ACCESS_FAILED, error);
    }
  g_ptr_array_remove (self->calls, call);
  run_queue (self);
  om_bus_service_tell_busy (self);
}

static void
run_queue (OmBusService *self)
{
  while (self->n_running < RUNNING_MAX && self->engine != NULL && !g_queue_is_empty (&self->queue))
    {
      OmBusCall *call = g_queue_pop_head (&self->queue);
      g_autoptr (GTask) task = g_task_new (self, call->cancellable, ran_cb, call);

      call->stage = OM_BUS_STAGE_RUNNING;
      call->engine = g_object_ref (self->engine);
      self->n_running++;
      g_task_set_source_tag (task, run_queue);
      g_task_set_check_cancellable (task, FALSE);
      g_task_set_task_data (task, call, NULL);
      g_task_run_in_thread (task, run_thread);
    }
}

static void
find_what_it_may (OmBusService *self,
                  OmBusCall    *call,
                  OmLeave       leave)
{
  for (guint needs = 0; needs < OM_N_BUS_NEEDS; needs++)
    {
      if (om_bus_gate (self->mode, call->caller->program, leave, needs) == OM_BUS_OPEN)
        call->may |= 1u << needs;
    }
}

/* Looks how far a waiting call can go. */
static void
advance (OmBusService *self,
         OmBusCall    *call)
{
  OmLeave leave;

  if (self->mode == OM_BUS_MODE_OFF)
    {
      om_bus_service_refuse (self, call, "The person has switched access for other programs off.");
      return;
    }
  if (!call->caller->known)
    return;
  if (call->caller->foreign)
    {
      om_bus_service_refuse (self, call, "Memories are given to the person's own programs only.");
      return;
    }
  if (self->engine == NULL)
    {
      if (!self->wanted)
        {
          self->wanted = TRUE;
          om_bus_service_emit_engine_wanted (self);
        }
      return;
    }
  if (self->leaves == NULL || (call->method->needs != OM_BUS_NEEDS_READ && !om_bus_signals_is_ready (self->signals)))
    return;

  leave = om_bus_service_find_leave (self, call->caller);
  switch (om_bus_gate (self->mode, call->caller->program, leave, call->method->needs))
    {
    case OM_BUS_OPEN:
      g_clear_handle_id (&call->patience_id, g_source_remove);
      find_what_it_may (self, call, leave);
      call->stage = OM_BUS_STAGE_QUEUED;
      g_queue_push_tail (&self->queue, call);
      break;
    case OM_BUS_ASK:
      om_bus_service_ask (self, call);
      break;
    case OM_BUS_REFUSE:
    default:
      om_bus_service_refuse (self, call, "The person does not allow this.");
      break;
    }
}

/**
 * om_bus_service_advance:
 *
 * Something became known: looks how far each waiting call can go, and has the work done.
 */
void
om_bus_service_advance (OmBusService *self)
{
  g_autoptr (GPtrArray) calls = g_ptr_array_copy (self->calls, NULL, NULL);

  g_ptr_array_set_free_func (calls, NULL);
  for (guint i = 0; i < calls->len; i++)
    {
      OmBusCall *call = g_ptr_array_index (calls, i);

      /* What a handler of a signal does may end others. */
      if (!g_ptr_array_find (self->calls, call, NULL) || call->stage != OM_BUS_STAGE_WAITING)
        continue;
      advance (self, call);
      if (g_ptr_array_find (self->calls, call, NULL) && call->stage == OM_BUS_STAGE_ANSWERED)
        g_ptr_array_remove (self->calls, call);
    }
  run_queue (self);
  om_bus_service_tell_busy (self);
}
