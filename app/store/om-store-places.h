/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where memories lie on the map of waypoints. Not a change of the journal: no revision moves. */
#pragma once

#include "store/om-store.h"

G_BEGIN_DECLS

/** OmPlace: where one memory lies. */
typedef struct
{
  gint64 row;
  double x;
  double y;
} OmPlace;

GArray  *om_store_places_load (OmStore       *self,
                               GError       **error);
gboolean om_store_places_put  (OmStore       *self,
                               const OmPlace *places,
                               gsize          n_places,
                               GError       **error);

G_END_DECLS
