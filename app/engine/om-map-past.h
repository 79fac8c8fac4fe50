/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A map as it was: how its memories stood at some instants. Part of the engine's public face; for its threads see
 * om-engine.h. */
#pragma once

#include "engine/om-map.h"

G_BEGIN_DECLS

/**
 * OmMapPast:
 * @n_instants: how many, 1 or more
 * @instants: (owned): ms UTC, ascending; the last is when the map was made
 */
typedef struct
{
  guint   n_instants;
  gint64 *instants;
  /*< private >*/
  guint    n_nodes;
  guint16 *cells;
} OmMapPast;

void       om_map_past_free              (OmMapPast           *self);
gboolean   om_map_past_get               (const OmMapPast     *self,
                                          guint                instant,
                                          guint32              node,
                                          float               *salience,
                                          OmTier              *tier,
                                          gboolean            *rests);
OmMapPast *om_engine_get_map_past        (OmEngine            *self,
                                          OmMap               *map,
                                          GCancellable        *cancellable,
                                          GError             **error);
void       om_engine_get_map_past_async  (OmEngine            *self,
                                          OmMap               *map,
                                          GCancellable        *cancellable,
                                          GAsyncReadyCallback  callback,
                                          gpointer             data);
OmMapPast *om_engine_get_map_past_finish (OmEngine            *self,
                                          GAsyncResult        *result,
                                          GError             **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmMapPast, om_map_past_free)

G_END_DECLS
