/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What has changed since a revision, so that what is held in memory can catch up with other
 * processes: the same as reading everything again, only shorter. */
#pragma once

#include "store/om-store.h"

G_BEGIN_DECLS

/**
 * OmStoreChanges:
 * @revision: what the store is at now; ask from here the next time
 * @changed: (element-type gint64) (owned): rows that are new or whose record (text, fields, tags,
 *   vectors, bin) changed, ascending
 * @words: (element-type gint64) (owned): of those, rows whose words, or how they are indexed, changed,
 *   ascending
 * @active: (element-type gint64) (owned): rows of which only the activity changed, ascending
 * @wiped: (element-type gint64) (owned): rows that are gone for good, ascending
 * @links: (element-type gint64) (owned): rows of which a waypoint that starts there was made,
 *   changed or removed, ascending
 * @tags: a tag was made or renamed
 */
typedef struct
{
  gint64   revision;
  GArray  *changed;
  GArray  *words;
  GArray  *active;
  GArray  *wiped;
  GArray  *links;
  gboolean tags;
} OmStoreChanges;

/* One snapshot. */
OmStoreChanges *om_store_changes_since (OmStore         *self,
                                        gint64           revision,
                                        GError         **error);
OmStoreChanges *om_store_words_since   (OmStore         *self,
                                        gint64           revision,
                                        GError         **error);
void            om_store_changes_free  (OmStoreChanges  *changes);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmStoreChanges, om_store_changes_free)

G_END_DECLS
