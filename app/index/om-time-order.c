/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Documents in the order of time. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "index/om-time-order.h"

#include <string.h>

static int
compare_entries (const OmTimeEntry *a,
                 const OmTimeEntry *b)
{
  if (a->journal_day != b->journal_day)
    return a->journal_day < b->journal_day ? -1 : 1;
  if (a->happened_ms != b->happened_ms)
    return a->happened_ms < b->happened_ms ? -1 : 1;
  if (a->doc != b->doc)
    return a->doc < b->doc ? -1 : 1;
  return 0;
}

static OmTimeRun *
get_run (const OmTimeOrder *self,
         guint              i)
{
  return g_ptr_array_index (self->runs, i);
}

/* The first run whose last entry is not before the given one; the last run if there is none. */
static guint
find_run (const OmTimeOrder *self,
          const OmTimeEntry *entry)
{
  guint low = 0;
  guint high = self->runs->len;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      const OmTimeRun *run = get_run (self, middle);

      if (compare_entries (&run->entries[run->n - 1], entry) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return low == self->runs->len ? low - 1 : low;
}

/* The first place of a run whose entry is not before the given one. */
static guint
find_place (const OmTimeRun   *run,
            const OmTimeEntry *entry)
{
  guint low = 0;
  guint high = run->n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;

      if (compare_entries (&run->entries[middle], entry) < 0)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

static void
insert_run (OmTimeOrder       *self,
            guint              i,
            const OmTimeEntry *entries,
            guint              n)
{
  OmTimeRun *run = g_new (OmTimeRun, 1);

  memcpy (run->entries, entries, n * sizeof (OmTimeEntry));
  run->n = n;
  g_ptr_array_insert (self->runs, i, run);
}

/**
 * om_time_order_init:
 * @self: (out caller-allocates): the order
 */
void
om_time_order_init (OmTimeOrder *self)
{
  self->runs = g_ptr_array_new_with_free_func (g_free);
}

/**
 * om_time_order_clear:
 *
 * Frees what it holds.
 */
void
om_time_order_clear (OmTimeOrder *self)
{
  g_clear_pointer (&self->runs, g_ptr_array_unref);
}

/**
 * om_time_order_add:
 * @entry: a document that is not there yet
 *
 * At the end this is one comparison; elsewhere the rest of a run moves. A full run is parted in the
 * middle, but at the very end a new one is begun, so that what comes in order fills its runs.
 */
void
om_time_order_add (OmTimeOrder       *self,
                   const OmTimeEntry *entry)
{
  guint i;
  guint place;
  OmTimeRun *run;

  if (self->runs->len == 0)
    {
      insert_run (self, 0, entry, 1);
      return;
    }
  i = find_run (self, entry);
  run = get_run (self, i);
  place = find_place (run, entry);
  if (run->n == OM_TIME_RUN_MAX)
    {
      guint half = OM_TIME_RUN_MAX / 2;

      if (place == run->n)
        {
          insert_run (self, i + 1, entry, 1);
          return;
        }
      insert_run (self, i + 1, run->entries + half, run->n - half);
      run->n = half;
      if (place > half)
        {
          run = get_run (self, i + 1);
          place -= half;
        }
    }
  memmove (run->entries + place + 1, run->entries + place, (run->n - place) * sizeof (OmTimeEntry));
  run->entries[place] = *entry;
  run->n++;
}

/**
 * om_time_order_find:
 * @entry: an entry as it was added
 * @run: (out): its run
 * @place: (out): its place in the run
 *
 * Returns: %FALSE if it is not there
 */
gboolean
om_time_order_find (const OmTimeOrder *self,
                    const OmTimeEntry *entry,
                    guint             *run,
                    guint             *place)
{
  const OmTimeRun *found;

  if (self->runs->len == 0)
    return FALSE;

  *run = find_run (self, entry);
  found = get_run (self, *run);
  *place = find_place (found, entry);
  return *place < found->n && compare_entries (&found->entries[*place], entry) == 0;
}

/**
 * om_time_order_remove:
 * @entry: an entry as it was added
 *
 * Returns: %FALSE if it is not there
 */
gboolean
om_time_order_remove (OmTimeOrder       *self,
                      const OmTimeEntry *entry)
{
  guint i, place;
  OmTimeRun *run;

  if (!om_time_order_find (self, entry, &i, &place))
    return FALSE;

  run = get_run (self, i);
  run->n--;
  memmove (run->entries + place, run->entries + place + 1, (run->n - place) * sizeof (OmTimeEntry));
  if (run->n == 0)
    g_ptr_array_remove_index (self->runs, i);
  return TRUE;
}

/**
 * om_time_order_step:
 * @run: (inout): a run
 * @place: (inout): a place in it
 * @direction: -1 or 1
 *
 * Returns: (transfer none) (nullable): the entry before or after, %NULL at the end
 */
const OmTimeEntry *
om_time_order_step (const OmTimeOrder *self,
                    guint             *run,
                    guint             *place,
                    int                direction)
{
  if (direction > 0)
    {
      if (*place + 1 < get_run (self, *run)->n)
        *place += 1;
      else if (*run + 1 < self->runs->len)
        {
          *run += 1;
          *place = 0;
        }
      else
        return NULL;
    }
  else
    {
      if (*place > 0)
        *place -= 1;
      else if (*run > 0)
        {
          *run -= 1;
          *place = get_run (self, *run)->n - 1;
        }
      else
        return NULL;
    }
  return &get_run (self, *run)->entries[*place];
}
