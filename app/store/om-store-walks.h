/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which links a recall walked, and what they were before, so that it can be taken back as a whole. */
#pragma once

#include "memory/om-waypoint.h"
#include "store/om-store.h"

G_BEGIN_DECLS

/* Acts of which the links are remembered: more than anybody takes back one after the other. */
#define OM_STORE_WALKS_MAX 16

/**
 * OmWalk:
 * @group: number of the act
 * @before: the link as it was; its created_at is not kept: it never changes
 * @weight_after: its weight once it was walked
 * @walked_after: when that was, ms UTC
 */
typedef struct
{
  gint64     group;
  OmWaypoint before;
  double     weight_after;
  gint64     walked_after;
} OmWalk;

/* (element-type OmWalk): in the order of their acts. */
GArray  *om_store_walks_list (OmStore      *self,
                              GError      **error);
/* As they were in another store; after those that are there. */
gboolean om_store_walks_put  (OmStore      *self,
                              const GArray *walks,
                              GError      **error);

/* @before and @after (element-type OmWaypoint): the same links in the same order. */
gboolean om_store_walks_note (OmStore      *self,
                              gint64        group,
                              const GArray *before,
                              const GArray *after,
                              GError      **error);
/* @n_restored (out): links that are as they were before it. */
gboolean om_store_walks_undo (OmStore      *self,
                              gint64        group,
                              guint        *n_restored,
                              GError      **error);

G_END_DECLS
