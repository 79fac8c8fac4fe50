/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A small pool of reading connections. Thread: any; a connection belongs to who has taken it. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-connections.h"

/* More are opened when needed, and closed when given back. */
#define MAX_IDLE 4

struct _OmConnections
{
  GMutex     mutex;
  char      *path; /* (owned) */
  GPtrArray *idle; /* (owned) (mutex) */
};

/**
 * om_connections_new:
 * @path: the store's file
 *
 * Returns: (transfer full): an empty pool
 */
OmConnections *
om_connections_new (const char *path)
{
  OmConnections *self = g_new0 (OmConnections, 1);

  g_mutex_init (&self->mutex);
  self->path = g_strdup (path);
  self->idle = g_ptr_array_new_with_free_func ((GDestroyNotify) om_store_close);
  return self;
}

/**
 * om_connections_take:
 *
 * Returns: (transfer full) (nullable): a connection; give it back with om_connections_give()
 */
OmStore *
om_connections_take (OmConnections    *self,
                 GCancellable *cancellable,
                 GError      **error)
{
  OmStore *store = NULL;

  g_mutex_lock (&self->mutex);
  if (self->idle->len > 0)
    store = g_ptr_array_steal_index (self->idle, self->idle->len - 1);
  g_mutex_unlock (&self->mutex);
  if (store != NULL)
    return store;

  return om_store_open (self->path, OM_STORE_READER, OM_STORE_MUST_EXIST, cancellable, error);
}

/**
 * om_connections_give:
 * @store: (transfer full): a connection that was taken
 */
void
om_connections_give (OmConnections *self,
                 OmStore   *store)
{
  g_mutex_lock (&self->mutex);
  if (self->idle->len < MAX_IDLE)
    g_ptr_array_add (self->idle, g_steal_pointer (&store));
  g_mutex_unlock (&self->mutex);
  g_clear_pointer (&store, om_store_close);
}

/**
 * om_connections_free:
 * @self: (transfer full) (nullable): a pool of which no connection is taken
 */
void
om_connections_free (OmConnections *self)
{
  if (self == NULL)
    return;

  g_ptr_array_unref (self->idle);
  g_free (self->path);
  g_mutex_clear (&self->mutex);
  g_free (self);
}
