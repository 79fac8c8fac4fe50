/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The best k of a stream of scored documents. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "index/om-top.h"

#include <math.h>
#include <stdlib.h>

/* The order is total, so the outcome does not depend on the order of arrival. */
static gboolean
is_better (const OmTopEntry *a,
           const OmTopEntry *b)
{
  if (a->score != b->score)
    return a->score > b->score;
  return a->doc < b->doc;
}

static int
compare_entries (gconstpointer a,
                 gconstpointer b)
{
  if (is_better (a, b))
    return -1;
  return is_better (b, a) ? 1 : 0;
}

static void
sift_down (OmTop *self)
{
  OmTopEntry moved = self->entries[0];
  guint i = 0;

  for (;;)
    {
      guint child = 2 * i + 1;

      if (child >= self->n)
        break;
      if (child + 1 < self->n && is_better (&self->entries[child], &self->entries[child + 1]))
        child++;
      if (!is_better (&moved, &self->entries[child]))
        break;
      self->entries[i] = self->entries[child];
      i = child;
    }
  self->entries[i] = moved;
}

static void
sift_up (OmTop *self,
         guint  i)
{
  OmTopEntry moved = self->entries[i];

  while (i > 0 && is_better (&self->entries[(i - 1) / 2], &moved))
    {
      self->entries[i] = self->entries[(i - 1) / 2];
      i = (i - 1) / 2;
    }
  self->entries[i] = moved;
}

/**
 * om_top_init:
 * @self: (out caller-allocates): the heap
 * @k: how many are wanted, 0 for none
 */
void
om_top_init (OmTop *self,
             guint  k)
{
  self->entries = g_new (OmTopEntry, k);
  self->k = k;
  self->n = 0;
  self->floor = k > 0 ? -INFINITY : INFINITY;
}

/**
 * om_top_clear:
 *
 * Frees what it holds.
 */
void
om_top_clear (OmTop *self)
{
  g_clear_pointer (&self->entries, g_free);
}

/**
 * om_top_enter:
 *
 * The slow half of om_top_push().
 */
void
om_top_enter (OmTop  *self,
              double  score,
              guint32 doc,
              guint32 note)
{
  OmTopEntry entry = { score, doc, note };

  if (self->n < self->k)
    {
      self->entries[self->n] = entry;
      sift_up (self, self->n++);
    }
  else if (self->k > 0 && is_better (&entry, &self->entries[0]))
    {
      self->entries[0] = entry;
      sift_down (self);
    }
  if (self->n == self->k && self->k > 0)
    self->floor = self->entries[0].score;
}

/**
 * om_top_sort:
 *
 * Best first. Nothing can be pushed afterwards.
 */
void
om_top_sort (OmTop *self)
{
  if (self->n > 1)
    qsort (self->entries, self->n, sizeof (OmTopEntry), compare_entries);
}
