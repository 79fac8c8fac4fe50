/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A table from words to numbers, looked up by pointer and length. Filled first, then only read, by
 * any number of threads. */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef struct _OmWordMap OmWordMap;

OmWordMap *om_word_map_new    (void);
void       om_word_map_free   (OmWordMap       *self);
guint32   *om_word_map_insert (OmWordMap       *self,
                               const char      *word,
                               gsize            len);
guint32    om_word_map_lookup (const OmWordMap *self,
                               const char      *word,
                               gsize            len);
guint      om_word_map_size   (const OmWordMap *self);

/* FNV-1a, 32 bit: the hash of this table and of the cache of stems. */
#define OM_WORD_HASH_START 2166136261u
#define OM_WORD_HASH_STEP(hash, byte) (((hash) ^ (guint8) (byte)) * 16777619u)

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmWordMap, om_word_map_free)

G_END_DECLS
