/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which rows are taken out, and the snapshot in which they are read. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-extract.h"

#include "engine/om-engine-private.h"
#include "engine/om-listing.h"
#include "store/om-store-archive.h"
#include "store/om-store-memories.h"

typedef struct
{
  const OmChoice *choice;
  OmExtractFunc   func;
  gpointer        data;
} ExtractArgs;

static int
compare_rows (gconstpointer a,
              gconstpointer b)
{
  gint64 x = *(const gint64 *) a;
  gint64 y = *(const gint64 *) b;

  return (x > y) - (x < y);
}

/* Takes private rows out of @rows. */
static guint
leave_out (OmEngine *self,
           GArray   *rows)
{
  OmMirror *mirror = om_engine_get_mirror (self);
  guint n = 0;
  guint left_out;

  om_mirror_lock (mirror);
  for (guint i = 0; i < rows->len; i++)
    {
      gint64 row = g_array_index (rows, gint64, i);
      const OmDocState *state = om_state_table_get (om_mirror_get_states (mirror), (guint32) row);

      if (state == NULL || (state->flags & OM_FLAG_PRIVATE) == 0)
        g_array_index (rows, gint64, n++) = row;
    }
  om_mirror_unlock (mirror);
  left_out = rows->len - n;
  g_array_set_size (rows, n);
  return left_out;
}

static gboolean
has_states (OmEngine *self,
            OmStore  *store,
            GError  **error)
{
  OmMirror *mirror = om_engine_get_mirror (self);

  return om_mirror_has_states (mirror) || om_mirror_is_loaded (mirror) || om_mirror_load_states (mirror, store, error);
}

static GArray *
list_filtered (OmEngine       *self,
               OmStore        *store,
               const OmChoice *choice,
               GError        **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GArray) items = NULL;

  if (!has_states (self, store, error))
    return NULL;
  items = om_listing_new (om_engine_get_mirror (self), choice->filter, NULL, OM_SORT_RECORDED,
                          &om_engine_get_params (self)->constants, om_engine_now (self));
  for (guint i = 0; i < items->len; i++)
    g_array_append_val (rows, g_array_index (items, OmListItem, i).row);
  return g_steal_pointer (&rows);
}

static GArray *
find_ids (OmEngine       *self,
          OmStore        *store,
          const OmChoice *choice,
          GError        **error)
{
  g_autoptr (GArray) rows = g_array_new (FALSE, FALSE, sizeof (gint64));

  if (!has_states (self, store, error))
    return NULL;
  for (gsize i = 0; choice->ids[i] != NULL; i++)
    {
      gint64 row = om_store_memory_find_row (store, choice->ids[i], error);

      if (row == 0)
        return NULL;
      g_array_append_val (rows, row);
    }
  return g_steal_pointer (&rows);
}

/* A section stands beside its document once, whether it was chosen itself or not. */
static GArray *
add_sections (OmStore *store,
              GArray  *rows,
              GError **error)
{
  g_autoptr (GArray) all = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_autoptr (GArray) unique = g_array_new (FALSE, FALSE, sizeof (gint64));

  g_array_append_vals (all, rows->data, rows->len);
  for (guint i = 0; i < rows->len; i++)
    {
      g_autoptr (GArray) sections = om_store_find_sections (store, g_array_index (rows, gint64, i), error);

      if (sections == NULL)
        return NULL;
      g_array_append_vals (all, sections->data, sections->len);
    }
  g_array_sort (all, compare_rows);
  for (guint i = 0; i < all->len; i++)
    {
      if (i == 0 || g_array_index (all, gint64, i) != g_array_index (all, gint64, i - 1))
        g_array_append_val (unique, g_array_index (all, gint64, i));
    }
  return g_steal_pointer (&unique);
}

static GArray *
choose (OmEngine       *self,
        OmStore        *store,
        const OmChoice *choice,
        guint          *n_left_out,
        GError        **error)
{
  g_autoptr (GArray) rows = NULL;

  *n_left_out = 0;
  if (choice->whole)
    {
      if (!has_states (self, store, error) || (rows = om_store_rows_all (store, error)) == NULL)
        return NULL;
      if (choice->private_memories == OM_PRIVATE_LEFT_OUT)
        *n_left_out = leave_out (self, rows);
      return g_steal_pointer (&rows);
    }

  rows = choice->ids != NULL ? find_ids (self, store, choice, error) : list_filtered (self, store, choice, error);
  if (rows == NULL)
    return NULL;
  if (choice->private_memories == OM_PRIVATE_LEFT_OUT)
    *n_left_out = leave_out (self, rows);
  g_array_sort (rows, compare_rows);
  return choice->with_sections ? add_sections (store, rows, error) : g_steal_pointer (&rows);
}

static gpointer
extract (OmEngine     *self,
         OmStore      *store,
         gpointer      data,
         GCancellable *cancellable,
         GError      **error)
{
  ExtractArgs *args = data;
  g_autoptr (GArray) rows = NULL;
  guint n_left_out;
  gboolean done;

  if (!om_store_begin_reading (store, error))
    return NULL;
  rows = choose (self, store, args->choice, &n_left_out, error);
  done = rows != NULL && args->func (store, (const gint64 *) (gpointer) rows->data, rows->len, n_left_out, args->data,
                                     cancellable, error);
  om_store_rollback (store);
  return done ? OM_ENGINE_DONE : NULL;
}

/**
 * om_engine_extract:
 * @choice: which memories
 * @func: (scope call): what to do with them
 * @error: return location
 *
 * Blocks; for workers and the command. Others may write meanwhile: @func sees nothing of it.
 *
 * Returns: %FALSE on failure
 */
gboolean
om_engine_extract (OmEngine       *self,
                   const OmChoice *choice,
                   OmExtractFunc   func,
                   gpointer        data,
                   GCancellable   *cancellable,
                   GError        **error)
{
  ExtractArgs args = { choice, func, data };

  g_return_val_if_fail (OM_IS_ENGINE (self), FALSE);

  return om_engine_read (self, extract, &args, cancellable, error) != NULL;
}
