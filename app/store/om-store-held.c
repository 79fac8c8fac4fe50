/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files of open connections, by device and inode. Thread: any. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "store/om-store-held.h"

#include <sys/stat.h>

typedef struct
{
  guint number;
  dev_t device;
  ino_t inode;
} Held;

static GMutex opening_mutex; /* held while a file is looked at and opened for the first time */
static GMutex list_mutex;
static GArray *list;         /* (owned) (list_mutex) (nullable): Held, one a connection */
static guint last_number;    /* (list_mutex) */

static gboolean
is_held (const char *path)
{
  struct stat status;
  gboolean found = FALSE;

  if (stat (path, &status) != 0)
    return FALSE;
  g_mutex_lock (&list_mutex);
  for (guint i = 0; list != NULL && i < list->len && !found; i++)
    {
      const Held *held = &g_array_index (list, Held, i);

      found = held->device == status.st_dev && held->inode == status.st_ino;
    }
  g_mutex_unlock (&list_mutex);
  return found;
}

/**
 * om_store_held_begin:
 * @path: a store that is to be opened
 *
 * Returns: %TRUE if this process has it open already; %FALSE if it may be looked at: then nobody else
 *   here opens one until om_store_held_end()
 */
gboolean
om_store_held_begin (const char *path)
{
  /* First the mutex: what another thread is just making is held, but not yet a store. */
  g_mutex_lock (&opening_mutex);
  if (!is_held (path))
    return FALSE;
  g_mutex_unlock (&opening_mutex);
  return TRUE;
}

/** om_store_held_end: after om_store_held_begin(), with what it returned. */
void
om_store_held_end (gboolean was_held)
{
  if (!was_held)
    g_mutex_unlock (&opening_mutex);
}

/**
 * om_store_held_add:
 * @path: a store to which a connection has been opened
 *
 * Returns: a number for om_store_held_remove()
 */
guint
om_store_held_add (const char *path)
{
  struct stat status = { 0 };
  Held held;

  if (stat (path, &status) != 0)
    return 0;
  g_mutex_lock (&list_mutex);
  if (list == NULL)
    list = g_array_new (FALSE, FALSE, sizeof (Held));
  held = (Held){ ++last_number, status.st_dev, status.st_ino };
  g_array_append_val (list, held);
  g_mutex_unlock (&list_mutex);
  return held.number;
}

/**
 * om_store_held_remove:
 * @number: from om_store_held_add(), once the connection is closed
 */
void
om_store_held_remove (guint number)
{
  g_mutex_lock (&list_mutex);
  for (guint i = 0; list != NULL && i < list->len; i++)
    {
      if (g_array_index (list, Held, i).number != number)
        continue;
      g_array_remove_index_fast (list, i);
      break;
    }
  if (list != NULL && list->len == 0)
    g_clear_pointer (&list, g_array_unref);
  g_mutex_unlock (&list_mutex);
}
