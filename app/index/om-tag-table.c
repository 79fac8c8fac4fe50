/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tags by number, and lists of such numbers packed into one array. */
#define G_LOG_DOMAIN "openmemory"
#include "config.h"

#include "index/om-tag-table.h"

/* Less waste than this is not worth a walk over all documents. */
#define WASTE_MIN 1024

static GArray *
lists_new (void)
{
  GArray *lists = g_array_new (FALSE, TRUE, sizeof (guint32));

  g_array_set_size (lists, 1);
  return lists;
}

/**
 * om_tag_table_init:
 * @self: (out caller-allocates): the table
 */
void
om_tag_table_init (OmTagTable *self)
{
  self->keys = g_ptr_array_new_with_free_func (g_free);
  self->ids = g_hash_table_new (g_str_hash, g_str_equal);
  self->lists = lists_new ();
  self->waste = 0;
}

/**
 * om_tag_table_clear:
 *
 * Frees what it holds.
 */
void
om_tag_table_clear (OmTagTable *self)
{
  g_clear_pointer (&self->ids, g_hash_table_unref);
  g_clear_pointer (&self->keys, g_ptr_array_unref);
  g_clear_pointer (&self->lists, g_array_unref);
}

/**
 * om_tag_table_intern:
 * @key: what tags are compared by
 *
 * Returns: the tag's id, 1 or more, a new one if it was not known
 */
guint32
om_tag_table_intern (OmTagTable *self,
                     const char *key)
{
  guint32 tag = om_tag_table_lookup (self, key);
  char *own;

  if (tag != 0)
    return tag;

  own = g_strdup (key);
  g_ptr_array_add (self->keys, own);
  g_hash_table_insert (self->ids, own, GUINT_TO_POINTER (self->keys->len));
  return self->keys->len;
}

/**
 * om_tag_table_lookup:
 *
 * Returns: the tag's id, 0 if it is not known
 */
guint32
om_tag_table_lookup (const OmTagTable *self,
                     const char       *key)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->ids, key));
}

/**
 * om_tag_table_get_key:
 *
 * Returns: (transfer none) (nullable): the key of a tag, %NULL for a number that is none
 */
const char *
om_tag_table_get_key (const OmTagTable *self,
                      guint32           tag)
{
  if (tag == 0 || tag > self->keys->len)
    return NULL;
  return g_ptr_array_index (self->keys, tag - 1);
}

/**
 * om_tag_table_add_list:
 * @tags: (array length=n_tags) (nullable): ids
 *
 * Returns: the place of a new list, 0 for an empty one
 */
guint32
om_tag_table_add_list (OmTagTable    *self,
                       const guint32 *tags,
                       guint          n_tags)
{
  guint32 place = self->lists->len;
  guint32 count = n_tags;

  if (n_tags == 0)
    return 0;

  g_array_append_val (self->lists, count);
  g_array_append_vals (self->lists, tags, n_tags);
  return place;
}

/**
 * om_tag_table_drop_list:
 * @place: (inout): the place of a list, 0 afterwards
 *
 * The list is nobody's any more.
 */
void
om_tag_table_drop_list (OmTagTable *self,
                        guint32    *place)
{
  if (*place != 0)
    self->waste += 1 + g_array_index (self->lists, guint32, *place);
  *place = 0;
}

/**
 * om_tag_table_get_list:
 * @place: the place of a list
 * @n_tags: (out): how many ids
 *
 * Returns: (transfer none) (array length=n_tags): the ids, valid until the table changes
 */
const guint32 *
om_tag_table_get_list (const OmTagTable *self,
                       guint32           place,
                       guint            *n_tags)
{
  const guint32 *list = &g_array_index (self->lists, guint32, place);

  *n_tags = list[0];
  return list + 1;
}

/**
 * om_tag_table_is_wasteful:
 *
 * Returns: whether half of the lists are nobody's: time to write them anew
 */
gboolean
om_tag_table_is_wasteful (const OmTagTable *self)
{
  return self->waste >= WASTE_MIN && self->waste >= self->lists->len / 2;
}

/**
 * om_tag_table_steal_lists:
 *
 * Empties the lists, so that whoever knows all places in use can add them anew.
 *
 * Returns: (transfer full) (element-type guint32): the lists as they were
 */
GArray *
om_tag_table_steal_lists (OmTagTable *self)
{
  GArray *lists = self->lists;

  self->lists = lists_new ();
  self->waste = 0;
  return lists;
}

/**
 * om_tag_table_get_bytes:
 *
 * Returns: what the lists take in memory
 */
gsize
om_tag_table_get_bytes (const OmTagTable *self)
{
  return self->lists->len * sizeof (guint32);
}
