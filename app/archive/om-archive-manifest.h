/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of contents of an archive: what it holds, how much, and the checksum of each member. */
#pragma once

#include "archive/om-container.h"

G_BEGIN_DECLS

/* Grows when an older program could no longer read what is written. */
#define OM_ARCHIVE_VERSION 1

#define OM_ARCHIVE_MANIFEST "manifest.json"

/* Before the hash by which a file of an entry is named. */
#define OM_ARCHIVE_FILES "attachments/"

/** OmArchiveMember: a file in the archive. */
typedef struct
{
  char   *name;   /* (owned) */
  char   *sha256; /* (owned): hexadecimal */
  guint64 size;
  guint   lines;  /* of a member that holds records, 0 otherwise */
} OmArchiveMember;

/**
 * OmManifest:
 * @version: of the format
 * @exported_at: ms UTC
 * @whole: it holds all there was
 * @entries: memories without sections of documents
 * @binned: of these, in the bin
 * @private_memories: of these, private
 * @acts: the acts are numbered from 1 to this
 * @settings: (owned) (element-type utf8): key, value, key, value
 * @members: (owned) (element-type OmArchiveMember): without the manifest itself
 */
typedef struct
{
  guint      version;
  gint64     exported_at;
  gboolean   whole;
  guint      entries;
  guint      binned;
  guint      private_memories;
  guint      acts;
  GPtrArray *settings;
  GPtrArray *members;
} OmManifest;

OmManifest      *om_manifest_new    (void);
void             om_manifest_free   (OmManifest     *self);
OmArchiveMember *om_manifest_add    (OmManifest     *self,
                                     const char     *name,
                                     const char     *sha256,
                                     guint64         size,
                                     guint           lines);
OmArchiveMember *om_manifest_find   (OmManifest     *self,
                                     const char     *name);
char            *om_manifest_write  (const OmManifest *self);
OmManifest      *om_manifest_parse  (const char     *text,
                                     gsize           length,
                                     GError        **error);
OmManifest      *om_manifest_check  (OmContainer    *container,
                                     GCancellable   *cancellable,
                                     GError        **error);
gboolean         om_archive_splice  (OmContainer    *container,
                                     OmMember       *member,
                                     GOutputStream  *output,
                                     GCancellable   *cancellable,
                                     GError        **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmManifest, om_manifest_free)

G_END_DECLS
