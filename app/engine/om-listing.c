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
    case OM_SORT_RECORDED:
    case OM_SORT_NEWEST:
    case OM_SORT_OLDEST:
    default:
      return doc;
    }
}

/* By time --------------------------------------------------------------------------------------- */

static OmListItem
make_item (const OmDocState *state,
           guint32           doc)
{
  return (OmListItem){ doc, { state->happened_ms, state->offset_s, (OmPrecision) state->precision } };
}

/* The item last added goes where it belongs. The table is in order of days, each where it was lived, so
 * that it is a step or two where zones meet. */
static void
settle (GArray *items)
{
  guint i = items->len - 1;
  OmListItem item = g_array_index (items, OmListItem, i);

  for (; i > 0; i--)
    {
      const OmListItem *other = &g_array_index (items, OmListItem, i - 1);

      if (other->happened.ms > item.happened.ms || (other->happened.ms == item.happened.ms && other->row > item.row))
        break;
      g_array_index (items, OmListItem, i) = *other;
    }
  g_array_index (items, OmListItem, i) = item;
}

static GArray *
list_newest (const OmStateTable *states,
             const OmDocSet     *mask)
{
  GArray *items = g_array_sized_new (FALSE, FALSE, sizeof (OmListItem), (guint) om_doc_set_count (mask));

  for (guint run = om_state_table_count_runs (states); run > 0; run--)
    {
      gsize n_entries;
      const OmTimeEntry *entries = om_state_table_get_run (states, run - 1, &n_entries);

      for (gsize i = n_entries; i > 0; i--)
        {
          guint32 doc = entries[i - 1].doc;
          OmListItem item;

          if (!om_doc_set_has (mask, doc))
            continue;
          item = make_item (om_state_table_get (states, doc), doc);
          g_array_append_val (items, item);
          settle (items);
        }
    }
  return items;
}

static void
reverse (GArray *items,
         guint   start,
         guint   end)
{
  for (; start + 1 < end; start++, end--)
    {
      OmListItem item = g_array_index (items, OmListItem, start);

      g_array_index (items, OmListItem, start) = g_array_index (items, OmListItem, end - 1);
      g_array_index (items, OmListItem, end - 1) = item;
    }
}

/* Of one moment what was recorded last comes first, here too. */
static void
turn_round (GArray *items)
{
  guint start = 0;

  reverse (items, 0, items->len);
  for (guint i = 1; i <= items->len; i++)
    {
      if (i < items->len &&
          g_array_index (items, OmListItem, i).happened.ms == g_array_index (items, OmListItem, start).happened.ms)
        continue;
      reverse (items, start, i);
      start = i;
    }
}

/* By a key -------------------------------------------------------------------------------------- */

static GArray *
collect_entries (const OmStateTable     *states,
                 const OmDocSet         *mask,
                 OmSort                  sort,
                 const OmModelConstants *constants,
                 gint64                  now)
{
  GArray *entries = g_array_sized_new (FALSE, FALSE, sizeof (Entry), (guint) om_doc_set_count (mask));

  for (guint32 doc = 0; om_doc_set_next (mask, &doc); doc++)
    {
      const OmDocState *state = om_state_table_get (states, doc);
      Entry entry = { make_item (state, doc), sort_key (state, doc, sort, constants, now) };

      g_array_append_val (entries, entry);
    }
  return entries;
}

static GArray *
sort_entries (GArray *entries)
{
  GArray *items = g_array_sized_new (FALSE, FALSE, sizeof (OmListItem), entries->len);

  g_array_sort (entries, compare_entries);
  for (guint i = 0; i < entries->len; i++)
    g_array_append_val (items, g_array_index (entries, Entry, i).item);
  return items;
}

/**
 * om_listing_new:
 * @mirror: its read lock is taken
 * @filter: (nullable): which memories; sections only if they are asked for
 * @hidden: (nullable): what is left out besides
 * @sort: in which order
 * @now: ms UTC
 *
 * Returns: (transfer full) (element-type OmListItem): the rows in order
 */
GArray *
om_listing_new (OmMirror               *mirror,
                const OmFilter         *filter,
                const OmDocSet         *hidden,
                OmSort                  sort,
                const OmModelConstants *constants,
                gint64                  now)
{
  g_autoptr (OmDocSet) mask = NULL;
  g_autoptr (GArray) entries = NULL;
  GArray *items = NULL;
  const OmStateTable *states;

  om_mirror_lock (mirror);
  states = om_mirror_get_states (mirror);
  mask = om_filter_mask_new (mirror, filter, TRUE, TRUE, constants, now);
  if (hidden != NULL)
    om_doc_set_and_not (mask, hidden);
  if (sort == OM_SORT_NEWEST || sort == OM_SORT_OLDEST)
    items = list_newest (states, mask);
  else
    entries = collect_entries (states, mask, sort, constants, now);
  om_mirror_unlock (mirror);

  if (entries != NULL)
    return sort_entries (entries);
  if (sort == OM_SORT_OLDEST)
    turn_round (items);
  return items;
}
