/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files that belong to memories: in a folder beside the store (`memories.db-files`), each named by the
 * SHA-256 of what it holds, so that two memories share one. A file is on the disk before a row speaks of
 * it, and goes only after the last row that spoke of it has gone. Thread: any, but never main. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

/**
 * OmStoreFile:
 * A file on its way into the folder: written and on the disk, under a name that counts for nothing.
 * @name: (owned): what it is called
 * @type: (owned): its media type
 * @hash: (owned): SHA-256, in hexadecimal
 * @size: in bytes
 * @part: (owned) (nullable): where it lies; %NULL once it was kept
 */
typedef struct
{
  char  *name;
  char  *type;
  char  *hash;
  gint64 size;
  char  *part;
} OmStoreFile;

char        *om_store_files_dup_folder (const char    *store_path);
char        *om_store_files_dup_path   (const char    *store_path,
                                        const char    *hash);

OmStoreFile *om_store_file_stage       (const char    *store_path,
                                        const char    *name,
                                        const char    *type,
                                        GInputStream  *input,
                                        GCancellable  *cancellable,
                                        GError       **error);
OmStoreFile *om_store_file_stage_path  (const char    *store_path,
                                        const char    *name,
                                        const char    *type,
                                        const char    *path,
                                        GCancellable  *cancellable,
                                        GError       **error);
gboolean     om_store_file_keep        (OmStoreFile   *self,
                                        const char    *store_path,
                                        GError       **error);
void         om_store_file_free        (OmStoreFile   *self);

void         om_store_files_sync       (const char    *store_path);
GHashTable  *om_store_files_list       (const char    *folder);
guint        om_store_files_sweep      (const char    *folder,
                                        GHashTable    *needed);
gboolean     om_store_files_share      (const char    *from_folder,
                                        const char    *to_folder,
                                        GHashTable    *hashes,
                                        GCancellable  *cancellable,
                                        GError       **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmStoreFile, om_store_file_free)

G_END_DECLS
