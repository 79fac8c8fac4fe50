/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Memories in the store: insert, edit, change fields, read. */
#pragma once

#include "memory/om-memory.h"
#include "store/om-store-lookups.h"
#include "store/om-store.h"

G_BEGIN_DECLS

/**
 * OmStoreFields:
 * Which fields of a record om_store_memory_update() writes. Text and title are not among them:
 * those go through om_store_memory_edit(), which keeps the former ones.
 */
typedef enum
{
  OM_STORE_HAPPENED = 1 << 0, /* the days follow from it */
  OM_STORE_TAGS = 1 << 1,
  OM_STORE_SECTOR = 1 << 2, /* sector, extra_sectors, sector_confidence */
  OM_STORE_TYPE = 1 << 3,
  OM_STORE_IMPORTANCE = 1 << 4,
  OM_STORE_MOOD = 1 << 5, /* valence, arousal */
  OM_STORE_CONTEXT = 1 << 6,
  OM_STORE_FLAGS = 1 << 7,
  OM_STORE_LANGUAGE = 1 << 8,
  OM_STORE_HASHES = 1 << 9, /* simhash, same_hash */
  OM_STORE_FACT = 1 << 10,  /* subject, predicate, valid_from, valid_until, superseded_by */
  OM_STORE_ARCHIVED = 1 << 11,
  OM_STORE_STAGE = 1 << 12,
  OM_STORE_SECTION = 1 << 13, /* parent_row, section_index, section_count */
  OM_STORE_SOURCE = 1 << 14,  /* source, source_key, source_data */
} OmStoreFields;

/**
 * OmEditOutcome:
 * @version: number of the text that is current now
 * @changed: %FALSE if text and title were the same already: nothing was stored
 * @conflict: the entry had changed since @base_version; both texts are kept, the memory is flagged
 */
typedef struct
{
  guint    version;
  gboolean changed;
  gboolean conflict;
} OmEditOutcome;

/* Writing. Insert fills row, revision and, where empty, id; text, tags and full text are stored
 * with it in the same transaction, vectors and waypoints follow by their own functions. */
gboolean   om_store_memory_insert       (OmStore             *self,
                                         OmMemory            *memory,
                                         GError             **error);
gboolean   om_store_memory_edit         (OmStore             *self,
                                         gint64               row,
                                         guint                base_version,
                                         const char          *content,
                                         const char          *title,
                                         gint64               now,
                                         OmEditOutcome       *outcome,
                                         GError             **error);
gboolean   om_store_memory_update       (OmStore             *self,
                                         const OmMemory      *values,
                                         OmStoreFields        fields,
                                         GError             **error);
gboolean   om_store_memory_set_flags    (OmStore             *self,
                                         gint64               row,
                                         guint                set,
                                         guint                unset,
                                         GError             **error);

/* Reading. Those in the bin are read like all others; trashed_at says so. A memory that is not
 * there is %NULL with %OM_ERROR_NOT_FOUND; om_store_memories_get() leaves it out. */
OmMemory  *om_store_memory_get          (OmStore             *self,
                                         gint64               row,
                                         GError             **error);
OmMemory  *om_store_memory_get_by_id    (OmStore             *self,
                                         const char          *id,
                                         GError             **error);
GPtrArray *om_store_memories_get        (OmStore             *self,
                                         const gint64        *rows,
                                         gsize                n_rows,
                                         GError             **error);
gint64     om_store_memory_find_row     (OmStore             *self,
                                         const char          *id,
                                         GError             **error);
char      *om_store_memory_dup_id       (OmStore             *self,
                                         gint64               row,
                                         GError             **error);
gboolean   om_store_memories_count_marked (OmStore           *self,
                                         guint                flag,
                                         gint64               except,
                                         guint               *n,
                                         GError             **error);

G_END_DECLS
