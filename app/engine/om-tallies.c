/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The journal in numbers, month by month: one way for the window and for the command. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-tallies.h"

#include "engine/om-engine-private.h"
#include "store/om-store-tallies.h"

static gpointer
get_tallies (OmEngine     *self,
             OmStore      *store,
             gpointer      data,
             GCancellable *cancellable,
             GError      **error)
{
  return om_store_list_tallies (store, self->zone, error);
}

/**
 * om_engine_get_tallies:
 *
 * Returns: (transfer full) (element-type OmTally) (nullable): the months in which there is anything, the first one
 *   first; what has no date comes before all
 */
GArray *
om_engine_get_tallies (OmEngine     *self,
                       GCancellable *cancellable,
                       GError      **error)
{
  g_return_val_if_fail (OM_IS_ENGINE (self), NULL);

  return om_engine_read (self, get_tallies, NULL, cancellable, error);
}

/** om_engine_get_tallies_async: the same without blocking. */
void
om_engine_get_tallies_async (OmEngine            *self,
                             GCancellable        *cancellable,
                             GAsyncReadyCallback  callback,
                             gpointer             data)
{
  om_engine_read_async (self, get_tallies, NULL, NULL, (GDestroyNotify) g_array_unref, om_engine_get_tallies_async,
                        cancellable, callback, data);
}

/** om_engine_get_tallies_finish: (transfer full) (element-type OmTally) (nullable) */
GArray *
om_engine_get_tallies_finish (OmEngine     *self,
                              GAsyncResult *result,
                              GError      **error)
{
  return om_engine_finish (self, result, om_engine_get_tallies_async, error);
}

/** om_tally_count_entries: Returns: entries of all sectors */
guint
om_tally_count_entries (const OmTally *self)
{
  guint count = 0;

  for (int i = 0; i < OM_N_SECTORS; i++)
    count += self->entries[i];
  return count;
}

/**
 * om_tallies_sum:
 * @tallies: (element-type OmTally): months
 * @sum: (out caller-allocates): all of them together
 */
void
om_tallies_sum (GArray  *tallies,
                OmTally *sum)
{
  *sum = (OmTally){ .month = OM_TALLY_UNDATED };
  for (guint i = 0; i < tallies->len; i++)
    {
      const OmTally *tally = &g_array_index (tallies, OmTally, i);

      for (int j = 0; j < OM_N_SECTORS; j++)
        sum->entries[j] += tally->entries[j];
      sum->words += tally->words;
      sum->n_moods += tally->n_moods;
      sum->valence += tally->valence;
      sum->arousal += tally->arousal;
      sum->recalls += tally->recalls;
    }
}
