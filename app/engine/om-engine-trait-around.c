/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verbs of OmEngine that tell what an entry is for traits, and which go together without a name. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-engine-private.h"
#include "engine/om-trait-present.h"
#include "engine/om-traits.h"
#include "store/om-store-memories.h"
#include "store/om-store-traits.h"

static void
support_free (gpointer data)
{
  OmTraitSupport *support = data;

  g_clear_pointer (&support->trait, om_trait_unref);
  g_clear_pointer (&support->evidence, om_trait_evidence_free);
  g_free (support);
}

static void
group_free (gpointer data)
{
  OmTraitGroup *group = data;

  g_free (group->id);
  g_ptr_array_unref (group->traits);
  g_free (group);
}

/* Traits by row --------------------------------------------------------------------------------- */

/* (transfer full): row -> OmTrait, brought forward. */
static GHashTable *
read_by_row (OmEngine *self,
             OmStore  *store,
             GError  **error)
{
  g_autoptr (GPtrArray) all = om_store_traits_list (store, error);
  GHashTable *by_row;

  if (all == NULL)
    return NULL;
  by_row = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) om_trait_unref);
  for (guint i = 0; i < all->len; i++)
    {
      OmTrait *trait = g_ptr_array_index (all, i);

      om_trait_bring_forward (trait, om_engine_now (self));
      if (om_trait_is_worth_telling (trait))
        g_hash_table_insert (by_row, GSIZE_TO_POINTER ((gsize) trait->row), om_trait_ref (trait));
    }
  return by_row;
}

typedef struct
{
  GHashTable *by_row;
  GPtrArray  *found;
} Gathering;

static void
add_support (gint64                 row,
             const OmTraitEvidence *evidence,
             gpointer               data)
{
  Gathering *gathering = data;
  OmTrait *trait = g_hash_table_lookup (gathering->by_row, GSIZE_TO_POINTER ((gsize) row));
  OmTraitSupport *support;

  if (trait == NULL)
    return;
  support = g_new0 (OmTraitSupport, 1);
  support->trait = om_trait_ref (trait);
  support->evidence = g_memdup2 (evidence, sizeof *evidence);
  support->evidence->memory_id = g_strdup (evidence->memory_id);
  support->evidence->quote = g_strdup (evidence->quote);
  g_ptr_array_add (gathering->found, support);
}

static gpointer
get_memory_traits (OmEngine     *self,
                   OmStore      *store,
                   gpointer      id,
                   GCancellable *cancellable,
                   GError      **error)
{
  gint64 row = om_store_memory_find_row (store, id, error);
  g_autoptr (GHashTable) by_row = row > 0 ? read_by_row (self, store, error) : NULL;
  g_autoptr (GPtrArray) found = g_ptr_array_new_with_free_func (support_free);
  Gathering gathering = { by_row, found };

  if (by_row == NULL || !om_store_traits_of_memory (store, row, add_support, &gathering, error))
    return NULL;
  return g_steal_pointer (&found);
}

/**
 * om_engine_get_memory_traits:
 * @memory_id: an entry's
 * @error: return location
 *
 * Returns: (transfer full) (element-type OmTraitSupport) (nullable): what it speaks for and against, also of
 *   traits that have dissolved
 */
GPtrArray *
om_engine_get_memory_traits (OmEngine     *self,
                             const char   *memory_id,
                             GCancellable *cancellable,
                             GError      **error)
{
  return om_engine_read (self, get_memory_traits, (gpointer) memory_id, cancellable, error);
}

/** om_engine_get_memory_traits_async: the same without blocking. */
void
om_engine_get_memory_traits_async (OmEngine            *self,
                                   const char          *memory_id,
                                   GCancellable        *cancellable,
                                   GAsyncReadyCallback  callback,
                                   gpointer             data)
{
  om_engine_read_async (self, get_memory_traits, g_strdup (memory_id), g_free, (GDestroyNotify) g_ptr_array_unref,
                        om_engine_get_memory_traits_async, cancellable, callback, data);
}

/** om_engine_get_memory_traits_finish: (transfer full) (element-type OmTraitSupport) (nullable) */
GPtrArray *
om_engine_get_memory_traits_finish (OmEngine     *self,
                                    GAsyncResult *result,
                                    GError      **error)
{
  return om_engine_finish (self, result, om_engine_get_memory_traits_async, error);
}

/* Groups ---------------------------------------------------------------------------------------- */

static OmTraitGroup *
make_group (OmStore    *store,
            const char *id,
            const char *members,
            gint64      now)
{
  g_auto (GStrv) ids = g_strsplit (members, " ", -1);
  OmTraitGroup *group = g_new0 (OmTraitGroup, 1);

  group->id = g_strdup (id);
  group->traits = g_ptr_array_new_with_free_func ((GDestroyNotify) om_trait_unref);
  for (guint i = 0; ids[i] != NULL; i++)
    {
      OmTrait *trait = om_store_trait_get (store, ids[i], NULL);

      if (trait == NULL)
        continue;
      om_trait_bring_forward (trait, now);
      g_ptr_array_add (group->traits, trait);
    }
  return group;
}

static gpointer
get_trait_groups (OmEngine     *self,
                  OmStore      *store,
                  gpointer      data,
                  GCancellable *cancellable,
                  GError      **error)
{
  g_autoptr (GHashTable) stored = om_store_trait_groups (store, error);
  g_autoptr (GPtrArray) groups = g_ptr_array_new_with_free_func (group_free);
  g_autoptr (GList) ids = NULL;

  if (stored == NULL)
    return NULL;
  ids = g_list_sort (g_hash_table_get_keys (stored), (GCompareFunc) g_strcmp0);
  for (GList *id = ids; id != NULL; id = id->next)
    g_ptr_array_add (groups, make_group (store, id->data, g_hash_table_lookup (stored, id->data), om_engine_now (self)));
  return g_steal_pointer (&groups);
}

/**
 * om_engine_get_trait_groups:
 * @error: return location
 *
 * Returns: (transfer full) (element-type OmTraitGroup) (nullable): what goes together and has no name
 */
GPtrArray *
om_engine_get_trait_groups (OmEngine     *self,
                            GCancellable *cancellable,
                            GError      **error)
{
  return om_engine_read (self, get_trait_groups, NULL, cancellable, error);
}

/** om_engine_get_trait_groups_async: the same without blocking. */
void
om_engine_get_trait_groups_async (OmEngine            *self,
                                  GCancellable        *cancellable,
                                  GAsyncReadyCallback  callback,
                                  gpointer             data)
{
  om_engine_read_async (self, get_trait_groups, NULL, NULL, (GDestroyNotify) g_ptr_array_unref,
                        om_engine_get_trait_groups_async, cancellable, callback, data);
}

/** om_engine_get_trait_groups_finish: (transfer full) (element-type OmTraitGroup) (nullable) */
GPtrArray *
om_engine_get_trait_groups_finish (OmEngine     *self,
                                   GAsyncResult *result,
                                   GError      **error)
{
  return om_engine_finish (self, result, om_engine_get_trait_groups_async, error);
}
