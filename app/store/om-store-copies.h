/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Backups of a store: what one holds, whether it is whole, and a copy in the store's place. */
#pragma once

#include "store/om-store.h"

G_BEGIN_DECLS

/**
 * OmStoreCopy:
 * @entries: memories, without the bin and sections
 * @binned: memories in the bin
 * @revision: of the store when it was made
 * @last_recorded: when the last entry was written down, ms UTC, 0 if there is none
 * @bytes: of the file
 */
typedef struct
{
  guint   entries;
  guint   binned;
  gint64  revision;
  gint64  last_recorded;
  guint64 bytes;
} OmStoreCopy;

/* @whole: reads it from beginning to end; %OM_ERROR_NOT_A_STORE if it is damaged. */
gboolean om_store_copy_look    (const char    *path,
                                gboolean       whole,
                                OmStoreCopy   *copy,
                                GCancellable  *cancellable,
                                GError       **error);
/* The store must not be open in this process. @aside (out): where the present one is now, %NULL if
 * there was none. */
GHashTable *om_store_copy_list_files (const char   *path,
                                GCancellable *cancellable,
                                GError      **error);
gboolean om_store_copy_restore (const char    *path,
                                const char    *store_path,
                                const char    *aside_name,
                                char         **aside,
                                GCancellable  *cancellable,
                                GError       **error);

G_END_DECLS
