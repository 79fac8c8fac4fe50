/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was seen in each entry, kept so that an entry is read once: it depends on the text alone. */
#pragma once

#include "dynamics/om-trait-journal.h"
#include "store/om-store.h"

G_BEGIN_DECLS

/**
 * OmStoreReading:
 * @row: the entry
 * @version: of its text when it was read
 * @changed_at: of its text when it was read
 * @context: by its words
 * @n_words: its length
 * @sightings: (element-type OmTraitSighting): in the order of the text
 */
typedef struct
{
  gint64    row;
  guint     version;
  gint64    changed_at;
  OmContext context;
  guint     n_words;
  GArray   *sightings;
} OmStoreReading;

/* Rows of entries that changed after @revision and are not read as they are now: GArray of gint64. */
GArray         *om_store_readings_missing (OmStore               *self,
                                           gint64                 revision,
                                           GError               **error);
gboolean        om_store_reading_put      (OmStore               *self,
                                           const OmStoreReading  *reading,
                                           GError               **error);
/* Of what is no evidence any more; with @all of everything. */
gboolean        om_store_readings_drop    (OmStore               *self,
                                           gboolean               all,
                                           GError               **error);
/* @lost: (out): whether what a trait rests on was binned, made private or marked after @revision. */
gboolean        om_store_readings_are_lost (OmStore              *self,
                                           gint64                 revision,
                                           gboolean              *lost,
                                           GError               **error);
/* (transfer full) (nullable): set of "KIND\nKEY" of all that was seen. */
GHashTable     *om_store_sighting_keys    (OmStore               *self,
                                           GError               **error);
/* Entries and sightings, in the order that does not depend on when they were written. */
gboolean        om_store_trait_journal_load (OmStore             *self,
                                           OmTraitJournal        *journal,
                                           GError               **error);
/* A number that is another whenever what traits are worked out from has changed. */
gint64          om_store_trait_revision   (OmStore               *self,
                                           GError               **error);

G_END_DECLS
