/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmBusService: takes calls, finds out who asks, lets the person decide, has the work done in workers, and
 * writes down who asked what. A call goes through stages; whenever something became known, those that wait
 * are looked at again. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bus/om-bus-service.h"

#include <string.h>

#include "bus/om-bus-call.h"
#include "bus/om-bus-error.h"
#include "bus/om-bus-interfaces.h"
#include "bus/om-bus-log.h"
#include "bus/om-bus-signals.h"
#include "engine/om-access.h"

/* So many run at once: the rest of the workers is the window's. */
#define RUNNING_MAX 4

/* What one call may carry. */
#define PARAMETERS_MAX 2000000

/* Callers give up after 25 s: before that they are told that the person has not answered yet. */
#define PATIENCE_MS 20000

struct _OmBusService
{
  GObject parent_instance;

  GDBusConnection *connection; /* (owned) (nullable): while exported */
  GArray          *ids;        /* (owned) (element-type guint): of exported objects */
  OmEngine        *engine;     /* (owned) (nullable) */
  GCancellable    *opened;     /* (owned) (nullable): of reading the decisions of this engine */
  GHashTable      *leaves;     /* (owned) (nullable): key -> OmLeave, from the store; NULL: not read yet */
  GHashTable      *said;       /* (owned): key -> OmLeave: for this run only */
  GHashTable      *callers;    /* (owned): unique name -> OmBusCaller */
  GHashTable      *asked;      /* (owned): keys the person is asked about */
  GPtrArray       *calls;      /* (owned) (element-type OmBusCall): not answered yet */
  GQueue           queue;      /* (element-type OmBusCall), not owned */
  guint            n_running;
  OmBusLog        *log;        /* (owned) */
  OmBusSignals    *signals;    /* (owned) */
  char            *proc;       /* (owned) */
  char            *token;      /* (owned) (nullable): by which KRunner lets the next window come to the front */
  OmBusMode        mode;
  gboolean         search;
  gboolean         wanted;     /* the engine has been asked for */
  gboolean         was_busy;
};

enum
{
  ENGINE_WANTED,
  ASK,
  BUSY_CHANGED,
  OPEN_MEMORY,
  OPEN_SEARCH,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (OmBusService, om_bus_service, G_TYPE_OBJECT)

static const OmBusInterface interfaces[] = {
  { OM_BUS_PATH, &org_openmemory_memories1_interface, om_bus_memories_methods },
  { OM_BUS_PATH, &org_openmemory_waypoints1_interface, om_bus_waypoints_methods },
  { OM_BUS_PATH, &org_openmemory_salience1_interface, om_bus_salience_methods },
  { OM_BUS_PATH, &org_openmemory_status1_interface, om_bus_status_methods },
  { OM_BUS_PATH, &org_openmemory_traits1_interface, om_bus_traits_methods },
  { OM_BUS_PATH, &org_openmemory_archive1_interface, om_bus_archive_methods },
  { OM_BUS_SHELL_PATH, &org_gnome_shell_search_provider2_interface, om_bus_shell_methods },
  { OM_BUS_RUNNER_PATH, &org_kde_krunner1_interface, om_bus_runner_methods },
};

static void advance_all (OmBusService *self);
static void run_queue   (OmBusService *self);

static gint64
now_ms (OmBusService *self)
{
  return self->engine != NULL ? om_engine_now (self->engine) : om_clock_wall (NULL);
}

/* Busy ------------------------------------------------------------------------------------------ */

static void
tell_busy (OmBusService *self)
{
  gboolean busy = om_bus_service_is_busy (self);

  if (busy == self->was_busy)
    return;
  self->was_busy = busy;
  g_signal_emit (self, signals[BUSY_CHANGED], 0);
}

/* Answering ------------------------------------------------------------------------------------- */

static void
call_free (gpointer data)
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
    om_bus_log_add (self->log, call->caller->program, call->method->name, outcome, call->given, now_ms (self));
  g_clear_object (&call->invocation);
}

static void
answer_value (OmBusService *self,
              OmBusCall    *call,
              GVariant     *value)
{
  g_dbus_method_invocation_return_value (g_steal_pointer (&call->invocation), value);
  settle (self, call, OM_ACCESS_ANSWERED);
}

static void
answer_error (OmBusService    *self,
              OmBusCall       *call,
              OmAccessOutcome  outcome,
              const GError    *error)
{
  g_autoptr (GError) outer = om_bus_error_translate (error);

  g_dbus_method_invocation_return_gerror (g_steal_pointer (&call->invocation), outer);
  settle (self, call, outcome);
}

static void
refuse (OmBusService *self,
        OmBusCall    *call,
        const char   *why)
{
  g_autoptr (GError) error = g_error_new_literal (OM_BUS_ERROR, OM_BUS_ERROR_NOT_ALLOWED, why);

  answer_error (self, call, OM_ACCESS_REFUSED, error);
}

/* Nobody hears the answer any more, or wants it. */
static void
give_up (OmBusService *self,
         OmBusCall    *call,
         const char   *empty)
{
  OmBusStage stage = call->stage;

  if (stage == OM_BUS_STAGE_ANSWERED)
    return;
  g_cancellable_cancel (call->cancellable);
  g_queue_remove (&self->queue, call);
  if (empty != NULL)
    answer_value (self, call, g_variant_new_parsed (empty));
  else
    {
      g_autoptr (GError) error = g_error_new_literal (OM_BUS_ERROR, OM_BUS_ERROR_BUSY, "The call was given up.");

      answer_error (self, call, OM_ACCESS_FAILED, error);
    }
  if (stage != OM_BUS_STAGE_RUNNING)
    g_ptr_array_remove (self->calls, call);
}

/* Asking the person ----------------------------------------------------------------------------- */

static OmLeave
find_leave (OmBusService *self,
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
  refuse (self, call, "The person has been asked and has not answered yet.");
  g_ptr_array_remove (self->calls, call);
  tell_busy (self);
  return G_SOURCE_REMOVE;
}

static void
ask (OmBusService *self,
     OmBusCall    *call)
{
  g_autofree char *key = om_bus_caller_dup_key (call->caller);
  g_autoptr (OmProgram) program = NULL;

  if (!g_signal_has_handler_pending (self, signals[ASK], 0, FALSE))
    {
      refuse (self, call, "The person has to allow this, and cannot be asked now.");
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
  g_signal_emit (self, signals[ASK], 0, program, call->method->needs == OM_BUS_NEEDS_CHANGE);
}

/* Stages ---------------------------------------------------------------------------------------- */

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
      advance_all (self);
      return;
    }
  if (call->stage == OM_BUS_STAGE_RUNNING)
    {
      if (reply != NULL && call->method->done != NULL)
        call->method->done (call);
      if (reply != NULL)
        answer_value (self, call, reply);
      else
        answer_error (self, call, OM_ACCESS_FAILED, error);
    }
  g_ptr_array_remove (self->calls, call);
  run_queue (self);
  tell_busy (self);
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
      refuse (self, call, "The person has switched access for other programs off.");
      return;
    }
  if (!call->caller->known)
    return;
  if (call->caller->foreign)
    {
      refuse (self, call, "Memories are given to the person's own programs only.");
      return;
    }
  if (self->engine == NULL)
    {
      if (!self->wanted)
        {
          self->wanted = TRUE;
          g_signal_emit (self, signals[ENGINE_WANTED], 0);
        }
      return;
    }
  if (self->leaves == NULL || (call->method->needs != OM_BUS_NEEDS_READ && !om_bus_signals_is_ready (self->signals)))
    return;

  leave = find_leave (self, call->caller);
  switch (om_bus_gate (self->mode, call->caller->program, leave, call->method->needs))
    {
    case OM_BUS_OPEN:
      g_clear_handle_id (&call->patience_id, g_source_remove);
      find_what_it_may (self, call, leave);
      call->stage = OM_BUS_STAGE_QUEUED;
      g_queue_push_tail (&self->queue, call);
      break;
    case OM_BUS_ASK:
      ask (self, call);
      break;
    case OM_BUS_REFUSE:
    default:
      refuse (self, call, "The person does not allow this.");
      break;
    }
}

static void
advance_all (OmBusService *self)
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
  tell_busy (self);
}

/* Callers --------------------------------------------------------------------------------------- */

static void
give_up_of (OmBusService *self,
            OmBusCaller  *caller)
{
  g_autoptr (GPtrArray) calls = g_ptr_array_copy (self->calls, NULL, NULL);

  g_ptr_array_set_free_func (calls, NULL);
  for (guint i = 0; i < calls->len; i++)
    {
      OmBusCall *call = g_ptr_array_index (calls, i);

      if (call->caller == caller)
        give_up (self, call, NULL);
    }
}

static void
caller_changed_cb (OmBusCaller *caller,
                   gpointer     data)
{
  OmBusService *self = data;
  g_autoptr (OmBusCaller) kept = om_bus_caller_ref (caller);

  if (caller->gone)
    {
      g_autofree char *key = om_bus_caller_dup_key (caller);

      give_up_of (self, caller);
      if (caller->program == NULL)
        g_hash_table_remove (self->said, key);
      g_hash_table_remove (self->callers, caller->name);
      tell_busy (self);
      return;
    }
  advance_all (self);
}

static void
caller_drop (gpointer data)
{
  om_bus_caller_forget (data);
  om_bus_caller_unref (data);
}

static OmBusCaller *
get_caller (OmBusService *self,
            const char   *name)
{
  OmBusCaller *caller = g_hash_table_lookup (self->callers, name);

  if (caller != NULL)
    return caller;
  caller = om_bus_caller_new (self->connection, name, self->proc, caller_changed_cb, self);
  g_hash_table_insert (self->callers, g_strdup (name), caller);
  return caller;
}

/* Taking calls ---------------------------------------------------------------------------------- */

static void
return_limit (GDBusMethodInvocation *invocation,
              OmBusError             code,
              const char            *why)
{
  g_dbus_method_invocation_return_error_literal (invocation, OM_BUS_ERROR, (int) code, why);
}

/* Earlier calls of the same caller are answered empty: it types on. */
static void
replace_earlier (OmBusService      *self,
                 OmBusCaller       *caller,
                 const OmBusMethod *method)
{
  g_autoptr (GPtrArray) calls = g_ptr_array_copy (self->calls, NULL, NULL);

  g_ptr_array_set_free_func (calls, NULL);
  for (guint i = 0; i < calls->len; i++)
    {
      OmBusCall *call = g_ptr_array_index (calls, i);

      if (call->caller == caller && call->method->replaces)
        give_up (self, call, call->method->empty);
    }
}

static void
take_call (OmBusService          *self,
           const OmBusMethod     *method,
           GVariant              *parameters,
           GDBusMethodInvocation *invocation)
{
  OmBusCaller *caller = get_caller (self, g_dbus_method_invocation_get_sender (invocation));
  OmBusCall *call;

  if (method->empty != NULL && (method->func == NULL || !self->search || self->mode == OM_BUS_MODE_OFF))
    {
      g_dbus_method_invocation_return_value (invocation, g_variant_new_parsed (method->empty));
      return;
    }
  if (!om_bus_caller_spend (caller) || caller->n_pending >= OM_BUS_PENDING_MAX)
    {
      return_limit (invocation, OM_BUS_ERROR_LIMIT_EXCEEDED, "Too many calls. Ask again in a moment.");
      return;
    }
  if (g_variant_get_size (parameters) > PARAMETERS_MAX)
    {
      return_limit (invocation, OM_BUS_ERROR_INVALID_ARGUMENT, "That is too long.");
      return;
    }
  if (method->replaces)
    replace_earlier (self, caller, method);

  call = g_new0 (OmBusCall, 1);
  call->service = self;
  call->method = method;
  call->invocation = invocation;
  call->parameters = g_variant_ref (parameters);
  call->fds = g_dbus_message_get_unix_fd_list (g_dbus_method_invocation_get_message (invocation));
  if (call->fds != NULL)
    g_object_ref (call->fds);
  call->caller = om_bus_caller_ref (caller);
  call->cancellable = g_cancellable_new ();
  caller->n_pending++;
  g_ptr_array_add (self->calls, call);
  advance_all (self);
}

static const OmBusMethod *
find_method (const OmBusMethod *methods,
             const char        *name)
{
  for (; methods->name != NULL; methods++)
    {
      if (g_str_equal (methods->name, name))
        return methods;
    }
  return NULL;
}

/* Reading properties comes here as well, for the table has no getter: it may wait, too. */
static void
method_call_cb (GDBusConnection       *connection,
                const char            *sender,
                const char            *path,
                const char            *interface,
                const char            *name,
                GVariant              *parameters,
                GDBusMethodInvocation *invocation,
                gpointer               data)
{
  OmBusService *self = OM_BUS_SERVICE (data);

  for (gsize i = 0; i < G_N_ELEMENTS (interfaces); i++)
    {
      const OmBusMethod *method;

      if (g_strcmp0 (interfaces[i].path, path) != 0 ||
          (!g_str_equal (interfaces[i].info->name, interface) &&
           (interfaces[i].info->properties == NULL || !g_str_equal (interface, "org.freedesktop.DBus.Properties"))))
        continue;
      method = find_method (interfaces[i].methods, name);
      if (method != NULL)
        {
          take_call (self, method, parameters, invocation);
          return;
        }
    }
  g_dbus_method_invocation_return_error (invocation, G_DBUS_ERROR, G_DBUS_ERROR_UNKNOWN_METHOD, "There is no “%s”.", name);
}

static void
signals_ready_cb (gpointer data)
{
  advance_all (data);
}

/* Object ---------------------------------------------------------------------------------------- */

static void
om_bus_service_dispose (GObject *object)
{
  OmBusService *self = OM_BUS_SERVICE (object);

  om_bus_service_unexport (self);
  om_bus_service_set_engine (self, NULL);
  g_clear_pointer (&self->log, om_bus_log_free);
  g_clear_pointer (&self->signals, om_bus_signals_free);

  G_OBJECT_CLASS (om_bus_service_parent_class)->dispose (object);
}

static void
om_bus_service_finalize (GObject *object)
{
  OmBusService *self = OM_BUS_SERVICE (object);

  g_array_unref (self->ids);
  g_hash_table_unref (self->said);
  g_hash_table_unref (self->callers);
  g_hash_table_unref (self->asked);
  g_ptr_array_unref (self->calls);
  g_queue_clear (&self->queue);
  g_free (self->proc);
  g_free (self->token);

  G_OBJECT_CLASS (om_bus_service_parent_class)->finalize (object);
}

static void
om_bus_service_class_init (OmBusServiceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GType type = G_TYPE_FROM_CLASS (klass);

  object_class->dispose = om_bus_service_dispose;
  object_class->finalize = om_bus_service_finalize;

  /**
   * OmBusService::engine-wanted:
   *
   * A call waits for the store.
   */
  signals[ENGINE_WANTED] = g_signal_new ("engine-wanted", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * OmBusService::ask:
   * @program: (type OmProgram): who wants something; its name is empty if it cannot be told
   * @change: it wants to change what is there
   *
   * The person is asked. Without a handler the call is refused.
   */
  signals[ASK] = g_signal_new ("ask", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2, G_TYPE_POINTER,
                               G_TYPE_BOOLEAN);

  /**
   * OmBusService::busy-changed:
   *
   * See om_bus_service_is_busy().
   */
  signals[BUSY_CHANGED] = g_signal_new ("busy-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);

  /**
   * OmBusService::open-memory:
   * @id: a memory
   * @time: of the event at the display, 0 if it is not known
   *
   * A result of a search provider was chosen.
   */
  signals[OPEN_MEMORY] = g_signal_new ("open-memory", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                       G_TYPE_STRING, G_TYPE_UINT);

  /**
   * OmBusService::open-search:
   * @terms: what was typed
   * @time: of the event at the display, 0 if it is not known
   *
   * All that a search provider finds is wanted.
   */
  signals[OPEN_SEARCH] = g_signal_new ("open-search", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 2,
                                       G_TYPE_STRING, G_TYPE_UINT);
}

static void
om_bus_service_init (OmBusService *self)
{
  self->ids = g_array_new (FALSE, FALSE, sizeof (guint));
  self->said = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->callers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, caller_drop);
  self->asked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->calls = g_ptr_array_new_with_free_func (call_free);
  self->log = om_bus_log_new ();
  self->signals = om_bus_signals_new (signals_ready_cb, self);
  self->proc = g_strdup ("/proc");
  g_queue_init (&self->queue);
}

/** om_bus_service_new: (transfer full): a service that is not exported yet */
OmBusService *
om_bus_service_new (void)
{
  return g_object_new (OM_TYPE_BUS_SERVICE, NULL);
}

/**
 * om_bus_service_export:
 * @connection: a bus
 * @error: return location
 *
 * Answers on it from now on; before the name is owned, so that no early call is lost.
 */
gboolean
om_bus_service_export (OmBusService    *self,
                       GDBusConnection *connection,
                       GError         **error)
{
  static const GDBusInterfaceVTable vtable = { method_call_cb, NULL, NULL, { NULL } };

  g_return_val_if_fail (OM_IS_BUS_SERVICE (self), FALSE);
  g_return_val_if_fail (self->connection == NULL, FALSE);

  self->connection = g_object_ref (connection);
  for (gsize i = 0; i < G_N_ELEMENTS (interfaces); i++)
    {
      guint id = g_dbus_connection_register_object (connection, interfaces[i].path, (GDBusInterfaceInfo *) interfaces[i].info,
                                                    &vtable, self, NULL, error);

      if (id == 0)
        {
          om_bus_service_unexport (self);
          return FALSE;
        }
      g_array_append_val (self->ids, id);
    }
  om_bus_signals_set_connection (self->signals, connection);
  return TRUE;
}

/** om_bus_service_unexport: answers nobody any more; what waits is given up. */
void
om_bus_service_unexport (OmBusService *self)
{
  g_return_if_fail (OM_IS_BUS_SERVICE (self));

  if (self->connection == NULL)
    return;
  for (guint i = 0; i < self->ids->len; i++)
    g_dbus_connection_unregister_object (self->connection, g_array_index (self->ids, guint, i));
  g_array_set_size (self->ids, 0);
  om_bus_signals_set_connection (self->signals, NULL);
  for (guint i = self->calls->len; i > 0; i--)
    {
      if (i <= self->calls->len)
        give_up (self, g_ptr_array_index (self->calls, i - 1), NULL);
    }
  g_hash_table_remove_all (self->callers);
  g_clear_object (&self->connection);
  tell_busy (self);
}

/* The engine ------------------------------------------------------------------------------------ */

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
  advance_all (self);
}

/* Decisions are changed in the preferences, of this process or another. */
static void
read_programs (OmBusService *self)
{
  om_engine_get_programs_async (self->engine, self->opened, programs_cb, g_object_ref (self));
}

static void
engine_changed_cb (OmEngine     *engine,
                   gint64        revision,
                   OmBusService *self)
{
  read_programs (self);
}

/**
 * om_bus_service_set_engine:
 * @engine: (nullable): the open store, %NULL when it is being closed
 *
 * Answers from it.
 */
void
om_bus_service_set_engine (OmBusService *self,
                           OmEngine     *engine)
{
  g_return_if_fail (OM_IS_BUS_SERVICE (self));

  if (engine == self->engine)
    return;
  self->wanted = FALSE;
  if (self->engine != NULL)
    {
      g_signal_handlers_disconnect_by_func (self->engine, engine_changed_cb, self);
      g_cancellable_cancel (self->opened);
      g_clear_object (&self->opened);
    }
  om_bus_log_set_engine (self->log, engine);
  om_bus_signals_set_engine (self->signals, engine);
  g_clear_pointer (&self->leaves, g_hash_table_unref);
  g_set_object (&self->engine, engine);
  if (engine != NULL)
    {
      self->opened = g_cancellable_new ();
      g_signal_connect_object (engine, "changed", G_CALLBACK (engine_changed_cb), self, 0);
      read_programs (self);
    }
  else if (self->connection != NULL)
    {
      /* Who is in the queue waits for the next one. */
      for (GList *l = self->queue.head; l != NULL; l = l->next)
        ((OmBusCall *) l->data)->stage = OM_BUS_STAGE_WAITING;
      g_queue_clear (&self->queue);
      advance_all (self);
    }
}

/**
 * om_bus_service_set_failed:
 * @error: why the store cannot be opened
 *
 * All who wait are told; the next call asks for the engine again.
 */
void
om_bus_service_set_failed (OmBusService *self,
                           const GError *error)
{
  g_return_if_fail (OM_IS_BUS_SERVICE (self));

  self->wanted = FALSE;
  for (guint i = self->calls->len; i > 0; i--)
    {
      OmBusCall *call = i <= self->calls->len ? g_ptr_array_index (self->calls, i - 1) : NULL;

      if (call == NULL || call->stage != OM_BUS_STAGE_WAITING)
        continue;
      answer_error (self, call, OM_ACCESS_FAILED, error);
      g_ptr_array_remove (self->calls, call);
    }
  tell_busy (self);
}

/** om_bus_service_set_mode: the person's switch for all programs. */
void
om_bus_service_set_mode (OmBusService *self,
                         OmBusMode     mode)
{
  g_return_if_fail (OM_IS_BUS_SERVICE (self));

  self->mode = mode;
  om_bus_signals_set_on (self->signals, mode != OM_BUS_MODE_OFF);
  advance_all (self);
}

/** om_bus_service_set_search: whether the search of the desktop finds memories. */
void
om_bus_service_set_search (OmBusService *self,
                           gboolean      on)
{
  g_return_if_fail (OM_IS_BUS_SERVICE (self));

  self->search = on;
}

/** om_bus_service_set_proc: for tests. */
void
om_bus_service_set_proc (OmBusService *self,
                         const char   *proc)
{
  g_free (self->proc);
  self->proc = g_strdup (proc);
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
      decided->seen_at = now_ms (self);
      om_engine_decide_program_async (self->engine, decided, NULL, decided_cb, decided);
    }
  advance_all (self);
}

/** om_bus_service_is_busy: whether calls wait, or programs follow the signals: it should stay. */
gboolean
om_bus_service_is_busy (OmBusService *self)
{
  GHashTableIter iter;
  gpointer caller;

  g_return_val_if_fail (OM_IS_BUS_SERVICE (self), FALSE);

  if (self->calls->len > 0)
    return TRUE;
  g_hash_table_iter_init (&iter, self->callers);
  while (g_hash_table_iter_next (&iter, NULL, &caller))
    {
      if (((OmBusCaller *) caller)->follows)
        return TRUE;
    }
  return FALSE;
}

/** om_bus_service_set_activation_token: for KRunner, before what it activates. */
void
om_bus_service_set_activation_token (OmBusService *self,
                                     const char   *token)
{
  g_free (self->token);
  self->token = *token != '\0' ? g_strdup (token) : NULL;
}

/**
 * om_bus_service_take_activation_token:
 *
 * Returns: (transfer full) (nullable): by which the window that is about to be shown may come to the front; once
 */
char *
om_bus_service_take_activation_token (OmBusService *self)
{
  g_return_val_if_fail (OM_IS_BUS_SERVICE (self), NULL);

  return g_steal_pointer (&self->token);
}

/** om_bus_service_open_memory: for the search providers. */
void
om_bus_service_open_memory (OmBusService *self,
                            const char   *id,
                            guint         time)
{
  g_signal_emit (self, signals[OPEN_MEMORY], 0, id, time);
}

/** om_bus_service_open_search: for the search providers. */
void
om_bus_service_open_search (OmBusService *self,
                            const char   *terms,
                            guint         time)
{
  g_signal_emit (self, signals[OPEN_SEARCH], 0, terms, time);
}
