/* SPDX-License-Identifier: GPL-3.0-or-later */
/* OmMapMover: lays out a map on a thread of its own and hands over the places as they come. Part of the engine's
 * public face.
 *
 * Thread: made, asked and let go on one thread, which never waits for it. */
#pragma once

#include "engine/om-map.h"

G_BEGIN_DECLS

typedef struct _OmMapMover OmMapMover;

OmMapMover *om_map_mover_new      (const OmMap  *map,
                                   gboolean      anew);
void        om_map_mover_free     (OmMapMover   *self);
void        om_map_mover_set_pace (OmMapMover   *self,
                                   guint         n_steps);
gboolean    om_map_mover_take     (OmMapMover   *self,
                                   OmGraphPoint *places,
                                   gboolean     *at_rest);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OmMapMover, om_map_mover_free)

G_END_DECLS
