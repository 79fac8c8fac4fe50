/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that is on the bus and has called. Its process is what the bus daemon says it is, asked once. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "bus/om-bus-caller.h"

#include <gio/gunixfdlist.h>
#include <unistd.h>

#include "bus/om-bus-identity.h"

static void
become_known (OmBusCaller *self,
              OmProgram   *program)
{
  self->program = program;
  self->known = TRUE;
  if (self->changed != NULL)
    self->changed (self, self->data);
}

/* What the daemon said of a connection, on the way to the worker that reads /proc. */
typedef struct
{
  char  *proc;
  gint64 pid;
  int    pidfd;
} Process;

static void
process_free (gpointer data)
{
  Process *process = data;

  g_free (process->proc);
  if (process->pidfd >= 0)
    close (process->pidfd);
  g_free (process);
}

static void
identify_thread (GTask        *task,
                 gpointer      source,
                 gpointer      data,
                 GCancellable *cancellable)
{
  const Process *process = data;

  g_task_return_pointer (task, om_bus_identify (process->proc, process->pid, process->pidfd),
                         (GDestroyNotify) om_program_free);
}

static void
identified_cb (GObject      *source,
               GAsyncResult *result,
               gpointer      data)
{
  g_autoptr (OmBusCaller) self = data;

  become_known (self, g_task_propagate_pointer (G_TASK (result), NULL));
}

static void
credentials_cb (GObject      *source,
                GAsyncResult *result,
                gpointer      data)
{
  g_autoptr (OmBusCaller) self = data;
  g_autoptr (GUnixFDList) fds = NULL;
  g_autoptr (GVariant) reply = NULL;
  g_autoptr (GVariant) credentials = NULL;
  g_autoptr (GTask) task = NULL;
  Process *process;
  guint32 pid = 0;
  guint32 uid = 0;
  int handle = -1;

  reply = g_dbus_connection_call_with_unix_fd_list_finish (G_DBUS_CONNECTION (source), &fds, result, NULL);
  if (reply == NULL)
    {
      become_known (self, NULL);
      return;
    }
  credentials = g_variant_get_child_value (reply, 0);
  g_variant_lookup (credentials, "ProcessID", "u", &pid);
  self->foreign = !g_variant_lookup (credentials, "UnixUserID", "u", &uid) || uid != getuid ();
  if (self->foreign || pid == 0)
    {
      become_known (self, NULL);
      return;
    }

  process = g_new0 (Process, 1);
  process->proc = g_strdup (self->proc);
  process->pid = pid;
  process->pidfd = -1;
  if (fds != NULL && g_variant_lookup (credentials, "ProcessFD", "h", &handle))
    process->pidfd = g_unix_fd_list_get (fds, handle, NULL);
  task = g_task_new (NULL, NULL, identified_cb, g_steal_pointer (&self));
  g_task_set_source_tag (task, credentials_cb);
  g_task_set_task_data (task, process, process_free);
  g_task_run_in_thread (task, identify_thread);
}

static void
vanished_cb (GDBusConnection *connection,
             const char      *name,
             gpointer         data)
{
  OmBusCaller *self = data;

  if (self->gone)
    return;
  self->gone = TRUE;
  if (self->changed != NULL)
    self->changed (self, self->data);
}

/**
 * om_bus_caller_new:
 * @name: a unique name
 * @proc: "/proc"
 * @changed: told when it is known, and when it has gone
 *
 * Returns: (transfer full): a caller nothing is known of yet
 */
OmBusCaller *
om_bus_caller_new (GDBusConnection *connection,
                   const char      *name,
                   const char      *proc,
                   OmBusCallerFunc  changed,
                   gpointer         data)
{
  OmBusCaller *self = g_new0 (OmBusCaller, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->connection = g_object_ref (connection);
  self->name = g_strdup (name);
  self->proc = g_strdup (proc);
  self->changed = changed;
  self->data = data;
  self->tokens = OM_BUS_BURST;
  self->tokens_at = g_get_monotonic_time ();
  self->watch_id = g_bus_watch_name_on_connection (connection, name, G_BUS_NAME_WATCHER_FLAGS_NONE, NULL, vanished_cb,
                                                   om_bus_caller_ref (self), (GDestroyNotify) om_bus_caller_unref);
  g_dbus_connection_call_with_unix_fd_list (connection, "org.freedesktop.DBus", "/org/freedesktop/DBus",
                                            "org.freedesktop.DBus", "GetConnectionCredentials", g_variant_new ("(s)", name),
                                            G_VARIANT_TYPE ("(a{sv})"), G_DBUS_CALL_FLAGS_NONE, -1, NULL, NULL, credentials_cb,
                                            om_bus_caller_ref (self));
  return self;
}

OmBusCaller *
om_bus_caller_ref (OmBusCaller *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
om_bus_caller_unref (OmBusCaller *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_object_unref (self->connection);
  g_free (self->name);
  g_free (self->proc);
  om_program_free (self->program);
  g_free (self);
}

/** om_bus_caller_forget: nothing is told of it any more. */
void
om_bus_caller_forget (OmBusCaller *self)
{
  self->changed = NULL;
  if (self->watch_id != 0)
    {
      guint id = self->watch_id;

      self->watch_id = 0;
      g_bus_unwatch_name (id);
    }
}

/** om_bus_caller_spend: whether it may call now; each call counts. */
gboolean
om_bus_caller_spend (OmBusCaller *self)
{
  gint64 now = g_get_monotonic_time ();

  self->tokens = MIN (OM_BUS_BURST, self->tokens + (double) (now - self->tokens_at) / G_USEC_PER_SEC * OM_BUS_RATE);
  self->tokens_at = now;
  if (self->tokens < 1)
    return FALSE;
  self->tokens--;
  return TRUE;
}

/** om_bus_caller_dup_key: (transfer full): of its program; of its connection if that cannot be told */
char *
om_bus_caller_dup_key (OmBusCaller *self)
{
  return self->program != NULL ? g_strdup (self->program->key) : g_strconcat ("unknown", self->name, NULL);
}

/** om_bus_caller_emit: a signal for it alone; any thread. */
void
om_bus_caller_emit (OmBusCaller *self,
                    const char  *path,
                    const char  *interface,
                    const char  *signal,
                    GVariant    *parameters)
{
  g_dbus_connection_emit_signal (self->connection, self->name, path, interface, signal, parameters, NULL);
}
