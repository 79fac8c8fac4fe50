/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Is everything as it should be, and if not, make what is derived anew. Texts are never touched. */
#pragma once

#include "store/om-store.h"

G_BEGIN_DECLS

/**
 * OmStoreHealth:
 * @ok: nothing is wrong
 * @file_damaged: the file itself: repair cannot help, save what is readable or open a backup
 * @text_damaged: the full text does not agree with the texts: repair makes it anew
 * @derived_damaged: vectors, slots, waypoints or states without a memory, or the other way
 * @problems: (element-type utf8) (owned): one sentence each
 */
typedef struct
{
  gboolean   ok;
  gboolean   file_damaged;
  gboolean   text_damaged;
  gboolean   derived_damaged;
  GPtrArray *problems;
} OmStoreHealth;

OmStoreHealth *om_store_health_check (OmStore         *self,
                                      GError         **error);
void           om_store_health_free  (OmStoreHealth   *self);
/* Makes the full text anew and drops what belongs to nothing. Memories whose vectors were dropped
 * are found by om_store_vectors_find_missing(). */
gboolean       om_store_repair       (OmStore         *self,
                                      GError         **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmStoreHealth, om_store_health_free)

G_END_DECLS
