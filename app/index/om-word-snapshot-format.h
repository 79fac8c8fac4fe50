/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a snapshot of the word index lies in its file. Private to the index.
 *
 * A header, then sections of plain arrays in the machine's own byte order, each at a multiple of 64
 * bytes. It is a cache: what another machine or version wrote is not read but made anew. */
#pragma once

#include <glib.h>

#include "index/om-word-snapshot.h"

G_BEGIN_DECLS

#define OM_SNAPSHOT_MAGIC "OMwords\n"
#define OM_SNAPSHOT_VERSION 1
#define OM_SNAPSHOT_ALIGNMENT 64

/** OmSnapshotSection: the arrays, in their order in the file. */
typedef enum
{
  OM_SNAPSHOT_ENTRIES,         /* OmEntry */
  OM_SNAPSHOT_TERM_CHARS,      /* char */
  OM_SNAPSHOT_TERM_OFFSETS,    /* guint32 */
  OM_SNAPSHOT_TERM_SLOTS,      /* guint64 */
  OM_SNAPSHOT_POSTING_HEADS,   /* OmPostingsHead */
  OM_SNAPSHOT_POSTINGS,        /* guint8 */
  OM_SNAPSHOT_SURFACE_CHARS,   /* char */
  OM_SNAPSHOT_SURFACE_OFFSETS, /* guint32 */
  OM_SNAPSHOT_SURFACE_SLOTS,   /* guint64 */
  OM_SNAPSHOT_SURFACES,        /* OmSurface */
  OM_SNAPSHOT_MORE_SURFACES,   /* OmSurface */
  OM_SNAPSHOT_LETTERS,         /* gunichar */
  OM_N_SNAPSHOT_SECTIONS,
} OmSnapshotSection;

/**
 * OmSnapshotHeader:
 * @magic: %OM_SNAPSHOT_MAGIC
 * @version: of this format
 * @terms: om_terms_fingerprint(): other rules give other terms
 * @languages: codes of the languages in the order of #OmLanguage, as a hash
 * @store_id: whose words these are
 * @revision: of the store
 * @size: of the file
 * @sections: where each begins and how many bytes it has
 * @reserved: 0
 * @body: checksum of all behind the header
 * @self: checksum of the header up to here
 */
typedef struct
{
  char    magic[8];
  guint32 version;
  guint32 terms;
  guint64 languages;
  guint8  store_id[OM_STORE_ID_BYTES];
  gint64  revision;
  guint64 size;
  struct
  {
    guint64 at;
    guint64 len;
  } sections[OM_N_SNAPSHOT_SECTIONS];
  guint64 reserved[7];
  guint64 body;
  guint64 self;
} OmSnapshotHeader;

G_STATIC_ASSERT (sizeof (OmSnapshotHeader) % OM_SNAPSHOT_ALIGNMENT == 0);

#define OM_CHECKSUM_LANES 4
#define OM_CHECKSUM_BLOCK (OM_CHECKSUM_LANES * sizeof (guint64))

/**
 * OmChecksum:
 * A sum of 64 bits over whole blocks of 32 bytes, as fast as memory is read. Any one changed word
 * changes it for certain; it is no protection against intent.
 */
typedef struct
{
  guint64 lanes[OM_CHECKSUM_LANES];
} OmChecksum;

void    om_checksum_init           (OmChecksum    *self);
void    om_checksum_update         (OmChecksum    *self,
                                    gconstpointer  data,
                                    gsize          len);
guint64 om_checksum_end            (const OmChecksum *self);
guint64 om_snapshot_sum_header     (const OmSnapshotHeader *header);
guint64 om_snapshot_sum_languages  (void);

G_END_DECLS
