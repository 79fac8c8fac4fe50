/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMemoryItem: what one row of a list shows. Light: a snippet, not the text. */
#pragma once

#include <glib-object.h>

#include "engine/om-engine.h"
#include "views/om-snippet.h"

G_BEGIN_DECLS

#define OM_TYPE_MEMORY_ITEM (om_memory_item_get_type ())
G_DECLARE_FINAL_TYPE (OmMemoryItem, om_memory_item, OM, MEMORY_ITEM, GObject)

OmMemoryItem    *om_memory_item_new             (const OmListItem *row);
OmMemoryItem    *om_memory_item_new_for_hit     (const OmHit      *hit);
OmMemoryItem    *om_memory_item_new_for_memory  (const OmMemory   *memory);
gboolean         om_memory_item_is_loaded       (OmMemoryItem     *self);
void             om_memory_item_set_memory      (OmMemoryItem     *self,
                                                 const OmMemory   *memory);
void             om_memory_item_set_document    (OmMemoryItem     *self,
                                                 const OmMemory   *document);
gint64           om_memory_item_get_row         (OmMemoryItem     *self);
const char      *om_memory_item_get_id          (OmMemoryItem     *self);
const OmMoment  *om_memory_item_get_happened    (OmMemoryItem     *self);
gboolean         om_memory_item_get_starts_day  (OmMemoryItem     *self);
void             om_memory_item_set_starts_day  (OmMemoryItem     *self,
                                                 gboolean          starts_day);
guint            om_memory_item_get_position    (OmMemoryItem     *self);
void             om_memory_item_set_position    (OmMemoryItem     *self,
                                                 guint             position);
OmSector         om_memory_item_get_sector      (OmMemoryItem     *self);
guint            om_memory_item_get_flags       (OmMemoryItem     *self);
guint            om_memory_item_get_reasons     (OmMemoryItem     *self);
void             om_memory_item_set_vividness   (OmMemoryItem     *self,
                                                 OmVividness       vividness,
                                                 int               percent);
OmVividness      om_memory_item_get_vividness   (OmMemoryItem     *self,
                                                 int              *percent);
gboolean         om_memory_item_is_hit          (OmMemoryItem     *self);
const OmSnippet *om_memory_item_get_snippet     (OmMemoryItem     *self);
char            *om_memory_item_dup_description (OmMemoryItem     *self);

G_END_DECLS
