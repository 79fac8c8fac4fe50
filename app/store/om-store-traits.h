/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Traits as they were worked out: written whole, one at a time, where they differ from what is there. */
#pragma once

#include "memory/om-trait-record.h"
#include "store/om-store.h"

G_BEGIN_DECLS

/* GPtrArray of OmTrait, as they were at their anchors; in order of row. */
GPtrArray  *om_store_traits_list       (OmStore              *self,
                                        GError              **error);
/* (nullable): %NULL without error if there is none of that id. */
OmTrait    *om_store_trait_get         (OmStore              *self,
                                        const char           *id,
                                        GError              **error);
/* (transfer full) (nullable): the whole id; %OM_ERROR_NOT_FOUND or, if several begin so, _INVALID. */
char       *om_store_trait_find_prefix (OmStore              *self,
                                        const char           *prefix,
                                        GError              **error);
int         om_store_trait_get_slot    (OmStore              *self,
                                        const char           *id,
                                        GError              **error);
/* GPtrArray of OmTraitEvidence, newest first; GArray of OmTraitEvent, oldest first. */
GPtrArray  *om_store_trait_evidence    (OmStore              *self,
                                        gint64                trait,
                                        GError              **error);
GArray     *om_store_trait_events      (OmStore              *self,
                                        gint64                trait,
                                        GError              **error);
/* GPtrArray of OmTrait. */
GPtrArray  *om_store_trait_parents     (OmStore              *self,
                                        gint64                trait,
                                        GError              **error);
GPtrArray  *om_store_trait_children    (OmStore              *self,
                                        gint64                trait,
                                        GError              **error);
GPtrArray  *om_store_trait_successors  (OmStore              *self,
                                        const char           *id,
                                        GError              **error);

/**
 * OmStoreTraitFunc:
 * @trait: row of a trait
 * @evidence: (transfer none): what a memory is for it
 */
typedef void (*OmStoreTraitFunc) (gint64                 trait,
                                  const OmTraitEvidence *evidence,
                                  gpointer               data);

gboolean    om_store_traits_of_memory  (OmStore              *self,
                                        gint64                memory,
                                        OmStoreTraitFunc      func,
                                        gpointer              data,
                                        GError              **error);

/* (transfer full) (nullable): set of rows (gsize) of those whose stage has changed since then. */
GHashTable *om_store_traits_changed    (OmStore              *self,
                                        gint64                since,
                                        GError              **error);

/* Adds a line to @problems (element-type utf8) for each trait that cannot be. */
gboolean    om_store_traits_check      (OmStore              *self,
                                        GPtrArray            *problems,
                                        GError              **error);

/* GHashTable id -> digest (guint64 *) of what is there. */
GHashTable *om_store_traits_digests    (OmStore              *self,
                                        GError              **error);
/* Members are written once all traits are there. */
gboolean    om_store_trait_put         (OmStore              *self,
                                        const OmTraitStory   *story,
                                        GError              **error);
gboolean    om_store_trait_put_members (OmStore              *self,
                                        const OmTraitStory   *story,
                                        GError              **error);
gboolean    om_store_trait_remove      (OmStore              *self,
                                        const char           *id,
                                        GError              **error);
gboolean    om_store_traits_remove_all (OmStore              *self,
                                        GError              **error);

/* Groups without a name: GHashTable id -> ids of traits, parted by spaces. */
GHashTable *om_store_trait_groups      (OmStore              *self,
                                        GError              **error);
gboolean    om_store_trait_groups_set  (OmStore              *self,
                                        GHashTable           *groups,
                                        GError              **error);

G_END_DECLS
