/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Filters and sorts the table of memories. Pure over the mirror and now. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "engine/om-listing.h"

#include "dynamics/om-activity.h"
#include "engine/om-filter-mask.h"

/**
 * Entry:
 * A row with the key it is sorted by; rows with equal keys are sorted by time, newest first.
 */
typedef struct
{
  OmListItem item;
  double     key;
} Entry;

static int
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  const Entry *x = a;
  const Entry *y = b;

  if (x->key != y->key)
    return x->key > y->key ? -1 : 1;
  if (x->item.happened.ms != y->item.happened.ms)
    return x->item.happened.ms > y->item.happened.ms ? -1 : 1;
  return (x->item.row < y->item.row) - (x->item.row > y->item.row);
}

/* Greater keys come first. */
static double
sort_key (const OmDocState       *state,
          guint32                 doc,
          OmSort                  sort,
          const OmModelConstants *constants,
          gint64                  now)
{
  OmMemory memory;
  OmActivity activity;
  int percent;

  switch (sort)
    {
    case OM_SORT_OLDEST:
      return -(double) state->happened_ms;
    case OM_SORT_RECORDED:
      return doc;
    case OM_SORT_MOST_RECALLED:
      return state->coactivations;
    case OM_SORT_VIVIDNESS:
      om_doc_state_to_memory (state, &memory);
      om_memory_vividness (&memory, now, constants, &percent);
      return percent;
    case OM_SORT_FADING_SOONEST:
      om_doc_state_to_memory (state, &memory);
      activity = om_activity_from_memory (&memory, now);
      return -om_activity_days_to_vividness (&activity, OM_VIVIDNESS_CLEAR_FROM, constants);
    case OM_SORT_NEWEST:
    default:
      return 0;
    }
}

/**
 * om_listing_new:
 * @mirror: its read lock is taken
 * @filter: (nullable): which memories; sections only if they are asked for
 * @sort: in which order
 * @now: ms UTC
 *
 * Returns: (transfer full) (element-type OmListItem): the rows in order
 */
GArray *
om_listing_new (OmMirror               *mirror,
                const OmFilter         *filter,
                OmSort                  sort,
                const OmModelConstants *constants,
                gint64                  now)
{
  g_autoptr (OmDocSet) mask = NULL;
  g_autoptr (GArray) entries = NULL;
  GArray *items;
  const OmStateTable *states;

  om_mirror_lock (mirror);
  states = om_mirror_get_states (mirror);
  mask = om_filter_mask_new (mirror, filter, TRUE, TRUE, constants, now);
  entries = g_array_sized_new (FALSE, FALSE, sizeof (Entry), (guint) om_doc_set_count (mask));
  for (guint32 doc = 0; om_doc_set_next (mask, &doc); doc++)
    {
      const OmDocState *state = om_state_table_get (states, doc);
      Entry entry = {
        .item = { doc, { state->happened_ms, state->offset_s, (OmPrecision) state->precision } },
        .key = sort_key (state, doc, sort, constants, now),
      };

      g_array_append_val (entries, entry);
    }
  om_mirror_unlock (mirror);

  g_array_sort (entries, compare_entries);
  items = g_array_sized_new (FALSE, FALSE, sizeof (OmListItem), entries->len);
  for (guint i = 0; i < entries->len; i++)
    g_array_append_val (items, g_array_index (entries, Entry, i).item);
  return items;
}
