/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a call ends: with a value, refused, or given up; and that it is written down. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bus/om-bus-service-private.h"

#include "bus/om-bus-error.h"

/** om_bus_call_free: of an #OmBusCall nobody works on. */
void
om_bus_call_free (gpointer data)
{
  OmBusCall *call = data;

  g_clear_handle_id (&call->patience_id, g_source_remove);
  g_clear_object (&call->invocation);
  g_clear_object (&call->engine);
  g_clear_object (&call->cancellable);
  g_clear_object (&call->fds);
  g_clear_pointer (&call->allowed, g_hash_table_unref);
  g_variant_unref (call->parameters);
  om_bus_caller_unref (call->caller);
  g_free (call);
}

/* The reply goes out; a call that runs is kept until its worker is done. */
static void
settle (OmBusService    *self,
        OmBusCall       *call,
        OmAccessOutcome  outcome)
{
  call->stage = OM_BUS_STAGE_ANSWERED;
  call->caller->n_pending--;
  g_clear_handle_id (&call->patience_id, g_source_remove);
  if (call->caller->known)
    om_bus_log_add (self->log, call->caller->program, call->method->name, outcome, call->given, om_bus_service_now (self));
  g_clear_object (&call->invocation);
}

/** om_bus_service_answer_value: @value is floating. */
void
om_bus_service_answer_value (OmBusService *self,
                             OmBusCall    *call,
                             GVariant     *value)
{
  g_dbus_method_invocation_return_value (g_steal_pointer (&call->invocation), value);
  settle (self, call, OM_ACCESS_ANSWERED);
}

/** om_bus_service_answer_error: @error is any of the engine's. */
void
om_bus_service_answer_error (OmBusService   *self,
                             OmBusCall      *call,
                             OmAccessOutcome outcome,
                             const GError   *error)
{
  g_autoptr (GError) outer = om_bus_error_translate (error);

  g_dbus_method_invocation_return_gerror (g_steal_pointer (&call->invocation), outer);
  settle (self, call, outcome);
}

/** om_bus_service_refuse: for a reason the caller is told. */
void
om_bus_service_refuse (OmBusService *self,
                       OmBusCall    *call,
                       const char   *why)
{
  g_autoptr (GError) error = g_error_new_literal (OM_BUS_ERROR, OM_BUS_ERROR_NOT_ALLOWED, why);

  om_bus_service_answer_error (self, call, OM_ACCESS_REFUSED, error);
}

/**
 * om_bus_service_give_up:
 * @call: not answered, or answered already
 * @empty: (nullable): an answer in the text format of GVariant; an error if there is none
 *
 * Nobody hears the answer any more, or wants it.
 */
void
om_bus_service_give_up (OmBusService *self,
                        OmBusCall    *call,
                        const char   *empty)
{
  OmBusStage stage = call->stage;

  if (stage == OM_BUS_STAGE_ANSWERED)
    return;
  g_cancellable_cancel (call->cancellable);
  g_queue_remove (&self->queue, call);
  if (empty != NULL)
    om_bus_service_answer_value (self, call, g_variant_new_parsed (empty));
  else
    {
      g_autoptr (GError) error = g_error_new_literal (OM_BUS_ERROR, OM_BUS_ERROR_BUSY, "The call was given up.");

      om_bus_service_answer_error (self, call, OM_ACCESS_FAILED, error);
    }
  if (stage != OM_BUS_STAGE_RUNNING)
    g_ptr_array_remove (self->calls, call);
}
