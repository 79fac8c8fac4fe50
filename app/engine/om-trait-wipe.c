/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An act on a trait keeps the key of the trait, which is made of words of entries. When the last entry that has
 * them is wiped, they go from the act, too: a mark is left by which "Not me" still holds. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-trait-wipe.h"

#include <string.h>

#include "dynamics/om-trait-replay.h"
#include "engine/om-trait-reader.h"
#include "store/om-store-memories.h"
#include "store/om-store-trait-acts.h"
#include "store/om-store-trait-readings.h"
#include "store/om-store-traits.h"
#include "text/om-statement-key.h"

static char *
join (const char *kind,
      const char *key)
{
  return g_strdup_printf ("%s\n%s", kind, key);
}

/**
 * om_trait_wipe_keys:
 * @rows: (element-type gint64): entries that are about to be wiped
 *
 * By their texts, not by what was kept of them: of private ones nothing is.
 *
 * Returns: (transfer full) (nullable): set of "KIND\nKEY" of what they say
 */
GHashTable *
om_trait_wipe_keys (const OmWriteContext *context,
                    const GArray         *rows,
                    GError              **error)
{
  g_autoptr (GHashTable) keys = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < rows->len; i++)
    {
      g_autoptr (OmMemory) memory = om_store_memory_get (context->store, g_array_index (rows, gint64, i), error);
      g_autoptr (OmStoreReading) reading = NULL;

      if (memory == NULL)
        return NULL;
      reading = om_trait_reader_read (memory);
      for (guint j = 0; j < reading->sightings->len; j++)
        {
          const OmTraitSighting *sighting = &g_array_index (reading->sightings, OmTraitSighting, j);

          g_hash_table_add (keys, join (sighting->kind, sighting->key));
        }
    }
  return g_steal_pointer (&keys);
}

/* What is left says the same in other words; (transfer full) (nullable): its key, the first of several. */
static char *
find_alike (GHashTable *left,
            const char *kind,
            const char *key)
{
  g_autofree char *prefix = join (kind, "");
  const char *found = NULL;
  GHashTableIter iter;
  gpointer joined;

  g_hash_table_iter_init (&iter, left);
  while (g_hash_table_iter_next (&iter, &joined, NULL))
    {
      const char *other = g_str_has_prefix (joined, prefix) ? (const char *) joined + strlen (prefix) : NULL;

      if (other != NULL && om_statement_likeness (other, key) >= OM_STATEMENT_SAME &&
          (found == NULL || strcmp (other, found) < 0))
        found = other;
    }
  return g_strdup (found);
}

static gboolean
is_wiped (GHashTable *wiped,
          GHashTable *left,
          const char *joined)
{
  return joined != NULL && g_hash_table_contains (wiped, joined) && !g_hash_table_contains (left, joined);
}

static gboolean
wipe_act (const OmWriteContext *context,
          OmStoreTraitAct      *act,
          GHashTable           *wiped,
          GHashTable           *left,
          GError              **error)
{
  g_autofree char *joined = join (act->kind, act->key);
  gboolean of_key = is_wiped (wiped, left, joined);
  gboolean of_other = is_wiped (wiped, left, act->other);
  g_autoptr (OmTrait) trait = NULL;
  g_autoptr (GError) local = NULL;
  char *key;

  if (!of_key && !of_other)
    return TRUE;
  if (of_other)
    g_clear_pointer (&act->other, g_free);
  if (of_key)
    {
      key = find_alike (left, act->kind, act->key);
      if (key == NULL)
        {
          key = om_trait_key_mark (act->kind, act->key);
          trait = om_store_trait_get (context->store, act->trait, &local);
          if (trait == NULL)
            g_clear_pointer (&act->text, g_free);
        }
      g_free (act->key);
      act->key = key;
    }
  if (local != NULL)
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  return om_store_trait_act_reword (context->store, act, error);
}

/**
 * om_trait_wipe_acts:
 * @context: in the transaction that wipes, the traits being worked out anew already
 * @wiped: what was wiped, of om_trait_wipe_keys()
 *
 * Returns: %FALSE on error
 */
gboolean
om_trait_wipe_acts (const OmWriteContext *context,
                    GHashTable           *wiped,
                    GError              **error)
{
  g_autoptr (GPtrArray) acts = NULL;
  g_autoptr (GHashTable) left = NULL;

  if (g_hash_table_size (wiped) == 0)
    return TRUE;
  acts = om_store_trait_acts_list (context->store, TRUE, error);
  left = acts != NULL ? om_store_sighting_keys (context->store, error) : NULL;
  if (left == NULL)
    return FALSE;
  for (guint i = 0; i < acts->len; i++)
    {
      if (!wipe_act (context, g_ptr_array_index (acts, i), wiped, left, error))
        return FALSE;
    }
  return TRUE;
}
