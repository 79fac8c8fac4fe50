/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts memories by the day they were lived on. The table in memory holds the day of each, so a list and the
 * calendar over it can never differ, whatever is chosen. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-days.h"

#include "engine/om-engine-private.h"
#include "engine/om-filter-mask.h"
#include "engine/om-hiding-private.h"

static int
compare_days (gconstpointer a,
              gconstpointer b)
{
  const OmDayCount *x = a;
  const OmDayCount *y = b;

  return x->day < y->day ? -1 : x->day > y->day;
}

static GArray *
sort_days (GHashTable *counts)
{
  GArray *days = g_array_sized_new (FALSE, FALSE, sizeof (OmDayCount), g_hash_table_size (counts));
  GHashTableIter iter;
  gpointer day;
  gpointer count;

  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &day, &count))
    {
      OmDayCount item = { GPOINTER_TO_INT (day), GPOINTER_TO_UINT (count) };

      g_array_append_val (days, item);
    }
  g_array_sort (days, compare_days);
  return days;
}

static gpointer
count_days (OmEngine     *self,
            OmStore      *store,
            gpointer      data,
            GCancellable *cancellable,
            GError      **error)
{
  const OmFilter *filter = data;
  OmMirror *mirror = om_engine_get_mirror (self);
  g_autoptr (GHashTable) counts = g_hash_table_new (NULL, NULL);
  g_autoptr (OmDocSet) hidden = NULL;
  g_autoptr (OmDocSet) mask = NULL;
  const OmStateTable *states;

  if (!om_mirror_is_loaded (mirror) && !om_mirror_load_states (mirror, store, error))
    return NULL;
  if (filter != NULL && filter->by_itself && !om_hidden_docs (mirror, store, &hidden, error))
    return NULL;

  om_mirror_lock (mirror);
  states = om_mirror_get_states (mirror);
  mask = om_filter_mask_new (mirror, filter, TRUE, TRUE, &om_engine_get_params (self)->constants, om_engine_now (self));
  if (hidden != NULL)
    om_doc_set_and_not (mask, hidden);
  for (guint32 doc = 0; om_doc_set_next (mask, &doc); doc++)
    {
      const OmDocState *state = om_state_table_get (states, doc);
      gpointer day = GINT_TO_POINTER (state->civil_day);

      if (state->precision != OM_PRECISION_UNKNOWN)
        g_hash_table_insert (counts, day, GUINT_TO_POINTER (GPOINTER_TO_UINT (g_hash_table_lookup (counts, day)) + 1));
    }
  om_mirror_unlock (mirror);
  return sort_days (counts);
}

/**
 * om_engine_count_days:
 * @filter: (nullable): which memories, as for a list
 *
 * Returns: (transfer full) (element-type OmDayCount) (nullable): the days on which there are any, the first one
 *   first; what has no date is on none
 */
GArray *
om_engine_count_days (OmEngine       *self,
                      const OmFilter *filter,
                      GCancellable   *cancellable,
                      GError        **error)
{
  g_return_val_if_fail (OM_IS_ENGINE (self), NULL);

  return om_engine_read (self, count_days, (gpointer) filter, cancellable, error);
}

/** om_engine_count_days_async: the same without blocking. */
void
om_engine_count_days_async (OmEngine            *self,
                            const OmFilter      *filter,
                            GCancellable        *cancellable,
                            GAsyncReadyCallback  callback,
                            gpointer             data)
{
  om_engine_read_async (self, count_days, om_filter_copy (filter), (GDestroyNotify) om_filter_free,
                        (GDestroyNotify) g_array_unref, om_engine_count_days_async, cancellable, callback, data);
}

/** om_engine_count_days_finish: (transfer full) (element-type OmDayCount) (nullable) */
GArray *
om_engine_count_days_finish (OmEngine     *self,
                             GAsyncResult *result,
                             GError      **error)
{
  return om_engine_finish (self, result, om_engine_count_days_async, error);
}

/* Of the first day that is not before @day. */
static guint
find_day (GArray *days,
          gint64  day)
{
  guint low = 0;
  guint high = days->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (g_array_index (days, OmDayCount, middle).day < day)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

/**
 * om_days_count_between:
 * @days: (element-type OmDayCount) (nullable): as counted
 * @first: a civil day
 * @last: a civil day, not before it
 *
 * Returns: how many memories are of these days
 */
guint
om_days_count_between (GArray *days,
                       gint32  first,
                       gint32  last)
{
  guint count = 0;

  if (days == NULL)
    return 0;
  for (guint i = find_day (days, first); i < days->len && g_array_index (days, OmDayCount, i).day <= last; i++)
    count += g_array_index (days, OmDayCount, i).count;
  return count;
}
