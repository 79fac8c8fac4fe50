/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Facts about the store itself: who it is, small settings that belong to the data, counts. */
#pragma once

#include "memory/om-enums.h"
#include "memory/om-moment.h"
#include "store/om-store.h"

G_BEGIN_DECLS

/**
 * OmStoreStats:
 * Counts. @memories and the groups below it leave out the bin and sections.
 */
typedef struct
{
  guint  memories;
  guint  binned;
  guint  sections;
  guint  waypoints;
  guint  tags;
  guint  versions;
  guint  by_sector[OM_N_SECTORS];
  guint  by_type[OM_N_MEMORY_TYPES];
  guint  by_stage[OM_N_VECTOR_STAGES];
  guint  undated;
  OmMoment first_happened; /* of dated ones, unknown if there is none */
  OmMoment last_happened;
  gint64 revision;
  gint64 bytes; /* of file and log */
} OmStoreStats;

/* 16 random bytes made with the store: says whether a snapshot belongs to it. */
gboolean  om_store_get_id      (OmStore       *self,
                                guint8         id[16],
                                GError       **error);
/* (nullable): %NULL without error if it was never set. */
char     *om_store_meta_get    (OmStore       *self,
                                const char    *key,
                                GError       **error);
gboolean  om_store_meta_set    (OmStore       *self,
                                const char    *key,
                                const char    *value,
                                GError       **error);
GPtrArray *om_store_meta_list  (OmStore       *self,
                                const char    *prefix,
                                GError       **error);
gboolean  om_store_get_stats   (OmStore       *self,
                                OmStoreStats  *stats,
                                GError       **error);

G_END_DECLS
