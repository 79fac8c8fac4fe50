/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmBusService: takes calls and knows who asks. A call then goes through stages (om-bus-stages.c), the person
 * decides (om-bus-decisions.c), and it is answered and written down (om-bus-answers.c). Thread: main. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bus/om-bus-service-private.h"

#include <string.h>

#include "bus/om-bus-error.h"
#include "bus/om-bus-interfaces.h"

/* What one call may carry. */
#define PARAMETERS_MAX 2000000

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
        om_bus_service_give_up (self, call, NULL);
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
      om_bus_service_tell_busy (self);
      return;
    }
  om_bus_service_advance (self);
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
        om_bus_service_give_up (self, call, call->method->empty);
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
  om_bus_service_advance (self);
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
  om_bus_service_advance (data);
}

/* What is told ---------------------------------------------------------------------------------- */

/** om_bus_service_now: by the clock of the engine, if there is one. */
gint64
om_bus_service_now (OmBusService *self)
{
  return self->engine != NULL ? om_engine_now (self->engine) : om_clock_wall (NULL);
}

/** om_bus_service_tell_busy: emits #OmBusService::busy-changed if it has. */
void
om_bus_service_tell_busy (OmBusService *self)
{
  gboolean busy = om_bus_service_is_busy (self);

  if (busy == self->was_busy)
    return;
  self->was_busy = busy;
  g_signal_emit (self, signals[BUSY_CHANGED], 0);
}

/** om_bus_service_can_ask: whether somebody can ask the person. */
gboolean
om_bus_service_can_ask (OmBusService *self)
{
  return g_signal_has_handler_pending (self, signals[ASK], 0, FALSE);
}

/** om_bus_service_emit_ask: see #OmBusService::ask. */
void
om_bus_service_emit_ask (OmBusService    *self,
                         const OmProgram *program,
                         gboolean         change)
{
  g_signal_emit (self, signals[ASK], 0, program, change);
}

/** om_bus_service_emit_engine_wanted: see #OmBusService::engine-wanted. */
void
om_bus_service_emit_engine_wanted (OmBusService *self)
{
  g_signal_emit (self, signals[ENGINE_WANTED], 0);
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
  self->calls = g_ptr_array_new_with_free_func (om_bus_call_free);
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
        om_bus_service_give_up (self, g_ptr_array_index (self->calls, i - 1), NULL);
    }
  g_hash_table_remove_all (self->callers);
  g_clear_object (&self->connection);
  om_bus_service_tell_busy (self);
}

/* The engine ------------------------------------------------------------------------------------ */

static void
engine_changed_cb (OmEngine     *engine,
                   gint64        revision,
                   OmBusService *self)
{
  om_bus_service_read_programs (self);
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
      om_bus_service_read_programs (self);
    }
  else if (self->connection != NULL)
    {
      /* Who is in the queue waits for the next one. */
      for (GList *l = self->queue.head; l != NULL; l = l->next)
        ((OmBusCall *) l->data)->stage = OM_BUS_STAGE_WAITING;
      g_queue_clear (&self->queue);
      om_bus_service_advance (self);
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
      om_bus_service_answer_error (self, call, OM_ACCESS_FAILED, error);
      g_ptr_array_remove (self->calls, call);
    }
  om_bus_service_tell_busy (self);
}

/** om_bus_service_set_mode: the person's switch for all programs. */
void
om_bus_service_set_mode (OmBusService *self,
                         OmBusMode     mode)
{
  g_return_if_fail (OM_IS_BUS_SERVICE (self));

  self->mode = mode;
  om_bus_signals_set_on (self->signals, mode != OM_BUS_MODE_OFF);
  om_bus_service_advance (self);
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
