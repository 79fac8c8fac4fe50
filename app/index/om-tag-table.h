/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tags by number, and lists of such numbers packed into one array. Private to the index. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/**
 * OmTagTable:
 * @keys: (owned) (element-type utf8): comparison keys, by id - 1
 * @ids: (owned): comparison key to id; its keys are those of @keys
 * @lists: (owned) (element-type guint32): at each list's place a count, then so many ids; place 0
 *   is the empty list
 * @waste: numbers in @lists that nobody has any more
 */
typedef struct
{
  GPtrArray  *keys;
  GHashTable *ids;
  GArray     *lists;
  gsize       waste;
} OmTagTable;

void           om_tag_table_init        (OmTagTable       *self);
void           om_tag_table_clear       (OmTagTable       *self);
guint32        om_tag_table_intern      (OmTagTable       *self,
                                         const char       *key);
guint32        om_tag_table_lookup      (const OmTagTable *self,
                                         const char       *key);
const char    *om_tag_table_get_key     (const OmTagTable *self,
                                         guint32           tag);
guint32        om_tag_table_add_list    (OmTagTable       *self,
                                         const guint32    *tags,
                                         guint             n_tags);
void           om_tag_table_drop_list   (OmTagTable       *self,
                                         guint32          *place);
const guint32 *om_tag_table_get_list    (const OmTagTable *self,
                                         guint32           place,
                                         guint            *n_tags);
gboolean       om_tag_table_is_wasteful (const OmTagTable *self);
GArray        *om_tag_table_steal_lists (OmTagTable       *self);
gsize          om_tag_table_get_bytes   (const OmTagTable *self);

G_END_DECLS
