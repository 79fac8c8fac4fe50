/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tags: compared by NFC and case folding, shown in the first spelling seen. */
#pragma once

#include "store/om-store.h"

G_BEGIN_DECLS

/* (nullable): what tags are compared by; %NULL for one that is blank. Surrounding white space and a
 * leading # do not count. */
char      *om_store_tag_key       (const char         *tag);

/* Names by key; how often each is used is known in memory. */
GHashTable *om_store_tag_names    (OmStore            *self,
                                   GError            **error);
/* GArray of gint64 rows outside the bin that carry all of these, ascending. */
GArray    *om_store_tags_find     (OmStore            *self,
                                   const char *const  *tags,
                                   GError            **error);
/* A new spelling, or another name: its memories are then joined with those of that name. */
gboolean   om_store_tag_rename    (OmStore            *self,
                                   const char         *tag,
                                   const char         *name,
                                   GError            **error);

/**
 * OmStoreTagFunc:
 * @row: a memory
 * @key: what one of its tags is compared by; lives until the function returns
 *
 * Returns: %FALSE to stop
 */
typedef gboolean (*OmStoreTagFunc) (gint64      row,
                                    const char *key,
                                    gpointer    data);

/* The tags of all memories (start-up) or of some (catching up), ascending by row, those in the bin
 * too. */
gboolean   om_store_tags_load      (OmStore            *self,
                                    OmStoreTagFunc      func,
                                    gpointer            data,
                                    GError            **error);
gboolean   om_store_tags_for_rows  (OmStore            *self,
                                    const gint64       *rows,
                                    gsize               n_rows,
                                    OmStoreTagFunc      func,
                                    gpointer            data,
                                    GError            **error);

G_END_DECLS
