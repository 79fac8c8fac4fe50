/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What differs between two lists of memories. Thread: any; found in a worker, for it looks at every row. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "views/om-list-difference.h"

/**
 * om_list_difference_new:
 * @old_rows: (element-type OmListItem): changed by nobody
 * @new_rows: (element-type OmListItem): changed by nobody
 * @anew: another question was asked
 *
 * Returns: (transfer full): what om_list_difference_find() fills in
 */
OmListDifference *
om_list_difference_new (GArray  *old_rows,
                        GArray  *new_rows,
                        gboolean anew)
{
  OmListDifference *self = g_new0 (OmListDifference, 1);

  self->old = g_array_ref (old_rows);
  self->new = g_array_ref (new_rows);
  self->anew = anew;
  return self;
}

/**
 * om_list_difference_free:
 * @self: (transfer full)
 */
void
om_list_difference_free (OmListDifference *self)
{
  g_array_unref (self->old);
  g_array_unref (self->new);
  g_clear_pointer (&self->common, g_array_unref);
  g_clear_pointer (&self->pieces, g_ptr_array_unref);
  g_free (self);
}

static gboolean
rows_equal (const OmListItem *a,
            const OmListItem *b)
{
  return a->row == b->row && a->happened.ms == b->happened.ms && a->happened.offset_s == b->happened.offset_s &&
         a->happened.precision == b->happened.precision;
}

/* The equal beginning and end, and between them the first so many of what comes. */
static GArray *
join (const OmListDifference *self,
      guint                   n_come)
{
  const OmListItem *new_rows = (const OmListItem *) (gpointer) self->new->data;
  GArray *rows = g_array_sized_new (FALSE, FALSE, sizeof (OmListItem), self->head + n_come + self->tail);

  g_array_append_vals (rows, new_rows, self->head + n_come);
  g_array_append_vals (rows, new_rows + (self->new->len - self->tail), self->tail);
  return rows;
}

/**
 * om_list_difference_find:
 *
 * Compares the two.
 */
void
om_list_difference_find (OmListDifference *self)
{
  const OmListItem *old_rows = (const OmListItem *) (gpointer) self->old->data;
  const OmListItem *new_rows = (const OmListItem *) (gpointer) self->new->data;
  guint shorter = MIN (self->old->len, self->new->len);

  while (self->head < shorter && rows_equal (&old_rows[self->head], &new_rows[self->head]))
    self->head++;
  while (self->tail < shorter - self->head &&
         rows_equal (&old_rows[self->old->len - 1 - self->tail], &new_rows[self->new->len - 1 - self->tail]))
    self->tail++;
  if (!self->anew)
    return;
  self->common = join (self, 0);
  self->pieces = g_ptr_array_new_with_free_func ((GDestroyNotify) g_array_unref);
  for (guint i = 1; i <= OM_LIST_DIFFERENCE_PIECES; i++)
    {
      if (self->new->len - self->head - self->tail > i * OM_LIST_DIFFERENCE_PIECE)
        g_ptr_array_add (self->pieces, join (self, i * OM_LIST_DIFFERENCE_PIECE));
    }
}
