/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the person says about programs: read from the store, asked, kept. Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bus/om-bus-service-private.h"

/* Callers give up after 25 s: before that they are told that the person has not answered yet. */
#define PATIENCE_MS 20000

/** om_bus_service_find_leave: what the person has said of a caller; the decisions are read. */
OmLeave
om_bus_service_find_leave (OmBusService *self,
                           OmBusCaller  *caller)
{
  g_autofree char *key = om_bus_caller_dup_key (caller);
  gpointer leave;

  if (g_hash_table_lookup_extended (self->said, key, NULL, &leave))
    return (OmLeave) GPOINTER_TO_INT (leave);
  if (g_hash_table_lookup_extended (self->leaves, key, NULL, &leave))
    return (OmLeave) GPOINTER_TO_INT (leave);
  return OM_LEAVE_UNDECIDED;
}

static gboolean
patience_cb (gpointer data)
{
  OmBusCall *call = data;
  OmBusService *self = call->service;

  call->patience_id = 0;
  om_bus_service_refuse (self, call, "The person has been asked and has not answered yet.");
  g_ptr_array_remove (self->calls, call);
  om_bus_service_tell_busy (self);
  return G_SOURCE_REMOVE;
}

/**
 * om_bus_service_ask:
 * @call: waits for what the person says
 *
 * Asks, once for all calls of a program. Nobody waits for ever.
 */
void
om_bus_service_ask (OmBusService *self,
                    OmBusCall    *call)
{
  g_autofree char *key = om_bus_caller_dup_key (call->caller);
  g_autoptr (OmProgram) program = NULL;

  if (!om_bus_service_can_ask (self))
    {
      om_bus_service_refuse (self, call, "The person has to allow this, and cannot be asked now.");
      return;
    }
  if (call->patience_id == 0)
    {
      call->patience_id = g_timeout_add (PATIENCE_MS, patience_cb, call);
      g_source_set_name_by_id (call->patience_id, "[openmemory] patience with a question");
    }
  if (!g_hash_table_add (self->asked, g_strdup (key)))
    return;
  program = call->caller->program != NULL ? om_program_copy (call->caller->program)
                                          : om_program_new (key, "", OM_PROGRAM_HOST);
  om_bus_service_emit_ask (self, program, call->method->needs == OM_BUS_NEEDS_CHANGE);
}

static void
programs_cb (GObject      *source,
             GAsyncResult *result,
             gpointer      data)
{
  g_autoptr (OmBusService) self = OM_BUS_SERVICE (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) programs = om_engine_get_programs_finish (OM_ENGINE (source), result, &error);

  if ((gpointer) self->engine != (gpointer) source)
    return;
  if (programs == NULL)
    {
      /* Without the decisions nobody is answered. */
      if (self->leaves == NULL)
        om_bus_service_set_failed (self, error);
      return;
    }
  g_clear_pointer (&self->leaves, g_hash_table_unref);
  self->leaves = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < programs->len; i++)
    {
      const OmProgram *program = g_ptr_array_index (programs, i);

      if (program->leave == OM_LEAVE_UNDECIDED)
        continue;
      g_hash_table_insert (self->leaves, g_strdup (program->key), GINT_TO_POINTER (program->leave));
      /* What is written counts more than what was said in passing. */
      g_hash_table_remove (self->said, program->key);
    }
  om_bus_service_advance (self);
}

/** om_bus_service_read_programs: decisions are changed in the preferences, of this process or another. */
void
om_bus_service_read_programs (OmBusService *self)
{
  om_engine_get_programs_async (self->engine, self->opened, programs_cb, g_object_ref (self));
}

static void
decided_cb (GObject      *source,
            GAsyncResult *result,
            gpointer      data)
{
  g_autoptr (OmProgram) program = data;
  g_autoptr (GError) error = NULL;

  if (!om_engine_decide_program_finish (OM_ENGINE (source), result, &error))
    g_warning ("What was decided about %s holds until the program ends: %s", program->name, error->message);
}

static OmProgram *
find_program (OmBusService *self,
              const char   *key)
{
  GHashTableIter iter;
  gpointer value;

  g_hash_table_iter_init (&iter, self->callers);
  while (g_hash_table_iter_next (&iter, NULL, &value))
    {
      const OmBusCaller *caller = value;

      if (caller->program != NULL && g_str_equal (caller->program->key, key))
        return caller->program;
    }
  return NULL;
}

/**
 * om_bus_service_answer:
 * @key: of the program that was asked about
 * @leave: what the person said
 * @remember: for good; else until this program ends
 *
 * What cannot be told apart is never remembered for good.
 */
void
om_bus_service_answer (OmBusService *self,
                       const char   *key,
                       OmLeave       leave,
                       gboolean      remember)
{
  const OmProgram *program;

  g_return_if_fail (OM_IS_BUS_SERVICE (self));

  g_hash_table_remove (self->asked, key);
  g_hash_table_insert (self->said, g_strdup (key), GINT_TO_POINTER (leave));
  program = find_program (self, key);
  if (remember && program != NULL && self->engine != NULL)
    {
      OmProgram *decided = om_program_copy (program);

      decided->leave = leave;
      decided->seen_at = om_bus_service_now (self);
      om_engine_decide_program_async (self->engine, decided, NULL, decided_cb, decided);
    }
  om_bus_service_advance (self);
}
